//! The generator that all random choices are drawn from: the same seed gives the same choices on every machine.

use std::collections::BTreeMap;
use std::panic::Location;

/// SplitMix64 (Steele, Lea, Flood 2014).
///
/// A page is set in one style, whatever its entries hold. With [`Random::of_page`] the same place in the code chooses the
/// same for every entry, though an entry may have more names than another and so more choices in between; only numbers
/// ([`Random::below`]) stay the entry's own. A few places, others on each page, choose anew for every entry.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    page: Option<Page>,
}

#[derive(Clone, Debug)]
struct Page {
    seed: u64,
    /// The number of each place, in order of its first choice, and how often it has chosen for the entry at hand. Where a
    /// place stands in the code only tells it from others: a comment put in above it changes no page.
    places: BTreeMap<(&'static str, u32, u32), (u64, u64)>,
}

/// Of a hundred places in the code, how many choose anew for every entry.
const FREE: u64 = 15;

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed, page: None }
    }

    /// A generator whose choices are those of one page.
    pub fn of_page(seed: u64) -> Self {
        Self { state: !seed, page: Some(Page { seed, places: BTreeMap::new() }) }
    }

    /// Begins the next entry of the page.
    pub fn next_entry(&mut self) {
        if let Some(page) = &mut self.page {
            page.places.values_mut().for_each(|(_, times)| *times = 0);
        }
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mixed(self.state)
    }

    /// A number below `end` (which must not be 0).
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// The choice that a place makes among so many.
    #[track_caller]
    fn choice(&mut self, end: usize) -> usize {
        let own = self.below(end);
        let Some(page) = &mut self.page else { return own };
        let at = Location::caller();
        let next = page.places.len() as u64 + 1;
        let (number, times) = page.places.entry((at.file(), at.line(), at.column())).or_insert((next, 0));
        *times += 1;
        let place = mixed(page.seed ^ mixed(*number));
        if place % 100 < FREE { own } else { (mixed(place ^ *times) % end.max(1) as u64) as usize }
    }

    /// True in `percent` of a hundred cases.
    #[track_caller]
    pub fn chance(&mut self, percent: usize) -> bool {
        self.choice(100) < percent
    }

    /// One of the choices.
    #[track_caller]
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.choice(choices.len())]
    }

    /// One of the choices, by weight.
    #[track_caller]
    pub fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let total = choices.iter().map(|(w, _)| w).sum();
        let mut at = self.choice(total);
        for (weight, choice) in choices {
            if at < *weight {
                return *choice;
            }
            at -= weight;
        }
        choices[0].1
    }
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
