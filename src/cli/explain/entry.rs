//! How an entry came about: the lines it was read from with its values marked, its type, its key, its braces, what was
//! merged.

use std::collections::BTreeSet;
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
    remarks: Vec<(Span, usize)>,
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
        let evidence = Evidence::gather(&reading.library);
        Self { entries, reading, sources, evidence, formula, remarks: places(&reading.diagnostics) }
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
        let extents = entry.sightings.iter().flat_map(|s| s.record.extent.iter());
        let own: BTreeSet<usize> = extents.flat_map(|extent| self.within(*extent)).collect();
        let own = own.into_iter().map(|i| &self.reading.diagnostics[i]);
        own.map(|d| Remark { id: d.code.id(), message: sanitized(&d.message) }).collect()
    }

    /// The diagnostics that begin within an extent.
    fn within(&self, extent: Span) -> impl Iterator<Item = usize> + '_ {
        let first = self.remarks.partition_point(|(at, _)| (at.source, at.start) < (extent.source, extent.start));
        let own = self.remarks[first..].iter();
        own.take_while(move |(at, _)| at.source == extent.source && at.start < extent.end).map(|(_, i)| *i)
    }
}

/// Where each diagnostic points, by place, so that an entry finds its own without reading them all.
fn places(diagnostics: &[Diagnostic]) -> Vec<(Span, usize)> {
    let spans = diagnostics.iter().enumerate().flat_map(|(i, d)| d.spans.iter().map(move |span| (*span, i)));
    let mut places: Vec<(Span, usize)> = spans.collect();
    places.sort_by_key(|(span, i)| (span.source, span.start, *i));
    places
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
