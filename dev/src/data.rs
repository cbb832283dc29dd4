//! Files of data: JSON lines (gzipped or not), tables.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;

use crate::Failure;

/// The values of a file of JSON lines.
pub fn read_jsonl(path: &Path) -> Result<Vec<Value>, Failure> {
    let file = File::open(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|e| e == "gz") {
        Box::new(flate2::read::GzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut out = Vec::new();
    for line in BufReader::new(reader).lines() {
        out.push(serde_json::from_str(&line?)?);
    }
    Ok(out)
}

/// The rows of a table of two columns.
pub fn read_tsv(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let rows = text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once('\t'));
    Ok(rows.map(|(a, b)| (a.to_owned(), b.to_owned())).collect())
}
