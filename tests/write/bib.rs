//! Reads what was written, with the biblatex crate.

use std::collections::BTreeMap;

use bibglean::write::latex::unescape;
use biblatex::{Bibliography, Chunk, Spanned};
use unicode_normalization::UnicodeNormalization;

/// The fields of an entry as read, with the spellings that the crate hands over raw (mathematics, six commands) resolved.
pub type ReadEntry = BTreeMap<String, String>;

pub fn read(text: &str) -> Vec<ReadEntry> {
    let bibliography = Bibliography::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let resolve = |chunks: &[Spanned<Chunk>]| chunks.iter().map(|chunk| resolve(&chunk.v)).collect::<String>();
    bibliography.iter().map(|e| e.fields.iter().map(|(k, v)| (k.clone(), resolve(v))).collect()).collect()
}

/// Commands that the crate does not know, though most readers do.
pub const UNKNOWN_TO_CRATE: [(&str, &str); 6] = [
    ("\\textcent ", "¢"),
    ("\\textyen ", "¥"),
    ("\\textsterling ", "£"),
    ("\\textcopyright ", "©"),
    ("\\textonehalf ", "½"),
    ("\\texteuro ", "€"),
];

fn resolve(chunk: &Chunk) -> String {
    match chunk {
        Chunk::Math(formula) => unescape(&format!("${formula}$")),
        Chunk::Normal(text) | Chunk::Verbatim(text) => {
            UNKNOWN_TO_CRATE.iter().fold(text.clone(), |text, (command, c)| text.replace(command, c))
        }
    }
}

/// The form in which values are compared: compatibility forms, quotation marks and dashes are one.
pub fn canon(text: &str) -> String {
    let text: String = text
        .replace("``", "\"")
        .replace("''", "\"")
        .nfkc()
        .map(|c| match c {
            '“' | '”' => '"',
            '’' | '‘' | '`' => '\'',
            '–' | '—' | '−' | '‐' | '‑' | '‒' | '―' => '-',
            c => c,
        })
        .collect();
    let mut text = text.replace("--", "-").replace("''", "\"");
    while text.contains("--") {
        text = text.replace("--", "-");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect()
}
