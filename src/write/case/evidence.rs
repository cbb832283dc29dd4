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
            // Abstracts tell what is an ordinary word; their capitals are often coined terms spelled out.
            evidence.add(text, &words(text), None);
        }
        evidence
    }

    fn add(&mut self, text: &str, words: &[Word], style: Option<Style>) {
        if style == Some(Style::Capitals) {
            return;
        }
        for segment in words.chunk_by(|a, b| a.segment == b.segment) {
            // A name is taken from running text whose capitals are few.
            let (capitals, small) = counts(text, segment);
            let names = style == Some(Style::Sentence) && small >= 2 && capitals * 3 <= small;
            for word in segment {
                for part in &word.parts {
                    let part = text.get(part.clone()).unwrap_or_default();
                    if part.chars().all(char::is_lowercase) {
                        self.lower.insert(fold_words(part));
                    } else if names && !word.starts && word.parts.len() == 1 && is_capitalised(part) {
                        self.names.insert(fold_words(part));
                    }
                }
            }
        }
    }

    /// The style at each word of a title. Title and subtitle are judged apart where each shows its own
    /// (`Topographic Factor Analysis: a model of brain networks`), else by the whole title, else by its company.
    pub(super) fn styles(&self, title: &str, words: &[Word]) -> Vec<Style> {
        let whole = own_style(title, words);
        if matches!(whole, Some(Style::Capitals | Style::German)) {
            return vec![whole.unwrap_or(self.common); words.len()];
        }
        let whole = whole.unwrap_or_else(|| match self.common {
            // A title that shows no German is not made German by others.
            Style::German if language(title, words) == Some("en") => Style::Title,
            // Without a word in lower case, the capitals are hardly all names; but Title Case is an English habit.
            Style::Sentence if counts(title, words).1 == 0 && language(title, words).is_none_or(|l| l == "en") => {
                Style::Title
            }
            common => common,
        });
        let mut styles = Vec::with_capacity(words.len());
        for segment in words.chunk_by(|a, b| a.segment == b.segment) {
            let (capitals, small) = counts(title, segment);
            let own = match counted(capitals, small) {
                _ if whole == Style::German => None,
                Some(Style::Title) if small > 0 => None,
                own => own,
            };
            styles.resize(styles.len() + segment.len(), own.unwrap_or(whole));
        }
        styles
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
    counted(capitals, small)
}

/// What the words of weight tell: mostly capitals, mostly none, or too few of them.
fn counted(capitals: usize, small: usize) -> Option<Style> {
    if capitals >= 2 && capitals >= 2 * small {
        Some(Style::Title)
    } else if small >= 2 && capitals <= small || small == 1 && capitals == 0 {
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
            let light = lexicon::TITLE_SMALL_WORDS.contains(&folded) || lexicon::FUNCTION_WORDS.contains(&folded);
            small += usize::from(!light);
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
