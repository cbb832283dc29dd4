//! Record to the fields of a .bib entry: what BibTeX and biblatex share.

use std::ops::Range;

use super::case::{Evidence, protect};
use super::clean::{clean, clean_str};
use super::latex::{Dialect, escape, escape_str};
use super::layout::{BibEntry, BibValue};
use super::names::bib_names;
use super::url::{encode_identifier, encode_url};
use super::{Abstracts, ForeignFields, WriteOptions};
use crate::model::{Field, NameList, Pages, Record, Value, is_key_char};

/// What the writing of a whole library shares.
pub(super) struct Context<'a> {
    pub options: &'a WriteOptions,
    pub dialect: Dialect,
    pub evidence: Evidence,
    /// What is done with fields that a type does not have.
    pub foreign: ForeignFields,
}

/// How a type of publication is written: the entry type, the names that its container and body go by, and the fields it has
/// by biblatex's data model (blx-dm.def) among those that are not common to all.
pub(super) struct Shape {
    /// Entry type.
    pub kind: &'static str,
    /// What contains it (`journal`); without one it is said in the note.
    pub container: Option<&'static str>,
    /// The institution (`school`, `organization`).
    pub body: Option<&'static str>,
    /// Name of the place field, if it has one.
    pub place: Option<&'static str>,
    /// The kind of a thesis or report.
    pub genre: Option<&'static str>,
    /// Where words go that have no field: `howpublished`, or the note.
    pub remark: Option<&'static str>,
    /// Further fields.
    pub has: &'static [Field],
}

/// An entry that is being put together.
pub(super) struct Draft<'a> {
    context: &'a Context<'a>,
    pub record: &'a Record,
    pub shape: &'static Shape,
    fields: Vec<(&'static str, BibValue)>,
    remarks: Vec<String>,
    notes: Vec<String>,
}

impl<'a> Draft<'a> {
    pub fn new(context: &'a Context<'a>, record: &'a Record, shape: &'static Shape) -> Self {
        Self { context, record, shape, fields: Vec::new(), remarks: Vec::new(), notes: Vec::new() }
    }

    /// The entry, its empty fields gone.
    pub fn finish(self, kind: &'static str, key: &str) -> BibEntry {
        BibEntry { kind, key: safe_key(key), fields: self.fields }
    }

    fn omitted(&self, name: &str) -> bool {
        self.context.options.omit.contains(name)
    }

    /// Sets a field to text that is escaped already.
    pub fn set(&mut self, name: &'static str, value: String) {
        if !value.is_empty() && !self.omitted(name) {
            self.fields.push((name, BibValue::Braced(value)));
        }
    }

    /// Sets a field to a macro.
    pub fn set_macro(&mut self, name: &'static str, value: &'static str) {
        if !self.omitted(name) {
            self.fields.push((name, BibValue::Macro(value)));
        }
    }

    /// Adds to the note.
    pub fn note(&mut self, text: String) {
        if !text.is_empty() {
            self.notes.push(text);
        }
    }

    /// Adds to `howpublished` where the type has it, else to the note.
    pub fn remark(&mut self, text: String) {
        if text.is_empty() {
        } else if self.shape.remark.is_some() {
            self.remarks.push(text);
        } else {
            self.notes.push(text);
        }
    }

    /// The record's value as the content of a field, unless it is left out.
    pub fn content(&self, field: Field) -> Option<String> {
        if self.omitted(field.name()) {
            return None;
        }
        let dialect = self.context.dialect;
        let value = match self.record.get(field)? {
            Value::Text(text) => escape(&clean(text), &[], dialect),
            Value::Verbatim(text) => escape_str(&clean_str(text), dialect),
            Value::Integer(number) => number.to_string(),
            Value::Pages(pages) => self.pages(pages),
            Value::Names(list) => self.names(list)?,
        };
        (!value.is_empty()).then_some(value)
    }

    fn names(&self, list: &NameList) -> Option<String> {
        bib_names(list, self.context.options.max_authors, self.context.dialect)
    }

    /// `12--34`, `e1234`, `34,37--39`.
    fn pages(&self, pages: &Pages) -> String {
        let label = |text: &str| page_label(text, self.context.dialect);
        let ranges: Vec<String> = pages
            .0
            .iter()
            .map(|range| (label(&range.first), label(range.last.as_deref().unwrap_or_default())))
            .filter(|(first, last)| !first.is_empty() || !last.is_empty())
            .map(
                |(first, last)| {
                    if first.is_empty() || last.is_empty() { first + &last } else { format!("{first}--{last}") }
                },
            )
            .collect();
        ranges.join(",")
    }

    /// Sets a field that has one name in both formats.
    pub fn copy(&mut self, field: Field, name: &'static str) {
        if let Some(value) = self.content(field) {
            self.set(name, value);
        }
    }

    /// Whether fields that do not fit are told in words.
    pub fn folds(&self) -> bool {
        self.context.foreign == ForeignFields::Fold
    }

