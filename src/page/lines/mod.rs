//! Lines from nested elements: what a person sees as lines, whatever mark-up they were written in.
//!
//! The readers of HTML and Markdown open and close elements and add text; block elements and breaks end a line,
//! inline elements style it. The stack is bounded, so that every step takes bounded time.

mod element;
mod gaps;
mod rows;
mod write;

pub(super) use element::{Element, Layout, Role, Style};

use std::collections::HashMap;

use gaps::Boundary;

use super::{Line, Metadata, MetadataKind, Page};
use crate::span::{SourceId, Span};
use crate::text::{RunKind, Traced};

/// Depth beyond which elements are no longer told apart (browsers stop at the same depth).
const MAX_DEPTH: usize = 512;
/// Lines that one link may style: a link around half a page is no link of an entry.
const MAX_LINK_LINES: u32 = 16;
/// Longest address that is kept; longer ones are data.
const MAX_TARGET: usize = 4096;
/// Elements shown in a line's path.
const PATH_LENGTH: usize = 4;
/// Columns that a tab advances to in preformatted text.
const TAB: u32 = 8;

/// An open element.
#[derive(Debug)]
struct Open {
    name: String,
    label: Option<u32>,
    layout: Layout,
    role: Role,
    /// Children opened so far (MathML tells base and exponent by position).
    children: u32,
}

/// A style in force: how deep it is nested, and where its text on this line begins.
#[derive(Clone, Copy, Debug, Default)]
struct Active {
    depth: u32,
    start: Option<usize>,
}

/// A link in force.
#[derive(Debug)]
struct ActiveLink {
    target: String,
    span: Span,
    start: Option<usize>,
    lines: u32,
    /// Whether any text was shown in it.
    shown: bool,
}

/// The line that is being built.
#[derive(Debug, Default)]
struct Current {
    text: Traced,
    /// First byte of the mark-up or text of the line.
    start: Option<u32>,
    end: u32,
    /// White space seen and not yet written; empty where it stands nowhere.
    space: Option<Span>,
    boundary: Boundary,
    indent: u32,
    heading: Option<u8>,
    item: Option<u8>,
    path: Vec<u32>,
    /// Elements that hold all text of the line.
    common: usize,
    /// Fewest elements open since the last text.
    low: usize,
    /// Columns written, for preformatted text.
    columns: u32,
}

/// A row of a table: the lines at which its cells begin.
#[derive(Debug)]
struct Row {
    cells: Vec<usize>,
    start: usize,
}

/// Makes lines of elements and text.
#[derive(Debug)]
pub(super) struct Builder {
    source: SourceId,
    lines: Vec<Line>,
    /// What stands before each of the lines.
    boundaries: Vec<Boundary>,
    metadata: Vec<Metadata>,
    stack: Vec<Open>,
    labels: Vec<String>,
    label_ids: HashMap<String, u32>,
    line: Current,
    styles: [Active; 5],
    link: Option<ActiveLink>,
    /// Links without text (icons) that wait for text to stand at.
    icons: Vec<(String, Span)>,
    rows: Vec<Row>,
    hidden: u32,
    /// Hidden text being kept, and the number of hidden elements around it.
    kept: Option<(MetadataKind, Traced, u32)>,
    headings: Vec<u8>,
    /// Open list items: the line at which each begins, and whether a list stands in it.
    items: Vec<(usize, bool)>,
    lists: u32,
    preformatted: u32,
    pending_item: Option<u8>,
    blocks: u32,
    /// The fewest blocks open since the last line.
    low_blocks: u32,
    margin: u32,
    breaks: u32,
}

impl Builder {
    /// A builder for a source.
    pub(super) fn new(source: SourceId) -> Self {
        Self {
            source,
            lines: Vec::new(),
            boundaries: Vec::new(),
            metadata: Vec::new(),
            stack: Vec::new(),
            labels: Vec::new(),
            label_ids: HashMap::new(),
            line: Current::default(),
            styles: [Active::default(); 5],
            link: None,
            icons: Vec::new(),
            rows: Vec::new(),
            hidden: 0,
            kept: None,
            headings: Vec::new(),
            items: Vec::new(),
            lists: 0,
            preformatted: 0,
            pending_item: None,
            blocks: 0,
            low_blocks: 0,
            margin: 0,
            breaks: 0,
        }
    }

