//! Files and standard input to sources; what cannot be a listing is refused with advice.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use bibglean::diag::Diagnostic;
use bibglean::source::{Encoding, Format, Source};
use bibglean::span::SourceId;

use super::args::{InputArguments, STDIO};
use super::failure::plain;
use super::values::{Size, Verbosity};
use super::{Failure, terminal};

/// The name of standard input in messages.
const STDIN_NAME: &str = "<stdin>";

/// First bytes of files that hold no text, and what they are: (offset, bytes, name, what to do instead).
const BINARIES: &[(usize, &[u8], &str, &str)] = &[
    (0, b"%PDF", "a PDF", COPY),
    (0, b"PK\x03\x04", "a zip archive (or a DOCX, ODT or EPUB file)", "save it as plain text or HTML and read that"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Excel file", "save it as plain text and read that"),
    (0, b"{\\rtf", "an RTF file", "save it as plain text and read that"),
    (0, b"\x89PNG\r\n\x1a\n", "an image", IMAGE),
    (0, b"\xff\xd8\xff", "an image", IMAGE),
    (0, b"GIF8", "an image", IMAGE),
    (0, b"II*\0", "an image", IMAGE),
    (0, b"MM\0*", "an image", IMAGE),
    (8, b"WEBPVP8", "an image", IMAGE),
    (4, b"ftyp", "an image or a film", IMAGE),
    (0, b"\x1f\x8b", "compressed", UNPACK),
    (0, b"BZh", "compressed", UNPACK),
    (0, b"\xfd7zXZ\0", "compressed", UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "compressed", UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "compressed", UNPACK),
    (0, b"%!PS", "a PostScript file", COPY),
    (0, b"\x7fELF", "a program", "give a listing of publications"),
];
const COPY: &str = "open it, select the references, copy them into a text file and read that";
const IMAGE: &str = "only text can be read: copy the text, or run text recognition first";
const UNPACK: &str = "unpack it and read what is inside";

/// Beginnings of arguments that are addresses, not files.
const ADDRESSES: &[&str] = &["http://", "https://", "ftp://", "www."];

/// How many bytes at the start are looked at. A file with zero bytes in which more than one byte in `BINARY_SHARE` is a
/// control character is no text; a stray one in a text is harmless.
const SNIFFED: usize = 8192;
const BINARY_SHARE: usize = 50;

/// Byte order marks of encodings whose text does have NUL.
const WIDE: &[&[u8]] = &[b"\xff\xfe", b"\xfe\xff"];

/// How an input is read.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Most bytes.
    pub limit: Size,
    /// Its encoding; `None` finds out.
    pub encoding: Option<Encoding>,
    /// Its format; `None` finds out.
    pub format: Option<Format>,
    /// Whether a person is told that standard input is waited for.
    pub verbosity: Verbosity,
}

impl How {
    /// As the arguments say.
    pub fn new(arguments: &InputArguments, verbosity: Verbosity) -> Self {
        Self { limit: arguments.max_input, encoding: arguments.encoding, format: arguments.from.format(), verbosity }
    }
}

/// Inputs, decoded, with the number of each and what was wrong with its encoding.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The sources, in the order of their ids.
    pub sources: Vec<Source>,
    /// What decoding had to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl Inputs {
    /// Reads one more file, or standard input for `-`.
    pub fn add(&mut self, path: &Path, how: &How) -> Result<(), Failure> {
        let (name, bytes) = if path.as_os_str() == STDIO {
            (STDIN_NAME.to_owned(), stdin(how.limit, how.verbosity)?)
        } else {
            (path.display().to_string(), file(path, how.limit)?)
        };
        refuse_binary(&bytes).map_err(|what| Failure::new(format!("{name}: {what}")))?;
        let id = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        let (source, diagnostics) = Source::decode_as(id, name, &bytes, how.encoding);
        self.sources.push(match how.format {
            Some(format) => source.with_format(format),
            None => source,
        });
        self.diagnostics.extend(diagnostics);
        Ok(())
    }
}

/// The inputs that the arguments name; standard input where they name none.
pub fn paths(files: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if files.is_empty() {
        return Ok(vec![PathBuf::from(STDIO)]);
    }
    if files.iter().filter(|path| path.as_os_str() == STDIO).count() > 1 {
        return Err(Failure::new("standard input can be read only once"));
    }
    Ok(files.to_vec())
}

fn stdin(limit: Size, verbosity: Verbosity) -> Result<Vec<u8>, Failure> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() && verbosity > Verbosity::Quiet {
        terminal::complain("paste the listing here, then press Ctrl-D at the start of a line (--help tells more)");
    }
    bounded(stdin.lock(), limit).map_err(|what| Failure::new(format!("standard input: {what}")))
}

pub(super) fn file(path: &Path, limit: Size) -> Result<Vec<u8>, Failure> {
    let text = path.to_string_lossy();
    if ADDRESSES.iter().any(|start| text.starts_with(start)) && !path.exists() {
        let advice = "is an address; nothing is fetched: save the page from the browser and read that file";
        return Err(Failure::file(path, advice));
    }
    if path.is_dir() {
        return Err(Failure::file(path, "is a directory; name the files in it"));
    }
    let file = File::open(path).map_err(|error| Failure::io(path, &error))?;
    bounded(file, limit).map_err(|what| Failure::file(path, what))
}

/// All bytes, if they are not too many.
fn bounded(reader: impl Read, limit: Size) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader.take(limit.0 + 1).read_to_end(&mut bytes).map_err(|error| plain(&error))?;
    if bytes.len() as u64 > limit.0 {
        return Err(format!("is larger than {limit}; --max-input raises the limit"));
    }
    Ok(bytes)
}

/// Says what a file is, and what to do, if it holds no text.
fn refuse_binary(bytes: &[u8]) -> Result<(), String> {
    for (offset, magic, what, advice) in BINARIES {
        if bytes.get(*offset..).is_some_and(|rest| rest.starts_with(magic)) {
            return Err(format!("is {what}; {advice}"));
        }
    }
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let controls = head.iter().filter(|b| matches!(**b, 0..=8 | 14..=26 | 28..=31)).count();
    if head.contains(&0) && !is_wide(head) && controls * BINARY_SHARE > head.len() {
        return Err("is a binary file; give the listing as text, Markdown or HTML".to_owned());
    }
    Ok(())
}

/// Whether the zero bytes are those of UTF-16: after a byte order mark, or in nearly every other place and nowhere else.
fn is_wide(head: &[u8]) -> bool {
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    WIDE.iter().any(|mark| head.starts_with(mark)) || (even.min(odd) == 0 && even.max(odd) * 10 >= head.len() * 4)
}
