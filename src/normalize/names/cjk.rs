//! Names in Han, Kana and Hangul: the family name stands first, mostly unspaced.

use std::ops::Range;

use super::shape::is_hangul;
use super::split::{Found, Parsed};
use super::tokens::Token;
use crate::lexicon::{CUTS, ROLES, SURNAMES};
use crate::model::Name;
use crate::text::fold::fold_words;

/// The names of a piece; words apart are several names (`张三 李四`) or the parts of one (`山田 太郎`).
pub(super) fn names(text: &str, tokens: &[Token], range: Range<usize>, parsed: &mut Parsed) {
    let words: Vec<(usize, &str)> = range
        .clone()
        .filter_map(|i| tokens.get(i).and_then(|t| text.get(t.range.clone())).map(|w| (i, bare(w, parsed))))
        .filter(|(_, w)| !w.is_empty())
        .collect();
    let short = |w: &str| w.chars().count() <= 3;
    match words.as_slice() {
        [] => {}
        [(i, one)] => parsed.names.push(Found { name: unspaced(one), tokens: *i..i + 1 }),
        [(_, first), (_, second)] if is_kana(first) && is_kana(second) => {
            parsed.names.push(Found { name: Name::person(*second, *first), tokens: range });
        }
        [(_, first), (_, second)] if short(first) && short(second) && !(whole(first) && whole(second)) => {
            parsed.names.push(Found { name: Name::person(*first, *second), tokens: range });
        }
        _ if words.iter().all(|(_, w)| w.chars().count() >= 2) => {
            for (i, word) in words {
                parsed.names.push(Found { name: unspaced(word), tokens: i..i + 1 });
            }
        }
        [(_, first), rest @ ..] => {
            let given: Vec<&str> = rest.iter().map(|(_, w)| *w).collect();
            parsed.names.push(Found { name: Name::person(*first, given.join(" ")), tokens: range });
        }
    }
}

/// Whether a word is a whole name rather than a part: three characters, or two that begin with no long family name.
fn whole(word: &str) -> bool {
    word.chars().count() >= 3 && SURNAMES.longest([fold_words(word).as_str()]).is_none() && !is_kana(word)
}

fn is_kana(word: &str) -> bool {
    word.chars().all(|c| matches!(u32::from(c), 0x30A0..=0x30FF))
}

/// The word without signs of a cut list and words of a role glued to its end (`山田太郎他`, `张三主编`).
fn bare<'a>(word: &'a str, parsed: &mut Parsed) -> &'a str {
    let mut word = word.trim_matches('.');
    for length in 1..=2 {
        let Some((at, _)) = word.char_indices().rev().nth(length - 1) else { continue };
        let (head, tail) = word.split_at(at);
        if head.chars().count() < 2 {
            continue;
        }
        let folded = fold_words(tail);
        if CUTS.contains(&folded) {
            parsed.others = true;
            word = head;
        } else if ROLES.contains(&folded) && head.chars().count() + usize::from(length > 1) >= 3 {
            word = head;
        }
    }
    word
}

/// An unspaced name: two characters of family name where the list of such names or the length says so, else one.
fn unspaced(word: &str) -> Name {
    let count = word.chars().count();
    let cut = |n: usize| word.char_indices().nth(n).map_or(word.len(), |(i, _)| i);
    let known = |n: usize| count > n && word.get(..cut(n)).is_some_and(|head| SURNAMES.contains(&fold_words(head)));
    let hangul = word.chars().all(is_hangul);
    let kana = word.chars().any(|c| matches!(u32::from(c), 0x3040..=0x30FF));
    let family = match count {
        0 | 1 => count,
        2 => 1,
        _ if known(3) => 3,
        _ if known(2) => 2,
        _ if hangul || count == 3 && !kana => 1,
        _ if count > 6 => count,
        _ => 2,
    };
    let (family, given) = word.split_at(cut(family));
    Name::person(family, given)
}
