//! Network bots: how they register, are invited, and sit down.

use std::time::Duration;

use brickwood_protocol::{Invite, Me, NewBot, OnlineBot, RegisteredBot, TableSummary};
use brickwood_site::SCHEMA;
use brickwood_test_client::TestPerson;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};

use crate::{
    nodes::{at, idle, pair},
    support::{TestServer, begin, order, seat},
};

/// A registered bot, with the server's answer.
pub async fn registered(server: &TestServer, name: &str) -> (TestPerson, RegisteredBot) {
    let mut bot = server.person();
    let answer = bot.post("/api/bots", &NewBot { name: name.into() }).await;
    assert_eq!((answer.status, answer.field("set-cookie")), (201, None));
    let registered: RegisteredBot = answer.json();
    bot.token = Some(registered.token.clone());
    (bot, registered)
}

/// Opens a bot's stream of events.
async fn listen(bot: &TestPerson, query: &str) -> BufReader<TcpStream> {
    let token = bot.token.as_ref().unwrap();
    let mut stream = TcpStream::connect(bot.address).await.unwrap();
    let head = format!(
        "GET /api/bot/events{query} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        reader.read_line(&mut line).await.unwrap();
    }
    reader
}

/// The next line that is not empty; none at the end.
async fn hear(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let heard = async {
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            if line.contains("type") {
                return Some(line.trim_end().to_owned());
            }
        }
    };
    timeout(Duration::from_secs(20), heard).await.unwrap()
}

async fn online(server: &TestServer) -> Vec<OnlineBot> {
    server
        .person()
        .ask("GET", "/api/bots/online", "")
        .await
        .json()
}

