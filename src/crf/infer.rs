//! Decoding: the best sequence of labels (Viterbi) and each label's probability (scaled forward-backward).

use super::exp::quick_exp;
use super::{Scores, Transitions};

/// A way to an item that is this much worse than the best way there (e^-9 is 1e-4) is followed no further: few are left, and
/// the one that wins in the end is among them unless what follows speaks strongly against the rest.
const BEAM: f32 = 9.0;

/// The best sequence of labels. Of two equal sequences the one with the lower label at the last difference wins.
/// Ways far behind the best are given up early; if the transitions then leave none, all are followed.
pub fn viterbi(emissions: &Scores, transitions: &Transitions) -> Vec<u8> {
    if emissions.items() == 0 || transitions.labels() != emissions.labels() {
        return vec![0; emissions.items()];
    }
    let all = || viterbi_within(emissions, transitions, f32::INFINITY);
    viterbi_within(emissions, transitions, BEAM).or_else(all).unwrap_or_else(|| vec![0; emissions.items()])
}

/// How many labels are looked at together in Viterbi's recursion.
const STRIP: usize = 8;

/// The best score with which each label of a strip is reached from the labels in `ways` (each with its score), and the
/// label before it; of two equal ways the first.
#[inline]
fn best_into(ways: &[(usize, f32)], edges: &[[f32; STRIP]]) -> ([f32; STRIP], [u32; STRIP]) {
    let mut top = [f32::NEG_INFINITY; STRIP];
    let mut label = [0_u32; STRIP];
    for &(from, score) in ways {
        let edges = &edges[from];
        for k in 0..STRIP {
            let through = score + edges[k];
            let better = through > top[k];
            top[k] = if better { through } else { top[k] };
            label[k] = if better { from as u32 } else { label[k] };
        }
    }
    (top, label)
}

/// The best sequence whose every part is within `beam` of the best way to its last item; `None` if there is none.
fn viterbi_within(emissions: &Scores, transitions: &Transitions, beam: f32) -> Option<Vec<u8>> {
    let (n, l) = (emissions.items(), emissions.labels());
    // Edges in strips of a few labels, each strip's rows one after another: the best way into the labels of a strip stays
    // in registers while all labels before them are tried.
    let strips = l.div_ceil(STRIP);
    let mut edges = vec![[f32::NEG_INFINITY; STRIP]; strips * l];
    for i in 0..l {
        for (to, &edge) in transitions.row(i).iter().enumerate() {
            edges[to / STRIP * l + i][to % STRIP] = edge;
        }
    }
    let mut best: Vec<f32> = emissions.row(0).iter().zip(transitions.start()).map(|(e, s)| e + s).collect();
    let mut ways: Vec<(usize, f32)> = Vec::with_capacity(l);
    let mut from = vec![0_u8; n * l];
    for t in 1..n {
        let top = best.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let followed = |score: f32| score > f32::NEG_INFINITY && score >= top - beam;
        ways.clear();
        ways.extend(best.iter().copied().enumerate().filter(|(_, score)| followed(*score)));
        let row = emissions.row(t);
        let back = &mut from[t * l..(t + 1) * l];
        for (strip, edges) in edges.chunks_exact(l).enumerate() {
            let (score, label) = best_into(&ways, edges);
            let at = strip * STRIP;
            for k in 0..STRIP.min(l - at) {
                best[at + k] = score[k] + row[at + k];
                back[at + k] = label[k] as u8;
            }
        }
    }
    let mut last = None;
    let mut top = f32::NEG_INFINITY;
    for (i, (&score, &end)) in best.iter().zip(transitions.end()).enumerate() {
        if score + end > top {
            top = score + end;
            last = Some(i);
        }
    }
    let mut label = last?;
    let mut path = vec![0_u8; n];
    for t in (0..n).rev() {
        path[t] = label as u8;
        label = usize::from(from[t * l + label]);
    }
    Some(path)
}

/// Each label's probability at each item.
pub fn marginals(emissions: &Scores, transitions: &Transitions) -> Scores {
    let mut out = Scores::default();
    Decoder::new(transitions).marginals(emissions, &mut out);
    out
}

/// In training a label keeps this much of the best one's score, so that no sequence becomes impossible.
const FLOOR: f32 = -60.0;

