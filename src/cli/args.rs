//! Every option, once: the help, the manual and the parser all come from here.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use bibglean::Input;
use bibglean::source::{self, Encoding};
use bibglean::write::{self, Abstracts, Align, ArxivStyle, Charset, Format, Indent, WriteOptions};

/// Largest input that is read unless `--max-input` says otherwise.
pub const MAX_INPUT: Size = Size(256 << 20);

/// Largest limit that can be set: places in the input are 32-bit numbers, and decoding may treble the bytes.
const MAX_LIMIT: u64 = 1 << 30;

/// Reads publication listings and writes clean BibTeX with stable citation keys.
///
/// A listing is a page of publications as it was saved or copied: cards, numbered references, search results, a
/// curriculum vitae, one reference a line. Several files make one bibliography.
#[derive(Debug, Parser)]
#[command(
    name = "bibglean",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    override_usage = "bibglean [OPTIONS] [FILE]...\n       \
                      bibglean update [OPTIONS] FILE.bib [FILE]...\n       \
                      bibglean rekey [OPTIONS] FILE.bib\n       \
                      bibglean explain [ID]...",
    after_help = "Exit codes: 0 done; 1 no publication found; 2 wrong usage or a file that cannot be read or written; \
                  3 something would change (--check).\n\
                  A file that is named like a command is read as ./update."
)]
pub struct Arguments {
    /// Another thing to do than read listings.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to read, and how.
    #[command(flatten)]
    pub read: ReadArguments,
}

/// What the program does besides reading listings.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring a .bib up to date with listings: new works are added, missing fields filled, all else stays
    Update(UpdateArguments),
    /// Give the entries of a .bib new citation keys
    Rekey(RekeyArguments),
    /// Explain a diagnostic (`bibglean explain W1002`), or list them all
    Explain(ExplainArguments),
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub struct ExplainArguments {
    /// Ids of diagnostics, as printed in brackets; none lists them all
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
}

/// Arguments of the main job.
#[derive(Args, Debug)]
pub struct ReadArguments {
    /// Listings to read; `-` or none is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Write there instead of standard output; a .bib that exists there keeps the keys of the works in it
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Keep the citation keys of the works in this .bib
    #[arg(long, value_name = "FILE.bib")]
    pub keys: Vec<PathBuf>,

    /// What to write; else by the ending of the output file, else bibtex
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(write::FORMATS.iter().map(possible)))]
    pub to: Option<String>,

    /// How inputs are read.
    #[command(flatten)]
    pub input: InputArguments,

    /// Do not join repeated works: one entry for each appearance, in input order
    #[arg(long, conflicts_with = "keep_preprints")]
    pub keep_duplicates: bool,

    /// Keep a preprint and its published version as two entries
    #[arg(long)]
    pub keep_preprints: bool,

    /// Formula of new citation keys, or the name of a preset
    #[arg(long, value_name = "FORMULA", default_value = "scholar")]
    pub key: String,

    /// Order of the entries
    #[arg(long, value_enum, value_name = "BY", default_value_t)]
    pub sort: Sort,

    /// How the output is written.
    #[command(flatten)]
    pub style: StyleArguments,

    /// How much is said.
    #[command(flatten)]
    pub talk: TalkArguments,
}

/// Arguments of `update`.
#[derive(Args, Debug)]
pub struct UpdateArguments {
    /// The .bib to bring up to date, in place
    #[arg(value_name = "FILE.bib")]
    pub bib: PathBuf,

    /// Listings to read; `-` or none is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Only add new works; entries that are there stay as they are
    #[arg(long)]
    pub no_fill: bool,

    /// Fields whose values are replaced by those of the listings
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',')]
    pub refresh: Vec<String>,

    /// Keep a preprint and its published version as two entries
    #[arg(long)]
    pub keep_preprints: bool,

    /// Formula of the citation keys of new works, or the name of a preset
    #[arg(long, value_name = "FORMULA", default_value = "scholar")]
    pub key: String,

    /// How inputs are read.
    #[command(flatten)]
    pub input: InputArguments,

    /// Whether the file is changed.
    #[command(flatten)]
    pub change: ChangeArguments,

    /// How much is said.
    #[command(flatten)]
    pub talk: TalkArguments,
}

/// Arguments of `rekey`.
#[derive(Args, Debug)]
pub struct RekeyArguments {
    /// The .bib whose entries get new keys, in place
    #[arg(value_name = "FILE.bib")]
    pub bib: PathBuf,

    /// Formula of the new citation keys, or the name of a preset
    #[arg(long, value_name = "FORMULA", default_value = "scholar")]
    pub key: String,

    /// LaTeX files in which the keys are renamed where they are cited
    #[arg(long, value_name = "FILE.tex", num_args = 1..)]
    pub tex: Vec<PathBuf>,

    /// Write the old and new keys there: JSON if the file ends in .json, else a line `old TAB new` for each
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,

    /// Whether files are changed.
    #[command(flatten)]
    pub change: ChangeArguments,

    /// How much is said.
    #[command(flatten)]
    pub talk: TalkArguments,
}

/// Arguments that choose how inputs are read.
#[derive(Args, Debug)]
pub struct InputArguments {
    /// What the input is
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub from: From,

    /// Character encoding of the input (`latin1`, `Shift_JIS`); else told by its bytes
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<Encoding>,

    /// Largest input in bytes, with K, M or G; at most 1G
    #[arg(long, value_name = "SIZE", default_value_t = MAX_INPUT, value_parser = Size::parse)]
    pub max_input: Size,
}

