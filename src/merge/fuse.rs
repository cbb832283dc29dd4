//! The best of several sightings, field by field.

use std::cmp::Reverse;

use super::content::content;
use super::profile::Profile;
use crate::diag::{Code, Diagnostic};
use crate::model::{EntryType, Field, Name, NameList, Record, Value};
use crate::span::Sourced;
use crate::text::fold::fold_words;

/// Fields that say where and when a work appeared: they are true of one version of it together.
const OF_THE_VERSION: &[Field] = &[
    Field::Container,
    Field::Series,
    Field::Volume,
    Field::Number,
    Field::Pages,
    Field::Edition,
    Field::Publisher,
    Field::Institution,
    Field::Address,
    Field::Year,
    Field::Month,
    Field::Day,
    Field::PubState,
    Field::Genre,
];

/// Fields whose values must agree between sightings of one version.
const COMPARED: &[Field] = &[Field::Year, Field::Month, Field::Volume, Field::Number, Field::Pages, Field::Doi];

/// Fuses the sightings of one work; the result depends on what they say alone, not on their order.
pub(super) fn fuse(records: &[&Record], diagnostics: &mut Vec<Diagnostic>) -> Option<Record> {
    if let [record] = records {
        let mut fused = (*record).clone();
        crate::span::normalize_spans(&mut fused.extent);
        return Some(fused);
    }
    let mut sightings: Vec<Sighting<'_>> = records.iter().map(|record| Sighting::new(record)).collect();
    sightings.sort_by(|a, b| (Reverse(a.rank), &a.content).cmp(&(Reverse(b.rank), &b.content)));
    let primary = sightings.first()?;
    let mut fused = Record::new(primary.record.entry_type.clone(), Vec::new());
    for record in records {
        fused.extent.extend(record.extent.iter().copied());
    }
    crate::span::normalize_spans(&mut fused.extent);
    fused.entry_type = entry_type(&sightings);
    for field in Field::ALL {
        let value = match field {
            Field::Authors | Field::Editors | Field::Translators => names(&sightings, *field, diagnostics),
            Field::Title => title(&sightings),
            Field::Abstract | Field::Note => longest(&sightings, *field),
            Field::Citations => {
                let values = sightings.iter().filter_map(|s| s.record.fields.get(field));
                values.max_by_key(|value| value.value.integer()).cloned()
            }
            field if OF_THE_VERSION.contains(field) => of_the_version(&sightings, *field),
            _ => sightings.iter().find_map(|s| s.record.fields.get(field)).cloned(),
        };
        if let Some(value) = value {
            fused.fields.insert(*field, value);
        }
    }
    contradictions(&sightings, &fused, diagnostics);
    Some(fused)
}

/// A sighting with what ranks it.
struct Sighting<'a> {
    record: &'a Record,
    profile: Profile,
    /// Published before preprint before bare; then by how much it says.
    rank: (u8, usize),
    content: String,
}

impl<'a> Sighting<'a> {
    fn new(record: &'a Record) -> Self {
        let profile = Profile::new(record);
        let published = match record.entry_type.value {
            EntryType::Misc | EntryType::Online | EntryType::Unpublished => u8::from(!profile.venue.is_empty()) * 2,
            _ if profile.preprint => 1,
            _ => 3,
        };
        let said = record.fields.keys().filter(|field| OF_THE_VERSION.contains(field)).count();
        Self { record, rank: (published, said), content: content(record), profile }
    }
}

