//! Looks the items up in the word lists: the longest phrase that begins at each word.

use std::collections::HashMap;

use super::cells::{Cell, Letter};
use crate::lexicon::{self, List};
use crate::text::fold::fold;

/// Bits of [`Classes::words`].
pub(super) const GIVEN: u16 = 1;
pub(super) const FAMILY: u16 = 2;
pub(super) const ENGLISH: u16 = 4;
pub(super) const PARTICLE: u16 = 8;
pub(super) const MONTH: u16 = 16;

/// What the lists say of an item.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Classes {
    pub words: u16,
    /// Class of cue word, 0 for none.
    pub cue: u8,
    /// Number of words of the cue's phrase.
    pub cue_words: u8,
    /// For each of [`PHRASES`]: 0 none, else how many words the phrase has (cut at 4), plus 4 if it goes on from before.
    pub phrases: [u8; PHRASES.len()],
}

impl Classes {
    /// Nothing.
    pub const NONE: Self = Self { words: 0, cue: 0, cue_words: 0, phrases: [0; PHRASES.len()] };

    /// Whether one of the bits is set.
    pub fn is(&self, bits: u16) -> bool {
        self.words & bits != 0
    }
}

/// The lists of phrases.
pub(super) const PHRASES: [&List; 4] =
    [&lexicon::JOURNALS, &lexicon::CONFERENCES, &lexicon::PUBLISHERS, &lexicon::PLACES];

/// The values of `cues.tsv`; a class's number is its place plus one.
pub(super) const CUES: [&str; 25] = [
    "in",
    "and",
    "others",
    "editor",
    "translator",
    "volume",
    "number",
    "pages",
    "access",
    "state",
    "genre",
    "edition",
    "series",
    "identifier",
    "suffix",
    "season",
    "publisher",
    "body",
    "group",
    "event",
    "journal",
    "author",
    "title",
    "online",
    "note",
];

/// Stands in the joined text where no phrase goes on.
const WALL: char = '\u{1}';

/// The folded words of the items in one text: a space between words, none between characters of scripts without spaces.
#[derive(Default)]
struct Joined {
    text: String,
    /// For each item, where its word stands; empty for marks and identifiers.
    places: Vec<std::ops::Range<usize>>,
}

impl Joined {
    fn new(text: &str, cells: &[Cell]) -> Self {
        let mut this = Self { text: String::with_capacity(text.len() + 8), places: Vec::with_capacity(cells.len()) };
        let mut gap = false;
        let mut before = Letter::None;
        for cell in cells {
            let wall = cell.identifier != 0
                || cell.line_edge & 1 == 1
                || matches!(cell.mark, Some(',' | ';' | '(' | ')' | '|' | '"' | '“' | '”' | '·'));
            if wall {
                this.text.push(WALL);
                gap = false;
            }
            let start = this.text.len();
            if cell.identifier != 0 {
                this.places.push(start..start);
                continue;
            }
            if let Some(mark) = cell.mark {
                gap |= cell.spaced || !matches!(mark, '\'' | '’' | '‘' | '`');
                this.places.push(start..start);
                continue;
            }
            let ideographs = cell.letter == Letter::Ideograph && before == Letter::Ideograph;
            let joint = if ideographs { gap } else { gap || cell.spaced || before != Letter::None };
            if joint && !wall {
                this.text.push(' ');
            }
            let start = this.text.len();
            let word = &text[cell.range.clone()];
            match cell.letter {
                Letter::None => this.text.push_str(word),
                _ => this.text.push_str(&fold(word)),
            }
            this.places.push(start..this.text.len());
            gap = false;
            before = cell.letter;
        }
        this
    }
}

/// What the lists say of a word by itself; kept for a while, since the words of a list of references recur.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// Bits of all lists of single words.
    bits: u16,
    /// The lists of phrases that have a phrase beginning with the word, a bit each; the cues' bit comes last.
    opens: u8,
}

/// The words looked up lately.
#[derive(Debug, Default)]
pub(super) struct Lately(HashMap<u64, Word>);

impl Lately {
    /// How many words are kept.
    const LIMIT: usize = 1 << 15;

