//! XML records with the place of every text: elements of one record as a small tree, whatever stands around it.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::draft::{Draft, Target};
use crate::source::Source;
use crate::span::{SourceId, Span};
use crate::text::Traced;

/// Depth beyond which elements of a record are no longer told apart.
const MAX_DEPTH: usize = 64;

/// An element.
#[derive(Debug)]
pub(super) struct Element {
    pub name: String,
    pub attributes: Vec<(String, Traced)>,
    children: Vec<Child>,
    pub span: Span,
}

#[derive(Debug)]
enum Child {
    Element(Element),
    Text(Traced),
}

impl Element {
    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&Traced> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// The elements within it, in order.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// The elements at a path of names.
    pub(super) fn find(&self, path: &[&str]) -> Vec<&Element> {
        let mut at = vec![self];
        for name in path {
            at = at.into_iter().flat_map(Element::elements).filter(|e| e.name == *name).collect();
        }
        at
    }

    /// The first element at a path.
    pub(super) fn first(&self, path: &[&str]) -> Option<&Element> {
        self.find(path).into_iter().next()
    }

    /// Its text, without mark-up.
    pub(super) fn text(&self) -> Traced {
        let mut out = Traced::default();
        self.write(&mut out, false);
        out.trimmed()
    }

    /// Its text with the tags in it and with the marks of mark-up escaped, for values that keep them.
    pub(super) fn marked_text(&self) -> Traced {
        let mut out = Traced::default();
        self.write(&mut out, true);
        out.trimmed()
    }

    /// Adds the text in the form that a target takes.
    pub(super) fn add_to(&self, draft: &mut Draft, target: Target) {
        let is_marked = matches!(target, Target::Text(_) | Target::Container(_) | Target::Publisher | Target::Genre);
        draft.add(target, &if is_marked { self.marked_text() } else { self.text() });
    }

    /// The tag of HTML that says the same; EndNote's `style` says it in an attribute.
    fn tag(&self) -> Option<&'static str> {
        let name = if self.name == "style" { self.attribute("face")?.as_str() } else { self.name.as_str() };
        match name {
            "i" | "italic" => Some("i"),
            "sup" | "superscript" => Some("sup"),
            "sub" | "subscript" => Some("sub"),
            _ => None,
        }
    }

    fn write(&self, out: &mut Traced, is_marked: bool) {
        // Depth is bounded by the builder.
        for child in &self.children {
            match child {
                Child::Text(text) if is_marked && text.as_str() == "&" => {
                    out.push("&amp;", first_span(text, self.span))
                }
                Child::Text(text) if is_marked && text.as_str() == "<" => out.push("&lt;", first_span(text, self.span)),
                Child::Text(text) => out.append(text),
                Child::Element(element) if is_marked => {
                    let tag = element.tag();
                    if let Some(tag) = tag {
                        out.push_joint(&format!("<{tag}>"));
                    }
                    element.write(out, is_marked);
                    if let Some(tag) = tag {
                        out.push_joint(&format!("</{tag}>"));
                    }
                }
                Child::Element(element) => element.write(out, is_marked),
            }
        }
    }
}

fn first_span(text: &Traced, or: Span) -> Span {
    text.all_spans().first().copied().unwrap_or(or)
}

/// Elements by path and what they mean.
pub(super) type Fields = [(&'static [&'static str], Target)];

/// Adds to a record what a table tells of an element.
pub(super) fn add_fields(draft: &mut Draft, element: &Element, fields: &Fields) {
    for (path, target) in fields {
        for found in element.find(path) {
            found.add_to(draft, *target);
        }
    }
}

