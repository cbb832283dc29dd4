//! Any bytes as what they look like: .bib, RIS, JSON, XML or a page.
#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::listing(None, bytes));
