//! Parts of a reference rendered from a record: names, venues, dates, whole references.

use serde_json::Value;

use super::Rng;

/// A record to render.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// BibTeX type.
    pub kind: String,
    /// Language.
    pub lang: String,
    /// Title.
    pub title: String,
    /// Family and given names.
    pub authors: Vec<(String, String)>,
    /// Journal or book.
    pub container: String,
    /// Volume, number, pages.
    pub volume: String,
    /// Issue.
    pub number: String,
    /// Pages.
    pub pages: String,
    /// Year.
    pub year: String,
    /// Month, 0 if unknown.
    pub month: usize,
    /// Publisher.
    pub publisher: String,
    /// Place.
    pub address: String,
    /// DOI.
    pub doi: String,
}

/// Names of months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Work {
    /// Reads a record of the training data.
    pub fn read(value: &Value, lang: &str) -> Self {
        let text = |field: &str| value[field].as_str().unwrap_or_default().to_owned();
        let authors = value["authors"].as_array().into_iter().flatten().filter_map(|a| {
            let part = |p: &str| a[p].as_str().unwrap_or_default().to_owned();
            let family = if part("family").is_empty() { part("literal") } else { part("family") };
            (!family.is_empty()).then(|| (family, part("given")))
        });
        Self {
            kind: text("type"),
            lang: lang.to_owned(),
            title: text("title"),
            authors: authors.collect(),
            container: text("container"),
            volume: text("volume"),
            number: text("number"),
            pages: text("pages"),
            year: text("year"),
            month: value["month"].as_u64().unwrap_or(0) as usize,
            publisher: text("publisher"),
            address: text("address"),
            doi: text("doi"),
        }
    }
}

/// How the names of a page are written.
#[derive(Clone, Copy, Debug)]
pub struct NameStyle {
    order: usize,
    joint: usize,
    initials: bool,
    capitals: bool,
    /// Names shown before the list is cut; 0 never cuts.
    pub cut: usize,
    cut_mark: usize,
}

impl NameStyle {
    /// A random style.
    pub fn random(rng: &mut Rng) -> Self {
        let cut = if rng.chance(25) { 1 + rng.below(4) } else { 0 };
        Self {
            order: rng.below(4),
            joint: rng.below(8),
            initials: rng.chance(50),
            capitals: rng.chance(6),
            cut,
            cut_mark: rng.below(5),
        }
    }

    fn one(self, family: &str, given: &str) -> String {
        let family = if self.capitals { family.to_uppercase() } else { family.to_owned() };
        let dots = |dot: &str, gap: &str| {
            let parts: Vec<String> =
                given.split([' ', '.', '-']).filter_map(|w| w.chars().next()).map(|c| format!("{c}{dot}")).collect();
            parts.join(gap)
        };
        if given.is_empty() {
            return family;
        }
        match self.order {
            0 if self.initials => format!("{} {family}", dots(".", " ")),
            0 => format!("{given} {family}"),
            1 => format!("{family}, {}", dots(".", " ")),
            2 => format!("{family} {}", dots("", "")),
            _ if self.initials => format!("{} {family}", dots(".", "")),
            _ => format!("{given} {family}"),
        }
    }

    /// The names of a work.
    pub fn list(self, work: &Work) -> String {
        let all = &work.authors;
        if all.iter().any(|(f, _)| f.chars().any(bibglean::text::token::is_unspaced)) {
            let names: Vec<String> = all.iter().map(|(f, g)| format!("{f}{g}")).collect();
            return names.join(["，", "、", ",", "・"][self.joint % 4]);
        }
        let cut = self.cut > 0 && all.len() > self.cut;
        let shown = if cut { self.cut } else { all.len() };
        let names: Vec<String> = all[..shown].iter().map(|(f, g)| self.one(f, g)).collect();
        let comma = if self.joint == 6 { "; " } else { ", " };
        if cut {
            let left = all.len() - shown;
            let mark =
                [", et al.".to_owned(), " et al.".to_owned(), format!(" +{left}"), "…".to_owned(), ", ...".to_owned()]
                    [self.cut_mark]
                    .clone();
            return names.join(comma) + &mark;
        }
        let last = match self.joint {
            0 => ", and ",
            1 => " and ",
            2 => ", & ",
            3 => " & ",
            _ => comma,
        };
        match names.split_last() {
            Some((end, front)) if !front.is_empty() => format!("{}{last}{end}", front.join(comma)),
            Some((end, _)) => end.clone(),
            None => String::new(),
        }
    }
}

/// A conference's short name and year.
pub fn acronym(rng: &mut Rng, acronyms: &[String], year: &str) -> String {
    let name = rng.pick(acronyms).clone();
    match rng.below(4) {
        _ if year.is_empty() => name,
        0 => name,
        1 if year.len() == 4 => format!("{name} '{}", &year[2..]),
        _ => format!("{name} {year}"),
    }
}

/// A month and a year.
pub fn date(work: &Work) -> String {
    match MONTHS.get(work.month.wrapping_sub(1)) {
        Some(month) => format!("{month} {}", work.year),
        None => work.year.clone(),
    }
}

