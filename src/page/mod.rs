//! Source to page: lines with places, styles and structure. One format a file.

mod front_matter;
mod html;
mod lines;
mod markdown;
mod mojibake;
mod text;

use std::ops::Range;

use crate::source::{Format, Source};
use crate::span::{SourceId, Span};
use crate::text::Traced;

/// A page as lines, whatever format it came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The source it was read from.
    pub source: SourceId,
    /// Its lines with text, in reading order; lines without text are counted in `blank_before`.
    pub lines: Vec<Line>,
    /// What the page carries for machines and does not show, in order of appearance.
    pub metadata: Vec<Metadata>,
    /// Where the first character stood that had been decoded twice and was put right.
    pub repaired: Option<Span>,
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The text, without white space at the ends, with places and styled stretches.
    pub text: Traced,
    /// All that the line occupies in the source (mark-up included).
    pub extent: Span,
    /// Blank lines before it. In HTML and Markdown, where blocks nest (cards of several lines), the number of nesting
    /// levels nearby that are deeper than the one at which the line and that before it meet: 0 within a card, 1 between
    /// cards, 2 between groups of them; elsewhere the margin of a paragraph is 1. A rule is 2.
    pub blank_before: u32,
    /// Columns of white space before it.
    pub indent: u32,
    /// Level of a heading, 1 to 6, where the format says so; the title of a card or list item is none.
    pub heading: Option<u8>,
    /// Depth of the list item it begins, where the format says so.
    pub item: Option<u8>,
    /// Element and class path (`div.pubs/li.paper/span.title`) where the format has one; the same path has the same role.
    pub path: Option<String>,
    /// The cells of a table row, in bytes of the text (a joint stands between them); empty where the line is no row.
    pub cells: Vec<Range<usize>>,
}

/// A piece of data that a page carries for machines.
#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    /// What it is.
    pub kind: MetadataKind,
    /// Its content, mark-up resolved.
    pub content: Traced,
}

/// The kind of a piece of [`Metadata`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataKind {
    /// `<title>`.
    Title,
    /// `<meta name="…" content="…">` (or `property`), with its name as written.
    Meta(String),
    /// A ContextObject in a span (COinS): the `title` of `class="Z3988"`.
    ContextObject,
    /// `<script type="application/ld+json">`.
    JsonLd,
    /// Text that is not shown but may be a reference in a structured format (a folded BibTeX block, an attribute
    /// that a copy button reads).
    Hidden,
    /// Front matter of a Markdown file.
    FrontMatter,
}

/// Reads a source as a page, by its format.
pub fn read(source: &Source) -> Page {
    let mut page = match source.format() {
        Format::Html => html::read(source),
        Format::Markdown => markdown::read(source),
        Format::Text => text::read(source),
    };
    page.repaired = mojibake::repair(&mut page);
    page
}
