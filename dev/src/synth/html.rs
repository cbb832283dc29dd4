//! Pages as HTML, in the templates that sites are made of.

use std::ops::Range;

use bibglean::segment::Role;

use super::Rng;
use super::markup::{Inner, Markup, lines};
use super::row::{NOTE, Row};

/// Tags around a stretch of text.
type Tags = (&'static str, &'static str);

const TITLE: &[Tags] = &[
    ("", ""),
    ("<a href=\"https://example.org/paper.pdf\">", "</a>"),
    ("<b>", "</b>"),
    ("<strong>", "</strong>"),
    ("<i>", "</i>"),
    ("<em>", "</em>"),
    ("<span class=\"title\">", "</span>"),
    ("<a href=\"/p/1\"><b>", "</b></a>"),
    ("<b><a href=\"papers/a.pdf\">", "</a></b>"),
    ("<span class=\"paper-title\"><a href=\"https://doi.org/10.1000/182\" target=\"_blank\">", "</a></span>"),
    ("<font size=\"3\" color=\"#003366\">", "</font>"),
];
const NAMES: &[Tags] = &[
    ("", ""),
    ("", ""),
    ("<span class=\"authors\">", "</span>"),
    ("<i>", "</i>"),
    ("<em>", "</em>"),
    ("<span class=author>", "</span>"),
    ("<small>", "</small>"),
];
const OWNER: &[Tags] =
    &[("", ""), ("<b>", "</b>"), ("<strong>", "</strong>"), ("<u>", "</u>"), ("<span class=\"me\">", "</span>")];
const VENUE: &[Tags] = &[
    ("", ""),
    ("<i>", "</i>"),
    ("<em>", "</em>"),
    ("<em class=\"venue\">", "</em>"),
    ("<span class=\"journal\">", "</span>"),
    ("<cite>", "</cite>"),
];
const LINK: &[Tags] = &[
    ("<a href=\"https://example.org/x.pdf\">", "</a>"),
    ("<a class=\"btn\" href=\"#\">", "</a>"),
    ("<a href='papers/x.pdf'><font color=red>", "</font></a>"),
];
const LABEL: &[Tags] = &[("", ""), ("<b>", "</b>"), ("<strong>", "</strong>"), ("<span class=\"label\">", "</span>")];
const HEADING: &[Tags] = &[
    ("<h2>", "</h2>"),
    ("<h3>", "</h3>"),
    ("<h2 class=\"year\">", "</h2>"),
    ("<h4>", "</h4>"),
    ("<h2 id=\"publications\">", "</h2>"),
    ("<p><strong>", "</strong></p>"),
    ("<p><b>", "</b></p>"),
    ("<p class=\"rubric\">", "</p>"),
    ("<b>", "</b><br>"),
    ("<div class=\"section-title\">", "</div>"),
    ("<p><u>", "</u></p>"),
    ("<p><font size=\"4\"><b>", "</b></font></p>"),
    ("<h1>", "</h1>"),
];
const CONTAINERS: &[&str] =
    &["publications", "pubs", "content", "bibliography", "paper-list", "main", "entry-content", "col-md-9", "archive"];
const CARDS: &[&str] = &["pub", "paper", "bibitem", "publication", "card", "pub-list-item", "row", "entry", "media"];

/// The block an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Bullets,
    Numbers,
    Paragraphs,
    Cards,
    Articles,
    TableRows,
    TableLines,
    Definitions,
    Breaks,
    Nested,
    Flow,
}

const BLOCKS: &[(Block, usize)] = &[
    (Block::Bullets, 26),
    (Block::Numbers, 8),
    (Block::Paragraphs, 18),
    (Block::Cards, 16),
    (Block::Articles, 9),
    (Block::TableRows, 8),
    (Block::TableLines, 3),
    (Block::Definitions, 6),
    (Block::Breaks, 6),
    (Block::Nested, 3),
];

