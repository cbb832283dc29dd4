//! What stands on pages around the fields of an entry: abstracts, remarks, badges, tags.

use std::path::Path;

use crate::corpus::Gold;
use crate::data::read_tsv;
use crate::random::Random;
use crate::slots;

/// Phrases by kind, and sentences by language, with slots for words of a record.
pub struct Prose {
    phrases: Vec<(String, String)>,
    sentences: Vec<(String, String)>,
}

impl Prose {
    /// Reads the tables of `dev/data`.
    pub fn read() -> Result<Self, crate::Failure> {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        Ok(Self { phrases: read_tsv(&data.join("furniture.tsv"))?, sentences: read_tsv(&data.join("sentences.tsv"))? })
    }

    /// A phrase of a kind.
    pub fn phrase(&self, random: &mut Random, kind: &str, gold: &Gold) -> String {
        let own: Vec<&String> = self.phrases.iter().filter(|(k, _)| k == kind).map(|(_, text)| text).collect();
        let text = own.get(random_below(random, own.len())).map_or("", |text| text.as_str());
        fill(random, text, gold)
    }

    /// An abstract of one sentence or a few, in one language, now and then cut.
    pub fn summary(&self, random: &mut Random, lang: &str, gold: &Gold) -> String {
        let own: Vec<&String> = self.sentences.iter().filter(|(l, _)| l == lang).map(|(_, text)| text).collect();
        let count = 1 + random.below(5);
        let mut sentences = Vec::new();
        for _ in 0..count {
            let at = random_below(random, own.len());
            sentences.extend(own.get(at).map(|text| fill(random, text, gold)));
        }
        let text = sentences.join(" ");
        match text.char_indices().nth(140) {
            Some((cut, _)) if random.chance(30) => format!("{}…", &text[..cut]),
            _ => text,
        }
    }
}

fn random_below(random: &mut Random, count: usize) -> usize {
    if count == 0 { 0 } else { random.below(count) }
}

/// Replaces the slots of a text.
fn fill(random: &mut Random, text: &str, gold: &Gold) -> String {
    let person = gold.authors.first();
    let or = |value: &str, other: &str| if value.is_empty() { other.to_owned() } else { value.to_owned() };
    slots::fill(text, |slot| match slot {
        'N' => person.map_or(String::new(), |p| format!("{} {}", p.given, p.family)),
        'L' => person.map_or(String::new(), |p| p.family.clone()),
        'T' => slots::topic(&gold.title),
        'F' => gold.title.clone(),
        'S' => slots::subject(&gold.title),
        'V' => or(&gold.container, "the Gazette"),
        'P' => or(&gold.address, "Utrecht"),
        'A' => random.pick(&["ICML", "CHI", "SIGMOD", "EMNLP", "ECOOP", "IROS"]).to_owned(),
        'Y' => (1995 + random.below(31)).to_string(),
        _ => (1 + random.below(90)).to_string(),
    })
}
