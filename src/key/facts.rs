//! What a formula may ask of a record.

use std::cell::OnceCell;

use super::words::{self, Umlauts, Word};
use crate::lexicon::SKIPWORDS;
use crate::model::{Field, Name, Record};

/// A record as formulas see it. Title words are cut once, on demand.
pub(super) struct Facts<'a> {
    pub record: &'a Record,
    pub umlauts: Umlauts,
    words: OnceCell<Vec<Word>>,
}

impl<'a> Facts<'a> {
    pub fn new(record: &'a Record, umlauts: Umlauts) -> Self {
        Self { record, umlauts, words: OnceCell::new() }
    }

    /// The authors, or the editors where there is none.
    pub fn people(&self) -> &'a [Name] {
        [Field::Authors, Field::Editors].iter().map(|field| self.names(*field)).find(|n| !n.is_empty()).unwrap_or(&[])
    }

    /// Whether the list that [`people`](Self::people) gives is cut.
    pub fn is_cut(&self) -> bool {
        [Field::Authors, Field::Editors]
            .iter()
            .filter_map(|field| self.record.names(*field))
            .find(|list| !list.names.is_empty())
            .is_some_and(|list| list.others)
    }

    /// The names in a field.
    pub fn names(&self, field: Field) -> &'a [Name] {
        self.record.names(field).map_or(&[], |list| list.names.as_slice())
    }

    /// A name without particles, run together.
    pub fn family(&self, name: &Name) -> String {
        match name {
            Name::Person { family, given, .. } if family.trim().is_empty() => words::family(given, self.umlauts),
            Name::Person { family, .. } => words::family(family, self.umlauts),
            Name::Body(body) => words::body(body, self.umlauts),
        }
    }

    /// A name with particles, hyphens and spaces.
    pub fn surname(&self, name: &Name) -> String {
        match name {
            Name::Person { family, given, .. } if family.trim().is_empty() => words::surname(given, self.umlauts),
            Name::Person { family, .. } => words::surname(family, self.umlauts),
            Name::Body(body) => words::body(body, self.umlauts),
        }
    }

    /// The institution, as a key has it.
    pub fn organisation(&self) -> String {
        self.record.text(Field::Institution).map_or_else(String::new, |name| words::body(name, self.umlauts))
    }

    /// The words of the title; of the container where there is no title.
    pub fn words(&self) -> &[Word] {
        self.words.get_or_init(|| {
            let text = [Field::Title, Field::Container].iter().find_map(|f| self.record.text(*f)).unwrap_or_default();
            words::title_words(text, self.umlauts)
        })
    }

    /// The words that may stand in a key, in order. Where the title has no such word (`1984`, `Who Is Who`), all of them.
    pub fn title_words(&self) -> impl Iterator<Item = &Word> {
        let telling = self.words().iter().any(Word::is_title_word);
        self.words().iter().filter(move |word| !telling || word.is_title_word())
    }

    /// The words of the title without those that another program leaves out (`data/lexicon/skipwords.tsv`).
    pub fn words_by_rule_of(&self, program: &str) -> impl Iterator<Item = &Word> {
        let skipped = move |word: &Word| {
            SKIPWORDS.get(&word.compact().to_ascii_lowercase()).is_some_and(|all| all.split(' ').any(|p| p == program))
        };
        self.words().iter().filter(move |word| !skipped(word))
    }

    pub fn year(&self) -> Option<i64> {
        self.record.integer(Field::Year)
    }
}
