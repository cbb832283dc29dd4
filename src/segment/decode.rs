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
    let impossible = impossible(page, units);
    let mut emissions = looks.first.emissions(&sequence);
    let mut transitions = looks.first.transitions().clone();
    if let Some(second) = looks.second {
        let found = by_label(&marginals(&emissions, &transitions));
        let sequence = pattern(page, units, profiles, &sequence, &found);
        emissions.blend(&second.emissions(&sequence), 1.0 - FIRST);
        transitions.blend(second.transitions(), 1.0 - FIRST);
    }
    forbid(&mut emissions, &impossible);
    let path = viterbi(&emissions, &transitions);
    let sure = by_label(&marginals(&emissions, &transitions));
    let labels = path.into_iter().map(|state| walk::label(usize::from(state)));
    labels.enumerate().map(|(i, label)| (State::from_index(label), sure.get(i, label))).collect()
}

/// What a state that cannot be is worth (log scale).
const NEVER: f32 = -50.0;

/// What a unit cannot be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Impossible {
    Nothing,
    /// The beginning of an entry.
    Begin,
    /// A later part of one.
    Inside,
}

/// No entry begins with a line that names a kind of work and nothing else ("Books"), or with one that counts its citations and
/// says its year ("1234 2015"), which is the last of its entry.
fn impossible(page: &Page, units: &[Unit]) -> Vec<Impossible> {
    let mut last = false;
    let judge = |unit: &Unit| {
        let text = unit.text(page);
        let behind = std::mem::replace(&mut last, is_count_and_year(text));
        match () {
            () if last || KINDS.contains(&fold_words(text)) => Impossible::Begin,
            () if behind => Impossible::Inside,
            () => Impossible::Nothing,
        }
    };
    units.iter().map(judge).collect()
}

/// Whether a text is the last line of a card on a profile of Google Scholar and its like.
fn is_count_and_year(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(count), Some(year), None) = (words.next(), words.next(), words.next()) else { return false };
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    digits(count.trim_end_matches('*')) && year.len() == 4 && digits(year) && year.starts_with(['1', '2'])
}

fn forbid(emissions: &mut Scores, impossible: &[Impossible]) {
    let some = |impossible: &(usize, &Impossible)| *impossible.1 != Impossible::Nothing;
    for (i, impossible) in impossible.iter().enumerate().filter(some) {
        for (state, score) in emissions.row_mut(i).iter_mut().enumerate() {
            let never = match State::from_index(walk::label(state)) {
                State::Begin(_) => *impossible == Impossible::Begin,
                State::Inside(_) => *impossible == Impossible::Inside,
                State::Outside(_) => false,
            };
            if never {
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
    states.gathered(LABELS.len(), walk::label)
}
