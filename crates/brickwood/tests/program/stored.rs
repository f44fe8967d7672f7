//! Commands that read and copy stored games while a server uses them.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use brickwood_site::SCHEMA;
use brickwood_storage::SqliteStorage;
use brickwood_table::PersonId;

use crate::{server_process::ServerProcess, stored_game};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(arguments)
        .output()
        .unwrap()
}

/// What `verify-log` says of the games in a folder, and its exit code.
pub fn verify(place: &Path) -> (Option<i32>, String) {
    let output = run(&["verify-log", "--data", place.to_str().unwrap()]);
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), said)
}

fn back_up(data: &Path, to: &Path) -> Output {
    let (data, to) = (data.to_str().unwrap(), to.to_str().unwrap());
    run(&["backup", "--data", data, "--to", to])
}

/// The points to win and the most lines of each stored game: the first alone is over.
const GAMES: [(u8, u32); 4] = [(3, 4000), (10, 60), (10, 20), (10, 4)];

/// Stores these games in a folder as `game-0` and so on. Returns how many lines they have.
#[tokio::main(flavor = "current_thread")]
pub async fn store_games(data: &Path) -> usize {
    let log = SqliteStorage::open(data, SCHEMA).unwrap();
    let mut lines = 0;
    for (number, (points_to_win, most)) in GAMES.into_iter().enumerate() {
        let game = stored_game::play(PersonId([7; 32]), points_to_win, most);
        assert_eq!(game.0.is_over(), number == 0);
        lines += game.1.len();
        stored_game::store(&log, &game, &format!("game-{number}")).await;
    }
    lines
}

/// A folder with these games, a server that serves them, and how many lines they have.
fn played() -> (tempfile::TempDir, ServerProcess, usize) {
    let data = tempfile::tempdir().unwrap();
    let lines = store_games(data.path());
    let server = ServerProcess::open(data.path(), &[]);
    (data, server, lines)
}

fn sound(lines: usize) -> (Option<i32>, String) {
    (Some(0), format!("games   4\nlines   {lines}\nfaults  0\n"))
}

#[test]
fn sound_games_are_said_to_be_sound_while_they_are_served() {
    let (data, server, lines) = played();
    assert_eq!(verify(data.path()), sound(lines));
    server.kill();
    assert_eq!(verify(data.path()), sound(lines));
}

#[test]
fn the_first_fault_of_each_game_is_named() {
    let (data, server, lines) = played();
    server.kill();
    let database = rusqlite::Connection::open(data.path().join("brickwood.db")).unwrap();
    database
        .execute_batch(
            "UPDATE record SET post_hash = post_hash + 1 WHERE game = 'game-2' AND seq = 3;
             DELETE FROM record WHERE game = 'game-1' AND seq IN (40, 50);",
        )
        .unwrap();
    let (code, said) = verify(data.path());
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        format!(
            "game-1: line 41 of the log comes where line 40 should\n\
             game-2: line 3 of the log leads to another state than it did when it was written\n\
             games   4\nlines   {}\nfaults  2\n",
            lines - 2
        )
    );
}

#[test]
fn unreadable_games_are_not_reported_as_sound() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(verify(folder.path()).0, Some(2));
    let newer = rusqlite::Connection::open(folder.path().join("brickwood.db")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(verify(folder.path()).0, Some(2));
}

