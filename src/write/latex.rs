//! Unicode to LaTeX by table, and back.
//!
//! The table is `data/lexicon/latex.tsv`; what is written here in code are the characters that are TeX's own syntax.

use std::ops::Range;

use super::math;
use crate::lexicon;
use crate::model::{MarkKind, Text};

/// The characters that a text may be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// ASCII, with escapes for the rest; a character without one stays.
    Ascii,
    /// UTF-8; only TeX's own characters are escaped.
    Unicode,
}

/// A span of the text that needs braces or a command.
#[derive(Clone, Debug)]
enum Wrap {
    /// Braces that keep the case.
    Protect,
    /// Markup of the page.
    Mark(MarkKind),
}

/// Writes a clean text as the content of a braced field.
///
/// `protected` are ranges of `text.plain` whose case must stay; they may hold marks but not cut them.
pub fn escape(text: &Text, protected: &[Range<usize>], dialect: Dialect) -> String {
    let mut wraps: Vec<(Range<usize>, Wrap)> = protected.iter().map(|r| (r.clone(), Wrap::Protect)).collect();
    wraps.extend(text.marks.iter().map(|m| (m.range.clone(), Wrap::Mark(m.kind))));
    // Outer before inner; a protected word before a mark on the same range.
    wraps.sort_by(|a, b| (a.0.start, b.0.end).cmp(&(b.0.start, a.0.end)));
    let mut out = String::with_capacity(text.plain.len() + 16);
    let mut writer = Writer { text: &text.plain, dialect, out: &mut out };
    writer.range(0..text.plain.len(), &wraps, Depth::Open);
    out
}

/// Plain text as the content of a braced field.
pub fn escape_str(text: &str, dialect: Dialect) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    Writer { text, dialect, out: &mut out }.plain(0..text.len(), Depth::Open);
    out
}

/// Whether braces of the value are open around what is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Open,
    Braced,
}

struct Writer<'a> {
    text: &'a str,
    dialect: Dialect,
    out: &'a mut String,
}

impl Writer<'_> {
    fn range(&mut self, range: Range<usize>, wraps: &[(Range<usize>, Wrap)], depth: Depth) {
        let mut at = range.start;
        let mut i = 0;
        while let Some((inner, wrap)) = wraps.get(i) {
            let rest = wraps.get(i + 1..).unwrap_or_default();
            let count = rest.iter().take_while(|(r, _)| r.start < inner.end).count();
            i += 1 + count;
            if inner.start < at || inner.end > range.end || inner.is_empty() {
                // It would cut what is around it: its text is written without it.
                i -= count;
                continue;
            }
            self.plain(at..inner.start, depth);
            let rest = rest.get(..count).unwrap_or_default();
            self.wrapped(inner.clone(), wrap, rest, depth);
            at = inner.end;
        }
        self.plain(at..range.end, depth);
    }

    fn wrapped(&mut self, range: Range<usize>, wrap: &Wrap, inner: &[(Range<usize>, Wrap)], depth: Depth) {
        match wrap {
            Wrap::Protect if depth == Depth::Braced => self.range(range, inner, depth),
            Wrap::Protect => {
                self.out.push('{');
                self.range(range, inner, Depth::Braced);
                self.out.push('}');
            }
            Wrap::Mark(MarkKind::Italic) => {
                self.out.push_str("\\emph{");
                self.range(range, inner, Depth::Braced);
                self.out.push('}');
            }
            Wrap::Mark(MarkKind::Superscript) => self.script(range, inner, ('^', "\\textsuperscript{"), depth),
            Wrap::Mark(MarkKind::Subscript) => self.script(range, inner, ('_', "\\textsubscript{"), depth),
            Wrap::Mark(MarkKind::Math) => match self.text.get(range.clone()) {
                Some(formula) if math::is_harmless(formula) => self.math(formula, depth),
                _ => self.plain(range, depth),
            },
        }
    }

    /// A raised or lowered stretch: mathematics where it is simple (every reader knows that), else a command.
    fn script(&mut self, range: Range<usize>, inner: &[(Range<usize>, Wrap)], how: (char, &str), depth: Depth) {
        let simple = |s: &str| s.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'*'));
        match self.text.get(range.clone()) {
            Some(text) if simple(text) => self.math(&format!("{}{{{text}}}", how.0), depth),
            _ => {
                self.out.push_str(how.1);
                self.range(range, inner, Depth::Braced);
                self.out.push('}');
            }
        }
    }

    fn math(&mut self, formula: &str, depth: Depth) {
        let (open, close) = if depth == Depth::Open { ("{$", "$}") } else { ("$", "$") };
        self.out.push_str(open);
        self.out.push_str(formula);
        self.out.push_str(close);
    }

    fn code(&mut self, code: &str, depth: Depth) {
        // Braced mathematics inside braces needs none of its own.
        match code.strip_prefix("{$").and_then(|c| c.strip_suffix("$}")) {
            Some(formula) => self.math(formula, depth),
            None => self.out.push_str(code),
        }
    }

    fn plain(&mut self, range: Range<usize>, depth: Depth) {
        let Some(text) = self.text.get(range) else { return };
        let mut chars = text.char_indices().peekable();
        let mut greek_before = false;
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, n)| *n);
            if let (Dialect::Ascii, Some((sign, _))) = (self.dialect, script_digit(c)) {
                let run = text.get(at..).unwrap_or_default();
                let digits: String =
                    run.chars().map_while(|c| script_digit(c).filter(|s| s.0 == sign).map(|s| s.1)).collect();
                for _ in 1..digits.len() {
                    chars.next();
                }
                self.math(&format!("{sign}{{{digits}}}"), depth);
                continue;
            }
            let greek = is_greek(c);
            if greek && (greek_before || next.is_some_and(is_greek)) {
                // A word in Greek, not a symbol.
                self.out.push(c);
            } else {
                self.char(c, depth);
            }
            greek_before = greek;
        }
    }

    fn char(&mut self, c: char, depth: Depth) {
        if c.is_ascii() {
            match lexicon::special(c) {
                None if c == '\'' && self.out.ends_with('\'') => self.out.push_str(lexicon::RIGHT_QUOTE),
                Some(code) => self.code(code, depth),
                None => self.out.push(c),
            }
            return;
        }
        let mut buffer = [0; 4];
        match (self.dialect, lexicon::LATEX.get(c.encode_utf8(&mut buffer))) {
            (Dialect::Ascii, Some(code)) => self.code(code, depth),
            // TeX prints the apostrophe as a closing quotation mark, but two of them as a double one.
            (Dialect::Ascii, None) if c == '’' && !self.out.ends_with('\'') => self.out.push('\''),
            (Dialect::Ascii, None) if c == '’' => self.out.push_str(lexicon::RIGHT_QUOTE),
            (Dialect::Ascii, None) if c == '―' => self.out.push_str("---"),
            _ => self.out.push(c),
        }
    }
}

