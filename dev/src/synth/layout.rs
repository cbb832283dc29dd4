//! Layouts of entries: which lines an entry has on a page, the same for all entries of the page.

use bibglean::segment::Role;

use super::Rng;
use super::locale::Locale;
use super::render::{NameStyle, ReferenceStyle, Work, acronym, date, venue};
use super::words::Words;

/// A line of an entry before it is placed on the page.
#[derive(Clone, Debug, Default)]
pub struct EntryLine {
    /// Its text.
    pub text: String,
    /// Its role.
    pub role: Option<Role>,
    /// Which part of the layout it is: lines of one part look alike.
    pub part: usize,
}

/// A part of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Title,
    TitleYear,
    TitleVenue,
    VenueTitle,
    Access,
    Authors,
    Venue,
    Details,
    Date,
    Year,
    Published,
    NamesVenue,
    Dashed,
    Abstract,
    Badges,
    Award,
    Identifier,
    ArxivNumber,
    Subjects,
    Cited,
    Label(&'static str),
    LabelledAuthors,
    LabelledDate,
    LabelledTitle,
    Comments,
    Citations,
    CitedBy,
    Links,
    Remark,
    Tags,
    AbstractLabel,
    Thesis,
    Whole,
    NamesTitle,
}

/// Shapes of cards: what stands on which line.
const CARDS: &[&[Part]] = &[
    &[Part::Title, Part::Authors, Part::Venue],
    &[Part::Title, Part::Authors, Part::Venue, Part::Badges],
    &[Part::Title, Part::Authors, Part::Date],
    &[Part::Title, Part::Authors, Part::Venue, Part::Published],
    &[Part::Title, Part::Authors, Part::Abstract],
    &[Part::Title, Part::Authors, Part::Venue, Part::Abstract],
    &[Part::Authors, Part::Title, Part::Venue],
    &[Part::Authors, Part::Venue, Part::Title, Part::Abstract],
    &[Part::Title, Part::NamesVenue],
    &[Part::Title, Part::NamesVenue, Part::Award],
    &[Part::Title, Part::NamesVenue, Part::Badges],
    &[Part::Title, Part::Dashed, Part::Abstract, Part::Cited],
    &[Part::Access, Part::Title, Part::Dashed, Part::Abstract, Part::Abstract, Part::Cited],
    &[
        Part::Access,
        Part::Access,
        Part::Title,
        Part::Dashed,
        Part::Abstract,
        Part::Abstract,
        Part::Abstract,
        Part::Cited,
    ],
    &[Part::VenueTitle],
    &[Part::VenueTitle, Part::Badges],
    &[Part::VenueTitle, Part::Authors],
    &[Part::Venue, Part::Title, Part::Authors],
    &[Part::Year, Part::Title, Part::Authors, Part::Venue],
    &[Part::Year, Part::Title, Part::Authors, Part::Venue, Part::Identifier],
    &[Part::Title, Part::Abstract, Part::Authors, Part::Venue],
    &[Part::Title, Part::Abstract, Part::Authors, Part::Venue, Part::Award],
    &[Part::TitleVenue],
    &[Part::TitleVenue, Part::Badges],
    &[Part::TitleYear, Part::Abstract],
    &[Part::TitleYear],
    &[Part::Title, Part::Venue],
    &[Part::Title, Part::Authors, Part::Details, Part::Date],
    &[Part::Title, Part::Authors, Part::Details, Part::Identifier],
    &[
        Part::Label("titre"),
        Part::Title,
        Part::Label("auteur"),
        Part::Authors,
        Part::Label("revue"),
        Part::Venue,
        Part::Label("Voir la fiche"),
    ],
    &[Part::Label("Title"), Part::Title, Part::Label("Author(s)"), Part::Authors, Part::Label("Source"), Part::Venue],
    &[Part::ArxivNumber, Part::Title, Part::Authors, Part::Subjects],
    &[Part::Title, Part::LabelledAuthors, Part::LabelledDate, Part::Abstract],
    &[Part::Title, Part::Authors, Part::Venue, Part::Citations],
    &[Part::Title, Part::Authors],
    &[Part::Title],
    &[Part::Authors, Part::Title, Part::Details, Part::Date, Part::Identifier],
    &[Part::ArxivNumber, Part::LabelledTitle, Part::LabelledAuthors, Part::Comments, Part::Subjects],
    &[Part::ArxivNumber, Part::Title, Part::LabelledAuthors, Part::Comments, Part::Subjects, Part::Abstract],
    &[Part::LabelledTitle, Part::LabelledAuthors, Part::LabelledDate, Part::Links],
    &[Part::Title, Part::Authors, Part::Venue, Part::Links],
    &[Part::Authors, Part::Title, Part::Venue, Part::Links],
    &[Part::Whole, Part::Links],
    &[Part::Whole, Part::Links, Part::Abstract],
    &[Part::Whole, Part::CitedBy],
    &[Part::Whole, Part::Badges],
    &[Part::NamesTitle],
    &[Part::Title, Part::Authors, Part::Venue, Part::CitedBy],
    &[Part::Title, Part::Thesis],
    &[Part::Title, Part::Authors, Part::Thesis, Part::Links],
    &[Part::Title, Part::Authors, Part::Year, Part::Label("Contributo in Atti di convegno"), Part::Details],
    &[Part::Label("Articolo su rivista"), Part::Title, Part::Authors, Part::Venue],
    &[
        Part::Label("Titre"),
        Part::Title,
        Part::Label("Auteurs"),
        Part::Authors,
        Part::Label("Publié dans"),
        Part::Venue,
        Part::Links,
    ],
    &[Part::Date, Part::Title, Part::Authors, Part::Abstract, Part::Badges],
];

