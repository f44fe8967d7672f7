//! Another device becomes the same person: by a link, and by recovery words.

use brickwood_protocol::{
    ClaimDevice, DeviceKey, DeviceLink, KeyOwner, Me, MyDevices, RecoveryWords, SiteFeatures,
};
use brickwood_site::StoresSite;
use brickwood_test_client::{Answer, TestPerson};

use crate::{
    clients::behind_a_proxy,
    devices::{ended, trusted},
    nodes::{as_bots, at, idle, pair},
    support::{TestServer, enter, order, shown},
};

pub async fn link(person: &mut TestPerson) -> DeviceKey {
    let answer = person.ask("POST", "/api/devices/link", "").await;
    assert_eq!(answer.status, 201);
    let DeviceLink { secret, .. } = answer.json();
    DeviceKey::Link { secret }
}

pub async fn claim(person: &mut TestPerson, key: &DeviceKey) -> Answer {
    let claim = ClaimDevice {
        key: key.clone(),
        name: "Phone".into(),
    };
    person.post("/api/devices/claim", &claim).await
}

pub async fn name(person: &mut TestPerson) -> Option<String> {
    person.ask("GET", "/api/me", "").await.json::<Me>().name
}

pub async fn my_devices(person: &mut TestPerson) -> MyDevices {
    person.ask("GET", "/api/devices", "").await.json()
}

#[tokio::test]
async fn a_link_makes_another_device_the_same_person_in_the_middle_of_a_game() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let key = link(&mut persons[0]).await;
    let mut phone = server.person();
    let owner: KeyOwner = phone.post("/api/devices/look", &key).await.json();
    let expected = KeyOwner {
        name: Some("Ida".into()),
        you: false,
        leaves: 0,
    };
    assert_eq!(owner, expected);
    assert_eq!(phone.cookie, None, "to look makes nobody somebody");
    assert_eq!(claim(&mut phone, &key).await.status, 204);
    assert_eq!(name(&mut phone).await.as_deref(), Some("Ida"));
    let (_, info, _) = phone.sit(&table).await;
    assert_eq!(info.you.map(u8::from), Some(0));
    let MyDevices { devices, .. } = my_devices(&mut persons[0]).await;
    let seen: Vec<(&str, bool)> = devices
        .iter()
        .map(|one| (one.name.as_str(), one.this))
        .collect();
    assert_eq!(seen, [("", true), ("Phone", false)]);
}

#[tokio::test]
async fn a_link_that_was_used_or_replaced_leads_to_nobody() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    desk.rename("Ida").await;
    let replaced = link(&mut desk).await;
    let key = link(&mut desk).await;
    let mut first = server.person();
    assert_eq!(claim(&mut first, &replaced).await.problem(), "no_such_code");
    assert_eq!(claim(&mut first, &key).await.status, 204);
    // Whoever has photographed the code comes too late, and learns nothing more from it.
    let mut late = server.person();
    assert_eq!(claim(&mut late, &key).await.problem(), "no_such_code");
    let looked = late.post("/api/devices/look", &key).await;
    assert_eq!((looked.status, looked.problem()), (404, "no_such_code"));
    assert_eq!(late.cookie, None);
}

#[tokio::test]
async fn a_cookie_that_was_there_before_never_becomes_the_persons() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    desk.rename("Ida").await;
    // Somebody has put their own cookie into this browser, and keeps a copy.
    let mut planted = server.person();
    planted.rename("Eve").await;
    let mut copy = planted.clone();
    let key = link(&mut desk).await;
    assert_eq!(claim(&mut planted, &key).await.status, 204);
    assert_ne!(planted.cookie, copy.cookie);
    assert_ne!(planted.cookie, desk.cookie);
    assert_eq!(name(&mut planted).await.as_deref(), Some("Ida"));
    assert_eq!(name(&mut copy).await, None, "it is nobody's any more");
}

