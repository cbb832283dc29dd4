//! How an entry came about: the lines it was read from with its values marked, its type, its key, its braces, what was
//! merged.

use std::fmt::Write as _;

use bibglean::Reading;
use bibglean::diag::Diagnostic;
use bibglean::diag::render::{Colours, render_marked};
use bibglean::model::{Entry, Field, Record, Value};
use bibglean::source::Source;
use bibglean::span::Span;
use bibglean::write::case::{Evidence, protect};
use serde::Serialize;

use super::marked::{Mark, marked};
use crate::cli::review::place;
use crate::cli::terminal::sanitized;

/// The entries that are explained.
pub struct Explained<'a> {
    entries: Vec<&'a Entry>,
    reading: &'a Reading,
    sources: &'a [Source],
    evidence: Evidence,
    formula: &'a str,
}

/// An explanation as data.
#[derive(Serialize)]
struct Explanation<'a> {
    key: &'a str,
    r#type: Made<'a>,
    fields: Vec<Made<'a>>,
    braces: Vec<Braced>,
    appearances: Vec<String>,
    remarks: Vec<Remark>,
}

/// A value with its origin.
#[derive(Serialize)]
struct Made<'a> {
    name: &'a str,
    rule: &'a str,
    confidence: f32,
    places: Vec<String>,
    read: Vec<String>,
}

#[derive(Serialize)]
struct Braced {
    word: String,
    reason: &'static str,
}

#[derive(Serialize)]
struct Remark {
    id: &'static str,
    message: String,
}

impl<'a> Explained<'a> {
    /// Of a reading the entries with the wanted keys.
    pub fn new(reading: &'a Reading, sources: &'a [Source], formula: &'a str, wanted: impl Fn(&str) -> bool) -> Self {
        let entries = reading.library.entries.iter().filter(|entry| wanted(&entry.key)).collect();
        Self { entries, reading, sources, evidence: Evidence::gather(&reading.library), formula }
    }

    /// For a program: an object a line.
    pub fn json(&self) -> String {
        let lines = self.entries.iter().filter_map(|entry| serde_json::to_string(&self.explanation(entry)).ok());
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }

    /// For a person.
    pub fn text(&self, colours: Colours) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            if !text.is_empty() {
                text.push('\n');
            }
            self.entry(entry, colours, &mut text);
        }
        text
    }

    fn entry(&self, entry: &Entry, colours: Colours, out: &mut String) {
        let title = format!("{} @{}", entry.key, entry.record.entry_type.value.name());
        for (i, sighting) in entry.sightings.iter().enumerate() {
            let heading = match entry.sightings.len() {
                1 => title.clone(),
                n => format!("{title}, appearance {} of {n}", i + 1),
            };
            self.appearance(&sighting.record, &heading, colours, out);
        }
        let explanation = self.explanation(entry);
        let _ = writeln!(out, "  type: {}", because(&explanation.r#type));
        for field in &explanation.fields {
            let _ = writeln!(out, "  {}: {}", field.name, because(field));
        }
        let _ = writeln!(out, "  key: by the formula {}", self.formula);
        for Braced { word, reason } in &explanation.braces {
            let _ = writeln!(out, "  braces: {{{}}} {reason}", sanitized(word));
        }
        for Remark { id, message } in &explanation.remarks {
            let _ = writeln!(out, "  remark: {message} [{id}]");
        }
    }

    /// The lines of an appearance with its values marked.
    fn appearance(&self, record: &Record, heading: &str, colours: Colours, out: &mut String) {
        let Some(first) = record.extent.first() else { return };
        let Some(source) = self.sources.get(first.source.0 as usize) else { return };
        let own = record.extent.iter().filter(|span| span.source == first.source);
        let end = own.map(|span| span.end).max().unwrap_or(first.end);
        let extent = first.start as usize..end as usize;
        let mut marks = Vec::new();
        for (field, value) in &record.fields {
            let inside = value.spans.iter().filter(|span| within(**span, *first, end));
            for (i, span) in inside.enumerate() {
                let label =
                    if i == 0 { format!("{} {:.0} %", field.name(), value.confidence * 100.0) } else { String::new() };
                marks.push(Mark { span: *span, label });
            }
        }
        out.push_str(&render_marked(&sanitized(heading), &marked(source, extent, &marks), colours));
    }

    fn explanation(&self, entry: &'a Entry) -> Explanation<'a> {
        let record = &entry.record;
        let made = |name, rule, confidence, spans: &[Span]| Made {
            name,
            rule,
            confidence,
            places: spans.iter().filter_map(|span| place(&[*span], self.sources)).collect(),
            read: spans.iter().filter_map(|span| self.read(*span)).collect(),
        };
        let kind = &record.entry_type;
        let fields = record.fields.iter();
        Explanation {
            key: &entry.key,
            r#type: made("type", kind.rule, kind.confidence, &kind.spans),
            fields: fields.map(|(field, v)| made(field.name(), v.rule, v.confidence, &v.spans)).collect(),
            braces: self.braces(record),
            appearances: entry.sightings.iter().filter_map(|s| place(&s.record.extent, self.sources)).collect(),
            remarks: self.remarks(entry),
        }
    }

    fn read(&self, span: Span) -> Option<String> {
        let text = self.sources.get(span.source.0 as usize)?.text();
        text.get(span.start as usize..span.end as usize).map(str::to_owned)
    }

    fn braces(&self, record: &Record) -> Vec<Braced> {
        let Some(Value::Text(title)) = record.get(Field::Title) else { return Vec::new() };
        let protected = protect(title, &self.evidence).into_iter();
        let braced = protected.filter_map(|stretch| {
            Some(Braced { word: title.plain.get(stretch.range)?.to_owned(), reason: stretch.reason.about() })
        });
        braced.collect()
    }

    /// What was said of the text of an entry.
    fn remarks(&self, entry: &Entry) -> Vec<Remark> {
        let extents: Vec<Span> = entry.sightings.iter().flat_map(|s| s.record.extent.iter().copied()).collect();
        let touches = |diagnostic: &&Diagnostic| {
            let mut spans = diagnostic.spans.iter();
            spans.any(|a| extents.iter().any(|b| a.source == b.source && a.start < b.end && b.start < a.end))
        };
        let own = self.reading.diagnostics.iter().filter(touches);
        own.map(|d| Remark { id: d.code.id(), message: sanitized(&d.message) }).collect()
    }
}

fn within(span: Span, first: Span, end: u32) -> bool {
    span.source == first.source && span.start >= first.start && span.end <= end
}

/// Most characters of a value that are shown.
const SHOWN: usize = 60;

/// What was read, by which rule, and how sure that is.
fn because(made: &Made<'_>) -> String {
    let read: String = made.read.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = read.char_indices().nth(SHOWN).map_or(read.len(), |(at, _)| at);
    let more = if cut < read.len() { "…" } else { "" };
    let place = made.places.first().and_then(|place| place.split_once(':')).map_or("", |(_, place)| place);
    let read = sanitized(&read[..cut]);
    format!("\"{read}{more}\" at {place}, by {}, {:.0} % sure", made.rule, made.confidence * 100.0)
}
