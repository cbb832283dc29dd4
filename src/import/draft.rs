//! A record in the making: what every structured format fills in, whatever it calls its fields.

use crate::model::{EntryType, Field, Name, NameList, Record, Text, Value};
use crate::span::{Confidence, Sourced, Span, normalize_spans};
use crate::text::Traced;

use super::values;

/// How sure a value is that a format labels itself.
const LABELLED: Confidence = 0.98;
/// How sure a type is that had to be inferred from the fields.
const INFERRED: Confidence = 0.6;

/// Rules whose source ends every title with a full stop.
const STOPPED: &[&str] = &["import/nbib", "import/pubmed-xml", "import/dblp"];

/// What a field of a format means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A name in a list of names.
    Name(Field),
    /// A body as author.
    Body(Field),
    /// Names of PubMed's short form (`Smith JA`), used only where no full name is given.
    ShortName,
    /// Running text, taken once; the first value stays.
    Text(Field),
    /// An identifier or address, taken as it is; the first value stays.
    Verbatim(Field),
    /// A container's name; the lowest rank wins.
    Container(u8),
    /// A whole date.
    Date,
    /// The year of publication, perhaps with month and day; it wins over a date.
    Year,
    /// A date of access, kept where it is whole.
    AccessDate,
    /// A month, by name or number.
    Month,
    /// First page, or a whole range.
    FirstPage,
    /// Last page.
    LastPage,
    /// An article number, where no page is given.
    ArticleNumber,
    /// A DOI, perhaps among other identifiers.
    Doi,
    /// An arXiv identifier without a mark by which it is known.
    Arxiv,
    /// An address, which may hold a DOI or an arXiv identifier.
    Url,
    /// ISSN or ISBN, by its shape.
    Serial,
    /// A publisher; of a thesis or report the institution.
    Publisher,
    /// A number of citations.
    Citations,
    /// Kind of work in words (`Master's thesis`).
    Genre,
}

/// A name as a format gives it.
#[derive(Debug)]
enum Given {
    /// In parts, from these places.
    Parts(Name, Vec<Span>),
    /// In one piece.
    Whole(Traced),
    /// A body.
    Body(Traced),
}

/// A record in the making.
#[derive(Debug)]
pub(super) struct Draft {
    rule: &'static str,
    kind: Option<(EntryType, Vec<Span>)>,
    record: Record,
    container: Option<u8>,
    publisher: Option<Traced>,
    first_page: Option<Traced>,
    last_page: Option<Traced>,
    article_number: Option<Traced>,
    short_names: Vec<Traced>,
    names: Vec<(Field, Given)>,
    urls: Vec<Traced>,
}

impl Draft {
    /// A record that a rule reads from `extent`.
    pub(super) fn new(rule: &'static str, extent: Vec<Span>) -> Self {
        let kind = Sourced::new(EntryType::Misc, extent.clone(), rule, INFERRED);
        Self {
            rule,
            kind: None,
            record: Record::new(kind, extent),
            container: None,
            publisher: None,
            first_page: None,
            last_page: None,
            article_number: None,
            short_names: Vec::new(),
            names: Vec::new(),
            urls: Vec::new(),
        }
    }

    /// Sets the type, as it stands at `spans`; the first stays.
    pub(super) fn kind(&mut self, kind: EntryType, spans: Vec<Span>) {
        self.kind.get_or_insert((kind, spans));
    }

