//! Record linkage: which records are one work, and the best of each.
//!
//! Records of equal content are one node. Pairs of nodes that share a fingerprint (`candidates`) are compared
//! (`score`: what speaks for one work, what against), the strongest pairs are joined first (`cluster`), and the
//! sightings of a work are fused field by field (`fuse`). Every decision is made in the order of content, so that the
//! order of the input decides nothing but the order of the library.

mod authors;
mod candidates;
mod cluster;
mod content;
mod fuse;
mod matching;
mod profile;
mod score;
mod title;
mod venue;

pub use content::content;
pub use matching::Index;

use self::cluster::{Compared, Distinct};
use self::profile::Profile;
use crate::diag::{Code, Diagnostic};
use crate::model::{Entry, Field, Library, Record, Sighting};

/// Whether sightings of one work are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// One entry a work.
    #[default]
    Join,
    /// One entry a work, but preprint and published version are two.
    KeepPreprints,
    /// One entry a sighting, in input order.
    Keep,
}

/// Joins records of one work. The library's order is that of first appearance; which records are joined and
/// what the fused values are does not depend on the order.
pub fn merge(records: Vec<Record>, duplicates: Duplicates) -> (Library, Vec<Diagnostic>) {
    merge_but(records, duplicates, &[])
}

/// Joins records as [`merge`] does, but no sightings of two works that are declared distinct.
pub fn merge_but(
    records: Vec<Record>,
    duplicates: Duplicates,
    distinct: &[(Record, Record)],
) -> (Library, Vec<Diagnostic>) {
    if duplicates == Duplicates::Keep {
        let single =
            |record: Record| Entry { sightings: vec![Sighting { record: record.clone() }], record, key: String::new() };
        return (Library { entries: records.into_iter().map(single).collect() }, Vec::new());
    }
    let nodes = Nodes::of(&records);
    let mut pairs = candidates::pairs(&nodes.profiles);
    if duplicates == Duplicates::KeepPreprints {
        pairs.retain(|(a, b)| nodes.profiles[*a].preprint == nodes.profiles[*b].preprint);
    }
    let (group_of, doubts) = cluster::cluster(&nodes.profiles, &pairs, &Distinct::new(&nodes.profiles, distinct));
    let mut diagnostics: Vec<Diagnostic> =
        doubts.iter().map(|pair| doubt(pair, &nodes, &records, group_of[pair.a] == group_of[pair.b])).collect();

    // Works in order of their first sighting.
    let mut place: Vec<Option<usize>> = vec![None; nodes.profiles.len()];
    let mut works: Vec<Vec<usize>> = Vec::new();
    for (index, node) in nodes.node_of.iter().enumerate() {
        let at = *place[group_of[*node]].get_or_insert_with(|| {
            works.push(Vec::new());
            works.len() - 1
        });
        works[at].push(index);
    }
    let mut fused = Vec::with_capacity(works.len());
    for members in works {
        let sightings: Vec<&Record> = members.iter().map(|i| &records[*i]).collect();
        fused.extend(fuse::fuse(&sightings, &mut diagnostics).map(|record| (record, members)));
    }
    // A record is a sighting of one work: it moves there.
    let mut records: Vec<Option<Record>> = records.into_iter().map(Some).collect();
    let mut sighting = |i: usize| records.get_mut(i).and_then(Option::take).map(|record| Sighting { record });
    let entry = |(record, members): (Record, Vec<usize>)| {
        let sightings = members.into_iter().filter_map(&mut sighting).collect();
        Entry { record, sightings, key: String::new() }
    };
    let entries = fused.into_iter().map(entry).collect();
    diagnostics.sort_by(|a, b| (&a.spans, a.code).cmp(&(&b.spans, b.code)));
    (Library { entries }, diagnostics)
}

/// Records of equal content as one, in the order of their content.
struct Nodes {
    /// The node of each record.
    node_of: Vec<usize>,
    /// The first record of each node.
    first: Vec<usize>,
    profiles: Vec<Profile>,
}

impl Nodes {
    fn of(records: &[Record]) -> Self {
        let mut order: Vec<(String, usize)> = records.iter().map(content).zip(0..).collect();
        order.sort();
        let mut nodes = Self { node_of: vec![0; records.len()], first: Vec::new(), profiles: Vec::new() };
        let mut last = None;
        for (content, index) in order {
            if last.as_ref() != Some(&content) {
                nodes.first.push(index);
                nodes.profiles.push(Profile::new(&records[index]));
                last = Some(content);
            }
            nodes.node_of[index] = nodes.first.len() - 1;
        }
        nodes
    }
}

/// What is said of a pair that was nearly or hardly joined.
fn doubt(pair: &Compared, nodes: &Nodes, records: &[Record], joined: bool) -> Diagnostic {
    let (mut a, mut b) = (nodes.first[pair.a], nodes.first[pair.b]);
    if b < a {
        std::mem::swap(&mut a, &mut b);
    }
    let spans = [&records[b], &records[a]].iter().filter_map(|r| r.extent.first().copied()).collect();
    let what = if joined { "joined with" } else { "kept apart from" };
    let mut message = format!("{what} \"{}\": {}", title_of(&records[a]), pair.decision.pro.join(", "));
    if !pair.decision.contra.is_empty() {
        message.push_str(" speak for one work; ");
        message.push_str(&pair.decision.contra.join(", "));
    }
    Diagnostic::new(Code::DoubtfulMerge, spans, message)
}

fn title_of(record: &Record) -> String {
    let title = record.text(Field::Title).unwrap_or("an entry without a title");
    let mut short: String = title.chars().take(60).collect();
    if short.len() < title.len() {
        short.push('…');
    }
    short
}
