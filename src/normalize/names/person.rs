//! The words of one person's name to family name, given names and suffix.

use std::ops::Range;

use super::shape::{Shape, is_particle, is_suffix, shape};
use super::tokens::{Kind, Token};
use crate::lexicon::{BODIES, DOUBLENAMES, GIVEN, SUFFIXES};
use crate::model::Name;
use crate::text::fold::fold_words;

/// How the words of a whole list are written, as far as it matters for one name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Family names stand in capitals beside given names that do not, without a comma between.
    family_capitals: bool,
    /// Words in capitals stand beside others in the list.
    capital_words: bool,
    /// No word is written in lower case.
    all_capitals: bool,
    /// At least half of the short words in capitals stand at the end of a name.
    trailing: bool,
    /// The initials of the list have full stops.
    dotted: bool,
    /// The family name stands first, without a comma (`Wallerstein Immanuel`).
    pub(super) reversed: bool,
}

/// Whether the word is a given name and hardly ever a family name; of a hyphenated one the first half counts.
pub(super) fn is_given(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    GIVEN.contains(&fold_words(bare))
        || bare.split_once('-').is_some_and(|(first, _)| GIVEN.contains(&fold_words(first)))
}

impl Style {
    /// Whether a short word in capitals stands for initials: `before` is the shape of the word before it in its piece,
    /// `after` tells how many words of the piece follow it.
    pub(super) fn capitals_are_initials(&self, word: &str, before: Option<Shape>, after: usize) -> bool {
        let length = word.chars().filter(|c| c.is_alphabetic()).count();
        match before {
            None if after == 0 => false,
            // `JA Smith`
            None => !self.capital_words && !self.all_capitals && length <= 3 && !is_particle(word),
            // `J. A. LI`
            Some(Shape::Initial) if self.dotted => false,
            Some(Shape::Upper | Shape::Capitals) if self.capital_words => false,
            // `Ben AW DE JONG`
            Some(Shape::Mixed) if self.family_capitals => after > 0 && length <= 2 && !is_particle(word),
            _ if self.all_capitals => self.trailing && !self.dotted && after == 0 && length <= 3,
            Some(_) => after == 0 && !(self.dotted && length > 2 && self.capital_words),
        }
    }
}

/// Looks over a list.
pub(super) fn style(text: &str, tokens: &[Token]) -> Style {
    let mut style = Style { all_capitals: true, ..Style::default() };
    let (mut upper, mut mixed, mut both) = (0_usize, 0_usize, 0_usize);
    let (mut ends, mut capitals, mut dotted) = (0_usize, 0_usize, 0_usize);
    let mut piece = [0_usize; 3];
    for (i, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word {
            both += usize::from(piece[0] > 0 && piece[1] > 0 && piece[2] == 0);
            upper += if piece[2] == 0 { piece[0] } else { 0 };
            piece = [0; 3];
            continue;
        }
        let printed = word(text, tokens, i);
        match shape(printed) {
            Shape::Upper => {
                piece[0] += 1;
                piece[2] += usize::from(BODIES.contains(&fold_words(printed)));
            }
            Shape::Mixed => {
                mixed += 1;
                piece[1] += 1;
                piece[2] += usize::from(piece[0] > 0 && BODIES.contains(&fold_words(printed)));
                style.all_capitals = false;
            }
            Shape::Lower | Shape::Asian => style.all_capitals = false,
            // `VON HAAM E`
            Shape::Capitals if is_particle(printed) => {}
            Shape::Capitals => {
                capitals += 1;
                let alone = !i.checked_sub(1).and_then(|p| tokens.get(p)).is_some_and(|t| t.kind == Kind::Word);
                let next = tokens.get(i + 1).filter(|t| t.kind == Kind::Word);
                let last = next.is_none() || is_suffix(word(text, tokens, i + 1));
                ends += usize::from(last && !alone);
            }
            Shape::Initial => dotted += usize::from(printed.ends_with('.')),
            Shape::Suffix => {}
        }
    }
    both += usize::from(piece[0] > 0 && piece[1] > 0 && piece[2] == 0);
    upper += if piece[2] == 0 { piece[0] } else { 0 };
    style.family_capitals = both > 0;
    style.capital_words = upper > 0 && mixed > 0;
    style.trailing = capitals > 0 && ends * 2 >= capitals;
    style.dotted = dotted > 0 && dotted >= ends;
    style
}

fn word<'a>(text: &'a str, tokens: &[Token], i: usize) -> &'a str {
    tokens.get(i).and_then(|t| text.get(t.range.clone())).unwrap_or_default()
}

/// Words joined by spaces, as printed but for stray full stops, spaces and odd hyphens.
pub(super) fn join(text: &str, tokens: &[Token], range: Range<usize>, out: &mut String) {
    for i in range {
        let Some(token) = tokens.get(i) else { break };
        if !out.is_empty() && !token.glued {
            out.push(' ');
        }
        for c in word(text, tokens, i).chars() {
            match c {
                ' ' => {}
                '\u{2010}' | '\u{2011}' => out.push('-'),
                '\u{ad}' | '\u{200c}' | '\u{200d}' => {}
                'ﬁ' => out.push_str("fi"),
                'ﬂ' => out.push_str("fl"),
                'ﬀ' => out.push_str("ff"),
                '`' => out.push('\''),
                _ => out.push(c),
            }
        }
    }
}

