//! Tables that begin with bots, whose seats whoever comes may take; games to watch, and people who want to play.

use std::{sync::Arc, time::Duration};

use brickwood_protocol::{
    AlertInfo, BotLevel, BotsAfter, HostOrder, Level, MayTell, NewTable, SeatKind, SiteFeatures,
    SiteNow, SpectatorRule, TableOptions, TableSummary, Update,
};
use brickwood_server::Bots;
use brickwood_site::StoresSite;
use brickwood_storage::{GameLog, now_ms};
use brickwood_test_client::{Socket, TestPerson};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    clients::{answer, behind_a_proxy, request},
    nodes::{at, idle, pair},
    results::switch,
    support::{TestServer, arrange, enter, order, refused, shown},
};

/// An order for a listed table that begins with bots after so many seconds.
pub fn open_order(players: usize, seconds: u16) -> NewTable {
    NewTable {
        options: TableOptions {
            public: true,
            bots_after: Some(BotsAfter {
                seconds,
                level: BotLevel::Own(Level::Easy),
            }),
            takeover_rounds: 3,
            ..TableOptions::default()
        },
        ..order(players, 0)
    }
}

/// Connects to a table that begins with its first client.
async fn enter_begun(person: &TestPerson, table: &str) -> (Socket, Update) {
    let (mut socket, seen) = enter(person, table, None).await;
    if seen.started {
        return (socket, seen);
    }
    let seen = shown(&mut socket, |seen| seen.started).await;
    (socket, seen)
}

fn bots() -> [Arc<dyn Bots>; 2] {
    idle().map(|bots| bots as Arc<dyn Bots>)
}

async fn lobby(person: &mut TestPerson) -> Vec<TableSummary> {
    person.ask("GET", "/api/lobby", "").await.json()
}

async fn now(person: &mut TestPerson) -> SiteNow {
    person.ask("GET", "/api/now", "").await.json()
}

async fn alert(person: &mut TestPerson) -> AlertInfo {
    person.ask("GET", "/api/alert", "").await.json()
}

