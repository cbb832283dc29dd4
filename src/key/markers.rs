//! What a part of a key can be made of: one row a marker.

use super::facts::Facts;
use super::filters::{capital, map_words};
use super::formula::Arg;
use super::words::{self, Word};
use crate::model::{Field, Name, Pages, Value};

/// What a marker stands for; decides what makes up for it where the record lacks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Who made the work: editor, organisation, then title words stand in.
    Author,
    /// When: one more title word is taken.
    Year,
    /// Title words, as many as said unless an argument says otherwise. Collisions lengthen them.
    Title(usize),
    /// Anything else: stays empty.
    Other,
}

/// A marker of a formula.
pub struct Marker {
    /// Its name in Better BibTeX's notation.
    pub name: &'static str,
    /// Its name in JabRef's notation where that differs (`#` stands for a number); empty where it is the same.
    pub bracket: &'static str,
    /// Its parameters, in order.
    pub params: &'static [&'static str],
    /// What it stands for.
    pub slot: Slot,
    /// One line for the help.
    pub about: &'static str,
    /// Its value: ASCII, words separated by blanks.
    pub(super) value: fn(&Call<'_>) -> String,
}

impl std::fmt::Debug for Marker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Marker {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A marker asked for its value.
pub(super) struct Call<'a> {
    pub facts: &'a Facts<'a>,
    pub args: &'a [Arg],
    /// Title words that another part has taken.
    pub skip: usize,
    /// How many title words a title marker takes.
    pub count: usize,
    /// The word that tells the work from another of the same key.
    pub extension: Option<&'a str>,
}

impl Call<'_> {
    fn number(&self, index: usize, default: usize) -> usize {
        self.args.get(index).and_then(Arg::number).unwrap_or(default)
    }

    fn text(&self, index: usize, default: &'static str) -> &str {
        match self.args.get(index) {
            Some(Arg::Text(text)) if !text.is_empty() || index + 1 == self.args.len() => text,
            _ => default,
        }
    }

    fn first(&self) -> Option<&Name> {
        self.facts.people().first()
    }

    /// The first author, the editor or the organisation.
    fn family(&self) -> String {
        self.first().map_or_else(|| self.facts.organisation(), |name| self.facts.family(name))
    }

    fn families(&self) -> Vec<String> {
        match self.facts.people() {
            [] => Some(self.facts.organisation()).filter(|o| !o.is_empty()).into_iter().collect(),
            people => people.iter().map(|name| self.facts.family(name)).collect(),
        }
    }

    fn surnames(&self) -> Vec<String> {
        match self.facts.people() {
            [] => Some(self.facts.organisation()).filter(|o| !o.is_empty()).into_iter().collect(),
            people => people.iter().map(|name| self.facts.surname(name)).collect(),
        }
    }

    /// Whether there are more names than `shown`, printed or cut.
    fn more_than(&self, shown: usize, printed: usize) -> bool {
        printed > shown || (self.facts.is_cut() && printed >= shown)
    }

    /// The title words that may be taken; the argument at `index` names the program whose rule it is.
    fn words(&self, index: usize) -> Box<dyn Iterator<Item = &Word> + '_> {
        match self.args.get(index).and_then(Arg::text) {
            Some(program) => Box::new(self.facts.words_by_rule_of(program)),
            None => Box::new(self.facts.title_words()),
        }
    }

    /// Title words of a title marker, run together each, the first `capitals` of them with a capital.
    fn title(&self, capitals: usize) -> String {
        let taken = self.words(2).skip(self.skip).take(self.count).map(Word::compact);
        let all = taken.chain(self.extension.map(str::to_owned));
        let cased = all.enumerate().map(|(i, word)| if i < capitals { capital(&word) } else { word });
        cased.collect::<Vec<_>>().join(" ")
    }

    /// A number without its leading garbage.
    fn field(&self, field: Field) -> String {
        match self.facts.record.get(field) {
            Some(Value::Integer(n)) => n.to_string(),
            Some(Value::Text(text)) => words::surname(&text.plain, self.facts.umlauts),
            Some(Value::Verbatim(text)) => text.clone(),
            Some(Value::Pages(pages)) => first_page(pages),
            _ => String::new(),
        }
    }
}

