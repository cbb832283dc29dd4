//! What pages are made of: works, real reference strings, and texts of our own with slots.

use std::fs;
use std::path::Path;

use super::Rng;
use super::render::{MONTHS, Work};
use crate::Failure;
use crate::data::{read_jsonl, read_tsv};
use crate::slots;

/// Words to make pages of.
pub struct Words {
    pub(super) works: Vec<Work>,
    /// Real reference strings.
    pub strings: Vec<String>,
    /// Real ones that are short or have no title.
    pub short: Vec<String>,
    /// Acronyms of conferences.
    pub acronyms: Vec<String>,
    furniture: Vec<(String, String)>,
    pub(super) headings: Vec<(String, String)>,
    sentences: Vec<(String, String)>,
}

/// Sets of real reference strings.
const STRINGS: [&str; 6] = ["synth_csl", "crossref_styles", "grobid", "anystyle-gold", "anystyle-core", "ore_jats"];

/// Sets of short ones, which are references where nothing else is on the page.
const SHORT: [&str; 1] = ["linkedbooks"];

impl Words {
    /// Reads records and strings from the folder of training data, and the texts in `dev/data`.
    pub(super) fn read(train: &Path) -> Result<Self, Failure> {
        let mut works = Vec::new();
        for value in read_jsonl(&train.join("records.jsonl.gz"))? {
            let work = Work::read(&value["record"], value["lang"].as_str().unwrap_or("en"));
            if work.title.chars().count() > 8 && !work.authors.is_empty() {
                works.push(work);
            }
        }
        let (mut strings, mut short) = (Vec::new(), Vec::new());
        for name in STRINGS.iter().chain(&SHORT) {
            for value in read_jsonl(&train.join(format!("{name}.jsonl.gz")))? {
                let text = strip_marker(value["text"].as_str().unwrap_or_default()).to_owned();
                let whole = value["gold"]["title"].is_string() && STRINGS.contains(name);
                if whole { &mut strings } else { &mut short }.push(text);
            }
        }
        let acronyms = fs::read_to_string(train.join("lexicon/conferences.tsv"))?;
        let acronyms = acronyms.lines().skip(1).filter_map(|l| l.split('\t').next()).map(str::to_owned).collect();
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        Ok(Self {
            works,
            strings,
            short,
            acronyms,
            furniture: read_tsv(&data.join("furniture.tsv"))?,
            headings: read_tsv(&data.join("headings.tsv"))?,
            sentences: read_tsv(&data.join("sentences.tsv"))?,
        })
    }

    /// An abstract of a work, whole or cut.
    pub fn summary(&self, work: &Work, rng: &mut Rng, cut: bool) -> String {
        let own: Vec<&(String, String)> = self.sentences.iter().filter(|(lang, _)| *lang == work.lang).collect();
        let count = 1 + rng.below(4);
        let mut text = String::new();
        for _ in 0..count {
            let sentence = if own.is_empty() { &rng.pick(&self.sentences).1 } else { &rng.pick(&own).1 };
            text = format!("{text}{}{}", if text.is_empty() { "" } else { " " }, self.fill(sentence, rng));
        }
        if cut {
            let end = text.char_indices().nth(120 + rng.below(80)).map_or(text.len(), |(i, _)| i);
            text = format!("{}…", &text[..end]);
        }
        text
    }

    /// Replaces the slots of a text.
    pub(super) fn fill(&self, text: &str, rng: &mut Rng) -> String {
        slots::fill(text, |slot| {
            let work = rng.pick(&self.works);
            match slot {
                'N' => work.authors.first().map_or(String::new(), |(f, g)| format!("{g} {f}")),
                'T' => slots::topic(&work.title),
                'V' => if work.container.is_empty() { &work.publisher } else { &work.container }.clone(),
                'F' => work.title.clone(),
                'S' => slots::subject(&work.title),
                'L' => work.authors.first().map_or(String::new(), |(family, _)| family.clone()),
                'P' => work.address.clone(),
                'A' => rng.pick::<String>(&self.acronyms).clone(),
                'M' => MONTHS[rng.below(12)].to_owned(),
                'D' => (1 + rng.below(28)).to_string(),
                'Y' => (1995 + rng.below(31)).to_string(),
                _ => (1 + rng.below(90)).to_string(),
            }
        })
    }

    /// A phrase of a kind.
    pub fn phrase(&self, kind: &str, rng: &mut Rng) -> String {
        self.furniture(kind, rng)
    }

    /// The phrase of a kind that has this number, counted round and round: the same for all entries of a page.
    pub fn nth(&self, kind: &str, number: usize) -> String {
        let own: Vec<&String> = self.furniture.iter().filter(|(k, _)| k == kind).map(|(_, text)| text).collect();
        own.get(number % own.len().max(1)).map_or(String::new(), |text| (*text).clone())
    }

    pub(super) fn furniture(&self, place: &str, rng: &mut Rng) -> String {
        let text = self.pattern(place, rng);
        self.fill(&text, rng)
    }

    /// A text with its slots.
    pub(super) fn pattern(&self, place: &str, rng: &mut Rng) -> String {
        let own: Vec<&(String, String)> = self.furniture.iter().filter(|(p, _)| p == place).collect();
        rng.pick(&own).1.clone()
    }
}

/// A string without the number it has in its own list.
fn strip_marker(text: &str) -> &str {
    let rest = text.trim_start_matches(['[', '(']).trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() { rest.trim_start_matches([']', ')', '.', ' ', '\t']) } else { text }
}
