//! The journal, book or proceedings that contains the work.

use std::ops::Range;

use super::clean::{is_close, is_open, strip, trim};
use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{BODIES, INWORDS, JOURNALS, MONTHS, PUBLISHERS, PUBSTATES, SERVERS, VENUES};
use crate::model::{Field, Value};
use crate::text::fold::fold_words;

/// Reads container and series.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    // Where a series stands beside the proceedings in it, it is the series.
    let is_series = |segment: &&Segment| VENUES.get(&fold_words(segment.text.as_str())) == Some("series");
    let segments = &entry.labelled.segments;
    let containers = || (0..).zip(segments).filter(|(_, s)| s.label == Label::Container);
    let (series_last, first): (Vec<_>, Vec<_>) = containers().partition(|(_, s)| is_series(s));
    for (at, segment) in first.into_iter().chain(series_last) {
        let rest = segments.get(at + 1..).unwrap_or_default();
        let whole = with_year(with_stop(segment, rest.first()), rest);
        container(&without_volume(whole, entry, draft), draft);
    }
    if !draft.has(Field::Container)
        && let Some(segment) = entry.labelled(Label::Title).find_map(super::title::behind)
    {
        container(&segment, draft);
    }
    if !draft.has(Field::Container)
        && let Some(book) = second_title(entry)
    {
        container(book, draft);
    }
    if !draft.has(Field::Container)
        && let Some(journal) = unnumbered(entry)
    {
        container(journal, draft);
    }
    for segment in entry.labelled(Label::Series) {
        let text = segment.text.as_str();
        draft.set_text(Field::Series, segment, series(text), "container/series");
    }
}

/// The title of the book that an entry stands in: a second title behind "In" or behind the editors.
fn second_title<'a>(entry: &Entry<'a>) -> Option<&'a Segment> {
    let mut first = false;
    let mut inside = false;
    for segment in &entry.labelled.segments {
        match segment.label {
            Label::Title if first && inside => return Some(segment),
            Label::Title => first = true,
            Label::Editor => inside |= first,
            Label::Other if first => {
                let mut words = segment.text.as_str().split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty());
                inside |= words.any(|w| INWORDS.contains(&fold_words(w)));
            }
            _ => {}
        }
    }
    None
}

/// The journal of an article in press, or a known journal or newspaper, that was taken for a publisher for want of numbers:
/// no known publisher, no place.
pub(super) fn unnumbered<'a>(entry: &Entry<'a>) -> Option<&'a Segment> {
    let pressed = entry.labelled(Label::PubState).any(|state| {
        let state = fold_words(state.text.as_str());
        PUBSTATES.longest(state.split(' ')).is_some_and(|(_, kind)| kind != "nodate")
    });
    let mut publishers = entry.labelled(Label::Publisher);
    let only = publishers.next().filter(|_| publishers.next().is_none())?;
    let others = [Label::Container, Label::Address, Label::Editor, Label::Volume, Label::Pages];
    let elsewhere = others.iter().any(|l| entry.labelled(*l).next().is_some());
    let name = fold_words(only.text.as_str());
    let last = name.rsplit(' ').next().unwrap_or_default();
    // "Institute of Fisheries Research" is no journal.
    let body = name.split(' ').any(|word| BODIES.contains(word));
    let journal = pressed || JOURNALS.contains(&name) || !body && VENUES.get(last) == Some("journal");
    (journal && !elsewhere && !PUBLISHERS.contains(&name)).then_some(only)
}

/// The segment with the full stop that stands right behind it.
fn with_stop(segment: &Segment, next: Option<&Segment>) -> Segment {
    let mut whole = segment.clone();
    if let Some(next) = next.filter(|next| next.label == Label::Other && next.text.as_str().starts_with('.')) {
        whole.text.append(&next.text.slice(0..1));
    }
    whole
}

