//! CSL-JSON (citation style language, schema 1.0) and Crossref's works, which use the same names with small changes.

use super::draft::Draft;
use super::draft::Target::{
    self, AccessDate, ArticleNumber, Citations, Container, Doi, FirstPage, Genre, Publisher, Serial, Text, Url,
    Verbatim,
};
use super::json::Node;
use super::values::{self, Order};
use super::{Imported, Item};
use crate::model::{EntryType, Field, Name, Value};
use crate::source::Source;
use crate::text::Traced;

/// The rule that the values carry.
const RULE: &str = "import/csl-json";

/// Types of CSL and of Crossref.
const TYPES: &[(&str, EntryType)] = &[
    ("article-journal", EntryType::Article),
    ("article-magazine", EntryType::Article),
    ("article-newspaper", EntryType::Article),
    ("review", EntryType::Article),
    ("review-book", EntryType::Article),
    ("journal-article", EntryType::Article),
    ("periodical", EntryType::Article),
    ("book", EntryType::Book),
    ("classic", EntryType::Book),
    ("monograph", EntryType::Book),
    ("edited-book", EntryType::Book),
    ("reference-book", EntryType::Book),
    ("book-set", EntryType::Book),
    ("collection", EntryType::Book),
    ("chapter", EntryType::InCollection),
    ("entry", EntryType::InCollection),
    ("entry-dictionary", EntryType::InCollection),
    ("entry-encyclopedia", EntryType::InCollection),
    ("book-chapter", EntryType::InCollection),
    ("book-section", EntryType::InCollection),
    ("book-part", EntryType::InCollection),
    ("reference-entry", EntryType::InCollection),
    ("paper-conference", EntryType::InProceedings),
    ("proceedings-article", EntryType::InProceedings),
    ("proceedings", EntryType::Proceedings),
    ("thesis", EntryType::PhdThesis),
    ("dissertation", EntryType::PhdThesis),
    ("report", EntryType::TechReport),
    ("report-component", EntryType::TechReport),
    ("standard", EntryType::TechReport),
    ("patent", EntryType::Patent),
    ("dataset", EntryType::Dataset),
    ("software", EntryType::Software),
    ("webpage", EntryType::Online),
    ("post", EntryType::Online),
    ("post-weblog", EntryType::Online),
    ("manuscript", EntryType::Unpublished),
];

/// Fields by name.
const FIELDS: &[(&str, Target)] = &[
    ("title", Text(Field::Title)),
    ("container-title", Container(1)),
    ("event-title", Container(3)),
    ("event", Container(4)),
    ("container-title-short", Container(5)),
    ("journalAbbreviation", Container(6)),
    ("short-container-title", Container(7)),
    ("collection-title", Text(Field::Series)),
    ("volume", Text(Field::Volume)),
    ("issue", Text(Field::Number)),
    ("number", Text(Field::Number)),
    ("page", FirstPage),
    ("article-number", ArticleNumber),
    ("edition", Text(Field::Edition)),
    ("edition-number", Text(Field::Edition)),
    ("publisher", Publisher),
    ("publisher-place", Text(Field::Address)),
    ("event-place", Text(Field::Address)),
    ("publisher-location", Text(Field::Address)),
    ("DOI", Doi),
    ("URL", Url),
    ("ISBN", Serial),
    ("ISSN", Serial),
    ("PMID", Verbatim(Field::Pmid)),
    ("status", Text(Field::PubState)),
    ("genre", Genre),
    ("abstract", Text(Field::Abstract)),
    ("note", Text(Field::Note)),
    ("is-referenced-by-count", Citations),
];

/// Lists of names by name.
const NAMES: &[(&str, Field)] = &[
    ("author", Field::Authors),
    ("editor", Field::Editors),
    ("container-author", Field::Editors),
    ("translator", Field::Translators),
];

/// Dates by name, the best first.
const DATES: &[&str] = &["issued", "published-print", "published", "published-online", "posted", "original-date"];

/// Whether a text is CSL-JSON or Crossref's JSON.
pub(super) fn sniff(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if !start.starts_with(['[', '{']) {
        return false;
    }
    let head = super::head(text);
    let has = |name: &str| head.contains(&format!("\"{name}\""));
    has("title")
        && (has("type") || has("id") || has("DOI"))
        && (has("author") || has("issued") || has("container-title"))
}

/// Reads all records of a source.
pub(super) fn read(source: &Source) -> Imported {
    let Some(root) = Node::parse(source.id(), source.text()) else {
        return Imported { items: Vec::new(), diagnostics: vec![super::broken(source)] };
    };
    let items = works(root).iter().filter_map(item).collect();
    Imported { items, diagnostics: Vec::new() }
}

