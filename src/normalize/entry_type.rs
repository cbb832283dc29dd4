//! The type of the entry, by what is printed: the kind of work, the heading above, the container, the fields there are.

use super::part::{Draft, Entry};
use crate::label::{Context, Label};
use crate::lexicon::{ACRONYMS, GENRES, INWORDS, KINDS, SERVERS, VENUES};
use crate::model::{EntryType, Field};
use crate::span::{Confidence, Sourced, Span};
use crate::text::fold::fold_words;

/// A type with the rule that found it, the places of the evidence and how sure it is.
type Verdict = (EntryType, &'static str, Vec<Span>, Confidence);

/// Sets the type.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    book_alone(entry, draft);
    report_house(entry, draft);
    numbered_house(draft);
    let verdict = by_genre(draft)
        .or_else(|| by_code(entry))
        .or_else(|| by_heading(entry, draft))
        .or_else(|| by_container(entry, draft))
        .or_else(|| by_fields(entry, draft));
    if let Some((value, rule, spans, confidence)) = verdict {
        draft.record.entry_type = Sourced::new(value, spans, rule, confidence);
    }
    house(draft);
}

/// A container with publisher and no title, volume or "In" is the book itself.
fn book_alone(entry: &Entry, draft: &mut Draft) {
    let has = |field| draft.has(field);
    let alone = has(Field::Authors)
        && has(Field::Publisher)
        && ![Field::Title, Field::Volume, Field::Number, Field::Pages, Field::Editors].iter().any(|f| has(*f));
    if !alone || introduced(entry) {
        return;
    }
    let kind = draft.record.text(Field::Container).map(venue_kind);
    if matches!(kind, Some(None | Some(Venue::Book)))
        && let Some(mut value) = draft.record.fields.remove(&Field::Container)
    {
        value.rule = "type/book-alone";
        draft.record.fields.insert(Field::Title, value);
    }
}

/// A name with volume and pages behind it is a journal's: publishers have neither.
fn numbered_house(draft: &mut Draft) {
    let numbered = draft.has(Field::Volume) && draft.has(Field::Pages);
    let other = [Field::Container, Field::Editors, Field::Isbn, Field::Edition, Field::Address];
    if numbered
        && !other.iter().any(|field| draft.has(*field))
        && let Some(mut value) = draft.record.fields.remove(&Field::Publisher)
    {
        value.rule = "type/numbered-house";
        draft.record.fields.insert(Field::Container, value);
    }
}

/// Beside the number of a report and nothing that a journal or conference has, the body named is the one that issued it.
fn report_house(entry: &Entry, draft: &mut Draft) {
    let numbered = entry.labelled(Label::ReportNumber).next().is_some();
    let other = [Field::Volume, Field::Pages, Field::Editors, Field::Institution, Field::Publisher];
    let unknown = draft.record.text(Field::Container).is_some_and(|name| venue_kind(name).is_none());
    if numbered
        && unknown
        && !other.iter().any(|field| draft.has(*field))
        && let Some(mut value) = draft.record.fields.remove(&Field::Container)
    {
        value.rule = "type/report-house";
        draft.record.fields.insert(Field::Institution, value);
    }
}

/// The house that issued a thesis or report is its institution, that of a book its publisher.
fn house(draft: &mut Draft) {
    let (from, to) = match draft.record.entry_type.value {
        EntryType::PhdThesis | EntryType::MastersThesis | EntryType::TechReport => {
            (Field::Publisher, Field::Institution)
        }
        EntryType::Book | EntryType::InCollection | EntryType::Proceedings => (Field::Institution, Field::Publisher),
        _ => return,
    };
    if draft.has(to) {
        return;
    }
    if let Some(value) = draft.record.fields.remove(&from) {
        draft.record.fields.insert(to, value);
    }
}

/// Where the value of a field stands.
fn spans(draft: &Draft, field: Field) -> Vec<Span> {
    draft.record.fields.get(&field).map(|value| value.spans.clone()).unwrap_or_default()
}

/// The type with a name of the lists.
fn named(name: &str) -> Option<EntryType> {
    EntryType::ALL.iter().copied().find(|t| t.name() == name)
}

