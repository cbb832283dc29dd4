//! Volume, number and edition without the words around them.

use std::ops::Range;

use super::clean::{strip, trim};
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{EDITIONWORDS, NUMBERWORDS};
use crate::model::{Field, Value};
use crate::text::fold::fold_words;

/// The rule of a number that no word and no bracket marks as one.
pub(super) const BARE: &str = "numbers/bare";

/// Whether a bracket opens before a segment.
fn opened(entry: &Entry, segment: &Segment) -> bool {
    let before = entry.labelled.segments.iter().take_while(|s| !std::ptr::eq(*s, segment)).last();
    before.is_some_and(|s| s.text.as_str().trim_end().ends_with(['(', '[', '（']))
}

/// Reads volume, number, report number and edition.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    for segment in entry.labelled(Label::ReportNumber).chain(entry.labelled(Label::Number)) {
        let text = segment.text.as_str();
        let range = unworded(text, 0..text.len());
        // "Nr." alone numbers nothing.
        if text.get(range.clone()).is_some_and(|word| NUMBERWORDS.get(&fold_words(word)).is_none()) {
            let bare = segment.label == Label::Number && range.start == 0 && !opened(entry, segment);
            draft.set_text(Field::Number, segment, range, if bare { BARE } else { "numbers/number" });
        }
    }
    for segment in entry.labelled(Label::Volume) {
        volume(segment, draft);
    }
    for segment in entry.labelled(Label::Edition) {
        let text = segment.text.as_str();
        draft.set_text(Field::Edition, segment, edition(text), "numbers/edition");
    }
}

/// A volume; number and pages may stand in the same words: `12(3)`, `12, no. 3`, `13.2`, `34(12):1489–1511`, `2009;5`.
fn volume(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let whole = strip(text, 0..text.len());
    let mut rest = after_year(text, whole.clone());
    let word = leading(text, rest.clone());
    let first = chunk(text, unworded(text, rest.clone()));
    let Some(first) = first else {
        draft.set_text(Field::Volume, segment, unworded(text, whole), "numbers/volume");
        return;
    };
    // "n° 59" in the place of a volume is the number of the issue.
    let field = if word == Some("number") && !draft.has(Field::Number) { Field::Number } else { Field::Volume };
    draft.set_text(field, segment, first.clone(), "numbers/volume");
    rest = first.end..whole.end;
    for _ in 0..3 {
        let part = text.get(rest.clone()).unwrap_or_default();
        let body = part.trim_start();
        let bracket = body.starts_with(['(', '[']);
        let colon = body.starts_with(':');
        let after = rest.end - body.len();
        let word = leading(text, trim(text, after..rest.end, &[',', ';', '.', ':', '(', '[']));
        let Some(next) =
            chunk(text, unworded(text, trim(text, after..rest.end, &[',', ';', '.', ':', '(', '[', ')', ']'])))
        else {
            break;
        };
        let printed = text.get(next.clone()).unwrap_or_default();
        let ranged = printed.contains(super::clean::is_dash);
        let field = match word {
            Some("pages" | "article") => Field::Pages,
            Some("number") => Field::Number,
            Some("volume") => Field::Volume,
            _ if bracket => Field::Number,
            _ if colon && (ranged || draft.has(Field::Number)) => Field::Pages,
            _ if ranged && draft.has(Field::Number) => Field::Pages,
            _ if draft.has(Field::Number) => break,
            _ => Field::Number,
        };
        if field == Field::Pages {
            if let Some((pages, range, rule)) = super::pages::parse(printed) {
                let range = next.start + range.start..next.start + range.end;
                draft.set(Field::Pages, Value::Pages(pages), segment.text.spans(range), rule, segment.confidence);
            }
        } else {
            let bare = field == Field::Number && !bracket && word.is_none();
            draft.set_text(field, segment, next.clone(), if bare { BARE } else { "numbers/volume-number" });
        }
        rest = next.end..whole.end;
    }
}

/// What follows a year with a semicolon (`2009;5`).
fn after_year(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    match part.split_once(';') {
        Some((year, rest))
            if year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit()) && rest.contains(char::is_numeric) =>
        {
            trim(text, range.end - rest.len()..range.end, &[])
        }
        _ => range,
    }
}

/// What the word at the start numbers.
fn leading(text: &str, range: Range<usize>) -> Option<&'static str> {
    let part = text.get(range)?.trim_start();
    let end = part.find(|c: char| !(c.is_alphabetic() || matches!(c, '№' | 'º' | '°'))).unwrap_or(part.len());
    match part.get(..end)? {
        "" => None,
        "№" => Some("number"),
        word => NUMBERWORDS.get(&fold_words(word)),
    }
}

/// The first number of a range, with letters and a dash or slash inside it (`12`, `e12`, `3-4`, `4/6`, `XIV`).
fn chunk(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let start = part.find(char::is_alphanumeric)?;
    let body = part.get(start..)?;
    let mut end = 0;
    for (i, c) in body.char_indices() {
        let inside = c.is_alphanumeric()
            || super::clean::is_dash(c)
            || c == '/' && body.get(i + 1..)?.starts_with(char::is_alphanumeric);
        if !inside {
            break;
        }
        end = i + c.len_utf8();
    }
    let printed = body.get(..end)?.trim_end_matches(super::clean::is_dash);
    // A word and no number: the whole stays as it is.
    let words = part.split_whitespace().count() > 1
        && !printed.contains(|c: char| c.is_numeric())
        && printed.chars().count() > 5;
    (!printed.is_empty() && !words).then(|| range.start + start..range.start + start + printed.len())
}

/// The number without words before and behind it (`Vol. 12`, `第48권`, `Jg. 5`).
pub(super) fn unworded(text: &str, range: Range<usize>) -> Range<usize> {
    let mut range = strip(text, range);
    for _ in 0..4 {
        let part = text.get(range.clone()).unwrap_or_default();
        // 第48巻, 제11호
        let bare = part.strip_prefix(['第', '제']).filter(|rest| rest.starts_with(char::is_numeric));
        let part = bare.unwrap_or(part);
        let start = range.end - part.len();
        let end = part.find(|c: char| !(c.is_alphabetic() || matches!(c, '№' | 'º' | '°'))).unwrap_or(part.len());
        let word = part.get(..end).unwrap_or_default();
        let rest = part.get(end..).unwrap_or_default();
        // "S2" is a supplement.
        let supplement = word == "S" && rest.starts_with(|c: char| c.is_ascii_digit());
        let known = word == "№" || !word.is_empty() && !supplement && NUMBERWORDS.get(&fold_words(word)).is_some();
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
