//! Words of titles and names as citation keys need them: cut, stripped of elisions and possessives, in ASCII.
//!
//! Pinned with [`SCHEME`](super::SCHEME): the transliteration is that of `any_ascii` 0.3.3 (its version is fixed in
//! Cargo.toml), the stop words are `data/lexicon/stopwords.tsv`.

use any_ascii::any_ascii_char;

use crate::lexicon::{BODY_WORDS, ELISIONS, STOPWORDS};
use crate::text::token::is_unspaced;

/// How umlauts are written in ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Umlauts {
    /// `ü` gives `u`.
    #[default]
    Plain,
    /// `ü` gives `ue`, as German does.
    German,
}

/// Longest word that is cut from a script without spaces whose words cannot be told (Thai, Lao), in characters.
const UNSPACED_WORD: usize = 8;

/// Longer words are cut, so that a key has bounds.
const LONGEST_WORD: usize = 48;

/// A word of a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In ASCII, case and inner hyphens kept (`Cross-Layer`).
    pub ascii: String,
}

impl Word {
    /// Letters and digits only (`CrossLayer`).
    pub fn compact(&self) -> String {
        self.ascii.chars().filter(char::is_ascii_alphanumeric).collect()
    }

    /// Whether it is an article, preposition, conjunction or question word.
    pub fn is_stop(&self) -> bool {
        STOPWORDS.contains(&self.ascii.to_ascii_lowercase())
    }

    /// Whether it may be the title word of a key: no stop word, and it starts with a letter.
    pub fn is_title_word(&self) -> bool {
        self.ascii.starts_with(|c: char| c.is_ascii_alphabetic()) && !self.is_stop()
    }
}

/// Cuts a title into words. A hyphen compound is one word; an apostrophe, a full stop or an ampersand between letters
/// does not cut (`R&D`, `U.S.`); Chinese characters are cut in twos (the commonest length of a word), a Katakana or
/// Thai run is one word, Hiragana (inflections and particles) only separates.
pub fn title_words(title: &str, umlauts: Umlauts) -> Vec<Word> {
    let mut words = Vec::new();
    let mut run = String::new();
    let mut script = Script::Spaced;
    let mut chars = title.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let inner = before.is_alphanumeric() && next.is_alphanumeric();
        if c.is_alphanumeric() {
            let here = Script::of(c);
            if here != script {
                finish(&mut run, script, umlauts, &mut words);
                script = here;
            }
            run.push(c);
        } else if is_mark(c) || (inner && is_joint(c)) {
            run.push(c);
        } else if is_apostrophe(c) && before.is_alphanumeric() {
            run.push('\'');
        } else {
            finish(&mut run, script, umlauts, &mut words);
        }
        // A combining mark belongs to the letter before it.
        if !is_mark(c) {
            before = c;
        }
    }
    finish(&mut run, script, umlauts, &mut words);
    words
}

/// How a script is cut into words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Spaced,
    Han,
    Katakana,
    Hiragana,
    Unspaced,
}

impl Script {
    fn of(c: char) -> Self {
        match u32::from(c) {
            _ if !is_unspaced(c) => Self::Spaced,
            0x3040..=0x309F => Self::Hiragana,
            0x30A0..=0x30FF | 0xFF66..=0xFF9D => Self::Katakana,
            0x0E00..=0x0EFF => Self::Unspaced,
            _ => Self::Han,
        }
    }
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || c == '\u{ad}' || c == 'ー'
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '`' | 'ʼ' | '´')
}

/// Marks that join what stands close on both sides of them.
fn is_joint(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}' | '–' | '.' | '&' | '_')
}

fn finish(run: &mut String, script: Script, umlauts: Umlauts, words: &mut Vec<Word>) {
    if run.is_empty() {
        return;
    }
    match script {
        Script::Spaced => words.extend(spaced_word(run, umlauts)),
        Script::Hiragana => {}
        Script::Han => {
            let chars: Vec<char> = run.chars().collect();
            words.extend(chars.chunks(2).filter_map(|pair| plain_word(&ascii(pair.iter().copied(), umlauts))));
        }
        Script::Katakana => words.extend(plain_word(&ascii(run.chars(), umlauts))),
        Script::Unspaced => words.extend(plain_word(&ascii(run.chars().take(UNSPACED_WORD), umlauts))),
    }
    run.clear();
}

fn plain_word(ascii: &str) -> Option<Word> {
    (!ascii.is_empty()).then(|| Word { ascii: ascii.to_owned() })
}

fn spaced_word(run: &str, umlauts: Umlauts) -> Option<Word> {
    let mut rest = run;
    while let Some((head, tail)) = rest.split_once('\'') {
        let elided = ELISIONS.contains(&ascii(head.chars(), Umlauts::Plain).to_ascii_lowercase());
        if !elided || !tail.starts_with(char::is_alphanumeric) {
            break;
        }
        rest = tail;
    }
    let rest = rest.trim_end_matches('\'');
    let rest = rest.strip_suffix("'s").or_else(|| rest.strip_suffix("'S")).unwrap_or(rest);
    let mut word = String::with_capacity(rest.len());
    for c in rest.chars().take(LONGEST_WORD) {
        match c {
            '-' | '\u{2010}' | '\u{2011}' | '–' => word.push('-'),
            _ => push_ascii(c, umlauts, &mut word),
        }
    }
    let word = word.trim_matches('-');
    (!word.is_empty()).then(|| Word { ascii: word.to_owned() })
}