    /// Sets a field if the type has it; else it is kept under its name or told by `tell`, as the options say.
    pub fn own(&mut self, field: Field, name: &'static str, tell: impl FnOnce(&mut Self, String)) {
        let Some(value) = self.content(field) else { return };
        if self.shape.has.contains(&field) || self.context.foreign == ForeignFields::Keep {
            self.set(name, value);
        } else {
            tell(self, value);
        }
    }

    /// The title, with its protected words in braces.
    pub fn title(&mut self) {
        if self.omitted(Field::Title.name()) {
            return;
        }
        let Some(value) = self.record.get(Field::Title) else { return };
        let text = match value {
            Value::Text(text) => clean(text),
            other => clean(&other.text().unwrap_or_default().into()),
        };
        let protected: Vec<Range<usize>> =
            protect(&text, &self.context.evidence).into_iter().map(|p| p.range).collect();
        self.set("title", escape(&text, &protected, self.context.dialect));
    }

    /// What contains the work.
    pub fn container(&mut self) {
        let Some(value) = self.content(Field::Container) else { return };
        match self.shape.container {
            Some(name) => self.set(name, value),
            None => self.remark(value),
        }
    }

    /// Institution, school or organisation.
    pub fn body(&mut self) {
        let Some(value) = self.body_name() else { return };
        match (self.shape.body, self.context.foreign) {
            (Some(name), _) => self.set(name, value),
            (None, ForeignFields::Keep) => self.set("institution", value),
            (None, _) => self.remark(value),
        }
    }

    /// The institution; in braces of its own where an `and` would cut it (biblatex reads a list here).
    fn body_name(&self) -> Option<String> {
        let value = self.content(Field::Institution)?;
        Some(listed(value))
    }

    /// Publisher: an article's is left out, where others lack the field it is said in the note.
    pub fn publisher(&mut self) {
        let Some(value) = self.content(Field::Publisher).map(listed) else { return };
        if self.shape.has.contains(&Field::Publisher) || self.context.foreign == ForeignFields::Keep {
            self.set("publisher", value);
        } else if self.shape.remark.is_some() || !self.shape.has.contains(&Field::Issn) {
            self.remark(value);
        }
    }

    /// Place of the publisher or event: left out where the type has none (articles).
    pub fn place(&mut self, usual: &'static str) {
        let Some(value) = self.content(Field::Address).map(listed) else { return };
        match (self.shape.place, self.context.foreign) {
            (Some(name), _) => self.set(name, value),
            (None, ForeignFields::Keep) => self.set(usual, value),
            (None, _) if self.shape.remark.is_some() => self.remark(value),
            (None, _) => {}
        }
    }

    /// Volume: biblatex's is an integer. Says whether the field was set.
    pub fn volume(&mut self) -> bool {
        let Some(value) = self.content(Field::Volume) else { return false };
        let integer = value.bytes().all(|b| b.is_ascii_digit());
        let fits = integer && self.shape.has.contains(&Field::Volume);
        if fits || self.context.foreign == ForeignFields::Keep {
            self.set("volume", value);
        } else {
            self.remark(format!("vol. {value}"));
            return false;
        }
        true
    }

    /// Editors, where the type has them; `Edited by …` elsewhere.
    pub fn editors(&mut self) {
        self.own(Field::Editors, "editor", |draft, _| draft.people(Field::Editors, "Edited by"));
    }

    /// Translators.
    pub fn translators(&mut self) {
        self.own(Field::Translators, "translator", |draft, _| draft.people(Field::Translators, "Translated by"));
    }

    /// Names in running text.
    pub fn people(&mut self, field: Field, what: &str) {
        let Some(list) = self.record.names(field).filter(|l| !l.names.is_empty() && !self.omitted(field.name())) else {
            return;
        };
        let names: Vec<String> =
            list.names.iter().map(|n| clean_str(format!("{} {}", n.given(), n.family()).trim())).collect();
        let mut text = format!("{what} ");
        for (i, name) in names.iter().enumerate() {
            let joint = match i {
                0 => "",
                _ if i + 1 == names.len() && !list.others => " and ",
                _ => ", ",
            };
            text.push_str(joint);
            text.push_str(&escape_str(name, self.context.dialect));
        }
        if list.others {
            text.push_str(" and others");
        }
        self.note(text);
    }

    /// ISBN and ISSN, if their check digit is right: readers refuse them otherwise. A wrong ISBN is said in the note as printed.
    pub fn standard_numbers(&mut self) {
        if let Some(value) = self.content(Field::Isbn) {
            if is_isbn(&value) {
                self.own(Field::Isbn, "isbn", |draft, value| draft.note(format!("ISBN {value}")));
            } else {
                self.note(format!("ISBN {value}"));
            }
        }
        if self.content(Field::Issn).is_some_and(|value| is_issn(&value)) {
            self.own(Field::Issn, "issn", |_, _| {});
        }
    }

