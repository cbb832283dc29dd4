//! The one tokenizer: words, numbers, single punctuation marks; scripts without spaces character by character.

use std::ops::Range;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Letters, with marks inside (`O'Brien` and `work-stealing` are cut at the mark).
    Word,
    /// Digits only.
    Number,
    /// Letters and digits together (`e1234`, `2nd`, `H264`).
    Mixed,
    /// One character of a script written without spaces (Han, Kana, Thai).
    Ideograph,
    /// One punctuation mark or symbol.
    Mark,
    /// One or more line breaks.
    Break,
}

/// A token: bytes of the text it was cut from, and its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// What it is made of.
    pub kind: TokenKind,
    /// Whether white space stands before it.
    pub spaced: bool,
}

/// Whether the character belongs to a script that is written without spaces between words.
pub fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0xFF66..=0xFF9D | 0x2_0000..=0x3_FFFF)
}

/// Cuts a text into tokens; spaces are dropped, line breaks become [`TokenKind::Break`].
pub fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 4 + 1);
    let mut spaced = false;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c == '\n' {
            while chars.peek().is_some_and(|(_, c)| c.is_whitespace()) {
                chars.next();
            }
            let end = chars.peek().map_or(text.len(), |(i, _)| *i);
            tokens.push(Token { range: start..end, kind: TokenKind::Break, spaced });
            spaced = true;
            continue;
        }
        if c.is_whitespace() {
            spaced = true;
            continue;
        }
        let mut end = start + c.len_utf8();
        let kind = if is_unspaced(c) {
            TokenKind::Ideograph
        } else if c.is_alphanumeric() {
            let (mut letters, mut digits) = (!c.is_numeric(), c.is_numeric());
            while let Some(&(i, c)) = chars.peek() {
                let part = (c.is_alphanumeric() && !is_unspaced(c)) || is_joiner(c);
                if !part {
                    break;
                }
                letters |= !c.is_numeric() && !is_joiner(c);
                digits |= c.is_numeric();
                end = i + c.len_utf8();
                chars.next();
            }
            match (letters, digits) {
                (true, true) => TokenKind::Mixed,
                (false, _) => TokenKind::Number,
                _ => TokenKind::Word,
            }
        } else {
            TokenKind::Mark
        };
        tokens.push(Token { range: start..end, kind, spaced });
        spaced = false;
    }
    tokens
}

/// Marks that belong to the letter before them.
fn is_joiner(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_words_numbers_and_marks() {
        let text = "O'Neil, 12(3):e45\n張磊. 5";
        let found: Vec<(&str, TokenKind)> = tokenize(text).iter().map(|t| (&text[t.range.clone()], t.kind)).collect();
        use TokenKind::*;
        assert_eq!(
            found,
            vec![
                ("O", Word),
                ("'", Mark),
                ("Neil", Word),
                (",", Mark),
                ("12", Number),
                ("(", Mark),
                ("3", Number),
                (")", Mark),
                (":", Mark),
                ("e45", Mixed),
                ("\n", Break),
                ("張", Ideograph),
                ("磊", Ideograph),
                (".", Mark),
                ("5", Number)
            ]
        );
    }
}
