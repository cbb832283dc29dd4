//! Which records of one page are entries: those that print what the page's entries print.

use crate::model::{Field, Record};

/// What an entry may print besides its title, as groups of fields of which one is enough.
const PARTS: &[&[Field]] = &[
    &[Field::Authors, Field::Editors],
    &[Field::Year, Field::PubState],
    &[Field::Container, Field::Publisher, Field::Institution, Field::Series],
    &[Field::Volume, Field::Number, Field::Pages],
    &[Field::Doi, Field::Eprint, Field::Isbn, Field::Pmid],
];
/// The groups of names, dates and venues in [`PARTS`].
const NAMES: usize = 0;
const DATES: usize = 1;
const VENUES: usize = 2;

/// The group of identifiers.
const IDENTIFIERS: usize = 4;

/// Fewer records than this show no habit.
const HABIT: usize = 6;
/// So few records are no list: a title or a date alone is then a line of prose.
const FEW: usize = 2;
/// Of ten records, how many make a habit.
const MOST: usize = 7;

/// For each record of one page, whether it is an entry. A bare line among entries that all have names or a venue is a
/// remark, a menu or an address that looked like a title; where all are bare, titles are all that the page prints.
pub fn plausible(records: &[Record]) -> Vec<bool> {
    let prints: Vec<Vec<bool>> = records.iter().map(prints).collect();
    let habit = |part: usize| prints.iter().filter(|p| p[part]).count() * 10 >= records.len() * MOST;
    let habits: Vec<bool> = (0..PARTS.len()).map(habit).collect();
    if records.len() <= FEW {
        return prints.iter().map(|p| [NAMES, VENUES, IDENTIFIERS].iter().any(|part| p[*part])).collect();
    }
    // Titles and nothing else, on the page or above them: headings of a text.
    let speaks = |record: &Record| {
        PARTS.iter().flat_map(|group| *group).chain([&Field::Url]).any(|f| record.fields.contains_key(f))
    };
    if !records.iter().any(speaks) {
        return vec![false; records.len()];
    }
    if records.len() < HABIT || !habits.contains(&true) {
        return vec![true; records.len()];
    }
    let dated_only = |printed: &[bool]| (0..PARTS.len()).all(|part| printed[part] == (part == DATES));
    let titled: Vec<bool> = records.iter().map(|record| record.fields.contains_key(&Field::Title)).collect();
    let all_titled = titled.iter().filter(|titled| **titled).count() * 10 >= records.len() * MOST;
    let titles = titled.iter().zip(&prints).map(|(titled, printed)| {
        // Names and a date without a title are a credit or a signature where the entries have titles.
        *titled || !all_titled || printed[VENUES] || printed[IDENTIFIERS]
    });
    let full = prints.iter().map(|printed| printed.contains(&true) && !(dated_only(printed) && habits[NAMES]));
    full.zip(titles).map(|(full, titled)| full && titled).collect()
}

/// Which parts a record prints. What a heading above says is no part of the entry.
fn prints(record: &Record) -> Vec<bool> {
    let printed = |field: &Field| record.fields.get(field).is_some_and(|value| !value.rule.starts_with("context/"));
    PARTS.iter().map(|group| group.iter().any(printed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EntryType, Value};
    use crate::span::Sourced;

    fn record(fields: &[(Field, &'static str)]) -> Record {
        let mut record = Record::new(Sourced::new(EntryType::Misc, Vec::new(), "test", 1.0), Vec::new());
        for (field, rule) in fields {
            record.set_missing(*field, Sourced::new(Value::Text("x".into()), Vec::new(), rule, 1.0));
        }
        record
    }

    #[test]
    fn a_title_alone_on_a_page_is_none() {
        let dated = record(&[(Field::Title, "t"), (Field::Year, "d")]);
        let named = record(&[(Field::Title, "t"), (Field::Authors, "n")]);
        assert_eq!(plausible(&[dated, named]), [false, true]);
        // Headings of a text; below a year they are a list.
        let title = record(&[(Field::Title, "t")]);
        assert_eq!(plausible(&[title.clone(), title.clone(), title]), [false; 3]);
        let below = record(&[(Field::Title, "t"), (Field::Year, "context/year-heading")]);
        assert_eq!(plausible(&[below.clone(), below.clone(), below]), [true; 3]);
    }

    #[test]
    fn a_bare_line_among_full_entries_is_none() {
        let full = record(&[(Field::Title, "t"), (Field::Authors, "n"), (Field::Container, "c"), (Field::Year, "d")]);
        let bare = record(&[(Field::Title, "t"), (Field::Year, "context/year-heading")]);
        let dated = record(&[(Field::Title, "t"), (Field::Year, "d")]);
        let mut page = vec![full; 9];
        page.extend([bare.clone(), dated]);
        let kept = plausible(&page);
        assert!(kept[..9].iter().all(|kept| *kept));
        assert_eq!(kept[9..], [false, false]);
        // A page of bare titles is a list of titles; a few entries show no habit.
        assert!(plausible(&vec![bare.clone(); 9]).iter().all(|kept| *kept));
        assert!(plausible(&[page[0].clone(), page[0].clone(), bare]).iter().all(|kept| *kept));
    }
}
