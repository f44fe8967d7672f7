//! The promises over HTTP: access, cookies, and refusals.

use std::time::Duration;

use brickwood_protocol::{Created, NewSeat, TableSummary};
use brickwood_server::{Limits, Rate};
use brickwood_test_client::TestPerson;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};

use crate::support::{PAGE, TestServer, order};

#[tokio::test]
async fn a_person_creates_a_table_and_finds_it_again() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let first = person.create(&order(2, 1)).await;
    let second = person.create(&order(1, 2)).await;
    let tables: Vec<TableSummary> = person.ask("GET", "/api/tables", "").await.json();
    let ids: Vec<&str> = tables.iter().map(|table| table.id.as_str()).collect();
    assert_eq!(ids, [second.as_str(), first.as_str()]);
    assert_eq!(tables[1].players[0].as_deref(), Some("Ida"));
    assert_eq!(tables[1].players[1], None);
    let strangers: Vec<TableSummary> = server.person().ask("GET", "/api/tables", "").await.json();
    assert!(strangers.is_empty());
}

#[tokio::test]
async fn the_token_stays_out_of_scripts_other_sites_and_the_database() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let created = person.post("/api/tables", &order(1, 2)).await;
    let cookie = created.field("set-cookie").unwrap();
    let mut parts = cookie.split("; ");
    let token = parts.next().unwrap().strip_prefix("brickwood=").unwrap();
    assert_eq!(
        parts.collect::<Vec<_>>(),
        ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"]
    );
    assert_eq!(token.len(), 64);
    let bytes: Vec<u8> = (0..32)
        .map(|place| u8::from_str_radix(&token[2 * place..2 * place + 2], 16).unwrap())
        .collect();
    let mut kept = 0;
    for entry in std::fs::read_dir(server.data.path()).unwrap() {
        let content = std::fs::read(entry.unwrap().path()).unwrap();
        kept += content.len();
        for secret in [token.as_bytes(), &bytes] {
            let found = content.windows(secret.len()).any(|part| part == secret);
            assert!(!found, "the token is in the database");
        }
    }
    assert!(kept > 10_000, "the database is there");
}

#[tokio::test]
async fn a_token_that_was_not_given_out_is_replaced() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let made_up = format!("brickwood={}", "a".repeat(64));
    person.cookie = Some(made_up.clone());
    person.create(&order(1, 2)).await;
    assert_ne!(person.cookie, Some(made_up));
}

#[tokio::test]
async fn a_person_who_is_known_keeps_the_token() {
    let server = TestServer::open().await;
    let mut person = server.person();
    person.create(&order(1, 2)).await;
    let first = person.cookie.clone();
    person.create(&order(1, 2)).await;
    assert_eq!(person.cookie, first);
}

#[tokio::test]
async fn other_sites_can_neither_post_nor_open_a_socket() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let table = person.create(&order(1, 2)).await;
    person.origin = Some("http://evil.example".into());
    let refused = person.post("/api/tables", &order(1, 2)).await;
    assert_eq!((refused.status, refused.problem()), (403, "foreign_origin"));
    let refused = person.socket(&table).await.unwrap_err();
    assert!(refused.to_string().contains("403"), "{refused}");
    person.origin = Some(format!("http://{}", server.address));
    person.create(&order(1, 2)).await;
    person.socket(&table).await.unwrap();
}

#[tokio::test]
async fn an_invalid_order_is_refused_with_a_problem() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let order = order(1, 2);
    let text = serde_json::to_string(&order).unwrap();
    let surplus = text.replacen('{', r#"{"admin":true,"#, 1);
    let two_corals = {
        let mut order = order.clone();
        order.seats[1] = order.seats[0].clone();
        serde_json::to_string(&order).unwrap()
    };
    let alone = {
        let mut order = order.clone();
        order.seats.truncate(1);
        serde_json::to_string(&order).unwrap()
    };
    let named = |name: &str| text.replacen("Ida", name, 1);
    for (body, status, code) in [
        ("", 400, "malformed"),
        ("{", 400, "malformed"),
        ("[]", 422, "malformed"),
        (&surplus, 422, "malformed"),
        (&two_corals, 422, "color_taken"),
        (&alone, 422, "wrong_seat_count"),
        (&named("  "), 422, "bad_name"),
        (&named("\u{202e}Ida"), 422, "bad_name"),
        (&named(&"Ida".repeat(9)), 422, "bad_name"),
        (&named(&"Ida".repeat(400_000)), 413, "malformed"),
    ] {
        let refused = person.ask("POST", "/api/tables", body).await;
        let short = &body[..body.len().min(80)];
        assert_eq!(
            (refused.status, refused.problem()),
            (status, code),
            "{short}"
        );
    }
    assert_eq!(person.cookie, None, "nobody was remembered");
}

