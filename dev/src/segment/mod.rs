//! Training and measuring of the line model.

mod align;
mod corpus;
pub mod train;

use std::path::Path;

use bibglean::crf::Model;
use bibglean::segment::{self, Grammar, LABELS, Profile};

use crate::Failure;

/// Prints every unit of a listing with the state told from the gold.
pub fn show(corpus: &Path, id: &str) -> Result<(), Failure> {
    for listing in corpus::listings(corpus)?.iter().filter(|l| l.id == id) {
        let units = segment::units(&listing.page);
        let profiles: Vec<Profile> = units.iter().map(|u| segment::profile(u.text(&listing.page))).collect();
        let states = align::states(&listing.page, &units, &profiles, &listing.gold);
        let bytes = std::fs::read(format!("target/folds/{}.crf", listing.family()))?;
        let model = Model::load(&bytes).map_err(|e| format!("{e:?}"))?;
        let found = segment::states_with(&model, &listing.page, Grammar::Learned);
        for (((unit, profile), state), found) in units.iter().zip(&profiles).zip(&states).zip(&found) {
            let text: String = unit.text(&listing.page).chars().take(90).collect();
            let mark = if state == found { ' ' } else { '#' };
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
