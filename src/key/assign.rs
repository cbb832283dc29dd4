//! Keys for a library, by content alone.
//!
//! Works of the lock keep their keys. Of the others every one that collides gets its first title word that tells it
//! from all the others of the same key; where words do not help, letters follow in the order of content. Keys are
//! compared without regard to case, because file systems and some styles do not tell case apart.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::eval::{evaluate, further_words};
use super::facts::Facts;
use super::formula::Formula;
use crate::merge::{Index, content};
use crate::model::{Field, Library, Record, Value, is_key_char};

/// Keys that exist already and never change, each with the work that has it.
#[derive(Clone, Debug, Default)]
pub struct Lock {
    /// Key and the work it belongs to, in file order.
    pub works: Vec<(String, Record)>,
    /// Further keys that are taken (aliases in `ids`).
    pub taken: Vec<String>,
    /// Keys by which the input itself calls its works. They hold where the work has no key above, and no other work has
    /// the key.
    pub own: Vec<(String, Record)>,
}

/// How often the words of those that are still alike are compared again.
const ROUNDS: usize = 4;

/// Gives every entry of the library its key. Entries that match a work of the lock (by identifier, or by title, authors
/// and year as records are merged) get its key; no other entry gets a key of the lock or an alias.
pub fn assign(library: &mut Library, formula: &Formula, lock: &Lock) {
    let mut keys: Vec<Option<String>> = vec![None; library.entries.len()];
    locked(library, &lock.works.iter().collect::<Vec<_>>(), &mut keys);

    let mut taken: HashSet<String> = lock.works.iter().map(|(key, _)| fold_case(key)).collect();
    taken.extend(lock.taken.iter().map(|key| fold_case(key)));
    // Two files may call two works by one key: the first has it. What no file of entries could hold is no key.
    let mut seen = HashSet::new();
    let is_key = |key: &str| !key.is_empty() && key.chars().all(is_key_char);
    let own: Vec<&(String, Record)> = lock
        .own
        .iter()
        .filter(|(key, _)| is_key(key) && !taken.contains(&fold_case(key)) && seen.insert(key.as_str()))
        .collect();
    locked(library, &own, &mut keys);
    taken.extend(own.iter().map(|(key, _)| fold_case(key)));

    let newcomers: Vec<usize> = (0..keys.len()).filter(|index| keys[*index].is_none()).collect();
    let works = lock.works.iter().chain(own.iter().copied());
    let proposals = propose(library, formula, works, &newcomers, &taken);
    settle(library, proposals, taken, &mut keys);
    for (entry, key) in library.entries.iter_mut().zip(keys) {
        entry.key = key.unwrap_or_default();
    }
}

fn fold_case(key: &str) -> String {
    key.to_lowercase()
}

/// Gives locked keys to the entries that match, the surest match first, each key once. Of entries that match alike the
/// first in the order of content gets it.
fn locked(library: &Library, works: &[&(String, Record)], keys: &mut [Option<String>]) {
    if works.is_empty() {
        return;
    }
    let asked = library.entries.iter().flat_map(|entry| {
        let sightings = if entry.sightings.len() > 1 { entry.sightings.as_slice() } else { &[] };
        std::iter::once(&entry.record).chain(sightings.iter().map(|sighting| &sighting.record))
    });
    let index = Index::near(works.iter().map(|(_, record)| record), asked);
    let mut matches = Vec::new();
    let mut wanted = vec![0usize; works.len()];
    for (at, entry) in library.entries.iter().enumerate() {
        let mut found = index.find(&entry.record);
        // A work known by one of its sightings is known, even where the fused record is far from it.
        if found.is_empty() && entry.sightings.len() > 1 {
            found = entry.sightings.iter().flat_map(|sighting| index.find(&sighting.record)).collect();
        }
        for (strength, work) in found {
            wanted[work] += 1;
            matches.push((std::cmp::Reverse(strength), at, work));
        }
    }
    let contested = |work: usize| wanted[work] > 1;
    matches.sort_by_cached_key(|(strength, at, work)| {
        let content = if contested(*work) { content(&library.entries[*at].record) } else { String::new() };
        (*strength, content, *work, *at)
    });
    let mut given = vec![false; works.len()];
    for (_, at, work) in matches {
        if keys[at].is_none() && !given[work] {
            given[work] = true;
            keys[at] = Some(works[work].0.clone());
        }
    }
}

/// The key an entry would like.
struct Proposal {
    entry: usize,
    key: String,
}

/// A member of a group of one key: a newcomer, or a work of the lock.
struct Member<'a> {
    /// The newcomer's entry.
    entry: Option<usize>,
    facts: Facts<'a>,
    title_words: Option<usize>,
}

