//! Values of structured formats to typed values. The formats have already told the fields apart, so the rules are few
//! and strict; a value that does not fit its type is kept as text or left out, never guessed at.

use crate::model::{Mark, MarkKind, Name, PageRange, Pages, Text};

/// How a list of names writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// `Family, Given`; a name without comma is a body.
    Inverted,
    /// `Given Family`.
    Direct,
}

impl Order {
    /// The order of names that were written by one hand: one comma shows that all are inverted.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        if names.into_iter().any(|name| name.contains(',')) { Self::Inverted } else { Self::Direct }
    }
}

/// One name; `None` if there is no letter in it. The second value tells whether `et al.` stood at its end.
pub(super) fn name(text: &str, order: Order) -> (Option<Name>, bool) {
    let mut text = text.trim().trim_end_matches([',', ';']).trim();
    let mut others = false;
    for end in ["et al.", "et al", "and others", "…", "..."] {
        if let Some(rest) = text.strip_suffix(end) {
            text = rest.trim_end().trim_end_matches([',', ';', '&']).trim_end();
            others = true;
            break;
        }
    }
    if !text.chars().any(char::is_alphabetic) {
        return (None, others);
    }
    let name = if text.contains(',') {
        inverted(text)
    } else if order == Order::Inverted {
        Name::Body(text.to_owned())
    } else {
        direct(text)
    };
    (Some(name), others)
}

/// `Family, Given`, `Family, Given, Jr.` (RIS) and `Family, Jr., Given` (BibTeX).
fn inverted(text: &str) -> Name {
    let mut parts = text.splitn(3, ',').map(str::trim);
    let family = parts.next().unwrap_or_default().to_owned();
    let second = parts.next().unwrap_or_default();
    let third = parts.next().unwrap_or_default();
    let (given, suffix) = if is_suffix(second) { (third, second) } else { (second, third) };
    if family.is_empty() {
        return Name::Body(given.to_owned());
    }
    // A particle that catalogues put last (`Silva, Beatriz da`) belongs to the family name.
    let mut start = given.len();
    while let Some(word) = given[..start].trim_end().rsplit(' ').next().filter(|w| w.starts_with(char::is_lowercase)) {
        let end = given[..start].trim_end().len();
        if end == word.len() {
            break;
        }
        start = end - word.len();
    }
    let (given, particle) = (given[..start].trim(), given[start..].trim());
    let family = if particle.is_empty() { family } else { format!("{particle} {family}") };
    Name::Person { family, given: given.to_owned(), suffix: suffix.to_owned() }
}

/// `Given Family`: the family name is the last word, with the words in lower case before it (`van der Berg`).
fn direct(text: &str) -> Name {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let suffix = match words.last() {
        Some(last) if words.len() > 2 && is_suffix(last) => {
            let suffix = (*last).to_owned();
            words.pop();
            suffix
        }
        _ => String::new(),
    };
    if words.len() < 2 {
        return Name::Body(text.to_owned());
    }
    let mut start = words.len() - 1;
    while start > 1 && words[start - 1].starts_with(char::is_lowercase) {
        start -= 1;
    }
    Name::Person { family: words[start..].join(" "), given: words[..start].join(" "), suffix }
}

/// `Smith JA`, as PubMed abbreviates: initials after the family name.
pub(super) fn vancouver(text: &str) -> Option<Name> {
    let (family, initials) = text.trim().rsplit_once(' ')?;
    if family.contains(',') {
        return None;
    }
    let is_initials = initials.chars().count() <= 4 && initials.chars().all(|c| c.is_uppercase() || c == '-');
    is_initials.then(|| {
        let given: Vec<String> = initials.chars().filter(|c| *c != '-').map(|c| format!("{c}.")).collect();
        Name::person(family.trim(), given.join(" "))
    })
}

fn is_suffix(word: &str) -> bool {
    matches!(word.trim_end_matches('.'), "Jr" | "Sr" | "II" | "III" | "IV" | "2nd" | "3rd")
}

/// A date, as far as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Date {
    pub year: Option<i64>,
    pub month: Option<i64>,
    pub day: Option<i64>,
}

