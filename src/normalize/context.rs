//! What headings above say, for what the entry itself does not print.

use super::part::{Draft, Entry};
use crate::label::{Context, Label};
use crate::lexicon::PUBSTATES;
use crate::model::{Field, NameList, Value};
use crate::text::fold::fold_words;

/// Fills in from the headings.
pub(super) fn run(entry: &Entry, draft: &mut Draft) {
    for context in &entry.labelled.context {
        match context {
            Context::Year(year) if !waiting(entry, draft) => {
                if let Some(value) = super::date::year_value(year.value) {
                    draft.set(Field::Year, value, year.spans.clone(), year.rule, year.confidence);
                }
            }
            Context::Month(month) if (1..=12).contains(&month.value) && !waiting(entry, draft) => {
                draft.set(Field::Month, Value::Integer(month.value), month.spans.clone(), month.rule, month.confidence);
            }
            Context::Venue(venue) if !draft.has(Field::Container) && !published(draft) => {
                let plain = super::clean::tidy_str(super::container::announced(&venue.value));
                draft.set(
                    Field::Container,
                    Value::Text(plain.into()),
                    venue.spans.clone(),
                    venue.rule,
                    venue.confidence,
                );
            }
            Context::SameAuthors(dash) => same_authors(entry, dash, draft),
            Context::Year(_) | Context::Month(_) | Context::Venue(_) | Context::Kind(_) => {}
        }
    }
}

/// Whether the entry says that it is not published yet: then a heading's year is not its year.
fn waiting(entry: &Entry, draft: &Draft) -> bool {
    let state = draft.record.text(Field::PubState).map(fold_words);
    let dated =
        state.as_deref().is_some_and(|s| PUBSTATES.longest(s.split(' ')).is_none_or(|(_, kind)| kind != "nodate"));
    dated || state.is_none() && entry.labelled(Label::PubState).next().is_some()
}

/// Whether the entry prints where it was published, so that a heading's venue does not hold.
fn published(draft: &Draft) -> bool {
    [Field::Publisher, Field::Institution, Field::Isbn].iter().any(|field| draft.has(*field))
}

/// `———`: the authors are those of the entry above.
fn same_authors(entry: &Entry, dash: &crate::text::Traced, draft: &mut Draft) {
    let Some(above) = entry.previous.and_then(|record| record.fields.get(&Field::Authors)) else { return };
    let Some(list) = above.value.names() else { return };
    let mut spans = dash.all_spans();
    spans.extend(above.spans.iter().copied());
    crate::span::normalize_spans(&mut spans);
    let names: NameList = list.clone();
    draft.set(Field::Authors, Value::Names(names), spans, "context/same-authors", above.confidence);
}
