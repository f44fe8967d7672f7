//! `brickwood site ratings`, and what a server that is killed leaves of them.

use std::{
    path::Path,
    process::{Command, Output},
    thread,
    time::Duration,
};

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    BoardChoice, CoachRule, Color, Command as TableCommand, NewSeat, NewTable, TableOptions,
};
use brickwood_rules::{Action, Edition, ToAct, legal_actions};
use brickwood_site::SCHEMA;
use brickwood_storage::{SqliteStorage, Storage};
use brickwood_table::{Author, Batch, People, PersonId, Request, Setup, Table};
use tempfile::TempDir;

use crate::{
    server_process::ServerProcess,
    stored_game::{Played, store},
};

const GAMES: usize = 12;

fn person(number: u8) -> PersonId {
    PersonId([number; 32])
}

/// A rated game of the people 1 and 2, which one of them has left after five turns of each.
fn rated_game(leaves: u8) -> Played {
    let human = |color| NewSeat::Human { color };
    let order = NewTable {
        name: "Ida".to_owned(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(2),
        seats: vec![human(Color::Coral), human(Color::Teal)],
        board: BoardChoice::Random,
        options: TableOptions {
            coach: CoachRule::Never,
            rated: true,
            ..TableOptions::default()
        },
        from: None,
    };
    let setup = Setup::new("rated".to_owned(), &order, [7; 32], 1).unwrap();
    let mut table = Table::new(setup, People::new(&order, person(1), "Ida", None));
    let mut records = Vec::new();
    let mut commit = |table: &mut Table, batch: Batch| {
        records.extend_from_slice(batch.records());
        table.commit(batch);
    };
    let person = |number| Author::person(person(number), None, None);
    let mut ask = |table: &mut Table, author: Author, request: Request| {
        let batch = table.propose(author, &request, 1).unwrap();
        commit(table, batch);
        while let Some(batch) = table.advance(1) {
            commit(table, batch);
        }
    };
    let (name, seat) = ("Bo".to_owned(), None);
    ask(&mut table, person(2), Request::Sit { name, seat });
    table.watch(table.people().people_seats(), 1);
    for number in 1..=2 {
        let seed = ClientSeed::new([number; 32]);
        ask(
            &mut table,
            person(number),
            TableCommand::Ready { seed }.into(),
        );
    }
    while table.state().turn() <= 10 {
        let ToAct::Seats { seats } = table.state().to_act() else {
            panic!("somebody is to act");
        };
        let seat = seats.iter().next().expect("a seat");
        let legal = legal_actions(table.game(), table.state(), seat);
        let ends = legal.iter().find(|action| **action == Action::EndTurn);
        let action = *ends.unwrap_or(&legal[0]);
        let command = TableCommand::act(action, None);
        ask(&mut table, Author::Seat(seat), command.into());
    }
    ask(&mut table, person(leaves), TableCommand::Leave {}.into());
    let end = TableCommand::EndGame { yes: true };
    ask(&mut table, person(3 - leaves), end.into());
    assert!(table.is_over());
    (table, records)
}

#[tokio::main(flavor = "current_thread")]
async fn store_games(data: &Path) {
    let log = SqliteStorage::open(data, SCHEMA).unwrap();
    for number in 1..=2 {
        log.persons().add(person(number), 1).await.unwrap();
    }
    for number in 0..GAMES {
        let leaves = if number % 3 == 0 { 1 } else { 2 };
        store(&log, &rated_game(leaves), &format!("game-{number}")).await;
    }
}

fn site(data: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["site", "--data"])
        .arg(data)
        .args(arguments)
        .output()
        .unwrap()
}

/// What `brickwood site ratings` prints, and whether all is well.
fn ratings(data: &Path, arguments: &[&str]) -> (bool, String) {
    let output = site(data, &[&["ratings"], arguments].concat());
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.success(), said)
}