/// How the entries of a page are written.
#[derive(Clone, Debug)]
pub enum Layout {
    /// Cards over lines.
    Cards { shape: Vec<Part>, names: NameStyle, venue: usize, cut_abstract: bool, badges: Vec<String> },
    /// One running text an entry.
    References(ReferenceStyle),
    /// One running text an entry, taken from real strings.
    Strings,
    /// The same, of short strings.
    Short,
    /// One running text an entry, in the manner of a language or system.
    Local(Locale),
    /// A line break at every tag.
    Fragments { names: NameStyle, venue: usize },
    /// A line break where a running text has tags: bits say at which ends of which values.
    Broken { style: ReferenceStyle, tags: usize },
    /// Cells of a table.
    Table { names: NameStyle, venue: usize, joint: &'static str, title_first: bool },
}

/// A shape drawn at random: the parts of a card in an order that a page may have, with what pages hang on them.
fn shape(rng: &mut Rng) -> Vec<Part> {
    let mut parts: Vec<Part> = match rng.below(11) {
        0..=5 => {
            let mut core = vec![Part::Title, Part::Authors, if rng.chance(80) { Part::Venue } else { Part::Details }];
            if rng.chance(45) {
                let (i, j) = (rng.below(3), rng.below(3));
                core.swap(i, j);
            }
            if core.contains(&Part::Details) && rng.chance(70) {
                core.insert(rng.below(core.len() + 1), Part::Date);
            }
            core
        }
        6 => vec![Part::Title, Part::NamesVenue],
        7 => vec![Part::Whole],
        8 => vec![Part::TitleVenue, Part::Authors],
        9 if rng.chance(50) => vec![Part::VenueTitle],
        9 => vec![Part::TitleVenue],
        _ => vec![Part::Title, Part::Authors],
    };
    if rng.chance(8) {
        parts.insert(0, if rng.chance(60) { Part::Year } else { Part::Date });
    }
    if rng.chance(6) {
        // A word before each part says what it is.
        let named = [Part::Label("Title"), Part::Label("Authors"), Part::Label("Published in")];
        parts = parts.into_iter().zip(named).flat_map(|(part, label)| [label, part]).collect();
    }
    for (chance, part) in [(12, Part::Identifier), (8, Part::Citations), (14, Part::Remark), (8, Part::Tags)] {
        if rng.chance(chance) {
            parts.push(part);
        }
    }
    if rng.chance(25) {
        let at = if rng.chance(65) { parts.len() } else { 1 };
        if rng.chance(30) {
            parts.insert(at, Part::AbstractLabel);
            parts.insert(at + 1, Part::Abstract);
        } else {
            parts.insert(at, Part::Abstract);
        }
    }
    if rng.chance(28) {
        let part = if rng.chance(60) { Part::Badges } else { Part::Links };
        let at = match rng.below(10) {
            0 => 0,
            1 => 1,
            _ => parts.len(),
        };
        parts.insert(at, part);
    }
    parts
}

impl Layout {
    /// A random layout.
    pub fn random(rng: &mut Rng, words: &Words) -> Self {
        let names = NameStyle::random(rng);
        match rng.below(100) {
            0..=49 => {
                let badges = (0..1 + rng.below(4)).map(|_| words.phrase("badge", rng)).collect();
                Self::Cards {
                    shape: if rng.chance(45) { rng.pick(CARDS).to_vec() } else { shape(rng) },
                    names,
                    venue: rng.below(24),
                    cut_abstract: rng.chance(40),
                    badges,
                }
            }
            50..=67 => Self::References(ReferenceStyle::random(rng)),
            68..=75 => Self::Local(Locale::random(rng)),
            76..=87 => Self::Strings,
            88..=90 => Self::Fragments { names, venue: rng.below(8) },
            91..=94 => {
                Self::Broken { style: ReferenceStyle::random(rng), tags: rng.below(1 << 10) | 1 << rng.below(10) }
            }
            _ => Self::Table {
                names,
                venue: rng.below(24),
                joint: rng.pick::<&str>(&["\t", " | ", "  "]),
                title_first: rng.chance(50),
            },
        }
    }

