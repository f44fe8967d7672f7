//! Attackers who keep to every limit: guessing, flooding, and requesting long answers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use brickwood_protocol::{
    ClientMessage, Command, HostOrder, ServerMessage, SpectatorRule, TableOptions, TradeWord,
};
use brickwood_rules::{Cards, Resource, Terms};
use brickwood_server::{Rate, Server};
use brickwood_test_client::TestPerson;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
    time::{sleep, timeout},
};

use crate::{
    clients::{answer, behind_a_proxy, handshake, request},
    support::{TestServer, arrange, begin, done, enter, order, seat},
};

/// A rate of `burst`, without any refill during a test.
fn only(burst: u32) -> Rate {
    Rate::new(burst, Duration::from_hours(1))
}

/// Options of a table that differ from one number to the next.
fn options(number: u64) -> HostOrder {
    let seconds = u16::try_from(number).expect("a small number");
    HostOrder::Options {
        options: TableOptions {
            spectators: SpectatorRule::Delayed { seconds },
            ..TableOptions::default()
        },
    }
}

/// Somebody behind the proxy.
fn at(server: &TestServer, address: &str) -> TestPerson {
    TestPerson {
        forwarded: Some(address.to_owned()),
        ..server.person()
    }
}

#[tokio::test]
async fn a_long_log_comes_in_parts_that_make_a_whole() {
    let server = TestServer::with(|server| server.limits.messages.burst = 10_000).await;
    let (table, persons) = server.seated(2).await;
    let (mut host, _) = enter(&persons[0], &table, None).await;
    for key in 1..=290 {
        done(&mut host, &arrange(key, options(key))).await;
    }
    for (after, parts) in [(None, 2), (Some(100), 1), (Some(250), 0)] {
        let (socket, update) = enter(&persons[1], &table, after).await;
        let told: Vec<u32> = update.log.iter().map(|line| line.seq).collect();
        let all: Vec<u32> = (after.unwrap_or(0) + 1..=update.seq).collect();
        assert_eq!(told, all);
        assert_eq!(socket.parts_heard, parts, "after {after:?}");
    }
    // Changes that happen while a client reads come at the end.
    let mut reading = persons[1].hello(&table, None).await.unwrap();
    let line = done(&mut host, &arrange(291, options(291))).await;
    let mut seen = Vec::new();
    while seen.last() != Some(&line) {
        if let ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } =
            reading.message().await
        {
            seen.extend(update.log.iter().map(|line| line.seq));
        }
    }
    assert_eq!(seen, (1..=line).collect::<Vec<u32>>());
    // A host who never stops is refused in the end.
    let mut refused = None;
    for key in 292..400 {
        host.say(&arrange(key, options(key))).await.unwrap();
        loop {
            match host.message().await {
                ServerMessage::Refused { problem, .. } => refused = Some(problem.code()),
                ServerMessage::Ack { .. } => {}
                _ => continue,
            }
            break;
        }
    }
    assert_eq!(refused, Some("too_much_arranged"));
}

#[tokio::test]
async fn a_person_who_suggests_too_often_has_to_wait_on_all_sockets() {
    let server = TestServer::with(|server| server.limits.messages.burst = 10_000).await;
    let (table, persons) = server.seated(2).await;
    begin(&persons, &table).await;
    let mut waits = 0;
    for _ in 0..2 {
        let (mut socket, _) = enter(&persons[1], &table, None).await;
        for number in 0..10 {
            let terms = Terms {
                give: Cards::of(Resource::ALL[number % 5], 1),
                take: Cards::of(Resource::ALL[(number + 1) % 5], 1),
            };
            let word = TradeWord::Suggest {
                terms: terms.into(),
                answers: None,
            };
            let key = number as u64;
            let suggest = ClientMessage::Command {
                key,
                command: Command::TradeTalk { word },
            };
            socket.say(&suggest).await.unwrap();
            let (_, problem) = socket.refusal().await;
            waits += usize::from(problem.code() == "too_fast");
        }
    }
    // Nobody can suggest anything before the first turn; only the first are looked at.
    assert!((10..=14).contains(&waits), "{waits} of 20");
}