/// The kind of work that a text names, the most telling first (`Unpublished doctoral dissertation` is a thesis).
fn kind_of_work(text: &str) -> Option<EntryType> {
    let folded = fold_words(text);
    let words: Vec<&str> = folded.split(' ').collect();
    let mut best: Option<(u8, EntryType)> = None;
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let Some((n, found)) = GENRES.longest(rest.iter().copied()).and_then(|(n, v)| named(v).map(|t| (n, t))) else {
            at += 1;
            continue;
        };
        let rank = match found {
            EntryType::Patent => 9,
            EntryType::MastersThesis => 8,
            EntryType::PhdThesis => 7,
            EntryType::Dataset | EntryType::Software => 6,
            EntryType::TechReport => 5,
            EntryType::InProceedings => 4,
            EntryType::Unpublished | EntryType::Misc => 3,
            _ => 2,
        };
        if best.is_none_or(|(r, _)| rank > r) {
            best = Some((rank, found));
        }
        at += n;
    }
    best.map(|(_, found)| found)
}

/// By the printed kind of work.
fn by_genre(draft: &Draft) -> Option<Verdict> {
    let field = if draft.has(Field::Genre) { Field::Genre } else { Field::Note };
    let text = draft.record.text(field)?;
    if field == Field::Note && text.chars().count() > 60 {
        return None;
    }
    let found = kind_of_work(text)?;
    let container = draft.has(Field::Container);
    let holds = match found {
        EntryType::PhdThesis | EntryType::MastersThesis => !container,
        EntryType::Patent => true,
        EntryType::TechReport | EntryType::Unpublished | EntryType::Misc | EntryType::Online => {
            field == Field::Genre && !container && !(found == EntryType::Online && draft.has(Field::Publisher))
        }
        EntryType::Dataset | EntryType::Software | EntryType::Manual => field == Field::Genre && !container,
        EntryType::InProceedings => field == Field::Genre,
        EntryType::Article | EntryType::InCollection => field == Field::Genre && container,
        _ => false,
    };
    holds.then(|| (found, "type/genre", spans(draft, field), 0.9))
}

/// By a code in brackets behind the title (`[J]`).
fn by_code(entry: &Entry) -> Option<Verdict> {
    let segments = &entry.labelled.segments;
    let title = segments.iter().position(|s| s.label == Label::Title)?;
    segments.get(title..title + 2).unwrap_or_default().iter().find_map(|segment| {
        let found = super::title::coded(segment.text.as_str()).and_then(named)?;
        Some((found, "type/document-code", segment.text.all_spans(), 0.9))
    })
}

/// By the heading above.
fn by_heading(entry: &Entry, draft: &Draft) -> Option<Verdict> {
    let (found, kind) = entry.labelled.context.iter().find_map(|context| match context {
        Context::Kind(kind) => heading(&kind.value).map(|found| (found, kind)),
        _ => None,
    })?;
    let venue = draft.record.text(Field::Container);
    let conference = venue.is_some_and(|name| venue_kind(name) == Some(Venue::Conference));
    // The printed venue is the better witness where the two differ.
    let holds = match found {
        EntryType::Misc => venue.is_none() && !draft.has(Field::Publisher),
        EntryType::Article => !conference && (draft.has(Field::Volume) || !draft.has(Field::Editors)),
        EntryType::PhdThesis | EntryType::MastersThesis => venue.is_none(),
        EntryType::Book => venue.is_none() || !draft.has(Field::Title),
        EntryType::InProceedings => {
            venue.is_none_or(|name| venue_kind(name) != Some(Venue::Journal) || !draft.has(Field::Volume))
        }
        _ => true,
    };
    holds.then(|| (found, kind.rule, kind.spans.clone(), kind.confidence))
}

/// The type of the works below a heading; the heading may say more ("Refereed journal articles (2019–)").
pub(super) fn heading(printed: &str) -> Option<EntryType> {
    let folded = fold_words(printed);
    let words: Vec<&str> = folded.split(' ').filter(|w| !w.bytes().all(|b| b.is_ascii_digit())).collect();
    if let Some(found) = KINDS.get(&words.join(" ")) {
        return named(found);
    }
    (words.len() <= 8)
        .then(|| {
            (0..words.len())
                .filter_map(|at| KINDS.longest(words.get(at..)?.iter().copied()))
                .max_by_key(|(n, _)| *n)
                .and_then(|(_, value)| named(value))
        })
        .flatten()
}

/// What the name of a venue says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Venue {
    Conference,
    Journal,
    Book,
    Series,
    Repository,
}

