//! Pieces that hold two names for want of a comma.

use super::person::{self, Style};
use super::shape::{Shape, is_particle, shape};
use super::split::{Piece, form};
use super::tokens::{Kind, Token};

/// Whether a list prints `Family Given` without a comma: in some name the last written-out word is a given name and the
/// first is none, and in no name is it the other way round.
pub(super) fn reversed(text: &str, tokens: &[Token], pieces: &[Piece]) -> bool {
    let mut votes = 0;
    for piece in pieces.iter().filter(|p| p.form.words == 2 && !p.form.initial_first && !p.form.body && !p.form.asian) {
        let words: Vec<&str> = piece
            .tokens
            .clone()
            .filter_map(|i| tokens.get(i).filter(|t| t.kind == Kind::Word).and_then(|t| text.get(t.range.clone())))
            .filter(|w| matches!(shape(w), Shape::Mixed | Shape::Upper))
            .collect();
        let [first, second] = words.as_slice() else { continue };
        if is_particle(first) {
            continue;
        }
        match (person::is_given(first), person::is_given(second)) {
            (true, false) => return false,
            (false, true) => votes += 1,
            _ => {}
        }
    }
    votes > 0
}

/// Whether a capital stands inside a word, behind more than a prefix such as `Mc`.
pub(super) fn camel(word: &str) -> bool {
    let mut last = ' ';
    for (before, c) in word.chars().enumerate() {
        if c.is_uppercase() && last.is_lowercase() && before > 4 {
            return true;
        }
        last = c;
    }
    false
}

/// A piece that runs two names together (a missing comma, a full stop) becomes two.
pub(super) fn divide(text: &str, tokens: &[Token], style: &Style, pieces: &mut Vec<Piece>) {
    let direct = pieces.iter().filter(|p| p.form.initial_first && p.form.words == 1).count();
    let chained = chained(pieces);
    let mut i = 0;
    while let Some(piece) = pieces.get(i) {
        let middle = i > 0 && i + 1 < pieces.len();
        let cut = if piece.form.body || piece.tokens.len() < 2 {
            None
        } else if chained && middle {
            turn(text, tokens, piece)
        } else {
            stop(text, tokens, piece).or_else(|| seam(text, tokens, piece, style, direct > 0))
        };
        if let Some(cut) = cut {
            let (first, second) = (piece.tokens.start..cut, cut..piece.tokens.end);
            let tail = Piece { form: form(text, tokens, second.clone(), style), tokens: second, comma: false };
            if let Some(piece) = pieces.get_mut(i) {
                piece.form = form(text, tokens, first.clone(), style);
                piece.tokens = first;
            }
            pieces.insert(i + 1, tail);
            i += usize::from(chained && middle);
        }
        i += 1;
    }
}

/// Whether a list is `Family, I. Family, I. Family, I.`: a family name first, initials last, both in every piece between.
fn chained(pieces: &[Piece]) -> bool {
    let [first, middle @ .., last] = pieces else { return false };
    !middle.is_empty()
        && first.form.initials == 0
        && first.form.words == 1
        && last.form.words == 0
        && last.form.initials > 0
        && last.comma
        && middle.iter().all(|p| p.comma && p.form.initial_first && matches!(p.form.words, 1 | 2))
}

/// Where the initials at the start of a piece end.
fn turn(text: &str, tokens: &[Token], piece: &Piece) -> Option<usize> {
    piece.tokens.clone().find(|i| {
        let word = tokens.get(*i).and_then(|t| text.get(t.range.clone())).unwrap_or_default();
        !matches!(shape(word), Shape::Initial | Shape::Capitals)
    })
}

/// Where a full stop behind a written-out word ends a name (`René. CHABERT`).
fn stop(text: &str, tokens: &[Token], piece: &Piece) -> Option<usize> {
    piece.tokens.clone().find_map(|i| {
        let word = tokens.get(i).and_then(|t| text.get(t.range.clone())).unwrap_or_default();
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        // `Westphal. N`
        let more = (i + 1..piece.tokens.end).any(|i| {
            let word = tokens.get(i).and_then(|t| text.get(t.range.clone())).unwrap_or_default();
            !matches!(shape(word), Shape::Initial | Shape::Capitals)
        });
        (word.ends_with('.') && letters >= 4 && more).then_some(i + 1)
    })
}

/// Where one name ends and the next begins without a separator.
fn seam(text: &str, tokens: &[Token], piece: &Piece, style: &Style, direct: bool) -> Option<usize> {
    let count = piece.tokens.len();
    if count < 4 {
        return None;
    }
    let kinds: Vec<bool> = piece
        .tokens
        .clone()
        .enumerate()
        .map(|(n, i)| {
            let word = tokens.get(i).and_then(|t| text.get(t.range.clone())).unwrap_or_default();
            match shape(word) {
                Shape::Initial => true,
                Shape::Capitals => n > 0 && word.len() <= 3 || style.capitals_are_initials(word, None, count - n - 1),
                _ => false,
            }
        })
        .collect();
    let first = *kinds.first()?;
    let last = *kinds.last()?;
    // Runs of initials and words alternate; two full turns are two names.
    let mut turns = 1;
    let mut change = Vec::new();
    for (n, pair) in kinds.windows(2).enumerate() {
        if let [a, b] = pair
            && a != b
        {
            turns += 1;
            change.push(n + 1);
        }
    }
    if turns == 4 && first != last && (first && direct || last) {
        return change.get(1).map(|n| piece.tokens.start + n);
    }
    None
}
