//! Gold entries to states of units: which unit of a page is what, told from the values that the gold has.

use std::collections::HashSet;
use std::ops::Range;

use bibglean::page::Page;
use bibglean::segment::{Guess, Profile, Role, State, Unit, cue_bit};
use bibglean::text::fold::fold_words;
use serde_json::Value;

/// What the words of one gold entry are.
struct Words {
    title: Vec<String>,
    names: HashSet<String>,
    venue: HashSet<String>,
    identifiers: HashSet<String>,
    summary: HashSet<String>,
}

/// A place where the title of an entry stands: first and last unit.
#[derive(Clone, Copy)]
struct Place {
    entry: usize,
    first: usize,
    last: usize,
    length: usize,
}

/// The states of all units of a page.
pub fn states(page: &Page, units: &[Unit], profiles: &[Profile], gold: &[Value]) -> Vec<State> {
    let words: Vec<Words> = gold.iter().map(words).collect();
    let tokens: Vec<Vec<String>> = units.iter().map(|u| split(u.text(page))).collect();
    let places = places(&words, &tokens);
    let (starts, ends) = extents(&places, &words, &tokens, profiles);
    let mut states: Vec<State> = profiles.iter().zip(units).map(|(p, u)| outside(page, p, u)).collect();
    // Where most entries of a page are running references, all of them are.
    let mut running = 0;
    for (n, place) in places.iter().enumerate() {
        running += usize::from(mark(&mut states, &words[place.entry], place, starts[n]..ends[n], &tokens, profiles));
    }
    year_headings(&mut states, profiles);
    tails(&mut states, profiles);
    if running * 2 > places.len() {
        for (n, place) in places.iter().enumerate() {
            run_on(&mut states, place, starts[n]..ends[n]);
        }
    }
    states
}

/// A lone year before an entry is a heading unless most entries begin so.
fn year_headings(states: &mut [State], profiles: &[Profile]) {
    let begins: Vec<usize> = (0..states.len()).filter(|&u| matches!(states[u], State::Begin(_))).collect();
    let lone: Vec<usize> = begins.iter().copied().filter(|&u| profiles[u].guess == Guess::Year).collect();
    if lone.len() * 10 >= begins.len() * 6 {
        return;
    }
    for u in lone {
        states[u] = State::Outside(Role::Heading);
        if let Some(State::Inside(role)) = states.get(u + 1).copied() {
            states[u + 1] = State::Begin(role);
        }
    }
}

/// A few unknown lines between two entries are remarks on the upper one, if they look like remarks.
fn tails(states: &mut [State], profiles: &[Profile]) {
    let mut u = 1;
    while u < states.len() {
        let from = u;
        while u < states.len() && states[u] == State::Outside(Role::Furniture) {
            u += 1;
        }
        let run = u - from;
        let between = !states[from - 1].is_outside() && states.get(u).is_some_and(|s| matches!(s, State::Begin(_)));
        if between && (1..=3).contains(&run) {
            for v in from..u {
                let p = &profiles[v];
                let remark = matches!(p.last, '.' | ')' | ']') || p.cues & cue_bit("label") != 0;
                if !remark || p.chars > 300 {
                    break;
                }
                states[v] = State::Inside(Role::Extra);
            }
        }
        u += 1;
    }
}

fn split(text: &str) -> Vec<String> {
    // Scripts without spaces are compared character by character.
    let mut out = Vec::new();
    for word in fold_words(text).split(' ').filter(|w| !w.is_empty()) {
        if word.chars().any(bibglean::text::token::is_unspaced) {
            out.extend(word.chars().map(String::from));
        } else {
            out.push(word.to_owned());
        }
    }
    out
}

