//! Renders records as references on one line and as cards of several lines, in many layouts.

use bibglean::label::Label;
use bibglean::segment::Role;
use bibglean::span::{SourceId, Span};
use bibglean::text::RunKind;

use crate::corpus::{Gold, Person};
use crate::phrases::Phrases;
use crate::random::Random;
use crate::sample::{Line, Piece, Sample};

/// What layouts draw from besides the record.
pub struct Renderer {
    /// Words of the languages.
    pub phrases: Phrases,
    /// Acronym and name of conferences.
    pub conferences: Vec<(String, String)>,
    /// Places as they stand in references.
    pub places: Vec<String>,
    /// Name and abbreviation of journals.
    pub journals: Vec<(String, String)>,
    /// Publishers.
    pub publishers: Vec<String>,
}

/// How names are written.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    GivenFamily,
    FamilyComma,
    FamilySpace,
    FirstInverted,
}

/// Choices that hold for a whole reference.
struct Style<'a> {
    lang: &'a str,
    order: Order,
    initials: usize,
    upper: bool,
    separator: &'static str,
    joiner: usize,
    cut: usize,
}

/// The languages rendered, by weight.
const LANGUAGES: [(usize, &str); 8] =
    [(56, "en"), (10, "de"), (8, "fr"), (7, "es"), (6, "it"), (6, "pt"), (3, "nl"), (4, "ru")];

/// A list of pieces being built.
#[derive(Default)]
struct Out(Vec<Piece>);

impl Out {
    fn add(&mut self, label: Label, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Piece::new(Some(label), text));
        }
    }

    fn gap(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Piece::new(None, text));
        }
    }

    fn styled(&mut self, label: Label, text: impl Into<String>, style: Option<RunKind>) {
        self.0.push(Piece { label: Some(label), text: text.into(), style });
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn ends_with(&self, marks: &[char]) -> bool {
        self.0.last().is_some_and(|p| p.text.trim_end().ends_with(marks))
    }

    /// Adds a separator unless the text already ends a sentence.
    fn separate(&mut self, separator: &str) {
        if self.is_empty() {
            return;
        }
        let dot = separator.starts_with(['.', ',']) && self.ends_with(&['.', '?', '!']);
        let separator = if dot && separator.starts_with('.') { &separator[1..] } else { separator };
        self.gap(separator);
    }
}

