//! What must hold for every library: order decides nothing, and locked keys stay.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by them")]

use std::collections::BTreeSet;

use bibglean::bib;
use bibglean::key::{self, Formula, Lock};
use bibglean::merge::{Duplicates, content, merge};
use bibglean::model::{Entry, EntryType, Field, Library, Name, NameList, PageRange, Pages, Record, Value};
use bibglean::span::{SourceId, Sourced, Span};
use proptest::prelude::*;
use proptest::sample::Index;

fn sourced<T>(value: T) -> Sourced<T> {
    Sourced::new(value, vec![Span::new(SourceId(0), 0, 1)], "test", 1.0)
}

const FAMILIES: &[&str] =
    &["Reed", "Moss", "van der Sand", "Łuk", "Safi Samadi", "O’Rain", "张", "Reed-Moss", "de la Mer"];
const GIVEN: &[&str] = &["Ada", "A.", "Ben", "B. C.", "", "Ben Cy"];
const HEADS: &[&str] =
    &["Growth of Reeds", "Rain over Sand", "ZeRO++", "A Calculus of Dunes", "Introduction", "Reeds", "1-bit Rain"];
const MIDDLES: &[&str] = &[
    "",
    ": Efficient Methods",
    " in Brackish Water",
    ", Part I",
    ", Part II",
    ": A Study for Giant Dunes",
    ": A Study for Large Dunes",
];
const VENUES: &[&str] = &[
    "",
    "Ecology Notes",
    "Ecol. Notes",
    "Workshop on Reeds",
    "arXiv preprint arXiv:2001.00001",
    "Proc. of the Reed Days",
];
const KINDS: &[EntryType] =
    &[EntryType::Misc, EntryType::Article, EntryType::InProceedings, EntryType::TechReport, EntryType::Book];

/// Records from small pools, so that many are alike and many keys collide.
fn record() -> impl Strategy<Value = Record> {
    let names = prop::collection::vec((0..FAMILIES.len(), 0..GIVEN.len()), 0..4);
    let title = (0..HEADS.len(), 0..MIDDLES.len(), 0..4u8);
    let rest = (
        0..VENUES.len(),
        0..KINDS.len(),
        prop::option::of(2000..2004i64),
        prop::option::of(0..3u8),
        prop::option::of(0..3u8),
    );
    (names, title, rest, 0..6u8, prop::option::of(0..4u32)).prop_map(|(names, title, rest, cut, id)| {
        let (venue, kind, year, page, volume) = rest;
        let mut record = Record::new(sourced(KINDS[kind]), vec![Span::new(SourceId(0), 0, 1)]);
        let mut set = |field: Field, value: Value| record.set_missing(field, sourced(value));
        let list: Vec<Name> = names.iter().map(|(f, g)| Name::person(FAMILIES[*f], GIVEN[*g])).collect();
        if !list.is_empty() {
            let omitted = (cut == 1).then_some(2);
            set(Field::Authors, Value::Names(NameList { names: list, others: cut < 2, omitted }));
        }
        let (head, middle, dress) = title;
        let mut words = format!("{}{}", HEADS[head], MIDDLES[middle]);
        match dress {
            1 => words = words.to_uppercase(),
            2 => words = words.replace("ee", "e"),
            _ => {}
        }
        set(Field::Title, Value::Text(words.into()));
        if !VENUES[venue].is_empty() {
            set(Field::Container, Value::Text(VENUES[venue].into()));
        }
        if let Some(year) = year {
            set(Field::Year, Value::Integer(year));
        }
        if let Some(page) = page {
            set(Field::Pages, Value::Pages(Pages(vec![PageRange { first: format!("{page}1"), last: None }])));
        }
        if let Some(volume) = volume {
            set(Field::Volume, Value::Text(volume.to_string().into()));
        }
        match id {
            Some(0) => set(Field::Doi, Value::Verbatim(format!("10.1000/{head}{middle}"))),
            Some(1) => set(Field::Eprint, Value::Verbatim(format!("2001.0{head}{middle}"))),
            _ => {}
        }
        record
    })
}

fn library(records: Vec<Record>, lock: &Lock) -> Library {
    let (mut library, _) = merge(records, Duplicates::Join);
    key::assign(&mut library, &Formula::default(), lock);
    library
}

/// Keys and contents of the works, sorted, with the contents of their sightings.
fn works(library: &Library) -> Vec<(String, String, Vec<String>)> {
    let mut works: Vec<(String, String, Vec<String>)> = library
        .entries
        .iter()
        .map(|entry| {
            let mut sightings: Vec<String> = entry.sightings.iter().map(|s| content(&s.record)).collect();
            sightings.sort();
            (content(&entry.record), entry.key.clone(), sightings)
        })
        .collect();
    works.sort();
    works
}

