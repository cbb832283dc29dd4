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

/// Lines of the input with stretches marked, ready to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Name of the input.
    pub name: String,
    /// Number of the first line, from 1.
    pub line: usize,
    /// Column of what is shown, from 1, in characters.
    pub column: usize,
    /// The lines.
    pub text: String,
    /// Stretches, as bytes of `text`, each with what is written under it.
    pub marks: Vec<(Range<usize>, String)>,
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
    without_empty_origin(&renderer.term_width(WIDTH).render(&[group]))
}

/// A snippet that does not name its file, because the place was named before it with a column that the cut line no longer
/// has, is taken for one of another file and announced by an empty `:::`.
fn without_empty_origin(rendered: &str) -> String {
    let lines = rendered.lines().enumerate();
    let kept = lines.filter(|(i, line)| *i != OTHER_FILE || !line.contains(":::"));
    kept.fold(String::new(), |text, (_, line)| text + line + "\n")
}

/// Renders marked lines under a heading. All texts must be safe to show.
pub fn render_marked(heading: &str, marked: &Marked, colours: Colours) -> String {
    let mut snippet = Snippet::source(&marked.text).line_start(marked.line).fold(false);
    for (range, label) in &marked.marks {
        let annotation = AnnotationKind::Context.span(range.clone());
        snippet = snippet.annotation(if label.is_empty() { annotation } else { annotation.label(label) });
    }
    let origin = Origin::path(&marked.name).line(marked.line).char_column(marked.column);
    let group = Level::NOTE.no_name().primary_title(heading).element(origin).element(snippet);
    let renderer = match colours {
        Colours::Never => Renderer::plain(),
        Colours::Always => Renderer::styled(),
    };
    without_empty_origin(&renderer.term_width(WIDTH).render(&[group]))
}

/// Number of the line after title, place and spacer.
const OTHER_FILE: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;

    #[test]
    fn shows_the_place_and_the_line() {
        let diagnostic = Diagnostic::new(Code::CountMismatch, Vec::new(), "ignored");
        let excerpt =
            Excerpt { name: "a.txt".into(), line: 7, column: 1003, text: "…x ::: 25 papers".into(), range: 9..11 };
        let text = render(&diagnostic, "two are missing", Some(&excerpt), Colours::Never);
        let expected = "warning[W1002]: two are missing\n --> a.txt:7:1003\n  |\n7 | …x ::: 25 papers\n  |        ^^\n";
        assert_eq!(text, expected);
        assert_eq!(render(&diagnostic, "no place", None, Colours::Never), "warning[W1002]: no place\n");
        let coloured = render(&diagnostic, "two are missing", Some(&excerpt), Colours::Always);
        assert!(coloured.contains('\u{1b}') && coloured.matches(":::").count() == 1, "{coloured}");
    }
}
