//! Bytes to a source: encoding, byte order mark, format, line index.

mod format;
mod mhtml;

use std::ops::Range;

pub use format::Format;

use crate::diag::{Code, Diagnostic};
use crate::span::{SourceId, Span};

/// One input, decoded to UTF-8.
#[derive(Clone, Debug)]
pub struct Source {
    id: SourceId,
    name: String,
    text: String,
    format: Format,
    /// Byte at which each line starts.
    starts: Vec<u32>,
    /// Characters before every [`STRIDE`]th byte, so that a column on a long line needs no walk from its start.
    characters: Vec<u32>,
}

/// Bytes between two entries of the table of characters.
const STRIDE: usize = 4096;

impl Source {
    /// Decodes `bytes`: by byte order mark, else as UTF-8 if they are, else as they declare, else by the most likely
    /// encoding. `name` is what diagnostics call it.
    pub fn decode(id: SourceId, name: impl Into<String>, bytes: &[u8]) -> (Self, Vec<Diagnostic>) {
        Self::decode_as(id, name, bytes, None)
    }

    /// Decodes `bytes` from `encoding` if it is given; a byte order mark still counts.
    ///
    /// Of a web archive (MHTML) the page is taken; places are then those in the page.
    pub fn decode_as(
        id: SourceId,
        name: impl Into<String>,
        bytes: &[u8],
        encoding: Option<Encoding>,
    ) -> (Self, Vec<Diagnostic>) {
        let name = name.into();
        let archived = mhtml::page(bytes);
        let declared = archived.as_ref().and_then(|page| page.charset.as_deref()).and_then(Encoding::from_name);
        let bytes = archived.as_ref().map_or(bytes, |page| &page.bytes);
        let Decoded { text, encoding: used, lossy, guessed } = decode(bytes, encoding.or(declared));
        let format = if archived.is_some() { Format::Html } else { format::sniff(&name, &text) };
        let (starts, characters) = (line_starts(&text), characters(&text));
        let source = Self { id, name, text, format, starts, characters };
        let mut diagnostics = Vec::new();
        if lossy {
            let at = source.text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
            let start = u32::try_from(at).unwrap_or(u32::MAX);
            let message = format!("some bytes are not valid {} and were replaced by U+FFFD", used.name());
            diagnostics.push(Diagnostic::new(Code::InvalidEncoding, vec![Span::new(id, start, start + 3)], message));
        }
        if guessed && let Some((at, c)) = source.text.char_indices().find(|(_, c)| !c.is_ascii()) {
            let [start, end] = [at, at + c.len_utf8()].map(|i| u32::try_from(i).unwrap_or(u32::MAX));
            let message = format!("the bytes are not UTF-8 and were read as {}", used.name());
            diagnostics.push(Diagnostic::new(Code::GuessedEncoding, vec![Span::new(id, start, end)], message));
        }
        (source, diagnostics)
    }

    /// A source of text that was decoded already: a part of another source. Its places are those in the part.
    pub fn section(id: SourceId, text: &str) -> Self {
        let (starts, characters) = (line_starts(text), characters(text));
        Self { id, name: String::new(), text: text.to_owned(), format: Format::Text, starts, characters }
    }

    /// Its number in this run.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The name that diagnostics use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The format it is read in: by its name where that says so, else by its content.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The same source, read in another format.
    pub fn with_format(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// The bytes of each line, line break not included.
    pub fn line_ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.starts.len()).map(|i| {
            let start = self.starts[i] as usize;
            let end = self.starts.get(i + 1).map_or(self.text.len(), |s| *s as usize);
            let line = self.text[start..end].trim_end_matches(['\n', '\r']);
            start..start + line.len()
        })
    }

    /// Line and column (both from 1; the column counts characters) of a byte.
    pub fn position(&self, byte: u32) -> (usize, usize) {
        let line = self.starts.partition_point(|s| *s <= byte).max(1);
        let end = (byte as usize).min(self.text.len());
        let start = (self.starts[line - 1] as usize).min(end);
        (line, self.characters_before(end) - self.characters_before(start) + 1)
    }

    /// Characters that begin before a byte.
    fn characters_before(&self, byte: usize) -> usize {
        let stride = byte / STRIDE;
        let known = self.characters.get(stride).map_or(0, |n| *n as usize);
        known + begun(&self.text.as_bytes()[stride * STRIDE..byte])
    }
}

