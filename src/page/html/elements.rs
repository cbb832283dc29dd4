//! What HTML's elements are: the layout that browsers give them by default (HTML Living Standard §15, Rendering).

use crate::page::lines::{Layout, Role, Style};

/// Elements without content (HTML §13.1.2).
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Layout and role of an element by its name.
pub(super) fn default_style(name: &str) -> (Layout, Role) {
    use Layout::{Block, Cell, Hidden, Inline, Margin, Row};
    match name {
        "p" | "blockquote" | "dl" | "table" | "figure" => (Margin, Role::Plain),
        "h1" => (Margin, Role::Heading(1)),
        "h2" => (Margin, Role::Heading(2)),
        "h3" => (Margin, Role::Heading(3)),
        "h4" => (Margin, Role::Heading(4)),
        "h5" => (Margin, Role::Heading(5)),
        "h6" => (Margin, Role::Heading(6)),
        "ul" | "ol" | "menu" | "dir" => (Margin, Role::List),
        "li" => (Block, Role::Item),
        "pre" | "xmp" | "listing" | "plaintext" | "textarea" => (Margin, Role::Preformatted),
        "tr" => (Row, Role::Plain),
        "td" | "th" => (Cell, Role::Plain),
        "html" | "body" | "div" | "main" | "section" | "article" | "header" | "footer" | "nav" | "aside"
        | "address" | "form" | "fieldset" | "legend" | "details" | "summary" | "center" | "figcaption" | "dd"
        | "dt" | "tbody" | "thead" | "tfoot" | "caption" | "hgroup" | "search" | "dialog" | "frameset" | "marquee" => {
            (Block, Role::Plain)
        }
        "b" | "strong" => (Inline, Role::Style(Style::Bold)),
        "i" | "em" | "cite" | "var" | "dfn" => (Inline, Role::Style(Style::Italic)),
        "sup" => (Inline, Role::Style(Style::Superscript)),
        "sub" => (Inline, Role::Style(Style::Subscript)),
        "head" | "script" | "style" | "template" | "noscript" | "iframe" | "object" | "applet" | "audio" | "video"
        | "canvas" | "svg" | "select" | "datalist" | "option" | "optgroup" | "noembed" | "noframes" | "noframe"
        | "map" | "rp" | "rt" | "title" | "annotation" | "annotation-xml" => (Hidden, Role::Plain),
        _ => (Inline, Role::Plain),
    }
}

/// Elements whose start tag ends an open paragraph (HTML §13.2.6.4.7).
pub(super) fn ends_paragraph(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "center"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "dd"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "listing"
            | "plaintext"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "ul"
            | "xmp"
    )
}

/// Elements that an end tag or an implied end does not reach through (HTML §13.2.4.2, "has an element in scope").
pub(super) fn is_scope(name: &str) -> bool {
    matches!(
        name,
        "table" | "td" | "th" | "caption" | "button" | "object" | "template" | "marquee" | "html" | "math" | "svg"
    )
}

/// Elements whose unclosed or misnested tags are mended on their own (HTML §13.2.4.3, formatting elements).
pub(super) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong" | "tt" | "u"
    )
}

/// Elements that paths leave out when they have no class: they say how text looks, not what it is.
pub(super) fn is_unlabelled(name: &str) -> bool {
    is_formatting(name) || matches!(name, "html" | "body" | "center" | "tbody" | "sup" | "sub" | "span")
}
