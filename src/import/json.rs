//! JSON with the place of every value.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::span::{SourceId, Span};
use crate::text::Traced;

/// A JSON value as it stands in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    raw: &'a str,
    start: usize,
    source: SourceId,
}

impl<'a> Node<'a> {
    /// The value that a text is; `None` where it is not JSON. A byte order mark before it is passed over.
    pub(super) fn parse(source: SourceId, text: &'a str) -> Option<Self> {
        let body = text.trim_start_matches('\u{feff}').trim();
        let raw: &RawValue = serde_json::from_str(body).ok()?;
        Some(Self { raw: raw.get(), start: offset(text, raw.get()), source })
    }

    fn inner(&self, raw: &'a RawValue) -> Self {
        Self { raw: raw.get(), start: self.start + offset(self.raw, raw.get()), source: self.source }
    }

    /// Where the value stands.
    pub(super) fn span(&self) -> Span {
        let at = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
        Span::new(self.source, at(self.start), at(self.start + self.raw.len()))
    }

    /// The members of an object, in order; none where it is no object.
    pub(super) fn members(&self) -> Vec<(String, Node<'a>)> {
        let members = if self.raw.starts_with('{') { serde_json::from_str::<Members<'a>>(self.raw).ok() } else { None };
        members.map_or_else(Vec::new, |m| m.0.into_iter().map(|(name, raw)| (name, self.inner(raw))).collect())
    }

    /// The items of an array; the value itself where it is none.
    pub(super) fn items(&self) -> Vec<Node<'a>> {
        if !self.raw.starts_with('[') {
            return vec![*self];
        }
        let items: Vec<&'a RawValue> = serde_json::from_str(self.raw).unwrap_or_default();
        items.into_iter().map(|raw| self.inner(raw)).collect()
    }

    /// A member of an object.
    pub(super) fn get(&self, name: &str) -> Option<Node<'a>> {
        self.members().into_iter().find(|(member, _)| member == name).map(|(_, node)| node)
    }

    /// A member of a member of … of an object.
    pub(super) fn at(&self, path: &[&str]) -> Option<Node<'a>> {
        path.iter().try_fold(*self, |node, name| node.get(name))
    }

    /// Whether the value is an object.
    pub(super) fn is_object(&self) -> bool {
        self.raw.starts_with('{')
    }

    /// The text of a string, or a number as it is written; of an array that of its first item.
    pub(super) fn text(&self) -> Option<Traced> {
        let (source, start) = (self.source, self.start);
        let place = |from: usize, to: usize| {
            let at = |x: usize| u32::try_from(x).unwrap_or(u32::MAX);
            Span::new(source, at(from), at(to))
        };
        match self.raw.as_bytes().first()? {
            b'"' => {
                let body = self.raw.get(1..self.raw.len().checked_sub(1)?)?;
                let span = place(start + 1, start + 1 + body.len());
                if !body.contains('\\') {
                    return Some(Traced::verbatim(body, span));
                }
                let text: String = serde_json::from_str(self.raw).ok()?;
                let mut traced = Traced::default();
                traced.push(&text, span);
                Some(traced)
            }
            b'0'..=b'9' | b'-' => Some(Traced::verbatim(self.raw, place(start, start + self.raw.len()))),
            b'[' => self.items().first().filter(|first| !first.raw.starts_with('[')).and_then(Node::text),
            _ => None,
        }
    }

    /// A whole number, written as a number or as a string.
    pub(super) fn integer(&self) -> Option<i64> {
        self.text()?.as_str().trim().parse().ok()
    }
}

/// Where a part of a text begins in it.
fn offset(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize).min(whole.len())
}

/// The members of an object in the order in which they stand.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<'a>(std::marker::PhantomData<&'a ()>);
        impl<'de: 'a, 'a> serde::de::Visitor<'de> for Visitor<'a> {
            type Value = Members<'a>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_place() {
        let text = "\u{feff} [ {\"a\": \"x\\u00e9y\", \"b\": {\"c\": [\"é\", 2]}, \"n\": 12} ]";
        let root = Node::parse(SourceId(0), text).unwrap();
        let item = root.items()[0];
        let slice = |node: Node<'_>| &text[node.span().range()];
        assert_eq!(slice(item.at(&["b", "c"]).unwrap()), "[\"é\", 2]");
        let first = item.at(&["b", "c"]).unwrap().text().unwrap();
        assert_eq!((first.as_str(), &text[first.all_spans()[0].range()]), ("é", "é"));
        let escaped = item.get("a").unwrap().text().unwrap();
        assert_eq!((escaped.as_str(), &text[escaped.all_spans()[0].range()]), ("xéy", "x\\u00e9y"));
        assert_eq!(item.get("n").unwrap().integer(), Some(12));
        assert!(item.get("n").unwrap().members().is_empty());
        assert!(Node::parse(SourceId(0), "{").is_none());
        assert!(Node::parse(SourceId(0), &"[".repeat(100_000)).is_none());
    }
}
