//! Finds the values of a gold record in a text.

use std::ops::Range;

use bibglean::label::Label;
use bibglean::text::fold::fold_words;
use bibglean::text::token::{Token, TokenKind, tokenize};

use crate::corpus::{Gold, Person};
use crate::sample::{Piece, Sample};

/// The words of a text, folded, with their places.
struct Words {
    tokens: Vec<Token>,
    folded: Vec<String>,
    taken: Vec<bool>,
}

impl Words {
    fn new(text: &str) -> Self {
        let mut tokens = tokenize(text);
        tokens.retain(|t| !matches!(t.kind, TokenKind::Mark | TokenKind::Break));
        let folded = tokens.iter().map(|t| fold_words(&text[t.range.clone()])).collect::<Vec<_>>();
        Self { taken: vec![false; folded.len()], tokens, folded }
    }

    /// The first free place at or after `from` where the words of `value` stand.
    fn find(&self, value: &str, from: usize) -> Option<Range<usize>> {
        let wanted = Self::new(value).folded;
        if wanted.is_empty() {
            return None;
        }
        (from..(self.folded.len() + 1).saturating_sub(wanted.len()))
            .find(|&i| {
                self.folded[i..i + wanted.len()] == wanted && !self.taken[i..i + wanted.len()].iter().any(|t| *t)
            })
            .map(|i| i..i + wanted.len())
    }
}

