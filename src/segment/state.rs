//! What the line model predicts for a unit: its role, and whether an entry begins with it.

use super::Role;

/// Roles of units within an entry.
pub const ENTRY_ROLES: &[Role] =
    &[Role::Title, Role::Authors, Role::Venue, Role::Reference, Role::Abstract, Role::Identifiers, Role::Extra];

/// Roles of units outside of entries.
pub const PAGE_ROLES: &[Role] = &[Role::Heading, Role::Separator, Role::Furniture];

/// Names of the model's labels, by number: `B-` and `I-` for each entry role, then the page roles.
pub const LABELS: &[&str] = &[
    "B-title",
    "B-authors",
    "B-venue",
    "B-reference",
    "B-abstract",
    "B-identifiers",
    "B-extra", //
    "I-title",
    "I-authors",
    "I-venue",
    "I-reference",
    "I-abstract",
    "I-identifiers",
    "I-extra", //
    "heading",
    "separator",
    "furniture",
];

/// A label of the line model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The unit begins an entry.
    Begin(Role),
    /// The unit goes on with the entry.
    Inside(Role),
    /// The unit belongs to no entry.
    Outside(Role),
}

impl State {
    /// The state of a label's number.
    pub fn from_index(index: usize) -> Self {
        let n = ENTRY_ROLES.len();
        match (
            ENTRY_ROLES.get(index),
            ENTRY_ROLES.get(index.wrapping_sub(n)),
            PAGE_ROLES.get(index.wrapping_sub(2 * n)),
        ) {
            (Some(role), _, _) => Self::Begin(*role),
            (_, Some(role), _) => Self::Inside(*role),
            (_, _, Some(role)) => Self::Outside(*role),
            _ => Self::Outside(Role::Furniture),
        }
    }

    /// The number of the state's label.
    pub fn index(self) -> usize {
        let at = |roles: &[Role], role| roles.iter().position(|r| *r == role).unwrap_or(0);
        match self {
            Self::Begin(role) => at(ENTRY_ROLES, role),
            Self::Inside(role) => ENTRY_ROLES.len() + at(ENTRY_ROLES, role),
            Self::Outside(role) => 2 * ENTRY_ROLES.len() + at(PAGE_ROLES, role),
        }
    }

    /// The role.
    pub fn role(self) -> Role {
        match self {
            Self::Begin(role) | Self::Inside(role) | Self::Outside(role) => role,
        }
    }

    /// Whether the unit belongs to no entry.
    pub fn is_outside(self) -> bool {
        matches!(self, Self::Outside(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_states_agree() {
        for (i, name) in LABELS.iter().enumerate() {
            let state = State::from_index(i);
            assert_eq!(state.index(), i);
            let role = format!("{:?}", state.role()).to_lowercase();
            assert!(name.ends_with(&role), "{name} {role}");
        }
    }
}
