//! Development commands: train the models, check them, show where they differ from the gold.

mod data;
mod segment;
mod synth;

use std::env;
use std::path::PathBuf;

/// Whatever goes wrong ends the command with its message.
type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let corpus = PathBuf::from(env::var("BIBGLEAN_CORPUS")?);
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["train", "segment"] => std::fs::write("data/model/segment.crf", segment::train::shipped(&corpus)?)?,
        ["check", "segment"] => segment::train::check(&corpus)?,
        ["show", id] => segment::show(&corpus, id)?,
        _ => return Err("train segment | check segment | show ID".into()),
    }
    Ok(())
}
