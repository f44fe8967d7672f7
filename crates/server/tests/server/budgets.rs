//! Every answer is bounded, whatever is stored: each path that reads is asked about the most that the rules allow, by the one
//! whose it is and by the host of the site.

use brickwood_protocol::{
    BoardChoice, ChatText, Color, LONGEST_NAME, LONGEST_WORDS, Misconduct, NewSeat, NewTable,
    ReportOrder, TableOptions,
};
use brickwood_rules::{Edition, MAX_SEATS, Seat};
use brickwood_site::{StoresSite, person::devices::MOST_DEVICES};
use brickwood_storage::{NewGame, NewLine, now_ms};
use brickwood_table::{People, PersonId, Setup};
use brickwood_test_client::TestPerson;
use serde_json::Value;

use crate::{
    host::host,
    openapi::{document, operations},
    roles::status,
    support::{TestServer, seat},
    take_along::{claim, link},
};

/// A text of so many characters that has as many bytes as one may have.
fn widest(characters: usize) -> String {
    "🏴‍☠️".repeat(characters)
}

fn widest_name() -> String {
    widest(LONGEST_NAME)
}

/// A public table of six, five of whose seats are taken by somebody with the widest name.
fn order() -> NewTable {
    let edition = Edition::FiveSix;
    let human = |color| NewSeat::Human { color };
    NewTable {
        name: widest_name(),
        edition,
        rules: edition.rules(MAX_SEATS as u8),
        seats: Color::ALL.into_iter().take(MAX_SEATS).map(human).collect(),
        board: BoardChoice::Random,
        options: TableOptions {
            public: true,
            ..TableOptions::default()
        },
        from: None,
    }
}

async fn store(server: &TestServer, number: usize, owner: PersonId) -> String {
    let table = format!("amber-otter-42-{number:05}");
    let order = order();
    let setup = Setup::new(table.clone(), &order, [5; 32], now_ms()).unwrap();
    let code = (number == 0).then(|| "ABCDEF".to_owned());
    let mut people = People::new(&order, owner, &widest_name(), code);
    for place in &mut people.places[1..MAX_SEATS - 1] {
        place.person = Some(PersonId([7; 32]));
        place.name = Some(widest_name());
    }
    let game = NewGame {
        setup,
        people,
        rematch_of: None,
        origin: Some(number as u32),
    };
    server.log.create(game).await.unwrap();
    table
}

async fn say(server: &TestServer, table: &str, seat: Seat, lines: u64) {
    for key in 0..lines {
        let line = NewLine {
            at_ms: now_ms(),
            seat,
            name: widest_name(),
            key,
            text: ChatText::Words {
                text: widest(LONGEST_WORDS),
            },
        };
        server.log.say(table, line).await.unwrap();
    }
}

/// A site on which everything that a list tells of is there more often than the list is long.
async fn full() -> (TestServer, TestPerson, TestPerson, String) {
    let server = TestServer::open().await;
    let site_host = host(&server).await;
    let mut owner = server.person();
    assert_eq!(owner.rename(&widest_name()).await.status, 204);
    let me = owner.id().unwrap();
    server
        .log
        .persons()
        .add(PersonId([7; 32]), now_ms())
        .await
        .unwrap();
    let mut table = String::new();
    for number in 0..300 {
        table = store(&server, number, me).await;
    }
    for speaker in [seat(0), seat(1)] {
        say(&server, &table, speaker, 300).await;
    }
    for number in 0..130_u8 {
        let other = PersonId([number; 32]);
        server.log.persons().add(other, now_ms()).await.unwrap();
        let site = server.log.site();
        let _ = site
            .block(me, other, &widest_name(), now_ms(), 120)
            .await
            .unwrap();
    }
    for _ in 1..MOST_DEVICES {
        let key = link(&mut owner).await;
        assert_eq!(claim(&mut server.person(), &key).await.status, 204);
    }
    for _ in 0..60 {
        let report = ReportOrder {
            table: table.clone(),
            seat: seat(1),
            line: None,
            reason: Misconduct::Insults,
            words: Some(widest(LONGEST_WORDS)),
        };
        let sent = owner.clone().post("/api/reports", &report).await.status;
        assert!(sent == 204 || sent == 429, "{sent}");
        let _ = server.person().post("/api/reports", &report).await;
    }
    (server, owner, site_host, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_path_answers_within_its_bound_about_the_most_that_the_rules_allow() {
    let (_server, owner, site_host, table) = full().await;
    let document = document();
    for (path, method, _) in operations(&document) {
        if method != "GET" {
            continue;
        }
        let concrete = path.replace("{id}", &table).replace("{seat}", "1");
        let concrete = concrete.replace("{code}", "ABCDEF");
        for person in [&owner, &site_host] {
            let answer = status(person, &method, &concrete, "").await;
            assert!(
                !answer.starts_with('5') || answer == "502",
                "{path}: {answer}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_of_any_length_comes_as_a_whole() {
    let (_server, mut owner, _, _) = full().await;
    let answer = owner.ask("GET", "/api/me/data", "").await;
    let data: Value = serde_json::from_str(&crate::support::whole(&answer)).unwrap();
    let length = |part: &str| data[part].as_array().unwrap().len();
    assert_eq!(length("games"), 300);
    assert_eq!(length("said"), 300);
    assert_eq!(length("blocks"), 120);
    assert!(answer.body.len() > 500_000, "{}", answer.body.len());
}
