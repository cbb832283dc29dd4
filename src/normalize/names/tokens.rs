//! A printed list of names cut into words and separators; marks, digits and affiliations are left out.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::phrases::{phrases, role};
use crate::lexicon::{CUTS, JOINERS, ROLES};
use crate::normalize::clean::{is_close, is_dash, is_open};
use crate::text::fold::fold_words;
use crate::text::token::is_unspaced;

/// What a token does in a list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word of a name.
    Word,
    /// A nickname in brackets.
    Nick,
    /// A comma.
    Comma,
    /// A separator that stands between whole names only (`;`, `/`, `·`).
    Strong,
    /// `and` in any language.
    And,
    /// A joiner that also stands inside names (`y`, `e`).
    WeakAnd,
    /// A line break.
    Break,
    /// Words that say what the people did.
    Role(Role),
    /// The list was cut; how many names are left out, if it says so.
    Cut(Option<u32>),
    /// A dash in place of the authors of the entry above.
    Same,
    /// A number (kept only until the words around it are read).
    Number,
}

/// What people did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Author,
    Editor,
    Translator,
    EditorTranslator,
    /// A title of address or a remark.
    None,
}

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    /// Whether no space stands before it in the finished name.
    pub(super) glued: bool,
}

/// Whether the character can stand in a name.
fn is_name_char(c: char) -> bool {
    c.is_alphabetic() || is_combining_mark(c) || matches!(c, '\'' | '’' | '‘' | '`' | '´' | 'ʼ' | 'ʻ' | '~' | '^' | '¨')
}

/// Raised letters and digits, which mark affiliations.
fn is_raised(c: char) -> bool {
    matches!(u32::from(c), 0xAA | 0xB2 | 0xB3 | 0xB9 | 0xBA | 0x2070..=0x209C | 0x1D2C..=0x1D6A | 0x1D9B..=0x1DBF | 0x2B0..=0x2B8)
}

/// Cuts a list of names.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scan = Scan { text, out: Vec::with_capacity(text.len() / 5 + 2) };
    scan.run(0..text.len());
    let mut tokens = scan.out;
    phrases(text, &mut tokens);
    tokens.retain(|t| t.kind != Kind::Number);
    tokens
}

struct Scan<'a> {
    text: &'a str,
    out: Vec<Token>,
}

