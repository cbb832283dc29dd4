//! Text that is already structured: files in formats of reference managers and databases, and the same formats and
//! metadata within pages. One format a file; [`FORMATS`] is the table.

mod bibtex;
mod coins;
mod csl;
mod dblp;
mod draft;
mod embedded;
mod endnote;
mod endnote_xml;
mod json;
mod jsonld;
mod meta;
mod nbib;
mod orcid;
mod pubmed_xml;
mod ris;
mod tagged;
mod values;
mod wos;
mod xml;

pub use embedded::embedded;

use crate::diag::{Code, Diagnostic};
use crate::model::Record;
use crate::source::Source;
use crate::span::Span;

/// A record that was read from structured text.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The citation key that the format gives it, as it stands there.
    pub key: Option<String>,
    /// The record.
    pub record: Record,
}

/// What was read from structured text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The records, in order.
    pub items: Vec<Item>,
    /// What there is to say about the input.
    pub diagnostics: Vec<Diagnostic>,
}

/// A structured format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it is, for help.
    pub title: &'static str,
    /// Extensions of its files, in lower case.
    pub extensions: &'static [&'static str],
    /// Whether a text looks like it.
    sniff: fn(&str) -> bool,
    /// Reads a source in it.
    read: fn(&Source) -> Imported,
}

impl Format {
    /// Reads a source in this format; what cannot be read costs that record alone.
    pub fn read(&self, source: &Source) -> Imported {
        (self.read)(source)
    }
}

/// Every structured format, in the order in which they are tried.
pub const FORMATS: &[Format] = &[
    Format {
        name: "bibtex",
        title: "BibTeX and biblatex",
        extensions: &["bib", "bibtex"],
        sniff: bibtex::sniff,
        read: bibtex::read,
    },
    Format {
        name: "ris",
        title: "RIS (reference managers and publishers)",
        extensions: &["ris"],
        sniff: |text| tagged::sniff(text, &ris::RIS),
        read: |source| tagged::read(source, &ris::RIS),
    },
    Format {
        name: "nbib",
        title: "PubMed (MEDLINE, nbib)",
        extensions: &["nbib", "medline"],
        sniff: |text| tagged::sniff(text, &nbib::NBIB),
        read: |source| tagged::read(source, &nbib::NBIB),
    },
    Format {
        name: "endnote",
        title: "EndNote export (tags like %A)",
        extensions: &["enw"],
        sniff: |text| tagged::sniff(text, &endnote::ENDNOTE),
        read: |source| tagged::read(source, &endnote::ENDNOTE),
    },
    Format {
        name: "wos",
        title: "Web of Science (ISI tags)",
        extensions: &["ciw", "isi"],
        sniff: |text| tagged::sniff(text, &wos::WOS),
        read: |source| tagged::read(source, &wos::WOS),
    },
    Format { name: "orcid", title: "ORCID works (JSON)", extensions: &[], sniff: orcid::sniff, read: orcid::read },
    Format {
        name: "csl-json",
        title: "CSL-JSON, Crossref works",
        extensions: &["csljson"],
        sniff: csl::sniff,
        read: csl::read,
    },
    Format {
        name: "pubmed-xml",
        title: "PubMed (XML)",
        extensions: &[],
        sniff: |text| is_xml(text) && pubmed_xml::sniff(head(text)),
        read: pubmed_xml::read,
    },
    Format {
        name: "dblp",
        title: "DBLP (XML)",
        extensions: &[],
        sniff: |text| is_xml(text) && dblp::sniff(head(text)),
        read: dblp::read,
    },
    Format {
        name: "endnote-xml",
        title: "EndNote (XML)",
        extensions: &[],
        sniff: |text| is_xml(text) && endnote_xml::sniff(head(text)),
        read: endnote_xml::read,
    },
];

/// Bytes looked at to tell the format.
const SNIFFED: usize = 1 << 16;

/// The start of a text.
fn head(text: &str) -> &str {
    let end = (0..=text.len().min(SNIFFED)).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    &text[..end]
}

/// Whether a text begins as XML does.
fn is_xml(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// A remark on a file that is not in the format that it was read in.
fn broken(source: &Source) -> Diagnostic {
    let end = source.text().find('\n').unwrap_or(source.text().len());
    let span = Span::new(source.id(), 0, u32::try_from(end).unwrap_or(u32::MAX));
    Diagnostic::new(Code::BrokenInput, vec![span], "this is not valid in the format that it looks like")
}

/// The format of a name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name))
}

/// The structured format of a source: by the extension of its name, else by its content; `None` for a page.
pub fn sniff(source: &Source) -> Option<&'static Format> {
    let extension = source.name().rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
    let named = FORMATS.iter().find(|format| format.extensions.contains(&extension.as_str()));
    named.or_else(|| FORMATS.iter().find(|format| (format.sniff)(source.text())))
}
