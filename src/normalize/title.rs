//! The title: quotation marks, the full stop that ends it and badges off; case and markup kept.

use std::ops::Range;

use super::clean::{EDGES, is_close, is_dash, is_open, trim};
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{BADGES, DOCUMENTCODES, GENRES};
use crate::model::{Field, Value};
use crate::text::fold::fold_words;

/// Reads the title.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    let Some((segment, rule)) = whole(entry) else { return };
    let text = segment.text.as_str();
    // Where the container stands elsewhere, what follows a quoted title is its subtitle.
    let contained = entry.labelled(Label::Container).next().is_some();
    let parted = if contained { slashes(text) } else { parted(text) };
    let end = parted.map_or(text.len(), |(end, _)| end);
    let mut range = trim(text, 0..end, EDGES);
    range = unquote(text, range);
    range = drop_badges(text, range, &segment, draft);
    range = unquote(text, finish(text, range));
    range = finish(text, range);
    let tidy = super::clean::tidy(&segment.text, range.clone());
    if tidy.plain.chars().any(char::is_alphanumeric) {
        draft.set(Field::Title, Value::Text(tidy), segment.text.spans(range), rule, segment.confidence);
    }
}

/// Where a title ends before its segment does, and where what follows begins.
fn parted(text: &str) -> Option<(usize, usize)> {
    slashes(text).or_else(|| quoted(text))
}

/// Two slashes end a title: GOST 7.0.5 prints `title // container`.
fn slashes(text: &str) -> Option<(usize, usize)> {
    const SLASHES: &str = " // ";
    let at = text.find(SLASHES)?;
    text.get(..at)?.contains(char::is_alphanumeric).then_some((at, at + SLASHES.len()))
}

/// The fewest words of a quoted title, and of what follows it.
const QUOTED: usize = 3;
const BEHIND: usize = 2;

/// Quotation marks around the whole of a title end it: `"Title." Journal of …`. A few quoted words begin one.
fn quoted(text: &str) -> Option<(usize, usize)> {
    let start = text.len() - text.trim_start().len();
    let open = text[start..].chars().next()?;
    let close = match open {
        '"' => '"',
        '“' => '”',
        _ => return None,
    };
    let inside = start + open.len_utf8();
    let at = inside + text[inside..].find(close)?;
    let end = at + close.len_utf8();
    let rest = text[end..].trim_start_matches(['.', ',', ';', ' ']);
    let behind = text.len() - rest.len();
    let stopped = text[end..].starts_with(['.', ',', ';']) || text[inside..at].ends_with(['.', ',', '?', '!']);
    let words = |part: &str| part.split_whitespace().count();
    (stopped && words(&text[inside..at]) >= QUOTED && words(rest) >= BEHIND).then_some((end, behind))
}

/// The container that a title's segment holds behind its title.
pub(super) fn behind(segment: &Segment) -> Option<Segment> {
    let (_, start) = parted(segment.text.as_str())?;
    Some(Segment { text: segment.text.slice(start..segment.text.len()), ..segment.clone() })
}

/// The first title; what follows after a colon or dash alone is its subtitle.
fn whole(entry: &Entry) -> Option<(Segment, &'static str)> {
    let segments = &entry.labelled.segments;
    let first = segments.iter().position(|s| s.label == Label::Title)?;
    let mut title = segments.get(first)?.clone();
    let mut rule = "title/printed";
    let mut rest = segments.get(first + 1..).unwrap_or_default();
    loop {
        match rest {
            [gap, next, ..] if gap.label == Label::Other && next.label == Label::Title && joins(gap) => {
                title.text.append(&gap.text);
                title.text.append(&next.text);
                rest = rest.get(2..).unwrap_or_default();
            }
            [next, ..] if next.label == Label::Title => {
                title.text.append(&next.text);
                rest = rest.get(1..).unwrap_or_default();
            }
            _ => break,
        }
        rule = "title/joined";
    }
    Some((title, rule))
}

