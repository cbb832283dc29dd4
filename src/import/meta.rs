//! The work that a page is about, as its `<meta>` tags tell it: Highwire's `citation_*` (the convention of Google
//! Scholar's inclusion guidelines), bepress, EPrints, Dublin Core and PRISM.

use super::Item;
use super::draft::Draft;
use super::draft::Target::{
    self, ArticleNumber, Container, Date, Doi, FirstPage, Genre, LastPage, Name, Publisher, Serial, Text, Url,
    Verbatim, Year,
};
use super::values::Order;
use crate::model::{EntryType, Field};
use crate::page::{MetadataKind, Page};
use crate::text::Traced;

/// The rule that the values carry.
const RULE: &str = "import/meta";

/// Fields by name, in lower case, the best first: of several values of one field the first row's stays.
const FIELDS: &[(&str, Target)] = &[
    ("citation_title", Text(Field::Title)),
    ("eprints.title", Text(Field::Title)),
    ("dc.title", Text(Field::Title)),
    ("citation_author", Name(Field::Authors)),
    ("citation_authors", Name(Field::Authors)),
    ("citation_editor", Name(Field::Editors)),
    ("eprints.editors_name", Name(Field::Editors)),
    ("citation_journal_title", Container(1)),
    ("citation_conference_title", Container(2)),
    ("citation_conference", Container(2)),
    ("citation_inbook_title", Container(3)),
    ("citation_book_title", Container(3)),
    ("prism.publicationname", Container(4)),
    ("eprints.publication", Container(4)),
    ("eprints.book_title", Container(4)),
    ("citation_journal_abbrev", Container(6)),
    ("citation_series_title", Text(Field::Series)),
    ("citation_volume", Text(Field::Volume)),
    ("prism.volume", Text(Field::Volume)),
    ("eprints.volume", Text(Field::Volume)),
    ("citation_issue", Text(Field::Number)),
    ("citation_technical_report_number", Text(Field::Number)),
    ("citation_patent_number", Text(Field::Number)),
    ("prism.number", Text(Field::Number)),
    ("eprints.number", Text(Field::Number)),
    ("citation_firstpage", FirstPage),
    ("prism.startingpage", FirstPage),
    ("eprints.pagerange", FirstPage),
    ("citation_lastpage", LastPage),
    ("prism.endingpage", LastPage),
    ("citation_article_number", ArticleNumber),
    ("citation_publication_date", Year),
    ("citation_date", Year),
    ("citation_year", Year),
    ("citation_cover_date", Year),
    ("prism.publicationdate", Year),
    ("dcterms.issued", Year),
    ("dc.date.issued", Year),
    ("dc.date", Year),
    ("eprints.date", Year),
    ("citation_online_date", Date),
    ("citation_dissertation_institution", Publisher),
    ("citation_technical_report_institution", Publisher),
    ("citation_publisher", Publisher),
    ("dc.publisher", Publisher),
    ("eprints.institution", Publisher),
    ("citation_dissertation_name", Genre),
    ("eprints.thesis_type", Genre),
    ("citation_doi", Doi),
    ("prism.doi", Doi),
    ("dc.identifier", Doi),
    ("dc.identifier.doi", Doi),
    ("eprints.id_number", Doi),
    ("citation_arxiv_id", Target::Arxiv),
    ("citation_pmid", Verbatim(Field::Pmid)),
    ("citation_isbn", Serial),
    ("citation_issn", Serial),
    ("prism.issn", Serial),
    ("prism.eissn", Serial),
    ("citation_abstract", Text(Field::Abstract)),
    ("citation_abstract_html_url", Url),
    ("citation_public_url", Url),
];

/// Names of authors in sets that are used only where the sets before them give none.
const AUTHORS: &[&str] = &["eprints.creators_name", "dc.creator", "dc.contributor.author"];

