//! Pages: ranges with every dash, lists, article numbers; totals are none.

use std::ops::Range;

use super::clean::{is_dash, strip, trim};
use super::numbers::BARE;
use super::part::{Draft, Entry};
use crate::label::Label;
use crate::lexicon::NUMBERWORDS;
use crate::model::{Field, PageRange, Pages, Value};
use crate::text::fold::fold_words;

/// Reads the pages.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    for segment in entry.labelled(Label::Pages) {
        let text = segment.text.as_str();
        if let Some((pages, range, rule)) = parse(text) {
            draft.set(Field::Pages, Value::Pages(pages), segment.text.spans(range), rule, segment.confidence);
        }
        if draft.has(Field::Pages) {
            return;
        }
    }
    behind_volume(draft);
}

/// A bare number behind the volume where no pages are (`9, 588 (2012)`, `700, A276`) is a first page or an article number:
/// no volume has so many issues.
fn behind_volume(draft: &mut Draft) {
    if draft.has(Field::Pages) || !draft.has(Field::Volume) {
        return;
    }
    let Some(number) = draft.record.fields.get(&Field::Number).filter(|n| n.rule == BARE) else {
        return;
    };
    let printed = number.value.text().unwrap_or_default();
    let digits = printed.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &printed[..printed.len() - digits.len()];
    let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // A supplement is an issue (`S2`).
    let article = matches!(letters.len(), 1..=2) && !letters.eq_ignore_ascii_case("s") && !letters.starts_with("su");
    if whole && (article || (letters.is_empty() && digits.len() >= LONG)) {
        let page = PageRange { first: printed.to_owned(), last: None };
        let (spans, sure) = (number.spans.clone(), number.confidence);
        draft.record.fields.remove(&Field::Number);
        draft.set(Field::Pages, Value::Pages(Pages(vec![page])), spans, "pages/behind-volume", sure);
    }
}

/// Digits of a number that is too large for an issue.
const LONG: usize = 3;

/// Reads pages: the value, its bytes and the rule.
pub(super) fn parse(text: &str) -> Option<(Pages, Range<usize>, &'static str)> {
    let range = strip(text, 0..text.len());
    let (range, before) = drop_words(text, range);
    let (range, after) = drop_tail(text, range);
    // A page ends in a letter or digit, or in the plus that says "and the following".
    let ends = text.get(range.clone())?.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '+').len();
    let range = range.start..range.start + ends;
    let part = text.get(range.clone())?;
    let dashed = part.chars().any(is_dash);
    // "300 pp." counts the pages of a book.
    if after && !before && !dashed && !part.contains(',') {
        return None;
    }
    let mut pages = Vec::new();
    let mut rule = "pages/single";
    let mut start = 0;
    for (i, c) in part.char_indices().chain([(part.len(), ',')]) {
        if matches!(c, ',' | ';' | '&' | '，' | '、') && i >= start {
            let more = part.get(i..).is_some_and(|rest| rest.contains(char::is_numeric)) || !pages.is_empty();
            let chapter = more && part.get(start..i).is_some_and(is_chapter);
            if let Some(one) = part.get(start..i).filter(|_| !chapter).and_then(one) {
                if one.last.is_some() {
                    rule = "pages/range-dash";
                }
                pages.push(one);
            }
            start = i + if i < part.len() { c.len_utf8() } else { 0 };
        }
    }
    let any = pages.iter().any(|p| p.first.chars().any(char::is_alphanumeric));
    any.then_some((Pages(pages), range, rule))
}

/// Whether a number is that of a chapter ("chap. 5, pp. 195-239").
fn is_chapter(printed: &str) -> bool {
    let word = printed.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    !word.is_empty() && matches!(NUMBERWORDS.get(&fold_words(word)), Some("chapter" | "plate"))
}

/// Words such as `pp.`, `S.`, `Article no.` before a number off; whether there were any.
fn drop_words(text: &str, range: Range<usize>) -> (Range<usize>, bool) {
    let mut range = range;
    let mut found = false;
    for _ in 0..4 {
        let part = text.get(range.clone()).unwrap_or_default();
        let end = part
            .char_indices()
            .find(|(i, c)| !(c.is_alphabetic() || *i > 0 && matches!(c, 'º' | '°')) || c.is_ascii_digit())
            .map_or(part.len(), |(i, _)| i);
        let word = part.get(..end).unwrap_or_default();
        let rest = part.get(end..).unwrap_or_default();
        let number = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ':' | '#' | '№' | '°'));
        let spaced = number.len() < rest.len();
        // `e123` and `S12` are numbers of their own, `p12` and `pp12` are not.
        let known = NUMBERWORDS.get(&fold_words(word)).filter(|kind| *kind != "chapter" || !rest.contains(','));
        let glued = matches!(word, "p" | "pp" | "Pp" | "PP" | "pg" | "стр" | "с" | "第" | "blz");
        if (known.is_some() && (spaced || glued) || word == "第") && !number.is_empty() && !word.is_empty() {
            range = trim(text, range.end - number.len()..range.end, &[',', ':']);
            found = true;
        } else {
            break;
        }
    }
    (range, found)
}

