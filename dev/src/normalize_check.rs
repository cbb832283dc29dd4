//! Feeds gold segments to the normalisers and counts where the record differs from the gold record.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use bibglean::label::{Label, Labelled, Segment};
use bibglean::model::{Field, Name, Value};
use bibglean::normalize::normalize;
use bibglean::span::{SourceId, Span};
use bibglean::text::Traced;
use serde_json::Value as Json;

/// Reads a corpus of gold segments and prints what differs, `show` differences a field; `only` limits the fields.
pub fn run(corpus: &Path, show: usize, only: Option<&str>) -> std::io::Result<String> {
    let mut tally: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut differences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines(corpus)? {
        let Ok(row) = serde_json::from_str::<Json>(&line) else { continue };
        for (field, gold, found) in compare(&row) {
            let same = alike(&field, &gold, &found);
            let count = tally.entry(field.clone()).or_default();
            count[usize::from(!same)] += 1;
            if !same && only.is_none_or(|o| o == field) {
                let text = row["text"].as_str().unwrap_or_default();
                differences
                    .entry(field)
                    .or_default()
                    .push(format!("{} gold {gold} | got {found}\n      {}", row["id"], text));
            }
        }
    }
    let mut out = String::new();
    for (field, [right, wrong]) in &tally {
        let _ =
            writeln!(out, "{field:<12} {:.4}  ({right} of {})", *right as f64 / (right + wrong) as f64, right + wrong);
    }
    for (field, list) in &differences {
        let step = (list.len() / show.max(1)).max(1);
        for difference in list.iter().step_by(step).take(show) {
            let _ = writeln!(out, "  {field}: {difference}");
        }
    }
    Ok(out)
}