    /// The page.
    pub(super) fn finish(mut self) -> Page {
        while self.pop() {}
        self.end_line();
        gaps::set(&mut self.lines, &self.boundaries);
        Page { source: self.source, lines: self.lines, metadata: self.metadata, repaired: None }
    }

    /// How many elements are open.
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The name of the element at a depth; the outermost is 0.
    pub(super) fn name(&self, index: usize) -> &str {
        self.stack.get(index).map_or("", |open| open.name.as_str())
    }

    /// The layout of the element at a depth.
    pub(super) fn layout(&self, index: usize) -> Layout {
        self.stack.get(index).map_or(Layout::Inline, |open| open.layout)
    }

    /// The innermost element, and how many children it has had.
    pub(super) fn parent(&self) -> Option<(&str, u32)> {
        self.stack.last().map(|open| (open.name.as_str(), open.children))
    }

    /// Keeps something that is not shown.
    pub(super) fn keep(&mut self, kind: MetadataKind, content: Traced) {
        self.metadata.push(Metadata { kind, content });
    }

    /// Opens an element whose mark-up begins at byte `at`.
    pub(super) fn open(&mut self, element: Element, at: u32) {
        if let Some(parent) = self.stack.last_mut() {
            parent.children = parent.children.saturating_add(1);
        }
        match element.layout {
            Layout::Inline | Layout::Hidden => {
                if self.line.start.is_none() {
                    self.line.start = Some(at);
                }
            }
            Layout::Block | Layout::Margin | Layout::Row | Layout::Cell => {
                self.end_line();
                self.line.start = Some(at);
                self.margin = self.margin.max(u32::from(element.layout == Layout::Margin));
            }
        }
        if self.stack.len() >= MAX_DEPTH {
            return;
        }
        match element.layout {
            Layout::Inline => {}
            Layout::Hidden => self.hidden += 1,
            Layout::Block | Layout::Margin => self.blocks += 1,
            Layout::Row => {
                self.blocks += 1;
                self.rows.push(Row { cells: Vec::new(), start: self.lines.len() });
            }
            Layout::Cell => {
                self.blocks += 1;
                let start = self.lines.len();
                if let Some(row) = self.rows.last_mut() {
                    row.cells.push(start);
                }
            }
        }
        match &element.role {
            Role::Plain => {}
            Role::Style(style) => self.styles[*style as usize].depth += 1,
            Role::Link(target, span) => {
                self.close_link();
                if self.hidden == 0 && target.len() <= MAX_TARGET {
                    let target = target.clone();
                    self.link = Some(ActiveLink { target, span: *span, start: None, lines: 0, shown: false });
                }
            }
            Role::Heading(level) => self.headings.push(*level),
            Role::List => self.lists += 1,
            Role::Item => {
                self.pending_item = Some(u8::try_from(self.lists.clamp(1, 255)).unwrap_or(u8::MAX));
                if let Some((_, has_list)) = self.items.last_mut() {
                    *has_list = true;
                }
                self.items.push((self.lines.len(), false));
            }
            Role::Preformatted => self.preformatted += 1,
            Role::Kept(kind) => {
                if self.kept.is_none() {
                    self.kept = Some((kind.clone(), Traced::default(), self.hidden));
                }
            }
        }
        let label = element.label.map(|label| self.intern(label));
        let (name, layout, role) = (element.name, element.layout, element.role);
        self.stack.push(Open { name, label, layout, role, children: 0 });
    }

    /// Closes the innermost element; `false` if none is open.
    pub(super) fn pop(&mut self) -> bool {
        let Some(index) = self.stack.len().checked_sub(1) else { return false };
        self.remove(index);
        true
    }

    /// Closes all elements from a depth on; their end mark-up ends at byte `end`.
    pub(super) fn close_from(&mut self, index: usize, end: u32) {
        while self.stack.len() > index {
            self.pop();
        }
        if self.line.start.is_some() && !self.line.text.is_empty() {
            self.line.end = self.line.end.max(end);
        }
    }

