//! Entries of the evaluation corpus's listings as labelled samples, told from their gold records.

use std::ops::Range;
use std::path::Path;

use bibglean::label::Label;
use bibglean::segment::{self, Block, Role};
use bibglean::text::fold::fold_words;

use crate::Failure;
use crate::align;
use crate::corpus::Gold;
use crate::sample::{Line, Piece, Sample};
use crate::segment::corpus::{Listing, listings};

/// How much an entry of a real page counts against a rendered one.
const WEIGHT: f32 = 2.0;

/// The entries of a listing.
pub struct ListingPage {
    /// Listings of one family look alike.
    pub family: String,
    /// The entries whose fields were found.
    pub samples: Vec<Sample>,
}

/// The samples of all listings.
pub fn pages(corpus: &Path) -> Result<Vec<ListingPage>, Failure> {
    let page =
        |listing: &Listing| Ok(ListingPage { family: listing.family().to_owned(), samples: of_listing(listing)? });
    listings(corpus)?.iter().map(page).collect()
}

fn of_listing(listing: &Listing) -> Result<Vec<Sample>, Failure> {
    let gold: Vec<Gold> = listing.gold.iter().map(|g| serde_json::from_value(readable(g))).collect::<Result<_, _>>()?;
    let (units, profiles) = segment::look_at(&listing.page);
    let states = crate::segment::align::states(&listing.page, &units, &profiles, &listing.gold);
    let cut = segment::segment_by(&listing.page, &states);
    Ok(cut.blocks.iter().filter_map(|block| sample(block, entry(block, &gold)?)).collect())
}

/// Gold years and the like may be numbers; a field that the labeller's gold does not know is left out.
fn readable(gold: &serde_json::Value) -> serde_json::Value {
    let mut gold = gold.clone();
    if let Some(fields) = gold.as_object_mut() {
        for name in ["year", "volume", "number", "pages", "pmid", "eprint"] {
            if let Some(n) = fields.get(name).and_then(serde_json::Value::as_i64) {
                fields.insert(name.into(), n.to_string().into());
            }
        }
        fields.retain(|_, v| !v.is_null());
    }
    gold
}

/// The gold entry whose title stands in the block: the longest, if there are several.
fn entry<'a>(block: &Block, gold: &'a [Gold]) -> Option<&'a Gold> {
    let text = fold_words(block.text.as_str());
    let inside = gold.iter().filter(|g| !g.title.is_empty() && text.contains(&fold_words(&g.title)));
    inside.max_by_key(|g| g.title.len())
}

/// The sample of a block; `None` where a value that matters is not found in it.
fn sample(block: &Block, gold: &Gold) -> Option<Sample> {
    let text = block.text.as_str();
    let found = align::find(text, gold);
    let has = |label: Label| found.iter().any(|(_, l)| *l == label);
    if !has(Label::Title) || (!gold.authors.is_empty() && !has(Label::Author)) {
        return None;
    }
    let found = widened(text, joined(text, found), gold);
    let mut lines = Vec::new();
    for line in &block.lines {
        let mut pieces = Vec::new();
        let mut at = line.range.start;
        for (range, label) in found.iter().filter(|(r, _)| r.start < line.range.end && r.end > line.range.start) {
            let (start, end) = (range.start.max(at), range.end.min(line.range.end));
            if start > at {
                pieces.push(Piece::new(between(&text[at..start], line.role, gold), &text[at..start]));
            }
            if end > start {
                pieces.push(Piece::new(Some(*label), &text[start..end]));
                at = end;
            }
        }
        if at < line.range.end {
            pieces.push(Piece::new(between(&text[at..line.range.end], line.role, gold), &text[at..line.range.end]));
        }
        for run in block.text.runs().iter().filter(|r| r.range.start < line.range.end && r.range.end > line.range.start)
        {
            style(&mut pieces, line.range.start, &run.range, &run.kind);
        }
        lines.push(Line { role: line.role, pieces });
    }
    Some(Sample { lines, weight: WEIGHT })
}

/// Gives the pieces that a styled stretch covers its style.
fn style(pieces: &mut [Piece], mut at: usize, range: &Range<usize>, kind: &bibglean::text::RunKind) {
    for piece in pieces {
        let end = at + piece.text.len();
        if range.start <= at + 2 && range.end + 2 >= end {
            piece.style = Some(kind.clone());
        }
        at = end;
    }
}

