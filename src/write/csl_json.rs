//! CSL-JSON (schema csl-data.json 1.0): variables of the schema alone, dates as numbers, markup as citeproc reads it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::names::split_particle;
use super::plain::{Plain, PlainName};
use super::{WriteOptions, Written};
use crate::model::{EntryType, Field, Library, MarkKind, Text};

/// Writes a library as one array.
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let items: Vec<Item> = library
        .entries
        .iter()
        .map(|entry| item(&entry.key, entry.record.entry_type.value, &Plain { record: &entry.record, options }))
        .collect();
    // Serialising into memory cannot fail: every key is a string.
    let mut text = serde_json::to_string_pretty(&items).unwrap_or_default();
    text.push('\n');
    Written { text, diagnostics: Vec::new() }
}

/// One item; the variables that are plain strings are in `rest`.
#[derive(Serialize)]
struct Item {
    id: String,
    #[serde(rename = "citation-key")]
    key: String,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    author: Vec<CslName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    editor: Vec<CslName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    translator: Vec<CslName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issued: Option<Date>,
    #[serde(flatten)]
    rest: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct Date {
    #[serde(rename = "date-parts")]
    parts: [Vec<i64>; 1],
}

#[derive(Serialize)]
#[serde(untagged)]
enum CslName {
    Body {
        literal: String,
    },
    Person {
        family: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        given: String,
        #[serde(rename = "non-dropping-particle", skip_serializing_if = "String::is_empty")]
        particle: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        suffix: String,
    },
}

fn kind(entry_type: EntryType, plain: &Plain) -> &'static str {
    match entry_type {
        EntryType::Article => "article-journal",
        EntryType::Book | EntryType::Proceedings | EntryType::Manual => "book",
        EntryType::InCollection => "chapter",
        EntryType::InProceedings => "paper-conference",
        EntryType::PhdThesis | EntryType::MastersThesis => "thesis",
        EntryType::TechReport => "report",
        EntryType::Patent => "patent",
        EntryType::Dataset => "dataset",
        EntryType::Software => "software",
        EntryType::Online => "webpage",
        EntryType::Unpublished => "manuscript",
        // A preprint is an article of no journal.
        EntryType::Misc if plain.eprint().is_some() => "article",
        EntryType::Misc => "document",
    }
}

fn item(key: &str, entry_type: EntryType, plain: &Plain) -> Item {
    let names = |field| plain.names(field).into_iter().map(name).collect();
    let mut rest = BTreeMap::new();
    let mut put = |variable: &'static str, value: Option<String>| {
        if let Some(value) = value {
            rest.entry(variable).or_insert(value);
        }
    };
    let text = |field| plain.text(field);
    put("container-title", text(Field::Container));
    put("collection-title", text(Field::Series));
    put("volume", text(Field::Volume));
    put(if entry_type == EntryType::Article { "issue" } else { "number" }, text(Field::Number));
    put("page", text(Field::Pages));
    put("edition", text(Field::Edition));
    put("publisher", text(Field::Publisher));
    // A thesis or report has its institution for publisher.
    put("publisher", text(Field::Institution));
    let event = entry_type == EntryType::InProceedings;
    put(if event { "event-place" } else { "publisher-place" }, text(Field::Address));
    put("DOI", plain.doi());
    put("ISBN", text(Field::Isbn));
    put("ISSN", text(Field::Issn));
    put("PMID", text(Field::Pmid));
    put("URL", plain.url());
    put("status", text(Field::PubState));
    put("abstract", text(Field::Abstract));
    if let Some((archive, id)) = plain.eprint() {
        put("number", Some(format!("{archive}:{id}")));
        put("archive_location", Some(id));
        put("archive", Some(archive));
    }
    let usual = match entry_type {
        EntryType::PhdThesis => Some("PhD thesis".to_owned()),
        EntryType::MastersThesis => Some("Master's thesis".to_owned()),
        _ => None,
    };
    put("genre", text(Field::Genre).or(usual));
    put("note", text(Field::Note));
    Item {
        id: key.to_owned(),
        key: key.to_owned(),
        kind: kind(entry_type, plain),
        title: plain.title().map(|title| rich(&title)),
        author: names(Field::Authors),
        editor: names(Field::Editors),
        translator: names(Field::Translators),
        issued: plain
            .date()
            .map(|(year, month, day)| Date { parts: [[Some(year), month, day].into_iter().flatten().collect()] }),
        rest,
    }
}

fn name(name: PlainName) -> CslName {
    match name {
        PlainName::Body(literal) => CslName::Body { literal },
        PlainName::Person { family, given, suffix } => {
            let (particle, rest) = split_particle(&family);
            CslName::Person { family: rest.to_owned(), given, particle: particle.to_owned(), suffix }
        }
    }
}

/// Text with the tags that citeproc knows.
fn rich(text: &Text) -> String {
    // Tags by place: those that close before those that open, inner before outer.
    let mut tags: Vec<(usize, bool, usize, &str)> = Vec::new();
    for (i, mark) in text.marks.iter().enumerate() {
        let (open, close) = match mark.kind {
            MarkKind::Italic => ("<i>", "</i>"),
            MarkKind::Superscript => ("<sup>", "</sup>"),
            MarkKind::Subscript => ("<sub>", "</sub>"),
            MarkKind::Math => continue,
        };
        tags.push((mark.range.start, true, i, open));
        tags.push((mark.range.end, false, usize::MAX - i, close));
    }
    tags.sort();
    let mut out = String::with_capacity(text.plain.len() + 8 * tags.len());
    let mut at = 0;
    for (place, _, _, tag) in tags {
        out.push_str(text.plain.get(at..place).unwrap_or_default());
        out.push_str(tag);
        at = place;
    }
    out.push_str(text.plain.get(at..).unwrap_or_default());
    out
}
