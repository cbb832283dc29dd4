//! A formula applied to a record.

use super::facts::Facts;
use super::formula::{Arg, Atom, Formula, Series, Term};
use super::markers::{Call, Slot};
use super::words::Word;
use crate::model::Field;

/// Title words that stand for a missing author, and all title words that are taken then.
const AUTHOR_WORDS: usize = 2;
const WORDS_WITHOUT_AUTHOR: usize = 3;

/// What a formula gives.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The key.
    pub key: String,
    /// How many title words it took; `None` where it has no title part that could be lengthened.
    pub title_words: Option<usize>,
}

/// The key of a record without regard to other records. `extension` is one more title word.
pub(super) fn evaluate(formula: &Formula, facts: &Facts<'_>, extension: Option<&str>) -> Value {
    for choice in &formula.choices {
        let gaps = Gaps::of(choice, facts);
        if let Some(raw) = series(choice, facts, &gaps, extension) {
            let key = clean(&raw);
            if !key.is_empty() {
                return Value { key, title_words: gaps.reach };
            }
        }
    }
    // Nothing in the record fits the formula: the key must exist all the same.
    let fallback = [Field::Eprint, Field::Doi, Field::Note].iter().filter_map(|f| facts.record.text(*f)).next();
    let kind = facts.record.entry_type.value.name();
    let key = clean(&format!("{kind}{}", fallback.map_or_else(String::new, alphanumeric)));
    Value { key, title_words: None }
}

fn alphanumeric(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).take(24).collect::<String>().to_ascii_lowercase()
}

/// What a record lacks of a series, and how title words make up for it.
struct Gaps {
    /// Whether title words stand in the author slot.
    author: bool,
    /// Title words the author slot has taken.
    skip: usize,
    /// Title words the title slot takes, by what the marker asks for.
    count: Count,
    /// How far into the title words the series reaches.
    reach: Option<usize>,
}

enum Count {
    Asked { more: usize },
    Fixed(usize),
}

impl Count {
    fn of(&self, asked: usize) -> usize {
        match self {
            Self::Asked { more } => asked + more,
            Self::Fixed(n) => *n,
        }
    }
}

impl Gaps {
    fn of(series: &Series, facts: &Facts<'_>) -> Self {
        let slots = || series.iter().filter_map(|term| marker_slot(term));
        let author = slots().any(|(slot, _)| slot == Slot::Author)
            && facts.people().is_empty()
            && facts.organisation().is_empty();
        let year = slots().any(|(slot, _)| slot == Slot::Year) && facts.year().is_none();
        let title = slots().find_map(|(slot, args)| match slot {
            Slot::Title(n) => Some(args.first().and_then(Arg::number).unwrap_or(n)),
            _ => None,
        });
        let skip = if author { AUTHOR_WORDS } else { 0 };
        let count = match (author, year) {
            (true, _) => Count::Fixed(WORDS_WITHOUT_AUTHOR - AUTHOR_WORDS),
            (false, true) => Count::Asked { more: 1 },
            (false, false) => Count::Asked { more: 0 },
        };
        let reach = title.map(|asked| skip + count.of(asked));
        Self { author, skip, count, reach }
    }
}

/// The slot of a term that is a marker. Groups see to their gaps themselves.
fn marker_slot(term: &Term) -> Option<(Slot, &[Arg])> {
    match &term.atom {
        Atom::Marker(marker, args) => Some((marker.slot, args)),
        _ => None,
    }
}

/// No gaps to fill: inside a group with alternatives, what is missing is what the next alternative is for.
const NO_GAPS: Gaps = Gaps { author: false, skip: 0, count: Count::Asked { more: 0 }, reach: None };

fn series(terms: &Series, facts: &Facts<'_>, gaps: &Gaps, extension: Option<&str>) -> Option<String> {
    let mut out = String::new();
    let mut title_seen = false;
    let mut author_seen = false;
    for term in terms {
        let mut value = match &term.atom {
            Atom::Literal(text) => text.clone(),
            Atom::Choice(choices) => {
                let tried = choices.iter().filter_map(|choice| series(choice, facts, &NO_GAPS, None));
                tried.into_iter().find(|value| !value.trim().is_empty()).unwrap_or_default()
            }
            Atom::Marker(marker, args) => {
                let asked = match marker.slot {
                    Slot::Title(n) => args.first().and_then(Arg::number).unwrap_or(n),
                    _ => 0,
                };
                // The first title part is the one that is lengthened.
                let here = extension.filter(|_| matches!(marker.slot, Slot::Title(_)) && !title_seen);
                title_seen |= matches!(marker.slot, Slot::Title(_));
                let call = Call { facts, args, skip: gaps.skip, count: gaps.count.of(asked), extension: here };
                if gaps.author && marker.slot == Slot::Author {
                    let words = if author_seen { 0 } else { AUTHOR_WORDS };
                    author_seen = true;
                    facts.title_words().take(words).map(Word::compact).collect()
                } else {
                    (marker.value)(&call)
                }
            }
        };
        for (filter, args) in &term.filters {
            value = (filter.apply)(value, args)?;
        }
        out.push_str(&value);
    }
    Some(out)
}

/// Characters that every consumer of keys accepts; a letter first; no separator doubled or at the end.
fn clean(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in raw.chars() {
        let separator = matches!(c, ':' | '_' | '-' | '.' | '+');
        let kept = if out.is_empty() {
            c.is_ascii_alphabetic()
        } else {
            c.is_ascii_alphanumeric() || (separator && !(c != '+' && out.ends_with(c)))
        };
        if kept {
            out.push(c);
        }
    }
    out.truncate(out.trim_end_matches([':', '_', '-', '.']).len());
    out
}

/// Words of an entry's title that can tell it from others of the same key: those after the ones its key has.
pub(super) fn further_words(facts: &Facts<'_>, taken: usize) -> Vec<String> {
    if !facts.words().iter().any(Word::is_title_word) {
        return facts.words().iter().skip(taken).map(Word::compact).collect();
    }
    // Numbers tell parts of a series apart, though they never begin a key's title part.
    let mut seen = 0;
    let mut words = Vec::new();
    for word in facts.words().iter().filter(|word| !word.is_stop()) {
        if word.is_title_word() {
            seen += 1;
            if seen <= taken {
                continue;
            }
        }
        words.push(word.compact().to_ascii_lowercase());
    }
    words
}
