//! What a person is told: how an entry came about, what became of each line, what is doubtful.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use common::desk::Desk;

/// Two references and text around them; the second has a hostile character.
const LISTING: &str = "Publications\n\n\
    [1] D. E. Knuth. Literate programming. The Computer Journal, 27(2):97-111, 1984.\n\
    [2] C. E. Shannon. A mathematical theory of\n    communication\u{1b}[2J. Bell System Technical Journal, 27(3):379-423, 1948.\n";

/// A line that is a reference by decree alone is read with no confidence.
const LINES: &str = "Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97-111.\n???!\n";

fn desk() -> Desk {
    Desk::new(&[("listing.txt", LISTING.as_bytes()), ("lines.txt", LINES.as_bytes())])
}

#[test]
fn an_entry_is_shown_with_its_values_marked() {
    let run = desk().run(&["explain", "listing.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for words in [
        "knuth1984literate @article",
        "--> listing.txt:3:1",
        "3 | [1] D. E. Knuth. Literate programming.",
        "5 |     communication␛[2J. Bell System",
        "title: \"Literate programming\" at 3:18, by title/printed",
        "pages: \"97-111\" at ",
        "key: by the formula scholar",
    ] {
        assert!(run.stdout.contains(words), "no {words:?} in {}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'), "{}", run.stdout);
    let one = desk().run(&["explain", "listing.txt", "shannon1948mathematical"]);
    assert!(one.stdout.starts_with("shannon1948mathematical") && !one.stdout.contains("knuth"), "{}", one.stdout);
    desk().run(&["explain", "listing.txt", "nobody2000nothing"]).failed(2, &["nobody2000nothing", "knuth1984literate"]);
}

#[test]
fn an_explanation_is_data_too() {
    let run = desk().run(&["explain", "--json", "listing.txt"]);
    let entries: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(entries[0]["key"], "knuth1984literate");
    let fields = entries[0]["fields"].as_array().expect("fields");
    let title = fields.iter().find(|field| field["name"] == "title").expect("a title");
    assert_eq!((&title["read"][0], &title["places"][0]), (&"Literate programming".into(), &"listing.txt:3:18".into()));
}

#[test]
fn every_line_has_a_fate() {
    let run = desk().run(&["explain", "--lines", "listing.txt"]);
    let rows: Vec<Vec<&str>> = run.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    let fate = |place: &str| rows.iter().find(|row| row[0] == place).map(|row| row[1]);
    assert_eq!(fate("1:1"), Some("no"), "{}", run.stdout);
    assert_eq!(fate("3:1"), Some("knuth1984literate"), "{}", run.stdout);
    assert_eq!(fate("4:1"), Some("shannon1948mathematical"), "{}", run.stdout);
    // Nothing of the input is missing from the table.
    let shown: String = run.stdout.chars().filter(|c| c.is_alphanumeric()).collect();
    for word in LISTING.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3) {
        assert!(shown.contains(word), "{word}");
    }
}

#[test]
fn what_is_doubtful_is_listed() {
    let desk = desk();
    let lines = ["--from", "lines", "lines.txt"];
    let run = desk.run(&[&lines[..], &["--review"]].concat());
    assert_eq!(run.code, Some(0));
    let listed = "lines.txt:2:1: misc: note \"???!\" is 0 % sure (lines/unreadable)";
    assert!(run.stderr.lines().any(|line| line == listed), "{}", run.stderr);
    assert!(run.stderr.contains("doubtful values: ") && run.stderr.contains("--review lists all"), "{}", run.stderr);
    let run = desk.run(&[&lines[..], &["--review=doubts.txt", "-q"]].concat());
    assert_eq!(run.stderr, "");
    assert!(desk.text("doubts.txt").starts_with("lines.txt:2:1: "), "{}", desk.text("doubts.txt"));
}

#[test]
fn doubt_is_an_exit_code_and_a_choice() {
    let desk = desk();
    let run = desk.run(&["--from", "lines", "--strict", "lines.txt"]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(run.stdout.contains("@article{knuth1984literate"));
    let run = desk.run(&["--from", "lines", "--min-confidence", "1", "lines.txt"]);
    assert!(run.stdout.contains("title ") && !run.stdout.contains("???!"), "{}", run.stdout);
    assert!(run.stderr.contains("left out"), "{}", run.stderr);
    desk.run(&["--min-confidence", "2", "lines.txt"]).failed(2, &["--min-confidence", "0 to 1"]);
}