const fn row(name: &'static str, slot: Slot, about: &'static str, value: fn(&Call<'_>) -> String) -> Marker {
    Marker { name, bracket: "", params: &[], slot, about, value }
}

const fn with(params: &'static [&'static str], marker: Marker) -> Marker {
    Marker { params, ..marker }
}

const fn called(bracket: &'static str, marker: Marker) -> Marker {
    Marker { bracket, ..marker }
}

/// Every marker.
pub static MARKERS: &[Marker] = &[
    with(
        &["n", "m"],
        row("auth", Slot::Author, "family name of the first author, or n characters of that of author m", |c| {
            let families = c.families();
            let name = families.get(c.number(1, 1).max(1) - 1).cloned().unwrap_or_default();
            name.chars().take(c.number(0, usize::MAX)).collect()
        }),
    ),
    with(
        &["n"],
        row("authors", Slot::Author, "all family names, or those of the first n and EtAl", |c| {
            let families = c.families();
            let n = c.number(0, usize::MAX);
            let mut out = families.iter().take(n).cloned().collect::<Vec<_>>().join(" ");
            if n != usize::MAX && c.more_than(n, families.len()) {
                out.push_str(" EtAl");
            }
            out
        }),
    ),
    with(
        &["sep", "tail"],
        row("authEtAl", Slot::Author, "one or two family names, or the first and EtAl", |c| {
            et_al(c, &c.families(), 1, c.text(0, ""), c.text(1, "EtAl"))
        }),
    ),
    with(
        &["sep", "tail"],
        row("surnameEtAl", Slot::Author, "as authEtAl, with particles and hyphens", |c| {
            let hyphened: Vec<String> = c.surnames().iter().map(|name| name.replace(' ', "-")).collect();
            et_al(c, &hyphened, 1, c.text(0, ""), c.text(1, "EtAl"))
        }),
    ),
    called(
        "auth.etal",
        row("authDotEtal", Slot::Author, "one or two family names joined by a dot, or the first and .etal", |c| {
            et_al(c, &c.families(), 1, ".", "etal")
        }),
    ),
    called(
        "auth.auth.ea",
        row("authAuthEa", Slot::Author, "the first two family names joined by a dot, and .ea if there are more", |c| {
            et_al(c, &c.families(), 2, ".", "ea")
        }),
    ),
    row("surname", Slot::Author, "family name of the first author with particles and hyphens", |c| {
        c.first().map_or_else(|| c.facts.organisation(), |name| c.facts.surname(name))
    }),
    called(
        "authorLast",
        row("authLast", Slot::Author, "family name of the last author", |c| c.families().pop().unwrap_or_default()),
    ),
    row("authorsAlpha", Slot::Author, "the label of BibTeX's style alpha", alpha),
    row("authshort", Slot::Author, "one family name, or the initials of up to three and a plus", |c| {
        let families = c.families();
        match families.as_slice() {
            [only] if !c.facts.is_cut() => only.clone(),
            all => initials(all.iter().take(3)) + if c.more_than(3, all.len()) { "+" } else { "" },
        }
    }),
    called(
        "authorIni",
        row("authIni", Slot::Author, "five characters of the first family name, initials of the others", |c| {
            let families = c.families();
            let first: String = families.first().map_or_else(String::new, |name| name.chars().take(5).collect());
            first + &initials(families.iter().skip(1))
        }),
    ),
    row("authForeIni", Slot::Author, "initial of the first author's given name", |c| {
        words::surname(c.first().map_or("", Name::given), c.facts.umlauts).chars().take(1).collect()
    }),
    called(
        "edtr",
        row("edtr", Slot::Author, "family name of the first editor", |c| {
            c.facts.names(Field::Editors).first().map_or_else(String::new, |name| c.facts.family(name))
        }),
    ),
    row("year", Slot::Year, "year", |c| c.field(Field::Year)),
    row("shortyear", Slot::Year, "last two digits of the year", |c| {
        c.facts.year().map_or_else(String::new, |year| format!("{:02}", year.rem_euclid(100)))
    }),
    with(
        &["n", "m", "skip"],
        row(
            "veryshorttitle",
            Slot::Title(1),
            "first n (1) title words without stop words, the first m (0) with a capital",
            |c| c.title(c.number(1, 0)),
        ),
    ),
    with(
        &["n", "m", "skip"],
        row(
            "shorttitle",
            Slot::Title(3),
            "first n (3) title words without stop words, the first m (0) with a capital",
            |c| c.title(c.number(1, 0)),
        ),
    ),
    with(
        &["n", "skip"],
        row("titlewords", Slot::Title(1), "first n (1) title words with their hyphens", |c| {
            let words = c.words(1);
            let taken = words.skip(c.skip).take(c.count).map(|word| word.ascii.as_str());
            taken.chain(c.extension).collect::<Vec<_>>().join(" ")
        }),
    ),
    with(
        &["n", "skip"],
        row("titleparts", Slot::Title(1), "first n (1) title words, hyphen compounds cut in their parts", |c| {
            let words = c.words(1);
            let parts = words.skip(c.skip).flat_map(|word| word.ascii.split('-')).filter(|part| !part.is_empty());
            parts.take(c.count).chain(c.extension).collect::<Vec<_>>().join(" ")
        }),
    ),
    called(
        "shorttitleINI",
        row("shorttitleIni", Slot::Other, "initials of the first three title words without stop words", |c| {
            initials(c.facts.title_words().take(3).map(|word| &word.ascii))
        }),
    ),
    row("title", Slot::Other, "the whole title, each word but stop words with one capital", |c| {
        let words = c.facts.words().iter().enumerate();
        let cased = words.map(|(i, word)| {
            let lower = word.compact().to_ascii_lowercase();
            if i > 0 && word.is_stop() { lower } else { capital(&lower) }
        });
        cased.collect::<Vec<_>>().join(" ")
    }),
    row("fulltitle", Slot::Other, "the whole title, capitals as printed", |c| {
        c.facts.words().iter().map(Word::compact).collect::<Vec<_>>().join(" ")
    }),
    with(
        &["n"],
        row("camel", Slot::Other, "the first n words of the title (all), each with a capital", |c| {
            let words = c.facts.words().iter().take(c.number(0, usize::MAX)).map(Word::compact);
            map_words(&words.collect::<Vec<_>>().join(" ").to_ascii_lowercase(), capital)
        }),
    ),
    row("month", Slot::Other, "month, two digits", |c| {
        c.facts.record.integer(Field::Month).map_or_else(String::new, |month| format!("{month:02}"))
    }),
    row("day", Slot::Other, "day, two digits", |c| {
        c.facts.record.integer(Field::Day).map_or_else(String::new, |day| format!("{day:02}"))
    }),
    row("firstpage", Slot::Other, "first page", |c| c.field(Field::Pages)),
    row("lastpage", Slot::Other, "last page", |c| match c.facts.record.get(Field::Pages) {
        Some(Value::Pages(Pages(ranges))) => {
            ranges.last().map_or_else(String::new, |range| range.last.clone().unwrap_or_else(|| range.first.clone()))
        }
        _ => String::new(),
    }),
    row("journal", Slot::Other, "journal, book or proceedings", |c| c.field(Field::Container)),
    row("volume", Slot::Other, "volume", |c| c.field(Field::Volume)),
    row("number", Slot::Other, "issue or number", |c| c.field(Field::Number)),
    row("publisher", Slot::Other, "publisher", |c| c.field(Field::Publisher)),
    row("doi", Slot::Other, "DOI", |c| c.field(Field::Doi)),
    row("eprint", Slot::Other, "preprint identifier", |c| c.field(Field::Eprint)),
    called(
        "entrytype",
        row("type", Slot::Other, "type of the entry", |c| c.facts.record.entry_type.value.name().to_owned()),
    ),
    with(&["n"], row("keyword", Slot::Other, "keyword n (listings print none: always empty)", |_| String::new())),
    with(
        &["n"],
        row("hash", Slot::Other, "n (3) letters computed from title, first author and year", |c| {
            letters(c, c.number(0, 3))
        }),
    ),
];

