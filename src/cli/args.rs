//! Every option, once: the help, the manual and the parser all come from here.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand};

use bibglean::Options;
use bibglean::key::Formula;
use bibglean::model::Name;
use bibglean::source::Encoding;
use bibglean::write::{
    self, Abstracts, Align, ArxivStyle, Charset, Consumer, ForeignFields, Format, Indent, WriteOptions,
};

use super::values::{Arxiv, Foreign, From, MAX_INPUT, Size, Sort, Verbosity, encoding, name, share};

/// Standard input where a file is read, stderr where a list is written.
pub const STDIO: &str = "-";

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
                      bibglean explain [OPTIONS] [FILE|ID] [KEY]...",
    after_help = "Exit codes: 0 done; 1 no publication found; 2 wrong usage or a file that cannot be read or written; \
                  3 something would change (--check); 4 something is doubtful (--strict).\n\
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
    /// Explain how each entry of a listing came about, or what a diagnostic means (`bibglean explain W1002`)
    Explain(ExplainArguments),
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub struct ExplainArguments {
    /// A listing, or the id of a diagnostic as printed in brackets; none lists all diagnostics
    #[arg(value_name = "FILE|ID")]
    pub what: Option<PathBuf>,

    /// Citation keys of the entries to explain; else all are
    #[arg(value_name = "KEY")]
    pub keys: Vec<String>,

    /// Tell for every line of the input what became of it
    #[arg(long, conflicts_with_all = ["keys", "json"])]
    pub lines: bool,

    /// Write an object for each entry, one a line
    #[arg(long)]
    pub json: bool,

    /// Formula of citation keys, or the name of a preset
    #[arg(long, value_name = "FORMULA", default_value = "scholar")]
    pub key: String,

    /// How the input is read.
    #[command(flatten)]
    pub input: InputArguments,
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

    /// Choose format and style for the program or style that reads the result; other options take precedence
    #[arg(long = "for", value_name = "NAME", value_parser = PossibleValuesParser::new(write::CONSUMERS.iter().map(reader)))]
    pub reader: Option<String>,

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
    ///
    /// Presets: scholar, bbt, jabref, acl, zotero, inspire, alpha. A formula is written as for Better BibTeX (`auth.lower +
    /// shorttitle(3,3) + year`, `|` between alternatives) or as for JabRef (`[auth:lower][year]`).
    #[arg(long, value_name = "FORMULA", default_value = "scholar")]
    pub key: String,

    /// Order of the entries
    #[arg(long, value_enum, value_name = "BY", default_value_t)]
    pub sort: Sort,

    /// How the output is written.
    #[command(flatten)]
    pub style: StyleArguments,

    /// What is done about doubt.
    #[command(flatten)]
    pub doubt: DoubtArguments,

    /// How much is said.
    #[command(flatten)]
    pub talk: TalkArguments,
}

/// Arguments that choose what is done about values that may be wrong.
#[derive(Args, Debug)]
#[command(next_help_heading = "Doubt")]
pub struct DoubtArguments {
    /// List the doubtful values, the most doubtful first, as `file:line:column: message` that an editor can jump to; on
    /// stderr, or in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub review: Option<PathBuf>,

    /// Leave out fields that are less sure than this (0 to 1); an entry keeps its title
    #[arg(long, value_name = "X", value_parser = share)]
    pub min_confidence: Option<f32>,

    /// Exit with 4 if a value is doubtful, a text unread, or there is any other warning
    #[arg(long)]
    pub strict: bool,
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

    /// Whose page it is: added to lists of authors that begin with "with" (`Ada Moss` or `Moss, Ada`)
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub owner: Option<Name>,

    /// Threads that label entries; the result does not depend on it (default: as many as there are processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,

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

    /// How a preprint on arXiv is written in BibTeX (default: eprint)
    #[arg(long, value_enum, value_name = "STYLE")]
    pub arxiv: Option<Arxiv>,

    /// Fields to leave out
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',')]
    pub omit: Vec<String>,

    /// Write so many names of a list at most, then `and others`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_authors: Option<u32>,

    /// What is done with fields that a type of entry does not have, as the publisher of an article (default: keep in bibtex,
    /// fold in biblatex)
    #[arg(long, value_enum, value_name = "HOW")]
    pub foreign_fields: Option<Foreign>,

    /// Spaces before a field of a .bib
    #[arg(long, value_name = "N", default_value_t = Indent::default().0)]
    pub indent: u8,

    /// Do not align the equals signs of a .bib
    #[arg(long)]
    pub no_align: bool,
}

impl StyleArguments {
    /// What the writers are told: these choices, and where there are none those for the consumer.
    pub fn options(&self, usual: WriteOptions) -> WriteOptions {
        WriteOptions {
            charset: match (self.ascii, self.unicode) {
                (true, _) => Charset::Ascii,
                (_, true) => Charset::Unicode,
                _ => usual.charset,
            },
            omit: self.omit.iter().map(|field| field.trim().to_lowercase()).collect(),
            max_authors: self.max_authors.and_then(|n| usize::try_from(n).ok()),
            indent: Indent(self.indent),
            align: if self.no_align { Align::None } else { Align::default() },
            arxiv: match self.arxiv {
                None => usual.arxiv,
                Some(Arxiv::Eprint) => ArxivStyle::Eprint,
                Some(Arxiv::Journal) => ArxivStyle::Journal,
            },
            foreign: match self.foreign_fields {
                None => usual.foreign,
                Some(Foreign::Keep) => ForeignFields::Keep,
                Some(Foreign::Fold) => ForeignFields::Fold,
            },
            abstracts: if self.abstracts { Abstracts::Keep } else { Abstracts::Omit },
        }
    }
}

impl InputArguments {
    /// How inputs are read; keys by this formula.
    pub fn options(&self, formula: Formula) -> Options {
        let jobs = self.jobs.and_then(|jobs| NonZero::new(usize::from(jobs)));
        Options {
            input: self.from.input(),
            owner: self.owner.clone(),
            jobs: jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN),
            ..Options::new(formula)
        }
    }
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

fn reader(consumer: &Consumer) -> PossibleValue {
    PossibleValue::new(consumer.name).help(consumer.reason)
}

fn possible(format: &Format) -> PossibleValue {
    PossibleValue::new(format.name).help(format.about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
