//! Formats of one tagged line a field: RIS, PubMed's nbib, EndNote's export, Web of Science. They differ in how a tag is
//! written and what it means; each is a table.

use std::ops::Range;

use crate::diag::{Code, Diagnostic};
use crate::model::EntryType;
use crate::source::Source;
use crate::span::Span;
use crate::text::Traced;

use super::draft::{Draft, Target};
use super::values::Order;
use super::{Imported, Item};

/// How a format writes its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `TY  - value`; some exporters write one blank, or none after the hyphen.
    Ris,
    /// `PMID- value`, `TI  - value`; continued lines are indented.
    Nbib,
    /// `%A value`.
    Refer,
    /// `AU value`; continued lines are indented and, for names, values of their own.
    Isi,
}

/// A format of tagged lines.
pub(super) struct Dialect {
    /// The rule that its values carry.
    pub rule: &'static str,
    /// How tags are written.
    pub shape: Shape,
    /// The tag that begins a record.
    pub first: &'static str,
    /// The tag that ends one, where there is one.
    pub last: Option<&'static str>,
    /// The tag of the type.
    pub kind: &'static str,
    /// Types by their value, in lower case; the first that the value begins with counts.
    pub kinds: &'static [(&'static str, EntryType)],
    /// Fields by tag.
    pub fields: &'static [(&'static str, Target)],
    /// Changes to `fields` for certain types; `None` leaves the tag out.
    pub by_kind: &'static [(&'static [EntryType], &'static str, Option<Target>)],
    /// The tag of the citation key.
    pub key: Option<&'static str>,
    /// How names are written.
    pub order: Option<Order>,
    /// What the lines before the first record and after the last begin with that say nothing of a work.
    pub around: &'static [&'static str],
}

/// A field of a record.
struct Tagged<'a> {
    tag: &'a str,
    value: Traced,
}

/// A record: its fields and its place.
struct Entry<'a> {
    fields: Vec<Tagged<'a>>,
    start: usize,
    end: usize,
}

/// The tag of a line, and where its value begins.
fn tag(line: &str, shape: Shape) -> Option<(&str, usize)> {
    let bytes = line.as_bytes();
    let is_tag = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    match shape {
        Shape::Ris => {
            let tag = line.get(..2)?;
            let rest = &line[2..];
            let hyphen = rest.find('-')?;
            let spaced = (1..=4).contains(&hyphen) && rest[..hyphen].bytes().all(|b| b == b' ' || b == b'\t');
            let end = 2 + hyphen + 1;
            let ends = line[end..].is_empty() || line[end..].starts_with([' ', '\t']) || tag == "ER";
            let named = bytes[0].is_ascii_uppercase() && bytes[..2].iter().all(is_tag);
            (named && spaced && ends).then_some((tag, end))
        }
        Shape::Nbib => {
            let tag = line.get(..4)?;
            let name = tag.trim_end();
            let named = name.len() >= 2 && name.bytes().all(|b| is_tag(&b));
            (named && bytes.get(4) == Some(&b'-')).then_some((name, 5))
        }
        Shape::Refer => {
            let rest = line.strip_prefix('%')?;
            let c = rest.chars().next().filter(|c| c.is_ascii_graphic())?;
            let ends = rest[c.len_utf8()..].is_empty() || rest[c.len_utf8()..].starts_with([' ', '\t']);
            ends.then(|| (&line[..2], 2))
        }
        Shape::Isi => {
            let tag = line.get(..2)?;
            let named = bytes[0].is_ascii_uppercase() && bytes[..2].iter().all(is_tag);
            let ends = line.len() == 2 || bytes[2] == b' ';
            (named && ends).then_some((tag, 2))
        }
    }
}

/// Whether a text is in a dialect: a record begins at its start, but for a short preamble, with another tagged line
/// after it.
pub(super) fn sniff(text: &str, dialect: &Dialect) -> bool {
    // A web page may show records, but it is a page.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return false;
    }
    let trimmed = text.lines().map(|line| {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        if dialect.shape == Shape::Ris { line.trim_start() } else { line }
    });
    let mut lines = trimmed.filter(|line| !line.is_empty());
    let is_first = |line: &str| tag(line, dialect.shape).is_some_and(|(t, _)| t == dialect.first);
    let found = lines.by_ref().take(6).any(is_first);
    let mut rest = lines.take(5);
    found && rest.any(|line| tag(line, dialect.shape).is_some_and(|(t, _)| t != dialect.first))
}

/// Reads all records of a source.
pub(super) fn read(source: &Source, dialect: &Dialect) -> Imported {
    let (entries, mut unread) = entries(source, dialect);
    let is_name = |tag: &str| matches!(target(tag, EntryType::Misc, dialect), Some(Target::Name(_)));
    let order = dialect.order.unwrap_or_else(|| {
        let names = entries.iter().flat_map(|e| &e.fields).filter(|f| is_name(f.tag));
        Order::of(names.map(|f| f.value.as_str()))
    });
    let mut items = Vec::new();
    for entry in &entries {
        match item(source, entry, dialect, order) {
            Some(item) => items.push(item),
            None => unread.push(span(source, entry.start..entry.end)),
        }
    }
    let unread = unread.into_iter().map(|span| {
        Diagnostic::new(
            Code::UnreadText,
            vec![span],
            "this text stands outside the records, or in one that says nothing",
        )
    });
    Imported { items, diagnostics: unread.collect() }
}

