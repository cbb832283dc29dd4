//! Reading a formula character by character.

use super::formula::FormulaError;

/// A place in a formula.
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// Takes `c` if it stands here.
    pub fn eat(&mut self, c: char) -> bool {
        let here = self.peek() == Some(c);
        if here {
            self.bump();
        }
        here
    }

    pub fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&accept) {
            self.bump();
        }
        &self.text[start..self.at]
    }

    /// A quoted string; the quotation mark stands here. `\"` and `\\` are escapes where they are needed.
    pub fn string(&mut self) -> Result<String, FormulaError> {
        let start = self.at;
        let quote = self.bump();
        let mut out = String::new();
        while let Some(c) = self.bump() {
            if Some(c) == quote {
                return Ok(out);
            }
            if c == '\\' && self.peek() == quote {
                out.extend(self.bump());
                continue;
            }
            out.push(c);
        }
        Err(FormulaError::new(start, "this quotation mark is not closed"))
    }

    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, FormulaError> {
        Err(FormulaError::new(self.at, message))
    }
}

/// What an unknown name is most like, for messages.
pub(super) fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let name = name.to_ascii_lowercase();
    let like = known
        .map(|k| (shared_start(&name, &k.to_ascii_lowercase()), k))
        .filter(|(shared, _)| *shared >= 3)
        .max_by_key(|(shared, k)| (*shared, std::cmp::Reverse(k.len())));
    like.map_or_else(String::new, |(_, k)| format!(", did you mean `{k}`?"))
}

/// How many bytes two names share at their start.
fn shared_start(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count()
}
