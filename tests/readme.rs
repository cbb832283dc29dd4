//! The README tells the truth: its commands run and print what it shows, its tables are those of the program.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use bibglean::write::FORMATS;
use common::root;

/// The command that runs these very tests.
const TESTS: &str = "cargo test";

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("README.md")
}

/// The contents of the blocks fenced as `kind`.
fn blocks(text: &str, kind: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{kind}") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(inside.join("\n") + "\n");
        }
    }
    blocks
}

/// Commands of the console blocks, each with the output that is shown below it.
fn commands(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for block in blocks(text, "console") {
        for line in block.lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    commands
}

#[test]
fn commands_do_what_is_shown() {
    let commands = commands(&readme());
    let (tests, others): (Vec<_>, Vec<_>) = commands.iter().partition(|(command, _)| command == TESTS);
    assert_eq!(tests.len(), 1, "the README says how to run the tests");
    assert!(others.iter().any(|(command, _)| command.starts_with("cargo run ")), "the README runs the main job");
    // `bibglean` is the program just built.
    let program = Path::new(env!("CARGO_BIN_EXE_bibglean")).parent().expect("a folder");
    let path = std::env::join_paths(
        std::iter::once(program.to_owned()).chain(std::env::split_paths(&std::env::var_os("PATH").expect("PATH"))),
    );
    let path = path.expect("a path");
    for (command, shown) in others {
        // It is built already; a second build in another profile would replace it under the other tests.
        let command = &command.replace("cargo run --quiet -- ", "bibglean ");
        let output = Command::new("sh").args(["-c", command]).current_dir(root()).env("PATH", &path).output();
        let output = output.expect("runs");
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{command}: {stderr}");
        if !shown.is_empty() {
            let printed = format!("{stdout}{stderr}");
            assert_eq!(printed, *shown, "{command}");
        }
    }
}

#[test]
fn before_and_after_belong_together() {
    let text = readme();
    let (before, after) = (blocks(&text, "text"), blocks(&text, "bibtex"));
    assert_eq!(before[0].lines().count(), 12, "twelve pasted lines");
    let directory = tempfile::tempdir().expect("a folder");
    fs::write(directory.path().join("pasted.txt"), &before[0]).expect("writes");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bibglean"));
    let output = command.arg("pasted.txt").current_dir(directory.path()).output().expect("runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), after[0], "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_table_of_formats_is_complete() {
    let text = readme();
    let section = text.split("\n## Formats\n").nth(1).expect("a section Formats").split("\n## ").next().expect("text");
    let rows: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("| `--to ")?.split('`').next()).collect();
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(rows, formats);
}

#[test]
fn links_lead_somewhere() {
    for file in ["README.md", "CONTRIBUTING.md", "DESIGN.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(root().join(file)).expect(file);
        for part in text.split("](").skip(1) {
            let target = part.split([')', '#']).next().expect("text");
            let outside = target.starts_with("http") || target.is_empty();
            assert!(outside || root().join(target).exists(), "{file}: there is no {target}");
        }
    }
}
