//! Titles, and what stands after them: containers, numbers, imprints.

use bibglean::label::Label;
use bibglean::text::RunKind;

use super::{Out, Renderer, Style, link, report_number};
use crate::corpus::Gold;
use crate::random::Random;

impl Renderer {
    /// The title with its marks.
    pub(super) fn title(&self, random: &mut Random, out: &mut Out, gold: &Gold, inner: &str, quoted: usize) {
        let mut title = gold.title.trim_end_matches('.').to_owned();
        if random.chance(5) {
            title = title.to_uppercase();
        }
        let style = match random.below(12) {
            0 => Some(RunKind::Italic),
            1 => Some(RunKind::Bold),
            2 => Some(link()),
            _ => None,
        };
        let (open, close) = [
            ("", ""),
            ("“", "”"),
            ("\"", "\""),
            ("‘", "’"),
            ("«", "»"),
            ("„", "“"),
            ("'", "'"),
            ("« ", " »"),
            ("``", "''"),
        ][quoted];
        let inner = if title.ends_with(['?', '!']) { "" } else { inner };
        out.gap(open);
        out.styled(Label::Title, title, style);
        out.gap(format!("{inner}{close}"));
    }

    /// The name of a conference with its ornaments; sometimes with place and date.
    pub(super) fn conference(&self, random: &mut Random, out: &mut Out, gold: &Gold, lang: &str) {
        let (acronym, name) = &self.conferences[random.below(self.conferences.len())];
        let acronym = acronym.split(['/', ',']).next().unwrap_or(acronym);
        let style = random.chance(35).then_some(RunKind::Italic);
        let year = gold.year.as_str();
        let short = if year.len() == 4 { &year[2..] } else { year };
        let nth = ["", "", "", "3rd ", "12th ", "Fifth ", "XIV ", "2nd ", "38th ", "Twenty-Third "][random.below(10)];
        let text = match random.below(9) {
            0 => acronym.to_owned(),
            1 => name.clone(),
            2 => format!("Proceedings of the {nth}{name}"),
            3 => format!("Proc. of the {nth}{name} ({acronym} {year})"),
            4 => format!("{nth}{name} ({acronym}'{short})"),
            5 => format!("Proceedings of the {nth}{name} ({acronym})"),
            6 => format!("Proceedings of {acronym}"),
            7 => format!("Proc. {acronym}"),
            _ => format!("{year} {name} ({acronym})"),
        };
        out.styled(Label::Container, text, style);
        if random.chance(30) {
            out.gap(random.pick(&[", ", ", ", ". ", " ("]));
            out.add(Label::Address, self.places[random.below(self.places.len())].clone());
        }
        let _ = lang;
    }

    /// Volume, number, pages.
    pub(super) fn numbers(&self, random: &mut Random, out: &mut Out, gold: &Gold, lang: &str, dated: &mut bool) {
        let (volume, number) = (gold.volume.as_str(), gold.number.as_str());
        let pages = dashes(random, &gold.pages);
        let word = |random: &mut Random, key: &str| self.phrases.pick(random, lang, key);
        let form = random.below(14);
        let date = self.date(random, gold, lang);
        let mut pages_done = false;
        let bold = (form == 2 || form == 3) && random.chance(25);
        if volume.is_empty() {
            if !number.is_empty() {
                let no = word(random, "no");
                if random.chance(75) {
                    out.gap(", ");
                    out.add(Label::Number, format!("{no}{number}"));
                } else {
                    out.gap(" (");
                    out.add(Label::Number, number);
                    out.gap(")");
                }
            }
        } else {
            let vol = if form < 6 { "" } else { word(random, "vol") };
            if form == 0 && !*dated && !date.is_empty() {
                // 2014;9(3):659-669
                out.gap(". ");
                out.add(Label::Date, date.clone());
                out.gap(random.pick(&[";", "; "]));
                *dated = true;
            } else {
                out.gap(if form < 6 { random.pick(&[" ", ", ", ". "]) } else { ", " });
            }
            out.styled(Label::Volume, format!("{vol}{volume}"), bold.then_some(RunKind::Bold));
            if !number.is_empty() {
                match form {
                    0..=3 => {
                        out.gap(random.pick(&["(", " ("]));
                        out.add(Label::Number, number);
                        out.gap(")");
                    }
                    4 => {
                        out.gap(random.pick(&["/", ".", ", "]));
                        out.add(Label::Number, number);
                    }
                    _ => {
                        let no = word(random, "no");
                        out.gap(random.pick(&[", ", ", ", " "]));
                        out.add(Label::Number, format!("{no}{number}"));
                    }
                }
            }
            if !*dated && !date.is_empty() && random.chance(35) {
                out.gap(random.pick(&[" (", " ("]));
                out.add(Label::Date, date);
                out.gap(")");
                *dated = true;
            }
            if !pages.is_empty() && form < 4 {
                out.gap(random.pick(&[":", ": ", ", ", " "]));
                if random.chance(20) {
                    let pp = word(random, "pp");
                    out.add(Label::Pages, format!("{pp}{pages}"));
                } else {
                    out.add(Label::Pages, pages.clone());
                }
                pages_done = true;
            }
        }
        if !pages.is_empty() && !pages_done {
            let pp = word(random, "pp");
            let bare = random.chance(15);
            out.gap(random.pick(&[", ", ", ", ": ", ". ", "; "]));
            out.add(Label::Pages, if bare { pages } else { format!("{pp}{pages}") });
        }
    }

