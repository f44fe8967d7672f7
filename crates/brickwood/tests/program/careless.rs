//! What a careless host does, and what the program makes of it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use brickwood_protocol::{HostPage, OpenHostPage, StorageTrouble};
use brickwood_site::SCHEMA;
use brickwood_storage::SqliteStorage;
use brickwood_test_client::TestPerson;

use crate::{server_process::ServerProcess, stored::store_games};

fn brickwood(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"));
    program.args(arguments).env_remove("RUST_LOG");
    program
}

fn run(arguments: &[&str]) -> Output {
    brickwood(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(said).unwrap()
}

/// A site that reports into a file in its folder.
fn serve(data: &Path, more: &[&str]) -> Command {
    let mut program = brickwood(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    program
        .arg(data)
        .args(more)
        .stderr(fs::File::create(data.with_extension("reports")).unwrap());
    program
}

fn reports(data: &Path) -> String {
    fs::read_to_string(data.with_extension("reports")).unwrap()
}

/// A folder in a fresh one, and its path as text.
fn folder() -> (tempfile::TempDir, PathBuf, String) {
    let outer = tempfile::tempdir().unwrap();
    let data = outer.path().join("data");
    let text = data.to_str().unwrap().to_owned();
    (outer, data, text)
}

/// Waits until something is so.
async fn soon<F: Future<Output = bool>>(mut is_so: impl FnMut() -> F) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never comes");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The secret of a link to the host's page, once the server has noted its address.
fn way_to_host_page(data: &str) -> String {
    let begun = Instant::now();
    loop {
        let link = said(&run(&["site", "link", "--data", data]));
        if let Some((_, secret)) = link.trim_end().split_once("/host#") {
            return secret.to_owned();
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{link}");
    }
}

#[test]
fn only_a_server_creates_games() {
    let (_outer, data, text) = folder();
    for arguments in [
        &["site", "status"][..],
        &["site", "log"],
        &["site", "link"],
        &["site", "say", "Back soon."],
        &["site", "close"],
        &["site", "features", "--off", "ratings"],
        &["site", "ratings"],
        &["verify-log"],
        &["backup", "--to", "monday.db"],
        &["backup", "--into", "backups"],
    ] {
        for is_there in [false, true] {
            let (_outer, data, text) = folder();
            if is_there {
                fs::create_dir(&data).unwrap();
            }
            let output = run(&[arguments, &["--data", &text]].concat());
            let said = said(&output);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
            let wanted = format!("there is no Brickwood database in {text}");
            assert!(said.contains(&wanted), "{arguments:?}: {said}");
            assert_eq!(data.exists(), is_there);
            assert!(!is_there || fs::read_dir(&data).unwrap().next().is_none());
        }
    }
    // Another program's database is none of ours, and stays as it is.
    fs::create_dir(&data).unwrap();
    let file = data.join("brickwood.db");
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE customer (id)").unwrap();
    drop(other);
    let before = fs::read(&file).unwrap();
    for arguments in [&["site", "status"][..], &["site", "close"], &["verify-log"]] {
        let output = run(&[arguments, &["--data", &text]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    assert!(fs::read(&file).unwrap() == before);
}

#[tokio::test]
async fn a_database_that_is_deleted_under_a_server_is_noticed_though_nobody_plays() {
    let (outer, data, text) = folder();
    drop(SqliteStorage::open(&data, SCHEMA).unwrap());
    let metrics = "127.0.0.1:0";
    let server = ServerProcess::run(&mut serve(&data, &["--metrics", metrics]));
    let mut host = TestPerson::new(server.address);
    let secret = way_to_host_page(&text);
    host.post("/api/host/session", &OpenHostPage { secret })
        .await;
    let page: HostPage = host.ask("GET", "/api/host", "").await.json();
    assert_eq!(page.site.unwrap().trouble, None);

    fs::remove_file(data.join("brickwood.db")).unwrap();
    let sentence = "the database was deleted while the server runs";
    soon(|| async { reports(&data).contains(sentence) }).await;
    let ready = host.ask("GET", "/readyz", "").await;
    assert_eq!(ready.status, 503);
    assert!(String::from_utf8_lossy(&ready.body).contains(sentence));
    let page: HostPage = host.ask("GET", "/api/host", "").await.json();
    assert_eq!(page.site.unwrap().trouble, Some(StorageTrouble::Deleted));
    drop(server);
    // Nothing is lost: the whole database was saved.
    let rescued = data.join("brickwood-rescued-1.db");
    let restored = outer.path().join("restored");
    let restored = restored.to_str().unwrap();
    let from = rescued.to_str().unwrap();
    let output = run(&["restore", "--from", from, "--data", restored]);
    assert!(output.status.success(), "{output:?}");
}

#[tokio::test]
async fn a_host_makes_a_backup_and_takes_it_away_and_nobody_else_does() {
    let (_outer, data, text) = folder();
    store_in(data.clone()).await;
    let server = ServerProcess::run(&mut serve(&data, &[]));
    let mut host = TestPerson::new(server.address);
    let empty = serde_json::json!({});
    assert_eq!(host.post("/api/host/backups", &empty).await.status, 403);
    let secret = way_to_host_page(&text);
    host.post("/api/host/session", &OpenHostPage { secret })
        .await;
    let made = host.post("/api/host/backups", &empty).await;
    assert!(matches!(made.status, 201 | 202), "{}", made.status);
    let mut backups = Vec::new();
    while backups.is_empty() {
        let page: HostPage = host.ask("GET", "/api/host", "").await.json();
        backups = page.site.unwrap().backups.unwrap();
    }
    let name = &backups[0].name;
    let path = format!("/api/host/backups/{name}");
    let file = host.ask("GET", &path, "").await;
    assert_eq!(file.status, 200);
    assert_eq!(file.field("content-type"), Some("application/vnd.sqlite3"));
    assert!(file.body == fs::read(data.join("backups").join(name)).unwrap());
    for other in ["brickwood.db", "..%2Fbrickwood.db", "none.db"] {
        let path = format!("/api/host/backups/{other}");
        assert_eq!(host.ask("GET", &path, "").await.status, 404, "{other}");
    }
    let mut stranger = TestPerson::new(server.address);
    assert_eq!(stranger.ask("GET", &path, "").await.status, 403);
    server.kill();
    let copy = data.join("backups").join(name);
    let (code, said) = crate::stored::verify(&copy);
    assert_eq!(code, Some(0), "{said}");
}

async fn store_in(data: PathBuf) {
    fs::create_dir(&data).unwrap();
    tokio::task::spawn_blocking(move || store_games(&data))
        .await
        .unwrap();
}

#[cfg(unix)]
#[test]
fn whatever_the_umask_is_nobody_else_reads_what_the_program_stores() {
    use std::os::unix::fs::PermissionsExt as _;

    let (outer, data, text) = folder();
    let program = env!("CARGO_BIN_EXE_brickwood");
    let copy = outer.path().join("monday.db");
    let script = format!(
        "umask 0; {program} serve --listen 127.0.0.1:0 --data {text}/deeper > {text}.out 2> {text}.err & \
         while ! grep -q host {text}.out; do sleep 0.1; done; \
         {program} backup --data {text}/deeper --to {copy} && {program} backup --data {text}/deeper --into {text}/copies \
         && {program} restore --from {copy} --data {text}/restored; kill -9 $!",
        copy = copy.display()
    );
    let done = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(copy.exists(), "{done:?}");
    let mut left = vec![data, copy];
    let mut seen = 0;
    while let Some(place) = left.pop() {
        let mode = fs::metadata(&place).unwrap().permissions().mode() & 0o777;
        let wanted = if place.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, wanted, "{} has {mode:o}", place.display());
        if place.is_dir() {
            let entries = fs::read_dir(&place).unwrap();
            left.extend(entries.map(|entry| entry.unwrap().path()));
        }
        seen += 1;
    }
    // Three folders and a half: the database, its log, the lock, copies and what was restored.
    assert!(seen >= 10, "{seen}");
}

#[cfg(unix)]
#[tokio::test]
async fn files_that_others_can_read_are_warned_of() {
    use std::os::unix::fs::PermissionsExt as _;

    let (outer, data, _) = folder();
    drop(SqliteStorage::open(&data, SCHEMA).unwrap());
    for (place, mode) in [
        (outer.path().to_owned(), 0o755),
        (data.clone(), 0o755),
        (data.join("brickwood.db"), 0o644),
    ] {
        fs::set_permissions(place, fs::Permissions::from_mode(mode)).unwrap();
    }
    let _server = ServerProcess::run(&mut serve(&data, &[]));
    let reports = reports(&data);
    assert!(
        reports.contains("other users of this machine can read"),
        "{reports}"
    );
}

#[tokio::test]
async fn a_variable_that_means_nothing_is_warned_of_and_an_empty_one_is_none() {
    let (_outer, data, _) = folder();
    fs::create_dir(&data).unwrap();
    let mut program = serve(&data, &[]);
    program
        .env("BRICKWOOD_PUBLICURL", "https://play.example")
        .env("BRICKWOOD_DATABASE", "")
        .env("BRICKWOOD_WEBHOOK", "")
        .env("BRICKWOOD_PUBLIC_URL", "");
    let server = ServerProcess::run(&mut program);
    assert_eq!(
        TestPerson::new(server.address)
            .ask("GET", "/readyz", "")
            .await
            .status,
        200
    );
    let reports = reports(&data);
    assert!(
        reports.contains("BRICKWOOD_PUBLICURL means nothing: is BRICKWOOD_PUBLIC_URL meant?"),
        "{reports}"
    );
}

#[test]
fn a_doctor_says_what_is_in_force_and_what_is_wrong() {
    let (_outer, data, text) = folder();
    drop(SqliteStorage::open(&data, SCHEMA).unwrap());
    let doctor = |more: &[&str], variables: &[(&str, &str)]| {
        let arguments = [&["doctor", "--data", &text][..], more].concat();
        let mut program = brickwood(&arguments);
        // Those of whoever runs the tests.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BRICKWOOD_")) {
            program.env_remove(name);
        }
        let output = program.envs(variables.iter().copied()).output().unwrap();
        (output.status.code(), said(&output))
    };
    let server = ServerProcess::run(&mut serve(&data, &[]));
    let address = server.address.to_string();
    let webhook = [
        ("BRICKWOOD_WEBHOOK", "https://hooks.example/s3cret"),
        ("BRICKWOOD_DRAIN", "3"),
    ];
    let (code, said) = doctor(&["--listen", &address], &webhook);
    assert_eq!(code, Some(0), "{said}");
    for line in [
        &["listen", &address, "argument"][..],
        &["drain", "3", "variable"],
        &["webhook", "(set)", "variable"],
        &["spectators", "5000", "default"],
    ] {
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert!(
            said.lines().any(|other| words(other) == line),
            "{line:?} is not in\n{said}"
        );
    }
    assert!(
        !said.contains("s3cret") && said.contains("is ready"),
        "{said}"
    );
    drop(server);
    let (code, said) = doctor(&["--listen", &address], &[("BRICKWOOD_DRAINS", "3")]);
    assert_eq!(code, Some(1));
    assert!(said.contains("is BRICKWOOD_DRAIN meant?"), "{said}");
    assert!(
        said.contains(&format!("no server answers at {address}")),
        "{said}"
    );
}

#[test]
fn health_is_the_answer_of_the_server() {
    let (_outer, data, _) = folder();
    fs::create_dir(&data).unwrap();
    let server = ServerProcess::run(&mut serve(&data, &[]));
    let address = server.address.to_string();
    let health = || {
        brickwood(&["health"])
            .env("BRICKWOOD_LISTEN", &address)
            .output()
            .unwrap()
    };
    let ready = health();
    assert_eq!(
        (ready.status.code(), said(&ready)),
        (Some(0), "ready\n".to_owned())
    );
    fs::remove_file(data.join("brickwood.db")).unwrap();
    let begun = Instant::now();
    while health().status.success() {
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
    drop(server);
    assert_eq!(health().status.code(), Some(1));
}

#[test]
fn no_command_complains_when_nobody_reads_on() {
    let (_outer, data, text) = folder();
    drop(SqliteStorage::open(&data, SCHEMA).unwrap());
    for arguments in [
        &["--help"][..],
        &["completions", "bash"],
        &["perft", "--depth", "1"],
        &["site", "status", "--data", &text],
        &["site", "log", "--data", &text],
        &["verify-log", "--data", &text],
        &["doctor", "--data", &text],
    ] {
        let mut program = brickwood(arguments);
        let mut process = program
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(process.stdout.take());
        let output = process.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !said.contains("panicked") && !said.contains("os error"),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn a_file_where_a_folder_is_wanted_is_said_to_be_one() {
    let (outer, ..) = folder();
    let file = outer.path().join("mon.db");
    fs::write(&file, "").unwrap();
    let output = run(&["serve", "--listen", "0", "--data", file.to_str().unwrap()]);
    let said = said(&output);
    assert!(
        said.contains("a folder is wanted, and this is a file"),
        "{said}"
    );
}

#[test]
fn a_folder_that_a_variable_names_gives_way_to_a_database() {
    let (_outer, _, text) = folder();
    let output = brickwood(&["serve", "--listen", "127.0.0.1:0"])
        .env("BRICKWOOD_DATA", &text)
        .env(
            "BRICKWOOD_DATABASE",
            "postgres://brickwood@127.0.0.1:1/none",
        )
        .output()
        .unwrap();
    let said = said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("the database cannot be opened") || said.contains("PostgreSQL"),
        "{said}"
    );
}