/// Cuts a source into records, and what stands between them.
fn entries<'a>(source: &'a Source, dialect: &Dialect) -> (Vec<Entry<'a>>, Vec<Span>) {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut outside = Vec::new();
    let mut open = false;
    let mut blank = false;
    for range in source.line_ranges() {
        let whole = &source.text()[range.clone()];
        let mark = whole.len() - whole.trim_start_matches('\u{feff}').len();
        // Copied records may be indented; a tag is a tag wherever it stands in RIS.
        let indent =
            if dialect.shape == Shape::Ris { whole[mark..].len() - whole[mark..].trim_start().len() } else { 0 };
        let line = whole[mark + indent..].trim_end();
        let start = range.start + mark + indent;
        if line.is_empty() {
            blank = true;
            continue;
        }
        if !open && dialect.around.iter().any(|around| line.starts_with(around)) {
            continue;
        }
        match tag(line, dialect.shape) {
            Some((tag, offset)) => {
                // Without an end mark, a blank line or the first tag begins the next record.
                let begins = tag == dialect.first || !open || (dialect.shape == Shape::Refer && blank);
                if begins && Some(tag) != dialect.last {
                    entries.push(Entry { fields: Vec::new(), start, end: start });
                    open = true;
                }
                if let Some(entry) = entries.last_mut().filter(|_| open) {
                    let value = traced(source, &line[offset..], start + offset);
                    entry.fields.push(Tagged { tag, value });
                    entry.end = start + line.len();
                }
                open = open && Some(tag) != dialect.last;
            }
            None => match entries.last_mut().filter(|_| open) {
                Some(entry) => {
                    continue_field(source, entry, line, start, dialect);
                    entry.end = start + line.len();
                }
                None => outside.push(span(source, start..start + line.len())),
            },
        }
        blank = false;
    }
    (entries, outside)
}

fn span(source: &Source, range: Range<usize>) -> Span {
    let at = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
    Span::new(source.id(), at(range.start), at(range.end))
}

/// A line without a tag continues the field above it; in Web of Science's export each line of names is a name.
fn continue_field<'a>(source: &'a Source, entry: &mut Entry<'a>, line: &str, start: usize, dialect: &Dialect) {
    let value = traced(source, line, start);
    let Some(last) = entry.fields.last_mut() else { return };
    let is_list = dialect.shape == Shape::Isi
        && matches!(target(last.tag, EntryType::Misc, dialect), Some(Target::Name(_) | Target::Body(_)));
    if is_list {
        let tag = last.tag;
        entry.fields.push(Tagged { tag, value });
    } else {
        last.value.push_joint(" ");
        last.value.append(&value);
    }
}

fn traced(source: &Source, text: &str, start: usize) -> Traced {
    Traced::verbatim(text, span(source, start..start + text.len())).trimmed()
}

fn target(tag: &str, kind: EntryType, dialect: &Dialect) -> Option<Target> {
    match dialect.by_kind.iter().find(|(kinds, t, _)| *t == tag && kinds.contains(&kind)) {
        Some((.., target)) => *target,
        None => dialect.fields.iter().find(|(t, _)| *t == tag).map(|(_, target)| *target),
    }
}

/// A record of an entry.
fn item(source: &Source, entry: &Entry<'_>, dialect: &Dialect, order: Order) -> Option<Item> {
    let extent = vec![span(source, entry.start..entry.end)];
    let mut draft = Draft::new(dialect.rule, extent);
    let mut kind = EntryType::Misc;
    // Several types may be given ("Journal Article", "Review"): the first row of the table that any of them meets.
    let given: Vec<(String, &Tagged<'_>)> = entry
        .fields
        .iter()
        .filter(|f| f.tag == dialect.kind)
        .map(|f| (f.value.as_str().to_ascii_lowercase(), f))
        .collect();
    for (name, row) in dialect.kinds {
        if let Some((_, field)) = given.iter().find(|(value, _)| value.starts_with(name)) {
            kind = *row;
            draft.kind(kind, field.value.all_spans());
            break;
        }
    }
    // The year is that of the year's own tag; a date gives month and day where its year agrees.
    let (dates, rest): (Vec<_>, Vec<_>) =
        entry.fields.iter().partition(|f| target(f.tag, kind, dialect) == Some(Target::Date));
    let (years, rest): (Vec<_>, Vec<_>) =
        rest.into_iter().partition(|f| target(f.tag, kind, dialect) == Some(Target::Year));
    for field in years.into_iter().chain(dates).chain(rest) {
        if let Some(target) = target(field.tag, kind, dialect) {
            draft.add(target, &field.value);
        }
    }
    let key =
        dialect.key.and_then(|tag| entry.fields.iter().find(|f| f.tag == tag)).map(|f| f.value.as_str().to_owned());
    draft.finish(order).map(|record| Item { key, record })
}