impl Renderer {
    fn style<'a>(&self, random: &mut Random, lang: &'a str) -> Style<'a> {
        let order = random.weighted(&[
            (40, Order::GivenFamily),
            (32, Order::FamilyComma),
            (16, Order::FamilySpace),
            (12, Order::FirstInverted),
        ]);
        Style {
            lang,
            order,
            initials: match order {
                Order::FamilySpace => random.weighted(&[(20, 0), (10, 1), (60, 3), (10, 4)]),
                _ => random.weighted(&[(45, 0), (30, 1), (12, 2), (6, 3), (4, 5), (3, 4)]),
            },
            upper: random.chance(9),
            separator: match order {
                Order::FamilyComma => random.weighted(&[(5, ", "), (3, "; "), (1, " / "), (1, " ; ")]),
                _ => random.weighted(&[
                    (16, ", "),
                    (3, "; "),
                    (1, " / "),
                    (1, " · "),
                    (1, " - "),
                    (1, " and "),
                    (1, "、"),
                ]),
            },
            joiner: random.weighted(&[(40, 0), (25, 1), (35, 2)]),
            cut: if random.chance(15) { 1 + random.below(6) } else { usize::MAX },
        }
    }

    fn name(&self, person: &Person, style: &Style<'_>, first: bool) -> String {
        if !person.literal.is_empty() || person.family.is_empty() {
            return if person.literal.is_empty() { person.given.clone() } else { person.literal.clone() };
        }
        let family = if style.upper { person.family.to_uppercase() } else { person.family.clone() };
        let given = given(&person.given, style.initials);
        let suffix = if person.suffix.is_empty() { String::new() } else { format!(" {}", person.suffix) };
        if given.is_empty() {
            return family + &suffix;
        }
        match (style.order, first) {
            (Order::GivenFamily, _) | (Order::FirstInverted, false) => format!("{given} {family}{suffix}"),
            (Order::FamilySpace, _) => format!("{family} {given}{suffix}"),
            _ if suffix.is_empty() => format!("{family}, {given}"),
            _ => format!("{family}, {given},{suffix}"),
        }
    }

    fn names(&self, random: &mut Random, people: &[Person], style: &Style<'_>) -> String {
        let shown = people.len().min(style.cut);
        let mut out = String::new();
        for (i, person) in people.iter().take(shown).enumerate() {
            if i > 0 {
                let last = i + 1 == people.len();
                let and = self.phrases.pick(random, style.lang, "and");
                match style.joiner {
                    _ if !last || style.separator == " and " => out.push_str(style.separator),
                    0 => out.push_str(style.separator),
                    1 => out += &format!(" {and} "),
                    _ if people.len() > 2 || style.order == Order::FamilyComma => {
                        out += &format!("{} {and} ", style.separator.trim())
                    }
                    _ => out += &format!(" {and} "),
                }
            }
            out += &self.name(person, style, i == 0);
        }
        if shown < people.len() {
            let others = self.phrases.pick(random, style.lang, "others");
            let joint = random.pick(&[", ", " ", ", "]);
            match random.below(5) {
                0 => out += &format!(" +{}", people.len() - shown),
                _ => out += &format!("{joint}{others}"),
            }
        } else if random.chance(2) {
            out += &format!(", {}", self.phrases.pick(random, style.lang, "others"));
        }
        out
    }

    fn date(&self, random: &mut Random, gold: &Gold, lang: &str) -> String {
        let year = &gold.year;
        let month = usize::from(gold.month);
        if year.is_empty() || month == 0 || month > 12 || random.chance(35) {
            return if random.chance(3) && !year.is_empty() { format!("{year}a") } else { year.clone() };
        }
        let short = lang == "en" && random.chance(40);
        let name = self.phrases.all(lang, if short { "mon" } else { "months" })[month - 1];
        let day = if gold.day > 0 { usize::from(gold.day) } else { 1 + random.below(28) };
        match random.below(11) {
            0 => format!("{year}-{month:02}-{day:02}"),
            1 => format!("{day} {name} {year}"),
            2 if lang == "en" => format!("{name} {day}, {year}"),
            2 if lang == "de" => format!("{day}. {name} {year}"),
            3 => format!("{year}, {name} {day}"),
            4 => format!("{year}, {name}"),
            5 => format!("{name}, {year}"),
            6 => format!("{name} {day}–{}, {year}", (day + 3).min(31)),
            7 => format!("{year} {}", name.trim_end_matches('.')),
            8 if random.chance(30) => format!("{day:02}/{month:02}/{year}"),
            _ => format!("{name} {year}"),
        }
    }

    /// The title with its marks.
    fn title(&self, random: &mut Random, out: &mut Out, gold: &Gold, inner: &str, quoted: usize) {
        let mut title = gold.title.trim_end_matches('.').to_owned();
        if random.chance(5) {
            title = title.to_uppercase();
        }
        let style = match random.below(12) {
            0 => Some(RunKind::Italic),
            1 => Some(RunKind::Bold),
            2 => Some(link()),
            _ => None,
        };
        let (open, close) = [
            ("", ""),
            ("“", "”"),
            ("\"", "\""),
            ("‘", "’"),
            ("«", "»"),
            ("„", "“"),
            ("'", "'"),
            ("« ", " »"),
            ("``", "''"),
        ][quoted];
        let inner = if title.ends_with(['?', '!']) { "" } else { inner };
        out.gap(open);
        out.styled(Label::Title, title, style);
        out.gap(format!("{inner}{close}"));
    }

    /// The name of a conference with its ornaments; sometimes with place and date.
    fn conference(&self, random: &mut Random, out: &mut Out, gold: &Gold, lang: &str) {
        let (acronym, name) = &self.conferences[random.below(self.conferences.len())];
        let acronym = acronym.split(['/', ',']).next().unwrap_or(acronym);
        let style = random.chance(35).then_some(RunKind::Italic);
        let year = gold.year.as_str();
        let short = if year.len() == 4 { &year[2..] } else { year };
        let nth = ["", "", "", "3rd ", "12th ", "Fifth ", "XIV ", "2nd ", "38th ", "Twenty-Third "][random.below(10)];
        let text = match random.below(9) {
            0 => acronym.to_owned(),
            1 => name.clone(),
            2 => format!("Proceedings of the {nth}{name}"),
            3 => format!("Proc. of the {nth}{name} ({acronym} {year})"),
            4 => format!("{nth}{name} ({acronym}'{short})"),
            5 => format!("Proceedings of the {nth}{name} ({acronym})"),
            6 => format!("Proceedings of {acronym}"),
            7 => format!("Proc. {acronym}"),
            _ => format!("{year} {name} ({acronym})"),
        };
        out.styled(Label::Container, text, style);
        if random.chance(30) {
            out.gap(random.pick(&[", ", ", ", ". ", " ("]));
            out.add(Label::Address, self.places[random.below(self.places.len())].clone());
        }
        let _ = lang;
    }

    /// Volume, number, pages.
    fn numbers(&self, random: &mut Random, out: &mut Out, gold: &Gold, lang: &str, dated: &mut bool) {
        let (volume, number) = (gold.volume.as_str(), gold.number.as_str());
        let pages = dashes(random, &gold.pages);
        let word = |random: &mut Random, key: &str| self.phrases.pick(random, lang, key);
        let form = random.below(14);
        let date = self.date(random, gold, lang);
        let mut pages_done = false;
        let bold = (form == 2 || form == 3) && random.chance(25);
        if volume.is_empty() {
            if !number.is_empty() {
                let no = word(random, "no");
                if random.chance(75) {
                    out.gap(", ");
                    out.add(Label::Number, format!("{no}{number}"));
                } else {
                    out.gap(" (");
                    out.add(Label::Number, number);
                    out.gap(")");
                }
            }
        } else {
            let vol = if form < 6 { "" } else { word(random, "vol") };
            if form == 0 && !*dated && !date.is_empty() {
                // 2014;9(3):659-669
                out.gap(". ");
                out.add(Label::Date, date.clone());
                out.gap(random.pick(&[";", "; "]));
                *dated = true;
            } else {
                out.gap(if form < 6 { random.pick(&[" ", ", ", ". "]) } else { ", " });
            }
            out.styled(Label::Volume, format!("{vol}{volume}"), bold.then_some(RunKind::Bold));
            if !number.is_empty() {
                match form {
                    0..=3 => {
                        out.gap(random.pick(&["(", " ("]));
                        out.add(Label::Number, number);
                        out.gap(")");
                    }
                    4 => {
                        out.gap(random.pick(&["/", ".", ", "]));
                        out.add(Label::Number, number);
                    }
                    _ => {
                        let no = word(random, "no");
                        out.gap(random.pick(&[", ", ", ", " "]));
                        out.add(Label::Number, format!("{no}{number}"));
                    }
                }
            }
            if !*dated && !date.is_empty() && random.chance(35) {
                out.gap(random.pick(&[" (", " ("]));
                out.add(Label::Date, date);
                out.gap(")");
                *dated = true;
            }
            if !pages.is_empty() && form < 4 {
                out.gap(random.pick(&[":", ": ", ", ", " "]));
                if random.chance(20) {
                    let pp = word(random, "pp");
                    out.add(Label::Pages, format!("{pp}{pages}"));
                } else {
                    out.add(Label::Pages, pages.clone());
                }
                pages_done = true;
            }
        }
        if !pages.is_empty() && !pages_done {
            let pp = word(random, "pp");
            let bare = random.chance(15);
            out.gap(random.pick(&[", ", ", ", ": ", ". ", "; "]));
            out.add(Label::Pages, if bare { pages } else { format!("{pp}{pages}") });
        }
    }

    fn editors(&self, random: &mut Random, out: &mut Out, gold: &Gold, style: &Style<'_>) {
        let mut people = gold.editors.clone();
        if people.is_empty() {
            people = gold.authors.iter().rev().take(1 + random.below(2)).cloned().collect();
        }
        let names = self.names(random, &people, style);
        if random.chance(35) {
            let by = self.phrases.pick(random, style.lang, "edby");
            out.add(Label::Editor, format!("{by} {names}"));
        } else {
            let eds = self.phrases.pick(random, style.lang, "eds");
            let joint = if eds.starts_with(',') { "" } else { " " };
            out.add(Label::Editor, format!("{names}{joint}{eds}"));
        }
    }

    fn imprint(&self, random: &mut Random, out: &mut Out, gold: &Gold) {
        let mut publisher = gold.publisher.clone();
        let mut address = gold.address.clone();
        if random.chance(if publisher.is_empty() { 60 } else { 25 }) {
            publisher.clone_from(&self.publishers[random.below(self.publishers.len())]);
        }
        if random.chance(if address.is_empty() { 40 } else { 25 }) {
            address.clone_from(&self.places[random.below(self.places.len())]);
        }
        match (publisher.is_empty(), address.is_empty(), random.below(4)) {
            (true, true, _) => {}
            (false, true, _) => out.add(Label::Publisher, publisher),
            (true, false, _) => out.add(Label::Address, address),
            (false, false, 0..=1) => {
                out.add(Label::Address, address);
                out.gap(random.pick(&[": ", ": ", " : ", ", "]));
                out.add(Label::Publisher, publisher);
            }
            (false, false, _) => {
                out.add(Label::Publisher, publisher);
                out.gap(random.pick(&[", ", ", ", ". ", " ("]));
                out.add(Label::Address, address);
            }
        }
    }

    /// Container, numbers, imprint: what stands after the title; `dated` says whether the date has been printed.
    fn venue(
        &self,
        random: &mut Random,
        out: &mut Out,
        gold: &Gold,
        style: &Style<'_>,
        separator: &str,
        dated: &mut bool,
    ) {
        let lang = style.lang;
        let into = |random: &mut Random| self.phrases.pick(random, lang, "in");
        let italic = random.chance(35).then_some(RunKind::Italic);
        match gold.kind.as_str() {
            "phdthesis" | "mastersthesis" => {
                let key = if gold.kind == "phdthesis" { "phd" } else { "master" };
                out.add(Label::Genre, self.phrases.pick(random, lang, key));
                out.gap(random.pick(&[", ", ", ", ". ", " - "]));
                let school = if gold.school.is_empty() {
                    self.phrases.pick(random, "en", "org").to_owned()
                } else {
                    gold.school.clone()
                };
                out.add(Label::Institution, school);
                if !gold.address.is_empty() && random.chance(60) {
                    out.gap(", ");
                    out.add(Label::Address, gold.address.clone());
                }
            }
            "techreport" => {
                let kind = self.phrases.pick(random, lang, "report");
                let body = if gold.institution.is_empty() {
                    self.phrases.pick(random, "en", "org").to_owned()
                } else {
                    gold.institution.clone()
                };
                let number =
                    if gold.reportnumber.is_empty() { report_number(random) } else { gold.reportnumber.clone() };
                let before = random.chance(35);
                if before {
                    out.add(Label::Institution, body.clone());
                    out.gap(", ");
                }
                out.add(Label::Genre, kind);
                if random.chance(75) {
                    out.gap(random.pick(&[" ", " ", " No. ", ", "]));
                    out.add(Label::ReportNumber, number);
                }
                if !before {
                    out.gap(random.pick(&[", ", ", ", ". "]));
                    out.add(Label::Institution, body);
                }
            }
            "book" | "manual" | "proceedings" => {
                if !gold.editors.is_empty() && !gold.authors.is_empty() && random.chance(60) {
                    self.editors(random, out, gold, style);
                    out.gap(separator);
                }
                if random.chance(15) || !gold.edition.is_empty() {
                    let edition = self.phrases.pick(random, lang, "edition");
                    let number = if lang == "en" {
                        random.pick(&["2nd", "3rd", "4th", "second", "2"])
                    } else {
                        random.pick(&["2", "3", "4"])
                    };
                    out.add(Label::Edition, edition.replace("{}", number));
                    out.gap(separator);
                }
                if !gold.series.is_empty() && random.chance(60) {
                    out.add(Label::Series, gold.series.clone());
                    if !gold.volume.is_empty() {
                        out.gap(random.pick(&[", ", " "]));
                        let vol = self.phrases.pick(random, lang, "vol");
                        out.add(Label::Volume, format!("{vol}{}", gold.volume));
                    }
                    out.gap(separator);
                } else if !gold.volume.is_empty() && random.chance(50) {
                    let vol = self.phrases.pick(random, lang, "vol");
                    out.add(Label::Volume, format!("{vol}{}", gold.volume));
                    out.gap(separator);
                }
                self.imprint(random, out, gold);
            }
            "inproceedings" | "incollection" => {
                let conference = gold.container.is_empty() || gold.kind == "inproceedings" && random.chance(45);
                if random.chance(80) {
                    out.gap(format!("{} ", into(random)));
                }
                let edited =
                    !conference && (!gold.editors.is_empty() || gold.kind == "incollection" && random.chance(50));
                let first = edited && random.chance(50);
                if first {
                    self.editors(random, out, gold, style);
                    out.gap(random.pick(&[", ", ": ", ". ", ", "]));
                }
                if conference {
                    self.conference(random, out, gold, lang);
                } else {
                    out.styled(Label::Container, gold.container.clone(), italic);
                }
                if edited && !first {
                    out.gap(random.pick(&[", ", ". ", ", "]));
                    self.editors(random, out, gold, style);
                }
                if !gold.series.is_empty() && random.chance(60) {
                    out.gap(random.pick(&[", ", ". ", ", ser. ", " ("]));
                    out.add(Label::Series, gold.series.clone());
                }
                let early = random.chance(50);
                if early {
                    self.numbers(random, out, gold, lang, dated);
                }
                if random.chance(60) {
                    out.gap(random.pick(&[". ", ", ", ". "]));
                    self.imprint(random, out, gold);
                }
                if !early {
                    self.numbers(random, out, gold, lang, dated);
                }
            }
            _ => {
                if gold.container.is_empty() {
                    if random.chance(40) {
                        self.imprint(random, out, gold);
                    }
                    return;
                }
                if random.chance(14) {
                    out.gap(format!("{} ", into(random)));
                }
                let mut name = gold.container.clone();
                if random.chance(25) {
                    let folded = name.to_lowercase();
                    if let Some((_, short)) = self.journals.iter().find(|(n, _)| n.to_lowercase() == folded) {
                        name.clone_from(short);
                    }
                } else if random.chance(30) {
                    let (full, short) = &self.journals[random.below(self.journals.len())];
                    name.clone_from(if random.chance(50) { full } else { short });
                }
                if random.chance(4) {
                    name = name.to_uppercase();
                }
                out.styled(Label::Container, name, italic);
                self.numbers(random, out, gold, lang, dated);
            }
        }
    }

    /// Identifiers, addresses, dates of access, notes.
    fn tail(&self, random: &mut Random, out: &mut Out, gold: &Gold, lang: &str) {
        if !gold.doi.is_empty() && random.chance(60) {
            out.separate(random.pick(&[". ", ", ", " "]));
            let prefix = random.pick(&[
                "doi:",
                "doi: ",
                "DOI ",
                "https://doi.org/",
                "http://dx.doi.org/",
                "DOI: ",
                "",
                "doi.org/",
            ]);
            out.add(Label::Doi, format!("{prefix}{}", gold.doi));
        }
        if !gold.isbn.is_empty() && random.chance(30) {
            out.separate(random.pick(&[". ", ", "]));
            out.add(Label::Isbn, format!("{}{}", random.pick(&["ISBN ", "ISBN: ", "isbn: ", "ISBN"]), gold.isbn));
        }
        if !gold.url.is_empty() && random.chance(35) {
            out.separate(random.pick(&[". ", ", ", " "]));
            out.gap(self.phrases.pick(random, lang, "at"));
            out.add(Label::Url, gold.url.clone());
            if random.chance(45) {
                let access = self.phrases.pick(random, lang, "access");
                let mut other = gold.clone();
                other.year = (1998 + random.below(27)).to_string();
                other.month = 1 + random.below(12) as u8;
                let date = self.date(random, &other, lang);
                out.gap(random.pick(&[" ", ", ", ". "]));
                let close = match access.chars().next() {
                    Some('(') => ")",
                    Some('[') => "]",
                    _ => "",
                };
                out.add(Label::AccessDate, format!("{access}{date}{close}"));
            }
        }
        if random.chance(4) {
            out.separate(random.pick(&[". ", " ", ", "]));
            out.gap(self.phrases.pick(random, "en", "badge"));
        }
    }

    /// A reference on one line.
    pub fn reference(&self, random: &mut Random, gold: &Gold) -> Sample {
        let lang = random.weighted(&LANGUAGES);
        let style = self.style(random, lang);
        let mut out = Out::default();
        if random.chance(18) {
            let n = 1 + random.below(99);
            out.add(
                Label::CitationNumber,
                match random.below(6) {
                    0 => format!("[{n}]"),
                    1 => format!("{n}."),
                    2 => format!("({n})"),
                    3 => format!("{n})"),
                    4 => format!(
                        "[{}{:02}]",
                        gold.authors.first().map_or("X", |a| a.family.get(..3).unwrap_or("Abc")),
                        n
                    ),
                    _ => n.to_string(),
                },
            );
            out.gap(random.pick(&[" ", " ", "", "\t"]));
        }
        let separator = random.weighted(&[
            (45, ". "),
            (38, ", "),
            (5, "; "),
            (4, ": "),
            (3, " - "),
            (2, " / "),
            (2, " — "),
            (1, " | "),
        ]);
        let order = random.weighted(&[(30, 0), (34, 1), (14, 2), (10, 3), (5, 4), (7, 5)]);
        let mut dated = gold.year.is_empty();
        let authors = if gold.authors.is_empty() { None } else { Some(self.names(random, &gold.authors, &style)) };
        let quoted = random.weighted(&[(62, 0), (14, 1), (9, 2), (5, 3), (4, 4), (2, 5), (2, 6), (1, 7), (1, 8)]);
        let inner = if quoted > 0 { random.pick(&["", ",", "."]) } else { "" };
        let put_authors = |random: &mut Random, out: &mut Out| {
            if let Some(names) = &authors {
                out.add(Label::Author, names.clone());
            }
            let _ = random;
        };
        match order {
            0 => {
                // Authors (date) title
                put_authors(random, &mut out);
                let state = random.chance(3);
                if !dated || state {
                    let date = if state {
                        self.phrases.pick(random, lang, "state").to_owned()
                    } else {
                        self.date(random, gold, lang)
                    };
                    let label = if state { Label::PubState } else { Label::Date };
                    let (open, close) = random.weighted(&[
                        (6, (" (", "). ")),
                        (2, (" (", "), ")),
                        (2, (", ", ". ")),
                        (2, (". ", ". ")),
                        (2, (" (", "): ")),
                        (1, (" ", ". ")),
                        (1, (" [", "] ")),
                        (1, (" (", ") ")),
                    ]);
                    if out.is_empty() {
                        out.gap(open.trim_start())
                    } else {
                        out.separate(open)
                    }
                    out.add(label, date);
                    out.gap(close);
                    dated = true;
                } else {
                    out.separate(separator);
                }
                self.title(random, &mut out, gold, inner, quoted);
            }
            1 | 2 => {
                put_authors(random, &mut out);
                out.separate(if order == 2 { random.pick(&[": ", ", ", ".- "]) } else { separator });
                self.title(random, &mut out, gold, inner, quoted);
            }
            3 => {
                self.title(random, &mut out, gold, inner, quoted);
                out.separate(separator);
                if random.chance(15) {
                    out.gap(format!("{} ", self.phrases.pick(random, lang, "author")));
                }
                put_authors(random, &mut out);
            }
            4 => {
                if !dated {
                    let date = self.date(random, gold, lang);
                    out.add(Label::Date, date);
                    out.gap(random.pick(&[". ", " ", ": ", ", ", "  "]));
                    dated = true;
                }
                put_authors(random, &mut out);
                out.separate(separator);
                self.title(random, &mut out, gold, inner, quoted);
            }
            _ => {
                // The title in the middle, authors last.
                self.title(random, &mut out, gold, inner, quoted);
            }
        }
        let mut venue = Out::default();
        self.venue(random, &mut venue, gold, &style, separator, &mut dated);
        if !venue.is_empty() {
            out.separate(if inner == "," { " " } else { separator });
            out.0.extend(venue.0);
        }
        if order == 5 {
            out.separate(random.pick(&[". ", ", ", " / ", " - ", " | "]));
            put_authors(random, &mut out);
        }
        if !dated {
            let date = self.date(random, gold, lang);
            if random.chance(30) {
                out.gap(" (");
                out.add(Label::Date, date);
                out.gap(")");
            } else {
                out.separate(random.pick(&[", ", ", ", ". ", " ", "; "]));
                out.add(Label::Date, date);
            }
        } else if random.chance(3) {
            out.gap(random.pick(&[" (", ", ", ". "]));
            out.add(Label::PubState, self.phrases.pick(random, lang, "state"));
        }
        self.tail(random, &mut out, gold, lang);
        if random.chance(75) {
            out.separate(".");
        }
        Sample::reference(out.0)
    }

    /// A card of several lines, as lists of publications have them.
    pub fn card(&self, random: &mut Random, gold: &Gold) -> Sample {
        let lang = random.weighted(&LANGUAGES);
        let mut style = self.style(random, lang);
        if style.order != Order::GivenFamily && random.chance(60) {
            style.order = Order::GivenFamily;
            style.separator = ", ";
            style.initials = random.weighted(&[(75, 0), (25, 1)]);
        }
        let words = random.chance(10);
        let announce = |random: &mut Random, out: &mut Out, key: &str| {
            if words {
                out.gap(format!("{} ", self.phrases.pick(random, lang, key)));
            }
        };
        let mut title = Out::default();
        announce(random, &mut title, "title");
        let quoted = random.weighted(&[(92, 0), (4, 1), (4, 2)]);
        self.title(random, &mut title, gold, "", quoted);
        if random.chance(25) {
            title.gap(".");
        }
        if random.chance(8) {
            title.gap(" ");
            title.gap(self.phrases.pick(random, "en", "badge"));
        }
        let mut authors = Out::default();
        if !gold.authors.is_empty() {
            announce(random, &mut authors, "author");
            let names = self.names(random, &gold.authors, &style);
            authors.add(Label::Author, names);
            if random.chance(12) {
                authors.gap(random.pick(&[".", ",", ";"]));
            }
        }
        let mut dated = gold.year.is_empty();
        let mut venue = Out::default();
        announce(random, &mut venue, "venue");
        let joint = random.weighted(&[
            (10, " | "),
            (10, " · "),
            (8, " - "),
            (24, ", "),
            (8, ". "),
            (4, " — "),
            (4, " • "),
            (2, " / "),
            (8, " "),
        ]);
        let mut state = false;
        match random.below(12) {
            0 => {}
            1 => {
                if random.chance(40) {
                    venue.gap(random.pick(&[
                        "Accepted at ",
                        "To appear in ",
                        "Presented at ",
                        "Accepted to ",
                        "Published at ",
                        "In ",
                    ]));
                }
                let acronym = self.conferences[random.below(self.conferences.len())].0.clone();
                venue.add(Label::Container, acronym);
                if !dated && random.chance(75) {
                    venue.gap(random.pick(&[" ", " ", ", ", " '", " ("]));
                    venue.add(Label::Date, gold.year.clone());
                    dated = true;
                }
            }
            2 => {
                venue.add(Label::ReportNumber, report_number(random));
            }
            3 => {
                let id = format!("{:02}{:02}.{:05}", 7 + random.below(18), 1 + random.below(12), random.below(99_999));
                venue.add(
                    Label::Eprint,
                    format!("{}{id}", random.pick(&["arXiv:", "arXiv preprint arXiv:", "arXiv: ", "arXiv "])),
                );
            }
            4 => {
                venue.add(Label::PubState, self.phrases.pick(random, lang, "state"));
                state = true;
                if !gold.container.is_empty() {
                    venue.gap(random.pick(&[" in ", ", ", ": ", " · "]));
                    venue.add(Label::Container, gold.container.clone());
                }
            }
            _ => self.venue(random, &mut venue, gold, &style, joint, &mut dated),
        }
        let _ = state;
        let mut lines: Vec<(Role, Out)> = Vec::new();
        let mut date = Out::default();
        if !dated {
            announce(random, &mut date, "date");
            let text = self.date(random, gold, lang);
            date.add(Label::Date, text);
        }
        let mut tail = Out::default();
        self.tail(random, &mut tail, gold, lang);
        if random.chance(8) {
            tail.separate(" · ");
            tail.gap(random.pick(&["Cited by ", "Citations: "]));
            tail.add(Label::Citations, random.below(500).to_string());
        }
        // Where the date stands: with the venue, before it, on its own line, with the authors.
        let place = random.weighted(&[(50, 0), (15, 1), (14, 2), (12, 3), (9, 4)]);
        if !date.is_empty() && place == 0 && !venue.is_empty() {
            if random.chance(20) {
                venue.gap(" (");
                venue.0.append(&mut date.0);
                venue.gap(")");
            } else {
                venue.separate(joint);
                venue.0.append(&mut date.0);
            }
        } else if !date.is_empty() && place == 1 && !venue.is_empty() {
            date.gap(joint);
            date.0.append(&mut venue.0);
            std::mem::swap(&mut date, &mut venue);
        } else if !date.is_empty() && place == 3 && !authors.is_empty() {
            let bracket = random.chance(70);
            authors.gap(if bracket { " (" } else { joint });
            authors.0.append(&mut date.0);
            if bracket {
                authors.gap(random.pick(&[")", ").", "):"]));
            }
        } else if !date.is_empty() && place == 4 {
            date.gap(random.pick(&[" ", " · ", ": ", ". "]));
            date.0.append(&mut title.0);
            std::mem::swap(&mut date, &mut title);
        }
        let mixed = |out: &Out, role: Role| {
            let mut kinds: Vec<Label> = out.0.iter().filter_map(|p| p.label).collect();
            kinds.dedup();
            let only = match role {
                Role::Title => kinds.iter().all(|l| *l == Label::Title),
                Role::Authors => kinds.iter().all(|l| *l == Label::Author),
                _ => true,
            };
            if only { role } else { Role::Reference }
        };
        let order = random.weighted(&[
            (55, [0, 1, 2]),
            (15, [1, 0, 2]),
            (12, [0, 2, 1]),
            (8, [2, 0, 1]),
            (6, [1, 2, 0]),
            (4, [2, 1, 0]),
        ]);
        let mut parts = [Some((Role::Title, title)), Some((Role::Authors, authors)), Some((Role::Venue, venue))];
        for k in order {
            if let Some((role, out)) = parts[k].take().filter(|(_, out)| !out.is_empty()) {
                lines.push((mixed(&out, role), out));
            }
        }
        if !date.is_empty() {
            let at = if random.chance(25) { 0 } else { lines.len() };
            lines.insert(at, (Role::Venue, date));
        }
        if !tail.is_empty() {
            lines.push((Role::Identifiers, tail));
        }
        // Two parts on one line.
        if lines.len() > 2 && random.chance(30) {
            let at = random.below(lines.len() - 1);
            let (_, next) = lines.remove(at + 1);
            let joint = random.pick(&[". ", ", ", " | ", " · ", " - ", " / ", "; ", " "]);
            lines[at].1.separate(joint);
            lines[at].1.0.extend(next.0);
            lines[at].0 = Role::Reference;
        }
        if random.chance(12) {
            let first = &mut lines[0].1.0;
            let n = 1 + random.below(120);
            first.insert(0, Piece::new(None, " "));
            first.insert(
                0,
                Piece::new(
                    Some(Label::CitationNumber),
                    match random.below(4) {
                        0 => format!("[{n}]"),
                        1 => format!("{n}."),
                        2 => format!("{n}"),
                        _ => random.pick(&["•", "-", "*", "–"]).to_owned(),
                    },
                ),
            );
        }
        // The line model errs now and then.
        let blind = random.chance(12);
        let lines = lines
            .into_iter()
            .map(|(role, out)| {
                let role = if blind {
                    Role::Reference
                } else if random.chance(4) {
                    random.weighted(&[(1, Role::Title), (1, Role::Authors), (2, Role::Venue), (3, Role::Reference)])
                } else {
                    role
                };
                Line { role, pieces: out.0 }
            })
            .collect();
        Sample { lines, weight: 1.0 }
    }
}