/// A family name; the full stop of the sentence is no part of it.
fn family(text: &str, tokens: &[Token], range: Range<usize>) -> String {
    let mut out = String::new();
    let last = range.end.checked_sub(1).map(|i| word(text, tokens, i)).unwrap_or_default();
    join(text, tokens, range, &mut out);
    if out.ends_with('.') && shape(last) != Shape::Initial {
        out.pop();
    }
    out
}

/// Given names: initials spaced and with full stops (`MA`, `M.A.` give `M. A.`) where there is nothing but initials;
/// written-out names stay as printed.
fn given(text: &str, tokens: &[Token], range: Range<usize>) -> String {
    let only = tokens.get(range.clone()).unwrap_or_default().iter().all(|t| {
        t.kind == Kind::Word
            && matches!(shape(text.get(t.range.clone()).unwrap_or_default()), Shape::Initial | Shape::Capitals)
    });
    let mut out = String::new();
    if !only {
        join(text, tokens, range, &mut out);
        let bare = out.trim_end_matches('.');
        let last = bare.rsplit([' ', '-']).next().unwrap_or_default();
        // `Sam A.` keeps its full stop, `Samuel.` ends a sentence.
        if out.ends_with('.') && last.chars().filter(|c| c.is_alphabetic()).count() > 3 {
            out.truncate(bare.len());
        }
        return out;
    }
    for i in range {
        let Some(token) = tokens.get(i) else { break };
        let printed = word(text, tokens, i);
        let bare = printed.trim_matches(|c: char| !c.is_alphabetic());
        // `Ch.`, `Yu.` and, in capitals, `YA.` are one initial.
        let pair = printed.ends_with('.') && matches!(bare, "YA" | "YU" | "CH" | "ZH" | "KH");
        let one = bare.chars().count() == 1 || pair || bare.chars().any(char::is_lowercase);
        let mut glued = token.glued;
        if one {
            separate(&mut out, glued);
            out.push_str(bare);
            out.push('.');
            continue;
        }
        for c in bare.chars() {
            if c.is_alphabetic() {
                separate(&mut out, glued);
                out.push(c);
                out.push('.');
                glued = false;
            } else if super::super::clean::is_dash(c) {
                glued = true;
            } else if !c.is_ascii_punctuation() {
                // A combining mark goes with its letter.
                out.pop();
                out.push(c);
                out.push('.');
            }
        }
    }
    out
}

/// Puts the hyphen of `J.-P.` or the space of `J. P.` before the next initial.
fn separate(out: &mut String, glued: bool) {
    if !out.is_empty() {
        out.push(if glued { '-' } else { ' ' });
    }
}

/// The suffix words at the end of a range (or, of given names, at the start) are cut off; what they are.
fn cut_suffix(text: &str, tokens: &[Token], range: &mut Range<usize>, given: Option<Range<usize>>) -> String {
    let mut out = String::new();
    if let Some(given) = given {
        join(text, tokens, given, &mut out);
        return out;
    }
    while range.len() > 1 && is_suffix(word(text, tokens, range.end - 1)) {
        range.end -= 1;
        out = word(text, tokens, range.end).to_owned();
    }
    while out.is_empty() && range.len() > 1 && is_suffix(word(text, tokens, range.start)) {
        out = word(text, tokens, range.start).to_owned();
        range.start += 1;
    }
    out
}

/// `Family, Given`, perhaps with particles behind the given names and a suffix in either part.
pub(super) fn inverted(
    text: &str,
    tokens: &[Token],
    mut head: Range<usize>,
    mut rest: Range<usize>,
    suffix: Option<Range<usize>>,
) -> Name {
    let mut suffix = cut_suffix(text, tokens, &mut rest, suffix);
    if suffix.is_empty() {
        suffix = cut_suffix(text, tokens, &mut head, None);
    }
    let mut particles = rest.end;
    while particles > rest.start + 1 {
        let printed = word(text, tokens, particles - 1);
        if !printed.starts_with(char::is_lowercase) || !is_particle(printed) {
            break;
        }
        particles -= 1;
    }
    let mut name = String::new();
    join(text, tokens, particles..rest.end, &mut name);
    if name.ends_with('.') {
        name.pop();
    }
    let behind = family(text, tokens, head);
    if !name.is_empty() && !name.ends_with(['\'', '’']) {
        name.push(' ');
    }
    name.push_str(&behind);
    Name::Person { family: name, given: given(text, tokens, rest.start..particles), suffix }
}

