//! DBLP's XML: records of BibTeX-like names.

use super::draft::Draft;
use super::draft::Target::{Container, FirstPage, Month, Name, Publisher, Serial, Text, Url, Year};
use super::values::Order;
use super::xml::{self, Element, Fields};
use super::{Imported, Item};
use crate::model::{EntryType, Field};
use crate::source::Source;
use crate::text::Traced;

/// The rule that the values carry.
const RULE: &str = "import/dblp";

/// Types by element.
const TYPES: &[(&str, EntryType)] = &[
    ("article", EntryType::Article),
    ("inproceedings", EntryType::InProceedings),
    ("proceedings", EntryType::Proceedings),
    ("book", EntryType::Book),
    ("incollection", EntryType::InCollection),
    ("phdthesis", EntryType::PhdThesis),
    ("mastersthesis", EntryType::MastersThesis),
    ("data", EntryType::Dataset),
];

/// Fields by element; names are read apart.
const FIELDS: &Fields = &[
    (&["title"], Text(Field::Title)),
    (&["journal"], Container(1)),
    (&["booktitle"], Container(2)),
    (&["series"], Text(Field::Series)),
    (&["volume"], Text(Field::Volume)),
    (&["number"], Text(Field::Number)),
    (&["pages"], FirstPage),
    (&["publisher"], Publisher),
    (&["school"], Publisher),
    (&["year"], Year),
    (&["month"], Month),
    (&["isbn"], Serial),
    (&["ee"], Url),
    (&["note"], Text(Field::Note)),
];

/// Whether a text is DBLP's XML.
pub(super) fn sniff(head: &str) -> bool {
    head.contains("<dblp>") || head.contains("<dblpperson")
}

/// Reads all records of a source.
pub(super) fn read(source: &Source) -> Imported {
    let (records, whole) = xml::records(source, |name| TYPES.iter().any(|(n, _)| *n == name));
    let diagnostics = if whole { Vec::new() } else { vec![super::broken(source)] };
    Imported { items: records.iter().filter_map(item).collect(), diagnostics }
}

fn item(record: &Element) -> Option<Item> {
    let mut draft = Draft::new(RULE, vec![record.span]);
    let kind = TYPES.iter().find(|(name, _)| *name == record.name).map_or(EntryType::Misc, |(_, kind)| *kind);
    let at = record.span.start + 1;
    let name_end = at + u32::try_from(record.name.len()).unwrap_or(0);
    draft.kind(kind, vec![crate::span::Span::new(record.span.source, at, name_end)]);
    for (name, field) in [("author", Field::Authors), ("editor", Field::Editors)] {
        for person in record.find(&[name]) {
            draft.add(Name(field), &without_number(&person.text()));
        }
    }
    xml::add_fields(&mut draft, record, FIELDS);
    let key = record.attribute("key").map(|key| format!("DBLP:{}", key.as_str()));
    draft.finish(Order::Direct).map(|record| Item { key, record })
}

/// The name without the number that tells namesakes apart (`Wei Wang 0001`).
fn without_number(name: &Traced) -> Traced {
    match name.as_str().rsplit_once(' ') {
        Some((body, number)) if number.len() == 4 && number.bytes().all(|b| b.is_ascii_digit()) => {
            name.slice(0..body.len())
        }
        _ => name.clone(),
    }
}