/// The same behind the number (`21 с.`, `12頁`).
fn drop_tail(text: &str, range: Range<usize>) -> (Range<usize>, bool) {
    let part = text.get(range.clone()).unwrap_or_default();
    let bare = part.trim_end_matches(['.', ' ']);
    let start = bare.char_indices().rev().find(|(_, c)| !c.is_alphabetic()).map_or(0, |(i, c)| i + c.len_utf8());
    let word = bare.get(start..).unwrap_or_default();
    let head = bare.get(..start).unwrap_or_default();
    let spaced = head.ends_with(char::is_whitespace) || !word.is_ascii() || matches!(word, "p" | "pp" | "S");
    if !word.is_empty()
        && spaced
        && NUMBERWORDS.get(&fold_words(word)) == Some("pages")
        && head.contains(|c: char| c.is_ascii_digit())
    {
        return (trim(text, range.start..range.start + start, &[',']), true);
    }
    (range, false)
}

/// One page, article number or range.
fn one(printed: &str) -> Option<PageRange> {
    let range = strip(printed, 0..printed.len());
    let range = drop_tail(printed, drop_words(printed, range).0).0;
    let part = printed.get(range)?;
    if !part.contains(|c: char| c.is_alphanumeric()) {
        return None;
    }
    // Runs of dashes, and whether each is more than a hyphen.
    let mut dashes: Vec<(Range<usize>, bool)> = Vec::new();
    for (i, c) in part.char_indices() {
        if is_dash(c) || matches!(c, '~' | '〜' | '～' | '∼') || is_broken_dash(part, i, c) {
            let end = i + c.len_utf8();
            match dashes.last_mut() {
                Some((last, long)) if part.get(last.end..i).is_some_and(|gap| gap.trim().is_empty()) => {
                    last.end = end;
                    *long = true;
                }
                _ => dashes.push((i..end, !matches!(c, '-' | '\u{2010}' | '\u{2011}'))),
            }
        }
    }
    let long: Vec<&Range<usize>> = dashes.iter().filter(|(_, long)| *long).map(|(r, _)| r).collect();
    let cut = match (long.as_slice(), dashes.as_slice()) {
        // "C3-32–C3-35"
        ([one], _) => Some((*one).clone()),
        ([], [(one, _)]) => Some(one.clone()),
        ([], [_, (middle, _), _]) => Some(middle.clone()),
        ([], []) => to_word(part),
        _ => None,
    };
    let tidy = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    let single = || PageRange { first: tidy(part), last: None };
    let Some(cut) = cut else { return Some(single()) };
    let first = part.get(..cut.start)?.trim_matches([' ', '.', ':']).trim();
    let last_range = cut.end..part.len();
    let last_range = drop_words(part, trim(part, last_range, &['.'])).0;
    let last = part.get(last_range)?;
    match (first.is_empty(), last.is_empty()) {
        (true, true) => None,
        (true, _) => Some(PageRange { first: tidy(last), last: None }),
        (_, true) => Some(PageRange { first: tidy(first), last: None }),
        _ if !first.contains(char::is_alphanumeric) => Some(PageRange { first: tidy(last), last: None }),
        _ => Some(PageRange { first: tidy(first), last: Some(tidy(last)) }),
    }
}

/// Whether a character between two digits is a dash that a wrong encoding has spoilt (`3Ð12`, `7302?15`).
fn is_broken_dash(part: &str, at: usize, c: char) -> bool {
    matches!(c, '\u{96}' | '\u{97}' | 'Ð' | 'Ñ' | '?' | '\u{fffd}' | '᎐')
        && part.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
        && part.get(at + c.len_utf8()..).is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
}

/// "12 to 20", "12 bis 20".
fn to_word(part: &str) -> Option<Range<usize>> {
    [" to ", " bis ", " à ", " al ", " до "].iter().find_map(|word| part.find(word).map(|i| i..i + word.len()))
}
