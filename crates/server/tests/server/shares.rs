//! What an address, and each of its networks, may take; and that what is stored is acknowledged all the same.

use std::time::Duration;

use brickwood_protocol::{
    ChatText, ClientMessage, Command, HostOrder, Phrase, ServerMessage, TableOptions, TradeWord,
};
use brickwood_server::{BotPace, Rate, Server};
use brickwood_test_client::TestPerson;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::{
    clients::{answer, behind_a_proxy, request},
    played::STORED,
    support::{TestServer, arrange, done, enter, order, refused},
    trading::{market, suggest, talk, traders},
};

/// A rate of `burst`, without any refill during a test.
fn only(burst: u32) -> Rate {
    Rate::new(burst, Duration::from_hours(1))
}

/// Somebody behind the proxy.
fn at(person: &TestPerson, address: &str) -> TestPerson {
    TestPerson {
        forwarded: Some(address.to_owned()),
        ..person.clone()
    }
}

fn hello(key: u64) -> ClientMessage {
    let phrase = Phrase::Hello;
    let text = ChatText::Phrase { phrase };
    ClientMessage::Say { key, text }
}

#[tokio::test]
async fn what_is_stored_is_acknowledged_again_before_any_limit() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.arrangements = only(2);
        server.limits.messages.burst = 10_000;
    })
    .await;
    let (persons, terms) = market(&server, false).await;
    let (_, seen) = enter(&persons[0], STORED, None).await;
    let (_, other) = traders(&seen);
    let person = at(&persons[other], "192.0.2.1");
    let (mut socket, _) = enter(&person, STORED, None).await;
    // Everything that has a limit: votes, trade talk, chat.
    let mut stored = Vec::new();
    let vote = ClientMessage::Command {
        key: 1,
        command: Command::EndGame { yes: true },
    };
    let line = done(&mut socket, &vote).await;
    stored.push((vote, line));
    for key in 2..5 {
        let message = suggest(2 * key, terms);
        let suggestion = done(&mut socket, &message).await;
        stored.push((message, suggestion));
        let message = talk(2 * key + 1, TradeWord::TakeBack { suggestion });
        let line = done(&mut socket, &message).await;
        stored.push((message, line));
    }
    for key in 20..25 {
        let line = done(&mut socket, &hello(key)).await;
        stored.push((hello(key), line));
    }
    // Now every allowance is used up.
    let last = ClientMessage::Command {
        key: 90,
        command: Command::EndGame { yes: false },
    };
    done(&mut socket, &last).await;
    for message in [
        ClientMessage::Command {
            key: 91,
            command: Command::EndGame { yes: false },
        },
        suggest(92, terms),
        hello(93),
    ] {
        let problem = refused(&mut socket, &message).await;
        assert_eq!(problem, "too_fast", "{message:?}");
    }
    // On another connection, too, as after a lost one.
    let (mut back, _) = enter(&person, STORED, None).await;
    for socket in [&mut socket, &mut back] {
        for (message, line) in &stored {
            assert_eq!(done(socket, message).await, *line, "{message:?}");
        }
    }
}

#[tokio::test]
async fn a_line_is_acknowledged_again_where_it_could_not_be_said_any_more() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (mut host, _) = enter(&persons[0], &table, None).await;
    let (mut other, _) = enter(&persons[1], &table, None).await;
    let line = done(&mut other, &hello(1)).await;
    let options = TableOptions {
        chat: brickwood_protocol::ChatRule::Off,
        ..TableOptions::default()
    };
    done(&mut host, &arrange(1, HostOrder::Options { options })).await;
    assert_eq!(done(&mut other, &hello(1)).await, line);
    assert_eq!(refused(&mut other, &hello(2)).await, "no_talk");
    let order = arrange(1, HostOrder::Options { options });
    let left = ClientMessage::Command {
        key: 5,
        command: Command::Leave {},
    };
    let seq = done(&mut other, &left).await;
    assert_eq!(done(&mut other, &left).await, seq, "without a seat");
    assert_ne!(refused(&mut other, &order).await, "too_fast");
}

