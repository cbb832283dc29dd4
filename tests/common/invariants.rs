//! What holds for every input, whatever it is. Shared by `tests/invariants.rs` and the targets of `fuzz/`.

use bibglean::bib::{self, Fill, UpdateOptions, scan::scan};
use bibglean::diag::Code;
use bibglean::import;
use bibglean::key::{self, Formula};
use bibglean::merge::Duplicates;
use bibglean::model::{Entry, EntryType, Field, Library, Name, NameList, Record, Value, is_key_char};
use bibglean::source::{Format, Source};
use bibglean::span::{SourceId, Sourced, Span};
use bibglean::write::{self, WriteOptions};
use bibglean::{Input, Options, Reading, page};
use biblatex::Bibliography;

fn options(input: Input) -> Options {
    Options { input, duplicates: Duplicates::Keep, ..Options::new(Formula::parse("scholar").expect("a preset")) }
}

/// A listing, as a page and as single references: read without a panic, nothing lost, nothing invented, written so that
/// readers take it, and the same again the second time.
pub fn listing(format: Option<Format>, bytes: &[u8]) {
    let (source, _) = Source::decode(SourceId(0), "input", bytes);
    let source = format.map_or(source.clone(), |format| source.with_format(format));
    for input in [Input::Page, Input::Lines] {
        let reading = bibglean::read(std::slice::from_ref(&source), &options(input));
        // Brackets and braces around the records of a structured file are syntax.
        let printed = input == Input::Lines || import::sniff(&source).is_none();
        let lost = if printed { lost(&source, &reading) } else { Vec::new() };
        assert!(lost.is_empty(), "lost as {input:?}: {lost:?}");
        for entry in &reading.library.entries {
            invented(&source, &entry.record);
            assert!(is_legal(&entry.key), "{:?} is no key", entry.key);
        }
        let texts = written(&reading);
        let again = written(&bibglean::read(std::slice::from_ref(&source), &options(input)));
        assert_eq!(texts, again, "another result the second time");
    }
}

/// What is written in each profile of BibTeX, after a look at it.
fn written(reading: &Reading) -> Vec<String> {
    let write = |name: &str| {
        let format = write::format(name).expect("a format");
        let text = (format.write)(&reading.library, &WriteOptions::default()).text;
        let keys: Vec<&str> = reading.library.entries.iter().map(|entry| entry.key.as_str()).collect();
        reads_back(&text, &keys);
        text
    };
    ["bibtex", "biblatex"].map(write).to_vec()
}

/// A .bib that readers take, with these keys and nothing that a TeX run would follow.
fn reads_back(text: &str, keys: &[&str]) {
    let bibliography = Bibliography::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let read: Vec<&str> = bibliography.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(read, keys, "{text}");
    let (entries, broken) = bib::read(SourceId(0), text);
    assert!(broken.is_empty(), "{broken:?}\n{text}");
    assert_eq!(entries.iter().map(|entry| entry.key.as_str()).collect::<Vec<_>>(), keys, "{text}");
    let harmful =
        |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(!text.contains(harmful), "a control character in {text:?}");
    for command in ["\\input", "\\write", "\\include", "\\catcode", "\\def", "\\csname", "^^"] {
        assert!(!text.contains(command), "{command} in {text}");
    }
}

/// What the page shows that is in no entry, no furniture and no diagnostic.
pub fn lost(source: &Source, reading: &Reading) -> Vec<String> {
    let entries = reading.library.entries.iter().flat_map(|e| e.sightings.iter().flat_map(|s| &s.record.extent));
    let furniture = reading.segmentations.iter().flat_map(|s| s.furniture.iter().map(|f| &f.span));
    let told = reading.diagnostics.iter().filter(|d| d.code == Code::UnreadText).flat_map(|d| &d.spans);
    let mut covered = vec![false; source.text().len()];
    for span in entries.chain(furniture).chain(told) {
        let range = span.range();
        assert!(span.source == source.id() && range.end <= covered.len(), "{span:?} is outside {}", source.name());
        covered[range].fill(true);
    }
    let page = page::read(source);
    let mut lost = Vec::new();
    for span in page.lines.iter().flat_map(|line| line.text.all_spans()) {
        let part = &source.text()[span.range()];
        let missing = part.char_indices().find(|(i, c)| !c.is_whitespace() && !covered[span.start as usize + i]);
        if let Some((i, _)) = missing {
            let at = span.start + u32::try_from(i).expect("small");
            let (line, column) = source.position(at);
            let near: String = part[i..].chars().take(40).collect();
            lost.push(format!("{}:{line}:{column}: {near:?}", source.name()));
        }
    }
    lost
}

