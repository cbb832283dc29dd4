//! Word lists: typed handles on `data/lexicon/*.tsv`, compiled by `build.rs` into finite-state maps.
//!
//! Terms are looked up in the form that [`fold_words`](crate::text::fold::fold_words) gives, except in lists
//! marked `# exact`.

use std::sync::OnceLock;

use fst::raw::Fst;

mod latex;

pub use latex::{RIGHT_QUOTE, character, special};

include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));

/// A list of terms, each with a value.
pub struct List {
    bytes: &'static [u8],
    values: &'static [&'static str],
    map: OnceLock<Option<Fst<&'static [u8]>>>,
}

impl List {
    const fn new(bytes: &'static [u8], values: &'static [&'static str]) -> Self {
        Self { bytes, values, map: OnceLock::new() }
    }

    /// The map, opened at the first look-up; reading its header is all that this costs.
    fn map(&self) -> Option<&Fst<&'static [u8]>> {
        // The bytes are written by build.rs and checked by the test below.
        self.map.get_or_init(|| Fst::new(self.bytes).ok()).as_ref()
    }

    /// The value of a folded term.
    pub fn get(&self, term: &str) -> Option<&'static str> {
        let index = self.map()?.get(term)?;
        self.values.get(usize::try_from(index.value()).ok()?).copied()
    }

    /// Whether the folded term is in the list.
    pub fn contains(&self, term: &str) -> bool {
        self.map().is_some_and(|map| map.contains_key(term))
    }

    /// The longest term that the folded words begin with: how many words it has, and its value.
    pub fn longest<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Option<(usize, &'static str)> {
        let map = self.map()?;
        let mut node = map.root();
        let mut output = 0;
        let mut best = None;
        for (count, word) in words.into_iter().enumerate() {
            let joint: &[u8] = if count == 0 { b"" } else { b" " };
            for &byte in joint.iter().chain(word.as_bytes()) {
                let Some(i) = node.find_input(byte) else { return best };
                let transition = node.transition(i);
                output += transition.out.value();
                node = map.node(transition.addr);
            }
            if node.is_final() {
                let index = usize::try_from(output + node.final_output().value()).ok()?;
                best = Some((count + 1, self.values.get(index).copied()?));
            }
        }
        best
    }

    /// Whether some term begins with this folded text.
    pub fn opens(&self, start: &str) -> bool {
        let Some(map) = self.map() else { return false };
        let mut node = map.root();
        start.bytes().all(|byte| match node.find_input(byte) {
            Some(at) => {
                node = map.node(node.transition_addr(at));
                true
            }
            None => false,
        })
    }

    /// Gives each term that the folded text begins with, shortest first: its length in bytes, and its value.
    pub fn prefixes(&self, text: &str, mut each: impl FnMut(usize, &'static str)) {
        let Some(map) = self.map() else { return };
        let mut node = map.root();
        let mut output = 0;
        for (i, &byte) in text.as_bytes().iter().enumerate() {
            let Some(at) = node.find_input(byte) else { return };
            let transition = node.transition(at);
            output += transition.out.value();
            node = map.node(transition.addr);
            if node.is_final() {
                let index = usize::try_from(output + node.final_output().value()).unwrap_or(usize::MAX);
                if let Some(value) = self.values.get(index) {
                    each(i + 1, value);
                }
            }
        }
    }

    /// How many terms the list has.
    pub fn len(&self) -> usize {
        self.map().map_or(0, Fst::len)
    }

    /// Whether the list has no term.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_up_words_and_phrases() {
        assert_eq!(MONTHS.get("august"), Some("8"));
        assert_eq!(PARTICLES.longest(["van", "der", "berg"]).map(|(words, _)| words), Some(2));
        assert_eq!(PARTICLES.get("berg"), None);
        let mut found = Vec::new();
        PARTICLES.prefixes("van der berg", |length, _| found.push(length));
        assert!(found.contains(&3) && found.contains(&7) && !found.contains(&12), "{found:?}");
    }
}
