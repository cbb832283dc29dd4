//! An existing .bib file: lossless scan, and the works in it.

mod decode;
mod fields;
mod read;
pub mod scan;

pub use read::read;

use crate::model::Record;
use crate::span::Span;

/// One entry of a .bib file.
#[derive(Clone, Debug, PartialEq)]
pub struct BibEntry {
    /// Its citation key.
    pub key: String,
    /// Further keys (`ids`).
    pub aliases: Vec<String>,
    /// Where it stands in the file.
    pub span: Span,
    /// Its values, LaTeX decoded.
    pub record: Record,
}
