//! A file that is changed in place: nobody else changes it meanwhile, and it is the old one or the new one at any moment.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bibglean::bib::{self, ByteEncoding, Edit};

use super::args::ChangeArguments;
use super::output::{self, Target};
use super::values::Size;
use super::{Failure, Outcome, input};

/// A file that is open for a change.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    target: Target,
    /// The file as it was opened; holds the lock as long as it lives.
    _lock: fs::File,
    bytes: Vec<u8>,
    text: String,
    encoding: ByteEncoding,
}

impl File {
    /// Opens a file, locks it against another run of this program, and reads it.
    pub fn open(path: &Path, limit: Size) -> Result<Self, Failure> {
        let target = Target::new(path)?;
        if !target.is_file() {
            return Err(Failure::file(path, if path.exists() { "is not a regular file" } else { "does not exist" }));
        }
        let lock = fs::File::open(target.path()).map_err(|error| Failure::io(path, &error))?;
        match lock.try_lock() {
            // A file system without locks is no reason to refuse.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(Failure::file(path, "is being changed by another run")),
        }
        let bytes = input::file(target.path(), limit)?;
        let (text, encoding) = bib::decode_bytes(&bytes);
        Ok(Self { path: path.to_owned(), target, _lock: lock, bytes, text, encoding })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it can hold every character.
    pub fn is_utf8(&self) -> bool {
        self.encoding == ByteEncoding::Utf8
    }

    /// Puts a new text in its place, unless somebody changed the file since it was read.
    fn replace(&self, text: &str) -> Result<(), Failure> {
        let bytes = bib::encode_bytes(text, self.encoding).map_err(|character| {
            let what = format!("is not UTF-8 and cannot hold {character:?}; convert it to UTF-8 first");
            Failure::file(&self.path, what)
        })?;
        if self.target.is_read_only() {
            return Err(Failure::file(&self.path, "is read-only"));
        }
        match fs::read(self.target.path()) {
            Ok(now) if now == self.bytes => self.target.write_bytes(&bytes),
            Ok(_) => Err(Failure::file(&self.path, "was changed by another program meanwhile; nothing was written")),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(Failure::file(&self.path, "was removed meanwhile; nothing was written"))
            }
            Err(error) => Err(Failure::io(&self.path, &error)),
        }
    }
}

/// What is done with changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// They are made.
    Make,
    /// They are shown.
    Show,
    /// They are looked for.
    Check,
}

impl Change {
    /// As the arguments say.
    pub fn new(arguments: &ChangeArguments) -> Self {
        match (arguments.check, arguments.dry_run) {
            (true, _) => Self::Check,
            (_, true) => Self::Show,
            _ => Self::Make,
        }
    }

    /// Makes, shows or looks for the changes of one file; `edits` are the differences of `text` from the file.
    pub fn put(self, file: &File, name: &str, text: &str, edits: &[Edit]) -> Result<Outcome, Failure> {
        let same = text == file.text;
        match self {
            Self::Make if same => {}
            Self::Make => file.replace(text)?,
            Self::Show => output::to_stdout(&bib::unified_diff(name, &file.text, edits))?,
            Self::Check if same => {}
            Self::Check => return Ok(Outcome::WouldChange),
        }
        Ok(Outcome::Read)
    }
}
