//! Records and the library they make.

use std::collections::BTreeMap;

use super::{EntryType, Field, NameList, Value};
use crate::span::{Sourced, Span};

/// One publication as it was read from one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The kind of publication.
    pub entry_type: Sourced<EntryType>,
    /// What is known of it, by field.
    pub fields: BTreeMap<Field, Sourced<Value>>,
    /// All text of the input that belongs to this entry, whether it gave a value or not.
    pub extent: Vec<Span>,
}

impl Record {
    /// A record of a type, with no field yet.
    pub fn new(entry_type: Sourced<EntryType>, extent: Vec<Span>) -> Self {
        Self { entry_type, fields: BTreeMap::new(), extent }
    }

    /// The value of a field.
    pub fn get(&self, field: Field) -> Option<&Value> {
        self.fields.get(&field).map(|sourced| &sourced.value)
    }

    /// The text of a field that holds text.
    pub fn text(&self, field: Field) -> Option<&str> {
        self.get(field).and_then(Value::text)
    }

    /// The number in a field that holds one.
    pub fn integer(&self, field: Field) -> Option<i64> {
        self.get(field).and_then(Value::integer)
    }

    /// The names in a field that holds names.
    pub fn names(&self, field: Field) -> Option<&NameList> {
        self.get(field).and_then(Value::names)
    }

    /// Sets a field unless it has a value.
    pub fn set_missing(&mut self, field: Field, value: Sourced<Value>) {
        self.fields.entry(field).or_insert(value);
    }
}

/// One appearance of a work in a listing.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// The record as it was read there.
    pub record: Record,
}

/// A work: the fused record, every sighting it was fused from, and its citation key once it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The best of all sightings.
    pub record: Record,
    /// All sightings, in order of appearance; at least one.
    pub sightings: Vec<Sighting>,
    /// The citation key; empty until the key room has run.
    pub key: String,
}

/// Whether a character may stand in a citation key: not what ends a key or an entry or means something to TeX (btxdoc; the
/// biblatex manual, "Entry keys"), and beyond ASCII letters and digits alone.
pub fn is_key_char(c: char) -> bool {
    let special = matches!(c, ',' | '{' | '}' | '\\' | '"' | '#' | '%' | '~' | '=' | '@');
    if c.is_ascii() { c.is_ascii_graphic() && !special } else { c.is_alphanumeric() }
}

/// Works in order of their first appearance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// The works.
    pub entries: Vec<Entry>,
}
