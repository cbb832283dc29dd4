//! The order of the stages; nothing else knows it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::slice;

use crate::calibrate::{self, Setting};
use crate::diag::{Code, Diagnostic};
use crate::key::{Formula, Lock};
use crate::label::Labelled;
use crate::merge::Duplicates;
use crate::model::{Entry, EntryType, Field, Library, Name, Record, Value};
use crate::page::Page;
use crate::segment::{Block, Segmentation};
use crate::source::Source;
use crate::span::{Sourced, Span};
use crate::{import, key, label, merge, normalize, page, segment};

/// How a source is cut into entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// Find the entries of a page.
    #[default]
    Page,
    /// Every line is one whole reference and gives one record.
    Lines,
}

/// Which confidences values have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confidences {
    /// Probabilities that hold on what no model was trained on.
    #[default]
    Calibrated,
    /// Those of the models and rules, from which the calibration is trained.
    Raw,
}

/// How to read.
#[derive(Clone, Debug)]
pub struct Options {
    /// How sources are cut into entries.
    pub input: Input,
    /// Whether sightings of one work are joined.
    pub duplicates: Duplicates,
    /// The formula of new citation keys.
    pub formula: Formula,
    /// Which confidences values have.
    pub confidences: Confidences,
    /// Keys that exist already.
    pub lock: Lock,
    /// How many threads label entries at a time; the result does not depend on it.
    pub jobs: NonZero<usize>,
    /// Who is to stand first in lists of authors that begin with "with", where the page does not print it.
    pub owner: Option<Name>,
    /// Pairs of works that a person declared to be two, however much they look like one.
    pub distinct: Vec<(Record, Record)>,
}

