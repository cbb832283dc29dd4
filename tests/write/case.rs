//! Case protection: titles in the company of others, with the words that a careful editor braces.

use bibglean::model::{EntryType, Field, Library, Text, Value};
use bibglean::write::case::{Evidence, protect};

use crate::gold::{entry, library, record};

fn listing(titles: &[&str]) -> Library {
    let entry =
        |title: &&str| entry("key", record(EntryType::Misc, vec![(Field::Title, Value::Text((*title).into()))]));
    library(titles.iter().map(entry).collect())
}

/// The title with its braces.
fn braced(title: &str, evidence: &Evidence) -> String {
    let mut out = title.to_owned();
    for word in protect(&Text::from(title), evidence).iter().rev() {
        out.insert(word.range.end, '}');
        out.insert(word.range.start, '{');
    }
    out
}

/// Each expected title, braces taken out, is judged with all of the group.
fn check(group: &[&str]) {
    let plain: Vec<String> = group.iter().map(|t| t.replace(['{', '}'], "")).collect();
    let evidence = Evidence::gather(&listing(&plain.iter().map(String::as_str).collect::<Vec<_>>()));
    for (title, expected) in plain.iter().zip(group) {
        assert_eq!(&braced(title, &evidence), expected);
    }
}

#[test]
fn in_title_case_capitals_tell_nothing() {
    check(&[
        "Unusual Traits of the Growth and Decay of Elementary Wood Fibrils Seen by Computer Models",
        "{ZeRO++}: Extremely Efficient Collective Communication for Giant Model Training",
        "{Phi-3} Technical Report: A Highly Capable Language Model Locally on Your Phone",
        "Cross-Layer Energy Analysis of Multimodal Training on Grace Hopper Superchips",
        "Pre-Training of Deep Bidirectional Transformers for {BERT}",
        "A {Bayesian} Approach to Type-2 Diabetes in {Germany}",
        "Streaming {H.264/AVC} Video with {iPhone} and {Kubernetes}",
        "Non-{Gaussian} Processes and {Monte} {Carlo} Methods",
        "{Multi-LLM} Agents: Chain of Thought in {C++} and {R}",
        "{Mixture-of-Experts} Models Are Fast",
        "Should {I} Trust You? On the {U-Net} and {X}-Ray Images",
        "{mRNA} Vaccines against {COVID-19} for {Parkinson's} Patients",
    ]);
}

#[test]
fn in_sentence_case_a_capital_tells_of_a_name() {
    check(&[
        "Imaging {Cooper} pairing of heavy fermions in {CeCoIn5}",
        "Poor electronic screening in lightly doped {Mott} insulators",
        "Fermi surface and van {Hove} singularities in the metamagnet {Sr3Ru2O7}",
        "Creating better superconductors: Periodic nanopatterning of thin films",
        "Impurity states in underdoped {Ca(Fe1-xCox)2As2} and {(Pb,Bi)2Sr2CuO6}",
        "Thin shells. Numerical results",
        "Learning to rank with {Twitter} data",
        "Housing markets of the {U.S.} before {J}. {Thomson} and others",
        "Measuring heavy fermions in l'{Europe} de demain",
        "A theory of Insulators with heavy fermions and insulators",
    ]);
}

#[test]
fn other_titles() {
    check(&["TECHNO-ECONOMIC ASSESSMENT OF FIVE MILLING MACHINES IN RURAL AREAS OF BENIN"]);
    check(&[
        "Die {Soziologie} der {Netzwerke} und ihre {Bedeutung} für die {Gesellschaft}",
        "Einführung in die {Statistik}",
    ]);
    check(&["Thin shells --- {I}. Theory of shells", "Thin shells --- {II}. Numerical results for shells"]);
    check(&["“{Why} Should {I} Trust You?”: Explaining the Predictions of Any Classifier"]);
    check(&["张磊 and the 中文 title", "", "...", "{A*} Search"]);
}

#[test]
fn markup_keeps_its_own_case() {
    use bibglean::model::{Mark, MarkKind};
    let title = Text {
        plain: "Growth of E. coli in HeLa cells".into(),
        marks: vec![Mark { range: 10..17, kind: MarkKind::Italic }],
    };
    let evidence = Evidence::gather(&listing(&[title.plain.as_str()]));
    let words: Vec<&str> = protect(&title, &evidence).iter().map(|w| &title.plain[w.range.clone()]).collect();
    assert_eq!(words, ["HeLa"]);
}