fn words(entry: &Value) -> Words {
    let text = |field: &str| match &entry[field] {
        Value::String(s) => s.clone(),
        Value::Number(n) => n.to_string(),
        _ => String::new(),
    };
    let mut names = HashSet::new();
    for field in ["authors", "editors"] {
        for person in entry[field].as_array().into_iter().flatten() {
            for part in ["family", "given", "literal", "suffix"] {
                names.extend(split(person[part].as_str().unwrap_or_default()));
            }
        }
    }
    names.extend(["and", "et", "al", "others"].map(String::from));
    let mut venue = HashSet::new();
    for field in [
        "container",
        "series",
        "publisher",
        "address",
        "institution",
        "school",
        "year",
        "volume",
        "number",
        "pages",
        "edition",
        "reportnumber",
        "pubstate",
        "day",
    ] {
        venue.extend(split(&text(field)));
    }
    venue.extend(["in", "pp", "vol", "no", "pages", "published", "by"].map(String::from));
    if let Some(month) = entry["month"].as_u64() {
        venue.insert(format!("month-{month}"));
    }
    let mut identifiers = HashSet::new();
    for field in ["doi", "url", "eprint", "isbn", "issn", "pmid"] {
        identifiers.extend(split(&text(field)));
    }
    identifiers.extend(["doi", "https", "http", "arxiv", "org", "www"].map(String::from));
    Words {
        title: split(&text("title")),
        names,
        venue,
        identifiers,
        summary: split(&text("abstract")).into_iter().collect(),
    }
}

/// Where titles stand, in page order, without places that lie within longer ones.
fn places(words: &[Words], tokens: &[Vec<String>]) -> Vec<Place> {
    let flat: Vec<(usize, &str)> =
        tokens.iter().enumerate().flat_map(|(u, ts)| ts.iter().map(move |t| (u, t.as_str()))).collect();
    let mut found: Vec<(usize, usize, Place)> = Vec::new();
    for (entry, words) in words.iter().enumerate() {
        let title = &words.title;
        if title.is_empty() {
            continue;
        }
        for start in 0..flat.len() {
            if flat[start].1 != title[0] && title.get(1).is_none_or(|t| flat.get(start + 1).is_none_or(|f| f.1 != t)) {
                continue;
            }
            let window = &flat[start..flat.len().min(start + title.len() + title.len() / 8)];
            let (matched, end) = overlap(title, window);
            if matched * 100 >= title.len() * 86 && end > 0 && (title.len() > 3 || matched == title.len()) {
                let (first, last) = (flat[start].0, flat[start + end - 1].0);
                // A short title must begin its unit or end it, or its names stand beside it.
                let near = (first.saturating_sub(1)..(last + 2).min(tokens.len()))
                    .flat_map(|u| &tokens[u])
                    .filter(|t| words.names.contains(*t) && t.len() > 3)
                    .count();
                if title.len() > 3 || near > 0 || tokens[first].len() == title.len() {
                    found.push((start, start + end, Place { entry, first, last, length: title.len() }));
                }
            }
        }
    }
    found.sort_by_key(|(start, end, place)| (std::cmp::Reverse(end - start), *start, place.entry));
    let mut kept: Vec<(usize, usize, Place)> = Vec::new();
    for candidate in found {
        if kept.iter().all(|k| candidate.1 <= k.0 || candidate.0 >= k.1) {
            kept.push(candidate);
        }
    }
    kept.sort_by_key(|(start, ..)| *start);
    kept.into_iter().map(|(_, _, place)| place).collect()
}

/// How many words of the title the window has in order, and where in the window the last of them ends.
fn overlap(title: &[String], window: &[(usize, &str)]) -> (usize, usize) {
    let (mut matched, mut at, mut end) = (0, 0, 0);
    for word in title {
        let reach = (at + 3).min(window.len());
        if let Some(j) = (at..reach).find(|&j| window[j].1 == word) {
            matched += 1;
            at = j + 1;
            end = at;
        }
    }
    (matched, end)
}

