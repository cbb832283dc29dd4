//! What headings say of the entries below them: years, months, venues, kinds; and what pages announce.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, announce};
use crate::lexicon::{KINDS, LINE_CUES, MONTHS};
use crate::span::{Sourced, Span};
use crate::text::Traced;
use crate::text::fold::fold_words;
use crate::text::token::tokenize;

/// Confidence of what a heading says.
const SURE: f32 = 0.9;

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?-u:\b)(1[5-9]|20)\d\d(?-u:\b)").ok());

/// The headings in force at a place of the page.
#[derive(Clone, Debug, Default)]
pub struct Headings {
    year: Option<Sourced<i64>>,
    month: Option<Sourced<i64>>,
    venue: Option<Sourced<String>>,
    kind: Option<Sourced<String>>,
    /// Whether kinds stand above years on this page ("Books / 2019 / 2018 / Articles / 2019 …").
    kind_is_upper: Option<bool>,
    /// Whether no entry has followed the year heading.
    year_is_bare: bool,
}

impl Headings {
    /// Takes note of a heading.
    pub fn read(&mut self, text: &Traced) {
        let words = text.as_str();
        let all = text.all_spans();
        if let Some(found) = announce::venue(words) {
            let event = words[found.clone()].to_owned();
            self.venue = Some(Sourced::new(event, text.spans(found), "context/venue-heading", SURE));
            self.set_year(words, text);
            return;
        }
        let has_year = self.set_year(words, text);
        let folded = fold_words(words);
        let kind = folded.split(' ').any(|word| LINE_CUES.get(word) == Some("kind"))
            || KINDS.contains(&folded)
            || words.chars().any(crate::text::token::is_unspaced);
        if kind && folded.split(' ').count() <= 8 {
            // A kind right below a year is a part of that year, whatever stood above both ("Publications / 2019 / Books").
            let below = self.year.is_some() && self.year_is_bare;
            self.kind_is_upper = if below { Some(false) } else { self.kind_is_upper.or(Some(self.year.is_none())) };
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
        self.year_is_bare = true;
        if self.kind_is_upper == Some(false) {
            self.kind = None;
        }
        true
    }

    /// What holds for an entry here.
    pub fn contexts(&mut self) -> Vec<Context> {
        self.year_is_bare = false;
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
    for token in tokenize(words) {
        let word = &words[token.range.clone()];
        let Some(number) = MONTHS.get(&fold_words(word)).and_then(|n| n.parse().ok()) else { continue };
        return Some(Sourced::new(number, text.spans(token.range), "context/month-heading", SURE));
    }
    None
}

/// How many publications a line of page furniture says there are.
pub fn announced(text: &str, span: Span) -> Option<Sourced<u32>> {
    let count = announce::count(text)?;
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
        assert_eq!(h.contexts().len(), 2);
        read(&mut h, "Books");
        assert!(h.year.is_none() && h.kind.is_some());
        let mut h = Headings::default();
        read(&mut h, "Publications");
        read(&mut h, "2019");
        read(&mut h, "Books");
        assert_eq!(h.contexts().len(), 2);
        read(&mut h, "Articles");
        assert_eq!(h.contexts().len(), 2);
        let mut h = Headings::default();
        read(&mut h, "2019");
        read(&mut h, "Journal articles");
        read(&mut h, "2018");
        assert!(h.kind.is_none());
        assert_eq!(h.year.map(|y| y.value), Some(2018));
    }
}
