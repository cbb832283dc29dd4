//! Compiles `data/lexicon/*.tsv` into finite-state maps, so that nothing is parsed at start-up.
//!
//! A row is `term TAB value [TAB remark]`; `#` starts a comment line. Terms are folded as text is folded when it is
//! looked up (`text::fold::fold_words`), except in lists whose first line is `# exact`. A list becomes a
//! `pub static NAME: List` in the lexicon room.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[path = "src/text/fold.rs"]
#[allow(dead_code)]
mod fold;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=data/lexicon");
    println!("cargo::rerun-if-changed=src/text/fold.rs");
    let out_dir = env::var("OUT_DIR")?;
    let mut files: Vec<_> =
        fs::read_dir("data/lexicon")?.collect::<Result<Vec<_>, _>>()?.iter().map(fs::DirEntry::path).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "tsv"));
    files.sort();
    let mut code = String::new();
    for path in &files {
        let stem = path.file_stem().and_then(|s| s.to_str()).ok_or("bad file name")?.to_owned();
        let (map, values) = compile(path)?;
        fs::write(Path::new(&out_dir).join(format!("{stem}.fst")), map)?;
        writeln!(code, "/// `data/lexicon/{stem}.tsv`.")?;
        writeln!(
            code,
            "pub static {}: List = List::new(include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{stem}.fst\")), &{values:?});",
            stem.to_uppercase()
        )?;
    }
    fs::write(Path::new(&out_dir).join("lexicon.rs"), code)?;
    Ok(())
}

/// The map from term to index of its value, and the values.
fn compile(path: &Path) -> Result<(Vec<u8>, Vec<String>), Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let exact = text.starts_with("# exact");
    let mut rows: BTreeMap<String, (u64, String)> = BTreeMap::new();
    let mut values: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t');
        let printed = columns.next().unwrap_or_default();
        let value = columns.next().unwrap_or_default();
        let term = if exact { printed.to_owned() } else { fold::fold_words(printed) };
        let place = || format!("{}:{}: {printed:?}", path.display(), number + 1);
        if term.is_empty() {
            return Err(format!("{}: no letter or digit in the term", place()).into());
        }
        let index = values.iter().position(|v| v == value).unwrap_or_else(|| {
            values.push(value.to_owned());
            values.len() - 1
        }) as u64;
        if let Some((other, before)) = rows.insert(term, (index, printed.to_owned())) {
            // Two spellings that fold alike are harmless, two meanings are a mistake.
            if other != index || before == printed {
                return Err(format!("{}: stands twice", place()).into());
            }
        }
    }
    let mut builder = fst::MapBuilder::memory();
    for (term, (index, _)) in &rows {
        builder.insert(term, *index)?;
    }
    Ok((builder.into_inner()?, values))
}
