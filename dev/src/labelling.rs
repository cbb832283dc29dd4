//! Training and measuring of the labelling model.

use std::collections::BTreeMap;
use std::path::Path;

use bibglean::crf::{Model, Options, Sequence, Trainer, Weights};
use bibglean::key::Formula;
use bibglean::label::{self, Label, Labelled, Labeller, Looks};
use bibglean::merge::Duplicates;
use bibglean::source::{Format, Source};
use bibglean::span::SourceId;
use bibglean::text::fold::fold_words;
use bibglean::write::{self, WriteOptions};
use bibglean::{Confidences, Input, Options as ReadOptions};

use crate::align;
use crate::augment::augment;
use crate::cjk;
use crate::convert;
use crate::corpus::{self, Gold, Reference, Result};
use crate::listing_samples;
use crate::random::Random;
use crate::render::Renderer;
use crate::sample::Sample;

/// Sets of real references with labels, and how much each counts.
const SETS: [(&str, f32); 7] = [
    ("grobid", 1.4),
    ("anystyle-core", 1.4),
    ("anystyle-gold", 1.4),
    ("crossref_styles", 1.4),
    ("ore_jats", 1.4),
    ("linkedbooks", 0.8),
    ("synth_csl", 1.4),
];

/// What the models are trained on, besides the listings.
pub struct Data {
    renderer: Renderer,
    /// Real references by set, with how much each counts.
    references: Vec<(f32, Vec<Reference>)>,
    /// Records to render.
    records: Vec<Gold>,
    titles: cjk::Titles,
}

/// Of so many parts of the references and records one is kept from a model that looks at pages made of it.
const PARTS: usize = 16;

impl Data {
    /// Reads it.
    pub fn read() -> Result<Self> {
        let dir = corpus::training()?;
        let records = corpus::references(&dir.join("records.jsonl.gz"))?;
        let titles = titles(&records);
        let mut records: Vec<Gold> = records.into_iter().map(|r| r.gold).collect();
        let mut sets = Vec::new();
        for (set, weight) in SETS {
            let references = corpus::references(&dir.join(format!("{set}.jsonl.gz")))?;
            for reference in &references {
                let full = reference.raw.get("full").and_then(|v| serde_json::from_value(v.clone()).ok());
                records.extend(full.or_else(|| (set == "synth_csl").then(|| reference.gold.clone())));
            }
            sets.push((weight, references));
        }
        records.retain(|r| !r.title.is_empty() && r.title.len() < 400);
        Ok(Self { renderer: Renderer::read(&dir)?, references: sets, records, titles })
    }

    /// Entries of made-up pages, from the records of one part.
    pub fn pages(&self, count: usize, part: usize) -> Vec<Vec<Sample>> {
        let records: Vec<&Gold> = self.records.iter().skip(part).step_by(PARTS).collect();
        (0..count).map(|n| self.renderer.page((part * count + n) as u64, &records)).collect()
    }
}

/// A model of single references, trained without some families of listings and without one part of the references; what is
/// made at random is another draw for each part.
pub fn first(data: &Data, without: &dyn Fn(&str) -> bool, but: usize) -> Result<Weights> {
    let seed = but as u64 + 1;
    let mut trainer = trainer(label::feature_set());
    let mut sequence = Sequence::new();
    let mut add = |trainer: &mut Trainer, sample: &Sample| {
        let labels = sample.example(&mut sequence);
        trainer.add(&sequence, &labels, sample.weight);
    };
    let kept = |i: usize| i % PARTS != but;
    let mut random = Random::new(seed);
    for (weight, references) in &data.references {
        let references = references.iter().enumerate().filter(|(i, _)| kept(*i));
        for mut sample in references.filter_map(|(_, reference)| convert::sample(reference)) {
            sample.weight = *weight;
            add(&mut trainer, &sample);
            let mut changed = augment(&mut random, &sample);
            changed.weight = weight * 0.5;
            add(&mut trainer, &changed);
        }
    }
    for (_, record) in data.records.iter().enumerate().filter(|(i, _)| kept(*i)) {
        let sample = data.renderer.reference(&mut random, record);
        add(&mut trainer, &augment(&mut random, &sample));
        let card = data.renderer.card(&mut random, record);
        add(&mut trainer, &card);
    }
    let pages = listing_samples::pages(&corpus::eval()?)?;
    for sample in pages.iter().filter(|page| !without(&page.family)).flat_map(|page| &page.samples) {
        add(&mut trainer, sample);
        add(&mut trainer, sample);
        add(&mut trainer, &augment(&mut random, sample));
    }
    for _ in 0..EAST_ASIAN {
        let sample = cjk::reference(&data.renderer.phrases, &mut random, &data.titles);
        add(&mut trainer, &augment(&mut random, &sample));
    }
    Ok(run(&trainer, Options::default().penalty, seed))
}

