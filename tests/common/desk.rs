//! A directory in which the program is run, and what it says.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// How a run of the program ended.
pub struct Run {
    /// Exit code; none if it was killed.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said.
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }
}

impl Run {
    /// Checks that it failed with this code, nothing on stdout, and one line on stderr that has these words.
    pub fn failed(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("bibglean: "), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {}", self.stderr);
        }
    }
}

/// A directory of its own for each test, with files in it.
pub struct Desk(tempfile::TempDir);

impl Desk {
    /// A directory with these files.
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let desk = Self(tempfile::tempdir().expect("a directory"));
        for (name, bytes) in files {
            fs::write(desk.path(name), bytes).expect("a file");
        }
        desk
    }

    /// Where a file is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What a file holds.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("UTF-8")
    }

    /// The program with its arguments, in this directory.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bibglean"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program without input.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().expect("runs").into()
    }

    /// Runs the program with an input.
    pub fn run_with_stdin(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        child.stdin.take().expect("a pipe").write_all(stdin).expect("writes");
        child.wait_with_output().expect("ends").into()
    }

    /// Nothing but these files is there: no temporary file was left.
    pub fn holds(&self, names: &[&str]) {
        let mut found: Vec<String> = fs::read_dir(self.0.path())
            .expect("there")
            .map(|e| e.expect("e").file_name().into_string().expect("u"))
            .collect();
        found.sort();
        assert_eq!(found, names);
    }
}
