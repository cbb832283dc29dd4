//! A stretch of the input with the values marked that were read from it.

use std::ops::Range;

use bibglean::diag::render::Marked;
use bibglean::source::Source;
use bibglean::span::Span;

use crate::cli::terminal::{sanitized, shown};

/// Most bytes of the stretch; an entry with a long abstract is cut behind its last value.
const MOST: usize = 4000;
/// Bytes of the line shown around the values where the line is longer.
const AROUND: usize = 60;

/// Something read from a place.
pub struct Mark {
    /// Where.
    pub span: Span,
    /// What it is.
    pub label: String,
}

/// The lines in which the marks stand, made safe to show.
pub fn marked(source: &Source, extent: Range<usize>, marks: &[Mark]) -> Marked {
    let text = source.text();
    let ends = marks.iter().map(|mark| mark.span.end as usize);
    let last = ends.max().unwrap_or(extent.end).max(extent.end.min(extent.start + MOST));
    let start = line_start(text, extent.start);
    let end = line_end(text, last);
    let (line, column) = source.position(u32::try_from(extent.start).unwrap_or(u32::MAX));
    let mut out = String::new();
    // For each character its place in the source and in what is shown.
    let mut places = Vec::new();
    let stretch = text.get(start..end).unwrap_or_default();
    for (at, c) in stretch.char_indices() {
        places.push((start + at, out.len()));
        if c == '\n' || (c == '\r' && !stretch[at..].starts_with("\r\n")) {
            out.push('\n');
        } else if c != '\r' {
            out.push(shown(c));
        }
    }
    places.push((end, out.len()));
    let place = |byte: usize| places[places.partition_point(|(at, _)| *at < byte).min(places.len() - 1)].1;
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    for mark in marks {
        let range = place(mark.span.start as usize)..place(mark.span.end as usize);
        if range.start < range.end {
            found.push((range, sanitized(&mark.label)));
        }
    }
    Marked { name: sanitized(source.name()), line, column, text: out, marks: found }
}

/// The beginning of the line, or of the part of it that is near.
fn line_start(text: &str, at: usize) -> usize {
    let line = text[..at].rfind(['\n', '\r']).map_or(0, |i| i + 1);
    if at - line <= AROUND {
        return line;
    }
    (line..=at - AROUND).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(line)
}

/// The end of the line, or of the part of it that is near.
fn line_end(text: &str, at: usize) -> usize {
    let line = text[at..].find(['\n', '\r']).map_or(text.len(), |i| at + i);
    if line - at <= AROUND {
        return line;
    }
    (at + AROUND..line).find(|&i| text.is_char_boundary(i)).unwrap_or(line)
}