fn is_greek(c: char) -> bool {
    matches!(u32::from(c), 0x370..=0x3FF | 0x1F00..=0x1FFF)
}

/// A raised or lowered digit or sign: `^` or `_`, and the plain character.
fn script_digit(c: char) -> Option<(char, char)> {
    let digit = |base: u32| char::from_digit(u32::from(c).wrapping_sub(base), 10);
    match c {
        '¹' => Some(('^', '1')),
        '²' => Some(('^', '2')),
        '³' => Some(('^', '3')),
        '⁰' | '⁴'..='⁹' => digit(0x2070).map(|d| ('^', d)),
        '⁺' => Some(('^', '+')),
        '⁻' => Some(('^', '-')),
        '₀'..='₉' => digit(0x2080).map(|d| ('_', d)),
        '₊' => Some(('_', '+')),
        '₋' => Some(('_', '-')),
        _ => None,
    }
}

/// Reads a field back: the text that [`escape`] was given, without its marks and protecting braces.
pub fn unescape(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '{' | '}' => spelled(rest, &mut out).unwrap_or(1),
            '$' => formula(rest, &mut out),
            '\\' => command(rest, &mut out),
            '-' if rest.starts_with("---") => push(&mut out, '—', 3),
            '-' if rest.starts_with("--") => push(&mut out, '–', 2),
            _ => push(&mut out, c, c.len_utf8()),
        };
        rest = rest.get(taken.max(1)..).unwrap_or_default();
    }
    out
}

fn push(out: &mut String, c: char, taken: usize) -> usize {
    out.push(c);
    taken
}

/// A group that is the spelling of one character.
fn spelled(rest: &str, out: &mut String) -> Option<usize> {
    // No spelling is longer than this, nor nests deeper than one group.
    let end = rest.char_indices().take(32).filter(|(_, c)| *c == '}').map(|(i, _)| i + 1).take(2);
    for end in end {
        if let Some(c) = rest.get(..end).and_then(lexicon::character) {
            return Some(push(out, c, end));
        }
    }
    None
}

fn formula(rest: &str, out: &mut String) -> usize {
    let Some(end) = rest.get(1..).and_then(|r| r.find('$')).map(|i| i + 2) else { return push(out, '$', 1) };
    let formula = rest.get(..end).unwrap_or_default();
    if let Some(c) = lexicon::character(&format!("{{{formula}}}")) {
        return push(out, c, end);
    }
    let body = formula.trim_matches('$');
    let script = body.chars().next().filter(|c| matches!(c, '^' | '_'));
    let digits = body.get(1..).and_then(|b| b.strip_prefix('{')).and_then(|b| b.strip_suffix('}'));
    match (script, digits) {
        (Some(sign), Some(digits)) => out.extend(digits.chars().map(|c| raised(sign, c))),
        _ => out.push_str(body),
    }
    end
}

/// The raised or lowered form of a digit or sign; the character itself if it has none.
fn raised(sign: char, c: char) -> char {
    ('\u{B2}'..='\u{B9}').chain('\u{2070}'..='\u{208B}').find(|s| script_digit(*s) == Some((sign, c))).unwrap_or(c)
}

fn command(rest: &str, out: &mut String) -> usize {
    let name = rest.get(1..).unwrap_or_default();
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    match name.chars().next() {
        Some(c) if letters == 0 => push(out, c, 1 + c.len_utf8()),
        // `\emph{`, `\textsuperscript{`: the argument's braces are dropped as any.
        _ => 1 + letters,
    }
}
