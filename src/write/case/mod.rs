//! Case protection: which words of a title need braces, so that a style that lower-cases titles keeps their capitals.
//!
//! BibTeX's `change.case$` (btxhak §3) keeps the first letter of a title and of a subtitle after a colon; it lowers every other
//! letter outside braces. Whole words are braced, never whole titles. Capitals are judged by the evidence of the whole library:
//! in a title in Title Case they tell nothing, in one in sentence case they tell of a name.

mod evidence;
mod words;

use std::ops::Range;

pub use evidence::{Evidence, Style};

use crate::lexicon;
use crate::model::{MarkKind, Text};
use crate::text::fold::fold_words;
use evidence::is_capitalised;
use words::{Word, words};

/// Why a word keeps its capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A capital inside the word (`DeepSpeed`, `mRNA`) or capitals alone (`BERT`).
    MixedCase,
    /// Letters with a capital and digits together (`COVID-19`, `H.264`, `Phi-3`).
    LetterAndDigit,
    /// One capital letter (`X-ray`, `Part I`, `C++`).
    SingleLetter,
    /// A name by the lexicon (`Bayesian`, `Germany`).
    ProperName,
    /// A capital in the middle of a title in sentence case.
    SentenceCase,
    /// The library has the word with a capital in the middle of a sentence, and never in lower case.
    Listing,
    /// A noun in a German title.
    GermanNoun,
    /// The first word of a title, with a mark before it: BibTeX keeps the case of the mark alone.
    AfterMark,
}

impl Reason {
    /// A few words that say it (for `explain`).
    pub fn about(self) -> &'static str {
        match self {
            Self::MixedCase => "has a capital inside",
            Self::LetterAndDigit => "has a capital and a digit",
            Self::SingleLetter => "is a single letter",
            Self::ProperName => "is a name by the lexicon",
            Self::SentenceCase => "has a capital in a title in sentence case",
            Self::Listing => "has a capital in running text elsewhere, and nowhere stands in lower case",
            Self::GermanNoun => "is a noun in a German title",
            Self::AfterMark => "is the first word and stands after a mark",
        }
    }
}

/// A stretch of a title that needs braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protected {
    /// Bytes of the title.
    pub range: Range<usize>,
    /// Why.
    pub reason: Reason,
}

/// The words of a title (or parts of compounds) that need braces, in order.
pub fn protect(title: &Text, evidence: &Evidence) -> Vec<Protected> {
    let text = title.plain.as_str();
    let words = words(text);
    let styles = evidence.styles(text, &words);
    if styles.first() == Some(&Style::Capitals) {
        return Vec::new();
    }
    let named = named_words(text, &words);
    let mut out = Vec::new();
    for (i, (word, &style)) in words.iter().zip(&styles).enumerate() {
        if title
            .marks
            .iter()
            .any(|m| is_guarded(m.kind) && m.range.start < word.range.end && word.range.start < m.range.end)
        {
            continue;
        }
        let judge = Judge { text, style, evidence, word, first: i == 0, last: i + 1 == words.len() };
        judge.word(named.get(i).copied().unwrap_or_default(), &mut out);
    }
    join_formulas(text, out)
}

/// Protected stretches with nothing but brackets and commas between them, and a letter or digit right after a closing bracket,
/// are one formula: `(Pb,Bi)2Sr2CuO6`.
fn join_formulas(text: &str, protected: Vec<Protected>) -> Vec<Protected> {
    let part = |range: Range<usize>| text.get(range).unwrap_or_default();
    let bracket = |c: char| matches!(c, '(' | ')' | '[' | ']');
    let mut out: Vec<Protected> = Vec::with_capacity(protected.len());
    for run in protected.chunk_by(|a, b| part(a.range.end..b.range.start).chars().all(|c| bracket(c) || c == ',')) {
        if let [first, .., last] = run
            && part(first.range.start..last.range.end)
                .chars()
                .zip(part(first.range.start..last.range.end).chars().skip(1))
                .any(|(c, next)| matches!(c, ')' | ']') && next.is_alphanumeric())
        {
            let lead = part(0..first.range.start).chars().rev().take_while(|c| bracket(*c)).count();
            out.push(Protected { range: first.range.start - lead..last.range.end, reason: first.reason });
        } else {
            out.extend_from_slice(run);
        }
    }
    out
}

