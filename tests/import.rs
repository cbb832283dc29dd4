//! Structured formats to records: expected dumps of fixture files, and what holds for every input.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its fixture has failed")]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use bibglean::import::{self, Imported};
use bibglean::model::{Name, Value};
use bibglean::page;
use bibglean::source::Source;
use bibglean::span::SourceId;
use proptest::prelude::*;

fn read(name: &str, bytes: &[u8]) -> (Source, Imported) {
    let (source, _) = Source::decode(SourceId(0), name, bytes);
    let imported = match import::sniff(&source) {
        Some(format) => format.read(&source),
        None => import::embedded(page::read(&source)).1,
    };
    (source, imported)
}

fn show(value: &Value) -> String {
    match value {
        Value::Names(list) => {
            let name = |name: &Name| match name {
                Name::Person { family, given, suffix } => format!("{family}|{given}|{suffix}"),
                Name::Body(body) => format!("{{{body}}}"),
            };
            let names: Vec<String> = list.names.iter().map(name).collect();
            names.join("; ") + if list.others { " + others" } else { "" }
        }
        Value::Text(text) => {
            let marks: Vec<String> =
                text.marks.iter().map(|m| format!(" <{:?} {:?}>", m.kind, &text.plain[m.range.clone()])).collect();
            text.plain.clone() + &marks.concat()
        }
        Value::Integer(number) => number.to_string(),
        Value::Pages(pages) => {
            let range = |r: &bibglean::model::PageRange| match &r.last {
                Some(last) => format!("{}--{last}", r.first),
                None => r.first.clone(),
            };
            pages.0.iter().map(range).collect::<Vec<_>>().join(", ")
        }
        Value::Verbatim(text) => text.clone(),
    }
}

fn dump(source: &Source, imported: &Imported) -> String {
    let mut out = String::new();
    for item in &imported.items {
        let record = &item.record;
        let key = item.key.as_deref().unwrap_or("-");
        let (line, column) = source.position(record.extent[0].start);
        writeln!(out, "{} {key} @{line}:{column} {}", record.entry_type.value.name(), record.entry_type.rule).unwrap();
        for (field, value) in &record.fields {
            let (line, column) = source.position(value.spans[0].start);
            writeln!(out, "  {} @{line}:{column} {}", field.name(), show(&value.value)).unwrap();
        }
    }
    for diagnostic in &imported.diagnostics {
        writeln!(out, "{} {}", diagnostic.code.id(), diagnostic.message).unwrap();
    }
    out
}

/// What holds for every record: it tells something, and every value has a place in the source.
fn check(source: &Source, imported: &Imported) {
    for item in &imported.items {
        let record = &item.record;
        assert!(!record.fields.is_empty());
        let values = record.fields.values().flat_map(|value| &value.spans);
        for span in values.chain(&record.extent).chain(&record.entry_type.spans) {
            assert!(source.text().get(span.range()).is_some(), "{span:?}");
        }
        assert!(record.fields.values().all(|value| !value.spans.is_empty()), "{record:?}");
        assert!(!record.extent.is_empty() && !record.entry_type.spans.is_empty(), "{record:?}");
    }
}

#[test]
fn fixture_files_give_the_expected_records() {
    let mut files: Vec<PathBuf> = fs::read_dir("fixtures/import").unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e != "records"));
    files.sort();
    assert!(files.len() >= 8);
    for path in files {
        let bytes = fs::read(&path).unwrap();
        let (source, imported) = read(path.file_name().unwrap().to_str().unwrap(), &bytes);
        check(&source, &imported);
        let found = dump(&source, &imported);
        let expected = PathBuf::from(format!("{}.records", path.display()));
        if std::env::var_os("BIBGLEAN_BLESS").is_some() {
            fs::write(&expected, &found).unwrap();
        }
        assert_eq!(found, fs::read_to_string(&expected).unwrap_or_default(), "{}", path.display());
    }
}

#[test]
fn formats_are_told_by_their_content() {
    for path in fs::read_dir("fixtures/import").unwrap().map(|e| e.unwrap().path()) {
        let extension = path.extension().unwrap().to_str().unwrap().to_owned();
        let expected = match extension.as_str() {
            "ris" => Some("ris"),
            "nbib" => Some("nbib"),
            "enw" => Some("endnote"),
            "ciw" => Some("wos"),
            "json" if path.ends_with("orcid.json") => Some("orcid"),
            "json" => Some("csl-json"),
            "xml" if path.ends_with("pubmed.xml") => Some("pubmed-xml"),
            "xml" if path.ends_with("dblp.xml") => Some("dblp"),
            "xml" => Some("endnote-xml"),
            "html" => None,
            _ => continue,
        };
        let (source, _) = Source::decode(SourceId(0), "-", &fs::read(&path).unwrap());
        assert_eq!(import::sniff(&source).map(|f| f.name), expected, "{}", path.display());
    }
    for page in
        ["Smith, J. (2001). A thing. Nature 4, 5.\n", "AU Smith\nTI x\n", "Papers {\"title\"}\n", "@ada: see [1]\n"]
    {
        let (source, _) = Source::decode(SourceId(0), "-", page.as_bytes());
        assert_eq!(import::sniff(&source).map(|f| f.name), None, "{page}");
    }
}