/// Fails with the works that differ.
fn same_works(a: &Library, b: &Library) -> Result<(), TestCaseError> {
    let (a, b) = (works(a), works(b));
    let only = |x: &[(String, String, Vec<String>)], y: &[(String, String, Vec<String>)]| -> Vec<String> {
        x.iter().filter(|work| !y.contains(work)).map(|work| format!("{work:#?}")).collect()
    };
    prop_assert!(a == b, "before {}\nafter {}", only(&a, &b).join("\n"), only(&b, &a).join("\n"));
    Ok(())
}

fn check_keys(library: &Library) -> Result<(), TestCaseError> {
    let mut seen = BTreeSet::new();
    for entry in &library.entries {
        prop_assert!(seen.insert(entry.key.to_lowercase()), "{} stands twice", entry.key);
        prop_assert!(entry.key.starts_with(|c: char| c.is_ascii_lowercase()), "{}", entry.key);
        prop_assert!(entry.key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()), "{}", entry.key);
    }
    Ok(())
}

/// The records in an order that the seed decides (a linear congruential generator is random enough for that).
fn shuffled(records: &[Record], mut seed: u64) -> Vec<Record> {
    let mut records = records.to_vec();
    for i in (1..records.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        records.swap(i, usize::try_from(seed >> 33).unwrap() % (i + 1));
    }
    records
}

fn lock_of(library: &Library) -> Lock {
    let works = library.entries.iter().map(|entry| (entry.key.clone(), entry.record.clone())).collect();
    Lock { works, ..Lock::default() }
}

fn check(records: &[Record], order: u64, cut: Index) -> Result<(), TestCaseError> {
    let free = Lock::default();
    let first = library(records.to_vec(), &free);
    check_keys(&first)?;
    let second = library(shuffled(records, order), &free);
    same_works(&first, &second)?;

    // Some of the records come first and lock their keys; then all are read.
    let part = &records[..cut.index(records.len()) + 1];
    let locked = library(part.to_vec(), &free);
    let lock = lock_of(&locked);
    same_works(&locked, &library(part.to_vec(), &lock))?;
    let all = library(shuffled(records, order), &lock);
    check_keys(&all)?;
    for entry in &all.entries {
        // Who is the same work as before keeps the very same key.
        let said = |entry: &Entry| -> Vec<String> {
            let mut said: Vec<String> = entry.sightings.iter().map(|s| content(&s.record)).collect();
            said.sort();
            said
        };
        let now = said(entry);
        if let Some(before) = locked.entries.iter().find(|old| said(old) == now) {
            prop_assert_eq!(&entry.key, &before.key, "a locked key moved");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn order_decides_nothing(
        records in prop::collection::vec(record(), 5..16),
        order in any::<u64>(),
        cut in any::<Index>(),
    ) {
        check(&records, order, cut)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 50, ..ProptestConfig::default() })]

    #[test]
    fn order_decides_nothing_in_large_libraries(
        records in prop::collection::vec(record(), 200..2000),
        order in any::<u64>(),
        cut in any::<Index>(),
    ) {
        check(&records, order, cut)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// No text makes the reader of .bib files panic or lose a byte.
    #[test]
    fn any_text_is_read(text in r#"(@[a-z]{0,8}|[{}()",=#%\\$~^'`-]|[ \n\t]|others| and |\\[a-z'"^=.~]|[a-zé張0-9]{1,4}|@misc\{k,|title|author|year|crossref|ids|@string\{a=|@comment|\}\n){0,80}"#) {
        let items = bib::scan::scan(&text);
        let mut at = 0;
        for item in &items {
            prop_assert_eq!(item.range.start, at);
            at = item.range.end;
        }
        prop_assert_eq!(at, text.len());
        let (entries, _) = bib::read(SourceId(0), &text);
        let updated = bib::update(&text, "@misc{zebra, title = {Z}, year = 2024}", &bib::UpdateOptions::default());
        if !entries.iter().any(|entry| entry.key == "zebra") {
            prop_assert!(updated.text.contains("zebra"));
        }
        prop_assert!(updated.text.len() >= text.len());
    }

    /// No formula makes the parser or a key panic.
    #[test]
    fn any_formula_is_parsed(formula in r#"(auth|year|title|shorttitle|veryshorttitle|authors3|[\[\]():.,+|"' ]|lower|regex|select|substring|len|[0-9]{1,3}|>|\\|é){0,24}"#, record in record()) {
        if let Ok(formula) = Formula::parse(&formula) {
            let key = key::base_key(&record, &formula);
            prop_assert!(!key.is_empty() && key.is_ascii());
        }
    }
}
