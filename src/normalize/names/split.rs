//! Tokens to names: which commas divide two names and which divide a family name from its given names.
//!
//! The order of the parts is decided for the whole list at once: every way to group its pieces is scored by the
//! shapes of the words and by how alike the names are written; the cheapest wins (a shortest path, linear in the list).

use std::ops::Range;

use super::divide::{camel, divide, reversed};
use super::group::{Written, group};
use super::person::{self, Style};
use super::shape::{Shape, is_particle, shape};
use super::tokens::{Kind, Role, Token};
use super::{body, cjk};
use crate::model::Name;

/// A stretch of words between separators.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Indexes of its tokens.
    pub(super) tokens: Range<usize>,
    /// Whether a comma, and nothing stronger, stands before it.
    pub(super) comma: bool,
    pub(super) form: Form,
}

/// What the words of a piece can be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    /// Written-out words.
    pub(super) words: u32,
    /// Initials.
    pub(super) initials: u32,
    /// Two to four capitals, alone.
    pub(super) capitals: bool,
    /// Initials stand first.
    pub(super) initial_first: bool,
    /// Initials stand last.
    pub(super) initial_last: bool,
    /// A particle in lower case stands first.
    pub(super) particle_first: bool,
    /// Any particle stands first.
    pub(super) capital_particle: bool,
    /// It is a suffix alone.
    pub(super) suffix: bool,
    /// It is the name of a body.
    pub(super) body: bool,
    /// It is in Han, Kana or Hangul.
    pub(super) asian: bool,
}

impl Form {
    /// The form of a body's name.
    pub(super) fn body() -> Self {
        Self { words: 2, body: true, ..Self::default() }
    }
}

/// A name with the tokens it was made of.
pub(super) struct Found {
    pub(super) name: Name,
    pub(super) tokens: Range<usize>,
}

/// The parsed list.
#[derive(Default)]
pub(super) struct Parsed {
    pub(super) names: Vec<Found>,
    pub(super) others: bool,
    pub(super) omitted: Option<u32>,
    /// A dash stands for the authors above.
    pub(super) same: bool,
    /// What the words around the names say that the people did.
    pub(super) role: Option<Role>,
}

/// Parses the tokens of a list.
pub(super) fn parse(text: &str, tokens: &mut Vec<Token>) -> Parsed {
    let mut parsed = Parsed::default();
    settle_breaks(tokens);
    settle_weak(text, tokens);
    for token in tokens.iter() {
        match token.kind {
            Kind::Cut(count) => {
                parsed.others = true;
                parsed.omitted = parsed.omitted.or(count);
            }
            Kind::Role(Role::None) => {}
            Kind::Role(role) => parsed.role = parsed.role.or(Some(role)),
            Kind::Same => parsed.same = true,
            _ => {}
        }
    }
    drop_last_stop(text, tokens);
    let mut style = person::style(text, tokens);
    let mut pieces = pieces(text, tokens, &style);
    style.reversed = reversed(text, tokens, &pieces);
    body::join(text, tokens, &mut pieces);
    divide(text, tokens, &style, &mut pieces);
    assemble(text, tokens, &style, &pieces, &mut parsed);
    parsed
}

/// The full stop that ends the list makes no initial of a short family name (`Sheng Li.`), unless the other names of
/// the list end in such initials.
fn drop_last_stop(text: &str, tokens: &mut [Token]) {
    let word = |t: &Token| text.get(t.range.clone()).unwrap_or_default().to_owned();
    let Some(last) = tokens.iter().rposition(|t| t.kind == Kind::Word) else { return };
    let short = |w: &str| w.ends_with('.') && w.chars().any(char::is_lowercase) && shape(w) == Shape::Initial;
    if tokens.get(last).map(word).is_some_and(|w| w.ends_with('.') && shape(&w) == Shape::Capitals)
        && let Some(token) = tokens.get_mut(last)
    {
        token.range.end -= 1;
        return;
    }
    let Some(printed) = tokens.get(last).map(word) else { return };
    let before = last.checked_sub(1).and_then(|i| tokens.get(i)).filter(|t| t.kind == Kind::Word).map(word);
    if !short(&printed) || before.is_none() {
        return;
    }
    let others = tokens
        .iter()
        .zip(tokens.iter().skip(1))
        .any(|(a, b)| a.kind == Kind::Word && b.kind != Kind::Word && shape(&word(a)) == Shape::Initial);
    if !others && let Some(token) = tokens.get_mut(last) {
        token.range.end -= 1;
    }
}

/// Line breaks divide names only where nothing else does.
fn settle_breaks(tokens: &mut Vec<Token>) {
    let divided = tokens.iter().any(|t| matches!(t.kind, Kind::Comma | Kind::Strong | Kind::And));
    if divided {
        tokens.retain(|t| t.kind != Kind::Break);
    } else {
        for token in tokens.iter_mut().filter(|t| t.kind == Kind::Break) {
            token.kind = Kind::Strong;
        }
    }
}

