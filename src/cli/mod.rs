//! The command line: arguments, files, exit codes, what stderr says. Nothing here knows how a listing is read.

mod args;
mod change;
mod excerpt;
mod explain;
mod failure;
mod input;
mod output;
mod read;
mod rekey;
mod report;
mod review;
mod terminal;
mod update;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use failure::Failure;

/// How a run ended. The numbers are part of the contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Done.
    Read,
    /// There is no publication in the input.
    NothingFound,
    /// Something would change, and was only looked for.
    WouldChange,
    /// Something is doubtful, and it was asked to be strict.
    Doubtful,
}

impl Outcome {
    /// The outcome of two steps: the first that is not plain success.
    fn or(self, other: Self) -> Self {
        if self == Self::Read { other } else { self }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Read => ExitCode::SUCCESS,
            Outcome::NothingFound => ExitCode::from(1),
            Outcome::WouldChange => ExitCode::from(3),
            Outcome::Doubtful => ExitCode::from(4),
        }
    }
}

/// Exit code of wrong usage and of failed input and output.
const FAILED: u8 = 2;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os()).unwrap_or_else(|failure| {
        terminal::complain(&failure.to_string());
        ExitCode::from(FAILED)
    })
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, Failure> {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        // `--help` and `--version` are errors to clap, but go to stdout and succeed.
        Err(error) if !error.use_stderr() => {
            output::to_stdout(&error.render().to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(Failure::usage(&error)),
    };
    let outcome = match arguments.command {
        Some(Command::Update(update)) => update::run(&update)?,
        Some(Command::Rekey(rekey)) => rekey::run(&rekey)?,
        Some(Command::Explain(explain)) => explain::run(&explain)?,
        None => read::run(&arguments.read)?,
    };
    Ok(outcome.into())
}
