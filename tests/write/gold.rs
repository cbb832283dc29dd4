//! Reads the evaluation corpus's gold records (its FORMAT.md) into a library.

use std::collections::BTreeMap;

use bibglean::model::{
    Entry, EntryType, Field, Library, Name, NameList, PageRange, Pages, Record, Sighting, Text, Value,
};
use bibglean::span::{SourceId, Sourced, Span};
use serde_json::Value as Json;

/// A value with a place, as every value has one.
pub fn sourced<T>(value: T) -> Sourced<T> {
    Sourced::new(value, vec![Span::new(SourceId(0), 0, 1)], "test", 1.0)
}

/// A record of a type with fields.
pub fn record(entry_type: EntryType, fields: Vec<(Field, Value)>) -> Record {
    let fields: BTreeMap<Field, Sourced<Value>> = fields.into_iter().map(|(f, v)| (f, sourced(v))).collect();
    Record { entry_type: sourced(entry_type), fields, extent: vec![Span::new(SourceId(0), 0, 1)] }
}

/// An entry of one sighting.
pub fn entry(key: &str, record: Record) -> Entry {
    Entry { sightings: vec![Sighting { record: record.clone() }], record, key: key.to_owned() }
}

/// A library of entries.
pub fn library(entries: Vec<Entry>) -> Library {
    Library { entries }
}

/// The gold records of one file (an array, or one a line under "gold") as a library; each gets a key, in the JSON too.
pub fn read(gold: &mut [Json]) -> Library {
    let mut entries = Vec::new();
    for (i, json) in gold.iter_mut().enumerate() {
        let key = format!("work{}", letters(i));
        json["key"] = Json::from(key.clone());
        normalise_initials(json);
        entries.push(entry(&key, gold_record(json)));
    }
    library(entries)
}

fn letters(mut n: usize) -> String {
    let mut out = String::new();
    loop {
        out.insert(0, char::from(b'a' + u8::try_from(n % 26).unwrap()));
        n /= 26;
        if n == 0 {
            return out;
        }
        n -= 1;
    }
}

fn gold_record(json: &Json) -> Record {
    let name = json["type"].as_str().unwrap_or("misc");
    let entry_type = EntryType::ALL.iter().copied().find(|t| t.name() == name).unwrap_or(EntryType::Misc);
    let mut fields = Vec::new();
    for &field in Field::ALL {
        let text = |name: &str| match &json[name] {
            Json::String(s) => Some(s.clone()),
            Json::Number(n) => Some(n.to_string()),
            _ => None,
        };
        let value = match field {
            Field::Authors | Field::Editors => {
                names(&json[field.name()], field == Field::Authors && json["others"] == true)
            }
            Field::Year | Field::Month | Field::Day => {
                text(field.name()).and_then(|s| s.parse().ok()).map(Value::Integer)
            }
            Field::Pages => text("pages").map(|s| Value::Pages(pages(&s))),
            Field::Institution => text("institution").or(text("school")).map(|s| Value::Text(s.into())),
            Field::Number => text("number").or(text("reportnumber")).map(|s| Value::Text(s.into())),
            Field::Doi | Field::Eprint | Field::Url | Field::Isbn | Field::Issn | Field::Pmid => {
                text(field.name()).map(Value::Verbatim)
            }
            Field::Citations => None,
            _ => text(field.name()).map(|s| Value::Text(Text::from(s))),
        };
        if let Some(value) = value {
            fields.push((field, value));
        }
    }
    record(entry_type, fields)
}

/// Initials as the normaliser writes them (`KM` and `K.M.` are `K. M.`), in the gold too.
fn normalise_initials(json: &mut Json) {
    for role in ["authors", "editors"] {
        for name in json[role].as_array_mut().into_iter().flatten() {
            if let Some(given) = name["given"].as_str() {
                let words: Vec<String> = given.split(' ').map(initials).collect();
                name["given"] = Json::from(words.join(" ").replace(" -", "-"));
            }
        }
    }
}

fn initials(word: &str) -> String {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let initials = letters <= 3 && word.chars().all(|c| c.is_uppercase() || matches!(c, '.' | '-'));
    if !initials {
        return word.to_owned();
    }
    let mut out = String::new();
    for c in word.chars() {
        match c {
            '.' => {}
            '-' => out.push('-'),
            c => {
                if !out.is_empty() && !out.ends_with('-') {
                    out.push(' ');
                }
                out.extend([c, '.']);
            }
        }
    }
    out
}

fn names(json: &Json, others: bool) -> Option<Value> {
    let part = |n: &Json, key: &str| n[key].as_str().unwrap_or_default().to_owned();
    let names = json
        .as_array()?
        .iter()
        .map(|n| match n["literal"].as_str() {
            Some(body) => Name::Body(body.to_owned()),
            None => Name::Person { family: part(n, "family"), given: part(n, "given"), suffix: part(n, "suffix") },
        })
        .collect();
    Some(Value::Names(NameList { names, others, omitted: None }))
}

fn pages(text: &str) -> Pages {
    let range = |r: &str| match r.split_once(['-', '–']) {
        Some((first, last)) => {
            PageRange { first: first.trim().into(), last: Some(last.trim_start_matches(['-', '–']).trim().into()) }
        }
        None => PageRange { first: r.trim().into(), last: None },
    };
    Pages(text.split(',').map(range).collect())
}
