//! hayagriva YAML, the bibliography format of Typst (its file-format.md): what contains a work is its parent.

use super::case::{Evidence, protect};
use super::names::split_particle;
use super::plain::{Plain, PlainName};
use super::{WriteOptions, Written};
use crate::model::{EntryType, Field, Library, MarkKind, Text};

/// Writes a library as one YAML mapping.
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let evidence = Evidence::gather(library);
    let mut yaml = Yaml { out: String::new() };
    for entry in &library.entries {
        if !yaml.out.is_empty() {
            yaml.out.push('\n');
        }
        yaml.out.push_str(&key(&entry.key));
        yaml.out.push_str(":\n");
        yaml.entry(entry.record.entry_type.value, &Plain { record: &entry.record, options }, &evidence);
    }
    Written { text: yaml.out, diagnostics: Vec::new() }
}

/// A key as YAML reads it back: quoted if it could be read as anything but a string.
fn key(key: &str) -> String {
    let word = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let constant = matches!(
        key.to_ascii_lowercase().as_str(),
        "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null" | "nan" | "inf"
    );
    if word && !constant { key.to_owned() } else { quoted(key) }
}

/// A double-quoted scalar: YAML reads JSON's strings.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned())
}

/// Type of an entry and of its parent.
fn types(entry_type: EntryType) -> (&'static str, &'static str) {
    match entry_type {
        EntryType::Article => ("article", "periodical"),
        EntryType::Book | EntryType::Manual => ("book", "book"),
        EntryType::InCollection => ("anthos", "anthology"),
        EntryType::InProceedings => ("article", "proceedings"),
        EntryType::Proceedings => ("proceedings", "conference"),
        EntryType::PhdThesis | EntryType::MastersThesis => ("thesis", "misc"),
        EntryType::TechReport => ("report", "misc"),
        EntryType::Patent => ("patent", "misc"),
        EntryType::Dataset => ("repository", "misc"),
        EntryType::Software => ("repository", "misc"),
        EntryType::Online => ("web", "web"),
        EntryType::Unpublished => ("manuscript", "misc"),
        EntryType::Misc => ("misc", "misc"),
    }
}

struct Yaml {
    out: String,
}

impl Yaml {
    fn line(&mut self, indent: usize, name: &str, value: &str) {
        for _ in 0..indent {
            self.out.push(' ');
        }
        self.out.push_str(name);
        self.out.push(':');
        if !value.is_empty() {
            self.out.push(' ');
            self.out.push_str(value);
        }
        self.out.push('\n');
    }

    fn text(&mut self, indent: usize, name: &str, value: Option<String>) {
        if let Some(value) = value {
            self.line(indent, name, &quoted(&value));
        }
    }

    fn entry(&mut self, entry_type: EntryType, plain: &Plain, evidence: &Evidence) {
        let (kind, parent) = types(entry_type);
        let article = entry_type == EntryType::Article;
        self.line(2, "type", kind);
        self.text(2, "title", plain.title().map(|title| formatted(&title, evidence)));
        self.names(2, "author", &plain.names(Field::Authors));
        self.text(2, "date", plain.date().map(date));
        let contained = plain.text(Field::Container).is_some();
        let outer = if contained { 4 } else { 2 };
        let mut inner = Self { out: String::new() };
        inner.text(outer, "title", plain.text(Field::Container).map(|t| escaped(&t)));
        inner.names(outer, "editor", &plain.names(Field::Editors));
        inner.text(outer, "publisher", plain.text(Field::Publisher).map(|t| escaped(&t)));
        inner.text(outer, "location", plain.text(Field::Address).map(|t| escaped(&t)));
        inner.text(outer, "volume", plain.text(Field::Volume));
        inner.text(outer, "edition", plain.text(Field::Edition));
        if article {
            inner.text(outer, "issue", plain.text(Field::Number));
        }
        inner.serial(outer, &[("isbn", plain.text(Field::Isbn)), ("issn", plain.text(Field::Issn))], contained);
        if !contained {
            self.out.push_str(&inner.out);
        }
        self.text(2, "organization", plain.text(Field::Institution).map(|t| escaped(&t)));
        self.text(2, "genre", plain.text(Field::Genre).map(|t| escaped(&t)));
        self.text(2, "page-range", plain.text(Field::Pages));
        let (archive, id) = plain.eprint().unzip();
        let arxiv = archive.as_deref() == Some("arXiv");
        let mut numbers = vec![
            ("doi", plain.doi()),
            ("arxiv", id.clone().filter(|_| arxiv)),
            ("pmid", plain.text(Field::Pmid)),
            ("serial", if article { None } else { plain.text(Field::Number) }),
        ];
        if !contained {
            numbers.extend([("isbn", plain.text(Field::Isbn)), ("issn", plain.text(Field::Issn))]);
        }
        self.serial(2, &numbers, true);
        if let (Some(archive), Some(id)) = (archive.filter(|_| !arxiv), id) {
            self.text(2, "archive", Some(escaped(&format!("{archive}:{id}"))));
        }
        self.text(2, "url", plain.url());
        let notes: Vec<String> = [Field::PubState, Field::Note].iter().filter_map(|f| plain.text(*f)).collect();
        self.text(2, "note", (!notes.is_empty()).then(|| escaped(&notes.join("; "))));
        self.text(2, "abstract", plain.text(Field::Abstract).map(|t| escaped(&t)));
        self.names_of_translators(&plain.names(Field::Translators));
        if contained {
            self.line(2, "parent", "");
            self.line(4, "type", parent);
            self.out.push_str(&inner.out);
        }
        if let Some(series) = plain.text(Field::Series) {
            self.series(if contained { 4 } else { 2 }, &series);
        }
    }

