//! The shape of the words of a name.

use crate::lexicon::{PARTICLES, SUFFIXES};
use crate::text::fold::fold_words;
use crate::text::token::is_unspaced;

/// What a word of a name looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An initial or several (`J.`, `J`, `Ch.`).
    Initial,
    /// Two to four capitals without full stops: initials (`MJH`) or a short name in capitals (`LI`).
    Capitals,
    /// A word in capitals, longer than that or in a script without case.
    Upper,
    /// Any other word.
    Mixed,
    /// A word that starts in lower case.
    Lower,
    /// `Jr.`, `III`.
    Suffix,
    /// Han, Kana or Hangul.
    Asian,
}

/// Whether a character is a Hangul syllable.
pub(super) fn is_hangul(c: char) -> bool {
    matches!(u32::from(c), 0xAC00..=0xD7AF | 0x1100..=0x11FF)
}

/// The shape of a word.
pub(super) fn shape(word: &str) -> Shape {
    if word.chars().any(|c| is_unspaced(c) || is_hangul(c)) {
        return Shape::Asian;
    }
    let bare = word.trim_end_matches(['.', ' ']).trim_start_matches('-');
    let dotted = word.ends_with('.');
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    let upper = bare.chars().filter(|c| c.is_uppercase()).count();
    let lower = bare.chars().filter(|c| c.is_lowercase()).count();
    let first_upper = bare.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
    if letters > 1 && is_suffix(word) {
        return Shape::Suffix;
    }
    let plain = bare.chars().all(char::is_alphabetic);
    match (letters, upper) {
        (0, _) => Shape::Mixed,
        (1, 1) => Shape::Initial,
        (1, 0) if dotted => Shape::Initial,
        // `Ch.`, `Yu.`, `Ya.`
        (2, 1) if dotted && first_upper => Shape::Initial,
        (3, 1) if dotted && first_upper && bare.chars().skip(1).all(|c| !is_vowel(c)) => Shape::Initial,
        (2, 2) if dotted => Shape::Initial,
        (2..=4, _) if upper == letters && plain => Shape::Capitals,
        // `J-P`, `SS-H`
        (2..=4, _)
            if upper == letters
                && !plain
                && bare.split(['-', '\u{2010}']).all(|p| matches!(p.chars().count(), 1 | 2)) =>
        {
            Shape::Initial
        }
        _ if first_upper && lower == 0 => Shape::Upper,
        _ if first_upper || lower == 0 => Shape::Mixed,
        _ => Shape::Lower,
    }
}

fn is_vowel(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y') || !c.is_ascii()
}

/// Whether the word is `Jr.`, `III` or the like, in the letters in which it is written.
pub(super) fn is_suffix(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    if SUFFIXES.get(&fold_words(bare)) != Some("suffix") {
        return false;
    }
    let capitals = bare.chars().all(char::is_uppercase);
    let roman = bare.chars().all(|c| matches!(c, 'I' | 'V'));
    let cased = bare.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
    cased && (roman || !capitals || matches!(word, "JR." | "SR.")) || matches!(bare, "jr" | "мл" | "ст")
}

/// Whether the word is a particle; one with a capital counts if the list allows it.
pub(super) fn is_particle(word: &str) -> bool {
    let bare = word.trim_end_matches(['\'', '’']);
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    // `Ó` is one, the initial `O.` is none.
    if bare.is_ascii() && bare.len() < 2 || bare == "O." {
        return false;
    }
    match PARTICLES.get(&fold_words(bare)) {
        Some("cap") => true,
        Some(_) => !capital,
        None => false,
    }
}
