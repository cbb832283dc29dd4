//! Citations in LaTeX text: which keys are cited, and the same text with other keys.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::patch::{self, Edit};
use crate::lexicon::{CITE_COMMANDS, VERBATIM};

/// Longest name of an environment that is looked at, in bytes.
const LONGEST: usize = 40;

/// A text with renamed keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recited {
    /// The new text.
    pub text: String,
    /// The changes, sorted.
    pub edits: Vec<Edit>,
    /// Every key that the text cites, as it stood before.
    pub cited: BTreeSet<String>,
}

/// Renames the keys that `\cite` and its like name, `keys` being new keys by old. Comments and verbatim text stay.
pub fn recite(text: &str, keys: &BTreeMap<String, String>) -> Recited {
    let mut out = Recited::default();
    for range in citations(text) {
        let key = &text[range.clone()];
        out.cited.insert(key.to_owned());
        if let Some(new) = keys.get(key).filter(|new| new.as_str() != key) {
            out.edits.push(Edit { range, text: new.clone() });
        }
    }
    out.text = patch::apply(text, &out.edits);
    out
}

/// Where keys are cited, in order.
fn citations(text: &str) -> Vec<Range<usize>> {
    let mut scan = Scan { text, at: 0, found: Vec::new() };
    scan.run();
    scan.found
}

/// How many groups of keys a command takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    One,
    Many,
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    found: Vec<Range<usize>>,
}

