//! Places of the input as lines that can be shown.

use bibglean::diag::render::Excerpt;
use bibglean::source::Source;
use bibglean::span::Span;

use super::terminal::sanitized;

/// Characters shown before and after the place, and of the place itself, where the line is long.
const BEFORE: usize = 40;
const INSIDE: usize = 100;
const AFTER: usize = 40;

/// The line of `source` that `span` starts in, cut to what is near and made safe to show.
pub fn excerpt(source: &Source, span: Span) -> Excerpt {
    let text = source.text();
    let start = boundary(text, span.start as usize);
    let end = boundary(text, (span.end as usize).max(start));
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |i| start + i);
    let end = end.min(line_end);

    let mut shown = String::new();
    push_end(&mut shown, &text[line_start..start], BEFORE);
    let from = shown.len();
    push_start(&mut shown, &text[start..end], INSIDE);
    let to = shown.len();
    push_start(&mut shown, &text[end..line_end], AFTER);

    let (line, column) = source.position(u32::try_from(start).unwrap_or(u32::MAX));
    Excerpt { name: sanitized(source.name()), line, column, text: shown, range: from..to }
}

/// Adds the last `limit` characters of a text, with an ellipsis where it is cut.
fn push_end(out: &mut String, text: &str, limit: usize) {
    match text.char_indices().rev().nth(limit) {
        Some((i, c)) => {
            out.push('…');
            out.push_str(&sanitized(&text[i + c.len_utf8()..]));
        }
        None => out.push_str(&sanitized(text)),
    }
}

/// Adds the first `limit` characters of a text, with an ellipsis where it is cut.
fn push_start(out: &mut String, text: &str, limit: usize) {
    match text.char_indices().nth(limit) {
        Some((i, _)) => {
            out.push_str(&sanitized(&text[..i]));
            out.push('…');
        }
        None => out.push_str(&sanitized(text)),
    }
}

/// The nearest character boundary at or before a byte.
fn boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use bibglean::span::SourceId;

    #[test]
    fn a_long_hostile_line_is_cut_and_made_safe() {
        let text = format!("first\r\n{}\u{1b}[2Jé{}\nlast", "a".repeat(5000), "ö".repeat(5000));
        let (source, _) = Source::decode(SourceId(0), "x\u{1b}.txt", text.as_bytes());
        let at = u32::try_from(text.find('\u{1b}').expect("there")).expect("small");
        let excerpt = excerpt(&source, Span::new(SourceId(0), at, at + 6));
        assert_eq!((excerpt.line, excerpt.column, excerpt.name.as_str()), (2, 5001, "x␛.txt"));
        assert_eq!(&excerpt.text[excerpt.range.clone()], "␛[2Jé");
        assert!(excerpt.text.starts_with("…aaa") && excerpt.text.ends_with("ööö…"), "{}", excerpt.text);
        assert!(excerpt.text.chars().count() < 100);
    }

    #[test]
    fn places_outside_the_text_are_harmless() {
        let (source, _) = Source::decode(SourceId(0), "x", "é\n".as_bytes());
        for (start, end) in [(0, 0), (1, 1), (1, 9), (3, 9), (9, 2)] {
            excerpt(&source, Span::new(SourceId(0), start, end));
        }
    }
}
