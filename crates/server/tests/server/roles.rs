//! Who may ask what: every path of the API, asked by everybody that there is. The answers are `tests-data/roles.txt`: a
//! difference there is somebody who may do more, or less.

use std::{collections::BTreeSet, fmt::Write as _};

use brickwood_protocol::{
    BlockOrder, BlockedPerson, Misconduct, MyDevices, PasskeyInfo, ReportOrder, SiteAct,
    SiteFeatures, SiteOrder,
};
use brickwood_server::{OidcProvider, Server};
use brickwood_site::{SiteApp, http::endpoints::Endpoint};
use brickwood_test_client::{Answer, TestPerson};
use brickwood_test_kit::{is_committed, read};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::{
    bots::registered,
    host::{act, host, public_id},
    openapi::{document, operations},
    passkeys::{kept, named},
    support::{TestServer, order, seat, whole},
    take_along::{claim, link},
};

/// Who asks:
///
/// - `nobody` has no cookie, and `gone` the one of a device that its person has removed;
/// - `person` is known and has no seat, and `barred` is suspended besides;
/// - `player` has a seat at the table, which `owner` has opened, and which waits for a fourth person;
/// - `newcomer` is a device of the player that has just come by a code: it changes nothing that leads back to the player;
/// - `bot` is a network bot with its token;
/// - `lured` is the player's browser, on a page of another site;
/// - `moderator` helps the host of the site, whose page `host` has open;
/// - `off` is a person of a site whose host has switched everything off.
///
/// A path with an id of a device, a passkey or a block has one of the player.
const ROLES: [&str; 12] = [
    "nobody",
    "gone",
    "person",
    "barred",
    "player",
    "owner",
    "bot",
    "lured",
    "moderator",
    "host",
    "off",
    "newcomer",
];

/// The place of the player.
const PLAYER: usize = 4;

/// A site with one of everybody, and what the paths name.
struct World {
    /// Runs until it is dropped.
    _server: TestServer,
    people: Vec<TestPerson>,
    table: String,
    passkey: String,
    device: String,
    block: u32,
    bot: String,
}

fn everything_on(server: &mut Server) {
    named(server);
    // Nobody listens there: whoever may begin hears that the provider does not answer.
    server.site.provider = Some(OidcProvider {
        issuer: "http://127.0.0.1:9".parse().unwrap(),
        client_id: "brickwood".to_owned(),
        client_secret: None,
        name: "Club login".to_owned(),
    });
}

impl World {
    async fn open(off: bool) -> Self {
        let server = TestServer::with(everything_on).await;
        let mut site_host = host(&server).await;
        let (mut player, _) = kept(&server, "Pia", 1).await;
        let mut owner = server.person();
        let table = owner.create(&order(4, 0)).await;
        let mut other = server.person();
        for (person, name) in [(&mut player, "Pia"), (&mut other, "Ole")] {
            assert_eq!(person.join(&table, name).await.status, 204);
        }
        let blocked = BlockOrder {
            table: table.clone(),
            seat: seat(2),
        };
        assert_eq!(player.post("/api/blocks", &blocked).await.status, 204);
        let blocks: Vec<BlockedPerson> = player.ask("GET", "/api/blocks", "").await.json();
        let passkeys: Vec<PasskeyInfo> = player.ask("GET", "/api/passkeys", "").await.json();
        let MyDevices { devices, .. } = player.ask("GET", "/api/devices", "").await.json();

        let mut newcomer = server.person();
        let key = link(&mut player).await;
        assert_eq!(claim(&mut newcomer, &key).await.status, 204);
        let mut gone = server.person();
        gone.rename("Gil").await;
        let mut kept_device = server.person();
        let key = link(&mut gone).await;
        assert_eq!(claim(&mut kept_device, &key).await.status, 204);
        let MyDevices {
            devices: of_gone, ..
        } = gone.ask("GET", "/api/devices", "").await.json();
        let lost = of_gone.iter().find(|one| one.this).unwrap();
        let path = format!("/api/devices/{}", lost.id);
        assert_eq!(gone.clone().ask("DELETE", &path, "").await.status, 204);

        let (mut person, mut barred, mut moderator) =
            (server.person(), server.person(), server.person());
        for (person, name) in [
            (&mut person, "Gus"),
            (&mut barred, "Bea"),
            (&mut moderator, "Hal"),
        ] {
            person.rename(name).await;
        }
        let suspended = SiteAct::Suspend {
            person: public_id(&barred),
            hours: 1,
            reason: Misconduct::Insults,
            words: None,
            network: false,
        };
        let helps = SiteAct::Moderator {
            person: public_id(&moderator),
            on: true,
        };
        let features = if off {
            SiteFeatures::NONE
        } else {
            SiteFeatures {
                ratings: true,
                ..SiteFeatures::default()
            }
        };
        for one in [suspended, helps, SiteAct::Features { features }] {
            assert_eq!(act(&mut site_host, one, &[]).await.status, 204);
        }
        let (bot, answer) = registered(&server, "Pips").await;
        let mut lured = player.clone();
        lured.origin = Some("https://evil.example".to_owned());
        let nobody = server.person();
        let off = person.clone();
        Self {
            people: vec![
                nobody, gone, person, barred, player, owner, bot, lured, moderator, site_host, off,
                newcomer,
            ],
            table,
            passkey: passkeys[0].id.clone(),
            device: devices[0].id.clone(),
            block: blocks[0].number,
            bot: answer.id,
            _server: server,
        }
    }

