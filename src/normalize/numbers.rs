//! Volume, number and edition without the words around them.

use std::ops::Range;

use super::clean::{strip, trim};
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{EDITIONWORDS, NUMBERWORDS};
use crate::model::Field;
use crate::text::fold::fold_words;

/// Reads volume, number, report number and edition.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    let numbered = entry.labelled(Label::Number).next().is_some();
    for segment in entry.labelled(Label::Volume) {
        volume(segment, numbered, draft);
    }
    for segment in entry.labelled(Label::ReportNumber).chain(entry.labelled(Label::Number)) {
        let text = segment.text.as_str();
        let range = unworded(text, 0..text.len());
        draft.set_text(Field::Number, segment, range, "numbers/number");
    }
    for segment in entry.labelled(Label::Edition) {
        let text = segment.text.as_str();
        draft.set_text(Field::Edition, segment, edition(text), "numbers/edition");
    }
}

/// A volume; `12(3)`, `12, no. 3` and `12/3` hold the number too, where no other segment does.
fn volume(segment: &Segment, numbered: bool, draft: &mut Draft) {
    let text = segment.text.as_str();
    let range = unworded(text, 0..text.len());
    let part = text.get(range.clone()).unwrap_or_default();
    let digits = |s: &str| s.chars().any(|c| c.is_ascii_digit());
    if !numbered {
        let cut = part
            .find(['(', ',', '/', ';', ':', '.'])
            .or_else(|| part.find(' '))
            .filter(|i| *i > 0 && digits(part.get(..*i).unwrap_or_default()));
        if let Some(cut) = cut {
            let rest = unworded(text, range.start + cut..range.end);
            let second = text.get(rest.clone()).unwrap_or_default();
            let bracket = part.as_bytes().get(cut) == Some(&b'(');
            let worded = rest.start > range.start + cut + 2;
            if digits(second) && second.len() <= 12 && (bracket || worded || part.as_bytes().get(cut) == Some(&b'/')) {
                let first = strip(text, range.start..range.start + cut);
                draft.set_text(Field::Volume, segment, first, "numbers/volume-number");
                draft.set_text(Field::Number, segment, rest, "numbers/volume-number");
                return;
            }
        }
    }
    draft.set_text(Field::Volume, segment, range, "numbers/volume");
}

/// The number without words before and behind it (`Vol. 12`, `第48권`, `Jg. 5`).
pub(super) fn unworded(text: &str, range: Range<usize>) -> Range<usize> {
    let mut range = strip(text, range);
    for _ in 0..4 {
        let part = text.get(range.clone()).unwrap_or_default();
        let part = part.strip_prefix('第').unwrap_or(part);
        let start = range.end - part.len();
        let end = part.find(|c: char| !(c.is_alphabetic() || matches!(c, '№' | 'º' | '°'))).unwrap_or(part.len());
        let word = part.get(..end).unwrap_or_default();
        let rest = part.get(end..).unwrap_or_default();
        let known = word == "№" || !word.is_empty() && NUMBERWORDS.get(&fold_words(word)).is_some();
        // A letter that is the number (`Vol. A`, `Part B`) stands alone; `V` and `H` before digits are words.
        if known && rest.contains(char::is_alphanumeric) && !rest.starts_with(['-', '/', '–']) {
            range = strip(text, start + end..range.end);
            range = trim(text, range, &['#', '№', 'º', '°', '.']);
        } else {
            range = start..range.end;
            break;
        }
    }
    let part = text.get(range.clone()).unwrap_or_default();
    let start = part.char_indices().rev().find(|(_, c)| !c.is_alphabetic()).map_or(0, |(i, c)| i + c.len_utf8());
    let word = part.get(start..).unwrap_or_default();
    let head = part.get(..start).unwrap_or_default();
    let foreign = !word.is_ascii();
    if head.contains(|c: char| c.is_ascii_digit())
        && !word.is_empty()
        && (foreign || head.ends_with([' ', '.']))
        && NUMBERWORDS.get(&fold_words(word)).is_some()
    {
        range = strip(text, range.start..range.start + start);
    }
    range
}

/// An edition as printed, without the word that says so where a number is left (`2nd ed.` gives `2nd`).
fn edition(text: &str) -> Range<usize> {
    let mut range = strip(text, 0..text.len());
    for _ in 0..3 {
        let part = text.get(range.clone()).unwrap_or_default();
        let bare = part.trim_end_matches([' ', '.', ',', ')']);
        let start = bare.char_indices().rev().find(|(_, c)| !c.is_alphabetic()).map_or(0, |(i, c)| i + c.len_utf8());
        let word = bare.get(start..).unwrap_or_default();
        let head = bare.get(..start).unwrap_or_default();
        let kind = EDITIONWORDS.get(&fold_words(word));
        if kind == Some("edition") && head.contains(char::is_alphanumeric) {
            let ordinal = head.contains(|c: char| c.is_ascii_digit());
            let dot = ordinal && head.trim_end().ends_with('.');
            range = trim(text, range.start..range.start + start, &[',', '(', ' ']);
            // "3. Auflage": the full stop is that of the ordinal and goes too.
            if dot {
                range = trim(text, range, &['.']);
            }
            continue;
        }
        break;
    }
    let part = text.get(range.clone()).unwrap_or_default();
    let end = part.find(|c: char| !c.is_alphabetic()).unwrap_or(part.len());
    let word = part.get(..end).unwrap_or_default();
    let rest = part.get(end..).unwrap_or_default();
    if EDITIONWORDS.get(&fold_words(word)) == Some("edition")
        && rest.starts_with(['.', ' '])
        && rest.contains(char::is_numeric)
    {
        range = strip(text, range.start + end..range.end);
    }
    range
}