/// How much of a unit's words an entry has, title aside: 0 to 1.
fn share(words: &Words, tokens: &[String]) -> f64 {
    if tokens.is_empty() {
        return 0.0;
    }
    let hit = |t: &String| {
        let known = words.names.contains(t) || words.venue.contains(t) || words.identifiers.contains(t);
        let month = bibglean::lexicon::MONTHS.get(t).is_some_and(|m| words.venue.contains(&format!("month-{m}")));
        (known || month) && t.len() > 1
    };
    tokens.iter().filter(|t| hit(t)).count() as f64 / tokens.len() as f64
}

/// First unit and one past the last unit of each place.
fn extents(
    places: &[Place],
    words: &[Words],
    tokens: &[Vec<String>],
    profiles: &[Profile],
) -> (Vec<usize>, Vec<usize>) {
    let n = places.len();
    let gap = |i: usize| {
        let from = if i == 0 { places[0].first.saturating_sub(8) } else { places[i - 1].last + 1 };
        let to = if i == n { (places[n - 1].last + 13).min(tokens.len()) } else { places[i].first };
        from.min(to)..to
    };
    let mut lead = Vec::new();
    let mut cuts = Vec::new();
    for round in 0..2 {
        let usual = mode(&lead);
        cuts.clear();
        for i in 0..=n {
            if n == 0 {
                break;
            }
            let range = gap(i);
            let score = |cut: usize| {
                let mut sum = 0.0;
                for u in range.clone() {
                    let before = if i > 0 { share(&words[places[i - 1].entry], &tokens[u]) } else { 0.0 };
                    let after = if i < n { share(&words[places[i].entry], &tokens[u]) } else { 0.0 };
                    sum += if u < cut { before - after } else { after - before };
                }
                if round > 0 && i < n && usual.is_some_and(|k| places[i].first - cut == k) {
                    sum += 0.3;
                }
                // Without evidence all belongs to the entry above.
                sum + 0.001 * (cut - range.start) as f64
            };
            let cut = (range.start..=range.end).max_by(|a, b| score(*a).total_cmp(&score(*b))).unwrap_or(range.end);
            cuts.push(cut);
        }
        lead = (0..n).map(|i| places[i].first - cuts[i]).collect();
    }
    // Within its stretch an entry reaches from the first to the last unit that has words of it.
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    let recurs = |u: usize| !tokens[u].is_empty() && tokens.iter().filter(|t| **t == tokens[u]).count() >= 3.max(n / 4);
    for (i, place) in places.iter().enumerate() {
        let heading =
            |u: usize| profiles[u].cues & cue_bit("kind") != 0 && profiles[u].words <= 5 && profiles[u].years == 0;
        let known = |u: usize| share(&words[place.entry], &tokens[u]) >= 0.3 && !(heading(u) && u < place.first);
        let mut start = (cuts[i]..place.first).find(|&u| known(u)).unwrap_or(place.first);
        // What stands before most titles, word for word, is a label of theirs.
        while start > cuts[i] && recurs(start - 1) && recurs_before(start - 1, places, tokens) {
            start -= 1;
        }
        let mut end = (place.last + 1..cuts[i + 1]).rev().find(|&u| known(u)).map_or(place.last + 1, |u| u + 1);
        // Abstracts and badges that follow belong to it.
        while end < cuts[i + 1] {
            let belongs = overlaps_summary(&words[place.entry], &tokens[end])
                || (matches!(profiles[end].guess, Guess::Badge | Guess::Identifier) && !heading(end))
                || (recurs(end)
                    && !recurs_before(end, places, tokens)
                    && profiles[end].guess != Guess::Rule
                    && !heading(end))
                || (matches!(profiles[end].guess, Guess::Prose | Guess::Phrase)
                    && profiles[end].chars > 60
                    && end < place.last + 8);
            if !belongs {
                break;
            }
            end += 1;
        }
        // A lone name after the venue is the page's, not the entry's.
        let names = |u: usize| tokens[u].iter().all(|t| words[place.entry].names.contains(t));
        while end > place.last + 2 && names(end - 1) && (place.last + 1..end - 1).any(names) && !names(end - 2) {
            end -= 1;
        }
        starts.push(start);
        ends.push(end);
    }
    (starts, ends)
}

