//! The listings of the evaluation corpus.

use std::fs;
use std::path::{Path, PathBuf};

use bibglean::page::{self, Page};
use bibglean::source::Source;
use bibglean::span::SourceId;
use serde_json::Value;

use crate::Failure;

/// A listing with its gold entries.
pub struct Listing {
    /// Name of its folder.
    pub id: String,
    /// The input.
    pub source: Source,
    /// The page as the program reads it.
    pub page: Page,
    /// The gold entries, as in the corpus's FORMAT.md.
    pub gold: Vec<Value>,
}

impl Listing {
    /// Pages of the same content count as one when a page is left out: a page and the text copied from it.
    pub fn family(&self) -> &str {
        self.id.strip_suffix("-copy").or_else(|| self.id.strip_suffix("-dash")).unwrap_or(&self.id)
    }
}

/// All listings below `corpus`, by name.
pub fn listings(corpus: &Path) -> Result<Vec<Listing>, Failure> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(corpus.join("listings"))?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    folders.sort();
    folders.iter().map(|folder| listing(folder)).collect()
}

fn listing(folder: &Path) -> Result<Listing, Failure> {
    let id = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
    let input = ["input.txt", "input.md", "input.html"].iter().map(|n| folder.join(n)).find(|p| p.exists());
    let input = input.ok_or_else(|| format!("{id}: no input"))?;
    let bytes = fs::read(&input)?;
    let (source, _) = Source::decode(SourceId(0), input.display().to_string(), &bytes);
    let gold = serde_json::from_str(&fs::read_to_string(folder.join("gold.json"))?)?;
    Ok(Listing { id, page: page::read(&source), source, gold })
}
