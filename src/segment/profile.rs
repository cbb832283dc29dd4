//! What can be seen of one unit by itself: its marker, its words, its shape.

use crate::lexicon::LINE_CUES;
use crate::text::fold::fold;
use crate::text::token::{Token, TokenKind, is_unspaced, tokenize};

/// Classes of `line_cues.tsv`, in the order of their bits in [`Profile::cues`].
pub const CUES: &[&str] = &[
    "venue",
    "ident",
    "pages",
    "volume",
    "editor",
    "in",
    "joiner",
    "etal",
    "published",
    "state",
    "thesis",
    "report",
    "abstract",
    "kind",
    "badge",
    "count",
    "label",
    "award",
    "menu",
    "access",
    "person",
    "prose",
    "article",
    "month",
];

/// How a unit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    /// With a word.
    None,
    /// `[12]`
    Bracketed,
    /// `12.` or `12)`
    Numbered,
    /// A number and white space before words.
    Id,
    /// `(12)`
    Parenthesised,
    /// A bullet or dash before words.
    Bullet,
    /// `———` for the authors above.
    SameAuthors,
}

/// A first guess of what a unit is, by its shape alone; the model's features combine the guesses of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guess {
    /// No letter or digit.
    Rule,
    /// A year and nothing else that matters.
    Year,
    /// A list of names.
    Names,
    /// A list of names and more.
    NamesAndMore,
    /// Year, month, venue words; no sentence.
    Venue,
    /// Names, year and numbers together.
    Reference,
    /// A sentence of prose, or several.
    Prose,
    /// An address on the web or an identifier.
    Identifier,
    /// Buttons and link texts.
    Badge,
    /// Up to three words.
    Short,
    /// Words without names, year or numbers.
    Phrase,
}

impl Guess {
    /// A coarser guess, for comparing neighbourhoods: some words are some words, few or many.
    pub fn coarse(self) -> Self {
        match self {
            Self::Short => Self::Phrase,
            Self::NamesAndMore => Self::Names,
            guess => guess,
        }
    }
}

/// What can be seen of one unit.
#[derive(Clone, Debug)]
pub struct Profile {
    /// How it begins.
    pub marker: Marker,
    /// The number in the marker.
    pub number: Option<u32>,
    /// First guess.
    pub guess: Guess,
    /// Characters.
    pub chars: usize,
    /// Words and numbers.
    pub words: usize,
    /// Commas, semicolons and joiners.
    pub commas: usize,
    /// Initials (`A.`).
    pub initials: usize,
    /// Years 1500 to 2099.
    pub years: usize,
    /// Numbers other than years.
    pub numbers: usize,
    /// Words that begin with a capital, in tenths of all words.
    pub capitals: usize,
    /// Chunks between commas that look like names, in tenths of all chunks.
    pub names: usize,
    /// Chunks between commas.
    pub chunks: usize,
    /// Bits of [`CUES`].
    pub cues: u32,
    /// Share of words that are badge, menu or label cues, in tenths.
    pub furniture: usize,
    /// First folded word.
    pub first: String,
    /// Last character.
    pub last: char,
    /// First character after the marker.
    pub head: char,
    /// Whether it has quotation marks.
    pub quotes: bool,
    /// Whether a year stands in parentheses.
    pub year_parenthesised: bool,
    /// Whether the last token but punctuation is a year.
    pub year_last: bool,
    /// Whether the first token is a year.
    pub year_first: bool,
    /// Ends with `et al.`, `+5` or an ellipsis.
    pub cut: bool,
    /// Has ideographs.
    pub unspaced: bool,
    /// Bytes of the marker.
    pub marker_len: usize,
}

/// Looks at a unit.
pub fn profile(text: &str) -> Profile {
    let (marker, number, marker_len) = marker(text);
    let body = &text[marker_len..];
    let tokens = tokenize(body);
    let mut p = Profile {
        marker,
        number,
        guess: Guess::Phrase,
        chars: body.chars().count(),
        words: 0,
        commas: 0,
        initials: 0,
        years: 0,
        numbers: 0,
        capitals: 0,
        names: 0,
        chunks: 0,
        cues: 0,
        furniture: 0,
        first: String::new(),
        last: body.trim_end().chars().next_back().unwrap_or(' '),
        head: body.trim_start().chars().next().unwrap_or(' '),
        quotes: body.contains(['"', '“', '”', '„', '«', '‘', '「', '『', '《']),
        year_parenthesised: false,
        year_last: false,
        year_first: false,
        cut: false,
        unspaced: body.chars().any(is_unspaced),
        marker_len,
    };
    scan(body, &tokens, &mut p);
    name_chunks(body, &tokens, &mut p);
    p.cut = p.cues & cue_bit("etal") != 0 && p.last != ':'
        || body.ends_with(['…', '⋯'])
        || body.ends_with("...")
        || ends_with_plus(body);
    p.guess = guess(&p);
    p
}

/// The bit of a cue class.
pub fn cue_bit(class: &str) -> u32 {
    CUES.iter().position(|c| *c == class).map_or(0, |i| 1 << i)
}

