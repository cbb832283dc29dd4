//! Parts what one segment has swallowed of its neighbour, where the punctuation leaves no doubt: a title of one word before
//! the journal or behind the names, an event's acronym in brackets taken for a volume.

use std::borrow::Cow;

use crate::label::{Label, Labelled, Segment};
use crate::lexicon::{ENGLISH_WORDS, FAMILY_NAMES, JOURNALS, VENUES};
use crate::text::fold::fold_words;

/// The entry with such segments parted.
pub(super) fn parted(labelled: &Labelled) -> Cow<'_, Labelled> {
    let mut labelled = Cow::Borrowed(labelled);
    if !labelled.segments.iter().any(|segment| segment.label == Label::Title)
        && let Some((at, cut, labels)) = labelled.segments.iter().enumerate().find_map(|(i, s)| swallowed(i, s))
    {
        let segments = &mut labelled.to_mut().segments;
        let whole = segments[at].clone();
        let part = |range, label| Segment { label, text: whole.text.slice(range), ..whole.clone() };
        let end = whole.text.len();
        segments.splice(at..=at, [part(0..cut, labels[0]), part(cut..end, labels[1])]);
    }
    if let Some(at) = acronym(&labelled.segments) {
        labelled.to_mut().segments[at].label = Label::Container;
        join(&mut labelled.to_mut().segments, at - 2..at + 2);
    }
    labelled
}

/// Of a segment that holds a title of one word besides its own: its place, where it is cut, and what its parts are.
fn swallowed(at: usize, segment: &Segment) -> Option<(usize, usize, [Label; 2])> {
    let text = segment.text.as_str();
    match segment.label {
        // "One. J. Algebra"
        Label::Container => {
            let (title, journal) = text.split_once(". ")?;
            let first = journal.split(' ').next().unwrap_or_default();
            let known = VENUES.get(&fold_words(first)) == Some("journal") || JOURNALS.contains(&fold_words(journal));
            let whole = JOURNALS.contains(&fold_words(text));
            (known && !whole && is_title(title))
                .then(|| (at, text.len() - journal.len(), [Label::Title, Label::Container]))
        }
        // "Poe, A. Three"
        Label::Author => {
            let (names, title) = text.rsplit_once(". ")?;
            let initial = names.rsplit([' ', '.', '-']).next().is_some_and(|word| word.chars().count() == 1);
            let inverted = names.contains(", ") && initial;
            (inverted && is_title(title)).then(|| (at, text.len() - title.len(), [Label::Author, Label::Title]))
        }
        _ => None,
    }
}

/// Whether a word can be nothing but a title: a word of the language, and no name.
fn is_title(word: &str) -> bool {
    let folded = fold_words(word);
    let capital = word.chars().count() > 2 && word.starts_with(char::is_uppercase);
    capital && ENGLISH_WORDS.contains(&folded) && !FAMILY_NAMES.contains(&folded) && VENUES.get(&folded).is_none()
}

/// The place of a volume that is the acronym of the event before it: "Symposium on Reeds (SR), …".
fn acronym(segments: &[Segment]) -> Option<usize> {
    let is_event = |name: &str| name.split(' ').any(|word| VENUES.get(&fold_words(word)) == Some("conference"));
    let found = segments.windows(4).position(|four| {
        let [name, open, volume, close] = four else { return false };
        let letters = volume.text.as_str();
        name.label == Label::Container
            && is_event(name.text.as_str())
            && (open.label, open.text.as_str().trim()) == (Label::Other, "(")
            && volume.label == Label::Volume
            && letters.len() > 1
            && letters.chars().all(char::is_uppercase)
            && close.label == Label::Other
            && close.text.as_str().starts_with(')')
    });
    found.map(|at| at + 2)
}

/// Makes one segment of several, with the first sign of the last.
fn join(segments: &mut Vec<Segment>, range: std::ops::Range<usize>) {
    let Some(last) = range.end.checked_sub(1).filter(|last| *last < segments.len()) else { return };
    let sign = segments[last].text.as_str().chars().next().map_or(0, char::len_utf8);
    let (head, rest) = {
        let text = &segments[last].text;
        (text.slice(0..sign), text.slice(sign..text.len()))
    };
    segments[last].text = rest;
    let mut whole = segments[range.start].clone();
    for segment in &segments[range.start + 1..last] {
        whole.text.append(&segment.text);
        whole.confidence = whole.confidence.min(segment.confidence);
    }
    whole.text.append(&head);
    segments.splice(range.start..last, [whole]);
}
