//! LaTeX spellings of characters, both ways.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The spelling of TeX's special characters (btxdoc §4, and the measured readings of fifteen programs).
pub fn special(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "\\&",
        '%' => "\\%",
        '$' => "\\$",
        '_' => "\\_",
        '#' => "{\\#}",
        '{' => "{\\textbraceleft}",
        '}' => "{\\textbraceright}",
        '\\' => "{$\\backslash$}",
        '~' => "{\\textasciitilde}",
        '^' => "{\\textasciicircum}",
        '`' => "{\\textasciigrave}",
        '<' => "{$<$}",
        '>' => "{$>$}",
        '|' => "{$|$}",
        // bibtex-tidy would write commands here, one of which prints nothing.
        '@' => "{$@$}",
        '*' => "{$*$}",
        _ => return None,
    })
}

/// A closing quotation mark beside another.
pub const RIGHT_QUOTE: &str = "{\\textquoteright}";

/// Spelling to character.
static SPELLINGS: LazyLock<BTreeMap<&'static str, char>> = LazyLock::new(|| {
    let rows = include_str!("../../data/lexicon/latex.tsv").lines().filter(|l| !l.starts_with('#'));
    let mut map: BTreeMap<&str, char> =
        rows.filter_map(|l| l.split_once('\t')).filter_map(|(c, code)| Some((code, c.chars().next()?))).collect();
    map.extend((' '..='~').filter_map(|c| Some((special(c)?, c))));
    map.insert(RIGHT_QUOTE, '’');
    map
});

/// The character that a spelling, in its own braces, stands for (`{\\'e}`, `{$\\lambda$}`).
pub fn character(spelling: &str) -> Option<char> {
    SPELLINGS.get(spelling).copied()
}