/// Whether punctuation between two stretches of a title belongs to it.
fn joins(gap: &Segment) -> bool {
    let printed = gap.text.as_str().trim();
    printed.chars().count() <= 3 && printed.chars().all(|c| !c.is_alphanumeric() && !is_open(c) && !is_close(c))
}

/// The final full stop and separators off; `?`, `!` and `…` stay.
fn finish(text: &str, range: Range<usize>) -> Range<usize> {
    let range = trim(text, range, &[',', ';', ':', '|', '，', '；', '：', '*', '•', '=', '_', '†', '‡']);
    let part = text.get(range.clone()).unwrap_or_default();
    let ellipsis = part.ends_with("...");
    let mut end = range.end;
    if !ellipsis {
        end = range.start + part.trim_end_matches(['.', '。', ',', ' ']).len();
    }
    let part = text.get(range.start..end).unwrap_or_default();
    let dash = part.trim_end_matches(|c: char| is_dash(c) || c.is_whitespace());
    let mut end = range.start + dash.len();
    let mut start =
        range.start + (dash.len() - dash.trim_start_matches(|c: char| is_dash(c) || matches!(c, '.' | ' ')).len());
    // A bracket without its partner belongs to the text around.
    let part = text.get(start..end).unwrap_or_default();
    let opens = part.chars().filter(|c| is_open(*c)).count();
    let closes = part.chars().filter(|c| is_close(*c)).count();
    if opens > closes && part.ends_with(is_open) || closes > opens && part.ends_with(is_close) {
        end -= part.chars().next_back().map_or(0, char::len_utf8);
    } else if opens > closes && part.starts_with(is_open) || closes > opens && part.starts_with(is_close) {
        start += part.chars().next().map_or(0, char::len_utf8);
    }
    trim(text, start..end, &[])
}

/// Opening quotation marks with the marks that close them.
const QUOTES: &[(&str, &[&str])] = &[
    ("“", &["”", "“", "\"", "''"]),
    ("”", &["”"]),
    ("„", &["“", "”", "\""]),
    ("‟", &["”"]),
    ("«", &["»"]),
    ("»", &["«"]),
    ("``", &["''", "\"", "``", "”"]),
    (",,", &["''", "“", "\""]),
    ("''", &["''"]),
    ("\"", &["\"", "”", "''"]),
    ("‘", &["’", "'"]),
    ("‚", &["‘", "’"]),
    ("`", &["'", "’"]),
    ("'", &["'", "’"]),
    ("‹", &["›"]),
    ("「", &["」"]),
    ("『", &["』"]),
    ("《", &["》"]),
    ("〈", &["〉"]),
    ("〝", &["〟"]),
    ("＂", &["＂"]),
];

/// Quotation marks around the whole off, in pairs or alone; those inside stay.
fn unquote(text: &str, range: Range<usize>) -> Range<usize> {
    let mut range = range;
    for _ in 0..2 {
        let part = text.get(range.clone()).unwrap_or_default();
        let Some((open, closers)) = QUOTES.iter().find(|(open, _)| part.starts_with(open)) else { break };
        let inside = part.get(open.len()..).unwrap_or_default();
        let body = inside.trim_end_matches([' ', ',', '.', ';', ':', '。']);
        let close = closers.iter().find(|close| body.ends_with(**close) && body.len() > close.len());
        match close {
            Some(close) if encloses(body.get(..body.len() - close.len()).unwrap_or_default(), open, close) => {
                let start = range.start + open.len();
                range = trim(text, start..start + body.len() - close.len(), &[',']);
            }
            None if !closers.iter().any(|close| inside.contains(close)) && *open != "'" => {
                // The mark that closes it is lost.
                range = trim(text, range.start + open.len()..range.end, &[]);
            }
            _ => break,
        }
    }
    let part = text.get(range.clone()).unwrap_or_default();
    let body = part.trim_end_matches([' ', ',', '.']);
    for lone in ["”", "''", "\"", "»", "」"] {
        if let Some(rest) = body.strip_suffix(lone)
            && !QUOTES.iter().any(|(open, closers)| closers.contains(&lone) && rest.contains(open))
        {
            return range.start..range.start + rest.len();
        }
    }
    range
}

