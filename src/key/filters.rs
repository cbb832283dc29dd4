//! What can be done to a part of a key: one row a filter.

use regex::RegexBuilder;

use super::formula::{Arg, FormulaError};

/// A filter of a formula.
pub struct Filter {
    /// Its name in Better BibTeX's notation.
    pub name: &'static str,
    /// Its name in JabRef's notation where that differs; empty where it is the same.
    pub bracket: &'static str,
    /// Its parameters, in order.
    pub params: &'static [&'static str],
    /// One line for the help.
    pub about: &'static str,
    /// The filtered value; `None` makes the whole alternative fail.
    pub(super) apply: fn(String, &[Arg]) -> Option<String>,
}

impl std::fmt::Debug for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Every filter. Words are separated by blanks until the key is put together.
pub static FILTERS: &[Filter] = &[
    Filter { name: "lower", bracket: "", params: &[], about: "lower case", apply: |v, _| Some(v.to_ascii_lowercase()) },
    Filter { name: "upper", bracket: "", params: &[], about: "upper case", apply: |v, _| Some(v.to_ascii_uppercase()) },
    Filter {
        name: "capitalize",
        bracket: "",
        params: &[],
        about: "a capital at the start of every word, the rest as it is",
        apply: |v, _| Some(map_words(&v, capital)),
    },
    Filter {
        name: "titlecase",
        bracket: "title_case",
        params: &[],
        about: "a capital at the start of every word, the rest in lower case",
        apply: |v, _| Some(map_words(&v.to_ascii_lowercase(), capital)),
    },
    Filter {
        name: "sentencecase",
        bracket: "sentence_case",
        params: &[],
        about: "a capital at the very start, the rest in lower case",
        apply: |v, _| Some(capital(&v.to_ascii_lowercase())),
    },
    Filter {
        name: "abbr",
        bracket: "",
        params: &[],
        about: "the first letter of every word",
        apply: |v, _| Some(v.split([' ', '-']).filter_map(|w| w.chars().next()).collect()),
    },
    Filter {
        name: "fold",
        bracket: "",
        params: &[],
        about: "ASCII letters for all others (done to every key in any case)",
        apply: |v, _| Some(v),
    },
    Filter {
        name: "clean",
        bracket: "",
        params: &[],
        about: "letters and digits only",
        apply: |v, _| Some(v.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect()),
    },
    Filter {
        name: "alphanum",
        bracket: "",
        params: &[],
        about: "letters and digits only",
        apply: |v, _| Some(v.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect()),
    },
    Filter {
        name: "transliterate",
        bracket: "",
        params: &["mode"],
        about: "\"german\" writes ü as ue throughout the key",
        apply: |v, _| Some(v),
    },
    Filter {
        name: "condense",
        bracket: "",
        params: &["sep"],
        about: "the words joined by a separator",
        apply: |v, a| Some(v.split_whitespace().collect::<Vec<_>>().join(text(a, 0))),
    },
    Filter {
        name: "substring",
        bracket: "",
        params: &["start", "n"],
        about: "n characters from the given one on (the first is 1)",
        apply: |v, a| Some(v.chars().skip(number(a, 0, 1).max(1) - 1).take(number(a, 1, usize::MAX)).collect()),
    },
    Filter {
        name: "truncate",
        bracket: "truncate",
        params: &["n"],
        about: "the first n characters",
        apply: |v, a| Some(v.chars().take(number(a, 0, usize::MAX)).collect()),
    },
    Filter {
        name: "select",
        bracket: "",
        params: &["start", "n"],
        about: "n words from the given one on (the first is 1)",
        apply: |v, a| {
            let words = v.split_whitespace().skip(number(a, 0, 1).max(1) - 1).take(number(a, 1, usize::MAX));
            Some(words.collect::<Vec<_>>().join(" "))
        },
    },
    Filter {
        name: "len",
        bracket: "",
        params: &["relation", "n"],
        about: "the alternative is taken only if the length relates so to the number (`>`, `<`, `>=`, `<=`, `=`, `!=`)",
        apply: |v, a| {
            let (length, n) = (v.chars().filter(|c| *c != ' ').count(), number(a, 1, 0));
            let holds = match text(a, 0) {
                "<" => length < n,
                "<=" => length <= n,
                ">=" => length >= n,
                "=" | "==" => length == n,
                "!=" => length != n,
                _ => length > n,
            };
            holds.then_some(v)
        },
    },
    Filter {
        name: "prefix",
        bracket: "",
        params: &["text"],
        about: "the text before the value, if there is a value",
        apply: |v, a| Some(if v.is_empty() { v } else { format!("{}{v}", text(a, 0)) }),
    },
    Filter {
        name: "postfix",
        bracket: "",
        params: &["text"],
        about: "the text after the value, if there is a value",
        apply: |v, a| Some(if v.is_empty() { v } else { format!("{v}{}", text(a, 0)) }),
    },
    Filter {
        name: "default",
        bracket: "",
        params: &["text"],
        about: "the text where there is no value",
        apply: |v, a| Some(if v.is_empty() { text(a, 0).to_owned() } else { v }),
    },
    Filter {
        name: "replace",
        bracket: "",
        params: &["find", "by"],
        about: "the text put for every occurrence of another",
        apply: |v, a| Some(if text(a, 0).is_empty() { v } else { v.replace(text(a, 0), text(a, 1)) }),
    },
    Filter {
        name: "regex",
        bracket: "",
        params: &["pattern", "by"],
        about: "every match of a regular expression replaced; `$1` is its first group",
        apply: |v, a| match a.first() {
            Some(Arg::Pattern(pattern)) => Some(pattern.replace_all(&v, text(a, 1)).into_owned()),
            _ => Some(v),
        },
    },
];

