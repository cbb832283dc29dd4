//! An existing .bib file brought up to date in place: new works are added in the file's own layout, missing fields of
//! known ones are filled, every other byte stays.
//!
//! The new state is given as BibTeX text, as the writer makes it: this room lays it out anew and needs to know neither
//! records nor writers. An entry of that text whose key stands in the file is the same work: keys are assigned with the
//! file as lock before.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::fields;
use super::patch::{self, Edit};
use super::read::{by_folded_key, expanded, inherited_names};
use super::scan::{Item, ItemKind, RawEntry, RawField, scan};
use super::style::{Style, Value};
use crate::model::Field;
use crate::text::fold::fold_words;

/// What an update may do to entries that stand in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateOptions {
    /// Whether missing fields are filled.
    pub fill: Fill,
    /// Fields, by their names in the file, whose values are replaced by new ones.
    pub refresh: Vec<String>,
}

/// Whether missing fields of known works are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Missing fields are filled (abstracts are not: they are long, and often cut), and an author list that ends with `and others` is completed where the names that
    /// stand there begin the new list.
    #[default]
    Missing,
    /// Known works stay as they are.
    Nothing,
}

/// The new text of a file, and what was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// The new text.
    pub text: String,
    /// The changes, sorted; see [`unified_diff`](super::unified_diff).
    pub edits: Vec<Edit>,
    /// Keys of the entries that were added, in the order of the input.
    pub added: Vec<String>,
    /// Entries that were changed, in the order of the file.
    pub changed: Vec<Change>,
    /// Keys of entries that were known and stayed as they are, in the order of the input.
    pub known: Vec<String>,
}

/// What was done to an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Its key.
    pub key: String,
    /// Names of fields that were added.
    pub filled: Vec<String>,
    /// Names of lists of names that ended with `and others` and were completed.
    pub completed: Vec<String>,
    /// Names of fields whose values were replaced.
    pub refreshed: Vec<String>,
    /// The type it has now, where a new field proves one (`@misc` with a `booktitle`).
    pub retyped: Option<String>,
}

/// Brings a file up to date with `written`, BibTeX text of the works that were read anew.
pub fn update(text: &str, written: &str, options: &UpdateOptions) -> Updated {
    let items = scan(text);
    let written_items = scan(written);
    // Inheritance is rare, and expanding all entries costs as much as scanning them.
    let inherits = |field: &RawField| {
        let name = &text[field.name.clone()];
        name.eq_ignore_ascii_case("crossref") || name.eq_ignore_ascii_case("xdata")
    };
    let any = super::style::entries(&items).any(|entry| entry.fields.iter().any(inherits));
    let expanded = if any { expanded(text, &items) } else { Vec::new() };
    let folded = by_folded_key(&expanded);
    let (entries, shared) = by_key(text, &items);
    let file = File { text, style: Style::learn(text, &items), entries, shared };
    let mut updated = Updated::default();
    let mut new: Vec<(&str, &RawEntry)> = Vec::new();
    let mut seen = HashSet::new();
    for entry in super::style::entries(&written_items) {
        let key = &written[entry.key.clone()];
        match file.entries.get(key) {
            // Of entries that share a key nobody can say which one is meant.
            Some(_) if file.shared.contains(key) => updated.known.push(key.to_owned()),
            Some((index, old)) if seen.insert(key) => {
                let mut change = Change { key: key.to_owned(), ..Change::default() };
                let parents = inherited_names(&expanded, *index, &folded);
                let mut merger =
                    Merger { file: &file, old, written, new: entry, inherited: &parents, change: &mut change };
                updated.edits.extend(merger.run(options));
                if change == (Change { key: key.to_owned(), ..Change::default() }) {
                    updated.known.push(key.to_owned());
                } else {
                    updated.changed.push(change);
                }
            }
            Some(_) => {}
            None => {
                updated.added.push(key.to_owned());
                new.push((key, entry));
            }
        }
    }
    updated.edits.extend(additions(&file, &items, written, &new));
    patch::sort(&mut updated.edits);
    updated.text = patch::apply(text, &updated.edits);
    updated.changed.sort_by_key(|change| file.entries.get(change.key.as_str()).map(|(index, _)| *index));
    updated
}

/// A file with what is known of it.
struct File<'a> {
    text: &'a str,
    style: Style,
    /// Entries by key, with their place among the entries; of a key that stands twice the first.
    entries: ByKey<'a>,
    /// Keys that stand twice.
    shared: HashSet<&'a str>,
}

type ByKey<'a> = HashMap<&'a str, (usize, &'a RawEntry)>;

fn by_key<'a>(text: &'a str, items: &'a [Item]) -> (ByKey<'a>, HashSet<&'a str>) {
    let mut entries = HashMap::new();
    let mut shared = HashSet::new();
    for (index, entry) in super::style::entries(items).enumerate() {
        let key = &text[entry.key.clone()];
        if !key.is_empty() {
            if entries.contains_key(key) {
                shared.insert(key);
            }
            entries.entry(key).or_insert((index, entry));
        }
    }
    (entries, shared)
}

