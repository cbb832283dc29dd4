//! Diagnostics as data: what the program has to say about its input, each with a stable id and a place.

mod codes;
pub mod render;

pub use codes::{CODES, Code, CodeInfo};

use crate::span::Span;

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something was doubtful or left out; the output is usable.
    Warning,
    /// Something could not be done.
    Error,
}

/// One thing to say about the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind; its row in [`CODES`] has the severity and the long explanation.
    pub code: Code,
    /// Where; the first span is the one pointed at. May be empty (a remark about the whole run).
    pub spans: Vec<Span>,
    /// One sentence, without a full stop, about this very place.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic of kind `code` at `spans`.
    pub fn new(code: Code, spans: Vec<Span>, message: impl Into<String>) -> Self {
        Self { code, spans, message: message.into() }
    }

    /// The severity of its kind.
    pub fn severity(&self) -> Severity {
        self.code.info().severity
    }
}
