//! Publisher, institution and place.

use std::ops::Range;

use super::clean::{strip, trim};
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::GENRES;
use crate::model::{Field, Value};
use crate::text::fold::fold_words;

/// Reads publisher, institution and place.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    let journal = super::container::unnumbered(entry);
    for segment in entry.labelled(Label::Publisher).filter(|_| journal.is_none()) {
        publisher(segment, draft);
    }
    if [Label::Publisher, Label::Institution].iter().all(|label| entry.labelled(*label).next().is_none())
        && let Some(told) = entry.labelled(Label::Other).find(|segment| announces(segment))
    {
        publisher(told, draft);
    }
    for segment in entry.labelled(Label::Institution) {
        let text = segment.text.as_str();
        let range = strip(text, 0..bracketed(text));
        if !thesis(segment, range.clone(), draft) && !names_author(draft, segment) {
            draft.set_text(Field::Institution, segment, range, "places/institution");
        }
    }
    places(entry, draft);
}

/// Where the institution ends that stands in the brackets of a thesis: "Doctoral dissertation, University of Reeds]. Archive".
fn bracketed(text: &str) -> usize {
    text.find(']').filter(|at| *at > 0 && !text[..*at].contains('[')).unwrap_or(text.len())
}

/// Whether a body was taken for the author of the entry.
fn names_author(draft: &Draft, segment: &Segment) -> bool {
    draft.record.fields.get(&Field::Authors).is_some_and(|authors| {
        authors.rule == "names/body-first"
            && segment
                .text
                .all_spans()
                .iter()
                .any(|s| authors.spans.iter().any(|a| a.start >= s.start && a.end <= s.end))
    })
}

/// "Master thesis University of Virginia": the kind of thesis and the school in one.
fn thesis(segment: &Segment, range: Range<usize>, draft: &mut Draft) -> bool {
    let text = segment.text.as_str();
    let part = text.get(range.clone()).unwrap_or_default();
    let mut words = Vec::new();
    let mut ends = Vec::new();
    let mut at = 0;
    for word in part.split_inclusive(char::is_whitespace).take(6) {
        at += word.len();
        words.push(fold_words(word));
        ends.push(at);
    }
    let Some((n, kind)) = GENRES.longest(words.iter().map(String::as_str)) else { return false };
    let end = ends.get(n - 1).copied().unwrap_or_default();
    let rest = strip(text, range.start + end..range.end);
    if !kind.ends_with("thesis") || text.get(rest.clone()).is_none_or(str::is_empty) {
        return false;
    }
    draft.set_text(Field::Genre, segment, strip(text, range.start..range.start + end), "places/thesis-school");
    draft.set_text(Field::Institution, segment, rest, "places/thesis-school");
    true
}

/// Words before a publisher.
const BEFORE: [&str; 6] = ["published by ", "publ. by ", "publisher: ", "publisher ", "verlag: ", "éditions: "];

/// Whether a text with no label of its own says who published.
fn announces(segment: &Segment) -> bool {
    let text = segment.text.as_str().trim().to_lowercase();
    BEFORE.iter().any(|word| text.starts_with(word)) && text.split(' ').count() <= ANNOUNCED && !text.contains('\n')
}

/// The most words of a text that says who published.
const ANNOUNCED: usize = 8;

/// A publisher without "Published by"; `London: Elsevier` holds the place too.
fn publisher(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let mut range = strip(text, 0..text.len());
    if thesis(segment, range.clone(), draft) {
        return;
    }
    let part = text.get(range.clone()).unwrap_or_default();
    let lower = part.to_lowercase();
    if let Some(word) = BEFORE.iter().find(|word| lower.starts_with(**word) && part.is_char_boundary(word.len())) {
        range = trim(text, range.start + word.len()..range.end, &[':']);
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
