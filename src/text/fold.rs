//! Folding: the form in which words are compared.

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
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in fold(text).chars() {
        if matches!(c, '\'' | '’' | '‘' | '`') {
            continue;
        }
        if c.is_alphanumeric() {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            out.push(c);
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