#[tokio::test]
async fn a_host_invites_a_bot_that_listens_and_it_plays_as_people_do() {
    let server = TestServer::open().await;
    let (mut bot, registered) = registered(&server, "Pips").await;
    assert_eq!(registered.name, "Pips (bot)");
    let mut host = server.person();
    let table = host.create(&order(2, 0)).await;
    let path = format!("/api/tables/{table}/invite");
    let invite = Invite {
        bot: registered.id.clone(),
    };
    let refused = host.post(&path, &invite).await;
    assert_eq!((refused.status, refused.problem()), (404, "no_such_bot"));

    let mut events = listen(&bot, "?open=true").await;
    assert_eq!(online(&server).await[0].name, "Pips (bot)");
    let refused = server.person().post(&path, &invite).await;
    assert_eq!((refused.status, refused.problem()), (403, "not_host"));
    assert_eq!(host.post(&path, &invite).await.status, 204);
    let event = format!(r#"{{"type":"invited","table":"{table}"}}"#);
    assert!(hear(&mut events).await.unwrap().contains(&event));

    assert_eq!(bot.join(&table, "Pips").await.status, 204);
    let refused = host.post(&path, &invite).await;
    assert_eq!((refused.status, refused.problem()), (409, "no_open_seat"));
    let tables: Vec<TableSummary> = bot.ask("GET", "/api/tables", "").await.json();
    let names = [Some("Ida".to_owned()), Some("Pips (bot)".to_owned())];
    assert_eq!(tables[0].players, names);
    let begun = begin(&[host, bot], &table).await;
    assert_eq!(begun[1].1.view.viewer, Some(seat(1)));

    drop(events);
    for _ in 0..100 {
        if online(&server).await.is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a bot that is gone is still said to be there");
}

#[tokio::test]
async fn a_bot_that_is_not_open_is_invited_by_nobody() {
    let server = TestServer::open().await;
    let (bot, registered) = registered(&server, "Pips").await;
    let _events = listen(&bot, "").await;
    assert!(online(&server).await.is_empty());
    let mut host = server.person();
    let table = host.create(&order(2, 0)).await;
    let invite = Invite { bot: registered.id };
    let path = format!("/api/tables/{table}/invite");
    assert_eq!(host.post(&path, &invite).await.status, 404);
}

#[tokio::test]
async fn a_token_that_was_not_given_out_opens_nothing() {
    let server = TestServer::open().await;
    let (bot, _) = registered(&server, "Pips").await;
    let mut host = server.person();
    let table = host.create(&order(2, 0)).await;
    for token in ["", "x", &"a".repeat(64)] {
        let mut stranger = server.person();
        stranger.token = Some(token.into());
        let refused = stranger.join(&table, "Pips").await;
        assert_eq!((refused.status, refused.problem()), (401, "unknown_bot"));
        let refused = stranger.ask("GET", "/api/bot/events", "").await;
        assert_eq!((refused.status, refused.problem()), (401, "unknown_bot"));
    }
    // A bot's token in a cookie identifies nobody, and a person's token does not identify a bot.
    let mut person = server.person();
    person.cookie = Some(format!("brickwood={}", bot.token.unwrap()));
    assert_eq!(
        person.ask("GET", "/api/me", "").await.json::<Me>().name,
        None
    );
    let mut bot = server.person();
    bot.token = host
        .cookie
        .unwrap()
        .split_once('=')
        .map(|(_, token)| token.into());
    assert_eq!(bot.join(&table, "Pips").await.status, 401);
}

#[tokio::test]
async fn a_bot_is_always_seen_to_be_one() {
    let server = TestServer::open().await;
    let (mut bot, _) = registered(&server, " Pips (bot) ").await;
    let name = bot.ask("GET", "/api/me", "").await.json::<Me>().name;
    assert_eq!(name.as_deref(), Some("Pips (bot)"));
    assert_eq!(bot.rename("Ada").await.status, 204);
    let name = bot.ask("GET", "/api/me", "").await.json::<Me>().name;
    assert_eq!(name.as_deref(), Some("Ada (bot)"));
    let too_long = NewBot {
        name: "a".repeat(19),
    };
    let refused = server.person().post("/api/bots", &too_long).await;
    assert_eq!((refused.status, refused.problem()), (422, "bad_name"));
}

#[tokio::test]
async fn listening_bots_learn_that_the_server_stops() {
    let mut server = TestServer::open().await;
    let (bot, _) = registered(&server, "Pips").await;
    let mut events = listen(&bot, "?open=true").await;
    server.stop.take().unwrap().send(()).unwrap();
    let last = hear(&mut events).await;
    assert_eq!(last, None);
}

/// Two servers with one storage: a bot listens at one, and gets invitations that were made at either.
async fn is_invited_by_way_of_another_server(first: &TestServer, second: &TestServer) {
    let (bot, registered) = registered(first, "Pips").await;
    let mut host = second.person();
    let table = host.create(&order(2, 0)).await;
    let path = format!("/api/tables/{table}/invite");
    let invite = Invite { bot: registered.id };
    let event = format!(r#"{{"type":"invited","table":"{table}"}}"#);

    let mut events = listen(&bot, "?open=true").await;
    assert_eq!(online(second).await[0].name, "Pips (bot)");
    assert_eq!(host.post(&path, &invite).await.status, 204);
    assert_eq!(hear(&mut events).await.unwrap(), event);
    // Again, for a bot that did not come. While the bot is being told of the first invitation, a second one to the
    // same table is the same invitation.
    let again = async {
        loop {
            assert_eq!(host.post(&path, &invite).await.status, 204);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::select! {
        () = again => {}
        heard = hear(&mut events) => assert_eq!(heard.unwrap(), event),
    }

    let mut elsewhere = listen(&at(second, &bot), "?open=true").await;
    while let Some(heard) = hear(&mut events).await {
        assert_eq!(heard, event);
    }
    assert_eq!(online(first).await.len(), 1);
    let mut host = at(first, &host);
    assert_eq!(host.post(&path, &invite).await.status, 204);
    assert_eq!(hear(&mut elsewhere).await.unwrap(), event);
}

#[tokio::test]
async fn a_bot_that_listens_at_one_server_is_invited_at_another() {
    let (first, second, _log) = pair(idle().map(|bots| bots as _)).await;
    is_invited_by_way_of_another_server(&first, &second).await;
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn a_bot_is_invited_by_way_of_another_server_on_the_same_postgres() {
    use brickwood_storage::{NodeId, PostgresStorage};

    let Some(database) = brickwood_test_kit::database::Database::create().await else {
        return;
    };
    let on = async |node| {
        let log = PostgresStorage::open(&database.url, SCHEMA).await.unwrap();
        TestServer::with(|server| {
            server.node = NodeId(node);
            server.log = std::sync::Arc::new(log);
        })
        .await
    };
    let (first, second) = (on(1).await, on(2).await);
    is_invited_by_way_of_another_server(&first, &second).await;
    database.drop().await;
}
