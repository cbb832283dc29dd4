//! Whole synthetic pages: entries under headings, with the page's furniture around them, and some damage.

use std::fs;
use std::path::Path;

use bibglean::page::{Line, Page};
use bibglean::segment::{Role, State, Unit, units};
use bibglean::span::{SourceId, Span};
use bibglean::text::{RunKind, Traced};

use super::Rng;
use super::layout::Layout;
use super::render::Work;
use crate::Failure;
use crate::data::{read_jsonl, read_tsv};

/// A page with the state of each of its units.
pub struct Synthetic {
    /// The page.
    pub page: Page,
    /// Its units.
    pub units: Vec<Unit>,
    /// Their states.
    pub states: Vec<State>,
}

/// Words to make pages of.
pub struct Words {
    works: Vec<Work>,
    /// Real reference strings.
    pub strings: Vec<String>,
    /// Acronyms of conferences.
    pub acronyms: Vec<String>,
    furniture: Vec<(String, String)>,
    headings: Vec<(String, String)>,
    sentences: Vec<(String, String)>,
}

impl Words {
    /// Reads records and strings from the folder of training data, and the texts in `dev/data`.
    fn read(train: &Path) -> Result<Self, Failure> {
        let mut works = Vec::new();
        for value in read_jsonl(&train.join("records.jsonl.gz"))? {
            let work = Work::read(&value["record"], value["lang"].as_str().unwrap_or("en"));
            if work.title.chars().count() > 8 && !work.authors.is_empty() {
                works.push(work);
            }
        }
        let mut strings = Vec::new();
        for name in ["synth_csl", "crossref_styles", "grobid", "anystyle-gold", "anystyle-core", "ore_jats"] {
            for value in read_jsonl(&train.join(format!("{name}.jsonl.gz")))? {
                if value["gold"]["title"].is_string() {
                    strings.push(strip_marker(value["text"].as_str().unwrap_or_default()).to_owned());
                }
            }
        }
        let acronyms = fs::read_to_string(train.join("lexicon/conferences.tsv"))?;
        let acronyms = acronyms.lines().skip(1).filter_map(|l| l.split('\t').next()).map(str::to_owned).collect();
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        Ok(Self {
            works,
            strings,
            acronyms,
            furniture: read_tsv(&data.join("furniture.tsv"))?,
            headings: read_tsv(&data.join("headings.tsv"))?,
            sentences: read_tsv(&data.join("sentences.tsv"))?,
        })
    }

    /// An abstract of a work, whole or cut.
    pub fn summary(&self, work: &Work, rng: &mut Rng, cut: bool) -> String {
        let own: Vec<&(String, String)> = self.sentences.iter().filter(|(lang, _)| *lang == work.lang).collect();
        let count = 1 + rng.below(4);
        let mut text = String::new();
        for _ in 0..count {
            let sentence = if own.is_empty() { &rng.pick(&self.sentences).1 } else { &rng.pick(&own).1 };
            text = format!("{text}{}{}", if text.is_empty() { "" } else { " " }, self.fill(sentence, rng));
        }
        if cut {
            let end = text.char_indices().nth(120 + rng.below(80)).map_or(text.len(), |(i, _)| i);
            text = format!("{}…", &text[..end]);
        }
        text
    }

    /// Replaces the slots of a text.
    fn fill(&self, text: &str, rng: &mut Rng) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let work = rng.pick(&self.works);
            match after.chars().next() {
                Some('N') => out.push_str(&work.authors.first().map(|(f, g)| format!("{g} {f}")).unwrap_or_default()),
                Some('T') => {
                    out.push_str(&work.title.split(' ').skip(1).take(4).collect::<Vec<_>>().join(" ").to_lowercase())
                }
                Some('Y') => out.push_str(&(1995 + rng.below(31)).to_string()),
                _ => out.push_str(&(1 + rng.below(90)).to_string()),
            }
            rest = after.split_once('}').map_or("", |(_, r)| r);
        }
        out + rest
    }

    fn furniture(&self, place: &str, rng: &mut Rng) -> String {
        let own: Vec<&(String, String)> = self.furniture.iter().filter(|(p, _)| p == place).collect();
        let text = rng.pick(&own).1.clone();
        self.fill(&text, rng)
    }
}

