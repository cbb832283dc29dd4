//! Features of units for the line model: what a unit is like, what its neighbours are like, how it stands on its page.

use std::collections::HashMap;
use std::hash::Hash;

use super::profile::{CUES, Guess, Marker, Profile};
use super::unit::{Part, Unit};
use crate::crf::{Sequence, feature, hash};
use crate::page::{Line, Page};
use crate::text::RunKind;
use crate::text::fold::fold_words;

/// Names of all features, in order; a model is trained for exactly this set.
pub const FEATURES: &[&str] = &[
    "bias",
    "guess",
    "marker",
    "marker+guess",
    "chars",
    "words",
    "commas",
    "initials",
    "years",
    "numbers",
    "capitals",
    "names",
    "cue",
    "cue+guess",
    "first",
    "furniture",
    "last",
    "head",
    "quotes",
    "year-place",
    "cut",
    "script",
    "part",
    "heading",
    "item",
    "bold",
    "italic",
    "link",
    "blank",
    "indent",
    "recurs",
    "path-recurs",
    "same-path",
    "counts-on",
    "number-first",
    "place",
    "relative-length",
    "page-names",
    "page-markers",
    "page-references",
    "page-blank",
    "guess-2",
    "guess-1",
    "guess+1",
    "guess+2",
    "guesses-10",
    "guesses01",
    "guesses-101",
    "guesses-2-10",
    "guesses012",
    "marker-1",
    "marker+1",
    "blank+1",
    "joint",
    "wrapped",
    "cut-1",
    "cut+1",
    "names-1",
    "names+1",
    "first+1",
    "cue-1",
    "cue+1",
    "style-1",
    "blank+guess",
    "sections",
];

/// A feature, in the order of [`FEATURES`].
#[derive(Clone, Copy)]
enum F {
    Bias,
    Guess,
    Marker,
    MarkerGuess,
    Chars,
    Words,
    Commas,
    Initials,
    Years,
    Numbers,
    Capitals,
    Names,
    Cue,
    CueGuess,
    First,
    Furniture,
    Last,
    Head,
    Quotes,
    YearPlace,
    Cut,
    Script,
    Part,
    Heading,
    Item,
    Bold,
    Italic,
    Link,
    Blank,
    Indent,
    Recurs,
    PathRecurs,
    SamePath,
    CountsOn,
    NumberFirst,
    Place,
    RelativeLength,
    PageNames,
    PageMarkers,
    PageReferences,
    PageBlank,
    GuessM2,
    GuessM1,
    GuessP1,
    GuessP2,
    GuessesM10,
    Guesses01,
    GuessesM101,
    GuessesM2M10,
    Guesses012,
    MarkerM1,
    MarkerP1,
    BlankP1,
    Joint,
    Wrapped,
    CutM1,
    CutP1,
    NamesM1,
    NamesP1,
    FirstP1,
    CueM1,
    CueP1,
    StyleM1,
    BlankGuess,
    Sections,
}

/// The features of every unit of a page.
pub fn features(page: &Page, units: &[Unit], profiles: &[Profile]) -> Sequence {
    let stats = Stats::new(page, units, profiles);
    let mut sequence = Sequence::new();
    for i in 0..units.len() {
        Collector { page, units, profiles, stats: &stats, i, sequence: &mut sequence }.collect();
        sequence.end_item();
    }
    sequence
}

/// Hash of the feature set: a model trained for another set is refused.
pub fn feature_set() -> u64 {
    hash(FEATURES.join(" ").as_bytes())
}

/// What recurs on the page.
struct Stats {
    /// For each unit, how many have its text.
    texts: Vec<usize>,
    /// For each unit, how many have its path.
    paths: Vec<usize>,
    names: usize,
    markers: usize,
    references: usize,
    blank: usize,
    median: usize,
    widest: usize,
}

impl Stats {
    fn new(page: &Page, units: &[Unit], profiles: &[Profile]) -> Self {
        let texts = recurrences(units.iter().map(|unit| fold_words(unit.text(page))));
        let paths = recurrences(units.iter().map(|unit| page.lines[unit.line].path.as_deref()));
        let share =
            |test: &dyn Fn(&Profile) -> bool| profiles.iter().filter(|p| test(p)).count() * 10 / profiles.len().max(1);
        let mut lengths: Vec<usize> = profiles.iter().filter(|p| p.words > 2).map(|p| p.chars).collect();
        lengths.sort_unstable();
        let at = |n: usize, of: usize| lengths.get(lengths.len() * n / of).copied().unwrap_or(0);
        Self {
            texts,
            paths,
            names: share(&|p| p.guess == Guess::Names),
            markers: share(&|p| p.marker != Marker::None),
            references: share(&|p| p.guess == Guess::Reference),
            blank: units.iter().filter(|u| page.lines[u.line].blank_before > 0).count() * 10 / units.len().max(1),
            median: at(1, 2).max(1),
            widest: at(19, 20).max(1),
        }
    }
}

