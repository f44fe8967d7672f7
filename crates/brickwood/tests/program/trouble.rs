//! A disk that is full, a database that is damaged, and a process without file descriptors.

use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use brickwood_protocol::{BotLevel, Level, TableSummary};
use brickwood_test_client::TestPerson;

use crate::{
    game::order,
    server_process::{ServerProcess, program},
    stored::verify,
};

const CANNOT_ACCEPT: &str = "connections cannot be accepted now";

/// The program with a limit on the size of its files, in bytes.
fn with_a_full_disk(data: &Path, bytes: u32) -> Command {
    let whole = program(data, &[]);
    let mut limited = Command::new("prlimit");
    limited
        .arg(format!("--fsize={bytes}"))
        // With the signal ignored, a write beyond the limit fails, as on a full disk.
        .args(["sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(whole.get_program())
        .args(whole.get_args())
        .env_remove("RUST_LOG")
        .stderr(File::create(data.join("reports")).unwrap());
    limited
}

/// Waits for a text in the program's log.
fn reported(data: &Path, text: &str) -> String {
    let begun = Instant::now();
    loop {
        let reports = fs::read_to_string(data.join("reports")).unwrap();
        if reports.contains(text) {
            return reports;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{reports}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[tokio::test]
async fn a_server_starts_on_a_full_disk_and_says_that_nothing_can_be_stored() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    let mut person = TestPerson::new(server.address);
    let table = person
        .create(&order(2, 1, BotLevel::Own(Level::Easy)))
        .await;
    assert_eq!(person.ask("GET", "/readyz", "").await.status, 200);
    server.kill();

    let server = ServerProcess::run(&mut with_a_full_disk(data.path(), 64 * 1024));
    person.address = server.address;
    let ready = person.ask("GET", "/readyz", "").await;
    assert_eq!(ready.status, 503);
    assert!(String::from_utf8_lossy(&ready.body).contains("full"));
    reported(data.path(), "nothing can be stored now");
    // Stored games can be viewed.
    assert_eq!(person.ask("GET", "/", "").await.status, 200);
    let tables: Vec<TableSummary> = person.ask("GET", "/api/tables", "").await.json();
    assert_eq!(tables[0].id, table);
    let mut socket = person.hello(&table, None).await.unwrap();
    let (info, _) = socket.welcome().await;
    assert!(info.you.is_some());
    // An action that cannot be stored is not acknowledged.
    let refused = person
        .post("/api/tables", &order(2, 1, BotLevel::Own(Level::Easy)))
        .await;
    assert_eq!(refused.status, 503);
    drop((socket, server));

    let server = ServerProcess::open(data.path(), &[]);
    person.address = server.address;
    assert_eq!(person.ask("GET", "/readyz", "").await.status, 200);
    person.sit(&table).await;
}

#[tokio::test]
async fn a_damaged_database_is_reported_at_the_start() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &[]);
    for _ in 0..20 {
        let mut person = TestPerson::new(server.address);
        person
            .create(&order(1, 2, BotLevel::Own(Level::Easy)))
            .await;
    }
    assert!(server.terminate());
    let file = data.path().join("brickwood.db");
    let size = fs::metadata(&file).unwrap().len();
    let mut database = OpenOptions::new().write(true).open(&file).unwrap();
    // The pages of the games, which come after those that name the tables.
    let damaged = size / 8;
    database.seek(SeekFrom::Start(size - damaged)).unwrap();
    database
        .write_all(&[0xa5].repeat(damaged as usize))
        .unwrap();
    drop(database);
    let mut again = program(data.path(), &[]);
    again
        .stderr(File::create(data.path().join("reports")).unwrap())
        .stdout(Stdio::null());
    let mut process = again.spawn().unwrap();
    reported(data.path(), "damaged");
    process.kill().unwrap();
    process.wait().unwrap();
}

#[tokio::test]
async fn what_a_damaged_write_ahead_log_has_lost_is_reported_until_somebody_has_seen_to_it() {
    let played = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(played.path(), &[]);
    let mut person = TestPerson::new(server.address);
    person
        .create(&order(1, 2, BotLevel::Own(Level::Easy)))
        .await;
    assert!(server.terminate());
    // A log of many writes, as a killed server leaves it.
    let data = tempfile::tempdir().unwrap();
    let writer = rusqlite::Connection::open(played.path().join("brickwood.db")).unwrap();
    for _ in 0..20 {
        writer
            .execute("UPDATE probe SET written_ms = written_ms + 1", [])
            .unwrap();
    }
    for file in ["brickwood.db", "brickwood.db-wal"] {
        fs::copy(played.path().join(file), data.path().join(file)).unwrap();
    }
    drop(writer);
    let log = data.path().join("brickwood.db-wal");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&log, &bytes).unwrap();

    let mut again = program(data.path(), &[]);
    let reports = File::create(data.path().join("reports")).unwrap();
    let server = ServerProcess::run(again.stderr(reports));
    let said = reported(data.path(), "the write-ahead log was damaged");
    server.kill();
    let (code, faults) = verify(data.path());
    assert_eq!(code, Some(1), "{faults}");
    assert!(faults.contains("are missing"), "{faults}");
    let copies: Vec<_> = fs::read_dir(data.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|file| file.to_string_lossy().contains("damaged"))
        .collect();
    assert_eq!(copies.len(), 1, "{copies:?}");
    assert!(said.contains(copies[0].to_str().unwrap()), "{said}");
    assert_eq!(fs::read(&copies[0]).unwrap(), bytes);
    fs::remove_file(&copies[0]).unwrap();
    assert_eq!(verify(data.path()).0, Some(0));
}

#[tokio::test]
async fn a_server_without_file_descriptors_says_so_once_and_serves_again() {
    const SPARE: usize = 8;
    let data = tempfile::tempdir().unwrap();
    let mut program = program(data.path(), &[]);
    let server =
        ServerProcess::run(program.stderr(File::create(data.path().join("reports")).unwrap()));
    let mut person = TestPerson::new(server.address);
    assert_eq!(person.ask("GET", "/healthz", "").await.status, 200);
    let id = server.id().to_string();
    let open = fs::read_dir(format!("/proc/{id}/fd")).unwrap().count();
    let limit = format!("--nofile={}", open + SPARE);
    let limited = Command::new("prlimit")
        .args(["--pid", &id, &limit])
        .status();
    assert!(limited.unwrap().success());
    let connections: Vec<TcpStream> = (0..2 * SPARE)
        .map(|_| TcpStream::connect(server.address).unwrap())
        .collect();
    reported(data.path(), CANNOT_ACCEPT);
    // Meanwhile the server has tried again many times.
    std::thread::sleep(Duration::from_secs(1));
    let reports = fs::read_to_string(data.path().join("reports")).unwrap();
    assert_eq!(reports.matches(CANNOT_ACCEPT).count(), 1, "{reports}");
    drop(connections);
    assert_eq!(person.ask("GET", "/healthz", "").await.status, 200);
}

/// Without the right to mount a disk, there is nothing to see.
#[test]
fn a_disk_without_any_room_is_named_with_what_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let program = env!("CARGO_BIN_EXE_brickwood");
    let script = format!(
        "mount -t tmpfs -o size=2m none {place} || exit 77
         serve() {{ exec {program} serve --listen 127.0.0.1:0 --backups off --data {place}/data; }}
         (serve) > {place}/said & while ! grep -q host {place}/said; do sleep 0.1; done
         kill -TERM $!; wait $!
         cat /dev/zero > {place}/fill 2> /dev/null
         (serve)"
    );
    let done = Command::new("unshare")
        .args(["--mount", "sh", "-c", &script])
        .env_remove("RUST_LOG")
        .output();
    match done {
        Ok(done) if done.status.code() == Some(1) => {
            let said = String::from_utf8(done.stderr).unwrap();
            let wanted = format!("the disk of {place}/data is full: 0 bytes are free");
            // Without rights, `unshare` fails, too.
            if !said.contains("unshare failed") {
                assert!(said.contains(&wanted), "{said}");
            }
        }
        Ok(done) if done.status.code() != Some(77) => panic!("{done:?}"),
        _ => eprintln!("skipped: nothing can be mounted here"),
    }
}
