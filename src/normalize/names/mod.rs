//! Names of authors, editors and translators.

mod body;
mod cjk;
mod divide;
mod group;
mod person;
mod phrases;
mod shape;
mod split;
mod tokens;

use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{ACRONYMS, JOINERS};
use crate::model::{Field, Name, NameList, Value};
use crate::span::{Confidence, Span};
use crate::text::Traced;
use crate::text::fold::fold_words;
use tokens::Role;

/// Reads the names of an entry.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    let mut lists: Vec<(Field, Read)> = Vec::new();
    for (label, field) in
        [(Label::Author, Field::Authors), (Label::Editor, Field::Editors), (Label::Translator, Field::Translators)]
    {
        for mut segment in stretches(entry, label) {
            cut_venue(&mut segment, draft);
            let read = read(&segment, entry);
            let field = match (field, read.role) {
                (Field::Authors, Some(Role::Editor | Role::EditorTranslator)) => Field::Editors,
                (Field::Authors | Field::Editors, Some(Role::Translator)) => Field::Translators,
                _ => field,
            };
            match lists.iter_mut().find(|(f, _)| *f == field) {
                Some((_, list)) => list.extend(read),
                None => lists.push((field, read)),
            }
        }
    }
    if lists.iter().all(|(_, read)| read.list.names.is_empty()) {
        body_first(entry, draft);
    }
    for (field, read) in lists {
        if !read.list.names.is_empty() {
            let rule = match () {
                () if read.same => "names/same-authors",
                () if field == Field::Authors && with(entry) => WITH,
                () => "names/split",
            };
            draft.set(field, Value::Names(read.list), read.spans, rule, read.confidence);
        }
    }
}

/// Takes a line that is the acronym of a conference and nothing else off the end of a list of names.
fn cut_venue(segment: &mut Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let Some(at) = text.rfind('\n') else { return };
    let line = super::clean::strip(text, at + 1..text.len());
    if text.get(line.clone()).is_some_and(|line| ACRONYMS.contains(&fold_words(line))) {
        draft.set_text(Field::Container, segment, line, "names/venue-line");
        segment.text = segment.text.slice(0..at);
    }
}

/// The rule of a list that begins with "with": the owner of the page is an author too, and is not printed.
pub const WITH: &str = "names/with";

/// Whether "with" stands before the first author.
fn with(entry: &Entry) -> bool {
    let segments = &entry.labelled.segments;
    let Some(first) = segments.iter().position(|segment| segment.label == Label::Author) else { return false };
    let word = |text: &str| {
        let words = text.trim_matches(|c: char| !c.is_alphanumeric());
        JOINERS.get(&fold_words(words)) == Some("with")
    };
    let own = segments[first].text.as_str();
    let before = first.checked_sub(1).map(|i| &segments[i]).filter(|segment| segment.label == Label::Other);
    let last = before.map_or("", |segment| segment.text.as_str().trim_end());
    let last = last.rsplit(|c: char| !(c.is_alphanumeric() || c == '-' || c == ' ')).next().unwrap_or_default();
    word(last) || word(own.split_whitespace().next().unwrap_or_default())
}

/// A body that stands before everything else is the author.
fn body_first(entry: &Entry, draft: &mut Draft) {
    let mut segments =
        entry.labelled.segments.iter().filter(|s| !matches!(s.label, Label::Other | Label::CitationNumber));
    let Some(segment) = segments.next().filter(|s| s.label == Label::Institution) else { return };
    let text = segment.text.as_str();
    let range = super::clean::strip(text, 0..text.len());
    let name = super::clean::tidy(&segment.text, range.clone()).plain;
    if !name.is_empty() {
        let list = NameList { names: vec![Name::Body(name)], ..NameList::default() };
        draft.set(
            Field::Authors,
            Value::Names(list),
            segment.text.spans(range),
            "names/body-first",
            segment.confidence,
        );
    }
}

/// A list of names with its places.
struct Read {
    list: NameList,
    spans: Vec<Span>,
    confidence: Confidence,
    role: Option<Role>,
    same: bool,
}

