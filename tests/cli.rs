//! The contract of the command line: exit codes, files, what stderr and stdout hold.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::desk::{Desk, Run};

/// A small listing that any reader of listings must read: three references, numbered, one line each.
const LISTING: &str = "Publications\n\n\
    [1] D. E. Knuth. Literate programming. The Computer Journal, 27(2):97-111, 1984.\n\
    [2] C. E. Shannon. A mathematical theory of communication. Bell System Technical Journal, 27(3):379-423, 1948.\n\
    [3] L. Lamport. Time, clocks, and the ordering of events in a distributed system. Communications of the ACM, 21(7):558-565, 1978.\n";

fn listing_desk() -> Desk {
    Desk::new(&[("listing.txt", LISTING.as_bytes())])
}

#[test]
fn a_listing_is_read() {
    let desk = listing_desk();
    let run = desk.run(&["listing.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for key in ["@article{knuth1984literate,", "@article{shannon1948mathematical,", "@article{lamport1978time,"] {
        assert!(run.stdout.contains(key), "{key} in {}", run.stdout);
    }
    assert!(run.stderr.contains("bibglean: read 3 entries from listing.txt"), "{}", run.stderr);
    assert!(run.stderr.lines().filter(|line| line.starts_with("bibglean: ")).count() <= 5);
    for arguments in [&[][..], &["-"]] {
        assert_eq!(desk.run_with_stdin(arguments, LISTING.as_bytes()).stdout, run.stdout);
    }
    let quiet = desk.run(&["-q", "listing.txt"]);
    assert_eq!((quiet.stdout, quiet.stderr.as_str()), (run.stdout, ""));
}

#[test]
fn wrong_usage_gets_one_line() {
    let desk = listing_desk();
    desk.run(&["--bogus"]).failed(2, &["--bogus", "--help"]);
    desk.run(&["--from", "papyrus", "listing.txt"]).failed(2, &["papyrus", "lines"]);
    desk.run(&["--to", "papyrus", "listing.txt"]).failed(2, &["papyrus", "bibtex"]);
    desk.run(&["--max-input", "lots", "listing.txt"]).failed(2, &["lots", "64M"]);
    desk.run(&["-q", "-v", "listing.txt"]).failed(2, &["--quiet", "--verbose"]);
    desk.run(&["-", "-"]).failed(2, &["standard input"]);
    desk.run(&["--key", "[auth", "listing.txt"]).failed(2, &["--key", "[auth"]);
}

#[test]
fn bad_inputs_get_one_line() {
    let desk = listing_desk();
    desk.run(&["missing.txt"]).failed(2, &["missing.txt", "No such file"]);
    desk.run(&["."]).failed(2, &["is a directory"]);
    desk.run(&["listing.txt", "missing.txt"]).failed(2, &["missing.txt"]);
    desk.run(&["--keys", "missing.bib", "listing.txt"]).failed(2, &["missing.bib"]);
    desk.run(&["https://example.org/pubs"]).failed(2, &["example.org", "save the page"]);
    desk.run(&["--max-input", "100", "listing.txt"]).failed(2, &["listing.txt", "larger than 100", "--max-input"]);
    let run = desk.run_with_stdin(&["--max-input", "1K"], &vec![b'a'; 2000]);
    run.failed(2, &["standard input", "larger than 1K"]);
}

#[test]
fn files_without_text_are_named() {
    let cases: &[(&str, &[u8], &str)] = &[
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF"),
        ("cv.docx", b"PK\x03\x04\x14\0\x06\0word/document.xml", "DOCX"),
        ("cv.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "Word"),
        ("cv.rtf", b"{\\rtf1\\ansi Publications}", "RTF"),
        ("shot.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image"),
        ("shot.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "image"),
        ("shot.webp", b"RIFF\x24\0\0\0WEBPVP8 ", "image"),
        ("list.txt.gz", b"\x1f\x8b\x08\0\0\0\0\0", "unpack"),
        ("blob", b"abc\0def\0\x01\x02", "binary"),
    ];
    for (name, bytes, word) in cases {
        let desk = Desk::new(&[(name, bytes)]);
        desk.run(&[name]).failed(2, &[name, word]);
        desk.run_with_stdin(&["-"], bytes).failed(2, &["<stdin>", word]);
    }
}

#[test]
fn nothing_to_read_is_one() {
    let desk = Desk::new(&[("empty.txt", b""), ("blank.txt", b"\n \t\r\n\xc2\xa0\n"), ("old.bib", b"@misc{a,}\n")]);
    desk.run(&["-q", "empty.txt"]).failed(1, &["no publication", "empty.txt", "no text"]);
    desk.run(&["-q", "blank.txt"]).failed(1, &["no publication", "blank.txt", "no text"]);
    desk.run(&["-q", "--from", "lines", "--to", "jsonl", "blank.txt"]).failed(1, &["no publication"]);
    desk.run(&["-q", "blank.txt", "empty.txt", "-o", "old.bib"]).failed(1, &["old.bib", "left as it is"]);
    assert_eq!(desk.text("old.bib"), "@misc{a,}\n");
    desk.run(&["-q", "blank.txt", "-o", "new.bib"]).failed(1, &["no publication"]);
    desk.holds(&["blank.txt", "empty.txt", "old.bib"]);
}

#[test]
fn output_files_are_replaced_in_one_step() {
    let desk = listing_desk();
    let expected = desk.run(&["-q", "listing.txt"]).stdout;
    let run = desk.run(&["listing.txt", "-o", "refs.bib"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    assert_eq!(desk.text("refs.bib"), expected);
    // Again, over itself: nothing changes.
    assert_eq!(desk.run(&["listing.txt", "-o", "refs.bib"]).code, Some(0));
    assert_eq!(desk.text("refs.bib"), expected);
    desk.holds(&["listing.txt", "refs.bib"]);
}

#[test]
fn the_ending_of_the_output_names_its_format() {
    let desk = listing_desk();
    assert_eq!(desk.run(&["listing.txt", "-o", "refs.jsonl"]).code, Some(0));
    assert!(desk.text("refs.jsonl").lines().all(|line| line.starts_with('{')), "{}", desk.text("refs.jsonl"));
    assert_eq!(desk.run(&["listing.txt", "--to", "jsonl", "-o", "refs.bib"]).code, Some(0));
    assert_eq!(desk.text("refs.bib"), desk.text("refs.jsonl"));
}

#[test]
#[cfg(unix)]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let desk = Desk::new(&[("listing.txt", LISTING.as_bytes()), ("real.bib", b"")]);
    fs::set_permissions(desk.path("real.bib"), fs::Permissions::from_mode(0o640)).expect("mode");
    symlink("real.bib", desk.path("link.bib")).expect("link");
    symlink("new.bib", desk.path("dangling.bib")).expect("link");
    for output in ["link.bib", "dangling.bib"] {
        assert_eq!(desk.run(&["listing.txt", "-o", output]).code, Some(0));
        assert!(fs::symlink_metadata(desk.path(output)).expect("there").is_symlink());
    }
    assert!(desk.text("real.bib").contains("@article{"));
    assert_eq!(desk.text("new.bib"), desk.text("real.bib"));
    assert_eq!(fs::metadata(desk.path("real.bib")).expect("there").permissions().mode() & 0o777, 0o640);
    // A new file is no stranger to the umask: others may read it where they may read the listing.
    let mode = |name| fs::metadata(desk.path(name)).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode("new.bib"), mode("listing.txt"));
    symlink("loop.bib", desk.path("loop.bib")).expect("link");
    desk.run(&["listing.txt", "-o", "loop.bib"]).failed(2, &["links"]);
}

#[test]
fn outputs_that_cannot_be_written_get_one_line() {
    let desk = listing_desk();
    desk.run(&["listing.txt", "-o", "."]).failed(2, &["is a directory"]);
    desk.run(&["listing.txt", "-o", "no/such/refs.bib"]).failed(2, &["no directory"]);
    desk.run(&["listing.txt", "-o", "listing.txt"]).failed(2, &["listing.txt", "input"]);
    assert_eq!(desk.text("listing.txt"), LISTING);
    if Path::new("/dev/full").exists() {
        desk.run(&["listing.txt", "-o", "/dev/full"]).failed(2, &["/dev/full", "No space"]);
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let run: Run = desk.command(&["listing.txt"]).stdout(full).output().expect("runs").into();
        run.failed(2, &["standard output", "No space"]);
    }
    desk.holds(&["listing.txt"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let many: String = (0..3000)
        .map(|i| {
            format!("[{i}] A. Author{i}. On the number {i} and its neighbours. Journal of Numbers, {i}:1-9, 2001.\n")
        })
        .collect();
    let desk = Desk::new(&[("many.txt", many.as_bytes())]);
    let mut child = desk
        .command(&["-q", "--from", "lines", "--to", "jsonl", "many.txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let run: Run = child.wait_with_output().expect("ends").into();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn each_line_gives_one_record() {
    let lines = "Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97-111.\n\
        \n\
        ???!\n\
        Shannon, C. E. (1948). A mathematical theory of communication. Bell System Technical Journal, 27, 379-423.\r\n\
        Knuth, D. E. (1984). Literate programming. The Computer Journal, 27(2), 97-111.";
    let desk = Desk::new(&[("lines.txt", lines.as_bytes())]);
    let run = desk.run(&["--from", "lines", "--keep-duplicates", "--to", "jsonl", "lines.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let records: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let titles: Vec<Option<&str>> = records.iter().map(|record| record["title"].as_str()).collect();
    let (literate, theory) = ("Literate programming", "A mathematical theory of communication");
    assert_eq!(titles, [Some(literate), None, Some(theory), Some(literate)]);
    assert_eq!((records[1]["type"].as_str(), records[1]["note"].as_str()), (Some("misc"), Some("???!")));
    assert!(run.stderr.contains("warning[W1003]") && run.stderr.contains("lines.txt:3:1"), "{}", run.stderr);
}

#[test]
fn diagnostics_point_and_cannot_act() {
    let name = "li\u{1b}[2Jst.txt";
    let desk = Desk::new(&[(name, "\u{1b}]\u{7}\u{202e}\u{9b} ???!\n".as_bytes())]);
    let run = desk.run(&["--from", "lines", "-v", name]);
    assert!(run.stderr.contains("warning[W1003]"), "{}", run.stderr);
    assert!(run.stderr.contains("st.txt:1:1"), "{}", run.stderr);
    assert!(run.stderr.contains("␛]␇"), "{}", run.stderr);
    for text in [&run.stderr, &run.stdout] {
        assert!(!text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'), "{text:?}");
    }
}

#[test]
fn bytes_of_no_encoding_are_decoded_with_a_warning() {
    let mut bytes = LISTING.replace("Lamport", "L\u{e4}mport").into_bytes();
    bytes.extend_from_slice(b"[4] A. Turing. On computable numbers \xff\xfe\x81. Mind, 1936.\n");
    let run = Desk::new(&[("bad.txt", &bytes)]).run(&["bad.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("knuth1984literate"), "{}", run.stdout);
    assert!(run.stderr.contains("warning[W0004]") && run.stderr.contains("bad.txt:5:"), "{}", run.stderr);
    let run = Desk::new(&[("bad.txt", &bytes)]).run(&["--encoding", "utf-8", "bad.txt"]);
    assert!(run.stderr.contains("warning[W0001]") && run.stderr.contains("bad.txt:6:"), "{}", run.stderr);
}

#[test]
fn an_announced_count_is_compared() {
    let text = LISTING.replace("Publications\n", "4 publications\n");
    let run = Desk::new(&[("short.txt", text.as_bytes())]).run(&["short.txt"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("the page announces 4 publications, 3 were read"), "{}", run.stderr);
    assert!(run.stderr.contains("short.txt:1:"), "{}", run.stderr);
}

#[test]
fn keys_that_exist_are_kept() {
    let old = "@article{mykey, author = {Knuth, Donald E.}, title = {Literate Programming}, year = {1984}}\n\
               @article{gone, author = {Church, Alonzo}, title = {An Unsolvable Problem}, year = {1936}}\n";
    let desk = Desk::new(&[("listing.txt", LISTING.as_bytes()), ("refs.bib", old.as_bytes())]);
    let run = desk.run(&["--keys", "refs.bib", "listing.txt"]);
    assert!(run.stdout.contains("@article{mykey,"), "{}", run.stdout);
    assert!(!run.stdout.contains("knuth1984"), "{}", run.stdout);
    let run = desk.run(&["-o", "refs.bib", "listing.txt"]);
    assert!(desk.text("refs.bib").contains("@article{mykey,"));
    assert!(run.stderr.contains("1 entry of the old"), "{}", run.stderr);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let line =
        |i: usize| format!("D. E. Knuth. Literate programming, part {i}. The Computer Journal, 27(2):97-111, 1984.\n");
    let many: String = (0..2500).map(line).collect();
    let desk = Desk::new(&[("many.txt", many.as_bytes())]);
    let one = desk.run(&["--from", "lines", "--jobs", "1", "many.txt"]);
    let more = desk.run(&["--from", "lines", "--jobs", "3", "many.txt"]);
    assert_eq!(one.stdout.matches("@article{").count(), 2500);
    assert!(one.stdout == more.stdout && one.stderr == more.stderr);
    desk.run(&["--jobs", "0", "many.txt"]).failed(2, &["--jobs"]);
}

#[test]
fn the_owner_of_a_page_is_added_when_named() {
    let text = "Publications\n\n\
        1. Counting reeds (with Ben Reed and Cy Sand), Ecology Notes 12(3), 2012, 1-20.\n\
        2. Rain over dunes (with Di Dune), Journal of Sand 3(1), 2013, 5-9.\n\
        3. Water tables (with Eve Fen), Hydrology Letters 7(2), 2015, 101-120.\n";
    let desk = Desk::new(&[("owner.txt", text.as_bytes())]);
    let run = desk.run(&["-v", "owner.txt"]);
    assert!(!run.stdout.contains("Moss") && run.stderr.contains("note[N2001]"), "{}\n{}", run.stdout, run.stderr);
    let run = desk.run(&["-v", "--owner", "Ada Moss", "owner.txt"]);
    assert!(run.stdout.contains("{Moss, Ada and Reed, Ben and Sand, Cy}"), "{}", run.stdout);
    assert!(!run.stderr.contains("N2001"), "{}", run.stderr);
}

#[test]
fn a_consumer_chooses_format_and_style() {
    let desk = listing_desk();
    let run = desk.run(&["--for", "endnote", "listing.txt"]);
    assert!(run.stdout.starts_with("TY  - JOUR"), "{}", run.stdout);
    let run = desk.run(&["--for", "typst", "listing.txt"]);
    assert!(run.stdout.contains("type: article"), "{}", run.stdout);
    let run = desk.run(&["--for", "zotero", "--to", "bibtex", "listing.txt"]);
    assert!(run.stdout.contains("journal "), "{}", run.stdout);
    desk.run(&["--for", "nobody", "listing.txt"]).failed(2, &["nobody"]);
}

#[test]
fn a_file_may_be_named_like_a_command() {
    let desk = Desk::new(&[("explain", LISTING.as_bytes()), ("update", LISTING.as_bytes())]);
    for name in ["./explain", "./update"] {
        let run = desk.run(&[name]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("knuth1984literate"));
    }
}

#[test]
fn diagnostics_are_explained() {
    let desk = Desk::new(&[]);
    let all = desk.run(&["explain"]);
    assert_eq!(all.code, Some(0));
    let ids: Vec<&str> = all.stdout.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(ids.len(), bibglean::diag::CODES.len());
    for id in ids {
        let run = desk.run(&["explain", id]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains(&format!("[{id}]: ")), "{}", run.stdout);
        assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    }
    desk.run(&["explain", "E9999"]).failed(2, &["E9999", "bibglean explain"]);
}

#[test]
fn help_and_version_go_to_stdout() {
    let desk = Desk::new(&[]);
    for argument in ["--help", "-h", "--version"] {
        let run = desk.run(&[argument]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(run.stdout.contains("bibglean"));
    }
}

/// The help names every preset of keys.
#[test]
fn presets_are_told() {
    let help = Desk::new(&[]).run(&["--help"]).stdout;
    for preset in bibglean::key::PRESETS {
        assert!(help.contains(preset.name), "{}", preset.name);
    }
}
