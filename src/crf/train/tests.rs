//! Training on a toy language, and models with damaged bytes.

use super::super::{Model, feature, hash, marginals, viterbi};
use super::*;

/// Words after "x" are label 1, words after "y" are label 0, the marks themselves label 2.
fn sentence(words: &str) -> (Sequence, Vec<u8>) {
    let (mut sequence, mut labels, mut state) = (Sequence::new(), Vec::new(), 0);
    for word in words.split(' ') {
        sequence.push(feature(0, hash(word.as_bytes())));
        sequence.push(feature(1, word.len() as u64));
        sequence.end_item();
        match word {
            "x" => state = 1,
            "y" => state = 0,
            _ => {}
        }
        labels.push(if matches!(word, "x" | "y") { 2 } else { state });
    }
    (sequence, labels)
}

fn trained() -> Vec<u8> {
    weights(1).bytes()
}

/// Weights trained on the sentences in the order of a seed.
fn weights(seed: u64) -> Weights {
    let mut trainer = Trainer::new(&["zero", "one", "mark"], 7);
    for words in ["x ab y ab", "ab x cd", "y cd x cd y ab", "x ab y cd x ab", "cd ab y ab x ab"] {
        let (sequence, labels) = sentence(words);
        trainer.add(&sequence, &labels, 1.0);
    }
    let options = Options { epochs: 60, min_count: 1, penalty: 0.001, seed, ..Options::default() };
    trainer.train(&options, |_, _| {})
}

#[test]
fn learns_and_repeats_itself() {
    let bytes = trained();
    assert_eq!(bytes, trained());
    let model = Model::load(&bytes).unwrap();
    assert_eq!(model.labels(), ["zero", "one", "mark"]);
    assert_eq!(model.feature_set(), 7);
    // Only "ab" and "cd" carry no label of their own, so the answer is "mark or not" from the words alone.
    let (sequence, _) = sentence("x cd y cd");
    let scores = model.emissions(&sequence);
    let path = viterbi(&scores, model.transitions());
    assert_eq!((path[0], path[2]), (2, 2));
    assert!(marginals(&scores, model.transitions()).get(0, 2) > 0.8);
}

#[test]
fn the_mean_scores_as_the_mean_of_its_parts() {
    assert!(Weights::mean(Vec::new()).is_none());
    assert_eq!(Weights::mean(vec![weights(1)]).unwrap().bytes(), trained());
    let parts = [weights(1), weights(2), weights(3)];
    let mean = Weights::mean(parts.to_vec()).unwrap().bytes();
    let mean = Model::load(&mean).unwrap();
    let (sequence, _) = sentence("x cd y ab");
    let scores = mean.emissions(&sequence);
    let bytes = parts.map(|part| part.bytes());
    let parts: Vec<Scores> = bytes.iter().map(|part| Model::load(part).unwrap().emissions(&sequence)).collect();
    for item in 0..scores.items() {
        for label in 0..scores.labels() {
            let expected = parts.iter().map(|part| part.get(item, label)).sum::<f32>() / 3.0;
            assert!((scores.get(item, label) - expected).abs() < 0.05, "{item} {label}");
        }
    }
    let edges: Vec<f32> = bytes.iter().map(|part| Model::load(part).unwrap().transitions().get(1, 0)).collect();
    assert!((mean.transitions().get(1, 0) - edges.iter().sum::<f32>() / 3.0).abs() < 1e-4);
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = trained();
    assert_eq!(Model::load(b"nothing").unwrap_err(), super::super::FormatError::Magic);
    for cut in 4..bytes.len() {
        assert!(Model::load(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    // Whatever else is wrong inside must not crash.
    for i in (4..bytes.len()).step_by(3) {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0xFF;
        if let Ok(model) = Model::load(&damaged) {
            let (sequence, _) = sentence("x ab");
            viterbi(&model.emissions(&sequence), model.transitions());
        }
    }
}