/// For each value, how many are equal to it.
fn recurrences<T: Eq + Hash>(values: impl Iterator<Item = T>) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let mut counts = Vec::new();
    let number_of: Vec<usize> = values
        .map(|value| {
            let number = *numbers.entry(value).or_insert(counts.len());
            if number == counts.len() {
                counts.push(0);
            }
            counts[number] += 1;
            number
        })
        .collect();
    number_of.into_iter().map(|number| counts[number]).collect()
}

/// Rounds a count to a few steps.
fn step(n: usize) -> u64 {
    match n {
        0..=4 => n as u64,
        5..=6 => 5,
        7..=9 => 7,
        10..=14 => 10,
        15..=22 => 15,
        23..=35 => 23,
        36..=60 => 36,
        61..=100 => 61,
        101..=180 => 101,
        181..=350 => 181,
        _ => 351,
    }
}

/// Class of a character at the end or beginning of a unit.
fn class(c: char) -> u64 {
    match c {
        '.' | '。' => 1,
        ',' | '，' | '、' => 2,
        ';' | '；' => 3,
        ':' | '：' => 4,
        ')' | '）' => 5,
        ']' => 6,
        '(' | '（' => 7,
        '[' => 8,
        '-' | '–' | '—' => 9,
        '"' | '“' | '”' | '«' | '»' | '‘' | '’' | '「' | '」' | '『' | '』' => 10,
        '…' => 11,
        '?' | '!' => 12,
        '&' => 13,
        '|' | '/' => 14,
        c if c.is_numeric() => 15,
        c if c.is_uppercase() => 16,
        c if c.is_lowercase() => 17,
        c if c.is_alphabetic() => 18,
        _ => 0,
    }
}

/// Adds the features of one unit.
struct Collector<'a> {
    page: &'a Page,
    units: &'a [Unit],
    profiles: &'a [Profile],
    stats: &'a Stats,
    i: usize,
    sequence: &'a mut Sequence,
}

impl<'a> Collector<'a> {
    fn collect(mut self) {
        let p = &self.profiles[self.i];
        self.add(F::Bias, 0);
        self.shape(p);
        self.style();
        self.place(p);
        self.neighbours(p);
    }

    fn add(&mut self, name: F, value: u64) {
        self.sequence.push(feature(name as u16, value));
    }

