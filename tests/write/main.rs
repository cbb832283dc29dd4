//! The writers: golden examples, tables, hostile text, and the evaluation corpus.

mod bib;
mod corpus;
mod gold;
mod golden;
mod properties;
mod table;