impl Read {
    /// Adds the names of another stretch.
    fn extend(&mut self, other: Self) {
        self.list.names.extend(other.list.names);
        self.list.others |= other.list.others;
        self.list.omitted = self.list.omitted.or(other.list.omitted);
        self.spans.extend(other.spans);
        crate::span::normalize_spans(&mut self.spans);
        self.confidence = self.confidence.min(other.confidence);
    }
}

/// The segments of a label; those with only punctuation between them are one.
fn stretches(entry: &Entry, label: Label) -> Vec<Segment> {
    let mut out: Vec<Segment> = Vec::new();
    let mut between: Option<Traced> = None;
    for segment in &entry.labelled.segments {
        if segment.label == label {
            match (out.last_mut(), between.take()) {
                (Some(last), Some(gap)) => {
                    last.text.append(&gap);
                    last.text.append(&segment.text);
                    last.confidence = last.confidence.min(segment.confidence);
                }
                _ => out.push(segment.clone()),
            }
            between = Some(Traced::default());
        } else if let Some(gap) = &mut between {
            // A list cut by a count ("+5") says so right behind its last name.
            if let (Some(end), Some(last)) = (cut_end(segment), out.last_mut())
                && gap.as_str().trim().is_empty()
            {
                last.text.append(gap);
                last.text.append(&segment.text.slice(0..end));
                between = None;
                continue;
            }
            let short = segment.text.as_str().trim().chars().count() <= 5;
            if segment.label == Label::Other && short && !segment.text.as_str().contains('(') {
                gap.append(&segment.text);
            } else {
                between = None;
            }
        }
    }
    out
}

/// Where the count of names left out ends, if a segment begins with one.
fn cut_end(segment: &Segment) -> Option<usize> {
    let text = segment.text.as_str();
    let digits = text.trim_start().strip_prefix('+')?;
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let count = digits.len() - rest.len();
    ((1..=4).contains(&count) && !rest.starts_with(char::is_alphanumeric)).then(|| text.len() - rest.len())
}

/// Reads one stretch of names.
fn read(segment: &Segment, entry: &Entry) -> Read {
    let text = segment.text.as_str();
    let mut tokens = tokens::tokens(text);
    drop_raised(segment, &mut tokens);
    if segment.label != Label::Author {
        drop_in(text, &mut tokens);
    }
    let parsed = split::parse(text, &mut tokens);
    let mut spans = Vec::new();
    for found in &parsed.names {
        let inside = tokens.get(found.tokens.clone()).unwrap_or_default();
        if let (Some(first), Some(last)) = (inside.first(), inside.last()) {
            spans.extend(segment.text.spans(first.range.start..last.range.end));
        }
    }
    let mut list = NameList {
        names: parsed.names.into_iter().map(|found| found.name).collect(),
        others: parsed.others,
        omitted: parsed.omitted,
    };
    let mut same = false;
    if parsed.same
        && segment.label == Label::Author
        && let Some(above) = entry.previous.and_then(|record| record.fields.get(&Field::Authors))
        && let Some(before) = above.value.names()
    {
        let more = std::mem::take(&mut list.names);
        list.names = before.names.iter().cloned().chain(more).collect();
        list.others |= before.others;
        spans.extend(above.spans.iter().copied());
        spans.extend(segment.text.all_spans());
        same = true;
    }
    crate::span::normalize_spans(&mut spans);
    Read { list, spans, confidence: segment.confidence, role: parsed.role, same }
}

/// Raised letters and digits mark affiliations.
fn drop_raised(segment: &Segment, tokens: &mut Vec<tokens::Token>) {
    let raised = |range: &std::ops::Range<usize>| {
        segment.text.runs().iter().any(|run| {
            run.kind == crate::text::RunKind::Superscript
                && run.range.start <= range.start
                && range.end <= run.range.end
        })
    };
    if !segment.text.runs().is_empty() {
        tokens.retain(|token| !raised(&token.range));
    }
}

/// "In" before the editors of a book.
fn drop_in(text: &str, tokens: &mut Vec<tokens::Token>) {
    let first = tokens.first().and_then(|t| text.get(t.range.clone())).unwrap_or_default();
    let word = fold_words(first);
    let initial = first.ends_with('.') || first.chars().count() == 1;
    if tokens.len() > 1 && !initial && crate::lexicon::INWORDS.contains(&word) {
        tokens.remove(0);
    }
}
