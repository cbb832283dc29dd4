//! From pairs to works: the strongest pairs are joined first, and nothing is joined over a verdict that keeps it apart.

use std::collections::{HashMap, HashSet};

use super::content::content;
use super::matching::Index;
use super::profile::Profile;
use super::score::{Decision, Verdict, decide};
use crate::model::Record;

/// A pair that was compared, and what came of it.
#[derive(Debug)]
pub(super) struct Compared {
    pub a: usize,
    pub b: usize,
    pub decision: Decision,
}

/// How many members of a group are asked whether another group may join.
const ASKED: usize = 8;

/// Groups of records that are one work, as a representative for each record, and the pairs that are worth a word.
/// Everything is decided by content: `profiles` stand in its order.
pub(super) fn cluster(
    profiles: &[Profile],
    pairs: &[(usize, usize)],
    distinct: &Distinct,
) -> (Vec<usize>, Vec<Compared>) {
    let mut joins = Vec::new();
    let mut doubts = Vec::new();
    for &(a, b) in pairs {
        let decision = decide(&profiles[a], &profiles[b]);
        match decision.verdict {
            Verdict::Same => joins.push(Compared { a, b, decision }),
            Verdict::Doubtful => doubts.push(Compared { a, b, decision }),
            Verdict::Different => {}
        }
    }
    joins.sort_by_key(|pair| (std::cmp::Reverse(pair.decision.strength), pair.a, pair.b));
    let mut groups: Vec<Vec<usize>> = (0..profiles.len()).map(|i| vec![i]).collect();
    let mut group_of: Vec<usize> = (0..profiles.len()).collect();
    for mut pair in joins {
        let (x, y) = (group_of[pair.a], group_of[pair.b]);
        if x == y {
            continue;
        }
        if distinct.forbids(&groups[x], &groups[y]) {
            continue;
        }
        if apart(profiles, &groups[x], &groups[y]) {
            pair.decision.contra.push("another version stands between them");
            doubts.push(pair);
            continue;
        }
        let (into, from) = if groups[x].len() >= groups[y].len() { (x, y) } else { (y, x) };
        let moved = std::mem::take(&mut groups[from]);
        for &member in &moved {
            group_of[member] = into;
        }
        groups[into].extend(moved);
        if pair.decision.strength < super::score::WEAK {
            doubts.push(pair);
        }
    }
    (group_of, doubts)
}

/// Works that a person declared distinct, as far as the records are sightings of them.
#[derive(Debug, Default)]
pub(super) struct Distinct {
    /// The declared work that each record is a sighting of.
    tags: Vec<Option<usize>>,
    /// Pairs of declared works, the smaller first.
    pairs: HashSet<(usize, usize)>,
}

impl Distinct {
    /// Finds the sightings of works that come in pairs: the works at 0 and 1 are distinct, those at 2 and 3, ….
    pub fn new(profiles: &[Profile], declared: &[(Record, Record)]) -> Self {
        if declared.is_empty() {
            return Self::default();
        }
        // A work that stands in several pairs is one work.
        let mut works: Vec<&Record> = Vec::new();
        let mut place: HashMap<String, usize> = HashMap::new();
        let mut number = |record| {
            *place.entry(content(record)).or_insert_with(|| {
                works.push(record);
                works.len() - 1
            })
        };
        let pairs = declared.iter().map(|(a, b)| (number(a), number(b))).map(|(a, b)| (a.min(b), a.max(b))).collect();
        let index = Index::new(works);
        let tags = profiles.iter().map(|profile| index.find_profile(profile).first().map(|(_, work)| *work)).collect();
        Self { tags, pairs }
    }

    fn forbids(&self, a: &[usize], b: &[usize]) -> bool {
        let tags = |members: &[usize]| -> Vec<usize> { members.iter().filter_map(|m| *self.tags.get(*m)?).collect() };
        let (a, b) = (tags(a), tags(b));
        a.iter().any(|x| b.iter().any(|y| self.pairs.contains(&((*x).min(*y), (*x).max(*y)))))
    }
}

/// Whether any member of one group is known to be another work than a member of the other.
fn apart(profiles: &[Profile], a: &[usize], b: &[usize]) -> bool {
    a.iter().take(ASKED).any(|&x| {
        b.iter()
            .take(ASKED)
            .any(|&y| decide(&profiles[x], &profiles[y]).verdict != Verdict::Same && !silent(profiles, x, y))
    })
}

/// Records that lack what would tell (a cut title, no authors) keep nothing apart.
fn silent(profiles: &[Profile], x: usize, y: usize) -> bool {
    let decision = decide(&profiles[x], &profiles[y]);
    decision.contra.is_empty()
        && (decision.pro.len() > 1 || profiles[x].title.words.is_empty() || profiles[y].title.words.is_empty())
}
