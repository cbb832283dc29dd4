//! Small changes to a text: they are collected, applied at once, and shown as a unified diff.

use std::fmt::Write as _;
use std::ops::Range;

/// A change: bytes of the old text, and what stands there afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the old text; empty for an insertion.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Lines of context in a diff.
const CONTEXT: usize = 3;

/// Sorts changes by place; those at one place stay in the order they were made in.
pub(super) fn sort(edits: &mut [Edit]) {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
}

/// The text with all changes made. They are sorted and do not overlap.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + edits.iter().map(|e| e.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.range.start]);
        out.push_str(&edit.text);
        at = edit.range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Lines that change together: the old ones, and what stands there afterwards.
struct Block {
    /// Numbers of the old lines, from 0.
    lines: Range<usize>,
    /// The new lines.
    new: Vec<String>,
}

/// The changes as a unified diff of a file of that name; empty if there are none. `edits` are those of an update.
pub fn unified_diff(name: &str, text: &str, edits: &[Edit]) -> String {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let blocks = blocks(text, &old, edits);
    if blocks.is_empty() {
        return String::new();
    }
    let mut out = format!("--- {name}\n+++ {name}\n");
    let mut shift = 0isize;
    for hunk in blocks.chunk_by(|a, b| a.lines.end + 2 * CONTEXT >= b.lines.start) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let from = first.lines.start.saturating_sub(CONTEXT);
        let to = (last.lines.end + CONTEXT).min(old.len());
        let grown: isize = hunk.iter().map(|block| signed(block.new.len()) - signed(block.lines.len())).sum();
        let length = (to - from).saturating_add_signed(grown);
        let start = from.saturating_add_signed(shift);
        let (old_at, new_at) = (from + usize::from(to > from), start + usize::from(length > 0));
        // A String takes all that is written to it.
        let _ = writeln!(out, "@@ -{old_at},{} +{new_at},{length} @@", to - from);
        let mut at = from;
        for block in hunk {
            old[at..block.lines.start].iter().for_each(|line| push(' ', line, &mut out));
            old[block.lines.clone()].iter().for_each(|line| push('-', line, &mut out));
            block.new.iter().for_each(|line| push('+', line, &mut out));
            at = block.lines.end;
        }
        old[at..to].iter().for_each(|line| push(' ', line, &mut out));
        shift += grown;
    }
    out
}

fn signed(n: usize) -> isize {
    isize::try_from(n).unwrap_or(isize::MAX)
}

/// The lines that edits touch; lines that come out as they were are left out at both ends.
fn blocks(text: &str, old: &[&str], edits: &[Edit]) -> Vec<Block> {
    let mut starts: Vec<usize> = Vec::with_capacity(old.len() + 1);
    let mut at = 0;
    for line in old {
        starts.push(at);
        at += line.len();
    }
    let line_of = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
    let mut touched: Vec<(Range<usize>, Vec<&Edit>)> = Vec::new();
    for edit in edits {
        let lines = line_of(edit.range.start)..(line_of(edit.range.end) + 1).min(old.len());
        match touched.last_mut() {
            Some((last, inside)) if lines.start < last.end => {
                last.end = last.end.max(lines.end);
                inside.push(edit);
            }
            _ => touched.push((lines, vec![edit])),
        }
    }
    let mut blocks = Vec::new();
    for (mut lines, inside) in touched {
        let start = starts.get(lines.start).copied().unwrap_or(0);
        let end = starts.get(lines.end).copied().unwrap_or(text.len());
        let moved: Vec<Edit> = inside
            .into_iter()
            .map(|e| Edit { range: e.range.start - start..e.range.end - start, text: e.text.clone() })
            .collect();
        let fresh = apply(&text[start..end], &moved);
        let new: Vec<&str> = fresh.split_inclusive('\n').collect();
        let head = old[lines.clone()].iter().zip(&new).take_while(|(a, b)| a == b).count();
        lines.start += head;
        let rest = &new[head..];
        let tail = old[lines.clone()].iter().rev().zip(rest.iter().rev()).take_while(|(a, b)| a == b).count();
        lines.end -= tail;
        let new: Vec<String> = rest[..rest.len() - tail].iter().map(|line| (*line).to_owned()).collect();
        if !(lines.is_empty() && new.is_empty()) {
            blocks.push(Block { lines, new });
        }
    }
    blocks
}

fn push(sign: char, line: &str, out: &mut String) {
    out.push(sign);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}
