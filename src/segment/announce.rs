//! What a page says of its own list: for which event it is, how many publications are on it.

use std::ops::Range;

use crate::lexicon::{ANNOUNCEMENTS, CITATION_WORDS};
use crate::text::fold::fold_words;
use crate::text::token::{Token, TokenKind, tokenize};

/// A line seen by the classes of its words.
struct Line<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Class of each token; a mark or an unknown word has none.
    classes: Vec<Option<&'static str>>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Self {
        let tokens = tokenize(text);
        let classes = tokens.iter().map(|t| ANNOUNCEMENTS.get(&fold_words(&text[t.range.clone()]))).collect();
        Self { text, tokens, classes }
    }

    fn is(&self, i: usize, class: &str) -> bool {
        self.classes.get(i).is_some_and(|c| *c == Some(class))
    }

    /// Whether token `i` names what is counted.
    fn counted(&self, i: usize) -> bool {
        self.is(i, "item") || self.is(i, "contribution")
    }

    fn mark(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |t| &self.text[t.range.clone()])
    }

    /// The number that begins with token `i`, with marks between its thousands, and the token behind it.
    fn number(&self, i: usize) -> Option<(u32, usize)> {
        let mut digits = String::new();
        let mut j = i;
        while self.tokens.get(j).is_some_and(|t| t.kind == TokenKind::Number) {
            digits.push_str(self.mark(j));
            j += 1;
            let thousands = matches!(self.mark(j), "," | ".") && self.tokens.get(j + 1).is_some_and(|t| !t.spaced);
            if !thousands {
                break;
            }
            j += 1;
        }
        Some((digits.parse().ok()?, j))
    }
}

/// The event that a heading names: "List of accepted papers for SOSP 2003", "ICML 2009 Accepted Papers".
pub(super) fn venue(text: &str) -> Option<Range<usize>> {
    let line = Line::new(text);
    behind(&line).or_else(|| before(&line))
}

/// The event behind the contributions.
fn behind(line: &Line) -> Option<Range<usize>> {
    let at = (0..line.tokens.len()).find(|&i| line.is(i, "contribution"))?;
    let mut next = at + 1 + usize::from(line.is(at + 1, "accepted"));
    if !line.is(next, "for") {
        return None;
    }
    next += 1 + usize::from(line.is(next + 1, "article"));
    let start = line.tokens.get(next)?.range.start;
    let event = line.text[start..].trim_end();
    // "Papers in refereed journals" names a kind, not an event.
    let accepted = line.classes.contains(&Some("accepted"));
    let short_name = event.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_uppercase));
    (accepted || short_name).then_some(start..start + event.len())
}

/// The event before the contributions.
fn before(line: &Line) -> Option<Range<usize>> {
    let mut at = line.tokens.len().checked_sub(1).filter(|&i| line.is(i, "contribution"))?;
    while at > 0 && line.is(at - 1, "manner") {
        at -= 1;
    }
    at = at.checked_sub(1).filter(|&i| line.is(i, "accepted"))?;
    if at > 1 && line.is(at - 1, "for") && line.is(at - 2, "list") {
        at -= 2;
    }
    let head = &line.text[..line.tokens.get(at)?.range.start];
    let event = head.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '-' | '–' | '—'));
    let start = event.len() - event.trim_start().len();
    (start < event.len()).then_some(start..event.len())
}

/// How many publications a line says there are: "25 papers", "Publications (42)", "Total of 1195 entries: …".
pub(super) fn count(text: &str) -> Option<u32> {
    let line = Line::new(text);
    let end = line.tokens.len();
    if let Some((count, _)) = line.number(0).filter(|&(_, next)| next + 1 == end && line.counted(next)) {
        return Some(count);
    }
    // "Cited by: Papers (12)" counts others.
    let cited = (1..end.min(3)).any(|n| {
        let words = text.get(..line.tokens[n - 1].range.end).unwrap_or_default();
        CITATION_WORDS.get(&fold_words(words)) == Some("before")
    });
    if cited {
        return None;
    }
    if end >= 4 && line.counted(end - 4) && line.mark(end - 3) == "(" && line.mark(end - 1) == ")" {
        return line.number(end - 2).map(|(count, _)| count);
    }
    let total = (0..end).find(|&i| line.is(i, "total") && line.is(i + 1, "for"))?;
    line.number(total + 2).filter(|&(_, next)| line.counted(next)).map(|(count, _)| count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_named_before_or_behind() {
        for (text, event) in [
            ("List of accepted papers for SOSP 2003", Some("SOSP 2003")),
            ("Papers presented at the Workshop on Dunes", Some("Workshop on Dunes")),
            ("ICML 2009 Accepted Papers", Some("ICML 2009")),
            ("ICML 2009 – List of accepted full papers", Some("ICML 2009")),
            ("Papers in refereed journals", None),
            ("Publications in English", None),
            ("Accepted papers", None),
        ] {
            assert_eq!(venue(text).map(|r| &text[r]), event, "{text}");
        }
    }

    #[test]
    fn counts_are_read() {
        for (text, expected) in [
            ("25 papers", Some(25)),
            ("1,195 results", Some(1195)),
            ("Publications (42)", Some(42)),
            ("Total of 1195 entries : 1-50 51-100", Some(1195)),
            ("we wrote 3 papers about it", None),
            ("Cited by: Papers (12)", None),
            ("Publications (selected)", None),
            ("299 citations, 810 across the 25 of their papers", None),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }
}
