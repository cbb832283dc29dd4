//! Identifiers as they are written in a record: DOI, preprint number, ISBN, ISSN, PubMed number, address.

use std::ops::Range;

use super::clean::trim;
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{ARTICLE_VIEWS, ARXIV_ARCHIVES, SERVERS};
use crate::model::{Field, Value};
use crate::text::RunKind;
use crate::text::fold::fold_words;

/// Reads the identifiers.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    for segment in &entry.labelled.segments {
        match segment.label {
            Label::Doi => doi(segment, draft),
            Label::Eprint => eprint(segment, draft),
            Label::Isbn => digits(segment, Field::Isbn, 10, draft),
            Label::Issn => digits(segment, Field::Issn, 8, draft),
            Label::Pmid => pmid(segment, draft),
            Label::Url => url(segment, draft),
            _ => links(segment, draft),
        }
    }
    if draft.record.text(Field::EprintType) == Some("arxiv") {
        entry.labelled.segments.iter().filter(|s| s.label == Label::Other).for_each(|segment| subject(segment, draft));
    }
}

/// The class that a line of subjects names in brackets (`Machine Learning (cs.LG)`).
fn subject(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    for (open, _) in text.match_indices('(') {
        let Some(length) = text.get(open..).and_then(|rest| rest.find(')')) else { return };
        let class = open + 1..open + length;
        if let Some(printed) = text.get(class.clone()).filter(|printed| is_class(printed)) {
            draft.set_verbatim(Field::EprintClass, printed.to_owned(), segment, class, "identifiers/arxiv-subject");
            return;
        }
    }
    // Without brackets it must name a subject.
    let word = text.split_whitespace().find(|word| word.contains('.') && is_class(word));
    if let Some((word, at)) = word.and_then(|word| Some((word, text.find(word)?))) {
        let class = at..at + word.len();
        draft.set_verbatim(Field::EprintClass, word.to_owned(), segment, class, "identifiers/arxiv-subject");
    }
}

/// Whether a text is an arXiv class: an archive alone (`hep-th`), or an archive and a subject (`cs.LG`).
fn is_class(text: &str) -> bool {
    match text.split_once('.') {
        Some((archive, subject)) => {
            !archive.is_empty()
                && archive.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
                && (subject.len() == 2 || subject.contains('-'))
                && subject.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-')
        }
        None => ARXIV_ARCHIVES.contains(&fold_words(text)),
    }
}

/// The bytes of a DOI in a text: from `10.` on, without what the sentence glued to it.
fn doi_range(text: &str) -> Option<Range<usize>> {
    let mut from = 0;
    loop {
        let at = text.get(from..)?.find("10.").map(|i| from + i)?;
        let rest = text.get(at + 3..)?;
        let registrant = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let slash =
            rest.get(registrant..).is_some_and(|r| r.starts_with('/') || r.starts_with("%2F") || r.starts_with("%2f"));
        let before = text.get(..at).and_then(|b| b.chars().next_back());
        if (4..=12).contains(&registrant) && slash && before.is_none_or(|c| !c.is_ascii_digit()) {
            let end = at + rest_end(text.get(at..)?);
            return Some(at..end);
        }
        from = at + 3;
    }
}

/// Where an identifier ends: at a space that no line break made, less final punctuation and unmatched brackets.
fn rest_end(text: &str) -> usize {
    let mut end = 0;
    for (i, c) in text.char_indices() {
        if c.is_whitespace() {
            // A line break or a space after a mark inside the identifier goes on ("10.1016/j.pbr. 2021.04").
            let next = text.get(i..).unwrap_or_default().trim_start();
            let glued = text.get(..i).is_some_and(|b| b.ends_with(['/', '-', '_', '.']))
                && next.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase());
            if !glued {
                break;
            }
        } else if matches!(c, '"' | '“' | '”' | '«' | '»' | '\u{200b}') {
            break;
        }
        end = i + c.len_utf8();
    }
    let mut part = text.get(..end).unwrap_or_default();
    loop {
        let before = part.len();
        part = part.trim_end_matches(['.', ',', ';', ':', '…', '\'', '’', '\u{200b}', '|', ' ']);
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')] {
            if part.ends_with(close) && part.matches(close).count() > part.matches(open).count() {
                part = part.get(..part.len() - close.len_utf8()).unwrap_or_default();
            }
        }
        if part.len() == before {
            return before;
        }
    }
}

