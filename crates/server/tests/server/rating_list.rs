//! The site's list of ratings.

use brickwood_protocol::{
    ListedRating, Misconduct, RatingList, RatingListChoice, SiteAct, SiteFeatures,
};
use brickwood_site::StoresSite;
use brickwood_storage::Progress;
use brickwood_test_client::TestPerson;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    host::{act, host, public_id},
    personal_data::is_gone,
    played::keep,
    ratings::{rated, rated_game},
    results::{get, offering},
    support::{TestServer, whole},
};

const RATINGS: SiteFeatures = SiteFeatures {
    ratings: true,
    moderation: true,
    devices: true,
    ..SiteFeatures::NONE
};

/// Three people with settled ratings at tables of three and four, the first of whom is the strongest.
async fn settled() -> (TempDir, TestServer, Vec<TestPerson>) {
    let (data, server) = offering(RATINGS).await;
    let mut players = keep(&server, rated_game(), Progress::Over).await;
    rated(&*server.log).await;
    let site = server.log.site();
    let mut game = site.rated_games(0, 1).await.unwrap().remove(0).1;
    for (place, change) in (0..).zip(&mut game.changes) {
        change.after.mean = 1_700_000 - 100_000 * place;
        change.after.deviation = 116_000;
    }
    site.correct(&game).await.unwrap();
    for (player, name) in players.iter_mut().zip(["Ada", "Bo", "Cy"]) {
        player.rename(name).await;
    }
    (data, server, players)
}

async fn choose(player: &mut TestPerson, listed: bool) {
    let choice = RatingListChoice { listed };
    let body = json!(choice).to_string();
    let answer = player.ask("PUT", "/api/me/listing", &body).await;
    assert_eq!(answer.status, 204);
    let kept: RatingListChoice = get(player, "/api/me/listing").await;
    assert_eq!(kept.listed, listed);
}

async fn list(by: &mut TestPerson, query: &str) -> Vec<ListedRating> {
    let list: RatingList = get(by, &format!("/api/ratings{query}")).await;
    assert_eq!(list.next, None);
    list.ratings
}

async fn names(by: &mut TestPerson) -> Vec<(u32, String)> {
    let list = list(by, "").await.into_iter();
    list.map(|one| (one.place, one.name)).collect()
}

#[tokio::test]
async fn nobody_is_in_the_list_who_has_not_asked_to_be_and_everybody_may_read_it() {
    let (_data, server, mut players) = settled().await;
    let mut stranger = server.person();
    choose(&mut players[2], false).await;
    assert_eq!(names(&mut stranger).await, []);
    choose(&mut players[2], true).await;
    choose(&mut players[0], true).await;
    let both = [(1, "Ada".to_owned()), (2, "Cy".to_owned())];
    assert_eq!(names(&mut stranger).await, both);
    let seen = list(&mut players[2], "?players=3").await;
    let told: Vec<(bool, u32, i32)> = seen
        .iter()
        .map(|one| (one.own, one.games, one.rating.low))
        .collect();
    assert_eq!(told, [(false, 1, 1470), (true, 1, 1270)]);
    assert_eq!(list(&mut stranger, "?players=2").await, []);
    let second: RatingList = get(&mut stranger, "/api/ratings?after=1").await;
    assert_eq!((second.ratings.len(), second.next), (1, None));
    for query in ["?players=1", "?players=7", "?after=-1", "?before=2"] {
        let answer = stranger
            .ask("GET", &format!("/api/ratings{query}"), "")
            .await;
        assert_eq!(answer.status, 400, "{query}");
    }
    choose(&mut players[0], false).await;
    assert_eq!(names(&mut stranger).await, [(1, "Cy".to_owned())]);
}

#[tokio::test]
async fn who_is_suspended_or_has_a_refused_name_is_not_in_the_list() {
    let (_data, server, mut players) = settled().await;
    let mut site_host = host(&server).await;
    for player in &mut players {
        choose(player, true).await;
    }
    let mut stranger = server.person();
    assert_eq!(names(&mut stranger).await.len(), 3);
    let suspended = SiteAct::Suspend {
        person: public_id(&players[0]),
        hours: 1,
        reason: Misconduct::Insults,
        words: None,
        network: false,
    };
    let names_refused = SiteAct::RefuseNames {
        names: vec!["bo".to_owned()],
    };
    for (done, left) in [(suspended, vec!["Bo", "Cy"]), (names_refused, vec!["Cy"])] {
        assert_eq!(act(&mut site_host, done, &[]).await.status, 204);
        let shown = names(&mut stranger).await;
        let shown: Vec<&str> = shown.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(shown, left);
    }
    // The list is no way around the switch.
    let off = SiteAct::Features {
        features: SiteFeatures::NONE,
    };
    assert_eq!(act(&mut site_host, off, &[]).await.status, 204);
    for path in ["/api/ratings", "/api/me/listing"] {
        let answer = stranger.ask("GET", path, "").await;
        assert_eq!((answer.status, answer.problem()), (404, "no_such_address"));
    }
}

#[tokio::test]
async fn being_in_the_list_is_in_the_download_and_ends_with_the_person() {
    let (_data, server, mut players) = settled().await;
    let answer = async |player: &mut TestPerson| -> Value {
        let answer = player.ask("GET", "/api/me/data", "").await;
        serde_json::from_str(&whole(&answer)).unwrap()
    };
    choose(&mut players[1], true).await;
    let data = answer(&mut players[1]).await;
    assert!(data["rating_listing"]["since_ms"].is_u64());
    assert!(answer(&mut players[0]).await["rating_listing"].is_null());
    let mut stranger = server.person();
    assert_eq!(names(&mut stranger).await, [(1, "Bo".to_owned())]);
    let id = players[1].id().unwrap();
    players[1].ask("DELETE", "/api/me", "").await;
    assert_eq!(names(&mut stranger).await, []);
    is_gone(&*server.log, id).await;
    assert_eq!(server.log.site().rating_listing(id).await, Ok(None));
}
