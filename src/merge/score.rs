//! Whether two records are one work: what speaks for it, what against.

use super::authors::Agreement;
use super::profile::{Kind, Profile};
use super::title::{Relation, relate};
use super::venue::{Venues, compare};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// One work.
    Same,
    /// Two works.
    Different,
    /// Kept as two, but they look so alike that it is worth a word.
    Doubtful,
}

/// A verdict with its grounds.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub verdict: Verdict,
    /// How much speaks for one work; the strongest pairs are joined first.
    pub strength: u32,
    /// What speaks for one work.
    pub pro: Vec<&'static str>,
    /// What speaks against it.
    pub contra: Vec<&'static str>,
}

/// Below this strength a join is reported.
pub(super) const WEAK: u32 = 45;

/// How far the year of a published version may be from that of its preprint.
const PREPRINT_YEARS: u64 = 3;

/// Compares two records.
pub(super) fn decide(a: &Profile, b: &Profile) -> Decision {
    let title = relate(&a.title, &b.title);
    let people = a.authors.agree(&b.authors);
    let venues = compare(&a.venue, &b.venue);
    let mut case = Case { strength: 0, pro: Vec::new(), contra: Vec::new() };
    case.weigh(title, people, venues, a, b);
    if let Some(verdict) = by_identifier(a, b, title, people, &mut case) {
        return case.close(verdict);
    }
    if a.says_the_same(b) {
        case.plus(80, "the same in every part");
        return case.close(Verdict::Same);
    }
    let alike = title == Relation::Same && people >= Agreement::Cut && !a.title.generic;
    if matches!(title, Relation::Different | Relation::Missing) || people == Agreement::Conflict {
        return case.close(Verdict::Different);
    }
    if !a.kind.fits(b.kind) {
        case.contra.push("kinds of publication differ");
    }
    if case.contra.is_empty() {
        vetoes(a, b, title, venues, &mut case);
    }
    if !case.contra.is_empty() {
        return case.close(if alike { Verdict::Doubtful } else { Verdict::Different });
    }
    let enough = match people {
        Agreement::Full | Agreement::Cut => authors_suffice(a, b, title, venues),
        // Lists that disagree in length without saying that they are cut, or no list at all: more must agree.
        Agreement::Prefix => title == Relation::Same && !a.title.is_short() && same_year(a, b),
        Agreement::Unknown => {
            title == Relation::Same && (!a.title.is_short() || (same_year(a, b) && venues == Venues::Same))
        }
        Agreement::Conflict => false,
    };
    match (enough, people) {
        (true, _) => case.close(Verdict::Same),
        (false, Agreement::Prefix) => {
            case.contra.push("one author list is longer");
            case.close(if a.title.is_short() { Verdict::Different } else { Verdict::Doubtful })
        }
        _ => case.close(Verdict::Different),
    }
}

struct Case {
    strength: u32,
    pro: Vec<&'static str>,
    contra: Vec<&'static str>,
}

impl Case {
    fn close(self, verdict: Verdict) -> Decision {
        Decision { verdict, strength: self.strength, pro: self.pro, contra: self.contra }
    }

    fn plus(&mut self, points: u32, ground: &'static str) {
        self.strength += points;
        self.pro.push(ground);
    }

    fn weigh(&mut self, title: Relation, people: Agreement, venues: Venues, a: &Profile, b: &Profile) {
        match title {
            Relation::Same => self.plus(40, "same title"),
            Relation::Near => self.plus(20, "title the same but for a letter or two"),
            Relation::Extended => self.plus(20, "same main title"),
            Relation::Different | Relation::Missing => {}
        }
        match people {
            Agreement::Full => self.plus(20, "same authors"),
            Agreement::Cut => self.plus(12, "author lists agree as far as printed"),
            Agreement::Prefix => self.plus(5, "one author list begins the other"),
            Agreement::Unknown | Agreement::Conflict => {}
        }
        if same_year(a, b) {
            self.plus(10, "same year");
        }
        if venues == Venues::Same {
            self.plus(10, "same venue");
        }
        if a.first_page.is_some() && a.first_page == b.first_page {
            self.plus(10, "same pages");
        }
    }
}

