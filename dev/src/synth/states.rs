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

#[cfg(test)]
mod tests {
    use bibglean::page;
    use bibglean::segment;
    use bibglean::source::{Format, Source};
    use bibglean::span::SourceId;

    use super::*;
    use crate::synth::{Rng, html, markdown};

    fn rows() -> Vec<Row> {
        let mut rows = vec![Row::outside("Publications".into(), Role::Heading, 1, 0)];
        for title in ["Salt in old ships", "On the *growth* of moss", "Tides & <their> causes", "Nets"] {
            for (text, state) in [
                (title, State::Begin(Role::Title)),
                ("A. Doe and B. Roe", State::Inside(Role::Authors)),
                ("Journal of Tides 4(2), 1-9, 2006", State::Inside(Role::Venue)),
            ] {
                rows.push(Row { state, ..Row::outside(text.into(), Role::Furniture, 0, 0) });
            }
        }
        rows.push(Row::outside("Last updated in May".into(), Role::Furniture, 0, 0));
        rows
    }

    /// However a page is dressed, its entries begin where their titles stand, and what is no entry stays none.
    #[test]
    fn entries_are_found_again_in_every_template() {
        let rows = rows();
        for seed in 0..300 {
            for format in [Format::Html, Format::Markdown] {
                let mut rng = Rng(seed);
                let markup = match format {
                    Format::Html => html::write(&rows, &mut rng),
                    _ => markdown::write(&rows, &mut rng),
                };
                let source = Source::decode(SourceId(0), "page", markup.text.as_bytes()).0.with_format(format);
                let page = page::read(&source);
                let units = segment::units(&page);
                let states = states(&page, &units, &rows, &markup);
                let states = states.unwrap_or_else(|| panic!("strays: {}", markup.text));
                let texts: Vec<&str> = units.iter().map(|u| u.text(&page)).collect();
                let titles = ["Salt in", "On the", "Tides &", "Nets"];
                for (text, state) in texts.iter().zip(&states) {
                    let titled = titles.iter().any(|t| text.contains(t));
                    assert_eq!(titled, matches!(state, State::Begin(_)), "{text} {state:?}\n{}", markup.text);
                    assert!(!titled || matches!(state.role(), Role::Title | Role::Reference), "{text} {state:?}");
                    let names = text.contains("A. Doe");
                    assert!(titled || !names || matches!(state, State::Inside(Role::Authors | Role::Reference)));
                }
                let outside = states.iter().filter(|s| s.is_outside()).count();
                assert!(outside >= 2, "{}", markup.text);
            }
        }
    }
}