/// The template of a list.
#[derive(Clone, Debug)]
struct Template {
    block: Block,
    inner: Inner,
    tags: [Tags; 6],
    joint: &'static str,
    class: &'static str,
    container: &'static str,
    line: usize,
    hidden: bool,
    article: u8,
    /// Titles of cards are headings.
    titled: bool,
    unclosed: bool,
}

impl Template {
    fn random(rng: &mut Rng) -> Self {
        let mut at = rng.below(BLOCKS.iter().map(|(_, weight)| weight).sum());
        let mut block = Block::Bullets;
        for (candidate, weight) in BLOCKS {
            if at < *weight {
                block = *candidate;
                break;
            }
            at -= weight;
        }
        Self {
            block: if rng.chance(3) { Block::Flow } else { block },
            inner: Inner::random(rng),
            tags: [TITLE, NAMES, OWNER, VENUE, LINK, LABEL].map(|choices| *rng.pick(choices)),
            joint: *rng.pick::<&str>(&[". ", ", ", " ", " ", "; ", " - ", "\n"]),
            class: *rng.pick::<&str>(CARDS),
            container: *rng.pick::<&str>(CONTAINERS),
            line: rng.below(5),
            hidden: rng.chance(35),
            article: 3 + rng.below(3) as u8,
            titled: rng.chance(30),
            unclosed: rng.chance(15),
        }
    }

    fn open(&self) -> String {
        let class = self.container;
        match self.block {
            Block::Bullets | Block::Nested if self.line < 2 => "<ul>".into(),
            Block::Bullets | Block::Nested => format!("<ul class=\"{class}\">"),
            Block::Numbers => "<ol>".into(),
            Block::TableRows | Block::TableLines => format!("<table class=\"{class}\" border=0>"),
            Block::Definitions => "<dl>".into(),
            Block::Cards | Block::Articles => format!("<div class=\"{class}\">"),
            Block::Paragraphs | Block::Breaks | Block::Flow => "<div>".into(),
        }
    }

    fn close(&self) -> &'static str {
        match self.block {
            Block::Bullets | Block::Nested => "</ul>\n",
            Block::Numbers => "</ol>\n",
            Block::TableRows | Block::TableLines => "</table>\n",
            Block::Definitions => "</dl>\n",
            _ => "</div>\n",
        }
    }
}

/// Writes rows as an HTML page.
pub fn write(rows: &[Row], rng: &mut Rng) -> Markup {
    let templates: Vec<Template> = (0..2).map(|_| Template::random(rng)).collect();
    let heading = *rng.pick(HEADING);
    let sections = rng.chance(25);
    let entities = rng.chance(30);
    let mut writer = Writer {
        out: Markup::default(),
        rows,
        templates,
        heading,
        sections,
        entities,
        rng,
        open: None,
        section: false,
    };
    writer.page();
    writer.out
}

struct Writer<'a> {
    out: Markup,
    rows: &'a [Row],
    templates: Vec<Template>,
    heading: Tags,
    sections: bool,
    entities: bool,
    rng: &'a mut Rng,
    /// The list that is open.
    open: Option<usize>,
    section: bool,
}

