//! How to write: every choice that a writer takes.

use std::collections::BTreeSet;

/// The choices of a writer. The default of each is what the format's own users expect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// How characters beyond ASCII are written (.bib formats).
    pub charset: Charset,
    /// Fields left out, by the record's name (`publisher`, `authors`) or the written one (`journal`, `author`), in lower case.
    pub omit: BTreeSet<String>,
    /// At most so many names in a list; the rest becomes "and others".
    pub max_authors: Option<usize>,
    /// Spaces before a field (.bib formats).
    pub indent: Indent,
    /// Where the equals signs stand (.bib formats).
    pub align: Align,
    /// How a preprint on arXiv is written (BibTeX).
    pub arxiv: ArxivStyle,
    /// Whether abstracts are written (.bib formats).
    pub abstracts: Abstracts,
    /// What happens to fields that the entry's type does not have (.bib formats).
    pub foreign: ForeignFields,
}

/// How characters beyond ASCII are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// ASCII in BibTeX, UTF-8 in biblatex.
    #[default]
    Native,
    /// ASCII with LaTeX escapes, where a character has one.
    Ascii,
    /// UTF-8.
    Unicode,
}

/// Spaces before a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indent(pub u8);

impl Default for Indent {
    fn default() -> Self {
        Self(2)
    }
}

/// Where the equals signs stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Names of fields are padded to this width.
    Column(u8),
    /// One space before each equals sign.
    None,
}

impl Default for Align {
    fn default() -> Self {
        // bibtex-tidy's default column 14, the width of `archiveprefix` and a space.
        Self::Column(13)
    }
}

/// How a preprint on arXiv is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArxivStyle {
    /// `@misc` with `eprint`, `archiveprefix`, `primaryclass`.
    #[default]
    Eprint,
    /// `@article` with `journal = {arXiv preprint arXiv:ID}`, which styles without eprint support print.
    Journal,
}

/// Whether abstracts are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abstracts {
    /// Not written: listings cut them.
    #[default]
    Omit,
    /// Written.
    Keep,
}

/// What happens to fields that the entry's type does not have in biblatex's data model (the publisher of an article).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForeignFields {
    /// Kept in BibTeX, which ignores what it does not know (btxdoc §3.2), and folded in biblatex, whose data model says what an
    /// entry may have.
    #[default]
    Native,
    /// Said in `note` or `howpublished` where a reader needs them, else left out: `biber --validate-datamodel` has nothing to object to.
    Fold,
    /// Written under their own names: nothing is left out, styles ignore them.
    Keep,
}

impl ForeignFields {
    /// The choice, or that of the format.
    pub(super) fn or(self, native: Self) -> Self {
        if self == Self::Native { native } else { self }
    }
}