/// Transitions raised to the exponential once, with the memory that computing marginals needs.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    labels: usize,
    edges: Vec<f32>,
    /// Edges with rows and columns exchanged, so that the backward pass also runs along rows.
    turned: Vec<f32>,
    start: Vec<f32>,
    end: Vec<f32>,
    potentials: Vec<f32>,
    forward: Vec<f32>,
    back: Vec<f32>,
    next: Vec<f32>,
    log_scale: f64,
    /// Share of an item's best forward probability below which a label is given up; none in training.
    beam: f32,
}

impl Decoder {
    /// A decoder with these transitions.
    pub fn new(transitions: &Transitions) -> Self {
        let mut decoder = Self { beam: libm::expf(-BEAM), ..Self::default() };
        decoder.set_transitions(transitions);
        decoder
    }

    /// A decoder for training: no label is left out, however improbable.
    pub(super) fn complete() -> Self {
        Self::default()
    }

    /// Takes other transitions.
    pub fn set_transitions(&mut self, transitions: &Transitions) {
        let l = transitions.labels();
        let exp = |scores: &[f32], out: &mut Vec<f32>| {
            out.clear();
            out.extend(scores.iter().map(|&x| libm::expf(x)));
        };
        self.labels = l;
        exp(transitions.between(), &mut self.edges);
        exp(transitions.start(), &mut self.start);
        exp(transitions.end(), &mut self.end);
        self.turned.resize(l * l, 0.0);
        for i in 0..l {
            for j in 0..l {
                self.turned[j * l + i] = self.edges[i * l + j];
            }
        }
    }

    /// Puts each label's probability at each item into `out`.
    pub fn marginals(&mut self, emissions: &Scores, out: &mut Scores) {
        let (n, l) = (emissions.items(), self.labels);
        out.reset(n, l);
        if n == 0 || emissions.labels() != l {
            return;
        }
        self.forward(emissions);
        self.back.clear();
        self.back.extend_from_slice(&self.end);
        self.next.resize(l, 0.0);
        for t in (0..n).rev() {
            let row = out.row_mut(t);
            let mut sum = 0.0;
            for ((p, &a), &b) in row.iter_mut().zip(&self.forward[t * l..]).zip(&self.back) {
                *p = a * b;
                sum += *p;
            }
            let factor = if sum > 0.0 { 1.0 / sum } else { 0.0 };
            row.iter_mut().for_each(|p| *p *= factor);
            if t == 0 {
                break;
            }
            self.next.fill(0.0);
            for j in 0..l {
                let weight = self.back[j] * self.potentials[t * l + j];
                if weight > 0.0 && self.forward[t * l + j] > 0.0 {
                    for (next, &edge) in self.next.iter_mut().zip(&self.turned[j * l..(j + 1) * l]) {
                        *next += weight * edge;
                    }
                }
            }
            // The size does not matter, each row of probabilities is divided by its own sum; it must only stay in range.
            let top = self.next.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
            self.next.iter_mut().for_each(|b| *b /= top);
            std::mem::swap(&mut self.back, &mut self.next);
        }
    }

    /// The forward pass; fills `potentials` and `forward`.
    fn forward(&mut self, emissions: &Scores) {
        let (n, l) = (emissions.items(), self.labels);
        self.potentials.clear();
        self.forward.clear();
        self.forward.resize(n * l, 0.0);
        self.log_scale = 0.0;
        for t in 0..n {
            let row = emissions.row(t);
            let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let top = if top.is_finite() { top } else { 0.0 };
            match self.beam {
                0.0 => self.potentials.extend(row.iter().map(|&x| libm::expf((x - top).max(FLOOR)))),
                _ => self.potentials.extend(row.iter().map(|&x| quick_exp(x - top))),
            }
            let potentials = &self.potentials[t * l..];
            let (before, now) = self.forward.split_at_mut(t * l);
            let now = &mut now[..l];
            match before.len().checked_sub(l) {
                None => now.copy_from_slice(&self.start),
                Some(at) => {
                    for (&a, edges) in before[at..].iter().zip(self.edges.chunks_exact(l)) {
                        if a > 0.0 {
                            for (now, &edge) in now.iter_mut().zip(edges) {
                                *now += a * edge;
                            }
                        }
                    }
                }
            }
            let mut sum = 0.0;
            for (now, &potential) in now.iter_mut().zip(potentials) {
                *now *= potential;
                sum += *now;
            }
            // Every way forbidden or out of range: go on from the item's own scores.
            if !(sum > f32::MIN_POSITIVE && sum.is_finite()) {
                now.copy_from_slice(&potentials[..l]);
                sum = now.iter().sum();
            }
            let least = self.beam * now.iter().copied().fold(0.0, f32::max);
            now.iter_mut().for_each(|a| *a = if *a < least { 0.0 } else { *a / sum });
            self.log_scale += f64::from(top) + libm::log(f64::from(sum));
        }
    }