/// Fields that tell the type of work.
const KINDS: &[(&str, EntryType)] = &[
    ("citation_journal_title", EntryType::Article),
    ("citation_conference_title", EntryType::InProceedings),
    ("citation_conference", EntryType::InProceedings),
    ("citation_inbook_title", EntryType::InCollection),
    ("citation_book_title", EntryType::InCollection),
    ("citation_dissertation_institution", EntryType::PhdThesis),
    ("citation_technical_report_institution", EntryType::TechReport),
    ("citation_technical_report_number", EntryType::TechReport),
    ("citation_patent_number", EntryType::Patent),
    ("prism.publicationname", EntryType::Article),
    ("eprints.publication", EntryType::Article),
    ("eprints.book_title", EntryType::InCollection),
    ("citation_isbn", EntryType::Book),
];

/// Reads the work that a page's tags describe.
pub(super) fn read(page: &Page) -> Option<Item> {
    let tags: Vec<(String, &Traced)> = page
        .metadata
        .iter()
        .filter_map(|item| match &item.kind {
            MetadataKind::Meta(name) => Some((canonical(name), &item.content)),
            _ => None,
        })
        .collect();
    let get = |name: &str| tags.iter().find(|(n, _)| n == name).map(|(_, value)| *value);
    // Dublin Core alone describes any page; a publication has an author and an identifier or a journal, too.
    let is_dublin = get("dc.title").is_some()
        && get("dc.creator").is_some()
        && (get("prism.publicationname").is_some() || get("dc.identifier").is_some_and(|v| v.as_str().contains("10.")));
    if get("citation_title").is_none() && get("eprints.title").is_none() && !is_dublin {
        return None;
    }
    let extent = tags.iter().filter(|(n, _)| is_known(n)).flat_map(|(_, value)| value.all_spans()).collect();
    let mut draft = Draft::new(RULE, extent);
    if let Some((value, kind)) = KINDS.iter().find_map(|(name, kind)| get(name).map(|value| (value, *kind))) {
        draft.kind(kind, value.all_spans());
    }
    for (name, target) in FIELDS {
        for (_, value) in tags.iter().filter(|(n, _)| n == name) {
            match target {
                Name(_) => names(value).iter().for_each(|name| draft.add(*target, name)),
                target => draft.add(*target, value),
            }
        }
    }
    if get("citation_author").is_none() && get("citation_authors").is_none() {
        let set = AUTHORS.iter().find(|name| get(name).is_some());
        for (_, value) in tags.iter().filter(|(n, _)| Some(&n.as_str()) == set) {
            names(value).iter().for_each(|name| draft.add(Name(Field::Authors), name));
        }
    }
    let is_author = |n: &String| n.starts_with("citation_author") || AUTHORS.contains(&n.as_str());
    let order = Order::of(tags.iter().filter(|(n, _)| is_author(n)).map(|(_, v)| v.as_str()));
    draft.finish(order).map(|record| Item { key: None, record })
}

/// The name as the table has it: `DC.Title`, `DC:title` and `bepress_citation_title` are written in many ways.
fn canonical(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let name = name.strip_prefix("bepress_").unwrap_or(&name);
    match name.split_once([':', '.']) {
        Some((set @ ("dc" | "dcterms" | "prism" | "eprints"), rest)) => {
            let rest = rest.replace(':', ".");
            // Qualified terms of the older syntax mean the same.
            let set = if set == "dcterms" && rest != "issued" { "dc" } else { set };
            format!("{set}.{rest}")
        }
        _ => name.to_owned(),
    }
}

fn is_known(name: &str) -> bool {
    FIELDS.iter().any(|(n, _)| *n == name) || AUTHORS.contains(&name)
}

/// The names of a tag: some pages give one tag for all (`Smith, J.; Doe, A.`).
fn names(value: &Traced) -> Vec<Traced> {
    let text = value.as_str();
    let mut start = 0;
    let mut names = Vec::new();
    for part in text.split(';') {
        names.push(value.slice(start..start + part.len()));
        start += part.len() + 1;
    }
    names
}
