//! `brickwood verify`: a fair game is found fair, and every change of its record is detected.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    process::{Command, Output, Stdio},
    sync::LazyLock,
};

use brickwood_arena::{Budget, Caps, Chance, Player, play};
use brickwood_bots::{Bot, Level};
use brickwood_fair::{ClientSeed, Key, Nonce, SCHEME, Secret};
use brickwood_notation::{
    Fairness, Record, RecordHeader, RecordResult, RecordedPlayer, SeatHeader, record_text,
};
use brickwood_protocol::{
    Beginning, BoardChoice, Color, Command as TableCommand, HostOrder, NewSeat, NewTable,
    TableOptions,
};
use brickwood_rules::{
    ChanceOutcome, Edition, Game, Playthrough, Rules, Seat, State, Step, ToAct, legal_actions,
    shuffled_board,
};
use brickwood_table::{Author, People, PersonId, Request, Setup, Table};
use brickwood_test_kit::{read, update};

use crate::engine::has_python;

const TABLE: &str = "sunny-otter-12";

/// Chance by the scheme: all seats but seat 2 attach nonces.
struct Fair {
    key: Key,
    nonces: Vec<Option<Nonce>>,
}

impl Chance for Fair {
    fn draw(&mut self, game: &Game, state: &State) -> Option<ChanceOutcome> {
        let number = self.nonces.len() as u32 + 1;
        let nonce = [number as u8 ^ 0x5a; 16];
        let nonce = (state.turn() > 0 && state.active().index() != 1).then_some(Nonce::new(nonce));
        let outcome = self.key.outcome(game, state, number, nonce)?;
        self.nonces.push(nonce);
        Some(outcome)
    }
}

/// A game of bots with fair chance, as a server records it.
pub(crate) fn fair_game() -> String {
    let secret = Secret::new(std::array::from_fn(|at| 7 * at as u8));
    let seeds: Vec<(Seat, ClientSeed)> = [0, 2]
        .map(|seat| (Seat::new(seat).unwrap(), ClientSeed::new([seat + 40; 32])))
        .to_vec();
    let rules = Edition::Modern.rules(3);
    let board = shuffled_board(&rules, secret.board(TABLE, 1));
    let seats = ["red human Anna", "white bot:easy Ben", "blue human Cara"].map(|seat| {
        let words: Vec<&str> = seat.split(' ').collect();
        SeatHeader {
            color: words[0].into(),
            player: match words[1].strip_prefix("bot:") {
                Some(level) => RecordedPlayer::Bot(level.into()),
                None => RecordedPlayer::Human,
            },
            name: words[2].into(),
        }
    });
    let mut header = RecordHeader::new(Edition::Modern, rules, board, seats.to_vec()).unwrap();
    header.fair = Some(Fairness {
        scheme: SCHEME.into(),
        table: TABLE.into(),
        board_deal: Some(1),
        commitment: *secret.commitment(TABLE).as_bytes(),
        secret: *secret.as_bytes(),
        seeds: seeds
            .iter()
            .map(|(seat, seed)| (*seat, *seed.as_bytes()))
            .collect(),
    });
    let mut chance = Fair {
        key: Key::derive(&secret, TABLE, &seeds),
        nonces: Vec::new(),
    };
    let mut players: Vec<Box<dyn Player>> = (0..3)
        .map(|_| Box::new(Bot::new(Level::Easy)) as Box<dyn Player>)
        .collect();
    let mut course = Playthrough::new(header.game.clone());
    let (budget, caps) = (Budget::default(), Caps::default());
    play(&mut course, &mut players, &mut chance, 1, budget, caps);
    let result = RecordResult::of(&header.game, course.state());
    assert!(result.is_some(), "the game comes to its end");
    let steps = course.into_steps();
    let is_draw = |(_, step): &(usize, &Step)| matches!(step, Step::Chance { .. });
    let draws = steps.iter().enumerate().filter(is_draw);
    let nonces: BTreeMap<usize, [u8; 16]> = draws
        .zip(&chance.nonces)
        .filter_map(|((place, _), nonce)| Some((place, *nonce.as_ref()?.as_bytes())))
        .collect();
    record_text(&Record {
        header,
        steps,
        nonces,
        result,
    })
    .unwrap()
}