/// The marker of a name in Better BibTeX's notation.
pub(super) fn by_name(name: &str) -> Option<&'static Marker> {
    MARKERS.iter().find(|marker| marker.name.eq_ignore_ascii_case(name))
}

/// The marker of a name in JabRef's notation, and the numbers in the name (`authors3`, `auth3_2`) as arguments.
pub(super) fn by_bracket(name: &str) -> Option<(&'static Marker, Vec<Arg>)> {
    let known = |name: &str| {
        MARKERS.iter().find(|m| !m.bracket.is_empty() && m.bracket.eq_ignore_ascii_case(name)).or_else(|| by_name(name))
    };
    if let Some(marker) = known(name) {
        return Some((marker, Vec::new()));
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let numbers: Option<Vec<Arg>> = name[stem.len()..].split('_').map(|n| n.parse().ok().map(Arg::Number)).collect();
    let marker = known(stem)?;
    let numbers = numbers.filter(|numbers| numbers.len() <= marker.params.len())?;
    Some((marker, numbers))
}

/// One or two names, or, of a longer or cut list, the first `shown` and a tail.
fn et_al(call: &Call<'_>, names: &[String], shown: usize, sep: &str, tail: &str) -> String {
    if names.is_empty() || (names.len() <= 2 && !call.facts.is_cut()) {
        return names.join(sep);
    }
    let mut out = names[..names.len().min(shown)].join(sep);
    out.push_str(sep);
    out.push_str(tail);
    out
}

fn initials<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.filter_map(|name| name.chars().next()).collect()
}

