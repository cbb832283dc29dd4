//! An existing .bib file: lossless scan, the works in it, and updates in place.

mod bytes;
mod decode;
mod fields;
mod patch;
mod read;
pub mod scan;
mod style;
mod update;

pub use bytes::{ByteEncoding, decode_bytes, encode_bytes};
pub use patch::{Edit, unified_diff};
pub use read::{declared_distinct, read};
pub use style::{Case, Delimiter, Style};
pub use update::{Change, Fill, UpdateOptions, Updated, update};

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
