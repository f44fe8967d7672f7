//! `brickwood serve`, as hosts of a site run it.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use brickwood_protocol::{BotLevel, ChatText, ClientMessage, Level, ServerMessage};
use brickwood_test_client::{Answer, Heard, TestPerson};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::game::order;

const ORIGIN: &str = "https://play.example";

/// The program as the server of a site.
struct Site {
    process: Child,
    stdout: BufReader<ChildStdout>,
}

impl Site {
    /// Starts the program with its games and its log in this folder.
    fn open(folder: &Path, prepare: impl FnOnce(&mut Command)) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_brickwood"));
        program
            .arg("serve")
            .env("BRICKWOOD_LISTEN", "127.0.0.1:0")
            .env("BRICKWOOD_DATA", folder)
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(File::create(folder.join("reports")).unwrap());
        prepare(&mut program);
        let mut process = program.spawn().expect("the program starts");
        let stdout = process.stdout.take().expect("the output is piped");
        let stdout = BufReader::new(stdout);
        Self { process, stdout }
    }

    /// The next line.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("a line is printed");
        line
    }

    /// The address in the next line.
    fn address(&mut self, before: &str, after: &str) -> SocketAddr {
        let line = self.line();
        let address = line.trim_end().strip_prefix(before);
        let address = address.and_then(|line| line.strip_suffix(after)?.parse().ok());
        address.unwrap_or_else(|| panic!("no address in {line:?}"))
    }

    fn site(&mut self) -> SocketAddr {
        self.address("Brickwood is at http://", "")
    }

    fn figures(&mut self) -> SocketAddr {
        self.address("Metrics are at http://", "/metrics")
    }

    /// Tells the program to stop.
    #[cfg(unix)]
    fn tell_to_stop(&self) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits for the end. Returns whether it was without an error.
    fn ends(&mut self) -> bool {
        self.process.wait().expect("the process ends").success()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The answer to a text.
async fn answer(address: SocketAddr, text: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    Answer::read(&bytes).expect("an answer comes")
}

#[tokio::test]
async fn a_site_is_set_up_by_options_and_by_variables() {
    let folder = tempfile::tempdir().unwrap();
    let mut site = Site::open(folder.path(), |program| {
        program
            .env("BRICKWOOD_LISTEN", "127.0.0.1:0,[::1]:0")
            .env("BRICKWOOD_PUBLIC_URL", ORIGIN)
            .args(["--trusted-proxy", "127.0.0.1", "--metrics", "127.0.0.1:0"]);
    });
    let (first, second) = (site.site(), site.site());
    assert_eq!(site.line().trim_end(), format!("Others open {ORIGIN}"));
    let figures = site.figures();
    // Nobody reads along: no secret is printed.
    let hint = format!(
        "`brickwood site link --data {}` prints a link to the host's page",
        folder.path().display()
    );
    assert_eq!(site.line().trim_end(), hint);
    assert!(first.is_ipv4() && second.is_ipv6());
    for address in [first, second] {
        let mut person = TestPerson::new(address);
        assert_eq!(person.ask("GET", "/readyz", "").await.status, 200);
        person.origin = Some(ORIGIN.into());
        person
            .create(&order(1, 2, BotLevel::Own(Level::Easy)))
            .await;
        assert!(person.cookie.unwrap().starts_with("__Host-brickwood="));
    }
    let mut stranger = TestPerson::new(first);
    stranger.origin = Some(format!("http://{first}"));
    let wanted = order(1, 2, BotLevel::Own(Level::Easy));
    assert_eq!(stranger.post("/api/tables", &wanted).await.status, 403);
    let text = TestPerson::new(figures)
        .ask("GET", "/metrics", "")
        .await
        .body;
    let text = String::from_utf8(text).unwrap();
    for line in [
        "brickwood_requests_total{route=\"/api/tables\",status=\"201\"} 2",
        "brickwood_requests_total{route=\"/api/tables\",status=\"403\"} 1",
        "brickwood_sockets 0",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert!(folder.path().join("brickwood.db").exists());
}

#[tokio::test]
async fn a_site_that_is_open_without_tls_is_warned_of() {
    for (arguments, warning) in [
        (["--listen", "0.0.0.0:0"], true),
        (["--listen", "127.0.0.1:0"], false),
        (["--public-url", "http://play.example"], true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut site = Site::open(folder.path(), |program| {
            program.env_remove("BRICKWOOD_LISTEN");
            if !arguments.contains(&"--listen") {
                program.args(["--listen", "127.0.0.1:0"]);
            }
            program.args(arguments);
        });
        site.site();
        let reports = std::fs::read_to_string(folder.path().join("reports")).unwrap();
        assert_eq!(
            reports.contains("encrypted"),
            warning,
            "{arguments:?}: {reports}"
        );
    }
}

#[cfg(feature = "oidc")]
#[tokio::test]
async fn a_secret_that_cannot_be_read_costs_the_provider_and_not_the_site() {
    const CREDENTIAL: &str = "brickwood.oidc-client-secret";
    let credentials = tempfile::tempdir().unwrap();
    let unreadable = credentials.path().join("none").join(CREDENTIAL);
    std::fs::create_dir_all(&unreadable).unwrap();
    std::fs::write(credentials.path().join(CREDENTIAL), "secret").unwrap();
    let handed_over = |folder: &Path| ("CREDENTIALS_DIRECTORY", folder.to_owned());
    for (given, is_there) in [
        (
            ("BRICKWOOD_OIDC_CLIENT_SECRET_FILE", unreadable.clone()),
            false,
        ),
        (handed_over(unreadable.parent().unwrap()), false),
        (handed_over(credentials.path()), true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut site = Site::open(folder.path(), |program| {
            program.env_remove("CREDENTIALS_DIRECTORY");
            program.env(given.0, &given.1).args([
                "--public-url=http://localhost",
                "--oidc-issuer=http://127.0.0.1:9",
                "--oidc-client-id=brickwood",
                "--oidc-name=Club login",
            ]);
        });
        let mut person = TestPerson::new(site.site());
        let info: Value = person.ask("GET", "/api/site", "").await.json();
        assert_eq!(info["provider"] == "Club login", is_there, "{given:?}");
        let reports = std::fs::read_to_string(folder.path().join("reports")).unwrap();
        let is_said = reports.contains("the secret of the provider cannot be read");
        assert_eq!(is_said, !is_there, "{given:?}: {reports}");
    }
}

#[tokio::test]
async fn whoever_finds_a_weakness_is_told_whom_to_write_to_where_the_host_says_so() {
    let text =
        "GET /.well-known/security.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    for (contact, status) in [(Some("security@play.example"), 200), (None, 404)] {
        let folder = tempfile::tempdir().unwrap();
        let mut site = Site::open(folder.path(), |program| {
            if let Some(contact) = contact {
                program.env("BRICKWOOD_SECURITY_CONTACT", contact);
            }
        });
        let answer = answer(site.site(), text).await;
        assert_eq!(answer.status, status);
        let told = String::from_utf8(answer.body).unwrap();
        assert_eq!(
            told.starts_with("Contact: mailto:security@play.example\nExpires: 20"),
            contact.is_some(),
            "{told}"
        );
    }
}

#[tokio::test]
async fn a_proxy_that_is_forgotten_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut site = Site::open(folder.path(), |_| {});
    let address = site.site();
    for _ in 0..3 {
        let text = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-forwarded-for: 192.0.2.1\r\n\r\n";
        assert_eq!(answer(address, text).await.status, 200);
    }
    let reports = std::fs::read_to_string(folder.path().join("reports")).unwrap();
    assert_eq!(reports.matches("--trusted-proxy").count(), 1, "{reports}");
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_that_names_a_person_or_opens_a_table_is_reported() {
    const NAME: &str = "Kestrel Canary";
    const MARK: &str = "canary-4711";
    const ADDRESS: &str = "203.0.113.77";
    let folder = tempfile::tempdir().unwrap();
    let mut site = Site::open(folder.path(), |program| {
        program.env("RUST_LOG", "trace").args([
            "--log-format=json",
            "--bot-pace=none",
            "--trusted-proxy=127.0.0.1",
            "--public-url",
            ORIGIN,
        ]);
    });
    let mut person = TestPerson::new(site.site());
    person.origin = Some(ORIGIN.into());
    let mut wanted = order(2, 1, BotLevel::Own(Level::Easy));
    wanted.name = NAME.into();
    let table = person.create(&wanted).await;
    let cookie = person.cookie.clone().unwrap();
    let token = cookie.strip_prefix("__Host-brickwood=").unwrap();
    let mut other = TestPerson::new(person.address);
    other.origin.clone_from(&person.origin);
    other.join(&table, "Canary Other").await;
    let mut socket = person.hello(&table, None).await.unwrap();
    socket.message().await;
    for text in [
        format!("{{\"type\":\"{MARK}\",\"key\":1}}"),
        MARK.to_owned(),
    ] {
        socket.say_text(&text).await.unwrap();
    }
    let say = ClientMessage::Say {
        key: 2,
        text: ChatText::Words { text: MARK.into() },
    };
    socket.say(&say).await.unwrap();
    while !matches!(socket.message().await, ServerMessage::Chat { lines } if !lines.is_empty()) {}
    // Faults are logged in the most detail.
    let body = format!("{{\"name\":\"{MARK}\"");
    for (method, path, body) in [
        ("GET", format!("/api/tables/{MARK}/record"), ""),
        ("GET", format!("/api/tables/{table}/record"), ""),
        ("GET", format!("/t/{table}?from={MARK}"), ""),
        ("POST", "/api/tables".to_owned(), &body),
        ("POST", format!("/api/tables/{table}/join"), &body),
        ("POST", "/api/replay".to_owned(), MARK),
    ] {
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {MARK}\r\nconnection: close\r\n\
             cookie: {cookie}\r\nx-forwarded-for: {ADDRESS}\r\nuser-agent: {MARK}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        answer(person.address, &text).await;
    }
    drop(socket);
    site.tell_to_stop();
    assert!(site.ends());
    let reports = std::fs::read_to_string(folder.path().join("reports")).unwrap();
    let mut answered = 0;
    for line in reports.lines() {
        let report: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        answered += usize::from(report["message"] == "answered");
    }
    assert!(answered >= 9, "requests are reported at all:\n{reports}");
    let reports = reports.to_lowercase();
    for secret in [NAME, "Canary", MARK, ADDRESS, &table, token] {
        let secret = secret.to_lowercase();
        assert!(!reports.contains(&secret), "{secret} is in\n{reports}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn told_to_stop_a_site_is_not_ready_then_says_goodbye_and_ends_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut site = Site::open(folder.path(), |program| {
        program.args(["--drain", "1"]);
    });
    let mut person = TestPerson::new(site.site());
    let table = person
        .create(&order(1, 2, BotLevel::Own(Level::Easy)))
        .await;
    let mut socket = person.hello(&table, None).await.unwrap();
    // These two do not care.
    let _silent = TcpStream::connect(person.address).await.unwrap();
    let mut half = TcpStream::connect(person.address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let told = Instant::now();
    site.tell_to_stop();
    while person.ask("GET", "/readyz", "").await.status == 200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(person.hello(&table, None).await.is_err());
    let (code, reason) = loop {
        match socket.hear_with_reason().await {
            (Heard::Message(..), _) => {}
            (Heard::Closed(code), reason) => break (code, reason),
            (Heard::Gone, _) => panic!("a farewell is said"),
        }
    };
    assert_eq!(code, 1012);
    assert!(reason.contains("retry-after-ms="), "{reason}");
    assert!(told.elapsed() >= Duration::from_secs(1));
    assert!(
        tokio::task::spawn_blocking(move || site.ends())
            .await
            .unwrap()
    );
    assert!(told.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_server_that_is_full_reports_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut site = Site::open(folder.path(), |program| {
        program.env("BRICKWOOD_CONNECTIONS", "1");
    });
    let address = site.site();
    let _kept = TcpStream::connect(address).await.unwrap();
    for _ in 0..20 {
        let mut refused = TcpStream::connect(address).await.unwrap();
        let mut answer = Vec::new();
        refused.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
        // The server may have closed it already.
        let _ = refused.read_to_end(&mut answer).await;
    }
    let reports = std::fs::read_to_string(folder.path().join("reports")).unwrap();
    assert_eq!(reports.matches("turned away").count(), 1, "{reports}");
}
