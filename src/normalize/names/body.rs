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
    let count = range.len();
    for (n, token) in tokens.get(range).unwrap_or_default().iter().enumerate() {
        let word = text.get(token.range.clone()).unwrap_or_default();
        match shape(word) {
            Shape::Initial if n > 0 => return false,
            Shape::Lower if n > 0 && n + 1 < count => {
                let folded = fold_words(word);
                function |=
                    !is_particle(word) && folded.len() > 1 && !matches!(folded.as_str(), "and" | "y" | "e" | "i");
            }
            Shape::Asian => {
                strong |= asian_body(word);
                continue;
            }
            _ => {}
        }
        match BODIES.get(&fold_words(word)) {
            Some("weak") => weak += 1,
            Some(_) => strong |= count > 1 || word.len() > 2,
            None => {}
        }
    }
    strong || weak > 1 || function
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
        if joiner && belongs(text, tokens, left, right, pieces.get(i + 1)) {
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
    let (lb, rb) = (left.form.is_body(), right.form.is_body());
    let preposition = left.tokens.clone().any(|i| {
        tokens.get(i).is_some_and(|t| {
            let word = text.get(t.range.clone()).unwrap_or_default();
            matches!(word, "of" | "for" | "für" | "de" | "on" | "pour" | "para" | "per" | "di" | "van" | "voor")
        })
    });
    // "Organisation for Trade | Development", "Food | Agriculture Organization"
    lb && preposition && (!rb || right.tokens.len() <= 2) || rb && left.tokens.len() == 1
}

/// The name of a body.
pub(super) fn name(text: &str, tokens: &[Token], range: Range<usize>) -> Name {
    let (Some(first), Some(last)) = (tokens.get(range.start), range.end.checked_sub(1).and_then(|i| tokens.get(i)))
    else {
        return Name::Body(String::new());
    };
    let printed = text.get(first.range.start..last.range.end).unwrap_or_default();
    let tidy = super::super::clean::tidy_str(printed);
    let bare = tidy.trim_end_matches(['.', ',']);
    let abbreviated = bare.contains('.') || bare.ends_with("Inc") || bare.ends_with("Corp") || bare.ends_with("Ltd");
    Name::Body(if abbreviated { tidy } else { bare.to_owned() })
}
