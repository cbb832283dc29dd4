//! From pairs to works: the strongest pairs are joined first, and nothing is joined over a verdict that keeps it apart.

use super::profile::Profile;
use super::score::{Decision, Verdict, decide};

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
pub(super) fn cluster(profiles: &[Profile], pairs: &[(usize, usize)]) -> (Vec<usize>, Vec<Compared>) {
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
