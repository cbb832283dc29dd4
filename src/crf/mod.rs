//! Linear-chain conditional random fields; knows nothing of bibliographies.
