//! What stands on pages around the fields of an entry: abstracts, remarks, badges, tags.

use std::path::Path;

use crate::corpus::Gold;
use crate::data::read_tsv;
use crate::random::Random;

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
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let person = gold.authors.first();
        match after.chars().next() {
            Some('N') => out.push_str(&person.map_or(String::new(), |p| format!("{} {}", p.given, p.family))),
            Some('L') => out.push_str(person.map_or("", |p| p.family.as_str())),
            Some('T') => {
                let words: Vec<&str> = gold.title.split(' ').skip(1).take(4).collect();
                out.push_str(&words.join(" ").to_lowercase());
            }
            Some('F') => out.push_str(&gold.title),
            Some('S') => out.push_str(&gold.title.trim_end_matches('.').to_lowercase()),
            Some('V') => out.push_str(if gold.container.is_empty() { "the Gazette" } else { &gold.container }),
            Some('P') => out.push_str(if gold.address.is_empty() { "Utrecht" } else { &gold.address }),
            Some('A') => out.push_str(random.pick(&["ICML", "CHI", "SIGMOD", "EMNLP", "ECOOP", "IROS"])),
            Some('Y') => out.push_str(&(1995 + random.below(31)).to_string()),
            _ => out.push_str(&(1 + random.below(90)).to_string()),
        }
        rest = after.split_once('}').map_or("", |(_, r)| r);
    }
    out + rest
}
