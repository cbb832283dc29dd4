//! Every fixture gives its expected bibliography and diagnostics, byte for byte, each time and in any company.
//!
//! `BIBGLEAN_BLESS=1 cargo test --test fixtures` writes what the program gives in place of what is expected, to be
//! read by a person before it is committed. Where the program still falls short, `wanted.bib` holds what a careful person
//! wants, and `fixtures/KNOWN.md` says what is wrong.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use common::{Fixture, Numbers, fixtures};

struct Result {
    code: Option<i32>,
    bib: String,
    diag: String,
}

/// Runs the program on a fixture, in its folder.
fn run(fixture: &Fixture) -> Result {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bibglean"));
    command.current_dir(&fixture.directory).arg("--verbose").args(&fixture.arguments).arg(&fixture.input);
    let output = command.output().expect("runs");
    Result {
        code: output.status.code(),
        bib: String::from_utf8(output.stdout).expect("UTF-8"),
        diag: diagnostics(&String::from_utf8(output.stderr).expect("UTF-8")),
    }
}

/// The diagnostics on stderr, one a line: `line:column id message`.
fn diagnostics(stderr: &str) -> String {
    let mut text = String::new();
    let mut lines = stderr.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((severity, rest)) = line.split_once('[') else { continue };
        let Some((id, message)) = rest.split_once("]: ") else { continue };
        if !["note", "warning", "error"].contains(&severity) {
            continue;
        }
        let place = lines.peek().and_then(|line| line.trim_start().strip_prefix("--> "));
        let place = place.and_then(|place| place.split_once(':')).map_or("-", |(_, place)| place);
        text.push_str(&format!("{place} {id} {message}\n"));
    }
    text
}

fn expected(fixture: &Fixture, name: &str) -> String {
    fs::read_to_string(fixture.directory.join(name)).unwrap_or_default()
}

/// The lines that differ, as far as a person needs to see what happened.
fn difference(name: &str, expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut text = format!("{name} differs from line {}:\n", same + 1);
    for (mark, lines) in [('-', &old[same..old.len() - tail]), ('+', &new[same..new.len() - tail])] {
        text.extend(lines.iter().take(60).map(|line| format!("{mark}{line}\n")));
    }
    Some(text)
}

#[test]
fn fixtures_give_what_is_expected() {
    let bless = std::env::var_os("BIBGLEAN_BLESS").is_some();
    let mut faults = Vec::new();
    let known = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/KNOWN.md")).expect("a list");
    let all = fixtures();
    assert!(all.len() >= 18, "only {} fixtures", all.len());
    for fixture in &all {
        let result = run(fixture);
        let again = run(fixture);
        assert_eq!((&result.bib, &result.diag), (&again.bib, &again.diag), "{}: differs from run to run", fixture.name);
        let wanted = fixture.directory.join("wanted.bib");
        if wanted.exists() {
            if expected(fixture, "wanted.bib") == result.bib {
                faults.push(format!("{}: its known fault is mended: wanted.bib can go", fixture.name));
            }
            if !known.contains(&format!("| {} |", fixture.name)) {
                faults.push(format!("{}: no row in fixtures/KNOWN.md", fixture.name));
            }
        }
        if bless {
            fs::write(fixture.directory.join("expected.bib"), &result.bib).expect("writes");
            fs::write(fixture.directory.join("expected.diag"), &result.diag).expect("writes");
            continue;
        }
        let bib = expected(fixture, "expected.bib");
        let code = if bib.is_empty() { 1 } else { 0 };
        if result.code != Some(code) {
            faults.push(format!("{}: exit code {:?}, not {code}", fixture.name, result.code));
        }
        faults.extend(difference(&format!("{}/expected.bib", fixture.name), &bib, &result.bib));
        faults.extend(difference(
            &format!("{}/expected.diag", fixture.name),
            &expected(fixture, "expected.diag"),
            &result.diag,
        ));
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// All fixtures in one run: their order changes the order of the entries and nothing else.
#[test]
fn the_order_of_files_changes_the_order_alone() {
    let pages: Vec<Fixture> = fixtures().into_iter().filter(|fixture| fixture.arguments.is_empty()).collect();
    let mut paths: Vec<_> = pages.iter().map(|fixture| fixture.directory.join(&fixture.input)).collect();
    let entries_of = |paths: &[std::path::PathBuf]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bibglean")).arg("-q").args(paths).output().expect("runs");
        entries(&String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let first = entries_of(&paths);
    assert!(!first.is_empty());
    let mut numbers = Numbers(20_240_801);
    for _ in 0..5 {
        numbers.shuffle(&mut paths);
        assert_eq!(entries_of(&paths), first, "order: {paths:?}");
    }
}

/// Entries of a .bib as this program writes it, by key.
fn entries(bib: &str) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    for entry in bib.split("\n@") {
        let key = entry.split_once('{').and_then(|(_, rest)| rest.split_once(',')).map_or("", |(key, _)| key);
        let twice = entries.insert(key.to_owned(), entry.trim_start_matches('@').trim_end().to_owned());
        assert_eq!(twice, None, "the key {key} stands twice");
    }
    entries
}
