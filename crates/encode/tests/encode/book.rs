//! The tables of `docs/book/encode.md` say what the code does.

use std::fmt::Write as _;

use brickwood_encode::{ActionSpace, Group, Observer, Tensor};
use brickwood_rules::Layout;
use brickwood_test_kit::{is_committed, read};

const PAGE: &str = "docs/book/encode.md";
const LAYOUTS: [Layout; 2] = [Layout::Standard, Layout::Large];

fn actions() -> String {
    let mut table = String::from(
        "| choice | up to 4 players | 5 and 6 players | first name |\n|---|---|---|---|\n",
    );
    let spaces = LAYOUTS.map(ActionSpace::of);
    for group in Group::ALL {
        let [small, large] = spaces.each_ref().map(|space| {
            let range = space.group(group);
            match range.len() {
                1 => format!("{}", range.start),
                _ => format!("{}-{}", range.start, range.end - 1),
            }
        });
        let first = spaces[0].name(spaces[0].group(group).start);
        let first = first.expect("it is in the space");
        let name = group.name();
        writeln!(table, "| `{name}` | {small} | {large} | `{first}` |").expect("a text grows");
    }
    let [small, large] = spaces.map(|space| space.len());
    writeln!(table, "| together | {small} | {large} | |").expect("a text grows");
    table
}

fn shapes() -> String {
    let mut table = String::from("| tensor | up to 4 players | 5 and 6 players |\n|---|---|---|\n");
    for tensor in Tensor::ALL {
        let [small, large] = LAYOUTS.map(|layout| {
            let shape = Observer::shape(layout, tensor);
            let dimensions = shape.dimensions[..shape.rank].iter().map(usize::to_string);
            dimensions.collect::<Vec<_>>().join(" x ")
        });
        writeln!(table, "| `{}` | {small} | {large} |", tensor.name()).expect("a text grows");
    }
    table
}

/// Names that begin alike are put together: `hand.{brick,lumber}`.
fn names(tensor: Tensor) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for name in Observer::names(Layout::Standard, tensor) {
        let (stem, last) = match name.rsplit_once('.') {
            Some((stem, last)) => (stem.to_owned(), last.to_owned()),
            None => (name, String::new()),
        };
        match groups.last_mut() {
            Some((before, members)) if *before == stem && !last.is_empty() => members.push(last),
            _ => groups.push((stem, vec![last])),
        }
    }
    let mut text = String::from("```text\n");
    for (stem, members) in groups {
        let line = match members.as_slice() {
            [only] if only.is_empty() => stem,
            [only] => format!("{stem}.{only}"),
            several => format!("{stem}.{{{}}}", several.join(",")),
        };
        writeln!(text, "{line}").expect("a text grows");
    }
    text + "```\n"
}

#[test]
fn the_books_tables_are_those_of_the_code() {
    let mut written = read(PAGE);
    let tables = [
        ("actions", actions()),
        ("shapes", shapes()),
        ("planes", names(Tensor::Planes)),
        ("seats", names(Tensor::Seats)),
        ("table", names(Tensor::Table)),
        ("history", names(Tensor::History)),
    ];
    for (name, table) in tables {
        let (begin, end) = (
            format!("<!-- {name} -->\n"),
            format!("<!-- end of {name} -->"),
        );
        let (before, rest) = written.split_once(&begin).expect("the table begins");
        let (_, after) = rest.split_once(&end).expect("the table ends");
        written = format!("{before}{begin}{table}{end}{after}");
    }
    is_committed(PAGE, &written);
}
