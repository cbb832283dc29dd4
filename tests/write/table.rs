//! Every row of the LaTeX table, both ways, and by another program's reading.

use bibglean::write::latex::{Dialect, escape_str, unescape};

use crate::bib::{canon, read};

const TABLE: &str = include_str!("../../data/lexicon/latex.tsv");

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once('\t'))
}

#[test]
fn every_row_is_written_and_read_back() {
    assert!(rows().count() > 200);
    for (character, code) in rows() {
        assert!(code.is_ascii(), "{character}");
        assert_eq!(escape_str(character, Dialect::Ascii), code);
        assert_eq!(unescape(code), character);
    }
    for c in ' '..='~' {
        let code = escape_str(&c.to_string(), Dialect::Ascii);
        assert_eq!(unescape(&code), c.to_string());
    }
}

#[test]
fn the_biblatex_crate_reads_every_row() {
    let mut wrong = Vec::new();
    for (character, code) in rows() {
        let entries = read(&format!("@misc{{k,\n  title = {{a{code}b}},\n}}\n"));
        let title = entries[0].get("title").cloned().unwrap_or_default();
        if canon(&title) != canon(&format!("a{character}b")) {
            wrong.push(format!("{character} {code} {title}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn greek_words_stay_and_single_letters_become_mathematics() {
    assert_eq!(
        escape_str("α-helix, Σ, 10⁻⁶ m², H₂O", Dialect::Ascii),
        "{$\\alpha$}-helix, {$\\Sigma$}, 10{$^{-6}$} m{$^{2}$}, H{$_{2}$}O"
    );
    assert_eq!(escape_str("λόγος", Dialect::Ascii), "λόγος");
    assert_eq!(escape_str("α–β", Dialect::Unicode), "α–β");
}
