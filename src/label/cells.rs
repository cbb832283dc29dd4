//! The items of a block that the sequence model labels, each with what its features are made of.

use std::ops::Range;

use super::identifiers::{self, Found};
use super::lexica;
use super::shape::{head, letter_class, mixed_class, number_class, roman_class, shape, tail};
use crate::crf;
use crate::segment::{Block, Role};
use crate::text::RunKind;
use crate::text::fold::fold;
use crate::text::token::{TokenKind, tokenize};

/// What a number looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Number {
    #[default]
    None,
    /// 1 to 12.
    Month,
    /// 13 to 31.
    Day,
    Two,
    Three,
    /// Four digits, 1500 to 2039.
    Year,
    Four,
    Five,
    Long,
    /// Roman, more than one letter.
    Roman,
    /// A year with a letter.
    YearLetter,
    /// `2nd`, `3.`-like ordinals.
    Ordinal,
    /// Letter and digits (`e1234`, `S12`).
    Code,
}

/// An item: a token, or a whole identifier.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub range: Range<usize>,
    /// Hash of the folded word; numbers by their class.
    pub word: u64,
    /// Hash of the compressed pattern of capitals, small letters, digits.
    pub shape: u64,
    pub prefix: u64,
    pub suffix2: u64,
    pub suffix3: u64,
    pub number: Number,
    /// The character, where the item is one mark.
    pub mark: Option<char>,
    pub letter: Letter,
    pub lex: lexica::Classes,
    pub style: u8,
    pub quote: u8,
    pub bracket: u8,
    pub spaced: bool,
    pub line: u32,
    pub role: u8,
    pub line_edge: u8,
    /// Of the first item of a line: 1 where it would have had room on the line before, 2 where the line was full.
    pub broken: u8,
    pub identifier: u8,
    /// Whether the identifier's pattern settles the label.
    pub certain: bool,
    pub fine: u32,
}

/// Kinds of words by their letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Letter {
    #[default]
    None,
    /// One capital.
    Initial,
    /// Two to four capitals.
    Initials,
    /// All capitals.
    Upper,
    /// First letter a capital.
    Capital,
    Lower,
    /// Capitals inside.
    Mixed,
    Ideograph,
    /// Letters without case.
    Uncased,
}

/// A stretch between two marks that separate.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    pub cells: Range<usize>,
    pub opener: char,
    pub closer: char,
    /// Classes of cue words in it, a bit each.
    pub cues: u32,
    pub words: u32,
    pub initials: u32,
    pub capitals: u32,
    pub lower: u32,
    pub english: u32,
    pub names: u32,
    pub numbers: u32,
    pub year: bool,
    /// Hashes of the first and the last word.
    pub first: u64,
    pub last: u64,
}

/// The items of a block and what holds for all of them.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub cells: Vec<Cell>,
    pub chunks: Vec<Chunk>,
    pub lines: u32,
    pub quoted: bool,
    /// The first item that looks like a year.
    pub first_year: Option<usize>,
    pub styles: u8,
}

/// Bits of [`Cell::style`].
pub(super) const BOLD: u8 = 1;
pub(super) const ITALIC: u8 = 2;
pub(super) const LINK: u8 = 4;