/// `Family GH`.
pub(super) fn vancouver(
    text: &str,
    tokens: &[Token],
    mut range: Range<usize>,
    suffix: Option<Range<usize>>,
    style: &Style,
) -> Name {
    let mut suffix = cut_suffix(text, tokens, &mut range, suffix);
    // `Chaisemartin C de`
    let whole = range.clone();
    while range.len() > 2 {
        let printed = word(text, tokens, range.end - 1);
        if !printed.starts_with(char::is_lowercase) || !is_particle(printed) {
            break;
        }
        range.end -= 1;
    }
    let mut split = range.end;
    while split > range.start + 1 {
        let printed = word(text, tokens, split - 1);
        let initial = match shape(printed) {
            Shape::Initial => true,
            Shape::Capitals => style.capitals_are_initials(printed, Some(shape(word(text, tokens, split - 2))), 0),
            _ => false,
        };
        if !initial {
            break;
        }
        split -= 1;
    }
    let mut head = range.start..split;
    if suffix.is_empty() {
        suffix = cut_suffix(text, tokens, &mut head, None);
    }
    if style.reversed && head.len() == 2 && !is_given(word(text, tokens, head.start)) {
        // `Cortell Andrew P.`
        split = head.end - 1;
        head.end = split;
    }
    let mut name = String::new();
    join(text, tokens, range.end..whole.end, &mut name);
    if !name.is_empty() {
        name.push(' ');
    }
    name.push_str(&family(text, tokens, head));
    Name::Person { family: name, given: given(text, tokens, split..range.end), suffix }
}

/// `Given Family`; a particle inside begins the family name, and so do words in capitals among others that are not.
pub(super) fn direct(
    text: &str,
    tokens: &[Token],
    mut range: Range<usize>,
    suffix: Option<Range<usize>>,
    style: &Style,
) -> Name {
    let suffix = cut_suffix(text, tokens, &mut range, suffix);
    let shapes: Vec<Shape> = range.clone().map(|i| shape(word(text, tokens, i))).collect();
    let count = shapes.len();
    let uppers = shapes.contains(&Shape::Upper);
    let capitals: Vec<bool> = shapes
        .iter()
        .enumerate()
        .map(|(n, s)| match s {
            Shape::Upper => true,
            Shape::Capitals => !uppers || is_particle(word(text, tokens, range.start + n)) || n == 0,
            _ => false,
        })
        .collect();
    let mut split = count.saturating_sub(1);
    if style.family_capitals && capitals.contains(&true) && shapes.contains(&Shape::Mixed) {
        if capitals.first() == Some(&true) {
            // `FAMILY Given`
            let end = range.start + capitals.iter().take_while(|c| **c).count();
            return Name::Person {
                family: family(text, tokens, range.start..end),
                given: given(text, tokens, end..range.end),
                suffix,
            };
        }
        split = capitals.iter().position(|c| *c).unwrap_or(split);
    } else if style.reversed && count == 2 && !is_given(word(text, tokens, range.start)) {
        return Name::Person {
            family: family(text, tokens, range.start..range.start + 1),
            given: given(text, tokens, range.start + 1..range.end),
            suffix,
        };
    } else if shapes.first() == Some(&Shape::Lower) && is_particle(word(text, tokens, range.start)) {
        split = 0;
    } else if count > 1 {
        if let Some(last) = range.end.checked_sub(1)
            && count > 2
            && SUFFIXES.get(&fold_words(word(text, tokens, last))) == Some("family")
        {
            split = count - 2;
        }
        // `Antonio Muñoz Molina`, `R. J. O'Hara Hines`
        if count > 2 && split == count - 1 {
            let before = word(text, tokens, range.start + count - 2);
            let double = shapes.get(count - 2) == Some(&Shape::Mixed) && DOUBLENAMES.contains(&fold_words(before));
            if double || before.starts_with("O'") || before.starts_with("O’") {
                split = count - 2;
            }
        }
        for n in 1..split.max(1) {
            let printed = word(text, tokens, range.start + n);
            let lower = shapes.get(n) == Some(&Shape::Lower);
            let saint = shapes.get(n) == Some(&Shape::Initial) && (printed.starts_with("St") || !printed.is_ascii());
            if (lower || saint || matches!(shapes.get(n), Some(Shape::Mixed | Shape::Upper | Shape::Capitals)))
                && is_particle(printed)
            {
                // `Wenceslas Fernandez de la Vega`
                let double =
                    n > 1 && lower && DOUBLENAMES.contains(&fold_words(word(text, tokens, range.start + n - 1)));
                split = if double { n - 1 } else { n };
                break;
            }
            // `Ortega y Gasset`: the joiner and the word before it.
            if lower && matches!(printed, "y" | "e" | "i") && n > 1 {
                split = n - 1;
                break;
            }
        }
    }
    if count == 1 && matches!(shapes.first(), Some(Shape::Initial)) {
        return Name::person(given(text, tokens, range), "");
    }
    let cut = range.start + split;
    let first = word(text, tokens, range.start);
    let given = if style.all_capitals && split == 1 && shapes.first() == Some(&Shape::Capitals) && can_be_said(first) {
        first.to_owned()
    } else {
        given(text, tokens, range.start..cut)
    };
    Name::Person { family: family(text, tokens, cut..range.end), given, suffix }
}

/// Whether a word of a few capitals before a family name in capitals is a name (`XUE`) rather than initials (`JRR`).
fn can_be_said(word: &str) -> bool {
    word.chars().count() >= 3 && word.contains(['A', 'E', 'I', 'O', 'U'])
}
