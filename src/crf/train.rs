//! Training: maximum likelihood with an L1 penalty, so that few weights remain.
//!
//! Stochastic gradient descent, a sequence a step, with AdaGrad's step for each weight (Duchi, Hazan, Singer 2011) and the
//! penalty applied by soft thresholding, caught up when a weight is next used. The order of the sequences is drawn
//! from a generator of our own, so the same data give the same bytes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Decoder, Scores, Sequence, Transitions, Weights, mix};

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Passes over the data.
    pub epochs: u32,
    /// First step of a weight.
    pub rate: f32,
    /// Step of the last pass in relation to the first.
    pub decay: f32,
    /// L1 penalty for each sequence.
    pub penalty: f32,
    /// Features seen less often are left out.
    pub min_count: u32,
    /// Features seen at least this often may speak against labels they were never seen with.
    pub dense_count: u32,
    /// After this many passes the weights that are zero are given up, which makes the later passes quick.
    pub prune_after: u32,
    /// Decides the order of the sequences.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            epochs: 7,
            rate: 0.2,
            decay: 0.25,
            penalty: 7e-5,
            min_count: 2,
            dense_count: u32::MAX,
            prune_after: 1,
            seed: 1,
        }
    }
}

/// Features are hashes already.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.0 = mix(self.0 ^ u64::from(b)));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// A labelled sequence: where its items stand in the trainer's lists.
struct Example {
    first_item: usize,
    items: usize,
    weight: f32,
}

/// Collects labelled sequences and trains a model on them.
pub struct Trainer {
    names: Vec<String>,
    /// The column of weights that each state reads.
    columns: Vec<u8>,
    /// Pairs of states of which the second never follows the first.
    forbidden: Vec<(u8, u8)>,
    feature_set: u64,
    numbers: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    hashes: Vec<u64>,
    counts: Vec<u32>,
    /// Columns a feature was seen with, a bit each.
    seen: Vec<u64>,
    features: Vec<u32>,
    item_ends: Vec<usize>,
    gold: Vec<u8>,
    examples: Vec<Example>,
    data_hash: u64,
}

/// A weight with its AdaGrad state.
#[derive(Clone, Copy)]
struct Weight {
    value: f32,
    /// Sum of the squares of its gradients.
    squares: f32,
    /// Its step now: rate / sqrt(squares).
    step: f32,
    /// Sequences seen when the penalty was last applied.
    at: u32,
}

impl Weight {
    const NEW: Self = Self { value: 0.0, squares: 0.0, step: 0.0, at: 0 };

    /// The value with the penalty of the sequences since it was last changed.
    fn now(&self, clock: u32, penalty: f32) -> f32 {
        if self.value == 0.0 {
            return 0.0;
        }
        let shrink = penalty * self.step * (clock - self.at) as f32;
        if self.value > 0.0 { (self.value - shrink).max(0.0) } else { (self.value + shrink).min(0.0) }
    }

    /// Goes a step against the gradient.
    fn update(&mut self, gradient: f32, rate: f32, clock: u32, penalty: f32) {
        // No sequence may throw a weight far away.
        let gradient = gradient.clamp(-LIMIT, LIMIT);
        self.value = self.now(clock, penalty);
        self.squares += gradient * gradient;
        self.step = rate / libm::sqrtf(self.squares + 1e-3);
        self.value -= self.step * gradient;
        self.at = clock;
    }
}

/// Gradients smaller than this are left out: they are most of them and change nothing that survives the rounding.
const NEGLIGIBLE: f32 = 1e-3;

/// Largest gradient that one sequence may give.
const LIMIT: f32 = 32.0;

impl Trainer {
    /// A trainer for these labels (at most 64) and the table of features that hashes to `feature_set`.
    pub fn new(labels: &[&str], feature_set: u64) -> Self {
        let columns: Vec<u8> = (0..64).take(labels.len()).collect();
        Self::with_states(labels, &columns, Vec::new(), feature_set)
    }

