//! `brickwood site`, as hosts use it while a server runs.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use brickwood_protocol::{HostPage, OpenHostPage, SiteInfo};
use brickwood_site::moderation::host::person_id;
use brickwood_test_client::TestPerson;

/// A server on a free port, and the secret of a link to the host's page.
struct Served {
    process: Child,
    person: TestPerson,
    secret: String,
}

impl Served {
    fn open(data: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_brickwood"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = process.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(stdout).lines().map(Result::unwrap);
        let first = lines.next().expect("a line is printed");
        let address = first.strip_prefix("Brickwood is at http://").unwrap();
        // The address is noted before the first connection is accepted.
        let prefix = format!("http://{address}/host#");
        let secret = loop {
            let link = site(data, &["link"]).unwrap_or_default();
            if let Some((_, secret)) = link.trim_end().split_once(&prefix) {
                break secret.to_owned();
            }
        };
        Self {
            person: TestPerson::new(address.parse().unwrap()),
            secret,
            process,
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What `brickwood site` prints; what it says of an error otherwise.
fn site(data: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["site", "--data"])
        .arg(data)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

#[tokio::test]
async fn a_running_server_sees_what_the_command_line_decides() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let mut served = Served::open(data);
    let secret = served.secret.clone();
    let opened = served
        .person
        .post("/api/host/session", &OpenHostPage { secret })
        .await;
    assert_eq!(opened.status, 204, "the link opens the page");

    site(data, &["close"]).unwrap();
    site(data, &["say", "Back soon."]).unwrap();
    let switched = site(data, &["features", "--on", "ratings", "--off", "devices"]).unwrap();
    assert!(switched.contains("ratings      on\n"), "{switched}");
    assert!(switched.contains("devices      off\n"), "{switched}");
    let page: HostPage = served.person.ask("GET", "/api/host", "").await.json();
    let state = page.site.unwrap();
    assert!(state.closed && state.features.ratings && !state.features.devices);
    // Other answers may be two seconds old.
    let mut stranger = TestPerson::new(served.person.address);
    let info = loop {
        let info: SiteInfo = stranger.ask("GET", "/api/site", "").await.json();
        if info.notice.is_some() {
            break info;
        }
        tokio::task::yield_now().await;
    };
    assert!(info.closed && info.features.ratings);
    site(data, &["open"]).unwrap();

    let link = site(data, &["link", "--end-sessions"]).unwrap();
    assert_eq!(served.person.ask("GET", "/api/host", "").await.status, 403);
    let (_, secret) = link.trim_end().split_once("/host#").unwrap();
    let secret = secret.to_owned();
    let opened = served
        .person
        .post("/api/host/session", &OpenHostPage { secret })
        .await;
    assert_eq!(opened.status, 204);

    let log = site(data, &["log"]).unwrap();
    for line in [
        "1 ",
        "Site administration: Opened the host's page by a link",
        "Command line: Closed the site for new games",
        "Command line: Message to everybody: “Back soon.”",
        "Command line: Opened the site for new games",
        "Command line: Made a link to the host's page",
    ] {
        assert!(log.contains(line), "{line} is not in\n{log}");
    }
}

#[tokio::test]
async fn a_person_is_judged_by_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let served = Served::open(data);
    let mut person = TestPerson::new(served.person.address);
    person.rename("Ida").await;
    let person = person_id(person.id().unwrap()).0;
    let suspend = ["suspend", &person, "--hours", "2", "--reason", "insults"];
    site(data, &suspend).unwrap();
    site(data, &["rename", &person, "--name", "Ida"]).unwrap();
    let people = site(data, &["people"]).unwrap();
    assert!(
        people.starts_with(&format!("{person} Ida: suspended until ")),
        "{people}"
    );
    assert!(
        people.ends_with("(insults); may not be called Ida\n"),
        "{people}"
    );
    site(data, &["lift", &person, "--why", "a mistake"]).unwrap();
    let log = site(data, &["log", "--last", "1"]).unwrap();
    assert!(
        log.contains(&format!(
            "Lifted the warning and suspension of {person} Ida"
        )),
        "{log}"
    );
    assert!(log.contains("note: a mistake"), "{log}");
    let unknown = ["lift", "0000000000000000"];
    let said = site(data, &unknown).unwrap_err();
    assert_eq!(said, "brickwood: There is no such person.\n");
    site(data, &["moderators", "--add", &person]).unwrap();
    assert_eq!(
        site(data, &["moderators"]).unwrap(),
        format!("{person} Ida\n")
    );
}

#[tokio::test]
async fn the_host_sees_how_old_the_last_backup_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let _served = Served::open(data);
    let status = site(data, &["status"]).unwrap();
    assert!(status.contains("backup       none"), "{status}");
    let copy = folder.path().join("monday.db");
    let backed_up = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["backup", "--data"])
        .arg(data)
        .arg("--to")
        .arg(&copy)
        .output()
        .unwrap();
    assert!(backed_up.status.success());
    let bytes = std::fs::metadata(copy).unwrap().len();
    let status = site(data, &["status"]).unwrap();
    assert!(status.contains(&format!(", {bytes} bytes")), "{status}");
}

