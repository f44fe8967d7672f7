//! Lists at their longest: each ends before its answer is too long, and says where it goes on.

use brickwood_protocol::{
    BlockedPerson, ChatText, ClientMessage, HostLog, HostPage, HostTables, Misconduct, ReportCards,
    ReportOrder, SiteAct, SiteNow, TableSummary,
};
use brickwood_site::StoresSite;
use brickwood_storage::{NewGame, now_ms};
use brickwood_table::{People, PersonId, Setup};
use brickwood_test_client::TestPerson;

use crate::{
    host::{act, host, public_id},
    support::{TestServer, begin, done, order, seat},
};

/// One picture of 25 bytes.
const FAMILY: &str = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";

/// The longest name, in bytes.
fn longest_name() -> String {
    FAMILY.repeat(15)
}

/// Stores public tables that wait for a fourth player, each with another host, at all of which a person sits. They all
/// have the longest names.
async fn store_tables(server: &TestServer, count: u8, person: PersonId) {
    let mut order = order(4, 0);
    order.options.public = true;
    for number in 0..count {
        let host = PersonId([100 + number; 32]);
        server.log.persons().add(host, 1).await.unwrap();
        let id = format!("amber-otter-42-{number:05}");
        let setup = Setup::new(id, &order, [5; 32], now_ms() + u64::from(number)).unwrap();
        let mut people = People::new(&order, host, &longest_name(), None);
        for (place, other) in people.places[1..].iter_mut().zip([person, host]) {
            place.person = Some(other);
            place.name = Some(longest_name());
        }
        let game = NewGame {
            setup,
            people,
            rematch_of: None,
            origin: None,
        };
        server.log.create(game).await.unwrap();
    }
}

async fn named(server: &TestServer, name: &str) -> TestPerson {
    let mut person = server.person();
    assert_eq!(person.rename(name).await.status, 204);
    person
}

#[tokio::test]
async fn lists_of_tables_answer_whatever_their_people_are_called() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let mut ida = named(&server, &longest_name()).await;
    store_tables(&server, 60, ida.id().unwrap()).await;
    let lobby = ida.ask("GET", "/api/lobby", "").await;
    let now = ida.ask("GET", "/api/now", "").await;
    let mine = ida.ask("GET", "/api/tables", "").await;
    let home = ida.ask("GET", "/", "").await;
    assert_eq!(home.status, 200);
    assert!(home.body.len() > 100_000, "the page comes with its lists");
    let (lobby, mine): (Vec<TableSummary>, Vec<TableSummary>) = (lobby.json(), mine.json());
    let now: SiteNow = now.json();
    for list in [lobby, mine, now.open] {
        assert!((30..=50).contains(&list.len()), "{}", list.len());
    }
    let mut tables = 0;
    let mut next = Some(0);
    while let Some(skip) = next {
        let path = format!("/api/host/tables?skip={skip}");
        let page: HostTables = host.ask("GET", &path, "").await.json();
        tables += page.tables.len();
        next = page.next;
    }
    assert_eq!(tables, 60);
}

#[tokio::test]
async fn the_host_reads_ten_thousand_reports_however_the_chat_was_flooded() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(4).await;
    let mut begun = begin(&persons, &table).await;
    for key in 1..=4 {
        for (socket, _) in &mut begun {
            let text = FAMILY.repeat(120);
            let text = ChatText::Words { text };
            done(socket, &ClientMessage::Say { key, text }).await;
        }
    }
    let report = ReportOrder {
        table,
        seat: seat(1),
        line: Some(2),
        reason: Misconduct::Insults,
        words: Some(FAMILY.repeat(300)),
    };
    let sent = persons[0].post("/api/reports", &report).await;
    assert_eq!(sent.status, 204);
    let database = rusqlite::Connection::open(server.data.path().join("brickwood.db")).unwrap();
    let multiply = "WITH RECURSIVE one (i) AS (
             SELECT 1 UNION ALL SELECT i + 1 FROM one WHERE i < 9999
         )
         INSERT INTO report (at_ms, person, about, game, line, player, document, evidence)
         SELECT at_ms, person, about, game || (i % 150), line, player, document,
             CASE WHEN i <= 150 THEN evidence END
         FROM report JOIN one WHERE number = 1";
    assert_eq!(database.execute(multiply, []), Ok(9_999));
    let page: HostPage = host.ask("GET", "/api/host", "").await.json();
    assert_eq!((page.open_reports, page.last_report), (151, 10_000));
    let mut cards = 0;
    let mut next = Some(u32::MAX);
    while let Some(before) = next {
        let path = format!("/api/host/reports?before={before}");
        let page: ReportCards = host.ask("GET", &path, "").await.json();
        for card in &page.cards {
            let talk = &card.evidence.talk;
            for place in 0..4 {
                assert!(talk.iter().any(|line| line.seat == seat(place)), "{place}");
            }
            assert!(talk.iter().any(|line| line.number == 2));
        }
        cards += page.cards.len();
        next = page.next;
    }
    assert_eq!(cards, 151);
    let last = page.last_report;
    let settled = act(&mut host, SiteAct::SettleAll { last }, &[]).await;
    assert_eq!(settled.status, 204);
    let path = "/api/host/reports?decided=true";
    let decided: ReportCards = host.ask("GET", path, "").await.json();
    assert!(!decided.cards.is_empty());
}

#[tokio::test]
async fn what_was_decided_and_whom_somebody_has_blocked_is_listed_at_its_longest() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let mut ida = named(&server, "Ida").await;
    let site = server.log.site();
    for number in 0..130 {
        let person = named(&server, &longest_name()).await;
        let id = person.id().unwrap();
        let name = longest_name();
        site.block(ida.id().unwrap(), id, &name, 1, 500)
            .await
            .unwrap();
        if number < 60 {
            let warn = SiteAct::Warn {
                person: public_id(&person),
                reason: Misconduct::Insults,
                words: Some(FAMILY.repeat(300)),
            };
            assert_eq!(act(&mut host, warn, &[]).await.status, 204);
        }
    }
    let blocks: Vec<BlockedPerson> = ida.ask("GET", "/api/blocks", "").await.json();
    assert!(blocks.len() > 90, "{}", blocks.len());
    let page: HostPage = host.ask("GET", "/api/host", "").await.json();
    assert!(!page.people.is_empty());
    let mut lines = 0;
    let mut next = Some(u32::MAX);
    while let Some(before) = next {
        let path = format!("/api/host/log?before={before}");
        let page: HostLog = host.ask("GET", &path, "").await.json();
        lines += page.lines.len();
        next = page.next;
    }
    assert_eq!(lines, 62);
}
