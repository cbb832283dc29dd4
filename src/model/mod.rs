//! The typed publication: pure data, no reading and no writing.

mod field;
mod name;
mod record;
mod value;

pub use field::{EntryType, Field};
pub use name::{Name, NameList};
pub use record::{Entry, Library, Record, Sighting, is_key_char};
pub use value::{Mark, MarkKind, PageRange, Pages, Text, Value};
