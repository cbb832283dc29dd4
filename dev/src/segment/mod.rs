//! Training and measuring of the line model.

pub mod align;
pub mod corpus;
pub mod train;

use std::path::Path;

use bibglean::crf::Model;
use bibglean::segment::{self, Grammar, LABELS, Profile};

use crate::Failure;

/// Prints the units of a listing with the state told from the gold and the state found by a model that has not seen the
/// page (as the last check left it); `most` differences, each among its neighbours.
pub fn delta(corpus: &Path, id: &str, most: usize) -> Result<(), Failure> {
    for listing in corpus::listings(corpus)?.iter().filter(|l| l.id == id) {
        let units = segment::units(&listing.page);
        let profiles: Vec<Profile> = units.iter().map(|u| segment::profile(u.text(&listing.page))).collect();
        let states = align::states(&listing.page, &units, &profiles, &listing.gold);
        let bytes = std::fs::read(format!("target/folds/{}.crf", listing.family()))?;
        let model = Model::load(&bytes).map_err(|e| format!("{e:?}"))?;
        let found = segment::states_with(&model, &listing.page, Grammar::Learned);
        let mut left = most;
        for (((unit, profile), state), found) in units.iter().zip(&profiles).zip(&states).zip(&found) {
            let text: String = unit.text(&listing.page).chars().take(90).collect();
            let mark = if state == found { ' ' } else { '#' };
            if mark == '#' {
                let Some(fewer) = left.checked_sub(1) else { break };
                left = fewer;
            }
            println!(
                "{mark} {:<14}{:<14}{:<14}{text}",
                LABELS[state.index()],
                LABELS[found.index()],
                format!("{:?}", profile.guess)
            );
        }
    }
    Ok(())
}

/// Prints synthetic pages: the state of each unit, the gap before it, its path and its text.
pub fn show_synthetic(train: &Path, count: usize, seed: u64) -> Result<(), Failure> {
    for (n, synthetic) in crate::synth::pages(train, count, seed)?.iter().enumerate() {
        println!("=== page {n}");
        for (unit, state) in synthetic.units.iter().zip(&synthetic.states) {
            let line = &synthetic.page.lines[unit.line];
            let text: String = unit.text(&synthetic.page).chars().take(110).collect();
            let path = line.path.as_deref().unwrap_or_default();
            let heading = line.heading.map_or(String::new(), |level| format!("h{level}"));
            println!("{:<14}{} {heading:<3}{path:<34.34} {text}", LABELS[state.index()], line.blank_before);
        }
    }
    Ok(())
}