#[tokio::test]
async fn seats_are_taken_one_after_the_other_until_none_is_open() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(3).await;
    assert_eq!(persons[1].join(&table, "Again").await.status, 204);
    let tables: Vec<TableSummary> = persons[2].ask("GET", "/api/tables", "").await.json();
    let names: Vec<_> = tables[0].players.iter().flatten().collect();
    assert_eq!(names, ["Ida", "Person 1", "Person 2"]);
    let refused = server.person().join(&table, "Late").await;
    assert_eq!((refused.status, refused.problem()), (409, "no_open_seat"));
}

#[tokio::test]
async fn bots_seats_are_not_open() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let mut order = order(1, 2);
    order.seats.rotate_right(1);
    assert!(matches!(order.seats[0], NewSeat::Bot { .. }));
    let table = person.create(&order).await;
    let tables: Vec<TableSummary> = person.ask("GET", "/api/tables", "").await.json();
    assert_eq!(tables[0].players[1].as_deref(), Some("Ida"));
    assert_eq!(server.person().join(&table, "Late").await.status, 409);
}

#[tokio::test]
async fn tables_and_addresses_that_are_not_there_are_said_not_to_be() {
    let server = TestServer::open().await;
    let mut person = server.person();
    for table in ["no-such-table", "..%2f..%2fetc", "%00"] {
        let refused = person.join(table, "Ida").await;
        assert_eq!(
            (refused.status, refused.problem()),
            (404, "no_such_table"),
            "{table}"
        );
    }
    let refused = person.ask("GET", "/api/nothing", "").await;
    assert_eq!(
        (refused.status, refused.problem()),
        (404, "no_such_address")
    );
    assert_eq!(person.ask("GET", "/healthz", "").await.status, 200);
}

#[tokio::test]
async fn there_is_no_rematch_before_the_end_nor_for_those_who_only_watch() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let table = person.create(&order(1, 2)).await;
    let path = format!("/api/tables/{table}/rematch");
    let refused = person.ask("POST", &path, "").await;
    assert_eq!((refused.status, refused.problem()), (409, "not_over"));
    let refused = server.person().ask("POST", &path, "").await;
    assert_eq!((refused.status, refused.problem()), (403, "not_seated"));
}

