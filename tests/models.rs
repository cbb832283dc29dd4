//! The models that are shipped fit the code that uses them: a stale model must fail here instead of reading badly.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

use bibglean::crf::{Model, Sequence};
use bibglean::{label, segment};

/// Name, bytes, and the hash of the features that the code computes now.
fn models() -> [(&'static str, Vec<u8>, u64); 4] {
    let read = |name: &str| {
        let path = format!("{}/data/model/{name}.crf", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    [
        ("segment", read("segment"), segment::feature_set()),
        ("segment-page", read("segment-page"), segment::pattern_set()),
        ("label", read("label"), label::feature_set()),
        ("label-page", read("label-page"), label::pattern_set()),
    ]
}

#[test]
fn models_were_trained_on_the_features_of_the_code() {
    for (name, bytes, features) in models() {
        let model = Model::load(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(model.feature_set(), features, "the features of {name} have changed: train the model again");
    }
    for (_, bytes, _) in &models()[..2] {
        assert_eq!(Model::load(bytes).expect("loads").labels(), segment::state_names());
    }
}

#[test]
fn weights_are_numbers() {
    for (name, bytes, _) in models() {
        let model = Model::load(&bytes).expect("loads");
        let transitions = model.transitions();
        let rows = (0..transitions.labels()).map(|from| transitions.row(from));
        for scores in rows.chain([transitions.start(), transitions.end()]) {
            // What is forbidden is minus infinity; no score is anything else that cannot be added.
            assert!(scores.iter().all(|x| !x.is_nan() && *x < f32::INFINITY), "{name}: {scores:?}");
            assert!(scores.iter().any(|x| x.is_finite()), "{name}: a state that nothing follows");
        }
        // The weights are whole numbers with one common factor, which shows in any item.
        let mut sequence = Sequence::new();
        sequence.end_item();
        assert!(model.emissions(&sequence).row(0).iter().all(|x| x.is_finite()), "{name}: the factor is no number");
    }
}
