//! References by the Chinese standard GB/T 7714-2015, whose punctuation says what is what: a code of the kind of document in
//! square brackets behind the title (its §8.5 and appendix B), the authors before the first full stop, and behind the code
//! `journal, year` or `place: publisher, year` (§8.2 to §8.8).

use std::ops::Range;

use super::cells::{Cell, Letter, Number};
use super::{Label, label_index};
use crate::lexicon::DOCUMENTCODES;
use crate::text::fold::fold_words;

/// The most items of a code with its brackets (`[EB/OL]`).
const CODE: usize = 5;
/// The most items between the code and the year.
const REACH: usize = 60;

/// Settles the labels that the standard's punctuation settles.
pub(super) fn settle(text: &str, cells: &mut [Cell]) {
    let Some((code, kind)) = (0..cells.len()).find_map(|open| code(text, cells, open)) else { return };
    before(cells, code.start);
    behind(cells, code.end, kind);
}

/// A code of the kind of document: its items with the brackets, and the type it stands for.
fn code(text: &str, cells: &[Cell], open: usize) -> Option<(Range<usize>, &'static str)> {
    if cells.get(open)?.mark != Some('[') || open == 0 {
        return None;
    }
    let close = (open + 2..cells.len().min(open + CODE)).find(|&i| cells[i].mark == Some(']'))?;
    let words = text.get(cells[open + 1].range.start..cells[close - 1].range.end)?;
    let kind = words.split('/').next().filter(|kind| kind.bytes().all(|b| b.is_ascii_uppercase()))?;
    Some((open..close + 1, DOCUMENTCODES.get(&fold_words(kind))?))
}

/// Authors up to the first full stop, then the title, where the names are in Chinese characters: their names have no stop.
fn before(cells: &mut [Cell], code: usize) {
    let line = cells[code].line;
    let start = cells[..code].iter().rposition(|cell| cell.line != line).map_or(0, |i| i + 1);
    let Some(first) = (start..code).find(|&i| cells[i].mark.is_none() && cells[i].number == Number::None) else {
        return;
    };
    let Some(stop) = (first..code).find(|&i| matches!(cells[i].mark, Some('.' | '。'))) else { return };
    let chinese = cells[first..stop].iter().filter(|cell| cell.mark.is_none());
    if stop + 1 < code && chinese.clone().count() > 0 && chinese.clone().all(|cell| cell.letter == Letter::Ideograph) {
        set(cells, first..stop, Label::Author);
        set(cells, stop + 1..code, Label::Title);
    }
}

/// What stands behind the code, up to the year.
fn behind(cells: &mut [Cell], code: usize, kind: &str) {
    let start =
        if cells.get(code).is_some_and(|cell| matches!(cell.mark, Some('.' | '。'))) { code + 1 } else { code };
    let reach = cells.len().min(start + REACH);
    let Some(year) = (start + 2..reach).find(|&i| cells[i].number == Number::Year && cells[i - 1].mark == Some(','))
    else {
        return;
    };
    let part = start..year - 1;
    let colon = part.clone().find(|&i| cells[i].mark == Some(':'));
    match (kind, colon) {
        ("article", None) => set(cells, part, Label::Container),
        ("book", Some(colon)) => {
            set(cells, start..colon, Label::Address);
            set(cells, colon + 1..year - 1, Label::Publisher);
        }
        ("phdthesis", Some(colon)) => {
            set(cells, start..colon, Label::Address);
            set(cells, colon + 1..year - 1, Label::Institution);
        }
        _ => {}
    }
}

/// Settles the labels of items that no identifier has.
fn set(cells: &mut [Cell], items: Range<usize>, label: Label) {
    for cell in cells[items].iter_mut().filter(|cell| cell.identifier == 0) {
        cell.identifier = label_index(label) + 1;
        cell.certain = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::label::cells::{Cells, Number};
    use crate::label::lexica::Lately;
    use crate::label::{Label, label_alone, reference_block};

    fn read(text: &str) -> Vec<(Label, String)> {
        let segments = label_alone(&[reference_block(text)]).swap_remove(0).segments.into_iter();
        let kept = segments.filter(|segment| !matches!(segment.label, Label::Other | Label::CitationNumber));
        kept.map(|segment| (segment.label, segment.text.as_str().to_owned())).collect()
    }

    #[test]
    fn the_standard_says_what_is_what() {
        let journal = read("[3] 王小河,李大山.水与沙:北方河流的变迁[J].湿地,2019,12(3):5-11.");
        let expected =
            [(Label::Author, "王小河,李大山"), (Label::Title, "水与沙:北方河流的变迁"), (Label::Container, "湿地")];
        for (label, text) in expected {
            assert!(journal.contains(&(label, text.to_owned())), "{text} in {journal:?}");
        }
        let book = read("王小河. 芦苇考[M]. 北京: 湿地出版社, 2019.");
        for (label, text) in [(Label::Address, "北京"), (Label::Publisher, "湿地出版社")] {
            assert!(book.contains(&(label, text.to_owned())), "{text} in {book:?}");
        }
    }

    #[test]
    fn other_brackets_settle_nothing() {
        // At the front, with nothing behind, in small letters, no code of the standard, and not closed.
        for text in [
            "[M]",
            "x [J]",
            "[J] 湿地,2019",
            "王小河.水与沙[j].湿地,2019",
            "王小河.水与沙[XQ].湿地,2019",
            "王小河.水与沙[J.湿地,2019",
        ] {
            let cells = Cells::new(&reference_block(text), &mut Lately::default()).cells;
            let year = cells.iter().position(|cell| cell.number == Number::Year).unwrap_or(cells.len());
            assert!(cells[..year].iter().all(|cell| cell.identifier == 0), "{text}");
        }
    }
}
