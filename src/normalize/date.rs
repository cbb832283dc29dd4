//! Dates: year, month and day of publication or of the event, in many languages.

use std::ops::Range;

use super::part::{Draft, Entry};
use crate::label::{Label, Segment};
use crate::lexicon::{MONTHS, PUBSTATES, SEASONS};
use crate::model::{Field, Value};
use crate::text::fold::fold_words;
use crate::text::token::{Token, TokenKind, tokenize};

/// Years that a publication can have.
const YEARS: std::ops::RangeInclusive<i64> = 1400..=2100;

/// A number with its bytes.
type Part = (i64, Range<usize>);

/// What a date says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: Option<Part>,
    pub(super) month: Option<Part>,
    pub(super) day: Option<Part>,
    /// How it was read.
    pub(super) rule: &'static str,
}

/// Reads the dates.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    let mut found: Vec<(&Segment, Date)> = Vec::new();
    for segment in entry.labelled(Label::Date) {
        let text = segment.text.as_str();
        if let Some(range) = state(text) {
            draft.set_text(Field::PubState, segment, range, "pubstate/date");
        }
        let date = parse(text);
        if date != Date::default() {
            found.push((segment, date));
        }
    }
    // The first date with a year is that of publication, as every style prints it; a later one of the same year
    // (the month, the day of the event) adds what the first does not say.
    let first = found.iter().position(|(_, d)| d.year.is_some());
    let year = first.and_then(|i| found.get(i)).and_then(|(_, d)| d.year.as_ref()).map(|y| y.0);
    if let Some((segment, date)) = first.and_then(|i| found.get(i))
        && let Some((value, range)) = &date.year
    {
        draft.set_integer(Field::Year, *value, (&segment.text, range.clone(), segment.confidence), date.rule);
    }
    for (segment, date) in &found {
        let same = date.year.is_none() || date.year.as_ref().map(|y| y.0) == year;
        if !same || draft.has(Field::Month) {
            continue;
        }
        let Some((value, range)) = &date.month else { continue };
        draft.set_integer(Field::Month, *value, (&segment.text, range.clone(), segment.confidence), date.rule);
        if let Some((value, range)) = &date.day {
            draft.set_integer(Field::Day, *value, (&segment.text, range.clone(), segment.confidence), date.rule);
        }
    }
    for segment in entry.labelled(Label::AccessDate) {
        access(segment, draft);
    }
}

/// The date of access, in ISO form where it is clear, else as printed.
fn access(segment: &Segment, draft: &mut Draft) {
    let text = segment.text.as_str();
    let date = parse(text);
    if let (Some((year, y)), Some((month, m)), Some((day, d))) = (&date.year, &date.month, &date.day) {
        let range = y.start.min(m.start).min(d.start)..y.end.max(m.end).max(d.end);
        let iso = format!("{year:04}-{month:02}-{day:02}");
        draft.set_verbatim(Field::UrlDate, iso, segment, range, "date/access");
    } else if let Some((_, y)) = &date.year {
        let start = [&date.month, &date.day].iter().filter_map(|p| p.as_ref().map(|p| p.1.start)).min();
        draft.set_text(Field::UrlDate, segment, start.unwrap_or(y.start).min(y.start)..y.end, "date/access");
    }
}

/// Where a date says "n.d.", "in press" or the like.
pub(super) fn state(text: &str) -> Option<Range<usize>> {
    let range = super::clean::strip(text, 0..text.len());
    let part = text.get(range.clone())?;
    let folded = fold_words(part);
    if folded.is_empty() || folded.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> = folded.split(' ').collect();
    for n in 0..words.len().min(4) {
        if PUBSTATES.longest(words.get(n..).unwrap_or_default().iter().copied()).is_some() {
            // The printed words up to the year, if one follows.
            let end = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
            let end = range.start + end;
            let trimmed = super::clean::trim(text, range.start..end, &[',', ';', '(', '[']);
            // "n.d." keeps its full stop.
            let dotted = text.get(trimmed.end..).is_some_and(|rest| rest.starts_with('.'))
                && text.get(trimmed.clone()).is_some_and(|t| t.contains('.'));
            return Some(trimmed.start..trimmed.end + usize::from(dotted));
        }
    }
    None
}

