//! The formula of a citation key, parsed.
//!
//! Two notations are read, those of Better BibTeX (`auth.lower + shorttitle(3,3) + year`) and of JabRef
//! (`[auth:lower][year]`); both become the same tree. Better BibTeX's, as read here:
//!
//! ```text
//! formula = series { "|" series }                the first that gives something is taken
//! series  = term { "+" term }
//! term    = ( marker [ "(" args ")" ] | string | "(" formula ")" ) { "." filter [ "(" args ")" ] }
//! args    = arg { "," arg }        arg = [ name "=" ] ( number | string | name )
//! string  = '"' … '"' | "'" … "'"
//! ```
//!
//! and JabRef's:
//!
//! ```text
//! pattern  = { literal | "[" marker { ":" modifier } "]" }
//! modifier = name | "(" fallback ")" | "regex(" string "," string ")"
//! ```
//!
//! The names are those of [`MARKERS`](super::MARKERS) and [`FILTERS`](super::FILTERS).

use regex::Regex;

use super::filters::Filter;
use super::markers::Marker;
use super::words::Umlauts;
use super::{brackets, dots, presets};

/// A key formula, parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Alternatives; the first that gives something is taken.
    pub(super) choices: Vec<Series>,
    /// How umlauts are written (`transliterate("german")` anywhere in the formula).
    pub(super) umlauts: Umlauts,
}

/// Terms whose values stand one after the other.
pub(super) type Series = Vec<Term>;

/// A part of a key with the filters that are applied to it in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term {
    pub atom: Atom,
    pub filters: Vec<(&'static Filter, Vec<Arg>)>,
}

/// What a part of a key is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Atom {
    Literal(String),
    Marker(&'static Marker, Vec<Arg>),
    Choice(Vec<Series>),
}

/// An argument of a marker or filter.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    Number(usize),
    Text(String),
    Pattern(Regex),
}

impl PartialEq for Arg {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Pattern(a), Self::Pattern(b)) => a.as_str() == b.as_str(),
            _ => false,
        }
    }
}

impl Arg {
    /// The number, if it is one.
    pub fn number(&self) -> Option<usize> {
        match self {
            Self::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Why a formula cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Byte in the formula.
    pub at: usize,
    /// What is wrong there, one sentence without a full stop.
    pub message: String,
}

impl FormulaError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

impl std::fmt::Display for FormulaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (at byte {} of the formula)", self.message, self.at)
    }
}

impl std::error::Error for FormulaError {}

impl Formula {
    /// Parses the name of a preset ([`PRESETS`](super::PRESETS)) or a formula in Better BibTeX's or JabRef's notation.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        if let Some(preset) = presets::preset(text.trim()) {
            return dots::parse(preset.formula);
        }
        if is_bracketed(text) { brackets::parse(text) } else { dots::parse(text) }
    }

    /// The formula of these alternatives; a transliteration asked for anywhere holds everywhere.
    pub(super) fn new(choices: Vec<Series>) -> Self {
        let umlauts = if asks_german(&choices) { Umlauts::German } else { Umlauts::Plain };
        Self { choices, umlauts }
    }
}

impl Default for Formula {
    /// The preset `scholar`.
    fn default() -> Self {
        presets::default_formula()
    }
}

/// Whether a bracket stands outside of quotation marks: then it is JabRef's notation.
fn is_bracketed(text: &str) -> bool {
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '[' => return true,
            None => {}
        }
    }
    false
}

fn asks_german(choices: &[Series]) -> bool {
    choices.iter().flatten().any(|term| {
        let filter = term
            .filters
            .iter()
            .any(|(filter, args)| filter.name == "transliterate" && args.first().and_then(Arg::text) == Some("german"));
        filter || matches!(&term.atom, Atom::Choice(inner) if asks_german(inner))
    })
}
