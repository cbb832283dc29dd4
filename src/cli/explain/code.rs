//! What a diagnostic means.

use std::fmt::Write as _;

use bibglean::diag::{CODES, CodeInfo, Severity};

/// Width of the explanation's lines.
const WIDTH: usize = 80;

/// The row of an id.
pub fn find(id: &str) -> Option<&'static CodeInfo> {
    CODES.iter().find(|row| row.id.eq_ignore_ascii_case(id))
}

/// The table of all ids.
pub fn table() -> String {
    let mut rows: Vec<&CodeInfo> = CODES.iter().collect();
    rows.sort_by_key(|row| &row.id[1..]);
    rows.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "{}  {}", row.id, row.title);
        text
    })
}

/// What a diagnostic means.
pub fn explain(row: &CodeInfo, out: &mut String) {
    let severity = match row.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let _ = writeln!(out, "{severity}[{}]: {}\n", row.id, row.title);
    let mut column = 0;
    for word in row.explanation.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}
