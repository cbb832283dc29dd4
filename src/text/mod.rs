//! Text without bibliography: traced text, folding, character classes, the tokenizer.

pub mod fold;
pub mod token;
mod traced;

pub use traced::{Run, RunKind, Traced};