/// An identifier without the spaces and line breaks inside it.
fn unspaced(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\u{200b}' | '\u{ad}')).collect()
}

/// The parts of percent-encoding that DOIs have in addresses.
fn decode(text: &str) -> String {
    let mut out = text.to_owned();
    for (code, plain) in
        [("%2F", "/"), ("%2f", "/"), ("%28", "("), ("%29", ")"), ("%3C", "<"), ("%3E", ">"), ("%3B", ";"), ("%3A", ":")]
    {
        if out.contains(code) {
            out = out.replace(code, plain);
        }
    }
    out
}

/// A DOI, however it is introduced; one of arXiv's names the preprint too.
fn doi(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let Some(range) = doi_range(text) else { return };
    let printed = text.get(range.clone()).unwrap_or_default();
    let value = decode(&unspaced(printed));
    let lower = value.to_ascii_lowercase();
    let value = ["/full", "/abstract", "/pdf", "/epdf", "/meta"]
        .iter()
        .find_map(|tail| lower.strip_suffix(tail))
        .and_then(|head| value.get(..head.len()))
        .map_or(value.clone(), str::to_owned);
    if let Some(at) = lower.find("10.48550/arxiv.") {
        let id = value.get(at + 15..).unwrap_or_default().to_owned();
        draft.set_verbatim(Field::Eprint, id, segment, range.clone(), "identifiers/arxiv-doi");
        draft.set_verbatim(Field::EprintType, "arxiv".to_owned(), segment, range.clone(), "identifiers/arxiv-doi");
    }
    draft.set_verbatim(Field::Doi, value, segment, range, "identifiers/doi");
}

/// The bytes of an arXiv number, new (`2401.01234v2`) or old (`hep-th/9901001`).
fn arxiv_range(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        if !c.is_ascii_digit() || at > 0 && bytes.get(at - 1).is_some_and(u8::is_ascii_digit) {
            continue;
        }
        let rest = text.get(at..)?;
        let head = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let tail = rest.get(head..)?;
        if head == 4 && tail.starts_with(['.', ':']) {
            let number = tail.get(1..)?;
            let number = number.trim_start_matches(' ');
            let skip = tail.len() - number.len();
            let count = number.len() - number.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if (4..=5).contains(&count) {
                let end = at + head + skip + count;
                return Some(at..end + version(text.get(end..)?));
            }
        }
        if head == 7 && bytes.get(at.checked_sub(1)?) == Some(&b'/') {
            let before = text.get(..at - 1)?;
            let start = before.len()
                - before.bytes().rev().take_while(|b| b.is_ascii_alphabetic() || matches!(b, b'-' | b'.')).count();
            let archive = before.get(start..)?;
            if archive.len() >= 2 && archive.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Some(start..at + head + version(text.get(at + head..)?));
            }
        }
    }
    None
}

/// The length of a version (`v2`) at the start.
fn version(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['v', 'V']) else { return 0 };
    let count = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if count == 0 { 0 } else { 1 + count }
}