/// A trainer of models with these features.
pub fn trainer(features: u64) -> Trainer {
    let names = label::names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Trainer::with_states(&names, &label::columns(), label::forbidden(), features)
}

/// Trains with an L1 penalty, the sequences in the order of a seed.
pub fn run(trainer: &Trainer, penalty: f32, seed: u64) -> Weights {
    let (sequences, items, features) = trainer.size();
    println!("{sequences} sequences, {items} items, {features} features");
    trainer.train(&Options { seed, ..options(penalty) }, |epoch, loss| println!("pass {epoch}: loss {loss:.4}"))
}

/// How many East Asian references are rendered.
const EAST_ASIAN: usize = 2500;

/// The titles of each East Asian language.
fn titles(records: &[Reference]) -> cjk::Titles {
    let of = |lang: &'static str| {
        let titles = records.iter().filter(|r| r.lang == lang && !r.gold.title.is_ascii());
        (lang, titles.map(|r| r.gold.title.trim_end_matches('.').to_owned()).collect())
    };
    cjk::Titles { by_language: vec![of("zh"), of("ja"), of("ko")] }
}

/// Shows some of the rendered samples, one label and text a piece.
pub fn show(count: usize) -> Result<()> {
    let dir = corpus::training()?;
    let records = corpus::references(&dir.join("records.jsonl.gz"))?;
    let renderer = Renderer::read(&dir)?;
    let mut random = Random::new(3);
    for record in records.iter().step_by(37).take(count) {
        let plain = renderer.reference(&mut random, &record.gold);
        for sample in [augment(&mut random, &plain), renderer.card(&mut random, &record.gold)] {
            for line in &sample.lines {
                let text: Vec<String> = line
                    .pieces
                    .iter()
                    .map(|p| p.label.map_or(p.text.clone(), |l| format!("<{l:?}>{}</>", p.text)))
                    .collect();
                println!("{:?}: {}", line.role, text.concat());
            }
            println!();
        }
    }
    Ok(())
}

/// How a shipped model is trained; the environment may try other numbers.
fn options(penalty: f32) -> Options {
    let number = |name: &str, usual: f32| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual);
    let usual = Options::default();
    Options {
        epochs: number("EPOCHS", usual.epochs as f32) as u32,
        rate: number("RATE", usual.rate),
        decay: number("DECAY", usual.decay),
        penalty: number("PENALTY", penalty),
        min_count: number("MIN_COUNT", usual.min_count as f32) as u32,
        dense_count: number("DENSE", usual.dense_count as f32) as u32,
        prune_after: number("PRUNE", usual.prune_after as f32) as u32,
        seed: usual.seed,
    }
}

/// Hits and misses of a label or field.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    right: u32,
    missed: u32,
    wrong: u32,
}

impl Count {
    fn f1(&self) -> f64 {
        let all = 2 * self.right + self.missed + self.wrong;
        if all == 0 { 1.0 } else { f64::from(2 * self.right) / f64::from(all) }
    }

    fn add(&mut self, other: &Count) {
        self.right += other.right;
        self.missed += other.missed;
        self.wrong += other.wrong;
    }
}

/// Figures of a set.
#[derive(Default)]
struct Figures {
    references: u32,
    perfect: u32,
    fields: BTreeMap<&'static str, Count>,
    tokens: u32,
    right_tokens: u32,
    confusions: BTreeMap<(Label, Label), u32>,
    differences: Vec<String>,
}

/// Prints how well the model on disk labels the sets of the evaluation corpus; with `show`, also where it differs.
pub fn check(model: &Path, only: Option<&str>, show: usize) -> Result<()> {
    let bytes = std::fs::read(model)?;
    let model = Model::load(&bytes)?;
    let mut labeller = Labeller::new(Looks { first: &model, second: None });
    let dir = corpus::eval()?.join("refs");
    let mut sets: Vec<_> = std::fs::read_dir(&dir)?.filter_map(|e| e.ok().map(|e| e.path())).collect();
    sets.sort();
    let mut all = Figures::default();
    let mut mean = (0.0, 0.0, 0.0);
    for path in sets {
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned();
        if only.is_some_and(|o| o != name) {
            continue;
        }
        let mut figures = Figures::default();
        for reference in corpus::references(&path)? {
            let labelled = labeller.label_alone(&label::reference_block(reference.plain()));
            count(&reference, &labelled, &mut figures);
        }
        let mut total = Count::default();
        figures.fields.values().for_each(|c| total.add(c));
        let perfect = f64::from(figures.perfect) / f64::from(figures.references.max(1));
        let tokens = f64::from(figures.right_tokens) / f64::from(figures.tokens.max(1));
        println!("{name:<20} fields F1 {:.3}  perfect {perfect:.3}  tokens {tokens:.3}", total.f1());
        if !matches!(name.as_str(), "cora" | "text2bib" | "parscit_humanities" | "linkedbooks" | "anystyle-core") {
            mean = (mean.0 + total.f1(), mean.1 + perfect, mean.2 + 1.0);
        }
        if only.is_some() {
            figures.differences.iter().take(show).for_each(|d| println!("{d}"));
        }
        for (field, count) in &figures.fields {
            all.fields.entry(field).or_default().add(count);
        }
        for (pair, n) in figures.confusions {
            *all.confusions.entry(pair).or_default() += n;
        }
    }
    println!("mean of the seven: fields F1 {:.4}  perfect {:.4}", mean.0 / mean.2, mean.1 / mean.2);
    for (field, count) in &all.fields {
        println!(
            "  {field:<12} F1 {:.3}  missed {} wrong {} of {}",
            count.f1(),
            count.missed,
            count.wrong,
            count.right + count.missed
        );
    }
    let mut confusions: Vec<_> = all.confusions.into_iter().filter(|((a, b), _)| a != b).collect();
    confusions.sort_by_key(|(pair, n)| (std::cmp::Reverse(*n), *pair));
    for ((gold, got), n) in confusions.into_iter().take(25) {
        println!("  {gold:?} read as {got:?}: {n}");
    }
    Ok(())
}