/// A link to nowhere.
fn link() -> RunKind {
    RunKind::Link { target: String::new(), span: Span::new(SourceId(0), 0, 0) }
}

/// Given names in full (0), or as initials: `A. B.` (1), `A.B.` (2), `AB` (3), `A B` (4), `A.-B.` kept (5).
fn given(name: &str, initials: usize) -> String {
    if initials == 0 {
        return name.to_owned();
    }
    let letters: Vec<char> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|w| w.chars().next())
        .filter(|c| c.is_uppercase())
        .collect();
    if letters.is_empty() {
        return name.to_owned();
    }
    let dotted: Vec<String> = letters.iter().map(|c| format!("{c}.")).collect();
    match initials {
        1 => dotted.join(" "),
        2 => dotted.concat(),
        3 => letters.iter().collect(),
        4 => letters.iter().map(char::to_string).collect::<Vec<_>>().join(" "),
        _ => dotted.join(if name.contains('-') { "-" } else { " " }),
    }
}

/// The dash of a range, and now and then an article number.
fn dashes(random: &mut Random, pages: &str) -> String {
    match random.below(12) {
        0 if !pages.is_empty() => {
            format!("{}{}", random.pick(&["e", "", "S", "Article ", "A"]), 1000 + random.below(99_000))
        }
        1..=3 => pages.replace(['–', '—'], "-"),
        4 => pages.replace(['-', '–'], "--"),
        5 => pages.replace(['-', '–'], " - "),
        _ => pages.replace('-', "–"),
    }
}

fn report_number(random: &mut Random) -> String {
    let year = 1985 + random.below(40);
    let n = 1 + random.below(300);
    match random.below(8) {
        0 => format!("MSR-TR-{year}-{n}"),
        1 => format!("TR-{year}-{n:02}"),
        2 => format!("CS-{:02}-{n}", year % 100),
        3 => format!("{n}"),
        4 => format!("{n}/{year}"),
        5 => format!("RR-{}", 1000 + n),
        6 => format!("NASA TM-{}", 10000 + n),
        _ => format!("UCB/EECS-{year}-{n}"),
    }
}
