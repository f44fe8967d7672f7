//! Rated games, and who stays to the end.

use std::time::Duration;

use brickwood_protocol::{
    ClientMessage, CoachRule, Command, Created, GameRating, MyRating, NewSeat, NewTable, Problem,
    Reliability, Reputation, SiteFeatures, TableOptions, TableSummary,
};
use brickwood_rules::Seat;
use brickwood_site::{
    StoresSite,
    record::{
        ratings::recompute,
        results::{Evaluated, Evaluation},
    },
};
use brickwood_storage::{Progress, Storage};
use brickwood_table::{Author, Batch, PersonId, Table};
use brickwood_test_client::TestPerson;
use serde_json::Value;

use crate::{
    personal_data::is_gone,
    played::{Agree, Played, STORED, finished, keep, play},
    results::{again, evaluated, get, offering, switch},
    support::{begin, done, order, whole},
};

const RATINGS: SiteFeatures = SiteFeatures {
    ratings: true,
    moderation: true,
    ..SiteFeatures::NONE
};

/// A rated table for two people.
fn rated_order() -> NewTable {
    NewTable {
        options: TableOptions {
            coach: CoachRule::Never,
            rated: true,
            ..TableOptions::default()
        },
        ..order(2, 0)
    }
}

/// A short game of three that was rated.
pub fn rated_game() -> Played {
    let mut game = finished();
    game.people.options.rated = true;
    game
}