/// A token of a date.
struct Piece {
    range: Range<usize>,
    number: Option<i64>,
    digits: usize,
    month: Option<i64>,
    mark: Option<char>,
    spaced: bool,
}

/// Reads one date.
pub(super) fn parse(text: &str) -> Date {
    let pieces = pieces(text);
    if pieces.is_empty() {
        return Date::default();
    }
    if let Some(date) = numeric(&pieces) {
        return date;
    }
    worded(text, &pieces)
}

/// Cuts a date into numbers, months and marks.
fn pieces(text: &str) -> Vec<Piece> {
    let tokens = tokenize(text);
    let mut out: Vec<Piece> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        i += 1;
        let printed = text.get(token.range.clone()).unwrap_or_default();
        let mut piece = Piece {
            range: token.range.clone(),
            number: None,
            digits: 0,
            month: None,
            mark: None,
            spaced: token.spaced,
        };
        match token.kind {
            TokenKind::Number | TokenKind::Mixed => mixed(printed, &mut piece, &mut out),
            TokenKind::Word => piece.month = month(printed),
            TokenKind::Ideograph => {
                piece.mark = printed.chars().next();
                // 十二月 in characters
                let mut end = i - 1;
                while tokens.get(end).is_some_and(|t: &Token| t.kind == TokenKind::Ideograph) && end < i + 2 {
                    end += 1;
                }
                for last in (i..=end).rev() {
                    let stop = tokens.get(last - 1).map_or(piece.range.end, |t| t.range.end);
                    if let Some(found) = text.get(piece.range.start..stop).and_then(month) {
                        piece.month = Some(found);
                        piece.mark = None;
                        piece.range.end = stop;
                        i = last;
                        break;
                    }
                }
            }
            TokenKind::Mark => piece.mark = printed.chars().next(),
            TokenKind::Break => continue,
        }
        out.push(piece);
    }
    rejoin(text, out)
}

/// Digits with letters: `2001b`, `12th`, `Aug1991`, `2014년`.
fn mixed(printed: &str, piece: &mut Piece, out: &mut Vec<Piece>) {
    let head = printed.len() - printed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (digits, tail) = printed.split_at(head);
    if digits.is_empty() {
        // `Aug1991`
        let letters = printed.len() - printed.trim_start_matches(char::is_alphabetic).len();
        let (word, rest) = printed.split_at(letters);
        if let Some(found) = month(word) {
            let start = piece.range.start;
            out.push(Piece {
                range: start..start + letters,
                number: None,
                digits: 0,
                month: Some(found),
                mark: None,
                spaced: piece.spaced,
            });
            piece.range.start += letters;
            piece.spaced = false;
            if let Ok(number) = rest.parse() {
                (piece.number, piece.digits) = (Some(number), rest.len());
            }
        } else if let Some(first) = rest.get(..4).and_then(|d| d.parse::<i64>().ok()).filter(|y| YEARS.contains(y)) {
            // `c2004`
            if letters == 1 && rest.len() == 4 {
                (piece.number, piece.digits) = (Some(first), 4);
                piece.range.start += letters;
            }
        }
        return;
    }
    let sign = tail.chars().next();
    let hangul = sign.filter(|c| matches!(c, '년' | '월' | '일'));
    let short = tail.chars().count() <= 2;
    if tail.is_empty() || short || hangul.is_some() {
        piece.number = digits.parse().ok();
        piece.digits = digits.len();
        piece.range.end = piece.range.start + head;
        if let Some(sign) = hangul {
            let number = Piece {
                range: piece.range.clone(),
                number: piece.number,
                digits: piece.digits,
                month: None,
                mark: None,
                spaced: piece.spaced,
            };
            out.push(number);
            *piece = Piece {
                range: piece.range.end..piece.range.end + sign.len_utf8(),
                number: None,
                digits: 0,
                month: None,
                mark: Some(sign),
                spaced: false,
            };
        }
    } else if let Some(found) = month(tail) {
        // `17Mar`
        out.push(Piece {
            range: piece.range.start..piece.range.start + head,
            number: digits.parse().ok(),
            digits: head,
            month: None,
            mark: None,
            spaced: piece.spaced,
        });
        piece.range.start += head;
        piece.month = Some(found);
    }
}

/// The month that a word names.
fn month(word: &str) -> Option<i64> {
    if word.chars().count() < 2 && word.is_ascii() {
        return None;
    }
    MONTHS.get(&fold_words(word)).and_then(|m| m.parse().ok())
}

