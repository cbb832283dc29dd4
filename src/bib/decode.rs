//! LaTeX in values of a .bib file to Unicode, by the `biblatex` crate, one entry at a time.

use std::borrow::Cow;

use biblatex::{Bibliography, Chunk, Chunks, Entry, Pair, Person, RawBibliography, RawChunk, RawEntry, Spanned};

use crate::lexicon;
use crate::model::{Mark, MarkKind, Name, Text};

/// Values that nest deeper, are longer or have more braces are taken as they stand: the decoder recurses and is not
/// linear in the number of groups.
const DEPTH: usize = 24;
const LENGTH: usize = 1 << 16;
const GROUPS: usize = 4000;

/// Decodes the texts of an entry together; a text that cannot be decoded costs only itself its markup.
pub(super) fn decode(texts: &[Cow<'_, str>]) -> Vec<Chunks> {
    // Most values have no markup at all, and the decoder is slow to say so.
    let simple: Vec<bool> = texts.iter().map(|text| is_simple(text)).collect();
    let literal = |text: &str| vec![at_start(Chunk::Normal(text.to_owned()))];
    if !simple.contains(&false) {
        return texts.iter().map(|text| literal(text)).collect();
    }
    let names: Vec<String> = (0..texts.len()).map(|i| format!("f{i}")).collect();
    let plain = |text: &str| vec![at_start(Chunk::Normal(without_braces(text)))];
    let marked = |i: &usize| !simple[*i] && is_tame(&texts[*i]);
    let all: Vec<(usize, &str)> = (0..texts.len()).filter(marked).map(|i| (i, texts[i].as_ref())).collect();
    let together = parse(&names, &all);
    let decoded = |(i, text): (usize, &Cow<'_, str>)| {
        if simple[i] {
            return literal(text);
        }
        let alone = || if together.is_none() && is_tame(text) { parse(&names, &[(i, text)]) } else { None };
        let entry = alone();
        let chunks = together.as_ref().or(entry.as_ref()).and_then(|entry| entry.get(&names[i]));
        chunks.map_or_else(|| plain(text), <[_]>::to_vec)
    };
    texts.iter().enumerate().map(decoded).collect()
}

/// Whether a text is what the decoder would make of it, but for white space, which is run together afterwards.
fn is_simple(text: &str) -> bool {
    let bytes = text.as_bytes();
    !bytes.iter().any(|byte| matches!(byte, b'\\' | b'{' | b'}' | b'$')) && !text.contains("--") && text.len() <= LENGTH
}

fn parse(names: &[String], fields: &[(usize, &str)]) -> Option<Entry> {
    let pair = |(i, text): &(usize, &'_ str)| -> Option<(String, String)> {
        Some((names.get(*i)?.clone(), (*text).to_owned()))
    };
    let owned: Vec<(String, String)> = fields.iter().filter_map(pair).collect();
    let pairs = owned
        .iter()
        .map(|(name, text)| Pair::new(at_start(name.as_str()), at_start(vec![at_start(RawChunk::Normal(text))])));
    let raw = RawEntry { key: at_start("k"), kind: at_start("misc"), fields: pairs.collect() };
    let raw = RawBibliography { preamble: String::new(), entries: vec![at_start(raw)], abbreviations: Vec::new() };
    Bibliography::from_raw(raw).ok()?.into_vec().pop()
}

/// A value at the start of nothing: places in the decoder's errors are not looked at.
fn at_start<T>(value: T) -> Spanned<T> {
    Spanned::new(value, 0..0)
}

fn is_tame(text: &str) -> bool {
    let (mut depth, mut deepest, mut groups) = (0usize, 0usize, 0usize);
    for byte in text.bytes() {
        match byte {
            b'{' => {
                depth += 1;
                groups += 1;
                deepest = deepest.max(depth);
            }
            b'}' => depth = depth.saturating_sub(1),
            b'$' => groups += 1,
            _ => {}
        }
    }
    text.len() <= LENGTH && deepest <= DEPTH && groups <= GROUPS
}

/// Prepares a value: ties are spaces, TeX's quotation marks are quotation marks.
pub(super) fn prepare(text: &str) -> Cow<'_, str> {
    if !text.contains(['~', '\\', '\'', '`']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        out.push(if c == '~' && !escaped { ' ' } else { c });
        escaped = c == '\\' && !escaped;
    }
    if out.contains("\\i") || out.contains("\\j") {
        out = dotless(&out);
    }
    if out.contains("''") || out.contains("``") {
        out = out.replace("``", "“").replace("''", "”");
    }
    Cow::Owned(out)
}

/// Accents on a dotless letter that has no braces (`\'\i`) in a form the decoder reads (`\'{i}`).
fn dotless(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.as_bytes().windows(2).position(|pair| matches!(pair, b"\\i" | b"\\j")) {
        let (before, after) = rest.split_at(at);
        let word = after[2..].starts_with(|c: char| c.is_ascii_alphabetic());
        let accent =
            before.ends_with(['\'', '`', '^', '"', '~', '=', '.']) && before[..before.len() - 1].ends_with('\\');
        out.push_str(before);
        if accent && !word {
            out.push('{');
            out.push_str(&after[1..2]);
            out.push('}');
            rest = after[2..].trim_start_matches(' ');
        } else {
            out.push_str(&after[..2]);
            rest = &after[2..];
        }
    }
    out.push_str(rest);
    out
}

/// Decoded chunks as text with marks.
pub(super) fn text(chunks: &[Spanned<Chunk>]) -> Text {
    let mut text = Text::default();
    for chunk in chunks {
        match &chunk.v {
            Chunk::Math(math) => match spelled(math) {
                Some(c) => text.plain.push(c),
                None => {
                    let start = text.plain.len();
                    text.plain.push_str(math);
                    text.marks.push(Mark { range: start..text.plain.len(), kind: MarkKind::Math });
                }
            },
            Chunk::Normal(words) | Chunk::Verbatim(words) => push_words(words, &mut text),
        }
    }
    trim(&mut text);
    text
}

