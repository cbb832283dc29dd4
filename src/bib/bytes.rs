//! Bytes of a .bib file to text and back without loss, whatever their encoding.

/// How the bytes of a file are read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteEncoding {
    /// UTF-8; a byte-order mark stays as a character.
    Utf8,
    /// One byte a character (ISO 8859-1): every sequence of bytes is readable and comes back as it was.
    Latin1,
}

/// The text of a file: UTF-8 where that is valid, ISO 8859-1 otherwise.
pub fn decode_bytes(bytes: &[u8]) -> (String, ByteEncoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), ByteEncoding::Utf8),
        Err(_) => (bytes.iter().map(|byte| char::from(*byte)).collect(), ByteEncoding::Latin1),
    }
}

/// The bytes of a text. The error is the first character that the encoding lacks (new text must then be written with
/// LaTeX escapes).
pub fn encode_bytes(text: &str, encoding: ByteEncoding) -> Result<Vec<u8>, char> {
    match encoding {
        ByteEncoding::Utf8 => Ok(text.as_bytes().to_vec()),
        ByteEncoding::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).map_err(|_| c)).collect(),
    }
}