    pub(super) fn editors(&self, random: &mut Random, out: &mut Out, gold: &Gold, style: &Style<'_>) {
        let mut people = gold.editors.clone();
        if people.is_empty() {
            people = gold.authors.iter().rev().take(1 + random.below(2)).cloned().collect();
        }
        let names = self.names(random, &people, style);
        if random.chance(30) {
            let by = self.phrases.pick(random, style.lang, "edby");
            out.add(Label::Editor, format!("{by} {names}"));
        } else if random.chance(12) {
            out.add(Label::Editor, names);
        } else {
            let eds = self.phrases.pick(random, style.lang, "eds");
            let joint = if eds.starts_with(',') { "" } else { " " };
            out.add(Label::Editor, format!("{names}{joint}{eds}"));
        }
    }

    pub(super) fn imprint(&self, random: &mut Random, out: &mut Out, gold: &Gold) {
        let mut publisher = gold.publisher.clone();
        let mut address = gold.address.clone();
        if random.chance(if publisher.is_empty() { 60 } else { 15 }) {
            publisher.clone_from(&self.publishers[random.below(self.publishers.len())]);
        }
        if random.chance(if address.is_empty() { 50 } else { 15 }) {
            address.clone_from(&self.places[random.below(self.places.len())]);
        }
        if !address.is_empty() && random.chance(12) {
            let other = &self.places[random.below(self.places.len())];
            match random.below(4) {
                0 => address += &format!("/{other}"),
                1 => address += " u.a.",
                2 => address += &format!("; {other}"),
                _ => address += &format!(" and {other}"),
            }
        }
        // One of the two alone.
        match random.below(100) {
            0..=17 => publisher.clear(),
            18..=32 => address.clear(),
            _ => {}
        }
        match (publisher.is_empty(), address.is_empty(), random.below(4)) {
            (true, true, _) => {}
            (false, true, _) => out.add(Label::Publisher, publisher),
            (true, false, _) => out.add(Label::Address, address),
            (false, false, 0..=1) => {
                out.add(Label::Address, address);
                out.gap(random.pick(&[": ", ": ", " : ", ", "]));
                out.add(Label::Publisher, publisher);
            }
            (false, false, _) => {
                out.add(Label::Publisher, publisher);
                out.gap(random.pick(&[", ", ", ", ". ", " ("]));
                out.add(Label::Address, address);
            }
        }
    }