    /// The line of unit `i + d`, if it is another unit of the page.
    fn line(&self, d: isize) -> Option<&'a Line> {
        let unit = self.units.get(self.i.checked_add_signed(d)?)?;
        self.page.lines.get(unit.line)
    }

    fn profile(&self, d: isize) -> Option<&'a Profile> {
        self.profiles.get(self.i.checked_add_signed(d)?)
    }

    /// The guess of unit `i + d`; 0 beyond the page.
    fn guess(&self, d: isize) -> u64 {
        self.profile(d).map_or(0, |p| p.guess as u64 + 1)
    }

    /// Blank lines before unit `i + d`, at most 3; a clause has none.
    fn blank(&self, d: isize) -> u64 {
        let Some(unit) = self.i.checked_add_signed(d).and_then(|j| self.units.get(j)) else { return 4 };
        if unit.range.start > 0 { 0 } else { u64::from(self.page.lines[unit.line].blank_before.min(3)) }
    }

    fn shape(&mut self, p: &Profile) {
        let guess = p.guess as u64;
        self.add(F::Guess, guess);
        self.add(F::Marker, p.marker as u64);
        self.add(F::MarkerGuess, p.marker as u64 * 16 + guess);
        self.add(F::Chars, step(p.chars));
        self.add(F::Words, step(p.words));
        self.add(F::Commas, step(p.commas));
        self.add(F::Initials, step(p.initials));
        self.add(F::Years, p.years.min(3) as u64);
        self.add(F::Numbers, step(p.numbers));
        self.add(F::Capitals, p.capitals as u64);
        self.add(F::Names, p.names as u64 * 8 + p.chunks.min(7) as u64);
        for bit in 0..CUES.len() {
            if p.cues & (1 << bit) != 0 {
                self.add(F::Cue, bit as u64);
                self.add(F::CueGuess, bit as u64 * 16 + guess);
            }
        }
        let first = crate::lexicon::LINE_CUES.get(&p.first).and_then(|class| CUES.iter().position(|c| *c == class));
        self.add(F::First, first.map_or(99, |c| c as u64));
        self.add(F::Furniture, p.furniture as u64);
        self.add(F::Last, class(p.last));
        self.add(F::Head, class(p.head));
        self.add(F::Quotes, u64::from(p.quotes));
        self.add(
            F::YearPlace,
            u64::from(p.year_parenthesised) * 4 + u64::from(p.year_last) * 2 + u64::from(p.year_first),
        );
        self.add(F::Cut, u64::from(p.cut));
        self.add(F::Script, u64::from(p.unspaced));
    }

    fn style(&mut self) {
        let unit = &self.units[self.i];
        let line = &self.page.lines[unit.line];
        self.add(F::Part, u64::from(unit.part == Part::Clause));
        self.add(F::Heading, line.heading.map_or(0, u64::from));
        self.add(F::Item, line.item.map_or(0, u64::from));
        let (bold, italic, link) = styles(line, unit);
        self.add(F::Bold, bold);
        self.add(F::Italic, italic);
        self.add(F::Link, link);
        if let Some(before) = self.line(-1) {
            self.add(F::Indent, (u64::from(line.indent > before.indent) << 1) + u64::from(line.indent < before.indent));
            self.add(F::SamePath, u64::from(line.path == before.path) + 2 * u64::from(line.path.is_some()));
            let before_unit = &self.units[self.i - 1];
            let (b, i, l) = styles(before, before_unit);
            self.add(F::StyleM1, (b * 3 + i) * 3 + l + 27 * ((bold * 3 + italic) * 3 + link));
        }
    }

    fn place(&mut self, p: &Profile) {
        let unit = &self.units[self.i];
        let blank = self.blank(0);
        self.add(F::Blank, blank);
        self.add(F::BlankGuess, blank * 16 + p.guess as u64);
        self.add(F::BlankP1, self.blank(1) * 16 + p.guess as u64);
        let recurs = self.stats.texts[self.i];
        self.add(F::Recurs, step(recurs) * 16 + p.guess as u64);
        if self.page.lines[unit.line].path.is_some() {
            self.add(F::PathRecurs, step(self.stats.paths[self.i]));
        }
        let before = (1..=12).find_map(|d| self.profile(-d).and_then(|q| q.number.filter(|_| q.marker == p.marker)));
        if let Some(number) = p.number {
            self.add(F::CountsOn, if before.is_some_and(|b| b.abs_diff(number) == 1) { 1 } else { 2 });
            self.add(F::NumberFirst, u64::from(number.min(3)));
        }
        self.add(F::Place, (self.i * 10 / self.units.len().max(1)) as u64);
        self.add(F::RelativeLength, step(p.chars * 10 / self.stats.median));
        let guess = p.guess as u64;
        self.add(F::PageNames, self.stats.names as u64 * 16 + guess);
        self.add(F::PageMarkers, self.stats.markers as u64 * 8 + p.marker as u64);
        self.add(F::PageReferences, self.stats.references as u64 * 16 + guess);
        self.add(F::PageBlank, self.stats.blank as u64 * 4 + blank);
        let sections = u64::from(self.stats.names > 1) * 2 + u64::from(self.stats.references > 2);
        self.add(F::Sections, sections * 16 + guess);
    }

    fn neighbours(&mut self, p: &Profile) {
        let (a, b, g, c, d) = (self.guess(-2), self.guess(-1), self.guess(0), self.guess(1), self.guess(2));
        self.add(F::GuessM2, a);
        self.add(F::GuessM1, b);
        self.add(F::GuessP1, c);
        self.add(F::GuessP2, d);
        self.add(F::GuessesM10, b * 16 + g);
        self.add(F::Guesses01, g * 16 + c);
        self.add(F::GuessesM101, (b * 16 + g) * 16 + c);
        self.add(F::GuessesM2M10, (a * 16 + b) * 16 + g);
        self.add(F::Guesses012, (g * 16 + c) * 16 + d);
        if let Some(q) = self.profile(-1) {
            self.add(F::MarkerM1, q.marker as u64);
            self.add(F::Joint, class(q.last) * 20 + class(p.head));
            let full = q.chars * 100 >= self.stats.widest * 80;
            self.add(F::Wrapped, u64::from(full) * 40 + class(q.last) * 2 + u64::from(self.blank(0) > 0));
            self.add(F::CutM1, u64::from(q.cut));
            self.add(F::NamesM1, q.names as u64);
            self.cues(F::CueM1, q.cues);
        }
        if let Some(q) = self.profile(1) {
            self.add(F::MarkerP1, q.marker as u64);
            self.add(F::CutP1, u64::from(q.cut));
            self.add(F::NamesP1, q.names as u64);
            self.add(F::FirstP1, class(q.head));
            self.cues(F::CueP1, q.cues);
        }
    }

    fn cues(&mut self, name: F, cues: u32) {
        for bit in 0..CUES.len() {
            if cues & (1 << bit) != 0 {
                self.add(name, bit as u64);
            }
        }
    }
}

/// How much of a unit is bold, italic, a link: 0 nothing, 1 a part, 2 all.
fn styles(line: &Line, unit: &Unit) -> (u64, u64, u64) {
    let mut covered = [0; 3];
    for run in line.text.runs() {
        let slot = match run.kind {
            RunKind::Bold => 0,
            RunKind::Italic => 1,
            RunKind::Link { .. } => 2,
            _ => continue,
        };
        let (from, to) = (run.range.start.max(unit.range.start), run.range.end.min(unit.range.end));
        covered[slot] += to.saturating_sub(from);
    }
    let [bold, italic, link] = covered.map(|bytes| match bytes * 10 / unit.range.len().max(1) {
        0 if bytes == 0 => 0,
        0..=8 => 1,
        _ => 2,
    });
    (bold, italic, link)
}
