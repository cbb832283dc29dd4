//! Pages as they come: with menus around them, lines wrapped anew, blank lines lost or added, parts twice, bullets changed,
//! odd spaces, the encoding spoilt. What is read from a fixture must not fall by much when such noise is added to it.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::collections::BTreeSet;
use std::fs;

use bibglean::key::Formula;
use bibglean::model::Field;
use bibglean::source::Source;
use bibglean::span::SourceId;
use bibglean::text::fold::fold_words;
use bibglean::{Options, read};

use common::{Numbers, fixtures};

/// A kind of noise.
type Noise = (&'static str, fn(&str, &mut Numbers) -> String);

/// The kinds of noise, by name.
const NOISES: &[Noise] = &[
    ("menu before and after", menus),
    ("blank lines added", |text, random| {
        lines(text, |line| if random.below(4) == 0 { format!("{line}\n") } else { line.to_owned() })
    }),
    ("blank lines removed", |text, _| {
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("{line}\n")).collect()
    }),
    ("wrapped anew", wrapped),
    ("a part twice", doubled),
    ("bullets changed or lost", bullets),
    ("no-break spaces, soft hyphens", |text, random| odd_spaces(text, random)),
    ("UTF-8 read as Latin-1", |text, _| text.bytes().map(char::from).collect()),
];

/// How often each noise is added to each fixture.
const TIMES: u64 = 3;
/// The most by which F1 may fall on average, in points of a hundred.
const FALL: f64 = 5.0;

#[test]
fn noise_costs_little() {
    let mut all = Vec::new();
    for (name, add) in NOISES {
        let mut falls = Vec::new();
        for fixture in fixtures() {
            let text = fs::read_to_string(fixture.directory.join(&fixture.input)).expect("reads");
            let clean = titles(&text, &fixture.input);
            if clean.len() < 3 {
                continue;
            }
            for seed in 1..=TIMES {
                let noisy = titles(&add(&text, &mut Numbers(seed * 0x9E37_79B9)), &fixture.input);
                falls.push(100.0 * (1.0 - f1(&clean, &noisy)));
            }
        }
        let mean = falls.iter().sum::<f64>() / falls.len() as f64;
        eprintln!("{name:<32} F1 falls by {mean:.1} points over {} pages", falls.len());
        all.push(mean);
    }
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    eprintln!("{:<32} F1 falls by {mean:.1} points", "mean");
    assert!(mean < FALL, "F1 falls by {mean:.1} points on average");
}

/// The titles that are read.
fn titles(text: &str, name: &str) -> BTreeSet<String> {
    let (source, _) = Source::decode(SourceId(0), name, text.as_bytes());
    let options = Options::new(Formula::parse("scholar").expect("a preset"));
    let library = read(std::slice::from_ref(&source), &options).library;
    let titles = library.entries.iter().filter_map(|entry| entry.record.text(Field::Title));
    titles.map(|title| fold_words(&title.replace('\u{ad}', ""))).collect()
}

fn f1(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    2.0 * a.intersection(b).count() as f64 / (a.len() + b.len()) as f64
}

fn lines(text: &str, mut change: impl FnMut(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

/// Words of menus and footers.
const MENU: &[&str] = &[
    "Home",
    "About us",
    "News",
    "Contact",
    "Search",
    "Log in",
    "Imprint",
    "Privacy",
    "Team",
    "Research",
    "Back to top",
    "English | Deutsch",
    "Follow us",
    "Print this page",
];

fn menus(text: &str, random: &mut Numbers) -> String {
    let mut menu = || -> String {
        let count = 3 + random.below(5);
        (0..count).map(|_| format!("{}\n", MENU[random.below(MENU.len())])).collect()
    };
    format!("{}\n{text}\n{}", menu(), menu())
}

/// Breaks long lines at a width between 60 and 100.
fn wrapped(text: &str, random: &mut Numbers) -> String {
    let width = 60 + random.below(41);
    lines(text, |line| {
        let mut out = String::new();
        let mut filled = 0;
        for word in line.split_inclusive(' ') {
            let length = word.chars().count();
            if filled > 0 && filled + length > width + 1 {
                out.truncate(out.trim_end().len());
                out.push('\n');
                filled = 0;
            }
            out.push_str(word);
            filled += length;
        }
        out
    })
}

/// Puts a part of the page a second time at its end.
fn doubled(text: &str, random: &mut Numbers) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let from = random.below(paragraphs.len());
    let to = (from + 1 + random.below(4)).min(paragraphs.len());
    format!("{}\n\n{}\n", text.trim_end(), paragraphs[from..to].join("\n\n"))
}

/// Exchanges the marks that list items begin with, or takes them away.
fn bullets(text: &str, random: &mut Numbers) -> String {
    const MARKS: &[&str] = &["• ", "- ", "* ", "– ", ""];
    let mark = MARKS[random.below(MARKS.len())];
    lines(text, |line| match line.trim_start().strip_prefix(['•', '-', '*', '–', '▪']) {
        Some(rest) if rest.starts_with(' ') => format!("{mark}{}", rest.trim_start()),
        _ => line.to_owned(),
    })
}

fn odd_spaces(text: &str, random: &mut Numbers) -> String {
    let mut out = String::new();
    let mut letters = 0;
    for c in text.chars() {
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        match c {
            ' ' if random.below(12) == 0 => out.push('\u{a0}'),
            _ if letters > 5 && random.below(60) == 0 => out.extend(['\u{ad}', c]),
            _ => out.push(c),
        }
    }
    out
}
