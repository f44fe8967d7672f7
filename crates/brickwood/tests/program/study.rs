//! The commands for the analysis of the game: `perft`, `bench`, `match`.

use std::process::{Command, Output};

/// Runs a command to its end: its exit code, and what it writes to stdout and stderr.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it writes text");
    (
        status.code().expect("it is not killed"),
        text(stdout),
        text(stderr),
    )
}

/// The output of a command that succeeds.
fn said(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    stdout
}

/// The rest of a line of results after its name.
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap_or_else(|| panic!("no {name} in\n{text}"))
        .trim()
}

#[test]
fn perft_counts_the_set_up_of_the_suite() {
    for players in ["2", "3", "4"] {
        let counted = said(&["perft", "--players", players, "--depth", "3"]);
        assert_eq!(counted, "7236\n");
    }
    // The larger board: 80 intersections.
    let counted = said(&["perft", "--players", "6", "--depth", "1", "--board", "17"]);
    assert_eq!(counted, "80\n");
}

#[test]
fn perft_divides_by_the_first_step() {
    let divided = said(&["perft", "--depth", "2", "--divide"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 55);
    assert_eq!(lines[54], "144");
    let mut sum = 0;
    for line in &lines[..54] {
        let (step, count) = line.split_once(": ").expect("a step and its count");
        assert!(step.starts_with("1 settlement "), "{step}");
        sum += count.parse::<u32>().expect("a number");
    }
    assert_eq!(sum, 144);
}

#[test]
fn perft_counts_from_a_position() {
    // From the suites in tests-data/perft.
    let position = "position-1 modern players=3 first_player=1 knight_interrupt \
        board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11~a1nw:3,a2ne:G,b4ne:O,c5e:3,d4se:W,\
        e2se:3,e1sw:3,d1w:B,b1w:L phase=interrupt:1,3 turn=8 first=1 active=2 robber=b2 roll=3+4 \
        seat=1 hand=BO dev=K settlements=b2n,d1n roads=b2ne,d1ne \
        seat=2 hand=WW dev=K settlements=a3s,e2n roads=b3ne,e2ne \
        seat=3 hand=BLO dev=KV settlements=c2n,d4n roads=b1se,c4e";
    let counted = said(&["perft", "--position", position, "--depth", "4"]);
    assert_eq!(counted, "401\n");
    let (code, _, error) = run(&["perft", "--position", "position-1 nonsense", "--depth", "1"]);
    assert_eq!(code, 1);
    assert!(error.starts_with("brickwood: "), "{error}");
}

#[test]
fn wrong_options_are_explained() {
    for (arguments, why) in [
        (&["perft"][..], "--depth"),
        (&["perft", "--depth", "1", "--players", "7"], "2..=6"),
        (
            &["perft", "--depth", "1", "--edition", "chess"],
            "almanac-1999",
        ),
        (
            &[
                "perft",
                "--depth",
                "1",
                "--rules",
                "modern players=4 glow=1",
            ],
            "glow",
        ),
        (&["perft", "--depth", "1", "--board", "mine"], "beginners"),
        (
            &["match", "--a", "hard", "--b", "heart"],
            "easy, medium, hard",
        ),
        (&["bench"], "playout"),
        (
            &["match", "--a", "hard", "--b", "hard", "--sprt", "1"],
            "ELO1",
        ),
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(error.contains(why), "{arguments:?}: {error}");
    }
    for (arguments, why) in [
        (
            &[
                "perft",
                "--depth",
                "1",
                "--players",
                "6",
                "--board",
                "beginners",
            ][..],
            "another number of players",
        ),
        (
            &["match", "--a", "easy", "--b", "easy", "--sprt", "20", "0"],
            "the first is smaller",
        ),
        (
            &["bench", "signature", "--check", "nowhere.txt"],
            "nowhere.txt",
        ),
    ] {
        let (code, _, error) = run(arguments);
        assert_eq!(code, 1, "{arguments:?}");
        assert!(error.contains(why), "{arguments:?}: {error}");
    }
}

#[test]
fn every_command_shows_examples() {
    for command in [
        &["match"][..],
        &["perft"],
        &["bench", "playout"],
        &["bench", "signature"],
        &["data", "write"],
        &["data", "export"],
    ] {
        let help = said(&[command, &["--help"]].concat());
        assert!(help.contains("Examples:\n  brickwood "), "{help}");
    }
}

#[test]
fn playouts_report_their_speed_and_a_checksum_that_repeats() {
    let bench = |seed| said(&["bench", "playout", "--games", "3", "--seed", seed]);
    let (one, again, other) = (bench("1"), bench("1"), bench("2"));
    assert_eq!(field(&one, "games "), "3");
    assert_eq!(field(&one, "unfinished "), "0");
    for name in ["steps ", "ns/step ", "steps/s ", "games/s "] {
        let number: f64 = field(&one, name).parse().expect("a number");
        assert!(number > 0.0, "{name}");
    }
    assert_eq!(field(&one, "checksum "), field(&again, "checksum "));
    assert_ne!(field(&one, "checksum "), field(&other, "checksum "));
}

#[test]
fn a_match_is_told_in_a_table_that_repeats() {
    let arguments = [
        "match",
        "--a",
        "medium",
        "--b",
        "easy",
        "--games",
        "12",
        "--players",
        "3",
    ];
    let table = said(&arguments);
    assert_eq!(field(&table, "A "), "1 x medium");
    assert_eq!(field(&table, "B "), "2 x easy");
    assert_eq!(field(&table, "rules "), "modern players=3");
    let count = |name| field(&table, name).parse::<u32>().expect("a number");
    assert_eq!(count("games "), 12);
    assert_eq!(
        count("won by A ") + count("won by B ") + count("no winner ") + count("unfinished "),
        12
    );
    assert!(field(&table, "share of A ").ends_with("fair is 33.3 %"));
    assert_eq!(said(&[&arguments[..], &["--threads", "1"]].concat()), table);
}

#[test]
fn the_books_match_is_what_comes_out() {
    let book = brickwood_test_kit::read("docs/book/arena.md");
    let (_, section) = book.split_once("## Comparing players").expect("a section");
    let block = |kind: &str| {
        let (_, rest) = section
            .split_once(&format!("```{kind}\n"))
            .expect("it begins");
        rest.split_once("```").expect("it ends").0
    };
    let command: Vec<&str> = block("sh").split_whitespace().collect();
    assert_eq!(command[0], "brickwood");
    let told = said(&command[1..]);
    assert_eq!(told, block("text"), "docs/book/arena.md is stale");
}

#[test]
fn the_exit_code_says_what_the_test_found() {
    let found = |a, b, games| {
        run(&[
            "match", "--a", a, "--b", b, "--games", games, "--sprt", "0", "100",
        ])
    };
    let (code, table, _) = found("medium", "easy", "400");
    assert_eq!(code, 0);
    assert!(field(&table, "SPRT ").contains("A is stronger"), "{table}");
    assert!(field(&table, "games ").parse::<u32>().expect("a number") < 400);
    let (code, table, _) = found("easy", "medium", "400");
    assert_eq!(code, 3);
    assert!(
        field(&table, "SPRT ").contains("A is not stronger"),
        "{table}"
    );
    let (code, table, _) = found("easy", "easy", "4");
    assert_eq!(code, 4);
    assert!(field(&table, "SPRT ").contains("do not tell"), "{table}");
}

#[test]
fn the_signature_is_checked_against_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let committed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests-data/bench/signature.txt"
    );
    let said = said(&["bench", "signature", "--check", committed]);
    assert!(said.contains("none differs"), "{said}");
    let changed = folder.path().join("changed.txt");
    let text = std::fs::read_to_string(committed).expect("it is committed");
    std::fs::write(&changed, text.replacen("turns=", "turns=1", 1)).expect("it can be written");
    let changed = changed.to_str().expect("a plain path");
    let (code, stdout, _) = run(&["bench", "signature", "--check", changed]);
    assert_eq!(code, 1);
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
}
