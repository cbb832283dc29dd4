//! What the test programs share.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]
#![allow(dead_code, reason = "each test program uses a part of this")]

pub mod desk;
pub mod invariants;

use std::fs;
use std::path::{Path, PathBuf};

/// The project's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A listing with what it should give.
pub struct Fixture {
    /// Name of its folder.
    pub name: String,
    /// Its folder: `input.*`, `expected.bib`, `expected.diag`, perhaps `arguments`.
    pub directory: PathBuf,
    /// The input file's name.
    pub input: String,
    /// Arguments of the program, one a line in the file `arguments`.
    pub arguments: Vec<String>,
}

/// The fixtures of `fixtures/listings`, by name.
pub fn fixtures() -> Vec<Fixture> {
    let mut fixtures: Vec<Fixture> = folders(&root().join("fixtures/listings"))
        .into_iter()
        .map(|directory| Fixture {
            name: file_name(&directory),
            input: file_name(&input_of(&directory)),
            arguments: fs::read_to_string(directory.join("arguments"))
                .unwrap_or_default()
                .lines()
                .map(String::from)
                .collect(),
            directory,
        })
        .collect();
    fixtures.sort_by(|a, b| a.name.cmp(&b.name));
    fixtures
}

/// A file or folder beside the evaluation corpus, if `BIBGLEAN_CORPUS` names it and the file is there.
pub fn beside_corpus(name: &str) -> Option<PathBuf> {
    let corpus = PathBuf::from(std::env::var_os("BIBGLEAN_CORPUS")?);
    Some(corpus.parent()?.join(name)).filter(|path| path.exists())
}

/// The listings of the evaluation corpus, if `BIBGLEAN_CORPUS` names it.
pub fn corpus_listings() -> Vec<PathBuf> {
    let Some(corpus) = std::env::var_os("BIBGLEAN_CORPUS") else { return Vec::new() };
    let mut inputs: Vec<PathBuf> = folders(&Path::new(&corpus).join("listings")).iter().map(|d| input_of(d)).collect();
    inputs.sort();
    inputs
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect()
}

fn input_of(directory: &Path) -> PathBuf {
    let mut inputs = fs::read_dir(directory)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.file_stem().is_some_and(|stem| stem == "input"));
    inputs.next().unwrap_or_else(|| panic!("{}: no input file", directory.display()))
}

fn file_name(path: &Path) -> String {
    path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_owned()
}

/// A generator of numbers that look random and are the same everywhere (Marsaglia's xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).expect("small")
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}
