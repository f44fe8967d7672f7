//! The devices of people: whose requests and sockets are whose.

use brickwood_protocol::{ClientMessage, Me, ServerMessage, TableSummary};
use brickwood_site::{
    StoresSite,
    person::{
        devices::{Device, DeviceStanding},
        token::Token,
    },
};
use brickwood_storage::{Cluster, Hint, Storage};
use brickwood_test_client::{Heard, Socket, TestPerson};

use crate::{
    nodes::{as_bots, at, idle, pair},
    support::{TestServer, enter, order, shown},
};

/// Another browser of a person, which has come long ago.
async fn second_device(log: &dyn Storage, person: &TestPerson) -> TestPerson {
    came(log, person, 1).await
}

/// Another browser of a person, which has come then.
pub async fn came(log: &dyn Storage, person: &TestPerson, created_ms: u64) -> TestPerson {
    let token = Token::generate().unwrap();
    let device = Device {
        seen_ms: u64::MAX >> 2,
        ..Device::coming(token.device(), "Phone".into(), created_ms)
    };
    let added = log.site().add_device(person.id().unwrap(), device).await;
    assert_eq!(added, Ok(Some(Vec::new())));
    TestPerson {
        cookie: Some(format!("brickwood={}", token.to_text())),
        ..person.clone()
    }
}

/// A day goes by for the device of somebody that has come a moment ago.
pub async fn trusted(server: &TestServer, device: &TestPerson) {
    trusted_at(server, device, 0).await;
}

/// So much of its day goes by that the device is trusted from then on.
pub async fn trusted_at(server: &TestServer, device: &TestPerson, trusted_ms: u64) {
    let (site, id) = (server.log.site(), token(device).device());
    let person = site.owner(id).await.unwrap().unwrap().person;
    let new = DeviceStanding::Unanswered;
    let done = site.answer_device((person, id), new, new, trusted_ms);
    assert_eq!(done.await, Ok(true));
}

fn token(person: &TestPerson) -> Token {
    let (_, token) = person.cookie.as_ref().unwrap().split_once('=').unwrap();
    Token::parse(token).unwrap()
}

/// Skips messages until the socket ends.
pub async fn ended(socket: &mut Socket) -> u16 {
    loop {
        match socket.hear().await {
            Heard::Message(..) => {}
            Heard::Closed(code) => return code,
            Heard::Gone => panic!("the server should say that it closes the socket"),
        }
    }
}

async fn name(person: &mut TestPerson) -> Option<String> {
    person.ask("GET", "/api/me", "").await.json::<Me>().name
}

async fn tables(person: &mut TestPerson) -> usize {
    let tables = person.ask("GET", "/api/tables", "").await;
    tables.json::<Vec<TableSummary>>().len()
}

#[tokio::test]
async fn a_second_device_is_the_same_person() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    let table = desk.create(&order(2, 0)).await;
    let mut phone = second_device(&*server.log, &desk).await;
    assert_eq!(name(&mut phone).await.as_deref(), Some("Ida"));
    assert_eq!(tables(&mut phone).await, 1);
    assert_eq!(phone.rename("Ada").await.status, 204);
    assert_eq!(name(&mut desk).await.as_deref(), Some("Ada"));
    let (_, info, _) = phone.sit(&table).await;
    assert!(info.you.is_some());
    // The cookie that was renewed is still the second device's.
    assert_ne!(phone.cookie, desk.cookie);
}

#[tokio::test]
async fn a_removed_device_is_a_stranger_at_once_and_its_sockets_end_at_every_server() {
    let (first, second, log) = pair(as_bots(&idle())).await;
    let (table, persons) = first.seated(2).await;
    let desk = persons[0].clone();
    let phone = second_device(&*first.log, &desk).await;
    let mut phone = at(&second, &phone);
    let (mut on_desk, _) = enter(&desk, &table, None).await;
    let (mut on_phone, _) = enter(&phone, &table, None).await;
    let (mut of_other, _) = enter(&persons[1], &table, None).await;
    for (device, socket) in [(&phone, &mut on_phone), (&desk, &mut on_desk)] {
        let (person, id) = (desk.id().unwrap(), token(device).device());
        assert_eq!(log.site().remove_device(person, id).await, Ok(true));
        log.tell(Hint::Device(id));
        assert_eq!(ended(socket).await, 1013);
        let (_, info, _) = device.sit(&table).await;
        assert_eq!(info.you, None, "a stranger watches");
    }
    assert_eq!(tables(&mut phone).await, 0);
    // Nobody else is disturbed, and the seat is still the person's.
    shown(&mut of_other, |seen| !seen.seats[0].present).await;
    assert_eq!(
        first
            .log
            .games()
            .games_of(desk.id().unwrap(), 10)
            .await
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn nothing_tells_a_removed_device_from_one_that_never_was() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    let table = desk.create(&order(2, 0)).await;
    let phone = second_device(&*server.log, &desk).await;
    for device in [&desk, &phone] {
        let removed = server
            .log
            .site()
            .remove_device(desk.id().unwrap(), token(device).device());
        assert_eq!(removed.await, Ok(true));
    }
    let unknown = Token::generate().unwrap().to_text();
    let unknown = TestPerson {
        cookie: Some(format!("brickwood={unknown}")),
        ..server.person()
    };
    let invite = "{\"bot\":\"0123456789abcdef\"}";
    for (method, path, body) in [
        ("GET", "/api/me".to_owned(), ""),
        ("GET", "/api/tables".to_owned(), ""),
        ("POST", format!("/api/tables/{table}/invite"), invite),
        ("POST", format!("/api/tables/{table}/rematch"), ""),
        ("GET", format!("/api/tables/{table}/replay"), ""),
    ] {
        let expected = unknown.clone().ask(method, &path, body).await;
        for device in [&desk, &phone] {
            let answered = device.clone().ask(method, &path, body).await;
            assert_eq!(answered.status, expected.status, "{path}");
            assert_eq!(answered.body, expected.body, "{path}");
        }
    }
    // Whoever does something gets a new token, which is nobody's yet.
    for device in [desk, phone, unknown] {
        let mut again = device.clone();
        assert_eq!(again.rename("Eve").await.status, 204);
        assert_ne!(again.cookie, device.cookie);
        assert_eq!(tables(&mut again).await, 0);
    }
}

#[tokio::test]
async fn a_hint_that_was_lost_is_made_up_for() {
    let (first, _second, log) = pair(as_bots(&idle())).await;
    let (table, persons) = first.seated(2).await;
    let phone = second_device(&*first.log, &persons[0]).await;
    let (mut kept, _) = enter(&persons[0], &table, None).await;
    let (mut removed, _) = enter(&phone, &table, None).await;
    let site = log.site();
    let done = site.remove_device(persons[0].id().unwrap(), token(&phone).device());
    assert_eq!(done.await, Ok(true));
    log.tell(Hint::All);
    assert_eq!(ended(&mut removed).await, 1013);
    kept.say(&ClientMessage::Beat).await.unwrap();
    while !matches!(kept.message().await, ServerMessage::Beat { .. }) {}
}
