//! Entries of a .bib file as records.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::scan::{Item, ItemKind, Piece, RawEntry, RawField, scan};
use super::{BibEntry, decode, fields};
use crate::diag::{Code, Diagnostic};
use crate::lexicon::MONTHS;
use crate::model::{EntryType, Field, Name, NameList, PageRange, Pages, Record, Value};
use crate::span::{SourceId, Sourced, Span};
use crate::text::fold::fold_words;

/// Longest value that macros may expand to.
const EXPANDED: usize = 1 << 16;

/// How many keys one declaration may name.
const DECLARED: usize = 16;

/// How many fields an entry has at most that has few.
const FEW: usize = 32;

/// How many entries a chain of `crossref` and `xdata` may pass through.
const CHAIN: usize = 4;

/// Reads the entries of a .bib file. A broken entry costs that entry alone and gives a diagnostic.
pub fn read(source: SourceId, text: &str) -> (Vec<BibEntry>, Vec<Diagnostic>) {
    let items = scan(text);
    let mut reader = Reader { source, text, macros: HashMap::new(), diagnostics: Vec::new() };
    let entries = reader.raw_entries(&items);
    let mut by_key: HashMap<&str, usize> = HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(first) = by_key.get(entry.key) {
            let spans = vec![entry.span, entries[*first].span];
            let message = format!("the key `{}` stands twice", entry.key);
            reader.diagnostics.push(Diagnostic::new(Code::DuplicateKey, spans, message));
        } else if !entry.key.is_empty() {
            by_key.insert(entry.key, index);
        }
    }
    let by_folded = by_folded_key(&entries);
    let works = (0..entries.len()).filter(|index| entries[*index].kind != "xdata").map(|index| {
        let entry = &entries[index];
        let values = with_inherited(&entries, index, &by_folded);
        BibEntry {
            key: entry.key.to_owned(),
            aliases: entry.list("ids"),
            span: entry.span,
            record: record(entry, &values),
        }
    });
    (works.collect(), reader.diagnostics)
}

/// The entries among the items, with macros expanded.
pub(super) fn expanded<'a>(text: &'a str, items: &[Item]) -> Vec<Expanded<'a>> {
    let mut reader = Reader { source: SourceId(0), text, macros: HashMap::new(), diagnostics: Vec::new() };
    reader.raw_entries(items)
}

/// Names of the fields that an entry takes from the entries it names in `crossref` and `xdata`.
pub(super) fn inherited_names(
    entries: &[Expanded<'_>],
    index: usize,
    by_key: &HashMap<String, usize>,
) -> HashSet<String> {
    let Some(entry) = entries.get(index) else { return HashSet::new() };
    let values = with_inherited(entries, index, by_key);
    values.into_iter().skip(entry.fields.len()).map(|field| field.name.clone().into_owned()).collect()
}

/// The names of a list, as they stand.
pub(super) fn name_parts(list: &str) -> Vec<&str> {
    top_level_parts(list).into_iter().map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// A name as it stands in a list, decoded.
pub(super) fn single_name(name: &str) -> Option<Name> {
    let (list, persons) = split_names(name);
    match persons.into_iter().next() {
        Some((_, person)) => decode::person(decode::decode(&[person]).first()?),
        None => list.names.into_iter().next(),
    }
}

/// A value as text, whatever LaTeX it is written in.
pub(super) fn plain(value: &str) -> String {
    decode::decode(&[decode::prepare(value)]).first().map(|chunks| decode::text(chunks).plain).unwrap_or_default()
}

/// Entries by key; keys in `crossref` are compared without regard to case, as BibTeX does. Of equal keys the first.
pub(super) fn by_folded_key(entries: &[Expanded<'_>]) -> HashMap<String, usize> {
    entries.iter().enumerate().rev().map(|(index, entry)| (entry.key.to_lowercase(), index)).collect()
}

/// Pairs of keys that a comment line of the file declares distinct works: `% bibglean: not-same key1 key2`.
/// With more than two keys, each is distinct from each.
pub fn declared_distinct(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for line in text.lines().filter_map(|line| line.trim_start().strip_prefix('%')) {
        let Some(keys) = line.trim_start_matches('%').trim_start().strip_prefix("bibglean:") else { continue };
        let mut words = keys.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        if words.next() != Some("not-same") {
            continue;
        }
        let keys: Vec<&str> = words.take(DECLARED).collect();
        for (i, a) in keys.iter().enumerate() {
            pairs.extend(keys[i + 1..].iter().map(|b| ((*a).to_owned(), (*b).to_owned())));
        }
    }
    pairs
}

/// An entry with macros expanded, LaTeX not decoded.
pub(super) struct Expanded<'a> {
    key: &'a str,
    kind: String,
    span: Span,
    fields: Vec<FieldText<'a>>,
}

/// A field with macros expanded.
#[derive(Clone)]
struct FieldText<'a> {
    name: Cow<'a, str>,
    text: Cow<'a, str>,
    span: Span,
}

impl Expanded<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.name == name).map(|field| field.text.as_ref())
    }

    /// The keys in a comma-separated field.
    fn list(&self, name: &str) -> Vec<String> {
        let keys = self.text(name).unwrap_or_default().split(',').map(str::trim);
        keys.filter(|key| !key.is_empty()).map(str::to_owned).collect()
    }
}

