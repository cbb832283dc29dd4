//! The normalisers against tables: what a labelled stretch of text becomes.

#![allow(clippy::expect_used, clippy::panic, reason = "a test table that cannot be read is a failure")]

use std::fmt::Write as _;
use std::path::Path;

use bibglean::label::{Label, Labelled, Segment};
use bibglean::model::{Field, Name, NameList, Record, Value};
use bibglean::normalize::{NORMALIZERS, normalize};
use bibglean::segment::Context;
use bibglean::span::{SourceId, Sourced, Span};
use bibglean::text::Traced;
use proptest::prelude::*;

const LABELS: &[(&str, Label)] = &[
    ("Author", Label::Author),
    ("Editor", Label::Editor),
    ("Translator", Label::Translator),
    ("Title", Label::Title),
    ("Container", Label::Container),
    ("Series", Label::Series),
    ("Publisher", Label::Publisher),
    ("Institution", Label::Institution),
    ("Address", Label::Address),
    ("Date", Label::Date),
    ("AccessDate", Label::AccessDate),
    ("Volume", Label::Volume),
    ("Number", Label::Number),
    ("Pages", Label::Pages),
    ("Edition", Label::Edition),
    ("Genre", Label::Genre),
    ("ReportNumber", Label::ReportNumber),
    ("Doi", Label::Doi),
    ("Eprint", Label::Eprint),
    ("Isbn", Label::Isbn),
    ("Issn", Label::Issn),
    ("Pmid", Label::Pmid),
    ("Url", Label::Url),
    ("PubState", Label::PubState),
    ("Abstract", Label::Abstract),
    ("Citations", Label::Citations),
    ("CitationNumber", Label::CitationNumber),
    ("Note", Label::Note),
    ("Other", Label::Other),
];

/// Segments with places one behind the other.
fn labelled(parts: &[(Label, &str)]) -> Labelled {
    let mut at = 0_u32;
    let segments = parts
        .iter()
        .map(|(label, text)| {
            let end = at + u32::try_from(text.len()).expect("short text");
            let traced = Traced::verbatim(text, Span::new(SourceId(0), at, end));
            at = end + 1;
            Segment { label: *label, text: traced, confidence: 1.0, rule: "test" }
        })
        .collect();
    Labelled { segments, extent: vec![Span::new(SourceId(0), 0, at)], context: Vec::new() }
}

fn names(list: &NameList) -> String {
    let mut out: Vec<String> = list
        .names
        .iter()
        .map(|name| match name {
            Name::Body(name) => format!("{{{name}}}"),
            Name::Person { family, given, suffix } => {
                let parts = [family, given, suffix];
                parts.iter().filter(|p| !p.is_empty()).map(|p| p.as_str()).collect::<Vec<_>>().join(", ")
            }
        })
        .collect();
    if list.others {
        out.push(list.omitted.map_or_else(|| "others".to_owned(), |n| format!("others +{n}")));
    }
    out.join("; ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::Names(list) => names(list),
        Value::Text(text) => text.plain.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Verbatim(text) => text.clone(),
        Value::Pages(pages) => {
            let mut out = String::new();
            for range in &pages.0 {
                let comma = if out.is_empty() { "" } else { "," };
                let _ = write!(out, "{comma}{}", range.first);
                if let Some(last) = &range.last {
                    let _ = write!(out, "-{last}");
                }
            }
            out
        }
    }
}

fn field(record: Option<&Record>, name: &str) -> String {
    let Some(record) = record else { return String::new() };
    if name == "type" {
        return record.entry_type.value.name().to_owned();
    }
    let field = Field::ALL.iter().find(|f| f.name() == name).unwrap_or_else(|| panic!("no field {name}"));
    record.get(*field).map(shown).unwrap_or_default()
}

/// Rows of a table: line number, input, expected.
fn table(name: &str) -> Vec<(usize, String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/normalize").join(name);
    let text = std::fs::read_to_string(&path).expect("table");
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(i, line)| {
            let (input, expected) = line.split_once('\t').unwrap_or_else(|| panic!("{name}:{}: no tab", i + 1));
            (i + 1, input.replace("\\n", "\n"), expected.to_owned())
        })
        .collect()
}

