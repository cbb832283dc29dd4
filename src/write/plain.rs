//! Values as plain Unicode text: what the formats without TeX share.

use super::clean::{clean, clean_str};
use super::fields::{month, year};
use super::jsonl::page_text;
use super::names::spaced_initials;
use super::url::{encode_identifier, encode_url};
use super::{Abstracts, WriteOptions};
use crate::model::{Field, Name, Record, Text, Value};

/// Reads clean values of a record, without those that the options leave out.
pub(super) struct Plain<'a> {
    pub record: &'a Record,
    pub options: &'a WriteOptions,
}

/// A name without characters that have no place in it.
pub(super) enum PlainName {
    Person { family: String, given: String, suffix: String },
    Body(String),
}

impl Plain<'_> {
    fn get(&self, field: Field) -> Option<&Value> {
        let omitted = self.options.omit.contains(field.name())
            || field == Field::Abstract && self.options.abstracts == Abstracts::Omit;
        if omitted { None } else { self.record.get(field) }
    }

    /// A field as one line of text; nothing if it is empty.
    pub fn text(&self, field: Field) -> Option<String> {
        let text = match self.get(field)? {
            Value::Text(text) => clean_str(&text.plain),
            Value::Verbatim(text) => clean_str(text),
            Value::Integer(number) => number.to_string(),
            Value::Pages(pages) => clean_str(&page_text(pages)),
            Value::Names(_) => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// The title with its marks.
    pub fn title(&self) -> Option<Text> {
        let text = match self.get(Field::Title)? {
            Value::Text(text) => clean(text),
            other => clean(&other.text()?.into()),
        };
        (!text.plain.is_empty()).then_some(text)
    }

    /// The names of a field, at most as many as the options allow.
    pub fn names(&self, field: Field) -> Vec<PlainName> {
        let Some(list) = self.get(field).and_then(Value::names) else { return Vec::new() };
        let limit = self.options.max_authors.unwrap_or(usize::MAX).max(1);
        list.names.iter().take(limit).filter_map(plain_name).collect()
    }

    /// Year, month and day as far as they are known.
    pub fn date(&self) -> Option<(i64, Option<i64>, Option<i64>)> {
        self.get(Field::Year)?;
        let year = year(self.record)?;
        let month = month(self.record).filter(|_| self.get(Field::Month).is_some()).and_then(|m| i64::try_from(m).ok());
        let day = self.get(Field::Day).and_then(Value::integer).filter(|d| month.is_some() && (1..=31).contains(d));
        Some((year, month, day))
    }

    /// The DOI, if it is one.
    pub fn doi(&self) -> Option<String> {
        let doi = encode_identifier(self.get(Field::Doi)?.text()?);
        doi.strip_prefix("10.").is_some_and(|rest| rest.contains('/')).then_some(doi)
    }

    /// The address, percent-encoded.
    pub fn url(&self) -> Option<String> {
        let url = encode_url(self.get(Field::Url)?.text()?);
        (!url.is_empty()).then_some(url)
    }

    /// Number in a preprint archive with the archive's name before it (`arXiv:2401.01234`).
    pub fn eprint(&self) -> Option<(String, String)> {
        let id = self.text(Field::Eprint)?;
        let archive = match self.text(Field::EprintType) {
            Some(archive) if !archive.eq_ignore_ascii_case("arxiv") => archive,
            _ => "arXiv".to_owned(),
        };
        Some((archive, id))
    }
}

fn plain_name(name: &Name) -> Option<PlainName> {
    Some(match name {
        Name::Body(body) => PlainName::Body(Some(clean_str(body)).filter(|b| !b.is_empty())?),
        Name::Person { family, given, suffix } => {
            let [family, given, suffix] = [clean_str(family), spaced_initials(&clean_str(given)), clean_str(suffix)];
            match (family.is_empty(), given.is_empty()) {
                (true, true) => return None,
                (true, false) => PlainName::Person { family: given, given: family, suffix },
                _ => PlainName::Person { family, given, suffix },
            }
        }
    })
}
