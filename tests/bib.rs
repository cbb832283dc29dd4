//! Existing .bib files: nothing is lost, nothing moves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by them")]

use std::fs;
use std::path::PathBuf;

use bibglean::bib::{self, Fill, UpdateOptions, scan::scan};
use bibglean::model::{Field, Name};
use bibglean::span::SourceId;

const NEW: &str = "@inproceedings{zebra2024stripes,\n  author = {Zebra, Zoe and Quagga, Quinn},\n  title  = {Stripes at Dusk},\n  \
                   booktitle = {Proceedings of the Savanna Days},\n  year   = {2024},\n  month  = may,\n}\n";

fn fixtures() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/bib");
    let mut all: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    all.sort();
    assert!(all.len() >= 30);
    all
}

#[test]
fn odd_files_stay_byte_for_byte() {
    for (name, bytes) in fixtures() {
        let (text, encoding) = bib::decode_bytes(&bytes);
        let mut at = 0;
        for item in scan(&text) {
            assert_eq!(item.range.start, at, "{name}: a gap");
            at = item.range.end;
        }
        assert_eq!(at, text.len(), "{name}");
        let (_, diagnostics) = bib::read(SourceId(0), &text);
        for diagnostic in &diagnostics {
            assert!(diagnostic.spans.iter().all(|span| text.get(span.range()).is_some()), "{name}: {diagnostic:?}");
        }
        let same = bib::update(&text, "", &UpdateOptions::default());
        assert_eq!(bib::encode_bytes(&same.text, encoding).unwrap(), bytes, "{name}");
        assert!(same.edits.is_empty(), "{name}");
    }
}

#[test]
fn a_new_entry_leaves_every_other_byte() {
    for (name, bytes) in fixtures() {
        let (text, encoding) = bib::decode_bytes(&bytes);
        let updated = bib::update(&text, NEW, &UpdateOptions::default());
        assert_eq!(updated.added, ["zebra2024stripes"], "{name}");
        assert!(updated.edits.iter().all(|edit| edit.range.is_empty()), "{name}: something was overwritten");
        // What is left without the insertions is the old file.
        let mut rest = bib::encode_bytes(&updated.text, encoding).unwrap();
        for edit in updated.edits.iter().rev() {
            let start = bib::encode_bytes(&text[..edit.range.start], encoding).unwrap().len();
            rest.drain(start..start + bib::encode_bytes(&edit.text, encoding).unwrap().len());
        }
        assert_eq!(rest, bytes, "{name}");
        // The new entry is read again, the old ones as they were.
        let (before, _) = bib::read(SourceId(0), &text);
        let (after, _) = bib::read(SourceId(0), &updated.text);
        assert_eq!(after.len(), before.len() + 1, "{name}\n{}", updated.text);
        let entry = after.iter().find(|entry| entry.key == "zebra2024stripes").unwrap();
        assert_eq!(entry.record.text(Field::Title), Some("Stripes at Dusk"), "{name}");
        assert_eq!(entry.record.integer(Field::Month), Some(5), "{name}");
        // A second time nothing changes.
        let again = bib::update(&updated.text, NEW, &UpdateOptions::default());
        assert_eq!(again.text, updated.text, "{name}");
        assert_eq!(again.known, ["zebra2024stripes"], "{name}");
    }
}

fn fixture(name: &str) -> String {
    let bytes = fixtures().into_iter().find(|(file, _)| file == name).unwrap().1;
    bib::decode_bytes(&bytes).0
}