async fn may_tell(person: &mut TestPerson, table: &str, page: u64) -> bool {
    let telling = format!(r#"{{"table":"{table}","page":{page}}}"#);
    let answer = person.ask("POST", "/api/alert/told", &telling).await;
    let MayTell { yes } = answer.json();
    yes
}

#[tokio::test]
async fn a_table_begins_with_bots_at_once_and_a_person_of_another_server_takes_a_seat() {
    let (first, second, _log) = pair(bots()).await;
    let mut host = first.person();
    let table = host.create(&open_order(4, 0)).await;
    let (mut socket, _) = enter_begun(&host, &table).await;

    let mut person = second.person();
    let listed = lobby(&mut person).await;
    assert_eq!((&*listed[0].id, listed[0].seats_to_take), (&*table, 3));
    assert!(listed[0].started && listed[0].open_seats == 0);
    assert_eq!(now(&mut person).await.games[0].id, table);
    assert_eq!(person.join(&table, "Ole").await.status, 204);
    let (_, seen) = enter(&person, &table, None).await;
    assert!(!seen.choices.to_act || seen.view.turn == 0);
    let seen = shown(&mut socket, |seen| seen.seating.to_take.len() == 2).await;
    let names: Vec<_> = seen.seats.iter().map(|seat| seat.name.as_deref()).collect();
    assert!(names.contains(&Some("Ole")), "{names:?}");
}

#[tokio::test]
async fn of_many_who_come_at_once_to_both_servers_each_bots_seat_goes_to_one() {
    let (first, second, log) = pair(bots()).await;
    let mut host = first.person();
    let table = host.create(&open_order(4, 0)).await;
    let _socket = enter_begun(&host, &table).await;
    let coming = (0..8).map(|number| {
        let server = if number % 2 == 0 { &first } else { &second };
        let (mut person, table) = (server.person(), table.clone());
        tokio::spawn(async move {
            person
                .join(&table, &format!("Person {number}"))
                .await
                .status
        })
    });
    let mut seated = 0;
    for one in coming.collect::<Vec<_>>() {
        seated += usize::from(one.await.unwrap() == 204);
    }
    let people = log.load(&table).await.unwrap().unwrap().people;
    // Whoever came too late has asked the others for a seat, or was refused.
    assert!(seated >= 3);
    assert_eq!(people.persons().len(), 4, "one person in each seat");
    assert!(people.bot_seats().is_empty());
}

#[tokio::test]
async fn whoever_wants_to_play_is_told_of_each_new_table_once_whichever_server_it_is_at() {
    let (first, second, _log) = pair(bots()).await;
    let mut host = first.person();
    host.create(&open_order(3, 600)).await;
    let mut person = first.person();
    assert_eq!(alert(&mut person).await.until_ms, None);
    let made = person.ask("PUT", "/api/alert", r#"{"minutes":180}"#).await;
    assert_eq!(made.status, 204);
    let told = alert(&mut person).await;
    assert!(told.until_ms.is_some());
    assert_eq!(told.tables, [], "what is listed already is no news");
    assert_eq!(now(&mut host).await.want_to_play, 1);

    let mut other = second.person();
    let table = other.create(&open_order(3, 600)).await;
    let own = person.create(&open_order(3, 600)).await;
    let mut elsewhere = at(&second, &person);
    for person in [&mut person, &mut elsewhere] {
        let told = alert(person).await.tables;
        let told: Vec<_> = told.iter().map(|table| &*table.id).collect();
        assert_eq!(told, [&*table], "and not the own table {own}");
    }
    assert!(may_tell(&mut person, &table, 1).await);
    assert!(!may_tell(&mut elsewhere, &table, 2).await);
    assert!(may_tell(&mut person, &table, 1).await, "it asks once more");
    assert_eq!(alert(&mut elsewhere).await.tables, []);

    let ended = elsewhere.ask("DELETE", "/api/alert", "").await;
    assert_eq!(ended.status, 204);
    assert_eq!(alert(&mut person).await.until_ms, None);
    assert_eq!(now(&mut host).await.want_to_play, 0);
    let long = person.ask("PUT", "/api/alert", r#"{"minutes":1441}"#).await;
    assert_eq!(long.problem(), "bad_options");
}

#[tokio::test]
async fn a_site_that_has_it_switched_off_has_none_of_it() {
    let server = TestServer::with(|server| server.limits.lobby = Duration::ZERO).await;
    let site = server.log.site();
    let features = r#"{"open_tables":false}"#;
    site.set("features", features).await.unwrap();
    let mut person = server.person();
    for (method, path, body) in [
        ("GET", "/api/alert", ""),
        ("PUT", "/api/alert", r#"{"minutes":60}"#),
        ("DELETE", "/api/alert", ""),
        (
            "POST",
            "/api/alert/told",
            r#"{"table":"a-b-1-cdefg","page":1}"#,
        ),
    ] {
        let answer = person.ask(method, path, body).await;
        assert_eq!((answer.status, answer.problem()), (404, "no_such_address"));
    }
    let site = now(&mut person).await;
    assert_eq!((site.games, site.want_to_play), (Vec::new(), 0));
    let refusal = person.post("/api/tables", &open_order(3, 60)).await;
    assert_eq!((refusal.status, refusal.problem()), (403, "switched_off"));
    let table = person.create(&order(2, 1)).await;
    let (mut socket, _) = enter(&person, &table, None).await;
    let options = open_order(3, 60).options;
    let offered = arrange(1, HostOrder::Options { options });
    assert_eq!(refused(&mut socket, &offered).await, "switched_off");
}

#[tokio::test]
async fn only_those_count_who_want_to_play_and_have_a_page_open() {
    let server = TestServer::with(|server| server.limits.lobby = Duration::ZERO).await;
    let mut person = server.person();
    person.rename("Ida").await;
    // The browser was closed three minutes ago.
    let site = server.log.site();
    let closed_ms = now_ms() - 180_000;
    let wished = site.set_alert(person.id().unwrap(), closed_ms, now_ms() + 3_600_000);
    wished.await.unwrap();
    let mut other = server.person();
    assert_eq!(now(&mut other).await.want_to_play, 0);
    // It is opened again.
    assert!(alert(&mut person).await.until_ms.is_some());
    assert_eq!(now(&mut other).await.want_to_play, 1);
}

#[tokio::test]
async fn lists_that_have_not_changed_are_not_sent_again() {
    let server = TestServer::with(|server| server.limits.lobby = Duration::ZERO).await;
    let mut person = server.person();
    for path in ["/api/lobby", "/api/now"] {
        let first = person.ask("GET", path, "").await;
        let tag = first.field("etag").expect("an answer has a tag").to_owned();
        let again = answer(
            server.address,
            &request("GET", path, &[("if-none-match", &tag)], ""),
        )
        .await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        person.create(&open_order(3, 600)).await;
        let news = answer(
            server.address,
            &request("GET", path, &[("if-none-match", &tag)], ""),
        )
        .await;
        assert_eq!(news.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_game_that_spectators_see_later_tells_in_no_list_how_far_it_is() {
    let (first, second, _log) = pair(bots()).await;
    let mut host = first.person();
    let mut delayed = open_order(4, 0);
    delayed.options.spectators = SpectatorRule::Delayed { seconds: 600 };
    let table = host.create(&delayed).await;
    let (_socket, _) = enter_begun(&host, &table).await;
    let mut stranger = second.person();
    let now = now(&mut stranger).await;
    for told in lobby(&mut stranger).await.iter().chain(&now.games) {
        assert_eq!((told.turn, told.awaited.len()), (0, 0));
        assert_eq!(told.id, table);
    }
    let own: Vec<TableSummary> = host.ask("GET", "/api/tables", "").await.json();
    assert!(!own[0].awaited.is_empty(), "its players know");
}

#[tokio::test]
async fn the_wishes_of_one_network_are_no_crowd() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.lobby = Duration::ZERO;
    })
    .await;
    for address in ["192.0.2.1", "192.0.2.1", "192.0.2.1", "198.51.100.7"] {
        let mut person = server.person();
        person.forwarded = Some(address.to_owned());
        let made = person.ask("PUT", "/api/alert", r#"{"minutes":60}"#).await;
        assert_eq!(made.status, 204);
    }
    assert_eq!(now(&mut server.person()).await.want_to_play, 2);
}

/// What was answered and stored before there were such tables is answered and stored to the byte.
#[tokio::test]
async fn a_table_without_the_new_options_is_told_and_stored_as_before() {
    let server = TestServer::with(|server| server.limits.lobby = Duration::ZERO).await;
    let features = SiteFeatures {
        open_tables: true,
        ..SiteFeatures::NONE
    };
    switch(&*server.log, features).await;
    let mut person = server.person();
    let mut usual = order(2, 1);
    usual.options.public = true;
    let table = person.create(&usual).await;
    let text = String::from_utf8(person.ask("GET", "/api/lobby", "").await.body).unwrap();
    let stored = server.log.load(&table).await.unwrap().unwrap();
    let created = stored.setup.created_ms;
    let stored = serde_json::to_string(&stored.people).unwrap();
    for new in [
        "bots_after",
        "takeover",
        "to_take",
        "bot_until",
        "begins_in",
        "rated",
        "reliability",
    ] {
        assert!(!text.contains(new) && !stored.contains(new), "{new}");
    }
    assert!(text.contains(r#""coach":"alone"},"turn""#), "{text}");
    assert!(text.ends_with(&format!("{created}}}]")), "{text}");
}

#[tokio::test]
async fn the_seats_of_bots_that_filled_a_table_are_those_of_its_level() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let table = host.create(&open_order(3, 0)).await;
    let (_, seen) = enter_begun(&host, &table).await;
    let level = BotLevel::Own(Level::Easy);
    assert_eq!(seen.seats[1].kind, SeatKind::Bot { level });
    let mut bad = open_order(3, 0);
    bad.options.bots_after = Some(BotsAfter {
        seconds: 0,
        level: "outside:nobody".to_owned().try_into().unwrap(),
    });
    let refusal = host.post("/api/tables", &bad).await;
    assert_eq!(refusal.problem(), "no_such_bot");
}

#[tokio::test]
async fn the_feed_has_what_the_lobby_lists_and_is_sent_again_only_when_that_changes() {
    const FEED: &str = "/feed/open-tables.atom";
    let server = TestServer::with(|server| {
        server.limits.lobby = Duration::ZERO;
        server.site.public_url = Some("https://play.example".parse().unwrap());
    })
    .await;
    let mut person = server.person();
    let empty = person.ask("GET", FEED, "").await;
    assert_eq!(empty.status, 200);
    let media_type = empty.field("content-type");
    assert_eq!(media_type, Some("application/atom+xml; charset=utf-8"));
    let mut order = open_order(3, 600);
    order.name = "Ida & <Ole>".into();
    let mut host = server.person();
    let table = host.create(&order).await;
    let answer = person.ask("GET", FEED, "").await;
    assert_ne!(answer.field("etag"), empty.field("etag"));
    let text = String::from_utf8(answer.body.clone()).unwrap();
    assert!(text.contains("<title>Ida &amp; &lt;Ole&gt;"), "{text}");
    assert!(text.contains("2 of 3 seats are open."), "{text}");
    let link = format!(r#"href="https://play.example/t/{table}""#);
    assert!(text.contains(&link), "{text}");
    let tag = answer.field("etag").unwrap().to_owned();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let again = format!(
        "GET {FEED} HTTP/1.1\r\nhost: a\r\nif-none-match: {tag}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(again.as_bytes()).await.unwrap();
    let mut unchanged = String::new();
    stream.read_to_string(&mut unchanged).await.unwrap();
    assert!(unchanged.starts_with("HTTP/1.1 304 "), "{unchanged}");

    let features = r#"{"open_tables":false}"#;
    server.log.site().set("features", features).await.unwrap();
    let server = TestServer::with(|other| other.log = Arc::clone(&server.log)).await;
    let mut person = server.person();
    let off = person.ask("GET", FEED, "").await;
    let unknown = person.ask("GET", "/feed/anything.atom", "").await;
    assert_eq!((off.status, off.body), (404, unknown.body));
}

/// Takes what is sent to it, after it has refused it for a while.
#[cfg(feature = "webhook")]
#[tokio::test]
async fn a_table_that_is_opened_to_find_players_is_sent_to_the_webhook_once() {
    use brickwood_server::Webhook;
    use tokio::{net::TcpListener, sync::mpsc};

    let channel = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", channel.local_addr().unwrap());
    let (tell, mut told) = mpsc::channel(8);
    tokio::spawn(async move {
        let mut answers = ["503 Service Unavailable", "200 OK"].into_iter().cycle();
        while let Ok((mut stream, _)) = channel.accept().await {
            let answer = answers.next().unwrap();
            let mut request = vec![0; 4096];
            let mut length = 0;
            while !request[..length].ends_with(b"}") {
                length += stream.read(&mut request[length..]).await.unwrap();
            }
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            let head =
                format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            tell.send((answer, request)).await.unwrap();
        }
    });
    let server = TestServer::with(|server| {
        server.webhook = Some(Webhook::start(url.parse().unwrap()).unwrap());
        server.site.public_url = Some("https://play.example".parse().unwrap());
    })
    .await;
    let mut person = server.person();
    // Neither of these is for everybody.
    person.create(&order(2, 1)).await;
    let mut private = open_order(3, 60);
    private.options.public = false;
    person.create(&private).await;
    let opened = person.create(&open_order(3, 60)).await;
    let (refused, _) = told.recv().await.unwrap();
    assert_eq!(refused, "503 Service Unavailable");
    let (taken, request) = told.recv().await.unwrap();
    assert_eq!(taken, "200 OK");
    let link = format!("https://play.example/t/{opened}");
    assert!(request.contains(&link), "{request}");
    // The next one has to wait for a minute.
    person.create(&open_order(4, 300)).await;
    assert!(told.try_recv().is_err(), "nothing else is sent");
}

#[cfg(feature = "webhook")]
#[tokio::test]
async fn a_table_that_is_over_before_it_can_be_told_is_not_told() {
    use brickwood_server::Webhook;
    use tokio::{net::TcpListener, sync::mpsc};

    let channel = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", channel.local_addr().unwrap());
    let (tell, mut told) = mpsc::channel(8);
    let (go_on, mut may) = mpsc::channel::<()>(1);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = channel.accept().await {
            let mut request = vec![0; 4096];
            let mut length = 0;
            while !request[..length].ends_with(b"}") {
                length += stream.read(&mut request[length..]).await.unwrap();
            }
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            tell.send(request).await.unwrap();
            may.recv().await;
            let head = "HTTP/1.1 503 x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            stream.write_all(head.as_bytes()).await.unwrap();
        }
    });
    let server = TestServer::with(|server| {
        server.webhook = Some(Webhook::start(url.parse().unwrap()).unwrap());
    })
    .await;
    let (mut ida, mut ole) = (server.person(), server.person());
    let table = ida.create(&open_order(2, 300)).await;
    assert!(
        told.recv()
            .await
            .unwrap()
            .contains("is looking for players")
    );
    assert_eq!(ole.join(&table, "Ole").await.status, 204);
    let other = ole.create(&open_order(4, 300)).await;
    go_on.send(()).await.unwrap();
    let request = told.recv().await.unwrap();
    assert!(!request.contains("2 tables"), "{request} {other}");
    assert!(request.contains("a game for 4"), "{request}");
}
