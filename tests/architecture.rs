//! The walls of DESIGN.md: which room may use which, where other people's crates may stand, how long a file may be.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room and what it may use of ours. A row names earlier rows only, so the rooms form no circle.
/// `span` and `diag` may be used anywhere above them.
const ROOMS: &[(&str, &[&str])] = &[
    ("span", &[]),
    ("diag", &[]),
    ("text", &[]),
    ("crf", &[]),
    ("lexicon", &["text"]),
    ("model", &[]),
    ("source", &[]),
    ("page", &["source", "text"]),
    ("segment", &["page", "crf", "lexicon", "text"]),
    ("label", &["segment", "crf", "lexicon", "text"]),
    ("normalize", &["label", "segment", "model", "lexicon", "text"]),
    ("bib", &["model", "lexicon", "text"]),
    ("import", &["source", "page", "bib", "normalize", "model", "text"]),
    ("merge", &["model", "lexicon", "text"]),
    ("key", &["merge", "model", "lexicon", "text"]),
    ("write", &["model", "lexicon", "text"]),
    ("calibrate", &["model"]),
    ("review", &["model"]),
    (
        "pipeline",
        &[
            "text",
            "crf",
            "lexicon",
            "model",
            "source",
            "page",
            "segment",
            "label",
            "normalize",
            "bib",
            "import",
            "merge",
            "key",
            "write",
            "calibrate",
        ],
    ),
];

/// Other people's crates that have a room, and where they may be named (tests may name them all).
const CRATES: &[(&str, &[&str])] = &[
    ("clap", &["src/cli/"]),
    ("biblatex", &["src/bib/"]),
    ("html5gum", &["src/page/html"]),
    ("encoding_rs", &["src/source.rs", "src/page/mojibake.rs"]),
    ("chardetng", &["src/source.rs"]),
    ("annotate_snippets", &["src/diag/render.rs"]),
    ("tempfile", &["src/cli/"]),
    ("fst", &["src/lexicon/"]),
];

/// What the library never touches: files, the clock, the environment, the terminal.
const OUTSIDE: &[&str] =
    &["std::fs", "std::env", "std::time", "std::net", "std::process", "std::io::std", "File::open"];

/// Longest file of code.
const LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a directory, as paths from the root, sorted.
fn files(directory: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(root()).expect("below the root").to_str().expect("UTF-8").to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Files of code in a directory, without comments, strings and test modules.
fn code(directory: &str) -> Vec<(String, String)> {
    let rust = files(directory).into_iter().filter(|path| path.ends_with(".rs") && !path.ends_with("/tests.rs"));
    rust.map(|path| {
        let text = scrub(&read(&path));
        let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        (path, text[..end].to_owned())
    })
    .collect()
}

/// The text with comments dropped and the contents of string and character literals taken out.
fn scrub(text: &str) -> String {
    let bytes: Vec<char> = text.chars().collect();
    let at = |i: usize| bytes.get(i).copied().unwrap_or('\0');
    let mut out = String::new();
    let mut i = 0;
    while i < bytes.len() {
        let raw = at(i) == 'r' && !at(i.wrapping_sub(1)).is_alphanumeric() && matches!(at(i + 1), '"' | '#');
        if at(i) == '/' && at(i + 1) == '/' {
            while i < bytes.len() && at(i) != '\n' {
                i += 1;
            }
        } else if at(i) == '/' && at(i + 1) == '*' {
            while i < bytes.len() && !(at(i) == '*' && at(i + 1) == '/') {
                i += 1;
            }
            i += 2;
        } else if raw && bytes[i + 1..].iter().find(|c| **c != '#') == Some(&'"') {
            let hashes = bytes[i + 1..].iter().take_while(|c| **c == '#').count();
            i += hashes + 2;
            while i < bytes.len() && !(at(i) == '"' && (1..=hashes).all(|k| at(i + k) == '#')) {
                i += 1;
            }
            i += hashes + 1;
            out.push_str("\"\"");
        } else if at(i) == '"' {
            i += 1;
            while i < bytes.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            i += 1;
            out.push_str("\"\"");
        } else if at(i) == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < bytes.len() && at(i) != '\'' {
                i += 1;
            }
            i += 1;
            out.push_str("' '");
        } else {
            out.push(at(i));
            i += 1;
        }
    }
    out
}

/// Whether `path::` or `use path` is named as a whole word.
fn names(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(i, _)| {
        let before = code[..i].chars().next_back();
        let after = code[i + word.len()..].chars().next();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
            && (code[i + word.len()..].starts_with("::") || code[..i].ends_with("use "))
    })
}

