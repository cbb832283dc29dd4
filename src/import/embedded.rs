//! Structured text within pages: BibTeX and RIS that a page shows or folds away, and metadata for machines.

use std::ops::Range;

use super::{Imported, Item, bibtex, coins, jsonld, meta, ris, tagged};
use crate::model::Record;
use crate::page::{Line, MetadataKind, Page};
use crate::source::Source;
use crate::span::{SourceId, Span, normalize_spans};
use crate::text::Traced;

/// Lines that one entry may take.
const MAX_LINES: usize = 400;

/// Takes the structured text out of a page: the page without the lines that were read, and what was read.
///
/// Places are those in the page's source. The records repeat what the page prints (they are sightings of the same
/// works); it is for the merge to join them.
pub fn embedded(mut page: Page) -> (Page, Imported) {
    let mut found = Imported::default();
    for item in &page.metadata {
        match item.kind {
            MetadataKind::Hidden => take(read_hidden(&item.content), &item.content, &[], &mut found),
            MetadataKind::ContextObject => found.items.extend(coins::read(&item.content)),
            MetadataKind::JsonLd => take(jsonld::read(&section(&item.content)), &item.content, &[], &mut found),
            MetadataKind::Title | MetadataKind::Meta(_) | MetadataKind::FrontMatter => {}
        }
    }
    found.items.extend(meta::read(&page));
    // The lines still to be looked at, the next one last.
    let mut todo: Vec<Line> = std::mem::take(&mut page.lines);
    todo.reverse();
    let mut kept: Vec<Line> = Vec::with_capacity(todo.len());
    while let Some(line) = todo.pop() {
        let Some((start, format)) = beginning(line.text.as_str()) else {
            kept.push(line);
            continue;
        };
        let mut end = End::new(format);
        let mut close = end.feed(line.text.as_str(), start);
        let mut block = vec![line];
        while close.is_none() && block.len() < MAX_LINES {
            match todo.pop_if(|next| !begins(next.text.as_str(), format)) {
                Some(next) => {
                    close = end.feed(next.text.as_str(), 0);
                    block.push(next);
                }
                None => break,
            }
        }
        let last = block.len() - 1;
        let length = block[last].text.len();
        let close = close.unwrap_or(length);
        let text = joined(&block, start, close);
        let imported = match format {
            Embedded::Bibtex => bibtex::read(&section(&text)),
            Embedded::Ris => tagged::read(&section(&text), &ris::RIS),
        };
        if imported.items.is_empty() {
            // No entry after all: the first line stays text, the others are looked at again.
            let mut rest = block.into_iter();
            kept.extend(rest.next());
            todo.extend(rest.rev());
            continue;
        }
        let (before, after) = (rest(&block, 0, 0..start), rest(&block, last, close..length));
        let extent: Vec<Span> = block.iter().map(|line| line.extent).collect();
        let is_whole = before.is_none() && after.is_none();
        take(imported, &text, if is_whole { &extent } else { &[] }, &mut found);
        kept.extend(before);
        todo.extend(after);
    }
    page.lines = kept;
    found.items.sort_by_key(|item| item.record.extent.first().map(|span| span.start));
    (page, found)
}

/// A structured format that pages show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Embedded {
    Bibtex,
    Ris,
}

/// Where an entry begins in a line.
fn beginning(line: &str) -> Option<(usize, Embedded)> {
    if begins(line, Embedded::Ris) {
        return Some((0, Embedded::Ris));
    }
    let start = bibtex::entry(line)?;
    // Text before the entry is at most a label ("BibTeX:").
    (line[..start].len() <= 40).then_some((start, Embedded::Bibtex))
}

fn begins(line: &str, format: Embedded) -> bool {
    match format {
        Embedded::Bibtex => bibtex::entry(line) == Some(0),
        Embedded::Ris => line.strip_prefix("TY").is_some_and(|rest| rest.starts_with("  -") || rest.starts_with(" - ")),
    }
}

/// Finds the end of an entry line by line: the bracket that closes it, the line that ends it.
struct End {
    format: Embedded,
    depth: usize,
    opened: bool,
}

impl End {
    fn new(format: Embedded) -> Self {
        Self { format, depth: 0, opened: false }
    }

    /// Where the entry ends in a line that is read from byte `start`.
    fn feed(&mut self, line: &str, start: usize) -> Option<usize> {
        if self.format == Embedded::Ris {
            let is_end = line.strip_prefix("ER").is_some_and(|rest| rest.trim_start().starts_with('-'));
            return is_end.then_some(line.len());
        }
        let mut escaped = false;
        for (at, byte) in line.bytes().enumerate().skip(start) {
            match byte {
                _ if escaped => {}
                b'{' => {
                    self.depth += 1;
                    self.opened = true;
                }
                b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 && self.opened {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
            escaped = byte == b'\\' && !escaped;
        }
        None
    }
}

/// The text of lines from a byte of the first to a byte of the last.
fn joined(block: &[Line], start: usize, end: usize) -> Traced {
    let mut text = Traced::default();
    for (i, line) in block.iter().enumerate() {
        if i > 0 {
            text.push_joint("\n");
        }
        let from = if i == 0 { start } else { 0 };
        let to = if i + 1 == block.len() { end } else { line.text.len() };
        text.append(&line.text.slice(from..to));
    }
    text
}

/// The rest of a line that held an entry; `None` if there is no word in it.
fn rest(block: &[Line], index: usize, range: Range<usize>) -> Option<Line> {
    let line = block.get(index)?;
    let text = line.text.slice(range).trimmed();
    if !text.as_str().chars().any(char::is_alphanumeric) {
        return None;
    }
    let spans = text.all_spans();
    let extent = Span::new(line.extent.source, spans.first()?.start, spans.last()?.end);
    Some(Line { text, extent, cells: Vec::new(), ..line.clone() })
}

/// Reads hidden text in the format that it is in.
fn read_hidden(content: &Traced) -> Imported {
    let text = content.as_str();
    if tagged::sniff(text, &ris::RIS) {
        tagged::read(&section(content), &ris::RIS)
    } else if text.lines().any(|line| bibtex::entry(line).is_some()) {
        bibtex::read(&section(content))
    } else {
        Imported::default()
    }
}

/// A source that holds a part of a page.
fn section(content: &Traced) -> Source {
    Source::section(SourceId(0), content.as_str())
}

/// Adds what was read from a part of a page, its places moved to the page's source.
fn take(imported: Imported, content: &Traced, extent: &[Span], found: &mut Imported) {
    let alone = imported.items.len() == 1;
    for Item { key, mut record } in imported.items {
        relocate(&mut record, content);
        if alone && !extent.is_empty() {
            record.extent = extent.to_vec();
        }
        if record.extent.is_empty() {
            record.extent = content.all_spans();
        }
        found.items.push(Item { key, record });
    }
    for mut diagnostic in imported.diagnostics {
        place(&mut diagnostic.spans, content);
        found.diagnostics.push(diagnostic);
    }
}

/// Moves the places of a record from a part of a page to the page's source.
fn relocate(record: &mut Record, content: &Traced) {
    place(&mut record.extent, content);
    place(&mut record.entry_type.spans, content);
    for value in record.fields.values_mut() {
        place(&mut value.spans, content);
    }
}

fn place(spans: &mut Vec<Span>, content: &Traced) {
    let mut moved: Vec<Span> = spans.iter().flat_map(|span| content.spans(span.range())).collect();
    normalize_spans(&mut moved);
    if moved.is_empty() {
        moved = content.all_spans();
    }
    *spans = moved;
}
