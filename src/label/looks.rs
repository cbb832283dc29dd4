//! The two looks at the entries of a page: the first by what references in general are like, the second by what those of
//! this page are like (see [`super::pattern`]).

use std::cell::RefCell;
use std::ops::Range;
use std::sync::LazyLock;

use super::cells::Cells;
use super::pattern::{Looked, patterns};
use super::{LABELS, Labelled, features, label_index, lexica, segments, settled, states, whole_line};
use crate::crf::{Decoder, Model, Scores, Sequence, Transitions, viterbi};
use crate::segment::Block;

/// The bytes of the shipped model of the first look.
pub const MODEL: &[u8] = include_bytes!("../../data/model/label.crf");

/// The bytes of the shipped model of the second look.
pub const PAGE_MODEL: &[u8] = include_bytes!("../../data/model/label-page.crf");

/// Weight of the first look against the second. The first knows nothing of the page, the second believes too much of what
/// the first found on it; their mean labels unseen pages better than either alone.
const FIRST: f32 = 0.6;

/// The most items that are decoded together, so that memory does not grow with the entry.
const WINDOW: usize = 1 << 15;

/// About the most bytes of entries that are looked at together: a page's style shows in a part of it, and memory does not
/// grow with the page.
const GROUP: usize = 1 << 16;

/// The models of the two looks.
#[derive(Clone, Copy, Debug)]
pub struct Looks<'m, 'a> {
    /// The model of single references.
    pub first: &'m Model<'a>,
    /// The model of entries among others; without it the first look decides.
    pub second: Option<&'m Model<'a>>,
}

/// The shipped models. `None` if the bytes are no model; a test sees to it that they are.
static SHIPPED: LazyLock<Option<(Model<'static>, Model<'static>)>> = LazyLock::new(|| {
    let load = |bytes| Model::load(bytes).ok().filter(|m| m.labels().len() == states::COUNT);
    Some((load(MODEL)?, load(PAGE_MODEL)?))
});

thread_local! {
    /// Labels with the shipped models; kept for a thread's next page, because its tables and memory are not small.
    static LABELLER: RefCell<Option<Labeller<'static, 'static>>> = RefCell::new(
        SHIPPED.as_ref().map(|(first, second)| Labeller::new(Looks { first, second: Some(second) })),
    );
}

/// Labels the entries of a page.
pub fn label(blocks: &[Block]) -> Vec<Labelled> {
    with_shipped(blocks, |labeller| labeller.label(blocks))
}

/// Labels references that have nothing to do with each other.
pub fn label_alone(blocks: &[Block]) -> Vec<Labelled> {
    with_shipped(blocks, |labeller| blocks.iter().map(|block| labeller.label_alone(block)).collect())
}

fn with_shipped(
    blocks: &[Block],
    label: impl FnOnce(&mut Labeller<'static, 'static>) -> Vec<Labelled>,
) -> Vec<Labelled> {
    LABELLER.with(|labeller| match labeller.try_borrow_mut().ok().as_deref_mut() {
        Some(Some(labeller)) => label(labeller),
        _ => blocks.iter().map(|block| labelled(block, Vec::new())).collect(),
    })
}

/// Labels blocks with models, using its memory again.
#[derive(Debug)]
pub struct Labeller<'m, 'a> {
    looks: Looks<'m, 'a>,
    /// The transitions of both looks together.
    transitions: Transitions,
    first: Decoder,
    both: Decoder,
    sequence: Sequence,
    emissions: Scores,
    marginals: Scores,
    lately: lexica::Lately,
}

impl<'m, 'a> Labeller<'m, 'a> {
    /// A labeller with these models, whose states must be those of [`super::names`].
    pub fn new(looks: Looks<'m, 'a>) -> Self {
        let mut transitions = looks.first.transitions().clone();
        if let Some(second) = looks.second {
            transitions.blend(second.transitions(), 1.0 - FIRST);
        }
        Self {
            looks,
            first: Decoder::new(looks.first.transitions()),
            both: Decoder::new(&transitions),
            transitions,
            sequence: Sequence::new(),
            emissions: Scores::default(),
            marginals: Scores::default(),
            lately: lexica::Lately::default(),
        }
    }

    /// Labels the entries of a page.
    pub fn label(&mut self, blocks: &[Block]) -> Vec<Labelled> {
        let mut out = Vec::with_capacity(blocks.len());
        for group in groups(blocks) {
            match (self.looks.second, group) {
                (Some(second), [_, _, ..]) => {
                    let (looked, emissions) = self.look(group);
                    let again = patterns(&looked);
                    for (i, block) in group.iter().enumerate() {
                        let mut both = second.emissions(&again[i]);
                        settle(&looked[i].cells, 0..looked[i].cells.cells.len(), &mut both);
                        both.blend(&emissions[i], FIRST);
                        let path = viterbi(&both, &self.transitions);
                        self.both.marginals(&both, &mut self.marginals);
                        let mut pieces = Vec::new();
                        read(&looked[i].cells, 0..path.len(), &path, &self.marginals, &mut pieces);
                        out.push(labelled(block, pieces));
                    }
                }
                _ => out.extend(group.iter().map(|block| self.label_alone(block))),
            }
        }
        out
    }