    fn word(&mut self, word: &str) -> Word {
        if self.0.len() >= Self::LIMIT {
            self.0.clear();
        }
        *self.0.entry(crate::crf::hash(word.as_bytes())).or_insert_with(|| {
            let lists = [
                (&lexicon::GIVEN_NAMES, GIVEN),
                (&lexicon::FAMILY_NAMES, FAMILY),
                (&lexicon::ENGLISH_WORDS, ENGLISH),
                (&lexicon::PARTICLES, PARTICLE),
                (&lexicon::MONTHS, MONTH),
            ];
            let bits = lists.iter().fold(0, |bits, (list, bit)| if list.contains(word) { bits | bit } else { bits });
            let phrases = PHRASES.iter().copied().chain([&lexicon::CUES]).enumerate();
            let opens = phrases.fold(0, |opens, (i, list)| opens | u8::from(list.opens(word)) << i);
            Word { bits, opens }
        })
    }
}

/// Marks all items.
pub(super) fn mark(text: &str, cells: &mut [Cell], lately: &mut Lately) {
    let joined = Joined::new(text, cells);
    for i in 0..cells.len() {
        let place = joined.places[i].clone();
        if place.is_empty() {
            continue;
        }
        let word = lately.word(&joined.text[place.clone()]);
        cells[i].lex.words = word.bits & readable_as(cells[i].letter);
        let rest = &joined.text[place.start..];
        // The items whose words end where a term ends.
        let last_item = |length: usize| {
            let end = place.start + length;
            let ahead = joined.places[i..].iter().take(40).position(|p| !p.is_empty() && p.end >= end)?;
            (joined.places[i + ahead].end == end).then_some(i + ahead)
        };
        let mut cue = None;
        if word.opens >> PHRASES.len() & 1 == 1 {
            lexicon::CUES.prefixes(rest, |length, value| cue = last_item(length).map(|last| (last, value)).or(cue));
        }
        if let Some((last, value)) = cue {
            let class = CUES.iter().position(|c| *c == value).map_or(0, |p| p as u8 + 1);
            let count = (last - i + 1).min(9) as u8;
            for cell in &mut cells[i..=last] {
                if cell.lex.cue_words <= count {
                    cell.lex.cue = class;
                    cell.lex.cue_words = count;
                }
            }
        }
        for (index, list) in PHRASES.iter().enumerate() {
            // A phrase inside a longer one says nothing.
            if word.opens >> index & 1 == 0 || cells[i].lex.phrases[index] > 4 {
                continue;
            }
            let mut found = None;
            list.prefixes(rest, |length, _| found = last_item(length).or(found));
            if let Some(last) = found {
                let words = joined.places[i..=last].iter().filter(|p| !p.is_empty()).count().min(4) as u8;
                for cell in &mut cells[i..=last] {
                    cell.lex.phrases[index] = words + 4;
                }
                cells[i].lex.phrases[index] = words;
            }
        }
    }
}

/// The lists of single words that have a say on a word with such letters.
fn readable_as(letter: Letter) -> u16 {
    let names = if matches!(letter, Letter::None | Letter::Lower | Letter::Initial) { 0 } else { GIVEN | FAMILY };
    let words = match letter {
        Letter::None | Letter::Ideograph | Letter::Initial => 0,
        _ => ENGLISH | PARTICLE | MONTH,
    };
    names | words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::cells::Cells;
    use crate::label::reference_block;

    /// The words whose phrase a test picks out, as the list sees them.
    fn marked(text: &str, take: impl Fn(&Classes) -> bool) -> Vec<&str> {
        let cells = Cells::new(&reference_block(text), &mut Lately::default()).cells;
        cells.iter().filter(|c| c.mark.is_none() && take(&c.lex)).map(|c| &text[c.range.clone()]).collect()
    }

    #[test]
    fn every_cue_has_a_class() {
        // Reads the file itself: a value that no class knows would have no effect and go unseen.
        let rows = include_str!("../../data/lexicon/cues.tsv").lines().filter(|l| !l.starts_with('#') && !l.is_empty());
        for row in rows {
            let value = row.split('\t').nth(1).unwrap_or_default();
            assert!(CUES.contains(&value), "{row}");
        }
    }

    #[test]
    fn the_longest_phrase_is_marked() {
        let text = "In J. Chem. Phys. 3; M.I.T. Press, São Paulo";
        assert_eq!(marked(text, |c| c.phrases[0] > 0), ["J", "Chem", "Phys"]);
        assert_eq!(marked(text, |c| c.phrases[3] > 0), ["São", "Paulo"]);
        assert_eq!(marked("Abgerufen am 3. Mai", |c| c.cue == 9), ["Abgerufen", "am"]);
        assert_eq!(marked("東京：岩波書店", |c| c.phrases[2] > 0).concat(), "岩波書店");
        // A line break or a comma ends a phrase.
        assert!(marked("New\nYork", |c| c.phrases[3] > 0).len() < 2);
    }
}
