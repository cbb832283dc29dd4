//! bibglean reads scraped publication listings and writes clean BibTeX with stable citation keys.
//!
//! One way through, a room a stage, an arrow a type:
//!
//! ```text
//! bytes ─source→ Source ─page→ Page ─segment→ [Block] ─label→ [Labelled] ─normalize→ [Record]
//!       ─merge→ Library ─key→ Library with keys ─write→ text
//! ```
//!
//! The library never prints, reads a file, the clock or the environment.

pub mod bib;
pub mod calibrate;
pub mod crf;
pub mod diag;
pub mod import;
pub mod key;
pub mod label;
pub mod lexicon;
pub mod merge;
pub mod model;
pub mod normalize;
pub mod page;
mod pipeline;
pub mod review;
pub mod segment;
pub mod source;
pub mod span;
pub mod text;
pub mod write;

pub use model::{Library, Record};
pub use pipeline::{Confidences, Input, Options, Reading, read, read_with};
