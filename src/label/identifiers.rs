//! Identifiers found by pattern before the sequence model runs: DOI, arXiv, ISBN, ISSN, PubMed, addresses on the web,
//! report numbers, counts of citations.
//!
//! The scanner walks over the tokens once and looks only where a word can open an identifier; each pattern is a small
//! hand-written reader, so the time is linear in the text.

use std::ops::Range;

use super::Label;
use super::arxiv::{arxiv, arxiv_class, arxiv_path, old_arxiv};
use super::checks;
use crate::lexicon;
use crate::text::fold::fold_words;
use crate::text::token::{Token, TokenKind};

/// An identifier in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Bytes of the text, with the word that announces it ("doi:").
    pub range: Range<usize>,
    /// What it is.
    pub label: Label,
    /// The pattern.
    pub rule: &'static str,
    /// Whether the pattern settles it; otherwise the sequence model decides.
    pub certain: bool,
}

/// How often the words that announce an identifier may be repeated, and the most bytes of a DOI's registrant: what each
/// token of a hostile text may cost.
pub(super) const REPEATED: usize = 16;
const REGISTRANT: usize = 64;

/// Finds the identifiers in a text that has been cut into `tokens`, in order and without overlap.
pub fn find(text: &str, tokens: &[Token]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut free = 0;
    for (i, token) in tokens.iter().enumerate() {
        if token.range.start < free {
            continue;
        }
        let glued = i > 0 && !token.spaced && matches!(tokens[i - 1].kind, TokenKind::Word | TokenKind::Mixed);
        let hit = match token.kind {
            TokenKind::Word | TokenKind::Mixed if !glued => word_opens(text, tokens, i),
            TokenKind::Number if !glued => number_opens(text, tokens, i),
            TokenKind::Ideograph => citations(text, tokens, i),
            _ if i == 0 => backlinks(text, tokens),
            _ => None,
        };
        if let Some(hit) = hit.filter(|hit| hit.range.end > hit.range.start) {
            free = hit.range.end;
            found.push(hit);
        }
    }
    found
}

/// What a word opens.
fn word_opens(text: &str, tokens: &[Token], i: usize) -> Option<Found> {
    let token = &tokens[i];
    let word = &text[token.range.clone()];
    let start = token.range.start;
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    let starts = |name: &str| word.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
    if starts("http") || is("ftp") || is("www") {
        return web(text, start);
    }
    if starts("doi") || is("dx") {
        return doi(text, start);
    }
    if starts("arxiv") || is("abs") {
        return arxiv(text, start);
    }
    if starts("isbn") || is("eisbn") {
        return isbn(text, start, token.range.end);
    }
    if starts("issn") || is("eissn") {
        let number = checks::issn(text, skip(text, start + 4, " :-()onlinepr."))?;
        return Some(certain(start..number, Label::Issn, "label/issn"));
    }
    if starts("pmid") || starts("pmc") || is("pubmed") {
        return pubmed(text, token, word);
    }
    if let Some(old) = old_arxiv(text, start) {
        return Some(certain(start..old, Label::Eprint, "label/arxiv"));
    }
    if let Some(end) = arxiv_class(text, start) {
        return Some(certain(start..end, Label::Other, "label/arxiv-class"));
    }
    report(text, tokens, i).or_else(|| citations(text, tokens, i))
}

/// What a number opens.
fn number_opens(text: &str, tokens: &[Token], i: usize) -> Option<Found> {
    let start = tokens[i].range.start;
    if let Some(end) = bare_doi(text, start) {
        return Some(certain(start..end, Label::Doi, "label/doi"));
    }
    if text[start..].starts_with("97")
        && let Some(end) = checks::isbn(text, start)
        && end - start >= 13
    {
        return Some(certain(start..end, Label::Isbn, "label/isbn"));
    }
    homonym(text, tokens, i).or_else(|| citations(text, tokens, i))
}

