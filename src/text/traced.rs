//! Text that remembers where each of its bytes came from.

use std::ops::Range;

use crate::span::{Span, normalize_spans};

/// What a stretch of text looked like on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// Bold or strong.
    Bold,
    /// Italic or emphasised.
    Italic,
    /// Raised.
    Superscript,
    /// Lowered.
    Subscript,
    /// A link, with its target as printed and the target's place.
    Link {
        /// The address.
        target: String,
        /// Where the address stands in the source.
        span: Span,
    },
    /// Mathematics in TeX notation, delimiters not included.
    Math,
}

/// A styled stretch of a [`Traced`] text, in bytes of that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// How they look.
    pub kind: RunKind,
}

/// `len` bytes of text at `at` that were read from `span`.
/// Where the lengths agree the bytes map one to one; otherwise (an entity, a repaired byte) all of them map to all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    at: usize,
    len: usize,
    span: Span,
}

/// A piece of text with, for each byte, the place in the source it was read from.
/// Bytes put in by the program (the line break between two joined lines) belong to no place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traced {
    text: String,
    pieces: Vec<Piece>,
    runs: Vec<Run>,
}

impl Traced {
    /// `text` as it stands at `span`; `span.len()` must be `text.len()` for exact places inside it.
    pub fn verbatim(text: &str, span: Span) -> Self {
        let mut traced = Self::default();
        traced.push(text, span);
        traced
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Styled stretches, by start.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Adds text read from `span`.
    pub fn push(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.text.push_str(text);
        if let Some(last) = self.pieces.last_mut() {
            let exact = last.len == last.span.len() as usize && text.len() == span.len() as usize;
            if exact && last.at + last.len == at && last.span.source == span.source && last.span.end == span.start {
                last.len += text.len();
                last.span.end = span.end;
                return;
            }
        }
        self.pieces.push(Piece { at, len: text.len(), span });
    }

    /// Adds text that stands nowhere in the source (a joint between lines).
    pub fn push_joint(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Marks a stretch as styled.
    pub fn push_run(&mut self, range: Range<usize>, kind: RunKind) {
        let at = self.runs.partition_point(|r| r.range.start <= range.start);
        self.runs.insert(at, Run { range, kind });
    }

    /// Adds another traced text with its runs.
    pub fn append(&mut self, other: &Traced) {
        let base = self.text.len();
        self.text.push_str(&other.text);
        self.pieces.extend(other.pieces.iter().map(|p| Piece { at: p.at + base, ..*p }));
        self.runs.extend(
            other.runs.iter().map(|r| Run { range: r.range.start + base..r.range.end + base, kind: r.kind.clone() }),
        );
    }

    /// The part of the text in `range` (bytes, on character boundaries; clipped to the text), with its places and runs.
    pub fn slice(&self, range: Range<usize>) -> Traced {
        let end = range.end.min(self.text.len());
        let start = range.start.min(end);
        let inside = self.runs.iter().filter(|r| r.range.start < end && r.range.end > start);
        let runs = inside.map(|r| Run {
            range: r.range.start.max(start) - start..r.range.end.min(end) - start,
            kind: r.kind.clone(),
        });
        Traced { runs: runs.collect(), ..self.plain(start..end) }
    }

    /// A part of the text with its places, without runs.
    fn plain(&self, range: Range<usize>) -> Traced {
        let (start, end) = (range.start, range.end);
        let text = self.text.get(start..end).unwrap_or_default().to_owned();
        let mut pieces = Vec::new();
        let first = self.pieces.partition_point(|p| p.at + p.len <= start);
        for piece in &self.pieces[first..] {
            if piece.at >= end {
                break;
            }
            let from = piece.at.max(start);
            let to = (piece.at + piece.len).min(end);
            pieces.push(Piece { at: from - start, len: to - from, span: clip(piece, from, to) });
        }
        Traced { text, pieces, runs: Vec::new() }
    }

    /// The text with stretches replaced (bytes on character boundaries, in order, not overlapping); what replaces a stretch
    /// was read where the stretch was. Also gives where a place of the old text is in the new one.
    pub fn replaced<'e>(&self, edits: &'e [(Range<usize>, String)]) -> (Traced, impl Fn(usize) -> usize + use<'e>) {
        // For each edit the place where the text behind it begins.
        let mut behind = Vec::with_capacity(edits.len());
        let mut out = Traced::default();
        let mut at = 0;
        for (range, text) in edits {
            out.append(&self.plain(at..range.start));
            let spans = self.spans(range.clone());
            match (spans.first(), spans.last()) {
                (Some(first), Some(last)) => out.push(text, Span::new(first.source, first.start, last.end)),
                _ => out.push_joint(text),
            }
            at = range.end;
            behind.push(out.len());
        }
        out.append(&self.plain(at..self.len()));
        let place = move |byte: usize| {
            let edit = edits.partition_point(|(range, _)| range.start < byte);
            match edit.checked_sub(1) {
                None => byte,
                // Inside an edit: its end.
                Some(i) => behind[i] + byte.saturating_sub(edits[i].0.end),
            }
        };
        let runs = self.runs.iter();
        out.runs =
            runs.map(|r| Run { range: place(r.range.start)..place(r.range.end), kind: r.kind.clone() }).collect();
        (out, place)
    }

    /// The text without white space at its ends.
    pub fn trimmed(&self) -> Traced {
        let start = self.text.len() - self.text.trim_start().len();
        let end = self.text.trim_end().len();
        self.slice(start..end.max(start))
    }

    /// Where the bytes of `range` were read, sorted and joined.
    pub fn spans(&self, range: Range<usize>) -> Vec<Span> {
        let mut spans = Vec::new();
        let first = self.pieces.partition_point(|p| p.at + p.len <= range.start);
        for piece in &self.pieces[first..] {
            if piece.at >= range.end {
                break;
            }
            spans.push(clip(piece, piece.at.max(range.start), (piece.at + piece.len).min(range.end)));
        }
        normalize_spans(&mut spans);
        spans
    }

    /// Where the whole text was read.
    pub fn all_spans(&self) -> Vec<Span> {
        self.spans(0..self.text.len())
    }
}

/// The part of a piece's span that its bytes `from..to` (of the text) came from.
fn clip(piece: &Piece, from: usize, to: usize) -> Span {
    if piece.len == piece.span.len() as usize {
        let shift = |x: usize| piece.span.start + u32::try_from(x - piece.at).unwrap_or(u32::MAX);
        Span::new(piece.span.source, shift(from), shift(to))
    } else {
        piece.span
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::SourceId;

    #[test]
    fn slices_keep_their_places() {
        let source = SourceId(0);
        let mut text = Traced::verbatim("Smith ", Span::new(source, 10, 16));
        text.push("&", Span::new(source, 16, 21));
        text.push(" Co", Span::new(source, 21, 24));
        text.push_joint("\n");
        text.push("Ltd", Span::new(source, 30, 33));
        assert_eq!(text.as_str(), "Smith & Co\nLtd");
        assert_eq!(text.spans(3..7), vec![Span::new(source, 13, 21)]);
        let part = text.slice(6..14);
        assert_eq!(part.as_str(), "& Co\nLtd");
        assert_eq!(part.spans(5..8), vec![Span::new(source, 30, 33)]);
        assert_eq!(part.all_spans(), vec![Span::new(source, 16, 24), Span::new(source, 30, 33)]);
    }
}
