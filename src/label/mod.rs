//! Block to labelled segments: identifiers by pattern first, the rest by the sequence model.
//!
//! Lines that are one thing as a whole (an abstract, a badge) keep the label their role gives them. The text of the other
//! lines is cut into items (`cells.rs`), looked up in the word lists (`lexica.rs`), turned into features (`features.rs`)
//! and decoded by a linear-chain CRF whose weights lie in `data/model/label.crf`; `segments.rs` makes segments of the
//! items' labels and takes the punctuation off their ends. The entries of a page get a second look, with what the first
//! found on the page (`pattern.rs`); `looks.rs` has both.

mod arxiv;
mod cells;
mod checks;
mod features;
mod gbt7714;
mod identifiers;
mod lexica;
mod looks;
mod pattern;
mod segments;
mod shape;
mod states;

use std::ops::Range;

use crate::crf::Sequence;
pub use crate::segment::Context;
use crate::segment::{Block, BlockLine, Role};
use crate::span::{Confidence, SourceId, Span};
use crate::text::Traced;

pub use features::feature_set;
pub use looks::{Labeller, Looks, MODEL, PAGE_MODEL, label, label_alone};
pub use pattern::pattern_set;
pub use states::{columns, forbidden, names, path};

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

/// The labels with their names in the model file; the number of a label's column of weights is its place here.
pub const LABELS: [(Label, &str); 29] = [
    (Label::Author, "author"),
    (Label::Editor, "editor"),
    (Label::Translator, "translator"),
    (Label::Title, "title"),
    (Label::Container, "container"),
    (Label::Series, "series"),
    (Label::Publisher, "publisher"),
    (Label::Institution, "institution"),
    (Label::Address, "address"),
    (Label::Date, "date"),
    (Label::AccessDate, "access-date"),
    (Label::Volume, "volume"),
    (Label::Number, "number"),
    (Label::Pages, "pages"),
    (Label::Edition, "edition"),
    (Label::Genre, "genre"),
    (Label::ReportNumber, "report-number"),
    (Label::Doi, "doi"),
    (Label::Eprint, "eprint"),
    (Label::Isbn, "isbn"),
    (Label::Issn, "issn"),
    (Label::Pmid, "pmid"),
    (Label::Url, "url"),
    (Label::PubState, "pub-state"),
    (Label::Abstract, "abstract"),
    (Label::Citations, "citations"),
    (Label::CitationNumber, "citation-number"),
    (Label::Note, "note"),
    (Label::Other, "other"),
];

/// The number of a label's column of weights.
pub fn label_index(label: Label) -> u8 {
    LABELS.iter().position(|(l, _)| *l == label).map_or(0, |i| i as u8)
}

/// The most bytes of an entry that are labelled; what goes beyond stays as it is, under [`Label::Other`]. The longest
/// lists of authors (particle physics) have a tenth of this.
pub const LONGEST: usize = 1 << 20;

/// One of the things that the sequence model labels: a token or a whole identifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Bytes of the block's text.
    pub range: Range<usize>,
    /// The label, where a pattern has settled it.
    pub settled: Option<Label>,
}

/// The items of a block, whose features are put into `sequence`. The training command makes its examples with it.
pub fn items(block: &Block, sequence: &mut Sequence) -> Vec<Item> {
    let cells = cells::Cells::new(block, &mut lexica::Lately::default());
    features::extract(&cells, 0..cells.cells.len(), sequence);
    cells.cells.iter().map(|cell| Item { range: cell.range.clone(), settled: settled(cell) }).collect()
}

fn settled(cell: &cells::Cell) -> Option<Label> {
    let index = usize::from(cell.identifier).checked_sub(1).filter(|_| cell.certain)?;
    LABELS.get(index).map(|(label, _)| *label)
}

/// The label of a line that is one thing as a whole.
fn whole_line(role: Role) -> Option<Label> {
    match role {
        Role::Abstract => Some(Label::Abstract),
        Role::Extra | Role::Heading | Role::Separator | Role::Furniture => Some(Label::Other),
        _ => None,
    }
}

