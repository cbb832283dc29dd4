//! Labelled segments to a record: words to typed values.
//!
//! Each normaliser is one file and one row in [`NORMALIZERS`]. They run in order; a field that has a value keeps it.

mod clean;
mod container;
mod context;
mod date;
mod entry_type;
mod identifiers;
mod names;
mod notes;
mod numbers;
mod pages;
mod part;
mod parted;
mod places;
mod plausible;
mod rejoin;
mod title;

use crate::label::Labelled;
use crate::model::{Field, Record};
pub use names::WITH;
use part::{Draft, Entry};
pub use plausible::plausible;
pub use rejoin::rejoin;

/// A step from segments to values.
pub struct Normalizer {
    /// Its name, the first half of the rules it sets.
    pub name: &'static str,
    /// The fields that it may set.
    pub fields: &'static [Field],
    run: fn(&Entry, &mut Draft),
}

/// Every normaliser, in the order in which they run.
pub const NORMALIZERS: &[Normalizer] = &[
    Normalizer {
        name: "identifiers",
        fields: &[
            Field::Doi,
            Field::Eprint,
            Field::EprintType,
            Field::EprintClass,
            Field::Isbn,
            Field::Issn,
            Field::Pmid,
            Field::Url,
        ],
        run: identifiers::run,
    },
    Normalizer {
        name: "names",
        fields: &[Field::Authors, Field::Editors, Field::Translators, Field::Container],
        run: names::run,
    },
    Normalizer { name: "title", fields: &[Field::Title, Field::Genre], run: title::run },
    Normalizer {
        name: "date",
        fields: &[Field::Year, Field::Month, Field::Day, Field::UrlDate, Field::PubState],
        run: date::run,
    },
    Normalizer {
        name: "container",
        fields: &[
            Field::Container,
            Field::Series,
            Field::Volume,
            Field::Year,
            Field::Month,
            Field::Publisher,
            Field::Address,
            Field::EprintType,
            Field::Note,
        ],
        run: container::run,
    },
    Normalizer { name: "numbers", fields: &[Field::Volume, Field::Number, Field::Edition], run: numbers::run },
    Normalizer { name: "pages", fields: &[Field::Pages], run: pages::run },
    Normalizer { name: "places", fields: &[Field::Publisher, Field::Institution, Field::Address], run: places::run },
    Normalizer {
        name: "notes",
        fields: &[Field::Genre, Field::PubState, Field::Note, Field::Abstract, Field::Citations],
        run: notes::run,
    },
    Normalizer {
        name: "context",
        fields: &[Field::Year, Field::Month, Field::Container, Field::Authors],
        run: context::run,
    },
    Normalizer { name: "type", fields: &[], run: entry_type::run },
];

/// Makes a record of a labelled entry; `previous` is the entry above it on the page (for `———` and "in the same volume").
/// `None` where the entry has neither title nor author nor venue.
pub fn normalize(labelled: &Labelled, previous: Option<&Record>) -> Option<Record> {
    let labelled = parted::parted(labelled);
    let entry = Entry { labelled: &labelled, previous };
    let mut draft = Draft::new(&labelled);
    for normalizer in NORMALIZERS {
        (normalizer.run)(&entry, &mut draft);
    }
    let known = [Field::Title, Field::Authors, Field::Editors, Field::Container].iter().any(|field| draft.has(*field));
    known.then_some(draft.record)
}