    /// Adds a value.
    pub(super) fn add(&mut self, target: Target, value: &Traced) {
        let value = value.trimmed();
        if value.is_empty() {
            return;
        }
        let text = value.as_str();
        match target {
            Target::Name(field) => self.names.push((field, Given::Whole(value))),
            Target::Body(field) => self.names.push((field, Given::Body(value))),
            Target::ShortName => self.short_names.push(value),
            Target::Text(field) => self.set(field, Value::Text(values::rich_text(text)), value.all_spans()),
            Target::Verbatim(field) => self.set(field, Value::Verbatim(text.to_owned()), value.all_spans()),
            Target::Container(rank) => {
                if self.container.is_none_or(|best| rank < best) {
                    self.container = Some(rank);
                    self.record.fields.remove(&Field::Container);
                    self.set(Field::Container, Value::Text(values::rich_text(text)), value.all_spans());
                }
            }
            Target::Date | Target::Year => self.date(&value, values::date(text)),
            Target::Month => {
                let month =
                    values::date(&format!("2000 {text}")).month.or_else(|| values::date(&format!("2000/{text}")).month);
                self.date(&value, values::Date { year: None, month, day: None });
            }
            Target::AccessDate => {
                if let values::Date { year: Some(year), month: Some(month), day: Some(day) } = values::date(text) {
                    let date = format!("{year:04}-{month:02}-{day:02}");
                    self.set(Field::UrlDate, Value::Verbatim(date), value.all_spans());
                }
            }
            Target::FirstPage => self.first_page = self.first_page.take().or(Some(value)),
            Target::LastPage => self.last_page = self.last_page.take().or(Some(value)),
            Target::ArticleNumber => self.article_number = self.article_number.take().or(Some(value)),
            Target::Doi => {
                if let Some(doi) = values::doi(text) {
                    self.part(Field::Doi, &value, doi);
                } else if let Some(id) = values::arxiv(text) {
                    self.eprint(&value, id);
                }
            }
            Target::Arxiv => {
                let id = values::arxiv(text).unwrap_or(text).to_owned();
                self.eprint(&value, &id);
            }
            Target::Url => self.urls.push(value),
            Target::Serial => {
                if let Some((kind, number)) = values::serial(text) {
                    let field = match kind {
                        values::Serial::Issn => Field::Issn,
                        values::Serial::Isbn => Field::Isbn,
                    };
                    self.part(field, &value, number);
                }
            }
            Target::Publisher => self.publisher = self.publisher.take().or(Some(value)),
            Target::Citations => {
                if let Ok(count) = text.parse() {
                    self.set(Field::Citations, Value::Integer(count), value.all_spans());
                }
            }
            Target::Genre => self.set(Field::Genre, Value::Text(values::rich_text(text)), value.all_spans()),
        }
    }

    /// Sets a field unless it has a value.
    pub(super) fn set(&mut self, field: Field, value: Value, spans: Vec<Span>) {
        let empty = matches!(&value, Value::Text(Text { plain, .. }) if plain.is_empty());
        if !empty && !spans.is_empty() {
            self.record.set_missing(field, Sourced::new(value, spans, self.rule, LABELLED));
        }
    }

    /// Adds a name that the format gives in parts.
    pub(super) fn push_name(&mut self, field: Field, name: Name, spans: Vec<Span>) {
        self.names.push((field, Given::Parts(name, spans)));
    }

    /// Sets what a date tells.
    pub(super) fn date(&mut self, value: &Traced, date: values::Date) {
        let parts = [(Field::Year, date.year), (Field::Month, date.month), (Field::Day, date.day)];
        // A month belongs to its year: one from another date would be false.
        let known = self.record.integer(Field::Year);
        if known.is_some() && date.year.is_some() && known != date.year {
            return;
        }
        for (field, part) in parts {
            if let Some(part) = part {
                self.set(field, Value::Integer(part), value.all_spans());
            }
        }
    }

    /// The record; `None` where it has neither title nor names nor container.
    pub(super) fn finish(mut self, order: values::Order) -> Option<Record> {
        self.finish_names(order);
        self.finish_urls();
        let kind = self.finish_kind();
        self.finish_pages(kind);
        self.finish_title();
        if let Some(publisher) = self.publisher.take() {
            let school = matches!(kind, EntryType::PhdThesis | EntryType::MastersThesis | EntryType::TechReport);
            let field = if school { Field::Institution } else { Field::Publisher };
            self.set(field, Value::Text(values::rich_text(publisher.as_str())), publisher.all_spans());
        }
        let told = [Field::Title, Field::Authors, Field::Editors, Field::Container];
        told.iter().any(|field| self.record.fields.contains_key(field)).then_some(self.record)
    }

    fn part(&mut self, field: Field, value: &Traced, part: &str) {
        let start = value.as_str().find(part).unwrap_or(0);
        self.set(field, Value::Verbatim(part.to_owned()), value.spans(start..start + part.len()));
    }

    fn eprint(&mut self, value: &Traced, id: &str) {
        if !self.record.fields.contains_key(&Field::Eprint) {
            self.part(Field::Eprint, value, id);
            self.set(Field::EprintType, Value::Verbatim("arxiv".to_owned()), value.all_spans());
        }
    }

    fn finish_names(&mut self, order: values::Order) {
        let names = std::mem::take(&mut self.names);
        let short = std::mem::take(&mut self.short_names);
        let has_authors =
            names.iter().any(|(field, given)| *field == Field::Authors && !matches!(given, Given::Body(_)));
        if !has_authors {
            for value in short {
                let name = values::vancouver(value.as_str()).or_else(|| values::name(value.as_str(), order).0);
                self.append_name(Field::Authors, name, value.all_spans());
            }
        }
        for (field, given) in names {
            match given {
                Given::Parts(name, spans) => self.append_name(field, Some(name), spans),
                Given::Body(value) => {
                    self.append_name(field, Some(Name::Body(value.as_str().to_owned())), value.all_spans());
                }
                Given::Whole(value) => {
                    let (name, others) = values::name(value.as_str(), order);
                    self.append_name(field, name, value.all_spans());
                    if others && let Some(Value::Names(list)) = self.record.fields.get_mut(&field).map(|f| &mut f.value)
                    {
                        list.others = true;
                    }
                }
            }
        }
        for field in [Field::Authors, Field::Editors, Field::Translators] {
            if let Some(sourced) = self.record.fields.get_mut(&field) {
                normalize_spans(&mut sourced.spans);
            }
        }
    }