#[tokio::test]
async fn whoever_follows_a_code_of_somebody_else_is_told_whose_and_what_it_costs() {
    let server = TestServer::open().await;
    let mut stranger = server.person();
    stranger.rename("Mallory").await;
    let mut victim = server.person();
    victim.create(&order(2, 0)).await;
    let key = link(&mut stranger).await;
    let owner: KeyOwner = victim.post("/api/devices/look", &key).await.json();
    let expected = KeyOwner {
        name: Some("Mallory".into()),
        you: false,
        leaves: 1,
    };
    assert_eq!(owner, expected);
    // No other site can do it for them.
    let mut lured = victim.clone();
    lured.origin = Some("https://evil.example".into());
    assert_eq!(claim(&mut lured, &key).await.problem(), "foreign_origin");
    assert_eq!(name(&mut victim).await.as_deref(), Some("Ida"));
    // A device of the same person needs no code, and uses none up.
    assert_eq!(claim(&mut stranger.clone(), &key).await.status, 204);
    assert_eq!(my_devices(&mut stranger).await.devices.len(), 1);
    assert_eq!(claim(&mut victim, &key).await.status, 204);
}

#[tokio::test]
async fn a_device_that_becomes_somebody_else_is_no_longer_one_of_its_former_person() {
    let server = TestServer::open().await;
    let (mut ida, mut ole, mut phone) = (server.person(), server.person(), server.person());
    ida.rename("Ida").await;
    ole.rename("Ole").await;
    let of_ida = link(&mut ida).await;
    claim(&mut phone, &of_ida).await;
    assert_eq!(my_devices(&mut ida).await.devices.len(), 2);
    let of_ole = link(&mut ole).await;
    claim(&mut phone, &of_ole).await;
    assert_eq!(name(&mut phone).await.as_deref(), Some("Ole"));
    assert_eq!(my_devices(&mut ida).await.devices.len(), 1);
}

#[tokio::test]
async fn recovery_words_bring_a_person_back_who_has_lost_all_devices() {
    let server = TestServer::open().await;
    let mut lost = server.person();
    let table = lost.create(&order(2, 0)).await;
    let made: RecoveryWords = lost
        .ask("POST", "/api/me/words?language=fr", "")
        .await
        .json();
    assert_eq!(made.language, "fr");
    let mut new = server.person();
    let typed = DeviceKey::Words {
        words: made.words.join("  ").to_uppercase(),
    };
    assert_eq!(claim(&mut new, &typed).await.status, 204);
    let (_, info, _) = new.sit(&table).await;
    assert!(info.you.is_some());
    // A day later the lost one goes, even though it was the first.
    trusted(&server, &new).await;
    let MyDevices { devices, words_ms } = my_devices(&mut new).await;
    assert!(words_ms.is_some());
    let first = devices.iter().find(|device| !device.this).unwrap();
    let removed = new
        .ask("DELETE", &format!("/api/devices/{}", first.id), "")
        .await;
    assert_eq!(removed.status, 204);
    assert_eq!(name(&mut lost).await, None);
    // New words replace the old ones, which are valid for another day.
    let RecoveryWords { words, .. } = new.ask("POST", "/api/me/words", "").await.json();
    let replacing = DeviceKey::Words {
        words: words.join(" "),
    };
    for words in [&typed, &replacing] {
        assert_eq!(claim(&mut server.person(), words).await.status, 204);
    }
}

#[tokio::test]
async fn words_that_cannot_be_right_do_not_count_as_guesses_and_guesses_end() {
    let server = TestServer::with(behind_a_proxy).await;
    let mut person = server.person();
    person.forwarded = Some("192.0.2.1".into());
    let typed = |words: &str| DeviceKey::Words {
        words: words.into(),
    };
    for _ in 0..5 {
        let refused = claim(&mut person, &typed("not these")).await;
        assert_eq!(refused.problem(), "not_recovery_words");
    }
    let well_formed =
        typed("legal winner thank year wave sausage worth useful legal winner thank yellow");
    for _ in 0..20 {
        assert_eq!(
            person.post("/api/devices/look", &well_formed).await.status,
            404
        );
    }
    assert_eq!(
        person.post("/api/devices/look", &well_formed).await.status,
        429
    );
}

#[tokio::test]
async fn a_device_that_is_removed_loses_its_socket_at_another_server() {
    let (first, second, _log) = pair(as_bots(&idle())).await;
    let (table, mut persons) = first.seated(2).await;
    let key = link(&mut persons[0]).await;
    let mut phone = second.person();
    assert_eq!(claim(&mut phone, &key).await.status, 204);
    let (mut on_phone, _) = enter(&phone, &table, None).await;
    let MyDevices { devices, .. } = my_devices(&mut persons[0]).await;
    let path = format!("/api/devices/{}", devices[1].id);
    assert_eq!(
        persons[1].ask("DELETE", &path, "").await.problem(),
        "no_such_device"
    );
    assert_eq!(persons[0].ask("DELETE", &path, "").await.status, 204);
    assert_eq!(ended(&mut on_phone).await, 1013);
    assert_eq!(name(&mut phone).await, None);
    assert_eq!(
        name(&mut at(&second, &persons[0])).await.as_deref(),
        Some("Ida")
    );
    let (mut left, seen) = enter(&persons[1], &table, None).await;
    if seen.seats[0].present {
        shown(&mut left, |seen| !seen.seats[0].present).await;
    }
}

