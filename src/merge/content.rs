//! A record's content as one string: the order and equality of records where the place they stand at must not count.

use std::fmt::Write as _;

use crate::model::{Field, NameList, Record, Value};
use crate::text::fold::fold_words;

/// Everything a record says, its folded title first. Records are equal in content when these strings are equal.
/// Places, rules and confidences do not count.
pub fn content(record: &Record) -> String {
    let mut out = String::with_capacity(256);
    out.extend(record.text(Field::Title).map(fold_words).iter().flat_map(|t| t.chars()).filter(|c| *c != ' '));
    out.push('\u{1d}');
    out.push_str(record.entry_type.value.name());
    for (field, value) in &record.fields {
        // A String takes all that is written to it.
        let _ = write!(out, "\u{1e}{}=", field.name());
        write_value(*field, &value.value, &mut out);
    }
    out
}

fn write_value(field: Field, value: &Value, out: &mut String) {
    let _ = match value {
        Value::Names(list) => write_names(list, out),
        // An abstract tells records apart by its length and hash as well as by all its words.
        Value::Text(text) if field == Field::Abstract => write!(out, "{}:{:x}", text.plain.len(), hash(&text.plain)),
        Value::Text(text) => write!(out, "{}{}", text.plain, if text.marks.is_empty() { "" } else { "\u{1f}marked" }),
        Value::Integer(n) => write!(out, "{n}"),
        Value::Pages(pages) => pages
            .0
            .iter()
            .try_for_each(|range| write!(out, "{}\u{1f}{};", range.first, range.last.as_deref().unwrap_or_default())),
        Value::Verbatim(text) => write!(out, "{text}"),
    };
}

fn write_names(list: &NameList, out: &mut String) -> std::fmt::Result {
    for name in &list.names {
        write!(out, "{}\u{1f}{};", name.family(), name.given())?;
        if let crate::model::Name::Person { suffix, .. } = name {
            write!(out, "{suffix}\u{1f}")?;
        }
    }
    write!(out, "{}{:?}", u8::from(list.others), list.omitted)
}

/// 64-bit FNV-1a: simple, and the same everywhere.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