impl Scan<'_> {
    fn push(&mut self, kind: Kind, range: Range<usize>, glued: bool) {
        self.out.push(Token { kind, range, glued });
    }

    fn at(&self, at: usize) -> Option<char> {
        self.text.get(at..).and_then(|rest| rest.chars().next())
    }

    fn before(&self, at: usize) -> Option<char> {
        self.text.get(..at).and_then(|part| part.chars().next_back())
    }

    fn run(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let Some(c) = self.at(at) else { break };
            let next = at + c.len_utf8();
            at = match c {
                '\n' => {
                    self.push(Kind::Break, at..next, false);
                    next
                }
                _ if is_raised(c) => next,
                _ if is_open(c) => self.bracket(at, range.end),
                ',' | '，' | ':' => {
                    // "1,2" after a name marks two affiliations.
                    let marks = self.before(at).is_some_and(|b| b.is_numeric() || b == '*' || b == '∗')
                        && self.at(next).is_some_and(|a| a.is_numeric() || is_raised(a) || a == '*');
                    if !marks {
                        self.push(Kind::Comma, at..next, false);
                    }
                    next
                }
                ';' | '/' | '|' | '、' | '·' | '・' | '•' | '‧' | '；' | '∙' | '⋅' | '､' | '／' => {
                    self.push(Kind::Strong, at..next, false);
                    next
                }
                '&' | '＆' => {
                    // `A&M`, `AT&T`
                    if let Some(last) = self.out.last()
                        && last.kind == Kind::Word
                        && last.range.end == at
                        && self
                            .text
                            .get(last.range.clone())
                            .is_some_and(|w| w.len() <= 2 && w.chars().all(char::is_uppercase))
                        && self.at(next).is_some_and(char::is_uppercase)
                    {
                        let start = last.range.start;
                        self.out.pop();
                        let after = self.word(next, range.end, false);
                        if let Some(last) = self.out.last_mut() {
                            last.range.start = start;
                        }
                        at = after;
                        continue;
                    }
                    self.push(Kind::And, at..next, false);
                    next
                }
                '+' => {
                    let digits = self.digits(next..range.end);
                    if digits.is_empty() {
                        next
                    } else {
                        let count = self.text.get(digits.clone()).and_then(|d| d.parse().ok());
                        self.push(Kind::Cut(count), at..digits.end, false);
                        digits.end
                    }
                }
                '…' => {
                    self.push(Kind::Cut(None), at..next, false);
                    next
                }
                '.' if self.text.get(at..).is_some_and(|rest| rest.starts_with("..")) => {
                    let mut end = at;
                    while self.at(end) == Some('.') {
                        end += 1;
                    }
                    // "Smith..." and "G. C.." end a sentence.
                    if end - at > 2 && !self.before(at).is_some_and(char::is_alphanumeric) {
                        self.push(Kind::Cut(None), at..end, false);
                    }
                    end
                }
                '.' => {
                    // `C .B.Lang`: the full stop of the initial before it.
                    if let Some(last) = self.out.last_mut()
                        && last.kind == Kind::Word
                        && self.text.get(last.range.clone()).is_some_and(|w| w.chars().count() == 1)
                    {
                        last.range.end = next;
                    }
                    next
                }
                _ if is_dash(c) || c == '_' => self.dash(at, range.end),
                _ if c.is_numeric() => self.number(at, range.end),
                '"' | '“' | '”' | '„' => self.quote(at, next, range.end),
                _ if is_name_char(c) => self.word(at, range.end, false),
                _ => next,
            };
        }
    }

    /// The digits from the start of a range, spaces before them skipped.
    fn digits(&self, range: Range<usize>) -> Range<usize> {
        let part = self.text.get(range.clone()).unwrap_or_default();
        let start = range.start + (part.len() - part.trim_start_matches(' ').len());
        let rest = self.text.get(start..range.end).unwrap_or_default();
        start..start + rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()
    }

    /// A number; digits glued to a name are marks and are skipped by [`Self::word`].
    fn number(&mut self, at: usize, end: usize) -> usize {
        let part = self.text.get(at..end).unwrap_or_default();
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_numeric()).len();
        let letters = part.get(digits..).unwrap_or_default();
        let tail = letters.len() - letters.trim_start_matches(char::is_alphabetic).len();
        let word = letters.get(..tail).unwrap_or_default();
        if matches!(word, "nd" | "rd" | "th") && digits == 1 {
            self.push(Kind::Word, at..at + digits + tail, false);
            return at + digits + tail;
        }
        self.push(Kind::Number, at..at + digits, false);
        at + digits
    }

    /// A dash: part of a word after an initial, a separator, or the authors of the entry above.
    fn dash(&mut self, at: usize, end: usize) -> usize {
        let mut next = at;
        while next < end && self.at(next).is_some_and(|c| is_dash(c) || c == '_') {
            next += self.at(next).map_or(1, char::len_utf8);
        }
        let spaced_before = self.before(at).is_none_or(char::is_whitespace);
        let spaced_after = self.at(next).is_none_or(char::is_whitespace);
        if self.out.is_empty() && !self.at(next).is_some_and(char::is_alphabetic) {
            self.push(Kind::Same, at..next, false);
        } else if self.at(next).is_some_and(char::is_alphabetic)
            && self.out.last().is_some_and(|t| t.kind == Kind::Word)
        {
            return self.word(at, end, true);
        } else if spaced_before && spaced_after && self.out.last().is_some_and(|t| t.kind == Kind::Word) {
            self.push(Kind::Strong, at..next, false);
        }
        next
    }

    /// A word from `at` on, cut after each full stop; `glued` if it goes on the word before.
    fn word(&mut self, at: usize, end: usize, glued: bool) -> usize {
        let mut next = at;
        let mut stop = at;
        while next < end {
            let Some(c) = self.at(next) else { break };
            let after = next + c.len_utf8();
            let follows = self.at(after).filter(|_| after < end);
            if is_name_char(c) || matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}') {
                next = after;
                stop = next;
            } else if is_dash(c) {
                // The hyphen of a double name; before a line end or a stray space too.
                let dashes = next == at;
                // `L. Larking-J. Kemble`: the hyphen parts two names.
                let initial = follows.is_some_and(char::is_uppercase)
                    && self.text.get(after..).is_some_and(|r| r.chars().nth(1) == Some('.'));
                let behind = self.out.last().is_some_and(|t| t.kind == Kind::Word && t.range.end + 2 >= at)
                    && self.out.last().and_then(|t| self.text.get(t.range.clone())).is_some_and(|w| w.ends_with('.'));
                if initial && behind && next > at + 2 && !dashes {
                    self.push(Kind::Word, at..next, glued);
                    self.push(Kind::Strong, next..after, false);
                    return after;
                }
                if dashes || follows.is_some_and(is_name_char) {
                    next = after;
                } else if follows.is_some_and(char::is_whitespace) && self.before(next).is_some_and(char::is_alphabetic)
                {
                    let rest = self.text.get(after..end).unwrap_or_default().trim_start();
                    if rest.starts_with(char::is_alphabetic) {
                        self.push(Kind::Word, at..after, glued);
                        return self.word(
                            end - (self.text.get(after..end).unwrap_or_default().trim_start().len()),
                            end,
                            true,
                        );
                    }
                    break;
                } else {
                    break;
                }
            } else if c == '.' && follows != Some('.') {
                next = after;
                stop = next;
                if follows.is_some_and(is_dash) && self.at(after + 1).is_some_and(char::is_alphabetic) {
                    self.push(Kind::Word, at..next, glued);
                    return self.word(next, end, true);
                }
                break;
            } else if c == '.' {
                // "Smith..."
                break;
            } else {
                break;
            }
        }
        if !glued
            && let Some(rest) = self.text.get(at..stop).and_then(|w| w.strip_prefix("and"))
            && rest.starts_with(char::is_uppercase)
        {
            // `andXiaoming`
            self.push(Kind::And, at..at + 3, false);
            return self.word(at + 3, end, false);
        }
        let quoted = self.text.get(at..stop).is_some_and(|w| w.chars().all(|c| !c.is_alphabetic()));
        if stop > at && !quoted {
            self.push(Kind::Word, at..stop, glued);
        }
        // Digits and raised marks right behind the word belong to no name.
        let mut after = next.max(stop).max(at + self.at(at).map_or(1, char::len_utf8));
        while after < end
            && self.at(after).is_some_and(|c| c.is_numeric() || is_raised(c) || matches!(c, '*' | '†' | '‡'))
        {
            after += self.at(after).map_or(1, char::len_utf8);
        }
        after
    }

    /// A quoted nickname (`William "Bill" Smith`); other quotation marks are skipped.
    fn quote(&mut self, at: usize, next: usize, end: usize) -> usize {
        let rest = self.text.get(next..end).unwrap_or_default();
        let close = rest.find(['"', '”', '“']).map(|i| next + i);
        if let Some(close) = close
            && self.out.last().is_some_and(|t| t.kind == Kind::Word)
            && rest.get(..close - next).is_some_and(|w| !w.is_empty() && w.chars().all(is_name_char))
        {
            let end = close + self.at(close).map_or(1, char::len_utf8);
            self.push(Kind::Nick, at..end, false);
            return end;
        }
        next
    }

    /// Bracketed words: a role, co-authors, a cut, a nickname, or nothing that belongs to a name.
    fn bracket(&mut self, at: usize, end: usize) -> usize {
        let open = at + self.at(at).map_or(1, char::len_utf8);
        let mut depth = 1_u32;
        let mut close = None;
        for (i, c) in self.text.get(open..end).unwrap_or_default().char_indices() {
            if is_open(c) {
                depth += 1;
            } else if is_close(c) {
                depth -= 1;
                if depth == 0 {
                    close = Some(open + i);
                    break;
                }
            }
        }
        let Some(close) = close else { return open };
        let inside = self.text.get(open..close).unwrap_or_default();
        let after = close + self.at(close).map_or(1, char::len_utf8);
        let folded = fold_words(inside);
        let words = || folded.split(' ');
        let whole = |found: Option<(usize, &'static str)>| found.filter(|(n, _)| *n == words().count());
        if folded.is_empty() {
            return if inside.contains('…') || inside.contains("..") { open } else { after };
        }
        if let Some(value) = ROLES.get(&folded) {
            self.push(Kind::Role(role(value)), at..after, false);
        } else if whole(CUTS.longest(words())).is_some() || inside.trim_start().starts_with('+') {
            return open;
        } else if let Some((n, "with")) = JOINERS.longest(words())
            && n < words().count()
        {
            self.push(Kind::Strong, at..open, false);
            self.run(open..close);
            self.push(Kind::Strong, close..after, false);
        } else if ROLES.longest(words()).is_some_and(|(_, value)| role(value) != Role::None && value != "author")
            && words().count() > 1
            && inside.contains(char::is_uppercase)
        {
            // "(ed. A. Smith)"
            self.push(Kind::Strong, at..open, false);
            self.run(open..close);
        } else if self.given(inside) {
            // `Bonhomme (Fl.)`
            self.push(Kind::Comma, at..open, false);
            self.run(open..close);
        } else if self.nests(at, after, inside) {
            self.push(Kind::Nick, at..after, false);
        } else if self.out.iter().all(|t| !matches!(t.kind, Kind::Word))
            && inside.contains([',', ' '])
            && inside.contains(char::is_alphabetic)
        {
            // The whole list stands in brackets.
            return open;
        } else {
            // "Smith (MIT), Jones (CMU)": the bracket ends the word before it.
            return after;
        }
        after
    }

    /// Whether a bracket holds the given names of the family name before it: initials (`Bonhomme (Fl.)`), or a word
    /// behind one in capitals (`FERRIERES (Madeleine)`).
    fn given(&self, inside: &str) -> bool {
        let Some(last) = self.out.last().filter(|t| t.kind == Kind::Word) else { return false };
        let initials = inside.contains('.')
            && inside.split([' ', '.', '-']).all(|w| w.chars().count() <= 2 && !w.starts_with(char::is_lowercase));
        let upper = self
            .text
            .get(last.range.clone())
            .is_some_and(|w| w.chars().count() > 3 && w.chars().all(char::is_uppercase));
        let written = inside.starts_with(char::is_uppercase)
            && inside.contains(char::is_lowercase)
            && inside.chars().all(is_name_char);
        initials || upper && written
    }

    /// Whether a bracket holds a nickname: one written-out word with parts of the name on both sides.
    fn nests(&self, at: usize, after: usize, inside: &str) -> bool {
        let before = self.out.last().is_some_and(|t| t.kind == Kind::Word && t.range.end + 1 >= at);
        let follows = self.text.get(after..).unwrap_or_default().trim_start_matches(' ');
        let word = follows.chars().next().is_some_and(char::is_alphabetic);
        let word = word && !JOINERS.contains(&fold_words(follows.split_whitespace().next().unwrap_or_default()));
        let mut chars = inside.chars();
        before
            && word
            && !inside.chars().any(is_unspaced)
            && chars.next().is_some_and(char::is_uppercase)
            && chars.clone().any(char::is_lowercase)
            && chars.all(is_name_char)
    }
}
