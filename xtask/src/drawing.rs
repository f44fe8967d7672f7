//! The drawing in `ARCHITECTURE.md`: the crates in layers, with what each needs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::Shell;

use crate::rust;

pub(crate) const PAGE: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- crates -->\n";
const END: &str = "<!-- end of crates -->";

/// The crates by their short names, each with those that it needs, directly or not.
type Needs = BTreeMap<String, BTreeSet<String>>;

/// Draws it again.
pub(crate) fn write(shell: &Shell) -> Result<()> {
    let page = shell.read_file(PAGE)?;
    let drawn = drawn(&page, &rust::metadata(shell)?)?;
    Ok(shell.write_file(PAGE, drawn)?)
}

/// The page with the drawing that is right.
pub(crate) fn drawn(page: &str, metadata: &Value) -> Result<String> {
    let no_place = || format!("{PAGE} has no place for the drawing");
    let (before, rest) = page.split_once(BEGIN).with_context(no_place)?;
    let (_, after) = rest.split_once(END).with_context(no_place)?;
    let drawing = drawing(metadata);
    Ok(format!("{before}{BEGIN}{drawing}{END}{after}"))
}

/// One line for each crate. It stands one layer above the highest crate that it needs.
fn drawing(metadata: &Value) -> String {
    let needs = all_needs(&direct_needs(metadata));
    let layer = |name: &String| layer(&needs, name);
    let mut names: Vec<&String> = needs.keys().collect();
    names.sort_by_key(|name| (std::cmp::Reverse(layer(name)), *name));
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut text = String::from("```text\n");
    let mut above = None;
    for name in names {
        let number = layer(name);
        let shown = if above == Some(number) {
            String::new()
        } else {
            number.to_string()
        };
        above = Some(number);
        let line = format!(
            "{shown:>2}  {name:width$}  {}",
            nearest(&needs, name).join(" ")
        );
        writeln!(text, "{}", line.trim_end()).expect("a text grows");
    }
    text + "```\n"
}

/// What each crate of `crates` names in its manifest, but for its tests.
fn direct_needs(metadata: &Value) -> Needs {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let packages: Vec<(String, &Value)> = packages
        .filter_map(|package| Some((short(&package["name"])?, package)))
        .filter(|(name, _)| name != "xtask")
        .collect();
    let names: BTreeSet<&String> = packages.iter().map(|(name, _)| name).collect();
    let needs = packages.iter().map(|(name, package)| {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let needed = dependencies
            .filter(|dependency| dependency["kind"] != "dev")
            .filter_map(|dependency| short(&dependency["name"]))
            .filter(|other| names.contains(other));
        (name.clone(), needed.collect())
    });
    needs.collect()
}

fn short(name: &Value) -> Option<String> {
    let name = name.as_str()?;
    Some(name.strip_prefix("brickwood-").unwrap_or(name).to_owned())
}

fn all_needs(direct: &Needs) -> Needs {
    let all = direct.keys().map(|name| {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<&String> = direct[name].iter().collect();
        while let Some(next) = waiting.pop() {
            if found.insert(next.clone()) {
                waiting.extend(&direct[next]);
            }
        }
        (name.clone(), found)
    });
    all.collect()
}

fn layer(needs: &Needs, name: &String) -> usize {
    let below = needs[name].iter().map(|other| layer(needs, other));
    1 + below.max().unwrap_or(0)
}

/// What a crate needs that nothing else which it needs brings along.
fn nearest<'a>(needs: &'a Needs, name: &String) -> Vec<&'a str> {
    let all = &needs[name];
    let brought = |one: &String| all.iter().any(|other| needs[other].contains(one));
    let nearest = all.iter().filter(|one| !brought(one));
    nearest.map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn workspace() -> Value {
        json!({ "packages": [
            { "name": "brickwood", "dependencies": [
                { "name": "brickwood-table" }, { "name": "brickwood-rules" }, { "name": "brickwood-bots", "kind": null },
                { "name": "brickwood-kit", "kind": "dev" }, { "name": "serde" },
            ] },
            { "name": "brickwood-table", "dependencies": [{ "name": "brickwood-rules" }] },
            { "name": "brickwood-bots", "dependencies": [{ "name": "brickwood-rules", "kind": "build" }] },
            { "name": "brickwood-rules", "dependencies": [] },
            { "name": "brickwood-kit", "dependencies": [] },
            { "name": "xtask", "dependencies": [{ "name": "brickwood-kit" }] },
        ] })
    }

    #[test]
    fn each_crate_stands_above_what_it_needs_and_names_the_nearest() {
        let expected = "```text\n 3  brickwood  bots table\n 2  bots       rules\n    table      rules\n \
                        1  kit\n    rules\n```\n";
        assert_eq!(drawing(&workspace()), expected);
    }

    #[test]
    fn only_the_drawing_of_a_page_is_drawn_again() {
        let page = format!("a\n{BEGIN}old\n{END}\nz\n");
        let expected = format!("a\n{BEGIN}{}{END}\nz\n", drawing(&workspace()));
        assert_eq!(drawn(&page, &workspace()).unwrap(), expected);
        assert!(drawn("a\n", &workspace()).is_err());
    }
}
