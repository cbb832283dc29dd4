//! Names of types and fields in .bib files, those of BibTeX and of biblatex.

use crate::model::{EntryType, Field};

/// The type that a name in a .bib file means (btxdoc §3.1, biblatex manual §2.1). `thesis` and `report` are told apart
/// by their `type` field.
pub(super) fn entry_type(name: &str) -> EntryType {
    match name {
        "article" | "suppperiodical" | "periodical" => EntryType::Article,
        "book" | "mvbook" | "collection" | "mvcollection" | "reference" | "mvreference" | "booklet" => EntryType::Book,
        "incollection" | "inbook" | "bookinbook" | "suppbook" | "suppcollection" | "inreference" => {
            EntryType::InCollection
        }
        "inproceedings" | "conference" => EntryType::InProceedings,
        "proceedings" | "mvproceedings" => EntryType::Proceedings,
        "phdthesis" | "thesis" => EntryType::PhdThesis,
        "mastersthesis" | "masterthesis" | "mathesis" => EntryType::MastersThesis,
        "techreport" | "report" => EntryType::TechReport,
        "manual" => EntryType::Manual,
        "patent" => EntryType::Patent,
        "dataset" => EntryType::Dataset,
        "software" => EntryType::Software,
        "online" | "electronic" | "www" | "webpage" => EntryType::Online,
        "unpublished" => EntryType::Unpublished,
        _ => EntryType::Misc,
    }
}

/// The field that a name in a .bib file means, where its value is text or verbatim.
pub(super) fn field(name: &str) -> Option<Field> {
    Some(match name {
        "title" => Field::Title,
        "journal" | "journaltitle" | "booktitle" => Field::Container,
        "author" => Field::Authors,
        "editor" => Field::Editors,
        "translator" => Field::Translators,
        "series" => Field::Series,
        "volume" => Field::Volume,
        "number" | "issue" => Field::Number,
        "pages" | "eid" => Field::Pages,
        "edition" => Field::Edition,
        "publisher" => Field::Publisher,
        "institution" | "school" | "organization" => Field::Institution,
        "address" | "location" | "venue" => Field::Address,
        "year" | "date" => Field::Year,
        "month" => Field::Month,
        "day" => Field::Day,
        "doi" => Field::Doi,
        "eprint" | "arxivid" => Field::Eprint,
        "eprinttype" | "archiveprefix" => Field::EprintType,
        "eprintclass" | "primaryclass" => Field::EprintClass,
        "isbn" => Field::Isbn,
        "issn" => Field::Issn,
        "pmid" => Field::Pmid,
        "url" => Field::Url,
        "urldate" => Field::UrlDate,
        "pubstate" => Field::PubState,
        "type" => Field::Genre,
        "note" => Field::Note,
        "abstract" => Field::Abstract,
        _ => return None,
    })
}

/// Whether values of the field are written as they are.
pub(super) fn is_verbatim(field: Field) -> bool {
    matches!(
        field,
        Field::Doi
            | Field::Eprint
            | Field::EprintType
            | Field::EprintClass
            | Field::Isbn
            | Field::Issn
            | Field::Pmid
            | Field::Url
            | Field::UrlDate
    )
}

/// Whether a field is filled where it is missing. An abstract is long and often cut: nobody asked for it.
pub(super) fn is_filled(name: &str) -> bool {
    field(name) != Some(Field::Abstract)
}

/// Fields that an entry takes from the one it names in `crossref`, with the name they have there (biblatex manual,
/// appendix B; BibTeX takes every field under its own name).
pub(super) fn inherited(name: &str, child: EntryType) -> Option<&str> {
    let part = matches!(child, EntryType::InProceedings | EntryType::InCollection);
    match name {
        "title" if part => Some("booktitle"),
        "title" | "key" | "ids" | "crossref" | "xref" | "xdata" | "pages" | "abstract" | "doi" | "url" | "file" => None,
        "author" if part => None,
        name => Some(name),
    }
}
