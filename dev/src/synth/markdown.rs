//! Pages as Markdown.

use std::ops::Range;

use bibglean::segment::{Role, State};

use super::Rng;
use super::markup::{Inner, Markup, lines};
use super::row::{NOTE, Piece, Row};

/// Marks around a stretch of text.
type Marks = (&'static str, &'static str);

const TITLE: &[Marks] = &[
    ("", ""),
    ("**", "**"),
    ("*", "*"),
    ("[", "](https://example.org/paper)"),
    ("**[", "](https://arxiv.org/abs/1)**"),
];
const NAMES: &[Marks] = &[("", ""), ("", ""), ("_", "_"), ("*", "*")];
const OWNER: &[Marks] = &[("", ""), ("**", "**"), ("<u>", "</u>")];
const VENUE: &[Marks] = &[("", ""), ("*", "*"), ("_", "_"), ("**", "**")];
const LINK: &[Marks] = &[("[", "](https://example.org/x.pdf)"), ("", "")];
const LABEL: &[Marks] = &[("", ""), ("**", "**")];

/// How an entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Bullets,
    Numbers,
    Nested,
    Headed,
    Paragraphs,
    Table,
    Tight,
}

const BLOCKS: &[Block] = &[
    Block::Bullets,
    Block::Bullets,
    Block::Bullets,
    Block::Numbers,
    Block::Nested,
    Block::Headed,
    Block::Paragraphs,
    Block::Paragraphs,
    Block::Table,
    Block::Table,
    Block::Tight,
];

#[derive(Clone, Debug)]
struct Template {
    block: Block,
    inner: Inner,
    marks: [Marks; 6],
    joint: &'static str,
    bullet: &'static str,
    line_end: &'static str,
    level: usize,
}

impl Template {
    fn random(rng: &mut Rng) -> Self {
        Self {
            block: *rng.pick(BLOCKS),
            inner: Inner::random(rng),
            marks: [TITLE, NAMES, OWNER, VENUE, LINK, LABEL].map(|choices| *rng.pick(choices)),
            joint: *rng.pick::<&str>(&[". ", ", ", " ", " - ", "; "]),
            bullet: *rng.pick::<&str>(&["- ", "* ", "+ ", "-   "]),
            line_end: *rng.pick::<&str>(&["  \n", "  \n", "<br>\n", "\\\n", "\n"]),
            level: 3 + rng.below(2),
        }
    }
}

/// Writes rows as a Markdown page.
pub fn write(rows: &[Row], rng: &mut Rng) -> Markup {
    let templates: Vec<Template> = (0..2).map(|_| Template::random(rng)).collect();
    let heading = *rng.pick(&[("## ", ""), ("### ", ""), ("# ", ""), ("**", "**"), ("", "\n---"), ("## ", " ##")]);
    let mut writer = Writer { out: Markup::default(), rows, templates, heading, number: 0, table: None };
    if rng.chance(15) {
        writer.out.add("---\ntitle: Page\nlayout: default\n---\n\n");
    }
    let mut i = 0;
    while i < rows.len() {
        i = writer.block(i, rng);
    }
    writer.out
}

struct Writer<'a> {
    out: Markup,
    rows: &'a [Row],
    templates: Vec<Template>,
    heading: Marks,
    number: usize,
    /// The list whose table is open.
    table: Option<usize>,
}

