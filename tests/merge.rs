//! Which records are joined and which are not, and what comes of joining.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by them")]

use bibglean::diag::Code;
use bibglean::merge::{Duplicates, merge, merge_but};
use bibglean::model::{EntryType, Field, Name, NameList, PageRange, Pages, Record, Value};
use bibglean::span::{SourceId, Sourced, Span};

fn sourced<T>(value: T) -> Sourced<T> {
    Sourced::new(value, vec![Span::new(SourceId(0), 0, 1)], "test", 1.0)
}

/// `type | authors; others; +n | year | title | key=value, …`
fn record(text: &str) -> Record {
    let columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let [kind, authors, year, title, rest] = columns[..] else { panic!("five columns: {text}") };
    let kind = EntryType::ALL.iter().find(|t| t.name() == kind).expect("a type");
    let mut record = Record::new(sourced(*kind), vec![Span::new(SourceId(0), 0, 1)]);
    let mut list = NameList::default();
    for name in authors.split(';').map(str::trim).filter(|name| !name.is_empty()) {
        match name.split_once(',') {
            _ if name == "others" => list.others = true,
            _ if name.starts_with('+') => {
                list.others = true;
                list.omitted = name[1..].parse().ok();
            }
            Some((family, given)) => list.names.push(Name::person(family.trim(), given.trim())),
            None => list.names.push(Name::person(name, "")),
        }
    }
    if !list.names.is_empty() {
        record.set_missing(Field::Authors, sourced(Value::Names(list)));
    }
    if let Ok(year) = year.parse() {
        record.set_missing(Field::Year, sourced(Value::Integer(year)));
    }
    record.set_missing(Field::Title, sourced(Value::Text(title.into())));
    for (name, value) in rest.split(", ").filter_map(|pair| pair.split_once('=')) {
        let field = *Field::ALL.iter().find(|field| field.name() == name).expect("a field");
        let value = match field {
            Field::Pages => {
                let (first, last) = value.split_once('-').map_or((value, None), |(f, l)| (f, Some(l.to_owned())));
                Value::Pages(Pages(vec![PageRange { first: first.to_owned(), last }]))
            }
            Field::Doi | Field::Eprint | Field::EprintType => Value::Verbatim(value.to_owned()),
            Field::Month => Value::Integer(value.parse().expect("a month")),
            _ => Value::Text(value.into()),
        };
        record.set_missing(field, sourced(value));
    }
    record
}

fn joined(a: &str, b: &str) -> bool {
    let forth = merge(vec![record(a), record(b)], Duplicates::Join).0.entries.len();
    let back = merge(vec![record(b), record(a)], Duplicates::Join).0.entries.len();
    assert_eq!(forth, back, "order must not matter:\n{a}\n{b}");
    forth == 1
}

