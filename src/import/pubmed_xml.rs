//! PubMed's XML (`PubmedArticle`): <https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html>.

use super::draft::Draft;
use super::draft::Target::{Body, Container, Doi, FirstPage, LastPage, Publisher, Serial, Text, Verbatim};
use super::nbib::NBIB;
use super::values::{self, Order};
use super::xml::{self, Element, Fields};
use super::{Imported, Item};
use crate::model::{EntryType, Field, Name};
use crate::source::Source;
use crate::text::Traced;

/// The rule that the values carry.
const RULE: &str = "import/pubmed-xml";

/// Fields of an article.
const ARTICLE: &Fields = &[
    (&["MedlineCitation", "PMID"], Verbatim(Field::Pmid)),
    (&["MedlineCitation", "Article", "ArticleTitle"], Text(Field::Title)),
    (&["MedlineCitation", "Article", "Journal", "Title"], Container(1)),
    (&["MedlineCitation", "Article", "Journal", "ISOAbbreviation"], Container(2)),
    (&["MedlineCitation", "Article", "Journal", "ISSN"], Serial),
    (&["MedlineCitation", "Article", "Journal", "JournalIssue", "Volume"], Text(Field::Volume)),
    (&["MedlineCitation", "Article", "Journal", "JournalIssue", "Issue"], Text(Field::Number)),
    (&["MedlineCitation", "Article", "Pagination", "StartPage"], FirstPage),
    (&["MedlineCitation", "Article", "Pagination", "EndPage"], LastPage),
    (&["MedlineCitation", "Article", "Pagination", "MedlinePgn"], FirstPage),
];

/// Fields of a chapter or a book.
const BOOK: &Fields = &[
    (&["BookDocument", "PMID"], Verbatim(Field::Pmid)),
    (&["BookDocument", "ArticleTitle"], Text(Field::Title)),
    (&["BookDocument", "Book", "Publisher", "PublisherName"], Publisher),
    (&["BookDocument", "Book", "Publisher", "PublisherLocation"], Text(Field::Address)),
    (&["BookDocument", "Book", "Isbn"], Serial),
];

/// Whether a text is PubMed's XML.
pub(super) fn sniff(head: &str) -> bool {
    head.contains("<PubmedArticle") || head.contains("<PubmedBookArticle")
}

/// Reads all records of a source.
pub(super) fn read(source: &Source) -> Imported {
    let (records, whole) = xml::records(source, |name| matches!(name, "PubmedArticle" | "PubmedBookArticle"));
    let diagnostics = if whole { Vec::new() } else { vec![super::broken(source)] };
    Imported { items: records.iter().filter_map(item).collect(), diagnostics }
}

fn item(record: &Element) -> Option<Item> {
    let mut draft = Draft::new(RULE, vec![record.span]);
    let is_book = record.name == "PubmedBookArticle";
    let article: &[&str] = if is_book { &["BookDocument"] } else { &["MedlineCitation", "Article"] };
    let path = |rest: &[&'static str]| [article, rest].concat();
    if is_book {
        let title = record.first(&["BookDocument", "Book", "BookTitle"]);
        let is_chapter = record.first(&["BookDocument", "ArticleTitle"]).is_some();
        let kind = if is_chapter { EntryType::InCollection } else { EntryType::Book };
        draft.kind(kind, vec![record.span]);
        if let Some(title) = title {
            title.add_to(&mut draft, if is_chapter { Container(1) } else { Text(Field::Title) });
        }
    } else {
        let types = record.find(&path(&["PublicationTypeList", "PublicationType"]));
        let given: Vec<(String, Traced)> =
            types.iter().map(|t| (t.text().as_str().to_ascii_lowercase(), t.text())).collect();
        let row =
            NBIB.kinds.iter().find_map(|(n, kind)| given.iter().find(|(t, _)| t.starts_with(n)).map(|g| (kind, g)));
        if let Some((kind, (_, text))) = row {
            draft.kind(*kind, text.all_spans());
        }
    }
    xml::add_fields(&mut draft, record, if is_book { BOOK } else { ARTICLE });
    authors(&mut draft, record, &path(&["AuthorList"]));
    if is_book {
        authors(&mut draft, record, &["BookDocument", "Book", "AuthorList"]);
    }
    let dates: &[&[&str]] =
        &[&["MedlineCitation", "Article", "Journal", "JournalIssue", "PubDate"], &["BookDocument", "Book", "PubDate"]];
    if let Some(date) = dates.iter().find_map(|path| record.first(path)) {
        // Parts or words: `<Year>2019</Year><Month>Mar</Month>`, `<MedlineDate>2019 Mar-Apr</MedlineDate>`.
        let mut words = Traced::default();
        for part in date.elements() {
            words.push_joint(" ");
            words.append(&part.text());
        }
        draft.date(&words, values::date(words.as_str()));
    }
    for (list, kind) in
        [(path(&["ELocationID"]), "EIdType"), (vec!["PubmedData", "ArticleIdList", "ArticleId"], "IdType")]
    {
        for id in record.find(&list).iter().filter(|id| id.attribute(kind).is_some_and(|k| k.as_str() == "doi")) {
            id.add_to(&mut draft, Doi);
        }
    }
    let mut summary = Traced::default();
    for part in record.find(&path(&["Abstract", "AbstractText"])) {
        if !summary.is_empty() {
            summary.push_joint(" ");
        }
        if let Some(label) = part.attribute("Label") {
            summary.append(label);
            summary.push_joint(": ");
        }
        summary.append(&part.marked_text());
    }
    draft.add(Text(Field::Abstract), &summary);
    draft.finish(Order::Inverted).map(|record| Item { key: None, record })
}

fn authors(draft: &mut Draft, record: &Element, path: &[&str]) {
    for list in record.find(path) {
        let is_editors = list.attribute("Type").is_some_and(|kind| kind.as_str() == "editors");
        let field = if is_editors { Field::Editors } else { Field::Authors };
        for author in list.elements() {
            let part = |name: &str| author.first(&[name]).map(|e| e.text().as_str().to_owned()).unwrap_or_default();
            let family = part("LastName");
            if let Some(body) = author.first(&["CollectiveName"]) {
                draft.add(Body(field), &body.text());
            } else if !family.is_empty() {
                let given = Some(part("ForeName")).filter(|g| !g.is_empty()).unwrap_or_else(|| part("Initials"));
                draft.push_name(field, Name::Person { family, given, suffix: part("Suffix") }, vec![author.span]);
            }
        }
    }
}
