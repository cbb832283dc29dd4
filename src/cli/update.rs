//! `bibglean update`: a .bib brought up to date with listings, every byte that need not change kept.

use std::collections::HashMap;
use std::path::Path;

use bibglean::bib::{self, BibEntry, Dialect, Fill, UpdateOptions, Updated};
use bibglean::diag::Code;
use bibglean::merge::Duplicates;
use bibglean::review::{self, DOUBTFUL};
use bibglean::source::{Format, Source};
use bibglean::span::SourceId;
use bibglean::write::{self, Charset, WriteOptions};
use bibglean::{Options, Record};

use super::args::UpdateArguments;
use super::change::{Change, File};
use super::input::{self, How, Inputs};
use super::report::Report;
use super::values::Verbosity;
use super::{Failure, Outcome, read, terminal};

/// How many entries the summary names.
const NAMED: usize = 3;

/// Reads the file and the listings, changes the file, reports.
pub fn run(arguments: &UpdateArguments) -> Result<Outcome, Failure> {
    let verbosity = arguments.talk.verbosity();
    let formula = read::formula(&arguments.key)?;
    let file = File::open(&arguments.bib, arguments.input.max_input)?;
    let paths = input::paths(&arguments.files)?;
    let how = How::new(&arguments.input, verbosity);
    let mut inputs = Inputs::default();
    for path in &paths {
        inputs.add(path, &how)?;
    }
    let listings = inputs.sources.len();

    // The file is a source too, so that remarks can point into it.
    let id = SourceId(u32::try_from(listings).unwrap_or(u32::MAX));
    let name = arguments.bib.display().to_string();
    let (source, _) = Source::decode(id, name.clone(), file.text().as_bytes());
    let (entries, diagnostics) = bib::read(id, source.text());
    inputs.sources.push(source.with_format(Format::Text));
    inputs.diagnostics.extend(diagnostics);
    let options = Options {
        duplicates: if arguments.keep_preprints { Duplicates::KeepPreprints } else { Duplicates::Join },
        distinct: distinct(&entries, file.text()),
        lock: read::lock(entries),
        ..arguments.input.options(formula)
    };
    let reading = bibglean::read(&inputs.sources[..listings], &options);
    if reading.library.entries.is_empty() {
        terminal::complain(&read::nothing_found(&inputs.sources[..listings], None));
        return Ok(Outcome::NothingFound);
    }

    let (format, style) = style(&file);
    let format = write::format(format).ok_or_else(|| Failure::new("there is no such format"))?;
    let written = (format.write)(&reading.library, &style);
    let fill = if arguments.no_fill { Fill::Nothing } else { Fill::Missing };
    let updated = bib::update(file.text(), &written.text, &UpdateOptions { fill, refresh: arguments.refresh.clone() });
    let outcome = Change::new(&arguments.change).put(&file, &name, &updated.text, &updated.edits)?;

    let mut diagnostics = inputs.diagnostics;
    diagnostics.extend_from_slice(&reading.diagnostics);
    diagnostics.extend(written.diagnostics);
    let doubtful = diagnostics.iter().filter(|d| d.code == Code::DoubtfulMerge).count();
    let changes = changes(&arguments.bib, &updated, doubtful, verbosity);
    let doubts = review::doubts(&reading.library, DOUBTFUL);
    let report = Report {
        sources: &inputs.sources,
        listings,
        reading: &reading,
        diagnostics: &diagnostics,
        doubts: &doubts,
        left_out: 0,
        dropped: None,
        changes,
    };
    report.print(verbosity);
    Ok(outcome)
}

/// The works that the file declares to be two.
fn distinct(entries: &[BibEntry], text: &str) -> Vec<(Record, Record)> {
    let pairs = bib::declared_distinct(text);
    if pairs.is_empty() {
        return Vec::new();
    }
    // Of entries that share a key the first has it.
    let known: HashMap<&str, &Record> = entries.iter().rev().map(|entry| (entry.key.as_str(), &entry.record)).collect();
    let find = |key: &str| known.get(key).map(|record| (*record).clone());
    pairs.iter().filter_map(|(a, b)| Some((find(a)?, find(b)?))).collect()
}

/// The format of new entries and how they are written, as the file has it.
fn style(file: &File) -> (&'static str, WriteOptions) {
    let format = match bib::dialect(file.text()) {
        Dialect::Bibtex => "bibtex",
        Dialect::Biblatex => "biblatex",
    };
    // What is not UTF-8 could not hold every letter.
    let charset = if file.is_utf8() && !file.text().is_ascii() { Charset::Unicode } else { Charset::Ascii };
    (format, WriteOptions { charset, ..WriteOptions::default() })
}

/// What was done to the file: a line, and one for the entries that were changed; with `--verbose` one for each.
fn changes(path: &Path, updated: &Updated, doubtful: usize, verbosity: Verbosity) -> Vec<String> {
    let mut lines = vec![format!(
        "{}: {} new, {} filled, {} known, {doubtful} doubtful",
        path.display(),
        updated.added.len(),
        updated.changed.len(),
        updated.known.len(),
    )];
    let told: Vec<String> = updated.changed.iter().filter_map(told).collect();
    if verbosity == Verbosity::Verbose {
        lines.extend(told);
    } else if !told.is_empty() {
        let shown = told[..told.len().min(NAMED)].join("; ");
        let more = told.len().saturating_sub(NAMED);
        lines.push(if more > 0 { format!("{shown}; and {more} more (-v shows all)") } else { shown });
    }
    lines
}

/// What was done to an entry.
fn told(change: &bib::Change) -> Option<String> {
    let mut parts = Vec::new();
    if !change.filled.is_empty() {
        parts.push(format!("{} added", change.filled.join(" and ")));
    }
    if !change.completed.is_empty() {
        parts.push(format!("the cut list of {} completed", change.completed.join(" and ")));
    }
    if !change.refreshed.is_empty() {
        parts.push(format!("{} replaced", change.refreshed.join(" and ")));
    }
    if let Some(kind) = &change.retyped {
        parts.push(format!("@misc is now @{kind}"));
    }
    (!parts.is_empty()).then(|| format!("{}: {}", change.key, parts.join(", ")))
}