/// Names of one list, with what stands between them, are one stretch; so are a month and its year.
fn joined(text: &str, found: Vec<(Range<usize>, Label)>) -> Vec<(Range<usize>, Label)> {
    let mut out: Vec<(Range<usize>, Label)> = Vec::new();
    for (range, label) in found {
        match out.last_mut() {
            Some((last, l))
                if *l == label
                    && matches!(label, Label::Author | Label::Editor)
                    && !text[last.end..range.start].contains('\n') =>
            {
                last.end = range.end;
            }
            _ => out.push((range, label)),
        }
    }
    out
}

/// The same stretches with what belongs to them: the mark that cuts a list of names, the month and day of a date.
fn widened(text: &str, mut found: Vec<(Range<usize>, Label)>, gold: &Gold) -> Vec<(Range<usize>, Label)> {
    let last_author = found.iter().rposition(|(_, label)| *label == Label::Author);
    for i in 0..found.len() {
        let floor = i.checked_sub(1).map_or(0, |j| found[j].0.end);
        let ceiling = found.get(i + 1).map_or(text.len(), |next| next.0.start);
        let (range, label) = &mut found[i];
        if *label == Label::Date {
            let before = &text[floor..range.start];
            range.start -= before.len() - date_end(before);
            range.end += date_start(&text[range.end..ceiling]);
        } else if gold.others && Some(i) == last_author {
            let rest = &text[range.end..ceiling];
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            range.end += cut_mark(line);
        }
    }
    found
}

/// Bytes of the mark at the beginning of a text that says that names were left out.
fn cut_mark(text: &str) -> usize {
    let mut best = 0;
    for (at, _) in text.char_indices().skip(1).take(24).chain([(text.len(), ' ')]) {
        let part = text[..at].trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';'));
        let more =
            part.strip_prefix('+').is_some_and(|n| n.trim().chars().all(|c| c.is_ascii_digit()) && !n.is_empty());
        let ellipsis = part == "…" || text[..at].trim().trim_start_matches(',').trim() == "...";
        if more || ellipsis || bibglean::lexicon::CUTS.contains(&fold_words(part)) {
            best = text[..at].trim_end().len();
        }
    }
    best
}

/// Whether a word can stand in a date beside the year.
fn in_date(word: &str) -> bool {
    let folded = fold_words(word);
    let day = folded.len() <= 2 && folded.chars().all(|c| c.is_ascii_digit());
    folded.is_empty() || day || bibglean::lexicon::MONTHS.contains(&folded)
}

/// Where in the text after a year the date ends.
fn date_start(text: &str) -> usize {
    let mut end = 0;
    for token in bibglean::text::token::tokenize(text) {
        let word = &text[token.range.clone()];
        let mark = matches!(word, "-" | "/" | "年" | "月" | "日");
        if word == "\n" || !(mark || (in_date(word) && word.chars().any(char::is_alphanumeric))) {
            break;
        }
        if !mark || !word.is_ascii() {
            end = token.range.end;
        }
    }
    end
}

/// Where in the text before a year the date begins; its length where there is no month.
fn date_end(text: &str) -> usize {
    let mut start = text.len();
    for token in bibglean::text::token::tokenize(text).iter().rev() {
        let word = &text[token.range.clone()];
        if word == "\n" || !(in_date(word) || matches!(word, "," | "." | "-" | "–" | "/" | "of" | "de")) {
            break;
        }
        if bibglean::lexicon::MONTHS.contains(&fold_words(word))
            || (start < text.len() && word.chars().all(|c| c.is_ascii_digit()))
        {
            start = token.range.start;
        }
    }
    start
}

/// The label of a stretch that holds no value.
fn between(text: &str, role: Role, gold: &Gold) -> Option<Label> {
    if role == Role::Abstract {
        return Some(Label::Abstract);
    }
    let words = fold_words(text);
    let month = words.split(' ').find_map(|w| bibglean::lexicon::MONTHS.get(w)).and_then(|m| m.parse::<u8>().ok());
    if month.is_some_and(|m| m == gold.month) && words.len() < 25 {
        return Some(Label::Date);
    }
    if !gold.pubstate.is_empty() && words == fold_words(&gold.pubstate) {
        return Some(Label::PubState);
    }
    None
}
