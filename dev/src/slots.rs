//! Texts with slots: `{T}` and the like stand for words of a record.

/// The text with each slot replaced by what `value` gives for its letter.
pub fn fill(text: &str, mut value: impl FnMut(char) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        out.push_str(&value(after.chars().next().unwrap_or_default()));
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// A few words from the middle of a title, in small letters.
pub fn topic(title: &str) -> String {
    title.split(' ').skip(1).take(4).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A title in small letters, as it stands in a sentence.
pub fn subject(title: &str) -> String {
    title.trim_end_matches('.').to_lowercase()
}
