//! The best path of states through a page: a first look by what pages in general are like, and a second by what this one
//! is like (see [`super::pattern`]).

use super::features::features;
use super::pattern::pattern;
use super::profile::Profile;
use super::state::{LABELS, State};
use super::unit::Unit;
use super::walk;
use crate::crf::{Model, Scores, Sequence, marginals, viterbi};
use crate::lexicon::KINDS;
use crate::page::Page;
use crate::text::fold::fold_words;

/// Weight of the first look against the second. Each errs where the other does not: the first knows nothing of the page, the
/// second believes too much of what the first found on it. Their mean cuts unseen pages better than either alone.
const FIRST: f32 = 0.6;

/// The models of the two looks at a page.
#[derive(Clone, Copy)]
pub struct Looks<'m, 'a> {
    /// The line model alone.
    pub first: &'m Model<'a>,
    /// The line model with the page's own grammar; without it the first look decides.
    pub second: Option<&'m Model<'a>>,
}

/// States of all units, and how sure each is.
pub fn decode(looks: Looks<'_, '_>, page: &Page, units: &[Unit], profiles: &[Profile]) -> Vec<(State, f32)> {
    let sequence = features(page, units, profiles);
    let kinds: Vec<bool> = units.iter().map(|unit| KINDS.contains(&fold_words(unit.text(page)))).collect();
    let mut emissions = looks.first.emissions(&sequence);
    let mut transitions = looks.first.transitions().clone();
    if let Some(second) = looks.second {
        let found = by_label(&marginals(&emissions, &transitions));
        let sequence = pattern(page, units, profiles, &sequence, &found);
        emissions.blend(&second.emissions(&sequence), 1.0 - FIRST);
        transitions.blend(second.transitions(), 1.0 - FIRST);
    }
    forbid_begins(&mut emissions, &kinds);
    let path = viterbi(&emissions, &transitions);
    let sure = by_label(&marginals(&emissions, &transitions));
    let labels = path.into_iter().map(|state| walk::label(usize::from(state)));
    labels.enumerate().map(|(i, label)| (State::from_index(label), sure.get(i, label))).collect()
}

/// What a begin that cannot be is worth (log scale).
const NEVER: f32 = -50.0;

/// No entry begins with a line that names a kind of work and nothing else ("Books").
fn forbid_begins(emissions: &mut Scores, kinds: &[bool]) {
    for (i, _) in kinds.iter().enumerate().filter(|(_, kind)| **kind) {
        for (state, score) in emissions.row_mut(i).iter_mut().enumerate() {
            if matches!(State::from_index(walk::label(state)), State::Begin(_)) {
                *score += NEVER;
            }
        }
    }
}

/// How likely each label is for each unit by the first look.
pub fn found(model: &Model<'_>, sequence: &Sequence) -> Scores {
    by_label(&marginals(&model.emissions(sequence), model.transitions()))
}

/// The states' probabilities summed up for each label.
fn by_label(states: &Scores) -> Scores {
    let mut labels = Scores::new(states.items(), LABELS.len());
    for i in 0..states.items() {
        for (state, p) in states.row(i).iter().enumerate() {
            labels.row_mut(i)[walk::label(state)] += p;
        }
    }
    labels
}
