//! The best path of states through a page, under a page grammar that is re-estimated on the page itself.
//!
//! A few rounds: marginals under the current scores; expected counts of transitions and of states by style (marker,
//! path, indent, bold, link, blank line before), smoothed with the prior; then again with those. At the end Viterbi.

use std::collections::BTreeMap;

use super::features::features;
use super::profile::Profile;
use super::state::LABELS;
use super::unit::Unit;
use crate::crf::{Model, Scores, Transitions, marginals, viterbi};
use crate::page::Page;
use crate::text::RunKind;

/// Rounds of re-estimation.
const ROUNDS: usize = 3;
/// Weight of the page's own transition table against the model's.
const GRAMMAR_WEIGHT: f32 = 0.6;
/// Weight of the page's style table.
const STYLE_WEIGHT: f32 = 0.8;
/// Units of the prior that a page's own counts are smoothed with.
const PRIOR: f32 = 4.0;

/// Whether the page's own grammar is learned; without it the model's prior decides alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// Learn it.
    Learned,
    /// The prior alone, for comparison.
    Prior,
}

/// States (as label numbers) of all units, and how sure each is.
pub fn decode(
    model: &Model<'_>,
    page: &Page,
    units: &[Unit],
    profiles: &[Profile],
    grammar: Grammar,
) -> Vec<(usize, f32)> {
    let prior = model.emissions(&features(page, units, profiles));
    let mut emissions = prior.clone();
    let mut transitions = model.transitions().clone();
    let mut sure = marginals(&emissions, &transitions);
    if grammar == Grammar::Learned && units.len() > 3 {
        let styles = styles(page, units, profiles);
        for _ in 0..ROUNDS {
            transitions = learned_transitions(model.transitions(), &sure);
            emissions = learned_emissions(&prior, &sure, &styles);
            sure = marginals(&emissions, &transitions);
        }
    }
    let path = viterbi(&emissions, &transitions);
    path.into_iter().enumerate().map(|(i, label)| (usize::from(label), sure.get(i, usize::from(label)))).collect()
}

/// The model's transitions with the page's own expected transitions added.
fn learned_transitions(model: &Transitions, sure: &Scores) -> Transitions {
    let n = LABELS.len();
    // Products of neighbouring marginals stand for the pairwise ones: cheap, and enough to see which follows which.
    let mut counts = vec![0.0_f32; n * n];
    for i in 1..sure.items() {
        let (a, b) = (sure.row(i - 1), sure.row(i));
        for (from, p) in a.iter().enumerate().filter(|(_, p)| **p > 0.01) {
            for (to, q) in b.iter().enumerate() {
                counts[from * n + to] += p * q;
            }
        }
    }
    let mut total = vec![0.0_f32; n];
    for row in counts.chunks(n) {
        for (to, c) in row.iter().enumerate() {
            total[to] += c;
        }
    }
    let all: f32 = total.iter().sum::<f32>().max(1.0);
    let mut out = model.clone();
    for from in 0..n {
        let row = &counts[from * n..(from + 1) * n];
        let sum: f32 = row.iter().sum();
        for (to, count) in row.iter().enumerate() {
            let base = (total[to] + 0.5) / (all + 0.5 * n as f32);
            let own = (count + PRIOR * base) / (sum + PRIOR);
            out.set(from, to, model.get(from, to) + GRAMMAR_WEIGHT * libm::logf(own / base));
        }
    }
    out
}

/// The prior's scores with the page's own table of states by style added.
fn learned_emissions(prior: &Scores, sure: &Scores, styles: &[usize]) -> Scores {
    let n = LABELS.len();
    let kinds = styles.iter().max().map_or(0, |m| m + 1);
    let mut by_style = vec![0.0_f32; kinds * n];
    let mut total = vec![0.0_f32; n];
    for (i, &style) in styles.iter().enumerate() {
        for (label, p) in sure.row(i).iter().enumerate() {
            by_style[style * n + label] += p;
            total[label] += p;
        }
    }
    let all = styles.len() as f32;
    let mut out = prior.clone();
    for (i, &style) in styles.iter().enumerate() {
        let row = &by_style[style * n..(style + 1) * n];
        let sum: f32 = row.iter().sum();
        for (label, score) in out.row_mut(i).iter_mut().enumerate() {
            let base = (total[label] + 0.5) / (all + 0.5 * n as f32);
            let own = (row[label] + PRIOR * base) / (sum + PRIOR);
            *score += STYLE_WEIGHT * libm::logf(own / base);
        }
    }
    out
}

/// A number for what a unit looks like; units that look alike tend to have the same role on one page.
fn styles(page: &Page, units: &[Unit], profiles: &[Profile]) -> Vec<usize> {
    let mut numbers: BTreeMap<(Option<&str>, u8, u32, u8, u8), usize> = BTreeMap::new();
    let mut out = Vec::with_capacity(units.len());
    for (unit, profile) in units.iter().zip(profiles) {
        let line = &page.lines[unit.line];
        let mut look = 0;
        for run in line.text.runs() {
            let bit = match run.kind {
                RunKind::Bold => 1,
                RunKind::Italic => 2,
                RunKind::Link { .. } => 4,
                _ => continue,
            };
            let whole = run.range.start <= unit.range.start + 2 && run.range.end + 2 >= unit.range.end;
            look |= if whole { bit } else { bit << 3 };
        }
        let blank = if unit.range.start == 0 { line.blank_before.min(2) as u8 } else { 3 };
        let key = (line.path.as_deref(), look, line.indent, profile.marker as u8, blank);
        let next = numbers.len();
        out.push(*numbers.entry(key).or_insert(next));
    }
    out
}
