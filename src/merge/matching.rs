//! Finding a record among known works.

use std::collections::{HashMap, HashSet};

use super::candidates::fingerprints;
use super::profile::Profile;
use super::score::{Verdict, decide};
use crate::model::Record;

/// How many known works that share a fingerprint are compared.
const COMPARED: usize = 24;

/// Known works, ready to be asked for.
#[derive(Debug)]
pub struct Index {
    /// Each with its place among the works.
    profiles: Vec<(usize, Profile)>,
    /// Fingerprints with the works that have them, sorted.
    blocks: Vec<(u64, usize)>,
    /// Where a fingerprint stands first among them.
    starts: HashMap<u64, usize>,
}

impl Index {
    /// An index of works, in their order.
    pub fn new<'a>(works: impl IntoIterator<Item = &'a Record>) -> Self {
        Self::of(works, |_| true)
    }

    /// An index of those works that any of these records may be a sighting of; the others need no room.
    pub fn near<'a, 'b>(
        works: impl IntoIterator<Item = &'a Record>,
        records: impl IntoIterator<Item = &'b Record>,
    ) -> Self {
        let wanted: HashSet<u64> = records.into_iter().flat_map(|record| fingerprints(&Profile::new(record))).collect();
        Self::of(works, |print| wanted.contains(&print))
    }

    fn of<'a>(works: impl IntoIterator<Item = &'a Record>, wanted: impl Fn(u64) -> bool) -> Self {
        let mut index = Self { profiles: Vec::new(), blocks: Vec::new(), starts: HashMap::new() };
        for (place, work) in works.into_iter().enumerate() {
            let profile = Profile::new(work);
            let known = index.blocks.len();
            let prints = fingerprints(&profile).into_iter().filter(|print| wanted(*print));
            index.blocks.extend(prints.map(|print| (print, index.profiles.len())));
            if index.blocks.len() > known {
                index.profiles.push((place, profile));
            }
        }
        index.blocks.sort_unstable();
        index.blocks.dedup();
        // From the last to the first, so that the first of a fingerprint stands.
        index.starts = index.blocks.iter().enumerate().rev().map(|(start, (print, _))| (*print, start)).collect();
        index
    }

    /// The works that share a fingerprint, in their order, no more than are compared.
    fn block(&self, print: u64) -> impl Iterator<Item = usize> {
        let block = self.starts.get(&print).map_or(&[][..], |start| &self.blocks[*start..]);
        block.iter().take_while(move |(other, _)| *other == print).take(COMPARED).map(|(_, index)| *index)
    }

    /// The works that a record may be a sighting of, as (strength, index), the strongest first.
    pub fn find(&self, record: &Record) -> Vec<(u32, usize)> {
        self.find_profile(&Profile::new(record))
    }

    /// As [`find`](Self::find), of a record that is prepared.
    pub(super) fn find_profile(&self, profile: &Profile) -> Vec<(u32, usize)> {
        let prints = fingerprints(profile);
        let mut indices: Vec<usize> = prints.iter().flat_map(|print| self.block(*print)).collect();
        indices.sort_unstable();
        indices.dedup();
        let mut found: Vec<(u32, usize)> = indices
            .into_iter()
            .map(|index| &self.profiles[index])
            .map(|(place, known)| (decide(profile, known), *place))
            .filter(|(decision, _)| decision.verdict == Verdict::Same)
            .map(|(decision, place)| (decision.strength, place))
            .collect();
        found.sort_by_key(|(strength, index)| (std::cmp::Reverse(*strength), *index));
        found
    }
}
