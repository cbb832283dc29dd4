//! `bibglean rekey`: new keys for the entries of a .bib, and for the texts that cite them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bibglean::bib::{self, BibEntry};
use bibglean::key::{self, Lock};
use bibglean::merge::{Duplicates, merge};
use bibglean::span::SourceId;

use super::args::RekeyArguments;
use super::change::{Change, File};
use super::output::Target;
use super::report::counted;
use super::values::{MAX_INPUT, Verbosity};
use super::{Failure, Outcome, read, terminal};

/// How many keys a remark names.
const NAMED: usize = 5;

/// Renames, writes, reports.
pub fn run(arguments: &RekeyArguments) -> Result<Outcome, Failure> {
    let formula = read::formula(&arguments.key)?;
    let change = Change::new(&arguments.change);
    let file = File::open(&arguments.bib, MAX_INPUT)?;
    let texts = arguments.tex.iter().map(|path| Ok((path, File::open(path, MAX_INPUT)?)));
    let texts: Vec<(_, File)> = texts.collect::<Result<_, Failure>>()?;
    let map = arguments.map.as_deref().map(Target::new).transpose()?;
    let (entries, _) = bib::read(SourceId(0), file.text());
    let keys = new_keys(&entries, &formula);
    let rekeyed = bib::rekey(file.text(), &keys);
    let recited: Vec<bib::Recited> = texts.iter().map(|(_, text)| bib::recite(text.text(), &keys)).collect();

    // The map first, then the .bib: if a later file cannot be written, what was renamed is known, and biber finds the old
    // keys that a text still cites in `ids`.
    if let Some(target) = map.filter(|_| change == Change::Make) {
        target.write(&mapped(target.path(), &keys)?)?;
    }
    let name = arguments.bib.display().to_string();
    let mut outcome = change.put(&file, &name, &rekeyed.text, &rekeyed.edits)?;
    for ((path, text), recited) in texts.iter().zip(&recited) {
        outcome = outcome.or(change.put(text, &path.display().to_string(), &recited.text, &recited.edits)?);
    }
    if arguments.talk.verbosity() > Verbosity::Quiet {
        report(&entries, &keys, &name, texts.iter().map(|(path, _)| path.as_path()).zip(&recited));
    }
    Ok(outcome)
}

/// New keys by old, for those that change. Of entries that share a key the first has it.
fn new_keys(entries: &[BibEntry], formula: &key::Formula) -> BTreeMap<String, String> {
    let mut seen = BTreeSet::new();
    let named: Vec<&BibEntry> =
        entries.iter().filter(|entry| !entry.key.is_empty() && seen.insert(entry.key.as_str())).collect();
    let records = named.iter().map(|entry| entry.record.clone()).collect();
    let (mut library, _) = merge(records, Duplicates::Keep);
    // Keys by which other entries are known stay theirs.
    let taken = entries.iter().flat_map(|entry| entry.aliases.iter().cloned()).collect();
    key::assign(&mut library, formula, &Lock { taken, ..Lock::default() });
    let pairs = named.iter().zip(library.entries).map(|(old, new)| (old.key.clone(), new.key));
    pairs.filter(|(old, new)| old != new && !new.is_empty()).collect()
}

/// The map as text.
fn mapped(path: &Path, keys: &BTreeMap<String, String>) -> Result<String, Failure> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        let json = serde_json::to_string_pretty(keys).map_err(|error| Failure::file(path, error))?;
        return Ok(json + "\n");
    }
    Ok(keys.iter().map(|(old, new)| format!("{old}\t{new}\n")).collect())
}

/// What was renamed, what is cited and unknown, which keys stand twice.
fn report<'a>(
    entries: &[BibEntry],
    keys: &BTreeMap<String, String>,
    name: &str,
    texts: impl Iterator<Item = (&'a Path, &'a bib::Recited)>,
) {
    terminal::complain(&format!("{name}: {} of {} renamed", keys.len(), counted(entries.len(), "key", "keys")));
    let known: BTreeSet<&str> =
        entries.iter().flat_map(|e| std::iter::once(&e.key).chain(&e.aliases)).map(String::as_str).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    entries.iter().for_each(|entry| *counts.entry(&entry.key).or_default() += 1);
    let twice: Vec<&str> = counts.into_iter().filter(|(_, count)| *count > 1).map(|(key, _)| key).collect();
    if !twice.is_empty() {
        terminal::complain(&format!(
            "{name}: more than one entry has the key {}; the first got the new one",
            named(&twice)
        ));
    }
    for (path, recited) in texts {
        let path = path.display();
        terminal::complain(&format!("{path}: {} renamed", counted(recited.edits.len(), "citation", "citations")));
        let unknown = |key: &&str| *key != "*" && !known.contains(key);
        let unknown: Vec<&str> = recited.cited.iter().map(String::as_str).filter(unknown).collect();
        if !unknown.is_empty() {
            terminal::complain(&format!("{path}: cites {}, which {name} does not have", named(&unknown)));
        }
    }
}

/// A few keys by name, the others by number.
fn named(keys: &[&str]) -> String {
    let shown = keys[..keys.len().min(NAMED)].join(", ");
    if keys.len() > NAMED { format!("{shown} and {} more", keys.len() - NAMED) } else { shown }
}
