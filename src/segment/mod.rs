//! Page to blocks: which lines form an entry, and what each line is.

mod assemble;
mod context;
mod decode;
mod features;
mod profile;
mod state;
mod unit;

pub use decode::Grammar;
pub use features::{feature_set, features};
pub use profile::{Guess, Marker, Profile, cue_bit, profile};
pub use state::{LABELS, State};
pub use unit::{Part, Unit, units};

use std::ops::Range;

use crate::crf::Model;
use crate::page::Page;
use crate::span::{Sourced, Span};
use crate::text::Traced;

/// What a line (or a clause of a long line) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A title alone.
    Title,
    /// Names alone.
    Authors,
    /// Venue, date, pages, publisher.
    Venue,
    /// Several roles on one line: a reference or a part of one.
    Reference,
    /// An abstract or a snippet of one.
    Abstract,
    /// Identifiers, links, citation counts.
    Identifiers,
    /// Belongs to the entry but gives no field (badges, award notes).
    Extra,
    /// A heading that governs the entries below it.
    Heading,
    /// A rule or mark between entries.
    Separator,
    /// Page text that belongs to no entry.
    Furniture,
}

/// A line within a block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockLine {
    /// Bytes of the block's text.
    pub range: Range<usize>,
    /// What the line is.
    pub role: Role,
    /// How sure the line model is of the role.
    pub confidence: f32,
}

/// Something said above that holds for an entry below (a year heading, an announced venue).
#[derive(Clone, Debug, PartialEq)]
pub enum Context {
    /// A year.
    Year(Sourced<i64>),
    /// A month, 1 to 12.
    Month(Sourced<i64>),
    /// A venue.
    Venue(Sourced<String>),
    /// A kind of publication, as printed ("Journal articles", "Zeitschriftenartikel").
    Kind(Sourced<String>),
    /// The authors are those of the entry above (`———`).
    SameAuthors(Traced),
}

/// The lines of one entry, joined by line breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The text of the lines, joined by `\n`.
    pub text: Traced,
    /// The lines in it.
    pub lines: Vec<BlockLine>,
    /// All source text that belongs to the entry.
    pub extent: Vec<Span>,
    /// What headings above say of it.
    pub context: Vec<Context>,
}

/// Why a piece of page text is no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FurnitureReason {
    /// A heading.
    Heading,
    /// A rule or mark between entries.
    Separator,
    /// A counter ("25 papers").
    Counter,
    /// A badge, button or link text ("PDF", "Cite").
    Badge,
    /// A menu or pager.
    Menu,
    /// Prose, profile or other text of the page around the list.
    Prose,
}

/// Page text that belongs to no entry, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Furniture {
    /// Where.
    pub span: Span,
    /// Why.
    pub reason: FurnitureReason,
}

/// A page cut into entries. Entries, furniture and unread text together cover every non-blank byte of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segmentation {
    /// The entries, in order.
    pub blocks: Vec<Block>,
    /// What is no entry, and why.
    pub furniture: Vec<Furniture>,
    /// What is neither.
    pub unread: Vec<Span>,
    /// How many publications the page says it lists.
    pub announced: Option<Sourced<u32>>,
}

/// The line model that is shipped.
static MODEL: &[u8] = include_bytes!("../../data/model/segment.crf");

/// Finds the entries of a page by its own repetition.
pub fn segment(page: &Page) -> Segmentation {
    // The shipped model is checked by a test; without one nothing is an entry and all text is reported.
    match Model::load(MODEL) {
        Ok(model) => segment_with(&model, page, Grammar::Learned),
        Err(_) => {
            Segmentation { unread: page.lines.iter().map(|line| line.extent).collect(), ..Segmentation::default() }
        }
    }
}

/// The states of a page's units under a line model.
pub fn states_with(model: &Model<'_>, page: &Page, grammar: Grammar) -> Vec<State> {
    let units = units(page);
    let profiles: Vec<Profile> = units.iter().map(|unit| profile(unit.text(page))).collect();
    let states = decode::decode(model, page, &units, &profiles, grammar);
    states.into_iter().map(|(label, _)| State::from_index(label)).collect()
}

/// Cuts a page by given states of its units: to make training examples of gold pages.
pub fn segment_by(page: &Page, states: &[State]) -> Segmentation {
    let units = units(page);
    let profiles: Vec<Profile> = units.iter().map(|unit| profile(unit.text(page))).collect();
    let states: Vec<(usize, f32)> = states.iter().map(|state| (state.index(), 1.0)).collect();
    assemble::assemble(page, &units, &profiles, &states)
}

/// Finds the entries of a page with another line model than the shipped one.
pub fn segment_with(model: &Model<'_>, page: &Page, grammar: Grammar) -> Segmentation {
    let units = units(page);
    let profiles: Vec<Profile> = units.iter().map(|unit| profile(unit.text(page))).collect();
    let states = decode::decode(model, page, &units, &profiles, grammar);
    assemble::assemble(page, &units, &profiles, &states)
}

/// Takes every line as one whole reference.
pub fn lines(page: &Page) -> Segmentation {
    let blocks = page
        .lines
        .iter()
        .map(|line| Block {
            lines: vec![BlockLine { range: 0..line.text.len(), role: Role::Reference, confidence: 1.0 }],
            text: line.text.clone(),
            extent: vec![line.extent],
            context: Vec::new(),
        })
        .collect();
    Segmentation { blocks, ..Segmentation::default() }
}
