//! Check digits, and where an identifier ends.

/// The end of the ISBN that begins at `start`: ten or thirteen digits, hyphens or single spaces between them, whose
/// check digit is right (ISO 2108).
pub(super) fn isbn(text: &str, start: usize) -> Option<usize> {
    let mut digits: Vec<u32> = Vec::with_capacity(13);
    let mut ends = Vec::with_capacity(13);
    for (at, c) in text.get(start..)?.char_indices() {
        match c {
            '0'..='9' => digits.push(u32::from(c) - u32::from('0')),
            'X' | 'x' if digits.len() == 9 => digits.push(10),
            '-' | '–' | '‐' | '‑' | ' ' if !digits.is_empty() => continue,
            _ => break,
        }
        ends.push(start + at + c.len_utf8());
        if digits.len() == 13 {
            break;
        }
    }
    let thirteen = digits.len() == 13 && digits[0] == 9 && digits[1] == 7 && {
        let sum: u32 = digits.iter().enumerate().map(|(i, d)| if i % 2 == 0 { *d } else { 3 * d }).sum();
        digits.iter().all(|d| *d < 10) && sum.is_multiple_of(10)
    };
    if thirteen {
        return ends.get(12).copied();
    }
    let ten: u32 = digits.iter().take(10).zip((1..=10).rev()).map(|(d, weight)| d * weight).sum();
    (digits.len() >= 10 && ten.is_multiple_of(11) && ten > 0).then(|| ends.get(9).copied())?
}

/// The end of the ISSN that begins at `start`: `1234-567X` with the right check digit (ISO 3297).
pub(super) fn issn(text: &str, start: usize) -> Option<usize> {
    let mut digits: Vec<u32> = Vec::with_capacity(8);
    for (at, c) in text.get(start..)?.char_indices() {
        match c {
            '0'..='9' => digits.push(u32::from(c) - u32::from('0')),
            'X' | 'x' if digits.len() == 7 => digits.push(10),
            '-' | '–' | '‐' | '‑' if digits.len() == 4 => continue,
            _ => return None,
        }
        if digits.len() == 8 {
            let sum: u32 = digits.iter().zip((1..=8).rev()).map(|(d, weight)| d * weight).sum();
            return sum.is_multiple_of(11).then(|| start + at + c.len_utf8());
        }
    }
    None
}

/// The end of an identifier in `start..end` without the marks of the sentence around it: full stops, commas, quotes,
/// and closing brackets that were not opened inside.
pub(super) fn trim_end(text: &str, start: usize, end: usize) -> usize {
    let mut body = text.get(start..end).unwrap_or_default();
    // How many more of each closing bracket there are than opening ones.
    let mut surplus = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('⟨', '⟩'), ('〈', '〉')]
        .map(|(open, close)| (close, body.matches(close).count().saturating_sub(body.matches(open).count())));
    while let Some(last) = body.chars().next_back() {
        let cut = match last {
            '.' | ',' | ';' | ':' | '!' | '"' | '\'' | '”' | '’' | '»' | '·' | '。' | '，' | '、' => true,
            '(' | '[' | '{' | '<' | '⟨' | '〈' => true,
            _ => match surplus.iter_mut().find(|(close, count)| *close == last && *count > 0) {
                Some((_, count)) => {
                    *count -= 1;
                    true
                }
                None => false,
            },
        };
        if !cut {
            break;
        }
        body = &body[..body.len() - last.len_utf8()];
    }
    start + body.len()
}
