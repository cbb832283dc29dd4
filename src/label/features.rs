//! The features of an item: a visible, ordered table of names, each with the function that makes its value.
//!
//! A value of 0 means that the item does not have the feature. What a model was trained with is told by
//! [`feature_set`], which also covers what the functions and word lists give for a few probes: a model that is older than
//! the code fails a test.

use std::ops::Range;

use super::cells::{Cell, Cells, Chunk, Letter};
use super::lexica;
use crate::crf::{self, Sequence, feature, feature2};

/// Makes a feature's value for an item.
type Extract = fn(&Cells, usize) -> u64;

/// All features, in order; the place in this table is the feature's number.
pub(super) const FEATURES: &[(&str, Extract)] = &[
    ("word", |c, i| c.at(i).word),
    ("word-1", |c, i| c.near(i, -1).word),
    ("word+1", |c, i| c.near(i, 1).word),
    ("word-2", |c, i| c.near(i, -2).word),
    ("word+2", |c, i| c.near(i, 2).word),
    ("word-1 word", |c, i| pair(c.near(i, -1).word, c.at(i).word)),
    ("word word+1", |c, i| pair(c.at(i).word, c.near(i, 1).word)),
    ("word-2 word-1", |c, i| pair(c.near(i, -2).word, c.near(i, -1).word)),
    ("word+1 word+2", |c, i| pair(c.near(i, 1).word, c.near(i, 2).word)),
    ("prefix", |c, i| c.at(i).prefix),
    ("suffix2", |c, i| c.at(i).suffix2),
    ("suffix3", |c, i| c.at(i).suffix3),
    ("suffix3+1", |c, i| c.near(i, 1).suffix3),
    ("shape", |c, i| some(c.at(i).shape)),
    ("shape-1 shape", |c, i| pair(c.near(i, -1).shape, c.at(i).shape)),
    ("shape shape+1", |c, i| pair(c.at(i).shape, c.near(i, 1).shape)),
    ("kind-1..+1", |c, i| window(c, i, -1, 1)),
    ("kind-2..+2", |c, i| window(c, i, -2, 2)),
    ("kind-3..0", |c, i| window(c, i, -3, 0)),
    ("kind0..+3", |c, i| window(c, i, 0, 3)),
    ("kind0..+5", |c, i| window(c, i, 0, 5)),
    ("kind-5..0", |c, i| window(c, i, -5, 0)),
    ("names-1..+1", |c, i| names(c, i, -1, 1)),
    ("names0..+3", |c, i| names(c, i, 0, 3)),
    ("cue", |c, i| cue(c.at(i))),
    ("cue-1", |c, i| cue(c.near(i, -1))),
    ("cue+1", |c, i| cue(c.near(i, 1))),
    ("cue-2 number", |c, i| number(c, i, cue(c.near(i, -2)))),
    ("cue-1 number", |c, i| number(c, i, cue(c.near(i, -1)))),
    ("cue to the left", |c, i| cue_before(c, i)),
    ("cue to the right", |c, i| cue_after(c, i)),
    ("journal", |c, i| phrase(c, i, 0)),
    ("conference", |c, i| phrase(c, i, 1)),
    ("publisher", |c, i| phrase(c, i, 2)),
    ("place", |c, i| phrase(c, i, 3)),
    ("phrase+1", |c, i| pair(phrases(c.near(i, 1)), kind(c.at(i)))),
    ("phrases", |c, i| some(phrases(c.at(i)))),
    ("phrases chunk edges", |c, i| pair(phrases(c.at(i)), chunk_edges(c, i))),
    ("style", |c, i| style(c, i)),
    ("style-1 style style+1", |c, i| style_change(c, i)),
    ("quote", |c, i| quote(c, i)),
    ("quote quote+1 mark", |c, i| quote_change(c, i)),
    ("bracket kind", |c, i| bracket(c, i)),
    ("position", |c, i| position(c, i)),
    ("from the start", |_, i| if i < 6 { i as u64 + 1 } else { 0 }),
    ("from the end", |c, i| (c.cells.len() - i).min(7) as u64 % 7),
    ("line", |c, i| line(c, i)),
    ("line edge", |c, i| line_edge(c, i)),
    ("break kind", |c, i| broken(c, i, i)),
    ("break+1 kind", |c, i| broken(c, i + 1, i)),
    ("break kinds", |c, i| if c.at(i).broken == 0 { 0 } else { pair(broken(c, i, i), kind(c.near(i, -1))) }),
    ("role", |c, i| role(c, i)),
    ("role kind", |c, i| pair(role(c, i), kind(c.at(i)))),
    ("role cues", |c, i| pair(role(c, i), u64::from(c.chunk(i).cues))),
    ("chunk", |c, i| chunk(c, i)),
    ("chunk marks", |c, i| chunk_marks(c, i)),
    ("chunk cues", |c, i| u64::from(c.chunk(i).cues & !1)),
    ("chunk words", |c, i| chunk_words(c, i, 0)),
    ("chunk words-1", |c, i| chunk_words(c, i, -1)),
    ("chunk words+1", |c, i| chunk_words(c, i, 1)),
    ("chunk-1 cues", |c, i| u64::from(c.chunk_near(i, -1).cues & !1)),
    ("chunk+1 cues", |c, i| u64::from(c.chunk_near(i, 1).cues & !1)),
    ("chunk first word", |c, i| c.chunk_word(i, 0)),
    ("chunk last word", |c, i| c.chunk_word(i, 1)),
    ("chunk+1 first word", |c, i| c.chunk_word(i, 2)),
    ("year", |c, i| year(c, i)),
    ("year chunk", |c, i| pair(year(c, i), chunk(c, i))),
    ("year chunk words", |c, i| pair(year(c, i), chunk_words(c, i, 0))),
    ("identifier", |c, i| u64::from(c.at(i).identifier)),
    ("identifier-1", |c, i| u64::from(c.near(i, -1).identifier)),
    ("identifier+1", |c, i| u64::from(c.near(i, 1).identifier)),
    ("marks number", |c, i| marks_number(c, i)),
    ("spaced kind", |c, i| pair(u64::from(c.at(i).spaced) + 1, kind(c.at(i)))),
];