/// Where each value of the gold record stands in the text, in order; values that are not found are left out.
pub fn find(text: &str, gold: &Gold) -> Vec<(Range<usize>, Label)> {
    let mut words = Words::new(text);
    let mut found: Vec<(Range<usize>, Label)> = Vec::new();
    let mut take = |words: &mut Words, value: &str, from: usize, label: Label| -> Option<Range<usize>> {
        let place = words.find(value, from)?;
        words.taken[place.clone()].fill(true);
        found.push((place.clone(), label));
        Some(place)
    };
    for (value, label) in [
        (&gold.doi, Label::Doi),
        (&gold.url, Label::Url),
        (&gold.eprint, Label::Eprint),
        (&gold.isbn, Label::Isbn),
        (&gold.issn, Label::Issn),
        (&gold.pmid, Label::Pmid),
    ] {
        take(&mut words, value, 0, label);
    }
    let title = take(&mut words, &gold.title, 0, Label::Title);
    let container_from = title.as_ref().map_or(0, |t| t.end);
    let container = take(&mut words, &gold.container, container_from, Label::Container)
        .or_else(|| take(&mut words, &gold.container, 0, Label::Container));
    let pages = take(&mut words, &gold.pages, container.as_ref().map_or(0, |c| c.end), Label::Pages)
        .or_else(|| take(&mut words, &gold.pages, title.as_ref().map_or(0, |t| t.end), Label::Pages))
        .or_else(|| take(&mut words, &gold.pages, 0, Label::Pages));
    let _ = pages;
    people(&mut words, &gold.authors, Label::Author, &mut take);
    people(&mut words, &gold.editors, Label::Editor, &mut take);
    let after = container.map_or(0, |c| c.end);
    for (value, label) in [
        (&gold.reportnumber, Label::ReportNumber),
        (&gold.institution, Label::Institution),
        (&gold.school, Label::Institution),
        (&gold.publisher, Label::Publisher),
        (&gold.series, Label::Series),
        (&gold.address, Label::Address),
        (&gold.edition, Label::Edition),
    ] {
        if take(&mut words, value, after, label).is_none() {
            take(&mut words, value, 0, label);
        }
    }
    let volume = take(&mut words, &gold.volume, after, Label::Volume)
        .or_else(|| take(&mut words, &gold.volume, 0, Label::Volume));
    if take(&mut words, &gold.number, volume.map_or(after, |v| v.end), Label::Number).is_none() {
        take(&mut words, &gold.number, 0, Label::Number);
    }
    if take(&mut words, &gold.year, 0, Label::Date).is_none() {
        // A year with its letter.
        if let Some(i) =
            words.folded.iter().position(|w| w.len() == 5 && !gold.year.is_empty() && w.starts_with(&gold.year))
        {
            words.taken[i] = true;
            found.push((i..i + 1, Label::Date));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
        .into_iter()
        .map(|(range, label)| (words.tokens[range.start].range.start..words.tokens[range.end - 1].range.end, label))
        .collect()
}

/// The stretch of a list of names: from the first found family name with the given name before it to the last.
fn people(
    words: &mut Words,
    names: &[Person],
    label: Label,
    take: &mut impl FnMut(&mut Words, &str, usize, Label) -> Option<Range<usize>>,
) {
    let mut at = 0;
    for name in names {
        let family = if name.literal.is_empty() { &name.family } else { &name.literal };
        if let Some(place) = take(words, family, at, label) {
            // Given names and initials on either side.
            let given = fold_words(&name.given);
            let parts: Vec<&str> = given.split(' ').filter(|w| !w.is_empty()).collect();
            let glued = parts.concat();
            let fits = |w: &str| parts.contains(&w) || w == glued;
            let mut end = place.end;
            while end < words.folded.len() && !words.taken[end] && fits(&words.folded[end]) {
                let word = words.folded[end].clone();
                take(words, &word, end, label);
                end += 1;
            }
            let mut start = place.start;
            while start > 0 && !words.taken[start - 1] && fits(&words.folded[start - 1]) {
                let word = words.folded[start - 1].clone();
                take(words, &word, start - 1, label);
                start -= 1;
            }
            at = end;
        }
    }
}

/// The sample of a text whose values are known; `None` if a value is not found or too much is left over.
pub fn sample(text: &str, gold: &Gold) -> Option<Sample> {
    let found = find(text, gold);
    let has = |label: Label| found.iter().any(|(_, l)| *l == label);
    let complete = (gold.title.is_empty() || has(Label::Title))
        && (gold.authors.is_empty() || has(Label::Author))
        && (gold.container.is_empty() || has(Label::Container))
        && (gold.pages.is_empty() || has(Label::Pages))
        && (gold.volume.is_empty() || has(Label::Volume));
    if !complete {
        return None;
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    for (range, label) in found {
        if range.start < at {
            return None;
        }
        let gap = &text[at..range.start];
        match pieces.last_mut() {
            // The words and marks inside a list of names.
            Some(last) if last.label == Some(label) && matches!(label, Label::Author | Label::Editor) => {
                last.text.push_str(gap);
                last.text.push_str(&text[range.clone()]);
                at = range.end;
                continue;
            }
            _ if gap.is_empty() => {}
            _ => pieces.push(Piece::new(None, gap)),
        }
        pieces.push(Piece::new(Some(label), &text[range.clone()]));
        at = range.end;
    }
    let tail = text[at..].to_owned();
    if !tail.is_empty() {
        pieces.push(Piece::new(None, tail));
    }
    dates(&mut pieces, gold);
    let sample = Sample::reference(pieces);
    (sample.stray_words() <= 2).then_some(sample)
}

/// A month or day that stands beside the year belongs to the date; a number at the very front numbers the reference.
fn dates(pieces: &mut [Piece], gold: &Gold) {
    for i in 0..pieces.len() {
        if pieces[i].label.is_some() {
            continue;
        }
        let words = fold_words(&pieces[i].text);
        let beside = pieces.get(i + 1).is_some_and(|p| p.label == Some(Label::Date))
            || i > 0 && pieces[i - 1].label == Some(Label::Date);
        let month = words.split(' ').any(|w| bibglean::lexicon::MONTHS.contains(w));
        if beside && month && gold.month > 0 {
            pieces[i].label = Some(Label::Date);
        }
        let number = words.chars().all(|c| c.is_ascii_digit()) && !words.is_empty();
        if i == 0 && number && words.len() <= 4 && words != gold.year {
            pieces[i].label = Some(Label::CitationNumber);
        }
    }
}
