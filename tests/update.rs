//! `bibglean update` and `bibglean rekey`: files are changed in place, by what must change and nothing else.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use common::desk::Desk;

/// A .bib as a person keeps it: a comment, macros, a hand-made key, odd spacing.
const REFS: &str = "% my references\n\
    @string{cacm = \"Communications of the ACM\"}\n\n\
    @article{clocks,\n\
    \tauthor\t= \"Leslie Lamport\",\n\
    \ttitle\t= \"Time, Clocks, and the Ordering of Events in a Distributed System\",\n\
    \tjournal\t= cacm,\n\
    \tyear\t= 1978\n}\n\n\
    @Comment{jabref-meta: groups}\n";

/// One reference known to the file, with more than the file has, and one new.
const LINES: &str = "L. Lamport. Time, clocks, and the ordering of events in a distributed system. Communications of the ACM, 21(7):558-565, 1978.\n\
    C. E. Shannon. A mathematical theory of communication. Bell System Technical Journal, 27(3):379-423, 1948.\n";

fn desk() -> Desk {
    Desk::new(&[("refs.bib", REFS.as_bytes()), ("new.txt", LINES.as_bytes())])
}

const UPDATE: &[&str] = &["update", "--from", "lines", "refs.bib", "new.txt"];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    arguments.iter().chain(more).copied().collect()
}

#[test]
fn new_works_are_added_and_missing_fields_filled() {
    let desk = desk();
    let run = desk.run(UPDATE);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    assert!(run.stderr.contains("refs.bib: 1 new, 1 filled, 0 known, 0 doubtful"), "{}", run.stderr);
    let text = desk.text("refs.bib");
    assert!(text.starts_with("% my references\n@string{cacm"), "{text}");
    assert!(text.contains("@article{shannon1948mathematical,\n\t"), "{text}");
    assert!(text.contains("\tvolume\t= 21") && text.contains("\tpages\t= \"558--565\""), "{text}");
    assert!(text.contains("\tjournal\t= cacm,") && text.contains("@Comment{jabref-meta: groups}"), "{text}");
    // A second time there is nothing to do.
    let run = desk.run(UPDATE);
    assert!(run.stderr.contains("0 new, 0 filled, 2 known"), "{}", run.stderr);
    assert_eq!(desk.text("refs.bib"), text);
    desk.holds(&["new.txt", "refs.bib"]);
}