/// One entry of the file and its new state.
struct Merger<'a> {
    file: &'a File<'a>,
    old: &'a RawEntry,
    written: &'a str,
    new: &'a RawEntry,
    /// Names of fields that the entry takes from its parents.
    inherited: &'a HashSet<String>,
    change: &'a mut Change,
}

impl<'a> Merger<'a> {
    fn run(&mut self, options: &UpdateOptions) -> Vec<Edit> {
        let text = self.file.text;
        let style = Style::of_entry(text, self.old, &self.file.style);
        let mut edits = Vec::new();
        let mut added: Vec<String> = Vec::new();
        let old_type = text[self.old.entry_type.clone()].to_lowercase();
        let new_type = self.written[self.new.entry_type.clone()].to_lowercase();
        let retype = old_type == "misc" && new_type != "misc";
        for field in &self.new.fields {
            let name = self.written[field.name.clone()].to_lowercase();
            let value = Value::of(self.written, field);
            if let Some(known) = self.find(&name) {
                edits.extend(self.known_field(&name, known, &value, &style, options));
                continue;
            }
            if options.fill == Fill::Nothing || !fields::is_filled(&name) || self.is_present(&name) {
                continue;
            }
            // A journal in an @inproceedings proves nothing, it contradicts.
            let container = fields::field(&name) == Some(Field::Container);
            if container && old_type != new_type && !retype {
                continue;
            }
            if container && retype {
                self.change.retyped = Some(new_type.clone());
            }
            added.push(style.field(&name, &value));
            self.change.filled.push(name);
        }
        if let Some(new_type) = &self.change.retyped {
            edits.push(Edit { range: self.old.entry_type.clone(), text: self.file.style.type_case.apply(new_type) });
        }
        if !added.is_empty() {
            edits.extend(insert_fields(text, self.old, &style, &added));
        }
        edits
    }

    /// The field of the file that has this very name.
    fn find(&self, name: &str) -> Option<&'a RawField> {
        self.old.fields.iter().find(|field| self.file.text[field.name.clone()].eq_ignore_ascii_case(name))
    }

    /// Whether the entry, or one it inherits from, has a field of the same meaning (`date` for `year`).
    fn is_present(&self, name: &str) -> bool {
        let meaning = fields::field(name);
        let same = |other: &str| {
            other == name
                || (meaning.is_some() && fields::field(other) == meaning)
                || (other == "date" && matches!(meaning, Some(Field::Month | Field::Day)))
        };
        self.old.fields.iter().any(|field| same(&self.file.text[field.name.clone()].to_lowercase()))
            || self.inherited.iter().any(|other| same(other))
    }

    /// What is done to a field that stands in the file.
    fn known_field(
        &mut self,
        name: &str,
        old: &RawField,
        new: &Value<'_>,
        style: &Style,
        options: &UpdateOptions,
    ) -> Option<Edit> {
        let text = self.file.text;
        if options.refresh.iter().any(|refreshed| refreshed.eq_ignore_ascii_case(name)) {
            let content = Value::of(text, old).content;
            if content == new.content || super::read::plain(content) == super::read::plain(new.content) {
                return None;
            }
            self.change.refreshed.push(name.to_owned());
            return Some(Edit { range: old.value.clone(), text: style.value(new) });
        }
        let is_list = matches!(fields::field(name), Some(Field::Authors | Field::Editors | Field::Translators));
        if options.fill == Fill::Missing && is_list {
            let edit = complete(text, old, new.content)?;
            self.change.completed.push(name.to_owned());
            return Some(edit);
        }
        None
    }
}

/// Replaces `others` at the end of a list by the names that follow in the new list, if the names that stand there begin it.
fn complete(text: &str, old: &RawField, new: &str) -> Option<Edit> {
    let content = match old.pieces.as_slice() {
        [super::scan::Piece::Braced(range) | super::scan::Piece::Quoted(range)] => range.clone(),
        _ => return None,
    };
    let list = &text[content.clone()];
    let end = list.trim_end().len();
    let others = list[..end].strip_suffix("others").filter(|rest| rest.ends_with(char::is_whitespace))?;
    let and = others.trim_end().len();
    let before = others[..and].strip_suffix("and").filter(|rest| rest.ends_with(char::is_whitespace))?;
    let names = super::read::name_parts(before);
    let all = super::read::name_parts(new);
    if names.is_empty() || all.len() <= names.len() || all.last() == Some(&"others") {
        return None;
    }
    if !names.iter().zip(&all).all(|(a, b)| same_person(a, b)) {
        return None;
    }
    // The space between names as the file has it, a line break and indent included.
    let joint = &before[before.trim_end().len()..];
    let tail = &others[and..];
    let direct = names.iter().all(|name| !name.contains(','));
    let rest: Vec<String> =
        all[names.len()..].iter().map(|name| if direct { turned(name) } else { (*name).to_owned() }).collect();
    let start = content.start + others.len();
    let range: Range<usize> = start..content.start + end;
    Some(Edit { range, text: rest.join(&format!("{joint}and{tail}")) })
}