/// Puts the features of some items into `out`.
pub(super) fn extract(cells: &Cells, items: Range<usize>, out: &mut Sequence) {
    out.clear();
    for i in items {
        for (name, (_, make)) in (0_u16..).zip(FEATURES) {
            let value = make(cells, i);
            if value != 0 {
                out.push(feature(name, value));
            }
        }
        out.end_item();
    }
}

/// Hash of the table of features and of what they give for the probes.
pub fn feature_set() -> u64 {
    let names = FEATURES.iter().fold(0, |sum, (name, _)| feature2(0, sum, crf::hash(name.as_bytes())));
    let mut sequence = Sequence::new();
    PROBES.iter().fold(names, |mut sum, text| {
        let cells = Cells::new(&super::reference_block(text), &mut lexica::Lately::default());
        extract(&cells, 0..cells.cells.len(), &mut sequence);
        for item in sequence.items() {
            sum = item.iter().fold(sum, |sum, &f| feature2(0, sum, f));
        }
        sum
    })
}

/// Texts whose features stand for the code that makes them.
const PROBES: [&str; 3] = [
    "[12] Lovelace, A. & de Morgan, A. (1843b): “Sketch of the Engine”. In: J. Lond. Math. Soc. 12(3), pp. 666–731, doi:10.1000/182.",
    "Notes on Numbers | G. Boole, Ch. Babbage et al.\nProc. 3rd International Conference on Logic (ICL'64), Paris, France, June 1864 — Vol. II",
    "岩波茂雄・夏目漱石『こころ』東京：岩波書店, 1914. Универсальная алгебра. М.: Наука, 1968. – 352 с.",
];

impl Cells {
    fn at(&self, i: usize) -> &Cell {
        &self.cells[i]
    }

    /// The item `by` places on; an empty one outside the block.
    fn near(&self, i: usize, by: isize) -> &Cell {
        i.checked_add_signed(by).and_then(|k| self.cells.get(k)).unwrap_or(&EDGE)
    }

    pub(super) fn chunk(&self, i: usize) -> &Chunk {
        &self.chunks[self.cells[i].fine as usize]
    }

    pub(super) fn chunk_near(&self, i: usize, by: isize) -> &Chunk {
        (self.cells[i].fine as usize).checked_add_signed(by).and_then(|k| self.chunks.get(k)).unwrap_or(&NO_CHUNK)
    }

    /// Hash of the first (0) or last (1) word of an item's chunk, or the first of the next (2).
    fn chunk_word(&self, i: usize, which: u64) -> u64 {
        let chunk = if which == 2 { self.chunk_near(i, 1) } else { self.chunk(i) };
        if which == 1 { chunk.last } else { chunk.first }
    }
}

