//! biblatex: UTF-8, the types and fields of its manual, `date`.

use super::case::Evidence;
use super::fields::{Context, Draft, Shape, month, year};
use super::latex::Dialect;
use super::layout::{BibEntry, push_entry};
use super::{Charset, ForeignFields, WriteOptions, Written};
use crate::lexicon;
use crate::model::{EntryType, Field, Library, Record};
use crate::text::fold::fold_words;

use Field::{Edition, Editors, Isbn, Issn, Number, Pages, Publisher, Series, Translators, Volume};

static MISC: Shape = BASE;
static SOFTWARE: Shape = Shape { kind: "software", ..BASE };
static ONLINE: Shape = Shape { kind: "online", place: None, genre: None, remark: None, ..BASE };
static ARTICLE: Shape = Shape {
    kind: "article",
    container: Some("journaltitle"),
    body: None,
    place: None,
    genre: None,
    remark: None,
    has: &[Editors, Translators, Series, Volume, Number, Pages, Issn],
};
static BOOK: Shape = BOOK_BASE;
static COLLECTION: Shape = Shape { kind: "collection", ..BOOK_BASE };
static IN_COLLECTION: Shape = Shape { kind: "incollection", container: Some("booktitle"), ..BOOK_BASE };
static IN_PROCEEDINGS: Shape = Shape {
    kind: "inproceedings",
    container: Some("booktitle"),
    body: Some("organization"),
    has: &[Editors, Series, Volume, Number, Pages, Publisher, Isbn],
    ..BOOK_BASE
};
static PROCEEDINGS: Shape = Shape {
    kind: "proceedings",
    container: Some("eventtitle"),
    body: Some("organization"),
    has: &[Editors, Series, Volume, Number, Pages, Publisher, Isbn],
    ..BOOK_BASE
};
static THESIS: Shape = Shape { kind: "thesis", body: Some("institution"), remark: None, has: &[Pages], ..BASE };
static REPORT: Shape = Shape { kind: "report", body: Some("institution"), remark: None, has: &[Number, Pages], ..BASE };
static MANUAL: Shape =
    Shape { kind: "manual", remark: None, has: &[Editors, Series, Number, Pages, Edition, Publisher, Isbn], ..BASE };
static PATENT: Shape = Shape { kind: "patent", body: None, remark: None, has: &[Number], ..BASE };
static DATASET: Shape =
    Shape { kind: "dataset", remark: None, has: &[Editors, Series, Number, Edition, Publisher], ..BASE };
static UNPUBLISHED: Shape = Shape { kind: "unpublished", body: None, has: &[], ..BASE };

/// What the shapes above differ from.
const BASE: Shape = Shape {
    kind: "misc",
    container: None,
    body: Some("organization"),
    place: Some("location"),
    genre: Some("type"),
    remark: Some("howpublished"),
    has: &[Editors],
};
const BOOK_BASE: Shape = Shape {
    kind: "book",
    body: None,
    genre: None,
    remark: None,
    has: &[Editors, Translators, Series, Volume, Number, Pages, Edition, Publisher, Isbn],
    ..BASE
};

/// The shape of a type, by its fields.
fn shape(record: &Record) -> &'static Shape {
    let has = |field: Field| record.fields.contains_key(&field);
    let online = has(Field::Url) || has(Field::Doi) || has(Field::Eprint);
    match record.entry_type.value {
        EntryType::Article if has(Field::Container) => &ARTICLE,
        EntryType::InProceedings if has(Field::Container) => &IN_PROCEEDINGS,
        EntryType::InCollection if has(Field::Container) => &IN_COLLECTION,
        // `@inbook` asks for the name of the book.
        EntryType::InCollection if has(Publisher) && has(Pages) => &BOOK,
        EntryType::Book if !has(Field::Authors) && has(Editors) => &COLLECTION,
        EntryType::Book => &BOOK,
        EntryType::Proceedings if has(Field::Authors) && has(Field::Container) => &IN_PROCEEDINGS,
        EntryType::Proceedings if !has(Field::Authors) => &PROCEEDINGS,
        EntryType::PhdThesis | EntryType::MastersThesis => &THESIS,
        EntryType::TechReport => &REPORT,
        EntryType::Manual => &MANUAL,
        EntryType::Patent if has(Number) => &PATENT,
        EntryType::Dataset => &DATASET,
        EntryType::Software => &SOFTWARE,
        EntryType::Unpublished => &UNPUBLISHED,
        EntryType::Online if online => &ONLINE,
        EntryType::Misc if has(Field::Eprint) && !has(Field::Container) => &ONLINE,
        _ => &MISC,
    }
}

