//! Bodies that are written as one name (`World Health Organization`).

use std::ops::Range;

use super::shape::{Shape, is_particle, shape};
use super::split::Piece;
use super::tokens::{Kind, Token};
use crate::lexicon::BODIES;
use crate::model::Name;
use crate::text::fold::fold_words;

/// Whether words name a body: one word that only bodies have, or two that bodies often have, or a word in lower case
/// between others that no person's name has (`Centers for Disease Control`).
pub(super) fn is_body(text: &str, tokens: &[Token], range: Range<usize>) -> bool {
    let mut weak = 0;
    let mut function = false;
    let mut strong = false;
    let mut initials = false;
    let count = range.len();
    let mut particle = false;
    let mut many = false;
    let mut sure = false;
    for (n, token) in tokens.get(range).unwrap_or_default().iter().enumerate() {
        let word = text.get(token.range.clone()).unwrap_or_default();
        match shape(word) {
            Shape::Initial => {
                initials |= true;
                many |= n > 1;
            }
            Shape::Lower if n > 0 && n + 1 < count => {
                let folded = fold_words(word);
                // `van der`: the second word of a particle.
                let part = is_particle(word) || particle;
                function |= !part && folded.len() > 1 && !matches!(folded.as_str(), "and" | "y" | "e" | "i");
                particle = is_particle(word);
            }
            Shape::Asian => {
                strong |= asian_body(word);
                continue;
            }
            _ => {}
        }
        match BODIES.get(&fold_words(word)) {
            Some("weak") => weak += 1,
            Some("last") => {
                weak += 1;
                strong |= n > 0 && n + 1 == count;
            }
            Some("sure") => sure |= count > 1,
            Some("legal") => strong |= n > 0 && n + 1 == count && word.chars().count() > 2,
            Some(_) => strong |= count > 1 || word.len() > 2,
            None => {}
        }
    }
    sure || !many && strong && (!initials || count > 2) || !initials && (weak > 1 || function)
}

/// Words of legal form that go with the name before them.
pub(super) fn is_legal(text: &str, tokens: &[Token], range: Range<usize>) -> bool {
    let word = tokens.get(range.start).and_then(|t| text.get(t.range.clone())).unwrap_or_default();
    range.len() == 1 && BODIES.get(&fold_words(word)) == Some("legal")
}

/// Whether a word without spaces ends like the name of a body (`北京大学`).
fn asian_body(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    (2..=4)
        .any(|n| chars.len() > n && BODIES.contains(&fold_words(&chars.iter().rev().take(n).rev().collect::<String>())))
}

/// Puts the pieces of one body together where `and` or a comma stands inside its name.
pub(super) fn join(text: &str, tokens: &mut [Token], pieces: &mut Vec<Piece>) {
    let mut i = 1;
    while i < pieces.len() {
        let (Some(left), Some(right)) = (pieces.get(i - 1), pieces.get(i)) else { break };
        let between = left.tokens.end..right.tokens.start;
        let joiner = between.len() == 1 && tokens.get(between.start).is_some_and(|t| t.kind == Kind::And);
        let legal = between.len() == 1 && is_legal(text, tokens, right.tokens.clone());
        if legal || joiner && belongs(text, tokens, left, right, pieces.get(i + 1)) {
            let end = right.tokens.end;
            for token in tokens.get_mut(between).unwrap_or_default() {
                token.kind = Kind::Word;
            }
            if let Some(left) = pieces.get_mut(i - 1) {
                left.tokens.end = end;
                left.form = super::split::Form::body();
            }
            pieces.remove(i);
        } else {
            i += 1;
        }
    }
}

/// Whether `and` between two pieces belongs to the name of a body.
fn belongs(text: &str, tokens: &[Token], left: &Piece, right: &Piece, next: Option<&Piece>) -> bool {
    let initials = |piece: &Piece| {
        piece.tokens.clone().any(|i| {
            tokens.get(i).is_some_and(|t| shape(text.get(t.range.clone()).unwrap_or_default()) == Shape::Initial)
        })
    };
    if initials(left) || initials(right) || next.is_some_and(initials) {
        return false;
    }
    let (lb, rb) = (left.form.body, right.form.body);
    let preposition = left.tokens.clone().any(|i| {
        tokens.get(i).is_some_and(|t| {
            let word = text.get(t.range.clone()).unwrap_or_default();
            matches!(word, "of" | "for" | "für" | "de" | "on" | "pour" | "para" | "per" | "di" | "van" | "voor")
        })
    });
    // "Sharp & Dohme LLC"
    let last = right.tokens.end.checked_sub(1).and_then(|i| tokens.get(i)).and_then(|t| text.get(t.range.clone()));
    let legal = last.is_some_and(|w| BODIES.get(&fold_words(w)) == Some("legal")) && right.tokens.len() > 1;
    // "Organisation for Trade | Development", "Food | Agriculture Organization"
    legal || lb && preposition && (!rb || right.tokens.len() <= 2) || rb && left.tokens.len() == 1
}

/// Whether words in brackets are another name of the body before them: no role, no list.
fn short_form(inside: &str) -> bool {
    inside.starts_with(char::is_uppercase)
        && !inside.contains(|c: char| c.is_ascii_digit() || matches!(c, ',' | ';'))
        && inside.len() < 40
        && !crate::lexicon::ROLES.contains(&fold_words(inside))
}

/// The name of a body.
pub(super) fn name(text: &str, tokens: &[Token], range: Range<usize>) -> Name {
    let (Some(first), Some(last)) = (tokens.get(range.start), range.end.checked_sub(1).and_then(|i| tokens.get(i)))
    else {
        return Name::Body(String::new());
    };
    let printed = text.get(first.range.start..last.range.end).unwrap_or_default();
    let after = text.get(last.range.end..).unwrap_or_default();
    // `European Commission (EC)`: the short form belongs to the name.
    let printed = match after.trim_start_matches([' ', '.']).strip_prefix('(').and_then(|inside| inside.find(')')) {
        Some(close) if short_form(after.trim_start_matches([' ', '.']).get(1..=close).unwrap_or_default()) => {
            let end = text.len() - after.trim_start_matches([' ', '.']).len() + close + 2;
            text.get(first.range.start..end).unwrap_or(printed)
        }
        _ => printed,
    };
    let tidy = super::super::clean::tidy_str(printed);
    let bare = tidy.trim_end_matches(['.', ',']);
    let abbreviated = bare.contains('.') || bare.ends_with("Inc") || bare.ends_with("Corp") || bare.ends_with("Ltd");
    Name::Body(if abbreviated { tidy } else { bare.to_owned() })
}
