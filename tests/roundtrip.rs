//! What is written says what was read: every value of every entry, read back through the biblatex crate.

mod common;

use std::fs;

use bibglean::key::{Formula, Lock};
use bibglean::model::{EntryType, Field, Record, Value};
use bibglean::source::Source;
use bibglean::span::SourceId;
use bibglean::write::{ForeignFields, WriteOptions, format};
use bibglean::{Options, bib};
use unicode_normalization::UnicodeNormalization;

/// The letters and signs of a text in one form: the file may spell a quotation mark or a space another way.
fn plain(text: &str) -> String {
    let text: String = text.nfkc().filter(|c| !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}')).collect();
    let text = text.replace(['“', '”', '„'], "\"").replace(['‘', '’', '`', '´'], "'").replace("''", "\"");
    let text =
        text.replace(['–', '—', '―', '‐', '‑', '−'], "-").replace("---", "-").replace("--", "-").replace("...", "…");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value as one text to compare.
fn shown(value: &Value) -> String {
    match value {
        Value::Names(list) => {
            let mut names: Vec<String> = list.names.iter().map(|name| plain(&format!("{name:?}"))).collect();
            names.extend(list.others.then(|| "others".to_owned()));
            names.join(" and ")
        }
        Value::Text(text) => plain(&text.plain),
        Value::Verbatim(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Pages(pages) => {
            let range = |r: &bibglean::model::PageRange| match &r.last {
                Some(last) => format!("{}-{last}", r.first),
                None => r.first.clone(),
            };
            plain(&pages.0.iter().map(range).collect::<Vec<_>>().join(",")).replace(' ', "")
        }
    }
}

/// Fields that a BibTeX file has in a form of its own: a day has no field, notes and states share one, a web page's
/// title and address may be put together. What becomes of them is held by the writers' golden files.
const OWN_FORM: [Field; 8] = [
    Field::Day,
    Field::Note,
    Field::PubState,
    Field::Genre,
    Field::UrlDate,
    Field::Abstract,
    Field::Citations,
    Field::Pmid,
];

/// What differs between a record and what was read back of it.
fn differences(record: &Record, back: &Record) -> Vec<String> {
    let mut out = Vec::new();
    for (field, value) in record.fields.iter().filter(|(field, _)| !OWN_FORM.contains(field)) {
        // What a miscellaneous work appeared in stands in `howpublished`.
        if *field == Field::Container && back.entry_type.value == EntryType::Misc {
            continue;
        }
        // A book has authors or editors (btxdoc §3.1); beside authors the editors stand in the note.
        let noted = back.text(Field::Note).is_some_and(|note| note.contains("Edited by"));
        if *field == Field::Editors && back.get(Field::Authors).is_some() && noted {
            continue;
        }
        let (wanted, got) = (shown(&value.value), back.get(*field).map(shown));
        if got.as_deref() != Some(&wanted) {
            out.push(format!("{}: wrote {wanted:?}, read {got:?}", field.name()));
        }
    }
    out
}

#[test]
fn every_value_is_read_back() {
    let mut inputs: Vec<_> = common::fixtures().iter().map(|f| f.directory.join(&f.input)).collect();
    let corpus = common::corpus_listings();
    if corpus.is_empty() {
        eprintln!("corpus not found: fixtures alone are read back");
    }
    inputs.extend(corpus);
    let options = Options::new(Formula::parse("scholar").expect("a preset"));
    let bibtex = format("bibtex").expect("a format");
    let keep = WriteOptions { foreign: ForeignFields::Keep, ..WriteOptions::default() };
    let (mut entries, mut values, mut wrong) = (0, 0, Vec::new());
    for input in &inputs {
        let (source, _) = Source::decode(SourceId(0), "input", &fs::read(input).expect("an input"));
        let sources = [source];
        let reading = bibglean::read(&sources, &options);
        let written = (bibtex.write)(&reading.library, &keep);
        let (back, broken) = bib::read(SourceId(0), &written.text);
        assert!(broken.is_empty(), "{}: {broken:?}", input.display());
        assert_eq!(back.len(), reading.library.entries.len(), "{}", input.display());
        for (entry, back) in reading.library.entries.iter().zip(&back) {
            assert_eq!(entry.key, back.key);
            entries += 1;
            values += entry.record.fields.len();
            let differ = differences(&entry.record, &back.record);
            wrong.extend(differ.into_iter().map(|d| format!("{} {}: {d}", input.display(), entry.key)));
        }
        // With its own output as the lock and another formula, no key moves.
        let works = back.into_iter().map(|entry| (entry.key, entry.record)).collect();
        let lock = Lock { works, ..Lock::default() };
        let other = Options { formula: Formula::parse("alpha").expect("a preset"), lock, ..options.clone() };
        let again = bibglean::read(&sources, &other);
        for (before, after) in reading.library.entries.iter().zip(&again.library.entries) {
            if before.key != after.key {
                wrong.push(format!("{}: the key {} became {}", input.display(), before.key, after.key));
            }
        }
    }
    assert!(entries > 60, "{entries} entries with {values} values");
    assert!(wrong.is_empty(), "{} of {values} values differ:\n{}", wrong.len(), wrong.join("\n"));
}
