//! Any bytes as a .bib that is brought up to date.
#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::bib_file(bytes));
