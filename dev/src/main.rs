//! Development commands: train the models, check them, show where they differ from the gold.

mod segment;

use std::env;
use std::path::PathBuf;

/// Whatever goes wrong ends the command with its message.
type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let corpus = PathBuf::from(env::var("BIBGLEAN_CORPUS")?);
    let args: Vec<String> = env::args().skip(1).collect();
    segment::show(&corpus, &args[0])
}
