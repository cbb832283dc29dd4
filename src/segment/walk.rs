//! The states of the line model: each label, and for what lies inside an entry whether its title has been read.
//!
//! A chain remembers one unit only. With two states for what lies inside an entry it also knows whether the title is
//! still to come or has been, so an entry has one title: the names that follow an abstract begin another entry, however
//! much they look like those that stand inside one.

use super::Role;
use super::state::{ENTRY_ROLES, LABELS, State};

/// The number of the label, and of the state, of a title inside an entry.
const TITLE: usize = ENTRY_ROLES.len();
/// The number of the label, and of the state before the title, of a running reference inside an entry.
const REFERENCE: usize = ENTRY_ROLES.len() + 3;
/// How many states there are: those of the labels, and one more for each role inside an entry but the title.
const COUNT: usize = LABELS.len() + ENTRY_ROLES.len() - 1;

/// The label of a state.
pub(super) fn label(state: usize) -> usize {
    match state.checked_sub(LABELS.len()) {
        None => state,
        Some(after) => (TITLE + 1 + after).min(LABELS.len() - 1),
    }
}

/// Where in an entry a state is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Begin,
    Before,
    Title,
    After,
    Outside,
}

fn phase(state: usize) -> Phase {
    match state {
        s if s < TITLE => Phase::Begin,
        TITLE => Phase::Title,
        s if s < 2 * ENTRY_ROLES.len() => Phase::Before,
        s if s < LABELS.len() => Phase::Outside,
        _ => Phase::After,
    }
}

/// The names of the states for the model file.
pub fn state_names() -> Vec<String> {
    let suffix = |state: usize| if phase(state) == Phase::After { " after the title" } else { "" };
    (0..COUNT).map(|state| format!("{}{}", LABELS[label(state)], suffix(state))).collect()
}

/// The column of weights of each state: that of its label.
pub fn columns() -> Vec<u8> {
    (0..COUNT).map(|state| label(state) as u8).collect()
}

/// Pairs of states of which the second never follows the first.
pub fn forbidden() -> Vec<(u8, u8)> {
    let possible = |from: usize, to: usize| match (phase(from), phase(to)) {
        (Phase::Begin, to_phase) if from == 0 => to_phase != Phase::Before,
        (Phase::Begin, _) => true,
        // A title that is still to come may stand within a running reference.
        (Phase::Before, Phase::Before | Phase::Title) => true,
        (Phase::Before, Phase::After) => label(to) == REFERENCE,
        (Phase::Before, _) => false,
        (Phase::Title, to_phase) => to_phase != Phase::Before,
        (Phase::After, to_phase) => !matches!(to_phase, Phase::Before | Phase::Title),
        (Phase::Outside, to_phase) => matches!(to_phase, Phase::Begin | Phase::Outside),
    };
    let pairs = (0..COUNT).flat_map(|from| (0..COUNT).map(move |to| (from, to)));
    pairs.filter(|&(from, to)| !possible(from, to)).map(|(from, to)| (from as u8, to as u8)).collect()
}

/// The model's states for the states of a page's units.
pub fn walk(states: &[State]) -> Vec<u8> {
    let mut out = Vec::with_capacity(states.len());
    // Inside an entry: how many units until the one with its title; 0 when it has been, or never comes.
    let mut until = None;
    let mut titled = false;
    for (i, state) in states.iter().enumerate() {
        let number = state.index();
        match state {
            State::Begin(role) => {
                until = Some(if *role == Role::Title { 0 } else { title_after(&states[i + 1..]) });
                titled = *role == Role::Title;
                out.push(number);
            }
            State::Outside(_) => {
                until = None;
                out.push(number);
            }
            State::Inside(role) => {
                let Some(left) = until else {
                    out.push(State::Outside(Role::Furniture).index());
                    continue;
                };
                let after = |label: usize| LABELS.len() + label - TITLE - 1;
                let open = left == 1 || (titled && out.last().is_some_and(|&s| s == 0 || s == TITLE));
                let next = match role {
                    Role::Title if open => TITLE,
                    Role::Title => after(REFERENCE),
                    _ if left > 1 => number,
                    _ => after(number),
                };
                titled |= next == TITLE;
                until = Some(left.saturating_sub(1));
                out.push(next);
            }
        }
    }
    out.into_iter().map(|state| state as u8).collect()
}

/// How many units further the unit with the title stands, 1 for the next; 0 where the entry has none.
fn title_after(states: &[State]) -> usize {
    let inside = states.iter().take_while(|state| matches!(state, State::Inside(_)));
    let roles: Vec<Role> = inside.map(|state| state.role()).collect();
    let of = |role: Role| roles.iter().position(|r| *r == role);
    of(Role::Title).or_else(|| of(Role::Reference)).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_keep_to_what_is_possible() {
        use Role::{Abstract, Authors, Extra, Furniture, Reference, Title, Venue};
        let (b, i, o) = (State::Begin, State::Inside, State::Outside);
        let forbidden = forbidden();
        for states in [
            vec![b(Authors), i(Venue), i(Title), i(Title), i(Abstract), b(Authors)],
            vec![b(Title), i(Title), i(Authors), i(Title), o(Furniture), b(Reference), i(Reference)],
            vec![b(Extra), i(Reference), i(Reference), b(Reference), i(Title), i(Venue)],
            vec![b(Authors), i(Venue), o(Furniture), i(Venue), b(Venue), i(Extra)],
        ] {
            let walk: Vec<u8> = walk(&states);
            for pair in walk.windows(2) {
                assert!(!forbidden.contains(&(pair[0], pair[1])), "{states:?}: {walk:?}");
            }
        }
        // Names, abstract, then names again: the second names cannot go on with the entry before its title.
        let names = walk(&[b(Title), i(Authors), i(Abstract)]);
        assert!(forbidden.contains(&(names[2], TITLE as u8)));
    }

    #[test]
    fn states_have_their_labels() {
        assert_eq!(LABELS[TITLE], "I-title");
        assert_eq!(LABELS[REFERENCE], "I-reference");
        for (state, name) in state_names().iter().enumerate() {
            assert!(name.starts_with(LABELS[label(state)]));
        }
    }
}
