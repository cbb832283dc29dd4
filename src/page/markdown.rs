//! Markdown (CommonMark with tables): mark-up to elements, so that its lines are those of a rendered page,
//! except that a line break that no wrapping forced is kept, as listings are often typed line by line.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, RefDefs, Tag};

use super::lines::{Builder, Element, Layout, Role, Style};
use super::{Line, Page};
use super::{front_matter, html};
use crate::source::Source;
use crate::span::Span;

/// Longest text on one line that an underline (`---`) makes a heading; longer ones are text above a rule.
const MAX_HEADING: usize = 150;

/// Reads a Markdown page.
pub(super) fn read(source: &Source) -> Page {
    let mut builder = Builder::new(source.id());
    let text = source.text();
    let base = front_matter::take(source, &mut builder);
    let body = &text[base..];
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_ext(body, options);
    let mut reader = Reader { builder, source, base, width: wrap_width(body), open: Vec::new() };
    let mut events = parser.into_offset_iter();
    while let Some((event, range)) = events.next() {
        reader.event(event, base + range.start..base + range.end, events.reference_definitions());
    }
    let mut page = reader.builder.finish();
    page.lines.iter_mut().for_each(unspaced_heading);
    page
}

/// Turns events into elements.
struct Reader<'a> {
    builder: Builder,
    source: &'a Source,
    base: usize,
    /// The width at which the page's paragraphs are wrapped, if they are.
    width: Option<usize>,
    /// Elements open before each mark-up that is open.
    open: Vec<usize>,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>, definitions: &RefDefs<'_>) {
        match event {
            Event::Start(tag) => {
                self.open.push(self.builder.depth());
                self.start(tag, range, definitions);
            }
            Event::End(_) => {
                if let Some(depth) = self.open.pop() {
                    self.builder.close_from(depth, span(self.source, range).end);
                }
            }
            Event::Text(text) => self.text(&text, range),
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                let inside = self.source.text().get(range.clone()).and_then(|whole| whole.find(&*text));
                match inside {
                    Some(at) => self.text(&text, range.start + at..range.start + at + text.len()),
                    None => self.text(&text, range),
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => html::feed(&mut self.builder, self.source, range),
            Event::SoftBreak => {
                if self.is_wrapped(&range) {
                    self.builder.replaced(" ", span(self.source, range));
                } else {
                    self.builder.line_break();
                }
            }
            Event::HardBreak => self.builder.line_break(),
            Event::Rule => self.builder.rule(),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>, definitions: &RefDefs<'_>) {
        let at = span(self.source, range.clone()).start;
        let (name, layout, role) = match tag {
            Tag::Paragraph => ("p", Layout::Margin, Role::Plain),
            Tag::Heading { level, .. } => {
                let whole = self.source.text().get(range).unwrap_or_default().trim();
                let underlined = !whole.starts_with('#') && whole.contains('\n');
                let body = whole.rsplit_once('\n').map_or(whole, |(body, _)| body);
                if underlined && (body.contains('\n') || body.len() > MAX_HEADING) {
                    ("p", Layout::Margin, Role::Plain)
                } else {
                    let level = level as u8;
                    let name = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1];
                    (name, Layout::Margin, Role::Heading(level))
                }
            }
            Tag::BlockQuote(_) => ("blockquote", Layout::Margin, Role::Plain),
            Tag::CodeBlock(CodeBlockKind::Indented | CodeBlockKind::Fenced(_)) => {
                ("pre", Layout::Margin, Role::Preformatted)
            }
            Tag::List(None) => ("ul", Layout::Margin, Role::List),
            Tag::List(Some(_)) => ("ol", Layout::Margin, Role::List),
            Tag::Item => ("li", Layout::Block, Role::Item),
            Tag::Table(_) => ("table", Layout::Margin, Role::Plain),
            Tag::TableHead => ("thead", Layout::Row, Role::Plain),
            Tag::TableRow => ("tr", Layout::Row, Role::Plain),
            Tag::TableCell => ("td", Layout::Cell, Role::Plain),
            Tag::Strong => ("strong", Layout::Inline, Role::Style(Style::Bold)),
            Tag::Emphasis => ("em", Layout::Inline, Role::Style(Style::Italic)),
            Tag::Superscript => ("sup", Layout::Inline, Role::Style(Style::Superscript)),
            Tag::Subscript => ("sub", Layout::Inline, Role::Style(Style::Subscript)),
            Tag::Link { link_type, dest_url, id, .. } => {
                let whole = match link_type {
                    LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut => {
                        definitions.get(&id).map_or(range, |d| self.base + d.span.start..self.base + d.span.end)
                    }
                    _ => range,
                };
                let target = dest_url.trim().to_owned();
                let place = self.target(&target, whole);
                ("a", Layout::Inline, Role::Link(target, place))
            }
            Tag::Image { .. } => ("img", Layout::Hidden, Role::Plain),
            Tag::DefinitionList => ("dl", Layout::Margin, Role::Plain),
            Tag::DefinitionListTitle => ("dt", Layout::Block, Role::Plain),
            Tag::DefinitionListDefinition => ("dd", Layout::Block, Role::Plain),
            Tag::FootnoteDefinition(_) => ("aside", Layout::Block, Role::Plain),
            Tag::HtmlBlock | Tag::MetadataBlock(_) => {
                // The tags within open and close elements beyond it.
                if let Some(depth) = self.open.last_mut() {
                    *depth = usize::MAX;
                }
                return;
            }
            Tag::Strikethrough => ("s", Layout::Inline, Role::Plain),
        };
        let label = !matches!(name, "strong" | "em" | "sup" | "sub" | "a" | "img" | "s");
        let element = Element { name: name.to_owned(), label: label.then(|| name.to_owned()), layout, role };
        self.builder.open(element, at);
    }

    /// Text that stands at `range`, verbatim or in another form (an entity).
    fn text(&mut self, text: &str, range: Range<usize>) {
        if self.source.text().get(range.clone()) == Some(text) {
            self.builder.text(text, span(self.source, range).start);
        } else {
            self.builder.replaced(text, span(self.source, range));
        }
    }

    /// Where a link's address stands; the whole link where it is written in another form.
    fn target(&self, target: &str, whole: Range<usize>) -> Span {
        let text = self.source.text().get(whole.clone()).unwrap_or_default();
        match text.rfind(target) {
            Some(at) if !target.is_empty() => span(self.source, whole.start + at..whole.start + at + target.len()),
            _ => span(self.source, whole),
        }
    }

    /// Whether the line break at `range` only wraps a paragraph: the next word would not have fitted on the line.
    fn is_wrapped(&self, range: &Range<usize>) -> bool {
        let Some(width) = self.width else { return false };
        let text = self.source.text();
        let before = text[..range.start].rsplit('\n').next().unwrap_or_default();
        let after = text.get(range.end..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let word = after.split_whitespace().next().map_or(0, |w| w.chars().count());
        before.trim_end().chars().count() + 1 + word > width
    }
}

