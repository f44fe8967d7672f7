//! Clients: which requests a site accepts, how often, and its headers for browsers.

use std::{borrow::Cow, net::SocketAddr, sync::Arc, time::Duration};

use brickwood_protocol::ServerMessage;
use brickwood_server::{Asset, Rate, Server, Site, WebClient};
use brickwood_test_client::{Answer, Heard, TestPerson};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{
    slow::hello_frame,
    support::{OnePage, TestServer, enter, order},
};

const ORIGIN: &str = "https://play.example";

/// A site that knows its address.
fn with_tls(server: &mut Server) {
    server.site.public_url = Some(ORIGIN.parse().unwrap());
}

/// A site behind a proxy on the same machine, without any unlimited clients.
pub fn behind_a_proxy(server: &mut Server) {
    server.site = Site {
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
        unlimited: Vec::new(),
        ..Site::default()
    };
}

/// The text of a request, with these fields of the head beside the usual ones.
pub fn request(method: &str, path: &str, fields: &[(&str, &str)], body: &str) -> String {
    let mut head = vec![
        format!("{method} {path} HTTP/1.1"),
        "connection: close".to_owned(),
    ];
    if !fields.iter().any(|(name, _)| *name == "host") {
        head.push("host: localhost".to_owned());
    }
    if method == "POST" {
        head.push("content-type: application/json".to_owned());
        head.push(format!("content-length: {}", body.len()));
    }
    let fields = fields.iter();
    head.extend(fields.map(|(name, value)| format!("{name}: {value}")));
    format!("{}\r\n\r\n{body}", head.join("\r\n"))
}

/// The answer to a text.
pub async fn answer(address: SocketAddr, text: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes));
    read.await.expect("the answer ends").unwrap();
    Answer::read(&bytes).unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&bytes)))
}

/// The order of a table.
fn table_order() -> String {
    serde_json::to_string(&order(1, 2)).unwrap()
}

/// Creates a table as a browser with these fields of the head.
async fn create(server: &TestServer, fields: &[(&str, &str)]) -> Answer {
    let text = request("POST", "/api/tables", fields, &table_order());
    answer(server.address, &text).await
}

