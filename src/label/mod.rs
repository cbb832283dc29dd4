//! Block to labelled segments: identifiers by pattern first, the rest by the sequence model.

use crate::segment::{Block, Context};
use crate::span::{Confidence, Span};
use crate::text::Traced;

/// What a segment of an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Author names with their separators.
    Author,
    /// Editor names with their words ("ed. by").
    Editor,
    /// Translator names with their words.
    Translator,
    /// Title.
    Title,
    /// Journal, book or proceedings.
    Container,
    /// Series.
    Series,
    /// Publisher.
    Publisher,
    /// Institution or school.
    Institution,
    /// Place.
    Address,
    /// Date of publication or event.
    Date,
    /// Date of access.
    AccessDate,
    /// Volume.
    Volume,
    /// Issue or number.
    Number,
    /// Pages or article number.
    Pages,
    /// Edition.
    Edition,
    /// Kind of a thesis, report or other work.
    Genre,
    /// Report, patent or standard number.
    ReportNumber,
    /// DOI.
    Doi,
    /// Preprint identifier.
    Eprint,
    /// ISBN.
    Isbn,
    /// ISSN.
    Issn,
    /// PubMed number.
    Pmid,
    /// Address on the web.
    Url,
    /// In press, submitted, …
    PubState,
    /// Abstract.
    Abstract,
    /// Number of citations.
    Citations,
    /// Number of the reference in its list, bullets.
    CitationNumber,
    /// Printed words that have no field of their own.
    Note,
    /// Punctuation and words between the fields.
    Other,
}

/// A stretch of an entry with one label.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// What it is.
    pub label: Label,
    /// The text, with places and styled stretches.
    pub text: Traced,
    /// How sure the model or pattern is.
    pub confidence: Confidence,
    /// The model or pattern that labelled it (`label/crf`, `label/doi`).
    pub rule: &'static str,
}

/// An entry as labelled segments in reading order; together they cover the block's text.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The segments.
    pub segments: Vec<Segment>,
    /// All source text that belongs to the entry.
    pub extent: Vec<Span>,
    /// What headings above say of it.
    pub context: Vec<Context>,
}

/// Labels a block.
pub fn label(block: &Block) -> Labelled {
    Labelled { segments: Vec::new(), extent: block.extent.clone(), context: block.context.clone() }
}
