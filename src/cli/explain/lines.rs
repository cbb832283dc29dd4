//! The fate of every line of the input.

use std::fmt::Write as _;

use bibglean::Reading;
use bibglean::segment::FurnitureReason;
use bibglean::source::Source;
use bibglean::span::Span;

use crate::cli::terminal::sanitized;

/// Most characters of a line that are shown.
const SHOWN: usize = 100;

/// A row for each line, or for each part of a line with a fate of its own: place, fate, text.
pub fn table(reading: &Reading, sources: &[Source]) -> String {
    let mut fates: Vec<(Span, String)> = Vec::new();
    for entry in &reading.library.entries {
        for sighting in &entry.sightings {
            fates.extend(sighting.record.extent.iter().map(|span| (*span, entry.key.clone())));
        }
    }
    for segmentation in &reading.segmentations {
        let furniture = segmentation.furniture.iter();
        fates.extend(furniture.map(|piece| (piece.span, format!("no entry: {}", about(piece.reason)))));
    }
    fates.sort_by_key(|(span, _)| *span);
    let mut out = String::new();
    for source in sources {
        let mut at = 0;
        for (span, fate) in fates.iter().filter(|(span, _)| span.source == source.id()) {
            let start = (span.start as usize).max(at);
            rows(source, at, start, "unread", &mut out);
            rows(source, start, span.end as usize, fate, &mut out);
            at = at.max(span.end as usize);
        }
        rows(source, at, source.text().len(), "unread", &mut out);
    }
    out
}

/// The rows of a stretch.
fn rows(source: &Source, start: usize, end: usize, fate: &str, out: &mut String) {
    let Some(text) = source.text().get(start..end) else { return };
    let mut at = start;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if words.chars().any(|c| !c.is_whitespace()) {
            let lead = line.len() - line.trim_start().len();
            let (row, column) = source.position(u32::try_from(at + lead).unwrap_or(u32::MAX));
            let cut = words.char_indices().nth(SHOWN).map_or(words.len(), |(i, _)| i);
            let more = if cut < words.len() { "…" } else { "" };
            let place = format!("{row}:{column}");
            let _ = writeln!(out, "{place:<9} {fate:<28} {}{more}", sanitized(&words[..cut]));
        }
        at += line.len();
    }
}

fn about(reason: FurnitureReason) -> &'static str {
    match reason {
        FurnitureReason::Heading => "heading",
        FurnitureReason::Separator => "rule",
        FurnitureReason::Counter => "counter",
        FurnitureReason::Badge => "badge",
        FurnitureReason::Menu => "menu",
        FurnitureReason::Prose => "prose",
    }
}
