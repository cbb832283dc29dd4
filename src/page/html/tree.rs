//! Tags to open and closed elements: implied end tags, misnesting and what is not shown, after the tree construction
//! of browsers (HTML §13.2.6) as far as it decides where lines break and what is hidden.

use std::ops::Range;

use super::elements::{default_style, ends_paragraph, is_formatting, is_scope, is_unlabelled, is_void};
use crate::page::MetadataKind;
use crate::page::lines::{Builder, Element, Layout, Role, Style};
use crate::span::{SourceId, Span};
use crate::text::Traced;

/// An attribute of a start tag; the place is that of its value.
pub(super) struct Attribute {
    pub name: String,
    pub value: String,
    pub start: u32,
    pub end: u32,
}

/// What kind of tag stood directly before, for buttons set side by side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Text,
    ButtonEnd,
}

/// Builds elements from tags.
pub(super) struct Tree<'a> {
    builder: &'a mut Builder,
    source: SourceId,
    last: Last,
}

impl<'a> Tree<'a> {
    /// A tree that hands its elements to `builder`.
    pub(super) fn new(builder: &'a mut Builder, source: SourceId) -> Self {
        Self { builder, source, last: Last::Text }
    }

    /// Text that stands verbatim at `start`.
    pub(super) fn text(&mut self, text: &str, start: u32) {
        self.end_head(|| text.chars().all(char::is_whitespace));
        self.last = Last::Text;
        self.builder.text(text, start);
    }

    /// Text that stands for the source at `start..end` (an entity, a mended byte).
    pub(super) fn replaced(&mut self, text: &str, start: u32, end: u32) {
        self.end_head(|| false);
        self.last = Last::Text;
        self.builder.replaced(text, Span::new(self.source, start, end));
    }

    /// Whether the innermost element follows XML's rules (`<mi/>` closes itself).
    pub(super) fn is_foreign(&self) -> bool {
        let depth = self.builder.depth();
        (depth.saturating_sub(8)..depth).any(|i| matches!(self.builder.name(i), "svg" | "math"))
    }

    /// A start tag.
    pub(super) fn start_tag(&mut self, name: &str, attributes: &[Attribute], span: Range<u32>) {
        let button = matches!(name, "a" | "button");
        if button && self.last == Last::ButtonEnd {
            self.builder.gap();
        }
        self.last = Last::Text;
        self.metadata(name, attributes);
        match name {
            "html" | "body" | "frameset" => {
                self.leave_head();
                return;
            }
            "br" => return self.builder.line_break(),
            "hr" => {
                self.close_paragraph(span.start);
                return self.builder.rule();
            }
            _ if is_void(name) => return,
            _ => {}
        }
        if !in_head(name) {
            self.leave_head();
        }
        self.imply_ends(name, span.start);
        if self.builder.depth() == 0 && name == "head" {
            // Only the first head hides its content.
            self.builder.open(element("head", attributes, Layout::Hidden, Role::Plain), span.start);
            return;
        }
        let (layout, role) = self.style(name, attributes);
        self.builder.open(element(name, attributes, layout, role), span.start);
    }

