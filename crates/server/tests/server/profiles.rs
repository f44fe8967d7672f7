//! What people let others at their tables see of themselves.

use brickwood_protocol::{Profile, ProfileChoice, ProfileResults, SiteFeatures};
use brickwood_site::StoresSite;
use brickwood_storage::Progress;
use brickwood_test_client::TestPerson;

use crate::{
    played::{STORED, finished, keep},
    results::{evaluated, get, offering},
    support::TestServer,
};

async fn choose(player: &mut TestPerson, choice: &str) {
    let answer = player.ask("PUT", "/api/me/profile", choice).await;
    assert_eq!(answer.status, 204);
}

async fn seen(by: &mut TestPerson, seat: usize) -> Profile {
    get(by, &format!("/api/tables/{STORED}/seats/{seat}/profile")).await
}

#[tokio::test]
async fn others_see_what_somebody_has_allowed_and_nothing_before() {
    let server = TestServer::open().await;
    let mut players = keep(&server, finished(), Progress::Over).await;
    evaluated(&*server.log).await;
    let chosen: ProfileChoice = get(&mut players[1], "/api/me/profile").await;
    assert_eq!(chosen, ProfileChoice::default());
    let nothing = Profile::default();
    assert_eq!(seen(&mut players[0], 1).await, nothing);

    choose(&mut players[1], "{\"results\":true}").await;
    let chosen: ProfileChoice = get(&mut players[1], "/api/me/profile").await;
    assert!(chosen.results && !chosen.quality);
    let shown = seen(&mut players[0], 1).await;
    let results = shown.results.unwrap();
    assert!(results.won <= 1);
    let of_three = ProfileResults {
        games: 1,
        won: results.won,
        by_chance: 333,
    };
    assert_eq!((results, shown.quality), (of_three, None));
    // Only theirs.
    assert_eq!(seen(&mut players[1], 0).await, nothing);

    choose(&mut players[1], "{\"quality\":true}").await;
    let shown = seen(&mut players[0], 1).await;
    assert!(shown.results.is_none() && shown.quality.is_some());

    choose(&mut players[1], "{}").await;
    assert_eq!(seen(&mut players[0], 1).await, nothing);
    let id = players[1].id().unwrap();
    assert_eq!(server.log.site().profile(id).await, Ok(None));
}

#[tokio::test]
async fn a_seat_where_nothing_may_be_seen_is_like_one_where_nobody_sits() {
    let server = TestServer::open().await;
    let mut players = keep(&server, finished(), Progress::Over).await;
    let path = |seat: &str| format!("/api/tables/{STORED}/seats/{seat}/profile");
    let mut bodies = Vec::new();
    for seat in ["1", "5", "200"] {
        let answer = players[0].ask("GET", &path(seat), "").await;
        bodies.push((answer.status, answer.json::<Profile>()));
    }
    assert!(bodies.iter().all(|one| *one == (200, Profile::default())));
    for (path, problem) in [
        (path("one"), "no_such_address"),
        ("/api/tables/none/seats/0/profile".into(), "no_such_table"),
    ] {
        let answer = players[0].ask("GET", &path, "").await;
        assert_eq!((answer.status, answer.problem()), (404, problem));
    }
}

#[tokio::test]
async fn whoever_may_not_watch_a_table_learns_nothing_of_its_people() {
    let server = TestServer::open().await;
    let mut closed = finished();
    closed.people.options.spectators = brickwood_protocol::SpectatorRule::Forbidden;
    let mut players = keep(&server, closed, Progress::Over).await;
    for what in ["seats/0/profile", "players"] {
        let path = format!("/api/tables/{STORED}/{what}");
        assert_eq!(players[1].ask("GET", &path, "").await.status, 200);
        let stranger = server.person().ask("GET", &path, "").await;
        assert_eq!((stranger.status, stranger.problem()), (403, "players_only"));
    }
}

#[tokio::test]
async fn where_results_are_off_nobody_shows_any() {
    let off = SiteFeatures {
        my_games: false,
        ..SiteFeatures::default()
    };
    let (_data, server) = offering(off).await;
    let mut players = keep(&server, finished(), Progress::Over).await;
    let path = format!("/api/tables/{STORED}/seats/0/profile");
    let shown = players[0].ask("GET", &path, "").await;
    assert_eq!((shown.status, shown.problem()), (404, "no_such_address"));
    let choice = players[0].ask("PUT", "/api/me/profile", "{}").await;
    assert_eq!((choice.status, choice.problem()), (404, "no_such_address"));
}
