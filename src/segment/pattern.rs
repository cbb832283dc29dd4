//! The page's own grammar: what a first look at a page found, gathered by what recurs on it, as evidence for a second.
//!
//! Pages repeat themselves. Units that look alike, begin alike or stand between alike neighbours have the same role on one
//! page, whatever that role is; and the roles follow each other in one order. The first look judges each unit by what
//! such units are on pages in general. Here its judgements are counted for each way in which units of this page are
//! alike; a second model, trained on such counts, has learned how far they are to be trusted.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::hash::Hash;

use super::features::{FEATURES, around, class, step};
use super::profile::{Guess, Profile};
use super::state::{ENTRY_ROLES, LABELS, State};
use super::unit::Unit;
use crate::crf::{Scores, Sequence, feature, feature2, hash, step_of, step_of_count};
use crate::page::Page;
use crate::text::RunKind;

/// Names of the second look's own features, which follow those of the first.
const NAMES: &[&str] = &[
    "found",
    "found-sure",
    "found-1",
    "found+1",
    "found-2",
    "found+2",
    "found-10",
    "found01",
    "found-101",
    "found+guess",
    "like",
    "like-size",
    "like-found",
    "begin",
    "begin+found",
    "begin+guess",
    "seen",
    "seen+guess",
    "length",
    "length+guess",
    "density",
    "density+guess",
];

/// A feature, in the order of [`NAMES`].
#[derive(Clone, Copy)]
enum F {
    Found,
    FoundSure,
    FoundM1,
    FoundP1,
    FoundM2,
    FoundP2,
    FoundM10,
    Found01,
    FoundM101,
    FoundGuess,
    Like,
    LikeSize,
    LikeFound,
    Begin,
    BeginFound,
    BeginGuess,
    Seen,
    SeenGuess,
    Length,
    LengthGuess,
    Density,
    DensityGuess,
}

/// The label of what is not there: beyond the page, or without another like it. Labels have smaller numbers.
const NONE: u64 = 63;

/// Hash of the second look's feature set, the first's included.
pub fn pattern_set() -> u64 {
    hash(format!("{} {}", FEATURES.join(" "), NAMES.join(" ")).as_bytes())
}

/// The features of the second look: those of the first, and what the first look found on the page.
pub fn pattern(page: &Page, units: &[Unit], profiles: &[Profile], first: &Sequence, found: &Scores) -> Sequence {
    let n = units.len();
    let labels: Vec<usize> = (0..n).map(|i| best(found.row(i))).collect();
    let likes = likes(page, units, profiles, &labels);
    let votes: Vec<Vec<Vote>> = likes.iter().map(|numbers| votes(numbers, found)).collect();
    let shape = Shape::new(&labels);
    let mut out = Sequence::new();
    for (i, item) in first.items().enumerate() {
        for &feature in item {
            out.push(feature);
        }
        let at = |d: isize| i.checked_add_signed(d).and_then(|j| labels.get(j)).map_or(NONE, |l| *l as u64);
        let guess = profiles[i].guess as u64;
        let mut add = |name: F, value: u64| out.push(feature(FEATURES.len() as u16 + name as u16, value));
        let here = at(0);
        add(F::Found, here);
        add(F::FoundSure, here * 8 + step_of(found.get(i, labels[i])));
        add(F::FoundM1, at(-1));
        add(F::FoundP1, at(1));
        add(F::FoundM2, at(-2));
        add(F::FoundP2, at(2));
        add(F::FoundM10, at(-1) * 64 + here);
        add(F::Found01, here * 64 + at(1));
        add(F::FoundM101, (at(-1) * 64 + here) * 64 + at(1));
        add(F::FoundGuess, here * 16 + guess);
        add(F::Begin, shape.begin);
        add(F::BeginFound, shape.begin * 64 + here);
        add(F::BeginGuess, shape.begin * 16 + guess);
        let seen = shape.seen[i];
        add(F::Seen, seen * 64 + here);
        add(F::SeenGuess, seen * 16 + guess);
        let length = shape.length(i);
        add(F::Length, length * 64 + here);
        add(F::LengthGuess, length * 16 + guess);
        let density = shape.density[i];
        add(F::Density, density * 64 + here);
        add(F::DensityGuess, density * 16 + guess);
        for (kind, votes) in votes.iter().enumerate() {
            let vote = votes[i];
            let kind = kind as u64;
            let mut add = |name: F, value: u64| out.push(feature2(FEATURES.len() as u16 + name as u16, kind, value));
            add(F::Like, vote.label * 8 + vote.share);
            add(F::LikeSize, (vote.label * 8 + vote.share) * 8 + vote.size);
            add(F::LikeFound, (vote.label * 8 + vote.share) * 64 + here);
        }
        out.end_item();
    }
    out
}

