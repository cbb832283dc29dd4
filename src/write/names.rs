//! Names as BibTeX writes them (btxdoc §4; spellings measured against fifteen readers).

use super::clean::clean_str;
use super::latex::{Dialect, escape_str};
use crate::model::{Name, NameList};

/// A list of names: `Family, Given and Family, Jr., Given and {Body} and others`. Nothing if no name is left.
pub(super) fn bib_names(list: &NameList, limit: Option<usize>, dialect: Dialect) -> Option<String> {
    let shown = limit.unwrap_or(usize::MAX).max(1);
    let mut names: Vec<String> =
        list.names.iter().take(shown).map(|name| bib_name(name, dialect)).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return None;
    }
    if list.others || list.names.len() > shown {
        names.push("others".to_owned());
    }
    Some(names.join(" and "))
}

/// One name; empty if there is nothing to write.
fn bib_name(name: &Name, dialect: Dialect) -> String {
    match name {
        Name::Body(body) => bodied(&clean_str(body), dialect),
        Name::Person { family, given, suffix } => {
            let [family, given, suffix] = [clean_str(family), spaced_initials(&clean_str(given)), clean_str(suffix)];
            if family.is_empty() || given.is_empty() {
                let alone = if family.is_empty() { given } else { family };
                return match (alone.is_empty(), suffix.is_empty()) {
                    (true, _) => String::new(),
                    (false, true) => bodied(&alone, dialect),
                    // BibTeX has no place for a suffix without given names.
                    (false, false) => bodied(&format!("{alone} {suffix}"), dialect),
                };
            }
            let mut out = if family_needs_braces(&family) { bodied(&family, dialect) } else { part(&family, dialect) };
            if !suffix.is_empty() {
                out.push_str(", ");
                out.push_str(&part(&suffix, dialect));
            }
            out.push_str(", ");
            out.push_str(&given_part(&given, dialect));
            out
        }
    }
}

/// Text in braces, so that it is one name; `and` inside in braces of its own, for readers that split before they look at braces.
fn bodied(text: &str, dialect: Dialect) -> String {
    if text.is_empty() {
        return String::new();
    }
    let words: Vec<String> = text.split(' ').map(|word| guarded(word, &escape_str(word, dialect))).collect();
    format!("{{{}}}", words.join(" "))
}

/// A part of a person's name: words that BibTeX would take for syntax are braced.
fn part(text: &str, dialect: Dialect) -> String {
    let words: Vec<String> = text.split(' ').map(|word| bare_word(word, dialect)).collect();
    words.join(" ")
}

/// Given names: a particle at their end would be joined to the family name by some readers.
fn given_part(text: &str, dialect: Dialect) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let tail = words.iter().rev().take_while(|w| starts_lower(w)).count();
    let names = words.len() - tail;
    let out: Vec<String> = words
        .iter()
        .enumerate()
        .map(|(i, word)| match bare_word(word, dialect) {
            code if i >= names && names > 0 && !code.starts_with('{') => format!("{{{code}}}"),
            code => code,
        })
        .collect();
    out.join(" ")
}

/// A word of a person's name.
fn bare_word(word: &str, dialect: Dialect) -> String {
    let code = escape_str(word, dialect);
    let syntax =
        word.contains([',', ';', '"', '~', '=', '\\', '{', '}', '%', '#', '@']) || word.chars().any(char::is_numeric);
    if syntax && !is_keyword(word) { format!("{{{code}}}") } else { guarded(word, &code) }
}

/// The word in braces if it means something to BibTeX.
fn guarded(word: &str, code: &str) -> String {
    if is_keyword(word) { format!("{{{code}}}") } else { code.to_owned() }
}

fn is_keyword(word: &str) -> bool {
    word.eq_ignore_ascii_case("and") || word.eq_ignore_ascii_case("others")
}

/// Whether BibTeX would cut the family name at another place than before its particles:
/// no capital word at the end (`hooks`, `al-Khwarizmi`), or lower case after a capital (`García y Vega`).
fn family_needs_braces(family: &str) -> bool {
    let lower: Vec<bool> = family.split(' ').map(starts_lower).collect();
    let particles = lower.iter().take_while(|l| **l).count();
    particles == lower.len() || lower.iter().skip(particles).any(|l| *l)
}