/// A date in the notations of the formats: `2020`, `2020/03/15/`, `2020-03`, `2020 Mar 15`, `March 15, 2020`,
/// `15 Mar 2020`, `2020 Mar-Apr` (the first month), `03/15/2020`.
pub(super) fn date(text: &str) -> Date {
    let mut date = Date::default();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let year = words.iter().position(|w| w.len() == 4 && is_number(w) && (1000..2200).contains(&number(w)));
    let Some(year) = year else { return date };
    date.year = Some(number(words[year]));
    let named = words.iter().find_map(|w| month(w));
    if let Some(month) = named {
        date.month = Some(month);
        // A day belongs to one month, not to a range of months or days.
        let is_day = |w: &&&str| is_number(w) && (1..=31).contains(&number(w));
        let days: Vec<&&str> = words.iter().filter(is_day).collect();
        let months = words.iter().filter(|w| self::month(w).is_some()).count();
        date.day = days.first().filter(|_| days.len() == 1 && months == 1).map(|w| number(w));
    } else if year == 0 && words.len() > 1 {
        date.month = Some(number(words[1])).filter(|m| is_number(words[1]) && (1..=12).contains(m));
        let day = words.get(2).filter(|w| is_number(w)).map(|w| number(w));
        date.day = day.filter(|d| (1..=31).contains(d) && date.month.is_some());
    } else if year == 2 && words.len() == 3 && is_number(words[0]) && is_number(words[1]) {
        // `03/15/2020` and `15.03.2020`: the order is told only by a number above twelve or by the mark.
        let (first, second) = (number(words[0]), number(words[1]));
        let day_first = text.contains('.') || first > 12;
        let (month, day) = if day_first { (second, first) } else { (first, second) };
        if (1..=12).contains(&month) && (1..=31).contains(&day) && (text.contains('.') || first > 12 || second > 12) {
            (date.month, date.day) = (Some(month), Some(day));
        }
    }
    date
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 9 && word.bytes().all(|b| b.is_ascii_digit())
}

fn number(word: &str) -> i64 {
    word.parse().unwrap_or(0)
}

/// The number of an English month, in full or by its first three letters, as the formats write it.
fn month(word: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.to_ascii_lowercase();
    let is_month = |m: &&str| word.len() >= 3 && m.starts_with(&word) || word == "sept" && m.starts_with("sept");
    MONTHS.iter().position(is_month).and_then(|i| i64::try_from(i + 1).ok())
}

/// Pages: `12-20`, `12--20`, `12–20, 25`, `e1234`; ranges keep the form in which they are printed.
pub(super) fn pages(text: &str) -> Option<Pages> {
    let text = text.trim().trim_end_matches('.');
    let text = ["pages", "pp.", "pp", "p."].iter().find_map(|p| text.strip_prefix(p)).unwrap_or(text).trim();
    let ranges: Vec<PageRange> = text.split([',', ';']).filter_map(|part| range(part.trim())).collect();
    (!ranges.is_empty()).then_some(Pages(ranges))
}

fn range(text: &str) -> Option<PageRange> {
    if text.is_empty() {
        return None;
    }
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let dashes = text.matches(is_dash).count();
    // A label with hyphens of its own (`C3-32-C3-35`) parts at the middle one.
    let halves: Vec<&str> = text.split(is_dash).map(str::trim).filter(|p| !p.is_empty()).collect();
    let (first, last) = match halves.as_slice() {
        [first, last] => ((*first).to_owned(), Some((*last).to_owned())),
        [a, b, c, d] if dashes == 3 => (format!("{a}-{b}"), Some(format!("{c}-{d}"))),
        [only] => ((*only).to_owned(), None),
        _ => (text.to_owned(), None),
    };
    let last = last.filter(|last| *last != first);
    Some(PageRange { first, last })
}

/// First and last page given apart; the last may stand in abbreviated form (`123`, `30`) and stays so.
pub(super) fn page_range(first: &str, last: Option<&str>) -> Option<Pages> {
    let last = last.map(str::trim).filter(|l| !l.is_empty() && *l != first.trim());
    match last {
        None => pages(first),
        Some(last) => Some(Pages(vec![PageRange { first: first.trim().to_owned(), last: Some(last.to_owned()) }])),
    }
}

/// The DOI in a text: the resolver, `doi:` and marks around it off.
pub(super) fn doi(text: &str) -> Option<&str> {
    let at = text.find("10.")?;
    let rest = &text[at..];
    let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
    let found = rest[..end].trim_end_matches(['.', ',', ';']);
    let registrant = found.split('/').next()?.strip_prefix("10.")?;
    let is_doi = registrant.len() >= 4
        && registrant.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && found.len() > registrant.len() + 4;
    is_doi.then_some(found)
}

/// The arXiv identifier in an address or in `arXiv:2401.01234`.
pub(super) fn arxiv(text: &str) -> Option<&str> {
    let marks = ["arxiv.org/abs/", "arxiv.org/pdf/", "arXiv:", "arxiv:"];
    let (at, mark) = marks.iter().find_map(|mark| text.find(mark).map(|at| (at, mark)))?;
    let rest = text[at + mark.len()..].trim_start();
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '?' | '#' | ']' | '"')).unwrap_or(rest.len());
    let found = rest[..end].trim_end_matches(['.', ',', ';']).trim_end_matches(".pdf");
    let (digits, letters) = (found.bytes().any(|b| b.is_ascii_digit()), found.len());
    let is_id = digits
        && (6..=30).contains(&letters)
        && found.bytes().all(|b| b.is_ascii_alphanumeric() || b"./-".contains(&b));
    is_id.then_some(found)
}

