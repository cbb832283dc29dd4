//! Any bytes as a web page.
#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

use bibglean::source::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::listing(Some(Format::Html), bytes));