impl Options {
    /// A page is read, repeated works are joined, no key exists.
    pub fn new(formula: Formula) -> Self {
        Self {
            input: Input::default(),
            duplicates: Duplicates::default(),
            formula,
            confidences: Confidences::default(),
            lock: Lock::default(),
            jobs: NonZero::<usize>::MIN,
            owner: None,
            distinct: Vec::new(),
        }
    }
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The works, with keys.
    pub library: Library,
    /// The cut of each source, in order.
    pub segmentations: Vec<Segmentation>,
    /// What there is to say about the input, by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Labels entries of one page.
type Label<'a> = dyn Fn(&[Block]) -> Vec<Labelled> + Sync + 'a;

/// Labels entries, each [`TOGETHER`] of them in a thread.
fn at_once(blocks: &[Block], label: &Label<'_>) -> Vec<Labelled> {
    if blocks.len() <= TOGETHER {
        return label(blocks);
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = blocks.chunks(TOGETHER).map(|part| scope.spawn(move || label(part))).collect();
        let parts = threads.into_iter().map(|thread| {
            // A panic of a thread is a panic of the whole.
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        parts.flatten().collect()
    })
}

/// How many entries of a page are labelled before they are turned into records, so that memory stays small.
const TOGETHER: usize = 1024;

/// Reads sources into one library.
pub fn read(sources: &[Source], options: &Options) -> Reading {
    match options.input {
        Input::Page => read_with(sources, options, &segment::segment, &label::label),
        Input::Lines => read_with(sources, options, &segment::lines, &label::label_alone),
    }
}

/// Reads sources that are cut into entries by `cut` and labelled by `label`: to measure models against each other.
pub fn read_with(sources: &[Source], options: &Options, cut: &dyn Fn(&Page) -> Segmentation, label: &Label) -> Reading {
    let mut records: Vec<Record> = Vec::new();
    let mut segmentations = Vec::new();
    let mut diagnostics = Vec::new();
    let mut lock = Cow::Borrowed(&options.lock);
    for source in sources {
        if let (Input::Page, Some(format)) = (options.input, import::sniff(source)) {
            let imported = format.read(source);
            for item in imported.items {
                // The keys of a file of entries are in use somewhere; they stay if they can.
                if let Some(key) = item.key {
                    lock.to_mut().own.push((key, item.record.clone()));
                }
                records.push(item.record);
            }
            diagnostics.extend(imported.diagnostics);
            segmentations.push(Segmentation::default());
            continue;
        }
        let mut page = page::read(source);
        diagnostics.extend(page.repaired.map(|first| {
            let message = "this page was decoded in a wrong encoding before; its characters were put right";
            Diagnostic::new(Code::DecodedTwice, vec![first], message)
        }));
        if options.input == Input::Page {
            let (rest, imported) = import::embedded(page);
            page = rest;
            records.extend(imported.items.into_iter().map(|item| item.record));
            diagnostics.extend(imported.diagnostics);
        }
        let segmentation = cut(&page);
        let mut read: Vec<Record> = Vec::new();
        // The last record that was read as one: a dash stands for its authors.
        let mut above: Option<usize> = None;
        let rounds = segmentation.blocks.chunks(TOGETHER * options.jobs.get());
        let labelled = rounds.flat_map(|blocks| at_once(blocks, label));
        for (block, labelled) in segmentation.blocks.iter().zip(labelled) {
            let previous = above.and_then(|at| read.get(at));
            match (normalize::normalize(&labelled, previous), options.input) {
                (Some(record), _) => {
                    above = Some(read.len());
                    read.push(record);
                }
                (None, Input::Page) => diagnostics.push(unread(block.extent.clone())),
                (None, Input::Lines) => {
                    let message = "this line could not be read as a reference; its text is kept as a note";
                    diagnostics.push(Diagnostic::new(Code::UnreadableReference, block.extent.clone(), message));
                    read.push(unreadable(block));
                }
            }
        }
        if options.input == Input::Page {
            read = normalize::rejoin(read);
        }
        let kept = match options.input {
            Input::Page => normalize::plausible(&read),
            Input::Lines => vec![true; read.len()],
        };
        let first = records.len();
        for (mut record, kept) in read.into_iter().zip(kept) {
            if kept {
                diagnostics.extend(owned(&mut record, options.owner.as_ref()));
                records.push(record);
            } else {
                diagnostics.push(unread(record.extent));
            }
        }
        match (options.confidences, options.input) {
            (Confidences::Raw, _) => {}
            (_, Input::Page) => calibrate::calibrate(&mut records[first..], Setting::Page),
            (_, Input::Lines) => {
                records[first..].iter_mut().for_each(|one| calibrate::calibrate(slice::from_mut(one), Setting::Line));
            }
        }
        diagnostics.extend(segmentation.unread.iter().map(|span| unread(vec![*span])));
        segmentations.push(segmentation);
    }
    let (mut library, merged) = merge::merge_but(records, options.duplicates, &options.distinct);
    diagnostics.extend(merged);
    for (source, segmentation) in sources.iter().zip(&segmentations) {
        diagnostics.extend(miscounted(source, segmentation, &library, options.duplicates));
    }
    key::assign(&mut library, &options.formula, &lock);
    diagnostics.extend(renamed(&library, &lock));
    // Remarks about the whole run come last.
    diagnostics.sort_by_key(|diagnostic| (diagnostic.spans.is_empty(), diagnostic.spans.first().copied()));
    Reading { library, segmentations, diagnostics }
}

/// Works of the input that could not keep the key they have there, because another work has it.
fn renamed(library: &Library, lock: &Lock) -> Vec<Diagnostic> {
    if lock.own.is_empty() {
        return Vec::new();
    }
    let places = |record: &Record| record.extent.first().copied();
    let sightings = library.entries.iter().flat_map(|entry| entry.sightings.iter().map(move |s| (&s.record, entry)));
    let entries: BTreeMap<Span, &Entry> =
        sightings.filter_map(|(record, entry)| Some((places(record)?, entry))).collect();
    let own: BTreeSet<&str> = lock.own.iter().chain(&lock.works).map(|(key, _)| key.as_str()).collect();
    let told = lock.own.iter().filter_map(|(key, record)| {
        let entry = entries.get(&places(record)?)?;
        // A work that has one of several keys by which it is known was not renamed.
        let message = format!("another work has the key `{key}`; this one has `{}`", entry.key);
        (entry.key != *key && !own.contains(entry.key.as_str()) && !key.is_empty())
            .then(|| Diagnostic::new(Code::DuplicateKey, record.extent.clone(), message))
    });
    told.collect()
}

/// Puts the owner of the page first in a list of authors that begins with "with", or says that somebody is missing.
fn owned(record: &mut Record, owner: Option<&Name>) -> Option<Diagnostic> {
    let authors = record.fields.get_mut(&Field::Authors).filter(|authors| authors.rule == normalize::WITH)?;
    match (owner, &mut authors.value) {
        (Some(owner), Value::Names(list)) => {
            list.names.insert(0, owner.clone());
            None
        }
        _ => {
            let message = "the authors begin with \"with\": the owner of the page is left out (--owner NAME adds it)";
            Some(Diagnostic::new(Code::UnprintedOwner, authors.spans.clone(), message))
        }
    }
}

/// Text that gave no entry.
fn unread(spans: Vec<Span>) -> Diagnostic {
    Diagnostic::new(Code::UnreadText, spans, "this text was read as part of no publication")
}

/// The record of a line that is a reference by decree: its text, for a person to look at.
fn unreadable(block: &Block) -> Record {
    const RULE: &str = "lines/unreadable";
    let spans = block.text.all_spans();
    let mut record = Record::new(Sourced::new(EntryType::Misc, spans.clone(), RULE, 0.0), block.extent.clone());
    let text = Value::Text(block.text.as_str().into());
    record.set_missing(Field::Note, Sourced::new(text, spans, RULE, 0.0));
    record
}

/// The difference between what a page announces and what was read from it. A page that shows works twice is to be
/// counted by works; without joining only a shortfall is certain.
fn miscounted(
    source: &Source,
    segmentation: &Segmentation,
    library: &Library,
    duplicates: Duplicates,
) -> Option<Diagnostic> {
    let announced = segmentation.announced.as_ref()?;
    let on_page = |record: &Record| record.extent.first().is_some_and(|span| span.source == source.id());
    let read = library.entries.iter().filter(|entry| entry.sightings.iter().any(|s| on_page(&s.record))).count();
    let expected = announced.value as usize;
    if read == expected || (duplicates == Duplicates::Keep && read > expected) {
        return None;
    }
    let were = if read == 1 { "was" } else { "were" };
    let message = format!("the page announces {expected} publications, {read} {were} read");
    Some(Diagnostic::new(Code::CountMismatch, announced.spans.clone(), message))
}