#[test]
fn what_would_change_is_shown_or_looked_for() {
    let desk = desk();
    let run = desk.run(&with(UPDATE, &["--diff"]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("--- refs.bib\n+++ refs.bib\n@@ "), "{}", run.stdout);
    assert!(run.stdout.contains("\n+@article{shannon1948mathematical,"), "{}", run.stdout);
    assert_eq!(desk.run(&with(UPDATE, &["--check"])).code, Some(3));
    assert_eq!(desk.text("refs.bib"), REFS);
    assert_eq!(desk.run(UPDATE).code, Some(0));
    assert_eq!(desk.run(&with(UPDATE, &["--check"])).code, Some(0));
    assert_eq!(desk.run(&with(UPDATE, &["--dry-run"])).stdout, "");
}

#[test]
fn a_person_decides_what_is_filled_and_replaced() {
    let desk = desk();
    assert_eq!(desk.run(&with(UPDATE, &["--no-fill"])).code, Some(0));
    let text = desk.text("refs.bib");
    assert!(text.starts_with(REFS.split("@Comment").next().expect("a part")) && text.contains("shannon1948"), "{text}");
    assert_eq!(desk.run(&with(UPDATE, &["--refresh", "author,title"])).code, Some(0));
    let text = desk.text("refs.bib");
    assert!(text.contains("\tauthor\t= \"Lamport, L.\""), "{text}");
    // What is declared to be two works stays two.
    let declared = "% bibglean: not-same clocks other\n@misc{other, title = {Time, clocks, and the ordering of events in a distributed system}, author = {L. Lamport}, year = 1978}\n";
    fs::write(desk.path("two.bib"), format!("{REFS}{declared}")).expect("writes");
    let run = desk.run(&["update", "two.bib", "--from", "lines", "new.txt", "--no-fill"]);
    assert!(run.stderr.contains("1 new, 0 filled, 1 known"), "{}", run.stderr);
}

#[test]
fn an_update_that_cannot_be_done_changes_nothing() {
    let desk = desk();
    desk.run(&["update", "missing.bib", "new.txt"]).failed(2, &["missing.bib", "does not exist"]);
    desk.run(&["update", ".", "new.txt"]).failed(2, &["is a directory"]);
    desk.run(&["update", "refs.bib", "missing.txt"]).failed(2, &["missing.txt"]);
    desk.run(&["update", "refs.bib", "new.txt", "--key", "[auth"]).failed(2, &["--key"]);
    // Another run holds the file.
    let held = fs::File::open(desk.path("refs.bib")).expect("opens");
    held.lock().expect("locks");
    desk.run(UPDATE).failed(2, &["refs.bib", "another run"]);
    drop(held);
    let mut permissions = fs::metadata(desk.path("refs.bib")).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(desk.path("refs.bib"), permissions).expect("sets");
    desk.run(UPDATE).failed(2, &["refs.bib", "read-only"]);
    assert_eq!(desk.text("refs.bib"), REFS);
    desk.holds(&["new.txt", "refs.bib"]);
    fs::write(desk.path("empty.txt"), "\n").expect("writes");
    let run = desk.run(&["update", "refs.bib", "empty.txt"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
}

#[test]
fn a_file_in_latin1_stays_in_latin1() {
    let mut bytes = b"@book{a, title = {Caf\xe9}, author = {M\xfcller, A.}, year = 1999}\n".to_vec();
    let desk = Desk::new(&[("refs.bib", &bytes), ("new.txt", LINES.as_bytes())]);
    let run = desk.run(UPDATE);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let now = fs::read(desk.path("refs.bib")).expect("reads");
    bytes.pop();
    assert!(now.starts_with(&bytes) && now.len() > bytes.len());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let desk = desk();
    fs::set_permissions(desk.path("refs.bib"), fs::Permissions::from_mode(0o640)).expect("sets");
    symlink("refs.bib", desk.path("link.bib")).expect("links");
    let run = desk.run(&["update", "link.bib", "--from", "lines", "new.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(fs::symlink_metadata(desk.path("link.bib")).expect("there").is_symlink());
    assert_eq!(fs::metadata(desk.path("refs.bib")).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(desk.text("refs.bib").contains("shannon1948mathematical"));
}

/// Two listings with two works in common: one prints whole entries, the other cuts authors short and has no year.
const WHOLE: &str = "@inproceedings{one, author = {Ada Moss and Ben Reed and Cy Sand and Di Dune}, title = {Growth of Reeds in Brackish Water}, booktitle = {Proceedings of the Reed Days}, year = 2021}\n\
    @article{two, author = {Ben Reed and Di Dune}, title = {Rain over Sand}, journal = {Ecology Notes}, year = 2020, volume = 7}\n\
    @article{three, author = {Di Dune}, title = {A Calculus of Dunes}, journal = {Ecology Notes}, year = 2019}\n";
const CUT: &str = "@misc{x, author = {Moss, Ada and Reed, Ben and others}, title = {Growth of reeds in brackish water}}\n\
    @article{y, author = {Reed, Ben and Dune, Di}, title = {Rain over Sand}, journal = {Ecology Notes}, year = 2020, volume = 7}\n\
    @misc{z, author = {Eve Fen}, title = {Notes on Peat and Water}, year = 2018}\n";

#[test]
fn what_a_listing_lacks_another_fills() {
    let desk = Desk::new(&[("whole.bib", WHOLE.as_bytes()), ("cut.bib", CUT.as_bytes())]);
    fs::copy(desk.path("cut.bib"), desk.path("new.bib")).expect("copies");
    let run = desk.run(&["update", "whole.bib", "new.bib"]);
    assert!(run.stderr.contains("whole.bib: 1 new, 0 filled, 2 known"), "{}", run.stderr);
    assert!(desk.text("whole.bib").starts_with(WHOLE), "{}", desk.text("whole.bib"));
    fs::write(desk.path("new.bib"), WHOLE).expect("writes");
    let run = desk.run(&["update", "cut.bib", "new.bib"]);
    assert!(run.stderr.contains("cut.bib: 1 new, 1 filled, 1 known"), "{}", run.stderr);
    assert!(run.stderr.contains("the cut list of author completed, @misc is now @inproceedings"), "{}", run.stderr);
    let text = desk.text("cut.bib");
    assert!(text.contains("@inproceedings{x, author = {Moss, Ada and Reed, Ben and Sand, Cy and Dune, Di}"), "{text}");
    desk.run(&["update", "cut.bib", "new.bib"]);
    assert_eq!(desk.text("cut.bib"), text);
}

#[test]
fn one_key_of_two_works_mixes_nothing() {
    let old = "@book{a, author = {Ada Moss}, title = {Growth of Reeds}, year = 2001}\n";
    let new = "@article{a, author = {Ben Sand}, title = {Rain over Dunes and Water}, journal = {Notes}, year = 2011, volume = 3}\n";
    let desk = Desk::new(&[("refs.bib", old.as_bytes()), ("new.bib", new.as_bytes())]);
    let run = desk.run(&["update", "refs.bib", "new.bib"]);
    assert!(run.stderr.contains("1 new, 0 filled, 0 known"), "{}", run.stderr);
    assert!(run.stderr.contains("another work has the key `a`; this one has `sand2011rain`"), "{}", run.stderr);
    let text = desk.text("refs.bib");
    assert!(text.starts_with(old) && text.contains("@article{sand2011rain,"), "{text}");
    desk.run(&["update", "refs.bib", "new.bib"]);
    assert_eq!(desk.text("refs.bib"), text);
    // A key that stands twice in the file names nobody: nothing is filled.
    let twice = format!("{old}{}", new.replace(", volume = 3", ""));
    fs::write(desk.path("twice.bib"), &twice).expect("writes");
    let run = desk.run(&["update", "twice.bib", "new.bib"]);
    assert!(run.stderr.contains("0 new, 0 filled, 1 known"), "{}", run.stderr);
    assert_eq!(desk.text("twice.bib"), twice);
}

#[test]
fn two_pages_of_the_corpus_meet_in_either_order() {
    let pages = ["seed-000", "seed-002"].map(|name| common::beside_corpus(&format!("eval/listings/{name}/input.txt")));
    let [Some(few), Some(many)] = pages else {
        eprintln!("corpus not found: an update with its pages is not checked");
        return;
    };
    let (few, many) = (few.to_str().expect("UTF-8"), many.to_str().expect("UTF-8"));
    let desk = Desk::new(&[]);
    assert_eq!(desk.run(&[few, "-o", "few.bib"]).code, Some(0));
    let before = desk.text("few.bib");
    assert_eq!(before.matches("\n@").count() + 1, 7);
    let run = desk.run(&["update", "few.bib", many]);
    assert!(run.stderr.contains("few.bib: 22 new, 0 filled, 2 known, 0 doubtful"), "{}", run.stderr);
    assert!(desk.text("few.bib").starts_with(&before));
    assert_eq!(desk.run(&[many, "-o", "many.bib"]).code, Some(0));
    let run = desk.run(&["update", "many.bib", few]);
    assert!(run.stderr.contains("many.bib: 5 new, 2 filled, 0 known, 0 doubtful"), "{}", run.stderr);
    let after = desk.text("many.bib");
    desk.run(&["update", "many.bib", few]);
    assert_eq!(desk.text("many.bib"), after);
}

#[test]
fn a_file_named_like_a_command_is_read_by_its_path() {
    let desk = Desk::new(&[("update", LINES.as_bytes())]);
    let run = desk.run(&["--from", "lines", "./update"]);
    assert!(run.stdout.contains("shannon1948mathematical"), "{}", run.stderr);
}

/// How often an update is killed.
fn kills() -> u32 {
    std::env::var("BIBGLEAN_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}

#[test]
fn a_killed_update_leaves_the_old_file_or_the_new_one() {
    let mut big = String::new();
    for n in 0..5000 {
        writeln!(
            big,
            "@misc{{key{n},\n  title = {{Work number {n} of a long list}},\n  year = {},\n}}\n",
            1900 + n % 120
        )
        .expect("a string takes all");
    }
    let desk = Desk::new(&[("refs.bib", big.as_bytes()), ("new.txt", LINES.as_bytes())]);
    let start = Instant::now();
    assert_eq!(desk.run(UPDATE).code, Some(0));
    let took = start.elapsed();
    let new = desk.text("refs.bib");
    assert!(new.len() > big.len());
    let (mut old_seen, mut random) = (0, 0x9E37_79B9_u64);
    for _ in 0..kills() {
        fs::write(desk.path("refs.bib"), &big).expect("writes");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moment = took.mul_f64((random >> 33) as f64 / f64::from(1_u32 << 31)) + Duration::from_millis(1);
        let mut child = desk.command(UPDATE).stderr(std::process::Stdio::null()).spawn().expect("runs");
        std::thread::sleep(moment);
        child.kill().expect("kills");
        child.wait().expect("ends");
        let now = desk.text("refs.bib");
        assert!(now == big || now == new, "a torn file of {} bytes", now.len());
        old_seen += u32::from(now == big);
    }
    assert!(old_seen > 0, "no run was killed in time");
}

const TEX: &str = "As \\citet[p.~3]{clocks} says. % \\cite{clocks}\n\\cite{clocks,unknown}\n";

#[test]
fn keys_are_renamed_with_what_cites_them() {
    let desk = Desk::new(&[
        ("refs.bib", b"@article{clocks, author = {Leslie Lamport}, journaltitle = {CACM}, title = {Time and Clocks}, date = {1978}}\n@misc{part, crossref = {clocks}, title = {Part}}\n"),
        ("main.tex", TEX.as_bytes()),
    ]);
    let rekey = ["rekey", "refs.bib", "--key", "scholar", "--tex", "main.tex", "--map", "keys.tsv"];
    assert_eq!(desk.run(&with(&rekey, &["--check"])).code, Some(3));
    assert_eq!(desk.text("main.tex"), TEX);
    let run = desk.run(&rekey);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("main.tex: cites unknown, which refs.bib does not have"), "{}", run.stderr);
    let bib = desk.text("refs.bib");
    assert!(bib.contains("@article{lamport1978time,") && bib.contains("ids = {clocks}"), "{bib}");
    assert!(bib.contains("crossref = {lamport1978time}"), "{bib}");
    assert_eq!(
        desk.text("main.tex"),
        "As \\citet[p.~3]{lamport1978time} says. % \\cite{clocks}\n\\cite{lamport1978time,unknown}\n"
    );
    assert!(desk.text("keys.tsv").contains("clocks\tlamport1978time\n"));
    assert_eq!(desk.run(&with(&rekey, &["--check"])).code, Some(0));
}
