//! The words of `dev/data/phrases.tsv`.

use std::collections::BTreeMap;

use crate::random::Random;

/// Variants by language and key.
pub struct Phrases(BTreeMap<(&'static str, &'static str), Vec<&'static str>>);

impl Phrases {
    /// Reads the table.
    pub fn new() -> Self {
        let mut map = BTreeMap::new();
        for line in include_str!("../data/phrases.tsv").lines().filter(|l| !l.starts_with('#')) {
            let mut columns = line.split('\t');
            if let (Some(lang), Some(key), Some(variants)) = (columns.next(), columns.next(), columns.next()) {
                map.insert((lang, key), variants.split('|').collect());
            }
        }
        Self(map)
    }

    /// The variants of a language, or of English where it has none.
    pub fn all(&self, lang: &str, key: &str) -> &[&'static str] {
        let found = self.0.iter().find(|((l, k), _)| *l == lang && *k == key);
        found.or_else(|| self.0.iter().find(|((l, k), _)| *l == "en" && *k == key)).map_or(&[""], |(_, v)| v)
    }

    /// One of the variants.
    #[track_caller]
    pub fn pick(&self, random: &mut Random, lang: &str, key: &str) -> &'static str {
        random.pick(self.all(lang, key))
    }
}
