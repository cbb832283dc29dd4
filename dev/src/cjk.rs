//! Renders references in the ways of China (GB/T 7714), Japan and Korea.

use bibglean::label::Label;

use crate::phrases::Phrases;
use crate::random::Random;
use crate::sample::{Piece, Sample};

/// Titles of each language, to be cut and joined into more.
pub struct Titles {
    /// Language and titles.
    pub by_language: Vec<(&'static str, Vec<String>)>,
}

struct Maker<'a> {
    phrases: &'a Phrases,
    random: &'a mut Random,
    pieces: Vec<Piece>,
    lang: &'static str,
    titles: &'a [String],
}

/// A reference in one of the languages.
pub fn reference(phrases: &Phrases, random: &mut Random, titles: &Titles) -> Sample {
    let (lang, list) = &titles.by_language[random.below(titles.by_language.len())];
    let one = list[random.below(list.len())].clone();
    let other = &list[random.below(list.len())];
    let title = if random.chance(60) { cross(random, &one, other) } else { one };
    let title = ornate(random, &title, other);
    let mut maker = Maker { phrases, random, pieces: Vec::new(), lang, titles: list };
    match *lang {
        "zh" => maker.chinese(&title),
        "ja" => maker.japanese(&title),
        _ => maker.korean(&title),
    }
    Sample::reference(maker.pieces)
}

/// The first half of a title and the second of another.
fn cross(random: &mut Random, one: &str, other: &str) -> String {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let head = &a[..a.len().min(a.len() / 2 + random.below(3))];
    let tail = &b[b.len() / 2..];
    head.iter().chain(tail).collect()
}

/// A title with what titles have inside: quoted words, a subtitle, brackets, a foreign word, a year.
fn ornate(random: &mut Random, title: &str, other: &str) -> String {
    let chars: Vec<char> = title.chars().collect();
    if chars.len() < 6 || random.chance(55) {
        return title.to_owned();
    }
    let tail: String = other.chars().rev().take(10).collect::<Vec<_>>().into_iter().rev().collect();
    match random.below(8) {
        0..=2 => {
            // Quoted words at the beginning, in the middle or at the end.
            const QUOTES: [(&str, &str); 7] =
                [("“", "”"), ("《", "》"), ("『", "』"), ("「", "」"), ("\"", "\""), ("〈", "〉"), ("‘", "’")];
            let (open, close) = QUOTES[random.below(QUOTES.len())];
            let length = 2 + random.below(4);
            let from = [0, chars.len() / 3, chars.len() - length][random.below(3)];
            let to = (from + length).min(chars.len());
            let part = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>();
            format!("{}{open}{}{close}{}", part(0..from), part(from..to), part(to..chars.len()))
        }
        3 => format!("{title}{}{tail}", random.pick(&["——", "—", "：", ": ", "―", "−", " − ", "——兼论", "-"])),
        4 => format!("{title}―{tail}―"),
        5 => format!("{title}（{}）", tail.chars().take(4).collect::<String>()),
        6 => format!("{}{title}", random.pick(&["三十个", "1998", "Web", "GIS", "20世紀", "数字化", "4D", "第3回"])),
        _ => format!("{title}{}", random.pick(&["3.0", "(二)", "（2）", "（下）", "小考", "·续", "の研究", "8"])),
    }
}

