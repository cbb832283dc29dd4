//! Library to text: one output format a file, one row of [`FORMATS`] each.

use crate::diag::Diagnostic;
use crate::model::Library;

/// An output format.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its name on the command line (`bibtex`).
    pub name: &'static str,
    /// File endings that mean it, without the dot.
    pub extensions: &'static [&'static str],
    /// One line for the help.
    pub about: &'static str,
    /// Writes a library.
    pub write: fn(&Library) -> (String, Vec<Diagnostic>),
}

/// Every output format.
pub const FORMATS: &[Format] = &[];

/// The format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
