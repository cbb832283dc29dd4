//! Labelled texts: lines of pieces, each piece with its label, as training examples are made of.

use bibglean::crf::Sequence;
use bibglean::label::{self, Label};
use bibglean::lexicon;
use bibglean::segment::{Block, BlockLine, Role};
use bibglean::span::{SourceId, Span};
use bibglean::text::fold::fold_words;
use bibglean::text::{RunKind, Traced};

/// A stretch of text with its label; `None` is punctuation and words between the fields.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What it is.
    pub label: Option<Label>,
    /// The text.
    pub text: String,
    /// How it looks.
    pub style: Option<RunKind>,
}

impl Piece {
    /// A plain piece.
    pub fn new(label: Option<Label>, text: impl Into<String>) -> Self {
        Self { label, text: text.into(), style: None }
    }
}

/// A line of a block.
#[derive(Clone, Debug)]
pub struct Line {
    /// What the line is.
    pub role: Role,
    /// Its text.
    pub pieces: Vec<Piece>,
}

/// Bytes of a block's text, and what they are.
type Part = (std::ops::Range<usize>, Option<Label>);

/// A labelled block.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its lines.
    pub lines: Vec<Line>,
    /// How much it counts.
    pub weight: f32,
}

impl Sample {
    /// A reference on one line.
    pub fn reference(pieces: Vec<Piece>) -> Self {
        Self { lines: vec![Line { role: Role::Reference, pieces }], weight: 1.0 }
    }

    /// The block, and each labelled stretch of its text.
    pub fn block(&self) -> (Block, Vec<Part>) {
        let mut text = String::new();
        let mut lines = Vec::new();
        let mut parts = Vec::new();
        let mut runs = Vec::new();
        for (i, line) in self.lines.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            let start = text.len();
            for piece in &line.pieces {
                let at = text.len();
                text.push_str(&piece.text.replace('\n', " "));
                parts.push((at..text.len(), piece.label));
                if let Some(kind) = &piece.style {
                    let trimmed = piece.text.trim_end_matches([' ', '.', ',', ';', ':']);
                    runs.push((at..at + trimmed.len(), kind.clone()));
                }
            }
            lines.push(BlockLine { range: start..text.len(), role: line.role, confidence: 1.0 });
        }
        let span = Span::new(SourceId(0), 0, text.len() as u32);
        let mut traced = Traced::verbatim(&text, span);
        for (range, kind) in runs {
            traced.push_run(range, kind);
        }
        (Block { text: traced, lines, extent: vec![span], context: Vec::new() }, parts)
    }

    /// The features of its items, and their states.
    pub fn example(&self, sequence: &mut Sequence) -> Vec<u8> {
        let (block, parts) = self.block();
        let items = label::items(&block, sequence);
        let text = block.text.as_str();
        let mut labels: Vec<Option<Label>> = Vec::with_capacity(items.len());
        let mut part = 0;
        for item in &items {
            while part + 1 < parts.len() && parts[part].0.end <= item.range.start {
                part += 1;
            }
            let given = parts.get(part).filter(|p| p.0.start <= item.range.start).and_then(|p| p.1);
            labels.push(item.settled.or(given));
        }
        let words: Vec<&str> = items.iter().map(|item| &text[item.range.clone()]).collect();
        label::path(&fill_gaps(&words, &labels))
    }

    /// How many words stand in no labelled piece and are no words that announce a field.
    pub fn stray_words(&self) -> usize {
        let gaps = self.lines.iter().flat_map(|l| &l.pieces).filter(|p| p.label.is_none());
        gaps.flat_map(|p| p.text.split(|c: char| !c.is_alphanumeric()))
            .filter(|w| !w.is_empty() && lexicon::CUES.get(&fold_words(w)).is_none())
            .count()
    }
}

/// Gives every item between the labelled ones a label: closing marks go with what stands before, opening marks and the words
/// that announce a field with what follows, the rest is [`Label::Other`].
fn fill_gaps(words: &[&str], labels: &[Option<Label>]) -> Vec<Label> {
    let mut out: Vec<Label> = Vec::with_capacity(words.len());
    let mut i = 0;
    while i < words.len() {
        if let Some(label) = labels[i] {
            out.push(label);
            i += 1;
            continue;
        }
        let end = (i..words.len()).find(|&k| labels[k].is_some()).unwrap_or(words.len());
        let before = out.last().copied();
        let after = labels.get(end).copied().flatten();
        // From the back, so that opening marks know what follows them.
        let mut gap = vec![Label::Other; end - i];
        let mut following = after;
        let mut forward = vec![None; end - i];
        for k in (i..end).rev() {
            let word = words[k];
            if is_mark(word) {
                let opens =
                    matches!(word, "(" | "[" | "“" | "„" | "«" | "‘" | "{" | "<" | "《" | "「" | "『" | "（" | "【");
                forward[k - i] = following.filter(|_| opens);
                continue;
            }
            let found = announces(word, before, following.or(after));
            forward[k - i] = Some(found);
            following = Some(found);
        }
        let mut current = before;
        for k in i..end {
            let label = forward[k - i].or(current).or(after).unwrap_or(Label::Other);
            gap[k - i] = label;
            if !is_mark(words[k]) {
                current = Some(label);
            }
        }
        out.extend(gap);
        i = end;
    }
    out
}

fn is_mark(word: &str) -> bool {
    !word.chars().any(char::is_alphanumeric)
}

/// The label of a word between two fields.
fn announces(word: &str, before: Option<Label>, after: Option<Label>) -> Label {
    let cue = lexicon::CUES.get(&fold_words(word)).unwrap_or_default();
    let people = |l: Option<Label>| l.filter(|l| matches!(l, Label::Author | Label::Editor | Label::Translator));
    let takes = |labels: &[Label]| after.filter(|l| labels.contains(l));
    let found = match cue {
        "volume" => takes(&[Label::Volume, Label::Pages, Label::Number]),
        "number" => takes(&[Label::Number, Label::ReportNumber, Label::Pages, Label::Volume]),
        "pages" => takes(&[Label::Pages, Label::Number, Label::Volume]),
        "edition" => before.filter(|l| *l == Label::Edition).or(takes(&[Label::Edition])),
        "editor" => before.filter(|l| *l == Label::Editor).or(takes(&[Label::Editor])),
        "translator" => takes(&[Label::Translator]).or(before.filter(|l| *l == Label::Translator)),
        "others" => people(before),
        "and" => people(before).filter(|_| before == after),
        "access" | "state" | "online" => takes(&[Label::AccessDate, Label::Date]).filter(|l| *l == Label::AccessDate),
        "identifier" => takes(&[Label::Doi, Label::Eprint, Label::Isbn, Label::Issn, Label::Pmid]),
        "series" => takes(&[Label::Series]),
        _ => None,
    };
    found.unwrap_or(Label::Other)
}
