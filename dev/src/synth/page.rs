//! Whole synthetic pages: entries under headings, with the page's furniture around them, and some damage.

use std::path::Path;

use bibglean::page::{self, Line, Page};
use bibglean::segment::{Role, State, Unit, units};
use bibglean::source::{Format, Source};
use bibglean::span::{SourceId, Span};
use bibglean::text::{RunKind, Traced};

use super::Rng;
use super::layout::Layout;
use super::render::Work;
use super::row::{Look, NOTE, Row, damage, wrap};
use super::words::Words;
use super::{html, markdown, states};
use crate::Failure;

/// A page with the state of each of its units.
pub struct Synthetic {
    /// The page.
    pub page: Page,
    /// Its units.
    pub units: Vec<Unit>,
    /// Their states.
    pub states: Vec<State>,
    /// The family of its first list's layout; empty if there is none.
    pub family: String,
}

/// `count` pages, always the same for a seed.
pub fn pages(train: &Path, count: usize, seed: u64) -> Result<Vec<Synthetic>, Failure> {
    let words = Words::read(train)?;
    Ok((0..count)
        .map(|i| {
            Maker {
                words: &words,
                rng: Rng(seed.wrapping_add(i as u64 * 7919)),
                rows: Vec::new(),
                dress: Dress::Text,
                family: String::new(),
            }
            .page()
        })
        .collect())
}

/// Kinds of sections that have no publications.
const NOTES: &[&str] = &["news", "talks", "students", "teaching", "awards", "bio", "service", "grants", "positions"];

/// Of a hundred pages, how many are a few entries and nothing else.
const PASTED: usize = 10;

/// What a page is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dress {
    Text,
    Html,
    Markdown,
}

struct Maker<'a> {
    words: &'a Words,
    rng: Rng,
    rows: Vec<Row>,
    dress: Dress,
    family: String,
}

