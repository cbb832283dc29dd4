//! Labelled items to segments: one for each run of the same label, the punctuation at its ends apart.

use std::ops::Range;

use super::{Label, Segment};
use crate::span::Confidence;
use crate::text::Traced;

/// An item with its label.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub label: Label,
    pub confidence: Confidence,
    pub rule: &'static str,
}

/// Joins neighbours of the same label and rule of making; the segments cover the whole text.
pub(super) fn join(text: &Traced, pieces: &[Piece]) -> Vec<Segment> {
    let whole = text.as_str();
    let mut out = Writer { text, segments: Vec::new(), at: 0 };
    let mut i = 0;
    while i < pieces.len() {
        let first = &pieces[i];
        let mut end = first.range.end;
        let (mut sum, mut count) = (first.confidence, 1.0);
        let mut next = i + 1;
        while let Some(piece) = pieces.get(next).filter(|p| p.label == first.label && p.rule == first.rule) {
            end = end.max(piece.range.end);
            sum += piece.confidence;
            count += 1.0;
            next += 1;
        }
        let core = match first.rule {
            "label/crf" => trim(whole, first.range.start..end, first.label),
            _ => first.range.start..end,
        };
        out.push(core, first.label, sum / count, first.rule);
        i = next;
    }
    out.fill(whole.len());
    out.segments
}

struct Writer<'a> {
    text: &'a Traced,
    segments: Vec<Segment>,
    /// How far the text is covered.
    at: usize,
}

impl Writer<'_> {
    fn push(&mut self, range: Range<usize>, label: Label, confidence: Confidence, rule: &'static str) {
        let start = range.start.max(self.at);
        if range.end <= start {
            return;
        }
        if label == Label::Other {
            return;
        }
        self.fill(start);
        self.segments.push(Segment { label, text: self.text.slice(start..range.end), confidence, rule });
        self.at = range.end;
    }

    /// What has no label up to `end` is punctuation and words between the fields.
    fn fill(&mut self, end: usize) {
        if end > self.at {
            let text = self.text.slice(self.at..end);
            self.segments.push(Segment { label: Label::Other, text, confidence: 1.0, rule: "label/between" });
            self.at = end;
        }
    }
}

/// Takes the marks off the ends of a segment that belong to the list of fields and not to the field: separators, quotes,
/// brackets around the whole or without their partner. A full stop after an initial or "Jr" stays with the name.
pub(super) fn trim(text: &str, range: Range<usize>, label: Label) -> Range<usize> {
    let mut core = range;
    // No field begins or ends with this many marks; what is longer is no reference and may stay as it is.
    for _ in 0..64 {
        let before = core.clone();
        let part = &text[core.clone()];
        if let Some(first) = part.chars().next()
            && opens_in_vain(part, first)
        {
            core.start += first.len_utf8();
            continue;
        }
        if let Some(last) = part.chars().next_back()
            && closes_in_vain(part, last, label)
        {
            core.end -= last.len_utf8();
            continue;
        }
        if core == before {
            break;
        }
    }
    core
}

/// Whether the first character of a segment is no part of it.
fn opens_in_vain(part: &str, first: char) -> bool {
    if let Some(close) = partner(first) {
        // Without its partner, or around the whole.
        let rest = &part[first.len_utf8()..];
        return match rest.find(close) {
            None => true,
            Some(at) => rest[at + close.len_utf8()..].chars().all(|c| !c.is_alphanumeric()),
        };
    }
    first.is_whitespace() || is_sign(first) || ")]}）］】」』》〉”»’*…".contains(first)
}

/// Signs that stand between the parts of a reference and begin or end none of them.
fn is_sign(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '|' | '/' | '-' | '–' | '—' | '―' | '·' | '•' | '_' | '~' | '=' | '@')
        || matches!(c, '、' | '。' | '，' | '；' | '：' | '・' | '．')
}

