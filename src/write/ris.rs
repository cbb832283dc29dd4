//! RIS (Research Information Systems' format), in the dialect that EndNote, Zotero, Mendeley and JabRef share:
//! CRLF, one tag a line, `DA  - 2024/08//`, conference papers as CONF with the proceedings in T2, editors in A2.

use super::plain::{Plain, PlainName};
use super::{WriteOptions, Written};
use crate::model::{EntryType, Field, Library, Value};

/// Writes a library as RIS.
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let mut out = Ris(String::new());
    for entry in &library.entries {
        let entry_type = entry.record.entry_type.value;
        out.tag("TY", ris_type(entry_type));
        out.record(entry_type, &Plain { record: &entry.record, options });
        out.tag("ID", &entry.key);
        out.0.push_str("ER  - \r\n\r\n");
    }
    Written { text: out.0, diagnostics: Vec::new() }
}

fn ris_type(entry_type: EntryType) -> &'static str {
    match entry_type {
        EntryType::Article => "JOUR",
        EntryType::Book | EntryType::Manual => "BOOK",
        EntryType::InCollection => "CHAP",
        EntryType::InProceedings | EntryType::Proceedings => "CONF",
        EntryType::PhdThesis | EntryType::MastersThesis => "THES",
        EntryType::TechReport => "RPRT",
        EntryType::Patent => "PAT",
        EntryType::Dataset => "DATA",
        EntryType::Software => "COMP",
        EntryType::Online => "ELEC",
        EntryType::Unpublished => "UNPB",
        EntryType::Misc => "GEN",
    }
}

struct Ris(String);

impl Ris {
    fn tag(&mut self, tag: &str, value: &str) {
        if !value.is_empty() {
            self.0.push_str(tag);
            self.0.push_str("  - ");
            self.0.push_str(value);
            self.0.push_str("\r\n");
        }
    }

    fn text(&mut self, tag: &str, plain: &Plain, field: Field) {
        if let Some(text) = plain.text(field) {
            self.tag(tag, &text);
        }
    }

    fn names(&mut self, tag: &str, names: &[PlainName]) {
        for name in names {
            self.tag(tag, &ris_name(name));
        }
    }

    fn record(&mut self, entry_type: EntryType, plain: &Plain) {
        self.names("AU", &plain.names(Field::Authors));
        self.names("A2", &plain.names(Field::Editors));
        self.names("A4", &plain.names(Field::Translators));
        if let Some(title) = plain.title() {
            self.tag("TI", &title.plain);
        }
        if let Some((year, month, day)) = plain.date() {
            self.tag("PY", &year.to_string());
            if let Some(month) = month {
                let day = day.map(|d| format!("{d:02}")).unwrap_or_default();
                self.tag("DA", &format!("{year}/{month:02}/{day}/"));
            }
        }
        self.text("T2", plain, Field::Container);
        self.text("T3", plain, Field::Series);
        self.text("VL", plain, Field::Volume);
        let article = entry_type == EntryType::Article;
        self.text(if article { "IS" } else { "M1" }, plain, Field::Number);
        self.pages(plain);
        self.text("ET", plain, Field::Edition);
        self.text("M3", plain, Field::Genre);
        let publisher = plain.text(Field::Publisher);
        match (publisher, plain.text(Field::Institution)) {
            (Some(publisher), Some(body)) => {
                self.tag("PB", &publisher);
                self.tag("N1", &body);
            }
            (Some(one), None) | (None, Some(one)) => self.tag("PB", &one),
            (None, None) => {}
        }
        self.text("CY", plain, Field::Address);
        if let Some(doi) = plain.doi() {
            self.tag("DO", &doi);
        }
        self.text("SN", plain, if plain.text(Field::Isbn).is_some() { Field::Isbn } else { Field::Issn });
        if let Some(url) = plain.url() {
            self.tag("UR", &url);
        }
        if let Some((archive, id)) = plain.eprint() {
            self.tag("AN", &format!("{archive}:{id}"));
        }
        for (field, label) in
            [(Field::PubState, ""), (Field::Note, ""), (Field::Pmid, "PMID "), (Field::UrlDate, "Accessed ")]
        {
            if let Some(text) = plain.text(field) {
                self.tag("N1", &format!("{label}{text}"));
            }
        }
        self.text("AB", plain, Field::Abstract);
    }

    /// First and last page; several ranges or an article number stand in SP alone.
    fn pages(&mut self, plain: &Plain) {
        let ranges = match plain.record.get(Field::Pages) {
            Some(Value::Pages(pages)) => pages.0.as_slice(),
            _ => &[],
        };
        if let [range] = ranges
            && let (Some(last), Some(_)) = (&range.last, plain.text(Field::Pages))
        {
            self.tag("SP", &super::clean::clean_str(&range.first));
            self.tag("EP", &super::clean::clean_str(last));
        } else {
            self.text("SP", plain, Field::Pages);
        }
    }
}

/// `Family, Given, Suffix`; a body ends in a comma, so that it is no person's given and family name.
/// Commas and semicolons inside a part would cut it: they become spaces.
fn ris_name(name: &PlainName) -> String {
    let part = |text: &str| {
        let words: Vec<&str> = text.split([',', ';', ' ']).filter(|w| !w.is_empty()).collect();
        words.join(" ")
    };
    match name {
        PlainName::Body(body) => format!("{},", part(body)),
        PlainName::Person { family, given, suffix } => {
            let mut out = format!("{},", part(family));
            if !given.is_empty() {
                out.push(' ');
                out.push_str(&part(given));
            }
            if !suffix.is_empty() {
                out.push_str(", ");
                out.push_str(&part(suffix));
            }
            out
        }
    }
}