    /// Container, numbers, imprint: what stands after the title; `dated` says whether the date has been printed.
    pub(super) fn venue(
        &self,
        random: &mut Random,
        out: &mut Out,
        gold: &Gold,
        style: &Style<'_>,
        separator: &str,
        dated: &mut bool,
    ) {
        let lang = style.lang;
        let into = |random: &mut Random| self.phrases.pick(random, lang, "in");
        let italic = random.chance(35).then_some(RunKind::Italic);
        match gold.kind.as_str() {
            "phdthesis" | "mastersthesis" => {
                let key = if gold.kind == "phdthesis" { "phd" } else { "master" };
                out.add(Label::Genre, self.phrases.pick(random, lang, key));
                out.gap(random.pick(&[", ", ", ", ". ", " - "]));
                let school = if gold.school.is_empty() {
                    self.phrases.pick(random, "en", "org").to_owned()
                } else {
                    gold.school.clone()
                };
                out.add(Label::Institution, school);
                if !gold.address.is_empty() && random.chance(60) {
                    out.gap(", ");
                    out.add(Label::Address, gold.address.clone());
                }
            }
            "techreport" => {
                let kind = self.phrases.pick(random, lang, "report");
                let body = if gold.institution.is_empty() {
                    self.phrases.pick(random, "en", "org").to_owned()
                } else {
                    gold.institution.clone()
                };
                let number =
                    if gold.reportnumber.is_empty() { report_number(random) } else { gold.reportnumber.clone() };
                let before = random.chance(35);
                if before {
                    out.add(Label::Institution, body.clone());
                    out.gap(", ");
                }
                out.add(Label::Genre, kind);
                if random.chance(75) {
                    out.gap(random.pick(&[" ", " ", " No. ", ", "]));
                    out.add(Label::ReportNumber, number);
                }
                if !before {
                    out.gap(random.pick(&[", ", ", ", ". "]));
                    out.add(Label::Institution, body);
                }
            }
            "book" | "manual" | "proceedings" => {
                if !gold.editors.is_empty() && !gold.authors.is_empty() && random.chance(60) {
                    self.editors(random, out, gold, style);
                    out.gap(separator);
                }
                if random.chance(15) || !gold.edition.is_empty() {
                    let edition = self.phrases.pick(random, lang, "edition");
                    let number = if lang == "en" {
                        random.pick(&["2nd", "3rd", "4th", "second", "2"])
                    } else {
                        random.pick(&["2", "3", "4"])
                    };
                    out.add(Label::Edition, edition.replace("{}", number));
                    out.gap(separator);
                }
                if !gold.series.is_empty() && random.chance(60) {
                    out.add(Label::Series, gold.series.clone());
                    if !gold.volume.is_empty() {
                        out.gap(random.pick(&[", ", " "]));
                        let vol = self.phrases.pick(random, lang, "vol");
                        out.add(Label::Volume, format!("{vol}{}", gold.volume));
                    }
                    out.gap(separator);
                } else if !gold.volume.is_empty() && random.chance(50) {
                    let vol = self.phrases.pick(random, lang, "vol");
                    out.add(Label::Volume, format!("{vol}{}", gold.volume));
                    out.gap(separator);
                }
                self.imprint(random, out, gold);
                if random.chance(12) {
                    out.gap(random.pick(&[", ", ". ", ". - ", "; "]));
                    let total = 60 + random.below(700);
                    out.add(
                        Label::Note,
                        format!("{total}{}", random.pick(&[" pp", " p", " S", " pages", "p", " с", " pp", " págs"])),
                    );
                }
            }
            "inproceedings" | "incollection" => {
                let conference = gold.container.is_empty() || gold.kind == "inproceedings" && random.chance(45);
                let mut rest = gold.clone();
                if !gold.pages.is_empty() && random.chance(6) {
                    let pp = self.phrases.pick(random, lang, "pp");
                    out.add(Label::Pages, format!("{pp}{}", gold.pages));
                    out.gap(" ");
                    rest.pages.clear();
                }
                let gold = &rest;
                if random.chance(80) {
                    out.gap(format!("{} ", into(random)));
                }
                let edited =
                    !conference && (!gold.editors.is_empty() || gold.kind == "incollection" && random.chance(50));
                let first = edited && random.chance(50);
                if first {
                    self.editors(random, out, gold, style);
                    out.gap(random.pick(&[", ", ": ", ". ", ", "]));
                }
                if conference {
                    self.conference(random, out, gold, lang);
                } else {
                    out.styled(Label::Container, gold.container.clone(), italic);
                }
                if edited && !first {
                    out.gap(random.pick(&[", ", ". ", ", "]));
                    self.editors(random, out, gold, style);
                }
                if !gold.series.is_empty() && random.chance(60) {
                    out.gap(random.pick(&[", ", ". ", ", ser. ", " ("]));
                    out.add(Label::Series, gold.series.clone());
                }
                let early = random.chance(50);
                if early {
                    self.numbers(random, out, gold, lang, dated);
                }
                if random.chance(60) {
                    out.gap(random.pick(&[". ", ", ", ". "]));
                    self.imprint(random, out, gold);
                }
                if !early {
                    self.numbers(random, out, gold, lang, dated);
                }
            }
            _ => {
                if gold.container.is_empty() {
                    if random.chance(40) {
                        self.imprint(random, out, gold);
                    }
                    return;
                }
                if random.chance(14) {
                    out.gap(format!("{} ", into(random)));
                }
                let mut name = gold.container.clone();
                if random.chance(25) {
                    let folded = name.to_lowercase();
                    if let Some((_, short)) = self.journals.iter().find(|(n, _)| n.to_lowercase() == folded) {
                        name.clone_from(short);
                    }
                } else if random.chance(30) {
                    let (full, short) = &self.journals[random.below(self.journals.len())];
                    name.clone_from(if random.chance(50) { full } else { short });
                }
                if random.chance(4) {
                    name = name.to_uppercase();
                }
                out.styled(Label::Container, name, italic);
                self.numbers(random, out, gold, lang, dated);
            }
        }
    }
}

/// The dash of a range, and now and then an article number.
fn dashes(random: &mut Random, pages: &str) -> String {
    match random.below(12) {
        0 if !pages.is_empty() => {
            format!("{}{}", random.pick(&["e", "", "S", "Article ", "A"]), 1000 + random.below(99_000))
        }
        1..=3 => pages.replace(['–', '—'], "-"),
        4 => pages.replace(['-', '–'], "--"),
        5 => pages.replace(['-', '–'], " - "),
        _ => pages.replace('-', "–"),
    }
}