struct Reader<'a> {
    source: SourceId,
    text: &'a str,
    macros: HashMap<String, String>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn span(&self, range: &std::ops::Range<usize>) -> Span {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(self.source, place(range.start), place(range.end))
    }

    fn raw_entries(&mut self, items: &[Item]) -> Vec<Expanded<'a>> {
        let mut entries = Vec::new();
        for item in items {
            match &item.kind {
                ItemKind::Macro(field) => {
                    let name = self.text[field.name.clone()].to_lowercase();
                    let value = self.expand(field).into_owned();
                    self.macros.insert(name, value);
                }
                ItemKind::Entry(entry) => entries.push(self.entry(item, entry)),
                ItemKind::Broken(what, at) => {
                    let sign = self.text[*at..].chars().next().map_or(0, char::len_utf8);
                    let spans = vec![self.span(&(*at..*at + sign)), self.span(&item.range)];
                    self.diagnostics.push(Diagnostic::new(Code::BrokenEntry, spans, *what));
                }
                ItemKind::Text | ItemKind::Comment | ItemKind::Preamble => {}
            }
        }
        entries
    }

    fn entry(&self, item: &Item, entry: &RawEntry) -> Expanded<'a> {
        let mut fields: Vec<FieldText<'a>> = Vec::with_capacity(entry.fields.len());
        // Few fields are looked through faster than they are hashed.
        let mut known: HashSet<Cow<'a, str>> = HashSet::new();
        for field in &entry.fields {
            let name = lower(&self.text[field.name.clone()]);
            // Of a field that stands twice BibTeX takes the first.
            let stands = if entry.fields.len() > FEW {
                !known.insert(name.clone())
            } else {
                fields.iter().any(|field| field.name == name)
            };
            if !stands {
                fields.push(FieldText { name, text: self.expand(field), span: self.span(&field.value) });
            }
        }
        Expanded {
            key: &self.text[entry.key.clone()],
            kind: self.text[entry.entry_type.clone()].to_lowercase(),
            span: self.span(&item.range),
            fields,
        }
    }

    /// The value with its pieces joined and its macros expanded; an unknown macro stands for its name.
    fn expand(&self, field: &RawField) -> Cow<'a, str> {
        if let [Piece::Braced(range) | Piece::Quoted(range)] = field.pieces.as_slice() {
            return Cow::Borrowed(&self.text[range.clone()]);
        }
        let mut out = String::new();
        for piece in &field.pieces {
            match piece {
                Piece::Braced(range) | Piece::Quoted(range) => out.push_str(&self.text[range.clone()]),
                Piece::Bare(range) => {
                    let name = &self.text[range.clone()];
                    let value = self.macros.get(&name.to_lowercase()).map_or(name, String::as_str);
                    if out.len() + value.len() <= EXPANDED {
                        out.push_str(value);
                    }
                }
            }
        }
        Cow::Owned(out)
    }
}

fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_lowercase()) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.to_lowercase())
    }
}

/// The fields of an entry and those it takes from its parents.
fn with_inherited<'e, 'a>(
    entries: &'e [Expanded<'a>],
    index: usize,
    by_key: &HashMap<String, usize>,
) -> Vec<Cow<'e, FieldText<'a>>> {
    let child = fields::entry_type(&entries[index].kind);
    let mut values: Vec<Cow<'e, FieldText<'a>>> = entries[index].fields.iter().map(Cow::Borrowed).collect();
    if entries[index].text("crossref").is_none() && entries[index].text("xdata").is_none() {
        return values;
    }
    let mut known: HashSet<String> = values.iter().map(|field| field.name.clone().into_owned()).collect();
    let mut next: Vec<(usize, bool)> = parents(&entries[index], by_key);
    let mut seen = HashSet::from([index]);
    for _ in 0..CHAIN {
        let mut further = Vec::new();
        for (parent, is_data) in next {
            if !seen.insert(parent) {
                continue;
            }
            for field in &entries[parent].fields {
                let name = if is_data { Some(field.name.as_ref()) } else { fields::inherited(&field.name, child) };
                let Some(name) = name else { continue };
                if known.insert(name.to_owned()) {
                    values.push(Cow::Owned(FieldText { name: Cow::Owned(name.to_owned()), ..field.clone() }));
                }
            }
            further.extend(parents(&entries[parent], by_key));
        }
        next = further;
    }
    values
}

