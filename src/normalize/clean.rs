//! Text as it stands on a page to text as it stands in a record: white space, line breaks, invisible characters.

use std::ops::Range;

use crate::lexicon::HYPHENS;
use crate::model::{Mark, MarkKind, Text};
use crate::text::fold::fold_words;
use crate::text::{RunKind, Traced};

/// The bytes of `text` in `range` as text with its marked-up stretches.
/// White space becomes one space, words cut at a line end are joined, invisible characters go.
pub(super) fn tidy(text: &Traced, range: Range<usize>) -> Text {
    let Some(printed) = text.as_str().get(range.clone()) else { return Text::default() };
    let mut offsets = Vec::new();
    let styled = text.runs().iter().any(|r| r.range.start < range.end && r.range.end > range.start);
    let plain = tidy_into(printed, styled.then_some(&mut offsets));
    let mut marks: Vec<Mark> = Vec::new();
    if styled {
        let place = |at: usize| {
            let at = at.clamp(range.start, range.end) - range.start;
            offsets.get(at).copied().unwrap_or(plain.len())
        };
        for run in text.runs() {
            let kind = match run.kind {
                RunKind::Italic => MarkKind::Italic,
                RunKind::Superscript => MarkKind::Superscript,
                RunKind::Subscript => MarkKind::Subscript,
                RunKind::Math => MarkKind::Math,
                RunKind::Bold | RunKind::Link { .. } => continue,
            };
            let (mut start, mut end) = (place(run.range.start), place(run.range.end));
            let inside = plain.get(start..end).unwrap_or_default();
            start += inside.len() - inside.trim_start().len();
            end -= (inside.len() - inside.trim_end().len()).min(end.saturating_sub(start));
            // What is italic from end to end says nothing of a part.
            let whole = kind == MarkKind::Italic && end.saturating_sub(start) + 2 >= plain.len();
            if start < end && !whole && marks.last().is_none_or(|last| last.range.end <= start) {
                marks.push(Mark { range: start..end, kind });
            }
        }
    }
    Text { plain, marks }
}

/// The same for text without markup.
pub(super) fn tidy_str(printed: &str) -> String {
    tidy_into(printed, None)
}

/// Cleans `printed`; `offsets` receives, for each of its bytes, the place in the result.
fn tidy_into(printed: &str, mut offsets: Option<&mut Vec<usize>>) -> String {
    let mut out = String::with_capacity(printed.len());
    let mut gap = false;
    let mut chars = printed.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if gap && !c.is_whitespace() && !is_invisible(c) {
            if !out.is_empty() {
                out.push(' ');
            }
            gap = false;
        }
        if let Some(offsets) = offsets.as_deref_mut() {
            offsets.resize(at + c.len_utf8(), out.len() + usize::from(gap && !out.is_empty()));
        }
        match c {
            _ if c.is_whitespace() => gap = true,
            '\u{ad}' => {
                // A soft hyphen at a line end: the word goes on.
                while chars.peek().is_some_and(|(_, c)| c.is_whitespace()) {
                    chars.next();
                }
            }
            _ if is_invisible(c) => {}
            '-' | '\u{2010}' | '\u{2011}' => {
                let rest = printed.get(at + c.len_utf8()..).unwrap_or_default();
                match broken_word(&out, rest) {
                    Some(keep) => {
                        if keep {
                            out.push('-');
                        }
                        while chars.peek().is_some_and(|(_, c)| c.is_whitespace()) {
                            chars.next();
                        }
                    }
                    None => out.push('-'),
                }
            }
            'ﬀ' => out.push_str("ff"),
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            'ﬃ' => out.push_str("ffi"),
            'ﬄ' => out.push_str("ffl"),
            'ﬅ' | 'ﬆ' => out.push_str("st"),
            _ => out.push(c),
        }
    }
    if let Some(offsets) = offsets {
        offsets.resize(printed.len() + 1, out.len());
    }
    out
}