/// The segment with the year that belongs to the acronym at its end: "Proceedings of EMNLP 2017".
fn with_year(mut segment: Segment, rest: &[Segment]) -> Segment {
    let (gap, year) = match rest {
        [gap, year, ..] if gap.text.as_str() == " " && year.label == Label::Date => (Some(gap), year),
        [year, ..] if year.label == Label::Date && year.text.as_str().starts_with(' ') => (None, year),
        _ => return segment,
    };
    let text = segment.text.as_str();
    let last = text.rsplit(' ').next().unwrap_or_default();
    let digits = year.text.as_str().trim();
    let first = drop_in(text, strip(text, 0..text.len()));
    let first = text.get(first).and_then(|name| name.split(' ').next()).unwrap_or_default();
    let event = first != last && VENUES.get(&fold_words(first)) == Some("conference");
    if event && short(last) && digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()) && plausible(digits) {
        if let Some(gap) = gap {
            segment.text.append(&gap.text);
        }
        segment.text.append(&year.text);
    }
    segment
}

/// One container; a second one is the series.
fn container(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let mut range = drop_in(text, strip(text, 0..text.len()));
    range = unquote(text, range);
    let printed = text.get(range.clone()).unwrap_or_default();
    if let Some(server) = server(printed) {
        // A preprint known by its server alone has no container.
        draft.set_verbatim(Field::EprintType, server.to_owned(), segment, range, "container/server");
        return;
    }
    range = drop_tails(text, range, segment, draft);
    range = drop_place(text, range, segment, draft);
    range = drop_year(text, range, segment, draft);
    let acronym = acronym_year(text, range.clone());
    let digits = acronym.as_ref().map(|(_, digits)| digits.clone()).or_else(|| short_year(text, range.clone()));
    if let Some(digits) = digits {
        let year = text.get(digits.clone()).and_then(|d| d.parse().ok()).map(super::date::century);
        if let Some(value) = year.and_then(super::date::year_value) {
            draft.set(Field::Year, value, segment.text.spans(digits), "container/venue-year", segment.confidence * 0.8);
        }
    }
    if let Some((name, _)) = acronym {
        range = name;
    }
    range = final_stop(text, range);
    let value = super::clean::tidy(&segment.text, range.clone());
    if !value.plain.contains(char::is_alphanumeric) {
        return;
    }
    let mut value = value;
    value.marks.clear();
    value.plain = drop_acronym_year(&value.plain);
    let field = if draft.has(Field::Container) { Field::Series } else { Field::Container };
    draft.set(field, Value::Text(value), segment.text.spans(range), "container/printed", segment.confidence);
}

/// How many parts are cut off the end of a name.
const TAILS: usize = 3;

/// A publisher, a month, or the name itself once more, behind the name: "Bernoulli, Bernoulli Society", "Journal, Journal".
fn drop_tails(text: &str, mut range: Range<usize>, segment: &Segment, draft: &mut Draft) -> Range<usize> {
    for _ in 0..TAILS {
        let part = text.get(range.clone()).unwrap_or_default();
        let Some(at) = part.rfind([',', '.', ';']).filter(|at| part[at + 1..].starts_with(' ')) else { break };
        let head = trim(text, range.start..range.start + at, &[',', '.', ';']);
        let tail = trim(text, range.start + at + 1..range.end, &[',', '.', ';']);
        let (name, last) = (fold_words(text.get(head.clone()).unwrap_or_default()), fold_words(&text[tail.clone()]));
        // "Commun. ACM" is an abbreviation.
        let abbreviated = part[at..].starts_with('.') && !last.contains(' ');
        if name.is_empty() || abbreviated {
            break;
        }
        // A society or institute behind the name of a journal publishes it.
        let body = last.split(' ').any(|word| BODIES.contains(word)) && JOURNALS.contains(&name);
        if PUBLISHERS.contains(&last) || body {
            draft.set_text(Field::Publisher, segment, tail, "container/publisher-behind");
        } else if let Some((month, year)) = month_year(&last) {
            let spans = segment.text.spans(tail);
            draft.set(Field::Month, Value::Integer(month), spans.clone(), "container/month-behind", segment.confidence);
            if let Some(year) = year.and_then(super::date::year_value) {
                draft.set(Field::Year, year, spans, "container/month-behind", segment.confidence);
            }
        } else if last != name {
            break;
        }
        range = head;
    }
    range
}

