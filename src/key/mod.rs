//! Citation keys: formula language, presets, assignment that does not depend on order.

use crate::model::{Library, Record};

/// A key formula, parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {}

/// Why a formula cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Byte in the formula.
    pub at: usize,
    /// What is wrong there, one sentence without a full stop.
    pub message: String,
}

impl Formula {
    /// Parses a preset's name or a formula in Better BibTeX's or JabRef's language.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let _ = text;
        Ok(Self {})
    }
}

/// Keys that exist already and never change, each with the work that has it.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    /// Key and the work it belongs to, in file order.
    pub works: Vec<(String, Record)>,
    /// Further keys that are taken (aliases in `ids`).
    pub taken: Vec<String>,
}

/// Gives every entry of the library its key. Entries that match a work of the lock get its key.
pub fn assign(library: &mut Library, formula: &Formula, lock: &Lock) {
    let _ = (formula, lock);
    for (i, entry) in library.entries.iter_mut().enumerate() {
        entry.key = format!("entry{i}");
    }
}
