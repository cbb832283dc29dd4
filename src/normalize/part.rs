//! The entry being read and the record being made of it.

use std::ops::Range;

use crate::label::{Label, Labelled, Segment};
use crate::model::{EntryType, Field, Record, Value};
use crate::span::{Confidence, Sourced, Span};
use crate::text::Traced;

/// A labelled entry with the record above it.
pub(super) struct Entry<'a> {
    /// The segments and the context.
    pub(super) labelled: &'a Labelled,
    /// The record of the entry above.
    pub(super) previous: Option<&'a Record>,
}

impl<'a> Entry<'a> {
    /// The segments with a label, in order.
    pub(super) fn labelled(&self, label: Label) -> impl Iterator<Item = &'a Segment> + use<'a> {
        self.labelled.segments.iter().filter(move |segment| segment.label == label)
    }
}

/// The record in the making.
pub(super) struct Draft {
    /// What is known so far.
    pub(super) record: Record,
}

impl Draft {
    /// An empty record for an entry.
    pub(super) fn new(labelled: &Labelled) -> Self {
        let entry_type = Sourced::new(EntryType::Misc, labelled.extent.clone(), "type/none", 0.3);
        Self { record: Record::new(entry_type, labelled.extent.clone()) }
    }

    /// Whether a field has a value.
    pub(super) fn has(&self, field: Field) -> bool {
        self.record.fields.contains_key(&field)
    }

    /// Sets a field unless it has a value or the value would have no place.
    pub(super) fn set(&mut self, field: Field, value: Value, spans: Vec<Span>, rule: &'static str, sure: Confidence) {
        if !spans.is_empty() && !self.has(field) && !self.repeats(field, &value) {
            self.record.fields.insert(field, Sourced::new(value, spans, rule, sure));
        }
    }

    /// Whether a number is that of the preprint once more (the text of a link to it).
    fn repeats(&self, field: Field, value: &Value) -> bool {
        let printed = match value {
            Value::Pages(pages) => pages.0.first().map(|page| page.first.as_str()),
            Value::Text(text) if matches!(field, Field::Number | Field::Volume) => Some(text.plain.as_str()),
            _ => None,
        };
        printed.is_some() && printed == self.record.text(Field::Eprint)
    }

    /// Sets a text field from bytes of a segment, unless the text is empty.
    pub(super) fn set_text(&mut self, field: Field, segment: &Segment, range: Range<usize>, rule: &'static str) {
        let text = super::clean::tidy(&segment.text, range.clone());
        if !text.plain.is_empty() {
            self.set(field, Value::Text(text), segment.text.spans(range), rule, segment.confidence);
        }
    }

    /// Sets a field that is written as it is from bytes of a segment.
    pub(super) fn set_verbatim(
        &mut self,
        field: Field,
        value: String,
        segment: &Segment,
        range: Range<usize>,
        rule: &'static str,
    ) {
        if !value.is_empty() {
            self.set(field, Value::Verbatim(value), segment.text.spans(range), rule, segment.confidence);
        }
    }

    /// Sets a number from bytes of a text.
    pub(super) fn set_integer(
        &mut self,
        field: Field,
        value: i64,
        (text, range, sure): (&Traced, Range<usize>, Confidence),
        rule: &'static str,
    ) {
        self.set(field, Value::Integer(value), text.spans(range), rule, sure);
    }
}
