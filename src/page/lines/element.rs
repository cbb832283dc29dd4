//! Elements as the builder of lines sees them.

use crate::page::MetadataKind;
use crate::span::Span;
use crate::text::RunKind;

/// How an element is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::page) enum Layout {
    /// Flows within a line.
    Inline,
    /// Stands on lines of its own.
    Block,
    /// Stands on lines of its own, with a margin around them.
    Margin,
    /// A table row.
    Row,
    /// A table cell.
    Cell,
    /// Is not shown.
    Hidden,
}

/// What an element adds besides its layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::page) enum Role {
    /// Nothing.
    #[default]
    Plain,
    /// The style of its text.
    Style(Style),
    /// A link to an address that stands at a place.
    Link(String, Span),
    /// A heading of a level.
    Heading(u8),
    /// A list.
    List,
    /// An item of a list.
    Item,
    /// Text whose spaces and line breaks count.
    Preformatted,
    /// Hidden text that is kept as metadata.
    Kept(MetadataKind),
}

/// A style of text; those of the same kind nest without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::page) enum Style {
    /// Bold.
    Bold,
    /// Italic.
    Italic,
    /// Raised.
    Superscript,
    /// Lowered.
    Subscript,
    /// TeX mathematics.
    Math,
}

impl Style {
    /// Every style, in the order of `Builder::styles`.
    pub(super) const ALL: [Self; 5] = [Self::Bold, Self::Italic, Self::Superscript, Self::Subscript, Self::Math];

    /// The kind of run it makes.
    pub(super) fn run(self) -> RunKind {
        match self {
            Self::Bold => RunKind::Bold,
            Self::Italic => RunKind::Italic,
            Self::Superscript => RunKind::Superscript,
            Self::Subscript => RunKind::Subscript,
            Self::Math => RunKind::Math,
        }
    }
}

/// An element to open.
#[derive(Clone, Debug)]
pub(in crate::page) struct Element {
    /// Its name in lower case.
    pub name: String,
    /// Its name and first class as shown in paths; `None` for elements that paths leave out.
    pub label: Option<String>,
    /// How it is laid out.
    pub layout: Layout,
    /// What else it does.
    pub role: Role,
}
