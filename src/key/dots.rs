//! Better BibTeX's notation.

use super::cursor::{Cursor, nearest};
use super::filters::{self, FILTERS};
use super::formula::{Arg, Atom, Formula, FormulaError, Series, Term};
use super::markers::{self, MARKERS};

/// Deepest nesting of parentheses that is read.
const DEPTH: usize = 32;

/// Parses a formula.
pub(super) fn parse(text: &str) -> Result<Formula, FormulaError> {
    let mut cursor = Cursor::new(text);
    let choices = choices(&mut cursor, 0)?;
    match cursor.peek() {
        None => Ok(Formula::new(choices)),
        Some(c) => cursor.error(format!("`{c}` does not belong here; parts are joined by `+`, alternatives by `|`")),
    }
}

fn choices(cursor: &mut Cursor<'_>, depth: usize) -> Result<Vec<Series>, FormulaError> {
    if depth > DEPTH {
        return cursor.error("parentheses are nested too deeply");
    }
    let mut all = vec![series(cursor, depth)?];
    while cursor.eat('|') {
        all.push(series(cursor, depth)?);
    }
    Ok(all)
}

fn series(cursor: &mut Cursor<'_>, depth: usize) -> Result<Series, FormulaError> {
    let mut terms = vec![term(cursor, depth)?];
    while cursor.eat('+') {
        terms.push(term(cursor, depth)?);
    }
    Ok(terms)
}

fn term(cursor: &mut Cursor<'_>, depth: usize) -> Result<Term, FormulaError> {
    cursor.skip_space();
    let start = cursor.at;
    let atom = match cursor.peek() {
        Some('"' | '\'') => Atom::Literal(cursor.string()?),
        Some('(') => {
            cursor.bump();
            let inner = choices(cursor, depth + 1)?;
            if !cursor.eat(')') {
                return Err(FormulaError::new(start, "this parenthesis is not closed"));
            }
            Atom::Choice(inner)
        }
        Some(c) if is_name(c) => {
            let name = cursor.take_while(is_name);
            let Some(marker) = markers::by_name(name) else {
                let like = nearest(name, MARKERS.iter().map(|m| m.name));
                return Err(FormulaError::new(start, format!("no marker is called `{name}`{like}")));
            };
            let args = arguments(cursor, marker.params)?;
            Atom::Marker(marker, args)
        }
        Some(c) => return cursor.error(format!("`{c}` does not begin a marker, a string or a group")),
        None => return cursor.error("the formula ends where a marker, a string or a group is expected"),
    };
    let mut filters = Vec::new();
    cursor.skip_space();
    while cursor.eat('.') {
        let at = cursor.at;
        let name = cursor.take_while(is_name);
        let Some(filter) = filters::by_name(name) else {
            let like = nearest(name, FILTERS.iter().map(|f| f.name));
            return Err(FormulaError::new(at, format!("no filter is called `{name}`{like}")));
        };
        let args = arguments(cursor, filter.params)?;
        filters.push((filter, filters::prepare(filter, args, at)?));
        cursor.skip_space();
    }
    Ok(Term { atom, filters })
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Arguments in the order of the parameters; those left out at the end are left out.
fn arguments(cursor: &mut Cursor<'_>, params: &[&str]) -> Result<Vec<Arg>, FormulaError> {
    let mut args: Vec<Option<Arg>> = Vec::new();
    let open = cursor.at;
    if !cursor.eat('(') {
        return Ok(Vec::new());
    }
    cursor.skip_space();
    while !cursor.eat(')') {
        let at = cursor.at;
        let mut index = args.len();
        let mut value = argument(cursor, open)?;
        cursor.skip_space();
        if let Arg::Text(name) = &value
            && cursor.peek() == Some('=')
        {
            let Some(position) = params.iter().position(|p| p.eq_ignore_ascii_case(name)) else {
                return Err(FormulaError::new(at, format!("no argument is called `{name}` here")));
            };
            cursor.bump();
            cursor.skip_space();
            value = argument(cursor, open)?;
            index = position;
            cursor.skip_space();
        }
        if index >= params.len() {
            return Err(FormulaError::new(at, format!("too many arguments: at most {} here", params.len())));
        }
        if args.len() <= index {
            args.resize(index + 1, None);
        }
        args[index] = Some(value);
        if cursor.peek() != Some(')') && !cursor.eat(',') {
            return cursor.error("arguments are separated by commas and end with `)`");
        }
        cursor.skip_space();
    }
    // An argument left out before a named one is as good as none given: its default holds.
    Ok(args.into_iter().map(|arg| arg.unwrap_or(Arg::Text(String::new()))).collect())
}

fn argument(cursor: &mut Cursor<'_>, open: usize) -> Result<Arg, FormulaError> {
    match cursor.peek() {
        Some('"' | '\'') => Ok(Arg::Text(cursor.string()?)),
        Some(c) if c.is_ascii_digit() => {
            let at = cursor.at;
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            digits.parse().map(Arg::Number).map_err(|_| FormulaError::new(at, "this number is too large"))
        }
        Some(c) if is_name(c) => Ok(Arg::Text(cursor.take_while(is_name).to_owned())),
        Some('<' | '>' | '!') => Ok(Arg::Text(cursor.take_while(|c| matches!(c, '<' | '>' | '=' | '!')).to_owned())),
        Some(c) => cursor.error(format!("`{c}` does not begin a number or a string")),
        None => Err(FormulaError::new(open, "this parenthesis is not closed")),
    }
}
