//! How a .bib file is laid out, learnt from its entries, and new text in the same layout.

use std::collections::BTreeMap;

use super::scan::{Item, ItemKind, Piece, RawEntry, RawField};

/// The layout of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Line end.
    pub newline: &'static str,
    /// What stands before a field on its line; `None` where entries stand on one line.
    pub indent: Option<String>,
    /// Column of the equals sign, counted from the start of the field's name; `None` where it is not aligned.
    pub align: Option<usize>,
    /// What stands before the equals sign where it is not aligned.
    pub before_equals: String,
    /// What stands after the equals sign.
    pub after_equals: String,
    /// How values are delimited.
    pub delimiter: Delimiter,
    /// How whole numbers are written.
    pub number: Delimiter,
    /// Whether a comma follows the last field.
    pub trailing_comma: bool,
    /// What stands before the closing brace on its line; `None` where it stands after the last field.
    pub close_indent: Option<String>,
    /// Case of names of fields.
    pub field_case: Case,
    /// Case of names of types.
    pub type_case: Case,
    /// Line ends between two entries.
    pub gap: usize,
    /// Whether entries stand in the order of their keys.
    pub sorted: bool,
}

/// How a value is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Delimiter {
    /// `{…}`
    Braces,
    /// `"…"`
    Quotes,
    /// Nothing (numbers, macros).
    Bare,
}

/// Case of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Case {
    /// `article`
    Lower,
    /// `Article`
    Capital,
    /// `ARTICLE`
    Upper,
}

impl Case {
    fn of(name: &str) -> Self {
        let mut letters = name.chars().filter(|c| c.is_alphabetic());
        match (letters.next().is_some_and(char::is_uppercase), letters.any(char::is_lowercase)) {
            (false, _) => Self::Lower,
            (true, true) => Self::Capital,
            (true, false) => Self::Upper,
        }
    }

    /// A lower-case name in this case.
    pub fn apply(self, name: &str) -> String {
        match self {
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
            Self::Capital => {
                let mut chars = name.chars();
                chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
            }
        }
    }
}

/// Counts, and the value counted most; of equals the least.
struct Votes<T>(BTreeMap<T, usize>);

impl<T: Ord + Clone> Votes<T> {
    fn new() -> Self {
        Self(BTreeMap::new())
    }

    fn add(&mut self, value: T) {
        *self.0.entry(value).or_default() += 1;
    }

    fn winner(&self) -> Option<T> {
        self.0
            .iter()
            .max_by_key(|(value, count)| (**count, std::cmp::Reverse((*value).clone())))
            .map(|(v, _)| v.clone())
    }
}

impl Style {
    /// The layout of a file's entries; where it has none, that of the program's own output.
    pub fn learn(text: &str, items: &[Item]) -> Self {
        let entries: Vec<&RawEntry> = entries(items).collect();
        Self::of_entries(text, &entries, items)
    }

    /// The layout of one entry, in what it shows; in all else that of the file.
    pub fn of_entry(text: &str, entry: &RawEntry, file: &Self) -> Self {
        if entry.fields.is_empty() {
            return file.clone();
        }
        let own = Self::of_entries(text, &[entry], &[]);
        Self {
            newline: file.newline,
            gap: file.gap,
            sorted: file.sorted,
            number: if entry.fields.iter().any(|f| is_number(text, f)) { own.number } else { file.number },
            ..own
        }
    }

    fn of_entries(text: &str, entries: &[&RawEntry], items: &[Item]) -> Self {
        let mut indents = Votes::new();
        let mut columns = Votes::new();
        let mut before = Votes::new();
        let mut after = Votes::new();
        let mut delimiters = Votes::new();
        let mut numbers = Votes::new();
        let mut commas = Votes::new();
        let mut closes = Votes::new();
        let mut field_cases = Votes::new();
        let mut type_cases = Votes::new();
        for entry in entries {
            type_cases.add(Case::of(&text[entry.entry_type.clone()]));
            let mut last = entry.key.end;
            for field in &entry.fields {
                let lead = &text[last..field.name.start];
                indents.add(lead.rsplit_once('\n').map(|(_, indent)| indent.to_owned()));
                let between = &text[field.name.end..field.value.start];
                if let Some((left, right)) = between.split_once('=') {
                    before.add(left.to_owned());
                    columns.add(field.name.len() + left.chars().count());
                    after.add(right.to_owned());
                }
                field_cases.add(Case::of(&text[field.name.clone()]));
                if let [piece] = field.pieces.as_slice() {
                    let delimiter = match piece {
                        Piece::Braced(_) => Delimiter::Braces,
                        Piece::Quoted(_) => Delimiter::Quotes,
                        Piece::Bare(_) => Delimiter::Bare,
                    };
                    if is_number(text, field) {
                        numbers.add(delimiter);
                    } else if delimiter != Delimiter::Bare {
                        delimiters.add(delimiter);
                    }
                }
                last = field.value.end;
            }
            if !entry.fields.is_empty() {
                commas.add(entry.trailing_comma);
                closes.add(text[last..entry.close].rsplit_once('\n').map(|(_, indent)| indent.to_owned()));
            }
        }
        let crlf = text.matches("\r\n").take(1 << 16).count();
        let lines = text.matches('\n').take(1 << 16).count();
        let aligned = columns.winner().filter(|_| before.0.len() > 1 && columns.0.len() < before.0.len());
        let delimiter = delimiters.winner().unwrap_or(Delimiter::Braces);
        Self {
            newline: if crlf * 2 > lines { "\r\n" } else { "\n" },
            indent: indents.winner().unwrap_or_else(|| Some("  ".to_owned())),
            align: aligned,
            before_equals: one_line(before.winner()),
            after_equals: one_line(after.winner()),
            delimiter,
            number: numbers.winner().unwrap_or(delimiter),
            trailing_comma: commas.winner().unwrap_or(true),
            close_indent: closes.winner().unwrap_or_else(|| Some(String::new())),
            field_case: field_cases.winner().unwrap_or(Case::Lower),
            type_case: type_cases.winner().unwrap_or(Case::Lower),
            gap: gap(text, items),
            sorted: is_sorted(text, entries),
        }
    }