const COMMITTED: &str = "tests-data/records/fair.record";

/// The committed record of such a game; `UPDATE_COMMITTED=1` writes it again.
fn committed() -> String {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        update(COMMITTED, fair_game);
        read(COMMITTED)
    });
    TEXT.clone()
}

/// The chapter of the book.
fn book() -> String {
    read("docs/book/fairness.md")
}

fn verify(record: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have found an error before it has read everything.
    let _ = program.stdin.take().unwrap().write_all(record.as_bytes());
    program.wait_with_output().unwrap()
}

/// The output for a record that was changed.
fn found_out(record: &str) -> String {
    let output = verify(record);
    let told = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(!told.contains("All chance"), "{told}");
    told
}

/// The first line with this beginning, and its number.
fn line_of<'a>(record: &'a str, start: &str) -> (usize, &'a str) {
    let mut lines = record.lines().enumerate();
    let (at, line) = lines.find(|(_, line)| line.starts_with(start)).unwrap();
    (at + 1, line)
}

/// The record with another digit in one line.
fn with_other_digit(record: &str, line: &str) -> String {
    let last = if line.ends_with('0') { "1" } else { "0" };
    record.replacen(line, &format!("{}{last}", &line[..line.len() - 1]), 1)
}

/// The verdict of one of the checks.
fn verdict<'a>(told: &'a str, what: &str) -> &'a str {
    let line = told.lines().find(|line| line.starts_with(what)).unwrap();
    line[12..].split("  ").next().unwrap()
}

#[test]
fn a_fair_game_is_found_fair_whether_played_now_or_long_ago() {
    for record in [fair_game(), committed()] {
        let output = verify(&record);
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(told.ends_with("from what was fixed before it.\n"), "{told}");
        for what in ["commitment", "board", "draws"] {
            assert_eq!(verdict(&told, what), "ok", "{told}");
        }
        assert!(told.contains("seats 1, 3 brought one each"), "{told}");
        for word in ["dice", "steal", "development"] {
            assert!(told.contains(word), "{told}");
        }
    }
}

/// The record of a game that was played at a table, as a server has it.
fn played_at_a_table(from: Option<Beginning>) -> String {
    let rules = Rules {
        points_to_win: 5,
        ..Edition::Modern.rules(2)
    };
    let order = NewTable {
        name: "Ann".into(),
        edition: Edition::Modern,
        rules,
        seats: Color::ALL[..2]
            .iter()
            .map(|color| NewSeat::Human { color: *color })
            .collect(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from,
    };
    let persons = [1, 2].map(|number| PersonId([number; 32]));
    let setup = Setup::new("sunny-otter-7".into(), &order, [0x77; 32], 0).unwrap();
    let mut table = Table::new(setup, People::new(&order, persons[0], "Ann", None));
    let name = "Ben".into();
    let ready = |byte| TableCommand::Ready {
        seed: ClientSeed::new([byte; 32]),
    };
    let start = TableCommand::Arrange {
        order: HostOrder::Start {},
    };
    for (person, request) in [
        (persons[1], Request::Sit { name, seat: None }),
        (persons[0], ready(8).into()),
        (persons[1], ready(9).into()),
        (persons[0], start.into()),
    ] {
        // The game may begin by itself.
        if let Ok(batch) = table.propose(Author::person(person, None, None), &request, 0) {
            table.commit(batch);
        }
    }
    let mut below = Secret::new([1; 32]).board("test", 1);
    while !table.is_over() {
        if let Some(batch) = table.advance(0) {
            table.commit(batch);
        }
        let ToAct::Seats { seats } = table.state().to_act() else {
            continue;
        };
        let seat = seats.iter().next().unwrap();
        let legal = legal_actions(table.game(), table.state(), seat);
        let action = legal[below(legal.len())];
        let mut command = table.command(action);
        if seat.index() == 0 {
            command = command.with_nonce(Nonce::new([below(256) as u8; 16]));
        }
        if let Ok(batch) = table.propose(Author::Seat(seat), &command.into(), 0) {
            table.commit(batch);
        }
    }
    table.game_record().unwrap()
}

#[test]
fn only_what_was_drawn_after_an_opening_is_checked_and_the_rest_is_named() {
    let from = Beginning {
        record: played_at_a_table(None),
        steps: 40,
    };
    let record = played_at_a_table(Some(from));
    assert!(record.contains("\nopening 40\n"), "{record}");
    let output = verify(&record);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("the first 40 steps were given"), "{told}");
    let fewer = record.replace("\nopening 40\n", "\nopening 1\n");
    assert_eq!(verify(&fewer).status.code(), Some(1));
}

