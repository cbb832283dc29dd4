//! JSONL: one record a line, its values as read, with the place, rule and confidence of each (`data/jsonl.schema.json`).

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{WriteOptions, Written};
use crate::model::{Entry, EntryType, Field, Library, Name, Pages, Record, Value};
use crate::span::Span;

/// Writes one JSON object a line.
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let mut text = String::new();
    for entry in &library.entries {
        // Serialising into memory cannot fail: every key is a string.
        if let Ok(line) = serde_json::to_string(&Line { entry, options }) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    Written { text, diagnostics: Vec::new() }
}

/// One entry.
struct Line<'a> {
    entry: &'a Entry,
    options: &'a WriteOptions,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = &self.entry.record;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", &self.entry.key)?;
        map.serialize_entry("type", json_type(record.entry_type.value))?;
        let mut provenance: BTreeMap<&str, Provenance> = BTreeMap::new();
        provenance.insert("type", Provenance::of(&record.entry_type));
        for (&field, sourced) in &record.fields {
            let name = json_name(record, field);
            if self.options.omit.contains(field.name()) || self.options.omit.contains(name) {
                continue;
            }
            provenance.insert(name, Provenance::of(sourced));
            match &sourced.value {
                Value::Names(list) => {
                    map.serialize_entry(name, &list.names.iter().map(JsonName).collect::<Vec<_>>())?;
                    if list.others {
                        map.serialize_entry(others_name(field), &true)?;
                    }
                    if let Some(count) = list.omitted {
                        map.serialize_entry(omitted_name(field), &count)?;
                    }
                }
                Value::Text(text) => map.serialize_entry(name, &text.plain)?,
                Value::Verbatim(text) => map.serialize_entry(name, text)?,
                // A year is a string, as years like "1998/99" are printed elsewhere.
                Value::Integer(number) if field == Field::Year => map.serialize_entry(name, &number.to_string())?,
                Value::Integer(number) => map.serialize_entry(name, number)?,
                Value::Pages(pages) => map.serialize_entry(name, &page_text(pages))?,
            }
        }
        map.serialize_entry("sightings", &self.entry.sightings.len())?;
        map.serialize_entry("fields", &provenance)?;
        map.end()
    }
}

/// The type by its BibTeX name; a patent is `misc` with a number.
fn json_type(entry_type: EntryType) -> &'static str {
    match entry_type {
        EntryType::Patent => "misc",
        other => other.name(),
    }
}

/// The name of a field: that of the record, but for a thesis's school and a report's number.
fn json_name(record: &Record, field: Field) -> &'static str {
    match (record.entry_type.value, field) {
        (EntryType::PhdThesis | EntryType::MastersThesis, Field::Institution) => "school",
        (EntryType::TechReport, Field::Number) => "reportnumber",
        _ => field.name(),
    }
}

fn others_name(field: Field) -> &'static str {
    match field {
        Field::Editors => "editors_others",
        Field::Translators => "translators_others",
        _ => "others",
    }
}

fn omitted_name(field: Field) -> &'static str {
    match field {
        Field::Editors => "editors_omitted",
        Field::Translators => "translators_omitted",
        _ => "omitted",
    }
}

/// `12-34`, `e1234`, `34,37-39`.
pub(super) fn page_text(pages: &Pages) -> String {
    let ranges: Vec<String> = pages
        .0
        .iter()
        .map(|range| match &range.last {
            Some(last) => format!("{}-{last}", range.first),
            None => range.first.clone(),
        })
        .collect();
    ranges.join(",")
}

/// A person or a body.
struct JsonName<'a>(&'a Name);

impl Serialize for JsonName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0 {
            Name::Body(name) => map.serialize_entry("literal", name)?,
            Name::Person { family, given, suffix } => {
                map.serialize_entry("family", family)?;
                for (part, value) in [("given", given), ("suffix", suffix)] {
                    if !value.is_empty() {
                        map.serialize_entry(part, value)?;
                    }
                }
            }
        }
        map.end()
    }
}

/// Where a value was read, and by which rule.
#[derive(Serialize)]
struct Provenance<'a> {
    spans: Vec<(u32, u32, u32)>,
    rule: &'a str,
    confidence: f32,
}

impl<'a> Provenance<'a> {
    fn of<T>(sourced: &'a crate::span::Sourced<T>) -> Self {
        let triple = |span: &Span| (span.source.0, span.start, span.end);
        Self { spans: sourced.spans.iter().map(triple).collect(), rule: sourced.rule, confidence: sourced.confidence }
    }
}