    /// A trainer whose states share columns of weights (at most 64), so that a label can have several states that differ
    /// by what may stand beside them: `columns` has the column of each state. A pair in `forbidden` is two states of which
    /// the second never follows the first.
    pub fn with_states(names: &[&str], columns: &[u8], forbidden: Vec<(u8, u8)>, feature_set: u64) -> Self {
        Self {
            names: names.iter().take(255).map(|&s| s.to_owned()).collect(),
            columns: columns.iter().map(|&c| c.min(63)).collect(),
            forbidden,
            feature_set,
            numbers: HashMap::default(),
            hashes: Vec::new(),
            counts: Vec::new(),
            seen: Vec::new(),
            features: Vec::new(),
            item_ends: Vec::new(),
            gold: Vec::new(),
            examples: Vec::new(),
            data_hash: 0,
        }
    }

    /// Adds a sequence with the state of each item. Sequences that do not fit their labels are left out.
    /// `weight` is how much the sequence counts (1 is usual).
    pub fn add(&mut self, sequence: &Sequence, labels: &[u8], weight: f32) {
        let known = labels.iter().all(|&y| usize::from(y) < self.names.len());
        if sequence.len() != labels.len() || labels.is_empty() || !known {
            return;
        }
        self.examples.push(Example { first_item: self.gold.len(), items: labels.len(), weight });
        self.data_hash = mix(self.data_hash ^ u64::from(weight.to_bits()));
        for (features, &label) in sequence.items().zip(labels) {
            self.data_hash = mix(self.data_hash ^ u64::from(label));
            for &hash in features {
                self.data_hash = mix(self.data_hash ^ hash);
                let number = *self.numbers.entry(hash).or_insert_with(|| {
                    self.hashes.push(hash);
                    self.counts.push(0);
                    self.seen.push(0);
                    u32::try_from(self.hashes.len() - 1).unwrap_or(u32::MAX)
                });
                self.counts[number as usize] += 1;
                self.seen[number as usize] |= 1 << self.columns[usize::from(label)];
                self.features.push(number);
            }
            self.item_ends.push(self.features.len());
            self.gold.push(label);
        }
    }

    /// How many sequences, items and distinct features there are.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.examples.len(), self.gold.len(), self.hashes.len())
    }

    /// Trains, tells `progress` each pass's number and mean negative log-likelihood of an item, and gives the model's weights.
    pub fn train(&self, options: &Options, mut progress: impl FnMut(u32, f64)) -> Weights {
        let mut run = Run::new(self, options);
        let mut order: Vec<usize> = (0..self.examples.len()).collect();
        let mut random = options.seed;
        for epoch in 0..options.epochs {
            for i in (1..order.len()).rev() {
                random = random.wrapping_add(0x9E37_79B9_7F4A_7C15);
                order.swap(i, (mix(random) % (i as u64 + 1)) as usize);
            }
            let share = epoch as f32 / (options.epochs.max(2) - 1) as f32;
            let rate = options.rate * libm::powf(options.decay, share);
            let loss: f64 = order.iter().map(|&i| run.step(&self.examples[i], rate)).sum();
            progress(epoch, loss / self.gold.len().max(1) as f64);
            if epoch + 1 == options.prune_after {
                run.prune();
            }
            if epoch + AVERAGED >= options.epochs {
                run.remember();
            }
        }
        run.weights()
    }
}

/// The state of training.
struct Run<'a> {
    data: &'a Trainer,
    options: &'a Options,
    labels: usize,
    /// How many columns of weights there are.
    columns: usize,
    /// For each feature, where its labels and weights begin; a feature left out has none.
    starts: Vec<u32>,
    weight_labels: Vec<u8>,
    weights: Vec<Weight>,
    edges: Vec<Weight>,
    start: Vec<Weight>,
    end: Vec<Weight>,
    transitions: Transitions,
    clock: u32,
    decoder: Decoder,
    emissions: Scores,
    probabilities: Scores,
    /// One number for each column.
    sums: Vec<f32>,
    counts: Vec<f32>,
    /// The sums of the weights and transitions after the last passes, and how many passes that is.
    mean: Mean,
}

/// Weights after several passes. Their mean depends less than the last ones do on the order of the sequences.
#[derive(Default)]
struct Mean {
    passes: u32,
    weights: Vec<f32>,
    transitions: Transitions,
}

