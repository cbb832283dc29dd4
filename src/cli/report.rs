//! What stderr says about a run: the diagnostics with their source lines, then a summary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use bibglean::Reading;
use bibglean::diag::render::{Colours, render};
use bibglean::diag::{Code, Diagnostic, Severity};
use bibglean::review::Doubt;
use bibglean::source::Source;
use bibglean::span::Span;

use super::excerpt::excerpt;
use super::review::place;
use super::terminal::{colours_of, sanitized};
use super::values::Verbosity;

/// How many diagnostics of one kind are shown; the rest are counted.
const SHOWN: usize = 10;
const SHOWN_VERBOSE: usize = 1000;

/// How many announced counts the summary names.
const ANNOUNCED: usize = 3;

/// How many doubtful values the summary names.
const DOUBTS: usize = 3;

/// All that there is to say.
pub struct Report<'a> {
    /// Every source that a diagnostic may point into, by id.
    pub sources: &'a [Source],
    /// How many of them are listings; they come first.
    pub listings: usize,
    /// What was read.
    pub reading: &'a Reading,
    /// Diagnostics, in the order to show them.
    pub diagnostics: &'a [Diagnostic],
    /// Values that may be wrong, the most doubtful first.
    pub doubts: &'a [Doubt],
    /// How many fields were left out because of doubt.
    pub left_out: usize,
    /// Works of the replaced file that are not in the new one, and the file's name.
    pub dropped: Option<(usize, String)>,
    /// What was done to a file that was brought up to date.
    pub changes: Vec<String>,
}

impl Report<'_> {
    /// Says it on stderr. A closed stderr is no error: the result was written.
    pub fn print(&self, verbosity: Verbosity) {
        if verbosity == Verbosity::Quiet {
            return;
        }
        let colours = colours_of(&std::io::stderr());
        let mut text = self.diagnostics(verbosity, colours);
        for line in self.summary(verbosity) {
            let _ = writeln!(text, "bibglean: {line}");
        }
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    fn diagnostics(&self, verbosity: Verbosity, colours: Colours) -> String {
        let (least, limit) = match verbosity {
            Verbosity::Verbose => (Severity::Note, SHOWN_VERBOSE),
            _ => (Severity::Warning, SHOWN),
        };
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        let mut text = String::new();
        for diagnostic in self.diagnostics.iter().filter(|d| d.severity() >= least) {
            let count = counts.entry(diagnostic.code).or_default();
            *count += 1;
            if *count <= limit {
                let excerpt = diagnostic.spans.first().and_then(|span| Some(excerpt(self.source(*span)?, *span)));
                text.push_str(&render(diagnostic, &sanitized(&diagnostic.message), excerpt.as_ref(), colours));
            }
        }
        for (code, count) in counts {
            if count > limit {
                let _ = writeln!(text, "… and {} more like {}", count - limit, code.id());
            }
        }
        text
    }

    /// At most five lines.
    fn summary(&self, verbosity: Verbosity) -> Vec<String> {
        let mut lines = Vec::new();
        let entries = &self.reading.library.entries;
        let from = match &self.sources[..self.listings] {
            [only] => sanitized(only.name()),
            several => format!("{} inputs", several.len()),
        };
        let mut read = format!("read {} from {from}", counted(entries.len(), "entry", "entries"));
        let announced: Vec<String> = (self.reading.segmentations.iter().zip(self.sources))
            .filter_map(|(s, source)| Some((s.announced.as_ref()?.value, source)))
            .map(|(count, source)| format!("{} announces {count}", sanitized(source.name())))
            .collect();
        if !announced.is_empty() {
            let more = if announced.len() > ANNOUNCED { ", …" } else { "" };
            read += &format!("; {}{more}", announced[..announced.len().min(ANNOUNCED)].join(", "));
        }
        lines.push(read);

        let repeated: Vec<usize> = entries.iter().map(|e| e.sightings.len()).filter(|n| *n > 1).collect();
        // The lines on a file that was brought up to date take the place of this one.
        if !repeated.is_empty() && self.changes.is_empty() {
            lines.push(format!(
                "merged {} appearances into {}",
                repeated.iter().sum::<usize>(),
                counted(repeated.len(), "entry", "entries")
            ));
        }

        if !self.doubts.is_empty() {
            let first = self.doubts.iter().take(DOUBTS);
            let first: Vec<String> = first.map(|doubt| format!("{} of {}", doubt.field, doubt.key)).collect();
            let more = if self.doubts.len() > DOUBTS { ", …" } else { "" };
            let out = match self.left_out {
                0 => String::new(),
                n => format!("; {n} left out"),
            };
            let values = counted(self.doubts.len(), "doubtful value", "doubtful values");
            lines.push(format!("{values}: {}{more} (--review lists all){out}", first.join(", ")));
        } else if self.left_out > 0 {
            lines.push(format!("left out {} that are not sure enough", counted(self.left_out, "field", "fields")));
        }

        let unread: Vec<&Diagnostic> = self.diagnostics.iter().filter(|d| d.code == Code::UnreadText).collect();
        if let Some(first) = unread.first() {
            let place = place(&first.spans, self.sources).unwrap_or_default();
            let hint = if verbosity == Verbosity::Verbose { "" } else { " (-v shows all)" };
            lines.push(format!(
                "left {} unread, the first at {place}{hint}",
                counted(unread.len(), "stretch of text", "stretches of text")
            ));
        }

        if let Some((count, name)) = &self.dropped {
            lines.push(format!(
                "{} of the old {} not in the listing and no longer in the file",
                counted(*count, "entry", "entries"),
                sanitized(name) + if *count == 1 { " is" } else { " are" }
            ));
        }
        lines.extend(self.changes.iter().map(|line| sanitized(line)));
        lines
    }

    fn source(&self, span: Span) -> Option<&Source> {
        self.sources.get(span.source.0 as usize)
    }
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
