//! External programs in seats.

use std::{fs, path::Path, process::Command, time::Duration};

use brickwood_protocol::{BotLevel, NewSeat, Problem, SeatKind, ServerMessage};
use brickwood_test_client::TestPerson;
use tokio::{sync::watch, time::timeout};

use crate::{
    engine::{example, has_python},
    game::order,
    person::{Person, Until},
    server_process::ServerProcess,
};

/// The output of a match between a program and easy bots.
fn play_match(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .env("BRICKWOOD", env!("CARGO_BIN_EXE_brickwood"))
        .args(["match", "--b", "easy", "--threads", "1"])
        .args(["--a", &format!("cmd:{command}")])
        .args(arguments)
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}{errors}");
    told
}

#[test]
fn the_example_bot_plays_a_match_without_a_fault() {
    if has_python() {
        let command = format!("python3 '{}'", example("bot.py"));
        let told = play_match(&command, &["--games", "4", "--budget", "5000"]);
        assert!(told.contains("program A   0 of "), "{told}");
        assert!(told.contains("unfinished  0"), "{told}");
    }
}

#[test]
fn a_bridge_that_knows_positions_alone_plays_a_match_without_a_fault() {
    if has_python() {
        let command = format!("python3 '{}'", example("bridge.py"));
        let few = ["--games", "2", "--players", "2", "--budget", "5000"];
        let told = play_match(&command, &few);
        assert!(told.contains("program A   0 of "), "{told}");
        assert!(told.contains("unfinished  0"), "{told}");
    }
}

#[test]
fn an_engine_plays_as_the_bot_that_it_lends() {
    let command = format!("'{}' engine", env!("CARGO_BIN_EXE_brickwood"));
    let told = play_match(&command, &["--games", "4", "--budget", "5000"]);
    assert!(told.contains("program A   0 of "), "{told}");
    let ours = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["match", "--a", "hard", "--b", "easy", "--games", "4"])
        .output()
        .unwrap();
    let ours = String::from_utf8(ours.stdout).unwrap();
    // Everything but the names of the two.
    let results = |text: &str| {
        let lines = text.lines();
        let told = lines.filter(|line| !line.starts_with("A  ") && !line.starts_with("program"));
        told.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(results(&told), results(&ours));
}

/// A program that does this with every request after the first.
#[cfg(unix)]
fn script(folder: &Path, does: &str) -> String {
    let file = folder.join("bot.sh");
    let hello = r#"{"id":1,"result":{"name":"script","protocol":2}}"#;
    let text = format!("read line\necho '{hello}'\nwhile read line; do\n{does}\ndone\n");
    fs::write(&file, text).unwrap();
    format!("sh '{}'", file.display())
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_forfeits_its_decisions_and_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let games = ["--games", "2", "--players", "2", "--budget", "1"];
    for (does, what) in [
        ("exit 3", "broken"),
        ("echo rubbish", "broken"),
        ("head -c 3000000 /dev/zero", "broken"),
        ("sleep 1000", "late"),
        ("echo '{\"id\":0,\"result\":{\"action\":\"roll\"}}'", "late"),
    ] {
        let told = play_match(&script(folder.path(), does), &games);
        let report = told.lines().find(|line| line.starts_with("program A"));
        let report = report.unwrap_or_else(|| panic!("{told}"));
        // After ten failures in a row it is not asked again.
        assert!(report.contains(&format!("10 {what}")), "{does}: {report}");
        assert!(report.contains("not asked any more"), "{does}: {report}");
        assert!(told.contains("unfinished  0"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn an_illegal_action_is_named_and_the_program_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // Requests are numbered, and the first was `hello`.
    let does = r#"id=$((${id:-1} + 1))
echo "{\"id\":$id,\"result\":{\"action\":\"confirm 1\"}}""#;
    let games = ["--games", "2", "--players", "2", "--budget", "5000"];
    let told = play_match(&script(folder.path(), does), &games);
    assert!(told.contains("(0 late, 0 broken, "), "{told}");
    assert!(told.contains(" 0 not asked any more); first: "), "{told}");
    assert!(told.contains("(TRN-01)"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_child_processes_of_a_late_program_end_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let ids = folder.path().join("ids");
    let does = format!("sleep 1000 & echo $! >> '{}'; sleep 1000", ids.display());
    let games = ["--games", "2", "--players", "2", "--budget", "1"];
    play_match(&script(folder.path(), &does), &games);
    let ids = fs::read_to_string(ids).unwrap();
    assert_eq!(ids.lines().count(), 10);
    for id in ids.lines() {
        // Gone, or a zombie that waits for its parent.
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{state}");
    }
}

#[test]
fn a_program_that_cannot_play_is_refused_at_once() {
    for command in ["cmd:/no/such/program", "cmd:", "cmd:'"] {
        let output = Command::new(env!("CARGO_BIN_EXE_brickwood"))
            .args(["match", "--b", "easy", "--games", "4", "--a", command])
            .output()
            .unwrap();
        assert!(!output.status.success(), "{command}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_takes_seats_at_tables_of_a_server_that_knows_it() {
    if !has_python() {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let bot = format!("pips=python3 '{}'", example("bot.py"));
    let server = ServerProcess::open(data.path(), &["--bot-pace", "none", "--bot", &bot]);
    let mut person = TestPerson::new(server.address);
    let bots: Vec<String> = person.ask("GET", "/api/bots", "").await.json();
    assert_eq!(bots, ["easy", "medium", "hard", "expert", "outside:pips"]);

    let name = "pips".parse().unwrap();
    let pips = BotLevel::Outside { name };
    let mut unknown = order(1, 2, pips);
    if let NewSeat::Bot { level, .. } = &mut unknown.seats[1] {
        let name = "pops".parse().unwrap();
        *level = BotLevel::Outside { name };
    }
    let body = serde_json::to_string(&unknown).unwrap();
    let refused = person.ask("POST", "/api/tables", &body).await;
    assert_eq!(refused.json::<Problem>().code(), "no_such_bot");

    let table = person.create(&order(1, 2, pips)).await;
    let (_address, watching) = watch::channel(Some(server.address));
    let game = Person::new(person, &table, 1).play(watching, Until::End);
    let person = timeout(Duration::from_mins(3), game).await;
    let person = person.expect("the game ends");
    let seats = person.shown.iter().find_map(|shown| match &shown.message {
        ServerMessage::Welcome { update, .. } => Some(&update.seats),
        _ => None,
    });
    assert_eq!(seats.unwrap()[1].kind, SeatKind::Bot { level: pips });
}
