//! Gaps between lines: how far apart two lines stand in the nesting of blocks, as blank lines of a text.
//!
//! Where the lines around show no nesting (a paragraph an entry), the margin of a paragraph is a blank line. Where they
//! do (a card of paragraphs), lines of one card stand together and a blank line parts the cards: the gap is the number
//! of nesting levels nearby that are deeper than the one at which the two lines meet.

use std::collections::BTreeMap;

use crate::page::Line;

/// What stands between a line and the one before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Boundary {
    /// Blocks that hold both lines.
    pub level: u32,
    /// Margins of the blocks that end or begin there: 1 for a paragraph's, 2 for a rule.
    pub margin: u32,
    /// Blank lines made by breaks.
    pub breaks: u32,
}

/// Lines looked at on either side for deeper levels.
const WINDOW: usize = 8;
/// Lines of a card on either side of a boundary within it.
const CARD: usize = 5;
/// Widest gap.
const MAX_GAP: u32 = 4;

/// Headings of one kind that must stand within cards to be the cards' titles.
const TITLES: usize = 3;

/// Sets the gap before every line; `boundaries` has one for each. Headings that recur within cards are titles of cards.
pub(super) fn set(lines: &mut [Line], boundaries: &[Boundary]) {
    let mut inner: Vec<usize> = Vec::new();
    for (i, line) in lines.iter_mut().enumerate().skip(1) {
        let Some(here) = boundaries.get(i) else { return };
        let before = boundaries.get(1..i).unwrap_or_default().iter().rev();
        let after = boundaries.get(i + 1..).unwrap_or_default().iter();
        let rank = deeper_levels(here.level, before.clone(), after.clone());
        // Within a card both its ends are near.
        let is_outer = |b: &Boundary| b.level < here.level;
        let ends_before = i <= CARD || before.take(CARD).any(is_outer);
        let ends_after = i + CARD >= boundaries.len() || after.take(CARD).any(is_outer);
        let is_inner = ends_before && ends_after;
        if is_inner && line.heading.is_some() {
            inner.push(i);
        }
        let margin = if is_inner { 0 } else { here.margin.min(1) };
        let rule = if here.margin > 1 { rank.max(1) + 1 } else { 0 };
        line.blank_before = rank.max(margin).max(rule).max(here.breaks).min(MAX_GAP);
    }
    let mut paths: BTreeMap<String, usize> = BTreeMap::new();
    for path in inner.iter().filter_map(|i| lines.get(*i)?.path.clone()) {
        *paths.entry(path).or_default() += 1;
    }
    for i in inner {
        if let Some(line) = lines.get_mut(i)
            && line.path.as_ref().and_then(|path| paths.get(path)).is_some_and(|count| *count >= TITLES)
        {
            line.heading = None;
        }
    }
}

/// How many levels deeper than one occur around it, more than once, within the block that holds it.
fn deeper_levels<'a>(
    level: u32,
    before: impl Iterator<Item = &'a Boundary>,
    after: impl Iterator<Item = &'a Boundary>,
) -> u32 {
    let inside = |b: &&Boundary| b.level >= level;
    let near = before.take(WINDOW).take_while(inside).chain(after.take(WINDOW).take_while(inside));
    let mut levels: Vec<u32> = near.map(|b| b.level).filter(|l| *l > level).collect();
    levels.sort_unstable();
    let repeated = levels.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).count();
    u32::try_from(repeated).unwrap_or(MAX_GAP)
}
