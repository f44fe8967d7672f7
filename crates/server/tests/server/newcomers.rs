//! Devices that have just come: what they cannot do, who hears of them, and who lets them.

use brickwood_protocol::{
    AnswerNewcomer, DeviceInfo, DeviceNews, FormerOwner, NewcomerAnswer, Problem, ProblemKind,
    RecoveryWords, ServerMessage,
};
use brickwood_site::person::devices::NEW_MS;
use brickwood_storage::now_ms;
use brickwood_test_client::{Answer, Socket, TestPerson};

use crate::{
    devices::{came, ended, trusted_at},
    nodes::{as_bots, at, idle, pair},
    support::{TestServer, enter},
    take_along::{claim, link, my_devices, name},
};

async fn news(device: &mut TestPerson) -> DeviceNews {
    device.ask("GET", "/api/devices/news", "").await.json()
}

/// The newcomers of whom a device hears.
async fn newcomers(device: &mut TestPerson) -> Vec<DeviceInfo> {
    news(device).await.newcomers
}

async fn answer(device: &mut TestPerson, about: &str, answer: NewcomerAnswer) -> Answer {
    let path = format!("/api/devices/{about}/answer");
    device.post(&path, &AnswerNewcomer { answer }).await
}

async fn new_words(device: &mut TestPerson) -> Answer {
    device.ask("POST", "/api/me/words", "").await
}

/// Somebody with a name, and a device of theirs that has just come.
async fn newcomer(server: &TestServer) -> (TestPerson, TestPerson) {
    let (mut desk, mut phone) = (server.person(), server.person());
    desk.rename("Ida").await;
    let key = link(&mut desk).await;
    assert_eq!(claim(&mut phone, &key).await.status, 204);
    (desk, phone)
}

/// Skips what is told of the table, until there is something to hear of devices.
async fn hear_of_devices(socket: &mut Socket) {
    while !matches!(socket.message().await, ServerMessage::Devices) {}
}

#[tokio::test]
async fn whoever_has_photographed_a_code_cannot_lock_its_owner_out() {
    let server = TestServer::open().await;
    let mut owner = server.person();
    owner.rename("Ida").await;
    let RecoveryWords { words, .. } = new_words(&mut owner).await.json();
    let mut thief = server.person();
    let key = link(&mut owner).await;
    assert_eq!(claim(&mut thief, &key).await.status, 204);
    let of_owner = &my_devices(&mut owner).await.devices[0].id;
    let path = format!("/api/devices/{of_owner}");
    let name = "{\"name\":\"Mine\"}";
    for (method, path, body) in [
        ("DELETE", &*path, ""),
        ("PUT", &*path, name),
        ("POST", "/api/me/words", ""),
        ("POST", "/api/devices/link", ""),
        ("DELETE", "/api/me", ""),
    ] {
        let refused = thief.ask(method, path, body).await;
        assert_eq!(refused.status, 403, "{method} {path}");
        let ProblemKind::NewDevice { from_ms } = refused.json::<Problem>().kind else {
            panic!("{method} {path}: {refused:?}");
        };
        let from_now = from_ms.abs_diff(now_ms() + NEW_MS);
        assert!(from_now < 60_000, "{method} {path}: {from_ms}");
    }
    // The owner is told at once, and ends it.
    let [seen] = &newcomers(&mut owner).await[..] else {
        panic!("there is one newcomer");
    };
    assert!(seen.came_ms.abs_diff(now_ms()) < 60_000);
    let path = format!("/api/devices/{}", seen.id);
    assert_eq!(owner.ask("DELETE", &path, "").await.status, 204);
    assert_eq!(my_devices(&mut thief).await.devices, []);
    assert_eq!(my_devices(&mut owner).await.devices.len(), 1);
    let words = brickwood_protocol::DeviceKey::Words {
        words: words.join(" "),
    };
    assert_eq!(claim(&mut server.person(), &words).await.status, 204);
}

#[tokio::test]
async fn a_device_that_came_a_day_ago_does_all_that_its_person_may() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    desk.rename("Ida").await;
    let just_not = came(&*server.log, &desk, now_ms() - NEW_MS + 60_000).await;
    let just = came(&*server.log, &desk, now_ms() - NEW_MS).await;
    assert_eq!(new_words(&mut just_not.clone()).await.status, 403);
    assert_eq!(new_words(&mut just.clone()).await.status, 201);
    assert_eq!(just.clone().ask("DELETE", "/api/me", "").await.status, 202);
}

#[tokio::test]
async fn nobody_with_a_single_browser_is_asked_to_wait() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    for _ in 0..2 {
        assert_eq!(new_words(&mut desk).await.status, 201);
    }
    assert_eq!(desk.ask("POST", "/api/devices/link", "").await.status, 201);
    assert_eq!(desk.ask("DELETE", "/api/me", "").await.status, 202);
}

