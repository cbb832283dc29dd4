//! Cards of several lines.

use bibglean::label::Label;
use bibglean::segment::Role;

use super::{LANGUAGES, Order, Out, Renderer, report_number};
use crate::corpus::Gold;
use crate::random::Random;
use crate::sample::{Line, Piece, Sample};

impl Renderer {
    /// A card of several lines, as lists of publications have them.
    pub fn card(&self, random: &mut Random, gold: &Gold) -> Sample {
        let gold = &self.varied(random, gold);
        let lang = random.weighted(&LANGUAGES);
        let mut style = self.style(random, lang);
        if style.order != Order::GivenFamily && random.chance(60) {
            style.order = Order::GivenFamily;
            style.separator = ", ";
            style.initials = random.weighted(&[(65, 0), (20, 1), (5, 2), (10, 3)]);
        }
        // Marks of equal contribution and affiliation.
        style.mark =
            random.chance(12).then(|| random.pick(&["*", "*", "†", "⋆", "∗", "‡", "¹", "1", "1,2", "#", "(1)"]));
        let words = random.chance(10);
        let announce = |random: &mut Random, out: &mut Out, key: &str| {
            if words {
                out.gap(format!("{} ", self.phrases.pick(random, lang, key)));
            }
        };
        let mut title = Out::default();
        announce(random, &mut title, "title");
        let quoted = random.weighted(&[(92, 0), (4, 1), (4, 2)]);
        self.title(random, &mut title, gold, "", quoted);
        if random.chance(25) {
            title.gap(".");
        }
        if random.chance(8) {
            title.gap(" ");
            title.gap(self.phrases.pick(random, "en", "badge"));
        }
        let mut authors = Out::default();
        if !gold.authors.is_empty() {
            announce(random, &mut authors, "author");
            let names = self.names(random, &gold.authors, &style);
            authors.add(Label::Author, names);
            if random.chance(12) {
                authors.gap(random.pick(&[".", ",", ";"]));
            }
        }
        let mut dated = gold.year.is_empty();
        let mut venue = Out::default();
        announce(random, &mut venue, "venue");
        let joint = random.weighted(&[
            (10, " | "),
            (10, " · "),
            (8, " - "),
            (24, ", "),
            (8, ". "),
            (4, " — "),
            (4, " • "),
            (2, " / "),
            (8, " "),
        ]);
        let mut state = false;
        match random.below(14) {
            0 => {}
            1 | 12 | 13 => {
                if random.chance(40) {
                    venue.gap(random.pick(&[
                        "Accepted at ",
                        "To appear in ",
                        "Presented at ",
                        "Accepted to ",
                        "Published at ",
                        "In ",
                    ]));
                }
                let acronym = self.acronym(random);
                venue.add(Label::Container, acronym);
                if !dated && random.chance(55) {
                    venue.gap(random.pick(&[" ", " ", ", ", " '", " ("]));
                    venue.add(Label::Date, gold.year.clone());
                    dated = true;
                }
            }
            2 => {
                venue.add(Label::ReportNumber, report_number(random));
            }
            3 => {
                let id = format!("{:02}{:02}.{:05}", 7 + random.below(18), 1 + random.below(12), random.below(99_999));
                venue.add(
                    Label::Eprint,
                    format!("{}{id}", random.pick(&["arXiv:", "arXiv preprint arXiv:", "arXiv: ", "arXiv "])),
                );
            }
            4 => {
                venue.add(Label::PubState, self.phrases.pick(random, lang, "state"));
                state = true;
                if !gold.container.is_empty() {
                    venue.gap(random.pick(&[" in ", ", ", ": ", " · "]));
                    venue.add(Label::Container, gold.container.clone());
                }
            }
            _ => {
                self.venue(random, &mut venue, gold, &style, joint, &mut dated);
                if gold.kind == "article" && random.chance(18) {
                    self.publisher_of_journal(random, &mut venue, gold);
                }
            }
        }
        let _ = state;
        let mut lines: Vec<(Role, Out)> = Vec::new();
        let mut date = Out::default();
        if !dated {
            announce(random, &mut date, "date");
            let text = self.date(random, gold, lang);
            date.add(Label::Date, text);
        }
        let mut tail = Out::default();
        self.tail(random, &mut tail, gold, lang);
        if random.chance(8) {
            tail.separate(" · ");
            tail.gap(random.pick(&["Cited by ", "Citations: "]));
            tail.add(Label::Citations, random.below(500).to_string());
        }
        // Where the date stands: with the venue, before it, on its own line, with the authors.
        let place = random.weighted(&[(50, 0), (15, 1), (14, 2), (12, 3), (9, 4)]);
        if !date.is_empty() && place == 0 && !venue.is_empty() {
            if random.chance(20) {
                venue.gap(" (");
                venue.0.append(&mut date.0);
                venue.gap(")");
            } else {
                venue.separate(joint);
                venue.0.append(&mut date.0);
            }
        } else if !date.is_empty() && place == 1 && !venue.is_empty() {
            date.gap(joint);
            date.0.append(&mut venue.0);
            std::mem::swap(&mut date, &mut venue);
        } else if !date.is_empty() && place == 3 && !authors.is_empty() {
            let bracket = random.chance(70);
            authors.gap(if bracket { " (" } else { joint });
            authors.0.append(&mut date.0);
            if bracket {
                authors.gap(random.pick(&[")", ").", "):"]));
            }
        } else if !date.is_empty() && place == 4 {
            date.gap(random.pick(&[" ", " · ", ": ", ". "]));
            date.0.append(&mut title.0);
            std::mem::swap(&mut date, &mut title);
        }
        let mixed = |out: &Out, role: Role| {
            let mut kinds: Vec<Label> = out.0.iter().filter_map(|p| p.label).collect();
            kinds.dedup();
            let only = match role {
                Role::Title => kinds.iter().all(|l| *l == Label::Title),
                Role::Authors => kinds.iter().all(|l| *l == Label::Author),
                _ => true,
            };
            if only { role } else { Role::Reference }
        };
        let order = random.weighted(&[
            (55, [0, 1, 2]),
            (15, [1, 0, 2]),
            (12, [0, 2, 1]),
            (8, [2, 0, 1]),
            (6, [1, 2, 0]),
            (4, [2, 1, 0]),
        ]);
        let mut parts = [Some((Role::Title, title)), Some((Role::Authors, authors)), Some((Role::Venue, venue))];
        for k in order {
            if let Some((role, out)) = parts[k].take().filter(|(_, out)| !out.is_empty()) {
                lines.push((mixed(&out, role), out));
            }
        }
        if !date.is_empty() {
            let at = if random.chance(25) { 0 } else { lines.len() };
            lines.insert(at, (Role::Venue, date));
        }
        if !tail.is_empty() {
            lines.push((Role::Identifiers, tail));
        }
        if random.chance(9) {
            self.tagged(random, &mut lines, gold);
        }
        // Two parts on one line.
        if lines.len() > 2 && random.chance(30) {
            let names_venue = lines.windows(2).position(|w| w[0].0 == Role::Authors && w[1].0 == Role::Venue);
            let at = names_venue.filter(|_| random.chance(50)).unwrap_or(random.below(lines.len() - 1));
            let (next_role, next) = lines.remove(at + 1);
            let names_venue = lines[at].0 == Role::Authors && next_role == Role::Venue;
            let joint = if names_venue && random.chance(50) {
                random.pick(&[" in ", ". In ", " In ", ", in ", " @ ", ". "])
            } else {
                random.pick(&[". ", ", ", " | ", " · ", " - ", " / ", "; ", " "])
            };
            lines[at].1.separate(joint);
            lines[at].1.0.extend(next.0);
            lines[at].0 = Role::Reference;
        }
        self.surround(random, &mut lines, gold, lang);
        if random.chance(12) {
            let first = &mut lines[0].1.0;
            let n = 1 + random.below(120);
            first.insert(0, Piece::new(None, " "));
            first.insert(
                0,
                Piece::new(
                    Some(Label::CitationNumber),
                    match random.below(4) {
                        0 => format!("[{n}]"),
                        1 => format!("{n}."),
                        2 => format!("{n}"),
                        _ => random.pick(&["•", "-", "*", "–"]).to_owned(),
                    },
                ),
            );
        }
        // The line model errs now and then.
        let blind = random.chance(22);
        let lines = lines
            .into_iter()
            .map(|(role, out)| {
                let role = if blind {
                    Role::Reference
                } else if random.chance(4) {
                    random.weighted(&[(1, Role::Title), (1, Role::Authors), (2, Role::Venue), (3, Role::Reference)])
                } else {
                    role
                };
                Line { role, pieces: out.0 }
            })
            .collect();
        Sample { lines, weight: 1.0 }
    }