    /// DOI, as it is. What is no DOI is said in the note.
    pub fn doi(&mut self) {
        if self.omitted(Field::Doi.name()) {
            return;
        }
        let Some(doi) = self.record.text(Field::Doi) else { return };
        let code = encode_identifier(doi);
        if code.strip_prefix("10.").is_some_and(|rest| rest.contains('/')) {
            self.set("doi", code);
        } else if let Some(text) = self.content(Field::Doi) {
            self.note(format!("DOI {text}"));
        }
    }

    /// A field that is written as it is.
    pub fn verbatim(&mut self, field: Field, name: &'static str) {
        if let (Some(text), false) = (self.record.text(field), self.omitted(field.name())) {
            self.set(name, encode_identifier(text));
        }
    }

    /// URL, and the day it was seen if that is a date.
    pub fn url(&mut self) {
        let Some(url) = self.record.text(Field::Url).filter(|_| !self.omitted(Field::Url.name())) else { return };
        self.set("url", encode_url(url));
        match self.content(Field::UrlDate) {
            Some(date) if is_date(&date) => self.set("urldate", date),
            Some(text) => self.note(format!("Accessed {text}")),
            None => {}
        }
    }

    /// PubMed's number, which has no field in either format.
    pub fn pmid(&mut self) {
        if let Some(pmid) = self.content(Field::Pmid) {
            self.note(format!("PMID {pmid}"));
        }
    }

    /// The words that found no field, then the note itself, then the abstract if asked for.
    pub fn remarks(&mut self) {
        if let (Some(name), false) = (self.shape.remark, self.remarks.is_empty()) {
            let text = std::mem::take(&mut self.remarks).join(", ");
            self.set(name, text);
        }
    }

    /// The note: what was put there, and the record's own.
    pub fn notes(&mut self) {
        if let Some(note) = self.content(Field::Note) {
            self.notes.push(note);
        }
        let mut notes = std::mem::take(&mut self.notes);
        notes.dedup();
        self.set("note", notes.join("; "));
        if self.context.options.abstracts == Abstracts::Keep {
            self.copy(Field::Abstract, "abstract");
        }
    }
}

/// A page label. Its own hyphen between digits (`C3-32`) is braced, or programs that tidy page ranges would take it for a dash.
fn page_label(text: &str, dialect: Dialect) -> String {
    let code = escape_str(&clean_str(text), dialect);
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut out = String::with_capacity(code.len());
    let mut before = None;
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '-' && digit(before) && digit(chars.peek().copied()) {
            out.push_str("{-}");
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    out
}

/// The value of a list field of one item: `and` would cut it.
fn listed(value: String) -> String {
    let cut = value.split(' ').any(|word| word.eq_ignore_ascii_case("and"));
    if cut { format!("{{{value}}}") } else { value }
}

/// A year that stands in a year field: four digits.
pub(super) fn year(record: &Record) -> Option<i64> {
    record.integer(Field::Year).filter(|year| (1000..=9999).contains(year))
}

/// The month, 1 to 12.
pub(super) fn month(record: &Record) -> Option<usize> {
    record.integer(Field::Month).and_then(|m| usize::try_from(m).ok()).filter(|m| (1..=12).contains(m))
}

/// Whether a text is an ISO date of a day, month or year.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits = |part: &str, len: usize| part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
    match parts.as_slice() {
        [y] => digits(y, 4),
        [y, m] => digits(y, 4) && digits(m, 2),
        [y, m, d] => digits(y, 4) && digits(m, 2) && digits(d, 2),
        _ => false,
    }
}

/// Digits of a standard number, `X` as ten, hyphens and spaces dropped.
fn check_digits(text: &str) -> Option<Vec<u32>> {
    let chars: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    let last = chars.len().checked_sub(1)?;
    chars
        .iter()
        .enumerate()
        .map(|(i, c)| match c {
            'X' | 'x' if i == last => Some(10),
            c => c.to_digit(10),
        })
        .collect()
}

/// Whether the check digit of an ISBN-10 or ISBN-13 is right (ISO 2108).
fn is_isbn(text: &str) -> bool {
    match check_digits(text) {
        Some(d) if d.len() == 10 => d.iter().zip((1..=10).rev()).map(|(d, w)| d * w).sum::<u32>() % 11 == 0,
        Some(d) if d.len() == 13 && d[12] < 10 => {
            d.iter().zip([1, 3].iter().cycle()).map(|(d, w)| d * w).sum::<u32>() % 10 == 0
        }
        _ => false,
    }
}

/// Whether the check digit of an ISSN is right (ISO 3297).
fn is_issn(text: &str) -> bool {
    check_digits(text)
        .is_some_and(|d| d.len() == 8 && d.iter().zip((1..=8).rev()).map(|(d, w)| d * w).sum::<u32>() % 11 == 0)
}

/// A key without characters that would end it or the entry; a key of the key room passes untouched.
fn safe_key(key: &str) -> String {
    key.chars().filter(|c| is_key_char(*c)).collect()
}