/// Opens the socket of a table, up to the answer to the handshake.
pub async fn handshake(
    address: SocketAddr,
    table: &str,
    fields: &[(&str, &str)],
) -> (u16, TcpStream) {
    let path = format!("/api/tables/{table}/socket");
    let text = request("GET", &path, fields, "").replace(
        "connection: close",
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    let status = std::str::from_utf8(&head[9..]).unwrap().parse().unwrap();
    (status, stream)
}

#[tokio::test]
async fn a_site_with_tls_leaves_its_cookie_for_tls_and_its_own_host_alone() {
    let server = TestServer::with(with_tls).await;
    let created = create(&server, &[("origin", ORIGIN)]).await;
    let cookie = created.field("set-cookie").unwrap();
    let mut parts = cookie.split("; ");
    let token = parts.next().unwrap();
    let token = token.strip_prefix("__Host-brickwood=").unwrap();
    assert_eq!(token.len(), 64);
    let attributes: Vec<&str> = parts.collect();
    assert_eq!(
        attributes,
        [
            "HttpOnly",
            "SameSite=Lax",
            "Path=/",
            "Max-Age=31536000",
            "Secure"
        ]
    );
    // The token is recognized under this name only.
    for (name, known) in [("__Host-brickwood", true), ("brickwood", false)] {
        let cookie = format!("{name}={token}");
        let list = request("GET", "/api/tables", &[("cookie", &cookie)], "");
        let tables: Vec<serde_json::Value> = answer(server.address, &list).await.json();
        assert_eq!(!tables.is_empty(), known, "{name}");
    }
}

#[tokio::test]
async fn a_site_that_knows_its_address_lets_no_page_of_another_in() {
    let server = TestServer::with(with_tls).await;
    let created = create(&server, &[("origin", ORIGIN)]).await;
    assert_eq!(created.status, 201);
    let table = created.json::<serde_json::Value>()["id"].clone();
    let table = table.as_str().unwrap();
    assert_eq!(
        handshake(server.address, table, &[("origin", ORIGIN)])
            .await
            .0,
        101
    );
    let here = server.address.to_string();
    for fields in [
        [("origin", "https://evil.example"), ("host", "play.example")],
        [("origin", "https://evil.example"), ("host", "evil.example")],
        [("origin", "http://play.example"), ("host", "play.example")],
        [
            ("origin", "https://play.example.evil.example"),
            ("host", "play.example"),
        ],
        [("origin", "null"), ("host", "play.example")],
        [("origin", "http://127.0.0.1"), ("host", &here)],
        [("sec-fetch-site", "cross-site"), ("host", "play.example")],
        [("sec-fetch-site", "same-site"), ("host", "play.example")],
    ] {
        let refused = create(&server, &fields).await;
        assert_eq!(refused.status, 403, "{fields:?}");
        assert_eq!(refused.problem(), "foreign_origin");
        assert_eq!(refused.field("set-cookie"), None);
        assert_eq!(
            handshake(server.address, table, &fields).await.0,
            403,
            "{fields:?}"
        );
    }
}

/// A page with a file whose handler panics with a secret text.
struct Faulty;

impl WebClient for Faulty {
    fn asset(&self, path: &str) -> Option<Asset> {
        assert!(path != "assets/faulty.js", "the secret is 4711");
        let text = "x".repeat(100);
        Some(Asset {
            content: Cow::Owned(text.into_bytes()),
            media_type: "text/html".to_owned(),
            hash: [0; 32],
            is_gzip: false,
        })
    }
}

#[tokio::test]
async fn a_fault_of_the_program_is_an_answer_without_details() {
    let server = TestServer::with(|server| server.client = Arc::new(Faulty)).await;
    let failed = server.person().ask("GET", "/assets/faulty.js", "").await;
    assert_eq!((failed.status, failed.problem()), (500, "internal"));
    assert!(!String::from_utf8_lossy(&failed.body).contains("4711"));
    // The server still runs.
    assert_eq!(server.person().ask("GET", "/", "").await.status, 200);
}

#[tokio::test]
async fn every_answer_tells_the_browser_what_the_page_may_do() {
    let server = TestServer::with(|server| {
        with_tls(server);
        server.client = Arc::new(Faulty);
        server.limits.answer = Duration::from_millis(300);
        behind_a_proxy_with_tls(server);
        server.limits.creations = Rate::new(0, Duration::from_mins(1));
    })
    .await;
    let half_a_body = request("POST", "/api/replay", &[], "").replace("length: 0", "length: 9");
    for (status, text) in [
        (200, request("GET", "/", &[], "")),
        (200, request("GET", "/t/amber-otter-42-k7q2m", &[], "")),
        (200, request("GET", "/assets/page.js", &[], "")),
        (200, request("GET", "/api/editions", &[], "")),
        (200, request("GET", "/healthz", &[], "")),
        (404, request("GET", "/api/nothing", &[], "")),
        (405, request("POST", "/", &[], "")),
        (
            403,
            request(
                "POST",
                "/api/replay",
                &[("origin", "https://evil.example")],
                "",
            ),
        ),
        (408, half_a_body),
        (
            413,
            request("POST", "/api/tables/a/join", &[], &"a".repeat(70_000)),
        ),
        (
            429,
            request(
                "POST",
                "/api/tables",
                &[("x-forwarded-for", "192.0.2.1")],
                "",
            ),
        ),
        (500, request("GET", "/assets/faulty.js", &[], "")),
    ] {
        let answer = answer(server.address, &text).await;
        let line = text.lines().next().unwrap();
        assert_eq!(answer.status, status, "{line}");
        for (name, value) in [
            (
                "content-security-policy",
                "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
                 frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'self'",
            ),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("strict-transport-security", "max-age=31536000"),
        ] {
            assert_eq!(answer.field(name), Some(value), "{name} of {line}");
        }
        let policy = answer.field("permissions-policy").unwrap();
        for power in ["camera=()", "microphone=()", "geolocation=()"] {
            assert!(policy.contains(power), "{power} of {line}");
        }
        assert!(answer.field("cache-control").is_some(), "{line}");
    }
}

fn behind_a_proxy_with_tls(server: &mut Server) {
    let public_url = server.site.public_url.take();
    behind_a_proxy(server);
    server.site.public_url = public_url;
}

#[tokio::test]
async fn without_tls_browsers_are_not_told_to_use_it() {
    let server = TestServer::open().await;
    let page = server.person().ask("GET", "/", "").await;
    assert_eq!(page.field("strict-transport-security"), None);
}

#[tokio::test]
async fn a_client_that_creates_too_many_tables_has_to_wait_and_others_do_not() {
    let server = TestServer::with(behind_a_proxy).await;
    for _ in 0..6 {
        let created = create(&server, &[("x-forwarded-for", "192.0.2.1")]).await;
        assert_eq!(created.status, 201);
    }
    // Our proxy adds its hop after those that a client writes into the field.
    for forwarded in ["192.0.2.1", "198.51.100.7, 192.0.2.1"] {
        let refused = create(&server, &[("x-forwarded-for", forwarded)]).await;
        assert_eq!(
            (refused.status, refused.problem()),
            (429, "too_many_requests")
        );
        let wait: u32 = refused.field("retry-after").unwrap().parse().unwrap();
        assert!((1..=10).contains(&wait), "{wait}");
    }
    for other in ["192.0.2.2", "2001:db8::1"] {
        let created = create(&server, &[("x-forwarded-for", other)]).await;
        assert_eq!(created.status, 201, "{other}");
    }
}

#[tokio::test]
async fn all_addresses_of_one_ipv6_network_are_one() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.creations = Rate::new(1, Duration::from_mins(1));
    })
    .await;
    let mut statuses = Vec::new();
    for address in ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"] {
        statuses.push(
            create(&server, &[("x-forwarded-for", address)])
                .await
                .status,
        );
    }
    assert_eq!(statuses, [201, 429, 201]);
}

