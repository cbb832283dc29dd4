//! How two titles relate.

use crate::lexicon::{GENERIC_TITLES, STOPWORDS};
use crate::text::fold::fold_words;

/// A title prepared for comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Title {
    /// Folded words.
    pub words: Vec<String>,
    /// The words run together.
    pub compact: String,
    /// How many of the words stand before the first colon, dash or question mark that separates a subtitle.
    pub main: usize,
    /// Whether the title says nothing of its own (`Introduction`, `Editorial`).
    pub generic: bool,
}

/// How two titles relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// Other words.
    Different,
    /// One is missing.
    Missing,
    /// One has a subtitle that the other lacks.
    Extended,
    /// A typo or two, or a stop word more or less.
    Near,
    /// The same but for case, punctuation and spacing.
    Same,
}

impl Title {
    /// Prepares a title.
    pub fn new(title: &str) -> Self {
        let folded = fold_words(title);
        let words: Vec<String> = folded.split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect();
        let compact: String = words.concat();
        let main = separator(title).map_or(words.len(), |at| {
            let count = fold_words(title.get(..at).unwrap_or_default()).split(' ').filter(|w| !w.is_empty()).count();
            if count == 0 { words.len() } else { count.min(words.len()) }
        });
        let generic = GENERIC_TITLES.contains(&folded);
        Self { words, compact, main, generic }
    }

    /// The main title run together.
    pub fn main_compact(&self) -> String {
        self.words[..self.main].concat()
    }

    /// Whether the title is short enough for two works to bear it by chance.
    pub fn is_short(&self) -> bool {
        self.words.len() < 4 && self.compact.chars().count() < 24
    }
}

/// Where a subtitle is separated.
fn separator(title: &str) -> Option<usize> {
    let mut before = ' ';
    let mut chars = title.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, c)| *c);
        let apart = match c {
            ':' | '?' | '.' | ';' | '!' => next.is_whitespace(),
            '—' | '：' => true,
            '-' | '–' => before.is_whitespace() || (c == '-' && next == '-'),
            '(' => at > 0,
            _ => false,
        };
        if apart && at > 0 && chars.peek().is_some() {
            return Some(at);
        }
        before = c;
    }
    None
}

/// How two titles relate.
pub(super) fn relate(a: &Title, b: &Title) -> Relation {
    if a.words.is_empty() || b.words.is_empty() {
        return Relation::Missing;
    }
    if a.compact == b.compact {
        return Relation::Same;
    }
    let (short, long) = if a.compact.len() <= b.compact.len() { (a, b) } else { (b, a) };
    // A subtitle that one of them lacks: a part in a series is another work.
    if long.main < long.words.len()
        && (long.main_compact() == short.compact || long.compact.starts_with(&short.compact))
    {
        let rest = &long.words[short.words.len().min(long.words.len())..];
        let boundary = long.main_compact().len() == short.compact.len();
        return if boundary && !rest.iter().any(|word| is_numeral(word)) {
            Relation::Extended
        } else {
            Relation::Different
        };
    }
    let head = a.words.iter().zip(&b.words).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (&a.words[head..], &b.words[head..]);
    let tail = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (middle_a, middle_b) = (&rest_a[..rest_a.len() - tail], &rest_b[..rest_b.len() - tail]);
    if near(middle_a, middle_b) { Relation::Near } else { Relation::Different }
}

/// Whether two stretches of words differ by typos or stop words alone.
fn near(a: &[String], b: &[String]) -> bool {
    let stop = |word: &String| STOPWORDS.contains(word);
    if a.is_empty() || b.is_empty() {
        return a.iter().chain(b).all(stop) && a.len() + b.len() <= 1;
    }
    if a.iter().chain(b).any(|word| is_numeral(word)) {
        return false;
    }
    if a.len() == b.len() {
        let differing = || a.iter().zip(b).filter(|(x, y)| x != y);
        return differing().count() <= 2 && differing().all(|(x, y)| typo(x, y));
    }
    // A word torn or run together with a typo in it.
    let (x, y) = (a.concat(), b.concat());
    a.len().abs_diff(b.len()) <= 1 && (x == y || typo(&x, &y))
}

/// Whether a word counts something: digits, or a Roman numeral (a part of a series).
pub(super) fn is_numeral(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit()) || (word.len() <= 4 && word.bytes().all(|b| b"ivx".contains(&b)))
}

/// Whether two words are one with a typo: one letter in five, two in nine or more.
pub(super) fn typo(a: &str, b: &str) -> bool {
    let (x, y): (Vec<char>, Vec<char>) = (a.chars().take(41).collect(), b.chars().take(41).collect());
    let shorter = x.len().min(y.len());
    let allowed = match shorter {
        0..=4 => return false,
        5..=8 => 1,
        _ => 2,
    };
    x.len() <= 40 && y.len() <= 40 && distance(&x, &y) <= allowed
}

/// Letters put in, left out, changed or swapped with their neighbour (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, y) in b.iter().enumerate() {
            let change = last[j] + usize::from(x != y);
            row[j + 1] = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::Relation::*;
    use super::*;

    #[test]
    fn titles_relate() {
        let table = [
            ("Deep Learning", "DEEP LEARNING", Same),
            ("On-line learning", "Online Learning.", Same),
            ("Boolean elimination for cars--a case study", "Boolean Elimination for Cars—A Case Study", Same),
            ("Comm. for Giant Model Training", "Comm. for Large Model Training", Different),
            ("Calculus, Part I", "Calculus, Part II", Different),
            ("Rings of order 3", "Rings of order 5", Different),
            ("ZeRO: Memory Optimizations Toward Training", "ZeRO", Extended),
            ("Rings: Part II", "Rings", Different),
            ("A theory of rings", "The theory of rings", Different),
            ("Theory of the rings", "Theory of rings", Near),
            ("Scalable optimisation methods", "Scalable optimization methods", Near),
            ("Erratum: Rings", "Rings", Different),
            ("Efficient trainning of netwroks", "Efficient training of networks", Near),
            ("", "Rings", Missing),
        ];
        for (a, b, relation) in table {
            assert_eq!(relate(&Title::new(a), &Title::new(b)), relation, "{a} / {b}");
            assert_eq!(relate(&Title::new(b), &Title::new(a)), relation, "{b} / {a}");
        }
    }
}