/// The mark before a wiki's reference, and the letters of the places that cite it: `^ a b c`.
fn backlinks(text: &str, tokens: &[Token]) -> Option<Found> {
    let mut marks = tokens.iter().map(|token| (token.range.end, &text[token.range.clone()]));
    let (mut end, _) = marks.next().filter(|(_, mark)| matches!(*mark, "^" | "↑"))?;
    let letters = marks.zip('a'..='z').take_while(|((_, mark), letter)| mark.chars().eq([*letter]));
    if let Some((1.., (after, _))) = letters.map(|(mark, _)| mark).enumerate().last() {
        end = after;
    }
    Some(certain(0..end, Label::CitationNumber, "label/backlinks"))
}

/// The four digits by which DBLP tells people of one name apart (`Wei Wang 0012`): they belong to the name before them.
fn homonym(text: &str, tokens: &[Token], i: usize) -> Option<Found> {
    let digits = text.get(tokens[i].range.clone())?;
    let name = tokens.get(i.checked_sub(1)?).filter(|token| token.kind == TokenKind::Word)?;
    let named = text.get(name.range.clone())?.starts_with(char::is_uppercase);
    let found = digits.len() == 4 && digits.starts_with("00") && tokens[i].spaced && named;
    found.then(|| certain(tokens[i].range.clone(), Label::Author, "label/homonym"))
}

pub(super) fn certain(range: Range<usize>, label: Label, rule: &'static str) -> Found {
    Found { range, label, rule, certain: true }
}

/// The first byte at or after `at` that is none of `chars` (ASCII, upper or lower case) and no white space.
pub(super) fn skip(text: &str, mut at: usize, chars: &str) -> usize {
    while let Some(&byte) = text.as_bytes().get(at) {
        if !(byte.is_ascii_whitespace() || chars.as_bytes().contains(&byte.to_ascii_lowercase())) {
            break;
        }
        at += 1;
    }
    at
}

/// Whether `text` goes on with `name` at `at`, whatever the case.
pub(super) fn goes_on(text: &str, at: usize, name: &str) -> bool {
    text.as_bytes().get(at..at + name.len()).is_some_and(|bytes| bytes.eq_ignore_ascii_case(name.as_bytes()))
}

/// `doi`, `DOI:`, `doi.org/`, `dx.doi.org/`, and the number after it.
fn doi(text: &str, start: usize) -> Option<Found> {
    let mut at = start;
    // The announcing words may be repeated: "DOI: https://doi.org/10.…".
    for _ in 0..REPEATED {
        let before = at;
        for name in ["dx.doi.org/", "www.doi.org/", "doi.org/", "http", "s:", "doi"] {
            if goes_on(text, at, name) {
                at += name.len();
                break;
            }
        }
        at = skip(text, at, ":/.=()");
        if at == before {
            break;
        }
    }
    let end = bare_doi(text, at)?;
    Some(certain(start..end, Label::Doi, "label/doi"))
}

/// The end of the DOI that begins at `start` (`10.` registrant `/` suffix; ISO 26324).
fn bare_doi(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if !goes_on(text, start, "10.") {
        return None;
    }
    let mut at = skip(text, start + 3, "");
    let digits = at;
    while at - digits < REGISTRANT && bytes.get(at).is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
        at += 1;
    }
    let slash = skip(text, at, "");
    if at - digits < 4 || bytes.get(slash) != Some(&b'/') {
        return None;
    }
    let first = skip(text, slash + 1, "");
    let mut end = stretch(text, first, |c| !matches!(c, '"' | '”' | '“' | '»' | '|' | ','));
    while let Some(next) = broken_at(text, first, end) {
        let further = stretch(text, next, |c| !matches!(c, '"' | '”' | '“' | '»' | '|' | ','));
        if further == next {
            break;
        }
        end = further;
    }
    let end = checks::trim_end(text, first, end);
    (end > first).then_some(end)
}

/// The end of the run of characters without white space that satisfy `part`.
fn stretch(text: &str, at: usize, part: impl Fn(char) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.find(|c: char| c.is_whitespace() || !part(c)).unwrap_or(rest.len())
}