/// Stands for the items before the first and after the last.
static EDGE: Cell = Cell {
    range: 0..0,
    word: 1,
    shape: 1,
    prefix: 0,
    suffix2: 0,
    suffix3: 0,
    number: super::cells::Number::None,
    mark: None,
    letter: Letter::None,
    lex: lexica::Classes::NONE,
    style: 0,
    quote: 0,
    bracket: 0,
    spaced: false,
    line: 0,
    role: 0,
    line_edge: 0,
    broken: 0,
    identifier: 0,
    certain: false,
    fine: 0,
};

static NO_CHUNK: Chunk = Chunk {
    cells: 0..0,
    opener: '^',
    closer: '$',
    cues: 0,
    words: 0,
    initials: 0,
    capitals: 0,
    lower: 0,
    english: 0,
    names: 0,
    numbers: 0,
    year: false,
    first: 0,
    last: 0,
};

/// A value that is there even if it is 0.
fn some(value: u64) -> u64 {
    value + 1
}

fn pair(a: u64, b: u64) -> u64 {
    feature2(0, a, b)
}

/// What an item is, in few classes: the mark itself, the class of number, the class of letters.
fn kind(cell: &Cell) -> u64 {
    if cell.identifier != 0 {
        return 200 + u64::from(cell.identifier);
    }
    match cell.mark {
        Some(mark) => 1000 + u64::from(u32::from(mark)),
        None => 1 + cell.number as u64 * 16 + cell.letter as u64,
    }
}

/// The kinds of the items from `from` to `to`.
pub(super) fn window(cells: &Cells, i: usize, from: isize, to: isize) -> u64 {
    (from..=to).fold(1, |sum, by| pair(sum, kind(cells.near(i, by))))
}

/// What the lists of names and words say from `from` to `to`.
fn names(cells: &Cells, i: usize, from: isize, to: isize) -> u64 {
    (from..=to).fold(1, |sum, by| {
        let cell = cells.near(i, by);
        let mark = cell.mark.map_or(0, u32::from);
        pair(sum, u64::from(cell.lex.words) << 32 | u64::from(mark) << 8 | cell.letter as u64)
    })
}

/// The class of cue word, and whether it is one of several words.
fn cue(cell: &Cell) -> u64 {
    match cell.lex.cue {
        0 => 0,
        class => u64::from(class) * 4 + u64::from(cell.lex.cue_words.min(3)),
    }
}

/// A value together with the class of the number at hand.
fn number(cells: &Cells, i: usize, value: u64) -> u64 {
    let number = cells.at(i).number as u64;
    if number == 0 || value == 0 { 0 } else { value * 32 + number }
}

/// The nearest cue word to the left, within six items and the line, and how far.
fn cue_before(cells: &Cells, i: usize) -> u64 {
    (1..=6)
        .map(|by| (by, cells.near(i, -by).lex.cue))
        .find(|(_, cue)| *cue > 0)
        .map_or(0, |(by, cue)| u64::from(cue) * 8 + u64::from(by.unsigned_abs() > 2))
}

/// The nearest cue word to the right, within six items.
fn cue_after(cells: &Cells, i: usize) -> u64 {
    (1..=6)
        .map(|by| (by, cells.near(i, by).lex.cue))
        .find(|(_, cue)| *cue > 0)
        .map_or(0, |(by, cue)| u64::from(cue) * 8 + u64::from(by.unsigned_abs() > 2))
}

/// An item's part in a phrase of a list, with its kind of letters.
fn phrase(cells: &Cells, i: usize, list: usize) -> u64 {
    match cells.at(i).lex.phrases[list] {
        0 => 0,
        part => {
            let next = cells.near(i, 1).lex.phrases[list];
            let last = next <= 4;
            u64::from(part) * 64 + u64::from(last) * 32 + cells.at(i).letter as u64
        }
    }
}

/// All lists together.
fn phrases(cell: &Cell) -> u64 {
    let sum = cell.lex.phrases.iter().fold(0, |sum, &p| sum * 9 + u64::from(p));
    sum * 32 + u64::from(cell.lex.cue)
}

/// Whether the phrase fills its chunk: the marks before and after the phrase an item stands in.
fn chunk_edges(cells: &Cells, i: usize) -> u64 {
    let chunk = cells.chunk(i);
    let first = chunk.cells.start == i;
    u64::from(u32::from(chunk.opener)) << 24 | u64::from(u32::from(chunk.closer)) << 1 | u64::from(first)
}