#[tokio::test]
async fn an_address_that_asks_for_much_by_its_sockets_is_asked_to_wait() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.looks = only(3);
        server.limits.arrangements = only(5);
    })
    .await;
    let mut host = at(&server, "192.0.2.1");
    let table = host.create(&order(2, 0)).await;
    let mut codes = Vec::new();
    // One socket after another: the address counts.
    for key in 1..=3 {
        let (mut socket, _) = enter(&host, &table, None).await;
        for message in [
            ClientMessage::ViewAs { seat: seat(0) },
            ClientMessage::ViewAs { seat: seat(0) },
            arrange(10 * key, options(10 * key)),
            arrange(10 * key + 1, options(10 * key + 1)),
        ] {
            socket.say(&message).await.unwrap();
            let code = loop {
                match socket.message().await {
                    ServerMessage::Refused { problem, .. } => break problem.code(),
                    ServerMessage::Welcome { .. } if message.key().is_none() => {
                        break "looked";
                    }
                    ServerMessage::Ack { .. } => break "arranged",
                    _ => {}
                }
            };
            codes.push(code);
        }
    }
    let count = |code: &str| codes.iter().filter(|one| **one == code).count();
    assert_eq!(
        [count("looked"), count("arranged"), count("too_fast")],
        [3, 5, 4],
        "{codes:?}"
    );
}

#[tokio::test]
async fn a_message_in_endless_empty_frames_ends_the_connection() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (_, mut stream) = handshake(server.address, &table, &[]).await;
    // The beginning of a text, and then empty continuation frames.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.unwrap();
    let empty = [0x00, 0x80, 0, 0, 0, 0].repeat(1000);
    let flood = async {
        let mut sent = 0;
        while stream.write_all(&empty).await.is_ok() {
            sent += empty.len();
        }
        sent
    };
    let sent = timeout(Duration::from_secs(20), flood).await;
    // Data that the server has not read by then waits in the system's buffers.
    let sent = sent.expect("the server has had enough");
    assert!(sent < 16 << 20, "{sent} bytes were taken");
    let mut rest = Vec::new();
    let _ = timeout(Duration::from_secs(1), stream.read_to_end(&mut rest)).await;
    // Other clients are still served.
    enter(&persons[0], &table, None).await;
}

#[tokio::test]
async fn however_many_guess_codes_few_are_guessed() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.wrong_codes = only(5);
    })
    .await;
    let mut host = at(&server, "192.0.2.1");
    let table = host.create(&order(2, 0)).await;
    let (_, update) = enter(&host, &table, None).await;
    let code = update.code.unwrap();
    assert_eq!(code.len(), 6);
    let by_code = async |person: &mut TestPerson, code: &str| {
        let path = format!("/api/codes/{code}");
        person.ask("GET", &path, "").await.status
    };
    let typed = format!("{}%20{}", code[..3].to_uppercase(), &code[3..]);
    let mut friend = at(&server, "192.0.2.2");
    assert_eq!(by_code(&mut friend, &typed).await, 200);
    let mut statuses = Vec::new();
    for network in 0..8 {
        let mut guesser = at(&server, &format!("2001:db{network}::1"));
        statuses.push(by_code(&mut guesser, "zzzzzz").await);
    }
    assert_eq!(statuses, [404, 404, 404, 404, 404, 429, 429, 429]);
    // A client that comes meanwhile has to wait, or uses the link.
    assert_eq!(by_code(&mut friend, &code).await, 429);
    assert_eq!(friend.join(&table, "Bo").await.status, 204);
}

#[tokio::test]
async fn guesses_from_many_addresses_of_one_network_are_stopped() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.misses = only(2);
    })
    .await;
    let mut missed = 0;
    for address in 0..20 {
        let mut guesser = at(&server, &format!("2001:db8:0:{address:x}::1"));
        let path = format!("/api/tables/amber-otter-{address}/record");
        missed += usize::from(guesser.ask("GET", &path, "").await.status == 404);
    }
    // Twice as many as one address may: all of them are of one home.
    assert_eq!(missed, 4);
    let mut other = at(&server, "2001:db8:1::1");
    let path = "/api/tables/amber-otter-1/record";
    assert_eq!(other.ask("GET", path, "").await.status, 404);
}

