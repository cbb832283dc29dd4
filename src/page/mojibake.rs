//! UTF-8 that was read as Latin-1 or windows-1252 and saved again (`MÃ¼ller`, `â€“`): put right, if the page is full of it.
//!
//! A character of such a text stands for a byte; bytes that form a sequence of UTF-8 are one character. A right text may by
//! chance hold such a sequence (`„Ä“`), so it is put right only where most characters beyond ASCII are part of one.

use std::ops::Range;

use encoding_rs::WINDOWS_1252;

use super::{Line, Page};
use crate::span::Span;

/// Puts the lines of a page right, and tells where the first fault stood.
pub(super) fn repair(page: &mut Page) -> Option<Span> {
    let faults: Vec<Vec<(Range<usize>, String)>> =
        page.lines.iter().map(|line| sequences(line.text.as_str())).collect();
    let beyond = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
    let all: usize = page.lines.iter().map(|line| beyond(line.text.as_str())).sum();
    let faulty: usize = (page.lines.iter().zip(&faults))
        .flat_map(|(line, faults)| faults.iter().map(|(range, _)| beyond(&line.text.as_str()[range.clone()])))
        .sum();
    if faulty == 0 || faulty * 2 <= all {
        return None;
    }
    let mut first = None;
    for (line, faults) in page.lines.iter_mut().zip(&faults) {
        let Some((range, _)) = faults.first() else { continue };
        first = first.or_else(|| line.text.spans(range.clone()).first().copied());
        put_right(line, faults);
    }
    first
}

fn put_right(line: &mut Line, faults: &[(Range<usize>, String)]) {
    let (text, place) = line.text.replaced(faults);
    line.cells = line.cells.iter().map(|cell| place(cell.start)..place(cell.end)).collect();
    line.text = text;
}

/// The stretches whose characters are the bytes of one character in UTF-8, with that character.
fn sequences(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let Some(lead) = u8::try_from(u32::from(c)).ok().filter(|b| (0xc2..=0xf4).contains(b)) else { continue };
        let count = match lead {
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            _ => 3,
        };
        let mut bytes = vec![lead];
        let mut ahead = rest.clone();
        let mut end = start + c.len_utf8();
        for _ in 0..count {
            let Some((at, next)) = ahead.next() else { break };
            let Some(b) = byte(next).filter(|b| (0x80..=0xbf).contains(b)) else { break };
            bytes.push(b);
            end = at + next.len_utf8();
        }
        if bytes.len() == count + 1
            && let Ok(right) = std::str::from_utf8(&bytes)
            && right.chars().all(|c| !c.is_control())
        {
            found.push((start..end, right.to_owned()));
            rest = ahead;
        }
    }
    found
}

/// The byte that a character was, if it was one.
fn byte(c: char) -> Option<u8> {
    match u32::from(c) {
        code @ 0x80..=0xff => u8::try_from(code).ok(),
        0..=0x7f => None,
        _ => {
            let mut buffer = [0; 4];
            let (bytes, _, failed) = WINDOWS_1252.encode(c.encode_utf8(&mut buffer));
            (!failed && bytes.len() == 1).then(|| bytes[0])
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::page::{Page, read};
    use crate::source::{Format, Source};
    use crate::span::SourceId;

    fn page(text: &str) -> Page {
        let (source, _) = Source::decode(SourceId(0), "x", text.as_bytes());
        read(&source.with_format(Format::Text))
    }

    /// The text as a program shows it that takes its UTF-8 for windows-1252.
    fn garbled(text: &str) -> String {
        text.bytes().map(|b| encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[b]).0.into_owned()).collect()
    }

    #[test]
    fn what_was_decoded_twice_is_put_right() {
        for text in ["Müller, Größe und Länge – “Ä”", "夏目漱石『こころ』", "Čapek, Łódź, naïve café", "Ирина"]
        {
            let read = page(&garbled(text));
            assert_eq!(read.lines[0].text.as_str(), text);
            assert!(read.repaired.is_some());
            // Every character is traced to where its bytes stand.
            let source = garbled(text);
            let spans = read.lines[0].text.all_spans();
            assert_eq!((spans[0].start, spans[spans.len() - 1].end as usize), (0, source.len()));
        }
    }

    #[test]
    fn what_is_right_stays() {
        for text in ["Müller sagt „Ä“ und „Ö“ über Größe", "Ã is a letter", "plain", "Â§ 5 für Länge, Größe, Öl"]
        {
            let read = page(text);
            assert_eq!((read.lines[0].text.as_str(), read.repaired), (text, None));
        }
    }
}