#[tokio::test]
async fn a_trusted_device_lets_a_new_one_do_all_of_it_at_once() {
    let server = TestServer::open().await;
    let (mut desk, mut phone) = newcomer(&server).await;
    let asked = phone.ask("POST", "/api/devices/ask", "").await;
    assert_eq!(asked.status, 204);
    let [seen] = &newcomers(&mut desk).await[..] else {
        panic!("there is one newcomer");
    };
    assert!(seen.asks);
    // It cannot answer itself, and neither can another new one.
    let mut tablet = server.person();
    let key = link(&mut desk).await;
    claim(&mut tablet, &key).await;
    for device in [&mut phone, &mut tablet] {
        let refused = answer(device, &seen.id, NewcomerAnswer::Trusted).await;
        assert_eq!(refused.problem(), "new_device");
    }
    // Each hears of those that came after it.
    assert_eq!(newcomers(&mut phone).await.len(), 1);
    assert_eq!(newcomers(&mut tablet).await, []);
    let agreed = answer(&mut desk, &seen.id, NewcomerAnswer::Trusted).await;
    assert_eq!(agreed.status, 204);
    assert_eq!(new_words(&mut phone).await.status, 201);
    let of_tablet = newcomers(&mut desk).await;
    assert_eq!(
        of_tablet.len(),
        1,
        "of the phone there is nothing left to say"
    );
    // What is older is not the newer one's to judge.
    let desk_id = my_devices(&mut desk).await.devices[0].id.clone();
    let refused = answer(&mut phone, &desk_id, NewcomerAnswer::Refused).await;
    assert_eq!(refused.problem(), "no_such_device");
}

#[tokio::test]
async fn a_new_device_that_was_refused_waits_for_a_day_from_then() {
    let server = TestServer::open().await;
    let (mut desk, mut phone) = newcomer(&server).await;
    // Its day is nearly over.
    trusted_at(&server, &phone, now_ms() + 60_000).await;
    assert_eq!(phone.ask("POST", "/api/devices/ask", "").await.status, 204);
    let id = newcomers(&mut desk).await[0].id.clone();
    let refused = answer(&mut desk, &id, NewcomerAnswer::Refused).await;
    assert_eq!(refused.status, 204);
    assert_eq!(newcomers(&mut desk).await, []);
    let ProblemKind::NewDevice { from_ms } = new_words(&mut phone).await.json::<Problem>().kind
    else {
        panic!("it is refused");
    };
    assert!(from_ms.abs_diff(now_ms() + NEW_MS) < 60_000, "{from_ms}");
    let again = phone.ask("POST", "/api/devices/ask", "").await;
    assert_eq!(again.problem(), "refused_device");
}

#[tokio::test]
async fn a_device_that_its_person_knows_is_told_once_and_stays_new() {
    let server = TestServer::open().await;
    let (mut desk, mut phone) = newcomer(&server).await;
    let id = newcomers(&mut desk).await[0].id.clone();
    assert_eq!(
        answer(&mut desk, &id, NewcomerAnswer::Known).await.status,
        204
    );
    assert_eq!(newcomers(&mut desk).await, []);
    assert_eq!(new_words(&mut phone).await.problem(), "new_device");
    // Whoever was away for longer than a day is told all the same.
    came(&*server.log, &desk, now_ms() - 10 * NEW_MS).await;
    let key = link(&mut desk).await;
    claim(&mut server.person(), &key).await;
    assert_eq!(newcomers(&mut desk).await.len(), 1);
}

#[tokio::test]
async fn the_tables_of_older_devices_hear_of_a_new_one_at_once_at_every_server() {
    let (first, second, _log) = pair(as_bots(&idle())).await;
    let (table, mut persons) = first.seated(2).await;
    let (mut of_other, _) = enter(&persons[1], &table, None).await;
    let (mut on_desk, _) = enter(&persons[0], &table, None).await;
    let mut phone = second.person();
    let key = link(&mut persons[0]).await;
    assert_eq!(claim(&mut phone, &key).await.status, 204);
    hear_of_devices(&mut on_desk).await;
    // It asks, and is answered.
    let (mut on_phone, _) = enter(&at(&second, &phone), &table, None).await;
    assert_eq!(phone.ask("POST", "/api/devices/ask", "").await.status, 204);
    hear_of_devices(&mut on_desk).await;
    let id = newcomers(&mut persons[0]).await[0].id.clone();
    answer(&mut persons[0], &id, NewcomerAnswer::Trusted).await;
    hear_of_devices(&mut on_phone).await;
    // Nobody else hears of it.
    of_other
        .say(&brickwood_protocol::ClientMessage::Beat)
        .await
        .unwrap();
    loop {
        match of_other.message().await {
            ServerMessage::Beat { .. } => break,
            ServerMessage::Devices => panic!("it is another person's"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_removed_device_hears_that_it_was_and_of_whose() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let mut phone = server.person();
    let key = link(&mut persons[0]).await;
    claim(&mut phone, &key).await;
    assert_eq!(news(&mut phone).await, DeviceNews::default());
    let (mut on_phone, _) = enter(&phone, &table, None).await;
    let id = newcomers(&mut persons[0]).await[0].id.clone();
    let path = format!("/api/devices/{id}");
    assert_eq!(persons[0].ask("DELETE", &path, "").await.status, 204);
    hear_of_devices(&mut on_phone).await;
    assert_eq!(ended(&mut on_phone).await, 1013);
    let name_of_owner = Some("Ida".to_owned());
    let removed_from = Some(FormerOwner {
        name: name_of_owner,
    });
    assert_eq!(news(&mut phone).await.removed_from, removed_from);
    // It is nobody, and whoever goes on there begins anew.
    assert_eq!(name(&mut phone).await, None);
    phone.rename("Eve").await;
    assert_eq!(news(&mut phone).await, DeviceNews::default());
    assert_eq!(news(&mut server.person()).await, DeviceNews::default());
}
