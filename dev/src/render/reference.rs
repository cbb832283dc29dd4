//! References on one line.

use bibglean::label::Label;

use super::{LANGUAGES, Out, Renderer};
use crate::corpus::{Gold, Person};
use crate::random::Random;
use crate::sample::Sample;

impl Renderer {
    /// Identifiers, addresses, dates of access, notes.
    pub(super) fn tail(&self, random: &mut Random, out: &mut Out, gold: &Gold, lang: &str) {
        if !gold.doi.is_empty() && random.chance(60) {
            out.separate(random.pick(&[". ", ", ", " "]));
            let prefix = random.pick(&[
                "doi:",
                "doi: ",
                "DOI ",
                "https://doi.org/",
                "http://dx.doi.org/",
                "DOI: ",
                "",
                "doi.org/",
            ]);
            out.add(Label::Doi, format!("{prefix}{}", gold.doi));
        }
        if !gold.isbn.is_empty() && random.chance(30) {
            out.separate(random.pick(&[". ", ", "]));
            out.add(Label::Isbn, format!("{}{}", random.pick(&["ISBN ", "ISBN: ", "isbn: ", "ISBN"]), gold.isbn));
        }
        if !gold.url.is_empty() && random.chance(35) {
            out.separate(random.pick(&[". ", ", ", " "]));
            out.gap(self.phrases.pick(random, lang, "at"));
            out.add(Label::Url, gold.url.clone());
            if random.chance(45) {
                let access = self.phrases.pick(random, lang, "access");
                let mut other = gold.clone();
                other.year = (1998 + random.below(27)).to_string();
                other.month = 1 + random.below(12) as u8;
                let date = self.date(random, &other, lang);
                out.gap(random.pick(&[" ", ", ", ". "]));
                let close = match access.chars().next() {
                    Some('(') => ")",
                    Some('[') => "]",
                    _ => "",
                };
                out.add(Label::AccessDate, format!("{access}{date}{close}"));
            }
        }
        if random.chance(4) {
            out.separate(random.pick(&[". ", " ", ", "]));
            out.gap(self.phrases.pick(random, "en", "badge"));
        }
    }