/// Arguments that keep a file from being changed.
#[derive(Args, Debug)]
pub struct ChangeArguments {
    /// Change nothing; print what would change as a unified diff
    #[arg(long, visible_alias = "diff")]
    pub dry_run: bool,

    /// Change nothing; exit with 3 if something would change
    #[arg(long)]
    pub check: bool,
}

/// Arguments that choose how much is said.
#[derive(Args, Debug)]
pub struct TalkArguments {
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Show every remark with its source line
    #[arg(short, long)]
    pub verbose: bool,
}

/// Arguments that choose how the output is written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Style of the output")]
pub struct StyleArguments {
    /// Write characters beyond ASCII as LaTeX, where they have a spelling (default of bibtex)
    #[arg(long, conflicts_with = "unicode")]
    pub ascii: bool,

    /// Write UTF-8 (default of biblatex)
    #[arg(long)]
    pub unicode: bool,

    /// Write abstracts too, cut or not
    #[arg(long)]
    pub abstracts: bool,

    /// How a preprint on arXiv is written in BibTeX
    #[arg(long, value_enum, value_name = "STYLE", default_value_t)]
    pub arxiv: Arxiv,

    /// Fields to leave out
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',')]
    pub omit: Vec<String>,

    /// Write so many names of a list at most, then `and others`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_authors: Option<u32>,

    /// Spaces before a field of a .bib
    #[arg(long, value_name = "N", default_value_t = Indent::default().0)]
    pub indent: u8,

    /// Do not align the equals signs of a .bib
    #[arg(long)]
    pub no_align: bool,
}

impl StyleArguments {
    /// What the writers are told.
    pub fn options(&self) -> WriteOptions {
        WriteOptions {
            charset: match (self.ascii, self.unicode) {
                (true, _) => Charset::Ascii,
                (_, true) => Charset::Unicode,
                _ => Charset::Native,
            },
            omit: self.omit.iter().map(|field| field.trim().to_lowercase()).collect(),
            max_authors: self.max_authors.and_then(|n| usize::try_from(n).ok()),
            indent: Indent(self.indent),
            align: if self.no_align { Align::None } else { Align::default() },
            arxiv: match self.arxiv {
                Arxiv::Eprint => ArxivStyle::Eprint,
                Arxiv::Journal => ArxivStyle::Journal,
            },
            abstracts: if self.abstracts { Abstracts::Keep } else { Abstracts::Omit },
            ..WriteOptions::default()
        }
    }
}

/// How a preprint is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Arxiv {
    /// `@misc` with `eprint`
    #[default]
    Eprint,
    /// `@article` in the journal `arXiv preprint arXiv:ID`, which every style prints
    Journal,
}

/// Order of the entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// As they stand in the input
    #[default]
    None,
    /// By citation key
    Key,
    /// By year, then by citation key; without a year first
    Year,
}

/// How much stderr says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Errors alone.
    Quiet,
    /// Warnings and a summary.
    Normal,
    /// Notes too.
    Verbose,
}

impl TalkArguments {
    /// How much stderr says.
    pub fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }
}

/// What an input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// Find out, for each input
    #[default]
    Auto,
    /// A page as plain text
    Text,
    /// A page in Markdown
    Markdown,
    /// A page in HTML
    Html,
    /// One whole reference on each line; each gives one entry
    Lines,
}

impl From {
    /// How it is cut into entries.
    pub fn input(self) -> Input {
        match self {
            Self::Lines => Input::Lines,
            _ => Input::Page,
        }
    }

    /// The format of its page, if that is not to be found out.
    pub fn format(self) -> Option<source::Format> {
        match self {
            Self::Auto => None,
            Self::Text | Self::Lines => Some(source::Format::Text),
            Self::Markdown => Some(source::Format::Markdown),
            Self::Html => Some(source::Format::Html),
        }
    }
}

fn possible(format: &Format) -> PossibleValue {
    PossibleValue::new(format.name).help(format.about)
}

fn encoding(name: &str) -> Result<Encoding, String> {
    Encoding::from_name(name).ok_or_else(|| "no encoding has this name".to_owned())
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

/// The letters that multiply a size, largest first.
const UNITS: &[(char, u64)] = &[('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)];

impl Size {
    fn parse(text: &str) -> Result<Self, String> {
        let upper = text.to_ascii_uppercase();
        let unit = UNITS.iter().find(|(letter, _)| upper.ends_with(*letter));
        let digits = unit.and_then(|(letter, _)| upper.strip_suffix(*letter)).unwrap_or(&upper);
        let number: u64 = digits.parse().map_err(|_| "a number of bytes, as in 500K or 64M".to_owned())?;
        match number.checked_mul(unit.map_or(1, |(_, factor)| *factor)) {
            Some(bytes) if bytes <= MAX_LIMIT => Ok(Self(bytes)),
            _ => Err(format!("at most {}", Self(MAX_LIMIT))),
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match UNITS.iter().find(|(_, factor)| self.0 >= *factor && self.0.is_multiple_of(*factor)) {
            Some((letter, factor)) => write!(f, "{}{letter}", self.0 / factor),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_read_as_they_print() {
        for (text, bytes) in [("7", 7), ("500k", 500 << 10), ("64M", 64 << 20), ("1G", 1 << 30)] {
            let size = Size::parse(text).expect(text);
            assert_eq!(size.0, bytes);
            assert_eq!(Size::parse(&size.to_string()), Ok(size));
        }
        for text in ["", "M", "2G", "-1", "1.5M", "99999999999999999999G", "1MM"] {
            assert!(Size::parse(text).is_err(), "{text}");
        }
    }
}
