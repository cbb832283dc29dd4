//! Development commands: train the models, check them, show where they differ from the gold.

mod align;
mod augment;
mod cjk;
mod convert;
mod corpus;
mod labelling;
mod phrases;
mod random;
mod render;
mod sample;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

/// Trains and measures bibglean's models. `BIBGLEAN_CORPUS` names the evaluation corpus.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Room {
    /// The labelling model.
    Label,
}

#[derive(Subcommand)]
enum Command {
    /// Train a model and write it.
    Train {
        /// Which model.
        room: Room,
        /// Where to write it.
        #[arg(long, default_value = "data/model/label.crf")]
        out: PathBuf,
    },
    /// Show some of the rendered training examples.
    Show {
        /// How many records.
        #[arg(default_value_t = 10)]
        count: usize,
    },
    /// Print how well a model does.
    Check {
        /// Which model.
        room: Room,
        /// The model file.
        #[arg(long, default_value = "data/model/label.crf")]
        model: PathBuf,
    },
    /// Tell how many references a second the shipped model labels.
    Speed,
    /// Show where a model and the gold differ.
    Delta {
        /// Which model.
        room: Room,
        /// The set of references.
        set: String,
        /// How many differences.
        #[arg(long, default_value_t = 50)]
        show: usize,
        /// The model file.
        #[arg(long, default_value = "data/model/label.crf")]
        model: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Train { room: Room::Label, out } => labelling::train(&out),
        Command::Speed => labelling::speed(),
        Command::Show { count } => labelling::show(count),
        Command::Check { room: Room::Label, model } => labelling::check(&model, None, 0),
        Command::Delta { room: Room::Label, set, show, model } => labelling::check(&model, Some(&set), show),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
