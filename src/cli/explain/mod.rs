//! `bibglean explain`: what a diagnostic means, or how each entry of a listing came about.

mod code;
mod entry;
mod lines;
mod marked;

use bibglean::Reading;
use bibglean::diag::CodeInfo;

use super::args::ExplainArguments;
use super::input::{How, Inputs};
use super::values::Verbosity;
use super::{Failure, Outcome, output, read, terminal};

/// Prints what was asked for; without a file or an id the table of all ids.
pub fn run(arguments: &ExplainArguments) -> Result<Outcome, Failure> {
    let Some(first) = &arguments.what else {
        output::to_stdout(&code::table())?;
        return Ok(Outcome::Read);
    };
    // An id is a file only as ./W1002.
    let id = first.to_str().and_then(code::find);
    match id {
        Some(row) => codes(row, &arguments.keys),
        None => listing(arguments),
    }
}

fn codes(first: &CodeInfo, others: &[String]) -> Result<Outcome, Failure> {
    let mut text = String::new();
    code::explain(first, &mut text);
    for id in others {
        let row = code::find(id).ok_or_else(|| {
            Failure::new(format!("no diagnostic has the id {id:?}; `bibglean explain` lists them all"))
        })?;
        text.push('\n');
        code::explain(row, &mut text);
    }
    output::to_stdout(&text)?;
    Ok(Outcome::Read)
}

fn listing(arguments: &ExplainArguments) -> Result<Outcome, Failure> {
    let Some(path) = &arguments.what else { return Ok(Outcome::NothingFound) };
    let formula = read::formula(&arguments.key)?;
    let mut inputs = Inputs::default();
    inputs.add(path, &How::new(&arguments.input, Verbosity::Normal)).map_err(|failure| missing(path, failure))?;
    let options = arguments.input.options(formula);
    let reading = bibglean::read(&inputs.sources, &options);
    if let Some(key) = arguments.keys.iter().find(|key| reading.library.entries.iter().all(|e| e.key != **key)) {
        return Err(Failure::new(format!("no entry has the key {key:?}; {}", known(&reading))));
    }
    let wanted = |key: &str| arguments.keys.is_empty() || arguments.keys.iter().any(|wanted| wanted == key);
    let entries = entry::Explained::new(&reading, &inputs.sources, &arguments.key, wanted);
    let text = match (arguments.lines, arguments.json) {
        (true, _) => lines::table(&reading, &inputs.sources),
        (_, true) => entries.json(),
        _ => entries.text(terminal::colours_of(&std::io::stdout())),
    };
    output::to_stdout(&text)?;
    if reading.library.entries.is_empty() {
        terminal::complain(&read::nothing_found(&inputs.sources, None));
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Read)
}

/// A file that is not there may have been meant as an id.
fn missing(path: &std::path::Path, failure: Failure) -> Failure {
    if path.exists() {
        return failure;
    }
    Failure::new(format!("{failure} (and no diagnostic has this id; `bibglean explain` lists them all)"))
}

/// A few of the keys that there are.
fn known(reading: &Reading) -> String {
    const NAMED: usize = 5;
    let keys: Vec<&str> = reading.library.entries.iter().take(NAMED).map(|entry| entry.key.as_str()).collect();
    let more = if reading.library.entries.len() > NAMED { ", …" } else { "" };
    if keys.is_empty() { "no publication was found".to_owned() } else { format!("there are {}{more}", keys.join(", ")) }
}
