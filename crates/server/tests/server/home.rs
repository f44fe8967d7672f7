//! What the home page shows first comes with it; and at home, devices of the same network find every table.

use brickwood_protocol::{HomeInfo, NewTable, SiteInfo, SiteNow, TableOptions};
use brickwood_server::{Server, Site};
use brickwood_test_client::TestPerson;

use crate::{
    clients::{answer, request},
    support::{PAGE, TestServer, order},
};

fn at_home(server: &mut Server) {
    server.site = Site {
        at_home: true,
        ..Site::default()
    };
}

fn listed() -> NewTable {
    NewTable {
        options: TableOptions {
            public: true,
            ..TableOptions::default()
        },
        ..order(2, 1)
    }
}

/// The page at `/`, and what came with it.
async fn home(person: &mut TestPerson) -> (String, HomeInfo) {
    let answer = person.ask("GET", "/", "").await;
    assert_eq!(answer.status, 200);
    let page = String::from_utf8(answer.body).unwrap();
    let begin = r#"<script type="application/json" id="home">"#;
    let (_, rest) = page.split_once(begin).unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let info = serde_json::from_str(json).unwrap();
    (page.clone(), info)
}

async fn now(person: &mut TestPerson) -> SiteNow {
    person.ask("GET", "/api/now", "").await.json()
}

#[tokio::test]
async fn the_home_page_comes_with_what_it_shows_first() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let order = NewTable {
        name: "</script><script>".into(),
        ..listed()
    };
    let table = host.create(&order).await;

    let (page, info) = home(&mut host).await;
    assert_eq!(page.matches("<script").count(), 1, "a name ends no element");
    assert_eq!(info.me.name.as_deref(), Some("</script><script>"));
    assert_eq!(info.tables[0].id, table);
    assert_eq!(info.now.open[0].id, table);
    let site: SiteInfo = host.ask("GET", "/api/site", "").await.json();
    assert_eq!(info.site, site);

    let (_, info) = home(&mut server.person()).await;
    assert_eq!((info.me.name, info.tables), (None, Vec::new()));
    assert_eq!(info.now.open[0].id, table);
}

#[tokio::test]
async fn the_home_page_is_not_sent_again_while_it_says_the_same() {
    let server = TestServer::open().await;
    let mut person = server.person();
    for path in ["/", "/api/now"] {
        let first = person.ask("GET", path, "").await;
        assert_eq!(first.field("cache-control"), Some("private, no-cache"));
        let tag = first.field("etag").unwrap().to_owned();
        assert_eq!(person.ask("GET", path, "").await.field("etag"), Some(&*tag));
        let host = server.address.to_string();
        let known = [("host", &*host), ("if-none-match", &*tag)];
        let answer = answer(server.address, &request("GET", path, &known, "")).await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{path}");
    }
    let before = person
        .ask("GET", "/", "")
        .await
        .field("etag")
        .map(str::to_owned);
    person.create(&listed()).await;
    let after = person
        .ask("GET", "/", "")
        .await
        .field("etag")
        .map(str::to_owned);
    assert_ne!(before, after);
}

#[tokio::test]
async fn other_addresses_have_the_page_as_it_is() {
    let server = TestServer::open().await;
    let answer = server.person().ask("GET", "/rules", "").await;
    assert_eq!(answer.body, PAGE.as_bytes());
}

#[tokio::test]
async fn at_home_a_device_of_the_same_network_finds_every_table_with_an_open_seat() {
    let server = TestServer::with(at_home).await;
    let mut host = server.person();
    let waiting = host.create(&order(2, 1)).await;
    // It begins at once: nobody is waited for.
    host.create(&order(1, 2)).await;

    let mut near = server.person();
    let open = now(&mut near).await.open;
    assert_eq!(open.len(), 1);
    assert_eq!(
        (&*open[0].id, open[0].host.as_deref()),
        (&*waiting, Some("Ida"))
    );
    assert_eq!(home(&mut near).await.1.now.open, open);

    // What came through a proxy may be from anywhere.
    near.forwarded = Some("192.0.2.7".into());
    assert_eq!(now(&mut near).await.open, []);
    assert_eq!(home(&mut near).await.1.now.open, []);
}

#[tokio::test]
async fn on_a_site_nobody_finds_a_table_that_is_not_listed() {
    let server = TestServer::open().await;
    server.person().create(&order(2, 1)).await;
    assert_eq!(now(&mut server.person()).await.open, []);
}

#[tokio::test]
async fn at_home_there_are_no_strangers() {
    let server = TestServer::with(at_home).await;
    let mut person = server.person();
    let site: SiteInfo = person.ask("GET", "/api/site", "").await.json();
    assert!(site.at_home && site.features.devices && site.features.my_games);
    assert!(!site.features.open_tables && !site.features.moderation && !site.features.ratings);
    let made = person.ask("PUT", "/api/alert", r#"{"minutes":180}"#).await;
    assert_eq!(made.status, 404);
}
