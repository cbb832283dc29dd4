//! Names and dates.

use super::{Order, Renderer, Style};
use crate::corpus::{Gold, Person};
use crate::random::Random;

impl Renderer {
    pub(super) fn style<'a>(&self, random: &mut Random, lang: &'a str) -> Style<'a> {
        let order = random.weighted(&[
            (40, Order::GivenFamily),
            (32, Order::FamilyComma),
            (16, Order::FamilySpace),
            (12, Order::FirstInverted),
        ]);
        Style {
            lang,
            order,
            initials: match order {
                Order::FamilySpace => random.weighted(&[(20, 0), (10, 1), (60, 3), (10, 4)]),
                _ => random.weighted(&[(45, 0), (30, 1), (12, 2), (6, 3), (4, 5), (3, 4)]),
            },
            upper: random.chance(9),
            separator: match order {
                Order::FamilyComma => random.weighted(&[(5, ", "), (3, "; "), (1, " / "), (1, " ; ")]),
                _ => random.weighted(&[
                    (16, ", "),
                    (3, "; "),
                    (1, " / "),
                    (1, " · "),
                    (1, " - "),
                    (1, " and "),
                    (1, "、"),
                ]),
            },
            joiner: random.weighted(&[(40, 0), (25, 1), (35, 2)]),
            mark: None,
            cut: if random.chance(15) { 1 + random.below(6) } else { usize::MAX },
        }
    }

    pub(super) fn name(&self, person: &Person, style: &Style<'_>, first: bool) -> String {
        if !person.literal.is_empty() || person.family.is_empty() {
            return if person.literal.is_empty() { person.given.clone() } else { person.literal.clone() };
        }
        let family = if style.upper { person.family.to_uppercase() } else { person.family.clone() };
        let given = given(&person.given, style.initials);
        let suffix = if person.suffix.is_empty() { String::new() } else { format!(" {}", person.suffix) };
        if given.is_empty() {
            return family + &suffix;
        }
        match (style.order, first) {
            (Order::GivenFamily, _) | (Order::FirstInverted, false) => format!("{given} {family}{suffix}"),
            (Order::FamilySpace, _) => format!("{family} {given}{suffix}"),
            _ if suffix.is_empty() => format!("{family}, {given}"),
            _ => format!("{family}, {given},{suffix}"),
        }
    }

    pub(super) fn names(&self, random: &mut Random, people: &[Person], style: &Style<'_>) -> String {
        let shown = people.len().min(style.cut);
        let mut out = String::new();
        for (i, person) in people.iter().take(shown).enumerate() {
            if i > 0 {
                let last = i + 1 == people.len();
                let and = self.phrases.pick(random, style.lang, "and");
                match style.joiner {
                    _ if !last || style.separator == " and " => out.push_str(style.separator),
                    0 => out.push_str(style.separator),
                    1 => out += &format!(" {and} "),
                    _ if people.len() > 2 || style.order == Order::FamilyComma => {
                        out += &format!("{} {and} ", style.separator.trim())
                    }
                    _ => out += &format!(" {and} "),
                }
            }
            out += &self.name(person, style, i == 0);
            if let Some(mark) = style.mark.filter(|_| random.chance(45)) {
                out.push_str(mark);
            }
        }
        if shown < people.len() {
            let others = self.phrases.pick(random, style.lang, "others");
            let joint = random.pick(&[", ", " ", ", "]);
            match random.below(5) {
                0 => out += &format!(" +{}", people.len() - shown),
                _ => out += &format!("{joint}{others}"),
            }
        } else if random.chance(2) {
            out += &format!(", {}", self.phrases.pick(random, style.lang, "others"));
        }
        out
    }

    pub(super) fn date(&self, random: &mut Random, gold: &Gold, lang: &str) -> String {
        let year = &gold.year;
        let month = usize::from(gold.month);
        if year.is_empty() || month == 0 || month > 12 || random.chance(35) {
            return match random.below(60) {
                _ if year.is_empty() => String::new(),
                0 => format!("{year}a"),
                1 => format!("{year}b"),
                2 => format!("{year} [19{}]", 10 + random.below(80)),
                3 => format!("{year}/19{}", 10 + random.below(80)),
                4 => format!("{year}-{}", 1 + random.below(9)),
                5 => format!("c{year}"),
                _ => year.clone(),
            };
        }
        let short = lang == "en" && random.chance(40);
        let name = self.phrases.all(lang, if short { "mon" } else { "months" })[month - 1];
        let day = if gold.day > 0 { usize::from(gold.day) } else { 1 + random.below(28) };
        match random.below(11) {
            0 => format!("{year}-{month:02}-{day:02}"),
            1 => format!("{day} {name} {year}"),
            2 if lang == "en" => format!("{name} {day}, {year}"),
            2 if lang == "de" => format!("{day}. {name} {year}"),
            3 => format!("{year}, {name} {day}"),
            4 => format!("{year}, {name}"),
            5 => format!("{name}, {year}"),
            6 => format!("{name} {day}–{}, {year}", (day + 3).min(31)),
            7 => format!("{year} {}", name.trim_end_matches('.')),
            8 if random.chance(30) => format!("{day:02}/{month:02}/{year}"),
            _ => format!("{name} {year}"),
        }
    }
}

/// Given names in full (0), or as initials: `A. B.` (1), `A.B.` (2), `AB` (3), `A B` (4), `A.-B.` kept (5).
fn given(name: &str, initials: usize) -> String {
    if initials == 0 {
        return name.to_owned();
    }
    let letters: Vec<char> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|w| w.chars().next())
        .filter(|c| c.is_uppercase())
        .collect();
    if letters.is_empty() {
        return name.to_owned();
    }
    let dotted: Vec<String> = letters.iter().map(|c| format!("{c}.")).collect();
    match initials {
        1 => dotted.join(" "),
        2 => dotted.concat(),
        3 => letters.iter().collect(),
        4 => letters.iter().map(char::to_string).collect::<Vec<_>>().join(" "),
        _ => dotted.join(if name.contains('-') { "-" } else { " " }),
    }
}