/// A year that spaces have torn (`20 10`, `1 994`), where no whole year stands.
fn rejoin(text: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let whole = |p: &Piece| p.digits == 4 && p.number.is_some_and(|n| YEARS.contains(&n));
    if pieces.iter().any(whole) {
        return pieces;
    }
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if let Some(last) = out.last_mut()
            && let (Some(a), Some(b)) = (last.number, piece.number)
            && last.digits + piece.digits == 4
            && let Some(printed) = text.get(last.range.end..piece.range.start)
            && printed.chars().all(char::is_whitespace)
        {
            let joined = a * 10_i64.pow(u32::try_from(piece.digits).unwrap_or(0)) + b;
            if (1800..2050).contains(&joined) {
                last.number = Some(joined);
                last.digits = 4;
                last.range.end = piece.range.end;
                continue;
            }
        }
        out.push(piece);
    }
    out
}

/// Whether a piece is a four-digit year.
fn is_year(piece: &Piece) -> bool {
    piece.digits == 4 && piece.number.is_some_and(|n| YEARS.contains(&n))
}

/// A number as month or day if it can be one.
fn within(piece: &Piece, most: i64) -> Option<Part> {
    let number = piece.number?;
    (piece.digits <= 2 && (1..=most).contains(&number)).then(|| (number, piece.range.clone()))
}

/// Dates of numbers alone: ISO, `22.08.2003`, `2016年4月`; an order that is not clear gives the year only.
fn numeric(pieces: &[Piece]) -> Option<Date> {
    let number = |i: usize| pieces.get(i).filter(|p| p.number.is_some());
    let mark = |i: usize| pieces.get(i).and_then(|p| p.mark);
    for i in 0..pieces.len() {
        let Some(first) = number(i) else { continue };
        if let Some(sign) = mark(i + 1)
            && matches!(sign, '年' | '년')
            && is_year(first)
        {
            let mut date = Date { rule: "date/cjk", ..Date::default() };
            date.year = first.number.map(|n| (n, first.range.clone()));
            if let Some(m) = number(i + 2).filter(|_| matches!(mark(i + 3), Some('月' | '월'))) {
                date.month = within(m, 12);
                if let Some(d) = number(i + 4).filter(|_| matches!(mark(i + 5), Some('日' | '일'))) {
                    date.day = within(d, 31);
                }
            } else if let Some(m) = pieces.get(i + 2) {
                date.month = m.month.map(|n| (n, m.range.clone()));
            }
            return Some(date);
        }
        let (Some(sep), Some(second)) = (mark(i + 1), number(i + 2)) else { continue };
        let dash = super::clean::is_dash(sep);
        if !(dash || matches!(sep, '/' | '.')) {
            continue;
        }
        let third = number(i + 4).filter(|_| mark(i + 3) == Some(sep));
        if is_year(first) {
            // 2024-05-17, 2024/5; a range of years is none.
            let Some(month) = within(second, 12) else { continue };
            if third.is_none() && second.digits < 2 && sep != '/' {
                continue;
            }
            if third.is_none() && dash && sep != '-' {
                continue;
            }
            return Some(Date {
                year: first.number.map(|n| (n, first.range.clone())),
                month: Some(month),
                day: third.and_then(|p| within(p, 31)),
                rule: "date/iso",
            });
        }
        if let Some(year) = third {
            let year_part = long_year(year)?;
            let (a, b) = (within(first, 31)?, within(second, 31)?);
            let clear = a.0 > 12 || sep == '.';
            let (day, month) = if clear && b.0 <= 12 {
                (Some(a), Some(b))
            } else if a.0 <= 12 && b.0 > 12 {
                (Some(b), Some(a))
            } else if a.0 == b.0 {
                (Some(a), Some(b))
            } else {
                (None, None)
            };
            return Some(Date { year: Some(year_part), month, day, rule: "date/numeric" });
        }
        if is_year(second)
            && within(first, 12).is_some()
            && !dash
            && pieces.len() <= i + 5
            && i == 0
            && second.digits == 4
        {
            // 05/2024
            return Some(Date {
                year: second.number.map(|n| (n, second.range.clone())),
                month: within(first, 12),
                day: None,
                rule: "date/numeric",
            });
        }
    }
    None
}