/// Characters without a shape of their own.
fn is_invisible(c: char) -> bool {
    matches!(u32::from(c), 0..=8 | 0xE..=0x1F | 0x7F..=0x9F | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0xFEFF | 0xFFFC)
}

/// Whether the text before a hyphen and the text after it are two halves of a word cut at a line end,
/// and if so, whether the hyphen belongs to the word.
fn broken_word(before: &str, after: &str) -> Option<bool> {
    let next = after.trim_start();
    let blank = after.get(..after.len() - next.len())?;
    if !blank.contains('\n') {
        return None;
    }
    let first = next.chars().next()?;
    let last = before.chars().next_back()?;
    if !first.is_alphanumeric() || !last.is_alphanumeric() {
        return None;
    }
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '-').map_or(0, |i| i + 1);
    let left = before.get(start..).unwrap_or(before);
    let end = next.find(|c: char| !c.is_alphanumeric()).unwrap_or(next.len());
    let right = next.get(..end).unwrap_or(next);
    // "short- and long-term"
    if HYPHENS.get(&fold_words(right)) == Some("joiner") {
        return None;
    }
    let keep = !first.is_lowercase()
        || last.is_numeric()
        || last.is_uppercase()
        || left.contains('-')
        || HYPHENS.get(&fold_words(left)) == Some("first");
    Some(keep)
}

/// The part of `range` without white space and the characters of `set` at its ends.
pub(super) fn trim(text: &str, range: Range<usize>, set: &[char]) -> Range<usize> {
    let Some(part) = text.get(range.clone()) else { return 0..0 };
    let cut = |c: char| c.is_whitespace() || is_invisible(c) || set.contains(&c);
    let left = part.trim_start_matches(cut);
    let start = range.end - left.len();
    start..start + left.trim_end_matches(cut).len()
}

/// Punctuation that separates fields and belongs to none.
pub(super) const EDGES: &[char] = &[',', ';', ':', '.', '|', '。', '，', '；', '：', '、', '•', '*', '=', '_'];

/// The part of `range` without separating punctuation, unmatched brackets and enclosing brackets at its ends.
pub(super) fn strip(text: &str, range: Range<usize>) -> Range<usize> {
    let mut range = trim(text, range, EDGES);
    for _ in 0..4 {
        let part = text.get(range.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (part.chars().next(), part.chars().next_back()) else { break };
        let opens = part.chars().filter(|c| is_open(*c)).count();
        let closes = part.chars().filter(|c| is_close(*c)).count();
        let encloses = is_open(first) && is_close(last) && opens == 1 && closes == 1;
        let from = if is_open(first) && (encloses || opens > closes) || is_close(first) || is_dash(first) {
            first.len_utf8()
        } else {
            0
        };
        let to = if is_close(last) && (encloses || closes > opens) || is_open(last) || is_dash(last) {
            last.len_utf8()
        } else {
            0
        };
        if from + to == 0 || from + to > part.len() {
            break;
        }
        range = trim(text, range.start + from..range.end - to, EDGES);
    }
    range
}

/// Opening brackets.
pub(super) fn is_open(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '（' | '［' | '【' | '〔')
}

/// Closing brackets.
pub(super) fn is_close(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '）' | '］' | '】' | '〕')
}

/// Dashes and hyphens of every length.
pub(super) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2E3A}' | '\u{2E3B}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_what_line_ends_cut() {
        for (printed, expected) in [
            ("inter-\nnational  trade", "international trade"),
            ("self-\nattention", "self-attention"),
            ("short-\nand long-term", "short- and long-term"),
            ("COVID-\n19", "COVID-19"),
            ("post\u{ad}\nwar\u{200b}", "postwar"),
            ("a\n b\u{a0}c", "a b c"),
            ("e\u{fb03}cient self\u{2010}test", "efficient self-test"),
        ] {
            assert_eq!(tidy_str(printed), expected);
        }
    }
}
