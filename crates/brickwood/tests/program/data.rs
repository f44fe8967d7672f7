//! `brickwood data`: data sets that survive `kill -9`.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use crate::{server_process::ServerProcess, stored::store_games};

/// Short games, each in a shard of its own.
const SHORT: [&str; 8] = [
    "--rules",
    "modern players=3 points_to_win=3",
    "--bots",
    "medium",
    "--shard",
    "1",
    "--games",
    "60",
];

fn program(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brickwood"));
    command.arg("data").args(arguments).arg(folder);
    command
}

fn succeeds(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program starts");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("it writes text")
}

/// All files of a data set, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(file, content)| (format!("{name}/{file}"), content)));
        } else {
            found.insert(name, fs::read(&path).expect("a file"));
        }
    }
    found
}

#[test]
fn a_killed_run_goes_on_and_comes_to_the_same_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let write = |folder: &Path| {
        let mut command = program(&["write"], folder);
        command.args(SHORT).args(["--tensors", "seats"]);
        command
    };
    let said = succeeds(&mut write(&whole));
    assert!(said.starts_with("games      60\n"), "{said}");

    let mut process = write(&killed)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let standings = killed.join("standings");
    let some = || fs::read_dir(&standings).is_ok_and(|files| files.count() > 4);
    while !some() {
        assert!(
            process.try_wait().expect("a process").is_none(),
            "it is done too soon"
        );
        thread::sleep(Duration::from_millis(5));
    }
    process.kill().expect("it is killed");
    process.wait().expect("it ends");
    assert!(files(&killed) != files(&whole));

    succeeds(&mut write(&killed));
    assert!(files(&killed) == files(&whole));
}

#[test]
fn a_folder_of_another_data_set_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |seed: &str| {
        let mut command = program(&["write", "--games", "1", "--seed", seed], folder.path());
        command.args(["--rules", "modern players=2 points_to_win=3"]);
        command.output().expect("the program starts")
    };
    assert!(write("1").status.success());
    let before = files(folder.path());
    let refused = write("2");
    assert_eq!(refused.status.code(), Some(1));
    let why = String::from_utf8(refused.stderr).expect("text");
    assert!(why.contains("`source.seed` differs"), "{why}");
    assert!(files(folder.path()) == before);
}

#[test]
fn the_finished_games_of_a_server_are_exported_while_it_runs() {
    let data = tempfile::tempdir().expect("a folder");
    store_games(data.path());
    let server = ServerProcess::open(data.path(), &[]);
    let folder = tempfile::tempdir().expect("a folder");
    let mut export = program(&["export"], folder.path());
    let said = succeeds(export.arg("--data").arg(data.path()));
    assert_eq!(said, "games      1\nleft out   3\n");
    assert!(folder.path().join("decisions/00000.parquet").exists());
    server.kill();
}
