//! How the program starts and ends.

use std::{
    io::{BufRead, BufReader},
    net::IpAddr,
    path::Path,
    process::{Output, Stdio},
};

use brickwood_protocol::{Addresses, BotLevel, Level, ServerMessage, TableSummary};
use brickwood_test_client::TestPerson;

use crate::{
    game::order,
    server_process::{ServerProcess, program},
};

/// Runs the program under conditions in which it cannot start.
fn fails(data: &Path, arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = program(data, arguments).output().unwrap();
    assert_eq!(status.code(), Some(1));
    String::from_utf8(stderr).unwrap()
}

#[tokio::test]
async fn it_serves_the_page_where_it_says() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    assert!(server.address.ip().is_loopback());
    let mut person = TestPerson::new(server.address);
    let page = person.ask("GET", "/", "").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.field("content-type"), Some("text/html"));
    assert!(data.path().join("brickwood.db").exists());
}

/// What the program says of its addresses when it starts with these arguments.
fn addresses(arguments: &[&str]) -> Vec<String> {
    let data = tempfile::tempdir().unwrap();
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(arguments)
        .args(["--data", data.path().to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(process.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let address = line.strip_prefix("Brickwood is at ").map(str::to_owned);
        // The one for this machine is the last.
        let is_last = address
            .as_ref()
            .is_some_and(|at| at.starts_with("http://127.0.0.1:"));
        lines.extend(address);
        if is_last {
            break;
        }
    }
    process.kill().unwrap();
    process.wait().unwrap();
    lines
}

#[test]
fn every_address_that_is_printed_can_be_opened() {
    for arguments in [
        &["--no-open", "--port", "0", "--host", "0.0.0.0"][..],
        &["serve", "--listen", "0.0.0.0:0"],
    ] {
        for address in addresses(arguments) {
            let (ip, port) = address
                .strip_prefix("http://")
                .and_then(|at| at.rsplit_once(':'))
                .unwrap();
            let ip: IpAddr = ip.parse().unwrap();
            assert!(!ip.is_unspecified(), "{address}");
            assert_ne!(port, "0", "{address}");
        }
    }
}

#[tokio::test]
async fn a_program_for_its_own_machine_can_be_opened_and_a_site_says_how() {
    for (arguments, wanted) in [
        (
            &["--no-open", "--port", "0"][..],
            "brickwood --host 0.0.0.0 --port 0",
        ),
        (
            &["serve", "--listen", "127.0.0.1:0"],
            "brickwood serve --listen 0.0.0.0:",
        ),
    ] {
        let data = tempfile::tempdir().unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_brickwood"));
        program.args(arguments);
        program.args(["--data", data.path().to_str().unwrap()]);
        let server = ServerProcess::run(&mut program);
        let mut person = TestPerson::new(server.address);
        let Addresses::Machine { can_open, command } =
            person.ask("GET", "/api/addresses", "").await.json()
        else {
            panic!("only this machine can connect");
        };
        assert_eq!(can_open, arguments[0] != "serve");
        assert!(command.starts_with(wanted), "{command}");
    }
}

#[tokio::test]
async fn playing_is_the_default_command() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let mut play = std::process::Command::new(env!("CARGO_BIN_EXE_brickwood"));
    play.args(["play", "--no-open", "--port", "0", "--data", folder]);
    let server = ServerProcess::run(&mut play);
    let healthy = TestPerson::new(server.address)
        .ask("GET", "/healthz", "")
        .await;
    assert_eq!(healthy.status, 200);
}

#[test]
fn a_second_program_does_not_touch_the_same_games() {
    let data = tempfile::tempdir().unwrap();
    let _server = ServerProcess::open(data.path(), &[]);
    let error = fails(data.path(), &[]);
    assert!(
        error.contains("another Brickwood is using the data"),
        "{error}"
    );
}

#[test]
fn a_port_that_is_taken_is_named() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    let port = server.address.port().to_string();
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().to_str().unwrap();
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["--no-open", "--port", &port, "--data", folder])
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    let error = String::from_utf8(second.stderr).unwrap();
    assert!(error.contains(&format!("port {port} is taken")), "{error}");
    assert!(error.contains("--port"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = fails(&file, &[]);
    assert!(error.contains(file.to_str().unwrap()), "{error}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn games_are_kept_in_the_users_data_folder() {
    let home = tempfile::tempdir().unwrap();
    let mut play = std::process::Command::new(env!("CARGO_BIN_EXE_brickwood"));
    play.args(["--no-open", "--port", "0"])
        .env("XDG_DATA_HOME", home.path());
    let _server = ServerProcess::run(&mut play);
    assert!(home.path().join("brickwood/brickwood.db").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn asked_to_end_it_says_goodbye_and_keeps_the_games() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    let mut person = TestPerson::new(server.address);
    let table = person
        .create(&order(1, 2, BotLevel::Own(Level::Easy)))
        .await;
    let mut socket = person.hello(&table, None).await.unwrap();
    assert!(matches!(
        socket.message().await,
        ServerMessage::Welcome { .. }
    ));
    assert!(server.terminate());
    let server = ServerProcess::open(data.path(), &[]);
    person.address = server.address;
    let tables: Vec<TableSummary> = person.ask("GET", "/api/tables", "").await.json();
    assert_eq!(tables[0].id, table);
}
