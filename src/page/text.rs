//! Plain text: every line is a line.

use super::{Line, Page};
use crate::source::Source;
use crate::span::Span;
use crate::text::Traced;

/// Columns that a tab advances to, for the indent.
const TAB: u32 = 8;

/// Cuts plain text into lines.
pub(super) fn read(source: &Source) -> Page {
    let mut lines = Vec::new();
    let mut blank_before = 0;
    for range in source.line_ranges() {
        let whole = &source.text()[range.clone()];
        let text = whole.trim();
        if text.is_empty() {
            blank_before += 1;
            continue;
        }
        let offset = whole.len() - whole.trim_start().len();
        let at = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
        let start = range.start + offset;
        let span = Span::new(source.id(), at(start), at(start + text.len()));
        lines.push(Line {
            text: Traced::verbatim(text, span),
            extent: span,
            blank_before,
            indent: indent(&whole[..offset]),
            heading: None,
            item: None,
            path: None,
            cells: Vec::new(),
        });
        blank_before = 0;
    }
    Page { source: source.id(), lines, metadata: Vec::new(), repaired: None }
}

/// Width of leading white space in columns.
fn indent(space: &str) -> u32 {
    space.chars().fold(0, |width, c| if c == '\t' { (width / TAB + 1) * TAB } else { width + 1 })
}
