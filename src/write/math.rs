//! TeX mathematics from the page: kept only when it can do nothing but draw.

use crate::lexicon;

/// Nesting that no formula in a title needs.
const DEEPEST: usize = 12;

/// Whether a formula (without its dollar signs) is balanced, draws without error in plain LaTeX with amsmath and amssymb,
/// and can do nothing else: ASCII, known commands with all their arguments, one superscript and one subscript a nucleus.
pub(super) fn is_harmless(formula: &str) -> bool {
    if formula.trim().is_empty() || !formula.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
        return false;
    }
    let mut reader = Reader { bytes: formula.as_bytes(), at: 0 };
    reader.list(0) && reader.at == reader.bytes.len()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Nuclei with their scripts, up to a closing brace or the end.
    fn list(&mut self, depth: usize) -> bool {
        let (mut raised, mut lowered) = (false, false);
        loop {
            self.skip_spaces();
            match self.peek() {
                None | Some(b'}') => return true,
                Some(b'^') => {
                    if std::mem::replace(&mut raised, true) || !self.script(depth) {
                        return false;
                    }
                }
                Some(b'_') => {
                    if std::mem::replace(&mut lowered, true) || !self.script(depth) {
                        return false;
                    }
                }
                // A prime is a superscript of its own.
                Some(b'\'') => {
                    if std::mem::replace(&mut raised, true) {
                        return false;
                    }
                    while self.peek() == Some(b'\'') {
                        self.at += 1;
                    }
                }
                Some(_) => {
                    (raised, lowered) = (false, false);
                    if !self.atom(depth) {
                        return false;
                    }
                }
            }
        }
    }

    /// `^` or `_` and what it raises or lowers.
    fn script(&mut self, depth: usize) -> bool {
        self.at += 1;
        self.skip_spaces();
        !matches!(self.peek(), None | Some(b'}' | b'^' | b'_' | b'\'')) && self.atom(depth)
    }

    /// A character, a group or a command with its arguments.
    fn atom(&mut self, depth: usize) -> bool {
        if depth >= DEEPEST {
            return false;
        }
        let Some(byte) = self.peek() else { return false };
        self.at += 1;
        match byte {
            b'{' => {
                let closed = self.list(depth + 1) && self.peek() == Some(b'}');
                self.at += 1;
                closed
            }
            b'\\' => self.command(depth),
            // TeX's other special characters, and those that .bib readers stumble on.
            b'}' | b'$' | b'%' | b'#' | b'&' | b'~' | b'"' | b'`' | b'@' => false,
            _ => true,
        }
    }

    fn command(&mut self, depth: usize) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_alphabetic()) {
            self.at += 1;
        }
        if self.at == start {
            // Thin spaces and the bar of a norm.
            let known = matches!(self.peek(), Some(b',' | b';' | b':' | b'!' | b' ' | b'|'));
            self.at += 1;
            return known;
        }
        let name = self.bytes.get(start..self.at).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default();
        let Some(arguments) = lexicon::MATH_COMMANDS.get(name).and_then(|n| n.parse::<usize>().ok()) else {
            return false;
        };
        (0..arguments).all(|_| {
            self.skip_spaces();
            self.peek() == Some(b'{') && self.atom(depth + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn drawing_is_harmless() {
        for formula in [
            "O(n \\log n)",
            "L_2",
            "x^{2}_{i}",
            "\\mathbb{Z}/p\\mathbb{Z}",
            "\\frac{1}{2}",
            "f''",
            "\\alpha",
            "a\\,b",
            "k",
        ] {
            assert!(is_harmless(formula), "{formula}");
        }
    }

    #[test]
    fn the_rest_is_not() {
        for formula in [
            "",
            " ",
            "{",
            "}",
            "{}}",
            "x^",
            "x^2^3",
            "x_1_2",
            "x^{2",
            "\\input{x}",
            "\\write18{x}",
            "a$b",
            "a%b",
            "a&b",
            "a#b",
            "\\",
            "\\frac{1}",
            "\\csname x",
            "é",
            "x^'",
            "f'^2",
            "\\def\\x{}",
            "a~b",
            "@x",
        ] {
            assert!(!is_harmless(formula), "{formula}");
        }
        assert!(!is_harmless(&"{".repeat(100_000)));
    }
}