/// Waits until nothing more is to be rated.
pub async fn rated(log: &dyn Storage) {
    let site = log.site();
    while !site
        .evaluated_only(Evaluated::Nothing, 1)
        .await
        .unwrap()
        .is_empty()
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn players_of(person: &mut TestPerson, table: &str) -> Vec<Reputation> {
    get(person, &format!("/api/tables/{table}/players")).await
}

#[tokio::test]
async fn two_who_agree_and_end_it_at_once_are_not_rated() {
    let (_data, server) = offering(RATINGS).await;
    let mut persons = vec![server.person(); 2];
    let table = persons[0].create(&rated_order()).await;
    let joined = persons[1].join(&table, "Bo").await;
    assert_eq!(joined.status, 204);
    let known = players_of(&mut server.person(), &table).await;
    for player in &known {
        let range = player.rating.expect("it is rated");
        assert_eq!((range.low, range.high), (1190, 1810));
        assert_eq!(player.reliability, Some(Reliability::New));
    }

    let mut sockets = begin(&persons, &table).await;
    let command = |command| ClientMessage::Command { key: 1, command };
    let end = command(Command::EndGame { yes: true });
    done(&mut sockets[1].0, &command(Command::Leave {})).await;
    done(&mut sockets[0].0, &end).await;
    rated(&*server.log).await;

    assert_eq!(server.log.site().last_rated().await, Ok(0));
    let ids: Vec<PersonId> = persons.iter().filter_map(TestPerson::id).collect();
    let stayed = server.log.site().attendances(&ids, 9).await.unwrap();
    assert!(stayed.concat().is_empty(), "nor is it held against them");
}

#[tokio::test]
async fn who_agrees_is_rated_and_who_leaves_is_last() {
    let (_data, server) = offering(RATINGS).await;
    let mut persons = keep(&server, without_the_second(Gone::Left), Progress::Over).await;
    rated(&*server.log).await;

    let path = format!("/api/me/ratings/{STORED}");
    let [stayed, left]: [GameRating; 2] = [
        get(&mut persons[0], &path).await,
        get(&mut persons[1], &path).await,
    ];
    assert_eq!((stayed.place, left.place), (1, 3));
    assert_eq!((stayed.before.low, stayed.before.high), (1190, 1810));
    let stored = server.log.site().rated_games(0, 9).await.unwrap();
    let [first, second, _] = &stored[0].1.changes[..] else {
        panic!("three people: {stored:?}");
    };
    assert!(first.after.mean > first.before.mean && second.after.mean < second.before.mean);
    assert!(first.stayed && !second.stayed);
    let ratings: Vec<MyRating> = get(&mut persons[0], "/api/me/ratings").await;
    let [rating] = &ratings[..] else {
        panic!("one kind of table: {ratings:?}");
    };
    assert_eq!((rating.players, rating.now), (4, stayed.after));
    assert_eq!(rating.games, [stayed]);
    // Whoever has not played has none, and is told nothing of others.
    let mut stranger = server.person();
    let none: Vec<MyRating> = get(&mut stranger, "/api/me/ratings").await;
    assert!(none.is_empty());
    stranger.rename("Zoe").await;
    let answer = stranger.ask("GET", &path, "").await;
    assert_eq!((answer.status, answer.problem()), (404, "no_such_table"));
}

#[tokio::test]
async fn ratings_follow_from_the_logs_of_the_games_in_their_order() {
    let (_data, server) = offering(RATINGS).await;
    let players = keep(&server, rated_game(), Progress::Over).await;
    let ids: Vec<String> = (10..18).map(|number| format!("game-{number}")).collect();
    again(&*server.log, &players, &rated_game(), &ids).await;
    rated(&*server.log).await;
    let site = server.log.site();
    let stored = site.rated_games(0, 99).await.unwrap();
    let mut games: Vec<&str> = stored.iter().map(|(game, _)| game.as_str()).collect();
    games.sort_unstable();
    assert_eq!(games[0], STORED);
    assert_eq!(games[1..], ids);
    let found = recompute(&*server.log, false).await.unwrap();
    assert_eq!((found.games, found.changes), (9, 27));
    assert!(found.differ.is_empty() && !found.corrected);

    let mut wrong = stored[3].1.clone();
    wrong.changes[1].after.mean += 1;
    site.correct(&wrong).await.unwrap();
    let found = recompute(&*server.log, false).await.unwrap();
    assert_eq!(found.differ, [stored[3].0.clone()]);
    let found = recompute(&*server.log, true).await.unwrap();
    assert!(found.corrected);
    assert_eq!(site.rated_games(0, 99).await.unwrap(), stored);
}

#[tokio::test]
async fn a_rating_is_told_and_deleted_with_its_person_and_the_others_keep_theirs() {
    let features = SiteFeatures {
        devices: true,
        ..RATINGS
    };
    let (_data, server) = offering(features).await;
    let mut players = keep(&server, rated_game(), Progress::Over).await;
    rated(&*server.log).await;
    let before = server.log.site().rated_games(0, 9).await.unwrap();
    let answer = players[1].ask("GET", "/api/me/data", "").await;
    let data: Value = serde_json::from_str(&whole(&answer)).unwrap();
    assert_eq!(data["ratings"][0]["players"], 4);
    assert_eq!(data["ratings"][0]["game"]["table"], STORED);
    assert_eq!(data["attendances"], serde_json::json!([true]));

    let id = players[1].id().unwrap();
    players[1].ask("DELETE", "/api/me", "").await;
    is_gone(&*server.log, id).await;
    let after = server.log.site().rated_games(0, 9).await.unwrap();
    let changes = after[0].1.changes.iter().zip(&before[0].1.changes);
    for (place, (now, then)) in changes.enumerate() {
        assert_eq!(now.person == then.person, place != 1);
        assert_eq!((now.before, now.after), (then.before, then.after));
    }
    let stored = server.log.load(STORED).await.unwrap().unwrap();
    assert!(!stored.people.rated.contains(&Some(id)));
    let found = recompute(&*server.log, false).await.unwrap();
    assert_eq!((found.games, found.differ.len()), (1, 0));
}

#[tokio::test]
async fn a_game_is_rated_for_the_others_when_one_of_them_was_deleted_first() {
    let features = SiteFeatures {
        devices: true,
        ..SiteFeatures::NONE
    };
    let (_data, server) = offering(features).await;
    let mut players = keep(&server, rated_game(), Progress::Over).await;
    let id = players[1].id().unwrap();
    players[1].ask("DELETE", "/api/me", "").await;
    is_gone(&*server.log, id).await;
    switch(&*server.log, RATINGS).await;
    rated(&*server.log).await;
    let stored = server.log.site().rated_games(0, 9).await.unwrap();
    let persons: Vec<PersonId> = stored[0].1.changes.iter().map(|one| one.person).collect();
    assert_eq!(persons.len(), 3);
    assert_eq!(
        (Some(persons[0]), Some(persons[2])),
        (players[0].id(), players[2].id())
    );
    assert!(![id, PersonId::NOBODY].contains(&persons[1]));
    let found = recompute(&*server.log, false).await.unwrap();
    assert_eq!((found.games, found.differ.len()), (1, 0));
}

#[tokio::test]
async fn a_site_without_ratings_rates_nothing_and_says_nothing_new() {
    let (_data, server) = offering(SiteFeatures::NONE).await;
    let mut host = server.person();
    let body = serde_json::to_string(&rated_order()).unwrap();
    let answer = host.ask("POST", "/api/tables", &body).await;
    assert_eq!(answer.json::<Problem>().code(), "switched_off");
    let mut open = order(2, 0);
    open.options.public = true;
    let table = host.create(&open).await;
    for path in [
        "/api/me/ratings".to_owned(),
        format!("/api/me/ratings/{table}"),
        format!("/api/tables/{table}/players"),
    ] {
        let answer = host.ask("GET", &path, "").await;
        assert_eq!((answer.status, answer.problem()), (404, "no_such_address"));
    }
    let lobby = host.ask("GET", "/api/lobby", "").await;
    let lobby = String::from_utf8(lobby.body).unwrap();
    assert!(lobby.contains(&table));
    assert!(
        !lobby.contains("rated") && !lobby.contains("reliability"),
        "{lobby}"
    );
    let stored = server.log.load(&table).await.unwrap().unwrap();
    let people = serde_json::to_string(&stored.people).unwrap();
    assert!(!people.contains("rated"), "{people}");

    // Not even of games that were to be rated while it was on.
    let players = keep(&server, rated_game(), Progress::Over).await;
    let off = SiteFeatures {
        my_games: true,
        ..SiteFeatures::NONE
    };
    switch(&*server.log, off).await;
    evaluated(&*server.log).await;
    let site = server.log.site();
    assert_eq!(site.last_rated().await, Ok(0));
    let persons: Vec<PersonId> = players.iter().filter_map(TestPerson::id).collect();
    let stayed = site.attendances(&persons, 9).await.unwrap();
    assert!(stayed.concat().is_empty());
}

#[tokio::test]
async fn a_rematch_is_rated_only_while_the_site_rates_games() {
    for ratings in [true, false] {
        let features = SiteFeatures {
            ratings,
            ..SiteFeatures::NONE
        };
        let (_data, server) = offering(features).await;
        let mut players = keep(&server, rated_game(), Progress::Over).await;
        let path = format!("/api/tables/{STORED}/rematch");
        let Created { id } = players[0].ask("POST", &path, "").await.json();
        let stored = server.log.load(&id).await.unwrap().unwrap();
        assert_eq!(stored.people.options.rated, ratings);
    }
}

#[tokio::test]
async fn a_change_to_a_rated_table_is_refused_where_there_are_no_ratings() {
    let (_data, server) = offering(SiteFeatures::NONE).await;
    let mut host = server.person();
    let table = host.create(&order(2, 0)).await;
    let NewTable {
        edition,
        rules,
        board,
        seats,
        options,
        ..
    } = rated_order();
    let colors: Vec<_> = seats.iter().map(NewSeat::color).collect();
    let order = serde_json::json!({
        "edition": edition, "rules": rules, "board": board, "colors": colors,
        "options": options, "instead_of": null,
    });
    let path = format!("/api/tables/{table}/set-up");
    let answer = host.ask("PUT", &path, &order.to_string()).await;
    assert_eq!(answer.problem(), "switched_off");
}

#[tokio::test]
async fn who_stays_is_said_before_one_sits_down_and_in_the_lobby() {
    let (_data, server) = offering(SiteFeatures::NONE).await;
    let mut players = keep(&server, finished(), Progress::Over).await;
    let ids: Vec<String> = (10..15).map(|number| format!("game-{number}")).collect();
    again(&*server.log, &players, &finished(), &ids).await;
    let persons: Vec<PersonId> = players.iter().filter_map(TestPerson::id).collect();
    for (number, id) in ids.iter().enumerate() {
        let evaluation = Evaluation {
            from: Evaluated::Nothing,
            to: Evaluated::WithoutResults,
            ended_ms: 10,
            results: None,
            rated: None,
            attendances: vec![(persons[0], number > 1), (persons[1], true)],
        };
        server.log.site().evaluate(id, evaluation).await.unwrap();
    }
    let moderation = SiteFeatures {
        moderation: true,
        ..SiteFeatures::NONE
    };
    switch(&*server.log, moderation).await;
    rated(&*server.log).await;
    let mut open = order(3, 0);
    open.options.public = true;
    let table = players[0].create(&open).await;
    for player in [1, 2] {
        let name = format!("Person {player}");
        assert_eq!(players[player].join(&table, &name).await.status, 204);
    }
    // The server remembers for a while that there was nothing of this kind.
    let mut stranger = server.person();
    let path = format!("/api/tables/{table}/players");
    while stranger.ask("GET", &path, "").await.status == 404 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let known = players_of(&mut stranger, &table).await;
    let words: Vec<_> = known.iter().map(|one| one.reliability.unwrap()).collect();
    // The game that the server has counted is the sixth of each.
    let said = [
        Reliability::OftenLeaves,
        Reliability::Reliable,
        Reliability::New,
    ];
    assert_eq!(words, said);
    assert!(
        known.iter().all(|one| one.rating.is_none()),
        "no table is rated"
    );

    let answer = stranger
        .post(
            "/api/tables",
            &NewTable {
                name: "Zed".into(),
                ..open.clone()
            },
        )
        .await;
    let newcomer = answer.json::<Created>().id;
    // The list may be some seconds old.
    let lobby = loop {
        let lobby: Vec<TableSummary> = get(&mut stranger, "/api/lobby").await;
        if lobby.iter().any(|one| one.id == newcomer) {
            break lobby;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let one = lobby.iter().find(|one| one.id == newcomer).unwrap();
    assert_eq!(one.reliability, Some(Reliability::New));
}

/// Why the second of three players is not there at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// Given up.
    Left,
    /// Without a line.
    Lost,
    /// The server had stopped.
    Stopped,
    /// Without a line, while that of the others was lost for a moment, too.
    LostWithTheOthers,
}

/// A game of three that the first and the third have ended without the second.
fn without_the_second(why: Gone) -> Played {
    let rules = order(3, 0).rules;
    let mut begun = play(rules, |_| 3_000, |state| state.turn() > 15);
    begun.people.options.rated = true;
    let mut people = begun.people.clone();
    people.agree();
    let mut game = Table::restore(begun.setup.clone(), people, begun.records.clone()).unwrap();
    let mut records = begun.records;
    let mut commit = |game: &mut Table, batch: Batch| {
        records.extend_from_slice(batch.records());
        game.commit(batch);
    };
    let seats = |numbers: &[u8]| {
        let seats = numbers.iter().filter_map(|number| Seat::new(*number));
        seats.collect()
    };
    let author =
        |place: usize| Author::person(begun.people.places[place].person.unwrap(), None, None);
    match why {
        Gone::Stopped => {
            game.find_again();
            game.watch(seats(&[0, 2]), 4_000);
        }
        Gone::Left => {
            game.watch(seats(&[0, 1, 2]), 4_000);
            let batch = game.propose(author(1), &Command::Leave {}.into(), 4_000);
            commit(&mut game, batch.unwrap());
        }
        Gone::Lost | Gone::LostWithTheOthers => {
            game.watch(seats(&[0, 1, 2]), 4_000);
            game.set_present(seats(&[0, 2]), 4_000);
            if why == Gone::LostWithTheOthers {
                game.set_present(seats(&[]), 4_000);
                let rests = game.advance(4_000).expect("nobody is here");
                commit(&mut game, rests);
                game.set_present(seats(&[0, 2]), 4_000);
            }
        }
    }
    let mut now_ms = 4_000;
    while now_ms < 300_000 {
        while let Some(batch) = game.advance(now_ms) {
            commit(&mut game, batch);
        }
        let Some(due) = game.deadline_ms() else { break };
        now_ms = due.max(now_ms + 1);
    }
    // Nobody waits for the second any more.
    now_ms += 300_000;
    for place in [0, 2] {
        let batch = game.propose(
            author(place),
            &Command::EndGame { yes: true }.into(),
            now_ms,
        );
        commit(&mut game, batch.unwrap());
    }
    assert!(game.is_over());
    Played {
        setup: begun.setup,
        people: begun.people,
        records,
        bot: None,
    }
}

#[tokio::test]
async fn only_a_stop_of_the_server_is_nobodys_fault() {
    for (why, of_the_second) in [
        (Gone::Lost, vec![false]),
        (Gone::LostWithTheOthers, vec![false]),
        (Gone::Stopped, Vec::new()),
    ] {
        let (_data, server) = offering(RATINGS).await;
        let players = keep(&server, without_the_second(why), Progress::Over).await;
        rated(&*server.log).await;
        let persons: Vec<PersonId> = players.iter().filter_map(TestPerson::id).collect();
        let stayed = server.log.site().attendances(&persons, 9).await.unwrap();
        assert_eq!(stayed, [vec![true], of_the_second, vec![true]]);
        // Nobody has won, so there are places only where somebody has left.
        let rated = server.log.site().rated_games(0, 9).await.unwrap();
        assert_eq!(rated.is_empty(), why == Gone::Stopped);
    }
}
