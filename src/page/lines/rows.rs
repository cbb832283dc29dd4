//! Table rows: cells of one line each make one line.

use super::{Builder, PATH_LENGTH};
use crate::page::Line;
use crate::text::Traced;

impl Builder {
    /// Joins the cells of a row where each is one line; a table that lays out a page keeps its lines.
    pub(super) fn end_row(&mut self, label: Option<u32>) {
        let Some(row) = self.rows.pop() else { return };
        let Some(lines) = self.lines.get(row.start..) else { return };
        let ends = row.cells.iter().skip(1).copied().chain([self.lines.len()]);
        let simple = row.cells.iter().zip(ends).all(|(start, end)| end - start <= 1);
        let plain = lines.iter().all(|line| line.heading.is_none() && line.cells.is_empty());
        if !simple || !plain || lines.len() < 2 {
            return;
        }
        let mut path = self.path(self.stack.len());
        path.extend(label);
        let path = self.path_text(&path[path.len().saturating_sub(PATH_LENGTH)..]);
        let cells = self.lines.split_off(row.start);
        let mut text = Traced::default();
        let mut ranges = Vec::with_capacity(cells.len());
        let mut extent = cells[0].extent;
        // The row stands where its first cell stood.
        self.boundaries.truncate(row.start + 1);
        let (blank_before, item) = (0, cells[0].item);
        for (i, cell) in cells.iter().enumerate() {
            if i > 0 {
                let before: &str = &text.as_str()[ranges.last().cloned().unwrap_or(0..0)];
                text.push_joint(if i == 1 && is_label(before) { " " } else { " | " });
            }
            let start = text.len();
            text.append(&cell.text);
            ranges.push(start..text.len());
            extent.end = extent.end.max(cell.extent.end);
        }
        let (indent, heading) = (0, None);
        self.lines.push(Line { text, extent, blank_before, indent, heading, item, path, cells: ranges });
        self.low_blocks = self.blocks;
    }
}

/// Whether the text of a cell only numbers or marks what stands in the next (`[12]`, `3.`, `•`); a year does not.
fn is_label(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.chars().count() <= 6 && digits != 4 && !text.chars().any(char::is_alphabetic)
}
