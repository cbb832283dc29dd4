//! Training of both looks of the labelling model.

use std::collections::BTreeMap;
use std::path::Path;

use bibglean::crf::{Model, Sequence, Weights};
use bibglean::label::{self, Labeller, Looks};

use crate::Failure;
use crate::augment::augment;
use crate::corpus;
use crate::labelling::{self, Data};
use crate::listing_samples::{self, ListingPage};
use crate::random::Random;
use crate::sample::Sample;
use crate::segment::train::{FOLDS, KEPT, Models, two_at_a_time};

/// L1 penalty of the second look: what it sees of the page is much, and it believes too much of it with a weaker one.
const PENALTY: f32 = 3e-4;
/// Made-up pages for each fold.
const PAGES: usize = 500;

/// The fold of each family of listings.
pub type FoldOf = BTreeMap<String, usize>;

/// The bytes of the models of the first and the second look.
pub type BothLooks = (Vec<u8>, Vec<u8>);

/// Divides the families of listings into folds.
pub fn fold_of<'a>(families: impl Iterator<Item = &'a str>) -> FoldOf {
    let mut fold_of = FoldOf::new();
    for family in families {
        let next = fold_of.len() % FOLDS;
        fold_of.entry(family.to_owned()).or_insert(next);
    }
    fold_of
}

/// Trains the shipped models and writes them.
pub fn train(first: &Path, second: &Path) -> Result<(), Failure> {
    let data = Data::read()?;
    let (fold_of, folds) = folds(&data)?;
    // Each page was seen by the models of all folds but its own.
    let mean = Weights::mean(folds.clone()).ok_or("no folds")?;
    std::fs::write(first, mean.bytes())?;
    let folds: Vec<Vec<u8>> = folds.iter().map(Weights::bytes).collect();
    std::fs::write(second, second_look(&data, &fold_of, &folds, &|_| true)?)?;
    Ok(())
}

/// For each fold the models of both looks that have not seen its listings: trained anew, or those of the last run.
pub fn unseen(models: Models) -> Result<Vec<BothLooks>, Failure> {
    let kept = |look: &str, fold: usize| Path::new(KEPT).join(format!("label-{look}-{fold}.crf"));
    if models == Models::Keep {
        let read = |fold| -> Result<_, Failure> {
            Ok((std::fs::read(kept("first", fold))?, std::fs::read(kept("second", fold))?))
        };
        return (0..FOLDS).map(read).collect();
    }
    let data = Data::read()?;
    let (fold_of, firsts) = folds(&data)?;
    let firsts: Vec<Vec<u8>> = firsts.iter().map(Weights::bytes).collect();
    let second =
        |fold: usize| second_look(&data, &fold_of, &firsts, &|other| other != fold).map_err(|error| error.to_string());
    let seconds = two_at_a_time(FOLDS, &second)?;
    std::fs::create_dir_all(KEPT)?;
    let both: Vec<_> = firsts.into_iter().zip(seconds).collect();
    for (fold, (first, second)) in both.iter().enumerate() {
        std::fs::write(kept("first", fold), first)?;
        std::fs::write(kept("second", fold), second)?;
    }
    Ok(both)
}

/// The first look's models, each trained without the listings of a fold.
fn folds(data: &Data) -> Result<(FoldOf, Vec<Weights>), Failure> {
    let pages = listing_samples::pages(&corpus::eval()?)?;
    let fold_of = fold_of(pages.iter().map(|page| page.family.as_str()));
    let first = |fold: usize| {
        let without = |family: &str| fold_of.get(family) == Some(&fold);
        labelling::first(data, &without, fold).map_err(|error| error.to_string())
    };
    let models = two_at_a_time(FOLDS, &first)?;
    Ok((fold_of, models))
}

/// A model of the second look. It must learn how the first does on pages that it has not seen: the pages of each fold, real
/// and made up, are looked at by the model trained without them.
fn second_look(
    data: &Data,
    fold_of: &FoldOf,
    firsts: &[Vec<u8>],
    used: &dyn Fn(usize) -> bool,
) -> Result<Vec<u8>, Failure> {
    let mut trainer = labelling::trainer(label::pattern_set());
    let listings = listing_samples::pages(&corpus::eval()?)?;
    let mut scratch = Sequence::new();
    for (fold, bytes) in firsts.iter().enumerate().filter(|(fold, _)| used(*fold)) {
        let first = Model::load(bytes).map_err(|error| format!("{error:?}"))?;
        let mut labeller = Labeller::new(Looks { first: &first, second: None });
        let mut add = |samples: &[Sample]| {
            let blocks: Vec<_> = samples.iter().map(|sample| sample.block().0).collect();
            for (sample, sequence) in samples.iter().zip(labeller.second_looks(&blocks)) {
                trainer.add(&sequence, &sample.example(&mut scratch), sample.weight);
            }
        };
        for ListingPage { samples, .. } in listings.iter().filter(|page| fold_of.get(&page.family) == Some(&fold)) {
            add(samples);
            add(samples);
            let mut random = Random::of_page(fold as u64);
            let changed: Vec<Sample> = samples
                .iter()
                .map(|sample| {
                    random.next_entry();
                    augment(&mut random, sample)
                })
                .collect();
            add(&changed);
        }
        for page in data.pages(PAGES, fold) {
            add(&page);
        }
    }
    Ok(labelling::run(&trainer, PENALTY, 1).bytes())
}
