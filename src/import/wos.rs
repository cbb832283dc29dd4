//! Web of Science's plain text export (ISI tags).

use super::draft::Target::{
    ArticleNumber, Body, Citations, Container, Doi, FirstPage, LastPage, Month, Name, Publisher, Serial, ShortName,
    Text, Verbatim, Year,
};
use super::tagged::{Dialect, Shape};
use super::values::Order;
use crate::model::EntryType::{Article, Book, Dataset, InCollection, InProceedings};
use crate::model::Field;

/// The format.
pub(super) const WOS: Dialect = Dialect {
    rule: "import/wos",
    shape: Shape::Isi,
    first: "PT",
    last: Some("ER"),
    kind: "DT",
    kinds: &[
        ("proceedings paper", InProceedings),
        ("article; proceedings paper", InProceedings),
        ("article; book chapter", InCollection),
        ("book chapter", InCollection),
        ("editorial material; book chapter", InCollection),
        ("book", Book),
        ("data set", Dataset),
        ("", Article),
    ],
    fields: &[
        ("AF", Name(Field::Authors)),
        ("AU", ShortName),
        ("CA", Body(Field::Authors)),
        ("BE", Name(Field::Editors)),
        ("ED", Name(Field::Editors)),
        ("TI", Text(Field::Title)),
        ("SO", Container(1)),
        ("CT", Container(2)),
        ("JI", Container(3)),
        ("SE", Text(Field::Series)),
        ("VL", Text(Field::Volume)),
        ("IS", Text(Field::Number)),
        ("BP", FirstPage),
        ("EP", LastPage),
        ("AR", ArticleNumber),
        ("PU", Publisher),
        ("PI", Text(Field::Address)),
        ("PY", Year),
        ("PD", Month),
        ("DI", Doi),
        ("SN", Serial),
        ("EI", Serial),
        ("BN", Serial),
        ("PM", Verbatim(Field::Pmid)),
        ("AB", Text(Field::Abstract)),
        ("TC", Citations),
    ],
    by_kind: &[],
    key: None,
    order: Some(Order::Inverted),
    around: &["FN ", "VR ", "EF"],
};