#[tokio::test]
async fn what_tables_store_is_taken_from_the_share_of_all_networks() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.stored = only(70);
        server.limits.creations = only(1000);
    })
    .await;
    let body = serde_json::to_string(&order(2, 0)).unwrap();
    let create = async |address: &str| {
        let fields = [("x-forwarded-for", address)];
        let text = request("POST", "/api/tables", &fields, &body);
        answer(server.address, &text).await.status
    };
    let mut created = 0;
    for number in 0..40 {
        let status = create(&format!("2001:db8:7:{number:x}::1")).await;
        created += usize::from(status == 201);
        assert!([201, 429].contains(&status), "{status}");
    }
    // Some three tables for an address, and twice as many for a network of 56 bits.
    assert!((4..=8).contains(&created), "{created}");
    assert_eq!(create("2001:db8:8:1::1").await, 201);
}

#[tokio::test]
async fn bots_alone_stop_when_those_who_watch_have_stored_enough() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.pace = BotPace::None;
        server.limits.stored = only(120);
    })
    .await;
    let mut host = at(&server.person(), "192.0.2.1");
    let table = host.create(&order(0, 3)).await;
    let (mut watching, _) = enter(&host, &table, None).await;
    let mut seen = 0;
    // The bots stand still for a second.
    while let Ok(message) = timeout(Duration::from_secs(1), watching.message()).await {
        if let ServerMessage::Update { update } = message {
            seen = update.seq;
        }
    }
    // A roll, what it yields and what follows are lines of one decision.
    assert!((10..500).contains(&seen), "{seen}");
    let other = at(&server.person(), "198.51.100.1");
    let (mut other, now) = enter(&other, &table, None).await;
    let last = now.seq;
    loop {
        if let ServerMessage::Update { update } = other.message().await
            && update.seq > last + 10
        {
            break;
        }
    }
}

#[tokio::test]
async fn bodies_that_never_come_hold_up_nobody() {
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.limits.answers = 1024 * 1024;
    })
    .await;
    let mut waiting = Vec::new();
    for number in 0..24 * 9 {
        let address = format!("198.{}.100.1", number / 9);
        let fields = [("x-forwarded-for", &*address), ("content-length", "262144")];
        let text = request("POST", "/api/replay", &fields, "");
        let text = text.replacen("content-length: 0\r\n", "", 1);
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    let mut honest = at(&server.person(), "192.0.2.1");
    assert_eq!(honest.rename("Ida").await.status, 204);
    for path in ["/api/site", "/api/me", "/api/lobby", "/api/tables"] {
        assert_eq!(honest.ask("GET", path, "").await.status, 200, "{path}");
    }
    let mut first = [0; 1];
    let answered = timeout(Duration::from_millis(50), waiting[0].read_exact(&mut first));
    assert!(answered.await.is_err(), "they still wait");
}

#[tokio::test]
async fn a_board_with_many_faults_is_told_the_first_ones() {
    let server = TestServer::open().await;
    let harbors = vec!["a1nw:B"; 1100].join(",");
    let text = format!("W8G4O11/D*B3W6L12/B5L10L11O5G9/L2W9O4B10/G6W3G8~{harbors}");
    let board = serde_json::json!({
        "rules": order(4, 0).rules,
        "board": { "type": "own", "text": text },
    });
    let fields = [];
    let asked = request("POST", "/api/boards", &fields, &board.to_string());
    let answered = answer(server.address, &asked).await;
    assert_eq!(answered.status, 422);
    assert!(answered.body.len() < 10_000, "{}", answered.body.len());
}

#[tokio::test]
async fn a_person_cannot_be_taken_for_a_bot_or_the_host() {
    let server = TestServer::open().await;
    let mut person = server.person();
    for name in ["Anna (bot)", "Host", "System"] {
        assert_eq!(person.rename(name).await.status, 422, "{name}");
        let mut named = order(2, 0);
        named.name = name.to_owned();
        let body = serde_json::to_string(&named).unwrap();
        let answered = person.ask("POST", "/api/tables", &body).await;
        assert_eq!(answered.status, 422, "{name}");
    }
    assert_eq!(person.rename("Anna").await.status, 204);
}