/// The lines of a file, unpacked where it is packed.
fn lines(path: &Path) -> std::io::Result<Vec<String>> {
    let file = File::open(path)?;
    let reader: Box<dyn Read> = if path.extension().is_some_and(|e| e == "gz") {
        Box::new(flate2::read::MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    BufReader::new(reader).lines().collect()
}

/// The label of a gold segment.
fn label(name: &str) -> Label {
    match name {
        "author" | "collab" | "composer" | "org.collaboration" => Label::Author,
        "editor" | "editor+translator" | "container-author" => Label::Editor,
        "translator" => Label::Translator,
        "title" | "title.a" | "article-title" | "data-title" => Label::Title,
        "container-title" | "journal" | "title.j" | "source" => Label::Container,
        "title.s" | "collection-title" | "series" => Label::Series,
        "publisher" => Label::Publisher,
        "org" => Label::Institution,
        "location" | "place" | "publisher-place" | "publicationplace" => Label::Address,
        "date" | "issued" | "year" => Label::Date,
        "volume" | "scope.volume" => Label::Volume,
        "issue" | "scope.issue" => Label::Number,
        "pages" | "page" | "scope.page" | "page-first" | "pagination" | "elocation-id" => Label::Pages,
        "edition" => Label::Edition,
        "genre" | "note.report" => Label::Genre,
        "number" | "id.report" => Label::ReportNumber,
        "doi" | "DOI" | "id.doi" | "pub-id.doi" => Label::Doi,
        "id.arxiv" | "id.arxive" => Label::Eprint,
        "isbn" | "ISBN" | "id.isbn" => Label::Isbn,
        "id.issn" => Label::Issn,
        "id.pmid" | "pub-id.pmid" => Label::Pmid,
        "url" | "URL" => Label::Url,
        "note" => Label::Note,
        _ => Label::Other,
    }
}

/// A row's fields: name, gold value, found value, as text.
fn compare(row: &Json) -> Vec<(String, String, String)> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut at = 0_u32;
    let mut push = |label: Label, text: &str| {
        let length = u32::try_from(text.len()).unwrap_or(0);
        let span = Span::new(SourceId(0), at, at + length);
        at += length + 1;
        segments.push(Segment { label, text: Traced::verbatim(text, span), confidence: 1.0, rule: "gold" });
    };
    let mut gold = row["gold"].clone();
    if let Some(names) = row.get("names") {
        push(Label::Author, row["text"].as_str().unwrap_or_default());
        gold = serde_json::json!({"authors": names, "others": row["others"]});
    } else if let Some(parts) = row.get("parts") {
        push(Label::Title, "Title");
        push(Label::Date, row["text"].as_str().unwrap_or_default());
        gold = date_gold(parts);
    } else if let Some(raw) = row["raw"].as_array() {
        let count = raw.iter().filter(|s| s[0] == "title.a" || s[0] == "article-title").count();
        let mut pages: Option<String> = None;
        for segment in raw {
            let (name, text) = (segment[0].as_str().unwrap_or_default(), segment[1].as_str().unwrap_or_default());
            match name {
                "fpage" => pages = Some(text.to_owned()),
                "lpage" => {
                    if let Some(first) = pages.take() {
                        push(Label::Pages, &format!("{first}–{text}"));
                    }
                }
                "title.m" if count > 0 => push(Label::Container, text),
                "title.m" => push(Label::Title, text),
                _ => push(label(name), text),
            }
        }
        if let Some(first) = pages {
            push(Label::Pages, &first);
        }
    } else {
        // Rendered metadata: the names of the gold record in the text are found again in it.
        return Vec::new();
    }
    let labelled = Labelled { segments, extent: vec![Span::new(SourceId(0), 0, at)], context: Vec::new() };
    let record = normalize(&labelled, None);
    let mut out = Vec::new();
    let Some(record) = record else {
        return vec![("record".to_owned(), "one".to_owned(), "none".to_owned())];
    };
    if row.get("names").is_none() && row.get("parts").is_none() {
        out.push((
            "type".to_owned(),
            class(gold["type"].as_str().unwrap_or_default()),
            class(record.entry_type.value.name()),
        ));
    }
    let others = record.names(Field::Authors).is_some_and(|list| list.others);
    if gold["authors"].is_array() {
        out.push(("others".to_owned(), gold["others"].as_bool().unwrap_or(false).to_string(), others.to_string()));
    }
    for (key, field) in [
        ("authors", Field::Authors),
        ("editors", Field::Editors),
        ("title", Field::Title),
        ("year", Field::Year),
        ("month", Field::Month),
        ("day", Field::Day),
        ("container", Field::Container),
        ("series", Field::Series),
        ("publisher", Field::Publisher),
        ("address", Field::Address),
        ("institution", Field::Institution),
        ("edition", Field::Edition),
        ("volume", Field::Volume),
        ("number", Field::Number),
        ("pages", Field::Pages),
        ("doi", Field::Doi),
        ("eprint", Field::Eprint),
        ("isbn", Field::Isbn),
        ("url", Field::Url),
        ("pmid", Field::Pmid),
        ("genre", Field::Genre),
    ] {
        let printed = match key {
            "institution" => {
                [&gold["institution"], &gold["school"]].iter().find(|v| !v.is_null()).map(|v| json_text(v))
            }
            "number" => [&gold["reportnumber"], &gold["number"]].iter().find(|v| !v.is_null()).map(|v| json_text(v)),
            _ => (!gold[key].is_null()).then(|| json_text(&gold[key])),
        };
        let found = record.get(field).map(value_text);
        if key == "title" && row.get("parts").is_some()
            || key == "day" && gold["type"].is_string()
            || key == "genre"
            || (printed.is_none() && found.is_none())
        {
            continue;
        }
        out.push((key.to_owned(), printed.unwrap_or_default(), found.unwrap_or_default()));
    }
    out
}

/// The gold of a date's parts; an order that is not clear has no month and no day.
fn date_gold(parts: &Json) -> Json {
    let digits =
        |key: &str| parts[key].as_str().unwrap_or_default().chars().filter(char::is_ascii_digit).collect::<String>();
    let mut gold = serde_json::Map::new();
    let year = digits("year");
    let year =
        if year.len() == 2 { format!("{}{year}", if year.as_str() <= "35" { "20" } else { "19" }) } else { year };
    if !year.is_empty() {
        gold.insert("year".to_owned(), Json::String(year));
    }
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let name = parts["month"].as_str().unwrap_or_default().to_lowercase();
    let number = digits("month");
    let month = months.iter().position(|m| name.starts_with(m)).map(|m| m + 1).or_else(|| number.parse().ok());
    let day: Option<usize> = digits("day").parse().ok();
    let unclear = !number.is_empty() && month.zip(day).is_some_and(|(m, d)| m <= 12 && d <= 12 && m != d);
    let (month, day) = if unclear { (None, None) } else { (month, day) };
    if let Some(month) = month {
        gold.insert("month".to_owned(), Json::from(month));
    }
    if let Some(day) = day {
        gold.insert("day".to_owned(), Json::from(day));
    }
    Json::Object(gold)
}

/// The class of a type, as scored.
fn class(name: &str) -> String {
    match name {
        "online" | "unpublished" | "dataset" | "software" | "manual" | "patent" => "misc",
        "phdthesis" | "mastersthesis" => "thesis",
        "proceedings" => "book",
        other => other,
    }
    .to_owned()
}

/// A gold value as text.
fn json_text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(names) => names
            .iter()
            .map(|n| match n["literal"].as_str() {
                Some(literal) => literal.to_owned(),
                None => {
                    let part = |key: &str| n[key].as_str().unwrap_or_default().to_owned();
                    [part("family"), part("given"), part("suffix")].join("|")
                }
            })
            .collect::<Vec<_>>()
            .join(" ; "),
        other => other.to_string(),
    }
}