/// The first names after each `crate::`, braces opened.
fn used_rooms(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (i, found) in code.match_indices("crate::") {
        if code[..i].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &code[i + found.len()..];
        let Some(inside) = rest.strip_prefix('{') else {
            rooms.insert(identifier(rest));
            continue;
        };
        let mut depth = 0;
        let mut start = true;
        for (j, c) in inside.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if start && !c.is_whitespace() => {
                    rooms.insert(identifier(&inside[j..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    rooms
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The room a file of the library stands in; none for the roots and the command line.
fn room(path: &str) -> Option<String> {
    let inner = path.strip_prefix("src/")?.trim_end_matches(".rs");
    let room = inner.split('/').next()?;
    (!matches!(room, "lib" | "main" | "cli")).then(|| room.to_owned())
}

#[test]
fn the_table_has_no_circle_and_every_room() {
    for (i, (room, uses)) in ROOMS.iter().enumerate() {
        for used in *uses {
            assert!(ROOMS[..i].iter().any(|(earlier, _)| earlier == used), "{room} uses {used}, which stands later");
        }
    }
    for (path, _) in code("src") {
        if let Some(room) = room(&path) {
            assert!(ROOMS.iter().any(|(name, _)| *name == room), "{path}: no row for the room {room}");
        }
    }
}

#[test]
fn rooms_use_only_what_they_may() {
    let mut faults = Vec::new();
    for (path, code) in code("src") {
        let Some(room) = room(&path) else { continue };
        let (_, may) = ROOMS.iter().find(|(name, _)| *name == room).expect("a row");
        for used in used_rooms(&code) {
            let ground = used == "span" || (used == "diag" && room != "span");
            if used != room && !ground && !may.contains(&used.as_str()) {
                faults.push(format!("{path}: {room} may not use {used}"));
            }
        }
        for (other, _) in ROOMS {
            if names(&code.replace("super::super::", "super__"), &format!("super__{other}")) {
                faults.push(format!("{path}: reaches {other} around its wall"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn other_crates_stay_in_their_rooms() {
    let mut faults = Vec::new();
    for (path, code) in code("src") {
        for (name, places) in CRATES {
            // A module of that name (the writer of a format) is no crate.
            let is_module = code.contains(&format!("mod {name};"));
            if !is_module && names(&code, name) && !places.iter().any(|place| path.starts_with(place)) {
                faults.push(format!("{path}: {name} may stand only in {}", places.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_library_touches_nothing_outside() {
    let mut faults = Vec::new();
    for (path, code) in code("src") {
        if room(&path).is_none() {
            continue;
        }
        for outside in OUTSIDE {
            if code.contains(outside) {
                faults.push(format!("{path}: {outside}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_are_short() {
    let mut paths: Vec<String> = ["src", "tests", "dev"].iter().flat_map(|directory| files(directory)).collect();
    paths.push("build.rs".to_owned());
    for path in paths.iter().filter(|path| path.ends_with(".rs") || path.ends_with(".py")) {
        let lines = read(path).lines().count();
        assert!(lines < LINES, "{path} has {lines} lines");
    }
}

#[test]
fn every_data_file_has_its_origin() {
    let sources = read("data/SOURCES.md");
    let rows: Vec<Vec<&str>> = (sources.lines())
        .filter(|line| line.starts_with('|') && !line.starts_with("|---") && !line.starts_with("| file"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    for (i, row) in rows.iter().enumerate() {
        assert!(rows[..i].iter().all(|earlier| earlier[0] != row[0]), "two rows for {}", row[0]);
        assert!(row.len() == 4 && row.iter().all(|cell| !cell.is_empty()), "a row lacks a cell: {row:?}");
        assert!(root().join("data").join(row[0]).exists(), "there is no data/{}", row[0]);
    }
    let listed: BTreeSet<PathBuf> = rows.iter().map(|row| Path::new("data").join(row[0])).collect();
    for path in files("data") {
        let path = PathBuf::from(path);
        assert!(
            path.ends_with("SOURCES.md") || listed.contains(&path),
            "{}: no row in data/SOURCES.md",
            path.display()
        );
    }
}

#[test]
fn the_reader_of_code_reads_code() {
    let text = "use crate::{a, b::{c, d}, e::F};\nlet x = crate::g::h('\\'', '\"', \"crate::no\", r#\"crate::\"no\"#); // crate::no\n/* crate::no */ fn f<'a>(x: &'a str) -> crate::i::J<'a> {}";
    let rooms: Vec<String> = used_rooms(&scrub(text)).into_iter().collect();
    assert_eq!(rooms, ["a", "b", "e", "g", "i"]);
    assert!(names("use clap::Parser;", "clap") && names("x = clap::f()", "clap") && names("use clap;", "clap"));
    assert!(!names("overclap::x", "clap") && !names("my::clap::x", "clap") && !names("let clap = 1;", "clap"));
}