/// How many passes the mean is of.
const AVERAGED: u32 = 3;

impl<'a> Run<'a> {
    fn new(data: &'a Trainer, options: &'a Options) -> Self {
        let labels = data.names.len();
        let columns = data.columns.iter().map(|&c| usize::from(c) + 1).max().unwrap_or(0);
        let mut transitions = Transitions::new(labels);
        for &(from, to) in &data.forbidden {
            transitions.forbid(from.into(), to.into());
        }
        let mut starts = Vec::with_capacity(data.hashes.len() + 1);
        let mut weight_labels = Vec::new();
        for (&count, &seen) in data.counts.iter().zip(&data.seen) {
            starts.push(u32::try_from(weight_labels.len()).unwrap_or(u32::MAX));
            if count >= options.min_count {
                let all = count >= options.dense_count;
                weight_labels.extend((0..columns).filter(|&y| all || seen >> y & 1 == 1).map(|y| y as u8));
            }
        }
        starts.push(u32::try_from(weight_labels.len()).unwrap_or(u32::MAX));
        Self {
            data,
            options,
            labels,
            columns,
            starts,
            weights: vec![Weight::NEW; weight_labels.len()],
            weight_labels,
            edges: vec![Weight::NEW; labels * labels],
            start: vec![Weight::NEW; labels],
            end: vec![Weight::NEW; labels],
            transitions,
            clock: 0,
            decoder: Decoder::complete(),
            emissions: Scores::default(),
            probabilities: Scores::default(),
            sums: Vec::new(),
            counts: vec![0.0; labels * labels],
            mean: Mean::default(),
        }
    }

    /// Adds the weights as they are now to the mean.
    fn remember(&mut self) {
        let now: Vec<f32> = self.weights.iter().map(|w| w.now(self.clock, self.options.penalty)).collect();
        self.mean.passes += 1;
        if self.mean.passes == 1 {
            (self.mean.weights, self.mean.transitions) = (now, self.transitions.clone());
            return;
        }
        let share = 1.0 / self.mean.passes as f32;
        for (mean, now) in self.mean.weights.iter_mut().zip(now) {
            *mean += (now - *mean) * share;
        }
        self.mean.transitions.blend(&self.transitions, share);
    }

    /// Gives up the weights that are zero.
    fn prune(&mut self) {
        let (mut starts, mut labels, mut weights) = (Vec::with_capacity(self.starts.len()), Vec::new(), Vec::new());
        for feature in 0..self.starts.len() - 1 {
            starts.push(labels.len() as u32);
            for place in self.places(feature as u32) {
                if self.weights[place].now(self.clock, self.options.penalty) != 0.0 {
                    labels.push(self.weight_labels[place]);
                    weights.push(self.weights[place]);
                }
            }
        }
        starts.push(labels.len() as u32);
        (self.starts, self.weight_labels, self.weights) = (starts, labels, weights);
        // What was remembered has other places.
        self.mean = Mean::default();
    }

    /// Places of a feature's weights.
    fn places(&self, feature: u32) -> std::ops::Range<usize> {
        self.starts[feature as usize] as usize..self.starts[feature as usize + 1] as usize
    }

