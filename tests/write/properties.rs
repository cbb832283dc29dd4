//! Whatever a record holds, what is written is one harmless entry that says the same.

use std::collections::BTreeSet;

use bibglean::model::{EntryType, Field, Library, Mark, MarkKind, Name, NameList, PageRange, Pages, Text, Value};
use bibglean::write::{WriteOptions, format};
use proptest::prelude::*;

use crate::bib::{canon, read};
use crate::gold::{entry, library, record};

/// Commands that a file may hold: those of the tables, and what marks become.
fn allowed() -> BTreeSet<String> {
    let mut allowed: BTreeSet<String> = [
        "emph",
        "textsuperscript",
        "textsubscript",
        "backslash",
        "textbraceleft",
        "textbraceright",
        "textasciitilde",
        "textasciicircum",
        "textasciigrave",
        "textquoteright",
    ]
    .map(str::to_owned)
    .into();
    for table in [include_str!("../../data/lexicon/latex.tsv"), include_str!("../../data/lexicon/math_commands.tsv")] {
        for line in table.lines().filter(|l| !l.starts_with('#')) {
            allowed.extend(commands(line));
            allowed.extend(line.split('\t').next().map(str::to_owned));
        }
    }
    allowed
}

fn commands(text: &str) -> Vec<String> {
    let letters = |s: &str| s.chars().take_while(char::is_ascii_alphabetic).collect::<String>();
    text.split('\\').skip(1).map(letters).filter(|c| !c.is_empty()).collect()
}

/// Balanced braces in every value, known commands only, no control or invisible character, an even number of dollar signs.
pub fn check_harmless(text: &str) {
    let allowed = allowed();
    for line in text.lines() {
        let verbatim = ["  url ", "  doi ", "  eprint "].iter().any(|f| line.starts_with(f));
        if !line.starts_with("  ") {
            continue;
        }
        let mut depth = 0i32;
        for c in line.chars() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            assert!(depth >= 0, "{line}");
            assert!(
                !c.is_control() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}'),
                "{line:?}"
            );
        }
        assert_eq!(depth, 0, "{line}");
        if verbatim {
            assert!(!line.contains('\\'), "{line}");
            continue;
        }
        for command in commands(line) {
            assert!(allowed.contains(&command), "\\{command} in {line}");
        }
        let mut before = ' ';
        let mut dollars = 0;
        for c in line.chars() {
            assert!(!matches!(c, '%' | '#' | '&') || before == '\\', "{line}");
            dollars += i32::from(c == '$' && before != '\\');
            before = if c == '\\' && before == '\\' { ' ' } else { c };
        }
        assert_eq!(dollars % 2, 0, "{line}");
    }
}

/// Text of all planes, of LaTeX's specials and of words that mean something in names.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-zA-Z]{1,8}",
        2 => any::<char>().prop_map(String::from),
        2 => prop::sample::select(vec![
            "{", "}", "\\", "$", "%", "&", "#", "_", "^", "~", "\"", "'", "`", "<", ">", "|", "@", "*", "--", "``", "''", ",", ";", "=", "-",
            "\\input{x}", "$x$", "é", "ß", "Ł", "ı", "α", "中", "ж", "ﬁ", "²", "₂", "“", "”", "’", "…", "\u{a0}", "\u{301}", "\u{200d}", "\0", "\n",
        ]).prop_map(str::to_owned),
        1 => prop::sample::select(vec![" and ", " others ", " et al. ", "van ", "Jr.", "GPU", "ZeRO++", "COVID-19", "Berlin"]).prop_map(str::to_owned),
        3 => Just(" ".to_owned()),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|p| p.concat())
}

fn odd_name() -> impl Strategy<Value = Name> {
    prop_oneof![
        3 => (odd_text(), odd_text(), prop_oneof![4 => Just(String::new()), 1 => odd_text()])
            .prop_map(|(family, given, suffix)| Name::Person { family, given, suffix }),
        1 => odd_text().prop_map(Name::Body),
    ]
}

