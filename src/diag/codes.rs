//! The table of diagnostics. A new one is a variant and a row; the row's explanation is what `explain ID` prints.

use super::Severity;

/// A kind of diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// Bytes that are not valid in the source's encoding.
    InvalidEncoding,
    /// A structured file that is not valid in its format.
    BrokenInput,
    /// An encoding for which nothing but the frequencies of its bytes speaks.
    GuessedEncoding,
    /// Text that had been decoded in a wrong encoding before, and was put right.
    DecodedTwice,
    /// Text that was read as part of no publication and is no known furniture.
    UnreadText,
    /// The page announces another number of publications than was read.
    CountMismatch,
    /// A list of authors that begins with "with" leaves out the owner of the page.
    UnprintedOwner,
    /// A cut author list and its full form disagree in the number of authors.
    AuthorCountMismatch,
    /// Two sightings of one work contradict each other.
    Contradiction,
    /// A line given as one whole reference that could not be read.
    UnreadableReference,
    /// Text in a script that classic BibTeX cannot write in ASCII.
    NonAsciiScript,
    /// An entry of a .bib file that could not be parsed.
    BrokenEntry,
    /// Two entries look alike but were not joined, or were joined on weak evidence.
    DoubtfulMerge,
    /// Two entries of one .bib file have the same key.
    DuplicateKey,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The kind.
    pub code: Code,
    /// Stable id: a letter for the severity and four digits for the room (0 input, 1 segmentation, 2 values, 3 merging, 4 keys, 5 output).
    pub id: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// A few words, as a heading.
    pub title: &'static str,
    /// What it means, why it is said, and what to do.
    pub explanation: &'static str,
}

/// Every diagnostic the program can give, by id.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::InvalidEncoding,
        id: "W0001",
        severity: Severity::Warning,
        title: "bytes that are not valid in this encoding",
        explanation: "Some bytes of the input do not form characters in the encoding it was read in. Each is shown as U+FFFD. \
                      Name the right encoding, or save the page again as UTF-8.",
    },
    CodeInfo {
        code: Code::BrokenEntry,
        id: "W0002",
        severity: Severity::Warning,
        title: "an entry of the .bib file cannot be parsed",
        explanation: "The entry is kept as it stands, byte for byte, but it takes no part in matching or in keeping keys.",
    },
    CodeInfo {
        code: Code::BrokenInput,
        id: "W0003",
        severity: Severity::Warning,
        title: "a structured file is not valid in its format",
        explanation: "The file looks like JSON or another structured format but cannot be parsed as such, so nothing was read from it. \
                      It may have been cut off while it was saved. Name another format with `--from` to read it as text.",
    },
    CodeInfo {
        code: Code::GuessedEncoding,
        id: "W0004",
        severity: Severity::Warning,
        title: "the encoding of the input was guessed",
        explanation: "The bytes are not UTF-8, and the input does not say what they are. The encoding in which they look most like a language \
                      was taken. If letters with accents look wrong, name the right one with `--encoding`, or save the page again as UTF-8.",
    },
    CodeInfo {
        code: Code::DecodedTwice,
        id: "W0005",
        severity: Severity::Warning,
        title: "text that was decoded in a wrong encoding before",
        explanation: "The page is full of character pairs like \u{c3}\u{bc} that are UTF-8 read as Latin-1: whoever saved it had the wrong encoding. \
                      They were put right. Look at a few names; a page saved anew is the surer cure.",
    },
    CodeInfo {
        code: Code::UnreadText,
        id: "N1001",
        severity: Severity::Note,
        title: "text that belongs to no publication",
        explanation: "These lines were neither read as part of a publication nor recognised as page furniture (menus, badges, counters). \
                      Look at them once: if one is a publication, the listing has a shape the reader did not learn.",
    },
    CodeInfo {
        code: Code::CountMismatch,
        id: "W1002",
        severity: Severity::Warning,
        title: "the page announces another number of publications",
        explanation: "The page prints how many publications it lists, and another number was read. \
                      Either the copy is incomplete (a page with a \"load more\" button) or entries were missed.",
    },
    CodeInfo {
        code: Code::UnreadableReference,
        id: "W1003",
        severity: Severity::Warning,
        title: "a line could not be read as a reference",
        explanation: "With `--from lines` every line is one whole reference. This one has no title, author or venue that could be told; \
                      its text is kept in the note of a @misc entry.",
    },
    CodeInfo {
        code: Code::UnprintedOwner,
        id: "N2001",
        severity: Severity::Note,
        title: "the owner of the page is an author who is not printed",
        explanation: "The list of authors begins with \"with\" (\"with A and B\"): whoever the page is about wrote the work too, but their name \
                      does not stand in the entry. Only the names that are printed are written. Give the name with `--owner NAME` to add it, \
                      first, to all such lists.",
    },
    CodeInfo {
        code: Code::AuthorCountMismatch,
        id: "W3001",
        severity: Severity::Warning,
        title: "a cut author list does not fit the full one",
        explanation: "One listing cuts the author list and says how many names are left out; another prints the list in full. \
                      Their numbers disagree. The full list was kept.",
    },
    CodeInfo {
        code: Code::Contradiction,
        id: "W3002",
        severity: Severity::Warning,
        title: "two sightings of one work contradict each other",
        explanation: "The same work was seen twice with different values of a field. The value kept is the one of the more complete sighting.",
    },
    CodeInfo {
        code: Code::DoubtfulMerge,
        id: "N3003",
        severity: Severity::Note,
        title: "two entries look like one work, or nearly",
        explanation: "The evidence for and against is given. When in doubt both entries are kept.",
    },
    CodeInfo {
        code: Code::DuplicateKey,
        id: "W4001",
        severity: Severity::Warning,
        title: "two entries of the .bib file share a key",
        explanation: "BibTeX takes the first and ignores the second. The key stays locked to the first.",
    },
    CodeInfo {
        code: Code::NonAsciiScript,
        id: "N5001",
        severity: Severity::Note,
        title: "text that classic BibTeX cannot write in ASCII",
        explanation: "Some text is in a script without an ASCII form (Chinese, Japanese, Korean, Cyrillic, …) and stays in UTF-8. \
                      Classic BibTeX sorts and abbreviates it wrongly; biber with `--to biblatex` reads it well.",
    },
];

impl Code {
    /// The row of this kind.
    pub fn info(self) -> &'static CodeInfo {
        // Every variant has a row: the test below goes through them all.
        CODES.iter().find(|row| row.code == self).unwrap_or(&CODES[0])
    }

    /// The stable id.
    pub fn id(self) -> &'static str {
        self.info().id
    }
}