#[tokio::test]
async fn a_stranger_is_not_believed_about_its_address() {
    let server = TestServer::with(|server| {
        server.site.unlimited = Vec::new();
        server.limits.creations = Rate::new(1, Duration::from_mins(1));
    })
    .await;
    let mut statuses = Vec::new();
    for address in ["192.0.2.1", "192.0.2.2"] {
        statuses.push(
            create(&server, &[("x-forwarded-for", address)])
                .await
                .status,
        );
    }
    assert_eq!(statuses, [201, 429]);
}

/// A server behind a proxy that lets each client guess three times a minute.
async fn server_with_three_guesses() -> TestServer {
    TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.misses = Rate::new(3, Duration::from_mins(1));
    })
    .await
}

#[tokio::test]
async fn a_client_that_guesses_names_of_tables_is_stopped() {
    let server = server_with_three_guesses().await;
    let fields = [("x-forwarded-for", "192.0.2.1")];
    let mut statuses = Vec::new();
    for guess in 0..5 {
        let path = format!("/api/tables/amber-otter-{guess}/record");
        let text = request("GET", &path, &fields, "");
        statuses.push(answer(server.address, &text).await.status);
    }
    assert_eq!(statuses, [404, 404, 404, 429, 429]);
    // Sockets are refused, too; but requests for the page are not guesses.
    assert_eq!(
        handshake(server.address, "amber-otter-5", &fields).await.0,
        429
    );
    let page = request("GET", "/", &fields, "");
    assert_eq!(answer(server.address, &page).await.status, 200);
}

#[tokio::test]
async fn what_another_site_embeds_counts_for_nothing() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.misses = Rate::new(3, Duration::from_mins(1));
        server.limits.requests = Rate::new(10, Duration::from_mins(1));
    })
    .await;
    let visitor = ("x-forwarded-for", "192.0.2.1");
    let asked = async |path: &str, dest: &str, mode: &str| {
        let fields = [
            visitor,
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", mode),
            ("sec-fetch-dest", dest),
        ];
        answer(server.address, &request("GET", path, &fields, ""))
            .await
            .status
    };
    for path in [
        "/api/tables/wrong/record",
        "/api/oidc/callback",
        "/",
        "/t/wrong",
    ] {
        for _ in 0..10 {
            assert_eq!(asked(path, "image", "no-cors").await, 403, "{path}");
        }
    }
    // A link is a visit.
    assert_eq!(asked("/", "document", "navigate").await, 200);
    let own = request("GET", "/api/tables/wrong/record", &[visitor], "");
    assert_eq!(answer(server.address, &own).await.status, 404);
}