/// A container without the volume behind its name: "Advances in Neural Information Processing Systems 28".
fn without_volume(mut segment: Segment, entry: &Entry, draft: &mut Draft) -> Segment {
    let text = segment.text.as_str();
    let range = strip(text, 0..text.len());
    let part = text.get(range.clone()).unwrap_or_default();
    let Some((name, number)) = part.rsplit_once(' ') else { return segment };
    let digits =
        (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
    let words = name.split(' ').count() > 2 && name.ends_with(char::is_lowercase);
    if !digits || !words || entry.labelled(Label::Volume).next().is_some() {
        return segment;
    }
    let cut = range.start + name.len();
    draft.set_verbatim(Field::Volume, number.to_owned(), &segment, cut + 1..range.end, "container/volume-behind");
    segment.text = segment.text.slice(0..cut);
    segment
}

/// The most words of a place behind a name.
const PLACE: usize = 5;

/// The place behind an event and its acronym: "Intelligent Vehicles Symposium (IV), Changshu".
fn drop_place(text: &str, range: Range<usize>, segment: &Segment, draft: &mut Draft) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let Some((head, tail)) = part.rsplit_once("), ") else { return range };
    let acronym = head.rsplit_once('(').is_some_and(|(_, acronym)| {
        let mut letters = acronym.chars().filter(|c| c.is_alphabetic());
        letters.clone().count() > 1 && letters.all(char::is_uppercase)
    });
    let mut words = tail.split_whitespace();
    let named = words.clone().count() <= PLACE && words.all(|word| word.starts_with(char::is_uppercase));
    if !acronym || !named || tail.contains(|c: char| c.is_ascii_digit()) || draft.has(Field::Address) {
        return range;
    }
    draft.set_text(Field::Address, segment, range.end - tail.len()..range.end, "container/place-behind");
    range.start..range.end - tail.len() - ", ".len()
}

/// A month, alone or with its year, and nothing else.
fn month_year(folded: &str) -> Option<(i64, Option<i64>)> {
    let (mut month, mut year) = (None, None);
    for word in folded.split(' ') {
        match MONTHS.get(word).and_then(|number| number.parse().ok()) {
            Some(number) if month.is_none() => month = Some(number),
            None if word.len() == 4 && year.is_none() => year = Some(word.parse().ok()?),
            _ => return None,
        }
    }
    Some((month?, year))
}

/// "In", "in:", "Dans" before the name off.
fn drop_in(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let part = part.trim_start_matches(['/', ' ', '<']);
    // "vol. 4 of Collected Works"
    let part = part.strip_prefix("of ").unwrap_or(part);
    let start = range.end - part.len();
    if let Some(colon) = part.find(':').filter(|i| *i <= 30)
        && INWORDS.contains(&fold_words(part.get(..colon).unwrap_or_default()))
    {
        return trim(text, start + colon + 1..range.end, &[':', '.']);
    }
    let mut words = part.split_whitespace();
    let first = words.next().unwrap_or_default();
    let next = words.next().unwrap_or_default();
    let (folded, second) = (fold_words(first), fold_words(next));
    let single = INWORDS.get(&folded) == Some("") && !folded.is_empty();
    // "In Vivo" and "In Practice" are names.
    let name = words.next().is_none() && !VENUES.contains(&second);
    if single && !next.is_empty() && !name && !matches!(second.as_str(), "vitro" | "vivo" | "silico" | "situ") {
        let after = first.len();
        return trim(text, start + after..range.end, &[':', '.']);
    }
    start..range.end
}