#[test]
fn new_entries_wear_the_files_own_style() {
    let table = [
        (
            "jabref.bib",
            "\n\n@Inproceedings{zebra2024stripes,\n  author    = {Zebra, Zoe and Quagga, Quinn},\n  title     = {Stripes at Dusk},\n  booktitle = {Proceedings of the Savanna Days},\n  year      = {2024},\n  month     = may,\n}\n\n@Comment{jabref-meta",
        ),
        (
            "bibdesk.bib",
            "\n\n@inproceedings{zebra2024stripes,\n\tAuthor = {Zebra, Zoe and Quagga, Quinn},\n\tTitle = {Stripes at Dusk},\n\tBooktitle = {Proceedings of the Savanna Days},\n\tYear = {2024},\n\tMonth = may}\n\n@comment{BibDesk",
        ),
        (
            "quotes.bib",
            "@INPROCEEDINGS{zebra2024stripes,\n   AUTHOR = \"Zebra, Zoe and Quagga, Quinn\",\n   TITLE = \"Stripes at Dusk\",\n   BOOKTITLE = \"Proceedings of the Savanna Days\",\n   YEAR = 2024,\n   MONTH = may\n}",
        ),
        (
            "oneline.bib",
            "year=1998}\n@inproceedings{zebra2024stripes, author={Zebra, Zoe and Quagga, Quinn}, title={Stripes at Dusk}, booktitle={Proceedings of the Savanna Days}, year=2024, month=may}\n",
        ),
        (
            "crlf.bib",
            "}\r\n\r\n@inproceedings{zebra2024stripes,\r\n  author = {Zebra, Zoe and Quagga, Quinn},\r\n  title = {Stripes",
        ),
        (
            "aligned.bib",
            "@inproceedings{zebra2024stripes,\n  author       = {Zebra, Zoe and Quagga, Quinn},\n  title        = {Stripes at Dusk},",
        ),
    ];
    for (name, expected) in table {
        let updated = bib::update(&fixture(name), NEW, &UpdateOptions::default());
        assert!(updated.text.contains(expected), "{name}:\n{}", updated.text);
    }
}

#[test]
fn a_volume_with_its_number_is_two_values() {
    let volume = |text: &str| {
        let record = bib::read(SourceId(0), text).0.remove(0).record;
        [Field::Volume, Field::Number].map(|field| record.text(field).unwrap_or_default().to_owned())
    };
    assert_eq!(volume("@article{a, volume = {588 7836}}"), ["588", "7836"]);
    assert_eq!(volume("@article{a, volume = {588 7836}, number = 3}"), ["588 7836", "3"]);
    assert_eq!(volume("@article{a, volume = {12 B}}"), ["12 B", ""]);
}

#[test]
fn a_sorted_file_stays_sorted() {
    let new =
        "@misc{beta, title = {B}}\n@misc{zeta, title = {Z}}\n@misc{aaa, title = {First}}\n@misc{gamma, title = {G}}";
    let updated = bib::update(&fixture("sorted.bib"), new, &UpdateOptions::default());
    let (entries, _) = bib::read(SourceId(0), &updated.text);
    let keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, ["aaa", "alpha", "beta", "delta", "gamma", "omega", "zeta"]);
}

