//! Development commands: train the models, check them, show where they differ from the gold.

fn main() {}