/// Counts words, numbers, years, capitals and cues.
fn scan(body: &str, tokens: &[Token], p: &mut Profile) {
    let (mut capitals, mut furniture) = (0, 0);
    for (i, token) in tokens.iter().enumerate() {
        let word = &body[token.range.clone()];
        match token.kind {
            TokenKind::Number | TokenKind::Mixed => {
                p.words += 1;
                if is_year(word) {
                    p.years += 1;
                    p.year_first |= p.words == 1;
                    p.year_last = true;
                    let before = i.checked_sub(1).map(|j| &body[tokens[j].range.clone()]);
                    p.year_parenthesised |= matches!(before, Some("(" | "（" | "["));
                } else {
                    p.numbers += 1;
                    p.year_last = false;
                }
            }
            TokenKind::Word => {
                p.words += 1;
                p.year_last = false;
                let folded = fold(word);
                if word.chars().next().is_some_and(char::is_uppercase) {
                    capitals += 1;
                    let dot = tokens.get(i + 1).is_some_and(|t| !t.spaced && &body[t.range.clone()] == ".");
                    p.initials += usize::from(dot && word.chars().count() == 1);
                }
                if crate::lexicon::MONTHS.contains(&folded) {
                    p.cues |= cue_bit("month");
                }
                if let Some(class) = LINE_CUES.get(&folded) {
                    p.cues |= cue_bit(class);
                    furniture += usize::from(matches!(class, "badge" | "menu" | "label" | "count"));
                }
                if p.first.is_empty() {
                    p.first = folded;
                }
            }
            TokenKind::Ideograph => {
                p.words += 1;
                p.year_last = false;
            }
            TokenKind::Mark => p.commas += usize::from(matches!(word, "," | ";" | "，" | "、" | "；" | "·" | "・")),
            TokenKind::Break => {}
        }
    }
    p.capitals = capitals * 10 / p.words.max(1);
    p.furniture = furniture * 10 / p.words.max(1);
}

/// Counts the chunks between commas and joiners, and how many of them look like names.
fn name_chunks(body: &str, tokens: &[Token], p: &mut Profile) {
    let (mut chunks, mut names) = (0, 0);
    let mut chunk = Chunk::default();
    for (i, token) in tokens.iter().enumerate() {
        let word = &body[token.range.clone()];
        if word == "+" && tokens.get(i + 1).is_some_and(|t| t.kind == TokenKind::Number) {
            break;
        }
        let ends = match token.kind {
            TokenKind::Mark => matches!(word, "," | ";" | "&" | "，" | "、" | "；" | "·" | "・" | "|" | "/"),
            TokenKind::Word => LINE_CUES.get(&fold(word)) == Some("joiner") && word.chars().count() > 1,
            _ => false,
        };
        if ends {
            chunk.close(&mut chunks, &mut names);
        } else {
            chunk.add(word, token.kind);
        }
    }
    chunk.close(&mut chunks, &mut names);
    p.chunks = chunks;
    p.names = names * 10 / chunks.max(1);
}

/// A stretch between commas, seen as a possible name.
#[derive(Default)]
struct Chunk {
    capitals: usize,
    lower: usize,
    digits: usize,
    marks: usize,
    ideographs: usize,
}

impl Chunk {
    fn add(&mut self, word: &str, kind: TokenKind) {
        match kind {
            TokenKind::Word => {
                let particle = crate::lexicon::PARTICLES.contains(&fold(word));
                if word.chars().next().is_some_and(char::is_uppercase) {
                    self.capitals += 1;
                } else if !particle {
                    self.lower += 1;
                }
            }
            TokenKind::Number | TokenKind::Mixed => self.digits += 1,
            TokenKind::Ideograph => self.ideographs += 1,
            TokenKind::Mark => {
                self.marks += usize::from(!matches!(word, "." | "-" | "'" | "’" | "*" | "‐" | "†" | "‡"))
            }
            TokenKind::Break => {}
        }
    }

    fn close(&mut self, chunks: &mut usize, names: &mut usize) {
        if self.capitals + self.lower + self.digits + self.ideographs > 0 {
            *chunks += 1;
            let western = (1..=6).contains(&self.capitals) && self.ideographs == 0;
            let eastern = (2..=5).contains(&self.ideographs) && self.capitals == 0;
            *names += usize::from((western || eastern) && self.lower == 0 && self.digits == 0 && self.marks == 0);
        }
        *self = Self::default();
    }
}

/// Whether a word is a year, or a year with a letter.
fn is_year(word: &str) -> bool {
    let digits = word.as_bytes();
    let year = digits.len() >= 4
        && digits[..4].iter().all(u8::is_ascii_digit)
        && matches!(&digits[..2], b"15" | b"16" | b"17" | b"18" | b"19" | b"20");
    year && (digits.len() == 4 || digits.len() == 5 && digits[4].is_ascii_lowercase())
}

/// Whether a text ends in `+5`.
fn ends_with_plus(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_digit());
    digits.len() < text.len() && digits.ends_with('+')
}

