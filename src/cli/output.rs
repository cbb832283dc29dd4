//! Text to standard output or to a file: all of it or nothing.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Failure;
use super::failure::plain;

/// Writes to standard output. A reader that has gone away (`| head`) is no error.
pub fn to_stdout(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output: {}", plain(&error))))
        }
        _ => Ok(()),
    }
}

/// A file that can be written, found out before anything is read.
#[derive(Debug)]
pub struct Target {
    /// The file itself, where the path is a symbolic link.
    path: PathBuf,
    /// What is there now.
    existing: Option<Metadata>,
}

impl Target {
    /// Looks at what stands at `path`. A directory is refused at once.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        let path = follow(path).map_err(|error| Failure::io(path, &error))?;
        let existing = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::io(&path, &error)),
        };
        if existing.as_ref().is_some_and(Metadata::is_dir) {
            return Err(Failure::file(&path, "is a directory; name a file to write"));
        }
        if existing.is_none() && !directory(&path).is_dir() {
            return Err(Failure::file(&path, format!("there is no directory {}", directory(&path).display())));
        }
        Ok(Self { path, existing })
    }

    /// The file, symbolic links followed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a regular file now.
    pub fn is_file(&self) -> bool {
        self.existing.as_ref().is_some_and(Metadata::is_file)
    }

    /// Whether its permissions forbid that it is written.
    pub fn is_read_only(&self) -> bool {
        self.existing.as_ref().is_some_and(|metadata| metadata.permissions().readonly())
    }

    /// Puts `text` there. A regular file is replaced in one step, so that a reader, a crash or a full disk sees the old
    /// text or the new one; a device or a pipe is written to as it is.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// As [`write`](Self::write), of text in any encoding.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let result = match &self.existing {
            Some(metadata) if !metadata.is_file() => pour(&self.path, bytes),
            existing => replace(&self.path, bytes, existing.as_ref()),
        };
        result.map_err(|error| Failure::file(&self.path, format!("cannot be written: {}", plain(&error))))
    }
}

/// The path that a chain of symbolic links ends in, which need not exist.
fn follow(path: &Path) -> io::Result<PathBuf> {
    /// As many links as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = directory(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn pour(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    match file.write_all(bytes).and_then(|()| file.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn replace(path: &Path, bytes: &[u8], existing: Option<&Metadata>) -> io::Result<()> {
    let directory = directory(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bibglean-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // A new file gets what the umask leaves of this, as any other program's would.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(bytes)?;
    if let Some(metadata) = existing {
        keep_owner(file.path(), metadata);
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    // The new name is on disk only when the directory is; where directories cannot be opened it is the system's care.
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// Gives the new file the owner of the old one, where this process may.
fn keep_owner(path: &Path, metadata: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let _ = std::os::unix::fs::chown(path, Some(metadata.uid()), Some(metadata.gid()));
    }
    #[cfg(not(unix))]
    let _ = (path, metadata);
}
