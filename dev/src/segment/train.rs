//! Training of the line model, and its measure on pages it was not trained on.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use bibglean::crf::{Model, Options, Sequence, Trainer, Weights};
use bibglean::key::Formula;
use bibglean::label::{self, Labeller};
use bibglean::page::Page;
use bibglean::segment::{self, Block, Looks, Profile, Role, State, Unit};
use bibglean::write::{self, WriteOptions};
use bibglean::{Confidences, Options as ReadOptions, read_with};

use super::align;
use super::corpus::{Listing, listings};
use crate::Failure;
use crate::looks;
use crate::synth::{Synthetic, pages};

/// Synthetic pages of a draw, and how many draws the shipped models are the mean of, and those of a fold.
const SYNTHETIC: usize = 10000;
const DRAWS: usize = 4;
const FOLD_DRAWS: usize = 2;
/// Passes over the data.
const EPOCHS: u32 = 6;
/// L1 penalty; stronger ones cut unseen pages worse.
const PENALTY: f32 = 0.0006;
/// Weight of a real page against a synthetic one, and how often it is shown in a pass: a greater weight alone would throw
/// the weights about.
const REAL: f32 = 3.0;
const SHOWN: usize = 5;
/// Parts the real pages are divided into when each is measured by a model that has not seen it.
pub const FOLDS: usize = 4;

/// A page ready for training.
struct Example {
    /// Pages of one family look alike: real pages of one source, synthetic ones of one layout.
    family: String,
    page: Page,
    units: Vec<Unit>,
    profiles: Vec<Profile>,
    sequence: Sequence,
    labels: Vec<u8>,
    weight: f32,
}

impl Example {
    fn new(family: &str, page: Page, weight: f32, states: impl Fn(&[Unit], &[Profile]) -> Vec<State>) -> Self {
        let (units, profiles) = segment::look_at(&page);
        let labels = segment::walk(&states(&units, &profiles));
        let sequence = segment::features(&page, &units, &profiles);
        Self { family: family.to_owned(), page, units, profiles, sequence, labels, weight }
    }
}

impl Example {
    /// How often it is shown in a pass.
    fn shown(&self) -> usize {
        if self.weight > 1.0 { SHOWN } else { 1 }
    }
}

fn real(listings: Vec<Listing>) -> Vec<Example> {
    let example = |listing: Listing| {
        let family = listing.family().to_owned();
        let gold = listing.gold;
        let page = listing.page.clone();
        Example::new(&family, listing.page, REAL, |units, profiles| align::states(&page, units, profiles, &gold))
    };
    listings.into_iter().map(example).collect()
}

/// The synthetic pages of a draw.
fn synthetic(corpus: &Path, draw: usize) -> Result<Vec<Example>, Failure> {
    let train = corpus.join("../train");
    let example = |s: Synthetic| Example::new(&s.family, s.page, 1.0, |_, _| s.states.clone());
    Ok(pages(&train, SYNTHETIC, 11 + ((draw as u64) << 32))?.into_iter().map(example).collect())
}

/// The weights of both looks, trained on one draw.
type Drawn = (Weights, Weights);

/// The means of several draws.
fn mean(draws: Vec<Drawn>) -> Option<Trained> {
    let (firsts, seconds) = draws.into_iter().unzip();
    Some(Trained { first: Weights::mean(firsts)?.bytes(), second: Weights::mean(seconds)?.bytes() })
}

/// The bytes of the models of both looks.
pub struct Trained {
    /// The line model.
    pub first: Vec<u8>,
    /// The line model with the page's own grammar.
    pub second: Vec<u8>,
}

impl Trained {
    /// The models that the last run trained without a family of pages.
    pub fn kept(family: &str) -> Result<Self, Failure> {
        let read = |look: &str| std::fs::read(format!("{KEPT}/{family}.{look}.crf"));
        Ok(Self { first: read("first")?, second: read("second")? })
    }

