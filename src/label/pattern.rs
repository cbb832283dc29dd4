//! The page's own style of references: what a first look at its entries found, gathered by what recurs in them, as
//! evidence for a second.
//!
//! The entries of one page are set in one style: what stands on the same line, between the same marks, in the same type is
//! the same field in all of them, and a journal named in one entry is the journal of the next. The first look judges each
//! item by what references in general are like. Here its judgements are counted for each way in which items of this page
//! are alike; a second model, trained on such counts, has learned how far they are to be trusted. (The line model of
//! `segment` has two looks of the same kind.)

use std::collections::HashMap;

use super::LABELS;
use super::cells::{Cell, Cells, Number};
use super::features::{self, FEATURES};
use crate::crf::{Scores, Sequence, feature, feature2, hash, step_of, step_of_count};

/// Names of the second look's own features, which follow those of the first.
const NAMES: &[&str] = &[
    "found",
    "found-1",
    "found+1",
    "found-1..+1",
    "found before the chunk",
    "found after the chunk",
    "found around the chunk",
    "like",
    "like size",
    "like found",
    "spread",
    "spread kind",
    "break",
    "break+1",
];

/// A feature, in the order of [`NAMES`].
#[derive(Clone, Copy)]
enum F {
    Found,
    FoundM1,
    FoundP1,
    FoundM101,
    Before,
    After,
    Around,
    Like,
    LikeSize,
    LikeFound,
    Spread,
    SpreadKind,
    Break,
    BreakP1,
}

/// The label of what is not there: beyond the entry, or without another like it.
const NONE: u64 = LABELS.len() as u64;

/// Hash of the second look's feature set, the first's included.
pub fn pattern_set() -> u64 {
    let ways: Vec<&str> = WAYS.iter().map(|(name, _)| *name).collect();
    feature2(0, features::feature_set(), hash(format!("{} {}", NAMES.join(" "), ways.join(" ")).as_bytes()))
}

/// An entry after the first look.
#[derive(Debug)]
pub(super) struct Looked {
    pub cells: Cells,
    /// The features of the first look.
    pub sequence: Sequence,
    /// How likely each label is for each item.
    pub found: Scores,
    /// The likeliest.
    pub labels: Vec<u64>,
}

impl Looked {
    pub fn new(cells: Cells, sequence: Sequence, found: Scores) -> Self {
        let labels = (0..found.items()).map(|i| best(found.row(i)) as u64).collect();
        Self { cells, sequence, found, labels }
    }

    fn label(&self, i: Option<usize>) -> u64 {
        i.and_then(|i| self.labels.get(i)).copied().unwrap_or(NONE)
    }

    /// The labels before and after the chunk of an item.
    fn around(&self, i: usize) -> (u64, u64) {
        let chunk = self.cells.chunk(i);
        (self.label(chunk.cells.start.checked_sub(1)), self.label(Some(chunk.cells.end)))
    }
}

/// The features of the second look at the entries of a page.
pub(super) fn patterns(entries: &[Looked]) -> Vec<Sequence> {
    let ways: Vec<Vec<Vote>> = WAYS.iter().map(|(_, key)| votes(entries, *key)).collect();
    let breaks = breaks(entries);
    let mut start = 0;
    let sequences = entries.iter().map(|entry| {
        let mut out = Sequence::new();
        for (i, item) in entry.sequence.items().enumerate() {
            for &feature in item {
                out.push(feature);
            }
            let mut add = |name: F, value: u64| out.push(feature(FEATURES.len() as u16 + name as u16, value));
            let (here, before, after) = (entry.labels[i], entry.label(i.checked_sub(1)), entry.label(Some(i + 1)));
            add(F::Found, here * 8 + step_of(entry.found.get(i, here as usize)));
            add(F::FoundM1, before);
            add(F::FoundP1, after);
            add(F::FoundM101, (before * 64 + here) * 64 + after);
            let (before, after) = entry.around(i);
            add(F::Before, before * 64 + here);
            add(F::After, after * 64 + here);
            add(F::Around, before * 64 + after);
            let broken = |i: usize| entry.cells.cells.get(i).map_or(0, |cell| u64::from(cell.broken));
            if broken(i) > 0 {
                add(F::Break, (breaks * 4 + broken(i)) * 64 + entry.label(i.checked_sub(1)));
            }
            if broken(i + 1) > 0 {
                add(F::BreakP1, (breaks * 4 + broken(i + 1)) * 64 + here);
            }
            let spread = ways[0][start + i].spread;
            add(F::Spread, spread * 64 + here);
            add(F::SpreadKind, (spread * 64 + before.min(63)) * 256 + entry.cells.cells[i].letter as u64);
            for (way, votes) in ways.iter().enumerate() {
                let vote = votes[start + i];
                let mut add =
                    |name: F, value: u64| out.push(feature2(FEATURES.len() as u16 + name as u16, way as u64, value));
                let outcome = vote.label * 8 + vote.share;
                add(F::Like, outcome);
                add(F::LikeSize, outcome * 8 + vote.size);
                add(F::LikeFound, outcome * 64 + here);
            }
            out.end_item();
        }
        start += entry.labels.len();
        out
    });
    sequences.collect()
}

