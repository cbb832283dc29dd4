//! What words and numbers look like, in few classes.

use super::cells::{Letter, Number};
pub(super) fn head(word: &str, chars: usize) -> &str {
    word.char_indices().nth(chars).map_or(word, |(i, _)| &word[..i])
}

pub(super) fn tail(word: &str, chars: usize) -> &str {
    word.char_indices().rev().nth(chars - 1).map_or(word, |(i, _)| &word[i..])
}

pub(super) fn number_class(word: &str) -> Number {
    let value = word.parse::<u32>().unwrap_or(u32::MAX);
    match word.len() {
        1 | 2 => match value {
            1..=12 => Number::Month,
            13..=31 => Number::Day,
            _ => Number::Two,
        },
        3 => Number::Three,
        4 if (1500..2040).contains(&value) => Number::Year,
        4 => Number::Four,
        5 => Number::Five,
        _ => Number::Long,
    }
}

pub(super) fn mixed_class(word: &str) -> Number {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = word.get(digits..).unwrap_or_default();
    let year = digits == 4 && word.get(..4).is_some_and(|y| number_class(y) == Number::Year);
    match rest.len() {
        1 if year => Number::YearLetter,
        _ if digits > 0 && matches!(rest, "st" | "nd" | "rd" | "th" | "e" | "er" | "ª" | "º" | "a" | "o") => {
            Number::Ordinal
        }
        _ => Number::Code,
    }
}

/// Roman numbers of at least two letters.
pub(super) fn roman_class(word: &str) -> Number {
    let roman = |set: &[u8]| word.len() >= 2 && word.bytes().all(|b| set.contains(&b));
    if roman(b"IVXLC") || roman(b"ivxlc") { Number::Roman } else { Number::None }
}

pub(super) fn letter_class(word: &str) -> Letter {
    let (mut upper, mut lower, mut count) = (0, 0, 0);
    let mut first_upper = false;
    for (i, c) in word.chars().enumerate() {
        count += 1;
        if c.is_uppercase() {
            upper += 1;
            first_upper |= i == 0;
        } else if c.is_lowercase() {
            lower += 1;
        }
    }
    match (upper, lower, count) {
        (1, 0, 1) => Letter::Initial,
        (2..=4, 0, _) if upper == count => Letter::Initials,
        (_, 0, _) if upper > 0 => Letter::Upper,
        (0, 0, _) => Letter::Uncased,
        (0, _, _) => Letter::Lower,
        (1, _, _) if first_upper => Letter::Capital,
        _ => Letter::Mixed,
    }
}

/// Runs of the same kind of character, each run's length cut at three.
pub(super) fn shape(word: &str) -> u64 {
    let mut shape = 0_u64;
    let (mut last, mut run) = (0_u64, 0);
    for c in word.chars() {
        let kind = if c.is_uppercase() {
            1
        } else if c.is_lowercase() {
            2
        } else if c.is_numeric() {
            3
        } else {
            4
        };
        run = if kind == last { run + 1 } else { 0 };
        last = kind;
        if run < 3 && shape < 1 << 54 {
            shape = shape << 3 | kind;
        }
    }
    shape
}
