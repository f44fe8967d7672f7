//! The promises of a socket: every message is answered, and an invalid one changes nothing.

use std::time::Duration;

use brickwood_protocol::{ClientMessage, Command, PROTOCOL, ServerMessage, TableEvent, Update};
use brickwood_rules::{Action, Phase};
use brickwood_test_client::{Heard, Socket, TestPerson};

use crate::support::{TestServer, ack, act, actor, begin, enter, order, settle, shown, update};

/// A table of two people whose game has begun, with the sockets of the first player and the other.
async fn begun(server: &TestServer) -> (String, [TestPerson; 2], [Socket; 2], Update) {
    let (table, persons) = server.seated(2).await;
    let mut persons: [TestPerson; 2] = persons.try_into().unwrap();
    let [(first, seen), (second, also)] = begin(&persons, &table).await.try_into().unwrap();
    if actor(&seen).index() == 0 {
        return (table, persons, [first, second], seen);
    }
    persons.reverse();
    (table, persons, [second, first], also)
}

#[tokio::test]
async fn a_game_begins_when_nobody_is_missing_and_everybody_is_ready() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let table = person.create(&order(2, 0)).await;
    let (mut socket, seen) = enter(&person, &table, None).await;
    assert!(!seen.started);
    assert_eq!(seen.seq, 0);
    socket.say(&act(1, Action::Roll)).await.unwrap();
    let (key, problem) = socket.refusal().await;
    assert_eq!((key, problem.code()), (Some(1), "not_started"));
    let mut other = server.person();
    other.join(&table, "Ole").await;
    let seen = update(&mut socket).await;
    assert_eq!(seen.seats[1].name.as_deref(), Some("Ole"));
    assert!(!seen.started && !seen.seats[0].ready);
    socket.get_ready().await.unwrap();
    let seen = shown(&mut socket, |seen| seen.seats[0].ready).await;
    assert!(!seen.started && !seen.seats[1].ready);
    let (_other, ..) = other.sit(&table).await;
    let seen = shown(&mut socket, |seen| seen.started).await;
    let lines = seen.log.iter().filter(|line| line.at_table.is_none());
    assert!(lines.count() >= 2, "both have rolled for the first turn");
    let (_, seen) = enter(&person, &table, None).await;
    let sequence: Vec<u32> = seen.log.iter().map(|entry| entry.seq).collect();
    assert_eq!(sequence, (1..=seen.seq).collect::<Vec<_>>());
    let events: Vec<TableEvent> = seen
        .log
        .iter()
        .filter_map(|line| line.at_table.clone())
        .collect();
    assert_eq!(events.last(), Some(&TableEvent::Started), "{events:?}");
}

#[tokio::test]
async fn an_action_is_acknowledged_to_its_sender_and_shown_to_all() {
    let server = TestServer::open().await;
    let (table, _, [mut first, mut second], seen) = begun(&server).await;
    let (mut watcher, _) = enter(&server.person(), &table, None).await;
    let at = seen.choices.settlements.iter().next().unwrap();
    first.say(&settle(7, &seen)).await.unwrap();
    assert_eq!(
        first.message().await,
        ServerMessage::Ack {
            key: 7,
            seq: seen.seq + 1
        }
    );
    for socket in [&mut first, &mut second, &mut watcher] {
        let shown = update(socket).await;
        assert_eq!(shown.seq, seen.seq + 1);
        assert_eq!(shown.log.len(), 1);
        let settled = shown
            .view
            .seats
            .iter()
            .any(|seat| seat.settlements.contains(at));
        assert!(settled);
    }
}

#[tokio::test]
async fn a_key_that_is_sent_again_gets_its_first_answer_and_changes_nothing() {
    let server = TestServer::open().await;
    let (table, persons, [mut first, _second], seen) = begun(&server).await;
    let message = settle(7, &seen);
    first.say(&message).await.unwrap();
    let answer = ack(&mut first).await;
    first.say(&message).await.unwrap();
    assert_eq!(ack(&mut first).await, answer);
    // Also for another connection of the same seat, and with another action.
    let (mut again, after) = enter(&persons[0], &table, None).await;
    again.say(&act(7, Action::EndTurn)).await.unwrap();
    assert_eq!(ack(&mut again).await, answer);
    assert_eq!(enter(&persons[0], &table, None).await.1.seq, after.seq);
}