    /// Closes the element at a depth and leaves those inside it open.
    pub(super) fn remove(&mut self, index: usize) {
        if index >= self.stack.len() {
            return;
        }
        if !matches!(self.layout(index), Layout::Inline | Layout::Hidden) {
            self.end_line();
        }
        let open = self.stack.remove(index);
        match open.layout {
            Layout::Inline => {}
            Layout::Hidden => self.hidden = self.hidden.saturating_sub(1),
            Layout::Block | Layout::Margin | Layout::Row | Layout::Cell => {
                self.blocks = self.blocks.saturating_sub(1);
                self.low_blocks = self.low_blocks.min(self.blocks);
                self.margin = self.margin.max(u32::from(open.layout == Layout::Margin));
            }
        }
        match open.role {
            Role::Plain => {}
            Role::Style(style) => self.close_style(style),
            Role::Link(..) => self.close_link(),
            Role::Heading(_) => {
                self.headings.pop();
            }
            Role::List => self.lists = self.lists.saturating_sub(1),
            Role::Item => {
                self.pending_item = None;
                // A heading within an item that holds no list is the item's title and governs nothing below it.
                if let Some((start, false)) = self.items.pop() {
                    self.lines.iter_mut().skip(start).for_each(|line| line.heading = None);
                }
            }
            Role::Preformatted => self.preformatted = self.preformatted.saturating_sub(1),
            Role::Kept(_) => {}
        }
        if open.layout == Layout::Row {
            self.end_row(open.label);
        }
        if self.kept.as_ref().is_some_and(|(_, _, hidden)| *hidden > self.hidden)
            && let Some((kind, content, _)) = self.kept.take()
        {
            let content = content.trimmed();
            if !content.is_empty() {
                self.keep(kind, content);
            }
        }
        self.line.low = self.line.low.min(self.stack.len());
    }

    /// A break within a paragraph.
    pub(super) fn line_break(&mut self) {
        if let Some((_, content, _)) = &mut self.kept {
            content.push_joint("\n");
        }
        if self.hidden > 0 {
            return;
        }
        if self.line.text.is_empty() {
            self.breaks += 1;
        }
        self.end_line();
    }

    /// A paragraph without text.
    pub(super) fn empty_paragraph(&mut self) {
        self.end_line();
        self.margin = self.margin.max(1);
    }

    /// A rule between paragraphs.
    pub(super) fn rule(&mut self) {
        self.end_line();
        self.margin = 2;
    }

    /// A place where a word may not run on into the next (between two buttons).
    pub(super) fn gap(&mut self) {
        if self.line.space.is_none() && !self.line.text.is_empty() {
            self.line.space = Some(Span::new(self.source, 0, 0));
        }
    }

    fn intern(&mut self, label: String) -> u32 {
        if let Some(id) = self.label_ids.get(&label) {
            return *id;
        }
        let id = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        self.labels.push(label.clone());
        self.label_ids.insert(label, id);
        id
    }

    fn path_text(&self, path: &[u32]) -> Option<String> {
        let labels: Vec<&str> =
            path.iter().filter_map(|id| self.labels.get(*id as usize)).map(String::as_str).collect();
        (!labels.is_empty()).then(|| labels.join("/"))
    }

    fn close_style(&mut self, style: Style) {
        let active = &mut self.styles[style as usize];
        active.depth = active.depth.saturating_sub(1);
        if active.depth == 0
            && let Some(start) = active.start.take()
        {
            self.line.text.push_run(start..self.line.text.len(), style.run());
        }
    }

    fn close_link(&mut self) {
        let Some(link) = self.link.take() else { return };
        if let Some(start) = link.start {
            let kind = RunKind::Link { target: link.target, span: link.span };
            self.line.text.push_run(start..self.line.text.len(), kind);
        } else if !link.shown {
            // An icon's link stands at the text before it, or else at the text that follows on the line.
            match self.line.text.as_str().char_indices().next_back() {
                Some((last, _)) => {
                    let kind = RunKind::Link { target: link.target, span: link.span };
                    self.line.text.push_run(last..self.line.text.len(), kind);
                }
                None => self.icons.push((link.target, link.span)),
            }
        }
    }
}
