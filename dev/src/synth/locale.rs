//! Whole references as they are written in some languages and systems, beyond the English manners.

use super::Rng;
use super::render::{NameStyle, Work};

/// A manner of writing references.
#[derive(Clone, Copy, Debug)]
pub struct Locale {
    manner: usize,
    names: NameStyle,
}

/// How many manners there are.
const MANNERS: usize = 10;

impl Locale {
    /// A random manner.
    pub fn random(rng: &mut Rng) -> Self {
        Self { manner: rng.below(MANNERS), names: NameStyle::random(rng) }
    }

    /// Manners that works of a language are written in, where they have their own.
    fn manner(self, work: &Work) -> usize {
        match work.lang.as_str() {
            "zh" => 0,
            "ja" => 1,
            _ if self.manner < 2 => 2,
            _ => self.manner,
        }
    }

    /// The reference.
    pub fn write(self, w: &Work, rng: &mut Rng) -> String {
        let some = |before: &str, text: &str, after: &str| {
            if text.is_empty() { String::new() } else { format!("{before}{text}{after}") }
        };
        let place = if w.container.is_empty() { w.publisher.as_str() } else { w.container.as_str() };
        let names = self.names.list(w);
        let (volume, number, pages, year, title) = (&w.volume, &w.number, &w.pages, &w.year, &w.title);
        let together = |joint: &str| w.authors.iter().map(|(f, g)| format!("{f}{g}")).collect::<Vec<_>>().join(joint);
        let family_first = |capitals: bool, joint: &str| {
            let one = |(f, g): &(String, String)| {
                format!("{}{}", if capitals { f.to_uppercase() } else { f.clone() }, some(", ", g, ""))
            };
            w.authors.iter().map(one).collect::<Vec<_>>().join(joint)
        };
        match self.manner(w) {
            0 => {
                let mark = match w.kind.as_str() {
                    "book" => "[M]",
                    "inproceedings" => "[C]",
                    "phdthesis" | "thesis" => "[D]",
                    _ => "[J]",
                };
                let issue = format!("{volume}{}", some("(", number, ")"));
                let names = together([",", "，"][self.names.cut % 2]);
                format!("{names}.{title}{mark}.{place},{year}{}{}.", some(",", &issue, ""), some(":", pages, ""))
            }
            1 => {
                let issue = format!("{volume}{}", some("(", number, ")"));
                format!("{}、「{title}」、『{place}』{issue}{}、{year}年", together("・"), some("、pp.", pages, ""))
            }
            2 => format!("{}: {title}. In: {place}, {year}{}.", family_first(false, "; "), some(", S. ", pages, "")),
            3 => {
                let editor = &w.authors[rng.below(w.authors.len())].0;
                let published = format!("{}{}", some("", &w.address, ": "), w.publisher);
                let names = family_first(false, " / ");
                format!("{names} ({year}): {title}. In: {editor} (Hrsg.): {place}. {published}, S. {pages}.")
            }
            4 => format!(
                "{} ({year}). «{title}». {place}{}{}{}.",
                family_first(true, "; "),
                some(", vol. ", volume, ""),
                some(", núm. ", number, ""),
                some(", págs. ", pages, "")
            ),
            5 => format!(
                "{} . {title}. {} , v. {volume}{}, {year}.",
                family_first(true, " ; "),
                place.to_uppercase(),
                some(", p. ", pages, "")
            ),
            6 => format!(
                "{names}, {title}, in «{place}», {}{year}{}.",
                some("", volume, ", "),
                some(", pp. ", pages, "")
            ),
            7 => format!(
                "{names}. {title}. {place}, {year}{}{}{}. ⟨hal-0{}⟩",
                some(", ", volume, ""),
                some(" (", number, ")"),
                some(", pp.", pages, ""),
                1_000_000 + rng.below(3_000_000)
            ),
            8 => format!(
                "{names}, « {title} », {place}, {}{year}{}.",
                some("n° ", number, ", "),
                some(", p. ", pages, "")
            ),
            _ => format!("{title} / {names}. - {place}{}, {year}.", some(" - ", &w.address, "")),
        }
    }
}
