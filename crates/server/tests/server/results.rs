//! What finished games were for those who played them.

use std::{sync::Arc, time::Duration};

use brickwood_protocol::{
    Command, GameResult, GamesPage, MyStatistics, PlayerGroup, Problem, SiteFeatures,
};
use brickwood_site::{SCHEMA, StoresSite, record::results::Evaluated};
use brickwood_storage::{Append, NewGame, Outline, Progress, SqliteStorage, Storage};
use brickwood_table::{Author, Table};
use brickwood_test_client::TestPerson;
use serde::de::DeserializeOwned;
use tempfile::TempDir;

use crate::{
    played::{Agree, Played, STORED, finished, keep, play},
    support::{TestServer, order},
};

pub async fn get<T: DeserializeOwned>(person: &mut TestPerson, path: &str) -> T {
    let answer = person.ask("GET", path, "").await;
    assert_eq!(answer.status, 200, "{path}");
    answer.json()
}

/// Waits until all finished games are evaluated.
pub async fn evaluated(log: &dyn Storage) {
    let open = [
        Evaluated::Nothing,
        Evaluated::WithoutResults,
        Evaluated::Results,
    ];
    for so_far in open {
        while !log
            .site()
            .evaluated_only(so_far, 1)
            .await
            .unwrap()
            .is_empty()
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Stores further games of the same people, which end one after the other.
pub async fn again(log: &dyn Storage, players: &[TestPerson], game: &Played, ids: &[String]) {
    for (number, id) in (1..).zip(ids) {
        let mut people = game.people.clone();
        for (place, player) in people.places.iter_mut().zip(players) {
            place.person = player.id();
        }
        people.host = players[0].id();
        people.agree();
        let mut setup = game.setup.clone();
        setup.id.clone_from(id);
        log.create(NewGame {
            setup,
            people,
            rematch_of: None,
            origin: None,
        })
        .await
        .unwrap();
        let mut records = game.records.clone();
        for record in &mut records {
            record.at_ms += number * 1_000_000;
        }
        let append = Append {
            records,
            people: None,
            setup: None,
            outline: Outline::at(Progress::Over),
        };
        log.append(id, append).await.unwrap();
    }
}

/// A server whose site has offered only this from its beginning.
pub async fn offering(features: SiteFeatures) -> (TempDir, TestServer) {
    let data = tempfile::tempdir().unwrap();
    let log = Arc::new(SqliteStorage::open(data.path(), SCHEMA).unwrap());
    switch(&*log, features).await;
    let server = TestServer::with(|server| server.log = log).await;
    (data, server)
}

pub async fn switch(log: &dyn Storage, features: SiteFeatures) {
    let features = serde_json::to_string(&features).unwrap();
    log.site().set("features", &features).await.unwrap();
}

#[tokio::test]
async fn a_finished_game_is_counted_for_each_of_its_players() {
    let server = TestServer::open().await;
    let mut players = keep(&server, finished(), Progress::Over).await;
    evaluated(&*server.log).await;
    let mut won = 0;
    for (place, player) in players.iter_mut().enumerate() {
        let page: GamesPage = get(player, "/api/me/games").await;
        let [game] = &page.games[..] else {
            panic!("there is one game: {page:?}");
        };
        assert_eq!((game.table.as_str(), page.next.as_ref()), (STORED, None));
        assert_eq!(game.seat.index(), place);
        let own = &game.players[place];
        won += u32::from(own.place == Some(1));
        assert_eq!(own.points, game.points.total());
        assert!(!own.left && !own.joined);
        assert!(game.players.iter().all(|player| player.name.is_some()));
        assert!(game.opening.pips.iter().sum::<u32>() > 0);
        assert!(game.quality.is_some_and(|quality| quality <= 1000));
        let path = format!("/api/me/games/{STORED}");
        assert_eq!(&get::<GameResult>(player, &path).await, game);
        let sums: MyStatistics = get(player, "/api/me/statistics").await;
        assert_eq!((sums.games, sums.ended), (1, 0));
        assert_eq!(sums.won, sums.places[0]);
        assert_eq!((sums.cards, sums.dice), (game.cards, game.dice));
        assert_eq!(sums.quality.len(), 1);
    }
    assert_eq!(won, 1);
    let stranger = server.person().ask("GET", "/api/me/games", "").await;
    assert!(stranger.json::<GamesPage>().games.is_empty());
    let path = format!("/api/me/games/{STORED}");
    let stranger = server.person().ask("GET", &path, "").await;
    assert_eq!(
        (stranger.status, stranger.problem()),
        (404, "no_such_table")
    );
}

#[tokio::test]
async fn who_leaves_after_the_end_has_played_the_game() {
    let (_data, server) = offering(SiteFeatures::NONE).await;
    let players = keep(&server, finished(), Progress::Over).await;
    let mut player = players.into_iter().nth(1).unwrap();
    let (mut socket, ..) = player.sit(STORED).await;
    let leave = brickwood_protocol::ClientMessage::Command {
        key: 1,
        command: brickwood_protocol::Command::Leave {},
    };
    crate::support::done(&mut socket, &leave).await;
    switch(&*server.log, SiteFeatures::default()).await;
    evaluated(&*server.log).await;
    // Until now the server has answered that there is nothing of this kind, and it remembers that for a while.
    while player.ask("GET", "/api/me/games", "").await.status == 404 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let page: GamesPage = get(&mut player, "/api/me/games").await;
    assert_eq!(page.games.len(), 1);
    assert!(!page.games[0].players[1].left);
}

#[tokio::test]
async fn results_come_page_by_page_and_people_who_play_together_are_a_group() {
    let server = TestServer::open().await;
    let game = finished();
    let ids: Vec<String> = (10..32).map(|number| format!("game-{number}")).collect();
    let mut players = keep(&server, finished(), Progress::Over).await;
    again(&*server.log, &players, &game, &ids).await;
    // Under another name, the second is somebody else to the others.
    let renamed = {
        let mut renamed = finished();
        renamed.people.places[1].name = Some("Zed".into());
        renamed
    };
    let last = [String::from("game-32")];
    again(&*server.log, &players, &renamed, &last).await;
    for so_far in [Evaluated::Nothing, Evaluated::WithoutResults] {
        let site = server.log.site();
        while !site.evaluated_only(so_far, 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let first: GamesPage = get(&mut players[0], "/api/me/games").await;
    assert_eq!(first.games.len(), 20);
    let next = first.next.expect("there are more");
    let path = format!("/api/me/games?before={next}");
    let second: GamesPage = get(&mut players[0], &path).await;
    assert_eq!((second.games.len(), second.next), (4, None));
    let mut tables: Vec<&str> = [&first.games[..], &second.games[..]]
        .iter()
        .flat_map(|games| games.iter())
        .map(|game| game.table.as_str())
        .collect();
    tables.sort_unstable();
    tables.dedup();
    assert_eq!(tables.len(), 24, "each game is on one page");
    let odd = players[0].ask("GET", "/api/me/games?before=x", "").await;
    assert_eq!((odd.status, odd.problem()), (400, "malformed"));

    let groups: Vec<PlayerGroup> = get(&mut players[0], "/api/me/groups").await;
    let [group] = &groups[..] else {
        panic!("one game under another name is no group: {groups:?}");
    };
    let won: u32 = group.others.iter().map(|other| other.won).sum();
    assert_eq!((group.games, group.won + won), (23, 23));
    let names: Vec<&str> = group.others.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Bo", "Zoë"]);

    for (kind, games) in [("edition=modern&players=3", 20), ("players=4", 0)] {
        let path = format!("/api/me/games?{kind}");
        let page: GamesPage = get(&mut players[0], &path).await;
        assert_eq!((page.games.len(), page.next.is_some()), (games, games > 0));
    }

    let sums: MyStatistics = get(&mut players[0], "/api/me/statistics").await;
    assert_eq!((sums.games, sums.kinds.len()), (24, 1));
    for (path, games) in [("edition=modern&players=3", 24), ("players=4", 0)] {
        let path = format!("/api/me/statistics?{path}");
        let sums: MyStatistics = get(&mut players[0], &path).await;
        assert_eq!((sums.games, sums.kinds[0].games), (games, 24));
    }
}

/// A game that its players have ended before the first opening.
fn called_off() -> Played {
    let mut game = play(order(3, 0).rules, |_| 3_000, |_| true);
    let (setup, people) = (game.setup.clone(), game.people.clone());
    let mut table = Table::restore(setup, people, game.records.clone()).unwrap();
    for place in &game.people.places {
        let author = Author::person(place.person.unwrap(), None, None);
        let batch = table.propose(author, &Command::EndGame { yes: true }.into(), 4_000);
        let batch = batch.unwrap();
        game.records.extend_from_slice(batch.records());
        table.commit(batch);
    }
    assert!(table.is_over());
    game
}

#[tokio::test]
async fn a_game_without_openings_is_listed_and_counts_in_no_statistics() {
    let server = TestServer::open().await;
    let mut players = keep(&server, called_off(), Progress::Over).await;
    again(&*server.log, &players, &finished(), &["whole".to_owned()]).await;
    evaluated(&*server.log).await;
    let page: GamesPage = get(&mut players[0], "/api/me/games").await;
    assert_eq!(page.games.len(), 2);
    let sums: MyStatistics = get(&mut players[0], "/api/me/statistics").await;
    assert_eq!((sums.games, sums.ended, sums.openings.games), (1, 0, 1));
    assert_eq!(sums.kinds[0].games, 1);
}

#[tokio::test]
async fn a_game_that_cannot_be_read_holds_nothing_up() {
    let server = TestServer::open().await;
    let mut broken = finished();
    broken.records[20].post_hash ^= 1;
    let mut players = keep(&server, broken, Progress::Over).await;
    again(&*server.log, &players, &finished(), &["whole".to_owned()]).await;
    evaluated(&*server.log).await;
    let page: GamesPage = get(&mut players[0], "/api/me/games").await;
    let tables: Vec<&str> = page.games.iter().map(|game| game.table.as_str()).collect();
    assert_eq!(tables, ["whole"]);
}

#[tokio::test]
async fn where_results_are_off_nothing_is_counted_and_nothing_is_there() {
    let off = SiteFeatures {
        my_games: false,
        ..SiteFeatures::default()
    };
    let (_data, server) = offering(off).await;
    let mut players = keep(&server, finished(), Progress::Over).await;
    for path in ["games", "games/x", "statistics", "groups", "profile"] {
        let answer = players[0].ask("GET", &format!("/api/me/{path}"), "").await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.json::<Problem>().code(), "no_such_address");
    }
    let id = players[0].id().unwrap();
    let site = server.log.site();
    assert_eq!(site.results_of(id, None, 1).await, Ok(Vec::new()));
    // Once it is on, games from before count, too.
    switch(&*server.log, SiteFeatures::default()).await;
    evaluated(&*server.log).await;
    assert_eq!(site.results_of(id, None, 1).await.unwrap().len(), 1);
}
