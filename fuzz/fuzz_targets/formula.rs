//! Any text as a formula of citation keys.
#![no_main]

#[path = "../../tests/common/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &str| invariants::formula(text));
