//! What may be shown on a terminal: nothing that the input holds can move the cursor, change colours, hide or reorder text.

use std::io::{IsTerminal, Write};

use bibglean::diag::render::Colours;

/// The character to show in place of one that a terminal would act on, or that would reorder or hide what stands by it.
///
/// C0 controls have pictures (U+2400 and on); C1 controls, bidirectional controls (UAX #9), invisible operators and tag
/// characters become U+FFFD; line and paragraph separators become a space.
pub fn shown(c: char) -> char {
    match c {
        '\t' | '\u{2028}' | '\u{2029}' => ' ',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// A text in which every character is [`shown`].
pub fn sanitized(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// Says one line on stderr, under the program's name.
pub fn complain(message: &str) {
    // Where stderr itself is closed there is nobody left to tell.
    let _ = writeln!(std::io::stderr().lock(), "bibglean: {}", sanitized(message));
}

/// Writes a text that is safe to show on stderr, where standard output is not in its way.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Whether a stream shows colours: it is a terminal that knows them, and `NO_COLOR` (no-color.org) is not set.
pub fn colours_of(stream: &impl IsTerminal) -> Colours {
    let wanted = stream.is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|value| value != "dumb");
    if wanted { Colours::Always } else { Colours::Never }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_is_left() {
        let hostile = "a\u{1b}[31mb\u{7}\r\n\u{9b}2J\u{202e}c\u{2066}\u{200b}\u{e0041}\u{feff}\tö漢";
        assert_eq!(sanitized(hostile), "a␛[31mb␇␍␊\u{fffd}2J\u{fffd}c\u{fffd}\u{fffd}\u{fffd}\u{fffd} ö漢");
        for c in '\0'..=char::MAX {
            assert!(!shown(c).is_control(), "{c:?}");
        }
    }
}
