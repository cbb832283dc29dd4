//! The works of an ORCID record (API v3, JSON).

use super::draft::{Draft, Target};
use super::json::Node;
use super::values::{self, Order};
use super::{Imported, Item};
use crate::model::{EntryType, Field};
use crate::source::Source;
use crate::text::Traced;

const RULE: &str = "import/orcid";

/// ORCID's types of works.
const TYPES: &[(&str, EntryType)] = &[
    ("journal-article", EntryType::Article),
    ("magazine-article", EntryType::Article),
    ("newspaper-article", EntryType::Article),
    ("book-review", EntryType::Article),
    ("book", EntryType::Book),
    ("edited-book", EntryType::Book),
    ("book-chapter", EntryType::InCollection),
    ("encyclopedia-entry", EntryType::InCollection),
    ("dictionary-entry", EntryType::InCollection),
    ("conference-paper", EntryType::InProceedings),
    ("conference-abstract", EntryType::InProceedings),
    ("conference-poster", EntryType::InProceedings),
    ("conference-proceedings", EntryType::Proceedings),
    ("dissertation", EntryType::PhdThesis),
    ("dissertation-thesis", EntryType::PhdThesis),
    ("report", EntryType::TechReport),
    ("technical-report", EntryType::TechReport),
    ("standards-and-policy", EntryType::TechReport),
    ("patent", EntryType::Patent),
    ("data-set", EntryType::Dataset),
    ("software", EntryType::Software),
    ("website", EntryType::Online),
    ("manual", EntryType::Manual),
];

/// Whether a text is ORCID's JSON.
pub(super) fn sniff(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    start.starts_with('{') && text.contains("\"work-summary\"") && text.contains("\"put-code\"")
}

/// Reads all works of a source.
pub(super) fn read(source: &Source) -> Imported {
    let Some(root) = Node::parse(source.id(), source.text()) else {
        return Imported { items: Vec::new(), diagnostics: vec![super::broken(source)] };
    };
    let works = root.at(&["activities-summary", "works"]).or_else(|| root.get("works")).unwrap_or(root);
    let groups = works.get("group").map(|group| group.items()).unwrap_or_default();
    // A group is one work as several sources tell it, the preferred one first.
    let first = |group: &Node<'_>| group.get("work-summary").and_then(|list| list.items().first().and_then(item));
    Imported { items: groups.iter().filter_map(first).collect(), diagnostics: Vec::new() }
}

fn item(work: &Node<'_>) -> Option<Item> {
    let mut draft = Draft::new(RULE, vec![work.span()]);
    let text = |path: &[&str]| work.at(path).as_ref().and_then(Node::text);
    if let Some(given) = text(&["type"]) {
        let name = given.as_str().to_ascii_lowercase().replace('_', "-");
        let kind = TYPES.iter().find(|(n, _)| *n == name).map_or(EntryType::Misc, |(_, kind)| *kind);
        draft.kind(kind, given.all_spans());
    }
    if let Some(mut title) = text(&["title", "title", "value"]) {
        if let Some(subtitle) = text(&["title", "subtitle", "value"]).filter(|s| !s.is_empty()) {
            title.push_joint(": ");
            title.append(&subtitle);
        }
        draft.add(Target::Text(Field::Title), &title);
    }
    if let Some(journal) = text(&["journal-title", "value"]) {
        draft.add(Target::Container(1), &journal);
    }
    let part = |name: &str| text(&["publication-date", name, "value"]);
    let number = |name: &str| part(name).and_then(|t| t.as_str().parse::<i64>().ok());
    let mut place = Traced::default();
    ["year", "month", "day"].iter().filter_map(|name| part(name)).for_each(|part| place.append(&part));
    draft.date(&place, values::Date { year: number("year"), month: number("month"), day: number("day") });
    let identifiers = work.at(&["external-ids", "external-id"]).map(|ids| ids.items()).unwrap_or_default();
    for identifier in identifiers {
        let get = |name: &str| identifier.get(name).as_ref().and_then(Node::text);
        let (Some(kind), Some(value)) = (get("external-id-type"), get("external-id-value")) else { continue };
        // An identifier of the journal or book is no identifier of the work, but for its serial number.
        let is_own = get("external-id-relationship").is_none_or(|r| r.as_str().eq_ignore_ascii_case("self"));
        match kind.as_str() {
            "doi" | "arxiv" if is_own => draft.add(Target::Doi, &prefixed(&kind, &value)),
            "pmid" if is_own => draft.add(Target::Verbatim(Field::Pmid), &value),
            "isbn" | "issn" => draft.add(Target::Serial, &value),
            _ => {}
        }
    }
    if let Some(url) = text(&["url", "value"]) {
        draft.add(Target::Url, &url);
    }
    draft.finish(Order::Direct).map(|record| Item { key: None, record })
}

/// An arXiv number with the mark by which it is known as one.
fn prefixed(kind: &Traced, value: &Traced) -> Traced {
    let mut out = Traced::default();
    if kind.as_str() == "arxiv" && !value.as_str().to_ascii_lowercase().starts_with("arxiv") {
        out.push_joint("arXiv:");
    }
    out.append(value);
    out
}