/// The records of a source: the outermost elements of certain names. The second value tells whether it was read to its end.
pub(super) fn records(source: &Source, is_record: fn(&str) -> bool) -> (Vec<Element>, bool) {
    let text = source.text();
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    config.allow_dangling_amp = true;
    let mut builder = Builder { source: source.id(), records: Vec::new(), open: Vec::new(), is_record };
    loop {
        let start = position(reader.buffer_position());
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(_) => return (builder.finish(text.len()), false),
        };
        let end = position(reader.buffer_position()).min(text.len());
        let raw = text.get(start..end).unwrap_or_default();
        match event {
            Event::Eof => return (builder.finish(text.len()), true),
            Event::Start(tag) => builder.start(&tag, start, end, text),
            Event::Empty(tag) => {
                builder.start(&tag, start, end, text);
                builder.end(tag.local_name().as_ref(), end);
            }
            Event::End(tag) => builder.end(tag.local_name().as_ref(), end),
            Event::Text(_) => builder.text(raw, start),
            Event::CData(_) => {
                let body = raw.strip_prefix("<![CDATA[").and_then(|raw| raw.strip_suffix("]]>"));
                builder.text(body.unwrap_or_default(), start + "<![CDATA[".len());
            }
            Event::GeneralRef(_) => {
                let name = raw.trim_start_matches('&').trim_end_matches(';');
                match entity(name) {
                    Some(c) => builder.replaced(c, start, end),
                    None => builder.text(raw, start),
                }
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// Builds the records.
struct Builder {
    source: SourceId,
    records: Vec<Element>,
    open: Vec<Element>,
    is_record: fn(&str) -> bool,
}

impl Builder {
    fn span(&self, start: usize, end: usize) -> Span {
        let at = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
        Span::new(self.source, at(start), at(end))
    }

    fn start(&mut self, tag: &BytesStart<'_>, start: usize, end: usize, text: &str) {
        let name: &str = tag.local_name().into_inner();
        if (self.open.is_empty() && !(self.is_record)(name)) || self.open.len() >= MAX_DEPTH {
            return;
        }
        let mut all = tag.attributes();
        let attributes = all.with_checks(false).filter_map(Result::ok).take(32).map(|attribute| {
            let raw = text.get(start..end).unwrap_or_default();
            let value: &str = &attribute.value;
            let at =
                raw.find(&format!("\"{value}\"")).or_else(|| raw.find(&format!("'{value}'"))).map_or(0, |at| at + 1);
            let span = self.span(start + at, start + at + value.len());
            let mut traced = Traced::default();
            traced.push(&value.replace("&amp;", "&"), span);
            (attribute.key.local_name().into_inner().to_owned(), traced)
        });
        let attributes = attributes.collect();
        let span = self.span(start, end);
        self.open.push(Element { name: name.to_owned(), attributes, children: Vec::new(), span });
    }

    fn end(&mut self, name: &str, end: usize) {
        let Some(index) = self.open.iter().rposition(|element| element.name == name) else { return };
        while self.open.len() > index {
            self.close(end);
        }
    }

    fn close(&mut self, end: usize) {
        let Some(mut element) = self.open.pop() else { return };
        element.span.end = self.span(end, end).end;
        match self.open.last_mut() {
            Some(parent) => parent.children.push(Child::Element(element)),
            None => self.records.push(element),
        }
    }

    fn text(&mut self, text: &str, start: usize) {
        let span = self.span(start, start + text.len());
        if let Some(element) = self.open.last_mut().filter(|_| !text.is_empty()) {
            element.children.push(Child::Text(Traced::verbatim(text, span)));
        }
    }

    fn replaced(&mut self, c: char, start: usize, end: usize) {
        let span = self.span(start, end);
        if let Some(element) = self.open.last_mut() {
            let mut text = Traced::default();
            text.push(c.encode_utf8(&mut [0; 4]), span);
            element.children.push(Child::Text(text));
        }
    }

    fn finish(mut self, end: usize) -> Vec<Element> {
        while !self.open.is_empty() {
            self.close(end);
        }
        self.records
    }
}

/// The character of a reference: XML's own, numbers, and the accented letters of HTML's Latin 1 set that DBLP uses.
fn entity(name: &str) -> Option<char> {
    use unicode_normalization::char::compose;
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control());
    }
    let plain = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "szlig" => 'ß',
        "aelig" => 'æ',
        "AElig" => 'Æ',
        "oslash" => 'ø',
        "Oslash" => 'Ø',
        "eth" => 'ð',
        "ETH" => 'Ð',
        "thorn" => 'þ',
        "THORN" => 'Þ',
        "times" => '×',
        "micro" => 'µ',
        "reg" => '®',
        _ => {
            let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
            let accent = match &name[1..] {
                "grave" => '\u{300}',
                "acute" => '\u{301}',
                "circ" => '\u{302}',
                "tilde" => '\u{303}',
                "uml" => '\u{308}',
                "ring" => '\u{30a}',
                "cedil" => '\u{327}',
                _ => return None,
            };
            return compose(letter, accent);
        }
    };
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_know_their_place() {
        let text = "<r><a k=\"v&amp;w\">M&uuml;ller <i>x</i> &lt; y &amp; <![CDATA[<z>]]></a><b/></r><r><a>unclosed";
        let source = Source::section(SourceId(0), text);
        let (records, whole) = records(&source, |name| name == "r");
        assert_eq!((records.len(), whole), (2, true));
        let a = records[0].first(&["a"]).unwrap();
        assert_eq!(a.text().as_str(), "Müller x < y & <z>");
        assert_eq!(a.marked_text().as_str(), "Müller <i>x</i> &lt; y &amp; <z>");
        assert_eq!(a.attribute("k").unwrap().as_str(), "v&w");
        let slice = |traced: &Traced, words: &str| {
            let at = traced.as_str().find(words).unwrap();
            traced.spans(at..at + words.len()).iter().map(|s| &text[s.range()]).collect::<Vec<_>>().concat()
        };
        assert_eq!(slice(&a.text(), "Müller"), "M&uuml;ller");
        assert_eq!(slice(&a.text(), "<z>"), "<z>");
        assert_eq!(records[1].text().as_str(), "unclosed");
    }
}
