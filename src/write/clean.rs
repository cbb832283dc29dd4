//! Text made fit for output: one rule for each kind of character that has no place in a bibliography.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use crate::model::{Mark, MarkKind, Text};
use crate::text::token::is_unspaced;

/// Markup nested deeper than any title needs is dropped.
const DEEPEST: usize = 4;

/// What becomes of a character.
enum Fate {
    /// It stands.
    Keep,
    /// It is white space.
    Space,
    /// It goes.
    Drop,
    /// It is written by its compatibility form (Unicode NFKC).
    Compatible,
    /// It is written as another.
    As(&'static str),
}

/// The rule for one character.
///
/// - line breaks, tabs, non-breaking and other spaces: one space;
/// - control characters, soft hyphens, zero-width and bidirectional marks, variation selectors, noncharacters: dropped;
/// - ligatures (ﬁ), full-width and mathematical letters, Greek symbol variants: their plain forms; full-width punctuation too, but for
///   that between characters of East Asia;
/// - `--`, `---`, \`\` and `''`: the dashes and quotation marks that TeX prints for them;
/// - Unicode's hyphens: `-`; the figure dash: the dash it looks like; the ellipsis: three full stops.
fn fate(c: char) -> Fate {
    match u32::from(c) {
        0x09..=0x0D | 0x20 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 => {
            Fate::Space
        }
        0x00..=0x1F | 0x7F..=0x9F => Fate::Drop,
        0xAD | 0x61C | 0x180B..=0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F => Fate::Drop,
        0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xFDD0..=0xFDEF | 0xE_0000..=0xE_0FFF => Fate::Drop,
        n if n & 0xFFFE == 0xFFFE => Fate::Drop,
        0xFB00..=0xFB06 | 0xFF01..=0xFF5E | 0x1_D400..=0x1_D7FF => Fate::Compatible,
        0xB5 | 0x3D0 | 0x3D1 | 0x3D5 | 0x3D6 | 0x3F0 | 0x3F1 | 0x3F5 | 0x2126 | 0x212A | 0x212B => Fate::Compatible,
        0x2010 | 0x2011 => Fate::As("-"),
        0x2012 => Fate::As("–"),
        0x2026 => Fate::As("..."),
        _ => Fate::Keep,
    }
}

/// Full-width punctuation, which is at home between Han characters and Kana.
fn is_wide_mark(c: char) -> bool {
    matches!(u32::from(c), 0xFF01..=0xFF5E) && !c.is_alphanumeric()
}

/// Text with the rules applied, composed (NFC), its white space collapsed, its marks moved along.
pub(super) fn clean(text: &Text) -> Text {
    // Composition happens between the ends of marks, so that no mark can cut a character in two.
    let mut cuts: Vec<usize> = vec![0, text.plain.len()];
    for mark in &text.marks {
        cuts.extend([mark.range.start, mark.range.end].into_iter().filter(|&at| text.plain.is_char_boundary(at)));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut plain = String::with_capacity(text.plain.len());
    let mut moved: Vec<(usize, usize)> = Vec::with_capacity(cuts.len());
    moved.push((0, 0));
    for pair in cuts.windows(2) {
        let piece = text.plain.get(pair[0]..pair[1]).unwrap_or_default();
        push_clean(&mut plain, piece);
        moved.push((pair[1], plain.len()));
    }
    let trimmed = plain.trim_end().len();
    plain.truncate(trimmed);
    let place = |at: usize| moved.binary_search_by_key(&at, |m| m.0).ok().map(|i| moved[i].1.min(trimmed));
    let mut marks = Vec::with_capacity(text.marks.len());
    for mark in &text.marks {
        if let (Some(start), Some(end)) = (place(mark.range.start), place(mark.range.end))
            && let Some(range) = trim_range(&plain, start..end)
        {
            marks.push(Mark { range, kind: mark.kind });
        }
    }
    Text { plain, marks: disjoint_or_nested(marks) }
}

/// Plain text with the rules applied.
pub(super) fn clean_str(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_clean(&mut out, text);
    out.truncate(out.trim_end().len());
    out
}

fn push_clean(out: &mut String, piece: &str) {
    let mut mapped = String::with_capacity(piece.len());
    let mut chars = piece.chars().peekable();
    while let Some(c) = chars.next() {
        let unspaced = |c: char| is_unspaced(c) || is_wide_mark(c);
        if is_wide_mark(c)
            && (mapped.chars().next_back().is_some_and(unspaced) || chars.peek().copied().is_some_and(unspaced))
        {
            mapped.push(c);
            continue;
        }
        match fate(c) {
            Fate::Keep => mapped.push(c),
            Fate::Space => mapped.push(' '),
            Fate::Drop => {}
            Fate::Compatible => mapped.extend(c.nfkc()),
            Fate::As(text) => mapped.push_str(text),
        }
    }
    // TeX's own notation for dashes and quotation marks.
    for (notation, character) in [("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")] {
        if mapped.contains(notation) {
            mapped = mapped.replace(notation, character);
        }
    }
    for c in mapped.nfc() {
        if c == ' ' && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        out.push(c);
    }
}

/// The range without white space at its ends; nothing if it is empty.
fn trim_range(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let start = range.start + (part.len() - part.trim_start().len());
    let end = start + part.trim().len();
    (start < end).then_some(start..end)
}

/// Marks by start, without those that overlap an earlier one in part; of two on the same range, the first.
/// Inside mathematics nothing is marked.
fn disjoint_or_nested(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_by(|a, b| (a.range.start, b.range.end).cmp(&(b.range.start, a.range.end)));
    let mut open: Vec<Mark> = Vec::new();
    let mut kept: Vec<Mark> = Vec::new();
    for mark in marks {
        while open.last().is_some_and(|o| o.range.end <= mark.range.start) {
            open.pop();
        }
        let fits = open
            .last()
            .is_none_or(|o| mark.range.end <= o.range.end && mark.range != o.range && o.kind != MarkKind::Math);
        if fits && open.len() < DEEPEST {
            open.push(mark.clone());
            kept.push(mark);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_character_has_its_rule() {
        for (before, after) in [
            ("a\u{a0}\t\n b\0", "a b"),
            ("soft\u{ad}hyphen\u{200b}\u{202e}\u{feff}", "softhyphen"),
            ("e\u{301}ﬁﬀＦ２", "éfiffF2"),
            ("self‐supervised‑map", "self-supervised-map"),
            ("a…", "a..."),
            ("北京：方法，Ａ：b", "北京：方法，A:b"),
            ("µ Å", "μ Å"),
            ("\u{1F}\u{7F}\u{9F}\u{FFFF}\u{FDD0}", ""),
            ("``a'' -- b---c", "“a” – b—c"),
        ] {
            assert_eq!(clean_str(before), after);
        }
    }

    #[test]
    fn marks_move_along() {
        let mark = |range, kind| Mark { range, kind };
        let text = Text {
            plain: "  a\u{ad}b  c ".into(),
            marks: vec![mark(5..8, MarkKind::Italic), mark(0..1, MarkKind::Math), mark(6..9, MarkKind::Superscript)],
        };
        let cleaned = clean(&text);
        assert_eq!(cleaned.plain, "ab c");
        assert_eq!(cleaned.marks, vec![mark(1..2, MarkKind::Italic), mark(3..4, MarkKind::Superscript)]);
    }
}
