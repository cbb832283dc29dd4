//! COinS: a work as an OpenURL ContextObject (NISO Z39.88-2004) in the title of an empty span.

use super::Item;
use super::draft::Draft;
use super::draft::Target::{
    self, ArticleNumber, Container, Doi, FirstPage, Genre, LastPage, Name, Publisher, Serial, Text, Url, Verbatim, Year,
};
use super::values::Order;
use crate::model::{EntryType, Field};
use crate::text::Traced;

/// The rule that the values carry.
const RULE: &str = "import/coins";

/// Kinds by genre; a format's own name is the genre where none is given.
const GENRES: &[(&str, EntryType)] = &[
    ("article", EntryType::Article),
    ("journal", EntryType::Article),
    ("preprint", EntryType::Misc),
    ("proceeding", EntryType::InProceedings),
    ("conference", EntryType::InProceedings),
    ("bookitem", EntryType::InCollection),
    ("book", EntryType::Book),
    ("report", EntryType::TechReport),
    ("dissertation", EntryType::PhdThesis),
    ("patent", EntryType::Patent),
];

/// Fields by key.
const FIELDS: &[(&str, Target)] = &[
    ("rft.au", Name(Field::Authors)),
    ("rft.creator", Name(Field::Authors)),
    ("rft.aucorp", Target::Body(Field::Authors)),
    ("rft.atitle", Text(Field::Title)),
    ("rft.jtitle", Container(1)),
    ("rft.stitle", Container(5)),
    ("rft.series", Text(Field::Series)),
    ("rft.volume", Text(Field::Volume)),
    ("rft.issue", Text(Field::Number)),
    ("rft.number", Text(Field::Number)),
    ("rft.pages", FirstPage),
    ("rft.spage", FirstPage),
    ("rft.epage", LastPage),
    ("rft.artnum", ArticleNumber),
    ("rft.edition", Text(Field::Edition)),
    ("rft.pub", Publisher),
    ("rft.publisher", Publisher),
    ("rft.inst", Publisher),
    ("rft.place", Text(Field::Address)),
    ("rft.date", Year),
    ("rft.issn", Serial),
    ("rft.eissn", Serial),
    ("rft.isbn", Serial),
    ("rft.degree", Genre),
    ("rft.identifier", Url),
];

/// Reads a ContextObject.
pub(super) fn read(content: &Traced) -> Option<Item> {
    let pairs: Vec<(String, Traced)> = pairs(content);
    let get = |key: &str| pairs.iter().find(|(k, v)| k == key && !v.is_empty()).map(|(_, v)| v);
    let mut draft = Draft::new(RULE, content.all_spans());
    let format = get("rft_val_fmt").map(|v| v.as_str().rsplit(':').next().unwrap_or_default().to_owned());
    let genre = get("rft.genre").map(|v| v.as_str().to_owned()).filter(|g| g != "unknown" && g != "document");
    let name = genre.clone().or(format).unwrap_or_default();
    let kind = GENRES.iter().find(|(n, _)| *n == name).map(|(_, kind)| *kind);
    if let Some(kind) = kind {
        draft.kind(kind, content.all_spans());
    }
    // `title` and `btitle` are the work itself or what contains it, by what else is given.
    let has_part = get("rft.atitle").is_some();
    for key in ["rft.btitle", "rft.title"] {
        if let Some(value) = get(key) {
            draft.add(if has_part { Container(2) } else { Text(Field::Title) }, value);
        }
    }
    // The first author may be given in parts besides the list of all.
    if get("rft.au").is_none()
        && get("rft.creator").is_none()
        && let Some(family) = get("rft.aulast")
    {
        let mut first = family.clone();
        let given = get("rft.aufirst").or_else(|| get("rft.auinit"));
        first.push_joint(", ");
        if let Some(given) = given {
            first.append(given);
        }
        draft.add(Name(Field::Authors), &first);
    }
    for (key, value) in &pairs {
        if let Some((_, target)) = FIELDS.iter().find(|(k, _)| k == key) {
            draft.add(*target, value);
        }
        if key == "rft_id" {
            identifier(&mut draft, value);
        }
    }
    let names = pairs.iter().filter(|(k, _)| k == "rft.au" || k == "rft.creator");
    let order = Order::of(names.map(|(_, v)| v.as_str()));
    draft.finish(order).map(|record| Item { key: None, record })
}

/// `info:doi/10.…`, `info:pmid/…`, an address.
fn identifier(draft: &mut Draft, value: &Traced) {
    let text = value.as_str();
    let after = |prefix: &str| text.strip_prefix(prefix).map(|rest| value.slice(text.len() - rest.len()..text.len()));
    if let Some(doi) = after("info:doi/") {
        draft.add(Doi, &doi);
    } else if let Some(pmid) = after("info:pmid/") {
        draft.add(Verbatim(Field::Pmid), &pmid);
    } else {
        draft.add(Url, value);
    }
}

/// The pairs of a query string, percent signs undone.
fn pairs(content: &Traced) -> Vec<(String, Traced)> {
    let text = content.as_str();
    let mut pairs = Vec::new();
    let mut start = 0;
    for part in text.split('&') {
        if let Some((key, value)) = part.split_once('=') {
            let key = key.trim().trim_start_matches("amp;");
            let from = start + part.len() - value.len();
            let spans = content.spans(from..from + value.len());
            let decoded = decode(value);
            let mut traced = Traced::default();
            match spans.as_slice() {
                // A value without codes stands as it is.
                [span] if span.len() as usize == decoded.len() => traced.push(&decoded, *span),
                [span, ..] => traced.push(&decoded, *span),
                [] => traced.push_joint(&decoded),
            }
            pairs.push((key.to_owned(), traced.trimmed()));
        }
        start += part.len() + 1;
    }
    pairs
}

/// Undoes `%C3%A9` and `+`; what is no code stays.
fn decode(value: &str) -> String {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        let digit = |i: usize| tail.get(i).and_then(|b| char::from(*b).to_digit(16)).and_then(|d| u8::try_from(d).ok());
        match (byte, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                out.push(high << 4 | low);
                rest = &tail[2..];
            }
            (b'+', ..) => out.push(b' '),
            _ => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
