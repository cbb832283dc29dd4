//! The entries of a page, all set in one style.

use super::Renderer;
use crate::augment::augment;
use crate::corpus::{Gold, Person};
use crate::random::Random;
use crate::sample::Sample;

/// The most entries of a page.
const MOST: usize = 24;

impl Renderer {
    /// The entries of a page.
    pub fn page(&self, seed: u64, records: &[&Gold]) -> Vec<Sample> {
        let mut random = Random::of_page(seed);
        let cards = random.below(100) < 60;
        let changed = random.below(100) < 60;
        let owner = records[random.below(records.len())].authors.first().filter(|_| random.below(100) < 70);
        let venues: Vec<String> = (0..4).map(|_| records[random.below(records.len())].container.clone()).collect();
        let count = 2 + random.below(MOST - 1);
        let entry = |_| {
            random.next_entry();
            let gold = self.of_page(&mut random, records, owner, &venues);
            let sample = if cards { self.card(&mut random, &gold) } else { self.reference(&mut random, &gold) };
            if changed { augment(&mut random, &sample) } else { sample }
        };
        (0..count).map(entry).collect()
    }

    /// A record as it may stand on somebody's page: the owner is among the authors, venues come again.
    fn of_page(&self, random: &mut Random, records: &[&Gold], owner: Option<&Person>, venues: &[String]) -> Gold {
        let mut gold = records[random.below(records.len())].clone();
        if let Some(owner) = owner.filter(|owner| !owner.family.is_empty()) {
            let at = random.below(gold.authors.len() + 1);
            match gold.authors.get_mut(at) {
                Some(author) if author.literal.is_empty() => author.clone_from(owner),
                _ => gold.authors.push(owner.clone()),
            }
        }
        let venue = &venues[random.below(venues.len())];
        if !gold.container.is_empty() && !venue.is_empty() && random.below(100) < 40 {
            gold.container.clone_from(venue);
        }
        gold
    }
}
