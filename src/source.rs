//! Bytes to a source: encoding, byte order mark, line index.

use std::ops::Range;

use crate::diag::{Code, Diagnostic};
use crate::span::{SourceId, Span};

/// The format of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Plain text: every line is a line.
    #[default]
    Text,
    /// Markdown (CommonMark with tables), HTML islands included.
    Markdown,
    /// HTML.
    Html,
}

/// One input, decoded to UTF-8.
#[derive(Clone, Debug)]
pub struct Source {
    id: SourceId,
    name: String,
    text: String,
    format: Format,
    /// Byte at which each line starts.
    starts: Vec<u32>,
}

impl Source {
    /// Decodes `bytes`: by byte order mark, else UTF-8, else the most likely encoding.
    /// `name` is what diagnostics call it.
    pub fn decode(id: SourceId, name: impl Into<String>, bytes: &[u8]) -> (Self, Vec<Diagnostic>) {
        let (text, lossy) = decode(bytes);
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(i, _)| u32::try_from(i + 1).unwrap_or(u32::MAX)),
        );
        let name = name.into();
        let format = sniff(&name, &text);
        let source = Self { id, name, text, format, starts };
        let mut diagnostics = Vec::new();
        if lossy {
            let at = source.text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
            let start = u32::try_from(at).unwrap_or(u32::MAX);
            let message = "some bytes are not valid in the encoding of this file and were replaced by U+FFFD";
            diagnostics.push(Diagnostic::new(Code::InvalidEncoding, vec![Span::new(id, start, start + 3)], message));
        }
        (source, diagnostics)
    }

    /// Its number in this run.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The name that diagnostics use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The format it is read in: by its name where that says so, else by its content.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The same source, read in another format.
    pub fn with_format(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// The bytes of each line, line break not included.
    pub fn line_ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.starts.len()).map(|i| {
            let start = self.starts[i] as usize;
            let end = self.starts.get(i + 1).map_or(self.text.len(), |s| *s as usize);
            let line = self.text[start..end].trim_end_matches(['\n', '\r']);
            start..start + line.len()
        })
    }

    /// Line and column (both from 1; the column counts characters) of a byte.
    pub fn position(&self, byte: u32) -> (usize, usize) {
        let line = self.starts.partition_point(|s| *s <= byte).max(1);
        let start = self.starts[line - 1] as usize;
        let end = (byte as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(1, |before| before.chars().count() + 1);
        (line, column)
    }
}

/// The text, and whether something had to be replaced.
fn decode(bytes: &[u8]) -> (String, bool) {
    if let Some((encoding, skip)) = encoding_rs::Encoding::for_bom(bytes) {
        let (text, lossy) = encoding.decode_without_bom_handling(&bytes[skip..]);
        return (text.into_owned(), lossy);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), false);
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Allow);
    let (text, lossy) = encoding.decode_without_bom_handling(bytes);
    (text.into_owned(), lossy)
}

/// Bytes looked at to tell the format.
const SNIFFED: usize = 1 << 16;

/// Tells the format by the name's extension, else by the content.
fn sniff(name: &str, text: &str) -> Format {
    let extension = name.rsplit(['/', '\\']).next().and_then(|file| file.rsplit_once('.')).map(|(_, e)| e);
    match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" | "shtml" | "mht" | "mhtml" => return Format::Html,
        "md" | "markdown" | "mkd" | "mdown" | "mdx" | "rmd" | "qmd" => return Format::Markdown,
        _ => {}
    }
    let end = (0..=text.len().min(SNIFFED)).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let head = &text[..end];
    if is_html(head) {
        Format::Html
    } else if is_markdown(head) {
        Format::Markdown
    } else {
        Format::Text
    }
}

/// Whether a text is HTML: it begins as a document, or has more than a few tags of page structure.
fn is_html(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let begins = |prefix: &str| start.get(..prefix.len()).is_some_and(|s| s.eq_ignore_ascii_case(prefix));
    if begins("<!doctype html") || begins("<html") || begins("<head") || begins("<body") {
        return true;
    }
    let mut tags = 0;
    for (at, _) in text.match_indices('<') {
        let rest = text[at + 1..].trim_start_matches('/');
        let name: String = rest.chars().take(11).take_while(char::is_ascii_alphanumeric).collect();
        let after = rest[name.len()..].chars().next();
        let closed = after.is_some_and(|c| c == '>' || c == '/' || c.is_ascii_whitespace());
        let structural = matches!(
            name.to_ascii_lowercase().as_str(),
            "p" | "div"
                | "li"
                | "ul"
                | "ol"
                | "td"
                | "tr"
                | "table"
                | "br"
                | "span"
                | "h1"
                | "h2"
                | "h3"
                | "h4"
                | "a"
                | "dl"
                | "dt"
                | "dd"
                | "section"
                | "article"
                | "b"
                | "i"
                | "em"
                | "strong"
        );
        tags += usize::from(closed && structural);
    }
    let first_is_tag = start.starts_with('<');
    tags >= if first_is_tag { 2 } else { 6 } && tags * 400 >= text.len()
}

/// Whether a text is Markdown: marks that plain text does not have, more than once.
fn is_markdown(text: &str) -> bool {
    let (mut marks, mut lines) = (0, 0);
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        lines += 1;
        let hashes = line.len() - line.trim_start_matches('#').len();
        let heading = (1..=6).contains(&hashes) && line[hashes..].starts_with(' ');
        let link = line.contains("](http") || line.contains("](/") || line.contains("](./");
        let bold = line.match_indices("**").count() >= 2;
        let table = line.starts_with('|') && line.ends_with('|') && line.matches('|').count() >= 3;
        marks += usize::from(heading || link || bold || table);
    }
    marks >= 2 && marks * 12 >= lines
}
