//! The states of the sequence model: each label before the title and after it, the title between.
//!
//! A chain remembers one item only. With two states for every other label it also knows whether the title has been
//! read, so an entry has one title, and what follows the editors of a book is not taken for another.

use super::{LABELS, Label};

/// How many states there are.
pub(super) const COUNT: usize = 2 * LABELS.len() - 1;

/// The place of the title in [`LABELS`], and its state.
const TITLE: usize = 3;

/// The label of a state.
pub(super) fn label(state: u8) -> Label {
    LABELS[column(usize::from(state))].0
}

/// The place of a state's label in [`LABELS`].
pub(super) fn column(state: usize) -> usize {
    match state.checked_sub(LABELS.len()) {
        None => state,
        Some(after) if after < TITLE => after,
        Some(after) => (after + 1).min(LABELS.len() - 1),
    }
}

/// The two states of a label (the title has one).
pub(super) fn of_label(index: u8) -> [usize; 2] {
    let index = usize::from(index);
    match index.cmp(&TITLE) {
        std::cmp::Ordering::Less => [index, LABELS.len() + index],
        std::cmp::Ordering::Equal => [index, index],
        std::cmp::Ordering::Greater => [index, LABELS.len() + index - 1],
    }
}

/// The names of the states for the model file.
pub fn names() -> Vec<String> {
    let phase = |state: usize| if state < LABELS.len() { "" } else { " after the title" };
    (0..COUNT).map(|state| format!("{}{}", LABELS[column(state)].1, phase(state))).collect()
}

/// The column of weights of each state.
pub fn columns() -> Vec<u8> {
    (0..COUNT).map(|state| column(state) as u8).collect()
}

/// Pairs of states of which the second never follows the first.
pub fn forbidden() -> Vec<(u8, u8)> {
    let after = |state: usize| state >= LABELS.len();
    let mut pairs = Vec::new();
    for from in 0..COUNT {
        for to in 0..COUNT {
            let possible = match (from == TITLE, to == TITLE) {
                (true, true) => true,
                (true, false) => after(to),
                (false, true) => !after(from),
                (false, false) => after(from) == after(to),
            };
            if !possible {
                pairs.push((from as u8, to as u8));
            }
        }
    }
    pairs
}

/// The states of a sequence of labels; a second title is the container's.
pub fn path(labels: &[Label]) -> Vec<u8> {
    let mut seen = false;
    let mut before = Label::Other;
    let states = labels.iter().map(|&label| {
        let label = if label == Label::Title && seen && before != Label::Title { Label::Container } else { label };
        if label == Label::Title {
            seen = true;
        }
        before = label;
        let [first, second] = of_label(super::label_index(label));
        if seen { second as u8 } else { first as u8 }
    });
    states.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_and_labels_agree() {
        for (index, (name, _)) in LABELS.iter().enumerate() {
            for state in of_label(index as u8) {
                assert_eq!(label(state as u8), *name);
            }
        }
        assert_eq!(LABELS[TITLE].0, Label::Title);
        let labels = [Label::Author, Label::Title, Label::Title, Label::Editor, Label::Title];
        let states = path(&labels);
        assert_eq!(label(states[4]), Label::Container);
        let forbidden = forbidden();
        assert!(states.windows(2).all(|pair| !forbidden.contains(&(pair[0], pair[1]))));
        assert!(forbidden.contains(&(states[3], states[1])));
    }
}