impl Scan<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            match bytes[self.at] {
                b'%' => self.skip_line(),
                b'\\' => self.command(),
                _ => self.at += 1,
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_line(&mut self) {
        self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |end| self.at + end + 1);
    }

    /// White space and comments.
    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' => self.skip_line(),
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }

    fn command(&mut self) {
        let start = self.at + 1;
        let length = self.text[start..].bytes().take_while(u8::is_ascii_alphabetic).count();
        if length == 0 {
            // A character with a backslash, `\%` and `\\` among them.
            self.at = start + self.text[start..].chars().next().map_or(0, char::len_utf8);
            return;
        }
        let name = &self.text[start..start + length];
        self.at = start + length;
        let folded = name.to_lowercase();
        match CITE_COMMANDS.get(&folded) {
            Some("many") => self.citation(Groups::Many),
            Some(_) => self.citation(Groups::One),
            None if VERBATIM.get(&folded) == Some("command") => self.inline(),
            None if name == "begin" => self.environment(),
            None => {}
        }
    }

    /// `\cite*[see][12]{a,b}`, and for many `\cites(see)(12)[1]{a}[2]{b}`.
    fn citation(&mut self, groups: Groups) {
        if self.peek() == Some(b'*') {
            self.at += 1;
        }
        loop {
            let before = self.at;
            self.skip_space();
            match self.peek() {
                Some(b'[') => self.skip_group(b'[', b']'),
                Some(b'(') if groups == Groups::Many => self.skip_group(b'(', b')'),
                Some(b'{') => {
                    let start = self.at + 1;
                    self.skip_group(b'{', b'}');
                    // A group that is not closed cites nothing.
                    let last = self.at.saturating_sub(1).max(start);
                    if self.text.as_bytes().get(last) == Some(&b'}') {
                        self.keys(start..last);
                    }
                    if groups == Groups::One {
                        return;
                    }
                }
                _ => {
                    self.at = before;
                    return;
                }
            }
        }
    }

    /// The keys in a group.
    fn keys(&mut self, group: Range<usize>) {
        let (mut at, end) = (group.start, group.end.min(self.text.len()));
        while at < end {
            let part = self.text[at..end].find(',').map_or(end, |comma| at + comma);
            let mut start = at;
            loop {
                start += self.text[start..end].len() - self.text[start..end].trim_start().len();
                if !self.text[start..end].starts_with('%') {
                    break;
                }
                start = self.text[start..end].find('\n').map_or(end, |line| start + line + 1);
            }
            // A comment may hold the comma.
            let part =
                if start > part { self.text[start..end].find(',').map_or(end, |comma| start + comma) } else { part };
            let key = self.text[start..part].split(['%', '\n']).next().unwrap_or_default().trim_end();
            if !key.is_empty() && !key.contains(['\\', '{', '}', '#']) {
                self.found.push(start..start + key.len());
            }
            at = part + 1;
        }
    }

    /// Skips a group with what nests in it; an open group ends with the text.
    fn skip_group(&mut self, open: u8, close: u8) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' => self.at += 1,
                b'%' => {
                    self.skip_line();
                    continue;
                }
                byte if byte == open => depth += 1,
                byte if byte == close => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.text.len();
    }

    /// `\verb|…|`
    fn inline(&mut self) {
        if self.peek() == Some(b'*') {
            self.at += 1;
        }
        if self.peek() == Some(b'[') {
            self.skip_group(b'[', b']');
        }
        let Some(mark) = self.text[self.at..].chars().next().filter(|c| !c.is_alphanumeric() && !c.is_whitespace())
        else {
            return;
        };
        if mark == '{' {
            self.skip_group(b'{', b'}');
            return;
        }
        let start = self.at + mark.len_utf8();
        let end = self.text[start..].char_indices().find(|(_, c)| *c == mark || *c == '\n');
        self.at = end.map_or(self.text.len(), |(end, c)| start + end + c.len_utf8());
    }

    /// Skips the body of an environment that is not read.
    fn environment(&mut self) {
        let rest = &self.text[self.at..];
        let Some(length) = rest.bytes().take(LONGEST).position(|byte| byte == b'}') else { return };
        let Some(name) = rest.get(..length).and_then(|name| name.strip_prefix('{')) else { return };
        if VERBATIM.get(&name.trim_end_matches('*').to_lowercase()) == Some("environment") {
            let end = format!("\\end{{{name}}}");
            self.at = rest.find(&end).map_or(self.text.len(), |at| self.at + at + end.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_without_old_keys_stays(
            parts in prop::collection::vec(prop_oneof![
                Just("\\cite".to_owned()), Just("\\cites".to_owned()), Just("\\verb".to_owned()), Just("\\begin{verbatim}".to_owned()),
                Just("{".to_owned()), Just("}".to_owned()), Just("[".to_owned()), Just("%".to_owned()), Just("\n".to_owned()),
                Just("k,é".to_owned()), any::<String>(),
            ], 0..20)
        ) {
            let text = parts.concat();
            let keys = BTreeMap::from([("k".to_owned(), "knew".to_owned())]);
            let recited = recite(&text, &keys);
            prop_assert!(recited.edits.iter().all(|edit| &text[edit.range.clone()] == "k"));
            prop_assert_eq!(&recite(&text, &BTreeMap::new()).text, &text);
        }
    }

    #[test]
    fn citations_are_renamed_where_they_are_citations() {
        let keys = [("a", "ada1843"), ("b", "bol1850")].map(|(old, new)| (old.to_owned(), new.to_owned())).into();
        for (old, new) in [
            (r"\cite{a}", r"\cite{ada1843}"),
            (r"\citep*[see][p.~3]{a, b}", r"\citep*[see][p.~3]{ada1843, bol1850}"),
            (r"\autocites(cf.)(){a}[12]{b}", r"\autocites(cf.)(){ada1843}[12]{bol1850}"),
            ("\\cite{%\n  a,% \\cite{b}, too\n  b}", "\\cite{%\n  ada1843,% \\cite{b}, too\n  bol1850}"),
            (r"50\% \cite{a}", r"50\% \cite{ada1843}"),
            ("% \\cite{a}\n\\nocite{b}", "% \\cite{a}\n\\nocite{bol1850}"),
            (r"\verb|\cite{a}| \Parencite{a}", r"\verb|\cite{a}| \Parencite{ada1843}"),
            (
                "\\begin{verbatim}\\cite{a}\\end{verbatim}\\cite{a}",
                "\\begin{verbatim}\\cite{a}\\end{verbatim}\\cite{ada1843}",
            ),
            (r"\citestyle{a} \cite[a]{ab}", r"\citestyle{a} \cite[a]{ab}"),
            (r"\cite{a", r"\cite{a"),
            (r"\cite[\cite{", r"\cite[\cite{"),
        ] {
            assert_eq!(recite(old, &keys).text, new);
        }
        assert_eq!(recite(r"\cite{x,a}\nocite{*}", &keys).cited.into_iter().collect::<Vec<_>>(), ["*", "a", "x"]);
    }
}