/// What kind of serial number a text holds, by its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Serial {
    /// Eight characters.
    Issn,
    /// Ten or thirteen.
    Isbn,
}

/// The first ISSN or ISBN of a text (`1234-5678 (Electronic)`, `978-3-16-148410-0 3-16-148410-X`).
pub(super) fn serial(text: &str) -> Option<(Serial, &str)> {
    let mut words = text.split(|c: char| c.is_whitespace() || matches!(c, ';' | ',' | '(' | ')' | '/'));
    words.find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let signs = word.bytes().filter(|b| *b != b'-');
        let is_serial =
            signs.clone().enumerate().all(|(i, b)| b.is_ascii_digit() || (i > 6 && matches!(b, b'X' | b'x')));
        match signs.count() {
            8 if is_serial => Some((Serial::Issn, word)),
            10 | 13 if is_serial => Some((Serial::Isbn, word)),
            _ => None,
        }
    })
}

/// Text with the few tags and entities that databases leave in titles (`<i>`, `<sub>`, `&amp;`) made marks and characters;
/// white space is collapsed.
pub(super) fn rich_text(text: &str) -> Text {
    let mut out = Text::default();
    let mut open: Vec<(MarkKind, usize)> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (taken, replaced) = match c {
            '<' => match tag(rest) {
                Some((length, kind, closes)) => {
                    if let Some(kind) = kind {
                        mark(&mut out, &mut open, kind, closes);
                    }
                    (length, None)
                }
                None => (1, Some('<')),
            },
            '&' => match entity(rest) {
                Some((length, c)) => (length, Some(c)),
                None => (1, Some('&')),
            },
            c => (c.len_utf8(), Some(c)),
        };
        rest = &rest[taken..];
        match replaced {
            Some(c) if c.is_whitespace() && (out.plain.is_empty() || out.plain.ends_with(' ')) => {}
            Some(c) if c.is_whitespace() => out.plain.push(' '),
            Some(c) => out.plain.push(c),
            None => {}
        }
    }
    let length = out.plain.trim_end().len();
    out.plain.truncate(length);
    for mark in &mut out.marks {
        mark.range.end = mark.range.end.min(length);
    }
    out.marks.retain(|mark| mark.range.start < mark.range.end);
    out.marks.sort_by_key(|mark| mark.range.start);
    out.marks.dedup_by(|b, a| b.range.start < a.range.end);
    out
}

/// Opens or closes a mark at the end of the text.
fn mark(out: &mut Text, open: &mut Vec<(MarkKind, usize)>, kind: MarkKind, closes: Closes) {
    match closes {
        Closes::No if open.len() < 32 => open.push((kind, out.plain.len())),
        Closes::No => {}
        Closes::Yes => {
            if let Some(i) = open.iter().rposition(|(k, _)| *k == kind) {
                let (kind, start) = open.remove(i);
                out.marks.push(Mark { range: start..out.plain.len(), kind });
            }
        }
    }
}

/// Whether a tag is an end tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closes {
    Yes,
    No,
}

/// A tag at the start of a text: its length, what it marks, whether it ends. `a < b` is none.
fn tag(text: &str) -> Option<(usize, Option<MarkKind>, Closes)> {
    let body = text.strip_prefix('<')?;
    let (body, closes) = match body.strip_prefix('/') {
        Some(body) => (body, Closes::Yes),
        None => (body, Closes::No),
    };
    let name = body.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'-')).count();
    if name == 0 || name > 20 || !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let window = &body.as_bytes()[..body.len().min(name + 200)];
    let end = window.iter().position(|b| *b == b'>')?;
    let length = text.len() - body.len() + end + 1;
    let name = body[..name].to_ascii_lowercase();
    let kind = match name.strip_prefix("jats:").unwrap_or(&name) {
        "i" | "em" | "italic" => Some(MarkKind::Italic),
        "sup" => Some(MarkKind::Superscript),
        "sub" | "inf" => Some(MarkKind::Subscript),
        "b" | "bold" | "strong" | "span" | "scp" | "sc" | "u" | "p" | "br" | "title" | "sec" | "div" | "a" | "font" => {
            None
        }
        name if name.starts_with("mml:") => None,
        _ => return None,
    };
    Some((length, kind, closes))
}