    /// The acronym of a conference, of one held with another, of a workshop.
    fn acronym(&self, random: &mut Random) -> String {
        let one = &self.conferences[random.below(self.conferences.len())].0;
        let other = &self.conferences[random.below(self.conferences.len())].0;
        match random.below(12) {
            0 => format!("{one}@{other}"),
            1 => format!("{one}/{other}"),
            2 => format!("{one} Workshop"),
            3 => format!("{one} Workshop at {other}"),
            _ => one.clone(),
        }
    }

    /// Says on one of the lines what kind of work it is, or of what field, as repositories do.
    fn tagged(&self, random: &mut Random, lines: &mut [(Role, Out)], gold: &Gold) {
        let kind = match gold.kind.as_str() {
            "article" => "kind-article",
            "inproceedings" => "kind-inproceedings",
            "book" | "incollection" => "kind-book",
            _ => "kind-other",
        };
        let kind = if random.chance(70) { kind } else { "class" };
        let tag = self.prose.phrase(random, kind, gold);
        let role = random.weighted(&[(50, Role::Authors), (20, Role::Title), (30, Role::Venue)]);
        let Some((_, line)) = lines.iter_mut().find(|(r, _)| *r == role) else { return };
        if random.chance(75) {
            line.gap(random.pick(&[" ", " ", ", ", " - ", " | "]));
            line.gap(tag);
        } else {
            line.0.insert(0, Piece::new(None, format!("{tag} ")));
        }
    }