#[test]
fn a_backup_is_made_while_the_server_plays_and_is_restored_as_told() {
    let (data, server, lines) = played();
    let copy = data.path().join("monday.db");
    let output = back_up(data.path(), &copy);
    assert!(output.status.success(), "{output:?}");
    server.kill();
    assert_eq!(verify(&copy), sound(lines));
    // As the help says: stop, restore, and start.
    let restored = tempfile::tempdir().unwrap();
    let restore = |data: &Path| {
        let (copy, data) = (copy.to_str().unwrap(), data.to_str().unwrap());
        run(&["restore", "--from", copy, "--data", data])
    };
    assert!(restore(restored.path()).status.success());
    let server = ServerProcess::open(restored.path(), &[]);
    let refused = restore(restored.path());
    assert!(!refused.status.success());
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("another Brickwood is using"), "{said}");
    server.kill();
    assert_eq!(verify(restored.path()), sound(lines));
    let again = restore(restored.path());
    assert!(again.status.success(), "{again:?}");
    let said = String::from_utf8(again.stdout).unwrap();
    let (_, aside) = said.trim_end().split_once("before are in ").unwrap();
    assert_eq!(verify(Path::new(aside)), sound(lines));
    assert_eq!(verify(restored.path()), sound(lines));
}

#[test]
fn a_backup_takes_the_place_of_no_file() {
    let (data, server, _) = played();
    let copy = data.path().join("monday.db");
    fs::write(&copy, "precious").unwrap();
    let output = back_up(data.path(), &copy);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("is there already"));
    assert_eq!(fs::read_to_string(&copy).unwrap(), "precious");
    server.kill();
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn the_newest_backups_are_kept_and_nothing_else_is_removed() {
    let (data, server, lines) = played();
    let backups = tempfile::tempdir().unwrap();
    let folder = backups.path();
    let copies = [
        "brickwood-2026-11-24T03-00-00Z.db",
        "brickwood-2026-11-25T03-00-00Z.db",
        "brickwood-2026-11-26T03-00-00Z.db",
    ];
    let others = [
        "brickwood-version-7.db",
        "brickwood-yesterday.db",
        "monday.db",
    ];
    for name in copies.into_iter().chain(others) {
        fs::write(folder.join(name), "precious").unwrap();
    }
    let back_up = || {
        let data = data.path().to_str().unwrap();
        let folder = folder.to_str().unwrap();
        run(&[
            "backup", "--verify", "--data", data, "--into", folder, "--keep", "2",
        ])
    };
    let output = back_up();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let (verified, place) = said.split_once("all games are in ").unwrap();
    assert_eq!(verified, sound(lines).1);
    let made = Path::new(place.trim_end());
    assert_eq!(verify(made), sound(lines));
    let mut left = vec![copies[2], made.file_name().unwrap().to_str().unwrap()];
    left.extend(others);
    left.sort_unstable();
    assert_eq!(names(folder), left);

    // A copy with a fault takes the place of none.
    let database = rusqlite::Connection::open(data.path().join("brickwood.db")).unwrap();
    database
        .execute_batch("DELETE FROM record WHERE game = 'game-1' AND seq = 40")
        .unwrap();
    // Its name is the second.
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let output = back_up();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("has faults"));
    assert!(left.iter().all(|name| folder.join(name).exists()));
    server.kill();
}

#[test]
fn a_file_of_ones_own_choice_is_never_removed_for_being_old() {
    let output = run(&["backup", "--to", "monday.db", "--keep", "2"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("'--to <FILE>' cannot be used with '--keep <NUMBER>'"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_looked_into_is_not_said_to_be_empty() {
    let folder = tempfile::tempdir().unwrap();
    // Not even root can follow it.
    let circle = folder.path().join("circle");
    std::os::unix::fs::symlink(&circle, &circle).unwrap();
    for (place, reason) in [
        (&circle, "cannot be read: "),
        (
            &folder.path().to_owned(),
            "there is no Brickwood database in ",
        ),
    ] {
        let output = back_up(place, &folder.path().join("monday.db"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn a_backup_of_postgresql_explains_how_to_copy_the_games() {
    let url = "postgres://ida:secret@host/games";
    let output = run(&["backup", "--database", url, "--to", "games.dump"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(said.contains("umask 077; pg_dump --format=custom --file=games.dump"));
    assert!(!said.contains("postgres://") && !said.contains("$BRICKWOOD_DATABASE"));
    assert!(said.contains("pg_restore"));
    assert!(!said.contains("secret"));
}
