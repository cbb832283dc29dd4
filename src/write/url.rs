//! Addresses and identifiers that are written as they are.

use std::fmt::Write as _;

/// A URL in ASCII: what may not stand in one (RFC 3986 §2) is percent-encoded, what is encoded already stays.
pub(super) fn encode_url(url: &str) -> String {
    encode(url, |b| b.is_ascii_graphic() && !matches!(b, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}'))
}

/// A DOI or archive number: only what would break a braced field, or means another character to TeX (`^^5c`, The TeXbook
/// chapter 8), is percent-encoded.
pub(super) fn encode_identifier(id: &str) -> String {
    encode(id, |b| b.is_ascii_graphic() && !matches!(b, b'\\' | b'{' | b'}' | b'^'))
}

fn encode(text: &str, may_stand: fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for &byte in text.trim().as_bytes() {
        if may_stand(byte) {
            out.push(char::from(byte));
        } else if byte == b'\0' {
            // NUL means nothing in an address.
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_what_may_not_stand() {
        assert_eq!(encode_url("https://a.org/x_(y)?a=1&b=50%25#z~q"), "https://a.org/x_(y)?a=1&b=50%25#z~q");
        assert_eq!(encode_url("https://a.org/ä b{c}|\"\\\0\n"), "https://a.org/%C3%A4%20b%7Bc%7D%7C%22%5C");
        assert_eq!(
            encode_identifier("10.1002/(SICI)17:15<1661::AID>3.0.CO;2-2"),
            "10.1002/(SICI)17:15<1661::AID>3.0.CO;2-2"
        );
        assert_eq!(encode_identifier("10.1/a}\\b"), "10.1/a%7D%5Cb");
        assert_eq!(encode_identifier("10.1/a^^5cb"), "10.1/a%5E%5E5cb");
    }
}
