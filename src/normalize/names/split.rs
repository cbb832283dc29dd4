//! Tokens to names: which commas divide two names and which divide a family name from its given names.
//!
//! The order of the parts is decided for the whole list at once: every way to group its pieces is scored by the
//! shapes of the words and by how alike the names are written; the cheapest wins (a shortest path, linear in the list).

use std::ops::Range;

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
    comma: bool,
    /// The separated group it stands in (between `;`, `and`, …).
    group: usize,
    pub(super) form: Form,
}

/// What the words of a piece can be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Form {
    /// Written-out words.
    words: u32,
    /// Initials.
    initials: u32,
    /// Two to four capitals, alone.
    capitals: bool,
    /// Initials stand first.
    initial_first: bool,
    /// Initials stand last.
    initial_last: bool,
    /// A particle in lower case stands first.
    particle_first: bool,
    /// Any particle stands first.
    capital_particle: bool,
    /// It is a suffix alone.
    suffix: bool,
    /// It is the name of a body.
    body: bool,
    /// It is in Han, Kana or Hangul.
    asian: bool,
}

impl Form {
    /// The form of a body's name.
    pub(super) fn body() -> Self {
        Self { words: 2, body: true, ..Self::default() }
    }

    /// Whether it is the name of a body.
    pub(super) fn is_body(&self) -> bool {
        self.body
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
    let style = person::style(text, tokens);
    let mut pieces = pieces(text, tokens, &style);
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
    let mut group = 0;
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
            out.push(Piece { tokens: start..i, comma, group, form });
            comma = false;
        }
        start = i + 1;
        match kind {
            Some(Kind::Comma) => comma = true,
            Some(Kind::Role(Role::None)) => {}
            _ => {
                comma = false;
                group += 1;
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
            Shape::Suffix if n > 0 || count == 1 => {
                form.suffix = count == 1;
                continue;
            }
            Shape::Asian => {
                form.asian = true;
                false
            }
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

/// Whether a capital stands inside a word, behind more than a prefix such as `Mc`.
fn camel(word: &str) -> bool {
    let mut before = 0;
    let mut last = ' ';
    for c in word.chars() {
        if c.is_uppercase() && last.is_lowercase() && before > 4 {
            return true;
        }
        before += 1;
        last = c;
    }
    false
}

/// A piece that runs two names together (a missing comma, a full stop) becomes two.
fn divide(text: &str, tokens: &[Token], style: &Style, pieces: &mut Vec<Piece>) {
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
            let group = piece.group;
            let tail = Piece { form: form(text, tokens, second.clone(), style), tokens: second, comma: false, group };
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
    if piece.form.initials < 2 || piece.form.words < 2 || count < 4 {
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

/// How the names of a list are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// `Given Family`.
    Direct,
    /// `Family GH`.
    Vancouver,
    /// `Family, Given`.
    Inverted,
    /// A body, or a name in a script without initials: says nothing of the others.
    Neutral,
}

const WRITTEN: [Written; 4] = [Written::Direct, Written::Vancouver, Written::Inverted, Written::Neutral];

/// Costs in hundredths.
type Cost = u32;

/// What it costs to read a piece as a whole name.
fn alone(form: &Form) -> (Written, Cost) {
    if form.body {
        return (Written::Neutral, 0);
    }
    if form.suffix {
        return (Written::Neutral, 1200);
    }
    if form.asian {
        return (Written::Neutral, 10);
    }
    match (form.words, form.initials) {
        (0, _) => (Written::Direct, if form.capitals { 350 } else { 900 }),
        (_, 0) if form.particle_first => (Written::Direct, 250),
        (1, 0) => (Written::Direct, 300),
        (words, 0) => {
            (Written::Direct, if form.capital_particle && words == 2 { 120 } else { 20 + 10 * words.min(20) })
        }
        _ if form.initial_first => (Written::Direct, 0),
        _ if form.initial_last => (Written::Vancouver, 20),
        _ => (Written::Direct, 0),
    }
}

/// What it costs to read two pieces as a family name and given names.
fn inverted(family: &Form, given: &Form) -> Cost {
    if family.body || given.body || family.suffix || given.suffix {
        return 1500;
    }
    let family_cost = match (family.words, family.initials) {
        (0, _) => {
            if family.capitals {
                40
            } else {
                700
            }
        }
        (1, 0) => 0,
        (_, 0) if family.particle_first => 0,
        (2, 0) => {
            if family.capital_particle {
                0
            } else {
                70
            }
        }
        (3, 0) => {
            if family.capital_particle {
                40
            } else {
                200
            }
        }
        (_, 0) => 400,
        _ if family.initial_first => 500,
        _ => 400,
    };
    let given_cost = match (given.words, given.initials) {
        (0, _) => 0,
        _ if given.particle_first && given.initials == 0 => 400,
        (1, 0) => {
            if given.capitals {
                30
            } else {
                20
            }
        }
        (2, 0) => 50,
        (1, _) if given.initial_last => 0,
        (1, _) => 80,
        (2, _) if given.initial_last => 30,
        (_, 0) => 150,
        _ => 200,
    };
    let script = if family.asian != given.asian {
        300
    } else if family.asian {
        60
    } else {
        0
    };
    family_cost + given_cost + script
}

/// What a change of the way of writing costs; after the first name alone, an inverted list may go on direct.
fn change(from: Option<Written>, to: Written, names: usize) -> Cost {
    match (from, to) {
        (None, _) => 0,
        (Some(a), b) if a == b => 0,
        (Some(Written::Neutral), _) | (_, Written::Neutral) => 0,
        (Some(Written::Inverted), Written::Direct) => {
            if names == 1 {
                40
            } else {
                80
            }
        }
        (Some(Written::Direct), Written::Inverted) => 120,
        _ => 80,
    }
}

/// One way to read the pieces up to some point.
#[derive(Clone, Copy)]
struct Path {
    cost: Cost,
    /// How many pieces the last name takes.
    take: usize,
    before: Option<Written>,
    names: usize,
}

/// The cheapest way to group pieces into names: the number of pieces of each name and how it is written.
fn group(pieces: &[Piece]) -> Vec<(usize, Written)> {
    let paired = paired(pieces);
    let strong = pieces.last().is_some_and(|p| p.group > 0) && pieces.iter().any(|p| !p.comma);
    let mut best: Vec<[Option<Path>; 5]> = vec![[None; 5]; pieces.len() + 1];
    if let Some(start) = best.first_mut() {
        start[4] = Some(Path { cost: 0, take: 0, before: None, names: 0 });
    }
    for end in 1..=pieces.len() {
        for take in 1..=end.min(3) {
            let Some(slice) = pieces.get(end - take..end) else { continue };
            // A name of several pieces has nothing but commas inside.
            if slice.iter().skip(1).any(|p| !p.comma) {
                continue;
            }
            let Some((written, mut cost)) = reading(slice) else { continue };
            if paired && written == Written::Inverted {
                cost = cost.saturating_sub(150);
            }
            // A piece that shares its group with a name before it, though groups are divided otherwise.
            let _ = strong;
            for (at, from) in WRITTEN.iter().map(|w| Some(*w)).chain([None]).enumerate() {
                let Some(path) = best.get(end - take).and_then(|row| row.get(at).copied().flatten()) else { continue };
                let total = path.cost + cost + change(from, written, path.names);
                let to = WRITTEN.iter().position(|w| *w == written).unwrap_or(0);
                if let Some(slot) = best.get_mut(end).and_then(|row| row.get_mut(to))
                    && slot.is_none_or(|old| total < old.cost)
                {
                    *slot = Some(Path { cost: total, take, before: from, names: path.names + 1 });
                }
            }
        }
    }
    let mut out = Vec::new();
    let mut end = pieces.len();
    let mut state = best
        .last()
        .and_then(|row| row.iter().enumerate().filter_map(|(i, p)| p.map(|p| (p.cost, i))).min().map(|(_, i)| i));
    while let (Some(at), true) = (state, end > 0) {
        let Some(path) = best.get(end).and_then(|row| row.get(at).copied().flatten()) else { break };
        out.push((path.take, WRITTEN.get(at).copied().unwrap_or(Written::Direct)));
        end = end.saturating_sub(path.take.max(1));
        state = Some(path.before.and_then(|w| WRITTEN.iter().position(|x| *x == w)).unwrap_or(4));
    }
    out.reverse();
    out
}

/// Whether the groups between `and` or `;` are each of two pieces: `Family, Given and Family, Given`.
fn paired(pieces: &[Piece]) -> bool {
    let groups = pieces.iter().filter(|p| !p.comma).count();
    let bare = pieces.iter().filter(|p| !p.form.suffix).count();
    groups >= 2
        && bare == 2 * groups
        && pieces.iter().zip(pieces.iter().skip(1)).all(|(a, b)| a.comma != b.comma || b.form.suffix || a.form.suffix)
}

/// How pieces read as one name, and what that costs.
fn reading(slice: &[Piece]) -> Option<(Written, Cost)> {
    match slice {
        [one] => Some(alone(&one.form)),
        [first, second] if second.form.suffix => {
            let (written, cost) = alone(&first.form);
            Some((written, cost))
        }
        [first, second] => Some((Written::Inverted, inverted(&first.form, &second.form))),
        [first, second, third] if third.form.suffix => Some((Written::Inverted, inverted(&first.form, &second.form))),
        [first, second, third] if second.form.suffix => Some((Written::Inverted, inverted(&first.form, &third.form))),
        _ => None,
    }
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
