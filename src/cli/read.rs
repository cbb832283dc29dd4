//! The main job: listings in, a bibliography out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bibglean::bib::BibEntry;
use bibglean::diag::{Code, Diagnostic, Severity};
use bibglean::key::{Formula, Lock};
use bibglean::merge::Duplicates;
use bibglean::model::{Entry, Field};
use bibglean::review::{self, DOUBTFUL};
use bibglean::source::{self, Source};
use bibglean::write::{self, Consumer, Format, Written};
use bibglean::{Library, Options, bib};

use super::args::ReadArguments;
use super::input::{self, How, Inputs};
use super::output::{self, Target};
use super::report::Report;
use super::values::Sort;
use super::{Failure, Outcome, terminal};

/// The format written when nothing says otherwise.
const DEFAULT_FORMAT: &str = "bibtex";

/// Reads, writes, reports.
pub fn run(arguments: &ReadArguments) -> Result<Outcome, Failure> {
    let verbosity = arguments.talk.verbosity();
    let formula = formula(&arguments.key)?;
    let consumer = arguments.reader.as_deref().and_then(write::consumer);
    let format = format(arguments, consumer)?;
    let target = arguments.output.as_deref().map(Target::new).transpose()?;
    let paths = input::paths(&arguments.files)?;
    if let Some(target) = &target {
        refuse_to_replace_an_input(target, &paths)?;
    }

    let how = How::new(&arguments.input, verbosity);
    let mut inputs = Inputs::default();
    for path in &paths {
        inputs.add(path, &how)?;
    }
    let listings = inputs.sources.len();

    let mut lock = Lock::default();
    for path in &arguments.keys {
        add_keys(path, how, &mut inputs, &mut lock)?;
    }
    let before = lock.works.len();
    if let Some(target) = target.as_ref().filter(|target| target.is_file() && is_bib(target.path())) {
        add_keys(target.path(), how, &mut inputs, &mut lock)?;
    }
    let replaced: Vec<String> = lock.works[before..].iter().map(|(key, _)| key.clone()).collect();

    let options = Options {
        duplicates: match (arguments.keep_duplicates, arguments.keep_preprints) {
            (true, _) => Duplicates::Keep,
            (_, true) => Duplicates::KeepPreprints,
            _ => Duplicates::Join,
        },
        lock,
        ..arguments.input.options(formula)
    };
    let mut reading = bibglean::read(&inputs.sources[..listings], &options);
    sort(&mut reading.library, arguments.sort);
    let doubts = review::doubts(&reading.library, DOUBTFUL);
    let below = arguments.doubt.min_confidence.unwrap_or_default();
    let left_out = review::leave_out(&mut reading.library, below).len();
    let Written { text, diagnostics: written } =
        (format.write)(&reading.library, &arguments.style.options(consumer.map(Consumer::options).unwrap_or_default()));

    let found = !reading.library.entries.is_empty();
    let mut dropped = None;
    if found {
        match &target {
            Some(target) => {
                target.write(&text)?;
                let kept: BTreeSet<&str> = reading.library.entries.iter().map(|entry| entry.key.as_str()).collect();
                let gone = replaced.iter().filter(|key| !kept.contains(key.as_str())).count();
                dropped = (gone > 0).then(|| (gone, target.path().display().to_string()));
            }
            None => output::to_stdout(&text)?,
        }
    }

    let mut diagnostics = inputs.diagnostics;
    diagnostics.extend_from_slice(&reading.diagnostics);
    diagnostics.extend(written);
    let report = Report {
        sources: &inputs.sources,
        listings,
        reading: &reading,
        diagnostics: &diagnostics,
        doubts: &doubts,
        left_out,
        dropped,
        changes: Vec::new(),
    };
    report.print(verbosity);
    if let Some(path) = &arguments.doubt.review {
        super::review::write(path, &doubts, &inputs.sources)?;
    }
    if found {
        let doubtful = !doubts.is_empty() || diagnostics.iter().any(is_doubt);
        return Ok(if arguments.doubt.strict && doubtful { Outcome::Doubtful } else { Outcome::Read });
    }
    terminal::complain(&nothing_found(&inputs.sources[..listings], target.as_ref()));
    Ok(Outcome::NothingFound)
}