/// Every letter and digit of a text comes from the spans it names.
fn invented(source: &Source, record: &Record) {
    for (field, value) in &record.fields {
        assert!(!value.spans.is_empty(), "{} has no origin", field.name());
        for span in &value.spans {
            assert!(source.text().get(span.range()).is_some(), "{} at {span:?}", field.name());
        }
        let text = match &value.value {
            Value::Text(text) => &text.plain,
            // Addresses and identifiers are rebuilt from what is printed and linked.
            _ => continue,
        };
        let read: String = value.spans.iter().filter_map(|span: &Span| source.text().get(span.range())).collect();
        let mut read: Vec<char> = read.chars().filter(char::is_ascii_alphanumeric).collect();
        for c in text.chars().filter(char::is_ascii_alphanumeric) {
            let at = read.iter().position(|r| r.eq_ignore_ascii_case(&c));
            let at = at.unwrap_or_else(|| panic!("{c:?} of {} {text:?} is not in {:?}", field.name(), value.spans));
            read.swap_remove(at);
        }
    }
    let year = record.fields.get(&Field::Year).map(|year| &year.value);
    assert!(matches!(year, None | Some(Value::Integer(0..=2999))), "{year:?}");
}

/// Whether a key can be cited.
fn is_legal(key: &str) -> bool {
    !key.is_empty() && key.chars().all(is_key_char)
}

/// A .bib: scanned without a gap, kept byte for byte when there is nothing new; a new entry changes no other byte, and
/// the second time nothing.
pub fn bib_file(bytes: &[u8]) {
    let (text, encoding) = bib::decode_bytes(bytes);
    let mut at = 0;
    for item in scan(&text) {
        assert_eq!(item.range.start, at, "a gap");
        at = item.range.end;
    }
    assert_eq!(at, text.len());
    let (_, diagnostics) = bib::read(SourceId(0), &text);
    assert!(diagnostics.iter().flat_map(|d| &d.spans).all(|span| text.get(span.range()).is_some()));
    let same = bib::update(&text, "", &UpdateOptions::default());
    assert!(same.edits.is_empty());
    assert_eq!(bib::encode_bytes(&same.text, encoding).expect("what was read"), bytes);
    let options = UpdateOptions { fill: Fill::Nothing, ..UpdateOptions::default() };
    let once = bib::update(&text, NEW, &options);
    let mut rest = once.text.clone();
    for edit in once.edits.iter().rev() {
        assert!(edit.range.is_empty(), "{:?} was overwritten", &text[edit.range.clone()]);
        rest.replace_range(edit.range.start..edit.range.start + edit.text.len(), "");
    }
    assert_eq!(rest, text);
    let twice = bib::update(&once.text, NEW, &options);
    assert!(twice.added.is_empty(), "added again");
    assert_eq!(twice.text, once.text);
}

/// An entry for [`bib_file`].
const NEW: &str = "@article{moss2024ebb,\n  author = {Moss, Ada},\n  title = {Ebb and Reed},\n  journal = {Wetlands},\n  \
                   year = {2024},\n}\n";

/// A formula: an error that points into it, or keys that can be cited.
pub fn formula(text: &str) {
    match Formula::parse(text) {
        Err(error) => assert!(error.at <= text.len() && !error.message.is_empty(), "{error:?}"),
        Ok(formula) => {
            let (entries, _) = bib::read(SourceId(0), NEW);
            for entry in entries {
                let key = key::base_key(&entry.record, &formula);
                assert!(key.is_empty() || is_legal(&key), "{key:?}");
            }
        }
    }
}

/// An entry whose values are the lines of a text: one harmless entry, and what is read back of it is written the same.
pub fn values(text: &str) {
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default().to_owned();
    let span = vec![Span::new(SourceId(0), 0, 0)];
    let mut record = Record::new(Sourced::new(EntryType::Article, span.clone(), "test", 1.0), span.clone());
    let person = Name::person(line(), line());
    let names = NameList { names: vec![person, Name::Body(line())], others: false, omitted: None };
    for (field, value) in [
        (Field::Title, Value::Text(line().into())),
        (Field::Container, Value::Text(line().into())),
        (Field::Authors, Value::Names(names)),
        (Field::Publisher, Value::Text(line().into())),
        (Field::Note, Value::Text(line().into())),
        (Field::Doi, Value::Verbatim(line())),
        (Field::Url, Value::Verbatim(line())),
        (Field::Year, Value::Integer(2019)),
    ] {
        record.set_missing(field, Sourced::new(value, span.clone(), "test", 1.0));
    }
    for format in ["bibtex", "biblatex"] {
        let write = |record: &Record| {
            let entry = Entry { record: record.clone(), sightings: Vec::new(), key: "key".to_owned() };
            let library = Library { entries: vec![entry] };
            (write::format(format).expect("a format").write)(&library, &WriteOptions::default()).text
        };
        let back = |text: &str| {
            reads_back(text, &["key"]);
            bib::read(SourceId(0), text).0.swap_remove(0).record
        };
        let once = write(&back(&write(&record)));
        assert_eq!(write(&back(&once)), once, "written anew it differs");
    }
}
