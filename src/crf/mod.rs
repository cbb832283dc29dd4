//! Linear-chain conditional random fields; knows nothing of bibliographies.
//!
//! An item is a set of binary features, a feature a 64-bit hash of its name and value, a sequence a list of items.
//! [`Model`] reads a trained model in place and gives [`Scores`] and [`Transitions`]; [`viterbi`] and [`marginals`] take
//! those matrices, so that a caller may change them first (forbid a transition, re-estimate a bias). [`Trainer`] makes
//! [`Weights`], and they the model's bytes. The same input gives the same bytes on every machine: `exp` is libm's, sums keep their order.
//!
//! Lafferty, McCallum, Pereira: Conditional random fields (2001).

mod exp;
mod infer;
mod model;
mod scores;
mod train;
mod weights;

pub use infer::{Decoder, marginals, viterbi};
pub use model::{FormatError, Model};
pub use scores::{Scores, Transitions};
pub use train::{Options, Trainer};
pub use weights::Weights;

/// Hash of a byte string, stable across versions and machines: the base from which features are made.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut state = 0x9E37_79B9_7F4A_7C15 ^ (bytes.len() as u64);
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        state = mix(state ^ u64::from_le_bytes(word));
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        state = mix(state ^ u64::from_le_bytes(word));
    }
    state
}

/// One round of the finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input reaches every bit out.
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The feature `name` with the value that hashes to `value` (see [`hash`]; a small number may be given as it is).
pub fn feature(name: u16, value: u64) -> u64 {
    mix(value.wrapping_add((u64::from(name) + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)))
}

/// The feature `name` with a pair of values.
pub fn feature2(name: u16, first: u64, second: u64) -> u64 {
    feature(name, mix(first ^ 0xA076_1D64_78BD_642F).wrapping_add(second.wrapping_mul(0xE703_7ED1_A0B4_28DB)))
}

/// A share or probability in a few steps, as a feature's value.
pub fn step_of(p: f32) -> u64 {
    match p {
        p if p < 0.3 => 0,
        p if p < 0.5 => 1,
        p if p < 0.7 => 2,
        p if p < 0.85 => 3,
        p if p < 0.95 => 4,
        _ => 5,
    }
}

/// How many there are, at least one, in a few steps, as a feature's value.
pub fn step_of_count(count: usize) -> u64 {
    match count {
        0..=1 => 1,
        2..=3 => 2,
        4..=8 => 3,
        9..=20 => 4,
        _ => 5,
    }
}

/// A list of items, each a set of features; reusable, so that labelling many sequences allocates once.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    features: Vec<u64>,
    ends: Vec<u32>,
}

impl Sequence {
    /// An empty sequence.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all items, keeps the memory.
    pub fn clear(&mut self) {
        self.features.clear();
        self.ends.clear();
    }

    /// Adds a feature to the item being built.
    pub fn push(&mut self, feature: u64) {
        self.features.push(feature);
    }

    /// Ends the item being built.
    pub fn end_item(&mut self) {
        self.ends.push(u32::try_from(self.features.len()).unwrap_or(u32::MAX));
    }

    /// How many items have been ended.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The items' features in order.
    pub fn items(&self) -> impl Iterator<Item = &[u64]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let item = self.features.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            item
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_pinned() {
        // A changed hash would make every shipped model useless without a word.
        assert_eq!(hash(b""), 0x9E37_79B9_7F4A_7C15);
        assert_eq!(hash(b"journal"), 0x5F4E_F731_52FD_F59F);
        assert_eq!(feature(3, hash(b"journal")), 0x196F_2636_9F06_E676);
        assert_ne!(hash(b"a"), hash(b"a\0"));
        assert_ne!(feature2(1, 2, 3), feature2(1, 3, 2));
    }
}