/// Whether the last character of a segment is no part of it.
fn closes_in_vain(part: &str, last: char, label: Label) -> bool {
    let head = &part[..part.len() - last.len_utf8()];
    match last {
        // Three dots say that names were left out.
        '.' if label == Label::Author && head.ends_with("..") => false,
        '.' if matches!(label, Label::Author | Label::Editor | Label::Translator) => !abbreviates_name(head),
        '?' | '!' => label != Label::Title && label != Label::Container,
        '…' if label == Label::Author => false,
        '\'' => !head.ends_with(char::is_alphanumeric),
        '"' => head.matches('"').count().is_multiple_of(2),
        _ if last.is_whitespace() => true,
        _ => match opener(last) {
            Some(open) => !head.contains(open),
            None => is_sign(last) || "([{（［【「『《〈“«‘„’`…".contains(last),
        },
    }
}

/// Whether the full stop after `head` ends a short form of a name: an initial, "Jr", "al", "Ed".
fn abbreviates_name(head: &str) -> bool {
    let word = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let letters = word.chars().count();
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    letters == 1 && capital
        || matches!(
            word,
            "Jr" | "Sr"
                | "al"
                | "others"
                | "ed"
                | "eds"
                | "hrsg"
                | "Ed"
                | "Eds"
                | "Hrsg"
                | "Hg"
                | "Orgs"
                | "Org"
                | "др"
        )
}

fn partner(open: char) -> Option<char> {
    Some(match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        '“' => '”',
        '„' => '“',
        '«' => '»',
        '»' => '«',
        '‘' => '’',
        '"' => '"',
        '\'' => '\'',
        '`' => '\'',
        '（' => '）',
        '［' => '］',
        '【' => '】',
        '「' => '」',
        '『' => '』',
        '《' => '》',
        '〈' => '〉',
        _ => return None,
    })
}

fn opener(close: char) -> Option<char> {
    Some(match close {
        ')' => '(',
        ']' => '[',
        '}' => '{',
        '>' => '<',
        '”' => '“',
        '»' => '«',
        '«' => '»',
        '）' => '（',
        '］' => '［',
        '】' => '【',
        '」' => '「',
        '』' => '『',
        '》' => '《',
        '〉' => '〈',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_between_fields_are_taken_off() {
        let cases = [
            (Label::Title, "“A title?”, ", "A title?"),
            (Label::Title, " «Ein Titel». ", "Ein Titel"),
            (Label::Title, "»Ein Titel«,", "Ein Titel"),
            (Label::Title, "A title (Extended Abstract).", "A title (Extended Abstract)"),
            (Label::Title, "The 'gap' between.", "The 'gap' between"),
            (Label::Title, "『題名』、", "題名"),
            (Label::Author, "Smith, J.,", "Smith, J."),
            (Label::Author, "Sekine Y, Kell JW.", "Sekine Y, Kell JW"),
            (Label::Author, "J. Smith, Jr.", "J. Smith, Jr."),
            (Label::Author, "A. Voss et al.", "A. Voss et al."),
            (Label::Author, "Lovelace.", "Lovelace"),
            (Label::Author, "L Hu, Y Fu, ...", "L Hu, Y Fu, ..."),
            (Label::Editor, "(ed. by A. Voss), ", "ed. by A. Voss"),
            (Label::Editor, "A. Voss (Eds.), ", "A. Voss (Eds.)"),
            (Label::Date, "(2004).", "2004"),
            (Label::Date, "[1998] ", "1998"),
            (Label::Container, "J. Chem. Phys.,", "J. Chem. Phys"),
            (Label::Pages, ", pp. 3–4).", "pp. 3–4"),
            (Label::Number, "(3)", "3"),
            (Label::CitationNumber, "[12] ", "12"),
            (Label::Title, "...", ""),
        ];
        for (label, text, expected) in cases {
            assert_eq!(&text[trim(text, 0..text.len(), label)], expected, "{text}");
        }
    }
}