/// Markup that keeps the case by itself, or that braces may not cut.
fn is_guarded(kind: MarkKind) -> bool {
    matches!(kind, MarkKind::Italic | MarkKind::Math)
}

/// How sure the lexicon is of a name.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Named {
    /// It does not know it.
    #[default]
    No,
    /// The word is also an ordinary one (`Turkey`, `Spark`): it takes more evidence.
    Perhaps,
    /// A name.
    Yes,
}

/// For each word, whether it is a name or belongs to a name of several words (`New York`).
fn named_words(text: &str, words: &[Word]) -> Vec<Named> {
    let folded: Vec<String> =
        words.iter().map(|w| fold_words(base(text.get(w.range.clone()).unwrap_or_default()))).collect();
    let mut named = vec![Named::No; words.len()];
    for i in 0..words.len() {
        // Names of several words are short.
        let ahead = folded.get(i..).unwrap_or_default().iter().take(4).map(String::as_str);
        if let Some((count, value)) = lexicon::PROPER_NAMES.longest(ahead) {
            let sure = if value.is_empty() { Named::Yes } else { Named::Perhaps };
            for slot in named.iter_mut().skip(i).take(count) {
                if *slot != Named::Yes {
                    *slot = sure;
                }
            }
        }
    }
    named
}

/// A word without the ending of a possessive.
fn base(word: &str) -> &str {
    ["'s", "’s", "'", "’"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word)
}

/// Whether a sign that ordinary words lack stands between letters.
fn has_inner_sign(part: &str) -> bool {
    part.trim_matches(|c: char| !c.is_alphanumeric()).contains(['_', '&', '@', '.', '+', '~', '^', '#', '*'])
}

/// The judgement of one word.
struct Judge<'a> {
    text: &'a str,
    style: Style,
    evidence: &'a Evidence,
    word: &'a Word,
    first: bool,
    last: bool,
}

