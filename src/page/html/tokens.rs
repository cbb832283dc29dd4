//! The tokenizer's events with exact places.
//!
//! The tokenizer resolves entities and line ends as it goes. Each piece of text it gives lies between the end of the
//! piece or tag before it and the reading position; a piece that equals the source there stands verbatim.

use std::convert::Infallible;
use std::ops::Range;

use html5gum::emitters::{Emitter, naive_next_state};
use html5gum::{Error, State, Tokenizer};

use super::tree::{Attribute, Tree};

/// Bytes kept of an attribute's value: more is data, not an address or a reference.
const MAX_ATTRIBUTE: usize = 1 << 20;
/// Attributes kept of one tag.
const MAX_ATTRIBUTES: usize = 64;

/// Tokenizes a part of a text into elements.
pub(super) fn feed(tree: Tree<'_>, text: &str, range: Range<usize>) {
    let part = text.get(range.clone()).unwrap_or_default();
    let emitter = Events {
        tree,
        text: part,
        base: range.start,
        position: 0,
        cursor: 0,
        verbatim: None,
        tag: Tag::None,
        tag_start: 0,
        name: Vec::new(),
        self_closing: false,
        last_start: Vec::new(),
        attributes: Vec::new(),
        attribute: None,
    };
    // Reading from memory cannot fail: the error type has no value.
    let Ok(()) = Tokenizer::new_with_emitter(part, emitter).finish();
}

/// What the current tag is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    None,
    Start,
    End,
}

/// An attribute that is being read.
struct Raw {
    name: Vec<u8>,
    value: Vec<u8>,
    span: Range<usize>,
}

struct Events<'a> {
    tree: Tree<'a>,
    text: &'a str,
    /// Where the text begins in the source.
    base: usize,
    position: usize,
    /// End of the last piece of text or mark-up.
    cursor: usize,
    /// Verbatim text not yet handed on.
    verbatim: Option<Range<usize>>,
    tag: Tag,
    tag_start: usize,
    name: Vec<u8>,
    self_closing: bool,
    last_start: Vec<u8>,
    attributes: Vec<Attribute>,
    attribute: Option<Raw>,
}

impl Events<'_> {
    /// A place in the source.
    fn at(&self, position: usize) -> u32 {
        u32::try_from(self.base + position.min(self.text.len())).unwrap_or(u32::MAX)
    }

    fn flush_text(&mut self) {
        let Some(range) = self.verbatim.take() else { return };
        let start = self.at(range.start);
        if let Some(text) = self.text.get(range) {
            self.tree.text(text, start);
        }
    }

    fn flush_attribute(&mut self) {
        let Some(raw) = self.attribute.take() else { return };
        if self.tag != Tag::Start || self.attributes.len() >= MAX_ATTRIBUTES || raw.name.is_empty() {
            return;
        }
        let name = String::from_utf8_lossy(&raw.name).into_owned();
        let value = String::from_utf8_lossy(&raw.value).into_owned();
        let (start, end) = (self.at(raw.span.start), self.at(raw.span.end));
        self.attributes.push(Attribute { name, value, start, end });
    }
}

impl Emitter for Events<'_> {
    type Token = Infallible;

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start = name.unwrap_or_default().to_vec();
    }

    fn emit_eof(&mut self) {
        self.flush_text();
    }

    fn emit_error(&mut self, _: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_string(&mut self, piece: &[u8]) {
        let end = self.position.min(self.text.len());
        // A line feed after a carriage return is passed over: the piece may begin later than the last one ended.
        let start = end.saturating_sub(piece.len());
        if start >= self.cursor && self.text.as_bytes().get(start..end) == Some(piece) {
            match &mut self.verbatim {
                Some(range) if range.end == start => range.end = end,
                _ => {
                    self.flush_text();
                    self.verbatim = Some(start..end);
                }
            }
        } else {
            self.flush_text();
            let start = (0..=self.cursor.min(end)).rev().find(|i| self.text.is_char_boundary(*i)).unwrap_or(0);
            let close = (end..=self.text.len()).find(|i| self.text.is_char_boundary(*i)).unwrap_or(end);
            let (start, close) = (self.at(start), self.at(close));
            let text = String::from_utf8_lossy(piece);
            self.tree.replaced(&text, start, close);
        }
        self.cursor = end;
    }

    fn init_start_tag(&mut self) {
        self.flush_text();
        self.tag = Tag::Start;
        self.name.clear();
        self.self_closing = false;
        self.attributes.clear();
        self.attribute = None;
    }

    fn init_end_tag(&mut self) {
        self.flush_text();
        self.tag = Tag::End;
        self.name.clear();
        self.attributes.clear();
        self.attribute = None;
    }

    fn init_comment(&mut self) {
        self.flush_text();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush_text();
        self.flush_attribute();
        let name = String::from_utf8_lossy(&self.name).into_owned();
        let (start, end) = (self.at(self.tag_start), self.at(self.position));
        let attributes = std::mem::take(&mut self.attributes);
        self.cursor = self.position;
        let tag = std::mem::replace(&mut self.tag, Tag::None);
        match tag {
            Tag::None => None,
            Tag::End => {
                self.last_start.clear();
                self.tree.end_tag(&name, end);
                None
            }
            Tag::Start => {
                // XHTML closes elements like `<script …/>`; what follows is no script.
                let state = if self.self_closing { None } else { naive_next_state(&self.name) };
                self.tree.start_tag(&name, &attributes, start..end);
                if self.self_closing && (naive_next_state(&self.name).is_some() || self.tree.is_foreign()) {
                    self.tree.end_tag(&name, end);
                }
                self.last_start = std::mem::take(&mut self.name);
                state
            }
        }
    }

    fn emit_current_comment(&mut self) {
        self.cursor = self.position;
    }

    fn emit_current_doctype(&mut self) {
        self.cursor = self.position;
    }

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn set_force_quirks(&mut self) {}

    fn push_tag_name(&mut self, piece: &[u8]) {
        self.name.extend_from_slice(piece);
    }

    fn push_comment(&mut self, _: &[u8]) {}

    fn push_doctype_name(&mut self, _: &[u8]) {}

    fn init_doctype(&mut self) {
        self.flush_text();
    }

    fn init_attribute(&mut self) {
        self.flush_attribute();
        let at = self.position;
        self.attribute = Some(Raw { name: Vec::new(), value: Vec::new(), span: at..at });
    }

    fn init_attribute_value(&mut self) {
        let at = self.position;
        if let Some(raw) = &mut self.attribute {
            raw.span = at..at;
        }
    }

    fn push_attribute_name(&mut self, piece: &[u8]) {
        if let Some(raw) = &mut self.attribute
            && raw.name.len() + piece.len() <= MAX_ATTRIBUTE
        {
            raw.name.extend_from_slice(piece);
        }
    }

    fn push_attribute_value(&mut self, piece: &[u8]) {
        let end = self.position;
        if let Some(raw) = &mut self.attribute
            && raw.value.len() + piece.len() <= MAX_ATTRIBUTE
            && !raw.value.starts_with(b"data:")
        {
            raw.value.extend_from_slice(piece);
            raw.span.end = end;
        }
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag == Tag::End && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }
}
