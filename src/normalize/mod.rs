//! Labelled segments to a record: words to typed values.

use crate::label::Labelled;
use crate::model::Record;

/// Makes a record of a labelled entry; `previous` is the entry above it on the page (for `———` and "in the same volume").
/// `None` where the entry has neither title nor author nor venue.
pub fn normalize(labelled: &Labelled, previous: Option<&Record>) -> Option<Record> {
    let _ = (labelled, previous);
    None
}