/// The filter of a name in Better BibTeX's notation.
pub(super) fn by_name(name: &str) -> Option<&'static Filter> {
    FILTERS.iter().find(|f| f.name.eq_ignore_ascii_case(name))
}

/// The filter of a name in JabRef's notation.
pub(super) fn by_bracket(name: &str) -> Option<&'static Filter> {
    FILTERS.iter().find(|f| f.bracket.eq_ignore_ascii_case(name) && !name.is_empty()).or_else(|| by_name(name))
}

/// Compiles and checks the arguments of a filter that stands at a byte of the formula.
pub(super) fn prepare(filter: &Filter, mut args: Vec<Arg>, at: usize) -> Result<Vec<Arg>, FormulaError> {
    if args.len() > filter.params.len() {
        return Err(FormulaError::new(
            at,
            format!("`{}` takes at most {} arguments", filter.name, filter.params.len()),
        ));
    }
    if filter.name == "regex" {
        if args.is_empty() {
            return Err(FormulaError::new(at, "`regex` needs a pattern"));
        }
        let pattern = text(&args, 0).to_owned();
        let compiled = RegexBuilder::new(&pattern).size_limit(1 << 20).build();
        let compiled = compiled.map_err(|error| {
            let reason = error.to_string();
            FormulaError::new(
                at,
                format!("this regular expression is not valid: {}", reason.lines().last().unwrap_or("")),
            )
        })?;
        // `$1a` means the first group and an `a`, as in JabRef, not a group called `1a`.
        if let Some(Arg::Text(by)) = args.get_mut(1) {
            *by = brace_groups(by);
        }
        args[0] = Arg::Pattern(compiled);
    }
    Ok(args)
}

fn brace_groups(by: &str) -> String {
    let mut out = String::with_capacity(by.len());
    let mut chars = by.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '$' && chars.peek().is_some_and(char::is_ascii_digit) {
            out.push('{');
            out.extend(chars.next());
            out.push('}');
        }
    }
    out
}

fn number(args: &[Arg], index: usize, default: usize) -> usize {
    args.get(index).and_then(Arg::number).unwrap_or(default)
}

fn text(args: &[Arg], index: usize) -> &str {
    args.get(index).and_then(Arg::text).unwrap_or_default()
}

/// The value with a function applied to each of its words.
pub(super) fn map_words(value: &str, f: impl Fn(&str) -> String) -> String {
    value.split_whitespace().map(f).collect::<Vec<_>>().join(" ")
}

/// The word with a capital at its start.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + chars.as_str())
}