#[tokio::test]
async fn a_client_that_guesses_names_of_tables_by_sockets_is_stopped() {
    let server = server_with_three_guesses().await;
    let fields = [("x-forwarded-for", "192.0.2.1")];
    let mut statuses = Vec::new();
    for guess in 0..5 {
        let table = format!("amber-otter-{guess}");
        let (status, mut socket) = handshake(server.address, &table, &fields).await;
        statuses.push(status);
        if status == 101 {
            socket.write_all(&hello_frame()).await.unwrap();
            let mut said = Vec::new();
            while !String::from_utf8_lossy(&said).contains("no_such_table") {
                assert_ne!(socket.read_buf(&mut said).await.unwrap(), 0);
            }
        }
    }
    assert_eq!(statuses, [101, 101, 101, 429, 429]);
}

#[tokio::test]
async fn a_client_that_opens_sockets_too_fast_has_to_wait() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.handshakes = Rate::new(3, Duration::from_mins(1));
    })
    .await;
    let table = server.person().create(&order(1, 2)).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let fields = [("x-forwarded-for", "192.0.2.1")];
        statuses.push(handshake(server.address, &table, &fields).await.0);
    }
    assert_eq!(statuses, [101, 101, 101, 429]);
    let fields = [("x-forwarded-for", "192.0.2.2")];
    assert_eq!(handshake(server.address, &table, &fields).await.0, 101);
}

#[tokio::test]
async fn the_sockets_of_one_address_are_counted_behind_a_proxy() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.connections_per_address = 2;
    })
    .await;
    let table = server.person().create(&order(1, 2)).await;
    let open = async |address| {
        let fields = [("x-forwarded-for", address)];
        handshake(server.address, &table, &fields).await
    };
    let (first, kept) = open("192.0.2.1").await;
    let (second, _also_kept) = open("192.0.2.1").await;
    let (third, _) = open("192.0.2.1").await;
    let (of_another, _) = open("192.0.2.2").await;
    assert_eq!([first, second, third, of_another], [101, 101, 429, 101]);
    drop(kept);
    for _ in 0..100 {
        if open("192.0.2.1").await.0 == 101 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the place of a socket that is closed is free again");
}

#[tokio::test]
async fn the_connections_of_one_address_are_counted() {
    let server = TestServer::with(|server| {
        server.site.unlimited = Vec::new();
        server.limits.connections_per_address = 2;
    })
    .await;
    let (_first, _second) = (
        TcpStream::connect(server.address).await.unwrap(),
        TcpStream::connect(server.address).await.unwrap(),
    );
    // A third connection is answered at once.
    let refused = answer(server.address, &request("GET", "/", &[], "")).await;
    assert_eq!(refused.status, 503);
    assert_eq!(refused.field("retry-after"), Some("5"));
}

#[tokio::test]
async fn a_server_that_is_full_says_so_at_once() {
    let server = TestServer::with(|server| server.limits.connections = 1).await;
    let _kept = TcpStream::connect(server.address).await.unwrap();
    for _ in 0..100 {
        let refused = answer(server.address, &request("GET", "/", &[], "")).await;
        assert_eq!(refused.status, 503);
    }
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let server = TestServer::open().await;
    let head = |length: usize| request("GET", "/", &[("x-long", &"a".repeat(length))], "");
    assert_eq!(answer(server.address, &head(7 * 1024)).await.status, 200);
    assert_eq!(answer(server.address, &head(9 * 1024)).await.status, 431);
}

#[tokio::test]
async fn json_that_is_nested_more_than_16_times_is_not_read_and_harms_nobody() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let table = person.create(&order(1, 2)).await;
    let (mut socket, _) = enter(&person, &table, None).await;
    // Brackets that are never closed are not JSON anyway; closed ones would be accepted.
    for (open, close) in [(17, 17), (60, 60), (1900, 1900), (4000, 0), (60_000, 0)] {
        let deep = "[".repeat(open) + &"]".repeat(close);
        let body = format!("{{\"name\":\"Ida\",\"seat\":null,\"more\":{deep}}}");
        let path = format!("/api/tables/{table}/join");
        let refused = person.ask("POST", &path, &body).await;
        assert_eq!((refused.status, refused.problem()), (400, "malformed"));
        let message = format!("{{\"type\":\"act\",\"key\":1,\"x\":{deep}");
        if message.len() < 4096 {
            socket.say_text(&message).await.unwrap();
            let (_, problem) = socket.refusal().await;
            assert_eq!(problem.code(), "malformed");
            assert!(problem.message.contains("nested"), "{}", problem.message);
        }
    }
}