/// Whether two names as they stand in .bib files may be one person's: the same family name, given names that may agree.
fn same_person(a: &str, b: &str) -> bool {
    let (Some(a), Some(b)) = (super::read::single_name(a), super::read::single_name(b)) else { return false };
    let initial = |given: &str| fold_words(given).chars().next();
    let (x, y) = (initial(a.given()), initial(b.given()));
    fold_words(a.family()).replace(' ', "") == fold_words(b.family()).replace(' ', "")
        && (x.is_none() || y.is_none() || x == y)
}

/// `Family, Given` as `Given Family`, where that is read back as the same name.
fn turned(name: &str) -> String {
    match name.split_once(',') {
        Some((family, given)) if !given.contains(',') && !family.trim().contains(char::is_whitespace) => {
            format!("{} {}", given.trim(), family.trim())
        }
        _ => name.to_owned(),
    }
}

/// Puts fields after the last one, in the entry's own layout.
pub(super) fn insert_fields(text: &str, entry: &RawEntry, style: &Style, added: &[String]) -> Vec<Edit> {
    let after = entry.fields.last().map_or(entry.key.end, |field| field.value.end);
    let lead = style.lead();
    let body: Vec<String> = added.iter().map(|field| format!("{lead}{field}")).collect();
    let mut edits = Vec::new();
    let mut at = after;
    let comma = entry.trailing_comma.then(|| comma_after(text, after, entry.close)).flatten();
    match comma {
        Some(comma) => at = comma + 1,
        None => edits.push(Edit { range: after..after, text: ",".to_owned() }),
    }
    // A comment at the end of the line belongs to the field before it.
    if style.indent.is_some() {
        let line = text[at..entry.close].find('\n').map_or(at, |end| at + end);
        let line = if text[at..line].ends_with('\r') { line - 1 } else { line };
        let rest = text[at..line].trim();
        if rest.is_empty() || rest.starts_with('%') {
            at = line;
        }
    }
    let tail = if entry.trailing_comma { "," } else { "" };
    edits.push(Edit { range: at..at, text: format!("{}{tail}", body.join(",")) });
    edits
}

/// The first comma after `from` that stands in no comment.
fn comma_after(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut comment = false;
    text[from..to]
        .bytes()
        .position(|byte| {
            match byte {
                b'%' => comment = true,
                b'\n' => comment = false,
                _ => {}
            }
            byte == b',' && !comment
        })
        .map(|at| from + at)
}

/// The new entries in the file's layout: in the order of keys where the file is so ordered, else after its last entry.
fn additions(file: &File<'_>, items: &[Item], written: &str, new: &[(&str, &RawEntry)]) -> Vec<Edit> {
    let style = &file.style;
    let gap = style.newline.repeat(style.gap);
    let lay = |(key, entry): &(&str, &RawEntry)| {
        let fields = entry.fields.iter().map(|field| (&written[field.name.clone()], Value::of(written, field)));
        style.entry(&written[entry.entry_type.clone()].to_lowercase(), key, fields)
    };
    let places: Vec<(String, &Item)> = items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Entry(entry) => Some((file.text[entry.key.clone()].to_lowercase(), item)),
            _ => None,
        })
        .collect();
    let mut edits: Vec<Edit> = Vec::new();
    let Some((_, last)) = places.last() else {
        return at_the_end(file, new.iter().map(lay).collect());
    };
    let mut sorted: Vec<&(&str, &RawEntry)> = new.iter().collect();
    if style.sorted {
        sorted.sort_by_key(|(key, _)| key.to_lowercase());
    }
    for entry in sorted {
        let key = entry.0.to_lowercase();
        let before = if style.sorted { places.partition_point(|(known, _)| *known <= key) } else { places.len() };
        let laid = lay(entry);
        let (at, text) = if before == 0 {
            (places[0].1.range.start, format!("{laid}{gap}"))
        } else {
            let item = if before == places.len() { last } else { places[before - 1].1 };
            (end_of_line(file.text, item.range.end), format!("{gap}{laid}"))
        };
        edits.push(Edit { range: at..at, text });
    }
    edits
}

/// The end of the line, where nothing but blanks or a comment follows on it.
fn end_of_line(text: &str, at: usize) -> usize {
    let line = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let line = if text[at..line].ends_with('\r') { line - 1 } else { line };
    let rest = text[at..line].trim();
    if rest.is_empty() || rest.starts_with('%') { line } else { at }
}

/// Entries at the end of a file that has none.
fn at_the_end(file: &File<'_>, laid: Vec<String>) -> Vec<Edit> {
    if laid.is_empty() {
        return Vec::new();
    }
    let newline = file.style.newline;
    let end = file.text.len();
    let lead = match file.text.trim_start_matches('\u{feff}') {
        "" => String::new(),
        text if text.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    let text = format!("{lead}{}{newline}", laid.join(&newline.repeat(file.style.gap)));
    vec![Edit { range: end..end, text }]
}
