//! Formulas by name: one row a preset, with what its original is known to give.

use super::dots;
use super::formula::Formula;

/// A formula with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line.
    pub name: &'static str,
    /// The formula, in Better BibTeX's notation.
    pub formula: &'static str,
    /// One line for the help.
    pub about: &'static str,
}

/// Every preset; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "scholar",
        formula: "auth.lower + year + veryshorttitle.lower",
        about: "as Google Scholar: vaswani2017attention",
    },
    Preset {
        name: "bbt",
        formula: "auth.lower + shorttitle(3, 3, skip=\"bbt\") + year",
        about: "as Better BibTeX: vaswaniAttentionAllYou2017",
    },
    Preset { name: "jabref", formula: "auth + year", about: "as JabRef: Vaswani2017" },
    Preset {
        name: "acl",
        formula: "surnameEtAl(\"-\", \"etal\").lower + \"-\" + year + \"-\" + titleparts.lower",
        about: "as the ACL Anthology: vaswani-etal-2017-attention",
    },
    Preset {
        name: "zotero",
        formula: "(surname.condense(\"_\").lower | \"noauthor\") + \"_\" + (titlewords(skip=\"zotero\").lower | \"notitle\") + \"_\" + (year | \"nodate\")",
        about: "as Zotero's BibTeX export: vaswani_attention_2017",
    },
    Preset {
        name: "inspire",
        formula: "surname + \":\" + year + hash(3)",
        about: "as INSPIRE: Maldacena:1997abc, the letters computed from the work",
    },
    Preset { name: "alpha", formula: "authorsAlpha + shortyear", about: "as BibTeX's style alpha: VSP+17" },
];

/// The preset of a name.
pub(super) fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(name))
}

/// The default formula.
pub(super) fn default_formula() -> Formula {
    // The table's formulas are parsed by a test; an empty formula still gives every entry a key.
    dots::parse(PRESETS[0].formula).unwrap_or_else(|_| Formula::new(Vec::new()))
}
