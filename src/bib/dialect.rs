//! Whether a .bib file is written for BibTeX or for biblatex, and whether in ASCII.

use super::scan::scan;
use super::style::entries;

/// The names that a file's fields have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `journal`, `year`, `address` (btxdoc).
    #[default]
    Bibtex,
    /// `journaltitle`, `date`, `location` (biblatex manual §2.2).
    Biblatex,
}

/// Names that one of the two has and the other has not; BibTeX's first.
const PAIRS: &[(&str, &str)] = &[
    ("journal", "journaltitle"),
    ("year", "date"),
    ("address", "location"),
    ("archiveprefix", "eprinttype"),
    ("primaryclass", "eprintclass"),
];

/// The dialect that most of the telling names of a file belong to; BibTeX's where none tells.
pub fn dialect(text: &str) -> Dialect {
    let (mut bibtex, mut biblatex) = (0_usize, 0_usize);
    let items = scan(text);
    for field in entries(&items).flat_map(|entry| &entry.fields) {
        let name = &text[field.name.clone()];
        bibtex += usize::from(PAIRS.iter().any(|(known, _)| name.eq_ignore_ascii_case(known)));
        biblatex += usize::from(PAIRS.iter().any(|(_, known)| name.eq_ignore_ascii_case(known)));
    }
    if biblatex > bibtex { Dialect::Biblatex } else { Dialect::Bibtex }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_tell_the_dialect() {
        assert_eq!(dialect("@article{a, title = {T}, Journal = {J}, year = 1999}"), Dialect::Bibtex);
        assert_eq!(dialect("@article{a, journaltitle = {J}, date = {1999-02}}"), Dialect::Biblatex);
        assert_eq!(dialect("@misc{a, title = {date}}"), Dialect::Bibtex);
    }
}