    /// Labels a reference by itself.
    pub fn label_alone(&mut self, block: &Block) -> Labelled {
        let cells = Cells::new(block, &mut self.lately);
        let mut pieces = Vec::with_capacity(cells.cells.len() + block.lines.len());
        let mut start = 0;
        while start < cells.cells.len() {
            let items = start..cells.cells.len().min(start + WINDOW);
            features::extract(&cells, items.clone(), &mut self.sequence);
            self.looks.first.emissions_into(&self.sequence, &mut self.emissions);
            settle(&cells, items.clone(), &mut self.emissions);
            let path = viterbi(&self.emissions, self.looks.first.transitions());
            self.first.marginals(&self.emissions, &mut self.marginals);
            start = items.end;
            read(&cells, items, &path, &self.marginals, &mut pieces);
        }
        labelled(block, pieces)
    }

    /// The sequences from which the second look at a page is learned.
    pub fn second_looks(&mut self, blocks: &[Block]) -> Vec<Sequence> {
        groups(blocks).into_iter().flat_map(|group| patterns(&self.look(group).0)).collect()
    }

    /// The first look at some entries, and its scores.
    fn look(&mut self, blocks: &[Block]) -> (Vec<Looked>, Vec<Scores>) {
        let mut looked = Vec::with_capacity(blocks.len());
        let mut scores = Vec::with_capacity(blocks.len());
        for block in blocks {
            let cells = Cells::new(block, &mut self.lately);
            let items = 0..cells.cells.len();
            let mut sequence = Sequence::new();
            features::extract(&cells, items.clone(), &mut sequence);
            let mut emissions = self.looks.first.emissions(&sequence);
            settle(&cells, items, &mut emissions);
            self.first.marginals(&emissions, &mut self.marginals);
            looked.push(Looked::new(cells, sequence, by_label(&self.marginals)));
            scores.push(emissions);
        }
        (looked, scores)
    }
}

/// Parts of a page that are looked at together, of about equal size.
fn groups(blocks: &[Block]) -> Vec<&[Block]> {
    let size = |block: &Block| -> usize {
        block.lines.iter().filter(|line| whole_line(line.role).is_none()).map(|line| line.range.len()).sum()
    };
    let total: usize = blocks.iter().map(size).sum();
    let share = total / total.div_ceil(GROUP).max(1) + 1;
    let mut groups = Vec::new();
    let (mut start, mut sum) = (0, 0);
    for (i, block) in blocks.iter().enumerate() {
        let size = size(block);
        if i > start && sum + size > share {
            groups.push(&blocks[start..i]);
            (start, sum) = (i, 0);
        }
        sum += size;
    }
    if start < blocks.len() {
        groups.push(&blocks[start..]);
    }
    groups
}

/// Sets the labels that patterns have settled far above every other, so that the neighbours are decoded with them.
fn settle(cells: &Cells, items: Range<usize>, emissions: &mut Scores) {
    for (i, cell) in cells.cells[items].iter().enumerate() {
        if let Some(label) = settled(cell) {
            for state in states::of_label(label_index(label)) {
                emissions.row_mut(i)[state] += 100.0;
            }
        }
    }
}

/// The states' probabilities summed up for each label.
fn by_label(marginals: &Scores) -> Scores {
    marginals.gathered(LABELS.len(), states::column)
}

/// The labels of a path, and how sure each is.
fn read(cells: &Cells, items: Range<usize>, path: &[u8], marginals: &Scores, pieces: &mut Vec<segments::Piece>) {
    for (i, (cell, &state)) in cells.cells[items].iter().zip(path).enumerate() {
        let label = states::label(state);
        let [before, after] = states::of_label(label_index(label));
        let probability = marginals.get(i, before) + if after == before { 0.0 } else { marginals.get(i, after) };
        pieces.push(segments::Piece {
            range: cell.range.clone(),
            label,
            confidence: probability.min(1.0),
            rule: if cell.certain { "label/pattern" } else { "label/crf" },
        });
    }
}

/// A block with the labels of its items, and of its lines that are one thing as a whole.
fn labelled(block: &Block, mut pieces: Vec<segments::Piece>) -> Labelled {
    for line in &block.lines {
        if let Some(label) = whole_line(line.role) {
            let range = line.range.clone();
            pieces.push(segments::Piece { range, label, confidence: line.confidence, rule: "label/line" });
        }
    }
    pieces.sort_by_key(|p| p.range.start);
    let segments = segments::join(&block.text, &pieces);
    Labelled { segments, extent: block.extent.clone(), context: block.context.clone() }
}
