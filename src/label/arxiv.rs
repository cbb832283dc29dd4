//! Identifiers of arXiv: with the word before them, in an address, by themselves; and its classes.

use super::Label;
use super::identifiers::{Found, REPEATED, certain, goes_on, skip};
use crate::lexicon;
use crate::text::fold::fold_words;

/// The end of an arXiv identifier in the path of an address (`abs/…`, `pdf/….pdf`).
pub(super) fn arxiv_path(text: &str, at: usize) -> Option<usize> {
    let at = ["abs/", "pdf/", "html/", "format/"].iter().find(|p| goes_on(text, at, p)).map_or(at, |p| at + p.len());
    let end = arxiv_number(text, at)?;
    Some(if goes_on(text, end, ".pdf") { end + 4 } else { end })
}

/// `arXiv:1707.08052v2 [cs.CL]`, `arXiv preprint arXiv:…`, `arXiv.org:hep-ph/0309328`, `abs/1502.03167`.
pub(super) fn arxiv(text: &str, start: usize) -> Option<Found> {
    let mut at = start;
    for _ in 0..REPEATED {
        let before = at;
        for name in ["arxiv.org", "arxiv", "e-prints", "eprints", "e-print", "eprint", "preprint", "abs/", "abs", "id"]
        {
            if goes_on(text, at, name) {
                at += name.len();
                break;
            }
        }
        at = skip(text, at, ":.,/()[=");
        if at == before {
            break;
        }
    }
    let mut end = arxiv_number(text, at)?;
    // The primary class in brackets.
    let bracket = skip(text, end, "");
    if text[bracket..].starts_with('[')
        && let Some(close) = text[bracket..].bytes().take(24).position(|b| b == b']')
        && text[bracket + 1..bracket + close].bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'.' | b'-'))
    {
        end = bracket + close + 1;
    }
    Some(certain(start..end, Label::Eprint, "label/arxiv"))
}

/// The end of an arXiv identifier, old or new.
fn arxiv_number(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
    let end = if digits(at) == 4 && goes_on(text, at + 4, ".") {
        let tail = skip(text, at + 5, "");
        let count = digits(tail);
        if !(4..=5).contains(&count) {
            return None;
        }
        tail + count
    } else {
        old_arxiv(text, at)?
    };
    let version = bytes.get(end) == Some(&b'v') && digits(end + 1) > 0;
    Some(if version { end + 1 + digits(end + 1) } else { end })
}

/// The end of an old identifier: archive, class, seven digits (`math.AG/0211159`).
pub(super) fn old_arxiv(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let archive = bytes.get(at..)?.iter().take(16).take_while(|b| b.is_ascii_alphabetic() || **b == b'-').count();
    let mut end = at + archive;
    if !lexicon::ARXIV_ARCHIVES.contains(&fold_words(&text[at..end])) {
        return None;
    }
    if bytes.get(end) == Some(&b'.')
        && bytes.get(end + 1..end + 3).is_some_and(|b| b.iter().all(u8::is_ascii_uppercase))
    {
        end += 3;
    }
    end = skip(text, end, "");
    if bytes.get(end) != Some(&b'/') {
        return None;
    }
    end = skip(text, end + 1, "");
    let digits = bytes.get(end..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    (digits == 7).then_some(end + 7)
}

/// The end of a class of arXiv: an archive and a subject (`cs.LG`, `physics.flu-dyn`).
pub(super) fn arxiv_class(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let letters = |from: usize, most: usize| {
        let rest = bytes.get(from..).unwrap_or_default().iter().take(most);
        from + rest.take_while(|b| b.is_ascii_alphabetic() || **b == b'-').count()
    };
    let archive = letters(at, 16);
    if bytes.get(archive) != Some(&b'.') || !lexicon::ARXIV_ARCHIVES.contains(&fold_words(&text[at..archive])) {
        return None;
    }
    let end = letters(archive + 1, 16);
    let subject = bytes.get(archive + 1..end)?;
    let short = subject.len() == 2 && subject.iter().all(u8::is_ascii_uppercase);
    let long = subject.len() > 4 && subject.contains(&b'-') && subject.iter().all(|b| !b.is_ascii_uppercase());
    let ends = text[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    ((short || long) && ends && bytes[at..archive].iter().all(|b| !b.is_ascii_uppercase())).then_some(end)
}