#[test]
fn the_same_work_is_joined() {
    let table = [
        // Cut and full lists.
        (
            "inproceedings | Wang, Guanhua; Qin, Heyang; Jacobs, Sam Ade; Yang, Feng | 2024 | ZeRO++: Efficient Communication for Giant Models | container=ICLR",
            "misc | Wang, Guanhua; Qin, Heyang; +2 | | ZeRO++: Efficient Communication for Giant Models |",
        ),
        // Case, dashes, initials.
        (
            "inproceedings | Zeng, Chris; Küchl, Wolf | 2013 | Boolean elimination for cars--a case study | container=FMICS",
            "inproceedings | Zeng, C.; Kuchl, W. | 2013 | Boolean Elimination for Cars—A Case Study | container=FMICS",
        ),
        // With and without subtitle.
        (
            "article | Herl, M.; Wing, J. | 1990 | Linearizability: A Correctness Condition for Concurrent Objects | container=TOPLAS",
            "article | Herl, M.; Wing, J. | 1990 | Linearizability | container=TOPLAS",
        ),
        // Typos.
        (
            "article | Lampo, Leslie | 1978 | Time, clocks, and the ordering of events | container=Commun. ACM",
            "article | Lampo, L. | 1978 | Time, clocks, and the ordring of events | container=Communications of the ACM",
        ),
        // Preprint and published version.
        (
            "misc | Wise, Sam; Shie, Stuart M.; Rusk, Alex M. | 2017 | Challenges in text from tables | eprint=1707.08052, eprinttype=arxiv",
            "inproceedings | Wise, Sam; Shie, Stuart; Rusk, Alex | 2017 | Challenges in Text from Tables | container=Proceedings of EMNLP 2017, pages=2253-2263",
        ),
        (
            "article | Wise, Sam; Shie, Stuart | 2017 | Challenges in text from tables | container=arXiv preprint arXiv:1707.08052",
            "inproceedings | Wise, Sam; Shie, Stuart | 2018 | Challenges in Text from Tables | container=EMNLP",
        ),
        // Identifiers decide.
        (
            "article | A, B | 2001 | An early title | doi=10.1000/1",
            "article | A, B | 2001 | Another title in the end | doi=10.1000/1",
        ),
        (
            "misc | A, B | 2019 | First words | eprint=1901.00001v1",
            "misc | A, B | 2020 | First words, then others | eprint=1901.00001v3",
        ),
        // Particles, order of names.
        (
            "article | van der Maaten, L.; Hinton, G. | 2008 | Visualizing data using embeddings | container=JMLR",
            "article | Maaten, Laurens; Hinton, Geoffrey | 2008 | Visualizing data using embeddings | container=Journal of Machine Learning Research",
        ),
        (
            "article | Lei, Zhang | 2018 | On the shapes of rivers in spring | container=Geomorphology",
            "article | Zhang, Lei | 2018 | On the shapes of rivers in spring | container=Geomorphology",
        ),
        // Years of a submission and a print.
        (
            "article | Reed, A.; Moss, B. | 2010 | On the growth of reeds in brackish water | container=Ecology",
            "article | Reed, A.; Moss, B. | 2011 | On the growth of reeds in brackish water | container=Ecology, volume=7",
        ),
    ];
    for (a, b) in table {
        assert!(joined(a, b), "one work:\n{a}\n{b}");
    }
}

