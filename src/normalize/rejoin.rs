//! Puts together what the cut has parted: an entry that has names and a title and nothing else, and below it one that has a
//! journal for a title and what a journal has.

use crate::model::{Field, Record};

/// What tells when.
const DATED: &[Field] = &[Field::Year, Field::PubState];

/// What tells where and when a work appeared.
const APPEARED: &[Field] = &[
    Field::Container,
    Field::Volume,
    Field::Number,
    Field::Pages,
    Field::Publisher,
    Field::Institution,
    Field::Series,
];

/// Joins records of one page that are the two halves of one entry.
pub fn rejoin(records: Vec<Record>) -> Vec<Record> {
    let mut out: Vec<Record> = Vec::with_capacity(records.len());
    for record in records {
        match out.last_mut() {
            Some(last) if is_head(last) && is_tail(&record) => join(last, record),
            _ => out.push(record),
        }
    }
    out
}

/// Names and a title, and nothing of where or when.
fn is_head(record: &Record) -> bool {
    let printed = |field: &Field| record.fields.get(field).is_some_and(|value| !value.rule.starts_with("context/"));
    printed(&Field::Authors) && printed(&Field::Title) && !APPEARED.iter().chain(DATED).any(printed)
}

/// A title with volume and number or pages, but no names and no journal: the title is the journal.
fn is_tail(record: &Record) -> bool {
    let has = |field: Field| record.fields.contains_key(&field);
    let dated = DATED.iter().any(|field| has(*field));
    let journal = has(Field::Volume) && (has(Field::Number) || has(Field::Pages));
    dated && journal && has(Field::Title) && ![Field::Authors, Field::Editors, Field::Container].into_iter().any(has)
}

fn join(head: &mut Record, mut tail: Record) {
    if let Some(mut journal) = tail.fields.remove(&Field::Title) {
        journal.rule = "rejoin/journal";
        tail.fields.insert(Field::Container, journal);
    }
    for (field, value) in tail.fields {
        // What a heading said gives way to what is printed.
        let kept = head.fields.get(&field).is_some_and(|own| !own.rule.starts_with("context/"));
        if !kept {
            head.fields.insert(field, value);
        }
    }
    head.entry_type = tail.entry_type;
    head.extent.extend(tail.extent);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EntryType, Value};
    use crate::span::Sourced;

    fn record(fields: &[(Field, &str)]) -> Record {
        let mut record = Record::new(Sourced::new(EntryType::Misc, Vec::new(), "test", 1.0), Vec::new());
        for (field, text) in fields {
            record.set_missing(*field, Sourced::new(Value::Text((*text).into()), Vec::new(), "test", 1.0));
        }
        record
    }

    #[test]
    fn halves_are_put_together() {
        let head = record(&[(Field::Title, "Growth of reeds"), (Field::Authors, "Moss")]);
        let tail = [(Field::Title, "Ecology Notes"), (Field::Volume, "3"), (Field::Pages, "1"), (Field::Year, "2001")];
        let whole = rejoin(vec![head.clone(), record(&tail)]);
        assert_eq!(whole.len(), 1);
        assert_eq!(whole[0].text(Field::Container), Some("Ecology Notes"));
        assert_eq!(whole[0].text(Field::Title), Some("Growth of reeds"));
        // Without numbers it may be another work.
        assert_eq!(rejoin(vec![head, record(&[tail[0], tail[3]])]).len(), 2);
    }
}
