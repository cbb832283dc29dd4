//! Renders records as references on one line and as cards of several lines, in many layouts.

mod card;
mod names;
mod page;
mod prose;
mod reference;
mod venue;

use std::path::Path;

use bibglean::label::Label;
use bibglean::span::{SourceId, Span};
use bibglean::text::RunKind;

pub use prose::Prose;

use crate::corpus::Result;
use crate::phrases::Phrases;
use crate::random::Random;
use crate::sample::Piece;

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
    /// What stands around the fields of an entry.
    pub prose: Prose,
}

impl Renderer {
    /// Reads the names of venues, places and publishers.
    pub fn read(dir: &Path) -> Result<Self> {
        let table = |name: &str| -> Result<Vec<Vec<String>>> {
            let text = std::fs::read_to_string(Path::new("data/lexicon").join(name))?;
            let rows = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty());
            Ok(rows.map(|l| l.split('\t').map(str::to_owned).collect()).collect())
        };
        let pairs = |text: String| -> Vec<(String, String)> {
            let rows = text.lines().skip(1).filter_map(|l| {
                let mut columns = l.split('\t');
                Some((columns.next()?.trim_matches('"').to_owned(), columns.next()?.to_owned()))
            });
            rows.filter(|(name, short)| !name.is_empty() && !short.is_empty()).collect()
        };
        let cities: Vec<String> =
            table("places.tsv")?.iter().filter(|r| r[1] == "city").map(|r| r[0].clone()).collect();
        let countries: Vec<String> =
            table("places.tsv")?.iter().filter(|r| r[1] != "city").map(|r| r[0].clone()).collect();
        let latin = |s: &String| s.chars().all(|c| !c.is_alphabetic() || u32::from(c) < 0x250);
        let countries: Vec<String> = countries.into_iter().filter(latin).collect();
        let mut random = Random::new(2);
        let places = cities
            .iter()
            .filter(|s| latin(s))
            .map(|city| match random.below(3) {
                0 => format!("{city}, {}", countries[random.below(countries.len())]),
                _ => city.clone(),
            })
            .collect();
        let mut journals = String::new();
        std::io::Read::read_to_string(
            &mut flate2::read::GzDecoder::new(std::fs::File::open(dir.join("lexicon/journals.tsv.gz"))?),
            &mut journals,
        )?;
        Ok(Renderer {
            phrases: Phrases::new(),
            conferences: pairs(std::fs::read_to_string(dir.join("lexicon/conferences.tsv"))?),
            places,
            journals: pairs(journals),
            publishers: table("publishers.tsv")?.into_iter().map(|mut r| r.swap_remove(0)).collect(),
            prose: Prose::read()?,
        })
    }
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
    mark: Option<&'static str>,
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

/// A link to nowhere.
fn link() -> RunKind {
    RunKind::Link { target: String::new(), span: Span::new(SourceId(0), 0, 0) }
}

/// A number of a report.
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