    /// The path with what this world has.
    fn path(&self, path: &str) -> String {
        let id = match path.split('/').nth(2) {
            Some("devices") => &self.device,
            Some("passkeys") => &self.passkey,
            _ => &self.table,
        };
        path.replace("{id}", id)
            .replace("{seat}", "1")
            .replace("{code}", "zzzz")
            .replace("{number}", &self.block.to_string())
    }

    /// What is sent: what the documentation shows, or what names things of this world.
    fn body(&self, path: &str, described: &Value) -> Value {
        let table = self.table.clone();
        match path {
            "/api/blocks" => json!(BlockOrder {
                table,
                seat: seat(2),
            }),
            "/api/reports" => json!(ReportOrder {
                table,
                seat: seat(2),
                line: None,
                reason: Misconduct::Insults,
                words: None,
            }),
            "/api/host/acts" => json!(SiteOrder {
                act: SiteAct::Close { closed: false },
                why: None,
                reports: Vec::new(),
            }),
            "/api/host/session" => json!({ "secret": "0".repeat(64) }),
            "/api/me/moderation" => json!({ "warning_ms": null, "reports": [] }),
            "/api/me/listing" => json!({ "listed": true }),
            "/api/me/profile" => json!({ "results": true, "quality": false }),
            "/api/tables/{id}/join" => json!({ "name": "Nia", "seat": null }),
            "/api/tables/{id}/invite" => json!({ "bot": self.bot }),
            "/api/alert/told" => json!({ "table": table, "page": 1 }),
            _ => described["requestBody"]["content"]["application/json"]["example"].clone(),
        }
    }
}

/// The status of an answer, whose body may never end.
pub async fn status(person: &TestPerson, method: &str, path: &str, body: &str) -> String {
    let stream = person.send(method, path, body).await.unwrap();
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).await.unwrap();
    line.split(' ').nth(1).unwrap().to_owned()
}

/// All that leads back to somebody, as they download it: no device that has just come changes anything of it.
fn ways_back(downloaded: &Answer) -> Value {
    let all: Value = serde_json::from_str(&whole(downloaded)).unwrap();
    let parts = ["devices", "passkeys", "identities"].map(|part| &all[part]);
    json!([all["person"]["id"], parts])
}

/// What each role is answered, and that what others ask changes nothing of the player's.
async fn row(method: &str, path: &str, described: &Value) -> String {
    let mut row = format!("{method:<6} {path:<39}");
    let mut world = World::open(false).await;
    let mut off = World::open(true).await;
    for (place, role) in ROLES.into_iter().enumerate() {
        if path.ends_with("/join") || role == "newcomer" {
            // There is one seat for each of them, and what a device of the player does is the player's.
            world = World::open(false).await;
        }
        let world = if role == "off" { &mut off } else { &mut world };
        let mut player = world.people[PLAYER].clone();
        let concrete = world.path(path);
        let body = world.body(path, described).to_string();
        let before = player.ask("GET", "/api/me/data", "").await;
        let answer = status(&world.people[place], method, &concrete, &body).await;
        write!(row, " {answer:>9}").unwrap();
        if role == "player" {
            continue;
        }
        let after = player.ask("GET", "/api/me/data", "").await;
        if role == "newcomer" {
            let (before, after) = (ways_back(&before), ways_back(&after));
            assert_eq!(before, after, "{method} {path} as {role}");
        } else {
            let (before, after) = (
                String::from_utf8(before.body),
                String::from_utf8(after.body),
            );
            assert_eq!(before, after, "{method} {path} as {role}");
        }
    }
    row
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_answers_everybody_as_the_table_says() {
    let document = document();
    let rows = stream::iter(operations(&document))
        .map(|(path, method, described)| async move { row(&method, &path, described).await })
        .buffered(8);
    let rows: Vec<String> = rows.collect().await;
    let mut head = " ".repeat(46);
    for role in ROLES {
        write!(head, " {role:>9}").unwrap();
    }
    let found = format!("{head}\n{}\n", rows.join("\n"));
    is_committed("tests-data/roles.txt", &found);
}

#[test]
fn whoever_is_told_that_something_does_not_exist_has_missed() {
    let guessed: BTreeSet<&str> = brickwood_site::endpoints::<SiteApp>()
        .iter()
        .filter(|endpoint| endpoint.counts_misses())
        .map(Endpoint::path)
        .collect();
    let table = read("tests-data/roles.txt");
    let mut rows = table.lines();
    let roles: Vec<&str> = rows.next().unwrap().split_whitespace().collect();
    for row in rows {
        let words: Vec<&str> = row.split_whitespace().collect();
        let (path, statuses) = (words[1], &words[2..]);
        let is_missing = roles.iter().zip(statuses);
        let mut is_missing =
            is_missing.filter(|(role, status)| **role != "off" && **status == "404");
        // These name nothing: they are about the browser that asks, and about what the site has.
        let names_nothing = ["/api/devices/ask", "/api/host/backups"].contains(&path);
        if is_missing.next().is_some() && !path.contains('{') && !names_nothing {
            assert!(guessed.contains(path), "{path}");
        }
    }
    // A path that names something need not say it.
    assert!(guessed.contains("/api/devices/{id}"));
}