/// Bold, italic, link, where the block has any.
fn style(cells: &Cells, i: usize) -> u64 {
    if cells.styles == 0 { 0 } else { u64::from(cells.at(i).style) << 3 | u64::from(cells.styles) }
}

/// Where the style changes.
fn style_change(cells: &Cells, i: usize) -> u64 {
    if cells.styles == 0 {
        return 0;
    }
    let [a, b, c] = [-1, 0, 1].map(|by| u64::from(cells.near(i, by).style));
    1 + (a * 8 + b) * 8 + c
}

/// In quotes, before the first, after; with whether the block has quotes.
fn quote(cells: &Cells, i: usize) -> u64 {
    if cells.quoted { 1 + u64::from(cells.at(i).quote) } else { 0 }
}

fn quote_change(cells: &Cells, i: usize) -> u64 {
    let (now, next, before) = (cells.at(i).quote, cells.near(i, 1).quote, cells.near(i, -1).quote);
    if now | next | before == 0 {
        return 0;
    }
    pair(u64::from(before) * 16 + u64::from(now) * 4 + u64::from(next) + 1, kind(cells.at(i)))
}

/// In brackets, with the kind of item.
fn bracket(cells: &Cells, i: usize) -> u64 {
    let cell = cells.at(i);
    if cell.bracket == 0 { 0 } else { u64::from(cell.bracket) * 1_000_000 + kind(cell) }
}

/// A tenth of the block.
fn position(cells: &Cells, i: usize) -> u64 {
    1 + (i * 10 / cells.cells.len()) as u64
}

/// Which line of how many.
fn line(cells: &Cells, i: usize) -> u64 {
    if cells.lines < 2 { 0 } else { u64::from(cells.at(i).line.min(5)) * 8 + u64::from(cells.lines.min(6)) }
}

fn line_edge(cells: &Cells, i: usize) -> u64 {
    if cells.lines < 2 { 0 } else { 1 + u64::from(cells.at(i).line_edge) * 8 + u64::from(cells.at(i).role) }
}

/// Whether a line begins at an item and the break before it means something, with the kind of another item.
fn broken(cells: &Cells, i: usize, of: usize) -> u64 {
    match cells.cells.get(i).map_or(0, |cell| cell.broken) {
        0 => 0,
        broken => pair(u64::from(broken), kind(cells.at(of))),
    }
}

/// The line's role, with the roles before and after it.
fn role(cells: &Cells, i: usize) -> u64 {
    1 + u64::from(cells.at(i).role)
}

/// Which chunk, and which part of it.
fn chunk(cells: &Cells, i: usize) -> u64 {
    let chunk = cells.chunk(i);
    let first = u64::from(chunk.cells.start == i);
    1 + u64::from(cells.at(i).fine.min(9)) * 2 + first
}

/// The marks around the chunk.
fn chunk_marks(cells: &Cells, i: usize) -> u64 {
    let chunk = cells.chunk(i);
    let next = cells.chunk_near(i, 1);
    1 + (u64::from(u32::from(chunk.opener)) << 40 | u64::from(u32::from(chunk.closer)) << 20)
        + u64::from(u32::from(next.closer))
}

/// What the words of a chunk near by are like.
pub(super) fn chunk_words(cells: &Cells, i: usize, by: isize) -> u64 {
    let c = cells.chunk_near(i, by);
    let share = |part: u32| u64::from(4 * part / c.words.max(1));
    let length = match c.words {
        0..=4 => u64::from(c.words),
        5..=7 => 5,
        8..=12 => 6,
        _ => 7,
    };
    let mut sum = length;
    for part in [share(c.initials), share(c.capitals), share(c.english), share(c.names), share(c.numbers)] {
        sum = sum * 5 + part;
    }
    1 + sum * 2 + u64::from(c.year)
}

/// Before, at or after the first year, and whether the year stands early.
fn year(cells: &Cells, i: usize) -> u64 {
    match cells.first_year {
        None => 1,
        Some(at) => {
            let early = u64::from(at * 5 < cells.cells.len() * 2);
            let bracket = u64::from(cells.at(at).bracket);
            let place = match i.cmp(&at) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            2 + (place * 2 + early) * 4 + bracket
        }
    }
}

/// A number with the marks around it.
pub(super) fn marks_number(cells: &Cells, i: usize) -> u64 {
    let cell = cells.at(i);
    if cell.number as u64 == 0 {
        return 0;
    }
    let sides = [-2, -1, 1, 2].iter().fold(0, |sum, &by| pair(sum, kind(cells.near(i, by))));
    pair(sides, cell.number as u64)
}
