//! Text to lines: white space, words, styles, and where a line begins and ends.

use super::element::Style;
use super::gaps::Boundary;
use super::{Builder, MAX_LINK_LINES, PATH_LENGTH, TAB};
use crate::page::Line;
use crate::span::Span;
use crate::text::RunKind;

impl Builder {
    /// Text that stands verbatim at `start`.
    pub(in crate::page) fn text(&mut self, text: &str, start: u32) {
        let at = |x: usize| start.saturating_add(u32::try_from(x).unwrap_or(u32::MAX));
        if self.hidden > 0 {
            if let Some((_, content, _)) = &mut self.kept {
                content.push(text, Span::new(self.source, start, at(text.len())));
            }
            return;
        }
        if self.preformatted > 0 {
            self.preformatted_text(text, start);
            return;
        }
        let mut rest = 0;
        while rest < text.len() {
            let tail = &text[rest..];
            let space = tail.find(|c| !is_space(c)).unwrap_or(tail.len());
            if space > 0 {
                self.space(Span::new(self.source, at(rest), at(rest + space)));
                rest += space;
                continue;
            }
            let mut length = tail.find(|c| is_space(c) || is_dropped(c)).unwrap_or(tail.len());
            if length == 0 {
                length = tail.chars().next().map_or(1, char::len_utf8);
            } else {
                self.word(&tail[..length], Span::new(self.source, at(rest), at(rest + length)));
            }
            rest += length;
        }
    }

    /// Text that stands for other text at `span` (an entity).
    pub(in crate::page) fn replaced(&mut self, text: &str, span: Span) {
        if self.hidden > 0 {
            if let Some((_, content, _)) = &mut self.kept {
                content.push(text, span);
            }
            return;
        }
        for c in text.chars() {
            if is_dropped(c) {
                continue;
            }
            if is_space(c) {
                self.space(span);
            } else {
                self.word(c.encode_utf8(&mut [0; 4]), span);
            }
        }
    }

    /// White space.
    pub(super) fn space(&mut self, span: Span) {
        match &mut self.line.space {
            Some(before) if before.end == span.start => before.end = span.end,
            Some(before) if !before.is_empty() => {}
            space => *space = Some(span),
        }
    }

    /// A word, or a part of one.
    pub(super) fn word(&mut self, word: &str, span: Span) {
        if self.line.text.is_empty() {
            self.begin_line(span.start);
        } else if let Some(space) = self.line.space {
            if space.is_empty() {
                if !word.starts_with([',', '.', ';', ':', ')']) {
                    self.line.text.push_joint(" ");
                }
            } else {
                self.line.text.push(" ", space);
            }
        }
        self.line.space = None;
        self.touch();
        let start = self.line.text.len();
        for active in self.styles.iter_mut().filter(|active| active.depth > 0) {
            active.start.get_or_insert(start);
        }
        if let Some(link) = &mut self.link {
            link.shown = true;
            link.start.get_or_insert(start);
        }
        self.line.text.push(word, span);
        self.line.end = self.line.end.max(span.end);
        if !self.icons.is_empty() {
            let end = self.line.text.len();
            let first = self.line.text.as_str()[start..].chars().next().map_or(end, |c| start + c.len_utf8());
            for (target, span) in std::mem::take(&mut self.icons) {
                self.line.text.push_run(start..first, RunKind::Link { target, span });
            }
        }
    }

    /// Text whose white space counts.
    pub(super) fn preformatted_text(&mut self, text: &str, start: u32) {
        let mut offset = 0;
        for piece in text.split_inclusive('\n') {
            let body = piece.trim_end_matches(['\n', '\r']);
            let at = start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
            let mut rest = body;
            if self.line.text.is_empty() {
                rest = body.trim_start_matches(is_space);
                for c in body[..body.len() - rest.len()].chars() {
                    self.line.columns =
                        if c == '\t' { (self.line.columns / TAB + 1) * TAB } else { self.line.columns + 1 };
                }
                self.line.space = None;
            }
            let skipped = u32::try_from(body.len() - rest.len()).unwrap_or(u32::MAX);
            let rest_start = at.saturating_add(skipped);
            let end = rest_start.saturating_add(u32::try_from(rest.len()).unwrap_or(u32::MAX));
            if !rest.is_empty() {
                self.word(rest, Span::new(self.source, rest_start, end));
            }
            if piece.ends_with('\n') {
                self.line_break();
            }
            offset += piece.len();
        }
    }

