//! Changes labelled samples as other sources would print them: quotes lost or of another kind, italics shown, lines wrapped,
//! spaces lost or put in by a PDF reader, capitals, dashes.

use bibglean::label::Label;
use bibglean::segment::Role;
use bibglean::text::RunKind;

use crate::random::Random;
use crate::sample::{Line, Piece, Sample};

/// A changed copy.
pub fn augment(random: &mut Random, sample: &Sample) -> Sample {
    let mut sample = sample.clone();
    if random.chance(35) {
        quotes(random, &mut sample);
    }
    if random.chance(30) {
        italics(random, &mut sample);
    }
    if random.chance(20) {
        let marks = random.weighted(&[(3, ("–", "-")), (2, ("-", "–")), (1, ("–", "--")), (1, (" – ", "-"))]);
        each(&mut sample, |piece| piece.text = piece.text.replace(marks.0, marks.1));
    }
    if random.chance(7) {
        each(&mut sample, |piece| {
            if piece.label == Some(Label::Author) {
                piece.text = piece.text.to_uppercase();
            }
        });
    }
    if random.chance(3) {
        each(&mut sample, |piece| {
            if piece.label == Some(Label::Title) {
                piece.text = piece.text.to_uppercase();
            }
        });
    }
    if random.chance(14) {
        spacing(random, &mut sample);
    }
    if random.chance(10) {
        if let Some(piece) = sample.lines.last_mut().and_then(|l| l.pieces.last_mut()) {
            let kept = piece.text.trim_end_matches(['.', ' ']).len();
            piece.text.truncate(kept);
        }
    }
    if random.chance(5) {
        // Ampersand for "and" and the other way round.
        let words = random.weighted(&[(1, (" and ", " & ")), (1, (" & ", " and "))]);
        each(&mut sample, |piece| {
            if matches!(piece.label, Some(Label::Author | Label::Editor) | None) {
                piece.text = piece.text.replace(words.0, words.1);
            }
        });
    }
    if random.chance(15) && sample.lines.len() == 1 {
        wrap(random, &mut sample);
    }
    sample
}

fn each(sample: &mut Sample, change: impl FnMut(&mut Piece)) {
    sample.lines.iter_mut().flat_map(|l| &mut l.pieces).for_each(change);
}

fn is_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '"' | '«' | '»' | '„')
}

/// Takes the quotes off, or puts others.
fn quotes(random: &mut Random, sample: &mut Sample) {
    let pair = random.weighted(&[
        (4, ("", "")),
        (2, ("\"", "\"")),
        (2, ("“", "”")),
        (1, ("«", "»")),
        (1, ("‘", "’")),
        (1, ("„", "“")),
        (1, ("``", "''")),
    ]);
    let mut open = false;
    let mut any = false;
    each(sample, |piece| {
        let mut text = String::with_capacity(piece.text.len());
        for c in piece.text.chars() {
            if is_quote(c) {
                any = true;
                open = !open;
                text.push_str(if open { pair.0 } else { pair.1 });
            } else {
                text.push(c);
            }
        }
        piece.text = text;
    });
    // A title without quotes gets some now and then.
    if !any && random.chance(20) && !pair.0.is_empty() {
        each(sample, |piece| {
            if piece.label == Some(Label::Title) {
                let body = piece.text.trim_end_matches(['.', ',', ' ']);
                let tail = piece.text[body.len()..].to_owned();
                piece.text = format!("{}{body}{}{tail}", pair.0, pair.1);
            }
        });
    }
}

fn italics(random: &mut Random, sample: &mut Sample) {
    let label = random.weighted(&[(6, Label::Container), (2, Label::Title), (1, Label::Volume)]);
    let kind = if random.chance(85) { RunKind::Italic } else { RunKind::Bold };
    each(sample, |piece| {
        if piece.label == Some(label) {
            piece.style = Some(kind.clone());
        }
    });
}

/// Spaces lost after marks, spaces put in before marks.
fn spacing(random: &mut Random, sample: &mut Sample) {
    let kind = random.below(4);
    each(sample, |piece| {
        if matches!(piece.label, Some(Label::Url | Label::Doi | Label::Eprint)) {
            return;
        }
        let chars: Vec<char> = piece.text.chars().collect();
        let mut text = String::with_capacity(piece.text.len());
        for (i, &c) in chars.iter().enumerate() {
            let before = i.checked_sub(1).map(|k| chars[k]);
            let after_mark = matches!(before, Some('.' | ',' | ';' | ':'));
            match kind {
                0 if c == ' ' && after_mark && random.chance(40) => continue,
                1 if matches!(c, '.' | ',' | ';' | ':' | ')') && random.chance(30) => text.push(' '),
                2 if c == ' ' && random.chance(6) => continue,
                3 if c == ' ' && random.chance(15) => text.push(' '),
                _ => {}
            }
            text.push(c);
        }
        piece.text = text;
    });
}

/// Breaks a reference into lines of much the same length.
fn wrap(random: &mut Random, sample: &mut Sample) {
    let width = 40 + random.below(60);
    let Some(line) = sample.lines.pop() else { return };
    let mut lines: Vec<Line> = Vec::new();
    let mut current: Vec<Piece> = Vec::new();
    let mut filled = 0;
    for piece in line.pieces {
        let mut rest = piece.text.as_str();
        while filled + rest.len() > width {
            let cut = (width.saturating_sub(filled)..rest.len()).find(|&i| rest.as_bytes()[i] == b' ');
            let Some(cut) = cut else { break };
            current.push(Piece { text: rest[..cut].to_owned(), ..piece.clone() });
            lines.push(Line { role: Role::Reference, pieces: std::mem::take(&mut current) });
            rest = &rest[cut + 1..];
            filled = 0;
        }
        filled += rest.len();
        if !rest.is_empty() {
            current.push(Piece { text: rest.to_owned(), ..piece.clone() });
        }
    }
    if !current.is_empty() {
        lines.push(Line { role: Role::Reference, pieces: current });
    }
    sample.lines = lines;
}