/// Where an identifier that a space or line break cut at `end` goes on: after a joining mark, with something that is
/// no word of a sentence.
fn broken_at(text: &str, start: usize, end: usize) -> Option<usize> {
    let last = text.get(start..end)?.chars().next_back()?;
    let rest = text.get(end..)?;
    let gap = rest.len() - rest.trim_start().len();
    if gap == 0 || gap > 2 || !matches!(last, '.' | '-' | '/' | '_' | '(' | '=' | '&' | '?' | '%') {
        return None;
    }
    let next = end + gap;
    let piece = &text[next..stretch(text, next, |c| c != ',')];
    let piece = piece.trim_end_matches(['.', ';', ')']);
    let first = piece.chars().next()?;
    let digits = piece.bytes().filter(u8::is_ascii_digit).count();
    // "10.1000/x. 2019" is a DOI, a full stop and a year; "10.1016/j.rser. 2020.109841" goes on.
    let year = piece.len() == 4 && digits == 4;
    let goes_on = match last {
        '.' => digits > 0 && !year && (first.is_ascii_digit() || first.is_ascii_lowercase()) && piece.len() < 40,
        _ => {
            digits > 0
                || piece.contains(['/', '.', '_', '=', '%'])
                || first.is_ascii_lowercase() && rest.starts_with('\n')
        }
    };
    (goes_on && first.is_ascii_alphanumeric()).then_some(next)
}

/// An address on the web; one that leads to a DOI or to arXiv is that identifier.
fn web(text: &str, start: usize) -> Option<Found> {
    let mut at = start;
    while text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic) {
        at += 1;
    }
    if goes_on(text, start, "www") {
        if !goes_on(text, at, ".") {
            return None;
        }
    } else {
        // Scanned text has spaces here: "http ://", "https: //".
        at = skip(text, at, "");
        if !goes_on(text, at, ":") {
            return None;
        }
        at = skip(text, at + 1, "");
        if !goes_on(text, at, "//") {
            return None;
        }
        at = skip(text, at + 2, "");
    }
    let host = at;
    for (place, label) in [("doi.org/", Label::Doi), ("arxiv.org/", Label::Eprint)] {
        let direct = ["", "dx.", "www.", "export."].iter().map(|p| p.len()).find(|&p| goes_on(text, host + p, place));
        if let Some(prefix) = direct {
            let at = host + prefix + place.len();
            let end = if label == Label::Doi { bare_doi(text, at) } else { arxiv_path(text, at) };
            if let Some(end) = end {
                return Some(certain(start..end, label, if label == Label::Doi { "label/doi" } else { "label/arxiv" }));
            }
        }
    }
    let part = |c: char| !matches!(c, '"' | '”' | '“' | '«' | '»' | '<' | '>' | '|' | '，' | '。');
    let mut end = stretch(text, host, part);
    while let Some(next) = broken_at(text, host, end).filter(|_| !text[host..end].ends_with('.')) {
        let further = stretch(text, next, part);
        if further == next {
            break;
        }
        end = further;
    }
    let end = checks::trim_end(text, host, end);
    (end > host + 2).then(|| certain(start..end, Label::Url, "label/url"))
}

/// One or more ISBNs after the word.
fn isbn(text: &str, start: usize, word_end: usize) -> Option<Found> {
    let mut at = word_end;
    if goes_on(text, at, "-13") || goes_on(text, at, "-10") || goes_on(text, at, " 13:") || goes_on(text, at, " 10:") {
        at += 3;
    }
    // The digits may be glued to the word.
    if word_end - start > 5 {
        at = start + 4;
    }
    let mut end = checks::isbn(text, skip(text, at, ":.- ="))?;
    while let Some(next) = checks::isbn(text, skip(text, end, ",;/")) {
        end = next;
    }
    Some(certain(start..end, Label::Isbn, "label/isbn"))
}

