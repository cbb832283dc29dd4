//! Development commands: train the models, check them, show where they differ from the gold.

mod normalize_check;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compares what the normalisers make of gold segments with the gold record.
    NormalizeCheck {
        /// A corpus with `raw` segments, names or dates (`.jsonl`, `.jsonl.gz`).
        corpus: PathBuf,
        /// How many differences to show a field.
        #[arg(long, default_value_t = 5)]
        show: usize,
        /// The one field whose differences are shown.
        #[arg(long)]
        field: Option<String>,
    },
}

fn main() -> std::io::Result<()> {
    match Arguments::parse().command {
        Command::NormalizeCheck { corpus, show, field } => {
            println!("{}", normalize_check::run(&corpus, show, field.as_deref())?);
        }
    }
    Ok(())
}