/// The marker a unit begins with, its number, and its bytes (white space after it included).
fn marker(text: &str) -> (Marker, Option<u32>, usize) {
    let space = |from: usize| from + (text[from..].len() - text[from..].trim_start().len());
    let digits = |from: usize| from + text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let number = |from: usize, to: usize| text[from..to].parse().ok();
    let Some(c) = text.chars().next() else { return (Marker::None, None, 0) };
    match c {
        '[' | '(' => {
            let end = digits(1);
            let close = if c == '[' { ']' } else { ')' };
            if end > 1 && end - 1 < 4 && text[end..].starts_with(close) {
                let kind = if c == '[' { Marker::Bracketed } else { Marker::Parenthesised };
                return (kind, number(1, end), space(end + 1));
            }
            // DBLP's kinds of work: `[j7]`.
            let kind = text.strip_prefix('[').filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
            let end = kind.map_or(0, |_| digits(2));
            if end > 2 && text[end..].starts_with(']') {
                return (Marker::Bracketed, None, space(end + 1));
            }
        }
        '0'..='9' => {
            let end = digits(0);
            let rest = &text[end..];
            if end < 5 && rest.starts_with(['.', ')']) && rest[1..].starts_with(char::is_whitespace) {
                return (Marker::Numbered, number(0, end), space(end + 1));
            }
            if end < 6 && rest.starts_with('\t') && !rest.trim().is_empty() {
                return (Marker::Id, number(0, end), space(end));
            }
        }
        '•' | '·' | '*' | '▪' | '◦' | '‣' | '●' | '■' | '–' | '-' | '→' | '○' | '◆' | '►' | '+' =>
        {
            let end = c.len_utf8();
            if text[end..].starts_with(char::is_whitespace) {
                return (Marker::Bullet, None, space(end));
            }
        }
        '—' | '―' | '_' => {
            let end = text.len() - text.trim_start_matches(['—', '―', '_']).len();
            let rest = text[end..].trim_start_matches(['.', ',']);
            if !rest.is_empty() && text[..end].chars().count() > 1 {
                return (Marker::SameAuthors, None, 0);
            }
        }
        _ => {}
    }
    (Marker::None, None, 0)
}

/// The first guess.
fn guess(p: &Profile) -> Guess {
    let has = |class: &str| p.cues & cue_bit(class) != 0;
    if p.words == 0 {
        return Guess::Rule;
    }
    if p.years > 0 && p.words <= 2 {
        return Guess::Year;
    }
    if p.furniture >= 5 {
        return Guess::Badge;
    }
    if has("ident") && p.words <= 14 && !has("prose") && p.chunks <= 3 {
        return Guess::Identifier;
    }
    if p.names >= 8 && p.chunks >= 2 || (p.names == 10 && p.initials > 0) {
        return Guess::Names;
    }
    if p.words >= 25 && (has("prose") || p.capitals <= 2) && p.years <= 1 {
        return Guess::Prose;
    }
    if p.years > 0 && p.numbers >= 2 && (p.initials >= 1 || p.words > 12) {
        return Guess::Reference;
    }
    if (p.years > 0 || has("month")) && p.words <= 16 || has("venue") && p.words <= 12 && p.numbers > 0 {
        return Guess::Venue;
    }
    if p.names >= 4 && p.chunks >= 3 {
        return Guess::NamesAndMore;
    }
    if p.years > 0 && p.words > 12 {
        return Guess::Reference;
    }
    if p.words <= 3 {
        return Guess::Short;
    }
    if has("prose") && p.words >= 12 { Guess::Prose } else { Guess::Phrase }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_by_shape() {
        for (text, expected) in [
            ("-", Guess::Rule),
            ("2019", Guess::Year),
            ("Ana Ruiz, Bo Li and J. van Dam +5", Guess::Names),
            ("ICLR 2024 | May 2024", Guess::Venue),
            ("PDF Code Cite", Guess::Badge),
            ("A Slow Method for Counting Grains of Sand", Guess::Phrase),
            ("3. Ruiz, A. and Li, B., On sand, J. Grains 4, 12-19 (2003).", Guess::Reference),
        ] {
            assert_eq!(profile(text).guess, expected, "{text}");
        }
    }

    #[test]
    fn markers_are_seen() {
        for (text, kind, number) in [
            ("[12] A", Marker::Bracketed, Some(12)),
            ("3. A", Marker::Numbered, Some(3)),
            ("7\tA", Marker::Id, Some(7)),
            ("[j7] A", Marker::Bracketed, None),
            ("[jé] A", Marker::None, None),
            ("[é", Marker::None, None),
            ("(", Marker::None, None),
            ("[a", Marker::None, None),
            ("• A", Marker::Bullet, None),
            ("———. 2009.", Marker::SameAuthors, None),
            ("A", Marker::None, None),
        ] {
            let (found, n, _) = marker(text);
            assert_eq!((found, n), (kind, number), "{text}");
        }
    }
}