/// Tells how many references of the evaluation sets are labelled in a second.
pub fn speed() -> Result<()> {
    let dir = corpus::eval()?.join("refs");
    let mut blocks = Vec::new();
    for entry in std::fs::read_dir(&dir)? {
        blocks.extend(corpus::references(&entry?.path())?.iter().map(|r| label::reference_block(r.plain())));
    }
    let start = std::time::Instant::now();
    let segments: usize =
        (0..4).flat_map(|_| label::label_alone(&blocks)).map(|labelled| labelled.segments.len()).sum();
    let seconds = start.elapsed().as_secs_f64();
    println!("{:.0} references a second ({segments} segments)", 4.0 * blocks.len() as f64 / seconds);
    Ok(())
}

/// Writes what each set of the evaluation corpus gives, reference by reference.
pub fn lines(out: &Path) -> Result<()> {
    let jsonl = write::format("jsonl").ok_or("no such format")?;
    let formula = Formula::parse("scholar").map_err(|e| e.message)?;
    let options = ReadOptions {
        input: Input::Lines,
        duplicates: Duplicates::Keep,
        confidences: Confidences::Raw,
        ..ReadOptions::new(formula)
    };
    std::fs::create_dir_all(out)?;
    for entry in std::fs::read_dir(corpus::eval()?.join("refs"))? {
        let path = entry?.path();
        let references = corpus::references(&path)?;
        let line = |r: &Reference| r.plain().split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
        let text: String = references.iter().map(line).collect();
        let (source, _) = Source::decode(SourceId(0), "lines", text.as_bytes());
        let reading = bibglean::read(&[source.with_format(Format::Text)], &options);
        let written = (jsonl.write)(&reading.library, &WriteOptions::default());
        std::fs::write(out.join(path.file_name().unwrap_or_default()), written.text)?;
    }
    Ok(())
}

/// Letters and digits only: what differences in punctuation and case leave.
fn plain(text: &str) -> String {
    fold_words(text).replace(' ', "")
}

/// The joined text of the segments with a label.
fn value(labelled: &Labelled, labels: &[Label]) -> String {
    let parts = labelled.segments.iter().filter(|s| labels.contains(&s.label)).map(|s| s.text.as_str());
    parts.collect::<Vec<_>>().join(" ")
}

/// Numbers of a stretch of text, leaving out the words that announce them.
fn digits(text: &str) -> String {
    let words = fold_words(text);
    let kept =
        words.split(' ').filter(|w| !matches!(bibglean::lexicon::CUES.get(w), Some("volume" | "number" | "pages")));
    kept.collect::<Vec<_>>().concat()
}