    /// A field without its lead and comma. `value` is a value with its delimiters.
    pub fn field(&self, name: &str, value: &Value<'_>) -> String {
        let name = self.field_case.apply(name);
        let pad = match self.align {
            Some(column) => " ".repeat(column.saturating_sub(name.chars().count()).max(1)),
            None => self.before_equals.clone(),
        };
        format!("{name}{pad}={}{}", self.after_equals, self.value(value))
    }

    /// A value with the file's delimiters.
    pub fn value(&self, value: &Value<'_>) -> String {
        let content = value.content;
        let wanted = match value.delimiter {
            Delimiter::Bare => Delimiter::Bare,
            _ if is_digits(content) => self.number,
            _ => self.delimiter,
        };
        match wanted {
            Delimiter::Bare => content.to_owned(),
            Delimiter::Quotes if !has_bare_quote(content) => format!("\"{content}\""),
            _ => format!("{{{content}}}"),
        }
    }

    /// What stands before a field.
    pub fn lead(&self) -> String {
        self.indent.as_ref().map_or_else(|| " ".to_owned(), |indent| format!("{}{indent}", self.newline))
    }

    /// A whole entry.
    pub fn entry<'a>(&self, entry_type: &str, key: &str, fields: impl Iterator<Item = (&'a str, Value<'a>)>) -> String {
        let mut out = format!("@{}{{{key}", self.type_case.apply(entry_type));
        for (name, value) in fields {
            out.push(',');
            out.push_str(&self.lead());
            out.push_str(&self.field(name, &value));
        }
        if self.trailing_comma {
            out.push(',');
        }
        if let Some(indent) = &self.close_indent {
            out.push_str(self.newline);
            out.push_str(indent);
        }
        out.push('}');
        out
    }
}

/// A value as it stands in another file.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// What stands between the delimiters.
    pub content: &'a str,
    /// The delimiters.
    pub delimiter: Delimiter,
}

impl<'a> Value<'a> {
    /// The value of a field; one that is put together with `#` as a whole.
    pub fn of(text: &'a str, field: &RawField) -> Self {
        let (range, delimiter) = match field.pieces.as_slice() {
            [Piece::Braced(range)] => (range.clone(), Delimiter::Braces),
            [Piece::Quoted(range)] => (range.clone(), Delimiter::Quotes),
            _ => (field.value.clone(), Delimiter::Bare),
        };
        Self { content: &text[range], delimiter }
    }
}

/// The entries among the items.
pub(super) fn entries(items: &[Item]) -> impl Iterator<Item = &RawEntry> {
    items.iter().filter_map(|item| match &item.kind {
        ItemKind::Entry(entry) => Some(entry),
        _ => None,
    })
}

/// White space around an equals sign; a line break there is not copied.
fn one_line(space: Option<String>) -> String {
    space.filter(|space| space.bytes().all(|b| b == b' ' || b == b'\t')).unwrap_or_else(|| " ".to_owned())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_number(text: &str, field: &RawField) -> bool {
    is_digits(Value::of(text, field).content)
}

/// Whether a quotation mark stands outside of braces.
fn has_bare_quote(text: &str) -> bool {
    let mut depth = 0usize;
    text.bytes().any(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b'"' && depth == 0
    })
}

/// How many line ends mostly stand between two entries.
fn gap(text: &str, items: &[Item]) -> usize {
    let mut gaps = Votes::new();
    for window in items.windows(3) {
        if let [a, between, b] = window
            && matches!((&a.kind, &b.kind), (ItemKind::Entry(_), ItemKind::Entry(_)))
            && text[between.range.clone()].trim().is_empty()
        {
            gaps.add(text[between.range.clone()].matches('\n').count());
        }
    }
    gaps.winner().unwrap_or(2).clamp(1, 4)
}

/// Whether three or more entries stand in the order of their keys.
fn is_sorted(text: &str, entries: &[&RawEntry]) -> bool {
    let keys: Vec<String> = entries.iter().map(|entry| text[entry.key.clone()].to_lowercase()).collect();
    keys.len() >= 3 && keys.windows(2).all(|pair| pair[0] <= pair[1])
}
