//! BibTeX and biblatex files, through the room that reads .bib files.

use super::{Imported, Item};
use crate::bib;
use crate::source::Source;

/// Whether a text is a .bib file: but for comments it begins with an entry.
pub(super) fn sniff(text: &str) -> bool {
    let body =
        text.trim_start_matches('\u{feff}').lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with('%'));
    body.is_some_and(|line| entry(line) == Some(0))
}

/// Where an entry (`@article{key,`) begins in a line.
pub(super) fn entry(line: &str) -> Option<usize> {
    line.match_indices('@').map(|(at, _)| at).find(|at| {
        let rest = &line[at + 1..];
        let name = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let after = rest[name..].trim_start();
        // An address (`ada@example {`) has a letter before the sign.
        let free = !line[..*at].ends_with(|c: char| c.is_alphanumeric());
        free && (3..=20).contains(&name) && after.starts_with(['{', '(']) && !after[1..].trim_start().starts_with('{')
    })
}

/// Reads all entries of a source; an entry without a field tells nothing.
pub(super) fn read(source: &Source) -> Imported {
    let (entries, diagnostics) = bib::read(source.id(), source.text());
    let telling = entries.into_iter().filter(|entry| !entry.record.fields.is_empty());
    let items = telling.map(|entry| Item { key: Some(entry.key), record: entry.record }).collect();
    Imported { items, diagnostics }
}