/// Whether the marks around `inside` belong together: no mark in it closes the first one.
fn encloses(inside: &str, open: &str, close: &str) -> bool {
    if open == close || matches!(open, "\"" | "'" | "`" | "‘") {
        // A mark that opens follows a space, one that closes follows a letter.
        let quotes: Vec<usize> = inside.match_indices(close).map(|(i, _)| i).collect();
        return match quotes.first() {
            None => true,
            Some(_) if matches!(close, "'" | "’") => {
                // Apostrophes close nothing; a quotation inside that ends before the end does.
                !inside.match_indices(close).any(|(i, _)| {
                    inside.get(i + close.len()..).is_some_and(|after| after.starts_with(' ') || after.starts_with(','))
                        && !inside.get(..i).is_some_and(|before| before.contains(open) || before.ends_with('s'))
                })
            }
            Some(first) => {
                inside.get(..*first).is_some_and(|before| before.is_empty() || before.ends_with([' ', '(', '-']))
            }
        };
    }
    let mut depth = 0_i32;
    let mut at = 0;
    while let Some(rest) = inside.get(at..) {
        if rest.is_empty() {
            break;
        }
        if rest.starts_with(open) {
            depth += 1;
            at += open.len();
        } else if rest.starts_with(close) {
            depth -= 1;
            if depth < 0 {
                return false;
            }
            at += close.len();
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    true
}

/// Badges in brackets at either end off; a kind of work in square brackets at the end becomes the genre.
fn drop_badges(text: &str, range: Range<usize>, segment: &Segment, draft: &mut Draft) -> Range<usize> {
    let mut range = range;
    for _ in 0..4 {
        let part = text.get(range.clone()).unwrap_or_default();
        let body = part.trim_end_matches([' ', '.', ',']);
        if let Some(open) = body.rfind(['[', '(']).filter(|i| *i > 0 && body.ends_with([']', ')'])) {
            let inside = body.get(open + 1..body.len() - 1).unwrap_or_default();
            let folded = fold_words(inside);
            let square = body.as_bytes().get(open) == Some(&b'[');
            if square && document_code(inside).is_some() {
                range = trim(text, range.start..range.start + open, &[]);
                continue;
            }
            if BADGES.get(&folded).is_some_and(|kind| square || kind == "round") {
                range = trim(text, range.start..range.start + open, &[]);
                continue;
            }
            if square && (GENRES.contains(&folded) || genre_tail(&folded)) {
                draft.set_text(
                    Field::Genre,
                    segment,
                    range.start + open + 1..range.start + body.len() - 1,
                    "genre/bracket",
                );
                range = trim(text, range.start..range.start + open, &[]);
                continue;
            }
        }
        if part.starts_with('[')
            && let Some(close) = part.find(']')
            && BADGES.contains(&fold_words(part.get(1..close).unwrap_or_default()))
        {
            range = trim(text, range.start + close + 1..range.end, &[]);
            continue;
        }
        break;
    }
    range
}

/// The type that a code of GB/T 7714 stands for (`J`, `EB/OL`).
fn document_code(code: &str) -> Option<&'static str> {
    let code = code.trim();
    let kind = code.split(['/', '／']).next()?;
    let capitals =
        (1..=2).contains(&kind.len()) && code.len() <= 5 && code.bytes().all(|b| b.is_ascii_uppercase() || b == b'/');
    if capitals { DOCUMENTCODES.get(&fold_words(kind)) } else { None }
}

/// The type that a code behind the title, or in the text after it, stands for.
pub(super) fn coded(text: &str) -> Option<&'static str> {
    let open = text.rfind('[')?;
    let close = text.get(open..)?.find(']')?;
    document_code(text.get(open + 1..open + close)?)
}

/// Whether words end in a kind of work ("Unpublished doctoral dissertation").
fn genre_tail(folded: &str) -> bool {
    let words: Vec<&str> = folded.split(' ').collect();
    words.len() <= 5 && (1..words.len()).any(|n| GENRES.contains(&words.get(n..).unwrap_or_default().join(" ")))
}
