//! The stages one by one and the whole, on a small page, on many references and on a large page.
//!
//! `cargo bench` prints a table of times with the throughput of each; compare figures of one run with each other, not with
//! those of another machine.

#![allow(clippy::panic, reason = "a benchmark that cannot begin ends with a message")]

use std::fmt::Write as _;

use bibglean::key::{self, Formula, Lock};
use bibglean::label::{self, Labelled};
use bibglean::merge::{Duplicates, merge};
use bibglean::page::{self, Page};
use bibglean::segment::{self, Segmentation};
use bibglean::source::{Format, Source};
use bibglean::span::SourceId;
use bibglean::write::{self, WriteOptions};
use bibglean::{Input, Library, Options, Record, bib, normalize, read};
use divan::{Bencher, black_box, counter::BytesCount};

fn main() {
    divan::main();
}

/// A page of three cards and what stands around them.
const CARDS: &str = include_str!("../fixtures/listings/cards/input.txt");
/// Whole references.
const LINES: &str = include_str!("../fixtures/listings/whole-lines/input.txt");

/// Inputs: name, size.
const PAGES: &[(&str, usize)] = &[("card page", 1), ("100 KB listing", 100), ("1 MB listing", 1000)];

fn formula() -> Formula {
    Formula::parse("scholar").unwrap_or_else(|error| panic!("{}", error.message))
}

fn source(text: &str, format: Format) -> Source {
    Source::decode(SourceId(0), "bench", text.as_bytes()).0.with_format(format)
}

/// A listing of about so many kilobytes, no two entries alike; the card page itself for one.
fn listing(kilobytes: usize) -> Source {
    if kilobytes == 1 {
        return source(CARDS, Format::Text);
    }
    let mut text = String::from("Publications\n\n");
    let mut n = 0;
    while text.len() < kilobytes * 1000 {
        n += 1;
        let _ = write!(
            text,
            "Growth of reeds in brackish water, part {n}: salt, light and the {}th tide\n\
             Ada Moss, Ben Reed, Cy Sand{n}\n\
             Journal of Wetland Studies {}({}), {}-{}, {}\n\n",
            n % 29,
            1 + n % 60,
            1 + n % 12,
            n,
            n + 12,
            1990 + n % 35
        );
    }
    source(&text, Format::Text)
}

/// So many references, one a line, no two alike.
fn references(count: usize) -> Source {
    let lines: Vec<&str> = LINES.lines().filter(|line| line.len() > 40).collect();
    let mut text = String::new();
    for n in 0..count {
        let line = lines[n % lines.len()];
        let _ = writeln!(text, "{}", line.replacen(". ", &format!(" {}. ", n / lines.len()), 1));
    }
    source(&text, Format::Text)
}

fn labelled(page: &Page) -> Vec<Labelled> {
    label::label(&segment::segment(page).blocks)
}

fn records(page: &Page) -> Vec<Record> {
    labelled(page).iter().filter_map(|entry| normalize::normalize(entry, None)).collect()
}

fn library(page: &Page) -> Library {
    let (mut library, _) = merge(records(page), Duplicates::Join);
    key::assign(&mut library, &formula(), &Lock::default());
    library
}

/// Runs a stage on each page, with what it is given.
fn stage<T>(bencher: Bencher, size: usize, given: impl Fn(&Page) -> T, run: impl Fn(&Page, &T) + Sync)
where
    T: Sync,
{
    let source = listing(size);
    let page = page::read(&source);
    let input = given(&page);
    bencher.counter(BytesCount::new(source.text().len())).bench(|| run(&page, &input));
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 5)]
fn page_read(bencher: Bencher, size: usize) {
    let source = listing(size);
    bencher.counter(BytesCount::new(source.text().len())).bench(|| page::read(black_box(&source)));
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 3)]
fn segment(bencher: Bencher, size: usize) {
    stage(bencher, size, |_| (), |page, ()| drop::<Segmentation>(segment::segment(black_box(page))));
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 3)]
fn label(bencher: Bencher, size: usize) {
    stage(bencher, size, segment::segment, |_, cut| drop(label::label(black_box(&cut.blocks))));
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 3)]
fn normalize(bencher: Bencher, size: usize) {
    stage(bencher, size, labelled, |_, entries| {
        entries.iter().for_each(|entry| drop(normalize::normalize(black_box(entry), None)));
    });
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 3)]
fn merge_and_key(bencher: Bencher, size: usize) {
    stage(bencher, size, records, |_, records| {
        let (mut library, _) = merge(black_box(records.clone()), Duplicates::Join);
        key::assign(&mut library, &formula(), &Lock::default());
    });
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 3)]
fn write_bibtex(bencher: Bencher, size: usize) {
    let Some(format) = write::format("bibtex") else { return };
    stage(bencher, size, library, |_, library| drop((format.write)(black_box(library), &WriteOptions::default())));
}

#[divan::bench(args = PAGES.iter().map(|(_, size)| *size), sample_count = 3)]
fn whole(bencher: Bencher, size: usize) {
    let source = listing(size);
    let options = Options::new(formula());
    bencher.counter(BytesCount::new(source.text().len())).bench(|| read(std::slice::from_ref(&source), &options));
}

#[divan::bench(sample_count = 3)]
fn ten_thousand_references(bencher: Bencher) {
    let source = references(10_000);
    let options = Options { input: Input::Lines, duplicates: Duplicates::Keep, ..Options::new(formula()) };
    bencher
        .counter(divan::counter::ItemsCount::new(10_000_usize))
        .bench(|| read(std::slice::from_ref(&source), &options));
}

#[divan::bench(sample_count = 3)]
fn html_page_of_one_megabyte(bencher: Bencher) {
    let mut text = String::from("<html><body><ul>\n");
    for (n, line) in references(4000).text().lines().enumerate() {
        let _ =
            writeln!(text, "<li class=\"pub\"><b>{}</b> <a href=\"x{n}.pdf\">pdf</a></li>", line.replace('&', "&amp;"));
    }
    let source = source(&text, Format::Html);
    let options = Options::new(formula());
    bencher.counter(BytesCount::new(source.text().len())).bench(|| read(std::slice::from_ref(&source), &options));
}

#[divan::bench(sample_count = 3)]
fn read_a_bib_of_five_thousand_entries(bencher: Bencher) {
    let source = references(5000);
    let options = Options { input: Input::Lines, duplicates: Duplicates::Keep, ..Options::new(formula()) };
    let library = read(std::slice::from_ref(&source), &options).library;
    let Some(format) = write::format("bibtex") else { return };
    let text = (format.write)(&library, &WriteOptions::default()).text;
    bencher.counter(BytesCount::new(text.len())).bench(|| bib::read(SourceId(0), black_box(&text)));
}