/// Quotation marks around a name off.
fn unquote(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    for (open, close) in [
        ('“', '”'),
        ('"', '"'),
        ('«', '»'),
        ('„', '“'),
        ('『', '』'),
        ('「', '」'),
        ('《', '》'),
        ('〈', '〉'),
        ('‘', '’'),
        ('\'', '\''),
    ] {
        if let Some(inside) = part.strip_prefix(open).and_then(|p| p.strip_suffix(close))
            && !inside.contains(open)
        {
            return trim(text, range.start + open.len_utf8()..range.end - close.len_utf8(), &[',', '.']);
        }
    }
    if part.starts_with('《')
        && let Some(close) = part.find('》')
    {
        return range.start + '《'.len_utf8()..range.start + close;
    }
    range
}

/// The archive, if the name is that of a preprint server and nothing more.
fn server(printed: &str) -> Option<&'static str> {
    let folded = fold_words(printed);
    if let Some(server) = SERVERS.get(&folded) {
        return Some(server);
    }
    let words: Vec<&str> = folded.split(' ').collect();
    let (n, server) = SERVERS.longest(words.iter().copied())?;
    let rest = words.get(n..)?;
    let more = |w: &&str| {
        matches!(
            *w,
            "preprint"
                | "preprints"
                | "e"
                | "prints"
                | "print"
                | "eprints"
                | "abs"
                | "org"
                | "cs"
                | "math"
                | "physics"
                | "stat"
                | "ph"
        ) || w.bytes().all(|b| b.is_ascii_digit())
    };
    rest.iter().all(more).then_some(server)
}

/// The name of a venue that a heading announces, without its year, which the heading gives as well.
pub(super) fn announced(printed: &str) -> &str {
    let Some((name, year)) = printed.trim().rsplit_once(' ') else { return printed };
    if year.len() == 4 && plausible(year) && year.bytes().all(|b| b.is_ascii_digit()) && short(name) {
        name
    } else {
        printed
    }
}

/// A year behind a short name or in brackets at the end off ("ICLR 2024" gives ICLR); it stands for the year
/// where the entry prints none.
fn drop_year(text: &str, range: Range<usize>, segment: &Segment, draft: &mut Draft) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    if let Some(year) = part.split(|c: char| !c.is_ascii_digit()).find(|d| d.len() == 4 && plausible(d))
        && let Some(at) = part.find(year)
    {
        let sure = draft.has(Field::Year);
        if !sure {
            year_of(text, range.start + at..range.start + at + 4, segment, draft);
        }
        let tail = part
            .get(at + 4..)
            .unwrap_or_default()
            .trim_matches(|c: char| is_close(c) || c.is_whitespace() || matches!(c, '.' | ','));
        let head = part.get(..at).unwrap_or_default();
        let bare = head
            .trim_end_matches(|c: char| c.is_whitespace() || is_open(c) || matches!(c, ',' | '\'' | '’' | '-' | '–'));
        let bracket = head.trim_end().ends_with(is_open);
        if tail.is_empty()
            && !bare.is_empty()
            && (bracket || short(bare.rsplit(": ").next().unwrap_or(bare)))
            && bare.chars().any(char::is_alphabetic)
        {
            return trim(text, range.start..range.start + bare.len(), &[',']);
        }
    }
    range
}

fn plausible(digits: &str) -> bool {
    digits.starts_with("19") || digits.starts_with("20")
}

/// Sets the year that stands in a venue.
fn year_of(text: &str, at: Range<usize>, segment: &Segment, draft: &mut Draft) {
    if let Some(year) = text.get(at.clone()).and_then(|d| d.parse().ok())
        && let Some(value) = super::date::year_value(year)
    {
        draft.set(Field::Year, value, segment.text.spans(at), "container/venue-year", segment.confidence * 0.8);
    }
}

