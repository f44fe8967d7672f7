//! Commands that read and copy stored games while a server uses them.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::server_process::ServerProcess;

/// Four games, as the first version stored them.
const OLD: &str = include_str!("../../../storage/tests/storage/version-1.sql");

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(arguments)
        .output()
        .unwrap()
}

fn verify(place: &Path) -> (Option<i32>, String) {
    let output = run(&["verify-log", "--data", place.to_str().unwrap()]);
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), said)
}

fn back_up(data: &Path, to: &Path) -> Output {
    let (data, to) = (data.to_str().unwrap(), to.to_str().unwrap());
    run(&["backup", "--data", data, "--to", to])
}

/// A folder with these games, migrated by a server that still runs.
fn played() -> (tempfile::TempDir, ServerProcess) {
    let data = tempfile::tempdir().unwrap();
    let old = rusqlite::Connection::open(data.path().join("brickwood.db")).unwrap();
    old.pragma_update(None, "foreign_keys", false).unwrap();
    old.execute_batch(OLD).unwrap();
    drop(old);
    let server = ServerProcess::open(data.path(), &[]);
    (data, server)
}

const SOUND: &str = "games   4\nlines   221\nfaults  0\n";

#[test]
fn sound_games_are_said_to_be_sound_while_they_are_served() {
    let (data, server) = played();
    assert_eq!(verify(data.path()), (Some(0), SOUND.to_owned()));
    server.kill();
    assert_eq!(verify(data.path()), (Some(0), SOUND.to_owned()));
}

#[test]
fn the_first_fault_of_each_game_is_named() {
    let (data, server) = played();
    server.kill();
    let database = rusqlite::Connection::open(data.path().join("brickwood.db")).unwrap();
    database
        .execute_batch(
            "UPDATE record SET body = 'dice 6 6' WHERE game LIKE 'golden%' AND seq = 3;
             DELETE FROM record WHERE game LIKE 'swift%' AND seq IN (40, 80);",
        )
        .unwrap();
    let (code, said) = verify(data.path());
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        "golden-sparrow-55-a3n4w: line 3 of the log leads to another state than it did when it was written\n\
         swift-goose-35-vqb8h: line 41 of the log comes where line 40 should\n\
         games   4\nlines   219\nfaults  2\n"
    );
}

#[test]
fn unreadable_games_are_not_reported_as_sound() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(verify(folder.path()).0, Some(2));
    let old = rusqlite::Connection::open(folder.path().join("brickwood.db")).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    assert_eq!(verify(folder.path()).0, Some(2));
}

#[test]
fn a_backup_is_made_while_the_server_plays_and_is_restored_as_told() {
    let (data, server) = played();
    let copy = data.path().join("monday.db");
    let output = back_up(data.path(), &copy);
    assert!(output.status.success(), "{output:?}");
    server.kill();
    assert_eq!(verify(&copy), (Some(0), SOUND.to_owned()));
    // As the help says: replace the database, and start.
    let restored = tempfile::tempdir().unwrap();
    fs::copy(&copy, restored.path().join("brickwood.db")).unwrap();
    ServerProcess::open(restored.path(), &[]).kill();
    assert_eq!(verify(restored.path()), (Some(0), SOUND.to_owned()));
}

#[test]
fn a_backup_takes_the_place_of_no_file() {
    let (data, server) = played();
    let copy = data.path().join("monday.db");
    fs::write(&copy, "precious").unwrap();
    let output = back_up(data.path(), &copy);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("is there already"));
    assert_eq!(fs::read_to_string(&copy).unwrap(), "precious");
    server.kill();
}

#[test]
fn a_backup_of_postgresql_explains_how_to_copy_the_games() {
    let url = "postgres://ida:secret@host/games";
    let output = run(&["backup", "--database", url, "--to", "games.dump"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(said.contains("pg_dump --format=custom --file=games.dump"));
    assert!(said.contains("pg_restore"));
    assert!(!said.contains("secret"));
}