/// A block that is one reference on one line, as a reference string given on its own is.
pub fn reference_block(text: &str) -> Block {
    let span = Span::new(SourceId(0), 0, u32::try_from(text.len()).unwrap_or(u32::MAX));
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        lines.push(BlockLine { range: start..start + line.len(), role: Role::Reference, confidence: 1.0 });
        start += line.len() + 1;
    }
    Block { text: Traced::verbatim(text, span), lines, extent: vec![span], context: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crf::Model;
    use proptest::prelude::*;

    /// The segments that have a label, as `Label: text`.
    fn read(block: &Block) -> Vec<String> {
        let kept = label_alone(std::slice::from_ref(block))
            .swap_remove(0)
            .segments
            .into_iter()
            .filter(|s| s.label != Label::Other);
        kept.map(|s| format!("{:?}: {}", s.label, s.text.as_str())).collect()
    }

    #[test]
    fn the_models_fit_the_code() {
        for (model, features) in [(MODEL, feature_set()), (PAGE_MODEL, pattern_set())] {
            let model = Model::load(model).unwrap();
            assert_eq!(model.labels(), names());
            assert_eq!(model.feature_set(), features, "the features have changed: train the model again");
        }
    }

    #[test]
    fn an_entry_without_end_is_covered() {
        // Longer than what is labelled, in several windows, cut within a character.
        let text = format!("a{}", "a10.".repeat(1 << 15)) + &"\u{a0}".repeat(LONGEST);
        let block = reference_block(&text);
        let labelled = label_alone(std::slice::from_ref(&block)).swap_remove(0);
        let covered: String = labelled.segments.iter().map(|s| s.text.as_str()).collect();
        assert!(covered == text);
        assert_eq!(labelled.segments.last().map(|s| s.label), Some(Label::Other));
    }

    #[test]
    fn a_reference_is_labelled() {
        let block = reference_block(
            "[7] Lovelace, A., & de Morgan, A. (1843). Notes on the engine. Journal of Number Theory, 12(3), 666–731. https://doi.org/10.1000/jnt.182.",
        );
        assert_eq!(
            read(&block),
            [
                "CitationNumber: 7",
                "Author: Lovelace, A., & de Morgan, A.",
                "Date: 1843",
                "Title: Notes on the engine",
                "Container: Journal of Number Theory",
                "Volume: 12",
                "Number: 3",
                "Pages: 666–731",
                "Doi: https://doi.org/10.1000/jnt.182",
            ]
        );
    }

    #[test]
    fn a_card_is_labelled() {
        let mut block =
            reference_block("Fast Counting of Small Engines\nAda Lovelace, Mary Somerville +3\nNeurIPS 2019");
        for (line, role) in block.lines.iter_mut().zip([Role::Title, Role::Authors, Role::Venue]) {
            line.role = role;
        }
        assert_eq!(
            read(&block),
            [
                "Title: Fast Counting of Small Engines",
                "Author: Ada Lovelace, Mary Somerville +3",
                "Container: NeurIPS",
                "Date: 2019",
            ]
        );
    }

    #[test]
    fn entries_of_a_page_are_labelled_in_order() {
        // More than are looked at together.
        let text = |i: usize| {
            format!("Ada Lovelace and Mary Somerville. Notes on engine {i}. Journal of Numbers, {i}(2), 1843.")
        };
        let blocks: Vec<Block> = (1..2000).map(|i| reference_block(&text(i))).collect();
        let labelled = label(&blocks);
        assert_eq!(labelled.len(), blocks.len());
        for (block, labelled) in blocks.iter().zip(&labelled) {
            let joined: String = labelled.segments.iter().map(|s| s.text.as_str()).collect();
            assert_eq!(joined, block.text.as_str());
            assert!(
                labelled
                    .segments
                    .iter()
                    .any(|s| s.label == Label::Container && s.text.as_str() == "Journal of Numbers")
            );
        }
    }

    proptest! {
        #[test]
        fn segments_cover_any_text(text in "(?s).{0,120}") {
            let labelled = label_alone(&[reference_block(&text)]).swap_remove(0);
            let joined: String = labelled.segments.iter().map(|s| s.text.as_str()).collect();
            prop_assert_eq!(joined, text);
        }
    }
}
