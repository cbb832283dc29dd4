//! States of units to blocks, furniture and unread text: the three cover the page.

use std::collections::BTreeMap;

use super::context::{Headings, announced};
use super::profile::{Guess, Marker, Profile, cue_bit};
use super::state::State;
use super::unit::{Part, Unit};
use super::{Block, BlockLine, Context, Furniture, FurnitureReason, Role, Segmentation};
use crate::lexicon::KINDS;
use crate::page::Page;
use crate::span::{Span, normalize_spans};
use crate::text::Traced;
use crate::text::fold::fold_words;

/// Below this the model is not sure enough that a unit is furniture, and the text is reported as unread.
const DOUBTFUL: f32 = 0.5;

/// Builds the segmentation of a page from the states of its units.
pub fn assemble(page: &Page, units: &[Unit], profiles: &[Profile], states: &[(State, f32)]) -> Segmentation {
    let mut builder = Builder { page, out: Segmentation::default(), headings: Headings::default(), open: None };
    for (i, ((unit, profile), &(state, sure))) in units.iter().zip(profiles).zip(states).enumerate() {
        let next = states.get(i + 1).map(|&(state, _)| state);
        let above = matches!(next, Some(State::Begin(_) | State::Outside(Role::Heading)));
        if matches!(state, State::Outside(Role::Furniture)) && above && is_heading(unit.text(page), profile) {
            builder.unit(unit, profile, State::Outside(Role::Heading), sure);
        } else {
            builder.unit(unit, profile, state, sure);
        }
    }
    builder.close();
    without_profiles(builder.out)
}

/// Moves blocks whose title is the name of a person who stands in the author lists of other blocks to the furniture:
/// the page's owner, with a line or two about them, looks like a small card.
fn without_profiles(mut cut: Segmentation) -> Segmentation {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for block in &cut.blocks {
        for line in block.lines.iter().filter(|line| line.role == Role::Authors) {
            let text = block.text.as_str().get(line.range.clone()).unwrap_or_default();
            for name in text.split([',', ';', '&', '，', '、']) {
                *names.entry(fold_words(name)).or_insert(0) += 1;
            }
        }
    }
    let (profiles, blocks) = cut.blocks.into_iter().partition(|block: &Block| {
        let titles = block.lines.iter().filter(|line| line.role == Role::Title);
        let title: Vec<&str> = titles.filter_map(|line| block.text.as_str().get(line.range.clone())).collect();
        names.get(&fold_words(&title.join(" "))).is_some_and(|count| *count > 1)
    });
    cut.blocks = blocks;
    for block in profiles {
        cut.furniture.extend(block.extent.iter().map(|&span| Furniture { span, reason: FurnitureReason::Prose }));
    }
    cut
}

/// Whether furniture right above an entry says something of the entries below: a kind of work or a year alone, a date, for
/// what the list is.
fn is_heading(text: &str, profile: &Profile) -> bool {
    if KINDS.contains(&fold_words(text)) || (profile.years == 1 && profile.words <= 1) {
        return true;
    }
    let has = |class: &str| profile.cues & cue_bit(class) != 0;
    profile.years == 1 && profile.words <= 12 && !has("prose") && (has("month") || has("state") || has("kind"))
}

/// The most words of a line that says when or by whom a work was published, and nothing else.
const DETAILS: usize = 12;

/// The role of a line that tells the year and the volume in words ("Year: 2022 | Volume: 60"), who published, or an
/// identifier: no mere extra of the entry.
fn told(role: Role, profile: &Profile) -> Role {
    let has = |class: &str| profile.cues & cue_bit(class) != 0;
    let details = profile.years > 0 && has("volume") || has("published");
    match role {
        Role::Extra | Role::Abstract if details && profile.words <= DETAILS => Role::Venue,
        Role::Extra if has("ident") && profile.numbers > 0 => Role::Identifiers,
        role => role,
    }
}

struct Builder<'a> {
    page: &'a Page,
    out: Segmentation,
    headings: Headings,
    open: Option<Block>,
}

impl Builder<'_> {
    fn unit(&mut self, unit: &Unit, profile: &Profile, state: State, sure: f32) {
        let spans = self.spans(unit);
        match state {
            State::Begin(role) => {
                self.close();
                let mut context = self.headings.contexts();
                if profile.marker == Marker::SameAuthors {
                    context.push(Context::SameAuthors(self.text(unit)));
                }
                self.open = Some(Block { text: Traced::default(), lines: Vec::new(), extent: Vec::new(), context });
                self.add(unit, role, sure, spans);
            }
            State::Inside(role) if self.open.is_some() => self.add(unit, told(role, profile), sure, spans),
            State::Inside(_) => self.out.unread.extend(spans),
            State::Outside(role) => {
                self.close();
                self.outside(unit, profile, role, sure, spans);
            }
        }
    }

    /// Source bytes of a unit: the whole line where the unit is a line.
    fn spans(&self, unit: &Unit) -> Vec<Span> {
        let line = &self.page.lines[unit.line];
        match unit.part {
            Part::Line => vec![line.extent],
            Part::Clause => line.text.spans(unit.range.clone()),
        }
    }

    fn text(&self, unit: &Unit) -> Traced {
        self.page.lines[unit.line].text.slice(unit.range.clone())
    }

    fn add(&mut self, unit: &Unit, role: Role, confidence: f32, spans: Vec<Span>) {
        let text = self.text(unit);
        let Some(block) = &mut self.open else { return };
        if !block.text.is_empty() {
            block.text.push_joint("\n");
        }
        let start = block.text.len();
        block.text.append(&text);
        block.lines.push(BlockLine { range: start..block.text.len(), role, confidence });
        block.extent.extend(spans);
    }

    /// Ends the open block. What has neither a title, a reference nor names with a venue is no entry.
    fn close(&mut self) {
        let Some(mut block) = self.open.take() else { return };
        normalize_spans(&mut block.extent);
        let has = |role| block.lines.iter().any(|line| line.role == role);
        if has(Role::Title) || has(Role::Reference) || (has(Role::Authors) && has(Role::Venue)) {
            self.out.blocks.push(block);
        } else {
            self.out.unread.extend(block.extent);
        }
    }

    fn outside(&mut self, unit: &Unit, profile: &Profile, role: Role, sure: f32, spans: Vec<Span>) {
        let text = self.text(unit);
        let first = spans.first().copied();
        if let (None, Some(span)) = (&self.out.announced, first) {
            self.out.announced = announced(text.as_str(), span);
        }
        let reason = match role {
            Role::Heading => {
                self.headings.read(&text);
                FurnitureReason::Heading
            }
            Role::Separator => FurnitureReason::Separator,
            _ if profile.guess == Guess::Rule => FurnitureReason::Separator,
            _ if profile.cues & cue_bit("count") != 0 => FurnitureReason::Counter,
            _ if profile.guess == Guess::Badge => FurnitureReason::Badge,
            _ if profile.guess == Guess::Prose => FurnitureReason::Prose,
            _ if sure < DOUBTFUL => {
                self.out.unread.extend(spans);
                return;
            }
            _ => FurnitureReason::Menu,
        };
        self.out.furniture.extend(spans.into_iter().map(|span| Furniture { span, reason }));
    }
}
