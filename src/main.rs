//! The `bibglean` program.

fn main() {}