impl Cells {
    /// Cuts a block into items; lines that are one thing as a whole are left out.
    pub fn new(block: &Block, lately: &mut lexica::Lately) -> Self {
        let text = block.text.as_str();
        let longest = (0..=super::LONGEST.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        let text = &text[..longest];
        let tokens = tokenize(text);
        let found = identifiers::find(text, &tokens);
        let mut this = Self { cells: Vec::with_capacity(tokens.len()), ..Self::default() };
        let mut next = 0;
        let mut line = 0;
        let mut broken = true;
        let mut free = 0;
        for token in &tokens {
            if token.range.start < free {
                continue;
            }
            if token.kind == TokenKind::Break {
                broken = true;
                if let Some(last) = this.cells.last_mut() {
                    last.line_edge |= 2;
                }
                continue;
            }
            while block.lines.get(line + 1).is_some_and(|l| l.range.start <= token.range.start) {
                line += 1;
            }
            if block.lines.get(line).is_some_and(|l| super::whole_line(l.role).is_some()) {
                continue;
            }
            let mut cell = match found.get(next).filter(|f| f.range.start <= token.range.start) {
                Some(hit) => {
                    next += 1;
                    free = hit.range.end;
                    identifier_cell(hit)
                }
                None => token_cell(&text[token.range.clone()], token.range.clone(), token.kind),
            };
            cell.spaced = token.spaced;
            cell.line = line as u32;
            cell.role = block.lines.get(line).map_or(role_code(Role::Reference), |l| role_code(l.role));
            cell.line_edge |= u8::from(broken);
            broken = false;
            this.cells.push(cell);
        }
        if let Some(last) = this.cells.last_mut() {
            last.line_edge |= 2;
        }
        this.lines = block.lines.len() as u32;
        this.set_breaks(block);
        this.set_styles(block);
        lexica::mark(text, &mut this.cells, lately);
        this.set_brackets();
        this.set_chunks();
        super::gbt7714::settle(text, &mut this.cells);
        this.first_year = this.cells.iter().position(|c| matches!(c.number, Number::Year | Number::YearLetter));
        this
    }

    /// Whether a line ends because it was full: if the next word would have had room, the break means something.
    fn set_breaks(&mut self, block: &Block) {
        let text = block.text.as_str();
        let width = |range: Range<usize>| text.get(range).map_or(0, |part| part.trim_end().chars().count());
        let widths: Vec<usize> = block.lines.iter().map(|line| width(line.range.clone())).collect();
        let kept = block.lines.iter().zip(&widths).filter(|(line, _)| super::whole_line(line.role).is_none());
        let longest = kept.map(|(_, width)| *width).max().unwrap_or(0);
        for cell in &mut self.cells {
            let above = (cell.line as usize).checked_sub(1).and_then(|line| widths.get(line));
            if let Some(above) = above.filter(|_| cell.line_edge & 1 == 1) {
                cell.broken = if above + 1 + width(cell.range.clone()) <= longest { 1 } else { 2 };
            }
        }
    }

    fn set_styles(&mut self, block: &Block) {
        for run in block.text.runs() {
            let bit = match run.kind {
                RunKind::Bold => BOLD,
                RunKind::Italic => ITALIC,
                RunKind::Link { .. } => LINK,
                _ => continue,
            };
            let first = self.cells.partition_point(|c| c.range.end <= run.range.start);
            for cell in self.cells[first..].iter_mut().take_while(|c| c.range.start < run.range.end) {
                cell.style |= bit;
                self.styles |= bit;
            }
        }
    }

    /// Which items stand in quotes or brackets. Straight quotes open and close by turns.
    fn set_brackets(&mut self) {
        let (mut quote, mut depth) = (0_u8, 0_u8);
        for i in 0..self.cells.len() {
            let next_spaced = self.cells.get(i + 1).is_none_or(|c| c.spaced || c.mark.is_some());
            let before_word = i > 0 && !self.cells[i].spaced && self.cells[i - 1].mark.is_none();
            let cell = &mut self.cells[i];
            let mut closing = false;
            match cell.mark {
                // Guillemets may point either way.
                Some('»') if quote == 0 && !next_spaced => quote = 1,
                Some('«' | '“') if quote == 1 && next_spaced => closing = true,
                Some('“' | '„' | '«' | '「' | '『' | '《' | '‟') => quote = 1,
                Some('”' | '»' | '」' | '』' | '》') => closing = true,
                Some('"') => {
                    if quote == 0 {
                        quote = 1;
                    } else {
                        closing = true;
                    }
                }
                Some('‘' | '\'' | '`') if quote == 0 && !before_word && !next_spaced => quote = 2,
                Some('’' | '\'') if quote == 2 && next_spaced => closing = true,
                Some('(' | '（') => depth = 1,
                Some('[' | '［' | '【') => depth = 2,
                _ => {}
            }
            self.quoted |= quote == 1;
            cell.quote = if closing { 3 } else { quote };
            cell.bracket = depth;
            if closing {
                quote = 0;
            }
            if matches!(cell.mark, Some(')' | '）' | ']' | '］' | '】')) {
                depth = 0;
            }
        }
    }

    /// Cuts at the marks that separate.
    fn set_chunks(&mut self) {
        let mut chunk = Chunk { opener: '^', ..Chunk::default() };
        for i in 0..self.cells.len() {
            let cell = &self.cells[i];
            if cell.line_edge & 1 == 1 && i > chunk.cells.start && self.lines > 1 && !self.is_wrap(i) {
                self.close_chunk(&mut chunk, i, '\n');
            }
            let cell = &self.cells[i];
            match cell.mark {
                Some(mark) if self.separates(i, mark) => {
                    self.cells[i].fine = self.chunks.len() as u32;
                    self.close_chunk(&mut chunk, i + 1, mark);
                    continue;
                }
                Some(_) => {}
                None => count_word(&mut chunk, cell),
            }
            self.cells[i].fine = self.chunks.len() as u32;
        }
        self.close_chunk(&mut chunk, self.cells.len(), '$');
    }

    /// Whether the line break before an item only wraps a reference.
    fn is_wrap(&self, i: usize) -> bool {
        let reference = role_code(Role::Reference);
        self.cells[i].role == reference && i > 0 && self.cells[i - 1].role == reference
    }

    fn close_chunk(&mut self, chunk: &mut Chunk, end: usize, closer: char) {
        let next = Chunk { cells: end..end, opener: closer, ..Chunk::default() };
        let mut done = std::mem::replace(chunk, next);
        done.cells.end = end;
        done.closer = closer;
        self.chunks.push(done);
    }

    /// Whether a mark separates: not a full stop after an initial or inside a number, not a hyphen inside a word.
    fn separates(&self, i: usize, mark: char) -> bool {
        let next_spaced = self.cells.get(i + 1).is_none_or(|c| c.spaced);
        match mark {
            ',' | ';' | '(' | ')' | '[' | ']' | '“' | '”' | '„' | '«' | '»' | '"' | '|' | '·' | '•' | '，' | '。'
            | '、' | '；' | '：' | '《' | '》' | '「' | '」' | '『' | '』' | '（' | '）' | '!' | '?' | '…' | '／' => {
                true
            }
            ':' | '.' => {
                let before = i.checked_sub(1).map(|k| self.cells[k].letter);
                next_spaced && !matches!(before, Some(Letter::Initial))
            }
            '-' | '–' | '—' | '/' => self.cells[i].spaced && next_spaced,
            _ => false,
        }
    }
}

fn count_word(chunk: &mut Chunk, cell: &Cell) {
    if chunk.words == 0 {
        chunk.first = cell.word;
    }
    chunk.last = cell.word;
    chunk.words += 1;
    chunk.cues |= 1 << (cell.lex.cue & 31);
    chunk.year |= matches!(cell.number, Number::Year | Number::YearLetter);
    chunk.numbers += u32::from(cell.number != Number::None);
    chunk.english += u32::from(cell.lex.is(lexica::ENGLISH));
    chunk.names += u32::from(cell.lex.is(lexica::GIVEN | lexica::FAMILY));
    match cell.letter {
        Letter::Initial | Letter::Initials => chunk.initials += 1,
        Letter::Capital | Letter::Upper | Letter::Mixed => chunk.capitals += 1,
        Letter::Lower => chunk.lower += 1,
        _ => {}
    }
}

/// A small number for a role.
fn role_code(role: Role) -> u8 {
    match role {
        Role::Reference => 1,
        Role::Title => 2,
        Role::Authors => 3,
        Role::Venue => 4,
        Role::Abstract => 5,
        Role::Identifiers => 6,
        Role::Extra => 7,
        Role::Heading | Role::Separator | Role::Furniture => 8,
    }
}

fn identifier_cell(hit: &Found) -> Cell {
    let code = super::label_index(hit.label) + 1;
    Cell {
        range: hit.range.clone(),
        word: crf::hash(hit.rule.as_bytes()),
        shape: u64::from(code),
        identifier: code,
        certain: hit.certain,
        ..Cell::default()
    }
}

fn token_cell(word: &str, range: Range<usize>, kind: TokenKind) -> Cell {
    let mut cell = Cell { range, ..Cell::default() };
    match kind {
        TokenKind::Mark | TokenKind::Break => {
            let mark = word.chars().next().map(plain_mark);
            cell.mark = mark;
            cell.word = crf::feature(1, u64::from(mark.map_or(0, u32::from)));
            cell.shape = cell.word;
        }
        TokenKind::Ideograph => {
            cell.word = crf::hash(word.as_bytes());
            cell.letter = Letter::Ideograph;
            cell.shape = u64::from(word.chars().next().map_or(0, u32::from) >> 8);
        }
        TokenKind::Number => {
            cell.number = number_class(word);
            cell.word = crf::feature(2, cell.number as u64);
            cell.shape = cell.word;
        }
        TokenKind::Word | TokenKind::Mixed => {
            let folded = fold(word);
            cell.word = crf::hash(folded.as_bytes());
            cell.prefix = crf::hash(head(&folded, 3).as_bytes());
            cell.suffix2 = crf::hash(tail(&folded, 2).as_bytes());
            cell.suffix3 = crf::hash(tail(&folded, 3).as_bytes());
            cell.letter = letter_class(word);
            cell.number = if kind == TokenKind::Mixed { mixed_class(word) } else { roman_class(word) };
            cell.shape = shape(word);
        }
    }
    cell
}

/// Marks that differ by typography only are one.
fn plain_mark(c: char) -> char {
    match c {
        '‐' | '‑' | '−' | '‒' => '-',
        '―' | '–' => '–',
        '‟' => '“',
        '´' | 'ʼ' | '′' => '’',
        '∙' | '‧' | '・' | '●' | '▪' | '◦' => '·',
        '，' => ',',
        '：' => ':',
        '；' => ';',
        '（' => '(',
        '）' => ')',
        '．' => '.',
        '［' => '[',
        '］' => ']',
        c => c,
    }
}
