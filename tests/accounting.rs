//! Nothing is lost: every character of a page ends in an entry, in known furniture, or in a diagnostic.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::path::PathBuf;
use std::{fs, slice};

use bibglean::key::Formula;
use bibglean::merge::Duplicates;
use bibglean::source::Source;
use bibglean::span::{SourceId, Span};
use bibglean::{Input, Options, page};
use common::invariants;

fn options(input: Input, duplicates: Duplicates) -> Options {
    Options { input, duplicates, ..Options::new(Formula::parse("scholar").expect("a preset")) }
}

fn inputs() -> Vec<PathBuf> {
    let own = common::fixtures().into_iter().map(|fixture| fixture.directory.join(fixture.input));
    own.chain(common::corpus_listings()).collect()
}

fn check(name: &str, bytes: &[u8], faults: &mut Vec<String>) {
    let (source, _) = Source::decode(SourceId(0), name, bytes);
    for input in [Input::Page, Input::Lines] {
        for duplicates in [Duplicates::Join, Duplicates::Keep] {
            let lost =
                invariants::lost(&source, &bibglean::read(slice::from_ref(&source), &options(input, duplicates)));
            let total = lost.len();
            faults.extend(
                lost.into_iter().take(3).map(|place| format!("{input:?} {duplicates:?}: {place} (of {total})")),
            );
        }
    }
}

#[test]
fn every_character_is_accounted_for() {
    let mut faults = Vec::new();
    for path in inputs() {
        check(&path.display().to_string(), &fs::read(&path).expect("a file"), &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pages_on_one_line_too() {
    let mut faults = Vec::new();
    for path in inputs().iter().filter(|path| path.extension().is_some_and(|e| e == "txt")) {
        let text = String::from_utf8_lossy(&fs::read(path).expect("a file")).replace(['\r', '\n'], " ");
        check(&format!("{} on one line", path.display()), text.as_bytes(), &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A page of plain text leaves nothing out before anything is read from it.
#[test]
fn lines_of_text_cover_the_text() {
    for path in inputs().iter().filter(|path| path.extension().is_some_and(|e| e == "txt")) {
        let (source, _) = Source::decode(SourceId(0), path.display().to_string(), &fs::read(path).expect("a file"));
        let spans: Vec<Span> = page::read(&source).lines.iter().flat_map(|line| line.text.all_spans()).collect();
        let mut at = 0;
        for span in spans {
            let between = &source.text()[at..span.range().start.max(at)];
            assert!(between.trim().is_empty(), "{}: left out: {between:?}", path.display());
            at = at.max(span.range().end);
        }
        assert!(source.text()[at..].trim().is_empty(), "{}: left out at the end", path.display());
    }
}

/// Counters, rules, controls, scripts: pages made of anything.
#[test]
fn hostile_pages_too() {
    let scraps = [
        "\n",
        "\n\n",
        " ",
        "\t",
        "-",
        "•",
        "[1] ",
        "12. ",
        "Smith, J. ",
        "Title of a Paper",
        ". ",
        ", ",
        "2014",
        "(2014)",
        "pp. 1-9",
        "In Proc. of X",
        "https://doi.org/10.1000/1",
        "25 papers",
        "PDF",
        "张磊",
        "\u{202e}",
        "\u{0}",
        "\u{ad}",
        "\u{a0}",
        "\r\n",
        "\u{2028}",
        "e\u{301}",
        "“",
        "”",
        "…",
        "+5",
        " | ",
        "———",
        "Publications",
        "é",
        "\u{1b}[0m",
        "#",
        "**",
        "<b>",
        "</b>",
        "&amp;",
        "{",
        "}",
        "\\",
    ];
    let mut numbers = common::Numbers(7);
    let mut faults = Vec::new();
    for round in 0..300 {
        let length = numbers.below(120);
        let text: String = (0..length).map(|_| scraps[numbers.below(scraps.len())]).collect();
        check(&format!("page {round}"), text.as_bytes(), &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