#[tokio::test]
async fn a_request_names_one_host_and_one_that_is_ours() {
    let server = TestServer::open().await;
    let status = async |text: &str| answer(server.address, text).await.status;
    let get = |line: &str, fields: &str| format!("{line}\r\n{fields}connection: close\r\n\r\n");
    for (fields, expected) in [
        ("host: localhost\r\n", 200),
        ("host: 127.0.0.1:7878\r\n", 200),
        // Only a server that listens there is found at an address of the network.
        ("host: 192.0.2.7:7878\r\n", 421),
        ("", 400),
        ("host: localhost\r\nhost: evil.example\r\n", 400),
        ("host: evil.example\r\n", 421),
    ] {
        for path in ["/", "/api/lobby"] {
            let text = get(&format!("GET {path} HTTP/1.1"), fields);
            assert_eq!(status(&text).await, expected, "{text}");
        }
    }
    // Health checks may use any host name.
    let text = get("GET /readyz HTTP/1.1", "host: balancer.example\r\n");
    assert_eq!(status(&text).await, 200);
    assert_eq!(status(&get("GET /readyz HTTP/1.0", "")).await, 200);
    let foreign = [("host", "evil.example"), ("origin", "http://evil.example")];
    let text = request("POST", "/api/tables", &foreign, "{}");
    assert_eq!(status(&text).await, 421);
}

#[tokio::test]
async fn new_people_of_one_address_are_counted() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.arrivals = only(3);
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(at(&server, "192.0.2.1").rename("Ida").await.status);
    }
    assert_eq!(statuses, [204, 204, 204, 429]);
    let mut bot = at(&server, "192.0.2.1");
    let registered = bot.ask("POST", "/api/bots", r#"{"name":"Pips"}"#).await;
    assert_eq!(registered.status, 429);
    let mut known = at(&server, "192.0.2.2");
    for name in ["Ida", "Ole", "Bo", "Eve", "Ann"] {
        assert_eq!(known.rename(name).await.status, 204, "one person is one");
    }
}

#[tokio::test]
async fn long_records_of_one_address_hold_up_no_other_replay() {
    const LONG: &str = include_str!("../../../../tests-data/records/fair.record");
    const SHORT: &str = include_str!("../../../../tests-data/records/short.record");
    let server = TestServer::with(behind_a_proxy).await;
    let replayed = Arc::new(AtomicUsize::new(0));
    let mut flood = JoinSet::new();
    for _ in 0..8 {
        let (mut attacker, replayed) = (at(&server, "192.0.2.1"), Arc::clone(&replayed));
        flood.spawn(async move {
            let status = attacker.ask("POST", "/api/replay", LONG).await.status;
            replayed.fetch_add(1, Ordering::Relaxed);
            status
        });
    }
    // All of them are there before anybody else.
    sleep(Duration::from_millis(30)).await;
    let mut other = at(&server, "192.0.2.2");
    let answer = other.ask("POST", "/api/replay", SHORT).await;
    assert_eq!(answer.status, 200);
    let before = replayed.load(Ordering::Relaxed);
    assert!(before < 4, "it waited for {before} long ones");
    for status in flood.join_all().await {
        assert!([200, 429].contains(&status), "{status}");
    }
}

#[tokio::test]
async fn a_person_who_is_known_plays_on_while_others_at_the_address_guess() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.misses = only(2);
        server.limits.own_misses = only(2);
    })
    .await;
    let (table, mut persons) = server.seated(2).await;
    let mut guesser = at(&server, "192.0.2.1");
    let guess = async |person: &mut TestPerson, name: &str| {
        let path = format!("/api/tables/{name}/players");
        person.ask("GET", &path, "").await.status
    };
    for _ in 0..2 {
        assert_eq!(guess(&mut guesser, "amber-otter-43-zzzzz").await, 404);
    }
    assert_eq!(
        guess(&mut guesser, &table).await,
        429,
        "the address has no misses left"
    );
    assert_eq!(
        guesser.ask("GET", "/api/site", "").await.status,
        200,
        "nothing can miss there"
    );
    let ida = &mut persons[0];
    ida.forwarded.clone_from(&guesser.forwarded);
    let by_code = ida.ask("GET", "/api/codes/zzzzzz", "").await;
    assert_eq!(by_code.status, 429, "codes are too short for that");
    assert_eq!(guess(ida, &table).await, 200);
    assert!(ida.hello(&table, None).await.is_ok());
    for _ in 0..2 {
        assert_eq!(guess(ida, "amber-otter-43-zzzzz").await, 404);
    }
    assert_eq!(guess(ida, &table).await, 429, "nor has the person");
}