#[test]
fn the_record_of_a_table_is_found_fair() {
    let record = played_at_a_table(None);
    let output = verify(&record);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("seats 1, 2 brought one each"), "{told}");
    assert_eq!(verdict(&told, "board"), "ok", "{told}");
    assert!(record.contains(" nonce="));
}

#[test]
fn the_book_shows_what_the_program_says() {
    let told = String::from_utf8(verify(&committed()).stdout).unwrap();
    assert!(
        book().contains(&format!("$ brickwood verify {COMMITTED}\n{told}```")),
        "{told}"
    );
}

#[test]
fn the_books_python_program_tells_fair_draws_from_others() {
    if !has_python() {
        return;
    }
    let book = book();
    let (_, program) = book.split_once("```python\n").unwrap();
    let (program, _) = program.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let check = |record: &str| {
        let file = folder.path().join("game.record");
        fs::write(&file, record).unwrap();
        let output = Command::new("python3")
            .args(["-c", program])
            .arg(&file)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let record = committed();
    assert_eq!(
        check(&record),
        "commitment fits: True\nthrows that differ: 0\n"
    );
    let (_, line) = line_of(&record, "fair-commitment");
    let told = check(&with_other_digit(&record, line));
    assert!(told.starts_with("commitment fits: False\n"), "{told}");
    let (_, line) = line_of(&record, "dice");
    let told = check(&record.replacen(line, "dice 1 1", 1));
    assert!(
        told.contains("draw 1: dice 1 1\nthrows that differ: 1\n"),
        "{told}"
    );
}

#[test]
fn another_throw_is_named_with_its_line_even_if_the_game_could_not_go_on_so() {
    let record = committed();
    let throws = record
        .lines()
        .enumerate()
        .filter(|line| line.1.starts_with("dice"));
    for (at, line) in throws.skip(5).step_by(9) {
        let mut words = line.split(' ');
        let (first, second) = (words.nth(1).unwrap(), words.next().unwrap());
        let other = if first == "3" { "4" } else { "3" };
        let changed = line.replacen(first, other, 1);
        let lines = record.lines().enumerate();
        let changed: Vec<&str> = lines
            .map(|(here, line)| if here == at { &changed } else { line })
            .collect();
        let told = found_out(&changed.join("\n"));
        let number = at + 1;
        assert!(told.contains(&format!("line {number}: draw ")), "{told}");
        let words =
            format!("is `dice {other} {second}`, and `dice {first} {second}` had to be drawn");
        assert!(told.contains(&words), "{told}");
        assert_eq!(verdict(&told, "commitment"), "ok");
    }
}

#[test]
fn another_secret_or_commitment_is_found() {
    let record = committed();
    let (_, line) = line_of(&record, "fair-secret");
    let told = found_out(&with_other_digit(&record, line));
    for what in ["commitment", "board", "draws"] {
        assert_eq!(verdict(&told, what), "DIFFERS", "{told}");
    }
    let (_, line) = line_of(&record, "fair-commitment");
    let told = found_out(&with_other_digit(&record, line));
    assert_eq!(verdict(&told, "commitment"), "DIFFERS", "{told}");
    assert_eq!(verdict(&told, "draws"), "ok", "{told}");
    let (_, line) = line_of(&record, "fair brick");
    let told = found_out(&record.replacen(line, &format!("fair {SCHEME} other"), 1));
    assert_eq!(verdict(&told, "commitment"), "DIFFERS", "{told}");
}

#[test]
fn another_seed_or_one_less_is_found() {
    let record = committed();
    let (first_draw, _) = line_of(&record, "dice");
    let (_, line) = line_of(&record, "fair-seed");
    for changed in [
        with_other_digit(&record, line),
        record.replacen(line, &line.replacen(" 1 ", " 2 ", 1), 1),
    ] {
        let told = found_out(&changed);
        assert_eq!(verdict(&told, "commitment"), "ok", "{told}");
        assert_eq!(verdict(&told, "board"), "ok", "{told}");
        assert!(
            told.contains(&format!("line {first_draw}: draw 1 ")),
            "{told}"
        );
    }
    let told = found_out(&record.replacen(&format!("{line}\n"), "", 1));
    assert_eq!(verdict(&told, "draws"), "DIFFERS", "{told}");
    assert!(told.contains("seat 3 brought one"), "{told}");
}

#[test]
fn another_nonce_or_one_less_is_found() {
    let record = committed();
    let has_nonce = |line: &&str| line.starts_with("dice") && line.contains(" nonce=");
    let line = record.lines().find(has_nonce).unwrap();
    let (number, _) = line_of(&record, line);
    let without = line.split(" nonce=").next().unwrap();
    // Some other nonces lead to the same throw; these do not.
    for changed in [
        with_other_digit(&record, line),
        record.replacen(line, without, 1),
    ] {
        let told = found_out(&changed);
        assert!(told.contains(&format!("line {number}: draw ")), "{told}");
    }
}

#[test]
fn another_board_is_found_and_one_that_was_chosen_is_not_asked_for() {
    let record = committed();
    let (_, line) = line_of(&record, "board");
    let harbors = line.split_once('~').unwrap().1;
    let (first, rest) = harbors.split_once(',').unwrap();
    let (place, kind) = first.split_once(':').unwrap();
    let kind = if kind == "3" { "W" } else { "3" };
    let changed = record.replacen(harbors, &format!("{place}:{kind},{rest}"), 1);
    assert_ne!(changed, record);
    let told = found_out(&changed);
    assert_eq!(verdict(&told, "board"), "DIFFERS", "{told}");
    let told = found_out(&record.replacen("fair-board drawn", "fair-board drawn 2", 1));
    assert_eq!(verdict(&told, "board"), "DIFFERS", "{told}");
    assert!(told.contains("dealt 2 times"), "{told}");
    let chosen = verify(&record.replacen("fair-board drawn", "fair-board chosen", 1));
    assert_eq!(chosen.status.code(), Some(0));
    let told = String::from_utf8(chosen.stdout).unwrap();
    assert!(told.contains("chosen by somebody"), "{told}");
}

#[test]
fn a_record_that_says_nothing_of_its_chance_is_not_called_fair() {
    let lines = committed();
    let lines = lines.lines().filter(|line| !line.starts_with("fair"));
    let plain: Vec<&str> = lines
        .map(|line| line.split(" nonce=").next().unwrap())
        .collect();
    let told = found_out(&plain.join("\n"));
    assert!(
        told.starts_with("This record has no fairness part"),
        "{told}"
    );
    let later = committed().replacen(SCHEME, "brickwood-fair-v2", 1);
    let told = found_out(&later);
    assert!(told.contains("brickwood-fair-v2"), "{told}");
}

#[test]
fn a_text_that_is_not_a_record_cannot_be_verified() {
    let record = committed();
    let broken = record.replacen("1 settlement", "1 city", 1);
    for text in ["", "dice 1 1", &broken] {
        let output = verify(text);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
    let missing = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["verify", "/no/such/file"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
}
