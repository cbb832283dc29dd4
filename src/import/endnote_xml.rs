//! EndNote's XML export.

use super::draft::Draft;
use super::draft::Target::{Container, Date, Doi, FirstPage, Genre, Name, Publisher, Serial, Text, Url, Year};
use super::endnote::ENDNOTE;
use super::values::Order;
use super::xml::{self, Element, Fields};
use super::{Imported, Item};
use crate::model::{EntryType, Field};
use crate::source::Source;

/// The rule that the values carry.
const RULE: &str = "import/endnote-xml";

/// Fields by element; text stands in `style` elements within.
const FIELDS: &Fields = &[
    (&["contributors", "authors", "author"], Name(Field::Authors)),
    (&["contributors", "secondary-authors", "author"], Name(Field::Editors)),
    (&["titles", "title"], Text(Field::Title)),
    (&["periodical", "full-title"], Container(1)),
    (&["titles", "secondary-title"], Container(2)),
    (&["periodical", "abbr-1"], Container(3)),
    (&["titles", "tertiary-title"], Text(Field::Series)),
    (&["volume"], Text(Field::Volume)),
    (&["number"], Text(Field::Number)),
    (&["pages"], FirstPage),
    (&["edition"], Text(Field::Edition)),
    (&["publisher"], Publisher),
    (&["pub-location"], Text(Field::Address)),
    (&["dates", "year"], Year),
    (&["dates", "pub-dates", "date"], Date),
    (&["isbn"], Serial),
    (&["electronic-resource-num"], Doi),
    (&["urls", "related-urls", "url"], Url),
    (&["work-type"], Genre),
    (&["abstract"], Text(Field::Abstract)),
    (&["notes"], Text(Field::Note)),
];

/// Whether a text is EndNote's XML.
pub(super) fn sniff(head: &str) -> bool {
    head.contains("<records>")
        && head.contains("<record>")
        && (head.contains("<ref-type") || head.contains("<contributors>"))
}

/// Reads all records of a source.
pub(super) fn read(source: &Source) -> Imported {
    let (records, whole) = xml::records(source, |name| name == "record");
    let diagnostics = if whole { Vec::new() } else { vec![super::broken(source)] };
    let names = records.iter().flat_map(|r| r.find(&["contributors", "authors", "author"]));
    let texts: Vec<String> = names.map(|n| n.text().as_str().to_owned()).collect();
    let order = Order::of(texts.iter().map(String::as_str));
    Imported { items: records.iter().filter_map(|record| item(record, order)).collect(), diagnostics }
}

fn item(record: &Element, order: Order) -> Option<Item> {
    let mut draft = Draft::new(RULE, vec![record.span]);
    let kind = record.first(&["ref-type"]).and_then(|kind| kind.attribute("name"));
    let mut is_edited = false;
    if let Some(name) = kind {
        let lower = name.as_str().to_ascii_lowercase();
        let row = ENDNOTE.kinds.iter().find(|(n, _)| lower.starts_with(n)).map_or(EntryType::Misc, |(_, kind)| *kind);
        is_edited = matches!(row, EntryType::Book | EntryType::TechReport);
        draft.kind(row, name.all_spans());
    }
    for (path, target) in FIELDS {
        // Of a book the second title is its series.
        let target = match (path, is_edited) {
            (["titles", "secondary-title"], true) => Text(Field::Series),
            _ => *target,
        };
        record.find(path).iter().for_each(|element| element.add_to(&mut draft, target));
    }
    draft.finish(order).map(|record| Item { key: None, record })
}
