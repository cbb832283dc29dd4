//! Whole files, byte for byte.

use bibglean::model::{EntryType, Field, Mark, MarkKind, Name, NameList, PageRange, Pages, Text, Value};
use bibglean::write::{ArxivStyle, ForeignFields, WriteOptions, format};

use crate::gold::{entry, library, record};

fn text(s: &str) -> Value {
    Value::Text(s.into())
}

fn people(names: &[(&str, &str)]) -> Value {
    let names = names.iter().map(|(family, given)| Name::person(*family, *given)).collect();
    Value::Names(NameList { names, others: false, omitted: None })
}

fn cut(names: &[(&str, &str)]) -> Value {
    let Value::Names(list) = people(names) else { unreachable!() };
    Value::Names(NameList { others: true, omitted: Some(5), ..list })
}

fn pages(first: &str, last: &str) -> Value {
    Value::Pages(Pages(vec![PageRange { first: first.into(), last: Some(last.into()) }]))
}

fn write(name: &str, entry_type: EntryType, fields: Vec<(Field, Value)>, options: &WriteOptions) -> String {
    let library = library(vec![entry("key", record(entry_type, fields))]);
    (format(name).unwrap().write)(&library, options).text
}

fn bibtex(entry_type: EntryType, fields: Vec<(Field, Value)>) -> String {
    write("bibtex", entry_type, fields, &WriteOptions::default())
}

fn biblatex(entry_type: EntryType, fields: Vec<(Field, Value)>) -> String {
    write("biblatex", entry_type, fields, &WriteOptions::default())
}

#[test]
fn two_papers_with_one_beginning() {
    let authors = [
        ("Wang", "Guanhua"),
        ("Qin", "Heyang"),
        ("Jacobs", "Sam Ade"),
        ("Holmes", "Connor"),
        ("Rajbhandari", "Samyam"),
        ("Ruwase", "Olatunji"),
        ("Yang", "Feng"),
        ("Yang", "Lei"),
        ("He", "Yuxiong"),
    ];
    let paper = |size: &str| {
        vec![
            (Field::Authors, people(&authors)),
            (
                Field::Title,
                text(&format!("ZeRO++: Extremely Efficient Collective Communication for {size} Model Training")),
            ),
            (Field::Container, text("ICLR")),
            (Field::Year, Value::Integer(2024)),
            (Field::Month, Value::Integer(5)),
        ]
    };
    let library = library(vec![
        entry("wang2024zerogiant", record(EntryType::InProceedings, paper("Giant"))),
        entry("wang2024zerolarge", record(EntryType::InProceedings, paper("Large"))),
    ]);
    let written = (format("bibtex").unwrap().write)(&library, &WriteOptions::default());
    assert!(written.diagnostics.is_empty());
    assert_eq!(
        written.text,
        "@inproceedings{wang2024zerogiant,
  author        = {Wang, Guanhua and Qin, Heyang and Jacobs, Sam Ade and Holmes, Connor and Rajbhandari, Samyam and Ruwase, Olatunji and Yang, Feng and Yang, Lei and He, Yuxiong},
  title         = {{ZeRO++}: Extremely Efficient Collective Communication for Giant Model Training},
  booktitle     = {ICLR},
  year          = {2024},
  month         = may,
}

@inproceedings{wang2024zerolarge,
  author        = {Wang, Guanhua and Qin, Heyang and Jacobs, Sam Ade and Holmes, Connor and Rajbhandari, Samyam and Ruwase, Olatunji and Yang, Feng and Yang, Lei and He, Yuxiong},
  title         = {{ZeRO++}: Extremely Efficient Collective Communication for Large Model Training},
  booktitle     = {ICLR},
  year          = {2024},
  month         = may,
}
"
    );
}