/// Whether the words of a unit stand right before many titles.
fn recurs_before(u: usize, places: &[Place], tokens: &[Vec<String>]) -> bool {
    let before = places.iter().filter(|p| (p.first.saturating_sub(2)..p.first).any(|v| tokens[v] == tokens[u])).count();
    before * 2 > places.len()
}

fn mode(values: &[usize]) -> Option<usize> {
    values.iter().max_by_key(|v| values.iter().filter(|w| w == v).count()).copied()
}

fn overlaps_summary(words: &Words, tokens: &[String]) -> bool {
    let long: Vec<&String> = tokens.iter().filter(|t| t.len() > 3).collect();
    long.len() > 2 && long.iter().filter(|t| words.summary.contains(**t)).count() * 10 >= long.len() * 8
}

/// Sets the states of one sighting.
fn mark(
    states: &mut [State],
    words: &Words,
    place: &Place,
    range: std::ops::Range<usize>,
    tokens: &[Vec<String>],
    profiles: &[Profile],
) -> bool {
    let title: HashSet<&String> = words.title.iter().collect();
    let mut mixed = false;
    for u in range.clone() {
        let ts = &tokens[u];
        let n = ts.len().max(1) as f64;
        let count = |set: &dyn Fn(&String) -> bool| ts.iter().filter(|t| set(t)).count() as f64 / n;
        let in_title = (place.first..=place.last).contains(&u);
        let names = count(&|t| words.names.contains(t));
        let venue = count(&|t| words.venue.contains(t) || bibglean::lexicon::MONTHS.contains(t));
        let identifiers = count(&|t| words.identifiers.contains(t));
        let titled = if in_title { count(&|t| title.contains(t)) } else { 0.0 };
        let others = ts.len() as f64 - titled * n;
        let role = if in_title && (titled > 0.85 || others <= 1.0) && place.length > 1 {
            Role::Title
        } else if in_title {
            mixed = true;
            Role::Reference
        } else if overlaps_summary(words, ts) {
            Role::Abstract
        } else if names >= 0.7 {
            // "A, B and C in VENUE" is names and venue on one line.
            let venues =
                ts.iter().filter(|t| words.venue.contains(*t) && !words.names.contains(*t) && t.len() > 2).count();
            if venues > 0 { Role::Reference } else { Role::Authors }
        } else if identifiers >= 0.5 && venue < 0.5 {
            Role::Identifiers
        } else if venue >= 0.5 {
            Role::Venue
        } else if names + venue >= 0.5 || (names > 0.2 && venue > 0.2) {
            Role::Reference
        } else if profiles[u].guess == Guess::Identifier {
            Role::Identifiers
        } else if profiles[u].guess == Guess::Prose {
            Role::Abstract
        } else {
            Role::Extra
        };
        states[u] = if u == range.start { State::Begin(role) } else { State::Inside(role) };
    }
    if mixed {
        run_on(states, place, range);
    }
    mixed
}

/// A reference that runs on over lines: all of its lines are parts of one running text.
fn run_on(states: &mut [State], place: &Place, range: Range<usize>) {
    for u in range.clone() {
        let role = states[u].role();
        if matches!(role, Role::Title | Role::Authors | Role::Venue) || (role == Role::Extra && u < place.last) {
            states[u] = if u == range.start { State::Begin(Role::Reference) } else { State::Inside(Role::Reference) };
        }
    }
}

/// The state of a unit that belongs to no entry.
fn outside(page: &Page, profile: &Profile, unit: &Unit) -> State {
    let line = &page.lines[unit.line];
    let kind = profile.cues & cue_bit("kind") != 0 && profile.words <= 8 && profile.guess != Guess::Badge;
    State::Outside(if profile.guess == Guess::Rule {
        Role::Separator
    } else if line.heading.is_some() || profile.guess == Guess::Year || kind {
        Role::Heading
    } else {
        Role::Furniture
    })
}
