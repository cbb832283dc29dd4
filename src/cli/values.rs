//! Values of options: what may be chosen, and how numbers and names are read.

use clap::ValueEnum;

use bibglean::Input;
use bibglean::model::Name;
use bibglean::source::{self, Encoding};

/// Largest input that is read unless `--max-input` says otherwise.
pub const MAX_INPUT: Size = Size(256 << 20);

/// Largest limit that can be set: places in the input are 32-bit numbers, and decoding may treble the bytes.
const MAX_LIMIT: u64 = 1 << 30;

/// What is done with fields that a type does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Foreign {
    /// Write them under their own names
    Keep,
    /// Say them in the note where a reader needs them, else leave them out, so that biber's data model has nothing to object to
    Fold,
}

/// How a preprint is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Arxiv {
    /// `@misc` with `eprint`
    Eprint,
    /// `@article` in the journal `arXiv preprint arXiv:ID`, which every style prints
    Journal,
}

/// Order of the entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// As they stand in the input
    #[default]
    None,
    /// By citation key
    Key,
    /// By year, then by citation key; without a year first
    Year,
}

/// How much stderr says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Errors alone.
    Quiet,
    /// Warnings and a summary.
    Normal,
    /// Notes too.
    Verbose,
}

/// What an input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// Find out, for each input
    #[default]
    Auto,
    /// A page as plain text
    Text,
    /// A page in Markdown
    Markdown,
    /// A page in HTML
    Html,
    /// One whole reference on each line; each gives one entry
    Lines,
}

impl From {
    /// How it is cut into entries.
    pub fn input(self) -> Input {
        match self {
            Self::Lines => Input::Lines,
            _ => Input::Page,
        }
    }

    /// The format of its page, if that is not to be found out.
    pub fn format(self) -> Option<source::Format> {
        match self {
            Self::Auto => None,
            Self::Text | Self::Lines => Some(source::Format::Text),
            Self::Markdown => Some(source::Format::Markdown),
            Self::Html => Some(source::Format::Html),
        }
    }
}

pub(super) fn name(text: &str) -> Result<Name, String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = words.split_once(", ");
    let (family, given) =
        parts.or_else(|| words.rsplit_once(' ').map(|(given, family)| (family, given))).unwrap_or((&words, ""));
    if family.is_empty() { Err("a name".to_owned()) } else { Ok(Name::person(family, given)) }
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1".to_owned())
}

pub(super) fn encoding(name: &str) -> Result<Encoding, String> {
    Encoding::from_name(name).ok_or_else(|| "no encoding has this name".to_owned())
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

/// The letters that multiply a size, largest first.
const UNITS: &[(char, u64)] = &[('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)];

impl Size {
    pub fn parse(text: &str) -> Result<Self, String> {
        let upper = text.to_ascii_uppercase();
        let unit = UNITS.iter().find(|(letter, _)| upper.ends_with(*letter));
        let digits = unit.and_then(|(letter, _)| upper.strip_suffix(*letter)).unwrap_or(&upper);
        let number: u64 = digits.parse().map_err(|_| "a number of bytes, as in 500K or 64M".to_owned())?;
        match number.checked_mul(unit.map_or(1, |(_, factor)| *factor)) {
            Some(bytes) if bytes <= MAX_LIMIT => Ok(Self(bytes)),
            _ => Err(format!("at most {}", Self(MAX_LIMIT))),
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match UNITS.iter().find(|(_, factor)| self.0 >= *factor && self.0.is_multiple_of(*factor)) {
            Some((letter, factor)) => write!(f, "{}{letter}", self.0 / factor),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_they_print() {
        for (text, bytes) in [("7", 7), ("500k", 500 << 10), ("64M", 64 << 20), ("1G", 1 << 30)] {
            let size = Size::parse(text).expect(text);
            assert_eq!(size.0, bytes);
            assert_eq!(Size::parse(&size.to_string()), Ok(size));
        }
        for text in ["", "M", "2G", "-1", "1.5M", "99999999999999999999G", "1MM"] {
            assert!(Size::parse(text).is_err(), "{text}");
        }
    }
}