impl Writer<'_> {
    fn page(&mut self) {
        if self.rng.chance(80) {
            self.out.add("<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\">");
            self.out.add("<title>Page</title><style>p { margin: 0 }</style></head>\n<body>\n");
        }
        let depth = self.rng.below(4);
        for i in 0..depth {
            let class = *self.rng.pick(CONTAINERS);
            self.out.add(&format!("<div class=\"{class}\" id=\"d{i}\">\n"));
        }
        let mut i = 0;
        while i < self.rows.len() {
            let state = self.rows[i].state;
            let group = |test: &dyn Fn(&Row) -> bool| (i + 1..self.rows.len()).find(|&j| !test(&self.rows[j]));
            if state.is_outside() {
                let end = match state.role() {
                    Role::Furniture => {
                        let note = self.rows[i].part == NOTE;
                        let end = group(&|r| r.state == state && (r.part == NOTE) == note).unwrap_or(self.rows.len());
                        if note { end } else { end.min(i + 1 + self.rng.below(9)) }
                    }
                    _ => i + 1,
                };
                self.close_list();
                match state.role() {
                    Role::Heading => self.heading(i),
                    Role::Separator => self.out.add("<hr>\n"),
                    _ => self.furniture(i..end),
                }
                i = end;
            } else {
                let end = group(&|r| matches!(r.state, bibglean::segment::State::Inside(_))).unwrap_or(self.rows.len());
                self.entry(i..end);
                i = end;
            }
        }
        self.close_list();
        self.out.add(if self.section { "</section>" } else { "" });
        for _ in 0..depth {
            self.out.add("</div>\n");
        }
        self.out.add(if self.rng.chance(70) { "</body></html>\n" } else { "" });
    }

    fn close_list(&mut self) {
        if let Some(list) = self.open.take() {
            let close = self.templates[list % 2].close();
            self.out.add(close);
        }
    }

    fn heading(&mut self, i: usize) {
        if self.sections {
            self.out.add(if self.section { "</section>\n<section>\n" } else { "<section>\n" });
            self.section = true;
        }
        let (open, close) = self.heading;
        self.out.add(open);
        self.row(i, None);
        self.out.add(close);
        self.out.add("\n");
    }

    fn furniture(&mut self, range: Range<usize>) {
        let short = range.clone().all(|i| self.rows[i].text.chars().count() < 30);
        let style = if short && range.len() > 1 { self.rng.below(9) } else { 3 + self.rng.below(6) };
        let (open, before, after, close) = match style {
            0 => ("<nav><ul>\n", "<li><a href=\"#\">", "</a></li>\n", "</ul></nav>\n"),
            1 => ("<div class=\"menu\">", "<a href=\"x.html\">", "</a> | ", "</div>\n"),
            2 => ("<ul class=\"navbar\">\n", "<li class=\"nav-item\"><a href=\"/x/\">", "</a>\n", "</ul>\n"),
            3 => ("<div>", "<p>", "</p>\n", "</div>\n"),
            4 => ("", "<p>", "\n", "\n"),
            5 => ("<ul>\n", "<li>", "</li>\n", "</ul>\n"),
            6 => ("<p>", "", "<br>\n", "</p>\n"),
            7 => ("<footer>", "<div class=\"item\">", "</div>\n", "</footer>\n"),
            _ => ("<table>", "<tr><td>", "</td></tr>\n", "</table>\n"),
        };
        self.out.add(open);
        for i in range {
            self.out.add(before);
            self.row(i, None);
            self.out.add(after);
        }
        self.out.add(close);
    }

    /// A row's text with its stretches in their tags.
    fn row(&mut self, i: usize, template: Option<&Template>) {
        let entities = self.entities;
        self.out.row(i, &self.rows[i], |out, piece, text| {
            let (open, close) = match (piece, template) {
                (Some(piece), Some(template)) => template.tags[piece as usize % 6],
                _ => ("", ""),
            };
            out.push_str(open);
            escape(out, text, entities);
            out.push_str(close);
        });
    }

    fn entry(&mut self, range: Range<usize>) {
        let list = self.rows[range.start].list;
        if self.open != Some(list) {
            self.close_list();
            let open = self.templates[list % 2].open();
            self.out.add(&open);
            self.out.add("\n");
            self.open = Some(list);
        }
        let t = self.templates[list % 2].clone();
        let lines = lines(self.rows, range, t.inner);
        match t.block {
            Block::Bullets | Block::Numbers => {
                self.out.add("<li>");
                self.lines(&lines, &t);
                self.out.add(if t.unclosed { "\n" } else { "</li>\n" });
            }
            Block::Paragraphs if t.line == 0 => {
                self.out.add("<p class=\"text\">");
                self.lines(&lines, &Template { line: 1, ..t });
                self.out.add("</p>\n");
            }
            Block::Paragraphs => {
                self.out.add("<p>");
                self.breaks(&lines, &t);
                self.out.add(if t.unclosed { "\n" } else { "</p>\n" });
            }
            Block::Cards => {
                self.out.add(&format!("<div class=\"{}\">\n", t.class));
                self.lines(&lines, &t);
                self.out.add("</div>\n");
            }
            Block::Articles => {
                self.out.add("<article>\n");
                for line in &lines {
                    let titled = line.iter().any(|i| self.rows[*i].is_title());
                    let name = if titled { format!("h{}", t.article) } else { "p".into() };
                    self.block(&name, "", line, &t);
                }
                self.out.add("</article>\n");
            }
            Block::TableRows => {
                self.out.add("<tr>");
                for line in &lines {
                    self.block("td", "", line, &t);
                }
                self.out.add("</tr>\n");
            }
            Block::TableLines => {
                for line in &lines {
                    self.out.add("<tr>");
                    self.block("td", " valign=top", line, &t);
                    self.out.add("</tr>\n");
                }
            }
            Block::Definitions => {
                for (n, line) in lines.iter().enumerate() {
                    self.block(if n == 0 || t.line == 0 && n % 2 == 0 { "dt" } else { "dd" }, "", line, &t);
                }
            }
            Block::Breaks => {
                self.breaks(&lines, &t);
                self.out.add("<br><br>\n");
            }
            Block::Nested => {
                self.out.add("<li>");
                for (n, line) in lines.iter().enumerate() {
                    if n == 1 {
                        self.out.add("<ul>");
                    }
                    if n == 0 { self.inline(line, &t) } else { self.block("li", "", line, &t) }
                }
                self.out.add(if lines.len() > 1 { "</ul></li>\n" } else { "</li>\n" });
            }
            Block::Flow => {
                for line in &lines {
                    self.inline(line, &t);
                    self.out.add(" ");
                }
            }
        }
    }

    /// Lines of an entry as blocks with classes, as paragraphs, or parted by breaks.
    fn lines(&mut self, lines: &[Vec<usize>], t: &Template) {
        match t.line {
            0 | 1 => self.breaks(lines, t),
            2 => lines.iter().for_each(|line| self.block("p", "", line, t)),
            _ => {
                for line in lines {
                    let class = match self.rows[line[0]].state.role() {
                        Role::Title => " class=\"title\"",
                        Role::Authors => " class=\"authors\"",
                        Role::Venue => " class=\"venue periodical\"",
                        Role::Abstract if t.hidden => " class=\"abstract\" style=\"display:none\"",
                        Role::Abstract => " class=\"abstract\"",
                        Role::Extra => " class=\"links\"",
                        _ if t.line == 3 => "",
                        _ => " class=\"text\"",
                    };
                    let titled = t.titled && line.iter().any(|i| self.rows[*i].is_title());
                    let name = if titled { format!("h{}", t.article) } else { "div".to_owned() };
                    self.block(&name, class, line, t);
                }
            }
        }
    }

    fn breaks(&mut self, lines: &[Vec<usize>], t: &Template) {
        for (n, line) in lines.iter().enumerate() {
            if n > 0 {
                self.out.add("<br>\n");
            }
            self.inline(line, t);
        }
    }

    fn block(&mut self, name: &str, attributes: &str, line: &[usize], t: &Template) {
        self.out.add(&format!("<{name}{attributes}>"));
        self.inline(line, t);
        self.out.add(&format!("</{name}>\n"));
    }

    fn inline(&mut self, line: &[usize], t: &Template) {
        for (n, i) in line.iter().enumerate() {
            if n > 0 {
                self.out.joint(&self.rows[line[n - 1]], t.joint);
            }
            self.row(*i, Some(t));
        }
    }
}

/// Text as HTML: the characters that must be are entities, others on some pages.
fn escape(out: &mut String, text: &str, entities: bool) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' if entities => out.push_str("&nbsp;"),
            '–' if entities => out.push_str("&ndash;"),
            'é' if entities => out.push_str("&eacute;"),
            'ü' if entities => out.push_str("&uuml;"),
            '\'' if entities => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
}
