//! The writers: golden examples, tables, hostile text, and the evaluation corpus.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bib;
mod case;
mod corpus;
mod formats;
mod gold;
mod golden;
mod properties;
mod table;
