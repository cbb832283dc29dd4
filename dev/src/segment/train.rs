//! Training of the line model, and its measure on pages it was not trained on.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use bibglean::crf::{Model, Options, Sequence, Trainer};
use bibglean::key::{Formula, Lock};
use bibglean::label::Labeller;
use bibglean::merge::Duplicates;
use bibglean::page::Page;
use bibglean::segment::{self, Block, Grammar, LABELS, Profile, Role, State, Unit};
use bibglean::write::{self, WriteOptions};
use bibglean::{Input, Options as ReadOptions, read_with};

use super::align;
use super::corpus::{Listing, listings};
use crate::Failure;
use crate::labelling;
use crate::synth::pages;

/// Synthetic pages to train on.
const SYNTHETIC: usize = 4000;
/// Passes over the data.
const EPOCHS: u32 = 8;
/// Weight of a real page against a synthetic one.
const REAL: f32 = 6.0;
/// Parts the real pages are divided into when each is measured by a model that has not seen it.
const FOLDS: usize = 4;

/// A page ready for training.
struct Example {
    family: String,
    sequence: Sequence,
    labels: Vec<u8>,
}

fn profiles(listing: &Listing, units: &[Unit]) -> Vec<Profile> {
    units.iter().map(|u| segment::profile(u.text(&listing.page))).collect()
}

fn real(listings: &[Listing]) -> Vec<Example> {
    listings
        .iter()
        .map(|listing| {
            let units = segment::units(&listing.page);
            let profiles = profiles(listing, &units);
            let states = align::states(&listing.page, &units, &profiles, &listing.gold);
            Example {
                family: listing.family().to_owned(),
                sequence: segment::features(&listing.page, &units, &profiles),
                labels: states.iter().map(|s| s.index() as u8).collect(),
            }
        })
        .collect()
}

fn synthetic(corpus: &Path) -> Result<Vec<Example>, Failure> {
    let train = corpus.join("../train");
    Ok(pages(&train, SYNTHETIC, 11)?
        .into_iter()
        .map(|s| {
            let profiles: Vec<Profile> = s.units.iter().map(|u| segment::profile(u.text(&s.page))).collect();
            Example {
                family: String::new(),
                sequence: segment::features(&s.page, &s.units, &profiles),
                labels: s.states.iter().map(|s| s.index() as u8).collect(),
            }
        })
        .collect())
}

fn train(synthetic: &[Example], real: &[&Example], epochs: u32) -> Vec<u8> {
    let mut trainer = Trainer::new(LABELS, segment::feature_set());
    for example in synthetic {
        trainer.add(&example.sequence, &example.labels, 1.0);
    }
    for example in real {
        trainer.add(&example.sequence, &example.labels, REAL);
    }
    let penalty = std::env::var("PEN").ok().and_then(|p| p.parse().ok()).unwrap_or(0.0006);
    trainer
        .train(&Options { epochs, penalty, ..Options::default() }, |epoch, loss| eprintln!("epoch {epoch}: {loss:.4}"))
}

/// The model that is shipped: trained on all pages.
pub fn shipped(corpus: &Path) -> Result<Vec<u8>, Failure> {
    let real = real(&listings(corpus)?);
    let synthetic = synthetic(corpus)?;
    Ok(train(&synthetic, &real.iter().collect::<Vec<_>>(), EPOCHS))
}

/// The number of each family of pages, and by number the models trained without them.
type Folds = (BTreeMap<String, usize>, Vec<Vec<u8>>);

/// Trains the models for each family of pages.
pub fn folds(corpus: &Path) -> Result<Folds, Failure> {
    let listings = listings(corpus)?;
    let real = real(&listings);
    let synthetic = synthetic(corpus)?;
    let mut fold_of = BTreeMap::new();
    for listing in &listings {
        let next = fold_of.len() % FOLDS;
        fold_of.entry(listing.family().to_owned()).or_insert(next);
    }
    let fold = |fold: usize| {
        let rest: Vec<&Example> = real.iter().filter(|e| fold_of[&e.family] != fold).collect();
        train(&synthetic, &rest, EPOCHS)
    };
    let models = two_at_a_time(&|n| Ok(fold(n)))?;
    let kept = Path::new("target/folds");
    std::fs::create_dir_all(kept)?;
    for (family, fold) in &fold_of {
        std::fs::write(kept.join(format!("{family}.crf")), &models[*fold])?;
    }
    Ok((fold_of, models))
}