/// The kind of venue that a name speaks for.
fn venue_kind(name: &str) -> Option<Venue> {
    let folded = fold_words(name);
    let words: Vec<&str> = folded.split(' ').collect();
    let (mut conference, mut journal, mut book, mut series) = (0, 0, 0, 0);
    let mut phrase = 0;
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let Some((n, found)) = VENUES.longest(rest.iter().copied()) else {
            at += 1;
            continue;
        };
        match found {
            "conference" => conference += n,
            "journal" => {
                journal += n;
                phrase = phrase.max(n);
            }
            "book" => book += n,
            "repository" if n == words.len() => return Some(Venue::Repository),
            "repository" => {}
            _ => series += n,
        }
        at += n;
    }
    // `Proceedings of the National Academy of Sciences` and the like stand in the list as a phrase; `Proceedings of the IEEE
    // Conference on …` only begins like one.
    let phrase = if conference > 0 { 0 } else { phrase };
    if acronym(name) {
        conference += 2;
    }
    if phrase >= 2 && phrase >= conference {
        return Some(Venue::Journal);
    }
    if conference > 0 {
        return Some(Venue::Conference);
    }
    if book > 0 && book >= journal {
        return Some(Venue::Book);
    }
    if journal > 0 {
        return Some(Venue::Journal);
    }
    (series > 0).then_some(Venue::Series).or_else(|| unspaced_kind(name))
}

/// Names in scripts without spaces are searched for their last words.
fn unspaced_kind(name: &str) -> Option<Venue> {
    let chars: Vec<char> = name.chars().filter(|c| c.is_alphanumeric()).collect();
    if !chars.iter().any(|c| crate::text::token::is_unspaced(*c)) {
        return None;
    }
    for start in 0..chars.len().min(40) {
        for length in (2..=5).rev() {
            let Some(part) = chars.get(start..start + length) else { continue };
            match VENUES.get(&fold_words(&part.iter().collect::<String>())) {
                Some("conference") => return Some(Venue::Conference),
                Some("journal") => return Some(Venue::Journal),
                Some("book") => return Some(Venue::Book),
                _ => {}
            }
        }
    }
    None
}

/// Whether the name is the acronym of a conference, alone, with a body before it or in brackets behind a long name.
fn acronym(name: &str) -> bool {
    let known = |part: &str| {
        let upper = part.chars().filter(|c| c.is_uppercase()).count();
        upper >= 2 && ACRONYMS.contains(&fold_words(part.trim_matches(|c: char| !c.is_alphanumeric())))
    };
    let bracket = name.rfind('(').and_then(|i| name.get(i + 1..)).map(|rest| rest.trim_end_matches([')', ' ']));
    let words: Vec<&str> = name.split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | '@')).collect();
    known(name)
        || bracket.is_some_and(|inside| inside.split([' ', ',', '\'']).any(known))
        || words.len() <= 4 && words.iter().any(|w| known(w))
}

/// By the container and what stands beside it.
fn by_container(entry: &Entry, draft: &Draft) -> Option<Verdict> {
    let name = draft.record.text(Field::Container)?;
    let has = |field| draft.has(field);
    let kind = venue_kind(name);
    let numbered = has(Field::Volume) || has(Field::Number);
    let bookish = has(Field::Editors) || has(Field::Isbn) || has(Field::Edition);
    let inside = introduced(entry);
    let titled = has(Field::Title);
    let (found, rule, sure) = match kind {
        Some(Venue::Conference) if has(Field::Volume) && !inside && !bookish && proceedings_alone(name) => {
            (EntryType::Article, "type/proceedings-volume", 0.7)
        }
        Some(Venue::Conference) => (EntryType::InProceedings, "type/venue-words", 0.9),
        Some(Venue::Journal) if !(bookish && !numbered || inside && has(Field::Publisher)) => {
            (EntryType::Article, "type/venue-words", 0.9)
        }
        Some(Venue::Repository) => (EntryType::Dataset, "type/venue-words", 0.7),
        _ if bookish && titled => (EntryType::InCollection, "type/book-fields", 0.8),
        _ if has(Field::Publisher) && titled && (inside || !numbered) => {
            (EntryType::InCollection, "type/publisher", 0.7)
        }
        Some(Venue::Book) if titled => (EntryType::InCollection, "type/venue-words", 0.7),
        _ if inside && has(Field::Address) && titled => (EntryType::InCollection, "type/place", 0.6),
        _ if numbered => (EntryType::Article, "type/volume", 0.8),
        _ if inside && titled => (EntryType::InProceedings, "type/in", 0.5),
        _ if short_acronym(name) && !has(Field::Pages) => (EntryType::InProceedings, "type/acronym", 0.5),
        _ => (EntryType::Article, "type/container", 0.6),
    };
    Some((found, rule, spans(draft, Field::Container), sure))
}