/// Checks a table of one label: the fields shown in order, empty ones left out.
fn check(name: &str, label: Label, fields: &[&str]) {
    let mut wrong = String::new();
    for (line, input, expected) in table(name) {
        let parts = [(Label::Title, "Title"), (label, input.as_str())];
        let record = normalize(&labelled(if label == Label::Title { &parts[1..] } else { &parts }), None);
        let found: Vec<String> =
            fields.iter().map(|f| field(record.as_ref(), f)).filter(|value| !value.is_empty()).collect();
        let found = found.join(", ");
        if found != expected {
            let _ = writeln!(wrong, "{name}:{line}: {input}\n  expected {expected}\n  found    {found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn authors() {
    check("names.tsv", Label::Author, &["authors"]);
}

#[test]
fn editors() {
    check("editors.tsv", Label::Editor, &["editors"]);
}

#[test]
fn titles() {
    check("titles.tsv", Label::Title, &["title"]);
}

#[test]
fn containers() {
    check("containers.tsv", Label::Container, &["container"]);
}

#[test]
fn dates() {
    check("dates.tsv", Label::Date, &["year", "month", "day"]);
}

#[test]
fn pages() {
    check("pages.tsv", Label::Pages, &["pages"]);
}

#[test]
fn records() {
    let mut wrong = String::new();
    for (line, input, expected) in table("records.tsv") {
        let parts: Vec<(Label, &str)> = input
            .split(" ¦ ")
            .map(|part| {
                let (label, text) = part.split_once(':').expect("Label:text");
                let label = LABELS.iter().find(|(name, _)| *name == label).expect("known label").1;
                (label, text)
            })
            .collect();
        let record = normalize(&labelled(&parts), None);
        for claim in expected.split(" ¦ ") {
            let (name, value) = match claim.strip_prefix('-') {
                Some(name) => (name, ""),
                None => claim.split_once(' ').expect("field value"),
            };
            let found = field(record.as_ref(), name);
            if found != value {
                let _ = writeln!(wrong, "records.tsv:{line}: {input}\n  {name}: expected {value:?}, found {found:?}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_conference_on_its_own_line_is_no_name() {
    let entry = labelled(&[(Label::Title, "Rivers"), (Label::Author, "Ada Moss, Ben Reed\nNIPS")]);
    let record = normalize(&entry, None);
    assert_eq!(field(record.as_ref(), "authors"), "Moss, Ada; Reed, Ben");
    assert_eq!(field(record.as_ref(), "container"), "NIPS");
}

#[test]
fn headings_fill_what_is_not_printed() {
    let above = Span::new(SourceId(0), 900, 910);
    let year = Context::Year(Sourced::new(2014, vec![above], "context/heading-year", 0.9));
    let kind = Context::Kind(Sourced::new("国内学会発表".to_owned(), vec![above], "context/heading-kind", 0.9));
    let venue = Context::Venue(Sourced::new("RTCSA 2014".to_owned(), vec![above], "context/venue", 0.9));
    let mut entry = labelled(&[(Label::Title, "Rivers")]);
    entry.context = vec![year.clone(), kind, venue];
    let record = normalize(&entry, None).expect("a record");
    assert_eq!(field(Some(&record), "year"), "2014");
    assert_eq!(field(Some(&record), "container"), "RTCSA");
    assert_eq!(field(Some(&record), "type"), "inproceedings");
    let sourced = &record.fields[&Field::Year];
    assert_eq!((sourced.rule, sourced.spans.as_slice()), ("context/heading-year", [above].as_slice()));

    let mut entry = labelled(&[(Label::Title, "Rivers"), (Label::PubState, "submitted")]);
    entry.context = vec![year];
    assert_eq!(field(normalize(&entry, None).as_ref(), "year"), "");
}

#[test]
fn a_dash_stands_for_the_authors_above() {
    let first = normalize(&labelled(&[(Label::Author, "Castell, Ines."), (Label::Title, "Maps of Salt")]), None);
    let second = labelled(&[(Label::Author, "———."), (Label::Title, "Maps of Wind")]);
    assert_eq!(field(normalize(&second, first.as_ref()).as_ref(), "authors"), "Castell, Ines");
    assert_eq!(field(normalize(&second, None).as_ref(), "authors"), "");
    let third = labelled(&[(Label::Author, "———, and R. Roe"), (Label::Title, "Maps of Sand")]);
    assert_eq!(field(normalize(&third, first.as_ref()).as_ref(), "authors"), "Castell, Ines; Roe, R.");
}

#[test]
fn nothing_without_title_names_or_venue() {
    assert_eq!(normalize(&labelled(&[(Label::Date, "2014"), (Label::Pages, "3")]), None), None);
}

#[test]
fn fields_are_those_the_table_names() {
    for name in ["names.tsv", "titles.tsv", "dates.tsv"] {
        for (_, input, _) in table(name) {
            let all: Vec<(Label, &str)> = LABELS.iter().map(|(_, label)| (*label, input.as_str())).collect();
            let record = normalize(&labelled(&all), None).expect("a record");
            for field in record.fields.keys() {
                assert!(NORMALIZERS.iter().any(|n| n.fields.contains(field)), "{field:?}");
            }
        }
    }
}

/// Letters and digits in the form in which they are compared (ligatures resolved).
fn letters(text: &str) -> Vec<char> {
    use unicode_normalization::UnicodeNormalization;
    text.nfkc().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// No text makes a normaliser fail, and every letter and digit of a value stands in the text.
    #[test]
    fn nothing_is_invented(
        parts in prop::collection::vec(
            (0..LABELS.len(), "([A-Z][a-z]{0,6}|[a-z]{1,3}|[0-9]{1,4}|[A-Z]\\.|[A-Z]{2,3}|,|;|&|\\(|\\)|\\[|\\]|\"|“|”|'|-|–|\\.|/|:|\\n|et al|and|van|Jr|10\\.1000/|張|磊|и|号|é|ﬁ|\u{ad}| ){0,20}"),
            1..6,
        ),
    ) {
        let parts: Vec<(Label, &str)> = parts.iter().map(|(i, text)| (LABELS[*i].1, text.as_str())).collect();
        let input = parts.iter().map(|(_, text)| *text).collect::<String>();
        let printed = letters(&input);
        if let Some(record) = normalize(&labelled(&parts), None) {
            for (field, sourced) in &record.fields {
                prop_assert!(!sourced.spans.is_empty());
                prop_assert!(!sourced.rule.is_empty());
                let derived = matches!(field, Field::Year | Field::Month | Field::UrlDate | Field::EprintType | Field::Citations);
                let value = match &sourced.value {
                    Value::Names(list) => list.names.iter().map(|n| format!("{} {}", n.family(), n.given())).collect(),
                    value => shown(value),
                };
                for c in letters(&value) {
                    prop_assert!(derived || printed.contains(&c), "{field:?} {value:?} from {input:?}");
                }
            }
        }
    }

    /// Any text at all.
    #[test]
    fn nothing_fails(text in "\\PC{0,80}", label in 0..LABELS.len()) {
        let _ = normalize(&labelled(&[(Label::Title, "Title"), (LABELS[label].1, text.as_str())]), None);
    }
}