#[tokio::test]
async fn a_client_that_comes_back_gets_the_rest_of_the_log() {
    let server = TestServer::open().await;
    let (table, persons, [mut first, _second], seen) = begun(&server).await;
    first.say(&settle(1, &seen)).await.unwrap();
    ack(&mut first).await;
    let sequence = |update: &Update| update.log.iter().map(|entry| entry.seq).collect::<Vec<_>>();
    let (_, rest) = enter(&persons[1], &table, Some(seen.seq)).await;
    assert_eq!(sequence(&rest), [seen.seq + 1]);
    let (_, nothing) = enter(&persons[1], &table, Some(rest.seq)).await;
    assert!(nothing.log.is_empty());
    for after in [None, Some(0), Some(rest.seq + 100)] {
        let (_, all) = enter(&persons[1], &table, after).await;
        assert_eq!(sequence(&all), (1..=rest.seq).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_seat_that_is_not_to_act_or_breaks_a_rule_is_refused() {
    let server = TestServer::open().await;
    let (table, persons, [mut first, mut second], seen) = begun(&server).await;
    second.say(&settle(1, &seen)).await.unwrap();
    let (key, problem) = second.refusal().await;
    assert_eq!((key, problem.code()), (Some(1), "not_to_act"));
    assert!(problem.clause.is_some());

    first.say(&act(2, Action::EndTurn)).await.unwrap();
    let (key, problem) = first.refusal().await;
    assert_eq!(key, Some(2));
    assert!(problem.clause.is_some());

    first
        .say(&ClientMessage::Command {
            key: 3,
            command: Command::Undo {},
        })
        .await
        .unwrap();
    assert_eq!(first.refusal().await.1.code(), "no_undo");

    let (mut watcher, shown) = enter(&server.person(), &table, None).await;
    watcher.say(&settle(4, &seen)).await.unwrap();
    assert_eq!(watcher.refusal().await.1.code(), "not_seated");
    let unkeyed = ClientMessage::Preparing { offer: 1, on: true };
    watcher.say(&unkeyed).await.unwrap();
    let (key, problem) = watcher.refusal().await;
    assert_eq!((key, problem.code()), (None, "not_seated"));
    assert!(shown.view.own.is_none());
    assert!(!shown.choices.to_act);

    let (_, after) = enter(&persons[0], &table, None).await;
    assert_eq!(after.seq, seen.seq);
    assert_eq!(after.view, seen.view);
    assert!(matches!(after.view.phase, Phase::SetUpSettlement));
}

#[tokio::test]
async fn a_text_that_is_not_a_message_is_refused_and_changes_nothing() {
    let server = TestServer::open().await;
    let (table, persons, [mut first, _second], seen) = begun(&server).await;
    for (text, key) in [
        ("", None),
        ("roll", None),
        ("null", None),
        ("{}", None),
        (r#"{"type":"cheat","key":5}"#, Some(5)),
        (r#"{"type":"command","key":6}"#, Some(6)),
        (
            r#"{"type":"command","key":-1,"command":{"type":"leave"}}"#,
            None,
        ),
        (
            r#"{"type":"command","key":"7","command":{"type":"leave"}}"#,
            None,
        ),
        (
            r#"{"type":"command","key":8,"command":{"type":"act","action":{"type":"win"}}}"#,
            Some(8),
        ),
        (
            r#"{"type":"command","key":9,"command":{"type":"act","action":{"type":"build_road","at":9999}}}"#,
            Some(9),
        ),
        (
            r#"{"type":"command","key":10,"command":{"type":"undo","seat":1}}"#,
            Some(10),
        ),
        (&format!("{}{}", "[".repeat(1000), "]".repeat(1000)), None),
    ] {
        first.say_text(text).await.unwrap();
        let (found, problem) = first.refusal().await;
        assert_eq!(problem.code(), "malformed", "{text}");
        assert_eq!(found, key, "{text}");
    }
    first.say_bytes(b"\x00\x01").await.unwrap();
    assert_eq!(first.refusal().await.1.code(), "malformed");
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        after: None,
        returning: None,
    };
    first.say(&hello).await.unwrap();
    assert_eq!(first.refusal().await.1.code(), "second_hello");
    // A place beyond the board is a message, but no legal action.
    let beyond = r#"{"type":"command","key":11,"command":{"type":"act","action":{"type":"build_settlement","at":90}}}"#;
    first.say_text(beyond).await.unwrap();
    assert_eq!(first.refusal().await.0, Some(11));

    let (_, after) = enter(&persons[0], &table, None).await;
    assert_eq!((after.seq, after.view), (seen.seq, seen.view));
}

#[tokio::test]
async fn nothing_comes_before_the_hello() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let mut socket = persons[0].socket(&table).await.unwrap();
    socket.say(&act(1, Action::Roll)).await.unwrap();
    let (key, problem) = socket.refusal().await;
    assert_eq!((key, problem.code()), (Some(1), "hello_first"));
    socket.say_text("hello").await.unwrap();
    assert_eq!(socket.refusal().await.1.code(), "malformed");
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        after: None,
        returning: None,
    };
    socket.say(&hello).await.unwrap();
    assert!(matches!(
        socket.message().await,
        ServerMessage::Welcome { .. }
    ));
}

#[tokio::test]
async fn a_client_with_another_protocol_version_is_refused() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let mut socket = persons[0].socket(&table).await.unwrap();
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL + 1,
        after: None,
        returning: None,
    };
    socket.say(&hello).await.unwrap();
    assert_eq!(socket.refusal().await.1.code(), "wrong_protocol");
    assert_eq!(socket.hear().await, Heard::Closed(1008));
}

