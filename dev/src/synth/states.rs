//! States of units from those of the rows they were made of.

use bibglean::page::Page;
use bibglean::segment::{Part, Role, State, Unit};

use super::markup::Markup;
use super::row::Row;

/// Share of a unit's text that a title has if the unit is a title.
const TITLE_SHARE: usize = 85;
/// Longest number of an entry in bytes.
const MARKER: usize = 5;
/// Of a hundred units, those that may stand for no row.
const STRAYS: usize = 5;

/// The states of the units of a page that was written as mark-up; none if too many units stand for no row.
pub fn states(page: &Page, units: &[Unit], rows: &[Row], markup: &Markup) -> Option<Vec<State>> {
    let entry_of = entries(rows);
    let mut begun = vec![false; rows.len() + 1];
    let mut mixed = vec![false; rows.len() + 1];
    let mut strays = 0;
    let mut states = Vec::with_capacity(units.len());
    let mut owners = Vec::with_capacity(units.len());
    for unit in units {
        let shares = shares(page, unit, &markup.marks);
        strays += usize::from(shares.is_empty());
        let inside: Vec<(usize, usize)> = shares.iter().copied().filter(|(row, _)| entry_of[*row] > 0).collect();
        let fresh = inside.iter().map(|(row, _)| entry_of[*row]).find(|entry| !begun[*entry]);
        let Some(entry) = fresh.or_else(|| inside.first().map(|(row, _)| entry_of[*row])) else {
            states.push(outside(page, unit, rows, &shares));
            owners.push(0);
            continue;
        };
        let own: Vec<(Role, usize)> = inside
            .iter()
            .filter(|(row, _)| entry_of[*row] == entry)
            .map(|(row, share)| (rows[*row].state.role(), *share))
            .collect();
        let role = role(&own);
        mixed[entry] |= role == Role::Reference && own.iter().any(|(r, _)| *r == Role::Title);
        states.push(if begun[entry] { State::Inside(role) } else { State::Begin(role) });
        inside.iter().for_each(|(row, _)| begun[entry_of[*row]] = true);
        owners.push(entry);
    }
    // What runs on from a line that has the title and more is all one running text.
    for ((state, owner), unit) in states.iter_mut().zip(&owners).zip(units) {
        if mixed[*owner] && unit.part == Part::Line && matches!(state.role(), Role::Title | Role::Authors | Role::Venue)
        {
            *state = match state {
                State::Begin(_) => State::Begin(Role::Reference),
                _ => State::Inside(Role::Reference),
            };
        }
    }
    (strays * 100 <= units.len() * STRAYS).then_some(states)
}

/// The number of the entry each row belongs to, from 1; 0 for none.
fn entries(rows: &[Row]) -> Vec<usize> {
    let mut entry = 0;
    rows.iter()
        .map(|row| match row.state {
            State::Begin(_) => {
                entry += 1;
                entry
            }
            State::Inside(_) => entry,
            State::Outside(_) => 0,
        })
        .collect()
}

/// The rows whose text a unit has, with how many bytes of each.
fn shares(page: &Page, unit: &Unit, marks: &[(usize, usize, usize)]) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for span in page.lines[unit.line].text.spans(unit.range.clone()) {
        let (from, to) = (span.start as usize, span.end as usize);
        let first = marks.partition_point(|(_, end, _)| *end <= from);
        for (start, end, row) in marks[first..].iter().take_while(|(start, ..)| *start < to) {
            let share = to.min(*end) - from.max(*start);
            match out.last_mut() {
                Some((last, sum)) if last == row => *sum += share,
                _ => out.push((*row, share)),
            }
        }
    }
    // A clause may end with the number of the next entry.
    if unit.part == Part::Clause && out.len() > 1 && out.last().is_some_and(|(_, share)| *share <= MARKER) {
        out.pop();
    }
    out
}

/// The role of a unit that has stretches of one entry, as an annotator would see it.
fn role(own: &[(Role, usize)]) -> Role {
    let total: usize = own.iter().map(|(_, share)| share).sum();
    let of = |role: Role| own.iter().filter(|(r, _)| *r == role).map(|(_, share)| share).sum::<usize>();
    if own.iter().all(|(role, _)| *role == own[0].0) {
        return own[0].0;
    }
    if of(Role::Title) * 100 >= total * TITLE_SHARE {
        return Role::Title;
    }
    if of(Role::Title) + of(Role::Reference) > 0 || (of(Role::Authors) > 0 && of(Role::Venue) > 0) {
        return Role::Reference;
    }
    own.iter().map(|(role, _)| *role).max_by_key(|role| of(*role)).unwrap_or(Role::Extra)
}

/// The state of a unit that belongs to no entry; what the page itself calls a heading is one.
fn outside(page: &Page, unit: &Unit, rows: &[Row], shares: &[(usize, usize)]) -> State {
    let only = |role: Role| !shares.is_empty() && shares.iter().all(|(row, _)| rows[*row].state.role() == role);
    State::Outside(if page.lines[unit.line].heading.is_some() || only(Role::Heading) {
        Role::Heading
    } else if only(Role::Separator) {
        Role::Separator
    } else {
        Role::Furniture
    })
}
