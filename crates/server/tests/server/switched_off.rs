//! A site whose host has switched every part off: it answers, tells and stores what a site without these parts would.

use std::time::Duration;

use brickwood_protocol::{ChatText, ClientMessage, Command, Phrase, SiteFeatures};
use brickwood_storage::Progress;
use brickwood_test_client::{Heard, Socket};
use rusqlite::Connection;
use tokio::time::timeout;

use crate::{
    played::{finished, keep},
    results::offering,
    support::{order, settle},
};

/// The tables of a storage without any of the parts, and those of the switches and of what `brickwood site status` tells
/// of each server.
const BASE: [&str; 9] = [
    "figures", "game", "person", "outline", "probe", "record", "setting", "sitter", "talk",
];

/// What only the parts say in messages, answers, and what is stored of a table.
const WORDS: [&str; 10] = [
    "begins_in",
    "bot_until",
    "bots_after",
    "closed",
    "notice",
    "rated",
    "seats_to_take",
    "takeover",
    "to_take",
    "warning",
];

fn says_nothing_of_them(text: &str) {
    for word in WORDS {
        assert!(!text.contains(&format!("\"{word}\"")), "{word} in {text}");
    }
}

/// All that is said at a socket, until nothing more comes.
async fn said(socket: &mut Socket) {
    while let Ok(heard) = timeout(Duration::from_millis(300), socket.hear()).await {
        match heard {
            Heard::Message(_, text) => says_nothing_of_them(&text),
            end => panic!("the socket ends: {end:?}"),
        }
    }
}

#[tokio::test]
async fn a_site_with_everything_off_says_and_stores_nothing_of_it() {
    let (data, server) = offering(SiteFeatures::NONE).await;
    // A game that is over, which would be counted; and one that is played.
    let mut players = keep(&server, finished(), Progress::Over).await;
    // Longer than a game with results waits for them.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut persons = vec![server.person(); 2];
    let mut listed = order(2, 1);
    listed.options.public = true;
    let created = persons[0].post("/api/tables", &listed).await;
    says_nothing_of_them(&String::from_utf8(created.body.clone()).unwrap());
    let table = created.json::<brickwood_protocol::Created>().id;
    assert_eq!(persons[1].join(&table, "Bo").await.status, 204);
    let mut sockets = Vec::new();
    for person in &persons {
        sockets.push(person.sit(&table).await);
    }
    for (socket, _, _) in &mut sockets {
        said(socket).await;
        let text = ChatText::Phrase {
            phrase: Phrase::Hello,
        };
        let hello = ClientMessage::Say { key: 1, text };
        socket.say(&hello).await.unwrap();
        said(socket).await;
    }
    for person in &persons {
        let (mut socket, update) = crate::support::enter(person, &table, None).await;
        says_nothing_of_them(&serde_json::to_string(&update).unwrap());
        if update.choices.to_act {
            socket.say(&settle(2, &update)).await.unwrap();
        }
        said(&mut socket).await;
        let leave = ClientMessage::Command {
            key: 3,
            command: Command::Leave {},
        };
        socket.say(&leave).await.unwrap();
        said(&mut socket).await;
    }
    for path in ["/api/lobby", "/api/tables", "/api/me"] {
        let answer = persons[0].ask("GET", path, "").await;
        assert_eq!(answer.status, 200);
        says_nothing_of_them(&String::from_utf8(answer.body).unwrap());
        assert_eq!(players[0].ask("GET", path, "").await.status, 200);
    }
    drop(server);

    let database = Connection::open(data.path().join("brickwood.db")).unwrap();
    let mut names = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .unwrap();
    let names: Vec<String> = names
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let (base, parts): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|name| BASE.contains(&&**name));
    assert_eq!((base.len(), parts.len() > 15), (BASE.len(), true));
    for name in parts {
        let count = format!("SELECT count(*) FROM {name}");
        let rows: u32 = database.query_row(&count, [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 0, "rows in {name}");
    }
    let stored: Vec<String> = database
        .prepare("SELECT people FROM game")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(stored.len(), 2);
    for people in &stored {
        says_nothing_of_them(people);
    }
}