    /// Sets what is fixed by the first text of a line.
    pub(super) fn begin_line(&mut self, at: u32) {
        let level = self.low_blocks.min(self.blocks);
        self.line.boundary = Boundary { level, margin: self.margin, breaks: self.breaks };
        self.line.start.get_or_insert(at);
        self.line.indent = self.line.columns;
        self.line.heading = self.headings.last().copied();
        self.line.item = self.pending_item.take();
        self.line.common = self.stack.len();
        self.line.low = self.stack.len();
        self.line.path = self.path(self.line.common);
    }

    /// Narrows the path to the elements that hold all of the line.
    pub(super) fn touch(&mut self) {
        if self.line.low < self.line.common {
            self.line.common = self.line.low;
            self.line.path = self.path(self.line.common);
        }
        self.line.low = self.stack.len();
    }

    /// The labels of the last elements before a depth.
    pub(super) fn path(&self, depth: usize) -> Vec<u32> {
        let mut path: Vec<u32> =
            self.stack[..depth.min(self.stack.len())].iter().rev().filter_map(|o| o.label).take(PATH_LENGTH).collect();
        path.reverse();
        path
    }

    /// Ends the line, if it has text.
    pub(super) fn end_line(&mut self) {
        if let Some((_, content, _)) = &mut self.kept
            && !content.as_str().ends_with('\n')
        {
            content.push_joint("\n");
        }
        if self.line.text.is_empty() {
            self.line.space = None;
            self.line.start = None;
            self.line.columns = 0;
            if !self.icons.is_empty() {
                self.attach_icons();
            }
            return;
        }
        for style in Style::ALL {
            let active = &mut self.styles[style as usize];
            if let Some(start) = active.start.take() {
                self.line.text.push_run(start..self.line.text.len(), style.run());
            }
        }
        if let Some(link) = &mut self.link
            && let Some(start) = link.start.take()
        {
            link.lines += 1;
            if link.lines <= MAX_LINK_LINES {
                let kind = RunKind::Link { target: link.target.clone(), span: link.span };
                self.line.text.push_run(start..self.line.text.len(), kind);
            }
        }
        let line = std::mem::take(&mut self.line);
        // A link put at the end of the line above may reach beyond the start of this one in broken mark-up.
        if let (Some(above), Some(start)) = (self.lines.last_mut(), line.start)
            && above.extent.end > start
        {
            let end = above.text.all_spans().last().map_or(above.extent.start, |span| span.end);
            above.extent.end = end.max(start);
        }
        let path = self.path_text(&line.path);
        let text = if line.text.as_str().ends_with(is_space) { line.text.trimmed() } else { line.text };
        self.lines.push(Line {
            text,
            extent: Span::new(self.source, line.start.unwrap_or(0), line.end),
            blank_before: 0,
            indent: line.indent,
            heading: line.heading,
            item: line.item,
            path,
            cells: Vec::new(),
        });
        self.boundaries.push(line.boundary);
        self.low_blocks = self.blocks;
        self.margin = 0;
        self.breaks = 0;
    }

    /// Links without text and without text beside them stand at the end of the line above.
    pub(super) fn attach_icons(&mut self) {
        let icons = std::mem::take(&mut self.icons);
        let Some(line) = self.lines.last_mut() else { return };
        let Some((last, _)) = line.text.as_str().char_indices().next_back() else { return };
        for (target, span) in icons {
            line.extent.end = line.extent.end.max(span.end);
            line.text.push_run(last..line.text.len(), RunKind::Link { target, span });
        }
    }
}

/// White space that collapses, the no-break space included: pages use it to lay out.
fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// Characters that are not shown: controls, soft hyphens, break opportunities, byte order marks.
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}') || (c.is_control() && !c.is_whitespace())
}
