//! Source to page: lines with places, styles and structure. One format a file.

mod text;

use crate::source::Source;
use crate::span::{SourceId, Span};
use crate::text::Traced;

/// A page as lines, whatever format it came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The source it was read from.
    pub source: SourceId,
    /// Its lines with text, in reading order; lines without text are counted in `blank_before`.
    pub lines: Vec<Line>,
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The text, without white space at the ends, with places and styled stretches.
    pub text: Traced,
    /// All that the line occupies in the source (mark-up included).
    pub extent: Span,
    /// Blank lines before it (in HTML: block boundaries).
    pub blank_before: u32,
    /// Columns of white space before it.
    pub indent: u32,
    /// Level of a heading, 1 to 6, where the format says so.
    pub heading: Option<u8>,
    /// Depth of the list item it begins, where the format says so.
    pub item: Option<u8>,
    /// Element and class path (`div.pubs/li.paper/span.title`) where the format has one; the same path has the same role.
    pub path: Option<String>,
}

/// Reads a source as a page, by its format.
pub fn read(source: &Source) -> Page {
    text::read(source)
}