/// Entries named in `xdata` (all fields are taken) and `crossref` (those that fit).
fn parents(entry: &Expanded<'_>, by_key: &HashMap<String, usize>) -> Vec<(usize, bool)> {
    let find = |key: String| by_key.get(&key.to_lowercase()).copied();
    let data = entry.list("xdata").into_iter().take(16).filter_map(find).map(|index| (index, true));
    let cross = entry.list("crossref").into_iter().take(1).filter_map(find).map(|index| (index, false));
    data.chain(cross).collect()
}

/// A value to be decoded: a whole text, or one name of a list.
enum Wanted {
    Text(Field, Span),
    Subtitle,
    /// A name: the list, and the place in it.
    Name(usize, usize),
}

fn record(entry: &Expanded<'_>, values: &[Cow<'_, FieldText<'_>>]) -> Record {
    let mut record = Record::new(sourced(kind(entry, values), entry.span), vec![entry.span]);
    let mut wanted = Vec::new();
    let mut texts = Vec::new();
    let mut lists: Vec<(Field, NameList, Span)> = Vec::new();
    for value in values {
        if value.name == "subtitle" {
            wanted.push(Wanted::Subtitle);
            texts.push(decode::prepare(&value.text));
            continue;
        }
        let Some(field) = fields::field(&value.name) else { continue };
        match field {
            Field::Authors | Field::Editors | Field::Translators => {
                let (list, names) = split_names(&value.text);
                for (place, name) in names {
                    wanted.push(Wanted::Name(lists.len(), place));
                    texts.push(name);
                }
                lists.push((field, list, value.span));
            }
            Field::Year | Field::Month | Field::Day => dates(&mut record, value),
            Field::Pages => {
                let pages = pages(&decode::verbatim(&value.text));
                record.set_missing(field, sourced(Value::Pages(pages), value.span));
            }
            field if fields::is_verbatim(field) => {
                let text = identifier(field, &decode::verbatim(&value.text));
                if !text.is_empty() {
                    record.set_missing(field, sourced(Value::Verbatim(text), value.span));
                }
            }
            field => {
                wanted.push(Wanted::Text(field, value.span));
                texts.push(decode::prepare(&value.text));
            }
        }
    }
    let mut subtitle = None;
    for (wanted, chunks) in wanted.into_iter().zip(decode::decode(&texts)) {
        match wanted {
            Wanted::Text(field, span) => {
                let text = decode::text(&chunks);
                if !text.plain.is_empty() {
                    record.set_missing(field, sourced(Value::Text(text), span));
                }
            }
            Wanted::Subtitle => subtitle = Some(decode::text(&chunks)),
            Wanted::Name(list, place) => {
                if let Some(name) = decode::person(&chunks) {
                    lists[list].1.names[place] = name;
                }
            }
        }
    }
    for (field, mut list, span) in lists {
        list.names.retain(|name| !name.family().is_empty() || !name.given().is_empty());
        if !list.names.is_empty() {
            record.set_missing(field, sourced(Value::Names(list), span));
        }
    }
    volume_and_number(&mut record);
    if let (Some(subtitle), Some(title)) = (subtitle, record.fields.get_mut(&Field::Title))
        && let Value::Text(title) = &mut title.value
        && !subtitle.plain.is_empty()
    {
        title.plain.push_str(": ");
        title.plain.push_str(&subtitle.plain);
    }
    record
}

/// `volume = {588 7836}`, as some indexes export it, is a volume and a number.
fn volume_and_number(record: &mut Record) {
    let Some(volume) = record.fields.get(&Field::Volume).cloned() else { return };
    let Some((first, second)) = volume.value.text().and_then(|text| text.split_once(' ')) else { return };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if digits(first) && digits(second) && !record.fields.contains_key(&Field::Number) {
        let part = |text: &str| Sourced::new(Value::Text(text.into()), volume.spans.clone(), "bib/volume-number", 1.0);
        record.fields.insert(Field::Volume, part(first));
        record.fields.insert(Field::Number, part(second));
    }
}

fn sourced<T>(value: T, span: Span) -> Sourced<T> {
    Sourced::new(value, vec![span], "bib/field", 1.0)
}