#[tokio::test]
async fn a_table_that_is_not_there_is_said_not_to_be() {
    let server = TestServer::open().await;
    for table in ["no-such-table", "%3Cimg%3E", "a%2Fb"] {
        let mut socket = server.person().hello(table, None).await.unwrap();
        assert_eq!(socket.refusal().await.1.code(), "no_such_table", "{table}");
        assert_eq!(socket.hear().await, Heard::Closed(1008), "{table}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_connection() {
    let server = TestServer::open().await;
    let (_, _, [mut first, _second], _) = begun(&server).await;
    first.say_text(&" ".repeat(5000)).await.unwrap();
    assert_eq!(first.hear().await, Heard::Closed(1009));
}

#[tokio::test]
async fn a_client_that_sends_too_many_messages_is_cut_off() {
    let server = TestServer::open().await;
    let (_, _, [mut first, _second], _) = begun(&server).await;
    for _ in 0..60 {
        if first.say_text("?").await.is_err() {
            break;
        }
    }
    let mut refused = 0;
    let end = loop {
        match first.hear().await {
            Heard::Message(..) => refused += 1,
            end => break end,
        }
    };
    assert_eq!(end, Heard::Closed(1008));
    // The hello and the readiness were the first of 40 messages; a few were refilled meanwhile.
    assert!((38..50).contains(&refused), "{refused}");
}

#[tokio::test]
async fn a_client_that_sends_nothing_is_cut_off() {
    let server = TestServer::with(|server| {
        server.limits.first_message = Duration::from_millis(200);
        server.limits.ping = Duration::from_millis(100);
        server.limits.silence = Duration::from_millis(400);
    })
    .await;
    let (table, persons) = server.seated(2).await;
    let mut silent = persons[0].socket(&table).await.unwrap();
    assert_eq!(silent.hear().await, Heard::Closed(1008));

    // A client that answers pings stays; one that does not read, and so answers none, is dropped.
    let (mut answering, _) = enter(&persons[0], &table, None).await;
    let (_deaf, _) = enter(&persons[1], &table, None).await;
    let mut present = Vec::new();
    while present != [true, false] {
        let seen = update(&mut answering).await;
        present = seen.seats.iter().map(|seat| seat.present).collect();
    }
}

#[tokio::test]
async fn everybody_sees_who_is_there() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (mut first, seen) = enter(&persons[0], &table, None).await;
    let present = |update: &Update| {
        update
            .seats
            .iter()
            .map(|seat| seat.present)
            .collect::<Vec<_>>()
    };
    assert_eq!(present(&seen), [true, false]);
    let (second, seen) = enter(&persons[1], &table, None).await;
    assert_eq!(present(&seen), [true, true]);
    assert_eq!(present(&update(&mut first).await), [true, true]);
    let (same_again, _) = enter(&persons[1], &table, None).await;
    drop(second);
    drop(same_again);
    assert_eq!(present(&update(&mut first).await), [true, false]);
}

#[tokio::test]
async fn a_server_that_stops_says_so() {
    let mut server = TestServer::open().await;
    let (_, _, [mut first, _second], _) = begun(&server).await;
    server.stop.take().unwrap().send(()).unwrap();
    assert_eq!(first.hear().await, Heard::Closed(1012));
}
