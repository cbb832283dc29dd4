//! Labelled references of each set to samples: the set's labels to ours, segments found in the text.

use bibglean::label::Label;
use bibglean::lexicon;
use bibglean::text::fold::fold_words;

use crate::align;
use crate::corpus::{Gold, Reference};
use crate::sample::{Piece, Sample};

/// What becomes of a set's label.
enum Becomes {
    Labelled(Label),
    Between,
    /// Says nothing certain: the whole reference is left out.
    Unusable,
}

/// The sample of a reference; `None` if its labels cannot be used.
pub fn sample(reference: &Reference) -> Option<Sample> {
    if !reference.raw.is_array() {
        return align::sample(reference.plain(), &reference.gold);
    }
    let segments: Vec<(String, String)> = serde_json::from_value(reference.raw.clone()).ok()?;
    let text = reference.text.as_str();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    for (name, segment) in &segments {
        let segment = segment.trim();
        if segment.is_empty() {
            continue;
        }
        // The gaps are found from the segments around them.
        if name == "_" && !has_words(segment) {
            continue;
        }
        let Some(found) = text[at..].find(segment) else {
            if name == "_" {
                continue;
            }
            return None;
        };
        if found > 0 {
            pieces.push(Piece::new(None, &text[at..at + found]));
        }
        at += found + segment.len();
        match becomes(&reference.source, name, segment, &reference.gold) {
            Becomes::Labelled(label) => refine(&reference.source, label, segment, &reference.gold, &mut pieces),
            Becomes::Between => pieces.push(between(segment)),
            Becomes::Unusable => return None,
        }
    }
    if at < text.len() {
        pieces.push(Piece::new(None, &text[at..]));
    }
    let sample = Sample::reference(pieces);
    (sample.stray_words() <= 3).then_some(sample)
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// A stretch that the set leaves without a label; dates of access are in there.
fn between(text: &str) -> Piece {
    let digits = text.chars().any(|c| c.is_ascii_digit());
    let access = fold_words(text).split(' ').any(|w| lexicon::CUES.get(w) == Some("access"));
    Piece::new((digits && access).then_some(Label::AccessDate), text)
}

/// Whether a segment says what the gold value says.
fn says(segment: &str, value: &str) -> bool {
    let (a, b) = (fold_words(segment), fold_words(value));
    !b.is_empty() && (a == b || a.len() > 8 && b.contains(&a) || b.len() > 8 && a.contains(&b))
}

fn becomes(source: &str, name: &str, segment: &str, gold: &Gold) -> Becomes {
    use Becomes::{Between, Labelled, Unusable};
    let body = says(segment, &gold.institution) || says(segment, &gold.school) || says(segment, &gold.organization);
    let note = || {
        let words = fold_words(segment);
        let cue = |class: &str| {
            let mut found = false;
            lexicon::CUES.prefixes(&words, |_, value| found |= value == class);
            found
        };
        let digits = words.chars().any(|c| c.is_ascii_digit());
        if !gold.pubstate.is_empty() && says(segment, &gold.pubstate) || cue("state") && words.len() < 30 {
            Label::PubState
        } else if cue("access") {
            if digits { Label::AccessDate } else { Label::Other }
        } else if cue("genre") && words.len() < 60 {
            if digits && !words.contains("thesis") { Label::ReportNumber } else { Label::Genre }
        } else {
            Label::Note
        }
    };
    let matched = || {
        if says(segment, &gold.title) {
            Some(Label::Title)
        } else if says(segment, &gold.container) {
            Some(Label::Container)
        } else if says(segment, &gold.series) {
            Some(Label::Series)
        } else {
            None
        }
    };
    Labelled(match name {
        "_" => return Between,
        "author" | "collab" | "org.collaboration" | "abbreviation" | "composer" => Label::Author,
        "editor" | "editor+translator" => {
            if lexicon::CUES.get(&fold_words(segment)) == Some("translator") {
                Label::Translator
            } else {
                Label::Editor
            }
        }
        "translator" => Label::Translator,
        "title" | "title.a" | "article-title" | "data-title" => Label::Title,
        "title.m" | "italic" | "source" | "container-title" if source != "anystyle" => {
            matched().unwrap_or(match name {
                "title.m" if gold.container.is_empty() => Label::Title,
                _ => Label::Container,
            })
        }
        "title.j" | "journal" => Label::Container,
        "title.s" | "collection-title" | "series" => Label::Series,
        "" => match matched() {
            Some(label) => label,
            None => return Unusable,
        },
        "date" | "issued" | "year" | "scope.date" => Label::Date,
        "scope.page" | "page" | "pages" | "fpage" | "lpage" | "page-first" => {
            if gold.pages.is_empty() {
                Label::Note
            } else {
                Label::Pages
            }
        }
        "pagination" => Label::Pages,
        "elocation-id" => {
            if segment.starts_with("10.") {
                Label::Doi
            } else {
                Label::Pages
            }
        }
        "scope.volume" | "volume" | "tomo" => Label::Volume,
        "scope.issue" | "issue" => Label::Number,
        "number" => {
            if !gold.reportnumber.is_empty() {
                Label::ReportNumber
            } else {
                Label::Number
            }
        }
        "place" | "location" | "publisher-place" | "publicationplace" => Label::Address,
        "publisher" => {
            if body {
                Label::Institution
            } else {
                Label::Publisher
            }
        }
        "org" => {
            if body {
                Label::Institution
            } else if says(segment, &gold.publisher) {
                Label::Publisher
            } else if gold.authors.iter().any(|p| says(segment, &p.literal)) {
                Label::Author
            } else {
                return Unusable;
            }
        }
        "id.arxiv" | "id.arxive" => Label::Eprint,
        "id.doi" | "doi" | "DOI" | "pub-id.doi" => Label::Doi,
        "id.pmid" | "id.pmc" | "pub-id.pmid" | "pub-id.pmcid" => Label::Pmid,
        "id.issn" => Label::Issn,
        "id.isbn" | "isbn" | "ISBN" => Label::Isbn,
        "id.report" => Label::ReportNumber,
        "id.other" => {
            if segment.contains("arXiv") {
                Label::Eprint
            } else {
                Label::ReportNumber
            }
        }
        "id.pii" | "medium" | "conjunction" | "o" | "ref" | "director" | "producer" => return Between,
        "url" | "URL" => Label::Url,
        "note" | "note.report" => match note() {
            Label::Other => return Between,
            label => label,
        },
        "genre" => Label::Genre,
        "edition" => Label::Edition,
        "citation-number" => Label::CitationNumber,
        "publicationspecifications" => {
            let words = fold_words(segment);
            if words.contains("ed") && words.len() < 20 { Label::Edition } else { Label::Note }
        }
        _ => return Unusable,
    })
}

/// Adds a segment, cut where one of the set's labels holds two of ours.
fn refine(source: &str, label: Label, segment: &str, gold: &Gold, pieces: &mut Vec<Piece>) {
    let mut rest = segment;
    if matches!(label, Label::Editor | Label::Container) {
        for word in ["In: ", "in: ", "In ", "in ", "IN ", "In. ", "Em: ", "Dans ", "dans "] {
            if let Some(tail) = rest.strip_prefix(word) {
                pieces.push(Piece::new(None, word));
                rest = tail;
                break;
            }
        }
    }
    match label {
        Label::Volume if rest.chars().filter(|c| c.is_ascii_digit()).count() > 1 => split_volume(rest, gold, pieces),
        Label::Genre => split_genre(rest, pieces),
        _ => pieces.push(Piece::new(Some(label), rest)),
    }
    let _ = source;
}

/// `18(9):1434–40`, `vol. 5, no. 3`: volume, number, pages.
fn split_volume(text: &str, gold: &Gold, pieces: &mut Vec<Piece>) {
    let mut label = Label::Volume;
    let mut start = 0;
    let mut seen_digit = false;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let rest = &text[at..];
        let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let mut next = label;
        if seen_digit && !gold.number.is_empty() && label == Label::Volume {
            let number = lexicon::CUES.get(&fold_words(word)) == Some("number");
            if bytes[at] == b'(' || number || rest.starts_with('/') && !gold.volume.contains('/') {
                next = Label::Number;
            }
        }
        if seen_digit && !gold.pages.is_empty() && label != Label::Pages {
            let pages =
                word.len() < 6 && lexicon::CUES.get(&fold_words(word)) == Some("pages") && word != "S" && word != "s";
            if bytes[at] == b':' || pages {
                next = Label::Pages;
            }
        }
        if next != label {
            pieces.push(Piece::new(Some(label), &text[start..at]));
            label = next;
            start = at;
        }
        seen_digit |= bytes[at].is_ascii_digit() || matches!(bytes[at], b'I' | b'V' | b'X');
        at += word.len().max(rest.chars().next().map_or(1, char::len_utf8));
    }
    pieces.push(Piece::new(Some(label), &text[start..]));
}

/// `Technical Report 14`: the kind, the number.
fn split_genre(text: &str, pieces: &mut Vec<Piece>) {
    let words = fold_words(text);
    let report = ["report", "rep", "paper", "memo", "rfc", "rapport", "bericht"].iter().any(|w| words.contains(w));
    let digit = text.find(|c: char| c.is_ascii_digit());
    if let (true, Some(digit)) = (report, digit) {
        let start = text[..digit].rfind(' ').map_or(digit, |i| i + 1);
        if start > 0 {
            pieces.push(Piece::new(Some(Label::Genre), &text[..start]));
            pieces.push(Piece::new(Some(Label::ReportNumber), &text[start..]));
            return;
        }
    }
    pieces.push(Piece::new(Some(Label::Genre), text));
}