/// An entity at the start of a text: its length and its character. XML's five, the no-break space and numbers.
fn entity(text: &str) -> Option<(usize, char)> {
    let window = &text.as_bytes()[..text.len().min(12)];
    let end = window.iter().position(|b| *b == b';')?;
    let name = &text[1..end];
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|c| !c.is_control())?
        }
    };
    Some((end + 1, c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_the_format_writes_them() {
        let read = |text: &str, order| name(text, order).0.unwrap();
        assert_eq!(read("van den Berg, Rianne", Order::Inverted), Name::person("van den Berg", "Rianne"));
        let junior = Name::Person { family: "Costa".into(), given: "P. T.".into(), suffix: "Jr.".into() };
        assert_eq!(read("Costa, P. T., Jr.", Order::Inverted), junior);
        assert_eq!(read("Costa, Jr., P. T.", Order::Inverted), junior);
        assert_eq!(read("World Health Organization", Order::Inverted), Name::Body("World Health Organization".into()));
        assert_eq!(read("Silva, Beatriz da", Order::Inverted), Name::person("da Silva", "Beatriz"));
        assert_eq!(read("lovelace, ada", Order::Inverted), Name::person("lovelace", "ada"));
        assert_eq!(read("Rianne van den Berg", Order::Direct), Name::person("van den Berg", "Rianne"));
        assert_eq!(name("Trav Olip et al.", Order::Direct), (Some(Name::person("Olip", "Trav")), true));
        assert_eq!(vancouver("Smith-Jones AB"), Some(Name::person("Smith-Jones", "A. B.")));
        assert_eq!(vancouver("Smith John"), None);
        assert_eq!(vancouver("Smith, J"), None);
    }

    #[test]
    fn dates_are_read_in_every_notation() {
        let full = Date { year: Some(2020), month: Some(3), day: Some(15) };
        for text in
            ["2020/03/15/", "2020-03-15", "2020 Mar 15", "March 15, 2020", "15 Mar 2020", "03/15/2020", "15.03.2020"]
        {
            assert_eq!(date(text), full, "{text}");
        }
        assert_eq!(date("2020/03//"), Date { day: None, ..full });
        assert_eq!(date("2020 Mar-Apr"), Date { day: None, ..full });
        assert_eq!(date("2020///Spring"), Date { month: None, day: None, ..full });
        assert_eq!(date("05/06/2020"), Date { month: None, day: None, ..full });
        assert_eq!(date("in press"), Date::default());
    }

    #[test]
    fn pages_keep_their_labels() {
        let read = |text: &str| {
            let pages = pages(text).unwrap();
            let show = |r: &PageRange| r.last.as_ref().map_or(r.first.clone(), |last| format!("{}--{last}", r.first));
            pages.0.iter().map(show).collect::<Vec<_>>().join(",")
        };
        assert_eq!(read("12-20"), "12--20");
        assert_eq!(read("pp. 12–20, 25"), "12--20,25");
        assert_eq!(read("e1234"), "e1234");
        assert_eq!(read("C3-32-C3-35"), "C3-32--C3-35");
        assert_eq!(read("7-7"), "7");
    }

    #[test]
    fn identifiers_are_told_from_what_surrounds_them() {
        assert_eq!(doi("https://doi.org/10.1000/182."), Some("10.1000/182"));
        assert_eq!(doi("S0140-6736(20)30183-5 [pii]"), None);
        assert_eq!(doi("10.1/x"), None);
        assert_eq!(arxiv("https://arxiv.org/abs/1706.03762v5"), Some("1706.03762v5"));
        assert_eq!(arxiv("arXiv:hep-th/9901001 [hep-th]"), Some("hep-th/9901001"));
        assert_eq!(arxiv("https://example.org"), None);
        assert_eq!(serial("1234-567X (Electronic)"), Some((Serial::Issn, "1234-567X")));
        assert_eq!(serial("978-3-16-148410-0"), Some((Serial::Isbn, "978-3-16-148410-0")));
        assert_eq!(serial("12"), None);
    }

    #[test]
    fn tags_in_titles_become_marks() {
        let text = rich_text("A  <i>new</i> H<sub>2</sub>O &amp; CO &lt; 5 where a < b &#x2013; c");
        assert_eq!(text.plain, "A new H2O & CO < 5 where a < b – c");
        let marks: Vec<_> = text.marks.iter().map(|m| (&text.plain[m.range.clone()], m.kind)).collect();
        assert_eq!(marks, [("new", MarkKind::Italic), ("2", MarkKind::Subscript)]);
        assert_eq!(rich_text("<i>unclosed").plain, "unclosed");
    }
}
