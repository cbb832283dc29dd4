//! What the line model reads: lines, and the clauses of lines that hold many entries.

use std::ops::Range;

use crate::page::Page;
use crate::text::fold::fold;

/// A line shorter than this is never cut: a long reference or author list has this many bytes.
const LONG: usize = 500;
/// A long line is cut where it has this many years or bracketed badges: one reference has one or two.
const MANY: usize = 4;

/// A line of the page, or a clause of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Index of the line.
    pub line: usize,
    /// Bytes of the line's text.
    pub range: Range<usize>,
    /// Whether the unit is part of a line that was cut.
    pub part: Part,
}

/// Whether a unit is a whole line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The unit is a line.
    Line,
    /// The unit is a clause within a line.
    Clause,
}

impl Unit {
    /// The text of the unit.
    pub fn text<'a>(&self, page: &'a Page) -> &'a str {
        page.lines[self.line].text.as_str().get(self.range.clone()).unwrap_or_default()
    }
}

/// Cuts a page into units.
pub fn units(page: &Page) -> Vec<Unit> {
    let mut units = Vec::with_capacity(page.lines.len());
    for (line, content) in page.lines.iter().enumerate() {
        let text = content.text.as_str();
        if text.len() < LONG || marks_of_entries(text) < MANY {
            units.push(Unit { line, range: 0..text.len(), part: Part::Line });
            continue;
        }
        units.extend(clauses(text).into_iter().map(|range| Unit { line, range, part: Part::Clause }));
    }
    units
}

/// How many years and bracketed badges a text has: each entry of a flattened page has at least one.
fn marks_of_entries(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i].is_ascii_digit() {
            let end = (i..bytes.len()).find(|&j| !bytes[j].is_ascii_digit()).unwrap_or(bytes.len());
            if end - i == 4 && matches!(&bytes[i..i + 2], b"19" | b"20") {
                count += 1;
            }
            i = end;
        } else {
            count += usize::from(bytes[i] == b'[');
            i += 1;
        }
    }
    count
}

/// Cuts a line after sentence ends and closing brackets, and before numbers that count entries.
fn clauses(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut word_start = 0;
    let mut depth = 0_u32;
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c.is_whitespace() {
            word_start = i + c.len_utf8();
        }
        let after = i + c.len_utf8();
        let next_is_space = chars.peek().is_none_or(|(_, n)| n.is_whitespace());
        let ends = next_is_space
            && match c {
                '.' => depth == 0 && ends_sentence(&text[word_start..i]),
                '?' | '!' | '…' => depth == 0,
                ')' | ']' => depth == 0,
                '"' | '”' | '»' => depth == 0 && matches!(before, '.' | ',' | '?' | '!'),
                _ => false,
            };
        before = c;
        if ends && opens_clause(text[after..].trim_start()) {
            push_trimmed(text, start..after, &mut out);
            start = after;
        }
    }
    push_trimmed(text, start..text.len(), &mut out);
    out
}

/// Whether the word before a full stop is long enough to end a sentence: initials and short abbreviations are not.
fn ends_sentence(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '[', '"', '“']);
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let digits = word.chars().filter(char::is_ascii_digit).count();
    if digits > 0 {
        return true;
    }
    let folded = fold(word);
    letters > 2
        && crate::lexicon::LINE_CUES.get(&folded).is_none_or(|class| !matches!(class, "volume" | "venue" | "editor"))
}

/// Whether a clause can begin so.
fn opens_clause(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| {
        c.is_uppercase()
            || c.is_numeric()
            || (c.is_alphabetic() && !c.is_lowercase())
            || matches!(c, '[' | '(' | '"' | '“' | '«' | '¿' | '•' | '-' | '–')
    })
}

/// Adds a range without white space at its ends, unless it is empty.
fn push_trimmed(text: &str, range: Range<usize>, out: &mut Vec<Range<usize>>) {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = range.start + part.trim_end().len();
    if start < end {
        out.push(start..end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_end_with_sentences_not_with_initials() {
        let text = "J. A. Doe and B. Roe. On salt. J. Tides 4(2): 1-9 (2006) Ann Lee: Next [pdf] Third one.";
        let cut: Vec<&str> = clauses(text).into_iter().map(|r| &text[r]).collect();
        assert_eq!(
            cut,
            ["J. A. Doe and B. Roe.", "On salt.", "J. Tides 4(2): 1-9 (2006)", "Ann Lee: Next [pdf]", "Third one."]
        );
    }
}
