//! What holds for every input: over the fixtures, the corpus, and inputs made of them by damage.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;

use common::{Numbers, invariants};

/// Damaged inputs of each kind; `BIBGLEAN_MUTATIONS` asks for another number.
const MUTATIONS: usize = 10_000;
/// The most bytes of a damaged input, so that many can be read.
const SIZE: usize = 1500;

fn mutations() -> usize {
    std::env::var("BIBGLEAN_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(MUTATIONS)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(common::root().join(folder)).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).filter(|p| p.is_file()).collect();
    files.sort();
    files
}

fn listings() -> Vec<PathBuf> {
    let own = common::fixtures().into_iter().map(|fixture| fixture.directory.join(fixture.input));
    let imports = files("fixtures/import").into_iter().filter(|path| path.extension().is_none_or(|e| e != "records"));
    own.chain(imports).collect()
}

/// Bytes that mean something to some reader.
const SCRAPS: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    " ",
    "{",
    "}",
    "@",
    "@article{",
    "\"",
    "\\",
    "\\input{x}",
    "^^5c",
    "%",
    "#",
    "$",
    "&",
    "~",
    "<b>",
    "</b>",
    "<li>",
    "<!--",
    "-->",
    "<script>",
    "&amp;",
    "&#0;",
    "\u{0}",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "\u{ad}",
    "\u{a0}",
    "e\u{301}",
    "…",
    "+5",
    "et al.",
    "———",
    "[1] ",
    "(2014)",
    "2014",
    "pp. 1-9",
    "“",
    "”",
    "10.1000/x",
    "https://",
    "张磊",
    "\u{ff21}",
    " and ",
    ", ",
    "; ",
    ". ",
    "In: ",
];

/// An input with some damage: parts cut, doubled, moved, scraps put in, bytes changed.
fn damaged(numbers: &mut Numbers, inputs: &[Vec<u8>]) -> Vec<u8> {
    let input = &inputs[numbers.below(inputs.len())];
    let start = numbers.below(input.len());
    let mut bytes = input[start..input.len().min(start + 1 + numbers.below(SIZE))].to_vec();
    for _ in 0..1 + numbers.below(8) {
        let at = numbers.below(bytes.len() + 1);
        let end = bytes.len().min(at + numbers.below(40));
        match numbers.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            2 if at < bytes.len() => bytes[at] = u8::try_from(numbers.below(256)).expect("a byte"),
            _ => drop(bytes.splice(at..at, SCRAPS[numbers.below(SCRAPS.len())].bytes())),
        }
    }
    bytes
}

/// Runs a check over damaged inputs; the first that fails is shown.
fn over_damaged(inputs: &[PathBuf], seed: u64, check: fn(&[u8])) {
    let inputs: Vec<Vec<u8>> = inputs.iter().map(|path| fs::read(path).expect("a file")).collect();
    let mut numbers = Numbers(seed);
    for round in 0..mutations() {
        let bytes = damaged(&mut numbers, &inputs);
        if catch_unwind(|| check(&bytes)).is_err() {
            panic!("round {round}: {:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn fixtures_and_corpus() {
    let corpus = common::corpus_listings();
    if corpus.is_empty() {
        eprintln!("corpus not found: fixtures alone are read");
    }
    for path in listings().into_iter().chain(corpus) {
        let bytes = fs::read(&path).expect("a file");
        if catch_unwind(|| invariants::listing(None, &bytes)).is_err() {
            panic!("{}", path.display());
        }
    }
}

#[test]
fn damaged_listings() {
    over_damaged(&listings(), 5, |bytes| invariants::listing(None, bytes));
}

#[test]
fn damaged_bib_files() {
    over_damaged(&files("fixtures/bib"), 11, invariants::bib_file);
}

#[test]
fn values_of_scraps() {
    let mut numbers = Numbers(17);
    for _ in 0..mutations() {
        let piece = |numbers: &mut Numbers| match numbers.below(3) {
            0 => *["reed", "Moss", "A", "7", "von", "Tide"].get(numbers.below(6)).expect("one of six"),
            _ => SCRAPS[numbers.below(SCRAPS.len())],
        };
        let text: String = (0..4 + numbers.below(24)).map(|_| piece(&mut numbers)).collect();
        if catch_unwind(|| invariants::values(&text)).is_err() {
            panic!("{text:?}");
        }
    }
}

#[test]
fn damaged_formulas() {
    const PARTS: &[&str] = &[
        "auth",
        ".lower",
        " + ",
        "year",
        "shorttitle(3, 3)",
        "|",
        "(",
        ")",
        "[",
        "]",
        "[auth]",
        ":abbr",
        ":(x)",
        "\"-\"",
        ".select(1, 2)",
        ".len(\">\", 3)",
        "\"",
        ":regex(\"a*\",\"b\")",
        "title",
        ",",
        "99999999999",
        "é",
        " ",
        ".substring(2, 1)",
        "[authors3]",
        "\\",
        "auth(0)",
        "authorsAlpha",
    ];
    let mut numbers = Numbers(3);
    for _ in 0..mutations() {
        let text: String = (0..1 + numbers.below(9)).map(|_| PARTS[numbers.below(PARTS.len())]).collect();
        if catch_unwind(|| invariants::formula(&text)).is_err() {
            panic!("{text:?}");
        }
    }
}
