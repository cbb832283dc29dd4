//! Citation keys: formula language, presets, assignment that does not depend on order.
//!
//! A [`Formula`] is written in Better BibTeX's or JabRef's notation and made of [`MARKERS`] and [`FILTERS`]; [`PRESETS`]
//! have names. What a record lacks is made up for: without a year one more title word is taken; without authors the
//! editors stand in, then the organisation, then title words until three are taken.

mod assign;
mod brackets;
mod cursor;
mod dots;
mod eval;
mod facts;
mod filters;
mod formula;
mod markers;
mod presets;
mod words;

pub use assign::{Lock, assign};
pub use filters::{FILTERS, Filter};
pub use formula::{Formula, FormulaError};
pub use markers::{MARKERS, Marker, Slot};
pub use presets::{PRESETS, Preset};

use crate::model::Record;

/// Version of the key scheme: transliteration, stop words, rules for missing parts and collisions. A change to any of
/// them that changes a key raises it.
pub const SCHEME: u32 = 1;

/// The key that a record has by itself, without regard to other records.
pub fn base_key(record: &Record, formula: &Formula) -> String {
    eval::evaluate(formula, &facts::Facts::new(record, formula.umlauts), None).key
}
