//! A lossless scan of a .bib file: every byte stands in exactly one item, broken entries included.
//!
//! The grammar is BibTeX's (btxdoc, bibtex.web) with what biber adds: `@comment` groups are skipped as a whole, lines
//! that begin with `%` are comments. An entry never reaches beyond a line that begins with `@type{`: so an unclosed
//! brace costs one entry, not the rest of the file, and the scan takes linear time on any input.

use std::ops::Range;

/// A stretch of a .bib file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its bytes; items follow each other without gaps.
    pub range: Range<usize>,
    /// What it is.
    pub kind: ItemKind,
}

/// What a stretch of a .bib file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Text between entries: blank lines, comments, anything.
    Text,
    /// `@comment`.
    Comment,
    /// `@preamble`.
    Preamble,
    /// `@string`.
    Macro(RawField),
    /// An entry.
    Entry(RawEntry),
    /// An entry that cannot be parsed, with what is wrong and where.
    Broken(&'static str, usize),
}

/// An entry as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawEntry {
    /// The type's name, without `@`.
    pub entry_type: Range<usize>,
    /// The key; may be empty.
    pub key: Range<usize>,
    /// Its fields, in order.
    pub fields: Vec<RawField>,
    /// Where the closing brace or parenthesis stands.
    pub close: usize,
    /// Whether a comma stands between the last field (or the key) and the end.
    pub trailing_comma: bool,
}

/// A field as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawField {
    /// Its name.
    pub name: Range<usize>,
    /// Its whole value with delimiters, from the first piece to the last.
    pub value: Range<usize>,
    /// The pieces that `#` joins.
    pub pieces: Vec<Piece>,
}

/// A piece of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// What stands between braces.
    Braced(Range<usize>),
    /// What stands between quotation marks.
    Quoted(Range<usize>),
    /// A number or the name of a macro.
    Bare(Range<usize>),
}

/// Scans a file.
pub fn scan(text: &str) -> Vec<Item> {
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0, open_comment: false, last_boundary: (1, 0) };
    let mut items: Vec<Item> = Vec::new();
    let mut done = 0;
    while let Some(start) = scanner.next_at(done.max(scanner.at)) {
        scanner.at = start;
        let kind = scanner.item();
        if start > done {
            items.push(Item { range: done..start, kind: ItemKind::Text });
        }
        items.push(Item { range: start..scanner.at, kind });
        done = scanner.at;
    }
    if done < text.len() {
        items.push(Item { range: done..text.len(), kind: ItemKind::Text });
    }
    items
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether a comment group was met that is never closed: the next is not searched for its end again.
    open_comment: bool,
    /// The last boundary that was looked for: from where, and where it is.
    last_boundary: (usize, usize),
}