    /// The models.
    pub fn models(&self) -> Result<(Model<'_>, Model<'_>), Failure> {
        let load = |bytes| Model::load(bytes).map_err(|e| format!("{e:?}"));
        Ok((load(&self.first)?, load(&self.second)?))
    }
}

/// Trains both looks. The second must learn how the first does on pages unlike those that it has seen: the families of
/// pages are divided in two halves, and each half is looked at by a model trained on the other.
fn train(examples: &[&Example]) -> Result<Drawn, Failure> {
    let mut families = BTreeMap::new();
    let halves: Vec<bool> = examples
        .iter()
        .map(|example| {
            let next = families.len();
            *families.entry(example.family.as_str()).or_insert(next) % 2 == 0
        })
        .collect();
    let first = |half: Option<bool>| {
        let mut trainer = trainer(segment::feature_set());
        for (example, own) in examples.iter().zip(&halves) {
            if half.is_none_or(|half| half == *own) {
                for _ in 0..example.shown() {
                    trainer.add(&example.sequence, &example.labels, example.weight);
                }
            }
        }
        run(&trainer)
    };
    let (even, odd) = (first(Some(true)).bytes(), first(Some(false)).bytes());
    let load = |bytes| Model::load(bytes).map_err(|e| format!("{e:?}"));
    let (even, odd) = (load(&even)?, load(&odd)?);
    let mut trainer = trainer(segment::pattern_set());
    for (example, own) in examples.iter().zip(&halves) {
        let unseen = if *own { &odd } else { &even };
        let found = segment::found(unseen, &example.sequence);
        let sequence = segment::pattern(&example.page, &example.units, &example.profiles, &example.sequence, &found);
        for _ in 0..example.shown() {
            trainer.add(&sequence, &example.labels, example.weight);
        }
    }
    let second = run(&trainer);
    drop(trainer);
    Ok((first(None), second))
}

fn trainer(features: u64) -> Trainer {
    let names = segment::state_names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Trainer::with_states(&names, &segment::columns(), segment::forbidden(), features)
}

fn run(trainer: &Trainer) -> Weights {
    let options = Options { epochs: EPOCHS, penalty: PENALTY, ..Options::default() };
    trainer.train(&options, |epoch, loss| eprintln!("epoch {epoch}: {loss:.4}"))
}

/// The models that are shipped: trained on all pages.
pub fn shipped(corpus: &Path) -> Result<Trained, Failure> {
    let real = real(listings(corpus)?);
    let draw = |draw: usize| {
        let synthetic = synthetic(corpus, draw).map_err(|e| e.to_string())?;
        train(&synthetic.iter().chain(&real).collect::<Vec<_>>()).map_err(|e| e.to_string())
    };
    Ok(mean(two_at_a_time(DRAWS, &draw)?).ok_or("no draws")?)
}

/// The number of each family of pages, and by number the models trained without them.
type Folds = (looks::FoldOf, Vec<Trained>);

/// Whether models for unseen pages are trained, or those that the last run trained are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Models {
    /// Train them.
    Train,
    /// Take those of the last run.
    Keep,
}

/// The models for each family of pages.
pub fn folds(corpus: &Path, models: Models) -> Result<Folds, Failure> {
    let listings = listings(corpus)?;
    let fold_of = looks::fold_of(listings.iter().map(Listing::family));
    if models == Models::Keep {
        let kept = |fold: usize| -> Result<Trained, Failure> {
            let family = fold_of.iter().find(|(_, f)| **f == fold).map_or("", |(family, _)| family);
            Trained::kept(family)
        };
        let models = (0..FOLDS).map(kept).collect::<Result<_, _>>()?;
        return Ok((fold_of, models));
    }
    let real = real(listings);
    let draws: Vec<_> = (0..FOLD_DRAWS).map(|draw| synthetic(corpus, draw)).collect::<Result<_, _>>()?;
    let fold = |fold: usize| -> Result<_, String> {
        let rest = || real.iter().filter(|e| fold_of[&e.family] != fold);
        let draws = draws.iter().map(|draw| train(&draw.iter().chain(rest()).collect::<Vec<_>>()));
        let draws: Result<_, Failure> = draws.collect();
        mean(draws.map_err(|e| e.to_string())?).ok_or_else(|| "no draws".to_owned())
    };
    let models = two_at_a_time(FOLDS, &fold)?;
    let kept = Path::new(KEPT);
    std::fs::create_dir_all(kept)?;
    for (family, fold) in &fold_of {
        std::fs::write(kept.join(format!("{family}.first.crf")), &models[*fold].first)?;
        std::fs::write(kept.join(format!("{family}.second.crf")), &models[*fold].second)?;
    }
    Ok((fold_of, models))
}