/// A place in the source.
fn span(source: &Source, range: Range<usize>) -> Span {
    let at = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
    Span::new(source.id(), at(range.start), at(range.end))
}

/// The width at which an editor wrapped the page's paragraphs: most lines that another follows are about as long.
fn wrap_width(text: &str) -> Option<usize> {
    let mut widths: Vec<usize> = Vec::new();
    let mut before = 0;
    for line in text.lines() {
        let body = line.trim();
        let begins_block = body.starts_with(['#', '|', '>', '-', '*', '+', '<', '=', '`'])
            || body.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')']);
        if before > 0 && !body.is_empty() && !begins_block {
            widths.push(before);
        }
        before = line.trim_end().chars().count();
        if body.starts_with(['#', '|']) {
            before = 0;
        }
    }
    widths.sort_unstable();
    let width = *widths.last()?;
    let long = widths.len() - widths.partition_point(|w| w + 16 < width);
    (widths.len() >= 3 && (50..=120).contains(&width) && long * 10 >= widths.len() * 6).then_some(width)
}

/// A heading whose marks no space follows (`#2 Methods`), as older renderers allow: short, and no sentence.
fn unspaced_heading(line: &mut Line) {
    let text = line.text.as_str();
    let marks = text.len() - text.trim_start_matches('#').len();
    let rest = &text[marks..];
    let is_heading = (1..=6).contains(&marks)
        && line.heading.is_none()
        && line.item.is_none()
        && rest.chars().count() <= 60
        && rest.starts_with(char::is_alphanumeric)
        && rest.contains(' ')
        && !rest.contains(['.', ',']);
    if is_heading {
        line.heading = u8::try_from(marks).ok();
        line.text = line.text.slice(marks..text.len());
    }
}
