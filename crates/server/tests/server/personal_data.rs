//! What is stored about a person: the download, and the deletion.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use brickwood_protocol::{
    BlockOrder, ChatText, ClientMessage, Command, Misconduct, Phrase, Replay, ReportOrder,
    ServerMessage, TableSummary,
};
use brickwood_site::StoresSite;
use brickwood_storage::{Chat, GameLog, NodeId, Storage};
use brickwood_table::PersonId;
use brickwood_test_client::{Socket, TestPerson};
use rusqlite::types::ValueRef;
use serde_json::Value;

use crate::{
    devices::ended,
    nodes::{as_bots, at, idle, pair},
    passkeys::{kept, named},
    support::{TestServer, begin, done, enter, order, seat, shown, whole},
    take_along::{claim, link, name},
};

async fn say(socket: &mut Socket, key: u64) {
    let phrase = Phrase::Hello;
    let text = ChatText::Phrase { phrase };
    done(socket, &ClientMessage::Say { key, text }).await;
}

/// Waits until a person is deleted.
pub async fn is_gone(log: &dyn Storage, person: PersonId) {
    for _ in 0..500 {
        let going = log.site().deletions().await.unwrap();
        if going.is_empty() && log.site().stay(person).await == Ok(None) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the person is still there");
}

/// Ends a game: all of its players want it.
async fn call_off(sockets: &mut [Socket]) {
    for socket in sockets {
        let end = ClientMessage::Command {
            key: 99,
            command: Command::EndGame { yes: true },
        };
        done(socket, &end).await;
    }
}

async fn replay(person: &TestPerson, table: &str) -> Replay {
    let path = format!("/api/tables/{table}/replay");
    person.clone().ask("GET", &path, "").await.json()
}

#[tokio::test]
async fn a_person_gets_all_that_is_stored_about_them() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let mut sockets = begin(&persons, &table).await;
    say(&mut sockets[0].0, 1).await;
    say(&mut sockets[1].0, 1).await;
    let key = link(&mut persons[0]).await;
    claim(&mut server.person(), &key).await;
    let answer = persons[0].ask("GET", "/api/me/data", "").await;
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .field("content-disposition")
            .unwrap()
            .starts_with("attachment")
    );
    let text = whole(&answer);
    let data: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(data["person"]["name"], "Ida");
    assert_eq!(data["devices"]["devices"].as_array().unwrap().len(), 2);
    assert_eq!(data["games"][0]["table"], table.as_str());
    assert_eq!(data["games"][0]["seats"][0]["name"], "Ida");
    assert_eq!(data["said"].as_array().unwrap().len(), 1);
    assert!(!text.contains("Person 1"), "nothing of others is told");
}

/// The tables of a database in which some of these texts stand, numbers of people as hexadecimal digits.
fn tables_with(server: &TestServer, texts: &[&str]) -> BTreeSet<String> {
    let database = rusqlite::Connection::open(server.data.path().join("brickwood.db")).unwrap();
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table'";
    let mut tables = database.prepare(tables).unwrap();
    let tables = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let tables = tables.map(Result::unwrap).filter(|table| {
        let mut rows = database.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = rows.column_count();
        let mut rows = rows.query([]).unwrap();
        let mut is_in = false;
        while let Some(row) = rows.next().unwrap() {
            is_in |= (0..columns).any(|column| {
                let value = match row.get_ref(column).unwrap() {
                    ValueRef::Blob(bytes) => base16ct::lower::encode_string(bytes),
                    ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
                    _ => String::new(),
                };
                texts.iter().any(|text| value.contains(text))
            });
        }
        is_in
    });
    tables.collect()
}