/// A number in a preprint archive, with archive and class.
fn eprint(segment: &Segment, draft: &mut Draft) {
    const RULE: &str = "identifiers/eprint";
    let text = segment.text.as_str();
    if let Some(range) = arxiv_range(text) {
        let id = unspaced(text.get(range.clone()).unwrap_or_default()).replace(':', ".");
        draft.set_verbatim(Field::Eprint, id, segment, range.clone(), "identifiers/arxiv");
        draft.set_verbatim(Field::EprintType, "arxiv".to_owned(), segment, range.clone(), "identifiers/arxiv");
        let after = text.get(range.end..).unwrap_or_default();
        if let Some(open) = after.find('[')
            && let Some(close) = after.get(open..).and_then(|r| r.find(']'))
        {
            let class = trim(text, range.end + open + 1..range.end + open + close, &[]);
            let printed = text.get(class.clone()).unwrap_or_default();
            if is_class(printed) {
                draft.set_verbatim(Field::EprintClass, printed.to_owned(), segment, class, "identifiers/arxiv-class");
            }
        }
        return;
    }
    let range = super::clean::strip(text, 0..text.len());
    let part = text.get(range.clone()).unwrap_or_default();
    // Spaces that a page put inside (`1204 .1691v2`, `hep -ph/9703464`).
    let close = unspaced(part);
    if let Some(id) = arxiv_range(&close).and_then(|r| close.get(r)) {
        let id = id.trim_start_matches("arXiv:").to_owned();
        draft.set_verbatim(Field::Eprint, id, segment, range.clone(), "identifiers/arxiv");
        draft.set_verbatim(Field::EprintType, "arxiv".to_owned(), segment, range, "identifiers/arxiv");
        return;
    }
    let lower = part.to_ascii_lowercase();
    let archive = if lower.contains("hal-") {
        Some("hal")
    } else {
        let words = fold_words(part.split([':', '/']).next().unwrap_or_default());
        SERVERS.longest(words.split(' ')).map(|(_, server)| server)
    };
    let Some(archive) = archive else { return };
    let id = part
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '='))
        .rfind(|w| w.contains(|c: char| c.is_ascii_digit()))
        .map(|w| w.rsplit("/").find(|p| p.contains(|c: char| c.is_ascii_digit())).unwrap_or(w));
    if let Some(id) = id
        && let Some(at) = part.rfind(id)
    {
        let range = range.start + at..range.start + at + id.len();
        draft.set_verbatim(Field::Eprint, id.to_owned(), segment, range.clone(), RULE);
        draft.set_verbatim(Field::EprintType, archive.to_owned(), segment, range, RULE);
    }
}

/// An ISBN or ISSN: digits with the hyphens as printed; at least `least` digits, a final X counts.
fn digits(segment: &Segment, field: Field, least: usize, draft: &mut Draft) {
    let text = segment.text.as_str();
    let mut start = None;
    let mut end = 0;
    let mut count = 0;
    for (i, c) in text.char_indices() {
        let inside = start.is_some();
        if c.is_ascii_digit() || inside && matches!(c, 'X' | 'x') && count + 1 >= least.min(10) {
            start = start.or(Some(i));
            end = i + c.len_utf8();
            count += 1;
        } else if !(inside && (super::clean::is_dash(c) || c == ' ')) {
            // "ISBN-13:" and "ISBN-10" end before the number.
            if count >= least {
                break;
            }
            (start, count) = (None, 0);
        }
    }
    let Some(start) = start.filter(|_| count >= least) else { return };
    // "13: 978…": what was read before the last colon is no part.
    let printed = text.get(start..end).unwrap_or_default();
    let value: String = printed.trim().chars().map(|c| if super::clean::is_dash(c) { '-' } else { c }).collect();
    draft.set_verbatim(
        field,
        value,
        segment,
        start..end,
        if field == Field::Isbn { "identifiers/isbn" } else { "identifiers/issn" },
    );
}

/// A PubMed number; a PMC number is none.
fn pmid(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    if text.to_ascii_uppercase().contains("PMC") {
        return;
    }
    let Some(start) = text.find(|c: char| c.is_ascii_digit()) else { return };
    let rest = text.get(start..).unwrap_or_default();
    let end = start + rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let value = text.get(start..end).unwrap_or_default().to_owned();
    draft.set_verbatim(Field::Pmid, value, segment, start..end, "identifiers/pmid");
}

/// An address; one of a DOI resolver or of arXiv gives the identifier.
fn url(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let lower = text.to_ascii_lowercase();
    let start = ["http", "ftp://", "www."].iter().filter_map(|head| lower.find(head)).min();
    let Some(start) = start else {
        let range = trim(text, 0..text.len(), &['<', '>', '(', ')', ',', '.', ';', '[', ']']);
        let printed = text.get(range.clone()).unwrap_or_default();
        if printed.contains('.') && !printed.contains(char::is_whitespace) {
            draft.set_verbatim(Field::Url, printed.to_owned(), segment, range, "identifiers/url");
        }
        return;
    };
    let spaced = !lower.contains("://") && lower.contains("http");
    let end = if spaced {
        trim(text, start..text.len(), &['.', ',', ';', ')', ']', '>']).end
    } else {
        start + url_end(text.get(start..).unwrap_or_default())
    };
    let value = unspaced(text.get(start..end).unwrap_or_default());
    if lower.contains("doi.org/") && doi_range(text).is_some() {
        doi(segment, draft);
        return;
    }
    if lower.contains("arxiv.org/") && arxiv_range(text).is_some() {
        eprint(segment, draft);
    }
    draft.set_verbatim(Field::Url, value, segment, start..end, "identifiers/url");
}