impl Maker<'_> {
    fn add(&mut self, label: Label, text: impl Into<String>) -> &mut Self {
        self.pieces.push(Piece::new(Some(label), text));
        self
    }

    fn gap(&mut self, choices: &[&str]) -> &mut Self {
        let text = self.random.pick(choices).to_owned();
        self.pieces.push(Piece::new(None, text));
        self
    }

    fn word(&mut self, key: &str) -> String {
        self.phrases.pick(self.random, self.lang, key).to_owned()
    }

    /// A journal: one of the common ones, or a word or two out of a title, as many journals are called.
    fn journal(&mut self) -> String {
        let common = self.word("journal");
        let title: Vec<char> =
            self.titles[self.random.below(self.titles.len())].chars().filter(|c| c.is_alphabetic()).collect();
        let length = 2 + self.random.below(5);
        if title.len() < length || self.random.chance(40) {
            return common;
        }
        let start = self.random.below(title.len() - length + 1);
        let name: String = title[start..start + length].iter().collect();
        match self.random.below(8) {
            0 => format!("{name}·{}", title[..2].iter().collect::<String>()),
            1 => format!("{name}({})", title[title.len() - 2..].iter().collect::<String>()),
            _ => name,
        }
    }

    fn names(&mut self, separators: &[&str], gap: &str) -> String {
        let separator = self.random.pick(separators).to_owned();
        let count = 1 + self.random.below(4);
        let names: Vec<String> = (0..count).map(|_| self.word("family") + gap + &self.word("given")).collect();
        let mut text = names.join(&separator);
        if self.random.chance(15) {
            text += match self.lang {
                "zh" => self.random.pick(&[", 等", "等", " 等"]),
                "ja" => self.random.pick(&["他", "ほか", "ら"]),
                _ => self.random.pick(&[" 외", " 등"]),
            };
        }
        text
    }

    fn year(&mut self) -> String {
        (1960 + self.random.below(65)).to_string()
    }

    fn pages(&mut self, dashes: &[&str]) -> String {
        let first = 1 + self.random.below(400);
        let dash = self.random.pick(dashes).to_owned();
        format!("{first}{dash}{}", first + 2 + self.random.below(30))
    }

    fn small(&mut self, end: usize) -> String {
        (1 + self.random.below(end)).to_string()
    }

    fn number(&mut self) {
        if self.random.chance(40) {
            let n = self.small(60);
            self.add(Label::CitationNumber, format!("[{n}]")).gap(&[" ", ""]);
        }
    }

    fn chinese(&mut self, title: &str) {
        self.number();
        let names = self.names(&[", ", "，", "、", ","], "");
        let year = self.year();
        let stop: &[&str] = &[". ", ".", "．", "。"];
        let comma: &[&str] = &[", ", "，", ","];
        let colon: &[&str] = &[": ", "：", ":"];
        match self.random.below(6) {
            4 => {
                // A chapter or conference paper, with the editor of the book.
                let (book, editor, page) = (self.journal(), self.names(&["、"], ""), self.pages(&["-", "–"]));
                self.add(Label::Author, names).gap(stop).add(Label::Title, title).gap(&["[C]//", "[C]// ", "[A]. "]);
                if self.random.chance(50) {
                    let role = self.random.pick(&["主编", "编", "，编"]).to_owned();
                    self.add(Label::Editor, format!("{editor}{role}")).gap(&[". ", ".", "，"]);
                }
                let quoted = self.random.chance(40);
                let volume = if self.random.chance(20) { self.small(20) } else { String::new() };
                self.gap(if quoted { &["《"] } else { &[""] }).add(Label::Container, format!("{book}{volume}"));
                self.gap(if quoted { &["》. ", "》.", "》，"] } else { &[". ", ", ", "，"] }).add(Label::Date, year);
                if self.random.chance(60) {
                    self.gap(colon).add(Label::Pages, page);
                }
                self.gap(&[".", "。", ""]);
            }
            5 => {
                // A newspaper.
                let (paper, month) = (self.journal(), self.small(12));
                let date = format!("{year}{}{month:0>2}", self.random.pick(&["-", ".", "年"]));
                self.add(Label::Author, names).gap(stop).add(Label::Title, title).gap(&["[N]. ", "[N].", "[N]．"]);
                self.add(Label::Container, paper).gap(comma).add(Label::Date, date).gap(&[".", "(5).", ""]);
            }
            0 | 1 => {
                let (journal, volume, issue, pages) =
                    (self.journal(), self.small(60), self.small(12), self.pages(&["-", "–", "~", "—"]));
                let quoted = self.random.chance(15);
                self.add(Label::Author, names).gap(stop);
                if quoted {
                    self.gap(&["《", "“", "「"]);
                }
                self.add(Label::Title, title);
                if quoted {
                    self.gap(&["》", "”", "」"]);
                }
                self.gap(&["[J]. ", "[J].", "[J]．", ". ", "，", "，《", "[J]//"]).add(Label::Container, journal);
                if self.random.chance(25) {
                    let (vol, no) = (format!("第{volume}卷"), format!("第{issue}期"));
                    self.gap(&["，", ", ", "》，"]).add(Label::Date, format!("{year}年")).gap(&["", "，"]);
                    self.add(Label::Volume, vol).gap(&["", "，"]).add(Label::Number, no);
                } else {
                    self.gap(comma).add(Label::Date, year);
                    if self.random.chance(75) {
                        self.gap(comma).add(Label::Volume, volume);
                    }
                    self.gap(&["("]).add(Label::Number, issue).gap(&[")"]);
                }
                self.gap(colon).add(Label::Pages, pages).gap(&[".", "。", ""]);
            }
            2 => {
                let (place, publisher) = (self.word("place"), self.word("publisher"));
                self.add(Label::Author, names).gap(&[". ", ".", "：《", "，《", "."]);
                self.add(Label::Title, title).gap(&["[M]. ", "[M].", "》，", "》", ". "]);
                self.add(Label::Address, place).gap(colon).add(Label::Publisher, publisher);
                self.gap(comma).add(Label::Date, year);
                if self.random.chance(30) {
                    let pages = self.pages(&["-", "–"]);
                    self.gap(colon).add(Label::Pages, pages);
                }
                self.gap(&[".", "。", ""]);
            }
            _ => {
                let (place, school) = (self.word("place"), self.word("school"));
                let kind =
                    self.random.pick(&["博士学位论文", "硕士论文", "[D]", "博士论文", "[博士学位论文]"]).to_owned();
                self.add(Label::Author, names).gap(stop).add(Label::Title, title).gap(&[". ", "", " ", ". "]);
                self.add(Label::Genre, kind).gap(stop);
                if self.random.chance(70) {
                    self.add(Label::Address, place).gap(colon);
                }
                self.add(Label::Institution, school).gap(comma).add(Label::Date, year).gap(&[".", ""]);
            }
        }
    }

    fn japanese(&mut self, title: &str) {
        self.number();
        let gap = if self.random.chance(25) { " " } else { "" };
        let names = self.names(&["・", ", ", "，", "、", "; "], gap);
        let year = self.year();
        let (journal, volume, issue) = (self.journal(), self.small(60), self.small(12));
        let pages = self.pages(&["-", "–", "～", "-"]);
        match self.random.below(4) {
            0 => {
                self.add(Label::Author, names).gap(&["（", "(", " ("]).add(Label::Date, year).gap(&["）", ") ", ")"]);
                self.gap(&["「", "『", ""]).add(Label::Title, title).gap(&["」", "』", "．"]);
                self.gap(&["『", "", "、"]).add(Label::Container, journal).gap(&["』", "", "、", "，"]);
                self.add(Label::Volume, volume).gap(&["("]).add(Label::Number, issue).gap(&["), ", ")、", "):"]);
                self.add(Label::Pages, pages).gap(&[".", "。", "頁"]);
            }
            1 => {
                self.add(Label::Author, names).gap(&[": ", "：", ", ", "，", " "]).add(Label::Title, title);
                self.gap(&[", ", "，", ","]).add(Label::Container, journal);
                if self.random.chance(75) {
                    self.gap(&[", ", "，"]).add(Label::Volume, format!("Vol.{volume}"));
                    self.gap(&[", ", "，"]).add(Label::Number, format!("No.{issue}"));
                } else {
                    self.add(Label::Volume, volume);
                }
                if self.random.chance(35) {
                    let publisher = self.word("publisher");
                    self.gap(&[", ", "，", "、"]).add(Label::Publisher, publisher);
                }
                self.gap(&[", ", "，"]).add(Label::Pages, format!("pp.{pages}"));
                self.gap(&[", ", "，", " ("]).add(Label::Date, year).gap(&[".", "", ")"]);
            }
            2 => {
                let (publisher, place) = (self.word("publisher"), self.word("place"));
                self.add(Label::Author, names)
                    .gap(&["『", "，『", "：『", ". "])
                    .add(Label::Title, title)
                    .gap(&["』", "』、", "』，", ". "]);
                if self.random.chance(30) {
                    self.add(Label::Address, place).gap(&["：", ": "]);
                }
                self.add(Label::Publisher, publisher)
                    .gap(&[", ", "、", "，"])
                    .add(Label::Date, format!("{year}年"))
                    .gap(&["", "."]);
            }
            _ => {
                let school = self.word("school");
                let kind = self.random.pick(&["博士論文", "修士論文", "卒業論文"]).to_owned();
                self.add(Label::Author, names)
                    .gap(&["「", ", ", "：「"])
                    .add(Label::Title, title)
                    .gap(&["」", "，", "」、"]);
                self.add(Label::Institution, school).gap(&["", "、", ", "]).add(Label::Genre, kind);
                self.gap(&["、", ", ", "，"]).add(Label::Date, year).gap(&["", "."]);
            }
        }
    }

    fn korean(&mut self, title: &str) {
        self.number();
        let names = self.names(&[", ", "·", "; "], "");
        let year = self.year();
        let (journal, volume, issue) = (self.journal(), self.small(60), self.small(12));
        let pages = self.pages(&["-", "~", "–"]);
        match self.random.below(3) {
            0 => {
                self.add(Label::Author, names)
                    .gap(&[" (", "(", ". "])
                    .add(Label::Date, year)
                    .gap(&["). ", "), ", ". "]);
                self.add(Label::Title, title).gap(&[". ", ", "]).add(Label::Container, journal).gap(&[", ", " "]);
                self.add(Label::Volume, volume).gap(&["("]).add(Label::Number, issue).gap(&["), ", "): "]);
                self.add(Label::Pages, pages).gap(&["."]);
            }
            1 => {
                self.add(Label::Author, names)
                    .gap(&[", 「", ", \"", ", “"])
                    .add(Label::Title, title)
                    .gap(&["」, 『", "\", ", ",” "]);
                self.add(Label::Container, journal)
                    .gap(&["』 ", ", ", "』, "])
                    .add(Label::Volume, format!("제{volume}권"));
                self.gap(&[" ", ", "])
                    .add(Label::Number, format!("제{issue}호"))
                    .gap(&[", "])
                    .add(Label::Date, format!("{year}년"));
                self.gap(&[", "]).add(Label::Pages, format!("{pages}쪽")).gap(&[".", ""]);
            }
            _ => {
                let (place, publisher) = (self.word("place"), self.word("publisher"));
                self.add(Label::Author, names)
                    .gap(&[", 『", ". ", ", "])
                    .add(Label::Title, title)
                    .gap(&["』, ", ". ", ", "]);
                self.add(Label::Address, place)
                    .gap(&[": "])
                    .add(Label::Publisher, publisher)
                    .gap(&[", "])
                    .add(Label::Date, year)
                    .gap(&["."]);
            }
        }
    }
}