#[tokio::test]
async fn the_page_is_served_at_each_of_its_addresses() {
    let server = TestServer::open().await;
    let mut person = server.person();
    for path in ["/new", "/rules", "/rules/BLD-09", "/t/amber-otter-42-k7q2m"] {
        let page = person.ask("GET", path, "").await;
        assert_eq!(page.status, 200);
        // A link to a table has a preview in its head besides.
        let (head, end) = PAGE.split_once("</head>").unwrap();
        let body = str::from_utf8(&page.body).unwrap();
        assert!(body.starts_with(head) && body.ends_with(&format!("</head>{end}")));
        let is_table = path.starts_with("/t/");
        assert_eq!(body == PAGE, !is_table, "{path}");
        let caching = if is_table {
            "private, no-cache"
        } else {
            "no-cache"
        };
        assert_eq!(page.field("cache-control"), Some(caching), "{path}");
        let policy = page.field("content-security-policy").unwrap();
        for rule in [
            "default-src 'self'",
            "frame-ancestors 'none'",
            "object-src 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(rule), "{rule}");
        }
        let without_modules = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!without_modules.contains("unsafe"), "{policy}");
        assert_eq!(page.field("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.field("referrer-policy"), Some("same-origin"));
        assert_eq!(
            page.field("cross-origin-opener-policy"),
            Some("same-origin")
        );
    }
    let file = person.ask("GET", "/assets/page-1a2b.js", "").await;
    assert_eq!(file.status, 200);
    assert!(file.field("cache-control").unwrap().contains("immutable"));
    for nothing in [
        "/assets/gone.js",
        "/assets/",
        "/assets/x/../../y",
        "/assets/../index.html",
    ] {
        let answer = person.ask("GET", nothing, "").await;
        assert_eq!(answer.status, 404, "{nothing}");
        let keep = answer.field("cache-control").unwrap();
        assert!(!keep.contains("immutable"), "{nothing}: {keep}");
    }
    assert_eq!(person.ask("POST", "/", "").await.status, 405);
}

#[tokio::test]
async fn a_file_is_sent_compressed_and_once() {
    let server = TestServer::open().await;
    let ask = async |field: &str| {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = format!(
            "GET /assets/page-1a2b.js HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{field}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    let answer = ask("accept-encoding: br, gzip").await;
    assert!(answer.contains("content-encoding: gzip"), "{answer}");
    assert!(answer.len() < 1500, "2200 bytes are compressed");
    let answer = ask(&format!("if-none-match: W/\"{}\"", "5a".repeat(16))).await;
    assert!(answer.starts_with("HTTP/1.1 304"), "{answer}");
}

#[tokio::test]
async fn half_a_request_is_cut_off() {
    let server = TestServer::with(|server| {
        server.limits = Limits {
            request_head: Duration::from_millis(300),
            answer: Duration::from_millis(300),
            ..Limits::default()
        };
    })
    .await;
    let half_a_head = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ";
    let half_a_body = "POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                       content-length: 100\r\n\r\n{\"name\":";
    for half in [half_a_head, half_a_body] {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        timeout(Duration::from_secs(5), stream.read_to_end(&mut rest))
            .await
            .expect("the connection is closed")
            .unwrap();
        assert!(begun.elapsed() >= Duration::from_millis(300));
        assert!(
            !rest.starts_with(b"HTTP/1.1 2"),
            "{}",
            String::from_utf8_lossy(&rest)
        );
    }
    // Other clients are served meanwhile and afterwards.
    assert_eq!(server.person().ask("GET", "/healthz", "").await.status, 200);
}

#[test]
fn the_limits_are_those_that_are_promised() {
    let limits = Limits::default();
    assert_eq!(limits.request_head, Duration::from_secs(10));
    assert_eq!(limits.body, 64 * 1024);
    assert_eq!(limits.message, 4096);
    assert_eq!(limits.spectators, 5000);
    assert_eq!(limits.first_message, Duration::from_secs(5));
    let messages = Rate::new(40, Duration::from_millis(100));
    assert_eq!(limits.messages, messages);
    assert_eq!(limits.ping, Duration::from_secs(4));
    assert_eq!(limits.silence, Duration::from_secs(30));
    assert_eq!(limits.missed_beats, Duration::from_secs(10));
}

#[tokio::test]
async fn connections_beyond_the_limit_are_turned_away() {
    let server = TestServer::with(|server| server.limits.connections = 2).await;
    let mut person = TestPerson::new(server.address);
    let table = person.create(&order(1, 2)).await;
    let kept = [
        person.hello(&table, None).await.unwrap(),
        person.hello(&table, None).await.unwrap(),
    ];
    assert!(person.hello(&table, None).await.is_err());
    drop(kept);
    // Their permits are released once the server has noticed.
    for _ in 0..50 {
        if let Ok(mut socket) = person.hello(&table, None).await {
            socket.message().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody is let in any more");
}

#[tokio::test]
async fn ids_of_tables_are_made_of_words() {
    let server = TestServer::open().await;
    let created = server.person().post("/api/tables", &order(1, 2)).await;
    assert_eq!(created.status, 201);
    let id = created.json::<Created>().id;
    let parts: Vec<&str> = id.split('-').collect();
    assert_eq!(parts.len(), 4, "{id}");
    assert!(parts[2].parse::<u8>().is_ok(), "{id}");
}

#[tokio::test]
async fn who_asks_for_a_socket_without_an_upgrade_is_told_what_is_missing() {
    let server = TestServer::open().await;
    let path = "/api/tables/no-such-table/socket";
    let answer = server.person().ask("GET", path, "").await;
    assert_eq!((answer.status, answer.problem()), (400, "no_upgrade"));
}