#[test]
fn missing_fields_are_filled_in_the_entrys_own_style() {
    let new = "@article{reed2001growth,\n author = {Someone, Else},\n title = {Other},\n journal = {Other},\n year = {2002},\n volume = {7},\n doi = {10.1/x},\n \
               abstract = {Reeds grow},\n}";
    let updated = bib::update(&fixture("plain.bib"), new, &UpdateOptions::default());
    let expected = fixture("plain.bib").replacen(
        "  year = {2001},\n",
        "  year = {2001},\n  volume = {7},\n  doi = {10.1/x},\n",
        1,
    );
    assert_eq!(updated.text, expected);
    assert_eq!(updated.changed[0].filled, ["volume", "doi"]);
    assert_eq!(bib::update(&updated.text, new, &UpdateOptions::default()).text, updated.text, "twice is once");
    let nothing = UpdateOptions { fill: Fill::Nothing, refresh: Vec::new() };
    assert_eq!(bib::update(&fixture("plain.bib"), new, &nothing).text, fixture("plain.bib"));
    let refresh = UpdateOptions { fill: Fill::Nothing, refresh: vec!["year".into()] };
    let expected = fixture("plain.bib").replacen("{2001}", "{2002}", 1);
    assert_eq!(bib::update(&fixture("plain.bib"), new, &refresh).text, expected);
    // A value that says the same in other LaTeX is not replaced.
    let file = "@misc{a, title = {Café {DNA}}, year = 1999}\n";
    let refresh = UpdateOptions { refresh: vec!["title".into()], ..UpdateOptions::default() };
    assert_eq!(bib::update(file, "@misc{a, title = {Caf{\\'e} DNA}}", &refresh).text, file);

    // No comma at the end; a comment on the last line; `date` and `journaltitle` say what `year` and `journal` say.
    let new = "@misc{sand, title = {Dunes}, year = {1998}, month = may, url = {http://example.org}}";
    let updated = bib::update(&fixture("percent.bib"), new, &UpdateOptions::default());
    let expected = "  year = 1998, % printed so\n  month = may,\n  url = {http://example.org}\n}";
    assert!(updated.text.contains(expected), "{}", updated.text);
    let new = "@article{reed2001growth, journal = {Ecology Notes}, year = {2001}, month = may, volume = {7}}";
    let updated = bib::update(&fixture("aligned.bib"), new, &UpdateOptions::default());
    assert_eq!(updated.changed[0].filled, ["volume"]);
    assert!(updated.text.contains("  doi          = {10.1000/xyz_1},\n  volume       = {7},\n}"), "{}", updated.text);
    // What a parent gives is not missing.
    let new = "@inproceedings{reed, booktitle = {Proceedings of the Reed Days}, year = {2001}, doi = {10.1/x}}";
    let updated = bib::update(&fixture("crossref.bib"), new, &UpdateOptions::default());
    assert_eq!(updated.changed[0].filled, ["doi"]);
}

#[test]
fn a_booktitle_proves_the_type_of_a_misc() {
    let old = "@Misc{reed,\n  title = {Growth},\n}\n";
    let new = "@inproceedings{reed, title = {Growth}, booktitle = {Reed Days}, year = {2001}}";
    let updated = bib::update(old, new, &UpdateOptions::default());
    assert_eq!(
        updated.text,
        "@Inproceedings{reed,\n  title = {Growth},\n  booktitle = {Reed Days},\n  year = {2001},\n}\n"
    );
    assert_eq!(updated.changed[0].retyped.as_deref(), Some("inproceedings"));
}

#[test]
fn cut_lists_are_completed_where_they_begin_the_new_list() {
    let new = "@article{DBLP:journals/en/Reed01, author = {Reed, Ada and Moss, Ben and de Sand, Cy and Rain, Di}}";
    let updated = bib::update(&fixture("dblp.bib"), new, &UpdateOptions::default());
    let pad = " ".repeat(18);
    let expected = format!("{{Ada Reed and\n{pad}Ben Moss and\n{pad}de Sand, Cy and\n{pad}Di Rain}},");
    assert!(updated.text.contains(&expected), "{}", updated.text);
    assert_eq!(updated.changed[0].completed, ["author"]);
    let other = "@article{DBLP:journals/en/Reed01, author = {Reed, Ada and Swamp, Ben and Sand, Cy}}";
    assert_eq!(bib::update(&fixture("dblp.bib"), other, &UpdateOptions::default()).text, fixture("dblp.bib"));
}

