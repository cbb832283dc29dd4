//! Front matter: what a site generator keeps at the head of a file (`title: …` between two marks).

use super::MetadataKind;
use super::lines::Builder;
use crate::source::Source;
use crate::span::Span;
use crate::text::Traced;

/// Lines of front matter at most.
const MAX_LINES: usize = 200;

/// Keeps the front matter of a source as metadata and gives its length in bytes, 0 where there is none.
pub(super) fn take(source: &Source, builder: &mut Builder) -> usize {
    let text = source.text();
    let end = length(text);
    if end > 0 {
        let span = Span::new(source.id(), 0, u32::try_from(end).unwrap_or(u32::MAX));
        builder.keep(MetadataKind::FrontMatter, Traced::verbatim(&text[..end], span).trimmed());
    }
    end
}

/// The bytes of front matter (`---` or `+++` to the same mark, with `key: value` lines between); 0 if there is none.
fn length(text: &str) -> usize {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lines = text[start..].split_inclusive('\n');
    let Some(first) = lines.next() else { return 0 };
    let mark = first.trim_end();
    if mark != "---" && mark != "+++" {
        return 0;
    }
    let mut end = start + first.len();
    let mut keys = 0;
    for line in lines.take(MAX_LINES) {
        end += line.len();
        let body = line.trim_end();
        if body == mark || (mark == "---" && body == "...") {
            return if keys > 0 { end } else { 0 };
        }
        let key = body.split([':', '=']).next().unwrap_or_default();
        let is_key =
            key.len() < body.len() && !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
        let continues = body.is_empty() || body.starts_with([' ', '\t', '-', '#', '[', ']', '}']);
        if !is_key && !continues {
            return 0;
        }
        keys += usize::from(is_key);
    }
    0
}