    fn append_name(&mut self, field: Field, name: Option<Name>, spans: Vec<Span>) {
        let Some(name) = name.filter(|_| !spans.is_empty()) else { return };
        let list = Sourced::new(Value::Names(NameList::default()), Vec::new(), self.rule, LABELLED);
        let entry = self.record.fields.entry(field).or_insert(list);
        entry.spans.extend(spans);
        if let Value::Names(list) = &mut entry.value {
            list.names.push(name);
        }
    }

    fn finish_pages(&mut self, kind: EntryType) {
        let (mut first, last) = (self.first_page.take(), self.last_page.take());
        // A book's one number is the total of its pages.
        let whole = [EntryType::Book, EntryType::PhdThesis, EntryType::MastersThesis, EntryType::TechReport];
        if whole.contains(&kind) && last.is_none() {
            first = first.filter(|first| first.as_str().contains(['-', '\u{2013}']));
        }
        let spans = |values: [Option<&Traced>; 2]| values.into_iter().flatten().flat_map(Traced::all_spans).collect();
        if let Some(first) = first {
            if let Some(pages) = values::page_range(first.as_str(), last.as_ref().map(Traced::as_str)) {
                self.set(Field::Pages, Value::Pages(pages), spans([Some(&first), last.as_ref()]));
            }
        } else if let Some(number) = self.article_number.take()
            && let Some(pages) = values::pages(number.as_str())
        {
            self.set(Field::Pages, Value::Pages(pages), number.all_spans());
        }
    }

    /// Databases end titles with a full stop; one after an abbreviation stays.
    fn finish_title(&mut self) {
        let Some(Value::Text(title)) = self.record.fields.get_mut(&Field::Title).map(|sourced| &mut sourced.value)
        else {
            return;
        };
        let Some(body) = title.plain.strip_suffix('.') else { return };
        let word = body.rsplit(char::is_whitespace).next().unwrap_or_default();
        let is_stop = STOPPED.contains(&self.rule) && !body.ends_with('.');
        if is_stop || (word.chars().count() > 3 && !word.contains('.')) {
            title.plain.pop();
            title.marks.iter_mut().for_each(|mark| mark.range.end = mark.range.end.min(title.plain.len()));
        }
    }

    /// Addresses: of a DOI's resolver the DOI, of arXiv the identifier, of others the first that is no file.
    fn finish_urls(&mut self) {
        for value in std::mem::take(&mut self.urls) {
            let text = value.as_str();
            if text.contains("doi.org/10.") {
                if let Some(doi) = values::doi(text) {
                    self.part(Field::Doi, &value, doi);
                }
                continue;
            }
            if let Some(id) = values::arxiv(text) {
                self.eprint(&value, id);
            }
            if text.starts_with("http") || text.starts_with("ftp") {
                self.set(Field::Url, Value::Verbatim(text.to_owned()), value.all_spans());
            }
        }
    }

    /// The type: a thesis by its level, a paper without a place by what else is known.
    fn finish_kind(&mut self) -> EntryType {
        let Some((mut kind, spans)) = self.kind.take() else {
            // No type given: a volume is that of a journal.
            if self.record.fields.contains_key(&Field::Container) && self.record.fields.contains_key(&Field::Volume) {
                self.record.entry_type.value = EntryType::Article;
            }
            return self.record.entry_type.value;
        };
        if kind == EntryType::PhdThesis
            && let Some(genre) = self.record.text(Field::Genre)
        {
            let genre = genre.to_lowercase();
            if ["master", "diplom", "bachelor", "licen", "m.sc", "m.a"].iter().any(|level| genre.contains(level)) {
                kind = EntryType::MastersThesis;
            }
        }
        let has = |field| self.record.fields.contains_key(&field);
        if kind == EntryType::InProceedings && !has(Field::Container) && has(Field::Editors) && !has(Field::Authors) {
            kind = EntryType::Proceedings;
        }
        let spans = if spans.is_empty() { self.record.extent.clone() } else { spans };
        self.record.entry_type = Sourced::new(kind, spans, self.rule, LABELLED);
        kind
    }
}