/// A string without the number it has in its own list.
fn strip_marker(text: &str) -> &str {
    let rest = text.trim_start_matches(['[', '(']).trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() { rest.trim_start_matches([']', ')', '.', ' ', '\t']) } else { text }
}

/// A line with its state.
struct Row {
    text: String,
    state: State,
    blank: u32,
    indent: u32,
    look: usize,
    heading: Option<u8>,
    part: usize,
}

/// `count` pages, always the same for a seed.
pub fn pages(train: &Path, count: usize, seed: u64) -> Result<Vec<Synthetic>, Failure> {
    let words = Words::read(train)?;
    Ok((0..count)
        .map(|i| Maker { words: &words, rng: Rng(seed.wrapping_add(i as u64 * 7919)), rows: Vec::new() }.page())
        .collect())
}

struct Maker<'a> {
    words: &'a Words,
    rng: Rng,
    rows: Vec<Row>,
}

impl Maker<'_> {
    fn page(mut self) -> Synthetic {
        let empty = self.rng.chance(6);
        let top = self.rng.below(9);
        let sparse = self.rng.chance(50);
        for _ in 0..top {
            self.furniture("top", sparse);
        }
        if empty {
            for _ in 0..10 + self.rng.below(30) {
                let place = *self.rng.pick(&["top", "mid", "bottom"]);
                self.furniture(place, sparse);
            }
        } else {
            self.entries(sparse);
        }
        for _ in 0..self.rng.below(9) {
            self.furniture("bottom", sparse);
        }
        self.finish()
    }

    fn furniture(&mut self, place: &str, sparse: bool) {
        let text = self.words.furniture(place, &mut self.rng);
        let blank = u32::from(sparse && self.rng.chance(40));
        self.rows.push(Row {
            text,
            state: State::Outside(Role::Furniture),
            blank,
            indent: 0,
            look: 0,
            heading: None,
            part: 90,
        });
    }

    /// A page's lists: one layout, sometimes a second one; headings of years or kinds.
    fn entries(&mut self, sparse: bool) {
        let lists = if self.rng.chance(25) { 2 } else { 1 };
        let lang = self.rng.chance(35).then(|| self.rng.pick(&self.words.works).lang.clone());
        let pool: Vec<&Work> = self.words.works.iter().filter(|w| lang.as_ref().is_none_or(|l| w.lang == *l)).collect();
        for list in 0..lists {
            let look = Look::random(&mut self.rng);
            let layout = Layout::random(&mut self.rng);
            let count = if self.rng.chance(20) { 1 + self.rng.below(4) } else { 3 + self.rng.below(30) };
            let headings = self.rng.below(4);
            let start = self.rows.len();
            let mut year = 2026 - self.rng.below(5);
            let mut number = usize::from(!self.rng.chance(5));
            let owner = self.rng.chance(50).then(|| self.rng.pick(&pool).authors[0].clone());
            for i in 0..count {
                let new_year = headings == 1 && (i == 0 || self.rng.chance(30));
                let new_kind = headings == 2 && (i == 0 || self.rng.chance(15));
                if new_year {
                    year -= usize::from(i > 0) * (1 + self.rng.below(2));
                    self.heading(year.to_string(), sparse || look.blank > 0);
                } else if new_kind || (i == 0 && self.rng.chance(40)) {
                    let text = self.rng.pick(&self.words.headings).1.clone();
                    let text = if self.rng.chance(10) { format!("{text} {year}") } else { text };
                    self.heading(text, sparse || look.blank > 0);
                    number = if self.rng.chance(50) { 1 } else { number };
                } else if self.rng.chance(2) {
                    self.furniture("mid", sparse);
                }
                let mut work = (*self.rng.pick(&pool)).clone();
                if let Some(owner) = &owner {
                    let at = self.rng.below(work.authors.len());
                    work.authors[at] = owner.clone();
                }
                if headings == 1 {
                    work.year = if self.rng.chance(50) { year.to_string() } else { String::new() };
                }
                self.entry(&layout, &look, &work, number);
                number += 1;
            }
            // The same entries once more, as highlights are repeated in the full list.
            if list == 0 && self.rng.chance(6) {
                let again: Vec<Row> = self.rows[start..].iter().map(Row::copy).collect();
                self.rows.extend(again);
            }
        }
    }

    fn heading(&mut self, text: String, blank: bool) {
        let heading = self.rng.chance(15).then_some(2);
        let text = if self.rng.chance(10) { format!("{text}:") } else { text };
        self.rows.push(Row {
            text,
            state: State::Outside(Role::Heading),
            blank: u32::from(blank),
            indent: 0,
            look: 0,
            heading,
            part: 91,
        });
    }

    fn entry(&mut self, layout: &Layout, look: &Look, work: &Work, number: usize) {
        let lines = layout.lines(work, number, &mut self.rng, self.words);
        if look.rule_before && self.rng.chance(90) {
            self.rows.push(Row {
                text: "-".into(),
                state: State::Outside(Role::Separator),
                blank: 0,
                indent: 0,
                look: 0,
                heading: None,
                part: 92,
            });
        }
        for (i, line) in lines.into_iter().enumerate() {
            let role = line.role.unwrap_or(Role::Extra);
            let marked = i == 0 && (layout.is_running() || look.mark_cards);
            let text = if marked { format!("{}{}", look.marker(number), line.text) } else { line.text };
            let blank = if i == 0 { look.blank } else { look.inner_blank };
            let pieces = if layout.is_running() {
                wrap(&text, look.width)
            } else if role == Role::Title || role == Role::Authors {
                wrap(&text, look.card_width)
            } else {
                vec![text]
            };
            for (j, piece) in pieces.into_iter().enumerate() {
                let state = if i == 0 && j == 0 { State::Begin(role) } else { State::Inside(role) };
                let indent = if j > 0 { look.hang } else { look.indent };
                let blank = if j > 0 { 0 } else { blank };
                self.rows.push(Row {
                    text: piece,
                    state,
                    blank,
                    indent,
                    look: look.looks[line.part % look.looks.len()],
                    heading: None,
                    part: line.part,
                });
            }
        }
    }

    /// Makes a page of the rows; some pages are flattened to one line, some have paths as HTML has.
    fn finish(mut self) -> Synthetic {
        if self.rng.chance(10) {
            for row in &mut self.rows {
                damage(&mut row.text, &mut self.rng);
            }
        }
        let flat = self.rng.chance(14);
        let paths = !flat && self.rng.chance(35);
        let mut lines = Vec::new();
        let mut at = 0;
        let mut starts = Vec::new();
        let mut whole = Traced::default();
        for row in self.rows.iter().filter(|r| !r.text.trim().is_empty()) {
            let text = row.text.trim();
            let span = Span::new(SourceId(0), at, at + text.len() as u32);
            at = span.end + 1;
            let mut traced = Traced::verbatim(text, span);
            for (bit, kind) in [
                (1, RunKind::Bold),
                (2, RunKind::Italic),
                (4, RunKind::Link { target: "https://example.org".into(), span }),
            ] {
                if row.look & bit != 0 {
                    traced.push_run(0..text.len(), kind);
                }
            }
            if flat {
                if !whole.is_empty() {
                    whole.push_joint(" ");
                }
                starts.push((whole.len(), row.state));
                whole.append(&traced);
                continue;
            }
            starts.push((lines.len(), row.state));
            let path = paths.then(|| format!("part{}", row.part));
            lines.push(Line {
                text: traced,
                extent: span,
                blank_before: row.blank,
                indent: row.indent,
                heading: row.heading,
                item: None,
                cells: Vec::new(),
                path,
            });
        }
        if flat {
            let extent = Span::new(SourceId(0), 0, at);
            lines.push(Line {
                text: whole,
                extent,
                blank_before: 0,
                indent: 0,
                heading: None,
                item: None,
                cells: Vec::new(),
                path: None,
            });
        }
        let page = Page { source: SourceId(0), lines, metadata: Vec::new() };
        let units = units(&page);
        let states = states_of(&units, &starts, flat);
        Synthetic { page, units, states }
    }
}