    /// The name of a body.
    fn body(&self, random: &mut Random) -> String {
        let key = random.weighted(&[(30, "org"), (35, "body"), (35, "body-of")]);
        let pattern = self.phrases.pick(random, "en", key);
        let parts: Vec<&str> = pattern.split("{}").collect();
        let mut name = String::new();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                name.push_str(self.phrases.pick(random, "en", "field"));
            }
            name.push_str(part);
        }
        name
    }

    /// The record with a body for its authors now and then, or a title of one word.
    pub(super) fn varied(&self, random: &mut Random, gold: &Gold) -> Gold {
        let mut gold = gold.clone();
        let words: Vec<&str> = gold.title.split_whitespace().filter(|word| is_plain(word)).collect();
        if !words.is_empty() && random.chance(3) {
            let word = random.pick(&words);
            let mut letters = word.chars();
            gold.title = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        }
        if random.chance(6) {
            let name = self.body(random);
            gold.authors = vec![Person { literal: name, ..Person::default() }];
        } else if gold.authors.len() > 1 && random.chance(3) {
            // A long list: the given names of some with the family names of others.
            let own = gold.authors.clone();
            for _ in 0..4 + random.below(24) {
                let given = own[random.below(own.len())].given.clone();
                let family = own[random.below(own.len())].family.clone();
                gold.authors.push(Person { given, family, ..Person::default() });
            }
        }
        gold
    }

    /// A reference on one line.
    pub fn reference(&self, random: &mut Random, gold: &Gold) -> Sample {
        let gold = &self.varied(random, gold);
        let lang = random.weighted(&LANGUAGES);
        let style = self.style(random, lang);
        let mut out = Out::default();
        if random.chance(18) {
            let n = 1 + random.below(99);
            out.add(
                Label::CitationNumber,
                match random.below(6) {
                    0 => format!("[{n}]"),
                    1 => format!("{n}."),
                    2 => format!("({n})"),
                    3 => format!("{n})"),
                    4 => format!(
                        "[{}{:02}]",
                        gold.authors.first().map_or("X", |a| a.family.get(..3).unwrap_or("Abc")),
                        n
                    ),
                    _ => n.to_string(),
                },
            );
            out.gap(random.pick(&[" ", " ", "", "\t"]));
        }
        let separator = random.weighted(&[
            (45, ". "),
            (38, ", "),
            (5, "; "),
            (4, ": "),
            (3, " - "),
            (2, " / "),
            (2, " — "),
            (1, " | "),
        ]);
        let order = random.weighted(&[(30, 0), (34, 1), (14, 2), (10, 3), (5, 4), (7, 5), (3, 6)]);
        let mut dated = gold.year.is_empty();
        let authors = if gold.authors.is_empty() { None } else { Some(self.names(random, &gold.authors, &style)) };
        let quoted = random.weighted(&[(62, 0), (14, 1), (9, 2), (5, 3), (4, 4), (2, 5), (2, 6), (1, 7), (1, 8)]);
        let inner = if quoted > 0 { random.pick(&["", ",", "."]) } else { "" };
        let put_authors = |random: &mut Random, out: &mut Out| {
            if let Some(names) = &authors {
                out.add(Label::Author, names.clone());
            }
            let _ = random;
        };
        match order {
            0 => {
                // Authors (date) title
                put_authors(random, &mut out);
                let state = random.chance(3);
                if !dated || state {
                    let date = if state {
                        self.phrases.pick(random, lang, "state").to_owned()
                    } else {
                        self.date(random, gold, lang)
                    };
                    let label = if state { Label::PubState } else { Label::Date };
                    let (open, close) = random.weighted(&[
                        (6, (" (", "). ")),
                        (2, (" (", "), ")),
                        (2, (", ", ". ")),
                        (2, (". ", ". ")),
                        (2, (" (", "): ")),
                        (1, (" ", ". ")),
                        (1, (" [", "] ")),
                        (1, (" (", ") ")),
                    ]);
                    if out.is_empty() {
                        out.gap(open.trim_start())
                    } else {
                        out.separate(open)
                    }
                    out.add(label, date);
                    out.gap(close);
                    dated = true;
                } else {
                    out.separate(separator);
                }
                self.title(random, &mut out, gold, inner, quoted);
            }
            1 | 2 => {
                put_authors(random, &mut out);
                out.separate(if order == 2 { random.pick(&[": ", ", ", ".- "]) } else { separator });
                self.title(random, &mut out, gold, inner, quoted);
            }
            3 => {
                self.title(random, &mut out, gold, inner, quoted);
                out.separate(separator);
                if random.chance(15) {
                    out.gap(format!("{} ", self.phrases.pick(random, lang, "author")));
                }
                put_authors(random, &mut out);
            }
            4 => {
                if !dated {
                    let date = self.date(random, gold, lang);
                    out.add(Label::Date, date);
                    out.gap(random.pick(&[". ", " ", ": ", ", ", "  "]));
                    dated = true;
                }
                put_authors(random, &mut out);
                out.separate(separator);
                self.title(random, &mut out, gold, inner, quoted);
            }
            6 => {
                // The title, and with whom the owner of the page wrote it.
                self.title(random, &mut out, gold, inner, quoted);
                if authors.is_some() {
                    let (open, close) = random.weighted(&[
                        (4, (" (", ")")),
                        (2, (", ", "")),
                        (1, (". ", "")),
                        (1, (" [", "]")),
                        (1, (" ", "")),
                    ]);
                    out.gap(open);
                    out.gap(format!("{} ", self.phrases.pick(random, lang, "with")));
                    put_authors(random, &mut out);
                    out.gap(close);
                }
            }
            _ => {
                // The title in the middle, authors last.
                self.title(random, &mut out, gold, inner, quoted);
            }
        }
        let mut venue = Out::default();
        self.venue(random, &mut venue, gold, &style, separator, &mut dated);
        if !venue.is_empty() {
            out.separate(if inner == "," { " " } else { separator });
            out.0.extend(venue.0);
        }
        if order == 5 {
            out.separate(random.pick(&[". ", ", ", " / ", " - ", " | "]));
            put_authors(random, &mut out);
        }
        if !dated {
            let date = self.date(random, gold, lang);
            if random.chance(30) {
                out.gap(" (");
                out.add(Label::Date, date);
                out.gap(")");
            } else {
                out.separate(random.pick(&[", ", ", ", ". ", " ", "; "]));
                out.add(Label::Date, date);
            }
        } else if random.chance(3) {
            out.gap(random.pick(&[" (", ", ", ". "]));
            out.add(Label::PubState, self.phrases.pick(random, lang, "state"));
        }
        self.tail(random, &mut out, gold, lang);
        if random.chance(75) {
            out.separate(".");
        }
        Sample::reference(out.0)
    }
}

/// Whether a word can be a title alone: letters only, and not few.
fn is_plain(word: &str) -> bool {
    word.chars().count() > 4 && word.chars().all(char::is_alphabetic)
}