impl Judge<'_> {
    fn part(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Adds what of the word needs braces.
    fn word(&self, named: Named, out: &mut Vec<Protected>) {
        let parts = &self.word.parts;
        let mut reasons: Vec<Option<Reason>> =
            parts.iter().enumerate().map(|(i, part)| self.judge(i, self.part(part), named)).collect();
        self.digits_join(&mut reasons);
        self.compounds(&mut reasons);
        let braced = |i: usize| reasons.get(i).copied().flatten();
        let mut i = 0;
        while i < parts.len() {
            let Some(reason) = braced(i) else {
                i += 1;
                continue;
            };
            let first = i;
            while i + 1 < parts.len() && braced(i + 1).is_some() {
                i += 1;
            }
            // Signs at the end (C++) belong to the last part; what the word starts with, to the first.
            let start = if first == 0 { self.word.range.start } else { parts[first].start };
            let end = if i + 1 == parts.len() { self.word.range.end } else { parts[i].end };
            out.push(Protected { range: start..end, reason });
            i += 1;
        }
    }

    /// A compound with an acronym, or with a capital after a part in lower case (`LLM-Powered`, `Mixture-of-Experts`,
    /// `p-Adic`), is one term: it keeps its capitals as a whole. Slashes part compounds.
    fn compounds(&self, reasons: &mut [Option<Reason>]) {
        let count = reasons.len();
        let mut start = 0;
        while start < count {
            let mut end = start + 1;
            while end < count && matches!(self.joiner(end), "-" | "–") {
                end += 1;
            }
            let inner = |i: usize| matches!(reasons[i], Some(Reason::MixedCase | Reason::LetterAndDigit));
            let initial = |i: usize, test: fn(char) -> bool| self.part(&self.word.parts[i]).starts_with(test);
            let small = (start..end).position(|i| initial(i, char::is_lowercase)).map(|i| start + i);
            let mixed = small.is_some_and(|small| (small + 1..end).any(|i| initial(i, char::is_uppercase)));
            if end - start > 1 {
                if let Some(i) = (start..end).find(|i| inner(*i)) {
                    let reason = reasons[i];
                    reasons[start..end].fill(reason);
                } else if mixed && (small != Some(start) || (start..end).all(|i| reasons[i].is_none())) {
                    reasons[start..end].fill(Some(Reason::MixedCase));
                }
            }
            start = end;
        }
    }

    /// A number that follows a name belongs to it (`COVID-19`), and makes one of a capitalised word (`Phi-3`) unless that is a word
    /// that things are numbered with (`Type-2`).
    fn digits_join(&self, reasons: &mut [Option<Reason>]) {
        for i in 1..reasons.len() {
            let [before, number] = [i - 1, i].map(|i| self.part(&self.word.parts[i]));
            if !number.starts_with(|c: char| c.is_ascii_digit()) || reasons[i].is_some() {
                continue;
            }
            let name = is_capitalised(before)
                && self.joiner(i) == "-"
                && !lexicon::NUMBERED_WORDS.contains(&fold_words(before));
            if reasons[i - 1].is_some() || name {
                reasons[i - 1].get_or_insert(Reason::LetterAndDigit);
                reasons[i] = reasons[i - 1];
            }
        }
    }

    /// What stands before a part.
    fn joiner(&self, i: usize) -> &str {
        let parts = &self.word.parts;
        self.text.get(parts[i - 1].end..parts[i].start).unwrap_or_default()
    }

    /// Whether BibTeX keeps the first letter of this part in any case.
    fn keeps_first(&self, i: usize) -> bool {
        let before = self.text.get(..self.word.range.start).unwrap_or_default();
        i == 0 && (self.first && self.word.range.start == 0 || before.ends_with(": "))
    }

    fn judge(&self, i: usize, part: &str, named: Named) -> Option<Reason> {
        let upper = part.chars().filter(|c| c.is_uppercase()).count();
        if upper == 0 {
            return None;
        }
        let letters = part.chars().filter(|c| c.is_alphabetic()).count();
        if part.chars().any(char::is_numeric) {
            return Some(Reason::LetterAndDigit);
        }
        if letters == 1 {
            return self.single(i, part).then_some(Reason::SingleLetter);
        }
        let inner = part.chars().skip_while(|c| !c.is_alphabetic()).skip(1).any(char::is_uppercase);
        // `l'Europe`, `R&D`, `Node.js`: a capital after an elision, a sign between letters.
        if inner || self.is_elided(i) || has_inner_sign(part) {
            return Some(Reason::MixedCase);
        }
        if !part.starts_with(char::is_uppercase) || self.keeps_first(i) {
            return None;
        }
        if self.first && i == 0 {
            return Some(Reason::AfterMark);
        }
        self.capitalised(i, part, named)
    }

    /// Whether an article or preposition is joined to the part by an apostrophe.
    fn is_elided(&self, i: usize) -> bool {
        i > 0 && matches!(self.joiner(i), "'" | "’")
    }

    /// A word with a capital first letter that would be lowered.
    fn capitalised(&self, i: usize, part: &str, named: Named) -> Option<Reason> {
        let folded = fold_words(base(part));
        let lower = self.evidence.has_lower(&folded);
        let listed = if self.word.parts.len() == 1 { None } else { lexicon::PROPER_NAMES.get(&folded) };
        match (named, listed) {
            (Named::Yes, _) | (_, Some("")) => return Some(Reason::ProperName),
            (Named::Perhaps, _) | (_, Some(_)) if self.evidence.has_name(&folded) && !lower => {
                return Some(Reason::ProperName);
            }
            _ => {}
        }
        let starts = self.word.starts && i == 0;
        match self.style {
            Style::German if !starts || self.word.quoted => Some(Reason::GermanNoun),
            Style::Sentence if !starts && !lower => Some(Reason::SentenceCase),
            Style::Title if self.evidence.has_name(&folded) && !lower => Some(Reason::Listing),
            _ => None,
        }
    }

    /// One letter: a symbol or numeral, unless it is the article or a word of one letter in a Romance language.
    fn single(&self, i: usize, part: &str) -> bool {
        let whole = self.word.parts.len() == 1;
        let bare = part.chars().all(char::is_alphabetic);
        if !whole {
            return true;
        }
        if !bare {
            return true;
        }
        if self.keeps_first(i) {
            return false;
        }
        match part {
            "A" => self.last && !self.word.starts,
            "E" | "O" | "Y" | "À" | "É" | "Ó" => self.last || self.style != Style::Title && !self.word.starts,
            _ => true,
        }
    }
}
