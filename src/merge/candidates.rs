//! Which pairs of records are worth comparing: blocking by identifiers and by several fingerprints of the title.

use super::content::hash;
use super::profile::Profile;

/// In a block of more records than this, each is compared with its neighbours alone.
const ALL_PAIRS: usize = 12;

/// How many neighbours.
const WINDOW: usize = 10;

/// Fingerprints; records that share one are compared. A typo or a lost subtitle leaves at least one of them as it is.
/// The most telling come first.
pub(super) fn fingerprints(profile: &Profile) -> Vec<u64> {
    let mut prints = Vec::with_capacity(12);
    let ids = [("doi", &profile.doi), ("arxiv", &profile.arxiv), ("pmid", &profile.pmid)];
    for (name, id) in ids {
        prints.extend(id.as_ref().map(|id| hash(&format!("{name}:{id}"))));
    }
    prints.push(profile.identity);
    let title = &profile.title;
    if title.words.is_empty() {
        return prints;
    }
    let first = profile.authors.names.first();
    prints.extend(first.map(|author| hash(&format!("author:{}:{}", author.family, title.compact))));
    prints.push(hash(&format!("title:{}", title.compact)));
    prints.push(hash(&format!("title:{}", title.main_compact())));
    if title.words.len() > 3 {
        prints.push(hash(&format!("head:{}", title.words[..3].concat())));
        prints.push(hash(&format!("tail:{}", title.words[title.words.len() - 3..].concat())));
    }
    // A short title with a typo: the same first author, and one long word spelt alike.
    if let Some(author) = first {
        let mut long: Vec<&String> = title.words.iter().filter(|w| w.chars().count() >= 5).collect();
        long.sort_by_key(|w| std::cmp::Reverse(w.chars().count()));
        prints.extend(long.iter().take(3).map(|word| hash(&format!("author:{}:{word}", author.family))));
    }
    prints
}

/// Pairs of records that share a fingerprint, as indices, the smaller first. `profiles` stand in the order of their content.
pub(super) fn pairs(profiles: &[Profile]) -> Vec<(usize, usize)> {
    let mut blocks: Vec<(u64, usize)> = Vec::with_capacity(profiles.len() * 6);
    for (index, profile) in profiles.iter().enumerate() {
        blocks.extend(fingerprints(profile).into_iter().map(|print| (print, index)));
    }
    blocks.sort_unstable();
    blocks.dedup();
    let mut pairs = Vec::new();
    for block in blocks.chunk_by(|a, b| a.0 == b.0) {
        let reach = if block.len() <= ALL_PAIRS { block.len() } else { WINDOW };
        for (i, (_, first)) in block.iter().enumerate() {
            pairs.extend(block[i + 1..].iter().take(reach).map(|(_, second)| (*first, *second)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