fn odd_library() -> impl Strategy<Value = Library> {
    let fields = (
        prop::collection::vec(odd_name(), 0..4),
        any::<bool>(),
        odd_text(),
        odd_text(),
        odd_text(),
        odd_text(),
        (odd_text(), odd_text()),
        (0i64..3000, 0i64..14),
    );
    (0..EntryType::ALL.len(), fields).prop_map(|(kind, (names, others, title, container, note, url, pages, date))| {
        let record = record(
            EntryType::ALL[kind],
            vec![
                (Field::Authors, Value::Names(NameList { names, others, omitted: None })),
                (Field::Title, Value::Text(title.into())),
                (Field::Container, Value::Text(container.into())),
                (Field::Note, Value::Text(note.into())),
                (Field::Url, Value::Verbatim(url.clone())),
                (Field::Doi, Value::Verbatim(format!("10.1000/{url}"))),
                (Field::Pages, Value::Pages(Pages(vec![PageRange { first: pages.0, last: Some(pages.1) }]))),
                (Field::Year, Value::Integer(date.0)),
                (Field::Month, Value::Integer(date.1)),
            ],
        );
        library(vec![entry("key", record)])
    })
}

/// The input text as any output may show it.
fn visible(text: &str) -> String {
    let dropped = |c: char| {
        let n = u32::from(c);
        (c.is_control() && !c.is_whitespace())
            || matches!(n, 0xAD | 0x61C | 0x180B..=0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFB | 0xFDD0..=0xFDEF | 0xE_0000..=0xE_0FFF)
            || n & 0xFFFE == 0xFFFE
    };
    canon(&text.chars().filter(|c| !dropped(*c)).collect::<String>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(library in odd_library()) {
        let record = &library.entries[0].record;
        for profile in ["bibtex", "biblatex"] {
            let written = (format(profile).unwrap().write)(&library, &WriteOptions::default()).text;
            check_harmless(&written);
            let entries = read(&written);
            prop_assert_eq!(entries.len(), 1);
            let title = entries[0].get("title").map(|t| canon(t)).unwrap_or_default();
            prop_assert_eq!(title, visible(record.text(Field::Title).unwrap()), "{}", written);
            // Written again from what was read, it is the same to the byte.
            let mut again = record.clone();
            let text = entries[0].get("title").cloned().unwrap_or_default();
            again.fields.insert(Field::Title, crate::gold::sourced(Value::Text(text.into())));
            let rewritten = (format(profile).unwrap().write)(&self::library(vec![entry("key", again)]), &WriteOptions::default()).text;
            prop_assert_eq!(rewritten, written);
        }
    }

    /// Whatever stretches of a title are marked, even ranges that fit no text.
    #[test]
    fn marks_never_break_an_entry(
        title in odd_text(),
        marks in prop::collection::vec((0usize..40, 0usize..40, 0usize..4), 0..8),
    ) {
        let kinds = [MarkKind::Italic, MarkKind::Superscript, MarkKind::Subscript, MarkKind::Math];
        let marks = marks.into_iter().map(|(a, b, kind)| Mark { range: a.min(b)..a.max(b), kind: kinds[kind] }).collect();
        let record = record(EntryType::Misc, vec![(Field::Title, Value::Text(Text { plain: title, marks }))]);
        let library = library(vec![entry("key", record)]);
        for format in bibglean::write::FORMATS {
            let written = (format.write)(&library, &WriteOptions::default()).text;
            if format.name.starts_with("bib") {
                check_harmless(&written);
                prop_assert_eq!(read(&written).len(), 1);
            }
        }
    }

    #[test]
    fn every_format_takes_anything(library in odd_library()) {
        for format in bibglean::write::FORMATS {
            let written = (format.write)(&library, &WriteOptions::default());
            prop_assert!(!written.text.is_empty());
            if format.name.contains("json") {
                for line in if format.name == "jsonl" { written.text.lines().collect::<Vec<_>>() } else { vec![written.text.as_str()] } {
                    prop_assert!(serde_json::from_str::<serde_json::Value>(line).is_ok());
                }
            }
        }
    }
}