/// Where an address ends; spaces that a page put after a slash or hyphen are inside it.
fn url_end(text: &str) -> usize {
    let mut end = 0;
    for (i, c) in text.char_indices() {
        if c.is_whitespace() {
            let next = text.get(i..).unwrap_or_default().trim_start();
            let broken = text.get(i..).is_some_and(|r| r.starts_with('\n'));
            let before = text.get(..i).unwrap_or_default();
            let open = before.ends_with(['/', '-', '_', '=', '?', '&', '.', ':'])
                || broken && next.starts_with(['/', '?', '=', '&']);
            if !(open
                && next
                    .starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '?' | '=' | '&' | '_' | '~')))
            {
                break;
            }
            // "http://a.org. Accessed": a capital after a full stop begins a sentence.
            if before.ends_with('.') && next.starts_with(|c: char| c.is_ascii_uppercase()) {
                break;
            }
        } else if matches!(c, '"' | '“' | '”' | '«' | '»' | '<' | '>' | '，' | '。') {
            break;
        }
        end = i + c.len_utf8();
    }
    let mut part = text.get(..end).unwrap_or_default();
    loop {
        let before = part.len();
        part = part.trim_end_matches(['.', ',', ';', ':', '…', '\'', '’', '|', ' ', '\n', '*']);
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('⟨', '⟩'), ('〈', '〉')] {
            if part.ends_with(close) && part.matches(close).count() > part.matches(open).count() {
                part = part.get(..part.len() - close.len_utf8()).unwrap_or_default();
            }
        }
        if part.len() == before {
            return before;
        }
    }
}

/// A DOI from a publisher's address without the part that names a view of the article (`/full`, `.pdf`).
fn without_view(doi: &str) -> &str {
    let mut doi = doi.trim_end_matches('/');
    while let Some((shorter, view)) = doi.rsplit_once(['/', '.']) {
        // The first slash is the DOI's own.
        if !shorter.contains('/') || !ARTICLE_VIEWS.contains(&fold_words(view)) {
            break;
        }
        doi = shorter.trim_end_matches('/');
    }
    doi
}

/// Links behind words: a DOI or arXiv number in a target counts where none is printed, the first link of a title is its address.
fn links(segment: &Segment, draft: &mut Draft) {
    for run in segment.text.runs() {
        let RunKind::Link { target, span } = &run.kind else { continue };
        let lower = target.to_ascii_lowercase();
        let set = |draft: &mut Draft, field: Field, value: String, rule: &'static str| {
            draft.set(field, Value::Verbatim(value), vec![*span], rule, segment.confidence);
        };
        if let Some(range) = doi_range(target) {
            let before = target.get(..range.start).unwrap_or_default();
            let value = decode(target.get(range).unwrap_or_default());
            let value = value.split(['?', '#']).next().unwrap_or_default().to_owned();
            // Publishers put the DOI into the path of an article's page, often with a part of the page after it.
            if before.ends_with('/') || before.ends_with('=') {
                set(draft, Field::Doi, without_view(&value).to_owned(), "identifiers/doi-link");
            }
        }
        if lower.contains("arxiv.org/")
            && let Some(range) = arxiv_range(target)
        {
            set(draft, Field::Eprint, target.get(range).unwrap_or_default().to_owned(), "identifiers/arxiv-link");
            set(draft, Field::EprintType, "arxiv".to_owned(), "identifiers/arxiv-link");
        }
        if segment.label == Label::Title && lower.starts_with("http") {
            set(draft, Field::Url, target.clone(), "identifiers/url-link");
        }
    }
}