    /// What layouts of one kind share: the order of the fields.
    pub fn family(&self) -> String {
        match self {
            Self::Cards { shape, .. } => {
                let core = shape.iter().filter(|part| {
                    !matches!(
                        part,
                        Part::Badges | Part::Links | Part::Award | Part::Remark | Part::Tags | Part::Identifier
                    )
                });
                format!("{:?}", core.collect::<Vec<_>>())
            }
            Self::References(style) => format!("references {}", style.order),
            Self::Local(locale) => format!("local {}", locale.manner),
            Self::Strings => "strings".to_owned(),
            Self::Short => "short".to_owned(),
            Self::Fragments { venue, .. } => format!("fragments {venue}"),
            Self::Broken { tags, .. } => format!("broken {tags}"),
            Self::Table { title_first, joint, .. } => format!("table {title_first} {joint}"),
        }
    }

    /// Whether entries are single running texts that may be wrapped or numbered.
    pub fn is_running(&self) -> bool {
        matches!(self, Self::References(_) | Self::Local(_) | Self::Strings | Self::Short)
    }

    /// The lines of one entry.
    pub fn lines(&self, work: &Work, number: usize, rng: &mut Rng, words: &Words) -> Vec<EntryLine> {
        let line = |text: String, role: Role, part: usize| EntryLine { text, role: Some(role), part };
        match self {
            Self::References(style) => vec![line(style.write(work, rng, &words.acronyms), Role::Reference, 0)],
            Self::Local(locale) => vec![line(locale.write(work, rng), Role::Reference, 0)],
            Self::Strings => vec![line(rng.pick(&words.strings).clone(), Role::Reference, 0)],
            Self::Short => vec![line(rng.pick(&words.short).clone(), Role::Reference, 0)],
            Self::Table { names, venue: style, joint, title_first } => {
                let (n, v) = (names.list(work), venue(work, *style, rng, &words.acronyms));
                let cells = if *title_first { [work.title.clone(), n, v] } else { [date(work), work.title.clone(), n] };
                let cells: Vec<String> = cells.into_iter().filter(|c| !c.is_empty()).collect();
                vec![line(cells.join(joint), Role::Reference, 0)]
            }
            Self::Fragments { names, venue: style } => {
                fragments(work, names.list(work), venue(work, *style, rng, &words.acronyms), rng)
            }
            Self::Broken { style, tags } => broken(&style.write(work, rng, &words.acronyms), work, *tags),
            Self::Cards { shape, names, venue: style, cut_abstract, badges, .. } => {
                let card =
                    Card { work, number, names: *names, venue: *style, cut_abstract: *cut_abstract, badges, words };
                card.lines(shape, rng)
            }
        }
    }
}

/// Breaks a running entry where a page has tags.
fn fragments(work: &Work, names: String, venue: String, rng: &mut Rng) -> Vec<EntryLine> {
    let mut out = Vec::new();
    let mut add = |text: &str, role: Role| {
        if !text.trim().is_empty() {
            out.push(EntryLine { text: text.trim().to_owned(), role: Some(role), part: out.len().min(5) });
        }
    };
    if rng.chance(40) {
        add(&work.year, Role::Venue);
    }
    add(&work.title, Role::Title);
    let cut = names.find(", ").map_or(names.len(), |i| i + usize::from(rng.chance(50)));
    add(&names[..cut], Role::Authors);
    add(&names[cut..], Role::Authors);
    let cut = venue.find([',', '(']).unwrap_or(venue.len());
    add(&venue[..cut], Role::Venue);
    add(&venue[cut..], Role::Venue);
    if !work.doi.is_empty() {
        add(&format!("DOI: {}", work.doi), Role::Identifiers);
    }
    out
}

/// Breaks a running reference before and after those values that have tags.
fn broken(text: &str, work: &Work, tags: usize) -> Vec<EntryLine> {
    let names: Vec<&str> = work.authors.iter().map(|(family, _)| family.as_str()).collect();
    let values = [names[0], &work.title, &work.container, &work.year, names[names.len() - 1]];
    let mut cuts = vec![0, text.len()];
    for (n, value) in values.iter().enumerate().filter(|(_, value)| value.len() > 2) {
        if let Some(at) = text.find(value) {
            let ends = [at, at + value.len()];
            cuts.extend(
                ends.into_iter().enumerate().filter(|(end, _)| tags >> (2 * n + end) & 1 == 1).map(|(_, at)| at),
            );
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let title = text.find(&work.title);
    let mut out = Vec::new();
    for (part, cut) in cuts.windows(2).enumerate() {
        let piece = text[cut[0]..cut[1]].trim();
        if piece.is_empty() {
            continue;
        }
        let role = match title {
            Some(at) if (cut[0]..cut[1]).contains(&at) => {
                if piece.len() < work.title.len() + 4 {
                    Role::Title
                } else {
                    Role::Reference
                }
            }
            Some(at) if cut[1] <= at && names.iter().any(|name| piece.contains(name)) => Role::Authors,
            Some(at) if cut[0] > at => Role::Venue,
            _ => Role::Reference,
        };
        out.push(EntryLine { text: piece.to_owned(), role: Some(role), part });
    }
    out
}

/// One card to write.
struct Card<'a> {
    work: &'a Work,
    number: usize,
    names: NameStyle,
    venue: usize,
    cut_abstract: bool,
    badges: &'a [String],
    words: &'a Words,
}

impl Card<'_> {
    fn lines(&self, shape: &[Part], rng: &mut Rng) -> Vec<EntryLine> {
        let mut out = Vec::new();
        for (part, kind) in shape.iter().enumerate() {
            // Parts that matter less are missing now and then.
            let optional = matches!(
                kind,
                Part::Badges
                    | Part::Award
                    | Part::Abstract
                    | Part::Identifier
                    | Part::Citations
                    | Part::Subjects
                    | Part::Remark
                    | Part::Access
                    | Part::Tags
            );
            let missing = match kind {
                Part::Award => 75,
                Part::Remark => 50,
                _ => 12,
            };
            if optional && rng.chance(missing) {
                continue;
            }
            let (text, role) = self.part(*kind, rng);
            for text in text.split('\n').filter(|text| !text.trim().is_empty()) {
                out.push(EntryLine { text: text.to_owned(), role: Some(role), part });
            }
        }
        out
    }

    fn part(&self, kind: Part, rng: &mut Rng) -> (String, Role) {
        let w = self.work;
        let names = || self.names.list(w);
        let acronyms = &self.words.acronyms;
        match kind {
            Part::Title => (w.title.clone(), Role::Title),
            Part::TitleYear if w.year.is_empty() => (w.title.clone(), Role::Title),
            Part::TitleYear => (format!("{} ({})", w.title, w.year), Role::Reference),
            Part::TitleVenue => (format!("{} ({})", w.title, acronym(rng, acronyms, &w.year)), Role::Reference),
            Part::VenueTitle => {
                let stop = [", ", ": ", " - ", ". "][self.venue % 4];
                (format!("{}{stop}{}", acronym(rng, acronyms, &w.year), w.title), Role::Reference)
            }
            Part::Access => (self.words.phrase("access", rng), Role::Extra),
            Part::Authors => (names(), Role::Authors),
            Part::Venue => (venue(w, self.venue, rng, acronyms), Role::Venue),
            Part::Details => {
                (if w.container.is_empty() { w.publisher.clone() } else { w.container.clone() }, Role::Venue)
            }
            Part::Date => (date(w), Role::Venue),
            Part::Year => (w.year.clone(), Role::Venue),
            Part::Published if w.publisher.is_empty() => (String::new(), Role::Venue),
            Part::Published => (format!("Published by {}", w.publisher), Role::Venue),
            Part::NamesVenue => (format!("{} in {}", names(), acronym(rng, acronyms, &w.year)), Role::Reference),
            Part::Dashed => (
                format!(
                    "{} - {}, {} - {}",
                    names(),
                    cut_words(&w.container, 4),
                    w.year,
                    rng.pick(&["Springer", "Elsevier", "dl.acm.org", "arxiv.org", "jstor.org"])
                ),
                Role::Reference,
            ),
            Part::Abstract => (self.words.summary(w, rng, self.cut_abstract), Role::Abstract),
            Part::Badges => (self.badges.join(*rng.pick(&[" ", " ", " | "])), Role::Extra),
            Part::Award => (self.words.phrase("award", rng), Role::Extra),
            Part::Remark => (self.words.phrase("remark", rng), Role::Extra),
            Part::AbstractLabel => (self.words.phrase("abstract-label", rng), Role::Abstract),
            Part::Tags => {
                let tags: Vec<String> = (0..1 + rng.below(4)).map(|_| self.words.phrase("tag", rng)).collect();
                (tags.join(["\n", " ", ", ", "\n"][self.venue % 4]), Role::Extra)
            }
            Part::Identifier if w.doi.is_empty() => (String::new(), Role::Identifiers),
            Part::Identifier => {
                (format!("{}{}", rng.pick(&["DOI: ", "doi:", "https://doi.org/"]), w.doi), Role::Identifiers)
            }
            Part::ArxivNumber => (
                format!("[{}] arXiv:{:04}.{:05} [pdf, other]", self.number, rng.below(2600), rng.below(20000)),
                Role::Identifiers,
            ),
            Part::Subjects => (self.words.phrase("subject", rng), Role::Extra),
            Part::Cited => (
                format!("Save Cite Cited by {} Related articles All {} versions", rng.below(300), 2 + rng.below(9)),
                Role::Identifiers,
            ),
            Part::Label(text) => (text.to_owned(), Role::Extra),
            Part::LabelledAuthors => (format!("Authors: {}", names()), Role::Authors),
            Part::LabelledDate => (format!("Published: {}", date(w)), Role::Venue),
            Part::LabelledTitle => (format!("Title: {}", w.title), Role::Title),
            Part::Comments => (self.words.phrase("comment", rng), Role::Extra),
            Part::Links => (self.words.nth("links", self.venue), Role::Extra),
            Part::CitedBy => (format!("Cited by {}", rng.below(400)), Role::Identifiers),
            Part::Thesis => {
                let kind = *rng.pick(&["PhD thesis", "Ph.D. dissertation", "Master's thesis", "Thèse de doctorat"]);
                let school = if w.publisher.is_empty() { "" } else { ", " };
                (format!("{kind}{school}{}, {}", w.publisher, date(w)), Role::Venue)
            }
            Part::Whole => {
                let stop = [". ", ", ", ": "][self.venue % 3];
                let venue = venue(w, self.venue, rng, acronyms);
                (format!("{}{stop}{}. {venue}", names(), w.title), Role::Reference)
            }
            Part::NamesTitle => (format!("{}{:02}\t{}. {}", w.year, self.number, names(), w.title), Role::Reference),
            Part::Citations => (format!("{} citations", rng.below(400)), Role::Identifiers),
        }
    }
}

/// The first words of a text, cut with an ellipsis.
fn cut_words(text: &str, count: usize) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() <= count { text.to_owned() } else { format!("{}…", words[..count].join(" ")) }
}