/// A found value as text.
fn value_text(value: &Value) -> String {
    match value {
        Value::Names(list) => list
            .names
            .iter()
            .map(|name| match name {
                Name::Person { family, given, suffix } => format!("{family}|{given}|{suffix}"),
                Name::Body(name) => name.clone(),
            })
            .collect::<Vec<_>>()
            .join(" ; "),
        Value::Text(text) => text.plain.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Pages(pages) => pages
            .0
            .iter()
            .map(|p| p.last.as_ref().map_or_else(|| p.first.clone(), |last| format!("{}-{last}", p.first)))
            .collect::<Vec<_>>()
            .join(","),
        Value::Verbatim(text) => text.clone(),
    }
}

/// Whether two values agree, case, punctuation and spaces aside.
fn alike(field: &str, gold: &str, found: &str) -> bool {
    let bare = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, '|' | ';'))
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    let plain = |text: &str| bare(text).replace('|', "");
    match field {
        "authors" | "editors" => {
            let (a, b): (Vec<&str>, Vec<&str>) = (gold.split(" ; ").collect(), found.split(" ; ").collect());
            // Where the gold has cut a particle off, or put a body last, the names are still the same.
            let sorted = |names: &[&str]| {
                let mut all: Vec<Vec<char>> = names
                    .iter()
                    .map(|n| {
                        let mut letters: Vec<char> = plain(n).chars().collect();
                        letters.sort_unstable();
                        letters
                    })
                    .collect();
                all.sort_unstable();
                all
            };
            let loose = a.len() > 1
                && sorted(&a) == sorted(&b)
                && (gold.to_lowercase().contains("collab")
                    || gold.contains(" Van|")
                    || gold.contains(" De")
                    || gold.contains(" La"));
            loose
                || a.len() == b.len()
                    && a.iter().zip(&b).all(|(a, b)| {
                        let (fa, fb) =
                            (a.split('|').next().unwrap_or_default(), b.split('|').next().unwrap_or_default());
                        bare(a) == bare(b)
                            || plain(a) == plain(b) && (!a.contains('|') || !b.contains('|') || bare(fa) == bare(fb))
                    })
        }
        "container" | "series" => {
            let strip = |text: &str| {
                let text = plain(text);
                let text = text.strip_prefix("in").unwrap_or(&text);
                let mut text = text.replace("proceedingsofthe", "").replace("procof", "");
                for year in 1950..2030 {
                    text = text.replace(&year.to_string(), "");
                }
                text
            };
            strip(gold) == strip(found)
        }
        "pages" => {
            let clean = |t: &str| {
                t.chars()
                    .map(|c| if matches!(c, '–' | '—' | '−' | '‑') { '-' } else { c })
                    .filter(|c| c.is_alphanumeric() || matches!(c, '-' | ',' | '.' | ':'))
                    .collect::<String>()
                    .replace("--", "-")
                    .replace("pp", "")
            };
            clean(gold).trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
                == clean(found).trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
        }
        "edition" => {
            let strip = |t: &str| {
                let mut t = t.to_lowercase();
                for word in ["edition", "edn", "ed", "auflage", "aufl", "st", "nd", "rd", "th"] {
                    t = t.replace(word, "");
                }
                plain(&t)
            };
            strip(gold) == strip(found)
        }
        "url" => {
            let strip = |t: &str| {
                t.replace("https://", "")
                    .replace("http://", "")
                    .replace("www.", "")
                    .trim_end_matches(['/', '.'])
                    .to_owned()
            };
            strip(gold) == strip(found)
        }
        _ => plain(gold) == plain(found),
    }
}