/// A formula that is how LaTeX spells one character is that character, and no formula.
fn spelled(formula: &str) -> Option<char> {
    lexicon::character(&format!("{{${formula}$}}"))
}

/// Adds words; commands that the decoder left (`\emph{…}`, `\ch{…}`) give their argument, some with a mark.
fn push_words(words: &str, text: &mut Text) {
    let mut rest = words;
    while let Some(at) = rest.find('\\') {
        push_spaced(&rest[..at], text);
        rest = &rest[at + 1..];
        let name = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let (command, after) = rest.split_at(name);
        rest = after;
        if command.is_empty() {
            continue;
        }
        if let Some(argument) = rest.strip_prefix('{')
            && let Some(end) = argument.find('}')
        {
            let start = text.plain.len();
            push_spaced(&argument[..end], text);
            rest = &argument[end + 1..];
            let kind = match command {
                "emph" | "textit" | "textsl" => Some(MarkKind::Italic),
                "textsuperscript" => Some(MarkKind::Superscript),
                "textsubscript" => Some(MarkKind::Subscript),
                _ => None,
            };
            text.marks.extend(kind.map(|kind| Mark { range: start..text.plain.len(), kind }));
        } else {
            rest = rest.trim_start();
        }
    }
    push_spaced(rest, text);
}

/// Adds text with its white space run together.
fn push_spaced(words: &str, text: &mut Text) {
    for c in words.chars() {
        if !c.is_whitespace() {
            text.plain.push(c);
        } else if !text.plain.ends_with(' ') && !text.plain.is_empty() {
            text.plain.push(' ');
        }
    }
}

fn trim(text: &mut Text) {
    let end = text.plain.trim_end().len();
    text.plain.truncate(end);
    for mark in &mut text.marks {
        mark.range.end = mark.range.end.min(end);
    }
    text.marks.retain(|mark| mark.range.start < mark.range.end);
}

/// A decoded name of a person.
pub(super) fn person(chunks: &[Spanned<Chunk>]) -> Option<Name> {
    if let [Spanned { v: Chunk::Normal(name), .. }] = chunks
        && let Some(name) = simple_person(name)
    {
        return Some(name);
    }
    let spelt = |chunk: &Spanned<Chunk>| match &chunk.v {
        Chunk::Math(formula) => spelled(formula).map(|c| Chunk::Verbatim(c.to_string())),
        Chunk::Normal(_) | Chunk::Verbatim(_) => None,
    };
    let plain = |chunk: &Spanned<Chunk>| match spelt(chunk) {
        Some(letter) => Spanned::new(letter, chunk.span.clone()),
        None => chunk.clone(),
    };
    let person = Person::parse(&chunks.iter().map(plain).collect::<Vec<_>>());
    let tidy = |part: &str| {
        let mut text = Text::default();
        push_words(part, &mut text);
        trim(&mut text);
        text.plain
    };
    let family = tidy(&format!("{} {}", person.prefix, person.name));
    let (given, suffix) = (tidy(&person.given_name), tidy(&person.suffix));
    let named = !(family.is_empty() && given.is_empty());
    named.then_some(Name::Person { family, given, suffix })
}

/// A name of the form `Family, Given`, where nothing needs the decoder: particles belong to the family name.
fn simple_person(name: &str) -> Option<Name> {
    let (family, given) = name.split_once(',')?;
    if given.contains(',') || name.contains(['\\', '=']) {
        return None;
    }
    let tidy = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let (family, given) = (tidy(family), tidy(given));
    (!family.is_empty() && !given.is_empty()).then(|| Name::Person { family, given, suffix: String::new() })
}

/// A value that is written as it is (DOI, URL): braces and escapes off.
pub(super) fn verbatim(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = text.trim();
    let text = text.strip_prefix("\\url{").and_then(|t| t.strip_suffix('}')).unwrap_or(text);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek().is_some_and(|n| matches!(n, '_' | '%' | '&' | '#' | '$' | '~' | '{' | '}')) => {}
            '{' | '}' => {}
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

fn without_braces(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '{' | '}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short ways give what the decoder gives.
    #[test]
    fn short_ways_lead_to_the_same_place() {
        let names = [
            "Lamport, Leslie",
            "van der Maaten, Laurens",
            "  de  la Mer ,  Jean  Luc ",
            "MOSS, A.",
            "berg, jan",
            "张, 伟",
            "Reed-Moss, Ada",
            "Łuk, Ben C.",
            "Łuk-de Sand, B-C",
            "O’Rain, x. y.",
        ];
        for name in names {
            let slow = parse(&["f0".to_owned()], &[(0, name)]).and_then(|entry| entry.get("f0").map(<[_]>::to_vec));
            let slow = slow.map(|chunks| Person::parse(&chunks));
            let Some(Name::Person { family, given, .. }) = simple_person(name) else { panic!("{name}") };
            let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let slow = slow.map(|p| (words(format!("{} {}", p.prefix, p.name)), words(p.given_name)));
            assert_eq!(slow, Some((family, given)), "{name}");
        }
        for value in ["A  plain\n\ttitle - with 3-4 marks; & % # ^ _ ~", " ", "", "é“x”", "ends in space "] {
            assert!(is_simple(value));
            let slow = parse(&["f0".to_owned()], &[(0, value)]).and_then(|entry| entry.get("f0").map(text));
            assert_eq!(slow, decode(&[value.into()]).first().map(|chunks| text(chunks)), "{value}");
        }
    }
}
