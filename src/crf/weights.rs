//! Learned weights: what training gives, the mean of several trainings, and the bytes of a model file.

use std::collections::BTreeMap;

use super::model::MAGIC;
use super::{Transitions, mix};

/// The weights of a model before they are made small.
#[derive(Clone, Debug)]
pub struct Weights {
    pub(super) names: Vec<String>,
    pub(super) columns: Vec<u8>,
    pub(super) feature_set: u64,
    pub(super) data_hash: u64,
    pub(super) transitions: Transitions,
    /// The weights of each feature, each with its column, by the feature's hash.
    pub(super) records: Vec<(u64, Vec<(u8, f32)>)>,
}

impl Weights {
    /// The mean of models of the same states, each trained on another draw of the data: as scores are sums of weights, it
    /// decides as all of them together would, at the price of one (bagging: Breiman 1996). `None` without any.
    pub fn mean(models: Vec<Self>) -> Option<Self> {
        let mut mean = models.first()?.clone();
        let share = 1.0 / models.len() as f32;
        let mut sums: BTreeMap<u64, BTreeMap<u8, f32>> = BTreeMap::new();
        for (n, model) in models.iter().enumerate() {
            for (hash, weights) in &model.records {
                let sums = sums.entry(*hash).or_default();
                weights.iter().for_each(|(column, weight)| *sums.entry(*column).or_default() += weight * share);
            }
            if n > 0 {
                mean.transitions.blend(&model.transitions, 1.0 / (n + 1) as f32);
                mean.data_hash = mix(mean.data_hash ^ model.data_hash);
            }
        }
        mean.records = sums.into_iter().map(|(hash, weights)| (hash, weights.into_iter().collect())).collect();
        Some(mean)
    }

    /// The model file (see `model.rs`).
    pub fn bytes(&self) -> Vec<u8> {
        let all = self.records.iter().flat_map(|(_, weights)| weights);
        let top = all.map(|(_, weight)| weight.abs()).fold(1e-6_f32, f32::max);
        let scale = top / (127.0 * 127.0);
        let root = |value: f32| libm::copysignf(libm::roundf(libm::sqrtf(value.abs() / scale)), value) as i8;
        let rooted = self.records.iter().map(|(hash, weights)| {
            let roots = weights.iter().map(|(column, weight)| [*column, root(*weight).cast_unsigned()]);
            (hash, roots.filter(|[_, root]| *root != 0).collect::<Vec<_>>())
        });
        let records: Vec<_> = rooted.filter(|(_, roots)| !roots.is_empty()).collect();
        let bits = records.len().next_power_of_two().trailing_zeros().clamp(1, 24);
        let mut offsets: Vec<u32> = Vec::with_capacity((1 << bits) + 1);
        let mut body: Vec<u8> = Vec::new();
        for (hash, roots) in &records {
            let bucket = (*hash >> (64 - bits)) as usize;
            offsets.resize(offsets.len().max(bucket + 1), body.len() as u32);
            body.extend((**hash as u16).to_le_bytes());
            body.push(roots.len() as u8);
            body.extend(roots.as_flattened());
        }
        offsets.resize((1 << bits) + 1, body.len() as u32);

        let mut out = MAGIC.to_vec();
        out.extend((self.names.len() as u32).to_le_bytes());
        out.extend(self.feature_set.to_le_bytes());
        out.extend(self.data_hash.to_le_bytes());
        out.extend(bits.to_le_bytes());
        out.extend((body.len() as u32).to_le_bytes());
        out.extend(scale.to_le_bytes());
        for name in &self.names {
            let name = &name.as_bytes()[..name.len().min(255)];
            out.push(name.len() as u8);
            out.extend(name);
        }
        out.extend(&self.columns);
        for from in 0..self.names.len() {
            out.extend(self.transitions.row(from).iter().flat_map(|x| x.to_le_bytes()));
        }
        out.extend(self.transitions.start().iter().chain(self.transitions.end()).flat_map(|x| x.to_le_bytes()));
        out.extend(offsets.iter().flat_map(|x| x.to_le_bytes()));
        out.extend(body);
        out
    }
}
