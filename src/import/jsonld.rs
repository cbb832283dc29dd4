//! JSON-LD of schema.org: works of scholarship among what a page describes.

use super::draft::{Draft, Target};
use super::json::Node;
use super::values::Order;
use super::{Imported, Item};
use crate::model::{EntryType, Field, Name};
use crate::source::Source;

/// The rule that the values carry.
const RULE: &str = "import/json-ld";
/// Objects looked at in one script.
const MAX_NODES: usize = 20_000;
/// Depth to which works are looked for.
const MAX_DEPTH: u32 = 8;

/// Types of works. A plain `Article` is a page of any kind and none of them.
const TYPES: &[(&str, EntryType)] = &[
    ("ScholarlyArticle", EntryType::Article),
    ("MedicalScholarlyArticle", EntryType::Article),
    ("Thesis", EntryType::PhdThesis),
    ("Chapter", EntryType::InCollection),
    ("Book", EntryType::Book),
    ("Report", EntryType::TechReport),
    ("TechReport", EntryType::TechReport),
    ("Dataset", EntryType::Dataset),
];

/// Reads the works of a script.
pub(super) fn read(source: &Source) -> Imported {
    let Some(root) = Node::parse(source.id(), source.text()) else { return Imported::default() };
    let mut items = Vec::new();
    let mut todo = vec![(root, 0)];
    let mut seen = 0;
    while let Some((node, depth)) = todo.pop() {
        seen += 1;
        if seen > MAX_NODES {
            break;
        }
        if !node.is_object() {
            let inner = node.items();
            // A lone value gives itself.
            if depth < MAX_DEPTH && !(inner.len() == 1 && inner[0].span() == node.span()) {
                todo.extend(inner.into_iter().rev().map(|item| (item, depth + 1)));
            }
            continue;
        }
        let members = node.members();
        let get = |name: &str| members.iter().find(|(n, _)| n == name).map(|(_, node)| *node);
        let kinds: Vec<_> = get("@type").map(|t| t.items()).unwrap_or_default().iter().filter_map(Node::text).collect();
        let kind = TYPES
            .iter()
            .find_map(|(name, kind)| kinds.iter().find(|k| k.as_str() == *name).map(|k| (*kind, k.all_spans())));
        match kind {
            Some((kind, spans)) => {
                let mut draft = Draft::new(RULE, vec![node.span()]);
                draft.kind(kind, spans);
                items.extend(item(draft, &members));
            }
            None if depth < MAX_DEPTH => {
                let holders = ["@graph", "itemListElement", "item", "mainEntity", "hasPart", "@list"];
                todo.extend(holders.iter().rev().filter_map(|name| get(name)).map(|node| (node, depth + 1)));
            }
            None => {}
        }
    }
    Imported { items, diagnostics: Vec::new() }
}

fn item(mut draft: Draft, members: &[(String, Node<'_>)]) -> Option<Item> {
    let get = |name: &str| members.iter().find(|(n, _)| n == name).map(|(_, node)| node);
    for name in ["name", "headline"] {
        if let Some(title) = get(name).and_then(Node::text) {
            draft.add(Target::Text(Field::Title), &title);
        }
    }
    for (name, field) in [("author", Field::Authors), ("creator", Field::Authors), ("editor", Field::Editors)] {
        if name == "creator" && get("author").is_some() {
            continue;
        }
        for person in get(name).map(Node::items).unwrap_or_default() {
            push_name(&mut draft, field, &person);
        }
    }
    if let Some(date) = ["datePublished", "dateCreated"].iter().find_map(|name| get(name)).and_then(Node::text) {
        draft.add(Target::Year, &date);
    }
    if let Some(part) = get("isPartOf") {
        container(&mut draft, part);
    }
    for (name, target) in [
        ("volumeNumber", Target::Text(Field::Volume)),
        ("issueNumber", Target::Text(Field::Number)),
        ("pagination", Target::FirstPage),
        ("pageStart", Target::FirstPage),
        ("pageEnd", Target::LastPage),
        ("bookEdition", Target::Text(Field::Edition)),
        ("isbn", Target::Serial),
        ("inSupportOf", Target::Genre),
        ("abstract", Target::Text(Field::Abstract)),
        ("url", Target::Url),
    ] {
        if let Some(value) = get(name).and_then(Node::text) {
            draft.add(target, &value);
        }
    }
    for publisher in ["publisher", "sourceOrganization"].iter().filter_map(|name| get(name)) {
        if let Some(name) = publisher.get("name").or(Some(*publisher)).as_ref().and_then(Node::text) {
            draft.add(Target::Publisher, &name);
        }
    }
    for node in ["identifier", "sameAs", "@id"].iter().filter_map(|name| get(name)).flat_map(|node| node.items()) {
        let value = node.get("value").or_else(|| (!node.is_object()).then_some(node));
        if let Some(value) = value.as_ref().and_then(Node::text) {
            draft.add(Target::Doi, &value);
        }
    }
    draft.finish(Order::Direct).map(|record| Item { key: None, record })
}

/// The journal, through issue and volume; each may tell its number.
fn container(draft: &mut Draft, part: &Node<'_>) {
    let mut node = *part;
    for _ in 0..MAX_DEPTH {
        let Some(first) = node.items().into_iter().next() else { return };
        let members = first.members();
        let get = |name: &str| members.iter().find(|(n, _)| n == name).map(|(_, node)| *node);
        let text = |name: &str| get(name).as_ref().and_then(Node::text);
        let kind = text("@type");
        let is_part = kind.as_ref().is_some_and(|k| matches!(k.as_str(), "PublicationIssue" | "PublicationVolume"));
        for (name, target) in [
            ("issueNumber", Target::Text(Field::Number)),
            ("volumeNumber", Target::Text(Field::Volume)),
            ("issn", Target::Serial),
            ("isbn", Target::Serial),
        ] {
            if let Some(value) = text(name) {
                draft.add(target, &value);
            }
        }
        if let Some(name) = text("name").or_else(|| if first.is_object() { None } else { first.text() }) {
            draft.add(Target::Container(if is_part { 5 } else { 1 }), &name);
        }
        match get("isPartOf") {
            Some(outer) => node = outer,
            None => return,
        }
    }
}

fn push_name(draft: &mut Draft, field: Field, person: &Node<'_>) {
    let text = |name: &str| person.get(name).as_ref().and_then(Node::text);
    let is_body = text("@type").is_some_and(|kind| kind.as_str().contains("Organization"));
    match (text("familyName"), text("givenName")) {
        (Some(family), Some(given)) => {
            draft.push_name(field, Name::person(family.as_str().trim(), given.as_str().trim()), vec![person.span()]);
        }
        _ => {
            let name = text("name").or_else(|| if person.is_object() { None } else { person.text() });
            if let Some(name) = name {
                draft.add(if is_body { Target::Body(field) } else { Target::Name(field) }, &name);
            }
        }
    }
}