#[tokio::test]
async fn after_a_deletion_nothing_that_is_stored_names_the_person() {
    let server = TestServer::with(named).await;
    let (mut ida, _) = kept(&server, "Ida", 1).await;
    let mut other = server.person();
    let table = ida.create(&order(2, 0)).await;
    assert_eq!(other.join(&table, "Ole").await.status, 204);
    let block = |seat_of: u8| BlockOrder {
        table: table.clone(),
        seat: seat(seat_of),
    };
    let report = ReportOrder {
        table: table.clone(),
        seat: seat(1),
        line: None,
        reason: Misconduct::Insults,
        words: None,
    };
    assert_eq!(ida.post("/api/blocks", &block(1)).await.status, 204);
    assert_eq!(other.post("/api/blocks", &block(0)).await.status, 204);
    assert_eq!(ida.post("/api/reports", &report).await.status, 204);
    for (method, path, body) in [
        ("PUT", "/api/alert", r#"{"minutes":60}"#),
        (
            "PUT",
            "/api/me/profile",
            r#"{"results":true,"quality":false}"#,
        ),
        ("POST", "/api/me/words", ""),
        ("POST", "/api/passkeys/new", r#"{"name":"Phone"}"#),
    ] {
        let answer = ida.ask(method, path, body).await;
        assert!((200..300).contains(&answer.status), "{path}: {answer:?}");
    }
    let key = link(&mut ida).await;
    claim(&mut server.person(), &key).await;
    let mut begun = begin(&[ida.clone(), other], &table).await;
    say(&mut begun[0].0, 1).await;
    link(&mut ida).await;

    let person = ida.id().unwrap();
    let id = base16ct::lower::encode_string(&person.0);
    let named = tables_with(&server, &[&id, "Ida"]);
    for table in [
        "block",
        "ceremony",
        "device",
        "device_link",
        "game",
        "person",
        "passkey",
        "profile",
        "recovery",
        "report",
        "sitter",
        "talk",
        "table_alert",
    ] {
        assert!(named.contains(table), "{table}: {named:?}");
    }
    assert_eq!(ida.ask("DELETE", "/api/me", "").await.status, 202);
    is_gone(&*server.log, person).await;
    assert_eq!(tables_with(&server, &[&id]), BTreeSet::new());
    // What happened at the table, for who judges the other: `privacy.md` says so.
    let named = tables_with(&server, &["Ida"]);
    assert_eq!(named, BTreeSet::from(["report".to_owned()]));
}

#[tokio::test]
async fn a_game_goes_on_without_a_player_who_was_deleted() {
    let (first, second, log) = pair(as_bots(&idle())).await;
    let (table, mut persons) = first.seated(3).await;
    let person = persons[0].id().unwrap();
    persons[1] = at(&second, &persons[1]);
    let mut begun = begin(&persons, &table).await;
    say(&mut begun[0].0, 1).await;
    say(&mut begun[1].0, 1).await;
    let key = link(&mut persons[0]).await;
    let mut phone = second.person();
    claim(&mut phone, &key).await;
    let (mut on_phone, _) = enter(&phone, &table, None).await;

    let deleted = persons[0].clone().ask("DELETE", "/api/me", "").await;
    assert_eq!(deleted.status, 202);
    assert!(deleted.field("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(ended(&mut begun[0].0).await, 1013);
    assert_eq!(ended(&mut on_phone).await, 1013);
    is_gone(&*log, person).await;
    // The others see that a bot plays on, at both servers.
    for (socket, _) in &mut begun[1..] {
        let seen = shown(socket, |seen| seen.seats[0].name.is_none()).await;
        assert!(seen.seats[0].away);
        let mut former = seen.seats[0].former.iter();
        assert!(former.all(|former| former.name.as_deref() == Some("")));
    }
    for device in [&mut persons[0], &mut phone] {
        assert_eq!(name(device).await, None);
    }
    // Nothing that is stored names them.
    let stored = log.load(&table).await.unwrap().unwrap();
    assert!(!stored.people.mention(person));
    let people = serde_json::to_string(&stored.people).unwrap();
    assert!(!people.contains("Ida"), "{people}");
    let talk = log.talk(&table, 0, 100).await.unwrap();
    assert_eq!(talk.len(), 1);
    assert_eq!(talk[0].name, "Person 1");
    // Whoever comes now is told the same, wherever.
    for server in [&first, &second] {
        let mut socket = at(server, &persons[2]).hello(&table, None).await.unwrap();
        socket.welcome().await;
        let lines = loop {
            if let ServerMessage::Chat { lines } = socket.message().await {
                break lines;
            }
        };
        assert!(lines.iter().all(|line| line.name != "Ida"));
    }
}

#[tokio::test]
async fn a_finished_game_keeps_a_player_without_a_name() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let person = persons[0].id().unwrap();
    let begun = begin(&persons, &table).await;
    let mut sockets: Vec<Socket> = begun.into_iter().map(|(socket, _)| socket).collect();
    say(&mut sockets[0], 1).await;
    call_off(&mut sockets).await;
    let before = replay(&persons[1], &table).await;
    assert_eq!(before.seats[0].name.as_deref(), Some("Ida"));
    persons[0].ask("DELETE", "/api/me", "").await;
    is_gone(&*server.log, person).await;
    let after = replay(&persons[1], &table).await;
    assert_eq!(after.seats[0].name.as_deref(), Some(""));
    assert_eq!(after.steps.len(), before.steps.len());
    assert!(after.chat.is_empty());
    let path = format!("/api/tables/{table}/record");
    let record = persons[1].ask("GET", &path, "").await;
    let record = String::from_utf8(record.body).unwrap();
    assert!(
        !record.contains("Ida") && record.contains("Person 1"),
        "{record}"
    );
    let list: Vec<TableSummary> = persons[1].ask("GET", "/api/tables", "").await.json();
    let list = serde_json::to_string(&list).unwrap();
    assert!(!list.contains("Ida"), "{list}");
    // The next game has a free seat in their place.
    let path = format!("/api/tables/{table}/rematch");
    assert_eq!(persons[1].ask("POST", &path, "").await.status, 201);
}

#[tokio::test]
async fn a_seat_before_the_game_is_free_again_and_the_table_has_another_host() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let person = persons[0].id().unwrap();
    let (mut other, _) = enter(&persons[1], &table, None).await;
    persons[0].ask("DELETE", "/api/me", "").await;
    is_gone(&*server.log, person).await;
    let seen = shown(&mut other, |seen| seen.host).await;
    assert_eq!(seen.seats[0].name, None);
}

#[tokio::test]
async fn a_player_who_had_left_a_game_is_forgotten_there_as_well() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let person = persons[0].id().unwrap();
    let mut begun = begin(&persons, &table).await;
    let leave = ClientMessage::Command {
        key: 9,
        command: Command::Leave {},
    };
    done(&mut begun[0].0, &leave).await;
    persons[0].ask("DELETE", "/api/me", "").await;
    is_gone(&*server.log, person).await;
    let people = server.log.load(&table).await.unwrap().unwrap().people;
    let people = serde_json::to_string(&people).unwrap();
    assert!(!people.contains("Ida"), "{people}");
}

#[tokio::test]
async fn a_deletion_that_was_cut_off_is_carried_out_by_the_next_server() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    begin(&persons, &table).await;
    let person = persons[0].id().unwrap();
    // The server that was asked dies before it does anything else.
    server.log.site().begin_deletion(person, 1).await.unwrap();
    let log = Arc::clone(&server.log);
    let next = TestServer::with(|next| {
        next.node = NodeId(2);
        next.log = log;
    })
    .await;
    is_gone(&*next.log, person).await;
    let people = next.log.load(&table).await.unwrap().unwrap().people;
    assert!(!people.mention(person));
}

#[tokio::test]
async fn a_stranger_has_no_data_and_nothing_to_delete() {
    let server = TestServer::open().await;
    let mut stranger = server.person();
    let answer = stranger.ask("GET", "/api/me/data", "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(stranger.ask("DELETE", "/api/me", "").await.status, 202);
    let mut other = server.person();
    other.create(&order(2, 0)).await;
    assert_eq!(name(&mut other).await.as_deref(), Some("Ida"));
}
