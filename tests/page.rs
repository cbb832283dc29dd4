//! Pages to lines: expected dumps of fixture pages, and what holds for every input.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its fixture has failed")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bibglean::page::{self, Page};
use bibglean::source::{Format, Source};
use bibglean::span::SourceId;
use bibglean::text::RunKind;
use proptest::prelude::*;

/// The page that a file holds.
fn read(name: &str, bytes: &[u8]) -> (Source, Page) {
    let (source, _) = Source::decode(SourceId(0), name, bytes);
    let page = page::read(&source);
    (source, page)
}

/// A page as text: gap, heading or item, path, text; its styled stretches below it; metadata last.
fn dump(page: &Page) -> String {
    let mut out = String::new();
    for line in &page.lines {
        let mark = match (line.heading, line.item) {
            (Some(level), _) => format!("h{level}"),
            (_, Some(depth)) => format!("-{depth}"),
            _ => "  ".to_owned(),
        };
        let path = line.path.as_deref().unwrap_or("");
        writeln!(out, "{} {mark} {path} | {}", line.blank_before, line.text.as_str()).unwrap();
        for run in line.text.runs() {
            let words = &line.text.as_str()[run.range.clone()];
            match &run.kind {
                RunKind::Link { target, .. } => writeln!(out, "     Link {words:?} {target}").unwrap(),
                kind => writeln!(out, "     {kind:?} {words:?}").unwrap(),
            }
        }
    }
    for item in &page.metadata {
        writeln!(out, "{:?}: {}", item.kind, item.content.as_str()).unwrap();
    }
    out
}

/// What holds for every page: places lie in the source, on character boundaries, in order; verbatim text is there.
fn check(source: &Source, page: &Page) {
    let text = source.text();
    let mut before = 0;
    for line in &page.lines {
        let words = line.text.as_str();
        assert!(!words.is_empty() && words.trim() == words, "{words:?}");
        assert!(!words.contains('\n'), "{words:?}");
        assert!(text.get(line.extent.range()).is_some(), "{:?} in {}", line.extent, text.len());
        assert!(line.extent.start >= before, "{:?} after {before}", line.extent);
        before = line.extent.end;
        for (at, c) in words.char_indices() {
            for span in line.text.spans(at..at + c.len_utf8()) {
                let place = text.get(span.range());
                assert!(place.is_some(), "{span:?} is no place of {text:?}");
                let inside = line.extent.start <= span.start && span.end <= line.extent.end;
                assert!(inside, "{span:?} outside {:?}", line.extent);
            }
        }
        for run in line.text.runs() {
            assert!(words.get(run.range.clone()).is_some_and(|w| !w.is_empty()), "{run:?} of {words:?}");
            if let RunKind::Link { span, .. } = &run.kind {
                assert!(text.get(span.range()).is_some(), "{span:?}");
            }
        }
        for cell in &line.cells {
            assert!(words.get(cell.clone()).is_some(), "{cell:?} of {words:?}");
        }
    }
}

#[test]
fn fixture_pages_give_the_expected_lines() {
    let mut files: Vec<PathBuf> = ["fixtures/html", "fixtures/markdown"]
        .iter()
        .flat_map(|d| fs::read_dir(d).unwrap())
        .map(|e| e.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|e| e != "lines"));
    files.sort();
    assert!(files.len() >= 2);
    for path in files {
        let bytes = fs::read(&path).unwrap();
        let (source, page) = read(path.file_name().unwrap().to_str().unwrap(), &bytes);
        check(&source, &page);
        let found = dump(&page);
        let expected = path.with_extension("lines");
        if std::env::var_os("BIBGLEAN_BLESS").is_some() {
            fs::write(&expected, &found).unwrap();
        }
        assert_eq!(found, fs::read_to_string(&expected).unwrap_or_default(), "{}", Path::new(&expected).display());
    }
}

/// The source text that the words of a page's text were read from.
fn place_of<'a>(source: &'a Source, page: &Page, words: &str) -> Vec<&'a str> {
    let line = page.lines.iter().find(|l| l.text.as_str().contains(words)).unwrap();
    let at = line.text.as_str().find(words).unwrap();
    line.text.spans(at..at + words.len()).iter().map(|s| &source.text()[s.range()]).collect()
}

#[test]
fn words_know_their_place_in_html() {
    let html = "<div>\r\n<p>A &lt;b&gt; caf&eacute;\r\n  au <i>lait</i>, J.&nbsp;Smith &#x41; &unknown; &amp</p></div>";
    let (source, page) = read("a.html", html.as_bytes());
    assert_eq!(page.lines[0].text.as_str(), "A <b> café au lait, J. Smith A &unknown; &");
    assert_eq!(place_of(&source, &page, "<b>"), ["&lt;b&gt;"]);
    assert_eq!(place_of(&source, &page, "café"), ["caf&eacute;"]);
    assert_eq!(place_of(&source, &page, "lait"), ["lait"]);
    assert_eq!(place_of(&source, &page, "au lait"), ["au ", "lait"]);
    assert_eq!(place_of(&source, &page, "J. Smith"), ["J.&nbsp;Smith"]);
    assert_eq!(place_of(&source, &page, "Smith A"), ["Smith &#x41;"]);
    assert_eq!(place_of(&source, &page, "&unknown; &"), ["&unknown; &amp"]);
    check(&source, &page);
}

