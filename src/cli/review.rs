//! The list of doubtful values for a person to go through.

use std::fmt::Write as _;
use std::path::Path;

use bibglean::review::Doubt;
use bibglean::source::Source;
use bibglean::span::Span;

use super::args::STDIO;
use super::output::Target;
use super::terminal::sanitized;
use super::{Failure, terminal};

/// Most characters of a value that are shown.
const SHOWN: usize = 80;

/// Writes the list to a file, or to stderr for `-`.
pub fn write(path: &Path, doubts: &[Doubt], sources: &[Source]) -> Result<(), Failure> {
    let text = doubts.iter().fold(String::new(), |mut text, doubt| {
        let _ = writeln!(text, "{}", line(doubt, sources));
        text
    });
    if path.as_os_str() == STDIO {
        terminal::say(&text);
        return Ok(());
    }
    Target::new(path)?.write(&text)
}

/// One doubtful value: where it stands, what it is, how sure.
fn line(doubt: &Doubt, sources: &[Source]) -> String {
    let place = place(&doubt.spans, sources).map_or(String::new(), |place| format!("{place}: "));
    let Doubt { key, field, confidence, rule, .. } = doubt;
    let read = quoted(doubt, sources);
    format!("{place}{key}: {field} {read}is {:.0} % sure ({rule})", confidence * 100.0)
}

/// `file:line:column` of what was read from some places.
pub fn place(spans: &[Span], sources: &[Source]) -> Option<String> {
    let span = spans.first()?;
    let source = sources.get(span.source.0 as usize)?;
    let (line, column) = source.position(span.start);
    Some(format!("{}:{line}:{column}", sanitized(source.name())))
}

/// The text that a value was read from, in quotes.
fn quoted(doubt: &Doubt, sources: &[Source]) -> String {
    let texts = doubt.spans.iter().filter_map(|span| {
        let text = sources.get(span.source.0 as usize)?.text();
        text.get(span.start as usize..span.end as usize)
    });
    let text = texts.collect::<Vec<_>>().join(" ");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = words.char_indices().nth(SHOWN).map_or(words.len(), |(at, _)| at);
    let more = if cut < words.len() { "…" } else { "" };
    if words.is_empty() { String::new() } else { format!("\"{}{more}\" ", sanitized(&words[..cut])) }
}
