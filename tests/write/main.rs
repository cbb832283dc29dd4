//! The writers: golden examples, tables, hostile text, and the evaluation corpus.

mod corpus;
mod gold;
