//! New keys for the entries of a .bib file: the keys themselves, what refers to them, and the old ones as aliases.

use std::collections::BTreeMap;

use super::dialect::{Dialect, dialect};
use super::patch::{self, Edit};
use super::scan::{Piece, RawEntry, RawField, scan};
use super::style::{Style, Value, entries};

/// Fields that hold keys, one or several with commas between (biblatex manual §2.2.3).
const REFERRING: &[&str] = &["crossref", "xref", "xdata", "related", "entryset"];
/// The field of further keys, which biber takes for the entry.
const ALIASES: &str = "ids";

/// The new text of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rekeyed {
    /// The new text.
    pub text: String,
    /// The changes, sorted.
    pub edits: Vec<Edit>,
}

/// Renames entries, `keys` being new keys by old. Fields that refer to an entry follow it. A file in biblatex's dialect keeps
/// the old key in `ids`, so that a text that cites it still finds the entry; BibTeX knows no such field.
pub fn rekey(text: &str, keys: &BTreeMap<String, String>) -> Rekeyed {
    let items = scan(text);
    let file = Style::learn(text, &items);
    let keep = dialect(text) == Dialect::Biblatex;
    let folded: BTreeMap<String, &String> = keys.iter().map(|(old, new)| (old.to_lowercase(), new)).collect();
    let mut edits = Vec::new();
    let mut renamed = std::collections::BTreeSet::new();
    for entry in entries(&items) {
        for field in &entry.fields {
            let name = &text[field.name.clone()];
            if REFERRING.iter().any(|known| name.eq_ignore_ascii_case(known)) {
                edits.extend(references(text, field, &folded));
            }
        }
        let old = &text[entry.key.clone()];
        // Of entries that share a key the first has it.
        let Some(new) = keys.get(old).filter(|new| new.as_str() != old && renamed.insert(old)) else { continue };
        edits.push(Edit { range: entry.key.clone(), text: new.clone() });
        if keep {
            edits.extend(alias(text, entry, old, &file));
        }
    }
    patch::sort(&mut edits);
    Rekeyed { text: patch::apply(text, &edits), edits }
}

/// The content of a value that is one piece with delimiters.
fn content(field: &RawField) -> Option<std::ops::Range<usize>> {
    match field.pieces.as_slice() {
        [Piece::Braced(range) | Piece::Quoted(range)] => Some(range.clone()),
        _ => None,
    }
}

/// Renames the keys in a field.
fn references(text: &str, field: &RawField, keys: &BTreeMap<String, &String>) -> Vec<Edit> {
    let Some(range) = content(field) else { return Vec::new() };
    let mut at = range.start;
    let mut edits = Vec::new();
    for part in text[range].split(',') {
        let lead = part.len() - part.trim_start().len();
        let key = part.trim();
        if let Some(new) = keys.get(&key.to_lowercase()).filter(|new| new.as_str() != key) {
            let start = at + lead;
            edits.push(Edit { range: start..start + key.len(), text: (*new).clone() });
        }
        at += part.len() + 1;
    }
    edits
}

/// Keeps an old key as an alias.
fn alias(text: &str, entry: &RawEntry, old: &str, file: &Style) -> Vec<Edit> {
    let known = entry.fields.iter().find(|field| text[field.name.clone()].eq_ignore_ascii_case(ALIASES));
    match known.map(content) {
        Some(Some(range)) => {
            let joint = if text[range.clone()].trim().is_empty() { "" } else { ", " };
            vec![Edit { range: range.end..range.end, text: format!("{joint}{old}") }]
        }
        // A value of macros stays as it is.
        Some(None) => Vec::new(),
        None => {
            let style = Style::of_entry(text, entry, file);
            let field = style.field(ALIASES, &Value { content: old, delimiter: file.delimiter });
            super::update::insert_fields(text, entry, &style, &[field])
        }
    }
}