/// Whether BibTeX takes the word for a particle: its first letter is in lower case.
/// An elided particle (`d'Alembert`) is read as part of its name by all but one.
fn starts_lower(word: &str) -> bool {
    let elided = word.split_once(['\'', '’']).is_some_and(|(_, name)| name.starts_with(char::is_uppercase));
    !elided && word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
}

/// The particles in lower case that a family name begins with (`van den`), and the rest. Elided ones (`d'`) stay with the name.
pub(super) fn split_particle(family: &str) -> (&str, &str) {
    let mut at = 0;
    for word in family.split_inclusive(' ') {
        if !starts_lower(word) {
            break;
        }
        at += word.len();
    }
    match (family.get(..at), family.get(at..)) {
        (Some(particle), Some(rest)) if !rest.is_empty() => (particle.trim_end(), rest),
        _ => ("", family),
    }
}

/// Initials apart (`J.A.` becomes `J. A.`), as BibTeX needs them to abbreviate; a hyphen keeps them together (`J.-P.`).
pub(super) fn spaced_initials(given: &str) -> String {
    let mut out = String::with_capacity(given.len() + 4);
    let mut chars = given.chars().peekable();
    let mut letters = 0usize;
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '.' && letters == 1 && chars.peek().is_some_and(|n| n.is_uppercase()) {
            out.push(' ');
        }
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(name: &Name) -> String {
        bib_name(name, Dialect::Ascii)
    }

    #[test]
    fn people() {
        for (family, given, written) in [
            ("de Rosa", "Gustavo", "de Rosa, Gustavo"),
            ("Del Giorno", "Allie", "Del Giorno, Allie"),
            ("van den Berg", "Rianne", "van den Berg, Rianne"),
            ("d'Alembert", "Jean", "d'Alembert, Jean"),
            ("hooks", "bell", "{hooks}, bell"),
            ("al-Khwarizmi", "Muhammad", "{al-Khwarizmi}, Muhammad"),
            ("García y Vega", "Ana", "{Garc{\\'i}a y Vega}, Ana"),
            ("García Márquez", "Gabriel", "Garc{\\'i}a M{\\'a}rquez, Gabriel"),
            ("O’Neill", "Tip", "O'Neill, Tip"),
            ("Kaiser", "Łukasz", "Kaiser, {\\L}ukasz"),
            ("Smith", "J.A.", "Smith, J. A."),
            ("Levain", "J.-P.", "Levain, J.-P."),
            ("Lin", "Xihui (Eric)", "Lin, Xihui (Eric)"),
            ("Plato", "", "{Plato}"),
            ("", "Plato", "{Plato}"),
            ("And", "Bob", "{And}, Bob"),
            ("others", "Jane", "{{others}}, Jane"),
            ("Beethoven", "Ludwig van", "Beethoven, Ludwig {van}"),
            ("X, Y", "A; B", "{X,} Y, {A;} B"),
            ("", "", ""),
        ] {
            assert_eq!(write(&Name::person(family, given)), written);
        }
        let king = Name::Person { family: "King".into(), given: "Martin Luther".into(), suffix: "Jr.".into() };
        assert_eq!(write(&king), "King, Jr., Martin Luther");
    }

    #[test]
    fn bodies_and_lists() {
        assert_eq!(write(&Name::Body("Barnes and Noble, Inc.".into())), "{Barnes {and} Noble, Inc.}");
        assert_eq!(write(&Name::Body("AT&T Labs".into())), "{AT\\&T Labs}");
        let list = NameList {
            names: vec![Name::person("Roe", "A."), Name::person("Lund", "B."), Name::person("Poe", "C.")],
            others: false,
            omitted: None,
        };
        assert_eq!(bib_names(&list, Some(2), Dialect::Ascii).as_deref(), Some("Roe, A. and Lund, B. and others"));
        assert_eq!(bib_names(&NameList::default(), None, Dialect::Ascii), None);
    }
}
