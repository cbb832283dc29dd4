//! Matrices of scores: for each item and label, and for a label after another.

/// A score for each item and label, row by row (log scale).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    labels: usize,
    values: Vec<f32>,
}

impl Scores {
    /// All zero.
    pub fn new(items: usize, labels: usize) -> Self {
        Self { labels, values: vec![0.0; items * labels] }
    }

    /// Makes it all zero with this size, keeping the memory.
    pub fn reset(&mut self, items: usize, labels: usize) {
        self.labels = labels;
        self.values.clear();
        self.values.resize(items * labels, 0.0);
    }

    /// How many items.
    pub fn items(&self) -> usize {
        self.values.len().checked_div(self.labels).unwrap_or(0)
    }

    /// How many labels.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// The scores of an item's labels.
    pub fn row(&self, item: usize) -> &[f32] {
        &self.values[item * self.labels..(item + 1) * self.labels]
    }

    /// The scores of an item's labels, to change.
    pub fn row_mut(&mut self, item: usize) -> &mut [f32] {
        &mut self.values[item * self.labels..(item + 1) * self.labels]
    }

    /// The score of a label at an item.
    pub fn get(&self, item: usize, label: usize) -> f32 {
        self.values[item * self.labels + label]
    }

    /// The probabilities of fewer labels: those of the columns that `column` sends to the same one are summed up.
    pub fn gathered(&self, labels: usize, column: impl Fn(usize) -> usize) -> Self {
        let mut gathered = Self::new(self.items(), labels);
        for i in 0..self.items() {
            let row = gathered.row_mut(i);
            self.row(i).iter().enumerate().for_each(|(label, p)| row[column(label)] += p);
        }
        gathered
    }

    /// Moves the scores towards those of another model for the same items and labels; `share` is how far, 0 to 1.
    pub fn blend(&mut self, other: &Self, share: f32) {
        blend(&mut self.values, &other.values, share);
    }
}

fn blend(own: &mut [f32], other: &[f32], share: f32) {
    for (own, other) in own.iter_mut().zip(other) {
        *own = *own * (1.0 - share) + other * share;
    }
}

/// Scores of a label after another, at the start and at the end (log scale; negative infinity forbids).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transitions {
    labels: usize,
    between: Vec<f32>,
    start: Vec<f32>,
    end: Vec<f32>,
}

impl Transitions {
    /// All zero: any label after any.
    pub fn new(labels: usize) -> Self {
        Self { labels, between: vec![0.0; labels * labels], start: vec![0.0; labels], end: vec![0.0; labels] }
    }

    /// How many labels.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// All scores of a label after another, row by row.
    pub(super) fn between(&self) -> &[f32] {
        &self.between
    }

    /// The score of `to` right after `from`.
    pub fn get(&self, from: usize, to: usize) -> f32 {
        self.between[from * self.labels + to]
    }

    /// Sets the score of `to` right after `from`.
    pub fn set(&mut self, from: usize, to: usize, score: f32) {
        self.between[from * self.labels + to] = score;
    }

    /// Never `to` right after `from`.
    pub fn forbid(&mut self, from: usize, to: usize) {
        self.set(from, to, f32::NEG_INFINITY);
    }

    /// Moves the scores towards those of another model with the same labels; `share` is how far, 0 to 1.
    pub fn blend(&mut self, other: &Self, share: f32) {
        blend(&mut self.between, &other.between, share);
        blend(&mut self.start, &other.start, share);
        blend(&mut self.end, &other.end, share);
    }

    /// The scores of each label after `from`.
    pub fn row(&self, from: usize) -> &[f32] {
        &self.between[from * self.labels..(from + 1) * self.labels]
    }

    /// The scores of each label after `from`, to change.
    pub fn row_mut(&mut self, from: usize) -> &mut [f32] {
        &mut self.between[from * self.labels..(from + 1) * self.labels]
    }

    /// The scores of each label on the first item.
    pub fn start(&self) -> &[f32] {
        &self.start
    }

    /// The scores of each label on the first item, to change.
    pub fn start_mut(&mut self) -> &mut [f32] {
        &mut self.start
    }

    /// The scores of each label on the last item.
    pub fn end(&self) -> &[f32] {
        &self.end
    }

    /// The scores of each label on the last item, to change.
    pub fn end_mut(&mut self) -> &mut [f32] {
        &mut self.end
    }
}