/// `PMID: 123`, `PMCID: PMC123`, `PMC123`.
fn pubmed(text: &str, token: &Token, word: &str) -> Option<Found> {
    let start = token.range.start;
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    let mut at = skip(text, start + letters, ":.= ");
    for _ in 0..REPEATED {
        if !(goes_on(text, at, "pmc") || goes_on(text, at, "pmid")) {
            break;
        }
        at = skip(text, at + if goes_on(text, at, "pmid") { 4 } else { 3 }, ":.= ");
    }
    let digits = text.as_bytes().get(at..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    (4..=9).contains(&digits).then(|| certain(start..at + digits, Label::Pmid, "label/pubmed"))
}

/// `MSR-TR-2024-12`, `STAN-CS-79-762`: capitals and numbers joined by hyphens, a number last.
fn report(text: &str, tokens: &[Token], i: usize) -> Option<Found> {
    let mut last = i;
    let mut parts = 1;
    let mut letters = 0;
    loop {
        let part = &text[tokens[last].range.clone()];
        let capitals = part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if !capitals || part.len() > 8 {
            return None;
        }
        letters += usize::from(part.bytes().all(|b| b.is_ascii_uppercase()) && part.len() >= 2);
        let joined = |k: usize| tokens.get(k).is_some_and(|t| !t.spaced);
        let hyphen = joined(last + 1) && matches!(&text[tokens[last + 1].range.clone()], "-" | "/" | "–");
        if !(hyphen && joined(last + 2)) || parts > 7 {
            break;
        }
        last += 2;
        parts += 1;
    }
    let range = tokens[i].range.start..tokens[last].range.end;
    let number_last = tokens[last].kind == TokenKind::Number;
    (parts >= 3 && letters >= 1 && number_last).then_some(Found {
        range,
        label: Label::ReportNumber,
        rule: "label/report-number",
        certain: false,
    })
}

/// `Cited by 12`, `299 citations`.
fn citations(text: &str, tokens: &[Token], i: usize) -> Option<Found> {
    let number = |k: usize| tokens.get(k).filter(|t| t.kind == TokenKind::Number);
    if let Some(count) = number(i) {
        // A line of a card that has nothing but the count and the year.
        let breaks = |k: Option<usize>| k.and_then(|k| tokens.get(k)).is_none_or(|t| t.kind == TokenKind::Break);
        let year = number(i + 1).is_some_and(|t| t.range.len() == 4 && text[t.range.clone()].starts_with(['1', '2']));
        if i > 0 && year && breaks(i.checked_sub(1)) && breaks(Some(i + 2)) {
            return Some(certain(count.range.clone(), Label::Citations, "label/citations-line"));
        }
        let word = tokens.get(i + 1).filter(|t| t.kind == TokenKind::Word)?;
        let after = lexicon::CITATION_WORDS.get(&fold_words(&text[word.range.clone()]));
        return (after == Some("after"))
            .then(|| certain(count.range.start..word.range.end, Label::Citations, "label/citations"));
    }
    let first = text[tokens[i].range.clone()].chars().next()?.to_ascii_lowercase();
    if !matches!(first, 'c' | 't' | 'z' | 'g' | '被') {
        return None;
    }
    for count in (1..=3).rev() {
        let Some(end) = tokens.get(i + count - 1).map(|t| t.range.end) else { continue };
        let phrase = fold_words(&text[tokens[i].range.start..end]);
        if lexicon::CITATION_WORDS.get(&phrase) == Some("before") {
            let mut next = i + count;
            if tokens.get(next).is_some_and(|t| text[t.range.clone()].starts_with([':', '('])) {
                next += 1;
            }
            let number = number(next)?;
            return Some(certain(tokens[i].range.start..number.range.end, Label::Citations, "label/citations"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token::tokenize;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<(Label, &str)> {
        find(text, &tokenize(text)).into_iter().map(|f| (f.label, &text[f.range])).collect()
    }

    #[test]
    fn identifiers_in_every_spelling() {
        use Label::{Citations, Doi, Eprint, Isbn, Issn, Pmid, ReportNumber, Url};
        let cases: &[(&str, &[(Label, &str)])] = &[
            // DOI: announced, bare, as address, with the marks of the sentence glued on.
            ("See doi:10.1000/182.", &[(Doi, "doi:10.1000/182")]),
            ("(doi:10.1007/s10209-009-0184-x).", &[(Doi, "doi:10.1007/s10209-009-0184-x")]),
            ("DOI: https://doi.org/10.1093/jla/laaa006, 2021", &[(Doi, "DOI: https://doi.org/10.1093/jla/laaa006")]),
            ("DOI:http://dx.doi.org/10.1076/csed.13.2.", &[(Doi, "DOI:http://dx.doi.org/10.1076/csed.13.2")]),
            ("end. 10.1000/abc(9)1;", &[(Doi, "10.1000/abc(9)1")]),
            (
                "doi:10.1002/(sici)1096-9861(1997)387:2<167::aid-cne1>3.0.co;2-z",
                &[(Doi, "doi:10.1002/(sici)1096-9861(1997)387:2<167::aid-cne1>3.0.co;2-z")],
            ),
            // Broken by a space or a line.
            ("doi: 10.1016/j.rser. 2020.109841", &[(Doi, "doi: 10.1016/j.rser. 2020.109841")]),
            ("doi:10.1000/j.abc-\n123. Next", &[(Doi, "doi:10.1000/j.abc-\n123")]),
            ("doi:10.1000/182. 2019.", &[(Doi, "doi:10.1000/182")]),
            // No DOI: a section number and a slash.
            ("Sect. 10.1 and/or 10.2", &[]),
            // arXiv.
            ("arXiv:1707.08052v2 [cs.CL], 2017", &[(Eprint, "arXiv:1707.08052v2 [cs.CL]")]),
            ("arXiv preprint arXiv:1301.3781 (2013)", &[(Eprint, "arXiv preprint arXiv:1301.3781")]),
            ("arXiv.org:hep-ph/0309328", &[(Eprint, "arXiv.org:hep-ph/0309328")]),
            ("arXiv :1704.03648;", &[(Eprint, "arXiv :1704.03648")]),
            ("math.AG/0211159.", &[(Eprint, "math.AG/0211159")]),
            ("https://arxiv.org/pdf/1409.0473v7.pdf", &[(Eprint, "https://arxiv.org/pdf/1409.0473v7.pdf")]),
            ("https://doi.org/10.48550/arXiv.1706.03762", &[(Doi, "https://doi.org/10.48550/arXiv.1706.03762")]),
            ("CoRR, abs/1502.03167", &[(Eprint, "abs/1502.03167")]),
            ("arXiv 2013", &[]),
            // Books and journals: the check digit decides.
            ("ISBN 978-0-306-40615-7.", &[(Isbn, "ISBN 978-0-306-40615-7")]),
            ("ISBN: 0-306-40615-2", &[(Isbn, "ISBN: 0-306-40615-2")]),
            ("ISBN 978-0-306-40615-8", &[]),
            ("ISSN 0378-5955", &[(Issn, "ISSN 0378-5955")]),
            ("issn: 0378-5954", &[]),
            ("PMID: 31034443 PMCID: PMC6581033", &[(Pmid, "PMID: 31034443"), (Pmid, "PMCID: PMC6581033")]),
            // Addresses.
            ("http://example.org/~ab_c?d=1&b=50%25).", &[(Url, "http://example.org/~ab_c?d=1&b=50%25")]),
            ("https://example.org/wiki/X_(y)", &[(Url, "https://example.org/wiki/X_(y)")]),
            ("<www.example.org/a>.", &[(Url, "www.example.org/a")]),
            ("http ://example.org/a", &[(Url, "http ://example.org/a")]),
            ("https://example.org/some-\nlong-name/x.html", &[(Url, "https://example.org/some-\nlong-name/x.html")]),
            ("http://example.org/a/ (accessed 2019)", &[(Url, "http://example.org/a/")]),
            // Reports and counts.
            ("MSR-TR-2024-12 | August", &[(ReportNumber, "MSR-TR-2024-12")]),
            ("COVID-19 and SARS-CoV-2", &[]),
            ("Wei Guan 0001, Ann Li 0023: A title", &[(Label::Author, "0001"), (Label::Author, "0023")]),
            ("Model 0010a", &[]),
            ("^ Lake, D. Salt", &[(Label::CitationNumber, "^")]),
            ("^ a b c Lake, D. Salt", &[(Label::CitationNumber, "^ a b c")]),
            ("^ a river, ^ a b", &[(Label::CitationNumber, "^")]),
            ("Cited by 12 · 299 citations", &[(Citations, "Cited by 12"), (Citations, "299 citations")]),
            ("被引用 45", &[(Citations, "被引用 45")]),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn found_places_are_in_order(text in "(doi:|10\\.1000/|arXiv:|97|http://|ISBN|[a-z0-9 ./()<-]|\\PC){0,40}") {
            let mut at = 0;
            for found in find(&text, &tokenize(&text)) {
                prop_assert!(found.range.start >= at && found.range.end > found.range.start);
                prop_assert!(text.get(found.range.clone()).is_some());
                at = found.range.end;
            }
        }
    }
}