fn kind(entry: &Expanded<'_>, values: &[Cow<'_, FieldText<'_>>]) -> EntryType {
    let kind = fields::entry_type(&entry.kind);
    let of_type =
        values.iter().find(|value| value.name == "type").map(|value| fold_words(&value.text)).unwrap_or_default();
    match kind {
        EntryType::PhdThesis if of_type.starts_with("ma") || of_type.contains("master") => EntryType::MastersThesis,
        kind => kind,
    }
}

/// Splits a list of names at ` and `. Persons still to be decoded stand in the list as empty bodies, in their place.
fn split_names(value: &str) -> (NameList, Vec<(usize, Cow<'_, str>)>) {
    let mut list = NameList::default();
    let mut persons = Vec::new();
    for part in top_level_parts(value) {
        let name = part.trim();
        if name.is_empty() {
            continue;
        }
        if name == "others" {
            list.others = true;
            continue;
        }
        let inner = name.strip_prefix('{').and_then(|n| n.strip_suffix('}')).filter(|inner| is_balanced(inner));
        if let Some(body) = inner.filter(|inner| inner.trim().contains(char::is_whitespace)) {
            let chunks = decode::decode(&[decode::prepare(body)]);
            let body = chunks.first().map(|chunks| decode::text(chunks).plain).unwrap_or_default();
            if !body.is_empty() {
                list.names.push(Name::Body(body));
            }
        } else {
            persons.push((list.names.len(), decode::prepare(name)));
            list.names.push(Name::Body(String::new()));
        }
    }
    (list, persons)
}

/// Cuts at the word `and` outside of braces.
fn top_level_parts(value: &str) -> Vec<&str> {
    let bytes = value.as_bytes();
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'a' | b'A' if depth == 0 && at > 0 => {
                let word = bytes.get(at..at + 3).is_some_and(|w| w.eq_ignore_ascii_case(b"and"));
                let apart =
                    bytes[at - 1].is_ascii_whitespace() && bytes.get(at + 3).is_some_and(u8::is_ascii_whitespace);
                if word && apart && at >= start {
                    parts.push(&value[start..at]);
                    start = at + 3;
                }
            }
            _ => {}
        }
    }
    parts.push(&value[start..]);
    parts
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0usize;
    for byte in text.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return false,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// `year`, `month`, `day` and `date` (`2024-05-07`, `2024-05/2024-06`).
fn dates(record: &mut Record, value: &FieldText<'_>) {
    let text = decode::verbatim(&value.text);
    let mut set = |field: Field, number: Option<i64>| {
        if let Some(number) = number {
            record.set_missing(field, sourced(Value::Integer(number), value.span));
        }
    };
    match value.name.as_ref() {
        "date" => {
            let first = text.split('/').next().unwrap_or_default();
            let mut parts = first.split('-').map(|part| part.parse::<i64>().ok());
            set(Field::Year, parts.next().flatten().filter(|year| (1..=9999).contains(year)));
            set(Field::Month, parts.next().flatten().filter(|month| (1..=12).contains(month)));
            set(Field::Day, parts.next().flatten().filter(|day| (1..=31).contains(day)));
        }
        "year" => set(Field::Year, four_digits(&text)),
        "day" => set(Field::Day, text.parse().ok().filter(|day| (1..=31).contains(day))),
        _ => set(Field::Month, month(&value.text)),
    }
}

/// The first run of four digits (`c1988`, `1988a`, `1988--1990`).
fn four_digits(text: &str) -> Option<i64> {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| run.len() == 4).find_map(|run| run.parse().ok())
}

fn month(text: &str) -> Option<i64> {
    let words = fold_words(text);
    words.split(' ').find_map(|word| match word.parse::<i64>() {
        Ok(number) => Some(number).filter(|number| (1..=12).contains(number)),
        Err(_) => MONTHS.get(word)?.parse().ok(),
    })
}

/// `1--5, 7, e12`.
fn pages(text: &str) -> Pages {
    let range = |part: &str| {
        let mut ends = part.split(['-', '–', '—']).filter(|end| !end.is_empty());
        let first = ends.next()?.to_owned();
        Some(PageRange { first, last: ends.next().map(str::to_owned) })
    };
    Pages(text.split([',', ';']).filter_map(range).collect())
}

/// A DOI without its resolver, an eprint number without `arXiv:`, an archive in lower case.
fn identifier(field: Field, text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    match field {
        Field::Doi => lower.find("10.").map_or(text, |at| &text[at..]).to_owned(),
        Field::Eprint if lower.starts_with("arxiv:") => text[6..].to_owned(),
        Field::EprintType => lower,
        _ => text.to_owned(),
    }
}
