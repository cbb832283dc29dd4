//! Classic BibTeX: ASCII, the types and fields of btxdoc, `year` and a month macro.

use super::case::Evidence;
use super::fields::{Context, Draft, Shape, month, year};
use super::latex::Dialect;
use super::layout::push_entry;
use super::{ArxivStyle, Charset, ForeignFields, WriteOptions, Written};
use crate::diag::{Code, Diagnostic};
use crate::lexicon;
use crate::model::{EntryType, Field, Library, Record};
use crate::text::fold::fold_words;

use Field::{Edition, Editors, Isbn, Issn, Number, Pages, Publisher, Series, Translators, Volume};

/// The months' macros, which every style defines.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const MISC: Shape = Shape {
    kind: "misc",
    container: None,
    body: None,
    place: None,
    genre: None,
    remark: Some("howpublished"),
    has: &[Editors],
};

static ARTICLE: Shape = Shape {
    kind: "article",
    container: Some("journal"),
    remark: None,
    has: &[Editors, Translators, Series, Volume, Number, Pages, Issn],
    ..MISC
};
static BOOK: Shape = Shape {
    kind: "book",
    place: Some("address"),
    remark: None,
    has: &[Editors, Translators, Series, Volume, Number, Pages, Edition, Publisher, Isbn],
    ..MISC
};
static IN_COLLECTION: Shape = Shape { kind: "incollection", container: Some("booktitle"), ..BOOK };
/// Pages of a book that go by the book's own name.
static IN_BOOK: Shape = Shape { kind: "inbook", ..BOOK };
static IN_PROCEEDINGS: Shape = Shape {
    kind: "inproceedings",
    body: Some("organization"),
    has: &[Editors, Series, Volume, Number, Pages, Publisher, Isbn],
    ..IN_COLLECTION
};
static PROCEEDINGS: Shape = Shape { kind: "proceedings", container: None, ..IN_PROCEEDINGS };
static PHD_THESIS: Shape = Shape {
    kind: "phdthesis",
    body: Some("school"),
    place: Some("address"),
    genre: Some("type"),
    remark: None,
    has: &[Pages],
    ..MISC
};
static MASTERS_THESIS: Shape = Shape { kind: "mastersthesis", ..PHD_THESIS };
static TECH_REPORT: Shape =
    Shape { kind: "techreport", body: Some("institution"), has: &[Number, Pages], ..PHD_THESIS };
static MANUAL: Shape = Shape {
    kind: "manual",
    body: Some("organization"),
    has: &[Editors, Series, Number, Pages, Edition, Publisher, Isbn],
    ..BOOK
};
static UNPUBLISHED: Shape = Shape { kind: "unpublished", remark: None, has: &[], ..MISC };
static OTHER: Shape = MISC;

/// The shape of a type, by its fields: where a required one is missing and no better type holds, `@misc`.
fn shape(record: &Record) -> &'static Shape {
    let has = |field: Field| record.fields.contains_key(&field);
    match record.entry_type.value {
        EntryType::Article if has(Field::Container) => &ARTICLE,
        EntryType::InProceedings if has(Field::Container) => &IN_PROCEEDINGS,
        EntryType::InCollection if has(Field::Container) => &IN_COLLECTION,
        EntryType::InCollection if has(Publisher) && has(Pages) => &IN_BOOK,
        EntryType::Book => &BOOK,
        // A paper that goes by the name of its proceedings.
        EntryType::Proceedings if has(Field::Authors) && has(Field::Container) => &IN_PROCEEDINGS,
        EntryType::Proceedings if !has(Field::Authors) => &PROCEEDINGS,
        EntryType::PhdThesis => &PHD_THESIS,
        EntryType::MastersThesis => &MASTERS_THESIS,
        EntryType::TechReport => &TECH_REPORT,
        EntryType::Manual => &MANUAL,
        EntryType::Unpublished if has(Field::Note) || has(Field::PubState) => &UNPUBLISHED,
        _ => &OTHER,
    }
}

/// Writes a library as classic BibTeX.
pub(super) fn write(library: &Library, options: &WriteOptions) -> Written {
    let dialect = if options.charset == Charset::Unicode { Dialect::Unicode } else { Dialect::Ascii };
    let foreign = options.foreign.or(ForeignFields::Keep);
    let context = Context { options, dialect, evidence: Evidence::gather(library), foreign };
    let mut text = String::new();
    let mut beyond: Vec<&Record> = Vec::new();
    for entry in &library.entries {
        let start = text.len();
        push_entry(&mut text, &compose(&context, &entry.record, &entry.key), options);
        if text.get(start..).is_some_and(|written| !written.is_ascii()) {
            beyond.push(&entry.record);
        }
    }
    let diagnostics = match (dialect, beyond.first()) {
        (Dialect::Ascii, Some(first)) => vec![Diagnostic::new(
            Code::NonAsciiScript,
            first.extent.clone(),
            match beyond.len() {
                1 => "one entry has characters without an ASCII form; they stay in UTF-8".to_owned(),
                n => format!("{n} entries have characters without an ASCII form; they stay in UTF-8"),
            },
        )],
        _ => Vec::new(),
    };
    Written { text, diagnostics }
}