    /// Puts the publisher behind the name of the journal, as repositories do.
    fn publisher_of_journal(&self, random: &mut Random, venue: &mut Out, gold: &Gold) {
        let Some(at) = venue.0.iter().position(|piece| piece.label == Some(Label::Container)) else { return };
        let own = !gold.publisher.is_empty();
        let other = self.publishers[random.below(self.publishers.len())].clone();
        let publisher = if own { gold.publisher.clone() } else { other };
        venue.0.insert(at + 1, Piece::new(None, ", "));
        venue.0.insert(at + 2, Piece::new(Some(Label::Publisher), publisher));
    }

    /// Adds what pages hang on their cards: words that name the parts, abstracts, remarks, badges, tags.
    fn surround(&self, random: &mut Random, lines: &mut Vec<(Role, Out)>, gold: &Gold, lang: &str) {
        let plain = |text: String| {
            let mut out = Out::default();
            out.gap(text);
            out
        };
        if random.chance(7) {
            // A line before each part says what it is.
            let parts = std::mem::take(lines);
            for (role, out) in parts {
                let key = match role {
                    Role::Title => "title",
                    Role::Authors => "author",
                    _ => "venue",
                };
                let word = self.phrases.pick(random, lang, key).trim_end_matches([' ', ':']).to_owned();
                lines.push((Role::Extra, plain(word)));
                lines.push((role, out));
            }
        }
        let phrase = |random: &mut Random, kind: &str| plain(self.prose.phrase(random, kind, gold));
        for (chance, kind, role) in [
            (4, "comment", Role::Extra),
            (5, "subject", Role::Extra),
            (12, "remark", Role::Extra),
            (5, "award", Role::Extra),
            (6, "tag", Role::Extra),
            (12, "badge", Role::Extra),
            (8, "links", Role::Extra),
        ] {
            if random.chance(chance) {
                let line = phrase(random, kind);
                let at = if random.chance(8) { 0 } else { lines.len() };
                lines.insert(at, (role, line));
            }
        }
        if random.chance(22) {
            let at = if random.chance(80) { lines.len() } else { 1 + random.below(lines.len()) };
            let mut summary = Out::default();
            if random.chance(25) {
                summary.add(Label::Abstract, format!("{} ", self.prose.phrase(random, "abstract-label", gold)));
            }
            summary.add(Label::Abstract, self.prose.summary(random, lang, gold));
            lines.insert(at, (Role::Abstract, summary));
        }
    }
}