type Failure = (&'static str, usize);

impl Scanner<'_> {
    /// The next `@` that begins an item, from `from` on.
    fn next_at(&self, from: usize) -> Option<usize> {
        let mut at = from;
        let mut line_start = at == 0 || self.bytes.get(at - 1) == Some(&b'\n');
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\n' => line_start = true,
                b'%' if line_start => {
                    at += self.bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(self.bytes.len() - at);
                    continue;
                }
                b'@' if at == 0 || !self.bytes[at - 1].is_ascii_alphanumeric() => {
                    if self.opens(at) {
                        return Some(at);
                    }
                    line_start = false;
                }
                b' ' | b'\t' | b'\r' => {}
                _ => line_start = false,
            }
            at += 1;
        }
        None
    }

    /// Whether `@name{` or `@name(` stands at `at`; `@comment` needs no brace.
    fn opens(&self, at: usize) -> bool {
        let rest = &self.bytes[at + 1..];
        let blank = rest.iter().take_while(|b| b.is_ascii_whitespace()).take(8).count();
        let rest = &rest[blank..];
        let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).take(64).count();
        if name == 0 || rest[0].is_ascii_digit() {
            return false;
        }
        if rest[..name].eq_ignore_ascii_case(b"comment") {
            return true;
        }
        let gap = rest[name..].iter().take_while(|b| b.is_ascii_whitespace()).take(64).count();
        matches!(rest.get(name + gap), Some(b'{' | b'('))
    }

    /// Reads the item whose `@` stands here.
    fn item(&mut self) -> ItemKind {
        let start = self.at;
        self.at += 1;
        self.blank();
        let name = self.type_name();
        let word = self.bytes[name.clone()].to_ascii_lowercase();
        match word.as_slice() {
            b"comment" => {
                self.comment();
                ItemKind::Comment
            }
            b"preamble" => match self.group() {
                Ok(()) => ItemKind::Preamble,
                Err(failure) => self.broken(start, failure),
            },
            b"string" => match self.macro_definition() {
                Ok(field) => ItemKind::Macro(field),
                Err(failure) => self.broken(start, failure),
            },
            _ => match self.entry(name) {
                Ok(entry) => ItemKind::Entry(entry),
                Err(failure) => self.broken(start, failure),
            },
        }
    }

    /// A broken item reaches to the next line that begins an item.
    fn broken(&mut self, start: usize, (what, at): Failure) -> ItemKind {
        self.at = self.boundary(start + 1);
        ItemKind::Broken(what, at)
    }

    /// The next line at or after `from` that begins with `@name{`; the end of the file if there is none.
    fn boundary(&mut self, from: usize) -> usize {
        let (looked_from, found) = self.last_boundary;
        if looked_from <= from && from < found {
            return found;
        }
        let found = self.find_boundary(from);
        self.last_boundary = (from, found);
        found
    }

    fn find_boundary(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(line) = self.bytes[at..].iter().position(|b| *b == b'\n') {
            at += line + 1;
            let indent = self.bytes[at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            if self.bytes.get(at + indent) == Some(&b'@') && self.opens(at + indent) {
                return at + indent;
            }
        }
        self.bytes.len()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blank(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// White space and, between fields, comments to the end of the line.
    fn blank_or_comment(&mut self) {
        loop {
            self.blank();
            if self.peek() != Some(b'%') {
                return;
            }
            while self.peek().is_some_and(|b| b != b'\n') {
                self.at += 1;
            }
        }
    }

    /// The name after an `@`, of the characters that [`opens`](Self::opens) looks at.
    fn type_name(&mut self) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')) {
            self.at += 1;
        }
        start..self.at
    }

    fn name(&mut self) -> Range<usize> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|b| !b.is_ascii_whitespace() && !b.is_ascii_control() && !b"{}()\"#%',=@\\~".contains(&b))
        {
            self.at += 1;
        }
        start..self.at
    }

    fn comment(&mut self) {
        let after = self.at;
        self.blank();
        if matches!(self.peek(), Some(b'{' | b'(')) && !self.open_comment {
            let start = self.at;
            let limit = self.bytes.len();
            if self.delimited(limit).is_ok() {
                return;
            }
            self.open_comment = true;
            self.at = start;
        }
        self.at = after;
        while self.peek().is_some_and(|b| b != b'\n') {
            self.at += 1;
        }
    }

    /// A group in braces or parentheses, which stands here or after blanks.
    fn group(&mut self) -> Result<(), Failure> {
        self.blank();
        let limit = self.boundary(self.at);
        self.delimited(limit)
    }

    /// A balanced group; only braces nest.
    fn delimited(&mut self, limit: usize) -> Result<(), Failure> {
        let start = self.at;
        let round = self.peek() == Some(b'(');
        let mut depth = usize::from(!round);
        self.at += 1;
        while self.at < limit {
            match self.bytes[self.at] {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                b')' if round && depth == 0 => {
                    self.at += 1;
                    return Ok(());
                }
                _ => {}
            }
            self.at += 1;
            if !round && depth == 0 {
                return Ok(());
            }
        }
        Err(("this brace is never closed", start))
    }

    fn macro_definition(&mut self) -> Result<RawField, Failure> {
        let limit = self.boundary(self.at);
        self.blank();
        let close = if self.peek() == Some(b'(') { b')' } else { b'}' };
        self.at += 1;
        let field = self.field(limit)?;
        self.blank_or_comment();
        if self.peek() == Some(b',') {
            self.at += 1;
            self.blank_or_comment();
        }
        if self.at >= limit || self.peek() != Some(close) {
            return Err(("the end of this macro definition is missing", self.at));
        }
        self.at += 1;
        Ok(field)
    }

    fn entry(&mut self, entry_type: Range<usize>) -> Result<RawEntry, Failure> {
        let limit = self.boundary(self.at);
        self.blank();
        let close = if self.peek() == Some(b'(') { b')' } else { b'}' };
        self.at += 1;
        self.blank();
        let start = self.at;
        // A key may hold nearly anything; in an entry in parentheses even a brace.
        while self.at < limit
            && self
                .peek()
                .is_some_and(|b| b != b',' && !b.is_ascii_whitespace() && b != b'=' && (b != close || close == b')'))
        {
            self.at += 1;
        }
        let mut key = start..self.at;
        self.blank_or_comment();
        let mut entry =
            RawEntry { entry_type, key: key.clone(), fields: Vec::with_capacity(8), close: 0, trailing_comma: false };
        match self.peek() {
            Some(b',') if self.at < limit => {
                self.at += 1;
                entry.trailing_comma = true;
            }
            Some(b) if b == close && self.at < limit => {}
            Some(b'=') => {
                // The first field stands where the key should.
                self.at = start;
                key = start..start;
            }
            _ => return Err(("a comma is expected after the key", self.at.min(limit))),
        }
        entry.key = key;
        loop {
            self.blank_or_comment();
            if self.at >= limit {
                return Err(("the end of this entry is missing", limit));
            }
            match self.peek() {
                Some(b) if b == close => {
                    entry.close = self.at;
                    self.at += 1;
                    return Ok(entry);
                }
                Some(b',') => {
                    self.at += 1;
                    entry.trailing_comma = true;
                }
                _ => {
                    let field = self.field(limit)?;
                    entry.fields.push(field);
                    entry.trailing_comma = false;
                }
            }
        }
    }

    fn field(&mut self, limit: usize) -> Result<RawField, Failure> {
        self.blank_or_comment();
        let name = self.name();
        if name.is_empty() {
            return Err(("the name of a field is expected", self.at.min(limit)));
        }
        self.blank_or_comment();
        if self.peek() != Some(b'=') || self.at >= limit {
            return Err(("an equals sign is expected after the name of the field", self.at.min(limit)));
        }
        self.at += 1;
        // Nearly every value is one piece.
        let mut pieces = Vec::with_capacity(1);
        let mut value = 0..0;
        loop {
            self.blank_or_comment();
            if pieces.is_empty() {
                value.start = self.at;
            }
            pieces.push(self.piece(limit)?);
            value.end = self.at;
            self.blank_or_comment();
            if self.peek() != Some(b'#') || self.at >= limit {
                // What follows the value belongs to the entry, not to the field.
                self.at = value.end;
                return Ok(RawField { name, value, pieces });
            }
            self.at += 1;
        }
    }

    fn piece(&mut self, limit: usize) -> Result<Piece, Failure> {
        let start = self.at;
        match self.peek() {
            Some(b'{') => {
                self.delimited(limit)?;
                Ok(Piece::Braced(start + 1..self.at - 1))
            }
            Some(b'"') => {
                self.at += 1;
                let mut depth = 0usize;
                while self.at < limit {
                    match self.bytes[self.at] {
                        b'{' => depth += 1,
                        b'}' => depth = depth.saturating_sub(1),
                        b'"' if depth == 0 => {
                            self.at += 1;
                            return Ok(Piece::Quoted(start + 1..self.at - 1));
                        }
                        _ => {}
                    }
                    self.at += 1;
                }
                Err(("this quotation mark is never closed", start))
            }
            _ => {
                let bare = self.name();
                if bare.is_empty() || self.at > limit {
                    return Err(("a value is expected: {…}, \"…\", a number or a macro", start.min(limit)));
                }
                Ok(Piece::Bare(bare))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<&'static str> {
        let items = scan(text);
        let mut at = 0;
        for item in &items {
            assert_eq!(item.range.start, at, "a gap in {text:?}");
            at = item.range.end;
        }
        assert_eq!(at, text.len());
        items
            .iter()
            .map(|item| match item.kind {
                ItemKind::Text => "text",
                ItemKind::Comment => "comment",
                ItemKind::Preamble => "preamble",
                ItemKind::Macro(_) => "macro",
                ItemKind::Entry(_) => "entry",
                ItemKind::Broken(..) => "broken",
            })
            .collect()
    }

    #[test]
    fn every_byte_has_its_item() {
        assert_eq!(kinds("a@b.c {x}\n@misc{k, title = {T}}\n"), ["text", "entry", "text"]);
        assert_eq!(kinds("@string(a = \"b\" # c)@preamble{\"{\"}"), ["macro", "broken"]);
        assert_eq!(kinds("@misc{k, title = {T\n@misc{l, title = {T}}"), ["broken", "entry"]);
        assert_eq!(
            kinds("% @misc{k,}\n@comment{ @misc{k,} }\n@Comment x\n"),
            ["text", "comment", "text", "comment", "text"]
        );
        assert_eq!(kinds("@comment`\t張}\n"), ["comment", "text"]);
        assert_eq!(kinds("@misc{k title = 1}"), ["broken"]);
        assert_eq!(kinds("@misc{k, title = {T} year = 1, , month = jan # \"~1\"}"), ["entry"]);
        assert_eq!(kinds("@misc{title = {T}}@misc{k}@misc{,}"), ["entry", "entry", "entry"]);
        assert_eq!(kinds("\u{feff}@misc(k),\n x=1)"), ["text", "entry"]);
    }
}
