//! Diagnostics for people: the message, the place, the source line with the place marked, in the manner of rustc.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Severity};

/// A place of the input, ready to show: what stands in it has nothing left that a terminal would act on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Name of the input.
    pub name: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The line, or the part of it around the place.
    pub text: String,
    /// The place, as bytes of `text`.
    pub range: Range<usize>,
}

/// Whether the result has ANSI colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Plain text.
    Never,
    /// For a terminal.
    Always,
}

/// Columns of a rendered line, fixed so that the width of a terminal changes nothing.
const WIDTH: usize = 140;

/// Renders a diagnostic, with a line break at its end. `message` and excerpt must be safe to show.
pub fn render(diagnostic: &Diagnostic, message: &str, excerpt: Option<&Excerpt>, colours: Colours) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(message).id(diagnostic.code.id());
    let group = match excerpt {
        None => annotate_snippets::Group::with_title(title),
        Some(excerpt) => {
            let origin = Origin::path(&excerpt.name).line(excerpt.line).char_column(excerpt.column);
            let snippet = Snippet::source(&excerpt.text)
                .line_start(excerpt.line)
                .annotation(AnnotationKind::Primary.span(excerpt.range.clone()));
            title.element(origin).element(snippet)
        }
    };
    let renderer = match colours {
        Colours::Never => Renderer::plain(),
        Colours::Always => Renderer::styled(),
    };
    let mut text = renderer.term_width(WIDTH).render(&[group]);
    text.push('\n');
    text
}