/// A model for each fold. What runs beside it does not change a model's bytes.
fn two_at_a_time(train: &(dyn Fn(usize) -> Result<Vec<u8>, String> + Sync)) -> Result<Vec<Vec<u8>>, Failure> {
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| (1..FOLDS).step_by(2).map(train).collect::<Vec<_>>());
        let even: Vec<_> = (0..FOLDS).step_by(2).map(train).collect();
        (even, odd.join())
    });
    let odd = odd.map_err(|_| "training failed")?;
    let mut models = Vec::new();
    for (a, b) in even.into_iter().zip(odd) {
        models.push(a?);
        models.push(b?);
    }
    Ok(models)
}

/// Prints how well each page is cut by a model that has not seen it.
pub fn check(corpus: &Path) -> Result<(), Failure> {
    let (fold_of, models) = folds(corpus)?;
    let mut sums = [0.0; 3];
    let listings = listings(corpus)?;
    for listing in &listings {
        let model = Model::load(&models[fold_of[listing.family()]]).map_err(|e| format!("{e:?}"))?;
        let units = segment::units(&listing.page);
        let gold = align::states(&listing.page, &units, &profiles(listing, &units), &listing.gold);
        let mut row = Vec::new();
        for grammar in [Grammar::Prior, Grammar::Learned] {
            let found = segment::states_with(&model, &listing.page, grammar);
            row.push(begins_f1(&gold, &found));
            if grammar == Grammar::Learned {
                row.push(
                    gold.iter().zip(&found).filter(|(a, b)| coarse(**a) == coarse(**b)).count() as f64
                        / gold.len().max(1) as f64,
                );
            }
        }
        println!("{:<28} begins F1 prior {:.3} learned {:.3}   states {:.3}", listing.id, row[0], row[1], row[2]);
        sums.iter_mut().zip(&row).for_each(|(s, r)| *s += r);
    }
    let n = listings.len() as f64;
    println!(
        "{:<28} begins F1 prior {:.3} learned {:.3}   states {:.3}",
        "MEAN",
        sums[0] / n,
        sums[1] / n,
        sums[2] / n
    );
    Ok(())
}

/// Writes what each listing gives under models of lines and labels that have not seen it.
pub fn unseen(corpus: &Path, out: &Path) -> Result<(), Failure> {
    let (fold_of, models) = folds(corpus)?;
    let train =
        |fold: usize| labelling::trained(&|family| fold_of.get(family) == Some(&fold)).map_err(|e| e.to_string());
    let labellers = two_at_a_time(&train)?;
    std::fs::create_dir_all(out)?;
    let formula = Formula::parse("scholar").map_err(|e| e.message)?;
    let options = ReadOptions { input: Input::Page, duplicates: Duplicates::Join, formula, lock: Lock::default() };
    let jsonl = write::format("jsonl").ok_or("no such format")?;
    for listing in listings(corpus)? {
        let model = Model::load(&models[fold_of[listing.family()]]).map_err(|e| format!("{e:?}"))?;
        let cut = |page: &Page| segment::segment_with(&model, page, Grammar::Learned);
        let labeller = Model::load(&labellers[fold_of[listing.family()]]).map_err(|e| format!("{e:?}"))?;
        let labeller = RefCell::new(Labeller::new(&labeller));
        let label = |block: &Block| labeller.borrow_mut().label(block);
        let reading = read_with(std::slice::from_ref(&listing.source), &options, &cut, &label);
        let written = (jsonl.write)(&reading.library, &WriteOptions::default());
        std::fs::write(out.join(format!("{}.jsonl", listing.id)), written.text)?;
    }
    Ok(())
}

/// States that do the same work: what an entry has beside its fields does not matter.
fn coarse(state: State) -> (bool, u8) {
    let begin = matches!(state, State::Begin(_));
    let kind = match state.role() {
        Role::Heading => 1,
        Role::Separator | Role::Furniture | Role::Extra => 2,
        Role::Abstract => 3,
        _ => 4,
    };
    (begin, kind)
}

fn begins_f1(gold: &[State], found: &[State]) -> f64 {
    let begin = |s: &State| matches!(s, State::Begin(_));
    let both = gold.iter().zip(found).filter(|(a, b)| begin(a) && begin(b)).count() as f64;
    let total = (gold.iter().filter(|s| begin(s)).count() + found.iter().filter(|s| begin(s)).count()) as f64;
    if total == 0.0 { 1.0 } else { 2.0 * both / total }
}