#[tokio::test]
async fn the_last_device_stays_unless_words_lead_back() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    desk.rename("Ida").await;
    let key = link(&mut desk).await;
    let mut phone = server.person();
    claim(&mut phone, &key).await;
    trusted(&server, &phone).await;
    let MyDevices { devices, .. } = my_devices(&mut phone).await;
    let [desk_id, phone_id] =
        [0, 1].map(|place: usize| format!("/api/devices/{}", devices[place].id));
    assert_eq!(phone.ask("DELETE", &desk_id, "").await.status, 204);
    assert_eq!(
        phone.ask("DELETE", &phone_id, "").await.problem(),
        "last_device"
    );
    phone.ask("POST", "/api/me/words", "").await;
    let removed = phone.ask("DELETE", &phone_id, "").await;
    assert_eq!(removed.status, 204);
    assert!(removed.field("set-cookie").unwrap().contains("Max-Age=0"));
}

#[tokio::test]
async fn a_device_has_the_name_that_its_person_gives_it() {
    let server = TestServer::open().await;
    let mut desk = server.person();
    desk.rename("Ida").await;
    let key = link(&mut desk).await;
    claim(&mut server.person(), &key).await;
    let MyDevices { devices, .. } = my_devices(&mut desk).await;
    let path = format!("/api/devices/{}", devices[1].id);
    assert_eq!(
        desk.ask("PUT", &path, "{\"name\":\" Ida’s phone \"}")
            .await
            .status,
        204
    );
    assert_eq!(
        desk.ask("PUT", &path, "{\"name\":\"\"}").await.problem(),
        "bad_name"
    );
    assert_eq!(my_devices(&mut desk).await.devices[1].name, "Ida’s phone");
}

#[tokio::test]
async fn a_site_without_devices_has_none_of_it() {
    let server = TestServer::open().await;
    let off = serde_json::to_string(&SiteFeatures::NONE).unwrap();
    server.log.site().set("features", &off).await.unwrap();
    let mut person = server.person();
    person.rename("Ida").await;
    let key = DeviceKey::Link {
        secret: "00".repeat(16),
    };
    let key_body = serde_json::to_string(&key).unwrap();
    let claim = ClaimDevice {
        key,
        name: String::new(),
    };
    let claim_body = serde_json::to_string(&claim).unwrap();
    let device = format!("/api/devices/{}", "00".repeat(32));
    for (method, path, body) in [
        ("GET", "/api/devices", ""),
        ("POST", "/api/devices/link", ""),
        ("POST", "/api/devices/look", &key_body),
        ("POST", "/api/devices/claim", &claim_body),
        ("PUT", &device, "{\"name\":\"Desk\"}"),
        ("DELETE", &device, ""),
        ("POST", "/api/me/words", ""),
        ("GET", "/api/me/data", ""),
        ("DELETE", "/api/me", ""),
    ] {
        let answered = person.ask(method, path, body).await;
        assert_eq!(answered.status, 404, "{method} {path}");
        assert_eq!(answered.problem(), "no_such_address", "{method} {path}");
    }
    assert_eq!(name(&mut person).await.as_deref(), Some("Ida"));
}

#[tokio::test]
async fn bots_have_no_devices() {
    let server = TestServer::open().await;
    let mut bot = server.person();
    let registered: brickwood_protocol::RegisteredBot = bot
        .post("/api/bots", &serde_json::json!({ "name": "Pips" }))
        .await
        .json();
    bot.token = Some(registered.token);
    for path in ["/api/devices/link", "/api/me/words"] {
        assert_eq!(bot.ask("POST", path, "").await.problem(), "not_for_bots");
    }
    assert_eq!(
        bot.ask("DELETE", "/api/me", "").await.problem(),
        "not_for_bots"
    );
    assert_eq!(my_devices(&mut bot).await, MyDevices::default());
}