fn compose(context: &Context, record: &Record, key: &str) -> super::layout::BibEntry {
    let shape = shape(record);
    let mut draft = Draft::new(context, record, shape);
    let arxiv = record.text(Field::EprintType).unwrap_or("arxiv").eq_ignore_ascii_case("arxiv");
    let preprint = context.options.arxiv == ArxivStyle::Journal
        && arxiv
        && std::ptr::eq(shape, &OTHER)
        && !record.fields.contains_key(&Field::Container);
    let eprint = draft.content(Field::Eprint).filter(|_| preprint);

    draft.copy(Field::Authors, "author");
    draft.title();
    if let Some(id) = &eprint {
        draft.set("journal", format!("arXiv preprint arXiv:{id}"));
    }
    if shape.kind == "misc" {
        genre(&mut draft);
    }
    draft.container();
    editors(&mut draft);
    draft.translators();
    volume_and_number(&mut draft);
    draft.own(Pages, "pages", |draft, value| draft.remark(format!("pp. {value}")));
    draft.own(Edition, "edition", |draft, value| draft.remark(format!("{value} edition")));
    if shape.kind != "misc" {
        genre(&mut draft);
    }
    draft.body();
    draft.publisher();
    draft.place("address");
    draft.remarks();
    date(&mut draft);
    draft.doi();
    if eprint.is_none() {
        archive(&mut draft, arxiv);
    }
    draft.standard_numbers();
    draft.url();
    if let Some(state) = draft.content(Field::PubState) {
        draft.note(state);
    }
    draft.pmid();
    draft.notes();
    draft.finish(if eprint.is_some() { "article" } else { shape.kind }, key)
}

/// The kind of a thesis or report that its type does not say already; of other works, in words.
fn genre(draft: &mut Draft) {
    let Some(value) = draft.content(Field::Genre) else { return };
    match draft.shape.genre {
        Some(name) => {
            let usual = lexicon::THESIS_TYPES.get(&fold_words(draft.record.text(Field::Genre).unwrap_or_default()));
            let said = matches!(
                (draft.record.entry_type.value, usual),
                (EntryType::PhdThesis, Some("phdthesis"))
                    | (EntryType::MastersThesis, Some("mathesis"))
                    | (EntryType::TechReport, Some("techreport"))
            );
            if !said {
                draft.set(name, value);
            }
        }
        None => draft.remark(value),
    }
}

/// `@book` takes authors or editors, not both (btxdoc §3.1): then the editors are told in the note.
fn editors(draft: &mut Draft) {
    let both = draft.shape.kind == "book" && draft.record.names(Field::Authors).is_some_and(|l| !l.names.is_empty());
    if both {
        draft.people(Editors, "Edited by");
    } else {
        draft.editors();
    }
}

/// Series, volume and number. Of books and papers BibTeX takes volume or number, and a number with a series only: a number that
/// does not fit, or whose volume does not, is said in the note. (It also asks for the volume of a numbered article; that one is the source's to give.)
fn volume_and_number(draft: &mut Draft) {
    draft.own(Series, "series", Draft::remark);
    let volume = draft.volume();
    let series = draft.content(Series).is_some();
    let bookish = draft.shape.has.contains(&Number) && draft.shape.has.contains(&Publisher);
    let told = !volume && draft.content(Volume).is_some();
    let lost = told || bookish && (volume || !series);
    if lost && draft.folds() {
        if let Some(number) = draft.content(Number) {
            draft.note(format!("no. {number}"));
        }
        return;
    }
    let patent = draft.record.entry_type.value == EntryType::Patent;
    if let Some(number) = draft.content(Number).filter(|_| patent && !draft.folds()) {
        // No style prints the number of a @misc.
        draft.remark(format!("Patent {number}"));
    }
    draft.own(Number, "number", |draft, value| {
        let plain = !patent && value.starts_with(|c: char| c.is_ascii_digit());
        draft.remark(match (patent, plain) {
            (true, _) => format!("Patent {value}"),
            (_, true) => format!("no. {value}"),
            (_, false) => value,
        });
    });
}

/// Year and month. BibTeX wants no month without a year; what cannot stand there is said in the note.
fn date(draft: &mut Draft) {
    let macro_name = month(draft.record).and_then(|m| MONTHS.get(m - 1).copied());
    match (year(draft.record), macro_name) {
        (Some(_), macro_name) => {
            draft.copy(Field::Year, "year");
            if let (Some(name), true) = (macro_name, draft.content(Field::Month).is_some()) {
                draft.set_macro("month", name);
            }
        }
        (None, _) => {
            if let Some(year) = draft.content(Field::Year) {
                draft.note(year);
            }
        }
    }
}

/// Number in a preprint archive; arXiv's name is written as its users write it.
fn archive(draft: &mut Draft, arxiv: bool) {
    if draft.content(Field::Eprint).is_none() {
        return;
    }
    draft.verbatim(Field::Eprint, "eprint");
    if arxiv {
        draft.set("archiveprefix", "arXiv".to_owned());
    } else {
        draft.copy(Field::EprintType, "archiveprefix");
    }
    draft.copy(Field::EprintClass, "primaryclass");
}