#[test]
fn words_know_their_place_in_markdown() {
    let markdown = "# A &amp; B\n\n1. **Smith, J.** [A \\*title\\*](https://doi.org/10.1/x \"t\") in `code`\n\n|a|b|\n|-|-|\n|*x*|y z|\n";
    let (source, page) = read("a.md", markdown.as_bytes());
    assert_eq!(place_of(&source, &page, "A & B"), ["A &amp; B"]);
    assert_eq!(place_of(&source, &page, "Smith, J."), ["Smith, J."]);
    assert_eq!(place_of(&source, &page, "*title"), ["*title"]);
    assert_eq!(place_of(&source, &page, "code"), ["code"]);
    assert_eq!(place_of(&source, &page, "y z"), ["y z"]);
    let link = page.lines[1].text.runs().iter().find_map(|r| match &r.kind {
        RunKind::Link { span, .. } => Some(&source.text()[span.range()]),
        _ => None,
    });
    assert_eq!(link, Some("https://doi.org/10.1/x"));
    check(&source, &page);
}

#[test]
fn formats_are_told_by_name_then_by_content() {
    let format = |name: &str, text: &str| read(name, text.as_bytes()).0.format();
    assert_eq!(format("a.html", "Smith"), Format::Html);
    assert_eq!(format("A.HTM", "Smith"), Format::Html);
    assert_eq!(format("readme.md", "<div>x</div>"), Format::Markdown);
    assert_eq!(format("-", "<!DOCTYPE html><p>x"), Format::Html);
    assert_eq!(format("-", "<section id=\"a\">\n<h2>Papers</h2>\n<p>x</p>"), Format::Html);
    assert_eq!(format("-", "## Papers\n\n- [A](https://a.org/b)\n"), Format::Markdown);
    assert_eq!(format("-", "Smith, J. (2001). A <i>new</i> thing. Nature 4, 5.\n"), Format::Text);
    assert_eq!(format("-", "a < b and b > c\n# of papers: 3\n"), Format::Text);
}

/// Fragments that page readers must survive in any order.
fn fragment() -> impl Strategy<Value = String> {
    let tags = [
        "<p>",
        "</p>",
        "<div class=\"a b\">",
        "</div>",
        "<li>",
        "</li>",
        "<ul>",
        "</ul>",
        "<table>",
        "<tr>",
        "<td>",
        "</td>",
        "</tr>",
        "</table>",
        "<a href=\"https://doi.org/10.1/x&amp;y\">",
        "</a>",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<br>",
        "<hr/>",
        "<h2>",
        "</h2>",
        "<pre>",
        "</pre>",
        "<script>",
        "</script>",
        "<style>",
        "<title>",
        "</title>",
        "<head>",
        "</head>",
        "<span hidden>",
        "</span>",
        "<math><msup><mi>x</mi><mn>2</mn></msup></math>",
        "<svg><title>",
        "<textarea>",
        "<!--",
        "-->",
        "<![CDATA[",
        "<a",
        "=\"",
        "'",
        ">",
        "<",
        "</",
        "&amp;",
        "&nbsp;",
        "&eacute",
        "&#x",
        "&#0;",
        "\0",
        "\r\n",
        "\n",
        "\n\n",
        "\t",
        " ",
        "é",
        "張磊",
        "\u{ad}",
        "\u{200b}",
        "\u{feff}",
        "# ",
        "- ",
        "1. ",
        "    ",
        "|",
        "|-|-|\n",
        "**",
        "*",
        "_",
        "`",
        "[",
        "](http://a/b)",
        "![",
        "\\",
        "---\n",
        "===\n",
        "> ",
        "```\n",
        "[x]: http://a\n",
        "<details>",
        "</details>",
        "Smith, J.",
        "2001",
        "$x^2$",
    ];
    prop_oneof![
        8 => prop::sample::select(tags.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-z]{1,9}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_page_has_lines_with_places(parts in prop::collection::vec(fragment(), 0..40)) {
        let text = parts.concat();
        for name in ["a.html", "a.md", "a.txt"] {
            let (source, page) = read(name, text.as_bytes());
            check(&source, &page);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for name in ["a.html", "a.md", "-"] {
            let (source, page) = read(name, &bytes);
            check(&source, &page);
        }
    }
}

/// Pages made to be slow: were any step quadratic, these would take minutes.
#[test]
fn hostile_pages_are_read_at_once() {
    let n = 100_000;
    let html = [
        "<div>".repeat(n) + "x" + &"</div>".repeat(n),
        "<div>".repeat(n) + &"</p></b></span></td>".repeat(n),
        "<font><b>a ".repeat(n),
        "<p><b><i>x".repeat(n),
        format!("<a href=\"{}\">", "x".repeat(4000)) + &"y<br>".repeat(n),
        format!("<p title=\"{}\">x", "y".repeat(10 * n)),
        format!("<img src=\"data:image/png;base64,{}\">x", "A".repeat(20 * n)),
        "<br>".repeat(n) + &"&amp;&nbsp;&eacute".repeat(n) + &"&".repeat(n) + &"\0".repeat(n) + &"<".repeat(n),
        "<table><tr><td>".repeat(n),
        "<table><tr>".to_owned() + &"<td>x".repeat(n),
        "<p".to_owned() + &" a=1".repeat(n) + ">x",
        "<!--".repeat(n),
        "<a href=x><img></a>".repeat(n),
        "<ul><li>x".repeat(n),
    ];
    let markdown = [
        "> ".repeat(n),
        "- ".repeat(n),
        "**a *b _c ".repeat(n),
        "[a](".repeat(n),
        "word word\n".repeat(n),
        "|a|b|\n|-|-|\n".to_owned() + &"|x|y|\n".repeat(n),
        "---\n".to_owned() + &"a: b\n".repeat(n),
    ];
    for (name, pages) in [("a.html", &html[..]), ("a.md", &markdown[..])] {
        for page in pages {
            let (source, page) = read(name, page.as_bytes());
            for line in &page.lines {
                assert!(source.text().get(line.extent.range()).is_some());
            }
        }
    }
}