/// Serves the data for so long, and ends as by a power cut.
fn serve_for(data: &Path, time: Duration, meanwhile: impl FnOnce()) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"));
    program
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .env_remove("RUST_LOG");
    let server = ServerProcess::run(&mut program);
    meanwhile();
    thread::sleep(time);
    server.kill();
}

/// A folder with finished games of a site that rates games, none of which is rated yet.
fn unrated() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    store_games(folder.path());
    let switched = site(folder.path(), &["features", "--on", "ratings"]);
    assert!(switched.status.success());
    folder
}

fn database(data: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(data.join("brickwood.db")).unwrap()
}

fn count(data: &Path, what: &str) -> usize {
    let text = format!("SELECT count(*) FROM {what}");
    database(data)
        .query_row(&text, [], |row| row.get::<_, u32>(0))
        .unwrap() as usize
}

/// All that is stored of ratings.
fn stored(data: &Path) -> Vec<String> {
    let games =
        "SELECT concat_ws(' ', number, game, class, ended_ms) FROM rated_game ORDER BY number";
    let changes = "SELECT concat_ws(' ', number, seat, hex(person), class, place, mean_before, deviation_before, mean,
         deviation) FROM rating_change ORDER BY number, seat";
    let database = database(data);
    let mut lines = Vec::new();
    for text in [games, changes] {
        let mut statement = database.prepare(text).unwrap();
        let rows = statement.query_map([], |row| row.get::<_, String>(0));
        lines.extend(rows.unwrap().map(Result::unwrap));
    }
    lines
}

#[test]
fn whenever_a_server_is_killed_a_game_has_its_results_and_its_rating_or_neither() {
    let folder = unrated();
    let data = folder.path();
    let mut rated = Vec::new();
    while rated.last() != Some(&GAMES) {
        let time = Duration::from_millis(4 * rated.len() as u64);
        serve_for(data, time, || ());
        let games = count(data, "rated_game");
        assert_eq!(count(data, "rating_change"), 2 * games);
        assert_eq!(count(data, "attendance"), 2 * games);
        assert_eq!(count(data, "result"), games);
        assert_eq!(count(data, "game WHERE evaluated > 0"), games);
        let last = "rated_game WHERE number <= (SELECT count(*) FROM rated_game)";
        assert_eq!(count(data, last), games, "none is left out");
        rated.push(games);
    }
    println!("games that were rated when a server was killed: {rated:?}");
    let sound = "rated games  12\nchanges      24\ndiffer       0\n";
    assert_eq!(ratings(data, &[]), (true, sound.to_owned()));
}

#[test]
fn ratings_that_are_worked_out_again_are_those_that_were_stored_to_the_byte() {
    let folder = unrated();
    let data = folder.path();
    let beside = || {
        while count(data, "rated_game") < GAMES {
            thread::sleep(Duration::from_millis(10));
        }
        let (is_well, said) = ratings(data, &[]);
        assert!(
            !is_well && said.contains("a server uses this data"),
            "{said}"
        );
    };
    serve_for(data, Duration::ZERO, beside);
    let before = stored(data);
    assert_eq!(before.len(), 3 * GAMES);
    assert!(ratings(data, &["--write"]).0);
    assert_eq!(stored(data), before, "there was nothing to correct");

    database(data)
        .execute_batch(
            "UPDATE rating_change SET mean = mean + 1 WHERE number = 3 AND seat = 0;
             UPDATE rated_game SET class = 6 WHERE number = 7;
             UPDATE rating_change SET class = 6 WHERE number = 7;
             DELETE FROM rating_change WHERE number = 9 AND seat = 1;",
        )
        .unwrap();
    let (is_well, said) = ratings(data, &[]);
    assert!(!is_well && said.contains("differ       3\n"), "{said}");
    let (is_well, said) = ratings(data, &["--write"]);
    assert!(
        is_well && said.ends_with("Those that differed were corrected.\n"),
        "{said}"
    );
    assert_eq!(stored(data), before);
}
