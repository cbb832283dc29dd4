//! Values of fields.

use std::ops::Range;

use serde::Serialize;

use super::NameList;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Value {
    /// Names of people and bodies.
    Names(NameList),
    /// Unicode text, perhaps with marked-up stretches.
    Text(Text),
    /// A whole number (year, month, day, citations).
    Integer(i64),
    /// Pages or article number.
    Pages(Pages),
    /// An identifier or address that is written as it is (DOI, URL, ISBN).
    Verbatim(String),
}

/// Unicode text without LaTeX, with marked-up stretches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Text {
    /// The words.
    pub plain: String,
    /// Marked-up stretches, by start, not overlapping.
    pub marks: Vec<Mark>,
}

/// A marked-up stretch of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Bytes of `plain`.
    pub range: Range<usize>,
    /// What it is.
    pub kind: MarkKind,
}

/// Markup that a title may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MarkKind {
    /// Italic (names of species, of works).
    Italic,
    /// Raised.
    Superscript,
    /// Lowered.
    Subscript,
    /// Balanced TeX mathematics, without its dollar signs.
    Math,
}

impl From<&str> for Text {
    fn from(plain: &str) -> Self {
        Self { plain: plain.to_owned(), marks: Vec::new() }
    }
}

impl From<String> for Text {
    fn from(plain: String) -> Self {
        Self { plain, marks: Vec::new() }
    }
}

/// Page ranges in order, or an article number (one range without an end).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pages(pub Vec<PageRange>);

/// `first` to `last`, as printed but for the dash; a lone page or an article number has no `last`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageRange {
    /// First page (`12`, `e1234`, `xi`).
    pub first: String,
    /// Last page.
    pub last: Option<String>,
}

impl Value {
    /// The names, if it holds names.
    pub fn names(&self) -> Option<&NameList> {
        match self {
            Self::Names(list) => Some(list),
            _ => None,
        }
    }

    /// The words or the identifier, if it holds text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(&text.plain),
            Self::Verbatim(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it holds one.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(n) => Some(*n),
            _ => None,
        }
    }
}