impl Row {
    fn copy(&self) -> Self {
        Self { text: self.text.clone(), ..*self }
    }
}

/// States of units from those of the rows they were cut from.
fn states_of(units: &[Unit], starts: &[(usize, State)], flat: bool) -> Vec<State> {
    units
        .iter()
        .map(|unit| {
            let (from, to) = if flat { (unit.range.start, unit.range.end) } else { (unit.line, unit.line + 1) };
            let first = starts.partition_point(|(at, _)| *at <= from).saturating_sub(1);
            let within: Vec<&(usize, State)> = starts[first..].iter().take_while(|(at, _)| *at < to).collect();
            let begins_here = |s: &&&(usize, State)| s.0 >= from && matches!(s.1, State::Begin(_));
            let whole = !flat || starts[first].0 == from;
            let own = starts[first].1;
            match (within.iter().find(begins_here), own) {
                // A line of the model's own that was cut into clauses: only its first clause begins the entry.
                (_, State::Begin(role)) if !whole || unit.range.start > 0 && !flat => State::Inside(role),
                (Some(begin), _) if within.len() > 1 => {
                    State::Begin(if begin.1.role() == own.role() || begin.0 == from {
                        Role::Reference
                    } else {
                        begin.1.role()
                    })
                }
                _ if within.len() > 1 && !own.is_outside() => State::Inside(Role::Reference),
                _ => own,
            }
        })
        .collect()
}