/// How often the label changes where a line is broken, in a few steps.
fn breaks(entries: &[Looked]) -> u64 {
    let (mut all, mut changed) = (0, 0);
    for entry in entries {
        for (i, _) in entry.cells.cells.iter().enumerate().skip(1).filter(|(_, cell)| cell.broken > 0) {
            all += 1;
            changed += usize::from(entry.labels[i] != entry.labels[i - 1]);
        }
    }
    if all == 0 { 7 } else { step_of(changed as f32 / all as f32) }
}

/// What makes items alike: a key, the same for items that are; 0 for an item that is like no other.
type Key = fn(&Looked, usize) -> u64;

/// The ways in which items of a page are alike.
const WAYS: &[(&str, Key)] = &[
    ("word", |e, i| if is_word(&e.cells.cells[i]) { e.cells.cells[i].word } else { 0 }),
    ("line chunk", |e, i| {
        let cell = &e.cells.cells[i];
        all(&[u64::from(cell.role), u64::from(cell.line), chunk_of_line(e, i), coarse(cell)])
    }),
    ("line from the end, chunk from the end", |e, i| {
        let cell = &e.cells.cells[i];
        let from_end = e.cells.chunks.len() as u64 - u64::from(cell.fine);
        all(&[u64::from(e.cells.lines - cell.line), from_end.min(8), coarse(cell)])
    }),
    ("marks", |e, i| {
        let (chunk, next) = (e.cells.chunk(i), e.cells.chunk_near(i, 1));
        let marks = [chunk.opener, chunk.closer, next.closer].map(|c| u64::from(u32::from(c)));
        all(&[marks[0], marks[1], marks[2], u64::from(e.cells.cells[i].role)])
    }),
    ("marks, words", |e, i| {
        let chunk = e.cells.chunk(i);
        let marks = [chunk.opener, chunk.closer].map(|c| u64::from(u32::from(c)));
        all(&[marks[0], marks[1], features::chunk_words(&e.cells, i, 0)])
    }),
    ("kinds", |e, i| features::window(&e.cells, i, -2, 2)),
    ("type", |e, i| {
        let cell = &e.cells.cells[i];
        let plain = e.cells.styles == 0 && !e.cells.quoted;
        let [style, quote, bracket] = [cell.style, cell.quote, cell.bracket].map(u64::from);
        if plain { 0 } else { all(&[style, quote, bracket, coarse(cell)]) }
    }),
    ("found before the chunk", |e, i| {
        let chunk = e.cells.chunk(i);
        all(&[e.around(i).0, u64::from(u32::from(chunk.opener)), coarse(&e.cells.cells[i])])
    }),
    ("found after the chunk", |e, i| {
        let chunk = e.cells.chunk(i);
        all(&[e.around(i).1, u64::from(u32::from(chunk.closer)), coarse(&e.cells.cells[i])])
    }),
    ("number", |e, i| features::marks_number(&e.cells, i)),
    ("line", |e, i| {
        let cell = &e.cells.cells[i];
        if e.cells.lines < 2 { 0 } else { all(&[u64::from(cell.line), u64::from(e.cells.lines), coarse(cell)]) }
    }),
];

