//! Training and measuring of the line model.

mod align;
mod corpus;
pub mod train;

use std::path::Path;

use bibglean::segment::{self, LABELS, Profile};

use crate::Failure;

/// Prints every unit of a listing with the state told from the gold.
pub fn show(corpus: &Path, id: &str) -> Result<(), Failure> {
    for listing in corpus::listings(corpus)?.iter().filter(|l| l.id == id) {
        let units = segment::units(&listing.page);
        let profiles: Vec<Profile> = units.iter().map(|u| segment::profile(u.text(&listing.page))).collect();
        let states = align::states(&listing.page, &units, &profiles, &listing.gold);
        for ((unit, profile), state) in units.iter().zip(&profiles).zip(&states) {
            let text: String = unit.text(&listing.page).chars().take(90).collect();
            println!("{:<14}{:<14}{text}", LABELS[state.index()], format!("{:?}", profile.guess));
        }
    }
    Ok(())
}
