//! Faults that users of such tools reported, each with a small input and the right result: the folder `cases` beside the
//! evaluation corpus, where `BIBGLEAN_CORPUS` names it.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use bibglean::bib::{self, BibEntry};
use bibglean::key::{self, Formula, Lock};
use bibglean::merge::{Duplicates, merge};
use bibglean::model::{EntryType, Field, Value};
use bibglean::source::Source;
use bibglean::span::SourceId;
use bibglean::text::fold::fold_words;
use bibglean::write::{self, WriteOptions};
use bibglean::{Input, Options};
use serde_json::Value as Json;

/// Cases that are not right yet, with what is wrong.
const KNOWN: &[(&str, &str)] = &[
    ("D12", "the title of a card of three lines, alone on a page, is left out"),
    ("D51", "the place behind an event is taken for a publisher"),
];

#[test]
fn reported_faults_stay_mended() {
    let Some(path) = common::beside_corpus("cases/cases.json") else {
        eprintln!("corpus not found: reported faults are not checked");
        return;
    };
    let cases: Json = serde_json::from_str(&fs::read_to_string(path).expect("reads")).expect("is JSON");
    let cases = cases.as_array().or_else(|| cases["cases"].as_array()).expect("a list");
    let mut wrong = BTreeSet::new();
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let faults = check(case);
        if !faults.is_empty() {
            println!("{id} ({}): {}", case["symptom"].as_str().unwrap_or_default(), faults.join("\n    "));
            wrong.insert(id);
        }
    }
    let known: BTreeSet<&str> = KNOWN.iter().map(|(id, _)| *id).collect();
    assert_eq!(wrong, known, "{} of {} cases", wrong.len(), cases.len());
}

/// What is wrong with a case.
fn check(case: &Json) -> Vec<String> {
    let text = |name: &str| case[name].as_str().unwrap_or_default();
    let kind = text("kind");
    let formula = text("note").split('`').nth(1).filter(|_| kind == "key").and_then(|f| Formula::parse(f).ok());
    let mut options = Options::new(formula.unwrap_or_else(|| Formula::parse("scholar").expect("a preset")));
    let name = match kind {
        "html" => "input.html",
        "csl" => "input.json",
        "ris" => "input.ris",
        _ => "input.txt",
    };
    if kind == "ref" || kind == "key" && !text("input").starts_with('@') {
        options.input = Input::Lines;
    }
    let mut runs = vec![text("input").to_owned()];
    if let Some((first, second)) = text("input").split_once("run 2") {
        let second = second.split_once(':').map_or("", |(_, rest)| rest);
        let lines = |part: &str| part.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n");
        runs = vec![lines(first.trim_start_matches("run 1:")), lines(second)];
    }
    let mut library = None;
    if kind == "key" && text("input").starts_with('@') {
        // New keys for the entries of a file.
        let entries = bib::read(SourceId(0), text("input")).0;
        let (mut named, _) = merge(entries.into_iter().map(|entry| entry.record).collect(), Duplicates::Keep);
        key::assign(&mut named, &options.formula, &options.lock);
        library = Some(named);
        runs.clear();
    }
    for run in &runs {
        let (source, _) = Source::decode(SourceId(0), name, run.as_bytes());
        let read = bibglean::read(&[source], &options).library;
        let works = read.entries.iter().map(|entry| (entry.key.clone(), entry.record.clone())).collect();
        options.lock = Lock { works, ..Lock::default() };
        library = Some(read);
    }
    let library = library.expect("a run");
    if kind == "ris-out" {
        let ris = write::format("ris").expect("a format");
        let written = (ris.write)(&library, &WriteOptions::default()).text;
        // The journal has several tags.
        let tag = |line: &str| line.trim_end().replace("T2  -", "JO  -").replace("JF  -", "JO  -");
        let lines: BTreeSet<String> = written.lines().map(tag).collect();
        let expected = text("expected").lines().map(tag);
        return expected
            .filter(|line| !lines.contains(line.as_str()))
            .map(|line| format!("no line {line:?} in\n{written}"))
            .collect();
    }
    let bibtex = write::format("bibtex").expect("a format");
    let written = (bibtex.write)(&library, &WriteOptions::default()).text;
    let read = |text: &str| bib::read(SourceId(0), text).0;
    let (mut found, expected) = (read(&written), read(text("expected")));
    let mut faults = Vec::new();
    if found.len() != expected.len() {
        faults.push(format!("{} entries, not {}:\n{written}", found.len(), expected.len()));
        return faults;
    }
    for expected in &expected {
        // The entry that is nearest to it.
        let best = (0..found.len()).min_by_key(|i| {
            (title(&found[*i]) != title(expected), compare(&found[*i], expected, text("absent")).len())
        });
        let entry = found.remove(best.expect("as many as expected"));
        faults.extend(compare(&entry, expected, text("absent")));
    }
    faults
}

fn title(entry: &BibEntry) -> String {
    fold_words(entry.record.text(Field::Title).unwrap_or_default())
}

/// The differences of an entry from the expected one.
fn compare(found: &BibEntry, expected: &BibEntry, absent: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if expected.key != "-" && found.key != expected.key {
        faults.push(format!("key {:?}, not {:?}", found.key, expected.key));
    }
    let kind = |entry: &BibEntry| entry.record.entry_type.value;
    let class = |kind: EntryType| match kind {
        EntryType::Online | EntryType::Software | EntryType::Dataset | EntryType::Patent => EntryType::Misc,
        // Papers of a series of proceedings that is cited like a journal.
        EntryType::InProceedings if found.record.text(Field::Volume).is_some() => EntryType::Article,
        EntryType::MastersThesis => EntryType::PhdThesis,
        kind => kind,
    };
    if class(kind(found)) != class(kind(expected)) {
        faults.push(format!("type {:?}, not {:?}", kind(found), kind(expected)));
    }
    for (field, value) in &expected.record.fields {
        let wanted = plain(&value.value);
        let got = found.record.get(*field).map(plain).unwrap_or_default();
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let same_edition = *field == Field::Edition && digits(&wanted) == digits(&got);
        if wanted != got && !same_edition {
            faults.push(format!("{field:?}: {got:?}, not {wanted:?}"));
        }
    }
    for name in absent.split([',', ' ']).filter(|name| !name.is_empty()) {
        // A field may be absent from one entry and not from another.
        let present = found.record.fields.keys().filter(|field| expected.record.get(**field).is_none());
        if present.map(|field| format!("{field:?}")).any(|field| field.eq_ignore_ascii_case(name)) {
            faults.push(format!("{name} should be absent"));
        }
    }
    faults
}

/// A value without case and punctuation.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => fold_words(&text.plain),
        other => fold_words(&format!("{other:?}")),
    }
}
