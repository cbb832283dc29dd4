//! The look of a .bib file: as bibtex-tidy 1.14 writes it with `--blank-lines --trailing-commas`, which leaves it untouched.

use super::{Align, WriteOptions};

/// The value of a field, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BibValue {
    /// Goes between braces; its own braces are balanced.
    Braced(String),
    /// A macro (`aug`).
    Macro(&'static str),
}

/// An entry, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BibEntry {
    /// Entry type (`article`).
    pub kind: &'static str,
    /// Citation key.
    pub key: String,
    /// Fields in order.
    pub fields: Vec<(&'static str, BibValue)>,
}

/// Adds an entry to a file; entries stand apart by a blank line.
pub(super) fn push_entry(out: &mut String, entry: &BibEntry, options: &WriteOptions) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push('@');
    out.push_str(entry.kind);
    out.push('{');
    out.push_str(&entry.key);
    out.push_str(",\n");
    for (name, value) in &entry.fields {
        for _ in 0..options.indent.0 {
            out.push(' ');
        }
        out.push_str(name);
        if let Align::Column(width) = options.align {
            for _ in name.len()..usize::from(width) {
                out.push(' ');
            }
        }
        out.push_str(" = ");
        match value {
            BibValue::Braced(text) => {
                out.push('{');
                out.push_str(text);
                out.push('}');
            }
            BibValue::Macro(name) => out.push_str(name),
        }
        out.push_str(",\n");
    }
    out.push_str("}\n");
}