    /// Logarithm of the partition function of the emissions last given to [`Self::marginals`] of a complete decoder.
    pub(super) fn log_partition(&self) -> f64 {
        let last = self.forward.len().saturating_sub(self.labels);
        let sum: f32 = self.forward[last..].iter().zip(&self.end).map(|(a, e)| a * e).sum();
        self.log_scale + libm::log(f64::from(sum.max(f32::MIN_POSITIVE)))
    }

    /// How often each transition is expected in the sequence last given to [`Self::marginals`], whose result is
    /// `probabilities`: row `from`, column `to`.
    pub(super) fn expected_transitions(&self, probabilities: &Scores, counts: &mut [f32]) {
        // p(i, j at t) = forward(t-1, i) edge(i, j) · p(t, j) / Σ_i forward(t-1, i) edge(i, j); the edges are taken in last.
        let l = self.labels;
        counts.fill(0.0);
        let mut ratios = vec![0.0_f32; l];
        for t in 1..probabilities.items() {
            let before = &self.forward[(t - 1) * l..t * l];
            ratios.fill(0.0);
            for (&a, edges) in before.iter().zip(self.edges.chunks_exact(l)) {
                for (sum, &edge) in ratios.iter_mut().zip(edges) {
                    *sum += a * edge;
                }
            }
            for (ratio, &p) in ratios.iter_mut().zip(probabilities.row(t)) {
                // Sums this small would make the quotient infinite.
                *ratio = if *ratio > 1e-36 { p / *ratio } else { 0.0 };
            }
            for (&a, counts) in before.iter().zip(counts.chunks_exact_mut(l)) {
                if a > 0.0 {
                    for (count, &ratio) in counts.iter_mut().zip(&ratios) {
                        *count += a * ratio;
                    }
                }
            }
        }
        for (count, &edge) in counts.iter_mut().zip(&self.edges) {
            *count *= edge;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Scores and transitions with values from a list of small numbers.
    fn problem(n: usize, l: usize, numbers: &[i8]) -> (Scores, Transitions) {
        let mut source = numbers.iter().cycle().map(|&x| f32::from(x) / 48.0);
        let mut take = || source.next().unwrap_or_default();
        let (mut scores, mut transitions) = (Scores::new(n, l), Transitions::new(l));
        (0..n).for_each(|t| scores.row_mut(t).iter_mut().for_each(|x| *x = take()));
        (0..l).for_each(|i| transitions.row_mut(i).iter_mut().for_each(|x| *x = take()));
        transitions.start_mut().iter_mut().for_each(|x| *x = take());
        transitions.end_mut().iter_mut().for_each(|x| *x = take());
        (scores, transitions)
    }

    /// Every sequence with its score.
    fn all(scores: &Scores, transitions: &Transitions) -> Vec<(Vec<u8>, f64)> {
        let (n, l) = (scores.items(), scores.labels());
        (0..l.pow(n as u32))
            .map(|code| {
                let path: Vec<u8> = (0..n).map(|t| (code / l.pow(t as u32) % l) as u8).collect();
                let mut sum = 0.0;
                for (t, &y) in path.iter().enumerate() {
                    let y = usize::from(y);
                    sum += f64::from(scores.get(t, y));
                    sum += f64::from(match t {
                        0 => transitions.start()[y],
                        _ => transitions.get(usize::from(path[t - 1]), y),
                    });
                }
                let last = path.last().map_or(0.0, |&y| transitions.end()[usize::from(y)]);
                (path, sum + f64::from(last))
            })
            .collect()
    }

    proptest! {
        #[test]
        fn agrees_with_trying_every_sequence(n in 1usize..5, l in 1usize..4, numbers in prop::collection::vec(any::<i8>(), 40)) {
            let (scores, transitions) = problem(n, l, &numbers);
            let all = all(&scores, &transitions);
            let best = all.iter().map(|(_, s)| *s).fold(f64::NEG_INFINITY, f64::max);
            let found = viterbi_within(&scores, &transitions, f32::INFINITY).unwrap();
            let score = all.iter().find(|(path, _)| *path == found).map(|(_, s)| *s);
            prop_assert!((score.unwrap() - best).abs() < 1e-3);

            let z: f64 = all.iter().map(|(_, s)| (s - best).exp()).sum();
            let mut decoder = Decoder::complete();
            decoder.set_transitions(&transitions);
            let mut p = Scores::default();
            decoder.marginals(&scores, &mut p);
            prop_assert!((decoder.log_partition() - best - z.ln()).abs() < 1e-3);
            let mut counts = vec![0.0; l * l];
            decoder.expected_transitions(&p, &mut counts);
            for y in 0..l {
                for t in 0..n {
                    let sum: f64 = all.iter().filter(|(path, _)| usize::from(path[t]) == y).map(|(_, s)| (s - best).exp()).sum();
                    prop_assert!((f64::from(p.get(t, y)) - sum / z).abs() < 1e-4);
                }
                for x in 0..l {
                    let times = |path: &[u8]| path.windows(2).filter(|w| usize::from(w[0]) == x && usize::from(w[1]) == y).count();
                    let sum: f64 = all.iter().map(|(path, s)| times(path) as f64 * (s - best).exp()).sum();
                    prop_assert!((f64::from(counts[x * l + y]) - sum / z).abs() < 1e-3);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn within_the_beam_nothing_is_lost(n in 1usize..5, l in 1usize..4, numbers in prop::collection::vec(any::<i8>(), 40)) {
            // Scores so near to each other that no way falls behind the beam.
            let (mut scores, mut transitions) = problem(n, l, &numbers);
            let widest = (0..n).flat_map(|t| scores.row(t).to_vec()).chain(numbers.iter().map(|x| f32::from(*x))).fold(1.0, |a: f32, b| a.max(b.abs()));
            let share = 1.0 - 0.4 / widest;
            scores.blend(&Scores::new(n, l), share);
            transitions.blend(&Transitions::new(l), share);
            let mut exact = Scores::default();
            let mut decoder = Decoder::complete();
            decoder.set_transitions(&transitions);
            decoder.marginals(&scores, &mut exact);
            let near = marginals(&scores, &transitions);
            prop_assert!((0..n).all(|t| near.row(t).iter().zip(exact.row(t)).all(|(a, b)| (a - b).abs() < 1e-4)));
            prop_assert_eq!(Some(viterbi(&scores, &transitions)), viterbi_within(&scores, &transitions, f32::INFINITY));
        }
    }

    #[test]
    fn forbidden_transitions_are_not_taken() {
        let mut scores = Scores::new(3, 2);
        (0..3).for_each(|t| scores.row_mut(t)[1] = 5.0);
        let mut transitions = Transitions::new(2);
        transitions.forbid(1, 1);
        assert_eq!(viterbi(&scores, &transitions), vec![1, 0, 1]);
        assert!(marginals(&scores, &transitions).get(1, 0) > 0.99);
    }

    #[test]
    fn probabilities_are_numbers_on_the_far_side_of_a_forbidden_transition() {
        // Every score speaks for a way that is forbidden in the middle, further than the floor and than `f32` reaches.
        let mut transitions = Transitions::new(3);
        [(0, 1), (1, 0), (2, 0), (1, 2)].into_iter().for_each(|(from, to)| transitions.forbid(from, to));
        let mut scores = Scores::new(4000, 3);
        (0..4000).for_each(|t| scores.row_mut(t)[usize::from(t >= 2000)] = 90.0);
        let p = marginals(&scores, &transitions);
        for t in 0..4000 {
            let sum: f32 = p.row(t).iter().sum();
            assert!(
                p.row(t).iter().all(|x| (0.0..=1.0).contains(x)) && (sum == 0.0 || (sum - 1.0).abs() < 1e-3),
                "{t}"
            );
        }
        let path = viterbi(&scores, &transitions);
        assert!(path.windows(2).all(|w| transitions.get(w[0].into(), w[1].into()).is_finite()));
    }

    #[test]
    fn nothing_possible_is_no_crash() {
        let mut transitions = Transitions::new(2);
        (0..2).for_each(|i| (0..2).for_each(|j| transitions.forbid(i, j)));
        let scores = Scores::new(3, 2);
        assert_eq!(viterbi(&scores, &transitions).len(), 3);
        assert!(marginals(&scores, &transitions).get(2, 1).is_finite());
        assert!(viterbi(&Scores::new(0, 2), &transitions).is_empty());
    }
}