#[test]
fn an_article_in_both_profiles() {
    let fields = || {
        vec![
            (Field::Authors, people(&[("van den Berg", "Rianne"), ("Müller", "Jörg"), ("O’Neill", "Seán")])),
            (Field::Title, text("Graph Completion & Beyond: 100% of R&D Costs $5 #1")),
            (Field::Container, text("IEEE Transactions on Things")),
            (Field::Volume, text("41")),
            (Field::Number, text("3")),
            (Field::Pages, pages("123", "145")),
            (Field::Publisher, text("Elsevier")),
            (Field::Year, Value::Integer(2019)),
            (Field::Month, Value::Integer(1)),
            (Field::Day, Value::Integer(31)),
            (Field::Doi, Value::Verbatim("10.1109/TPAMI.2019.12_34567".into())),
            (Field::Url, Value::Verbatim("https://example.org/a_b?x=1&y=2%20z#frag~tilde".into())),
            (Field::PubState, text("in press")),
            (Field::Note, text("Best paper")),
            (Field::Abstract, text("Cut…")),
        ]
    };
    assert_eq!(
        bibtex(EntryType::Article, fields()),
        "@article{key,
  author        = {van den Berg, Rianne and M{\\\"u}ller, J{\\\"o}rg and O'Neill, Se{\\'a}n},
  title         = {Graph Completion \\& Beyond: 100\\% of {R\\&D} Costs \\$5 {\\#}1},
  journal       = {IEEE Transactions on Things},
  volume        = {41},
  number        = {3},
  pages         = {123--145},
  publisher     = {Elsevier},
  year          = {2019},
  month         = jan,
  doi           = {10.1109/TPAMI.2019.12_34567},
  url           = {https://example.org/a_b?x=1&y=2%20z#frag~tilde},
  note          = {in press; Best paper},
}
"
    );
    assert_eq!(
        biblatex(EntryType::Article, fields()),
        "@article{key,
  author        = {van den Berg, Rianne and Müller, Jörg and O’Neill, Seán},
  title         = {Graph Completion \\& Beyond: 100\\% of {R\\&D} Costs \\$5 {\\#}1},
  journaltitle  = {IEEE Transactions on Things},
  volume        = {41},
  number        = {3},
  pages         = {123--145},
  date          = {2019-01-31},
  doi           = {10.1109/TPAMI.2019.12_34567},
  url           = {https://example.org/a_b?x=1&y=2%20z#frag~tilde},
  pubstate      = {inpress},
  note          = {Best paper},
}
"
    );
    let fold = WriteOptions { foreign: ForeignFields::Fold, ..WriteOptions::default() };
    assert!(!write("bibtex", EntryType::Article, fields(), &fold).contains("Elsevier"));
    let keep = WriteOptions { foreign: ForeignFields::Keep, ..WriteOptions::default() };
    assert!(write("biblatex", EntryType::Article, fields(), &keep).contains("publisher     = {Elsevier}"));
    let omit = WriteOptions { omit: ["journal".into(), "authors".into()].into(), ..WriteOptions::default() };
    let without = write("bibtex", EntryType::Article, fields(), &omit);
    assert!(!without.contains("journal") && !without.contains("author"), "{without}");
}

#[test]
fn preprints() {
    let fields = || {
        vec![
            (Field::Authors, cut(&[("Vaswani", "Ashish")])),
            (Field::Title, text("Attention Is All You Need")),
            (Field::Year, Value::Integer(2017)),
            (Field::Eprint, Value::Verbatim("1706.03762".into())),
            (Field::EprintType, Value::Verbatim("arxiv".into())),
            (Field::EprintClass, Value::Verbatim("cs.CL".into())),
        ]
    };
    assert_eq!(
        bibtex(EntryType::Misc, fields()),
        "@misc{key,
  author        = {Vaswani, Ashish and others},
  title         = {Attention Is All You Need},
  year          = {2017},
  eprint        = {1706.03762},
  archiveprefix = {arXiv},
  primaryclass  = {cs.CL},
}
"
    );
    let journal = WriteOptions { arxiv: ArxivStyle::Journal, ..WriteOptions::default() };
    assert_eq!(
        write("bibtex", EntryType::Misc, fields(), &journal),
        "@article{key,
  author        = {Vaswani, Ashish and others},
  title         = {Attention Is All You Need},
  journal       = {arXiv preprint arXiv:1706.03762},
  year          = {2017},
}
"
    );
    assert_eq!(
        biblatex(EntryType::Misc, fields()),
        "@online{key,
  author        = {Vaswani, Ashish and others},
  title         = {Attention Is All You Need},
  date          = {2017},
  eprint        = {1706.03762},
  eprinttype    = {arxiv},
  eprintclass   = {cs.CL},
}
"
    );
}

#[test]
fn theses_reports_and_patents() {
    let thesis = || {
        vec![
            (Field::Authors, people(&[("Loris", "Tay")])),
            (Field::Title, text("Checking replicas")),
            (Field::Institution, text("Westhill University")),
            (Field::Genre, text("Bachelor's thesis")),
            (Field::Year, Value::Integer(2020)),
        ]
    };
    assert_eq!(
        bibtex(EntryType::MastersThesis, thesis()),
        "@mastersthesis{key,
  author        = {Loris, Tay},
  title         = {Checking replicas},
  type          = {Bachelor's thesis},
  school        = {Westhill University},
  year          = {2020},
}
"
    );
    assert_eq!(
        biblatex(EntryType::MastersThesis, thesis()),
        "@thesis{key,
  author        = {Loris, Tay},
  title         = {Checking replicas},
  type          = {bathesis},
  institution   = {Westhill University},
  date          = {2020},
}
"
    );
    let report = || {
        vec![
            (
                Field::Authors,
                Value::Names(NameList {
                    names: vec![Name::Body("Trade and Health Board".into())],
                    ..NameList::default()
                }),
            ),
            (Field::Title, text("Phi-3 Technical Report: A Model on Your Phone")),
            (Field::Number, text("MSR-TR-2024-12")),
            (Field::Institution, text("Trade and Health Board")),
            (Field::Year, Value::Integer(2024)),
            (Field::Month, Value::Integer(8)),
        ]
    };
    assert_eq!(
        bibtex(EntryType::TechReport, report()),
        "@techreport{key,
  author        = {{Trade {and} Health Board}},
  title         = {{Phi-3} Technical Report: A Model on Your Phone},
  number        = {MSR-TR-2024-12},
  institution   = {{Trade and Health Board}},
  year          = {2024},
  month         = aug,
}
"
    );
    let patent = || {
        vec![
            (Field::Authors, people(&[("hooks", "bell")])),
            (Field::Title, text("Method of making a probe")),
            (Field::Number, text("US10439125B2")),
        ]
    };
    assert_eq!(
        bibtex(EntryType::Patent, patent()),
        "@misc{key,
  author        = {{hooks}, bell},
  title         = {Method of making a probe},
  number        = {US10439125B2},
  howpublished  = {Patent US10439125B2},
}
"
    );
    assert!(biblatex(EntryType::Patent, patent()).starts_with("@patent{key,"));
}