/// Letters and digits in ASCII; everything else is dropped.
pub fn ascii(chars: impl Iterator<Item = char>, umlauts: Umlauts) -> String {
    let mut out = String::new();
    for c in chars {
        push_ascii(c, umlauts, &mut out);
    }
    out
}

fn push_ascii(c: char, umlauts: Umlauts, out: &mut String) {
    if c.is_ascii_alphanumeric() {
        out.push(c);
        return;
    }
    if c.is_ascii() || !c.is_alphanumeric() {
        // In text that is not composed the umlaut's dots follow their letter.
        if c == '\u{308}' && umlauts == Umlauts::German && out.ends_with(['a', 'o', 'u', 'A', 'O', 'U']) {
            out.push('e');
        }
        return;
    }
    if umlauts == Umlauts::German {
        match c {
            'ä' => return out.push_str("ae"),
            'ö' => return out.push_str("oe"),
            'ü' => return out.push_str("ue"),
            'Ä' => return out.push_str("Ae"),
            'Ö' => return out.push_str("Oe"),
            'Ü' => return out.push_str("Ue"),
            _ => {}
        }
    }
    out.extend(any_ascii_char(c).chars().filter(char::is_ascii_alphanumeric));
}

/// A family name in ASCII with its particles, hyphens and spaces (`van der Maaten`, `Arkani-Hamed`).
pub fn surname(family: &str, umlauts: Umlauts) -> String {
    let mut out = String::with_capacity(family.len());
    for c in family.trim().chars() {
        match c {
            '-' | '\u{2010}' | '\u{2011}' | '–' => out.push('-'),
            _ if c.is_whitespace() && !out.ends_with(' ') => out.push(' '),
            _ => push_ascii(c, umlauts, &mut out),
        }
    }
    out
}

/// A family name in ASCII without its lower-case particles, run together (`maaten`, `SafiSamadi`, `DelGiorno`).
pub fn family(family: &str, umlauts: Umlauts) -> String {
    ascii(without_particles(family.trim()).chars(), umlauts)
}

/// The name from its first word that does not begin in lower case; the whole name if every word does (`bell hooks`).
fn without_particles(family: &str) -> &str {
    let mut rest = family;
    loop {
        let letters = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        if !letters.starts_with(char::is_lowercase) {
            return if letters.is_empty() { family } else { letters };
        }
        // A particle ends at a space or, elided, at its apostrophe (`d'Alembert`).
        let Some(end) = letters.find(|c: char| c.is_whitespace() || is_apostrophe(c)) else { return family };
        rest = &letters[end..];
    }
}

/// The name of a body as a key has it: its first three words that mean something, run together.
pub fn body(name: &str, umlauts: Umlauts) -> String {
    let words = title_words(name, umlauts);
    let telling = |word: &&Word| word.is_title_word() && !BODY_WORDS.contains(&word.ascii.to_ascii_lowercase());
    let out: String = words.iter().filter(telling).take(3).map(Word::compact).collect();
    if out.is_empty() { words.iter().take(3).map(Word::compact).collect() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(title: &str) -> Vec<String> {
        title_words(title, Umlauts::Plain)
            .iter()
            .filter(|w| w.is_title_word())
            .map(|w| w.compact().to_lowercase())
            .collect()
    }

    #[test]
    fn cuts_titles() {
        assert_eq!(
            words("1-bit LAMB: Large-Scale Training with LAMB's Speed"),
            ["lamb", "largescale", "training", "lamb", "speed"]
        );
        assert_eq!(words("L'Évolution de l’amour et dell'arte"), ["evolution", "amour", "arte"]);
        assert_eq!(words("R&D in the U.S.: users' guide to C++ -- don't"), ["rd", "us", "users", "guide", "c", "dont"]);
        assert_eq!(words("pre- and postnatal Kullback–Leibler"), ["pre", "postnatal", "kullbackleibler"]);
        assert_eq!(words("深層学習の基礎"), ["shenceng", "xuexi", "jichu"]);
        assert_eq!(words("データの圧縮"), ["deta", "yasuo"]);
        assert_eq!(words("Über die Straße"), ["strasse"]);
        assert_eq!(words("e\u{301}tude 3D zu Mu\u{308}ller"), ["etude", "muller"]);
    }

    #[test]
    fn cuts_names() {
        let table = [
            ("van der Maaten", "Maaten", "van der Maaten"),
            ("Safi Samadi", "SafiSamadi", "Safi Samadi"),
            ("Del Giorno", "DelGiorno", "Del Giorno"),
            ("d'Alembert", "Alembert", "dAlembert"),
            ("O’Brien", "OBrien", "OBrien"),
            ("'t Hooft", "Hooft", "t Hooft"),
            ("hooks", "hooks", "hooks"),
            ("Arkani-Hamed", "ArkaniHamed", "Arkani-Hamed"),
            ("Łukasiewicz", "Lukasiewicz", "Lukasiewicz"),
            ("Søgaard", "Sogaard", "Sogaard"),
            ("张", "Zhang", "Zhang"),
        ];
        for (name, bare, full) in table {
            assert_eq!(family(name, Umlauts::Plain), bare, "{name}");
            assert_eq!(surname(name, Umlauts::Plain), full, "{name}");
        }
        assert_eq!(family("Müller-Lüdenscheidt", Umlauts::German), "MuellerLuedenscheidt");
        assert_eq!(body("The ATLAS Collaboration", Umlauts::Plain), "ATLAS");
        assert_eq!(
            body("Institute of Electrical and Electronics Engineers", Umlauts::Plain),
            "InstituteElectricalElectronics"
        );
    }
}
