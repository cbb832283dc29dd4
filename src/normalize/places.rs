//! Publisher, institution and place.

use super::clean::{strip, trim};
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::model::{Field, Value};

/// Reads publisher, institution and place.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    for segment in entry.labelled(Label::Publisher) {
        publisher(segment, draft);
    }
    for segment in entry.labelled(Label::Institution) {
        let text = segment.text.as_str();
        draft.set_text(Field::Institution, segment, strip(text, 0..text.len()), "places/institution");
    }
    places(entry, draft);
}

/// A publisher without "Published by"; `London: Elsevier` holds the place too.
fn publisher(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let mut range = strip(text, 0..text.len());
    let part = text.get(range.clone()).unwrap_or_default();
    let lower = part.to_lowercase();
    for word in ["published by ", "publ. by ", "publisher: ", "publisher ", "verlag: ", "éditions: "] {
        if lower.starts_with(word) && part.is_char_boundary(word.len()) {
            range = trim(text, range.start + word.len()..range.end, &[':']);
            break;
        }
    }
    let part = text.get(range.clone()).unwrap_or_default();
    if let Some(colon) = part.find(": ").filter(|i| *i < 40 && part.matches(": ").count() == 1) {
        let place = strip(text, range.start..range.start + colon);
        draft.set_text(Field::Address, segment, place, "places/place-publisher");
        range = strip(text, range.start + colon + 1..range.end);
    }
    draft.set_text(Field::Publisher, segment, range, "places/publisher");
}

/// The place; several stretches (city, country) are one text.
fn places(entry: &Entry, draft: &mut Draft) {
    let mut all = entry.labelled(Label::Address);
    let Some(first) = all.next() else { return };
    let text = first.text.as_str();
    let range = strip(text, 0..text.len());
    let mut value = super::clean::tidy(&first.text, range.clone());
    let mut spans = first.text.spans(range);
    let mut sure = first.confidence;
    for segment in all {
        let text = segment.text.as_str();
        let range = strip(text, 0..text.len());
        let more = super::clean::tidy(&segment.text, range.clone());
        if more.plain.is_empty() || value.plain.contains(&more.plain) {
            continue;
        }
        value.plain.push_str(", ");
        value.plain.push_str(&more.plain);
        spans.extend(segment.text.spans(range));
        sure = sure.min(segment.confidence);
    }
    value.marks.clear();
    crate::span::normalize_spans(&mut spans);
    if value.plain.contains(char::is_alphabetic) {
        draft.set(Field::Address, Value::Text(value), spans, "places/address", sure);
    }
}
