//! Any bytes as the values of an entry: what is written is read back to the same values.
#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &str| invariants::values(text));