#[test]
fn other_works_stay_apart() {
    let table = [
        // One word differs.
        (
            "inproceedings | Wang, G.; Qin, H. | 2024 | ZeRO++: Efficient Communication for Giant Model Training | container=ICLR",
            "inproceedings | Wang, G.; Qin, H. | 2024 | ZeRO++: Efficient Communication for Large Model Training | container=ICLR",
        ),
        // Editions, parts, chapters.
        (
            "book | Hubert, Peter J. | 1981 | Robust guesses | publisher=Wiley",
            "book | Hubert, Peter J.; Ronch, Elvis M. | 2009 | Robust guesses | edition=2nd, publisher=Wiley",
        ),
        (
            "book | Hubert, P. | 2009 | Robust guesses | edition=1st",
            "book | Hubert, P. | 2009 | Robust guesses | edition=2nd",
        ),
        (
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds, part I | container=Ecology",
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds, part II | container=Ecology",
        ),
        (
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds 1 | container=Ecology",
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds 2 | container=Ecology",
        ),
        (
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds | container=Ecology",
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds: Part II | container=Ecology",
        ),
        (
            "incollection | Reed, A. | 2001 | Reeds and rain | container=Handbook of Water",
            "incollection | Reed, A. | 2001 | Reeds and snow | container=Handbook of Water",
        ),
        (
            "incollection | Reed, A. | 2001 | Handbook of Water | container=Handbook of Water",
            "book | Reed, A. | 2001 | Handbook of Water | publisher=Marsh",
        ),
        // Errata, replies.
        (
            "article | Reed, A.; Moss, B. | 2001 | A calculus of reeds and other plants | container=Ecology",
            "article | Reed, A.; Moss, B. | 2001 | Erratum: A calculus of reeds and other plants | container=Ecology",
        ),
        // Titles that say nothing.
        (
            "article | Reed, A. | 2001 | Editorial | container=Ecology, volume=1",
            "article | Reed, A. | 2001 | Editorial | container=Ecology, volume=2",
        ),
        (
            "incollection | Reed, A. | 2001 | Introduction | container=Handbook of Water",
            "incollection | Reed, A. | 2001 | Introduction | container=Handbook of Sand",
        ),
        // Equal short titles of other people.
        (
            "article | Reed, A. | 2001 | Deep water | container=Ecology",
            "article | Moss, B. | 2001 | Deep water | container=Ecology",
        ),
        ("misc | Reed, A. | | Deep water | ", "misc | Moss, B. | | Deep water | "),
        // A talk and a paper, a workshop and a journal, a report and an article.
        (
            "inproceedings | Reed, A.; Moss, B. | 2001 | Growing reeds in brackish water | container=Workshop on Reeds",
            "article | Reed, A.; Moss, B. | 2001 | Growing reeds in brackish water | container=Journal of Ecology",
        ),
        (
            "techreport | Bang, E.; Lund, B. | 2006 | A comparison of solvers | institution=Uppland University, number=2006-12",
            "article | Bang, E.; Lund, B. | 2008 | A comparison of solvers | container=Comput. Geosci.",
        ),
        (
            "phdthesis | Reed, A. | 2001 | Growing reeds in brackish water | institution=Leiden",
            "article | Reed, A. | 2001 | Growing reeds in brackish water | container=Ecology",
        ),
        // Other identifiers.
        (
            "article | Reed, A. | 2001 | Growing reeds in water | doi=10.1/a",
            "article | Reed, A. | 2001 | Growing reeds in water | doi=10.1/b",
        ),
        // A yearly report.
        (
            "techreport | Reed, A.; Moss, B. | 2001 | The state of the reeds of Holland | institution=Leiden",
            "techreport | Reed, A.; Moss, B. | 2003 | The state of the reeds of Holland | institution=Leiden",
        ),
        // A chapter that bears its book's DOI.
        (
            "incollection | Reed, A. | 2001 | Sand | doi=10.1/book",
            "incollection | Moss, B. | 2001 | Water and its ways | doi=10.1/book",
        ),
    ];
    for (a, b) in table {
        assert!(!joined(a, b), "two works:\n{a}\n{b}");
    }
}

fn one(records: &[&str]) -> (Record, Vec<(Code, String)>) {
    let (library, diagnostics) = merge(records.iter().map(|r| record(r)).collect(), Duplicates::Join);
    assert_eq!(library.entries.len(), 1, "{records:?}");
    assert_eq!(library.entries[0].sightings.len(), records.len());
    let said = diagnostics.into_iter().map(|d| (d.code, d.message)).collect();
    (library.entries[0].record.clone(), said)
}

#[test]
fn a_cut_list_is_healed_and_counted() {
    let full =
        "inproceedings | Ahn, A; Bo, B; Cho, C; Do, D; Eu, E | 2024 | Growing reeds in brackish water | container=ICLR";
    let (record, said) = one(&["misc | Ahn, A; Bo, B; Cho, C; +2 | | Growing reeds in brackish water |", full]);
    let authors = record.names(Field::Authors).unwrap();
    assert_eq!((authors.names.len(), authors.others, authors.omitted), (5, false, None));
    assert!(said.is_empty(), "{said:?}");
    let (_, said) = one(&["misc | Ahn, A; Bo, B; Cho, C; +6 | | Growing reeds in brackish water |", full]);
    assert_eq!(said[0].0, Code::AuthorCountMismatch);
    assert!(said[0].1.contains("9 authors (3 and 6 more)"), "{}", said[0].1);
}