#[test]
fn fields_without_a_place_are_told_in_words() {
    let fold = WriteOptions { foreign: ForeignFields::Fold, ..WriteOptions::default() };
    let book = write(
        "bibtex",
        EntryType::Book,
        vec![
            (Field::Authors, people(&[("Lane", "Orla")])),
            (Field::Editors, people(&[("Roe", "A."), ("Poe", "B.")])),
            (Field::Title, text("Salt Roads")),
            (Field::Volume, text("A7")),
            (Field::Number, text("3")),
            (Field::Isbn, Value::Verbatim("978-3-16-148410-1".into())),
            (Field::Year, Value::Integer(88)),
        ],
        &fold,
    );
    assert!(
        book.contains("note          = {Edited by A. Roe and B. Poe; vol. A7; no. 3; 88; ISBN 978-3-16-148410-1}"),
        "{book}"
    );
    let lone = bibtex(EntryType::Article, vec![(Field::Title, text("A draft")), (Field::Month, Value::Integer(3))]);
    assert_eq!(lone, "@misc{key,\n  title         = {A draft},\n}\n");
}

#[test]
fn marks_become_commands() {
    let mark = |range, kind| Mark { range, kind };
    let title = Text {
        plain: "31P NMR of Tachyops caves and O(n) x^2 with {".into(),
        marks: vec![
            mark(0..2, MarkKind::Superscript),
            mark(11..19, MarkKind::Italic),
            mark(30..34, MarkKind::Math),
            mark(44..45, MarkKind::Math),
        ],
    };
    let written = bibtex(EntryType::Misc, vec![(Field::Title, Value::Text(title))]);
    assert_eq!(
        written,
        "@misc{key,\n  title         = {{$^{31}$P} {NMR} of \\emph{Tachyops} caves and {$O(n)$} x{\\textasciicircum}2 with {\\textbraceleft}},\n}\n"
    );
}

#[test]
fn hostile_text_is_only_text() {
    for hostile in [
        "\\input{/etc/passwd}",
        "}} @article{evil, title={x}}",
        "% comment",
        "$\\write18{ls}$",
        "a\0b\u{202e}c\u{200b}d\u{7}",
        "\\\\\\",
        "{{{",
        "\"#~^_&|<>`@*",
        "\u{1b}[31mred",
    ] {
        let written = bibtex(
            EntryType::Article,
            vec![
                (Field::Authors, people(&[(hostile, hostile)])),
                (Field::Title, text(hostile)),
                (Field::Container, text(hostile)),
                (Field::Url, Value::Verbatim(hostile.into())),
                (Field::Doi, Value::Verbatim(format!("10.1/{hostile}"))),
                (Field::Eprint, Value::Verbatim(hostile.into())),
            ],
        );
        let read = crate::bib::read(&written);
        assert_eq!(read.len(), 1, "{written}");
        crate::properties::check_harmless(&written);
    }
}

#[test]
fn a_chapter_without_the_name_of_its_book() {
    let fields = vec![
        (Field::Authors, people(&[("Reed", "Ada")])),
        (Field::Title, text("Tides")),
        (Field::Pages, pages("34", "39")),
        (Field::Publisher, text("Ebb Press")),
        (Field::Year, Value::Integer(2019)),
    ];
    let expected = "@inbook{key,
  author        = {Reed, Ada},
  title         = {Tides},
  pages         = {34--39},
  publisher     = {Ebb Press},
  year          = {2019},
}
";
    assert_eq!(bibtex(EntryType::InCollection, fields.clone()), expected);
    assert!(biblatex(EntryType::InCollection, fields).starts_with("@book{key,"));
}