/// Writes a library for biblatex.
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let dialect = if options.charset == Charset::Ascii { Dialect::Ascii } else { Dialect::Unicode };
    let foreign = options.foreign.or(ForeignFields::Fold);
    let context = Context { options, dialect, evidence: Evidence::gather(library), foreign };
    let mut text = String::new();
    for entry in &library.entries {
        push_entry(&mut text, &compose(&context, &entry.record, &entry.key), options);
    }
    Written { text, diagnostics: Vec::new() }
}

fn compose(context: &Context, record: &Record, key: &str) -> BibEntry {
    let shape = shape(record);
    let mut draft = Draft::new(context, record, shape);
    draft.copy(Field::Authors, "author");
    draft.title();
    draft.container();
    draft.editors();
    draft.translators();
    draft.own(Series, "series", Draft::remark);
    let _ = draft.volume();
    draft.own(Number, "number", |draft, value| draft.remark(value));
    draft.own(Pages, "pages", |draft, value| draft.remark(format!("pp. {value}")));
    draft.own(Edition, "edition", |draft, value| draft.remark(format!("{value} edition")));
    genre(&mut draft);
    draft.body();
    draft.publisher();
    draft.place("location");
    draft.remarks();
    date(&mut draft);
    draft.doi();
    archive(&mut draft);
    draft.standard_numbers();
    draft.url();
    state(&mut draft);
    draft.pmid();
    draft.notes();
    draft.finish(shape.kind, key)
}

/// The kind: biblatex's key where it has one, so that it is translated, else as printed. Theses and reports must have one.
fn genre(draft: &mut Draft) {
    let Some(name) = draft.shape.genre else {
        if let Some(value) = draft.content(Field::Genre) {
            draft.remark(value);
        }
        return;
    };
    let usual = match draft.record.entry_type.value {
        EntryType::PhdThesis => "phdthesis",
        EntryType::MastersThesis => "mathesis",
        EntryType::TechReport => "techreport",
        _ => "",
    };
    let value = match draft.content(Field::Genre) {
        Some(printed) => {
            let plain = fold_words(draft.record.text(Field::Genre).unwrap_or_default());
            lexicon::THESIS_TYPES.get(&plain).map_or(printed, str::to_owned)
        }
        None => usual.to_owned(),
    };
    draft.set(name, value);
}

/// `2024`, `2024-08` or `2024-08-31`.
fn date(draft: &mut Draft) {
    if draft.content(Field::Year).is_none() {
        return;
    }
    let Some(year) = year(draft.record) else {
        if let Some(year) = draft.content(Field::Year) {
            draft.note(year);
        }
        return;
    };
    let mut date = year.to_string();
    if let Some(month) = month(draft.record).filter(|_| draft.content(Field::Month).is_some()) {
        date.push_str(&format!("-{month:02}"));
        let days = days_in(year, month);
        if let Some(day) = draft.record.integer(Field::Day).filter(|d| (1..=days).contains(d)) {
            date.push_str(&format!("-{day:02}"));
        }
    }
    draft.set("date", date);
}

fn days_in(year: i64, month: usize) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Number in a preprint archive; PubMed's if there is no other.
fn archive(draft: &mut Draft) {
    if draft.content(Field::Eprint).is_none() {
        return;
    }
    draft.verbatim(Field::Eprint, "eprint");
    match draft.content(Field::EprintType) {
        Some(archive) => draft.set("eprinttype", archive),
        None => draft.set("eprinttype", "arxiv".to_owned()),
    }
    draft.copy(Field::EprintClass, "eprintclass");
}

/// The state of publication by biblatex's key, else in the note.
fn state(draft: &mut Draft) {
    let Some(printed) = draft.content(Field::PubState) else { return };
    match lexicon::PUBSTATE_KEYS.get(&fold_words(draft.record.text(Field::PubState).unwrap_or_default())) {
        Some(key) => draft.set("pubstate", key.to_owned()),
        None => draft.note(printed),
    }
}