#[tokio::test]
async fn a_server_is_ready_while_its_storage_answers() {
    let server = TestServer::open().await;
    // The result of a check is cached for a moment.
    let becomes = async |status: u16| {
        for _ in 0..200 {
            if server.person().ask("GET", "/readyz", "").await.status == status {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("the server is never {status}");
    };
    becomes(200).await;
    // Another process locks the database, and the server cannot write.
    let database = rusqlite::Connection::open(server.data.path().join("brickwood.db")).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    becomes(503).await;
    assert_eq!(server.person().ask("GET", "/healthz", "").await.status, 200);
    database.execute_batch("ROLLBACK").unwrap();
    becomes(200).await;
}

#[tokio::test]
async fn a_server_that_is_about_to_stop_sends_new_people_elsewhere_and_then_all_away() {
    let mut server = TestServer::with(|server| server.limits.drain = Duration::from_secs(1)).await;
    let mut person = server.person();
    let table = person.create(&order(1, 2)).await;
    let (mut socket, _) = enter(&person, &table, None).await;
    server.stop.take().unwrap().send(()).unwrap();
    while server.person().ask("GET", "/readyz", "").await.status == 200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(handshake(server.address, &table, &[]).await.0, 503);
    // Open sockets work until the end, and learn when to come back.
    assert_eq!(person.ask("GET", "/api/tables", "").await.status, 200);
    let (code, reason) = loop {
        match socket.hear_with_reason().await {
            (Heard::Closed(code), reason) => break (code, reason),
            (Heard::Message(message, _), _) => {
                assert!(matches!(*message, ServerMessage::Update { .. }));
            }
            (Heard::Gone, _) => panic!("a farewell is said"),
        }
    };
    assert_eq!(code, 1012);
    let wait = reason.rsplit_once("retry-after-ms=").unwrap().1;
    assert!(
        (200..2000).contains(&wait.parse::<u32>().unwrap()),
        "{reason}"
    );
    drop(socket);
    timeout(Duration::from_secs(10), async {
        while TcpStream::connect(server.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .expect("the server ends");
}

#[tokio::test]
async fn figures_are_served_apart_from_the_site() {
    let server = TestServer::with(behind_a_proxy).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(brickwood_server::serve_metrics(
        listener,
        std::future::pending(),
    ));
    let mut person = server.person();
    let table = person.create(&order(1, 2)).await;
    let (_socket, _) = enter(&person, &table, None).await;
    let figures = TestPerson::new(address).ask("GET", "/metrics", "").await;
    assert_eq!(figures.status, 200);
    let text = String::from_utf8(figures.body).unwrap();
    let figure = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let line = line.unwrap_or_else(|| panic!("{name} is not in\n{text}"));
        line.trim().parse().unwrap()
    };
    // Other tests count in the same process.
    assert!(figure("brickwood_sockets") >= 1.0);
    assert!(figure("brickwood_live_tables") >= 1.0);
    assert!(figure("brickwood_requests_total{route=\"/api/tables\",status=\"201\"}") >= 1.0);
    assert!(!text.contains(&table));
    assert!(!text.contains("127.0.0.1"));
    let at_the_site = person.ask("GET", "/metrics", "").await;
    assert!(!String::from_utf8_lossy(&at_the_site.body).contains("brickwood_sockets"));
    assert_eq!(
        TestPerson::new(address).ask("GET", "/", "").await.status,
        404
    );
}

/// The page has not changed.
#[tokio::test]
async fn many_files_of_the_page_are_served_without_refusal() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.client = Arc::new(OnePage);
    })
    .await;
    let text = request("GET", "/", &[("x-forwarded-for", "192.0.2.1")], "");
    for _ in 0..100 {
        assert_eq!(answer(server.address, &text).await.status, 200);
    }
}
