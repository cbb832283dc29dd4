//! Mark-up being written, with the place of every row's text in it.

use super::Rng;
use super::row::{Piece, Row};

/// A document with the bytes at which each row stands.
#[derive(Debug, Default)]
pub struct Markup {
    /// The document so far.
    pub text: String,
    /// Start, end and number of each row that was written, in order.
    pub marks: Vec<(usize, usize, usize)>,
}

impl Markup {
    /// Adds mark-up.
    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a row: `write` gets its text stretch by stretch, with what each stretch is.
    pub fn row(&mut self, number: usize, row: &Row, mut write: impl FnMut(&mut String, Option<Piece>, &str)) {
        let start = self.text.len();
        let mut at = 0;
        for (range, piece) in &row.pieces {
            if range.start > at {
                write(&mut self.text, None, &row.text[at..range.start]);
            }
            write(&mut self.text, Some(*piece), &row.text[range.clone()]);
            at = range.end;
        }
        if at < row.text.len() {
            write(&mut self.text, None, &row.text[at..]);
        }
        self.marks.push((start, self.text.len(), number));
    }

    /// Adds what stands between two rows of one line, the first of which is `before`.
    pub fn joint(&mut self, before: &Row, joint: &str) {
        self.add(if before.text.ends_with(['.', ',', '?', '!', ';', ':']) { " " } else { joint });
    }
}

/// The lines an entry is written in: which of its rows stand on one line.
pub fn lines(rows: &[Row], range: std::ops::Range<usize>, inner: Inner) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    let mut titled = false;
    for i in range {
        let apart = rows[i].is_apart();
        let joins = match inner {
            Inner::Lines => false,
            Inner::Running => !apart,
            Inner::TitleApart => titled && !rows[i].is_title() && !apart,
            Inner::NamesWithTitle => !titled && !apart,
        };
        let goes_on = out.last().is_some_and(|line| !rows[line[0]].is_apart());
        let fresh =
            inner == Inner::TitleApart && out.last().is_some_and(|line| line.iter().any(|j| rows[*j].is_title()));
        match out.last_mut() {
            Some(line) if joins && goes_on && !fresh => line.push(i),
            _ => out.push(vec![i]),
        }
        titled |= rows[i].is_title();
    }
    out
}

/// Which rows of an entry share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inner {
    /// None.
    Lines,
    /// All but abstracts.
    Running,
    /// All that follow the title.
    TitleApart,
    /// All up to the title.
    NamesWithTitle,
}

impl Inner {
    /// A random one.
    pub fn random(rng: &mut Rng) -> Self {
        match rng.below(100) {
            0..=54 => Self::Lines,
            55..=79 => Self::Running,
            80..=91 => Self::TitleApart,
            _ => Self::NamesWithTitle,
        }
    }
}
