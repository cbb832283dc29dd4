//! Names of fields and entry types, after BibTeX (btxdoc), biblatex and CSL.

use serde::Serialize;

/// The kind of a publication. BibTeX's types (btxdoc §3.1) and those of biblatex (manual §2.1) that classic BibTeX lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryType {
    /// A piece in a journal, magazine or newspaper.
    Article,
    /// A book with a publisher.
    Book,
    /// A chapter or piece with its own title in a book.
    InCollection,
    /// A paper, poster or talk at a conference or workshop.
    InProceedings,
    /// The proceedings of a conference.
    Proceedings,
    /// A doctoral or habilitation thesis.
    PhdThesis,
    /// A master's, diploma or bachelor's thesis.
    MastersThesis,
    /// A report of an institution.
    TechReport,
    /// Technical documentation.
    Manual,
    /// A patent.
    Patent,
    /// A data set.
    Dataset,
    /// A computer program.
    Software,
    /// A web page.
    Online,
    /// A manuscript with a note that says so.
    Unpublished,
    /// Anything else, preprints included.
    Misc,
}

impl EntryType {
    /// Every type.
    pub const ALL: &'static [Self] = &[
        Self::Article,
        Self::Book,
        Self::InCollection,
        Self::InProceedings,
        Self::Proceedings,
        Self::PhdThesis,
        Self::MastersThesis,
        Self::TechReport,
        Self::Manual,
        Self::Patent,
        Self::Dataset,
        Self::Software,
        Self::Online,
        Self::Unpublished,
        Self::Misc,
    ];

    /// Its name in lower case (`inproceedings`).
    pub fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Book => "book",
            Self::InCollection => "incollection",
            Self::InProceedings => "inproceedings",
            Self::Proceedings => "proceedings",
            Self::PhdThesis => "phdthesis",
            Self::MastersThesis => "mastersthesis",
            Self::TechReport => "techreport",
            Self::Manual => "manual",
            Self::Patent => "patent",
            Self::Dataset => "dataset",
            Self::Software => "software",
            Self::Online => "online",
            Self::Unpublished => "unpublished",
            Self::Misc => "misc",
        }
    }
}

/// A field of a record. One name for one meaning: the writers choose `journal` or `booktitle`, `institution` or `school`.
/// The order here is the order in which fields are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// Authors ([`super::Value::Names`]).
    Authors,
    /// Title, with subtitle.
    Title,
    /// Journal, book or proceedings that contains the work.
    Container,
    /// Editors ([`super::Value::Names`]).
    Editors,
    /// Translators ([`super::Value::Names`]).
    Translators,
    /// Series of the book, proceedings or report.
    Series,
    /// Volume.
    Volume,
    /// Issue of a journal, number in a series, of a report or a patent.
    Number,
    /// Pages or article number ([`super::Value::Pages`]).
    Pages,
    /// Edition, as printed (`2nd`, `Zweite`).
    Edition,
    /// Publisher.
    Publisher,
    /// Institution of a report, school of a thesis.
    Institution,
    /// Place of the publisher or the event.
    Address,
    /// Year, an integer.
    Year,
    /// Month, 1 to 12.
    Month,
    /// Day, 1 to 31.
    Day,
    /// DOI, without resolver (`10.1000/182`).
    Doi,
    /// Identifier in a preprint archive (`2401.01234`, `hep-th/9901001`).
    Eprint,
    /// The archive of `Eprint`, in lower case (`arxiv`, `hal`, `ssrn`).
    EprintType,
    /// Class within the archive (`cs.CL`).
    EprintClass,
    /// ISBN, digits with the hyphens as printed.
    Isbn,
    /// ISSN.
    Issn,
    /// PubMed number.
    Pmid,
    /// Main address on the web.
    Url,
    /// Date of access (`2024-08-01`, or as printed when not clear).
    UrlDate,
    /// State of publication, as printed (`in press`, `submitted`).
    PubState,
    /// Kind of a thesis, report or other work, as printed (`Technical Report`, `Habilitation`, `Poster`).
    Genre,
    /// Anything printed that has no field of its own.
    Note,
    /// Abstract, as printed (it may be cut).
    Abstract,
    /// Number of citations shown by the page, an integer.
    Citations,
}

impl Field {
    /// Every field, in order.
    pub const ALL: &'static [Self] = &[
        Self::Authors,
        Self::Title,
        Self::Container,
        Self::Editors,
        Self::Translators,
        Self::Series,
        Self::Volume,
        Self::Number,
        Self::Pages,
        Self::Edition,
        Self::Publisher,
        Self::Institution,
        Self::Address,
        Self::Year,
        Self::Month,
        Self::Day,
        Self::Doi,
        Self::Eprint,
        Self::EprintType,
        Self::EprintClass,
        Self::Isbn,
        Self::Issn,
        Self::Pmid,
        Self::Url,
        Self::UrlDate,
        Self::PubState,
        Self::Genre,
        Self::Note,
        Self::Abstract,
        Self::Citations,
    ];

    /// Its name in lower case, as in JSONL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Authors => "authors",
            Self::Title => "title",
            Self::Container => "container",
            Self::Editors => "editors",
            Self::Translators => "translators",
            Self::Series => "series",
            Self::Volume => "volume",
            Self::Number => "number",
            Self::Pages => "pages",
            Self::Edition => "edition",
            Self::Publisher => "publisher",
            Self::Institution => "institution",
            Self::Address => "address",
            Self::Year => "year",
            Self::Month => "month",
            Self::Day => "day",
            Self::Doi => "doi",
            Self::Eprint => "eprint",
            Self::EprintType => "eprinttype",
            Self::EprintClass => "eprintclass",
            Self::Isbn => "isbn",
            Self::Issn => "issn",
            Self::Pmid => "pmid",
            Self::Url => "url",
            Self::UrlDate => "urldate",
            Self::PubState => "pubstate",
            Self::Genre => "genre",
            Self::Note => "note",
            Self::Abstract => "abstract",
            Self::Citations => "citations",
        }
    }
}