/// Compares the labelled segments with the gold, field by field, without normalising names and dates.
fn count(reference: &Reference, labelled: &Labelled, figures: &mut Figures) {
    let gold = &reference.gold;
    let mut perfect = true;
    let mut note = Vec::new();
    let mut field = |name: &'static str, wanted: String, got: String, same: bool| {
        let count = figures.fields.entry(name).or_default();
        if wanted.is_empty() && got.is_empty() {
            return;
        }
        if same {
            count.right += 1;
            return;
        }
        perfect = false;
        count.missed += u32::from(!wanted.is_empty());
        count.wrong += u32::from(!got.is_empty());
        note.push(format!("    {name}: gold {wanted:?}, got {got:?}"));
    };
    let texts: [(&'static str, &str, &[Label]); 6] = [
        ("title", &gold.title, &[Label::Title]),
        ("publisher", &gold.publisher, &[Label::Publisher]),
        (
            "institution",
            if gold.institution.is_empty() { &gold.school } else { &gold.institution },
            &[Label::Institution],
        ),
        ("series", &gold.series, &[Label::Series]),
        ("address", &gold.address, &[Label::Address]),
        ("container", &gold.container, &[Label::Container]),
    ];
    for (name, wanted, labels) in texts {
        let got = value(labelled, labels);
        let mut same = plain(wanted) == plain(&got);
        if name == "container" && !same {
            let bare = |s: &str| {
                let words = fold_words(s);
                let kept: Vec<&str> = words
                    .split(' ')
                    .filter(|w| !(w.len() == 4 && (w.starts_with("19") || w.starts_with("20"))))
                    .skip_while(|w| matches!(*w, "in" | "proceedings" | "proc" | "of" | "the"))
                    .collect();
                kept.concat()
            };
            same = bare(wanted) == bare(&got) && !got.is_empty() && !wanted.is_empty();
        }
        field(name, wanted.to_owned(), got, same);
    }
    for (name, wanted, label) in [
        ("volume", &gold.volume, Label::Volume),
        ("number", &gold.number, Label::Number),
        ("pages", &gold.pages, Label::Pages),
    ] {
        let got = value(labelled, &[label]);
        let same = digits(wanted) == digits(&got);
        field(name, wanted.clone(), got, same);
    }
    let report = value(labelled, &[Label::ReportNumber]);
    if !gold.reportnumber.is_empty() {
        field(
            "report",
            gold.reportnumber.clone(),
            report.clone(),
            plain(&gold.reportnumber).ends_with(&plain(&report)) && !report.is_empty(),
        );
    }
    let date = value(labelled, &[Label::Date]);
    field("year", gold.year.clone(), date.clone(), !gold.year.is_empty() && date.contains(&gold.year));
    names(gold, labelled, &mut field);
    for (name, wanted, label) in
        [("doi", &gold.doi, Label::Doi), ("eprint", &gold.eprint, Label::Eprint), ("url", &gold.url, Label::Url)]
    {
        let got = value(labelled, &[label]);
        let same = !wanted.is_empty()
            && plain(&got).contains(plain(wanted).trim_start_matches("https").trim_start_matches("http"));
        if name != "url" || !wanted.is_empty() {
            field(name, wanted.clone(), got, same);
        }
    }
    figures.references += 1;
    figures.perfect += u32::from(perfect);
    if !perfect {
        let parts: Vec<String> = labelled
            .segments
            .iter()
            .filter(|s| s.label != Label::Other)
            .map(|s| format!("{:?}[{}]", s.label, s.text.as_str()))
            .collect();
        figures.differences.push(format!(
            "{} {}\n    => {}\n{}",
            reference.id,
            reference.plain(),
            parts.join(" "),
            note.join("\n")
        ));
    }
    tokens(reference, labelled, figures);
}

/// Authors and editors: the words of the gold names against those of the segments.
fn names(gold: &Gold, labelled: &Labelled, field: &mut impl FnMut(&'static str, String, String, bool)) {
    for (name, people, label) in [("authors", &gold.authors, Label::Author), ("editors", &gold.editors, Label::Editor)]
    {
        let got = value(labelled, &[label]);
        let wanted: Vec<String> =
            people.iter().map(|p| format!("{} {} {} {}", p.given, p.family, p.suffix, p.literal)).collect();
        let letters = |s: &str| {
            let folded = fold_words(s).replace("et al", "");
            let kept = folded
                .split(' ')
                .filter(|w| !matches!(bibglean::lexicon::CUES.get(w), Some("and" | "others" | "editor" | "in")));
            let mut letters: Vec<char> = kept.collect::<String>().chars().collect();
            letters.sort_unstable();
            letters
        };
        let wanted = wanted.join(" ");
        let same = letters(&wanted) == letters(&got);
        field(name, wanted.split_whitespace().collect::<Vec<_>>().join(" "), got, same);
    }
}

/// Each aligned stretch of the gold against the label that most of its bytes have.
fn tokens(reference: &Reference, labelled: &Labelled, figures: &mut Figures) {
    let mut ends = Vec::new();
    let mut at = 0;
    for segment in &labelled.segments {
        at += segment.text.len();
        ends.push((at, segment.label));
    }
    let text = reference.plain();
    for (range, label) in align::find(text, &reference.gold) {
        for token in bibglean::text::token::tokenize(&text[range.clone()]) {
            if token.kind == bibglean::text::token::TokenKind::Mark {
                continue;
            }
            let place = range.start + token.range.start;
            let got = ends.iter().find(|(end, _)| *end > place).map_or(Label::Other, |(_, l)| *l);
            figures.tokens += 1;
            figures.right_tokens += u32::from(got == label);
            *figures.confusions.entry((label, got)).or_default() += 1;
        }
    }
}