/// The number of the best label.
fn best(row: &[f32]) -> usize {
    (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b]).then(b.cmp(a))).unwrap_or(0)
}

/// What the units like one unit are, itself left out.
#[derive(Clone, Copy)]
struct Vote {
    label: u64,
    share: u64,
    size: u64,
}

/// For each unit, what the others with its number were found to be.
fn votes(numbers: &[usize], found: &Scores) -> Vec<Vote> {
    let n = LABELS.len();
    let kinds = numbers.iter().max().map_or(0, |m| m + 1);
    let mut sums = vec![0.0_f32; kinds * n];
    let mut sizes = vec![0_usize; kinds];
    for (i, &number) in numbers.iter().enumerate() {
        sizes[number] += 1;
        for (sum, p) in sums[number * n..].iter_mut().zip(found.row(i)) {
            *sum += p;
        }
    }
    let mut others = vec![0.0; n];
    let mut vote = |i: usize, number: usize| {
        for ((other, sum), p) in others.iter_mut().zip(&sums[number * n..]).zip(found.row(i)) {
            *other = sum - p;
        }
        let size = sizes[number] - 1;
        if size == 0 {
            return Vote { label: NONE, share: 0, size: 0 };
        }
        let label = best(&others);
        Vote { label: label as u64, share: step_of(others[label] / size as f32), size: step_of_count(size) }
    };
    numbers.iter().enumerate().map(|(i, &number)| vote(i, number)).collect()
}

/// The ways in which units of a page are alike: for each way, a number for each unit, the same for units that are alike.
fn likes(page: &Page, units: &[Unit], profiles: &[Profile], labels: &[usize]) -> Vec<Vec<usize>> {
    let n = units.len();
    let looks: Vec<usize> = numbered((0..n).map(|i| look(page, &units[i], &profiles[i])));
    let guess = |i: Option<usize>| i.and_then(|i| profiles.get(i)).map_or(15, |p| p.guess.coarse() as usize);
    let look_at = |i: Option<usize>| i.and_then(|i| looks.get(i)).copied().unwrap_or(usize::MAX);
    let label = |i: Option<usize>| i.and_then(|i| labels.get(i)).copied().unwrap_or(NONE as usize);
    let before = |i: usize| i.checked_sub(1);
    let blank = |i: usize| page.lines[units[i].line].blank_before.min(2);
    let names = around(profiles, |guess| guess == Guess::Names);
    let venues = around(profiles, |guess| matches!(guess, Guess::Venue | Guess::Year | Guess::Reference));
    vec![
        numbered((0..n).map(|i| (names[i], guess(Some(i))))),
        numbered((0..n).map(|i| (names[i], venues[i]))),
        numbered((0..n).map(|i| (looks[i], guess(Some(i))))),
        numbered((0..n).map(|i| (look_at(before(i)), looks[i], look_at(Some(i + 1))))),
        numbered((0..n).map(|i| (guess(before(i)), guess(Some(i)), guess(Some(i + 1))))),
        numbered((0..n).map(|i| {
            (guess(i.checked_sub(2)), guess(before(i)), guess(Some(i)), guess(Some(i + 1)), guess(Some(i + 2)))
        })),
        numbered((0..n).map(|i| (blank(i), label(before(i)), guess(Some(i))))),
        numbered((0..n).map(|i| (guess(Some(i)), label(Some(i + 1))))),
        numbered((0..n).map(|i| (profiles[i].first.as_str(), profiles[i].marker))),
        numbered((0..n).map(|i| (class(profiles[i].head), class(profiles[i].last), class_at(profiles, before(i))))),
        numbered((0..n).map(|i| (profiles[i].cues, step(profiles[i].words)))),
        numbered((0..n).map(|i| page.lines[units[i].line].path.as_deref().map_or((Some(i), ""), |path| (None, path)))),
        looks,
    ]
}

/// The class of the last character of a unit.
fn class_at(profiles: &[Profile], i: Option<usize>) -> u64 {
    i.and_then(|i| profiles.get(i)).map_or(0, |p| class(p.last))
}

