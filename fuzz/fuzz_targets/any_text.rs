//! Any bytes as a listing.
#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

use bibglean::source::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::listing(Some(Format::Text), bytes));
