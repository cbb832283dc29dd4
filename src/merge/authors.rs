//! How two lists of authors relate.

use super::title::typo;
use crate::model::{Name, NameList};
use crate::text::fold::{fold, fold_words};

/// A name prepared for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    /// Folded family name, words run together.
    pub family: String,
    /// The last word of the family name (`maaten`), for lists that drop particles.
    last: String,
    /// Folded given names, words run together.
    pub given: String,
    /// The first letter of the given names.
    initial: Option<char>,
}

/// A list of names prepared for comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct People {
    pub names: Vec<Person>,
    pub cut: bool,
}

/// How two lists relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    /// Other people.
    Conflict,
    /// One of two complete lists is the beginning of the other.
    Prefix,
    /// At least one has no names.
    Unknown,
    /// The printed beginnings agree, and at least one list is cut.
    Cut,
    /// The same people.
    Full,
}

impl Person {
    fn new(name: &Name) -> Self {
        let words = fold_words(name.family());
        let given = fold_words(name.given()).replace(' ', "");
        let last = words.rsplit(' ').next().unwrap_or_default().to_owned();
        Self { family: words.replace(' ', ""), last, initial: fold(&given).chars().next(), given }
    }

    /// Whether two names may be one person's.
    pub fn matches(&self, other: &Self) -> bool {
        let family = self.family == other.family
            || (!self.last.is_empty() && self.last == other.last && self.is_shorter_form(other))
            || typo(&self.family, &other.family);
        let given = self.initial.is_none() || other.initial.is_none() || self.initial == other.initial;
        let swapped = !self.given.is_empty() && self.given == other.family && self.family == other.given;
        (family && given) || swapped
    }

    fn is_shorter_form(&self, other: &Self) -> bool {
        self.family.ends_with(&other.family) || other.family.ends_with(&self.family)
    }
}

impl People {
    pub fn new(list: Option<&NameList>) -> Self {
        list.map_or_else(Self::default, |list| Self {
            names: list.names.iter().map(Person::new).collect(),
            cut: list.others,
        })
    }

    /// Compares two lists.
    pub fn agree(&self, other: &Self) -> Agreement {
        let (a, b) = (&self.names, &other.names);
        if a.is_empty() || b.is_empty() {
            return Agreement::Unknown;
        }
        let shared = a.len().min(b.len());
        let matched = a.iter().zip(b).filter(|(x, y)| x.matches(y)).count();
        // One misread name in a long list does not make it another list.
        let beginnings = matched == shared || (shared >= 5 && matched + 1 >= shared);
        let complete = !self.cut && !other.cut;
        if complete && a.len() == b.len() {
            return if beginnings || same_set(a, b) { Agreement::Full } else { Agreement::Conflict };
        }
        if complete {
            return if beginnings { Agreement::Prefix } else { Agreement::Conflict };
        }
        // A complete list cannot be shorter than the beginning that a cut one prints.
        let fits = (self.cut || a.len() >= b.len()) && (other.cut || b.len() >= a.len());
        match (beginnings, fits) {
            (true, true) => Agreement::Cut,
            (true, false) => Agreement::Prefix,
            _ => Agreement::Conflict,
        }
    }
}

/// Whether two lists of the same length name the same people in another order.
fn same_set(a: &[Person], b: &[Person]) -> bool {
    if a.len() < 2 {
        return false;
    }
    let sorted = |list: &[Person]| {
        let mut keys: Vec<(String, Option<char>)> = list.iter().map(|p| (p.family.clone(), p.initial)).collect();
        keys.sort();
        keys
    };
    sorted(a) == sorted(b)
}