/// Characters of UTF-8 that begin in `bytes`.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| **b & 0b1100_0000 != 0b1000_0000).count()
}

/// Characters before every [`STRIDE`]th byte.
fn characters(text: &str) -> Vec<u32> {
    let strides = text.as_bytes().chunks(STRIDE).scan(0, |before, stride| {
        let here = *before;
        *before += u32::try_from(begun(stride)).unwrap_or(u32::MAX);
        Some(here)
    });
    strides.collect()
}

/// Byte at which each line starts. Files of old Macintoshes end lines with a carriage return alone.
fn line_starts(text: &str) -> Vec<u32> {
    let end = if text.contains('\n') { b'\n' } else { b'\r' };
    let mut starts = vec![0];
    let ends = text.bytes().enumerate().filter(|(_, b)| *b == end);
    starts.extend(ends.map(|(i, _)| u32::try_from(i + 1).unwrap_or(u32::MAX)));
    starts
}

/// A character encoding of the Encoding Standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// The encoding of a name or label (`latin1`, `Shift_JIS`, `gbk`), whatever its case.
    pub fn from_name(name: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label(name.as_bytes()).map(Self)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

/// Bytes in which a page says its encoding; browsers look at the first 1024, generators write more before it.
const DECLARED: usize = 4096;

/// A text made of bytes.
struct Decoded {
    text: String,
    encoding: Encoding,
    /// Whether something had to be replaced.
    lossy: bool,
    /// Whether nothing but the frequencies of the bytes spoke for the encoding.
    guessed: bool,
}

fn decode(bytes: &[u8], encoding: Option<Encoding>) -> Decoded {
    if let Some((found, skip)) = encoding_rs::Encoding::for_bom(bytes) {
        return decode_from(&bytes[skip..], Encoding(found));
    }
    if let Some(encoding) = encoding {
        return decode_from(bytes, encoding);
    }
    let escapes = bytes.windows(2).any(|pair| pair == b"\x1b$");
    match std::str::from_utf8(bytes) {
        Ok(text) if escapes && text.is_ascii() => return decode_from(bytes, Encoding(encoding_rs::ISO_2022_JP)),
        Ok(text) if !is_utf16(bytes) => {
            let encoding = Encoding(encoding_rs::UTF_8);
            return Decoded { text: text.to_owned(), encoding, lossy: false, guessed: false };
        }
        _ => {}
    }
    if is_utf16(bytes) {
        let big = bytes.first() == Some(&0);
        return decode_from(bytes, Encoding(if big { encoding_rs::UTF_16BE } else { encoding_rs::UTF_16LE }));
    }
    if is_damaged_utf8(bytes) {
        return decode_from(bytes, Encoding(encoding_rs::UTF_8));
    }
    if let Some(declared) = declared(&bytes[..bytes.len().min(DECLARED)]) {
        return decode_from(bytes, declared);
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let encoding = Encoding(detector.guess(None, chardetng::Utf8Detection::Allow));
    Decoded { guessed: true, ..decode_from(bytes, encoding) }
}

fn decode_from(bytes: &[u8], encoding: Encoding) -> Decoded {
    let (text, lossy) = encoding.0.decode_without_bom_handling(bytes);
    Decoded { text: text.into_owned(), encoding, lossy, guessed: false }
}

/// UTF-16 without a byte order mark: mostly Latin text has a zero in every other byte.
fn is_utf16(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(DECLARED)];
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    head.len() >= 8 && even.min(odd) == 0 && even.max(odd) * 10 >= head.len() * 4
}

/// UTF-8 with a few damaged characters (a cut file, one pasted word in another encoding).
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= 4 * bad
}

