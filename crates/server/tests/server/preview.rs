//! What messengers show of a link.

use std::time::Duration;

use brickwood_server::Rate;
use brickwood_test_client::{Answer, TestPerson};

use crate::{
    clients::{answer, behind_a_proxy, request},
    support::{TestServer, order},
};

const FREE: &str = "A seat at a Brickwood table is free";

/// The page that whoever was never here gets at this address.
async fn page(server: &TestServer, path: &str, more: &[(&str, &str)]) -> Answer {
    let host = server.address.to_string();
    let fields = [&[("host", &*host)], more].concat();
    answer(server.address, &request("GET", path, &fields, "")).await
}

async fn text(server: &TestServer, path: &str) -> String {
    let answer = page(server, path, &[]).await;
    assert_eq!(answer.status, 200, "{path}");
    String::from_utf8(answer.body).unwrap()
}

fn title(page: &str) -> &str {
    let (_, rest) = page.split_once(r#"og:title" content=""#).unwrap();
    rest.split_once('"').unwrap().0
}

#[tokio::test]
async fn a_link_to_a_table_says_that_a_seat_is_free_and_nothing_else() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let table = host.create(&order(2, 1)).await;
    let path = format!("/t/{table}");
    let free = text(&server, &path).await;
    assert_eq!(title(&free), FREE);
    let picture = format!("http://{}/preview.jpg", server.address);
    assert!(free.contains(&format!(r#"property="og:image" content="{picture}""#)));
    assert!(free.contains(r#"name="twitter:card""#) && free.contains("og:description"));
    assert!(!free.contains("Ida") && !free.contains(&table), "{free}");

    // Of all other tables, there or not, nothing is told.
    let unknown = text(&server, "/t/amber-otter-42-k7q2m").await;
    assert_eq!(title(&unknown), "Brickwood");
    assert_eq!(text(&server, "/t/Not%20an%20id").await, unknown);
    let bots = host.create(&order(1, 2)).await;
    assert_eq!(text(&server, &format!("/t/{bots}")).await, unknown);
    assert_eq!(server.person().join(&table, "Robin").await.status, 204);
    assert_eq!(text(&server, &path).await, unknown);
}

#[tokio::test]
async fn a_page_of_a_table_is_kept_but_not_listed() {
    let server = TestServer::open().await;
    let table = server.person().create(&order(2, 0)).await;
    let path = format!("/t/{table}");
    let first = page(&server, &path, &[]).await;
    assert_eq!(first.field("x-robots-tag"), Some("noindex"));
    assert_eq!(first.field("cache-control"), Some("private, no-cache"));
    let tag = first.field("etag").unwrap();
    let again = page(&server, &path, &[("if-none-match", tag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let home = page(&server, "/", &[]).await;
    assert_eq!(home.field("x-robots-tag"), None);
    let home = String::from_utf8(home.body).unwrap();
    assert_eq!(title(&home), "Brickwood");
    // A browser that was here before shows the table itself.
    let mut person: TestPerson = server.person();
    person.rename("Robin").await;
    let own = person.ask("GET", &path, "").await;
    assert_eq!(title(&String::from_utf8(own.body).unwrap()), "Brickwood");
}

#[tokio::test]
async fn whoever_guesses_names_of_tables_is_told_nothing_more() {
    let server = TestServer::with(|server| {
        behind_a_proxy(server);
        server.limits.misses = Rate::new(3, Duration::from_mins(1));
    })
    .await;
    let table = server.person().create(&order(2, 0)).await;
    let path = format!("/t/{table}");
    let titled = async |path: &str, client: &str| {
        let page = page(&server, path, &[("x-forwarded-for", client)]).await;
        assert_eq!(page.status, 200, "the page comes all the same");
        title(&String::from_utf8(page.body).unwrap()).to_owned()
    };
    let (guesser, other) = ("192.0.2.1", "198.51.100.1");
    assert_eq!(titled(&path, guesser).await, FREE);
    for guess in 0..3 {
        let path = format!("/t/amber-otter-42-{guess}");
        assert_eq!(titled(&path, guesser).await, "Brickwood");
    }
    assert_eq!(titled(&path, guesser).await, "Brickwood");
    assert_eq!(titled(&path, other).await, FREE);
}
