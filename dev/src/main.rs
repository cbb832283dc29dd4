//! Development commands: train the models, check them, show where they differ from the gold.

mod align;
mod augment;
mod cjk;
mod convert;
mod corpus;
mod data;
mod labelling;
mod listing_samples;
mod looks;
mod normalize_check;
mod phrases;
mod random;
mod render;
mod sample;
mod segment;
mod slots;
mod synth;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use segment::train::Models;

/// Whatever goes wrong ends the command with its message.
type Failure = Box<dyn std::error::Error>;

/// Trains and measures bibglean's models. `BIBGLEAN_CORPUS` names the evaluation corpus.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Room {
    /// The line model of segmentation.
    Segment,
    /// The labelling model.
    Label,
}

#[derive(Subcommand)]
enum Command {
    /// Train a model and write it to `data/model`.
    Train {
        /// Which model.
        room: Room,
    },
    /// Print some of the labelled samples that training makes.
    Show {
        /// How many of each kind.
        count: usize,
    },
    /// Print synthetic pages with the state of every line, as the line model is trained on them.
    Pages {
        /// How many.
        count: usize,
        /// The seed of the first.
        #[arg(long, default_value_t = 11)]
        seed: u64,
    },
    /// Print how well a model does: the line model on pages it has not seen, the labelling model on the dev sets.
    Check {
        /// Which model.
        room: Room,
        /// Use the line models of the last run.
        #[arg(long)]
        keep_lines: bool,
    },
    /// Tell how many references a second the labelling model labels.
    Speed,
    /// Show where a model and the gold differ.
    Delta {
        /// Which model.
        room: Room,
        /// The listing or the set of references.
        set: String,
        /// How many differences.
        #[arg(long, default_value_t = 50)]
        show: usize,
    },
    /// Write what each listing gives under a line model that has not seen it, as JSON lines.
    Unseen {
        /// The folder to write to.
        out: PathBuf,
        /// Use the line models of the last run.
        #[arg(long)]
        keep_lines: bool,
        /// Use the labelling models of the last run.
        #[arg(long)]
        keep_labels: bool,
    },
    /// Write what each set of references gives, as JSON lines with the models' own confidences.
    Lines {
        /// The folder to write to.
        out: PathBuf,
    },
    /// Compare what the normalisers make of gold segments with the gold record.
    NormalizeCheck {
        /// A set with `raw` segments, names or dates (`.jsonl`, `.jsonl.gz`).
        corpus: PathBuf,
        /// How many differences to show a field.
        #[arg(long, default_value_t = 5)]
        show: usize,
        /// The one field whose differences are shown.
        #[arg(long)]
        field: Option<String>,
    },
}

const LABEL: &str = "data/model/label.crf";
const LABEL_PAGE: &str = "data/model/label-page.crf";
const SEGMENT: &str = "data/model/segment.crf";
const SEGMENT_PAGE: &str = "data/model/segment-page.crf";

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    let corpus = || std::env::var_os("BIBGLEAN_CORPUS").map(PathBuf::from).ok_or("BIBGLEAN_CORPUS is not set");
    match command {
        Command::Train { room: Room::Label } => looks::train(LABEL.as_ref(), LABEL_PAGE.as_ref())?,
        Command::Train { room: Room::Segment } => {
            let trained = segment::train::shipped(&corpus()?)?;
            std::fs::write(SEGMENT, trained.first)?;
            std::fs::write(SEGMENT_PAGE, trained.second)?;
        }
        Command::Pages { count, seed } => segment::show_synthetic(&corpus()?.join("../train"), count, seed)?,
        Command::Speed => labelling::speed()?,
        Command::Show { count } => labelling::show(count)?,
        Command::Check { room: Room::Label, .. } => labelling::check(LABEL.as_ref(), None, 0)?,
        Command::Check { room: Room::Segment, keep_lines } => segment::train::check(&corpus()?, models(keep_lines))?,
        Command::Delta { room: Room::Label, set, show } => labelling::check(LABEL.as_ref(), Some(&set), show)?,
        Command::Delta { room: Room::Segment, set, show } => segment::delta(&corpus()?, &set, show)?,
        Command::Unseen { out, keep_lines, keep_labels } => {
            segment::train::unseen(&corpus()?, &out, models(keep_lines), models(keep_labels))?;
        }
        Command::Lines { out } => labelling::lines(&out)?,
        Command::NormalizeCheck { corpus, show, field } => {
            println!("{}", normalize_check::run(&corpus, show, field.as_deref())?);
        }
    }
    Ok(())
}

fn models(keep: bool) -> Models {
    if keep { Models::Keep } else { Models::Train }
}
