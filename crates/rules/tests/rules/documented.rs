//! The tables of `docs/rules` say what the code does. `cargo xtask codegen` writes them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use brickwood_rules::{
    CITIES, Edition, Illegal, ROADS, Rules, SETTLEMENTS, SWITCHES, Switch, SwitchKind, Variants,
    clause_applies,
};
use brickwood_test_kit::{in_repository, is_committed, read};
use serde_json::{Value, json};

const OVERVIEW: &str = "docs/rules/README.md";

fn id(edition: Edition) -> String {
    let id = serde_json::to_value(edition).expect("an edition has a name");
    id.as_str().expect("it is a text").to_owned()
}

/// Every clause as its id and its title, in the order of the chapters in the overview.
fn clauses() -> Vec<(String, String)> {
    let overview = read(OVERVIEW);
    let mut chapters: Vec<_> = std::fs::read_dir(in_repository("docs/rules"))
        .expect("the folder of the rules")
        .map(|entry| entry.expect("a file").path())
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            overview
                .find(&format!("]({name})"))
                .map(|place| (place, path.clone()))
        })
        .collect();
    chapters.sort();
    chapters
        .iter()
        .flat_map(|(_, path)| {
            let text = std::fs::read_to_string(path).expect("a chapter");
            text.lines()
                .filter_map(|line| line.strip_prefix("### ")?.split_once(' '))
                .map(|(id, title)| (id.to_owned(), title.to_owned()))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn by_edition(of: impl Fn(&Rules) -> Value) -> Value {
    Edition::ALL
        .into_iter()
        .map(|edition| (id(edition), of(&edition.rules(4))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// For programs: the page's rules reference and its chooser read it.
fn editions_json() -> String {
    let switches: Vec<Value> = SWITCHES
        .iter()
        .map(|switch| {
            let options: Vec<Value> = switch
                .values()
                .map(|(id, words)| json!({ "id": id, "words": words }))
                .collect();
            json!({
                "id": switch.id,
                "kind": switch.kind,
                "clause": switch.clause,
                "title": switch.title,
                "sentence": switch.sentence,
                "options": options,
                "values": by_edition(|rules| switch.words(rules).into()),
            })
        })
        .collect();
    let clauses: Vec<Value> = clauses()
        .into_iter()
        .map(|(id, title)| {
            let editions = by_edition(|rules| clause_applies(&id, rules).into());
            json!({ "id": id, "title": title, "editions": editions })
        })
        .collect();
    let editions =
        Edition::ALL.map(|edition| json!({ "id": id(edition), "name": edition.title() }));
    let all = json!({
        "editions": editions,
        "switches": switches,
        "clauses": clauses,
        "games": games(),
        "duel": duel(),
    });
    serde_json::to_string_pretty(&all).expect("text") + "\n"
}

/// What the page's guide to the rules tells: every edition for up to four players, and for up to six.
fn games() -> Vec<Value> {
    Edition::ALL
        .into_iter()
        .flat_map(|edition| [4, 6].map(|players| game(edition, edition.rules(players))))
        .collect()
}

/// What the form for two changes about an edition, its number of players included.
fn duel() -> Value {
    let duel = json!(Edition::Modern.duel());
    let mut changed = json!(Edition::Modern.rules(4));
    let fields = changed.as_object_mut().expect("rules are an object");
    fields.retain(|field, value| {
        let is_another = duel[field.as_str()] != *value;
        *value = duel[field.as_str()].clone();
        is_another
    });
    changed
}

fn game(edition: Edition, rules: Rules) -> Value {
    json!({
        "edition": id(edition),
        "rules": rules,
        "special_building": rules.has_special_building(),
        "costs": {
            "road": rules.road_cost(),
            "settlement": rules.settlement_cost(),
            "city": rules.city_cost(),
            "development_card": rules.development_card_cost(),
        },
        "pieces": { "roads": ROADS, "settlements": SETTLEMENTS, "cities": CITIES },
        "bank": rules.bank(),
        "deck": rules.deck(),
    })
}

/// For people: a row for each clause, a column for each edition.
fn editions_md() -> String {
    let mut text = String::from(
        "# Clause by clause, edition by edition\n\n\
         Written by `cargo xtask codegen` from the code and from the chapters beside it. A dot says\n\
         that the clause counts in the edition, a dash that it does not unless a table switches it on.\n\
         Where a switch decides, its value is given.\n\n",
    );
    let head: Vec<String> = Edition::ALL
        .map(|edition| format!("`{}`", id(edition)))
        .into();
    let _ = writeln!(text, "| clause | | {} |", head.join(" | "));
    let _ = writeln!(text, "|---|---|{}", "---|".repeat(head.len()));
    for (clause, title) in clauses() {
        let decides: Vec<&Switch> = SWITCHES
            .iter()
            .filter(|switch| switch.clause == clause && switch.kind == SwitchKind::Edition)
            .collect();
        let cells: Vec<String> = Edition::ALL
            .map(|edition| edition.rules(4))
            .iter()
            .map(|rules| match &decides[..] {
                [] if clause_applies(&clause, rules) => "•".to_owned(),
                [] => "–".to_owned(),
                switches => {
                    let words: Vec<_> = switches.iter().map(|switch| switch.words(rules)).collect();
                    words.join("; ")
                }
            })
            .collect();
        let _ = writeln!(text, "| {clause} | {title} | {} |", cells.join(" | "));
    }
    text
}

#[test]
fn the_tables_of_the_documents_are_those_of_the_code() {
    is_committed("docs/rules/editions.json", &editions_json());
    is_committed("docs/rules/editions.md", &editions_md());
}

#[test]
fn the_overview_names_every_edition_and_no_name_is_a_publishers() {
    let overview = read(OVERVIEW);
    for edition in Edition::ALL {
        let row = format!("| `{}` | {} |", id(edition), edition.title());
        assert!(overview.contains(&row), "{row}");
        let title = edition.title().to_lowercase();
        assert!(
            !title.contains("mayfair") && !title.contains("siedler"),
            "{title}"
        );
    }
}

#[test]
fn every_switch_is_told_in_words() {
    let rules = serde_json::to_value(Edition::Modern.rules(4)).expect("rules can be written");
    let variants = serde_json::to_value(Variants::default()).expect("so can variants");
    // Numbers are told where they are asked for.
    let numbers = [
        "players",
        "points_to_win",
        "hand_limit",
        "time_limit",
        "variants",
    ];
    let fields: BTreeSet<&str> = [&rules, &variants]
        .into_iter()
        .flat_map(|value| value.as_object().expect("fields").keys())
        .map(String::as_str)
        .filter(|field| !numbers.contains(field))
        .collect();
    let told: BTreeSet<&str> = SWITCHES.iter().map(|switch| switch.id).collect();
    assert_eq!(told, fields);
    for switch in SWITCHES {
        for edition in Edition::ALL {
            assert_ne!(switch.words(&edition.rules(4)), "", "{}", switch.id);
        }
    }
}

#[test]
fn every_reason_and_every_switch_names_a_clause_that_exists() {
    let clauses: BTreeSet<String> = clauses().into_iter().map(|(id, _)| id).collect();
    for illegal in Illegal::ALL {
        assert!(
            clauses.contains(&illegal.clause().to_string()),
            "{illegal:?}"
        );
    }
    for switch in SWITCHES {
        assert!(clauses.contains(switch.clause), "{}", switch.id);
    }
}
