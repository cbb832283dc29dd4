//! Whether two names of journals or conferences mean the same.

use crate::lexicon::{STOPWORDS, VENUE_NOISE};
use crate::text::fold::fold_words;

/// How two venues relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Venues {
    Same,
    Different,
    /// One is missing.
    Unknown,
}

/// The telling words of a venue's name: no stop words, years, ordinals and "proceedings".
pub(super) fn venue_words(name: &str) -> Vec<String> {
    let folded = fold_words(name);
    let all: Vec<&str> = folded.split(' ').filter(|w| !w.is_empty()).collect();
    let telling = |word: &&&str| {
        !STOPWORDS.contains(word) && !VENUE_NOISE.contains(word) && !word.starts_with(|c: char| c.is_ascii_digit())
    };
    let words: Vec<String> = all.iter().filter(telling).map(|w| (*w).to_owned()).collect();
    if words.is_empty() { all.into_iter().map(str::to_owned).collect() } else { words }
}

/// Compares two venues by their telling words.
pub(super) fn compare(a: &[String], b: &[String]) -> Venues {
    if a.is_empty() || b.is_empty() {
        return Venues::Unknown;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if abbreviates(short, long) || is_acronym(short, long) || is_acronym(long, short) {
        Venues::Same
    } else {
        Venues::Different
    }
}

/// Whether each word of one, in order, is or abbreviates a word of the other, and few words of the other are left over.
fn abbreviates(short: &[String], long: &[String]) -> bool {
    let mut rest = long.iter();
    let all = short.iter().all(|word| rest.any(|full| word_abbreviates(word, full)));
    // `Nature` is not `Nature Physics`, but `Algebra Seminar, Berlin` may be `Algebra Seminar`.
    all && (short.len() == long.len() || (short.len() >= 2 && short.len() * 2 > long.len()))
}

/// Whether one word is a shortened form of the other: the same first letter, all letters in order (`natl`, `national`).
fn word_abbreviates(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short == long || long.starts_with(short) {
        return true;
    }
    if short.len() < 2 || short.chars().next() != long.chars().next() || is_similar_ending(short, long) {
        return false;
    }
    let mut letters = long.chars();
    short.len() * 2 <= long.len() && short.chars().all(|c| letters.any(|l| l == c))
}

/// Full words that differ (`physica`, `physics`) abbreviate nothing.
fn is_similar_ending(short: &str, long: &str) -> bool {
    long.len() - short.len() <= 1
}

/// Whether one of few words of `short` spells the beginnings of words of `long` (`icml`, `neurips`, `pvldb`). The acronym
/// itself may stand there beside them; a name that only contains it (`ICML Workshop`) is another's.
fn is_acronym(short: &[String], long: &[String]) -> bool {
    let Some(word) = short.iter().find(|w| (3..=12).contains(&w.len()) && w.is_ascii()) else { return false };
    let spelt: Vec<&str> = long.iter().map(String::as_str).filter(|w| w != word).collect();
    short.len() <= 3 && spelt.len() >= 2 && spells(word.as_bytes(), &spelt)
}

/// Whether letters can be cut into beginnings of the words, in order; words may be left out, the last letter's may not
/// start more than two words before the end.
fn spells(letters: &[u8], words: &[&str]) -> bool {
    // reach[i]: the first i letters are spelt by the words so far.
    let mut reach = vec![false; letters.len() + 1];
    reach[0] = true;
    let mut used = vec![0usize; letters.len() + 1];
    for word in words.iter().take(16) {
        let before = reach.clone();
        let counts = used.clone();
        for start in 0..letters.len() {
            if !before[start] {
                continue;
            }
            let shared = letters[start..].iter().zip(word.as_bytes()).take_while(|(a, b)| a == b).count();
            for end in start + 1..=start + shared {
                if !reach[end] || used[end] < counts[start] + 1 {
                    reach[end] = true;
                    used[end] = counts[start] + 1;
                }
            }
        }
    }
    let full = letters.len();
    // At least three words, or nearly all of them, must have their part in it.
    reach[full] && used[full] >= 2 && used[full] * 2 >= words.len().min(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn venues_compare() {
        let table = [
            ("J. Algebra", "Journal of Algebra", Venues::Same),
            ("Comput. Geosci.", "Computers & Geosciences", Venues::Same),
            ("ICML", "International Conference on Machine Learning", Venues::Same),
            ("NeurIPS", "Advances in Neural Information Processing Systems", Venues::Same),
            ("Proceedings of EMNLP 2017", "EMNLP", Venues::Same),
            ("Nature", "Nature Physics", Venues::Different),
            ("ICLR", "Journal of Machine Learning Research", Venues::Different),
            ("SIGMOD", "VLDB", Venues::Different),
            ("ICML", "ICML Workshop", Venues::Different),
            ("Int. Conf. on Machine Learning (ICML)", "ICML", Venues::Same),
            ("Workshop on Deep Learning", "Neural Networks", Venues::Different),
        ];
        for (a, b, expected) in table {
            assert_eq!(compare(&venue_words(a), &venue_words(b)), expected, "{a} / {b}");
            assert_eq!(compare(&venue_words(b), &venue_words(a)), expected, "{b} / {a}");
        }
    }
}
