//! Kind of work, state of publication, remarks, abstract, number of citations.

use super::clean::strip;
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::GENRES;
use crate::model::{Field, Value};
use crate::text::fold::fold_words;

/// Reads the texts around the reference proper.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    for segment in &entry.labelled.segments {
        let text = segment.text.as_str();
        match segment.label {
            Label::Genre => genre(segment, draft),
            Label::PubState => {
                let range = super::date::state(text).unwrap_or_else(|| strip(text, 0..text.len()));
                draft.set_text(Field::PubState, segment, range, "notes/pubstate");
            }
            Label::Abstract => {
                let range = super::clean::trim(text, 0..text.len(), &[]);
                let part = text.get(range.clone()).unwrap_or_default();
                let start = [
                    "Abstract:",
                    "ABSTRACT:",
                    "Abstract.",
                    "Abstract -",
                    "Abstract—",
                    "Zusammenfassung:",
                    "Résumé :",
                    "Résumé:",
                    "Resumo:",
                    "Resumen:",
                    "摘要：",
                    "要旨：",
                ]
                .iter()
                .find_map(|head| part.strip_prefix(head))
                .map_or(range.start, |rest| range.end - rest.len());
                draft.set_text(
                    Field::Abstract,
                    segment,
                    super::clean::trim(text, start..range.end, &[]),
                    "notes/abstract",
                );
            }
            Label::Citations => citations(segment, draft),
            _ => {}
        }
    }
    note(entry, draft);
}

/// The kind of work; a number behind it (`Technical Report TR93-3`, `US Patent 3,712,959`) is its number.
fn genre(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let range = strip(text, 0..text.len());
    let part = text.get(range.clone()).unwrap_or_default();
    let mut words = Vec::new();
    let mut ends = Vec::new();
    let mut at = 0;
    for word in part.split_inclusive(char::is_whitespace) {
        at += word.len();
        words.push(fold_words(word));
        ends.push(at);
    }
    let found = GENRES.longest(words.iter().map(String::as_str)).and_then(|(n, _)| ends.get(n - 1).copied());
    if let Some(end) = found {
        let rest = super::numbers::unworded(text, range.start + end..range.end);
        let number = text.get(rest.clone()).unwrap_or_default();
        let digits = number.chars().filter(char::is_ascii_digit).count();
        if digits > 0 && number.split_whitespace().count() <= 3 && number.len() <= 30 {
            draft.set_text(Field::Number, segment, rest, "notes/genre-number");
            draft.set_text(Field::Genre, segment, strip(text, range.start..range.start + end), "notes/genre");
            return;
        }
    }
    draft.set_text(Field::Genre, segment, range, "notes/genre");
}

/// All remarks in one text, in order.
fn note(entry: &Entry, draft: &mut Draft) {
    let mut plain = String::new();
    let mut spans = Vec::new();
    let mut sure = 1.0_f32;
    for segment in entry.labelled(Label::Note) {
        let text = segment.text.as_str();
        let range = strip(text, 0..text.len());
        let more = super::clean::tidy(&segment.text, range.clone());
        if !more.plain.contains(char::is_alphanumeric) {
            continue;
        }
        if !plain.is_empty() {
            plain.push_str(". ");
        }
        plain.push_str(&more.plain);
        spans.extend(segment.text.spans(range));
        sure = sure.min(segment.confidence);
    }
    if !plain.is_empty() {
        crate::span::normalize_spans(&mut spans);
        draft.set(Field::Note, Value::Text(plain.into()), spans, "notes/note", sure);
    }
}

/// The first number; thousands may be parted (`1,234`).
fn citations(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let Some(start) = text.find(|c: char| c.is_ascii_digit()) else { return };
    let mut end = start;
    let mut value: i64 = 0;
    let rest = text.get(start..).unwrap_or_default();
    for (i, c) in rest.char_indices() {
        if let Some(digit) = c.to_digit(10) {
            value = value.saturating_mul(10).saturating_add(i64::from(digit));
            end = start + i + 1;
        } else {
            let group = rest.get(i + 1..i + 4).is_some_and(|g| g.bytes().all(|b| b.is_ascii_digit()));
            if !(matches!(c, ',' | '.' | '\'') && group) {
                break;
            }
        }
    }
    draft.set_integer(Field::Citations, value, (&segment.text, start..end, segment.confidence), "notes/citations");
}
