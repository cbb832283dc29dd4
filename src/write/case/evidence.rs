//! What a whole library tells about capitals.

use std::collections::BTreeSet;

use super::words::{Word, words};
use crate::lexicon;
use crate::model::{Field, Library};
use crate::text::fold::fold_words;

/// How a title is capitalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every word of weight has a capital, so that capitals tell nothing.
    Title,
    /// Only names and first words have capitals.
    Sentence,
    /// Nouns have capitals.
    German,
    /// Everything is a capital.
    Capitals,
}

/// The evidence of a library: its common style, the words it has in lower case, and those it has with a capital where
/// an ordinary word would have none.
#[derive(Clone, Debug)]
pub struct Evidence {
    lower: BTreeSet<String>,
    names: BTreeSet<String>,
    common: Style,
}

impl Evidence {
    /// Looks through all titles and abstracts.
    pub fn gather(library: &Library) -> Self {
        let (mut title, mut sentence, mut german) = (0usize, 0usize, 0usize);
        let titles: Vec<&str> = library.entries.iter().filter_map(|e| e.record.text(Field::Title)).collect();
        let mut styled: Vec<(&str, Vec<Word>, Option<Style>)> = Vec::with_capacity(titles.len());
        for text in titles {
            let words = words(text);
            let style = own_style(text, &words);
            match style {
                Some(Style::Title) => title += 1,
                Some(Style::Sentence) => sentence += 1,
                Some(Style::German) => german += 1,
                Some(Style::Capitals) | None => {}
            }
            styled.push((text, words, style));
        }
        let common = if german > title.max(sentence) {
            Style::German
        } else if sentence > title {
            Style::Sentence
        } else {
            Style::Title
        };
        let mut evidence = Self { lower: BTreeSet::new(), names: BTreeSet::new(), common };
        for (text, words, style) in &styled {
            evidence.add(text, words, *style);
        }
        for text in library.entries.iter().filter_map(|e| e.record.text(Field::Abstract)) {
            let words = words(text);
            let style = own_style(text, &words);
            evidence.add(text, &words, style);
        }
        evidence
    }

    fn add(&mut self, text: &str, words: &[Word], style: Option<Style>) {
        if style == Some(Style::Capitals) {
            return;
        }
        for word in words {
            for part in &word.parts {
                let part = text.get(part.clone()).unwrap_or_default();
                if part.chars().all(char::is_lowercase) {
                    self.lower.insert(fold_words(part));
                } else if style == Some(Style::Sentence) && !word.starts && is_capitalised(part) {
                    self.names.insert(fold_words(part));
                }
            }
        }
    }

    /// The style of a title, by itself or by its company.
    pub fn style(&self, title: &str) -> Style {
        let words = words(title);
        own_style(title, &words).unwrap_or_else(|| match self.common {
            // A title that shows no German is not made German by others.
            Style::German if language(title, &words) == Some("en") => Style::Title,
            // Without a word in lower case, the capitals are hardly all names.
            Style::Sentence if counts(title, &words).1 == 0 => Style::Title,
            common => common,
        })
    }

    /// Whether the library has the word in lower case.
    pub fn has_lower(&self, folded: &str) -> bool {
        self.lower.contains(folded)
    }

    /// Whether the library has the word with a capital in the middle of a sentence.
    pub fn has_name(&self, folded: &str) -> bool {
        self.names.contains(folded)
    }
}

/// A capital followed by lower case alone.
pub(super) fn is_capitalised(part: &str) -> bool {
    let mut chars = part.chars();
    chars.next().is_some_and(char::is_uppercase)
        && chars.clone().next().is_some()
        && chars.all(|c| c.is_lowercase() || matches!(c, '\'' | '’' | '.'))
}

/// The style that a title shows by itself.
fn own_style(title: &str, words: &[Word]) -> Option<Style> {
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let upper = title.chars().filter(|c| c.is_uppercase()).count();
    let lower = title.chars().filter(|c| c.is_lowercase()).count();
    if letters >= 12 && words.len() >= 3 && upper > lower * 6 {
        return Some(Style::Capitals);
    }
    if language(title, words) == Some("de") {
        return Some(Style::German);
    }
    let (capitals, small) = counts(title, words);
    let all = capitals + small;
    if all == 0 {
        None
    } else if capitals * 10 >= all * 7 && capitals >= 2 {
        Some(Style::Title)
    } else if capitals * 100 <= all * 35 || small >= 2 {
        Some(Style::Sentence)
    } else {
        None
    }
}

/// How many words of weight inside the title have a capital, and how many have none; names by the lexicon do not count.
fn counts(title: &str, words: &[Word]) -> (usize, usize) {
    let (mut capitals, mut small) = (0usize, 0usize);
    for word in words {
        if word.starts {
            continue;
        }
        let part = word.parts.first().and_then(|p| title.get(p.clone())).unwrap_or_default();
        if part.chars().count() < 4 {
            continue;
        }
        let folded = fold_words(part);
        if part.chars().all(char::is_lowercase) {
            small += usize::from(!lexicon::TITLE_SMALL_WORDS.contains(&folded));
        } else if is_capitalised(part) && !lexicon::PROPER_NAMES.contains(&folded) {
            capitals += 1;
        }
    }
    (capitals, small)
}

/// The language whose function words are most frequent; nothing if none has any or two have as many.
fn language(title: &str, words: &[Word]) -> Option<&'static str> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for word in words {
        let folded = fold_words(title.get(word.range.clone()).unwrap_or_default());
        if let Some(language) = lexicon::FUNCTION_WORDS.get(&folded) {
            match counts.iter_mut().find(|(l, _)| *l == language) {
                Some((_, count)) => *count += 1,
                None => counts.push((language, 1)),
            }
        }
    }
    let most = counts.iter().map(|c| c.1).max()?;
    let mut best = counts.iter().filter(|c| c.1 == most);
    let first = best.next()?;
    best.next().is_none().then_some(first.0)
}