/// `y`, `e`: inside a double surname (`José Ortega y Gasset`) or between names.
fn settle_weak(text: &str, tokens: &mut [Token]) {
    for i in 0..tokens.len() {
        if tokens.get(i).is_none_or(|t| t.kind != Kind::WeakAnd) {
            continue;
        }
        let word = |t: &Token| shape(text.get(t.range.clone()).unwrap_or_default());
        let left: Vec<Shape> = tokens.iter().take(i).rev().take_while(|t| t.kind == Kind::Word).map(word).collect();
        let right: Vec<Shape> =
            tokens.iter().skip(i + 1).take_while(|t| t.kind == Kind::Word).map(word).take(4).collect();
        let written = |s: &Shape| matches!(s, Shape::Mixed | Shape::Upper | Shape::Lower);
        let inside = right.len() == 1
            && right.first().is_some_and(written)
            && left.first().is_some_and(written)
            && left.len() <= 4
            && (left.len() > 1 || tokens.get(i + 2).is_some_and(|t| t.kind == Kind::Comma));
        let inverted = right.len() > 1
            && right.iter().skip(1).all(|s| matches!(s, Shape::Initial | Shape::Capitals))
            && left.len() == 1
            && left.first().is_some_and(written)
            && (i == 1 || tokens.get(i.wrapping_sub(2)).is_some_and(|t| t.kind != Kind::Comma));
        if let Some(token) = tokens.get_mut(i) {
            token.kind = if inside || inverted { Kind::Word } else { Kind::And };
        }
    }
}

/// Cuts the tokens at separators.
fn pieces(text: &str, tokens: &[Token], style: &Style) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut start = 0;
    let mut comma = false;
    for i in 0..=tokens.len() {
        let kind = tokens.get(i).map(|t| t.kind);
        if matches!(kind, Some(Kind::Word | Kind::Nick)) {
            continue;
        }
        if start < i {
            let mut form = form(text, tokens, start..i, style);
            // `E. W. GARBISCH, JR`
            let lone = i - start == 1 && comma && out.last().is_some_and(|p| p.form.initials > 0 && p.form.words > 0);
            if lone
                && tokens.get(start).and_then(|t| text.get(t.range.clone())).is_some_and(|w| matches!(w, "JR" | "SR"))
            {
                form.suffix = true;
            }
            out.push(Piece { tokens: start..i, comma, form });
            comma = false;
        }
        start = i + 1;
        match kind {
            Some(Kind::Comma) => comma = true,
            Some(Kind::Role(Role::None)) => {}
            _ => {
                comma = false;
            }
        }
    }
    out
}

/// Looks at the words of a piece.
pub(super) fn form(text: &str, tokens: &[Token], range: Range<usize>, style: &Style) -> Form {
    let mut form = Form::default();
    let count = range.len();
    let suffixes = tokens
        .get(range.clone())
        .unwrap_or_default()
        .iter()
        .rev()
        .take_while(|t| shape(text.get(t.range.clone()).unwrap_or_default()) == Shape::Suffix)
        .count();
    let mut last_initial = false;
    let mut before = None;
    for (n, token) in tokens.get(range.clone()).unwrap_or_default().iter().enumerate() {
        let word = text.get(token.range.clone()).unwrap_or_default();
        if token.kind == Kind::Nick {
            form.words += 1;
            last_initial = false;
            continue;
        }
        let printed = shape(word);
        let previous = before.replace(printed);
        let initial = match printed {
            Shape::Initial => true,
            Shape::Capitals => {
                form.capitals = count == 1;
                style.capitals_are_initials(word, previous, (count - suffixes).saturating_sub(n + 1))
            }
            Shape::Suffix => {
                form.suffix = count == 1;
                continue;
            }
            Shape::Asian => {
                form.asian = true;
                false
            }
            // `Chaisemartin C de`
            Shape::Lower if n > 0 && last_initial && is_particle(word) => continue,
            Shape::Lower if n == 0 => {
                form.particle_first = is_particle(word);
                false
            }
            _ => false,
        };
        if n == 0 && count > 1 && !initial {
            form.capital_particle = is_particle(word);
        }
        if initial {
            form.initials += 1;
            form.initial_first |= n == 0;
        } else {
            // `DengkuanLiu`: two words that lost their space.
            form.words += 1 + u32::from(count == 1 && camel(word));
        }
        last_initial = initial;
    }
    form.initial_last = last_initial && form.words > 0;
    form.body = body::is_body(text, tokens, range);
    form
}

/// Makes the names of the grouped pieces.
fn assemble(text: &str, tokens: &[Token], style: &Style, pieces: &[Piece], parsed: &mut Parsed) {
    let mut at = 0;
    for (take, written) in group(pieces) {
        let Some(slice) = pieces.get(at..at + take) else { break };
        at += take;
        let (Some(first), Some(last)) = (slice.first(), slice.last()) else { continue };
        let whole = first.tokens.start..last.tokens.end;
        let suffix = slice.iter().skip(1).find(|p| p.form.suffix).map(|p| p.tokens.clone());
        let mut parts = slice.iter().filter(|p| !p.form.suffix).map(|p| p.tokens.clone());
        let (Some(head), second) = (parts.next(), parts.next()) else { continue };
        if first.form.body && take == 1 {
            parsed.names.push(Found { name: body::name(text, tokens, head.clone()), tokens: head });
        } else if first.form.asian && written != Written::Inverted {
            cjk::names(text, tokens, head, parsed);
        } else {
            let name = match (written, second) {
                (Written::Inverted, Some(given)) => person::inverted(text, tokens, head, given, suffix),
                (Written::Vancouver, _) => person::vancouver(text, tokens, head, suffix, style),
                _ => person::direct(text, tokens, head, suffix, style),
            };
            if !name.family().is_empty() || !name.given().is_empty() {
                parsed.names.push(Found { name, tokens: whole });
            }
        }
    }
}
