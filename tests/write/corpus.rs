//! Writes the gold of the evaluation corpus (set by BIBGLEAN_CORPUS) in every format.

use std::path::{Path, PathBuf};
use std::{env, fs};

use bibglean::write::{FORMATS, WriteOptions};
use serde_json::Value as Json;

use crate::gold;

fn corpus() -> Option<PathBuf> {
    env::var_os("BIBGLEAN_CORPUS").map(PathBuf::from)
}

/// Every gold file: its name and records.
fn sets(corpus: &Path) -> Vec<(String, Vec<Json>)> {
    let mut sets = Vec::new();
    for dir in fs::read_dir(corpus.join("listings")).unwrap().flatten() {
        let text = fs::read_to_string(dir.path().join("gold.json")).unwrap();
        sets.push((dir.file_name().to_string_lossy().into_owned(), serde_json::from_str(&text).unwrap()));
    }
    for file in fs::read_dir(corpus.join("refs")).unwrap().flatten() {
        let text = fs::read_to_string(file.path()).unwrap();
        let lines = text.lines().map(|l| serde_json::from_str::<Json>(l).unwrap()["gold"].clone());
        let name = file.path().file_stem().unwrap().to_string_lossy().into_owned();
        sets.push((format!("refs-{name}"), lines.collect()));
    }
    sets.sort_by(|a, b| a.0.cmp(&b.0));
    sets
}

/// The corpus goes through every writer; with BIBGLEAN_WRITE_OUT set, the files are left there for the acceptance runs.
#[test]
fn every_gold_set_is_written() {
    let Some(corpus) = corpus() else { return };
    let out = env::var_os("BIBGLEAN_WRITE_OUT").map(PathBuf::from);
    for (name, mut records) in sets(&corpus) {
        let library = gold::read(&mut records);
        for format in FORMATS {
            let written = (format.write)(&library, &WriteOptions::default());
            assert_eq!(written, (format.write)(&library, &WriteOptions::default()));
            if let Some(out) = &out {
                fs::create_dir_all(out).unwrap();
                fs::write(out.join(format!("{name}.{}", format.name)), &written.text).unwrap();
                fs::write(out.join(format!("{name}.gold.json")), serde_json::to_string(&records).unwrap()).unwrap();
            }
        }
    }
}
