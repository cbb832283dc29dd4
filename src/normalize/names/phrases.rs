//! Joiners, words for a cut list and words for roles among the words of a list of names.

use super::tokens::{Kind, Role, Token};
use crate::lexicon::{CUTS, JOINERS, List, ROLES};
use crate::text::fold::fold_words;
use crate::text::token::is_unspaced;

/// The role that a row of the list names.
pub(super) fn role(value: &str) -> Role {
    match value {
        "author" => Role::Author,
        "editor" => Role::Editor,
        "translator" => Role::Translator,
        "editor+translator" => Role::EditorTranslator,
        _ => Role::None,
    }
}

/// Reads joiners, cuts and roles among the words.
pub(super) fn phrases(text: &str, tokens: &mut Vec<Token>) {
    let folded: Vec<String> = tokens
        .iter()
        .map(|t| match t.kind {
            Kind::Word | Kind::Number => fold_words(text.get(t.range.clone()).unwrap_or_default()),
            _ => String::new(),
        })
        .collect();
    let lower = |i: usize| {
        tokens.get(i).and_then(|t| text.get(t.range.clone())).is_some_and(|w| !w.chars().any(char::is_uppercase))
    };
    let boundary =
        |i: Option<usize>| i.and_then(|i| tokens.get(i)).is_none_or(|t| !matches!(t.kind, Kind::Word | Kind::Nick));
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let word = matches!(token.kind, Kind::Word);
        let ahead = |list: &'static List| {
            let words = folded.get(i..(i + 6).min(folded.len())).unwrap_or_default();
            list.longest(words.iter().take_while(|w| !w.is_empty()).map(String::as_str))
        };
        let joined = |n: usize, kind: Kind| {
            let end = tokens.get(i + n - 1).map_or(token.range.end, |t| t.range.end);
            Token { kind, range: token.range.start..end, glued: false }
        };
        if word {
            // "5 more authors", "& 5 others" and "et al."
            if let Some((n, _)) = ahead(&CUTS) {
                let counted = i.checked_sub(1).and_then(|p| tokens.get(p)).filter(|t| t.kind == Kind::Number);
                let plus = matches!(out.last().map(|t| t.kind), Some(Kind::Cut(_) | Kind::And));
                let latin = folded.get(i).is_some_and(|w| w == "et" || w == "etal");
                let phrase = latin || n > 1 && lower(i) || folded.get(i).is_some_and(|w| w.chars().any(is_unspaced));
                if phrase && boundary(Some(i + n)) || (counted.is_some() || plus) && lower(i) {
                    let count = counted.and_then(|t| text.get(t.range.clone())).and_then(|d| d.parse().ok());
                    match out.last_mut().map(|t| &mut t.kind) {
                        Some(Kind::Cut(_)) => {}
                        _ => out.push(joined(n, Kind::Cut(count))),
                    }
                    i += n;
                    continue;
                }
            }
            if let Some((n, value)) = ahead(&ROLES)
                && is_role(text, tokens, i, n, value, &boundary, &lower)
            {
                out.push(joined(n, Kind::Role(role(value))));
                i += n;
                continue;
            }
            if let Some((n, value)) = ahead(&JOINERS) {
                let printed = text.get(token.range.clone()).unwrap_or_default();
                let letters = printed.chars().filter(|c| c.is_alphabetic()).count();
                // `V. SURD u. E. TOMASI`
                let initial = letters == 1 && (printed.ends_with('.') && printed != "u." || !lower(i));
                // `Och` and `Ed` are names, `And`, `UND` and `ET` join.
                let capitals = letters >= 3 && !printed.chars().any(char::is_lowercase);
                let shape =
                    lower(i) || capitals || folded.get(i).is_some_and(|w| matches!(w.as_str(), "et" | "and" | "und"));
                let kind = match value {
                    "with"
                        if out.is_empty() || out.last().is_some_and(|t| !matches!(t.kind, Kind::Word)) || lower(i) =>
                    {
                        Some(Kind::Strong)
                    }
                    "" => Some(Kind::And),
                    "weak" => Some(Kind::WeakAnd),
                    _ => None,
                };
                if let Some(kind) = kind
                    && !initial
                    && shape
                    && !token.glued
                {
                    out.push(joined(n, kind));
                    i += n;
                    continue;
                }
            }
        }
        out.push(token.clone());
        i += 1;
    }
    *tokens = out;
}

/// Whether words that may say a role do so here; many of them are names as well (`Ed`, `Red`).
fn is_role(
    text: &str,
    tokens: &[Token],
    i: usize,
    n: usize,
    value: &str,
    boundary: &impl Fn(Option<usize>) -> bool,
    lower: &impl Fn(usize) -> bool,
) -> bool {
    let printed = |i: usize| tokens.get(i).and_then(|t| text.get(t.range.clone())).unwrap_or_default();
    let starts = i == 0 || boundary(i.checked_sub(1));
    let ends = boundary(Some(i + n));
    let word = printed(i + n - 1);
    let dotted = word.ends_with('.');
    if value == "honorific" {
        let first = printed(i);
        let long = first.chars().filter(|c| c.is_alphabetic()).count() > 1;
        let mixed = first.chars().any(char::is_lowercase);
        return long && mixed && (dotted || starts) && !(starts && ends && i == 0);
    }
    if n > 1 {
        return true;
    }
    if lower(i) {
        return value != "author" || starts;
    }
    if value == "author" {
        let colon =
            text.get(..tokens.get(i + n).map_or(0, |t| t.range.end)).is_some_and(|before| before.ends_with(':'));
        return i == 0 && (!ends || colon);
    }
    let plural = word.trim_end_matches('.').ends_with('s') || word.starts_with('H') && word.len() <= 5;
    let cased = word.contains(char::is_lowercase);
    starts && ends && (cased || i > 0)
        || ends && dotted && cased && value != "drop"
        || plural && dotted && value == "editor"
}