/// Whether "Proceedings" is all that a name has of a conference (`Proceedings of the California Academy of Sciences`).
fn proceedings_alone(name: &str) -> bool {
    let folded = fold_words(name);
    !acronym(name)
        && folded
            .split(' ')
            .all(|w| VENUES.get(w) != Some("conference") || matches!(w, "proceedings" | "proc" | "procs"))
}

/// A short name in capitals (`HotCloud`, `ICLR`).
fn short_acronym(name: &str) -> bool {
    let upper = name.chars().filter(|c| c.is_uppercase()).count();
    !name.contains(' ') && upper >= 3 && upper * 2 >= name.chars().count()
}

/// Whether "In" stands before the container.
fn introduced(entry: &Entry) -> bool {
    let mut before = "";
    for segment in &entry.labelled.segments {
        let text = segment.text.as_str();
        if matches!(segment.label, Label::Container | Label::Editor) {
            let first = text.split_whitespace().next().unwrap_or_default();
            let last =
                before.rsplit(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ')')).find(|w| !w.is_empty());
            let word = |w: &str| INWORDS.contains(&fold_words(w));
            if word(first) && (first.ends_with(':') || INWORDS.get(&fold_words(first)) == Some(""))
                || last.is_some_and(word)
            {
                return true;
            }
        }
        before = text;
    }
    false
}

/// By the fields of an entry without container.
fn by_fields(entry: &Entry, draft: &Draft) -> Option<Verdict> {
    let has = |field| draft.has(field);
    let title = draft.record.text(Field::Title).unwrap_or_default();
    let report = entry.labelled(Label::ReportNumber).next().is_some();
    let of = |found, rule, field, sure| Some((found, rule, spans(draft, field), sure));
    if report {
        return of(EntryType::TechReport, "type/report-number", Field::Number, 0.8);
    }
    if has(Field::EprintType) && (!has(Field::Publisher) || preprint_house(draft)) {
        return of(EntryType::Misc, "type/preprint", Field::EprintType, 0.9);
    }
    if preprint_house(draft) {
        return of(EntryType::Misc, "type/preprint", Field::Publisher, 0.7);
    }
    if has(Field::Eprint) && !has(Field::Publisher) {
        return of(EntryType::Misc, "type/preprint", Field::Eprint, 0.9);
    }
    let proceedings = title_is_proceedings(title);
    if proceedings && (has(Field::Editors) || !has(Field::Authors)) {
        return of(EntryType::Proceedings, "type/proceedings", Field::Title, 0.8);
    }
    if has(Field::Title) && introduced(entry) && (has(Field::Editors) || has(Field::Publisher) && has(Field::Pages)) {
        return of(EntryType::InCollection, "type/in", Field::Title, 0.6);
    }
    if has(Field::Institution) && !has(Field::Isbn) {
        return of(EntryType::TechReport, "type/institution", Field::Institution, 0.7);
    }
    for field in [Field::Isbn, Field::Publisher, Field::Edition, Field::Series] {
        if has(field) {
            return of(EntryType::Book, "type/publisher", field, 0.7);
        }
    }
    if has(Field::Address) && has(Field::Title) && !has(Field::Volume) {
        return of(EntryType::Book, "type/place", Field::Address, 0.5);
    }
    if has(Field::Url) || has(Field::UrlDate) {
        let field = if has(Field::Url) { Field::Url } else { Field::UrlDate };
        return of(EntryType::Online, "type/address", field, 0.6);
    }
    if has(Field::Editors) && !has(Field::Authors) && has(Field::Title) {
        return of(EntryType::Book, "type/editors", Field::Editors, 0.5);
    }
    if has(Field::Volume) && (has(Field::Pages) || has(Field::Number)) {
        return of(EntryType::Article, "type/volume", Field::Volume, 0.5);
    }
    None
}

/// Whether the publisher is a server of preprints.
fn preprint_house(draft: &Draft) -> bool {
    draft.record.text(Field::Publisher).is_some_and(|name| SERVERS.contains(&fold_words(name)))
}

/// Whether a title is that of proceedings.
fn title_is_proceedings(title: &str) -> bool {
    let folded = fold_words(title);
    matches!(folded.split(' ').next(), Some("proceedings" | "actes" | "atti" | "actas" | "anais" | "tagungsband"))
}