fn propose<'a>(
    library: &'a Library,
    formula: &Formula,
    works: impl Iterator<Item = &'a (String, Record)>,
    newcomers: &[usize],
    taken: &HashSet<String>,
) -> Vec<Proposal> {
    let mut groups: BTreeMap<String, Vec<(Member<'_>, String)>> = BTreeMap::new();
    for &entry in newcomers {
        let facts = Facts::new(&library.entries[entry].record, formula.umlauts);
        let value = evaluate(formula, &facts, None);
        let member = Member { entry: Some(entry), facts, title_words: value.title_words };
        groups.entry(fold_case(&value.key)).or_default().push((member, value.key));
    }
    for (key, record) in works {
        // A locked key that is this one, or was made of it by a word. Evaluating a formula costs more than looking.
        let own = fold_case(key);
        let lengths = own.char_indices().map(|(at, c)| at + c.len_utf8());
        if !lengths.map(|end| &own[..end]).any(|start| groups.contains_key(start)) {
            continue;
        }
        let facts = Facts::new(record, formula.umlauts);
        let value = evaluate(formula, &facts, None);
        let base = fold_case(&value.key);
        let group = if groups.contains_key(&own) { Some(&own) } else { own.starts_with(&base).then_some(&base) };
        if let Some(group) = group.and_then(|name| groups.get_mut(name)) {
            group.push((Member { entry: None, facts, title_words: value.title_words }, String::new()));
        }
    }
    let mut proposals = Vec::with_capacity(newcomers.len());
    for (name, group) in groups {
        if group.len() == 1 && !taken.contains(&name) {
            proposals.extend(group.into_iter().filter_map(|(m, key)| Some(Proposal { entry: m.entry?, key })));
        } else {
            lengthen(formula, &group, &mut proposals);
        }
    }
    proposals
}

/// Gives every member of a group its first distinguishing title word, where it has one.
fn lengthen(formula: &Formula, group: &[(Member<'_>, String)], proposals: &mut Vec<Proposal>) {
    let words: Vec<Vec<String>> = group
        .iter()
        .map(|(member, _)| member.title_words.map_or_else(Vec::new, |taken| further_words(&member.facts, taken)))
        .collect();
    let mut told: Vec<Option<&str>> = vec![None; group.len()];
    let mut rest: Vec<usize> = (0..group.len()).collect();
    for _ in 0..ROUNDS {
        let mut bearers: HashMap<&str, usize> = HashMap::new();
        for &i in &rest {
            let distinct: HashSet<&str> = words[i].iter().map(String::as_str).collect();
            for word in distinct {
                *bearers.entry(word).or_default() += 1;
            }
        }
        let before = rest.len();
        rest.retain(|&i| {
            told[i] = words[i].iter().map(String::as_str).find(|word| bearers.get(word) == Some(&1));
            told[i].is_none()
        });
        if rest.len() == before || rest.len() < 2 {
            break;
        }
    }
    for ((member, key), word) in group.iter().zip(told) {
        let Some(entry) = member.entry else { continue };
        let key = word.map_or_else(|| key.clone(), |word| evaluate(formula, &member.facts, Some(word)).key);
        proposals.push(Proposal { entry, key });
    }
}

/// Settles what is still equal by letters: the first in the order of content stays bare, unless the key is taken.
fn settle(library: &Library, proposals: Vec<Proposal>, mut taken: HashSet<String>, keys: &mut [Option<String>]) {
    let mut groups: BTreeMap<String, Vec<Proposal>> = BTreeMap::new();
    for proposal in proposals {
        groups.entry(fold_case(&proposal.key)).or_default().push(proposal);
    }
    let wished: HashSet<String> = groups.keys().cloned().collect();
    let mut late = Vec::new();
    for (name, mut group) in groups {
        if group.len() > 1 {
            group.sort_by_cached_key(|proposal| {
                let record = &library.entries[proposal.entry].record;
                (place(record), content(record))
            });
        }
        let mut group = group.into_iter();
        if !taken.contains(&name)
            && let Some(first) = group.next()
        {
            keys[first.entry] = Some(first.key);
            taken.insert(name.clone());
        }
        late.push(group);
    }
    for group in late {
        let mut count = 0;
        for proposal in group {
            loop {
                let key = format!("{}{}", proposal.key, letters(count));
                count += 1;
                let folded = fold_case(&key);
                if !wished.contains(&folded) && taken.insert(folded) {
                    keys[proposal.entry] = Some(key);
                    break;
                }
            }
        }
    }
}

/// Where a work stands among those of its year: month, volume and first page, as far as they are numbers.
fn place(record: &Record) -> [u64; 3] {
    let number = |text: &str| {
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(u64::MAX)
    };
    let month = record.integer(Field::Month).and_then(|month| u64::try_from(month).ok());
    let pages = match record.get(Field::Pages) {
        Some(Value::Pages(pages)) => pages.0.first(),
        _ => None,
    };
    [
        month.unwrap_or(u64::MAX),
        record.text(Field::Volume).map_or(u64::MAX, number),
        pages.map_or(u64::MAX, |range| number(&range.first)),
    ]
}

/// `a` to `z`, then `aa`, `ab`, …
fn letters(mut n: usize) -> String {
    let mut out = Vec::new();
    loop {
        out.push(char::from(b'a' + u8::try_from(n % 26).unwrap_or(0)));
        if n < 26 {
            return out.iter().rev().collect();
        }
        n = n / 26 - 1;
    }
}