#[test]
fn values_are_read_with_their_latex_decoded() {
    let (entries, diagnostics) = bib::read(SourceId(0), &fixture("latex.bib"));
    assert!(diagnostics.is_empty());
    let record = &entries[0].record;
    let names = &record.names(Field::Authors).unwrap().names;
    assert_eq!(names[0], Name::person("Standen", "Grégoire-Yves"));
    assert_eq!(names[2], Name::person("Martínez", "A."));
    assert_eq!(names[3], Name::person("Łuk", "Ø."));
    assert_eq!(record.text(Field::Title), Some("Computing in Science & Engineering: μm and 10% of all “quoted” Ti3C2"));
    assert_eq!(record.text(Field::Doi), Some("10.1007/978-3-032-00942-5_12"));
    assert_eq!(record.text(Field::Url), Some("https://example.org/a_b"));
    assert_eq!(record.integer(Field::Year), Some(1988));
    let (entries, _) = bib::read(SourceId(0), &fixture("nested.bib"));
    let names = &entries[0].record.names(Field::Authors).unwrap().names;
    assert_eq!(names[0], Name::Body("World Sand Office".into()));
    let (entries, _) = bib::read(SourceId(0), &fixture("concat.bib"));
    assert_eq!(entries[0].record.text(Field::Publisher), Some("Marsh Press and Sons"));
    assert_eq!(entries[0].record.integer(Field::Month), Some(1));
    let (entries, _) = bib::read(SourceId(0), &fixture("crossref.bib"));
    assert_eq!(entries[0].record.text(Field::Container), Some("Proceedings of the Reed Days"));
    assert_eq!(entries[0].record.integer(Field::Year), Some(2001));
    assert_eq!(entries[1].record.text(Field::Container), Some("Ecology Notes"));
    let (entries, _) = bib::read(SourceId(0), &fixture("ids.bib"));
    assert_eq!(entries[0].aliases, ["sand", "cy:1998", "DUNES"]);
    let (entries, diagnostics) = bib::read(SourceId(0), &fixture("unclosed.bib"));
    assert_eq!((entries.len(), diagnostics.len()), (1, 1));
    let (_, diagnostics) = bib::read(SourceId(0), &fixture("duplicate_keys.bib"));
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn a_diff_shows_what_changed() {
    let text = fixture("plain.bib");
    let new = "@article{reed2001growth, volume = {7}}\n@misc{sand, title = {Dunes}}";
    let updated = bib::update(&text, new, &UpdateOptions::default());
    let diff = bib::unified_diff("refs.bib", &text, &updated.edits);
    let expected = "--- refs.bib
+++ refs.bib
@@ -3,6 +3,7 @@
   title = {Growth of Reeds in Brackish Water},
   journal = {Ecology Notes},
   year = {2001},
+  volume = {7},
 }
 
 @book{moss1999rain,
@@ -11,3 +12,7 @@
   publisher = {Marsh Press},
   year = {1999},
 }
+
+@misc{sand,
+  title = {Dunes},
+}
";
    assert_eq!(diff, expected);
    assert_eq!(bib::unified_diff("refs.bib", &text, &[]), "");
}

#[test]
fn declarations_are_read() {
    let text = "% bibglean: not-same a b\n%%  bibglean: not-same x, y, z\n% bibglean: other a b\n@misc{a, note = {bibglean: not-same a c}}";
    let pairs = bib::declared_distinct(text);
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(pairs, [("a", "b"), ("x", "y"), ("x", "z"), ("y", "z")]);
}

/// Each of these took quadratic time in some reader of .bib files.
#[test]
fn hostile_files_are_read_in_linear_time() {
    let many = 40_000;
    let inputs = [
        "@misc{a}".repeat(many),
        "@misc{a, title = {".repeat(many),
        "@misc{a,\n".repeat(many),
        "@comment{".repeat(many),
        "@comment{\n".repeat(many),
        "@string{a = a # a # a}".repeat(many / 2),
        format!("@misc{{a, title = {{{}}}}}", "{}".repeat(many)),
        format!("@misc{{a, title = {{{}}}}}", "\\x{".repeat(many) + &"}".repeat(many)),
        format!("@misc{{a, author = {{{}}}}}", "A, B and ".repeat(many)),
        format!("@misc{{a, {}}}", "x = 1,".repeat(many)),
        (0..many).map(|i| format!("@misc{{k{i}, crossref = {{k{}}}}}\n", i + 1)).collect(),
        "@misc{same, title = {T}}\n".repeat(many),
    ];
    let start = std::time::Instant::now();
    for input in &inputs {
        let (_, _) = bib::read(SourceId(0), input);
        let _ = bib::update(input, NEW, &UpdateOptions::default());
    }
    // Quadratic time would be hours.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
