//! `bibglean explain`: what a diagnostic means.

use std::fmt::Write as _;

use bibglean::diag::{CODES, CodeInfo, Severity};

use super::args::ExplainArguments;
use super::{Failure, Outcome, output};

/// Width of the explanation's lines.
const WIDTH: usize = 80;

/// Prints the explanations asked for, or the table of all ids.
pub fn run(arguments: &ExplainArguments) -> Result<Outcome, Failure> {
    let mut text = String::new();
    for (i, id) in arguments.ids.iter().enumerate() {
        let row = CODES.iter().find(|row| row.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
            Failure::new(format!("no diagnostic has the id {id:?}; `bibglean explain` lists them all"))
        })?;
        if i > 0 {
            text.push('\n');
        }
        explain(row, &mut text);
    }
    if arguments.ids.is_empty() {
        let mut rows: Vec<&CodeInfo> = CODES.iter().collect();
        rows.sort_by_key(|row| &row.id[1..]);
        for row in rows {
            let _ = writeln!(text, "{}  {}", row.id, row.title);
        }
    }
    output::to_stdout(&text)?;
    Ok(Outcome::Read)
}

fn explain(row: &CodeInfo, out: &mut String) {
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
