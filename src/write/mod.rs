//! Library to text: one output format a file, one row of [`FORMATS`] each.

mod biblatex;
mod bibtex;
pub mod case;
mod clean;
mod consumers;
mod csl_json;
mod fields;
mod hayagriva;
mod jsonl;
pub mod latex;
mod layout;
mod math;
mod names;
mod options;
mod plain;
mod ris;
mod url;

pub use consumers::{CONSUMERS, Consumer, consumer};
pub use options::{Abstracts, Align, ArxivStyle, Charset, ForeignFields, Indent, WriteOptions};

use crate::diag::Diagnostic;
use crate::model::Library;

/// What a writer gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub text: String,
    /// What there is to say about it.
    pub diagnostics: Vec<Diagnostic>,
}

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
    pub write: fn(&Library, &WriteOptions) -> Written,
}

/// Every output format.
pub const FORMATS: &[Format] = &[
    Format { name: "bibtex", extensions: &["bib"], about: "BibTeX in ASCII, read by everything", write: bibtex::write },
    Format { name: "biblatex", extensions: &[], about: "biblatex in UTF-8, for biber", write: biblatex::write },
    Format {
        name: "jsonl",
        extensions: &["jsonl", "ndjson"],
        about: "one record a line, with the place each value was read from",
        write: jsonl::write,
    },
    Format { name: "ris", extensions: &["ris"], about: "RIS, for EndNote, Zotero and Mendeley", write: ris::write },
    Format {
        name: "csl-json",
        extensions: &["json"],
        about: "CSL-JSON, for Zotero, pandoc and citeproc",
        write: csl_json::write,
    },
    Format {
        name: "hayagriva",
        extensions: &["yml", "yaml"],
        about: "hayagriva YAML, for Typst",
        write: hayagriva::write,
    },
];

/// The format of a name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The format that a file ending means.
pub fn format_of_extension(extension: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.extensions.contains(&extension))
}