/// The works of a document: an array, one work, or what Crossref wraps them in.
fn works(root: Node<'_>) -> Vec<Node<'_>> {
    let inner = root.get("message").unwrap_or(root);
    inner.get("items").unwrap_or(inner).items()
}

fn item(work: &Node<'_>) -> Option<Item> {
    let members = work.members();
    let mut draft = Draft::new(RULE, vec![work.span()]);
    let get = |name: &str| members.iter().find(|(member, _)| member == name).map(|(_, node)| node);
    if let Some(given) = get("type").and_then(Node::text) {
        let kind = TYPES.iter().find(|(name, _)| *name == given.as_str()).map_or(EntryType::Misc, |(_, kind)| *kind);
        draft.kind(kind, given.all_spans());
    }
    for (name, field) in NAMES {
        for person in get(name).map(Node::items).unwrap_or_default() {
            push_name(&mut draft, *field, &person);
        }
    }
    let issued = DATES.iter().filter_map(|name| get(name)).find_map(date);
    if let Some((value, date)) = issued {
        draft.date(&value, date);
    }
    if let Some((value, values::Date { year: Some(y), month: Some(m), day: Some(d) })) = get("accessed").and_then(date)
    {
        draft.set(Field::UrlDate, Value::Verbatim(format!("{y:04}-{m:02}-{d:02}")), value.all_spans());
    }
    for (name, target) in FIELDS {
        let Some(mut value) = get(name).and_then(Node::text) else { continue };
        if *name == "title"
            && let Some(subtitle) = get("subtitle").and_then(Node::text).filter(|s| !s.is_empty())
            && !value.as_str().contains(subtitle.as_str())
        {
            value.push_joint(": ");
            value.append(&subtitle);
        }
        draft.add(*target, &value);
    }
    if let Some(raw) = get("accessed").and_then(Node::text) {
        draft.add(AccessDate, &raw);
    }
    let key = get("citation-key").or_else(|| get("id")).and_then(Node::text).map(|key| key.as_str().to_owned());
    draft.finish(Order::Direct).map(|record| Item { key, record })
}

/// A name given in parts, or as one.
fn push_name(draft: &mut Draft, field: Field, person: &Node<'_>) {
    let members = person.members();
    let get = |name: &str| members.iter().find(|(m, _)| m == name).and_then(|(_, node)| node.text());
    let spans = vec![person.span()];
    if let Some(family) = get("family") {
        let particle = ["non-dropping-particle", "dropping-particle"].iter().filter_map(|name| get(name));
        let mut whole: Vec<String> = particle.map(|p| p.as_str().trim().to_owned()).collect();
        whole.push(family.as_str().trim().to_owned());
        let family = whole.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let part = |name: &str| get(name).map(|t| t.as_str().trim().to_owned()).unwrap_or_default();
        if !family.is_empty() {
            draft.push_name(field, Name::Person { family, given: part("given"), suffix: part("suffix") }, spans);
        }
        return;
    }
    // Crossref names bodies `name`; a plain string is what sloppy exporters write.
    let whole = get("literal").or_else(|| get("name"));
    match whole.or_else(|| if person.is_object() { None } else { person.text() }) {
        Some(literal) if cut(literal.as_str()) => draft.add(Target::Name(field), &literal),
        Some(literal) if person.is_object() => draft.add(Target::Body(field), &literal),
        Some(literal) => draft.add(Target::Name(field), &literal),
        None => {
            if let Some(given) = get("given") {
                draft.add(Target::Body(field), &given);
            }
        }
    }
}

/// Whether a name that is given as one is a cut list (`T. Olip et al.`).
fn cut(text: &str) -> bool {
    text.trim_end().ends_with("et al.") || text.trim_end().ends_with("et al")
}

/// A date: its parts, or its words.
fn date(node: &Node<'_>) -> Option<(Traced, values::Date)> {
    if let Some(parts) = node.get("date-parts").and_then(|parts| parts.items().into_iter().next()) {
        let numbers: Vec<Node<'_>> = parts.items();
        let number = |i: usize| numbers.get(i).and_then(Node::integer);
        let year = number(0).filter(|y| (1000..2200).contains(y));
        let month = number(1).filter(|m| (1..=12).contains(m));
        let day = number(2).filter(|d| month.is_some() && (1..=31).contains(d));
        let mut value = Traced::default();
        for node in numbers.iter().take(3).filter_map(Node::text) {
            value.append(&node);
        }
        return year.map(|year| (value, values::Date { year: Some(year), month, day }));
    }
    let words = node.get("raw").or_else(|| node.get("literal")).or_else(|| (!node.is_object()).then_some(*node))?;
    let value = words.text()?;
    let date = values::date(value.as_str());
    date.year.map(|_| (value, date))
}