fn all(values: &[u64]) -> u64 {
    values.iter().fold(1, |sum, &value| feature2(0, sum, value))
}

fn is_word(cell: &Cell) -> bool {
    cell.mark.is_none() && cell.number == Number::None && cell.identifier == 0
}

/// A word, a number, a mark or an identifier.
fn coarse(cell: &Cell) -> u64 {
    match (cell.identifier, cell.mark, cell.number) {
        (1.., _, _) => 1,
        (_, Some(mark), _) => 16 + u64::from(u32::from(mark)),
        (_, _, Number::None) => 2,
        (_, _, Number::Year | Number::YearLetter) => 3,
        _ => 4,
    }
}

/// Which chunk of its line an item stands in.
fn chunk_of_line(entry: &Looked, i: usize) -> u64 {
    let line = entry.cells.cells[i].line;
    let first = entry.cells.cells.partition_point(|cell| cell.line < line);
    let before = entry.cells.cells.get(first).map_or(0, |cell| cell.fine);
    u64::from(entry.cells.cells[i].fine.saturating_sub(before)).min(8)
}

/// What the items like one are found to be in the other entries.
#[derive(Clone, Copy)]
struct Vote {
    label: u64,
    share: u64,
    size: u64,
    /// The share of the other entries that have the like.
    spread: u64,
}

/// For each item of each entry, what those like it in the other entries were found to be.
fn votes(entries: &[Looked], key: Key) -> Vec<Vote> {
    let n = LABELS.len();
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut kinds: Vec<Option<usize>> = Vec::new();
    let mut sums: Vec<f32> = Vec::new();
    // Entries that have the kind, and the last of them.
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        for i in 0..entry.labels.len() {
            let key = key(entry, i);
            if key == 0 {
                kinds.push(None);
                continue;
            }
            let next = numbers.len();
            let kind = *numbers.entry(key).or_insert(next);
            if kind == counts.len() {
                counts.push((0, usize::MAX));
                sums.resize(sums.len() + n, 0.0);
            }
            if counts[kind].1 != at {
                counts[kind] = (counts[kind].0 + 1, at);
            }
            kinds.push(Some(kind));
            add(&mut sums[kind * n..][..n], entry.found.row(i), 1.0);
        }
    }
    let mut out = Vec::with_capacity(kinds.len());
    let mut start = 0;
    for entry in entries {
        let own = &kinds[start..start + entry.labels.len()];
        start += own.len();
        let shift = |sign: f32, sums: &mut [f32]| {
            for (i, kind) in own.iter().enumerate() {
                if let Some(kind) = kind {
                    add(&mut sums[kind * n..][..n], entry.found.row(i), sign);
                }
            }
        };
        shift(-1.0, &mut sums);
        out.extend(own.iter().map(|kind| match kind {
            Some(kind) if counts[*kind].0 > 1 => {
                vote(&sums[kind * n..][..n], counts[*kind].0 - 1, entries.len().saturating_sub(1))
            }
            _ => Vote { label: NONE, share: 0, size: 0, spread: 0 },
        }));
        shift(1.0, &mut sums);
    }
    out
}

fn add(sums: &mut [f32], row: &[f32], sign: f32) {
    for (sum, p) in sums.iter_mut().zip(row) {
        *sum += sign * p;
    }
}

fn vote(sums: &[f32], entries: usize, all_entries: usize) -> Vote {
    let label = best(sums);
    let all: f32 = sums.iter().sum();
    let size = step_of_count(entries);
    let spread = 1 + step_of(entries as f32 / all_entries.max(1) as f32);
    Vote { label: label as u64, share: step_of(sums[label] / all.max(f32::MIN_POSITIVE)), size, spread }
}

/// The place of the largest number, the first of equal ones.
fn best(row: &[f32]) -> usize {
    (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b]).then(b.cmp(a))).unwrap_or(0)
}
