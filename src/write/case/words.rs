//! The words of a title, and where a sentence starts.

use std::ops::Range;

/// A word: a stretch without white space or separating punctuation, cut into parts at hyphens and slashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Bytes of the title, from the first to the last letter, digit or sign that belongs to the word.
    pub range: Range<usize>,
    /// The parts between hyphens, slashes and elision marks, in bytes of the title; never empty.
    pub parts: Vec<Range<usize>>,
    /// Whether a sentence, subtitle or quotation starts here, so that a capital tells nothing.
    pub starts: bool,
    /// Whether a quotation starts here.
    pub quoted: bool,
    /// Number of the sentence or subtitle it stands in.
    pub segment: usize,
}

/// Cuts a title into words.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut next = Next { starts: true, quoted: false };
    let mut current: Option<Range<usize>> = None;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || is_separator(c) {
            finish(text, &mut current, &mut next, &mut words);
            next.starts |= opens_sentence(c);
            // A straight mark after a word closes.
            let after_word = text.get(..at).is_some_and(|t| t.ends_with(|b: char| !b.is_whitespace() && b != '('));
            next.quoted = opens_quotation(c) && !(c == '"' && after_word) || next.quoted && c.is_whitespace();
        } else {
            current.get_or_insert(at..at).end = at + c.len_utf8();
        }
    }
    finish(text, &mut current, &mut next, &mut words);
    words
}

/// What is known of the word to come.
struct Next {
    /// A sentence or subtitle starts.
    starts: bool,
    /// A quotation starts.
    quoted: bool,
}

/// Marks that stand between words even without a space.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        ',' | ';'
            | ':'
            | '!'
            | '?'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '"'
            | '“'
            | '”'
            | '„'
            | '«'
            | '»'
            | '—'
            | '='
            | '<'
            | '>'
            | '|'
            | '…'
    )
}

/// Marks after which a capital is no evidence of a name.
fn opens_sentence(c: char) -> bool {
    matches!(c, ':' | '!' | '?' | '—' | '|' | '…')
}

/// Quotation marks that may open.
fn opens_quotation(c: char) -> bool {
    matches!(c, '"' | '“' | '„' | '«' | '»')
}

/// Takes the word that ends here.
fn finish(text: &str, current: &mut Option<Range<usize>>, next: &mut Next, words: &mut Vec<Word>) {
    let Some(raw) = current.take() else { return };
    let piece = text.get(raw.clone()).unwrap_or_default();
    let Some(first) = piece.find(char::is_alphanumeric) else {
        // A dash between spaces starts a subtitle.
        next.starts |= piece.chars().all(|c| matches!(c, '-' | '–'));
        return;
    };
    let core = piece.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    // C++, C#, A*: the sign belongs to the word.
    let tail = piece.get(core..).unwrap_or_default();
    let signs = tail.chars().take_while(|c| matches!(c, '+' | '#')).count();
    let word = piece.get(first..core).unwrap_or_default();
    let stars = usize::from(core - first == 1 && tail.starts_with('*'));
    // U.S.: the last full stop belongs to the abbreviation, and ends no sentence; nor does that of an initial.
    let dotted = is_dotted(word) && tail.starts_with('.');
    let initial = tail == "." && word.len() == 1 && !matches!(word, "I" | "V" | "X");
    let range = raw.start + first..raw.start + core + signs.max(stars).max(usize::from(dotted));
    let quoted = next.quoted || piece.get(..first).is_some_and(|lead| lead.contains(['\'', '‘', '’', '`']));
    let segment = words.last().map_or(0, |last| last.segment + usize::from(next.starts));
    let parts = parts(text, range.clone());
    words.push(Word { range, parts, starts: next.starts || quoted, quoted, segment });
    *next = Next { starts: piece.ends_with(['.', '!', '?']) && !dotted && !initial, quoted: false };
}

/// Single letters with full stops between them.
fn is_dotted(word: &str) -> bool {
    word.contains('.') && word.split('.').all(|letter| letter.chars().count() == 1)
}

/// Cuts a word at hyphens, dashes, slashes, and after an elision in lower case (`l'Europe`).
fn parts(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    let word = text.get(range.clone()).unwrap_or_default();
    for (i, c) in word.char_indices() {
        let at = range.start + i;
        let elided = |c: char| matches!(c, '\'' | '’') && is_elision(text.get(start..at).unwrap_or_default());
        if matches!(c, '-' | '–' | '/') || elided(c) {
            if at > start {
                parts.push(start..at);
            }
            start = at + c.len_utf8();
        }
    }
    if start < range.end {
        parts.push(start..range.end);
    }
    if parts.is_empty() {
        parts.push(range);
    }
    parts
}

/// A short word in lower case before an apostrophe: an article or preposition of a Romance language.
fn is_elision(prefix: &str) -> bool {
    !prefix.is_empty() && prefix.len() <= 6 && prefix.chars().all(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(&str, usize, bool)> {
        words(text).iter().map(|w| (&text[w.range.clone()], w.parts.len(), w.starts)).collect()
    }

    #[test]
    fn cuts_words_and_parts() {
        assert_eq!(
            cut("ZeRO++: Extremely (C#) H.264/AVC l'Europe – A* 'gap'. Why?"),
            [
                ("ZeRO++", 1, true),
                ("Extremely", 1, true),
                ("C#", 1, false),
                ("H.264/AVC", 2, false),
                ("l'Europe", 2, false),
                ("A*", 1, true),
                ("gap", 1, true),
                ("Why", 1, true),
            ]
        );
        assert_eq!(cut("-- ... /"), []);
    }
}
