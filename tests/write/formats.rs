//! The formats without TeX, on one record of each difficulty.

use bibglean::model::{EntryType, Field, Library, Mark, MarkKind, Name, NameList, PageRange, Pages, Text, Value};
use bibglean::write::{Abstracts, WriteOptions, format};
use serde_json::Value as Json;

use crate::gold::{entry, library, record};

fn chapter() -> Library {
    let text = |s: &str| Value::Text(s.into());
    let title = Text {
        plain: "Caves of Tachyops & 31P {x}".into(),
        marks: vec![Mark { range: 9..17, kind: MarkKind::Italic }],
    };
    let authors = NameList {
        names: vec![
            Name::person("van den Berg", "Rianne"),
            Name::Person { family: "King".into(), given: "Martin Luther".into(), suffix: "Jr.".into() },
            Name::Body("Barnes and Noble, Inc.".into()),
        ],
        others: true,
        omitted: Some(2),
    };
    let fields = vec![
        (Field::Authors, Value::Names(authors)),
        (Field::Title, Value::Text(title)),
        (Field::Container, text("Handbook of Things")),
        (Field::Editors, Value::Names(NameList { names: vec![Name::person("Dušek", "Jiří")], ..NameList::default() })),
        (Field::Series, text("Lecture Notes")),
        (Field::Volume, text("7")),
        (Field::Pages, Value::Pages(Pages(vec![PageRange { first: "12".into(), last: Some("34".into()) }]))),
        (Field::Publisher, text("Springer")),
        (Field::Address, text("Berlin")),
        (Field::Year, Value::Integer(2015)),
        (Field::Month, Value::Integer(2)),
        (Field::Doi, Value::Verbatim("10.1000/a_b".into())),
        (Field::Isbn, Value::Verbatim("978-0-262-51087-5".into())),
        (Field::PubState, text("in press")),
        (Field::Abstract, text("Cut")),
    ];
    library(vec![entry("berg2015caves", record(EntryType::InCollection, fields))])
}

fn write(name: &str) -> String {
    (format(name).unwrap().write)(&chapter(), &WriteOptions::default()).text
}

#[test]
fn ris() {
    let expected = "TY  - CHAP\nAU  - van den Berg, Rianne\nAU  - King, Martin Luther, Jr.\nAU  - Barnes and Noble Inc.,\nA2  - Dušek, Jiří\n\
         TI  - Caves of Tachyops & 31P {x}\nPY  - 2015\nDA  - 2015/02//\nT2  - Handbook of Things\nT3  - Lecture Notes\nVL  - 7\n\
         SP  - 12\nEP  - 34\nPB  - Springer\nCY  - Berlin\nDO  - 10.1000/a_b\nSN  - 978-0-262-51087-5\nN1  - in press\n\
         ID  - berg2015caves\nER  - \n\n";
    assert_eq!(write("ris"), expected.replace('\n', "\r\n"));
    let options = WriteOptions { abstracts: Abstracts::Keep, max_authors: Some(1), ..WriteOptions::default() };
    let more = (format("ris").unwrap().write)(&chapter(), &options).text;
    assert!(more.contains("AB  - Cut\r\n") && !more.contains("King"));
}

#[test]
fn csl_json() {
    let expected = serde_json::json!([{
        "id": "berg2015caves",
        "citation-key": "berg2015caves",
        "type": "chapter",
        "title": "Caves of <i>Tachyops</i> & 31P {x}",
        "author": [
            { "family": "Berg", "given": "Rianne", "non-dropping-particle": "van den" },
            { "family": "King", "given": "Martin Luther", "suffix": "Jr." },
            { "literal": "Barnes and Noble, Inc." }
        ],
        "editor": [{ "family": "Dušek", "given": "Jiří" }],
        "issued": { "date-parts": [[2015, 2]] },
        "container-title": "Handbook of Things",
        "collection-title": "Lecture Notes",
        "volume": "7",
        "page": "12-34",
        "publisher": "Springer",
        "publisher-place": "Berlin",
        "DOI": "10.1000/a_b",
        "ISBN": "978-0-262-51087-5",
        "status": "in press"
    }]);
    assert_eq!(serde_json::from_str::<Json>(&write("csl-json")).unwrap(), expected);
}

#[test]
fn hayagriva() {
    assert_eq!(
        write("hayagriva"),
        r#"berg2015caves:
  type: anthos
  title: "Caves of Tachyops & {31P} \\{x\\}"
  author:
    - { name: "Berg", given-name: "Rianne", prefix: "van den" }
    - { name: "King", given-name: "Martin Luther", suffix: "Jr." }
    - { name: "Barnes and Noble, Inc." }
  date: "2015-02"
  page-range: "12-34"
  serial-number:
    doi: "10.1000/a_b"
  note: "in press"
  parent:
    type: anthology
    title: "Handbook of Things"
    editor:
      - { name: "Dušek", given-name: "Jiří" }
    publisher: "Springer"
    location: "Berlin"
    volume: "7"
    serial-number:
      isbn: "978-0-262-51087-5"
    parent:
      type: anthology
      title: "Lecture Notes"
"#
    );
}

#[test]
fn jsonl_says_where_each_value_was_read() {
    let line: Json = serde_json::from_str(&write("jsonl")).unwrap();
    assert_eq!(line["key"], "berg2015caves");
    assert_eq!(line["type"], "incollection");
    assert_eq!(line["year"], "2015");
    assert_eq!(line["month"], 2);
    assert_eq!(line["others"], true);
    assert_eq!(line["omitted"], 2);
    assert_eq!(line["pages"], "12-34");
    assert_eq!(line["authors"][1], serde_json::json!({ "family": "King", "given": "Martin Luther", "suffix": "Jr." }));
    assert_eq!(line["authors"][2]["literal"], "Barnes and Noble, Inc.");
    assert_eq!(line["sightings"], 1);
    assert_eq!(line["fields"]["doi"], serde_json::json!({ "spans": [[0, 0, 1]], "rule": "test", "confidence": 1.0 }));
}

/// The schema names what the writer can write, and nothing else.
#[test]
fn the_schema_fits_the_writer() {
    let schema: Json = serde_json::from_str(include_str!("../../data/jsonl.schema.json")).unwrap();
    let known = schema["properties"].as_object().unwrap();
    for field in Field::ALL {
        assert!(known.contains_key(field.name()), "{}", field.name());
    }
    for entry_type in EntryType::ALL {
        let line = (format("jsonl").unwrap().write)(
            &library(vec![entry("k", record(*entry_type, Vec::new()))]),
            &WriteOptions::default(),
        );
        let line: Json = serde_json::from_str(&line.text).unwrap();
        assert!(schema["properties"]["type"]["enum"].as_array().unwrap().contains(&line["type"]), "{}", line["type"]);
    }
    let line: Json = serde_json::from_str(&write("jsonl")).unwrap();
    for name in line.as_object().unwrap().keys() {
        assert!(known.contains_key(name), "{name}");
    }
}
