//! The order of the stages; nothing else knows it.

use crate::diag::Diagnostic;
use crate::key::{Formula, Lock};
use crate::merge::Duplicates;
use crate::model::{Library, Record};
use crate::segment::Segmentation;
use crate::source::Source;
use crate::{key, label, merge, normalize, page, segment};

/// How a source is cut into entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Input {
    /// Find the entries of a page.
    #[default]
    Page,
    /// Every line is one whole reference and gives one record.
    Lines,
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
    /// Keys that exist already.
    pub lock: Lock,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The works, with keys.
    pub library: Library,
    /// The cut of each source, in order.
    pub segmentations: Vec<Segmentation>,
    /// What there is to say about the input.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads sources into one library.
pub fn read(sources: &[Source], options: &Options) -> Reading {
    let mut records: Vec<Record> = Vec::new();
    let mut segmentations = Vec::new();
    for source in sources {
        let page = page::read(source);
        let segmentation = match options.input {
            Input::Page => segment::segment(&page),
            Input::Lines => segment::lines(&page),
        };
        let mut previous: Option<Record> = None;
        for block in &segmentation.blocks {
            let labelled = label::label(block);
            if let Some(record) = normalize::normalize(&labelled, previous.as_ref()) {
                previous = Some(record.clone());
                records.push(record);
            }
        }
        segmentations.push(segmentation);
    }
    let (mut library, diagnostics) = merge::merge(records, options.duplicates);
    key::assign(&mut library, &options.formula, &options.lock);
    Reading { library, segmentations, diagnostics }
}
