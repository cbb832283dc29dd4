//! Reads the labelled references and records of the evaluation corpus and its training part.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;

/// Any error, with its message.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A person, or a body by its literal name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Person {
    /// Family name with its particle.
    pub family: String,
    /// Given names or initials.
    pub given: String,
    /// Jr., III.
    pub suffix: String,
    /// The whole name of a body.
    pub literal: String,
}

/// A gold record.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Gold {
    /// Entry type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Title.
    pub title: String,
    /// Authors.
    pub authors: Vec<Person>,
    /// Editors.
    pub editors: Vec<Person>,
    /// Whether the list of authors is cut.
    pub others: bool,
    /// Year.
    pub year: String,
    /// Month.
    pub month: u8,
    /// Day.
    pub day: u8,
    /// Journal, book, proceedings.
    pub container: String,
    /// Series.
    pub series: String,
    /// Publisher.
    pub publisher: String,
    /// Place.
    pub address: String,
    /// Institution.
    pub institution: String,
    /// School.
    pub school: String,
    /// Organization.
    pub organization: String,
    /// Edition.
    pub edition: String,
    /// Volume.
    pub volume: String,
    /// Number.
    pub number: String,
    /// Pages.
    pub pages: String,
    /// DOI.
    pub doi: String,
    /// Address on the web.
    pub url: String,
    /// arXiv identifier.
    pub eprint: String,
    /// ISBN.
    pub isbn: String,
    /// ISSN.
    pub issn: String,
    /// PubMed number.
    pub pmid: String,
    /// Number of a report.
    pub reportnumber: String,
    /// In press and the like.
    pub pubstate: String,
    /// Note.
    pub note: String,
}

/// A labelled reference string.
#[derive(Clone, Debug, Deserialize)]
pub struct Reference {
    /// Its name.
    pub id: String,
    /// The set it is of.
    #[serde(default)]
    pub source: String,
    /// Language.
    #[serde(default)]
    pub lang: String,
    /// The string.
    #[serde(default)]
    pub text: String,
    /// The string without markup, where `text` has some.
    #[serde(default)]
    pub text_plain: Option<String>,
    /// What it says.
    #[serde(default, alias = "record")]
    pub gold: Gold,
    /// The labelled segments, or the full record the string was rendered from.
    #[serde(default)]
    pub raw: serde_json::Value,
}

impl Reference {
    /// The text to read.
    pub fn plain(&self) -> &str {
        self.text_plain.as_deref().unwrap_or(&self.text)
    }
}

/// The evaluation corpus: the folder that `BIBGLEAN_CORPUS` names.
pub fn eval() -> Result<PathBuf> {
    let dir = std::env::var("BIBGLEAN_CORPUS").map_err(|_| "BIBGLEAN_CORPUS is not set")?;
    Ok(PathBuf::from(dir))
}

/// Its training part.
pub fn training() -> Result<PathBuf> {
    Ok(eval()?.parent().ok_or("the corpus has no parent folder")?.join("train"))
}

/// Reads a file of references, one JSON object a line; `.gz` is unpacked.
pub fn references(path: &Path) -> Result<Vec<Reference>> {
    let file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let packed = path.extension().is_some_and(|e| e == "gz");
    let reader: Box<dyn Read> = if packed { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
    let mut out = Vec::new();
    for line in BufReader::new(reader).lines() {
        let line = line?;
        if !line.trim().is_empty() {
            out.push(serde_json::from_str(&line).map_err(|e| format!("{}: {e}: {line}", path.display()))?);
        }
    }
    Ok(out)
}