fn entry_type(sightings: &[Sighting<'_>]) -> Sourced<EntryType> {
    // The sightings are sorted: the first is the best published one.
    sightings[0].record.entry_type.clone()
}

/// The value of the first sighting that has one and that tells of the same version as the best sighting.
fn of_the_version(sightings: &[Sighting<'_>], field: Field) -> Option<Sourced<Value>> {
    let primary = &sightings[0];
    let year = sightings.iter().filter(|s| same_version(primary, s)).find_map(|s| s.profile.year);
    let year = year.or_else(|| sightings.iter().find_map(|s| s.profile.year));
    let dated = matches!(field, Field::Month | Field::Day);
    let fits =
        |s: &&Sighting<'_>| same_version(primary, s) && (!dated || s.profile.year.is_none() || s.profile.year == year);
    let value = sightings.iter().filter(fits).find_map(|s| s.record.fields.get(&field));
    // A year is better than none, even the preprint's.
    let value = match field {
        Field::Year => value.or_else(|| sightings.iter().find_map(|s| s.record.fields.get(&field))),
        _ => value,
    };
    value.cloned()
}

/// Whether a sighting tells of the version of a work that the best one tells of: not of its preprint.
fn same_version(primary: &Sighting<'_>, other: &Sighting<'_>) -> bool {
    primary.profile.preprint == other.profile.preprint
        || (!primary.profile.preprint && primary.profile.venue.is_empty())
}

/// The title with its subtitle, undamaged and not in capitals throughout, that most sightings agree on.
fn title(sightings: &[Sighting<'_>]) -> Option<Sourced<Value>> {
    let votes = |text: &str| {
        let folded = fold_words(text).replace(' ', "");
        sightings.iter().filter(|s| s.profile.title.compact == folded).count()
    };
    let longest = sightings.iter().map(|s| s.profile.title.words.len()).max()?;
    let candidates = sightings.iter().enumerate().filter_map(|(i, s)| {
        let value = s.record.fields.get(&Field::Title)?;
        let text = value.value.text()?;
        // A title with its subtitle beats one without.
        let full = s.profile.title.words.len() * 4 >= longest * 3;
        let damaged = text.contains('\u{fffd}');
        Some(((full, !damaged, !is_shouted(text), votes(text), Reverse(i)), value))
    });
    candidates.max_by_key(|(rank, _)| *rank).map(|(_, value)| value.clone())
}

/// Whether a text is all capitals.
fn is_shouted(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}

fn longest(sightings: &[Sighting<'_>], field: Field) -> Option<Sourced<Value>> {
    let values = sightings.iter().enumerate().filter_map(|(i, s)| Some((i, s.record.fields.get(&field)?)));
    values.max_by_key(|(i, v)| (v.value.text().map_or(0, str::len), Reverse(*i))).map(|(_, v)| v.clone())
}

/// The longest list, each name in its fullest form; a complete list beats a cut one of the same length.
fn names(sightings: &[Sighting<'_>], field: Field, diagnostics: &mut Vec<Diagnostic>) -> Option<Sourced<Value>> {
    let lists: Vec<(&Sighting<'_>, &Sourced<Value>, &NameList)> = sightings
        .iter()
        .filter_map(|s| s.record.fields.get(&field).map(|value| (s, value)))
        .filter_map(|(s, value)| Some((s, value, value.value.names()?)))
        .collect();
    let rank = |list: &NameList| (list.names.len(), !list.others);
    // Sightings are sorted, so of equals the first is taken.
    let (_, best, chosen) = lists.iter().rev().max_by_key(|(_, _, list)| rank(list))?;
    let mut fused = (*chosen).clone();
    for (position, name) in fused.names.iter_mut().enumerate() {
        for (_, _, list) in &lists {
            if let Some(other) = list.names.get(position)
                && is_fuller(other, name)
            {
                *name = other.clone();
            }
        }
    }
    if !fused.others {
        fused.omitted = None;
    }
    if field == Field::Authors {
        check_counts(&lists, &fused, diagnostics);
    }
    let mut value = (*best).clone();
    value.value = Value::Names(fused);
    Some(value)
}

/// Whether `a` is `b` in a fuller form: the same family name, given names written out that `b` abbreviates or leaves out.
fn is_fuller(a: &Name, b: &Name) -> bool {
    let (Name::Person { family: x, given: g, suffix: s }, Name::Person { family: y, given: h, suffix: t }) = (a, b)
    else {
        return false;
    };
    let key = |text: &str| fold_words(text).replace(' ', "");
    if key(x) != key(y) || !(s == t || t.is_empty()) {
        return false;
    }
    let (long, short) = (fold_words(g), fold_words(h));
    let abbreviates = |long: &str, short: &str| {
        let mut words = long.split(' ');
        short.split(' ').all(|part| words.any(|word| word.starts_with(part)))
    };
    let accents = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
    if long == short {
        // Of the same letters the form with its accents and capitals.
        return (accents(x) + accents(g), g.as_str()) > (accents(y) + accents(h), h.as_str())
            && accents(x) + accents(g) > 0;
    }
    long.len() > short.len() && (short.is_empty() || abbreviates(&long, &short))
}

/// Checks the numbers that cut lists announce (`+6`) against the full list.
fn check_counts(
    lists: &[(&Sighting<'_>, &Sourced<Value>, &NameList)],
    fused: &NameList,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if fused.others {
        return;
    }
    for (_, value, list) in lists {
        let Some(omitted) = list.omitted else { continue };
        let announced = list.names.len() + omitted as usize;
        if announced != fused.names.len() {
            let message = format!(
                "this list announces {announced} authors ({} and {omitted} more), the full list has {}",
                list.names.len(),
                fused.names.len()
            );
            diagnostics.push(Diagnostic::new(Code::AuthorCountMismatch, value.spans.clone(), message));
        }
    }
}

/// Values of one version that differ from the one kept.
fn contradictions(sightings: &[Sighting<'_>], fused: &Record, diagnostics: &mut Vec<Diagnostic>) {
    let primary = &sightings[0];
    for field in COMPARED {
        let Some(kept) = fused.fields.get(field) else { continue };
        let kept_text = comparable(&kept.value);
        for sighting in sightings.iter().filter(|s| same_version(primary, s)) {
            let Some(other) = sighting.record.fields.get(field) else { continue };
            let text = comparable(&other.value);
            if text != kept_text {
                let mut spans = other.spans.clone();
                spans.extend(kept.spans.iter().copied());
                let message =
                    format!("{} is {text} here and {kept_text} elsewhere; {kept_text} was kept", field.name());
                diagnostics.push(Diagnostic::new(Code::Contradiction, spans, message));
            }
        }
    }
}

fn comparable(value: &Value) -> String {
    match value {
        Value::Integer(n) => n.to_string(),
        Value::Pages(pages) => pages.0.first().map_or_else(String::new, |range| range.first.clone()),
        Value::Text(text) => fold_words(&text.plain),
        Value::Verbatim(text) => text.to_lowercase(),
        Value::Names(_) => String::new(),
    }
}