/// Fragments that readers must survive in any order.
fn fragment() -> impl Strategy<Value = String> {
    let parts = [
        "TY  - JOUR\n",
        "ER  - \n",
        "AU  - Smith, J.\n",
        "TI  - A <i>title</i> &amp; é\n",
        "PY  - 2001/02/03\n",
        "SP  - 1\n",
        "\n",
        " ",
        "PMID- 1\n",
        "FAU - Li, X\n",
        "TI  - x\n      y\n",
        "%0 Thesis\n",
        "%A A B\n",
        "%T t\n",
        "PT J\n",
        "ER\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"title\"",
        "\"type\"",
        "\"author\"",
        "\"a\\u00e9\"",
        "12",
        "null",
        "@article{k,\n",
        "title = {T},\n",
        "}\n",
        "é",
        "張",
        "\0",
        "<",
        "&",
        "%",
        "–",
        "<meta name=citation_title content='T'>",
        "<span class=Z3988 title='rft.title=%C3%A9&rft.au=A+B&%'></span>",
        "<?xml?><PubmedArticle>",
        "<MedlineCitation>",
        "<PMID>",
        "</PMID>",
        "<dblp><article key='k'>",
        "<author>",
        "</author>",
        "<title>",
        "</article>",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "&uuml;",
        "&#x41;",
        "<script type=application/ld+json>",
        "</script>",
        "{\"@type\":\"Book\",\"name\":\"N\"}",
        "<pre>",
        "</pre>",
    ];
    prop_oneof![6 => prop::sample::select(parts.to_vec()).prop_map(str::to_owned), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_gives_records_with_places(parts in prop::collection::vec(fragment(), 0..30)) {
        let text = parts.concat();
        for name in ["a.ris", "a.nbib", "a.enw", "a.ciw", "a.csljson", "a.xml", "a.html", "a.md", "-"] {
            let (source, imported) = read(name, text.as_bytes());
            check(&source, &imported);
        }
    }
}

/// Inputs made to be slow: were any step quadratic, these would take minutes.
#[test]
fn hostile_files_are_read_at_once() {
    let n = 50_000;
    let files = [
        ("a.ris", "TY  - JOUR\nAU  - A, B\nTI  - x\n".repeat(n)),
        ("a.ris", "TY  - JOUR\n".to_owned() + &"AU  - A, B\nTI  - x\ny\n".repeat(n)),
        ("a.ris", "TY  - JOUR\nTI  - ".to_owned() + &"<i>&amp;</i><".repeat(n)),
        ("a.nbib", "PMID- 1\n".to_owned() + &"FAU - Li, X\n      y\n".repeat(n)),
        ("a.csljson", format!("[{}]", vec!["{\"title\":\"t\",\"author\":[{\"family\":\"F\"}]}"; n].join(","))),
        ("a.csljson", format!("[{{\"title\":\"t\",\"author\":[{}]}}]", vec!["{\"family\":\"F\"}"; n].join(","))),
        ("a.csljson", "[".repeat(n) + "{\"title\":"),
        ("a.xml", "<?xml?><PubmedArticle>".to_owned() + &"<a>".repeat(n) + &"</b>".repeat(n)),
        ("a.xml", "<?xml?><dblp><article>".to_owned() + &"<author>A &amp; B</author>".repeat(n)),
        ("a.txt", "@article{k, title = {T\n".repeat(n)),
        ("a.txt", "@".repeat(n) + &"@a{".repeat(n)),
        ("a.html", "<span class=Z3988 title='rft.atitle=T&rft.au=A'></span>".repeat(n)),
        ("a.html", format!("<span class=Z3988 title='{}'></span>", "rft.au=A%20B&amp;".repeat(n))),
        ("a.html", "<meta name=citation_title content=T><meta name=citation_author content='A, B'>".repeat(n)),
        ("a.html", format!("<script type=application/ld+json>{}", "{\"@graph\":[".repeat(n))),
    ];
    for (name, text) in files {
        let (source, imported) = read(name, text.as_bytes());
        assert!(imported.items.len() <= source.text().len());
    }
}