    /// An end tag that ends at byte `end`.
    pub(super) fn end_tag(&mut self, name: &str, end: u32) {
        self.last = if matches!(name, "a" | "button") { Last::ButtonEnd } else { Last::Text };
        match name {
            "html" | "body" => {}
            "br" => self.builder.line_break(),
            "head" => self.leave_head(),
            "p" => {
                if !self.close_paragraph(end) {
                    self.builder.empty_paragraph();
                }
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.close(end, |n| matches!(n, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"), is_scope);
            }
            "li" => {
                self.close(end, |n| n == "li", |n| is_scope(n) || matches!(n, "ul" | "ol" | "menu" | "dir"));
            }
            "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" | "caption" => {
                self.close(end, |n| n == name, |n| n == "table");
            }
            "table" => {
                self.close(end, |n| n == "table", |_| false);
            }
            _ if is_formatting(name) => self.close_formatting(name, end),
            _ => self.close_any(name, end),
        }
    }

    /// Closes an element and all within it, where it is open and not beyond a boundary.
    fn close(&mut self, end: u32, is: impl Fn(&str) -> bool, is_boundary: impl Fn(&str) -> bool) -> bool {
        for index in (0..self.builder.depth()).rev() {
            let name = self.builder.name(index);
            if is(name) {
                self.builder.close_from(index, end);
                return true;
            }
            if is_boundary(name) {
                return false;
            }
        }
        false
    }

    fn close_paragraph(&mut self, end: u32) -> bool {
        self.close(end, |n| n == "p", is_scope)
    }

    /// Ends a formatting element; blocks that were opened within it stay open.
    fn close_formatting(&mut self, name: &str, end: u32) {
        let mut crossed = false;
        for index in (0..self.builder.depth()).rev() {
            let here = self.builder.name(index);
            if here == name {
                if crossed {
                    self.builder.remove(index);
                } else {
                    self.builder.close_from(index, end);
                }
                return;
            }
            if is_scope(here) {
                return;
            }
            crossed |= !matches!(self.builder.layout(index), Layout::Inline);
        }
    }

    /// Ends any other element: an inline one only where no block stands between, a block through what it holds.
    fn close_any(&mut self, name: &str, end: u32) {
        let (layout, _) = default_style(name);
        for index in (0..self.builder.depth()).rev() {
            let here = self.builder.name(index);
            if here == name {
                self.builder.close_from(index, end);
                return;
            }
            let crosses = layout == Layout::Inline && !matches!(self.builder.layout(index), Layout::Inline);
            if crosses || (is_scope(here) && !matches!(name, "svg" | "math" | "object")) {
                return;
            }
        }
    }

    /// Ends the elements that a start tag ends without saying so.
    fn imply_ends(&mut self, name: &str, at: u32) {
        if ends_paragraph(name) {
            self.close_paragraph(at);
        }
        match name {
            "li" => {
                self.close(at, |n| n == "li", |n| is_scope(n) || matches!(n, "ul" | "ol" | "menu" | "dir"));
            }
            "dt" | "dd" => {
                self.close(at, |n| matches!(n, "dt" | "dd"), |n| is_scope(n) || n == "dl");
            }
            "td" | "th" => {
                self.close(at, |n| matches!(n, "td" | "th"), |n| matches!(n, "table" | "tr"));
            }
            "tr" => {
                self.close(at, |n| n == "tr", |n| n == "table");
            }
            "tbody" | "thead" | "tfoot" => {
                self.close(at, |n| matches!(n, "tbody" | "thead" | "tfoot" | "tr" | "caption"), |n| n == "table");
            }
            "a" if self.has_open("a") => self.close_formatting("a", at),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let top = self.builder.depth().checked_sub(1);
                if let Some(top) = top
                    && matches!(self.builder.name(top), "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
                {
                    self.builder.close_from(top, at);
                }
            }
            _ => {}
        }
    }

    /// Whether an element is open in this cell or button.
    fn has_open(&self, name: &str) -> bool {
        (0..self.builder.depth()).rev().map(|i| self.builder.name(i)).take_while(|n| !is_scope(n)).any(|n| n == name)
    }

    /// Leaves `<head>` for text or elements that cannot stand in it.
    fn leave_head(&mut self) {
        if self.builder.name(0) == "head" {
            self.builder.close_from(0, 0);
        }
    }

    /// Leaves `<head>` where text stands directly in it.
    fn end_head(&mut self, is_blank: impl Fn() -> bool) {
        if self.builder.depth() == 1 && self.builder.name(0) == "head" && !is_blank() {
            self.leave_head();
        }
    }

    /// Layout and role of an element by its name, its place and its attributes.
    fn style(&self, name: &str, attributes: &[Attribute]) -> (Layout, Role) {
        let class = value(attributes, "class").unwrap_or_default();
        let has_class = |wanted: &str| class.split_ascii_whitespace().any(|c| c == wanted);
        let (mut layout, mut role) = default_style(name);
        match name {
            "title" if self.builder.depth() == 0 || (self.builder.depth() == 1 && self.builder.name(0) == "head") => {
                role = Role::Kept(MetadataKind::Title);
            }
            "script" => {
                let kind = value(attributes, "type").unwrap_or_default();
                if kind.eq_ignore_ascii_case("application/ld+json") {
                    role = Role::Kept(MetadataKind::JsonLd);
                } else if kind.get(..8).is_some_and(|k| k.eq_ignore_ascii_case("math/tex")) {
                    return (Layout::Inline, Role::Style(Style::Math));
                }
            }
            // The TeX that a formula was made from says more than its rendering.
            "annotation" if value(attributes, "encoding").is_some_and(|v| v.contains("tex")) => {
                return (Layout::Inline, Role::Style(Style::Math));
            }
            "a" => {
                if let Some(href) = attributes.iter().find(|a| a.name == "href") {
                    let target = href.value.trim();
                    let scheme = target.split(':').next().unwrap_or_default().to_ascii_lowercase();
                    if !target.is_empty() && !matches!(scheme.as_str(), "javascript" | "data") {
                        role = Role::Link(target.to_owned(), Span::new(self.source, href.start, href.end));
                    }
                }
            }
            _ => {}
        }
        if let Some(parent) = self.builder.parent() {
            match parent {
                ("msup" | "mover", 1) | ("msubsup" | "munderover", 2) => role = Role::Style(Style::Superscript),
                ("msub" | "munder" | "msubsup" | "munderover", 1) => role = Role::Style(Style::Subscript),
                // The rendering of what an annotation says in TeX.
                ("semantics", 0) => layout = Layout::Hidden,
                _ => {}
            }
        }
        // Renderings of formulas whose source stands beside them (MathJax 2, KaTeX, MathJax 3).
        let renders = ["MathJax", "MathJax_Preview", "MathJax_Display", "katex-html"].into_iter().any(has_class);
        if renders || name == "mjx-math" {
            return (Layout::Hidden, Role::Plain);
        }
        if let Some(css) = value(attributes, "style") {
            let css: String = css.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
            if css.contains("display:none") || css.contains("visibility:hidden") {
                layout = Layout::Hidden;
            } else if layout == Layout::Inline && css.contains("display:block") {
                layout = Layout::Block;
            }
            if role == Role::Plain
                && let Some(style) = css_style(&css)
            {
                role = Role::Style(style);
            }
        }
        let is_closed_dialog = name == "dialog" && value(attributes, "open").is_none();
        if value(attributes, "hidden").is_some_and(|v| !v.eq_ignore_ascii_case("until-found"))
            || is_closed_dialog
            || is_hiding(class)
        {
            layout = Layout::Hidden;
        }
        if layout == Layout::Hidden && (role == Role::Plain || role == Role::Preformatted) && is_text_holder(name) {
            role = Role::Kept(MetadataKind::Hidden);
        }
        (layout, role)
    }

    /// Keeps what attributes say to machines.
    fn metadata(&mut self, name: &str, attributes: &[Attribute]) {
        let mut keep = |kind: MetadataKind, attribute: &Attribute| {
            let span = Span::new(self.source, attribute.start, attribute.end);
            let mut content = Traced::default();
            content.push(attribute.value.trim(), span);
            if !content.is_empty() {
                self.builder.keep(kind, content);
            }
        };
        if name == "meta" {
            let property = ["name", "property", "itemprop"].into_iter().find_map(|n| value(attributes, n));
            if let (Some(property), Some(content)) = (property, attributes.iter().find(|a| a.name == "content")) {
                keep(MetadataKind::Meta(property.to_owned()), content);
            }
            return;
        }
        if value(attributes, "class").is_some_and(|v| v.split_ascii_whitespace().any(|c| c == "Z3988"))
            && let Some(title) = attributes.iter().find(|a| a.name == "title")
        {
            keep(MetadataKind::ContextObject, title);
        }
        // Copy buttons carry their BibTeX in an attribute.
        for attribute in attributes.iter().filter(|a| a.name.starts_with("data-") || a.name == "onclick") {
            let text = attribute.value.trim_start();
            if text.starts_with('@') && text.contains('{') && attribute.name.starts_with("data-") {
                keep(MetadataKind::Hidden, attribute);
            }
        }
    }
}

/// The value of an attribute.
fn value<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes.iter().find(|a| a.name == name).map(|a| a.value.as_str())
}

/// An element with the label that paths show.
fn element(name: &str, attributes: &[Attribute], layout: Layout, role: Role) -> Element {
    let class = value(attributes, "class").and_then(|v| v.split_ascii_whitespace().next());
    let label = match class {
        Some(class) => Some(format!("{name}.{}", class_shape(class))),
        None if is_unlabelled(name) => None,
        None => Some(name.to_owned()),
    };
    Element { name: name.to_owned(), label, layout, role }
}

/// A class with its digits as `#`, so that `paper-12` and `paper-13` are one.
fn class_shape(class: &str) -> String {
    let mut shape = String::with_capacity(class.len().min(40));
    for c in class.chars().take(40) {
        match c {
            '0'..='9' if shape.ends_with('#') => {}
            '0'..='9' => shape.push('#'),
            c => shape.push(c),
        }
    }
    shape
}

/// Elements that may stand in `<head>`.
fn in_head(name: &str) -> bool {
    matches!(name, "head" | "title" | "script" | "style" | "template" | "noscript" | "object" | "noframes")
}

/// Whether hidden text of the element may be a reference in a structured format.
fn is_text_holder(name: &str) -> bool {
    matches!(name, "div" | "pre" | "span" | "p" | "code" | "textarea" | "section" | "td" | "dd" | "li" | "dialog")
}

/// Whether classes of the usual style sheets hide an element at every width of the screen
/// (`d-none`, but not `d-none d-lg-block`).
fn is_hiding(class: &str) -> bool {
    let mut classes = class.split_ascii_whitespace();
    match classes.clone().find(|c| matches!(*c, "hidden" | "d-none" | "hide")) {
        Some("d-none") => !classes.any(|c| c.starts_with("d-") && c != "d-none"),
        Some("hidden") => !classes.any(|c| [":block", ":flex", ":inline", ":grid"].iter().any(|s| c.contains(s))),
        found => found.is_some(),
    }
}

/// The style that a `style` attribute (without spaces, in lower case) gives.
fn css_style(css: &str) -> Option<Style> {
    let weight = css.split("font-weight:").nth(1);
    if css.contains("vertical-align:super") {
        Some(Style::Superscript)
    } else if css.contains("vertical-align:sub") {
        Some(Style::Subscript)
    } else if css.contains("font-style:italic") || css.contains("font-style:oblique") {
        Some(Style::Italic)
    } else if weight.is_some_and(|w| ["bold", "600", "700", "800", "900"].iter().any(|b| w.starts_with(b))) {
        Some(Style::Bold)
    } else {
        None
    }
}
