//! Names of people and bodies.

use serde::Serialize;

/// One author, editor or translator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Name {
    /// A person. A particle (`van der`, `de`) stands at the start of `family`, as printed.
    Person {
        /// Family name with its particle (`de Rosa`, `Del Giorno`).
        family: String,
        /// Given names and initials (`Sam Ade`, `M. A.`); empty if none is printed.
        given: String,
        /// `Jr.`, `III`; empty if none is printed.
        suffix: String,
    },
    /// A body that is written as one (`World Health Organization`).
    Body(String),
}

impl Name {
    /// A person without suffix.
    pub fn person(family: impl Into<String>, given: impl Into<String>) -> Self {
        Self::Person { family: family.into(), given: given.into(), suffix: String::new() }
    }

    /// The family name, or the whole name of a body.
    pub fn family(&self) -> &str {
        match self {
            Self::Person { family, .. } => family,
            Self::Body(name) => name,
        }
    }

    /// The given names; empty for a body.
    pub fn given(&self) -> &str {
        match self {
            Self::Person { given, .. } => given,
            Self::Body(_) => "",
        }
    }
}

/// A list of names, and whether it was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct NameList {
    /// The names that are printed, in order.
    pub names: Vec<Name>,
    /// Whether the list is cut (`et al.`, `+5`, `…`).
    pub others: bool,
    /// How many names the page says are left out (`+5`).
    pub omitted: Option<u32>,
}
