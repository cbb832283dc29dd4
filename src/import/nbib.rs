//! PubMed's nbib (MEDLINE) format: <https://www.nlm.nih.gov/bsd/mms/medlineelements.html>.

use super::draft::Target::{Body, Container, Doi, FirstPage, Name, Publisher, Serial, ShortName, Text, Verbatim, Year};
use super::tagged::{Dialect, Shape};
use super::values::Order;
use crate::model::EntryType::{Article, Book, Dataset, InCollection, Misc, TechReport};
use crate::model::Field;

/// The format.
pub(super) const NBIB: Dialect = Dialect {
    rule: "import/nbib",
    shape: Shape::Nbib,
    first: "PMID",
    last: None,
    kind: "PT",
    kinds: &[
        ("preprint", Misc),
        ("book chapter", InCollection),
        ("book", Book),
        ("dataset", Dataset),
        ("technical report", TechReport),
        ("", Article),
    ],
    fields: &[
        ("PMID", Verbatim(Field::Pmid)),
        ("FAU", Name(Field::Authors)),
        ("AU", ShortName),
        ("CN", Body(Field::Authors)),
        ("FED", Name(Field::Editors)),
        ("TI", Text(Field::Title)),
        ("JT", Container(1)),
        ("BTI", Container(2)),
        ("TA", Container(3)),
        ("CTI", Text(Field::Series)),
        ("VI", Text(Field::Volume)),
        ("IP", Text(Field::Number)),
        ("PG", FirstPage),
        ("EN", Text(Field::Edition)),
        ("PB", Publisher),
        ("DP", Year),
        ("LID", Doi),
        ("AID", Doi),
        ("IS", Serial),
        ("ISBN", Serial),
        ("AB", Text(Field::Abstract)),
    ],
    by_kind: &[(&[Book], "BTI", Some(Text(Field::Title))), (&[Misc], "JT", None), (&[Misc], "TA", None)],
    key: None,
    order: Some(Order::Inverted),
    around: &[],
};