/// The encoding that a page declares: `<meta charset=…>`, `<meta http-equiv … charset=…>`, `<?xml … encoding=…?>`.
/// A declared UTF-16 cannot be true, as the declaration was readable.
fn declared(head: &[u8]) -> Option<Encoding> {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let meta = head
        .match_indices("charset")
        .filter(|(at, _)| head[..*at].rfind('<').is_some_and(|i| head[i..].starts_with("<meta")));
    let xml = head.match_indices("encoding").filter(|_| head.trim_start().starts_with("<?xml"));
    for (at, word) in meta.chain(xml.take(1)) {
        let value = head[at + word.len()..].trim_start();
        let Some(value) = value.strip_prefix('=') else { continue };
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        let label: String = value.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_:.".contains(*c)).collect();
        match Encoding::from_name(&label) {
            Some(found) if found.0.is_ascii_compatible() && found.0 != encoding_rs::UTF_8 => return Some(found),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> (String, &'static str) {
        let Decoded { text, encoding, .. } = decode(bytes, None);
        (text, encoding.name())
    }

    #[test]
    fn encodings_are_told_by_mark_validity_declaration_and_guess() {
        assert_eq!(text(b"\xef\xbb\xbfM\xc3\xbcller"), ("Müller".to_owned(), "UTF-8"));
        assert_eq!(text(b"\xff\xfeM\0\xfc\0"), ("Mü".to_owned(), "UTF-16LE"));
        assert_eq!(text(b"S\0m\0i\0t\0h\0"), ("Smith".to_owned(), "UTF-16LE"));
        assert_eq!(text(b"\0S\0m\0i\0t\0h"), ("Smith".to_owned(), "UTF-16BE"));
        // Valid UTF-8 is UTF-8, whatever the page says.
        let page = "<meta charset=iso-8859-1>Müller, Böhm";
        assert_eq!(text(page.as_bytes()), (page.to_owned(), "UTF-8"));
        let latin2 = b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-8859-2\">\xa9ulc";
        assert_eq!(text(latin2).0.split('>').next_back(), Some("Šulc"));
        let koi8 = b"<?xml version='1.0' encoding='koi8-r'?><p>\xed\xc9\xd2";
        assert_eq!(text(koi8).0.split('>').next_back(), Some("Мир"));
        assert_eq!(text(b"J. M\xfcller and K. B\xf6hm, 2001").1, "windows-1252");
        assert_eq!(text(b"\x1b$B;3ED\x1b(B").1, "ISO-2022-JP");
        assert_eq!(text("Müller, Böhm, Ärger, Öl, Süß \u{2013} cut".as_bytes()).1, "UTF-8");
        let mut cut = "Müller, Böhm, Ärger, Öl".as_bytes().to_vec();
        cut.push(0xc3);
        assert_eq!(text(&cut), ("Müller, Böhm, Ärger, Öl\u{fffd}".to_owned(), "UTF-8"));
    }

    #[test]
    fn a_named_encoding_wins_over_the_guess() {
        let bytes = [0x8b, 0xe0, 0x93, 0x63];
        let (source, diagnostics) = Source::decode_as(SourceId(0), "a.txt", &bytes, Encoding::from_name("sjis"));
        assert_eq!(source.text(), "金田");
        assert!(diagnostics.is_empty());
        let (_, diagnostics) = Source::decode_as(SourceId(0), "a.txt", b"caf\xe9", Encoding::from_name("utf8"));
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(Encoding::from_name("klingon"), None);
    }

    #[test]
    fn columns_count_characters_on_a_line_of_any_length() {
        let text = "première\n".to_owned() + &"é€a𝒳".repeat(3000);
        let source = Source::section(SourceId(0), &text);
        let line = text.find('\n').unwrap() + 1;
        for (column, (at, _)) in text[line..].char_indices().enumerate().step_by(7) {
            assert_eq!(source.position(u32::try_from(line + at).unwrap()), (2, column + 1));
        }
        assert_eq!(source.position(u32::try_from(text.len()).unwrap()), (2, 12_001));
        assert_eq!(source.position(u32::MAX), (2, 12_001));
    }

    #[test]
    fn lines_end_as_the_file_ends_them() {
        for text in ["a\nb\n", "a\r\nb", "a\rb"] {
            let (source, _) = Source::decode(SourceId(0), "a.txt", text.as_bytes());
            let lines: Vec<&str> = source.line_ranges().map(|r| &source.text()[r]).filter(|l| !l.is_empty()).collect();
            assert_eq!(lines, ["a", "b"], "{text:?}");
            assert_eq!(source.position(u32::try_from(text.find('b').unwrap()).unwrap()), (2, 1));
        }
    }
}