/// The venue of a work with its details, in the style numbered `style`.
pub fn venue(work: &Work, style: usize, rng: &mut Rng, acronyms: &[String]) -> String {
    let w = work;
    let some = |text: &str, before: &str, after: &str| {
        if text.is_empty() { String::new() } else { format!("{before}{text}{after}") }
    };
    if w.container.is_empty() {
        return match style % 6 {
            0 => acronym(rng, acronyms, &w.year),
            1 => date(w),
            2 if !w.publisher.is_empty() => format!("{}{}, {}", some(&w.address, "", ": "), w.publisher, w.year),
            3 => format!("{} | {}", acronym(rng, acronyms, &w.year), date(w)),
            4 if !w.publisher.is_empty() => format!("{}, {}", w.publisher, w.year),
            _ => w.year.clone(),
        };
    }
    match style % 10 {
        0 => format!(
            "{}{}{}{}, {}",
            w.container,
            some(&w.volume, " ", ""),
            some(&w.number, "(", ")"),
            some(&w.pages, ", ", ""),
            w.year
        ),
        1 => format!(
            "{}{}{}{} ({})",
            w.container,
            some(&w.volume, " ", ""),
            some(&w.number, " (", ")"),
            some(&w.pages, ", ", ""),
            w.year
        ),
        2 => format!("{}, {}", w.container, w.year),
        3 => format!("In {}{}{}, {}.", w.container, some(&w.pages, ", pp. ", ""), some(&w.publisher, ". ", ""), w.year),
        4 => format!(
            "{}{}{}{}, {}",
            w.container,
            some(&w.volume, ", vol. ", ""),
            some(&w.number, ", no. ", ""),
            some(&w.pages, ", pp. ", ""),
            date(w)
        ),
        5 => format!("{} · {}", w.container, date(w)),
        6 => format!("{} | {}", w.container, date(w)),
        8 => format!(
            "{}{}{}{} ({})",
            w.container,
            some(&w.volume, " ", ""),
            some(&w.number, "(", ")"),
            some(&w.pages, ": ", ""),
            w.year
        ),
        9 => format!("{}, {}", acronym(rng, acronyms, &w.year), some(&w.address, "", "")),
        _ => format!(
            "{} {}{}{}{}",
            w.container,
            w.year,
            some(&w.volume, ";", ""),
            some(&w.number, "(", ")"),
            some(&w.pages, ":", "")
        ),
    }
}

/// How the whole references of a page are written.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceStyle {
    order: usize,
    quotes: usize,
    stop: usize,
    venue: usize,
    badges: usize,
    /// How names are written.
    pub names: NameStyle,
}

impl ReferenceStyle {
    /// A random style.
    pub fn random(rng: &mut Rng) -> Self {
        Self {
            order: rng.below(11),
            quotes: rng.below(5),
            stop: rng.below(3),
            venue: rng.below(10),
            badges: rng.below(12),
            names: NameStyle::random(rng),
        }
    }

    /// A whole reference.
    pub fn write(self, work: &Work, rng: &mut Rng, acronyms: &[String]) -> String {
        let names = self.names.list(work);
        let title = match self.quotes {
            0 => format!("“{}”", work.title),
            1 => format!("\"{}\"", work.title),
            _ => work.title.clone(),
        };
        let stop = [". ", ", ", ": "][self.stop];
        let venue = venue(work, self.venue, rng, acronyms);
        let names_stop = format!("{names}{stop}");
        let names_stop = if names.is_empty() { "" } else { &names_stop };
        let badges = match self.badges {
            0 => *rng.pick(&[" [pdf]", " [pdf]", " [pdf] [code]", ""]),
            1 => *rng.pick(&[" [PDF]", " [PDF] [Slides]"]),
            2 => *rng.pick(&[" (PDF)", " (pdf)", ""]),
            3 => *rng.pick(&[" [link]", " [arXiv]", " [arXiv] [code] [video]"]),
            _ => "",
        };
        let text = match self.order {
            0 | 1 | 9 => format!("{names_stop}{title}. {venue}."),
            2 if work.year.is_empty() => format!("{names_stop}{title}. {venue}."),
            2 => format!("{names}{}({}). {title}. {venue}.", if names.is_empty() { "" } else { " " }, work.year),
            3 => format!("{title}, {names_stop}{venue}."),
            4 => format!("{title}. {names_stop}{venue}"),
            5 if work.year.is_empty() => format!("{names_stop}{title}. {venue}."),
            5 => format!("{}. {names_stop}{title}. {venue}.", work.year),
            6 => format!("{}, {title}", acronym(rng, acronyms, &work.year)),
            7 => format!("{title}, {venue}"),
            8 => format!("{names}: {title}. {venue}"),
            _ => format!("{title}. {names}. {}", acronym(rng, acronyms, &work.year)),
        };
        let doi = if self.badges == 5 && !work.doi.is_empty() { format!(" doi:{}", work.doi) } else { String::new() };
        format!("{text}{doi}{badges}")
    }
}
