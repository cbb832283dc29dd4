//! Places in the input, and values that remember the place they were read from.

use serde::Serialize;

/// Number of a source within one run: the first input is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SourceId(pub u32);

/// A half-open range of bytes `start..end` in the decoded (UTF-8) text of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// The source the bytes stand in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end` of `source`.
    pub fn new(source: SourceId, start: u32, end: u32) -> Self {
        Self { source, start, end }
    }

    /// Length in bytes.
    pub fn len(&self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    pub fn is_empty(&self) -> bool {
        self.end <= self.start
    }

    /// The range as `usize`, for slicing the source's text.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// How sure a value is: 0 (a guess) to 1 (certain).
pub type Confidence = f32;

/// A value with the places it was read from, the rule that set it, and how sure it is.
///
/// `rule` is the name of a normaliser or model as shown by `explain` and in JSONL (`pages/range-dash`).
/// A value without spans does not exist: what the input does not show is absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it was read, in reading order; never empty.
    pub spans: Vec<Span>,
    /// The rule that made it.
    pub rule: &'static str,
    /// How sure the rule or model is.
    pub confidence: Confidence,
}

impl<T> Sourced<T> {
    /// A value read from `spans` by `rule`.
    pub fn new(value: T, spans: Vec<Span>, rule: &'static str, confidence: Confidence) -> Self {
        Self { value, spans, rule, confidence }
    }

    /// The same provenance for a value made from this one.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Sourced<U> {
        Sourced { value: f(self.value), spans: self.spans, rule: self.rule, confidence: self.confidence }
    }
}

/// Sorts spans and joins those that touch or overlap.
pub fn normalize_spans(spans: &mut Vec<Span>) {
    spans.retain(|s| !s.is_empty());
    spans.sort();
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for &span in spans.iter() {
        match joined.last_mut() {
            Some(last) if last.source == span.source && span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    *spans = joined;
}
