//! What a person should look at: the values of a library that are least sure.

use crate::model::{Field, Library};
use crate::span::{Confidence, Span};

/// Below this a value is doubtful.
pub const DOUBTFUL: Confidence = 0.6;

/// The name under which a doubtful type of entry is told.
const TYPE: &str = "type";

/// A value that may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The entry's citation key.
    pub key: String,
    /// The name of the field, or `type`.
    pub field: &'static str,
    /// How sure it is.
    pub confidence: Confidence,
    /// Where it was read.
    pub spans: Vec<Span>,
    /// The rule or model that set it.
    pub rule: &'static str,
}

/// The values that are less sure than `below`, the least sure first; equal ones in the library's order.
pub fn doubts(library: &Library, below: Confidence) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    for entry in &library.entries {
        let mut add = |field: &'static str, confidence: Confidence, spans: &[Span], rule: &'static str| {
            if confidence < below {
                doubts.push(Doubt { key: entry.key.clone(), field, confidence, spans: spans.to_vec(), rule });
            }
        };
        let kind = &entry.record.entry_type;
        add(TYPE, kind.confidence, &kind.spans, kind.rule);
        for (field, value) in &entry.record.fields {
            add(field.name(), value.confidence, &value.spans, value.rule);
        }
    }
    doubts.sort_by(|a, b| a.confidence.total_cmp(&b.confidence));
    doubts
}

/// Takes out the fields that are less sure than `below`, and tells which. An entry keeps its title, without which nobody
/// would know it.
pub fn leave_out(library: &mut Library, below: Confidence) -> Vec<Doubt> {
    let mut left = doubts(library, below);
    left.retain(|doubt| doubt.field != TYPE && doubt.field != Field::Title.name());
    for entry in &mut library.entries {
        entry.record.fields.retain(|field, value| *field == Field::Title || value.confidence >= below);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Entry, EntryType, Record, Value};
    use crate::span::{SourceId, Sourced};

    fn library() -> Library {
        let spans = vec![Span::new(SourceId(0), 0, 4)];
        let text = |text: &str, sure| Sourced::new(Value::Text(text.into()), spans.clone(), "test/rule", sure);
        let mut record = Record::new(Sourced::new(EntryType::Book, spans.clone(), "test/type", 0.4), spans.clone());
        record.set_missing(Field::Title, text("Reeds", 0.2));
        record.set_missing(Field::Publisher, text("Marsh", 0.3));
        record.set_missing(Field::Address, text("Fen", 0.9));
        Library { entries: vec![Entry { record, sightings: Vec::new(), key: "moss2001reeds".into() }] }
    }

    #[test]
    fn the_least_sure_comes_first() {
        let names: Vec<&str> = doubts(&library(), DOUBTFUL).iter().map(|doubt| doubt.field).collect();
        assert_eq!(names, ["title", "publisher", "type"]);
        assert!(doubts(&library(), 0.0).is_empty());
    }

    #[test]
    fn what_is_left_out_is_told() {
        let mut library = library();
        let left = leave_out(&mut library, DOUBTFUL);
        assert_eq!(left.iter().map(|doubt| doubt.field).collect::<Vec<_>>(), ["publisher"]);
        let fields: Vec<Field> = library.entries[0].record.fields.keys().copied().collect();
        assert_eq!(fields, [Field::Title, Field::Address]);
    }
}
