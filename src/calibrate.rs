//! How sure a value is, as a probability that holds on pages and references that no model was trained on.
//!
//! The models' own probabilities are too sure of themselves: what they have not seen, they do not doubt. A logistic regression
//! (Platt 1999), trained on pages read by models that had not seen them (`dev/calibrate.py`), puts them right: from the probability
//! itself, those of the entry's other values, of the page's, and whether the entry has what the page's other entries have.
//! The weights lie in `data/model/calibration.tsv`.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use crate::model::{Field, Record};
use crate::span::Confidence;

/// What the records were read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Entries of a page.
    Page,
    /// Single references.
    Line,
}

/// Name of the type of entry among the fields.
const TYPE: &str = "type";
/// Nothing is surer than this, in powers of ten (one in a million is wrong).
const SUREST: f64 = 6.0;
/// Of so many of a page's entries a field is expected in all.
const USUAL: f64 = 0.6;

/// What a confidence is put right by, in the table's words; the first does not depend on anything.
const FEATURES: [&str; 9] = [
    "bias",
    "least of the entry",
    "mean of the entry",
    "mean of the page",
    "usual fields missing",
    "fields",
    "own",
    "own squared",
    "share of the page",
];

/// The table's weights for one setting.
#[derive(Default)]
struct Weights {
    features: [f64; FEATURES.len()],
    /// What is added for each field (`is title`).
    fields: HashMap<&'static str, f64>,
}

static WEIGHTS: LazyLock<[Weights; 2]> = LazyLock::new(|| [Setting::Page, Setting::Line].map(weights));

fn weights(setting: Setting) -> Weights {
    let name = match setting {
        Setting::Page => "page",
        Setting::Line => "line",
    };
    let mut weights = Weights::default();
    for row in include_str!("../data/model/calibration.tsv").lines().filter(|row| !row.starts_with('#')) {
        let mut columns = row.split('\t').skip_while(|column| *column != name).skip(1);
        let (Some(feature), Some(Ok(weight))) = (columns.next(), columns.next().map(str::parse)) else { continue };
        match (FEATURES.iter().position(|name| *name == feature), feature.strip_prefix("is ")) {
            (Some(i), _) => weights.features[i] = weight,
            (None, Some(field)) => _ = weights.fields.insert(field, weight),
            (None, None) => {}
        }
    }
    weights
}

/// Puts the confidences of a page's records, or of single references, right.
pub fn calibrate(records: &mut [Record], setting: Setting) {
    let mut usual: BTreeMap<Field, usize> = BTreeMap::new();
    let (mut sum, mut values) = (0.0, 0);
    for record in records.iter() {
        for (field, value) in &record.fields {
            *usual.entry(*field).or_default() += 1;
            sum += nines(value.confidence);
            values += 1;
        }
    }
    let [page, line] = &*WEIGHTS;
    let weights = match setting {
        Setting::Page => page,
        Setting::Line => line,
    };
    let page = Page { entries: records.len(), usual, mean: sum / f64::from(values.max(1)), weights };
    records.iter_mut().for_each(|record| page.calibrate(record));
}

/// How sure, in powers of ten: 0.99 is 2.
fn nines(confidence: Confidence) -> f64 {
    (-libm::log10((1.0 - f64::from(confidence)).max(0.0))).clamp(0.0, SUREST)
}

/// What holds for all records read together.
struct Page {
    entries: usize,
    usual: BTreeMap<Field, usize>,
    mean: f64,
    weights: &'static Weights,
}

impl Page {
    fn calibrate(&self, record: &mut Record) {
        let own: Vec<f64> = record.fields.values().map(|value| nines(value.confidence)).collect();
        let least = own.iter().copied().fold(SUREST, f64::min);
        let mean = own.iter().sum::<f64>() / own.len().max(1) as f64;
        let share =
            |field: &Field| self.usual.get(field).copied().unwrap_or_default() as f64 / self.entries.max(1) as f64;
        let missing =
            self.usual.keys().filter(|field| share(field) >= USUAL && !record.fields.contains_key(field)).count();
        let (fields, missing) = (own.len() as f64, missing as f64);
        let probability = |name: &str, confidence: Confidence, share: f64| {
            let own = nines(confidence);
            let features = [1.0, least, mean, self.mean, missing, fields, own, own * own, share];
            let parts = features.iter().zip(&self.weights.features).map(|(feature, weight)| feature * weight);
            let score = parts.sum::<f64>() + self.weights.fields.get(name).copied().unwrap_or_default();
            // What no model or rule spoke for is not to become likely by its neighbours.
            if confidence <= 0.0 { 0.0 } else { (1.0 / (1.0 + libm::exp(-score))) as Confidence }
        };
        let kind = &mut record.entry_type;
        kind.confidence = probability(TYPE, kind.confidence, 1.0);
        for (field, value) in &mut record.fields {
            value.confidence = probability(field.name(), value.confidence, share(field));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EntryType, Value};
    use crate::span::{SourceId, Sourced, Span};

    fn record(sure: Confidence) -> Record {
        let spans = vec![Span::new(SourceId(0), 0, 4)];
        let mut record = Record::new(Sourced::new(EntryType::Book, spans.clone(), "test/type", 0.9), spans.clone());
        for field in [Field::Title, Field::Year, Field::Container] {
            record.set_missing(field, Sourced::new(Value::Text("Reeds".into()), spans.clone(), "test", sure));
        }
        record
    }

    #[test]
    fn the_surer_stays_the_surer() {
        for setting in [Setting::Page, Setting::Line] {
            let mut records = vec![record(0.6), record(0.99), record(0.999_99)];
            calibrate(&mut records, setting);
            let sure: Vec<Confidence> = records.iter().map(|r| r.fields[&Field::Title].confidence).collect();
            assert!(sure[0] < sure[1] && sure[1] < sure[2], "{setting:?}: {sure:?}");
            assert!(sure.iter().all(|sure| (0.0..=1.0).contains(sure)));
        }
    }

    #[test]
    fn every_row_of_the_table_is_read() {
        let rows = include_str!("../data/model/calibration.tsv").lines().filter(|row| !row.starts_with('#')).count();
        let fields: usize = WEIGHTS.iter().map(|weights| weights.fields.len()).sum();
        assert_eq!(fields + 2 * FEATURES.len(), rows);
        let known = |name: &str| name == TYPE || Field::ALL.iter().any(|field| field.name() == name);
        assert!(WEIGHTS.iter().flat_map(|weights| weights.fields.keys()).all(|name| known(name)));
    }

    #[test]
    fn what_nothing_speaks_for_stays_at_zero() {
        let mut records = vec![record(0.0)];
        calibrate(&mut records, Setting::Line);
        assert_eq!(records[0].fields[&Field::Title].confidence, 0.0);
    }
}