/// How the entries of a list look.
struct Look {
    blank: u32,
    inner_blank: u32,
    indent: u32,
    hang: u32,
    width: usize,
    card_width: usize,
    marker: usize,
    mark_cards: bool,
    rule_before: bool,
    looks: Vec<usize>,
}

impl Look {
    fn random(rng: &mut Rng) -> Self {
        let styled = rng.chance(30);
        Self {
            blank: if rng.chance(55) { 1 + rng.below(2) as u32 } else { 0 },
            inner_blank: u32::from(rng.chance(10)),
            indent: if rng.chance(15) { 2 + rng.below(8) as u32 } else { 0 },
            hang: if rng.chance(30) { 2 + rng.below(4) as u32 } else { 0 },
            width: if rng.chance(40) { 55 + rng.below(50) } else { usize::MAX },
            card_width: if rng.chance(8) { 60 + rng.below(30) } else { usize::MAX },
            marker: rng.below(9),
            mark_cards: rng.chance(15),
            rule_before: rng.chance(6),
            looks: (0..4).map(|_| if styled { [0, 0, 1, 2, 4, 5][rng.below(6)] } else { 0 }).collect(),
        }
    }

    fn marker(&self, n: usize) -> String {
        match self.marker {
            0 => format!("[{n}] "),
            1 => format!("{n}. "),
            2 => format!("({n}) "),
            3 => "• ".into(),
            4 => "- ".into(),
            5 => format!("{n}\t"),
            6 => format!("{n}) "),
            _ => String::new(),
        }
    }
}

/// Breaks a text into lines of at most `width` characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            out.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push(line);
    }
    out
}

/// Small faults of copied text.
fn damage(text: &mut String, rng: &mut Rng) {
    match rng.below(8) {
        0 => *text = text.replacen(' ', "\u{a0}", 2),
        1 => *text = text.replacen(", ", ",", 1),
        2 => *text = text.replacen(". ", " . ", 1),
        3 => *text = text.replace('é', "Ã©"),
        _ => {}
    }
}
