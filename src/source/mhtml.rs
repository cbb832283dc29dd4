//! Web archives (MHTML, RFC 2557): the page within.

/// The page of an archive.
pub(super) struct ArchivedPage {
    /// Its bytes, transfer encoding undone.
    pub bytes: Vec<u8>,
    /// The encoding that its header names.
    pub charset: Option<String>,
}

/// Longest boundary (RFC 2046 §5.1.1 allows 70 characters).
const MAX_BOUNDARY: usize = 100;
/// Bytes within which an archive's own header ends.
const HEADER: usize = 4096;

/// The first HTML part, if the bytes are a web archive.
pub(super) fn page(bytes: &[u8]) -> Option<ArchivedPage> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEADER)]);
    let lower = head.to_ascii_lowercase();
    let is_archive = lower.contains("mime-version:") && lower.contains("multipart/related");
    if !is_archive || lower.trim_start().starts_with('<') {
        return None;
    }
    let after = &head[lower.find("boundary=")? + "boundary=".len()..];
    let boundary = match after.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => after.split(|c: char| c.is_whitespace() || c == ';').next()?,
    };
    if boundary.is_empty() || boundary.len() > MAX_BOUNDARY {
        return None;
    }
    let delimiter = format!("--{boundary}");
    let mut parts = Parts { rest: bytes, delimiter: delimiter.as_bytes() };
    parts.find_map(html_part)
}

/// The parts between delimiters.
struct Parts<'a> {
    rest: &'a [u8],
    delimiter: &'a [u8],
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = find(self.rest, self.delimiter)? + self.delimiter.len();
        self.rest = &self.rest[start..];
        let end = find(self.rest, self.delimiter).unwrap_or(self.rest.len());
        Some(&self.rest[..end])
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let mut from = 0;
    while let Some(at) = text.get(from..)?.iter().position(|b| *b == first) {
        if text[from + at..].starts_with(wanted) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

/// The content of a part, if its header says that it is HTML.
fn html_part(part: &[u8]) -> Option<ArchivedPage> {
    let (end, skip) = match (find(part, b"\r\n\r\n"), find(part, b"\n\n")) {
        (Some(crlf), Some(lf)) if lf < crlf => (lf, 2),
        (Some(crlf), _) => (crlf, 4),
        (None, lf) => (lf?, 2),
    };
    let header = String::from_utf8_lossy(&part[..end]).to_ascii_lowercase();
    if !header.contains("content-type: text/html") && !header.contains("content-type: application/xhtml+xml") {
        return None;
    }
    let charset = header.split("charset=").nth(1).map(|rest| {
        rest.trim_start_matches('"').chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
    });
    let body = &part[end + skip..];
    let bytes = if header.contains("quoted-printable") {
        quoted_printable(body)
    } else if header.contains("base64") {
        base64(body)
    } else {
        body.to_vec()
    };
    Some(ArchivedPage { bytes, charset })
}

/// Undoes quoted-printable (RFC 2045 §6.7); what is no code stays as it is.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'=' {
            out.push(byte);
            continue;
        }
        match tail {
            [b'\r', b'\n', after @ ..] | [b'\n', after @ ..] => rest = after,
            [high, low, after @ ..] => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = after;
                }
                _ => out.push(byte),
            },
            _ => out.push(byte),
        }
    }
    out
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|d| u8::try_from(d).ok())
}

/// Undoes Base64 (RFC 2045 §6.8); bytes outside the alphabet are passed over.
fn base64(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for byte in body {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = (bits & 0xff_ffff) << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCHIVE: &str = "From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--b--\"\r\n\r\n\r\n----b--\r\nContent-Type: text/css\r\n\r\np {}\r\n----b--\r\nContent-Type: text/html; charset=\"utf-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p class=3D\"a\">M=C3=BCl=\r\nler = x</p>\r\n----b----\r\n";

    #[test]
    fn the_page_of_an_archive_is_read() {
        let page = page(ARCHIVE.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(page.bytes).unwrap().trim(), "<p class=\"a\">Müller = x</p>");
        assert_eq!(page.charset.as_deref(), Some("utf-8"));
        assert!(super::page(b"<html><!-- mime-version: multipart/related boundary=x -->").is_none());
    }

    #[test]
    fn base64_is_undone() {
        assert_eq!(base64(b"PHA+\r\neDwvcD4="), b"<p>x</p>");
    }
}