/// A year of four digits, or of two by the century that is likely.
fn long_year(piece: &Piece) -> Option<Part> {
    let number = piece.number?;
    match piece.digits {
        4 if YEARS.contains(&number) => Some((number, piece.range.clone())),
        2 => Some((century(number), piece.range.clone())),
        _ => None,
    }
}

/// Two digits of a year: up to 35 of this century, else of the last.
pub(super) fn century(number: i64) -> i64 {
    if number <= 35 { 2000 + number } else { 1900 + number }
}

/// Dates with the month in words, or a year alone.
fn worded(text: &str, pieces: &[Piece]) -> Date {
    let mut date = Date { rule: "date/year", ..Date::default() };
    let at = pieces.iter().position(|p| p.month.is_some());
    let year = pieces.iter().position(is_year);
    if let Some(i) = year
        && let Some(piece) = pieces.get(i)
    {
        date.year = piece.number.map(|n| (n, piece.range.clone()));
    }
    if let Some(i) = at
        && let Some(piece) = pieces.get(i)
    {
        date.rule = "date/month-name";
        date.month = piece.month.map(|n| (n, piece.range.clone()));
        date.day = day(pieces, i, year);
        if date.year.is_none() {
            // "April 97", "Mar '05"
            let two =
                pieces.iter().skip(i + 1).find(|p| p.digits == 2 && date.day.as_ref().is_none_or(|d| d.1 != p.range));
            if let Some(two) = two
                && (two.number.is_some_and(|n| n > 31) || quoted(text, two) || date.day.is_some())
            {
                date.year = long_year(two);
            }
        }
    }
    if date.year.is_none() && at.is_none() {
        let two = pieces.iter().find(|p| p.digits == 2 && quoted(text, p));
        let alone = pieces.iter().filter(|p| p.number.is_some()).count() == 1;
        let alone = pieces.iter().find(|p| p.digits == 2 && alone && p.number.is_some_and(|n| n > 31));
        date.year = two.or(alone).and_then(long_year);
    }
    if date.year.is_none() && date.month.is_none() {
        return Date::default();
    }
    // "Spring 2001" has no month, though "mar" and others may stand in it.
    let season = pieces.iter().any(|p| {
        p.month.is_none()
            && p.number.is_none()
            && p.mark.is_none()
            && SEASONS.contains(&fold_words(text.get(p.range.clone()).unwrap_or_default()))
    });
    if season {
        date.rule = "date/season";
    }
    date
}

/// Whether an apostrophe stands before a number.
fn quoted(text: &str, piece: &Piece) -> bool {
    text.get(..piece.range.start).is_some_and(|before| before.ends_with(['\'', '’', '‘', '`', '´']))
}

/// The day beside a month: before it (`17 May`, `9-11 May`) or behind it (`May 17`, `May 9-11`).
fn day(pieces: &[Piece], at: usize, year: Option<usize>) -> Option<Part> {
    let candidate = |i: usize| pieces.get(i).filter(|_| Some(i) != year).and_then(|p| within(p, 31));
    let mark = |i: usize| pieces.get(i).and_then(|p| p.mark);
    let skip = |i: usize, step: isize| -> Option<usize> {
        // Full stops and words like "de" or "of" between day and month.
        let next = i.checked_add_signed(step)?;
        match pieces.get(next) {
            Some(p)
                if p.number.is_none()
                    && p.month.is_none()
                    && (p.mark.is_none_or(|m| m == '.' || super::clean::is_dash(m))) =>
            {
                next.checked_add_signed(step)
            }
            _ => Some(next),
        }
    };
    if let Some(i) = skip(at, -1)
        && let Some(found) = candidate(i)
    {
        // Of "9-11 May" the first day counts.
        if let Some(before) = i.checked_sub(2)
            && mark(i - 1).is_some_and(super::clean::is_dash)
            && let Some(first) = candidate(before)
        {
            return Some(first);
        }
        return Some(found);
    }
    let next = skip(at, 1)?;
    let found = candidate(next)?;
    // "April 97" and "May '05" are years, and so is a number that no year follows unless a range says otherwise.
    Some(found)
}

/// A year as the value of a field.
pub(super) fn year_value(year: i64) -> Option<Value> {
    YEARS.contains(&year).then_some(Value::Integer(year))
}
