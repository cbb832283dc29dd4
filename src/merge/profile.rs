//! A record prepared for comparison.

use super::authors::People;
use super::content::hash;
use super::title::Title;
use super::venue::venue_words;
use crate::lexicon::PREPRINT_SERVERS;
use crate::model::{EntryType, Field, Record, Value};
use crate::text::fold::{fold, fold_words};

/// Kinds of publication, as far as they keep works apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A paper in a journal or at a conference.
    Paper,
    /// A piece in a book; some proceedings are cited so.
    Chapter,
    /// A whole book.
    Book,
    /// A thesis.
    Thesis,
    /// A report of an institution.
    Report,
    /// A patent, data set or program.
    Other(EntryType),
    /// Nothing that is known to be one of these.
    Loose,
}

/// A record prepared for comparison.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    pub kind: Kind,
    /// Whether it is known only by a preprint server.
    pub preprint: bool,
    pub doi: Option<String>,
    /// arXiv number without its version.
    pub arxiv: Option<String>,
    pub pmid: Option<String>,
    pub title: Title,
    pub authors: People,
    pub year: Option<i64>,
    /// Telling words of journal or conference; none for a preprint server.
    pub venue: Vec<String>,
    pub volume: Option<String>,
    pub number: Option<String>,
    pub first_page: Option<String>,
    pub edition: Option<String>,
    /// Hash of all that identifies the work but its kind.
    pub identity: u64,
}

impl Profile {
    pub fn new(record: &Record) -> Self {
        let eprint = record.text(Field::Eprint);
        let archive = record.text(Field::EprintType).map(fold);
        let container = record.text(Field::Container).map(fold_words).unwrap_or_default();
        let server = PREPRINT_SERVERS.longest(container.split(' ')).is_some();
        let preprint_doi = record.text(Field::Doi).is_some_and(|doi| fold(doi).starts_with("10.48550/"));
        let venue = if server { Vec::new() } else { record.text(Field::Container).map_or_else(Vec::new, venue_words) };
        let kind = match kind(record) {
            Kind::Paper | Kind::Report if server => Kind::Loose,
            Kind::Report if eprint.is_some() => Kind::Loose,
            kind => kind,
        };
        let arxiv = eprint
            .filter(|_| archive.as_deref().is_none_or(|archive| archive == "arxiv"))
            .map(arxiv_number)
            .or_else(|| record.text(Field::Doi).and_then(arxiv_of_doi));
        let mut profile = Self {
            kind,
            preprint: (eprint.is_some() || server || preprint_doi) && venue.is_empty() && kind == Kind::Loose,
            doi: record.text(Field::Doi).map(|doi| fold(doi).trim().to_owned()).filter(|doi| !doi.is_empty()),
            arxiv,
            pmid: record.text(Field::Pmid).map(fold),
            title: Title::new(record.text(Field::Title).unwrap_or_default()),
            authors: People::new(record.names(Field::Authors).or_else(|| record.names(Field::Editors))),
            year: record.integer(Field::Year),
            venue,
            volume: record.text(Field::Volume).map(fold_words),
            number: record.text(Field::Number).map(fold_words),
            first_page: match record.get(Field::Pages) {
                Some(Value::Pages(pages)) => pages.0.first().map(|range| fold_words(&range.first)),
                _ => None,
            },
            edition: record.text(Field::Edition).map(fold_words),
            identity: 0,
        };
        profile.identity = hash(&profile.identifying());
        profile
    }
}

impl Profile {
    /// Whether two records agree in all that identifies them, be it much or little.
    pub fn says_the_same(&self, other: &Self) -> bool {
        self.identity == other.identity && self.kind.fits(other.kind)
    }

    /// All that identifies the work but its kind.
    fn identifying(&self) -> String {
        let mut parts: Vec<&str> = vec![&self.title.compact];
        let year = self.year.map(|year| year.to_string()).unwrap_or_default();
        parts.push(&year);
        parts.extend(self.venue.iter().map(String::as_str));
        for part in [&self.volume, &self.number, &self.first_page, &self.edition, &self.doi, &self.arxiv] {
            parts.push(part.as_deref().unwrap_or_default());
        }
        parts.extend(self.authors.names.iter().flat_map(|name| [name.family.as_str(), name.given.as_str()]));
        parts.push(if self.authors.cut { "+" } else { "" });
        parts.join("\u{1f}")
    }
}

fn kind(record: &Record) -> Kind {
    match record.entry_type.value {
        EntryType::Article | EntryType::InProceedings => Kind::Paper,
        EntryType::InCollection => Kind::Chapter,
        EntryType::Book | EntryType::Proceedings | EntryType::Manual => Kind::Book,
        EntryType::PhdThesis | EntryType::MastersThesis => Kind::Thesis,
        EntryType::TechReport => Kind::Report,
        other @ (EntryType::Patent | EntryType::Dataset | EntryType::Software) => Kind::Other(other),
        EntryType::Online | EntryType::Unpublished | EntryType::Misc => Kind::Loose,
    }
}

/// `arXiv:2401.01234v2` gives `2401.01234`.
fn arxiv_number(eprint: &str) -> String {
    let folded = fold(eprint);
    let number = folded.trim().trim_start_matches("arxiv:").trim();
    match number.rsplit_once('v') {
        Some((base, version)) if !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit()) => base.to_owned(),
        _ => number.to_owned(),
    }
}

/// DOIs that arXiv gives (`10.48550/arXiv.2401.01234`) name the preprint.
fn arxiv_of_doi(doi: &str) -> Option<String> {
    fold(doi).trim().strip_prefix("10.48550/arxiv.").map(arxiv_number)
}

impl Kind {
    /// Whether records of two kinds may be one work.
    pub fn fits(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Loose, _) | (_, Self::Loose) | (Self::Paper, Self::Chapter) | (Self::Chapter, Self::Paper)
        ) || self == other
    }
}
