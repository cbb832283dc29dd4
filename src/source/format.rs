//! The format of a page: by the name of its file, else by its content.

/// The format of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Plain text: every line is a line.
    #[default]
    Text,
    /// Markdown (CommonMark with tables), HTML islands included.
    Markdown,
    /// HTML.
    Html,
}

impl Format {
    /// Every format with the names it is chosen by, the first of them its own.
    pub const NAMES: &'static [(Self, &'static [&'static str])] = &[
        (Self::Text, &["text", "txt", "plain"]),
        (Self::Markdown, &["markdown", "md", "commonmark"]),
        (Self::Html, &["html", "htm", "xhtml"]),
    ];

    /// The format of a name, whatever its case.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_named = |names: &[&str]| names.iter().any(|n| n.eq_ignore_ascii_case(name));
        Self::NAMES.iter().find(|(_, names)| is_named(names)).map(|(format, _)| *format)
    }
}

/// Bytes looked at to tell the format.
const SNIFFED: usize = 1 << 16;

/// Tells the format by the name's extension, else by the content.
pub(super) fn sniff(name: &str, text: &str) -> Format {
    let extension = name.rsplit(['/', '\\']).next().and_then(|file| file.rsplit_once('.')).map(|(_, e)| e);
    match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" | "shtml" | "mht" | "mhtml" => return Format::Html,
        "md" | "markdown" | "mkd" | "mdown" | "mdx" | "rmd" | "qmd" => return Format::Markdown,
        _ => {}
    }
    let end = (0..=text.len().min(SNIFFED)).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    let head = &text[..end];
    if is_html(head) {
        Format::Html
    } else if is_markdown(head) {
        Format::Markdown
    } else {
        Format::Text
    }
}

/// Whether a text is HTML: it begins as a document, or has more than a few tags of page structure.
fn is_html(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let begins = |prefix: &str| start.get(..prefix.len()).is_some_and(|s| s.eq_ignore_ascii_case(prefix));
    if begins("<!doctype html") || begins("<html") || begins("<head") || begins("<body") {
        return true;
    }
    let mut tags = 0;
    for (at, _) in text.match_indices('<') {
        let rest = text[at + 1..].trim_start_matches('/');
        let name: String = rest.chars().take(11).take_while(char::is_ascii_alphanumeric).collect();
        let after = rest[name.len()..].chars().next();
        let closed = after.is_some_and(|c| c == '>' || c == '/' || c.is_ascii_whitespace());
        let structural = matches!(
            name.to_ascii_lowercase().as_str(),
            "p" | "div"
                | "li"
                | "ul"
                | "ol"
                | "td"
                | "tr"
                | "table"
                | "br"
                | "span"
                | "h1"
                | "h2"
                | "h3"
                | "h4"
                | "a"
                | "dl"
                | "dt"
                | "dd"
                | "section"
                | "article"
                | "b"
                | "i"
                | "em"
                | "strong"
        );
        tags += usize::from(closed && structural);
    }
    let first_is_tag = start.starts_with('<');
    tags >= if first_is_tag { 2 } else { 6 } && tags * 400 >= text.len()
}

/// Whether a text is Markdown: marks that plain text does not have, more than once.
fn is_markdown(text: &str) -> bool {
    let (mut marks, mut lines) = (0, 0);
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        lines += 1;
        let hashes = line.len() - line.trim_start_matches('#').len();
        let heading = (1..=6).contains(&hashes) && line[hashes..].starts_with(' ');
        let link = line.contains("](http") || line.contains("](/") || line.contains("](./");
        let bold = line.match_indices("**").count() >= 2;
        let table = line.starts_with('|') && line.ends_with('|') && line.matches('|').count() >= 3;
        marks += usize::from(heading || link || bold || table);
    }
    marks >= 2 && marks * 12 >= lines
}
