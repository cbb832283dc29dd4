//! Rows: the lines of a page before they are dressed as text, HTML or Markdown.

use std::ops::Range;

use bibglean::segment::{Role, State};

use super::Rng;
use super::render::Work;

/// A line with its state.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its text.
    pub text: String,
    /// Its state.
    pub state: State,
    /// Blank lines before it.
    pub blank: u32,
    /// Columns before it.
    pub indent: u32,
    /// Its styles as bits: bold, italic, link.
    pub look: usize,
    /// Level of a heading.
    pub heading: Option<u8>,
    /// Which part of its layout it is.
    pub part: usize,
    /// The list it stands in.
    pub list: usize,
    /// Stretches that sites style, in order.
    pub pieces: Vec<(Range<usize>, Piece)>,
}

/// What a stretch of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The title.
    Title,
    /// Names.
    Names,
    /// The owner of the page among the names.
    Owner,
    /// Journal or book.
    Venue,
    /// A badge or an address.
    Link,
    /// A label such as `Authors:`.
    Label,
}

/// The part of a row that belongs to no entry and stands in a section of notes.
pub const NOTE: usize = 93;

impl Row {
    /// A row that belongs to no entry.
    pub fn outside(text: String, role: Role, blank: u32, part: usize) -> Self {
        Self {
            text,
            state: State::Outside(role),
            blank,
            indent: 0,
            look: 0,
            heading: None,
            part,
            list: 0,
            pieces: Vec::new(),
        }
    }

    /// Cuts white space at its ends.
    pub fn trim(&mut self) {
        let text = self.text.trim();
        if text.len() < self.text.len() {
            self.text = text.to_owned();
            self.pieces.clear();
        }
    }

    /// Whether it is the title of an entry.
    pub fn is_title(&self) -> bool {
        !self.state.is_outside() && self.state.role() == Role::Title
    }

    /// Whether sites give it a line of its own.
    pub fn is_apart(&self) -> bool {
        matches!(self.state.role(), Role::Abstract | Role::Furniture | Role::Heading | Role::Separator)
    }

    /// Finds the stretches that sites style.
    pub fn find_pieces(&mut self, work: &Work, owner: Option<&str>) {
        let text = self.text.as_str();
        let mut found: Vec<(Range<usize>, Piece)> = Vec::new();
        let mut add = |at: Option<usize>, length: usize, piece: Piece| {
            if let Some(at) = at
                && length > 0
                && found.iter().all(|(r, _)| at + length <= r.start || r.end <= at)
            {
                found.push((at..at + length, piece));
            }
        };
        add(text.find(&work.title), work.title.len(), Piece::Title);
        if let Some(colon) = text.find(':')
            && colon < 14
            && self.state.role() != Role::Reference
        {
            add(Some(0), colon, Piece::Label);
        }
        if let Some(owner) = owner {
            add(text.find(owner), owner.len(), Piece::Owner);
        }
        add(text.find(&work.container), work.container.len(), Piece::Venue);
        add(text.find(&work.doi), work.doi.len(), Piece::Link);
        for (at, part) in bracketed(text) {
            add(Some(at), part.len(), Piece::Link);
        }
        let rest = match self.state.role() {
            Role::Title => Piece::Title,
            Role::Authors => Piece::Names,
            Role::Venue => Piece::Venue,
            Role::Extra if text.len() < 60 => Piece::Link,
            _ => Piece::Label,
        };
        if found.is_empty() && rest == Piece::Link {
            found.extend(words(text).map(|range| (range, Piece::Link)));
        } else if found.is_empty() && rest != Piece::Label {
            found.push((0..text.len(), rest));
        }
        found.sort_by_key(|(range, _)| range.start);
        found.retain(|(range, _)| !range.is_empty());
        self.pieces = found;
    }
}

/// The words of a line of badges, without their brackets.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bounds = |c: char| c == ' ' || c == '|';
    text.split_inclusive(bounds).scan(0, move |at, word| {
        let start = *at;
        *at += word.len();
        let body = word.trim_end_matches(bounds);
        let inner = body.trim_start_matches(['[', '(']);
        let from = start + body.len() - inner.len();
        Some(from..from + inner.trim_end_matches([']', ')', '.']).len())
    })
}

/// Short texts in brackets: badges.
fn bracketed(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices('[') {
        if let Some(end) = text[at..].find(']')
            && (3..12).contains(&end)
            && text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic())
        {
            out.push((at + 1, &text[at + 1..at + end]));
        }
    }
    out
}

/// How the entries of a list look.
pub struct Look {
    /// Blank lines before an entry.
    pub blank: u32,
    /// Blank lines within it.
    pub inner_blank: u32,
    /// Columns before its first line.
    pub indent: u32,
    /// Columns before its other lines.
    pub hang: u32,
    /// Where references are wrapped.
    pub width: usize,
    /// Where lines of cards are wrapped.
    pub card_width: usize,
    marker: usize,
    /// Whether cards are numbered.
    pub mark_cards: bool,
    /// Whether a rule stands before each entry.
    pub rule_before: bool,
    /// Styles of parts.
    pub looks: Vec<usize>,
}

impl Look {
    /// A random look.
    pub fn random(rng: &mut Rng) -> Self {
        let styled = rng.chance(30);
        Self {
            blank: if rng.chance(55) { 1 + rng.below(2) as u32 } else { 0 },
            inner_blank: u32::from(rng.chance(10)),
            indent: if rng.chance(15) { 2 + rng.below(8) as u32 } else { 0 },
            hang: if rng.chance(30) { 2 + rng.below(4) as u32 } else { 0 },
            width: if rng.chance(40) { 55 + rng.below(50) } else { usize::MAX },
            card_width: if rng.chance(8) { 60 + rng.below(30) } else { usize::MAX },
            marker: rng.below(9),
            mark_cards: rng.chance(15),
            rule_before: rng.chance(6),
            looks: (0..4).map(|_| if styled { [0, 0, 1, 2, 4, 5][rng.below(6)] } else { 0 }).collect(),
        }
    }

    /// The same look in mark-up, which wraps nothing and numbers less.
    pub fn in_markup(self, rng: &mut Rng) -> Self {
        let marker = if self.marker < 5 && self.marker != 3 && rng.chance(45) { self.marker } else { usize::MAX };
        Self { width: usize::MAX, card_width: usize::MAX, marker, ..self }
    }

    /// What numbers or marks an entry.
    pub fn marker(&self, n: usize) -> String {
        match self.marker {
            0 => format!("[{n}] "),
            1 => format!("{n}. "),
            2 => format!("({n}) "),
            3 => "• ".into(),
            4 => "- ".into(),
            5 => format!("{n}\t"),
            6 => format!("{n}) "),
            _ => String::new(),
        }
    }
}

/// Breaks a text into lines of at most `width` characters.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            out.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push(line);
    }
    out
}

/// Small faults of copied text.
pub fn damage(text: &mut String, rng: &mut Rng) {
    match rng.below(8) {
        0 => *text = text.replacen(' ', "\u{a0}", 2),
        1 => *text = text.replacen(", ", ",", 1),
        2 => *text = text.replacen(". ", " . ", 1),
        3 => *text = text.replace('é', "Ã©"),
        _ => {}
    }
}