/// The values' numbers in order of appearance.
fn numbered<T: Eq + Hash>(values: impl Iterator<Item = T>) -> Vec<usize> {
    let mut numbers = HashMap::new();
    values
        .map(|value| {
            let next = numbers.len();
            *numbers.entry(value).or_insert(next)
        })
        .collect()
}

/// What a unit looks like: path, style, indent, marker, blank lines before it.
fn look<'a>(page: &'a Page, unit: &Unit, profile: &Profile) -> (Option<&'a str>, u8, u32, u8, u8) {
    let line = &page.lines[unit.line];
    let mut styles = 0;
    for run in line.text.runs() {
        let bit = match run.kind {
            RunKind::Bold => 1,
            RunKind::Italic => 2,
            RunKind::Link { .. } => 4,
            _ => continue,
        };
        let whole = run.range.start <= unit.range.start + 2 && run.range.end + 2 >= unit.range.end;
        styles |= if whole { bit } else { bit << 3 };
    }
    let blank = if unit.range.start == 0 { line.blank_before.min(2) as u8 } else { 3 };
    (line.path.as_deref(), styles, line.indent, profile.marker as u8, blank)
}

/// The usual shape of the entries that the first look found.
struct Shape {
    /// The label that most entries begin with; [`NONE`] where there is no entry.
    begin: u64,
    /// For each unit, the roles (bits) of its entry before it.
    seen: Vec<u64>,
    /// For each unit, units since its entry's beginning.
    since: Vec<usize>,
    /// The commonest number of units of an entry.
    usual: usize,
    /// For each unit, how many of the units around it begin entries, in a few steps, above and below.
    density: Vec<u64>,
}

/// Units above and below that are looked at for entries.
const REACH: usize = 12;

impl Shape {
    fn new(labels: &[usize]) -> Self {
        let states: Vec<State> = labels.iter().map(|&l| State::from_index(l)).collect();
        let begins: Vec<usize> =
            states.iter().map(|s| usize::from(matches!(s, State::Begin(_)))).scan(0, running).collect();
        let before = |i: usize| if i == 0 { 0 } else { begins[i - 1] };
        let few = |count: usize| match count {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            _ => 3,
        };
        let density = (0..states.len())
            .map(|i| {
                let above = before(i) - before(i.saturating_sub(REACH));
                let below = begins[(i + REACH).min(states.len() - 1)] - begins[i];
                few(above) * 4 + few(below)
            })
            .collect();
        let mut begin = BTreeMap::new();
        let mut lengths = BTreeMap::new();
        let (mut seen, mut since) = (Vec::new(), Vec::new());
        let (mut roles, mut distance) = (0_u64, usize::MAX);
        for (i, state) in states.iter().enumerate() {
            match state {
                State::Begin(_) => {
                    *begin.entry(labels[i]).or_insert(0) += 1;
                    if distance != usize::MAX {
                        *lengths.entry(distance + 1).or_insert(0) += 1;
                    }
                    seen.push(roles);
                    since.push(distance.saturating_add(1));
                    (roles, distance) = (bit(state), 0);
                }
                State::Inside(_) => {
                    distance = distance.saturating_add(1);
                    seen.push(roles);
                    since.push(distance);
                    roles |= bit(state);
                }
                State::Outside(_) => {
                    distance = distance.saturating_add(1);
                    seen.push(roles | 1 << 20);
                    since.push(distance);
                }
            }
        }
        let most = |counts: &BTreeMap<usize, usize>| {
            counts.iter().max_by_key(|(value, count)| (**count, std::cmp::Reverse(**value))).map(|(value, _)| *value)
        };
        Self {
            begin: most(&begin).map_or(NONE, |l| l as u64),
            seen,
            since,
            usual: most(&lengths).unwrap_or(0),
            density,
        }
    }

    /// How many units after the last beginning a unit stands, against the usual length.
    fn length(&self, i: usize) -> u64 {
        let (since, usual) = (self.since[i], self.usual);
        let against = if usual == 0 || since == usize::MAX { 0 } else { 1 + since.cmp(&usual) as i8 as u8 as u64 % 4 };
        against * 16 + since.min(7) as u64 + 8 * u64::from(usual == 1)
    }
}

fn running(sum: &mut usize, value: usize) -> Option<usize> {
    *sum += value;
    Some(*sum)
}

/// The bit of a state's role.
fn bit(state: &State) -> u64 {
    ENTRY_ROLES.iter().position(|role| *role == state.role()).map_or(0, |i| 1 << i)
}
