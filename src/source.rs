//! Bytes to a source: encoding, byte order mark, line index.

use std::ops::Range;

use crate::diag::{Code, Diagnostic};
use crate::span::{SourceId, Span};

/// One input, decoded to UTF-8.
#[derive(Clone, Debug)]
pub struct Source {
    id: SourceId,
    name: String,
    text: String,
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
        let source = Self { id, name: name.into(), text, starts };
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
