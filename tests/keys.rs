//! Citation keys against tables: presets as their originals publish them, and the golden list that pins the scheme.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by them")]

use bibglean::key::{self, Formula, Lock, PRESETS};
use bibglean::model::{Entry, EntryType, Field, Library, Name, NameList, Record, Sighting, Value};
use bibglean::span::{SourceId, Sourced, Span};

fn sourced<T>(value: T) -> Sourced<T> {
    Sourced::new(value, vec![Span::new(SourceId(0), 0, 1)], "test", 1.0)
}

/// `Family, Given; Body; others`.
fn names(text: &str) -> NameList {
    let mut list = NameList::default();
    for name in text.split(';').map(str::trim).filter(|name| !name.is_empty()) {
        match name.split_once(',') {
            _ if name == "others" => list.others = true,
            Some((family, given)) => list.names.push(Name::person(family.trim(), given.trim())),
            None => list.names.push(Name::Body(name.to_owned())),
        }
    }
    list
}

fn record(authors: &str, year: &str, title: &str) -> Record {
    let mut record = Record::new(sourced(EntryType::Misc), Vec::new());
    let list = names(authors);
    if !list.names.is_empty() {
        record.set_missing(Field::Authors, sourced(Value::Names(list)));
    }
    if let Ok(year) = year.parse() {
        record.set_missing(Field::Year, sourced(Value::Integer(year)));
    }
    if !title.is_empty() {
        record.set_missing(Field::Title, sourced(Value::Text(title.into())));
    }
    record
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn keys(records: Vec<Record>, formula: &Formula, lock: &Lock) -> Vec<String> {
    let entry =
        |record: Record| Entry { sightings: vec![Sighting { record: record.clone() }], record, key: String::new() };
    let mut library = Library { entries: records.into_iter().map(entry).collect() };
    key::assign(&mut library, formula, lock);
    library.entries.into_iter().map(|entry| entry.key).collect()
}

#[test]
fn presets_and_markers_give_the_published_keys() {
    let mut failures = Vec::new();
    for row in rows(include_str!("../fixtures/keys/presets.tsv")) {
        let [formula, authors, year, title, expected] = row[..] else { panic!("five columns: {row:?}") };
        match Formula::parse(formula) {
            Err(error) => failures.push(format!("{formula}: {error}")),
            Ok(parsed) => {
                let found = key::base_key(&record(authors, year, title), &parsed);
                if found != expected {
                    failures.push(format!("{formula} | {authors} | {year} | {title}: {found}, not {expected}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for preset in PRESETS {
        assert!(Formula::parse(preset.formula).is_ok(), "{}", preset.name);
    }
    assert_eq!(Formula::default(), Formula::parse("scholar").unwrap());
}

#[test]
fn inspire_keys_have_letters_of_the_work() {
    let formula = Formula::parse("inspire").unwrap();
    let table = [
        ("Maldacena, Juan Martin", "1997", "The Large N limit of superconformal field theories", "Maldacena:1997"),
        ("Arkani-Hamed, Nima", "1998", "The Hierarchy problem and new dimensions at a millimeter", "Arkani-Hamed:1998"),
        ("'t Hooft, Gerard", "1973", "A planar diagram theory for strong interactions", "tHooft:1973"),
        ("ATLAS Collaboration", "2012", "Observation of a new particle", "ATLAS:2012"),
    ];
    for (authors, year, title, stem) in table {
        let key = key::base_key(&record(authors, year, title), &formula);
        let letters = key.strip_prefix(stem).unwrap_or_else(|| panic!("{key} does not begin with {stem}"));
        assert!(letters.len() == 3 && letters.bytes().all(|b| b.is_ascii_lowercase()), "{key}");
        assert_eq!(key, key::base_key(&record(authors, year, title), &formula));
    }
}

#[test]
fn errors_point_into_the_formula() {
    let table = [
        ("auth.lower + yaer", 13, "no marker is called `yaer`"),
        ("auth.lowr + year", 5, "no filter is called `lowr`, did you mean `lower`?"),
        ("auth +", 6, "the formula ends where"),
        ("auth year", 5, "`y` does not belong here"),
        ("auth + \"x", 7, "this quotation mark is not closed"),
        ("(auth | year", 0, "this parenthesis is not closed"),
        ("shorttitle(1,2,3,4)", 17, "too many arguments"),
        ("shorttitle(k=1)", 11, "no argument is called `k` here"),
        ("[auth][yer]", 7, "no marker is called `yer`"),
        ("[auth:lwer]", 6, "no modifier is called `lwer`"),
        ("[auth", 0, "this bracket is not closed"),
        ("auth]", 4, "`]` does not belong here"),
        ("[auth:regex(\"(\",\"\")]", 6, "this regular expression is not valid"),
        ("", 0, "the formula ends where"),
    ];
    for (formula, at, message) in table {
        let error = Formula::parse(formula).unwrap_err();
        assert_eq!(error.at, at, "{formula}: {error}");
        assert!(error.message.starts_with(message), "{formula}: {error}");
    }
}

#[test]
fn missing_parts_are_made_up_for() {
    let formula = Formula::default();
    let table = [
        ("", "1998", "Handbook of Reeds", "handbookreeds1998"),
        ("", "1979", "Introduction to the Theory of Formal Languages", "introductiontheory1979formal"),
        ("", "", "Principles of Distributed Computing in Practice", "principlesdistributedcomputing"),
        ("Su, Z.", "", "MoE-Prefill: Zero Redundancy Overheads", "sumoeprefillzero"),
        ("Orwell, George", "1949", "1984", "orwell19491984"),
        ("Doe, J.", "2001", "Who Is Who", "doe2001is"),
        ("Doe, J.", "2001", "What about That?", "doe2001what"),
        ("World Health Organization", "2020", "Report on sugar", "worldhealthorganization2020report"),
        ("", "", "", "misc"),
        ("3GPP", "2018", "5G; NR", "gpp2018nr"),
    ];
    for (authors, year, title, expected) in table {
        assert_eq!(key::base_key(&record(authors, year, title), &formula), expected, "{authors} {year} {title}");
    }
}

#[test]
fn collisions_get_words_then_letters() {
    let formula = Formula::default();
    let zero = |kind: &str| {
        record("Wang, Guanhua", "2024", &format!("ZeRO++: Extremely Efficient Communication for {kind} Models"))
    };
    let none = Lock::default();
    assert_eq!(keys(vec![zero("Giant"), zero("Large")], &formula, &none), ["wang2024zerogiant", "wang2024zerolarge"]);
    // Of two titles of which one begins the other, the longer is told apart.
    let pair = vec![record("A, B", "2001", "Rings"), record("A, B", "2001", "Rings and Fields")];
    assert_eq!(keys(pair, &formula, &none), ["a2001rings", "a2001ringsfields"]);
    let parts = vec![record("A, B", "2001", "Rings: Part 1"), record("A, B", "2001", "Rings: Part 2")];
    assert_eq!(keys(parts, &formula, &none), ["a2001rings1", "a2001rings2"]);
    // No title part: letters by content, whatever the order.
    let formula = Formula::parse("auth.lower + year").unwrap();
    let poe = |title: &str| record("Poe, A.", "2010", title);
    assert_eq!(keys(vec![poe("One"), poe("Two"), poe("Three")], &formula, &none), ["poe2010", "poe2010b", "poe2010a"]);
    assert_eq!(keys(vec![poe("Three"), poe("Two"), poe("One")], &formula, &none), ["poe2010a", "poe2010b", "poe2010"]);
}

#[test]
fn locked_keys_stay_and_newcomers_give_way() {
    let formula = Formula::parse("auth.lower + year").unwrap();
    let old = record("Knox, A.", "2008", "Old paper on knots");
    let new = record("Knox, Z.", "2008", "A new paper on braids");
    let lock =
        Lock { works: vec![("knox2008".into(), old.clone())], taken: vec!["KNOX2008A".into()], ..Lock::default() };
    assert_eq!(keys(vec![new.clone(), old.clone()], &formula, &lock), ["knox2008b", "knox2008"]);
    assert_eq!(keys(vec![old.clone(), new], &formula, &lock), ["knox2008", "knox2008b"]);
    // Whatever the formula says now.
    let lock = Lock { works: vec![("MyKnots".into(), old.clone())], ..Lock::default() };
    assert_eq!(keys(vec![old], &Formula::default(), &lock), ["MyKnots"]);
    // A title word tells the newcomer from the work that has the key.
    let lock = Lock {
        works: vec![("wang2024zero".into(), record("Wang, G", "2024", "ZeRO for Giant Models"))],
        ..Lock::default()
    };
    let newcomer = record("Wang, G", "2024", "ZeRO for Large Models");
    assert_eq!(keys(vec![newcomer], &Formula::default(), &lock), ["wang2024zerolarge"]);
}

#[test]
fn the_inputs_own_keys_hold_where_they_are_free() {
    let (old, new) = (record("Moss, A.", "2001", "Growth of reeds"), record("Sand, B.", "2011", "Rain over dunes"));
    let lock = Lock {
        works: vec![("a".into(), old.clone())],
        own: vec![("x".into(), old.clone()), ("A".into(), new.clone()), ("sand".into(), new.clone())],
        ..Lock::default()
    };
    // The locked key goes before the input's own; a key of another work is none, in either case.
    assert_eq!(keys(vec![new.clone(), old.clone()], &Formula::default(), &lock), ["sand", "a"]);
    // Two works with one key in two files: the first has it.
    let lock = Lock { own: vec![("a".into(), old.clone()), ("a".into(), new.clone())], ..Lock::default() };
    assert_eq!(keys(vec![old, new], &Formula::default(), &lock), ["a", "sand2011rain"]);
}

/// The scheme: names and titles in many languages, and the keys they have for ever. A row that changes is a new scheme.
#[test]
fn the_golden_list_pins_every_key() {
    let formula = Formula::default();
    let mut failures = Vec::new();
    let mut count = 0;
    for row in rows(include_str!("../fixtures/keys/golden.tsv")) {
        let [language, authors, year, title, expected] = row[..] else { panic!("five columns: {row:?}") };
        let found = key::base_key(&record(authors, year, title), &formula);
        count += 1;
        if found != expected {
            failures.push(format!("{language}\t{authors}\t{year}\t{title}\t{found}"));
        }
    }
    assert_eq!(key::SCHEME, 1, "a new scheme needs a new golden list");
    assert!(failures.is_empty(), "{} of {count}, as they are now:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 500);
}