    /// A series is the parent of the book.
    fn series(&mut self, indent: usize, series: &str) {
        self.line(indent, "parent", "");
        self.line(indent + 2, "type", "anthology");
        self.text(indent + 2, "title", Some(escaped(series)));
    }

    fn serial(&mut self, indent: usize, numbers: &[(&str, Option<String>)], wanted: bool) {
        if wanted && numbers.iter().any(|n| n.1.is_some()) {
            self.line(indent, "serial-number", "");
            for (name, value) in numbers {
                self.text(indent + 2, name, value.clone());
            }
        }
    }

    fn names_of_translators(&mut self, names: &[PlainName]) {
        if !names.is_empty() {
            self.line(2, "affiliated", "");
            self.out.push_str("    - role: translator\n");
            self.names(6, "names", names);
        }
    }

    fn names(&mut self, indent: usize, field: &str, names: &[PlainName]) {
        if names.is_empty() {
            return;
        }
        self.line(indent, field, "");
        for name in names {
            for _ in 0..indent + 2 {
                self.out.push(' ');
            }
            self.out.push_str("- ");
            self.out.push_str(&person(name));
            self.out.push('\n');
        }
    }
}

/// A name as a mapping, so that no comma or particle in it is read as syntax.
fn person(name: &PlainName) -> String {
    match name {
        PlainName::Body(body) => format!("{{ name: {} }}", quoted(body)),
        PlainName::Person { family, given, suffix } => {
            let (particle, rest) = split_particle(family);
            let mut out = format!("{{ name: {}", quoted(rest));
            for (part, value) in [("given-name", given.as_str()), ("prefix", particle), ("suffix", suffix)] {
                if !value.is_empty() {
                    out.push_str(&format!(", {part}: {}", quoted(value)));
                }
            }
            out.push_str(" }");
            out
        }
    }
}

fn date((year, month, day): (i64, Option<i64>, Option<i64>)) -> String {
    let mut out = year.to_string();
    for part in [month, day].into_iter().flatten() {
        out.push_str(&format!("-{part:02}"));
    }
    out
}

/// Braces, dollar signs and backslashes mean something in hayagriva's text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '{' | '}' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A title: protected words in braces, mathematics between dollar signs.
fn formatted(title: &Text, evidence: &Evidence) -> String {
    let mut wraps: Vec<(std::ops::Range<usize>, [&str; 2])> =
        protect(title, evidence).into_iter().map(|p| (p.range, ["{", "}"])).collect();
    let math = title.marks.iter().filter(|m| m.kind == MarkKind::Math);
    wraps.extend(
        math.filter(|m| super::math::is_harmless(title.plain.get(m.range.clone()).unwrap_or_default()))
            .map(|m| (m.range.clone(), ["$", "$"])),
    );
    wraps.sort_by_key(|w| w.0.start);
    let mut out = String::new();
    let mut at = 0;
    for (range, [open, close]) in wraps {
        if range.start < at {
            continue;
        }
        out.push_str(&escaped(title.plain.get(at..range.start).unwrap_or_default()));
        out.push_str(open);
        let inner = title.plain.get(range.clone()).unwrap_or_default();
        out.push_str(&if open == "$" { inner.to_owned() } else { escaped(inner) });
        out.push_str(close);
        at = range.end;
    }
    out.push_str(&escaped(title.plain.get(at..).unwrap_or_default()));
    out
}