/// Whether a name is an acronym or two (`ICLR`, `IEEE ICDM`, `CHI EA`).
fn short(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let capital = |w: &str| {
        let upper = w.chars().filter(|c| c.is_uppercase()).count();
        let letters = w.chars().filter(|c| c.is_alphabetic()).count();
        upper >= 2 && upper * 2 >= letters || matches!(w, "@" | "&" | "/")
    };
    words.clone().count() <= 4 && words.all(capital)
}

/// `IROS '17`: the acronym and the two digits of its year.
fn acronym_year(text: &str, range: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let part = text.get(range.clone())?;
    let at = part.find(['\'', '’', '‘'])?;
    let mark = part.get(at..)?.chars().next()?.len_utf8();
    let digits = part.get(at + mark..)?;
    let name = part.get(..at)?.trim_end();
    (digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty())
        .then(|| (range.start..range.start + name.len(), range.end - 2..range.end))
}

/// The two digits of a year behind a name within the text (`CGF (Eurographics'16)`).
fn short_year(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    part.match_indices(['\'', '’']).find_map(|(at, mark)| {
        let digits = at + mark.len()..at + mark.len() + 2;
        let year = part.get(digits.clone())?.bytes().all(|b| b.is_ascii_digit());
        let ends = part.get(digits.end..)?.chars().next().is_none_or(|c| is_close(c) || matches!(c, ' ' | ','));
        let named = part.get(..at)?.ends_with(char::is_alphabetic);
        (year && ends && named).then_some(range.start + digits.start..range.start + digits.end)
    })
}

/// `(ICML'15)` gives `(ICML)`.
fn drop_acronym_year(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(['\'', '’', '‘']) {
        let mark = rest.get(at..).and_then(|r| r.chars().next()).map_or(1, char::len_utf8);
        let after = rest.get(at + mark..).unwrap_or_default();
        let head = rest.get(..at).unwrap_or_default();
        let year = after.get(..2).is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit()))
            && !after.get(2..).is_some_and(|r| r.starts_with(|c: char| c.is_alphanumeric()))
            && head.trim_end().ends_with(|c: char| c.is_uppercase());
        if year {
            out.push_str(head.trim_end());
            rest = after.get(2..).unwrap_or_default();
        } else {
            out.push_str(head);
            out.push_str(rest.get(at..at + mark).unwrap_or_default());
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// The full stop of an abbreviated name stays (`Probab. Lett.`): the name has another, or its last word is one
/// that names of journals abbreviate.
fn final_stop(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let follows = text.get(range.end..).is_some_and(|rest| rest.starts_with('.'));
    let last = part.rsplit(' ').next().unwrap_or_default();
    let cut = last.chars().count() <= 6 && !last.ends_with('.');
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let abbreviated = part.contains(". ") && cut && !last.chars().all(char::is_uppercase)
        || cut
            && !bare_style(part)
            && last.chars().count() > 2
            && !last.ends_with(vowel)
            && matches!(VENUES.get(&fold_words(last)), Some("journal"))
            && !matches!(last.to_lowercase().as_str(), "journal" | "news" | "cell" | "times" | "post");
    if follows && abbreviated { range.start..range.end + 1 } else { range }
}

/// Whether a name is abbreviated without full stops, as PubMed prints it (`J Mol Biol`): then the last one ends a sentence.
fn bare_style(name: &str) -> bool {
    let mut earlier = name.split(' ').rev().skip(1).peekable();
    earlier.peek().is_some() && earlier.all(|word| word.chars().count() <= 5 && !word.contains('.'))
}

/// A series without "ser." and brackets.
fn series(text: &str) -> Range<usize> {
    let range = strip(text, 0..text.len());
    let part = text.get(range.clone()).unwrap_or_default();
    for word in ["ser.", "series:", "Series:", "in:", "In:", "of the ", "of "] {
        if let Some(rest) = part.strip_prefix(word) {
            return strip(text, range.end - rest.len()..range.end);
        }
    }
    range
}
