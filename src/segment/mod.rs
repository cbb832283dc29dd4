//! Page to blocks: which lines form an entry, and what each line is.

mod announce;
mod assemble;
mod context;
mod decode;
mod features;
mod pattern;
mod profile;
mod state;
mod unit;
mod walk;

pub use decode::{Looks, found};
pub use features::{feature_set, features};
pub use pattern::{pattern, pattern_set};
pub use profile::{Guess, Marker, Profile, cue_bit, profile};
pub use state::{LABELS, State};
pub use unit::{Part, Unit, units};
pub use walk::{columns, forbidden, state_names, walk};

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

/// The models that are shipped, of the first and of the second look.
static FIRST: &[u8] = include_bytes!("../../data/model/segment.crf");
static SECOND: &[u8] = include_bytes!("../../data/model/segment-page.crf");

/// Finds the entries of a page by its own repetition.
pub fn segment(page: &Page) -> Segmentation {
    // The shipped models are checked by a test; without them nothing is an entry and all text is reported.
    match (Model::load(FIRST), Model::load(SECOND)) {
        (Ok(first), Ok(second)) => segment_with(Looks { first: &first, second: Some(&second) }, page),
        _ => Segmentation { unread: page.lines.iter().map(|line| line.extent).collect(), ..Segmentation::default() },
    }
}

/// The states of a page's units under other models than those shipped.
pub fn states_with(looks: Looks<'_, '_>, page: &Page) -> Vec<State> {
    let (units, profiles) = look_at(page);
    decode::decode(looks, page, &units, &profiles).into_iter().map(|(state, _)| state).collect()
}

/// Cuts a page by given states of its units: to make training examples of gold pages.
pub fn segment_by(page: &Page, states: &[State]) -> Segmentation {
    let (units, profiles) = look_at(page);
    let states: Vec<(State, f32)> = states.iter().map(|&state| (state, 1.0)).collect();
    assemble::assemble(page, &units, &profiles, &states)
}

/// Finds the entries of a page with other models than those shipped.
pub fn segment_with(looks: Looks<'_, '_>, page: &Page) -> Segmentation {
    let (units, profiles) = look_at(page);
    let states = decode::decode(looks, page, &units, &profiles);
    assemble::assemble(page, &units, &profiles, &states)
}

/// The units of a page and what can be seen of each.
pub fn look_at(page: &Page) -> (Vec<Unit>, Vec<Profile>) {
    let units = units(page);
    let profiles = units.iter().map(|unit| profile(unit.text(page))).collect();
    (units, profiles)
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
