//! What headings say of the entries below them: years, months, venues, kinds; and what pages announce.

use std::sync::LazyLock;

use regex::Regex;

use super::Context;
use crate::lexicon::{LINE_CUES, MONTHS};
use crate::span::{Sourced, Span};
use crate::text::Traced;
use crate::text::fold::fold_words;

/// Confidence of what a heading says.
const SURE: f32 = 0.9;

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?-u:\b)(1[5-9]|20)\d\d(?-u:\b)").ok());
static VENUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:papers?|talks|posters|contributions) (?:accepted |presented )?(?:for|of|at|to|in) (?:the )?(\S.*)$",
    )
    .ok()
});
/// The venue first: "ICML 2009 Accepted Papers".
static VENUE_FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(\S.*?)[\s:,–—-]+(?i:(?:list of )?(?:accepted|presented) (?:full |short |main |regular |research )?(?:papers?|talks|posters|contributions))\s*$").ok()
});
static COUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix) (?: total\ of\ ([0-9][0-9,.]*)\ (?:entries|papers|publications|results)
                 | ^\s*([0-9][0-9,.]*)\ (?:papers|publications|articles|entries|results|works|references)\s*$
                 | (?:papers|publications|articles|works|references)\ \(([0-9]+)\)\s*$ )",
    )
    .ok()
});

/// The headings in force at a place of the page.
#[derive(Clone, Debug, Default)]
pub struct Headings {
    year: Option<Sourced<i64>>,
    month: Option<Sourced<i64>>,
    venue: Option<Sourced<String>>,
    kind: Option<Sourced<String>>,
    /// Whether kinds stand above years on this page ("Books / 2019 / 2018 / Articles / 2019 …").
    kind_is_upper: Option<bool>,
}

impl Headings {
    /// Takes note of a heading.
    pub fn read(&mut self, text: &Traced) {
        let words = text.as_str();
        let all = text.all_spans();
        if let Some(found) = [&VENUE, &VENUE_FIRST]
            .iter()
            .find_map(|re| re.as_ref().and_then(|re| re.captures(words)).and_then(|c| c.get(1)))
        {
            let spans = text.spans(found.range());
            self.venue = Some(Sourced::new(found.as_str().trim().to_owned(), spans, "context/venue-heading", SURE));
            self.set_year(words, text);
            return;
        }
        let has_year = self.set_year(words, text);
        let folded = fold_words(words);
        let kind = folded.split(' ').any(|word| LINE_CUES.get(word) == Some("kind"))
            || words.chars().any(crate::text::token::is_unspaced);
        if kind && folded.split(' ').count() <= 8 {
            self.kind_is_upper = self.kind_is_upper.or(Some(self.year.is_none()));
            if self.kind_is_upper == Some(true) && !has_year {
                self.year = None;
                self.month = None;
            }
            self.kind = Some(Sourced::new(words.to_owned(), all, "context/kind-heading", SURE));
        } else if !has_year && folded.split(' ').count() <= 8 && !folded.is_empty() {
            // A heading of another section: what stood above it does not reach below.
            self.kind = None;
        }
    }

    /// Takes the year of a heading, and the month beside it; a new year ends the kinds below the old one.
    fn set_year(&mut self, words: &str, text: &Traced) -> bool {
        let Some(found) = YEAR.as_ref().and_then(|re| re.find(words)) else { return false };
        let Ok(year) = found.as_str().parse() else { return false };
        self.year = Some(Sourced::new(year, text.spans(found.range()), "context/year-heading", SURE));
        self.month = month(words, text);
        if self.kind_is_upper == Some(false) {
            self.kind = None;
        }
        true
    }

    /// What holds for an entry here.
    pub fn contexts(&self) -> Vec<Context> {
        let mut out = Vec::new();
        out.extend(self.year.clone().map(Context::Year));
        out.extend(self.month.clone().map(Context::Month));
        out.extend(self.venue.clone().map(Context::Venue));
        out.extend(self.kind.clone().map(Context::Kind));
        out
    }
}

/// The month named in a heading.
fn month(words: &str, text: &Traced) -> Option<Sourced<i64>> {
    for (start, word) in words.split_word_ranges() {
        let Some(number) = MONTHS.get(&fold_words(word)).and_then(|n| n.parse().ok()) else { continue };
        return Some(Sourced::new(number, text.spans(start..start + word.len()), "context/month-heading", SURE));
    }
    None
}

/// Words with their places.
trait WordRanges {
    fn split_word_ranges(&self) -> impl Iterator<Item = (usize, &str)>;
}

impl WordRanges for str {
    fn split_word_ranges(&self) -> impl Iterator<Item = (usize, &str)> {
        self.split(|c: char| !c.is_alphabetic())
            .filter(|w| !w.is_empty())
            .map(|w| (w.as_ptr() as usize - self.as_ptr() as usize, w))
    }
}

/// How many publications a line of page furniture says there are.
pub fn announced(text: &str, span: Span) -> Option<Sourced<u32>> {
    let found = COUNT.as_ref()?.captures(text)?;
    let digits = found.iter().skip(1).flatten().next()?.as_str();
    let count = digits.replace([',', '.'], "").parse().ok()?;
    Some(Sourced::new(count, vec![span], "context/announced-count", SURE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::SourceId;

    fn read(headings: &mut Headings, text: &str) {
        let span = Span::new(SourceId(0), 0, text.len() as u32);
        headings.read(&Traced::verbatim(text, span));
    }

    #[test]
    fn the_upper_heading_ends_the_lower() {
        let mut h = Headings::default();
        read(&mut h, "Journal articles");
        read(&mut h, "2019");
        assert!(h.year.is_some() && h.kind.is_some());
        read(&mut h, "Books");
        assert!(h.year.is_none() && h.kind.is_some());
        let mut h = Headings::default();
        read(&mut h, "2019");
        read(&mut h, "Journal articles");
        read(&mut h, "2018");
        assert!(h.kind.is_none());
        assert_eq!(h.year.map(|y| y.value), Some(2018));
    }

    #[test]
    fn announcements_are_read() {
        let span = Span::new(SourceId(0), 0, 1);
        for (text, count) in [
            ("25 papers", Some(25)),
            ("Publications (42)", Some(42)),
            ("Total of 1195 entries : 1-50 51-100", Some(1195)),
            ("we wrote 3 papers about it", None),
        ] {
            assert_eq!(announced(text, span).map(|c| c.value), count, "{text}");
        }
    }
}
