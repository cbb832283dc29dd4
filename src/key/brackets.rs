//! JabRef's notation.

use super::cursor::{Cursor, nearest};
use super::filters::{self, FILTERS};
use super::formula::{Arg, Atom, Formula, FormulaError, Series, Term};
use super::markers::{self, MARKERS};

/// Parses a pattern.
pub(super) fn parse(text: &str) -> Result<Formula, FormulaError> {
    let mut cursor = Cursor::new(text);
    let mut series: Series = Vec::new();
    while let Some(c) = cursor.peek() {
        match c {
            '[' => series.push(field(&mut cursor)?),
            ']' => return cursor.error("this bracket was never opened"),
            _ => {
                let literal = cursor.take_while(|c| c != '[' && c != ']').trim();
                if !literal.is_empty() {
                    series.push(Term { atom: Atom::Literal(literal.to_owned()), filters: Vec::new() });
                }
            }
        }
    }
    Ok(Formula::new(vec![series]))
}

fn field(cursor: &mut Cursor<'_>) -> Result<Term, FormulaError> {
    let open = cursor.at;
    cursor.bump();
    let start = cursor.at;
    let name = cursor.take_while(|c| c != ':' && c != ']');
    let Some((marker, args)) = markers::by_bracket(name.trim()) else {
        let like = nearest(name, MARKERS.iter().map(|m| if m.bracket.is_empty() { m.name } else { m.bracket }));
        return Err(FormulaError::new(start, format!("no marker is called `{name}`{like}")));
    };
    let mut term = Term { atom: Atom::Marker(marker, args), filters: Vec::new() };
    loop {
        match cursor.peek() {
            Some(']') => {
                cursor.bump();
                return Ok(term);
            }
            Some(':') => {
                cursor.bump();
                term = modifier(cursor, term)?;
            }
            Some(c) => return cursor.error(format!("`{c}` does not belong here; modifiers start with `:`")),
            None => return Err(FormulaError::new(open, "this bracket is not closed")),
        }
    }
}

fn modifier(cursor: &mut Cursor<'_>, mut term: Term) -> Result<Term, FormulaError> {
    cursor.skip_space();
    let at = cursor.at;
    if cursor.eat('(') {
        let fallback = cursor.take_while(|c| c != ')').to_owned();
        if !cursor.eat(')') {
            return Err(FormulaError::new(at, "this parenthesis is not closed"));
        }
        let fallback = Term { atom: Atom::Literal(fallback), filters: Vec::new() };
        return Ok(Term { atom: Atom::Choice(vec![vec![term], vec![fallback]]), filters: Vec::new() });
    }
    let name = cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = name.split_at(name.len() - digits);
    let Some(filter) = filters::by_bracket(stem) else {
        let like = nearest(stem, FILTERS.iter().map(|f| if f.bracket.is_empty() { f.name } else { f.bracket }));
        return Err(FormulaError::new(at, format!("no modifier is called `{name}`{like}")));
    };
    let mut args = Vec::new();
    if let Ok(number) = number.parse() {
        args.push(Arg::Number(number));
    }
    if cursor.eat('(') {
        loop {
            cursor.skip_space();
            match cursor.peek() {
                Some('"') => args.push(Arg::Text(cursor.string()?)),
                Some(',') => {
                    cursor.bump();
                }
                Some(')') => {
                    cursor.bump();
                    break;
                }
                _ => return cursor.error("arguments are strings in quotation marks, and end with `)`"),
            }
        }
    }
    term.filters.push((filter, filters::prepare(filter, args, at)?));
    Ok(term)
}
