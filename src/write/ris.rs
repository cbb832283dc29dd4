//! Stub.
use super::{WriteOptions, Written};
use crate::model::Library;
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let _ = (library, options);
    Written::default()
}
