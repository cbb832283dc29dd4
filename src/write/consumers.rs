//! Programs that read what is written: for each the format and the choices that suit it, one row of [`CONSUMERS`] each.

use super::{ArxivStyle, Charset, ForeignFields, WriteOptions};

/// A program, a service or a publisher's style.
#[derive(Clone, Copy)]
pub struct Consumer {
    /// Its name on the command line (`zotero`).
    pub name: &'static str,
    /// The format that it reads best.
    pub format: &'static str,
    /// Why this format and these choices.
    pub reason: &'static str,
    /// Where that is written down.
    pub source: &'static str,
    /// Makes the choices.
    adjust: fn(&mut WriteOptions),
}

impl Consumer {
    /// The choices for it, where nothing else was chosen.
    pub fn options(&self) -> WriteOptions {
        let mut options = WriteOptions::default();
        (self.adjust)(&mut options);
        options
    }
}

/// Every consumer that is known.
pub const CONSUMERS: &[Consumer] = &[
    Consumer {
        name: "zotero",
        format: "biblatex",
        reason: "Zotero reads UTF-8 and biblatex's types, and Better BibTeX keeps the citation keys",
        source: "translators BibTeX.js and Better BibTeX",
        adjust: |options| options.foreign = ForeignFields::Keep,
    },
    Consumer {
        name: "jabref",
        format: "bibtex",
        reason: "a library of JabRef is BibTeX in UTF-8 unless it is set to biblatex",
        source: "docs.jabref.org, Library properties",
        adjust: |options| options.charset = Charset::Unicode,
    },
    Consumer {
        name: "endnote",
        format: "ris",
        reason: "EndNote has no filter for BibTeX and reads RIS by its import option Reference Manager (RIS)",
        source: "EndNote manual, Importing reference data",
        adjust: |_| {},
    },
    Consumer {
        name: "mendeley",
        format: "ris",
        reason: "RIS carries types and full dates as Mendeley keeps them",
        source: "Mendeley guide, Importing references",
        adjust: |_| {},
    },
    Consumer {
        name: "typst",
        format: "hayagriva",
        reason: "Typst's own format; it knows parents (journal, book, proceedings) where BibTeX has flat fields",
        source: "hayagriva, docs/file-format.md",
        adjust: |_| {},
    },
    Consumer {
        name: "overleaf",
        format: "bibtex",
        reason: "projects there run pdflatex and bibtex unless told otherwise, so the file is ASCII",
        source: "Overleaf documentation, Bibliography management with bibtex",
        adjust: |_| {},
    },
    Consumer {
        name: "acl",
        format: "bibtex",
        reason: "acl_natbib.bst prints no eprint, so a preprint is an article in the journal arXiv preprint",
        source: "acl-style-files, acl_natbib.bst",
        adjust: |options| options.arxiv = ArxivStyle::Journal,
    },
    Consumer {
        name: "ieee",
        format: "bibtex",
        reason: "IEEEtran.bst prints no eprint, so a preprint is an article in the journal arXiv preprint",
        source: "IEEEtran BibTeX style, IEEEtran_bst_HOWTO",
        adjust: |options| options.arxiv = ArxivStyle::Journal,
    },
    Consumer {
        name: "acm",
        format: "bibtex",
        reason: "ACM-Reference-Format.bst prints eprint with its archive and class",
        source: "acmart documentation, section on bibliography",
        adjust: |_| {},
    },
];

/// The consumer with a name.
pub fn consumer(name: &str) -> Option<&'static Consumer> {
    CONSUMERS.iter().find(|consumer| consumer.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_consumer_has_a_format_that_is_written() {
        for consumer in CONSUMERS {
            assert!(crate::write::format(consumer.format).is_some(), "{}", consumer.name);
            assert!(!consumer.reason.is_empty() && !consumer.source.is_empty());
        }
        assert_eq!(consumer("acl").map(|c| c.options().arxiv), Some(ArxivStyle::Journal));
    }
}
