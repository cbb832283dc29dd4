//! HTML: tokens to elements as a browser would, as far as it matters for lines.

mod elements;
mod tokens;
mod tree;

use super::lines::Builder;
use super::{Page, front_matter};
use crate::source::Source;

/// Reads an HTML page.
pub(super) fn read(source: &Source) -> Page {
    let mut builder = Builder::new(source.id());
    let start = front_matter::take(source, &mut builder);
    feed(&mut builder, source, start..source.text().len());
    builder.finish()
}

/// Reads a part of a source as HTML into a page that is being built; elements may stay open.
pub(super) fn feed(builder: &mut Builder, source: &Source, range: std::ops::Range<usize>) {
    tokens::feed(tree::Tree::new(builder, source.id()), source.text(), range);
}