/// Whether a remark says that something may be wrong or missing.
fn is_doubt(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == Code::UnreadText || diagnostic.severity() >= Severity::Warning
}

/// The formula of citation keys that an argument holds.
pub(super) fn formula(text: &str) -> Result<Formula, Failure> {
    Formula::parse(text)
        .map_err(|error| Failure::new(format!("--key {text:?}: {}, at byte {}", error.message, error.at + 1)))
}

/// Puts the entries in order; their keys do not depend on it.
fn sort(library: &mut Library, by: Sort) {
    match by {
        Sort::None => {}
        Sort::Key => library.entries.sort_by(|a, b| a.key.cmp(&b.key)),
        Sort::Year => library.entries.sort_by(|a, b| {
            let year = |entry: &Entry| entry.record.integer(Field::Year);
            year(a).cmp(&year(b)).then_with(|| a.key.cmp(&b.key))
        }),
    }
}

/// The format that `--to` names, that the consumer reads best, or that the output file's ending means.
fn format(arguments: &ReadArguments, consumer: Option<&Consumer>) -> Result<&'static Format, Failure> {
    let by_name =
        |name: &str| write::format(name).ok_or_else(|| Failure::new(format!("there is no output format {name:?}")));
    if let Some(name) = &arguments.to {
        return by_name(name);
    }
    if let Some(consumer) = consumer {
        return by_name(consumer.format);
    }
    let extension = arguments.output.as_deref().and_then(Path::extension).and_then(|e| e.to_str());
    let by_ending = extension.and_then(|e| write::format_of_extension(&e.to_ascii_lowercase()));
    by_ending.map_or_else(|| by_name(DEFAULT_FORMAT), Ok)
}

/// A listing that is overwritten by its own result would be lost. A .bib may be its own input.
fn refuse_to_replace_an_input(target: &Target, inputs: &[PathBuf]) -> Result<(), Failure> {
    if !target.is_file() || is_bib(target.path()) {
        return Ok(());
    }
    let Ok(output) = target.path().canonicalize() else { return Ok(()) };
    for input in inputs {
        if input.canonicalize().is_ok_and(|input| input == output) {
            return Err(Failure::file(target.path(), "is an input too and would be lost; name another output"));
        }
    }
    Ok(())
}

fn is_bib(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bib"))
}

/// Locks the keys of a .bib file.
fn add_keys(path: &Path, how: How, inputs: &mut Inputs, lock: &mut Lock) -> Result<(), Failure> {
    inputs.add(path, &How { encoding: None, format: Some(source::Format::Text), ..how })?;
    let Some(source) = inputs.sources.last() else { return Ok(()) };
    let (entries, diagnostics) = bib::read(source.id(), source.text());
    inputs.diagnostics.extend(diagnostics);
    let Lock { works, taken, .. } = self::lock(entries);
    lock.works.extend(works);
    lock.taken.extend(taken);
    Ok(())
}

/// The keys of a file's entries, each with its work.
pub(super) fn lock(entries: Vec<BibEntry>) -> Lock {
    let mut lock = Lock::default();
    for entry in entries {
        lock.works.push((entry.key, entry.record));
        lock.taken.extend(entry.aliases);
    }
    lock
}

pub(super) fn nothing_found(listings: &[Source], target: Option<&Target>) -> String {
    let blank = listings.iter().all(|source| source.text().trim().is_empty());
    let name = match listings {
        [only] => only.name().to_owned(),
        _ => "the inputs".to_owned(),
    };
    let why = if blank { " (there is no text)" } else { "" };
    let untouched = target
        .filter(|target| target.is_file())
        .map_or(String::new(), |target| format!("; {} was left as it is", target.path().display()));
    format!("no publication found in {name}{why}{untouched}")
}