/// Identifiers decide, unless the titles say that one of them is wrong.
fn by_identifier(a: &Profile, b: &Profile, title: Relation, people: Agreement, case: &mut Case) -> Option<Verdict> {
    let shared = [
        (both_equal(a.doi.as_ref(), b.doi.as_ref()), "same DOI"),
        (both_equal(a.arxiv.as_ref(), b.arxiv.as_ref()), "same arXiv number"),
        (both_equal(a.pmid.as_ref(), b.pmid.as_ref()), "same PubMed number"),
    ];
    for (equal, ground) in shared {
        if equal {
            case.plus(100, ground);
        }
    }
    if case.strength >= 100 {
        if title == Relation::Different && people < Agreement::Cut {
            case.contra.push("titles and authors differ");
            return Some(Verdict::Doubtful);
        }
        if !a.kind.fits(b.kind) && title != Relation::Same {
            case.contra.push("kinds of publication differ");
            return Some(Verdict::Doubtful);
        }
        return Some(Verdict::Same);
    }
    None
}

/// What keeps two records apart though titles and authors agree.
fn vetoes(a: &Profile, b: &Profile, title: Relation, venues: Venues, case: &mut Case) {
    if both_differ(a.doi.as_ref(), b.doi.as_ref()) && a.preprint == b.preprint {
        case.contra.push("DOIs differ");
    }
    if both_differ(a.arxiv.as_ref(), b.arxiv.as_ref()) {
        case.contra.push("arXiv numbers differ");
    }
    if both_differ(a.edition.as_ref(), b.edition.as_ref()) {
        case.contra.push("editions differ");
    }
    let same_place = venues == Venues::Same && a.first_page.is_some() && a.first_page == b.first_page;
    if venues == Venues::Different && !(a.first_page.is_some() && a.first_page == b.first_page && a.volume == b.volume)
    {
        case.contra.push("venues differ");
    }
    match (a.year, b.year) {
        (Some(x), Some(y)) => {
            let apart = x.abs_diff(y);
            let versions = a.preprint != b.preprint;
            let allowed = match () {
                () if versions && title == Relation::Same => PREPRINT_YEARS,
                () if a.kind == Kind::Book || b.kind == Kind::Book || a.title.generic => 0,
                () => 1,
            };
            // An edition, a yearly report: the same title again.
            if apart > allowed || (apart > 0 && a.edition != b.edition) {
                case.contra.push("years differ");
            }
            let elsewhere = !same_place && (differ(&a.volume, &b.volume) || differ(&a.first_page, &b.first_page));
            if apart > 0 && !versions && elsewhere {
                case.contra.push("volumes or pages differ");
            }
        }
        _ if a.edition != b.edition && (a.kind == Kind::Book || b.kind == Kind::Book) => {
            case.contra.push("only one names its edition");
        }
        _ => {}
    }
    if case.contra.is_empty() && !(a.preprint || b.preprint) {
        let pages = differ(&a.first_page, &b.first_page);
        let volume = differ(&a.volume, &b.volume);
        let number = a.kind == Kind::Report && differ(&a.number, &b.number);
        // Misprinted pages are common, two papers of one title by the same people at one venue are not.
        if number || (volume && !same_place) || (pages && (a.title.is_short() || title != Relation::Same)) {
            case.contra.push("volumes, numbers or pages differ");
        }
    }
    if a.title.generic || b.title.generic {
        let place = same_place || (same_year(a, b) && venues == Venues::Same && a.first_page == b.first_page);
        if !place {
            case.contra.push("the title is borne by many works");
        }
    }
}

/// Whether agreeing authors make records with related titles one work.
fn authors_suffice(a: &Profile, b: &Profile, title: Relation, venues: Venues) -> bool {
    let printed = a.authors.names.len().min(b.authors.names.len());
    let years_known = a.year.is_some() && b.year.is_some();
    let single = printed < 2;
    match title {
        Relation::Same => true,
        Relation::Near => !single || years_known || venues == Venues::Same,
        Relation::Extended => {
            let telling = a.title.words.len().min(b.title.words.len()) >= 3;
            (telling && (!single || years_known)) || (!single && (same_year(a, b) || venues == Venues::Same))
        }
        Relation::Different | Relation::Missing => false,
    }
}

fn same_year(a: &Profile, b: &Profile) -> bool {
    a.year.is_some() && a.year == b.year
}

fn both_equal(a: Option<&String>, b: Option<&String>) -> bool {
    a.is_some() && a == b
}

fn both_differ(a: Option<&String>, b: Option<&String>) -> bool {
    a.is_some() && b.is_some() && a != b
}

fn differ(a: &Option<String>, b: &Option<String>) -> bool {
    both_differ(a.as_ref(), b.as_ref())
}