/// Where the models trained without some pages are kept, for a look at their differences.
pub const KEPT: &str = "target/folds";

/// As many models, an even number of them. What runs beside it does not change a model's bytes.
pub fn two_at_a_time<T: Send>(
    count: usize,
    train: &(dyn Fn(usize) -> Result<T, String> + Sync),
) -> Result<Vec<T>, Failure> {
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| (1..count).step_by(2).map(train).collect::<Vec<_>>());
        let even: Vec<_> = (0..count).step_by(2).map(train).collect();
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

/// Prints how well each page is cut by models that have not seen it, without and with the page's own grammar.
pub fn check(corpus: &Path, lines: Models) -> Result<(), Failure> {
    let (fold_of, models) = folds(corpus, lines)?;
    let mut sums = [0.0; 3];
    let listings = listings(corpus)?;
    let row = |id: &str, row: [f64; 3]| {
        println!("{id:<28} begins F1 first {:.3} second {:.3}   states {:.3}", row[0], row[1], row[2]);
    };
    for listing in &listings {
        let (first, second) = models[fold_of[listing.family()]].models()?;
        let (units, profiles) = segment::look_at(&listing.page);
        let gold = align::states(&listing.page, &units, &profiles, &listing.gold);
        let without = segment::states_with(Looks { first: &first, second: None }, &listing.page);
        let with = segment::states_with(Looks { first: &first, second: Some(&second) }, &listing.page);
        let same = gold.iter().zip(&with).filter(|(a, b)| coarse(**a) == coarse(**b)).count();
        let figures = [begins_f1(&gold, &without), begins_f1(&gold, &with), same as f64 / gold.len().max(1) as f64];
        row(&listing.id, figures);
        sums.iter_mut().zip(figures).for_each(|(s, r)| *s += r);
    }
    row("MEAN", sums.map(|s| s / listings.len() as f64));
    Ok(())
}

/// Writes what each listing gives under models of lines and labels that have not seen it.
pub fn unseen(corpus: &Path, out: &Path, lines: Models, labels: Models) -> Result<(), Failure> {
    let (fold_of, models) = folds(corpus, lines)?;
    let labellers = looks::unseen(labels)?;
    std::fs::create_dir_all(out)?;
    let formula = Formula::parse("scholar").map_err(|e| e.message)?;
    let options = ReadOptions { confidences: Confidences::Raw, ..ReadOptions::new(formula) };
    let jsonl = write::format("jsonl").ok_or("no such format")?;
    for listing in listings(corpus)? {
        let fold = fold_of[listing.family()];
        let (first, second) = models[fold].models()?;
        let cut = |page: &Page| segment::segment_with(Looks { first: &first, second: Some(&second) }, page);
        let load = |bytes| Model::load(bytes).map_err(|e| format!("{e:?}"));
        let (alone, among) = (load(&labellers[fold].0)?, load(&labellers[fold].1)?);
        let labeller = Mutex::new(Labeller::new(label::Looks { first: &alone, second: Some(&among) }));
        let label = |blocks: &[Block]| match labeller.lock() {
            Ok(mut labeller) => labeller.label(blocks),
            Err(_) => Vec::new(),
        };
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