impl Writer<'_> {
    /// Writes the block that begins with a row; the row after it.
    fn block(&mut self, i: usize, rng: &mut Rng) -> usize {
        let row = &self.rows[i];
        let group = |test: &dyn Fn(&Row) -> bool| {
            (i + 1..self.rows.len()).find(|&j| !test(&self.rows[j])).unwrap_or(self.rows.len())
        };
        if !row.state.is_outside() {
            let end = group(&|r| matches!(r.state, State::Inside(_)));
            self.entry(i..end);
            return end;
        }
        if !self.out.text.is_empty() && !self.out.text.ends_with("\n\n") {
            self.out.add("\n");
        }
        self.table = None;
        self.number = 0;
        match row.state.role() {
            Role::Heading => {
                let (open, close) = self.heading;
                self.out.add(open);
                self.row(i, None);
                self.out.add(close);
                self.out.add("\n\n");
                i + 1
            }
            Role::Separator => {
                self.out.add("\n---\n\n");
                i + 1
            }
            _ => {
                let note = row.part == NOTE;
                let end = group(&|r| r.state == row.state && (r.part == NOTE) == note);
                let end = if note { end } else { end.min(i + 1 + rng.below(8)) };
                let (before, after) = *rng.pick(&[
                    ("- ", "\n"),
                    ("* ", "\n"),
                    ("", "\n\n"),
                    ("", "  \n"),
                    ("- [", "](page.html)\n"),
                    ("", " | "),
                    ("> ", "\n\n"),
                ]);
                for j in i..end {
                    self.out.add(before);
                    self.row(j, None);
                    self.out.add(after);
                }
                self.out.add("\n\n");
                end
            }
        }
    }

    fn row(&mut self, i: usize, template: Option<&Template>) {
        self.out.row(i, &self.rows[i], |out, piece, text| {
            let (open, close) = match (piece, template) {
                (Some(piece), Some(template)) => template.marks[piece as usize % 6],
                _ => ("", ""),
            };
            // Brackets that a site writes around a link stay what they are.
            let bare = open.starts_with('[') && piece == Some(Piece::Link) && text.contains(['[', ']']);
            out.push_str(if bare { "" } else { open });
            escape(out, text);
            out.push_str(if bare { "" } else { close });
        });
    }

    fn inline(&mut self, line: &[usize], t: &Template) {
        for (n, i) in line.iter().enumerate() {
            if n > 0 {
                self.out.joint(&self.rows[line[n - 1]], t.joint);
            }
            self.row(*i, Some(t));
        }
    }

    /// Lines parted by hard breaks, the later ones indented.
    fn broken(&mut self, lines: &[Vec<usize>], t: &Template, indent: &str) {
        for (n, line) in lines.iter().enumerate() {
            if n > 0 {
                self.out.add(t.line_end);
                self.out.add(indent);
            }
            self.inline(line, t);
        }
        self.out.add("\n");
    }

    fn entry(&mut self, range: Range<usize>) {
        let list = self.rows[range.start].list;
        let t = self.templates[list % 2].clone();
        let lines = lines(self.rows, range, t.inner);
        match t.block {
            Block::Bullets => {
                self.out.add(t.bullet);
                self.broken(&lines, &t, "  ");
            }
            Block::Numbers => {
                self.number += 1;
                let number = format!("{}. ", self.number);
                self.out.add(&number);
                self.broken(&lines, &t, "   ");
            }
            Block::Nested => {
                for (n, line) in lines.iter().enumerate() {
                    self.out.add(if n == 0 { "- " } else { "  - " });
                    self.inline(line, &t);
                    self.out.add("\n");
                }
            }
            Block::Headed => {
                for line in &lines {
                    if line.iter().any(|i| self.rows[*i].is_title()) {
                        self.out.add(&format!("{} ", "#".repeat(t.level)));
                    }
                    self.inline(line, &t);
                    self.out.add("\n\n");
                }
            }
            Block::Paragraphs => {
                self.broken(&lines, &t, "");
                self.out.add("\n");
            }
            Block::Tight => self.broken(&lines, &Template { line_end: "  \n", ..t }, ""),
            Block::Table => {
                if self.table != Some(list) {
                    self.table = Some(list);
                    let columns = lines.len().max(2);
                    let row = |cell: &str| format!("|{}\n", format!("{cell}|").repeat(columns));
                    self.out.add(&format!("\n{}{}", row("   "), row("---")));
                }
                for line in &lines {
                    self.out.add("|");
                    self.inline(line, &t);
                }
                self.out.add("|\n");
            }
        }
    }
}

/// Text as Markdown: marks that stand for themselves are escaped.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '*' | '_' | '<' | '`' | '\\' | '|' | '#' | '~') {
            out.push('\\');
        }
        out.push(if c == '\t' { ' ' } else { c });
    }
}