    /// Features of an item.
    fn item(&self, item: usize) -> &'a [u32] {
        let start = item.checked_sub(1).map_or(0, |before| self.data.item_ends[before]);
        &self.data.features[start..self.data.item_ends[item]]
    }

    /// Learns from one sequence; gives its negative log-likelihood before that.
    fn step(&mut self, example: &Example, rate: f32) -> f64 {
        let penalty = self.options.penalty;
        let items = example.first_item..example.first_item + example.items;
        self.emissions.reset(example.items, self.labels);
        for (t, item) in items.clone().enumerate() {
            self.sums.clear();
            self.sums.resize(self.columns, 0.0);
            for &feature in self.item(item) {
                for place in self.places(feature) {
                    let value = self.weights[place].now(self.clock, penalty);
                    self.sums[usize::from(self.weight_labels[place])] += value;
                }
            }
            for (score, &column) in self.emissions.row_mut(t).iter_mut().zip(&self.data.columns) {
                *score = self.sums[usize::from(column)];
            }
        }
        self.decoder.set_transitions(&self.transitions);
        self.decoder.marginals(&self.emissions, &mut self.probabilities);
        self.decoder.expected_transitions(&self.probabilities, &mut self.counts);
        let gold = &self.data.gold[items.clone()];
        let loss = self.decoder.log_partition() - self.score(gold);

        for (t, item) in items.enumerate() {
            let row = self.probabilities.row_mut(t);
            row[usize::from(gold[t])] -= 1.0;
            row.iter_mut().for_each(|g| *g = if g.abs() < NEGLIGIBLE { 0.0 } else { *g * example.weight });
            self.sums.fill(0.0);
            for (&gradient, &column) in self.probabilities.row(t).iter().zip(&self.data.columns) {
                self.sums[usize::from(column)] += gradient;
            }
            if self.sums.iter().all(|g| g.abs() < NEGLIGIBLE) {
                continue;
            }
            for &feature in self.item(item) {
                for place in self.places(feature) {
                    let gradient = self.sums[usize::from(self.weight_labels[place])];
                    if gradient.abs() >= NEGLIGIBLE {
                        self.weights[place].update(gradient, rate, self.clock, penalty);
                    }
                }
            }
        }
        self.step_transitions(gold, example.weight, rate);
        self.clock += 1;
        loss
    }

    /// The score of a sequence of labels under the emissions and transitions.
    fn score(&self, gold: &[u8]) -> f64 {
        let mut sum = 0.0;
        for (t, &y) in gold.iter().enumerate() {
            let y = usize::from(y);
            sum += f64::from(self.emissions.get(t, y));
            sum += f64::from(match t.checked_sub(1) {
                None => self.transitions.start()[y],
                Some(before) => self.transitions.get(usize::from(gold[before]), y),
            });
        }
        sum + gold.last().map_or(0.0, |&y| f64::from(self.transitions.end()[usize::from(y)]))
    }

    /// Updates the transitions; `probabilities` holds the items' gradients by now. They carry no penalty: they are few.
    fn step_transitions(&mut self, gold: &[u8], weight: f32, rate: f32) {
        let l = self.labels;
        for pair in gold.windows(2) {
            self.counts[usize::from(pair[0]) * l + usize::from(pair[1])] -= 1.0;
        }
        for (place, &gradient) in self.counts.iter().enumerate() {
            if gradient.abs() >= NEGLIGIBLE {
                self.edges[place].update(gradient * weight, rate, self.clock, 0.0);
                self.transitions.set(place / l, place % l, self.edges[place].value);
            }
        }
        let last = gold.len() - 1;
        for y in 0..l {
            let first = self.probabilities.get(0, y);
            if first != 0.0 {
                self.start[y].update(first, rate, self.clock, 0.0);
                self.transitions.start_mut()[y] = self.start[y].value;
            }
            let gradient = self.probabilities.get(last, y);
            if gradient != 0.0 {
                self.end[y].update(gradient, rate, self.clock, 0.0);
                self.transitions.end_mut()[y] = self.end[y].value;
            }
        }
    }

    /// The mean of the weights.
    fn weights(self) -> Weights {
        let values = &self.mean.weights;
        let top = values.iter().map(|value| value.abs()).fold(0.0_f32, f32::max);
        // What is smaller than this against the largest says nothing.
        let least = top / 254.0;
        let mut records: Vec<(u64, Vec<(u8, f32)>)> = Vec::new();
        for (number, &hash) in self.data.hashes.iter().enumerate() {
            let places = self.places(number as u32);
            let kept = places.filter(|&place| values.get(place).is_some_and(|value| value.abs() >= least));
            let weights: Vec<(u8, f32)> = kept.map(|place| (self.weight_labels[place], values[place])).collect();
            if !weights.is_empty() {
                records.push((hash, weights));
            }
        }
        records.sort_unstable_by_key(|(hash, _)| *hash);
        Weights {
            names: self.data.names.clone(),
            columns: self.data.columns.clone(),
            feature_set: self.data.feature_set,
            data_hash: self.data.data_hash,
            transitions: self.mean.transitions,
            records,
        }
    }
}

#[cfg(test)]
mod tests;
