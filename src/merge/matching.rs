//! Finding a record among known works.

use std::collections::HashMap;

use super::candidates::fingerprints;
use super::profile::Profile;
use super::score::{Verdict, decide};
use crate::model::Record;

/// How many known works that share a fingerprint are compared.
const COMPARED: usize = 24;

/// Known works, ready to be asked for.
#[derive(Debug)]
pub struct Index {
    profiles: Vec<Profile>,
    blocks: HashMap<u64, Vec<usize>>,
}

impl Index {
    /// An index of works, in their order.
    pub fn new<'a>(works: impl IntoIterator<Item = &'a Record>) -> Self {
        let profiles: Vec<Profile> = works.into_iter().map(Profile::new).collect();
        let mut blocks: HashMap<u64, Vec<usize>> = HashMap::new();
        for (index, profile) in profiles.iter().enumerate() {
            for print in fingerprints(profile) {
                blocks.entry(print).or_default().push(index);
            }
        }
        Self { profiles, blocks }
    }

    /// The works that a record may be a sighting of, as (strength, index), the strongest first.
    pub fn find(&self, record: &Record) -> Vec<(u32, usize)> {
        self.find_profile(&Profile::new(record))
    }

    /// As [`find`](Self::find), of a record that is prepared.
    pub(super) fn find_profile(&self, profile: &Profile) -> Vec<(u32, usize)> {
        let prints = fingerprints(profile);
        let near = prints.iter().filter_map(|print| self.blocks.get(print));
        let mut indices: Vec<usize> = near.flat_map(|block| block.iter().take(COMPARED).copied()).collect();
        indices.sort_unstable();
        indices.dedup();
        let mut found: Vec<(u32, usize)> = indices
            .into_iter()
            .map(|index| (decide(profile, &self.profiles[index]), index))
            .filter(|(decision, _)| decision.verdict == Verdict::Same)
            .map(|(decision, index)| (decision.strength, index))
            .collect();
        found.sort_by_key(|(strength, index)| (std::cmp::Reverse(*strength), *index));
        found
    }
}
