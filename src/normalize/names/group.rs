//! Which pieces of a list make a name together, decided for the whole list: the cheapest path through all groupings.

use super::split::{Form, Piece};

/// How the names of a list are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// `Given Family`.
    Direct,
    /// `Family GH`.
    Vancouver,
    /// `Family, Given`.
    Inverted,
    /// A body, or a name in a script without initials: says nothing of the others.
    Neutral,
}

const WRITTEN: [Written; 4] = [Written::Direct, Written::Vancouver, Written::Inverted, Written::Neutral];

/// Costs in hundredths.
type Cost = u32;

/// What it costs to read a piece as a whole name.
fn alone(form: &Form) -> (Written, Cost) {
    if form.body {
        return (Written::Neutral, 0);
    }
    if form.suffix {
        return (Written::Neutral, 1200);
    }
    if form.asian {
        return (Written::Neutral, 10);
    }
    match (form.words, form.initials) {
        (0, _) => (Written::Direct, if form.capitals { 350 } else { 900 }),
        (_, 0) if form.particle_first => (Written::Direct, 250),
        (1, 0) => (Written::Direct, 300),
        (words, 0) => (Written::Direct, if form.capital_particle && words == 2 { 80 } else { 20 + 10 * words.min(20) }),
        _ if form.initial_first => (Written::Direct, 0),
        _ if form.initial_last => (Written::Vancouver, 20),
        _ => (Written::Direct, 0),
    }
}

/// What it costs to read two pieces as a family name and given names.
fn inverted(family: &Form, given: &Form) -> Cost {
    if family.body || given.body || family.suffix || given.suffix {
        return 1500;
    }
    let family_cost = match (family.words, family.initials) {
        (0, _) => {
            if family.capitals {
                40
            } else {
                700
            }
        }
        (1, 0) => 0,
        (_, 0) if family.particle_first => 0,
        (2, 0) => {
            if family.capital_particle {
                0
            } else {
                70
            }
        }
        (3, 0) => {
            if family.capital_particle {
                40
            } else {
                200
            }
        }
        (_, 0) => 400,
        _ if family.initial_first => 500,
        _ => 400,
    };
    let given_cost = match (given.words, given.initials) {
        (0, _) => 0,
        _ if given.particle_first && given.initials == 0 => 400,
        (1, 0) => {
            if given.capitals {
                30
            } else {
                20
            }
        }
        (2, 0) => 50,
        (1, _) if given.initial_last => 0,
        (1, _) => 80,
        (2, _) if given.initial_last => 30,
        (_, 0) => 150,
        _ => 200,
    };
    let script = if family.asian != given.asian {
        300
    } else if family.asian {
        60
    } else {
        0
    };
    family_cost + given_cost + script
}

/// What a change of the way of writing costs; after the first name alone, an inverted list may go on direct.
fn change(from: Option<Written>, to: Written, names: usize) -> Cost {
    match (from, to) {
        (None, _) => 0,
        (Some(a), b) if a == b => 0,
        (Some(Written::Neutral), _) | (_, Written::Neutral) => 0,
        (Some(Written::Inverted), Written::Direct) => {
            if names == 1 {
                40
            } else {
                100
            }
        }
        (Some(Written::Direct), Written::Inverted) => 120,
        _ => 80,
    }
}

/// One way to read the pieces up to some point.
#[derive(Clone, Copy)]
struct Path {
    cost: Cost,
    /// How many pieces the last name takes.
    take: usize,
    before: Option<Written>,
    names: usize,
}

/// The cheapest way to group pieces into names: the number of pieces of each name and how it is written.
pub(super) fn group(pieces: &[Piece]) -> Vec<(usize, Written)> {
    let paired = paired(pieces);
    let mut best: Vec<[Option<Path>; 5]> = vec![[None; 5]; pieces.len() + 1];
    if let Some(start) = best.first_mut() {
        start[4] = Some(Path { cost: 0, take: 0, before: None, names: 0 });
    }
    for end in 1..=pieces.len() {
        for take in 1..=end.min(3) {
            let Some(slice) = pieces.get(end - take..end) else { continue };
            // A name of several pieces has nothing but commas inside.
            if slice.iter().skip(1).any(|p| !p.comma) {
                continue;
            }
            let Some((written, mut cost)) = reading(slice) else { continue };
            if paired && written == Written::Inverted {
                cost = cost.saturating_sub(150);
            }
            for (at, from) in WRITTEN.iter().map(|w| Some(*w)).chain([None]).enumerate() {
                let Some(path) = best.get(end - take).and_then(|row| row.get(at).copied().flatten()) else { continue };
                let total = path.cost + cost + change(from, written, path.names);
                let to = WRITTEN.iter().position(|w| *w == written).unwrap_or(0);
                if let Some(slot) = best.get_mut(end).and_then(|row| row.get_mut(to))
                    && slot.is_none_or(|old| total < old.cost)
                {
                    *slot = Some(Path { cost: total, take, before: from, names: path.names + 1 });
                }
            }
        }
    }
    let mut out = Vec::new();
    let mut end = pieces.len();
    let mut state = best
        .last()
        .and_then(|row| row.iter().enumerate().filter_map(|(i, p)| p.map(|p| (p.cost, i))).min().map(|(_, i)| i));
    while let (Some(at), true) = (state, end > 0) {
        let Some(path) = best.get(end).and_then(|row| row.get(at).copied().flatten()) else { break };
        out.push((path.take, WRITTEN.get(at).copied().unwrap_or(Written::Direct)));
        end = end.saturating_sub(path.take.max(1));
        state = Some(path.before.and_then(|w| WRITTEN.iter().position(|x| *x == w)).unwrap_or(4));
    }
    out.reverse();
    out
}

/// Whether the groups between `and` or `;` are each of two pieces: `Family, Given and Family, Given`.
fn paired(pieces: &[Piece]) -> bool {
    let groups = pieces.iter().filter(|p| !p.comma).count();
    let bare = pieces.iter().filter(|p| !p.form.suffix).count();
    groups >= 2
        && bare == 2 * groups
        && pieces.iter().zip(pieces.iter().skip(1)).all(|(a, b)| a.comma != b.comma || b.form.suffix || a.form.suffix)
}

/// How pieces read as one name, and what that costs.
fn reading(slice: &[Piece]) -> Option<(Written, Cost)> {
    match slice {
        [one] => Some(alone(&one.form)),
        [first, second] if second.form.suffix => {
            let (written, cost) = alone(&first.form);
            Some((written, cost))
        }
        [first, second] => Some((Written::Inverted, inverted(&first.form, &second.form))),
        [first, second, third] if third.form.suffix => Some((Written::Inverted, inverted(&first.form, &second.form))),
        [first, second, third] if second.form.suffix => Some((Written::Inverted, inverted(&first.form, &third.form))),
        _ => None,
    }
}