/// btxdoc's style alpha: three letters of one name, initials of two to four names, three initials and a plus of more.
/// A name of several parts (`van der Maaten`, `Arkani-Hamed`) counts with the initials of all.
fn alpha(call: &Call<'_>) -> String {
    let names = call.surnames();
    let parts = |name: &String| -> String { name.split([' ', '-']).filter_map(|part| part.chars().next()).collect() };
    let cut = call.facts.is_cut();
    match names.as_slice() {
        [only] if !cut => match parts(only) {
            initials if initials.len() > 1 => initials,
            _ => only.chars().take(3).collect(),
        },
        all => {
            let shown = if all.len() > 4 { 3 } else { all.len() };
            let initials: String = all[..shown].iter().map(parts).collect();
            initials + if cut || all.len() > 4 { "+" } else { "" }
        }
    }
}

fn first_page(pages: &Pages) -> String {
    pages.0.first().map_or_else(String::new, |range| range.first.clone())
}

/// Letters from a hash of what identifies the work (64-bit FNV-1a: simple, and the same everywhere).
fn letters(call: &Call<'_>, n: usize) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let title: String = call.facts.words().iter().map(|word| word.compact().to_ascii_lowercase()).collect();
    let text = format!("{}|{}|{}", call.family().to_ascii_lowercase(), call.field(Field::Year), title);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut out = String::new();
    for _ in 0..n.min(12) {
        let letter = u8::try_from(hash % 26).unwrap_or(0);
        out.push(char::from(b'a' + letter));
        hash /= 26;
    }
    out
}