/// What a program says to somebody who may not write in the folder of the data, and whether it has succeeded. Root may write
/// everywhere, and becomes somebody else.
#[cfg(unix)]
fn reader(program: &Path, command: &str, data: &Path, more: &[&str]) -> (bool, String) {
    use std::os::unix::process::CommandExt as _;

    const NOBODY: u32 = 65_534;

    let mut run = Command::new(program);
    run.args([command, "--data"]).arg(data).args(more);
    if rustix::process::geteuid().is_root() {
        run.uid(NOBODY).gid(NOBODY);
    }
    let output = run.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[cfg(unix)]
#[tokio::test]
async fn data_on_a_medium_that_cannot_be_written_is_read_and_nothing_else() {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut served = Served::open(&data);
    served.person.rename("Ida").await;
    site(&data, &["say", "Back soon."]).unwrap();
    drop(served);
    // Where everybody may run it.
    let program = folder.path().join("brickwood");
    fs::copy(env!("CARGO_BIN_EXE_brickwood"), &program).unwrap();
    let copy = folder.path().join("monday.db");
    let backup = ["backup", "--to", copy.to_str().unwrap(), "--data"];
    let mut backed_up = Command::new(env!("CARGO_BIN_EXE_brickwood"));
    assert!(
        backed_up
            .args(backup)
            .arg(&data)
            .status()
            .unwrap()
            .success()
    );
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(folder.path(), 0o755);
    mode(&copy, 0o444);
    for entry in fs::read_dir(&data).unwrap() {
        mode(&entry.unwrap().path(), 0o444);
    }
    mode(&data, 0o555);
    let left = |data: &Path| fs::read_dir(data).unwrap().count();
    let files = left(&data);

    for place in [&data, &copy] {
        let run = |command, more: &[&str]| reader(&program, command, place, more);
        let (is_well, said) = run("verify-log", &[]);
        assert!(is_well && said.contains("faults  0"), "{said}");
        let (is_well, said) = run("site", &["status"]);
        assert!(
            is_well && said.contains("message      Back soon."),
            "{said}"
        );
        let (is_well, said) = run("site", &["log"]);
        assert!(is_well && said.contains("“Back soon.”"), "{said}");
        let (is_well, said) = run("site", &["close"]);
        assert!(!is_well && said.contains("can only be read"), "{said}");
    }
    assert_eq!(left(&data), files);
    mode(&data, 0o755);
}

#[test]
fn the_game_on_ones_own_computer_has_a_page_of_the_host_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["--no-open", "--port", "0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdout = process.stdout.take().expect("the output is piped");
    let first = BufReader::new(stdout).lines().next().unwrap().unwrap();
    let link = site(folder.path(), &["link"]);
    process.kill().unwrap();
    process.wait().unwrap();
    let address = first.strip_prefix("Brickwood is at ").unwrap();
    assert!(link.unwrap().starts_with(&format!("{address}/host#")));
}

#[test]
fn the_site_is_seen_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    drop(Served::open(folder.path()));
    let status = site(folder.path(), &["status"]).unwrap();
    assert!(status.contains("new games    welcome"), "{status}");
    let link = site(folder.path(), &["link"]).unwrap();
    assert!(link.contains("/host#"), "{link}");
    // The options of where the games are may stand behind the command, too.
    let output = Command::new(env!("CARGO_BIN_EXE_brickwood"))
        .args(["site", "status", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    for (command, said) in [
        ("reports", "No report is open.\n"),
        ("people", "Nothing is decided about anybody.\n"),
        ("tables", "There are no tables whose games are not over.\n"),
    ] {
        assert_eq!(site(folder.path(), &[command]).unwrap(), said);
    }
}