#[test]
fn the_published_version_wins_and_the_preprint_number_stays() {
    let (record, said) = one(&[
        "misc | Wise, Sam; Shie, Stuart M.; Rusk, Alex M. | 2016 | Challenges in text from tables | eprint=1707.08052, eprinttype=arxiv, month=7",
        "inproceedings | Wise, S.; Shie, Stuart; Rusk, Alex | 2017 | Challenges in Text from Tables | container=EMNLP, pages=22-33",
    ]);
    assert_eq!(record.entry_type.value, EntryType::InProceedings);
    assert_eq!(record.integer(Field::Year), Some(2017));
    assert_eq!(record.integer(Field::Month), None, "the preprint's month is not the paper's");
    assert_eq!(record.text(Field::Eprint), Some("1707.08052"));
    let given: Vec<&str> = record.names(Field::Authors).unwrap().names.iter().map(Name::given).collect();
    assert_eq!(given, ["Sam", "Stuart M.", "Alex M."]);
    assert!(said.is_empty(), "{said:?}");
    let records = [record_of("misc", "eprint=1707.08052"), record_of("inproceedings", "container=EMNLP")];
    assert_eq!(merge(records.to_vec(), Duplicates::KeepPreprints).0.entries.len(), 2);
    assert_eq!(merge(records.to_vec(), Duplicates::Join).0.entries.len(), 1);
    assert_eq!(merge([records[0].clone(), records[0].clone()].to_vec(), Duplicates::Keep).0.entries.len(), 2);
}

fn record_of(kind: &str, rest: &str) -> Record {
    record(&format!("{kind} | Wise, Sam; Shie, S. | 2017 | Challenges in text from tables | {rest}"))
}

#[test]
fn a_preprint_joins_one_of_two_versions() {
    let versions = [
        record_of("misc", "eprint=1"),
        record_of("inproceedings", "container=Workshop on Tables"),
        record_of("article", "container=Journal of Text"),
    ];
    let mut outcomes = Vec::new();
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
        let (library, diagnostics) = merge(order.iter().map(|i| versions[*i].clone()).collect(), Duplicates::Join);
        assert_eq!(library.entries.len(), 2);
        assert!(diagnostics.iter().any(|d| d.code == Code::DoubtfulMerge));
        let mut all: Vec<_> = library
            .entries
            .iter()
            .map(|e| (e.record.text(Field::Container).map(str::to_owned), e.sightings.len()))
            .collect();
        all.sort();
        outcomes.push(all);
    }
    outcomes.dedup();
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
}

#[test]
fn doubts_and_contradictions_are_told() {
    let (library, diagnostics) = merge(
        vec![
            record_of("inproceedings", "container=Workshop on Tables"),
            record_of("article", "container=Journal of Text"),
        ],
        Duplicates::Join,
    );
    assert_eq!(library.entries.len(), 2);
    assert_eq!(diagnostics[0].code, Code::DoubtfulMerge);
    assert!(
        diagnostics[0].message.ends_with("same title, same authors, same year speak for one work; venues differ"),
        "{}",
        diagnostics[0].message
    );
    let (_, said) = one(&[
        "article | Reed, A.; Moss, B. | 2010 | On the growth of reeds in brackish water | container=Ecology, pages=1-9",
        "article | Reed, A.; Moss, B. | 2010 | On the growth of reeds in brackish water | container=Ecology, pages=11-19, volume=3",
    ]);
    assert_eq!(said[0].0, Code::Contradiction);
}

#[test]
fn works_declared_distinct_stay_two() {
    let (preprint, paper) = (record_of("misc", "eprint=1707.1"), record_of("inproceedings", "container=EMNLP"));
    let both = || vec![preprint.clone(), paper.clone()];
    assert_eq!(merge(both(), Duplicates::Join).0.entries.len(), 1);
    let declared = [(paper.clone(), preprint.clone())];
    assert_eq!(merge_but(both(), Duplicates::Join, &declared).0.entries.len(), 2);
}
