//! Folding: the form in which words are compared.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case without diacritics, compatibility forms resolved (`Ｆüllé` gives `fulle`), punctuation kept.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// The folded words of a text, letters and digits only, joined by one space:
/// the form in which titles and names of venues are compared.
pub fn fold_words(text: &str) -> String {
    let folded = if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(fold(text)) };
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in folded.chars() {
        if matches!(c, '\'' | '’' | '‘' | '`') {
            continue;
        }
        if c.is_alphanumeric() {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            // A no-op but for ASCII, which was not folded yet.
            out.push(c.to_ascii_lowercase());
        } else {
            gap = true;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fold_alike() {
        assert_eq!(fold_words("ZeRO++: The  Café’s “Ünï”"), "zero the cafes uni");
        assert_eq!(fold("Ｆüllé"), "fulle");
    }
}