impl Maker<'_> {
    fn page(mut self) -> Synthetic {
        self.dress = match self.rng.below(100) {
            0..=24 => Dress::Html,
            25..=34 => Dress::Markdown,
            _ => Dress::Text,
        };
        if self.rng.chance(PASTED) {
            self.pasted();
            return self.finish();
        }
        let empty = self.rng.chance(8);
        let top = self.rng.below(9);
        let sparse = self.rng.chance(50);
        for _ in 0..top {
            self.furniture("top", sparse);
        }
        if empty {
            for _ in 0..self.rng.below(20) {
                let place = *self.rng.pick(&["top", "mid", "bottom"]);
                self.furniture(place, sparse);
            }
            for _ in 0..1 + self.rng.below(4) {
                self.notes(sparse);
            }
        } else {
            if self.rng.chance(12) {
                self.notes(sparse);
            }
            self.entries(sparse);
            if self.rng.chance(15) {
                self.notes(sparse);
            }
        }
        for _ in 0..self.rng.below(9) {
            self.furniture("bottom", sparse);
        }
        self.finish()
    }

    fn furniture(&mut self, place: &str, sparse: bool) {
        let text = self.words.furniture(place, &mut self.rng);
        let blank = u32::from(sparse && self.rng.chance(40));
        self.rows.push(Row::outside(text, Role::Furniture, blank, 90));
    }

    /// A section of what looks like entries and is none: news, talks, students, courses, awards.
    fn notes(&mut self, sparse: bool) {
        let kind = *self.rng.pick(NOTES);
        let title = self.words.furniture(&format!("{kind}-title"), &mut self.rng);
        let blank = u32::from(sparse);
        self.rows.push(Row::outside(title, Role::Furniture, blank, 91));
        let count = 2 + self.rng.below(12);
        // Sections are written in one manner, or a few.
        let manner: Vec<String> = (0..1 + self.rng.below(4)).map(|_| self.words.pattern(kind, &mut self.rng)).collect();
        for _ in 0..count {
            let pattern = self.rng.pick(&manner).clone();
            let text = self.words.fill(&pattern, &mut self.rng);
            let blank = u32::from(sparse && self.rng.chance(60));
            self.rows.push(Row::outside(text, Role::Furniture, blank, NOTE));
        }
    }

    /// A few entries and nothing else, as a person pastes them.
    fn pasted(&mut self) {
        let layout = match self.rng.below(100) {
            0..30 => Layout::Strings,
            30..50 => Layout::Short,
            _ => Layout::random(&mut self.rng, self.words),
        };
        let look = Look::random(&mut self.rng);
        self.family = layout.family();
        for number in 1..=1 + self.rng.below(6) {
            let work = self.rng.pick(&self.words.works).clone();
            let from = self.rows.len();
            self.entry(&layout, &look, &work, number);
            self.rows[from..].iter_mut().for_each(|row| row.find_pieces(&work, None));
        }
    }

    /// A page's lists: one layout, sometimes a second one; headings of years or kinds.
    fn entries(&mut self, sparse: bool) {
        let lists = if self.rng.chance(25) { 2 } else { 1 };
        let lang = self.rng.chance(35).then(|| self.rng.pick(&self.words.works).lang.clone());
        let pool: Vec<&Work> = self.words.works.iter().filter(|w| lang.as_ref().is_none_or(|l| w.lang == *l)).collect();
        for list in 0..lists {
            let look = Look::random(&mut self.rng);
            let look = if self.dress == Dress::Text { look } else { look.in_markup(&mut self.rng) };
            let layout = Layout::random(&mut self.rng, self.words);
            if list == 0 {
                self.family = layout.family();
            }
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
                let from = self.rows.len();
                self.entry(&layout, &look, &work, number);
                let name = owner.as_ref().map(|(family, _)| family.as_str());
                for row in &mut self.rows[from..] {
                    row.list = list;
                    row.find_pieces(&work, name);
                }
                number += 1;
            }
            // The same entries once more, as highlights are repeated in the full list.
            if list == 0 && self.rng.chance(6) {
                let again = self.rows[start..].to_vec();
                self.rows.extend(again);
            }
        }
    }

    fn heading(&mut self, text: String, blank: bool) {
        let heading = self.rng.chance(15).then_some(2);
        let text = if self.rng.chance(10) { format!("{text}:") } else { text };
        self.rows.push(Row { heading, ..Row::outside(text, Role::Heading, u32::from(blank), 91) });
    }

    fn entry(&mut self, layout: &Layout, look: &Look, work: &Work, number: usize) {
        let lines = layout.lines(work, number, &mut self.rng, self.words);
        if look.rule_before && self.rng.chance(90) {
            self.rows.push(Row::outside("-".into(), Role::Separator, 0, 92));
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
                    list: 0,
                    pieces: Vec::new(),
                });
            }
        }
    }

    /// The page written as mark-up and read again; none if its lines cannot be told apart.
    fn dressed(&mut self, format: Format) -> Option<Synthetic> {
        for row in &mut self.rows {
            row.trim();
        }
        self.rows.retain(|row| !row.text.is_empty());
        let markup = match format {
            Format::Html => html::write(&self.rows, &mut self.rng),
            _ => markdown::write(&self.rows, &mut self.rng),
        };
        let source = Source::decode(SourceId(0), "page", markup.text.as_bytes()).0.with_format(format);
        let page = page::read(&source);
        let units = units(&page);
        let states = states::states(&page, &units, &self.rows, &markup)?;
        Some(Synthetic { page, units, states, family: self.family.clone() })
    }

    /// Makes a page of the rows; some pages are flattened to one line, some have paths as HTML has.
    fn finish(mut self) -> Synthetic {
        let written = match self.dress {
            Dress::Text => None,
            Dress::Html => self.dressed(Format::Html),
            Dress::Markdown => self.dressed(Format::Markdown),
        };
        if let Some(synthetic) = written {
            return synthetic;
        }
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
        // On a flattened page each part ends in its own way.
        let stops: Vec<&str> = (0..8).map(|_| *self.rng.pick(&["", "", ".", ".", ","])).collect();
        if flat {
            for row in self.rows.iter_mut().filter(|row| !row.state.is_outside()) {
                let text = row.text.trim_end();
                if text.ends_with(char::is_alphanumeric) {
                    row.text = format!("{text}{}", stops[row.part % stops.len()]);
                }
            }
        }
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
        let page = Page { source: SourceId(0), lines, metadata: Vec::new(), repaired: None };
        let units = units(&page);
        if flat {
            past_markers(&page, &units, &mut starts);
        }
        let states = states_of(&units, &starts, flat);
        Synthetic { page, units, states, family: self.family }
    }
}

/// A clause may end with the number of the next entry: that entry begins with the clause after it.
fn past_markers(page: &Page, units: &[Unit], starts: &mut [(usize, State)]) {
    for (at, state) in starts {
        let next = units.get(units.partition_point(|u| u.range.start <= *at)).map_or(usize::MAX, |u| u.range.start);
        if units.binary_search_by_key(at, |u| u.range.start).is_ok() {
            continue;
        }
        let between = page.lines[0].text.as_str().get(*at..next);
        if matches!(state, State::Begin(_)) && between.is_some_and(|t| t.len() < 8 && !t.contains(char::is_alphabetic))
        {
            *at = next;
        }
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
