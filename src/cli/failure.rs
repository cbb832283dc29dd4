//! Why a run could not be done: one line for stderr.

use std::fmt;
use std::io;
use std::path::Path;

/// A reason, as one sentence without a full stop.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure with its sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// What went wrong with a file.
    pub fn file(path: &Path, what: impl fmt::Display) -> Self {
        Self(format!("{}: {what}", path.display()))
    }

    /// What the system said about a file.
    pub fn io(path: &Path, error: &io::Error) -> Self {
        Self::file(path, plain(error))
    }

    /// Arguments that make no sense: the first paragraph of clap's message, on one line.
    pub fn usage(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let first = text.split("\n\n").next().unwrap_or_default();
        let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
        Self(format!("{} (see --help)", line.strip_prefix("error: ").unwrap_or(&line)))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The system's words without Rust's `(os error 2)`.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}
