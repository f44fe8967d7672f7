//! The ratings of people, and who has stayed to the end of their games.

use std::sync::Arc;

use brickwood_rating::{Class, DAY_MS, MONTH_MS, Rating};
use brickwood_site::{
    StoresSite,
    record::{
        ratings::{RatedGame, RatingChange},
        results::{Evaluated, Evaluation, EvaluationError},
    },
};
use brickwood_storage::Storage;
use brickwood_table::PersonId;
use tokio::task::JoinSet;

use super::{person, results::ended, seat};

fn rating(points: i32) -> Rating {
    Rating {
        mean: 1000 * points,
        deviation: 90_123,
    }
}

/// The people 1 and 2 have played a rated game, and the first has gained so many points.
fn rated(number: u32, class: Class, gain: i32) -> RatedGame {
    let change = |place: u8, gain: i32| RatingChange {
        seat: seat(place - 1),
        person: person(place),
        place,
        before: rating(1500),
        after: rating(1500 + gain),
        estimate: rating(1500 + 2 * gain),
        moved: 1000 * gain,
        stayed: place == 1,
    };
    RatedGame {
        number,
        class,
        ended_ms: 10,
        changes: vec![change(1, gain), change(2, -gain)],
    }
}

fn evaluation(rated: Option<RatedGame>, attendances: Vec<(PersonId, bool)>) -> Evaluation {
    Evaluation {
        from: Evaluated::Nothing,
        to: Evaluated::WithoutResults,
        ended_ms: 10,
        results: None,
        rated,
        attendances,
    }
}

async fn means(log: &impl Storage, class: Class) -> Vec<Option<i32>> {
    let persons = [person(1), person(3), person(2)];
    let found = log.site().ratings_of(&persons, class).await.unwrap();
    let mean = |rating: Rating| rating.mean / 1000;
    found.into_iter().map(|rating| rating.map(mean)).collect()
}

pub async fn a_persons_rating_is_what_their_last_game_of_the_class_has_left(log: impl Storage) {
    let site = log.site();
    assert_eq!(site.last_rated().await, Ok(0));
    for (id, rated) in [
        ("a", rated(1, Class::Two, 20)),
        ("b", rated(2, Class::ThreeFour, 5)),
        ("c", rated(3, Class::Two, 30)),
    ] {
        ended(&log, id, 10).await;
        site.evaluate(id, evaluation(Some(rated), Vec::new()))
            .await
            .unwrap();
    }
    assert_eq!(site.last_rated().await, Ok(3));
    assert_eq!(
        means(&log, Class::Two).await,
        [Some(1530), None, Some(1470)]
    );
    assert_eq!(
        means(&log, Class::ThreeFour).await,
        [Some(1505), None, Some(1495)]
    );
    assert_eq!(means(&log, Class::FiveSix).await, [None; 3]);
    let own = site.rating_changes_of(person(2), 1).await.unwrap();
    let own: Vec<(&str, Class, i32)> = own
        .iter()
        .map(|one| (one.game.as_str(), one.class, one.change.after.mean))
        .collect();
    assert_eq!(
        own,
        [
            ("c", Class::Two, 1_470_000),
            ("b", Class::ThreeFour, 1_495_000)
        ]
    );
    let change = site
        .rating_change_in("a", person(1))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(change.change, rated(1, Class::Two, 20).changes[0]);
    assert_eq!((change.ended_ms, change.class), (10, Class::Two));
    assert_eq!(site.rating_change_in("a", person(3)).await, Ok(None));
}

pub async fn what_people_have_to_do_with_each_other_follows_from_their_games(log: impl Storage) {
    let site = log.site();
    let later_ms = 2 * DAY_MS;
    for (number, id, class, ended_ms) in [
        (1, "a", Class::Two, 10),
        (2, "b", Class::Two, later_ms),
        (3, "c", Class::FiveSix, later_ms),
    ] {
        ended(&log, id, 10).await;
        let game = RatedGame {
            ended_ms,
            ..rated(number, class, 5)
        };
        site.evaluate(id, evaluation(Some(game), Vec::new()))
            .await
            .unwrap();
    }
    let known = async |one, other, at_ms| {
        let known = site.acquaintance(person(one), person(other), Class::Two, at_ms);
        let known = known.await.unwrap();
        (known.today, known.moved, known.met)
    };
    // The second has left.
    assert_eq!(known(1, 2, later_ms + 1).await, (1, 10_000, 0));
    assert_eq!(known(2, 1, later_ms + 1).await, (1, -10_000, 1));
    assert_eq!(known(1, 3, later_ms + 1).await, (0, 0, 0));
    assert_eq!(known(1, 2, later_ms + DAY_MS).await, (0, 10_000, 0));
    assert_eq!(known(1, 2, MONTH_MS + 10).await, (0, 5_000, 0));
    let standing = site.standing_of(person(1), Class::Two).await.unwrap();
    let standing = standing.expect("a rated game");
    assert_eq!(
        (standing.shown, standing.estimate),
        (1_505_000, rating(1510))
    );
    assert_eq!(site.standing_of(person(3), Class::Two).await, Ok(None));
}

pub async fn a_game_is_rated_only_as_the_next_one(log: impl Storage) {
    ended(&log, "a", 10).await;
    ended(&log, "b", 20).await;
    let site = log.site();
    for number in [0, 2] {
        let refused = evaluation(Some(rated(number, Class::Two, 9)), vec![(person(1), true)]);
        let refused = site.evaluate("a", refused).await;
        assert_eq!(refused, Err(EvaluationError::Behind));
    }
    // Nothing of it was stored.
    let waiting = site.evaluated_only(Evaluated::Nothing, 9).await.unwrap();
    assert_eq!(waiting, ["a", "b"]);
    assert_eq!(
        site.attendances(&[person(1)], 9).await.unwrap(),
        [Vec::<bool>::new()]
    );
    // Of many who rate different games at once as the next one, one does.
    let log = Arc::new(log);
    let mut attempts = JoinSet::new();
    for id in ["a", "b"].repeat(4) {
        let log = Arc::clone(&log);
        attempts.spawn(async move {
            let next = evaluation(Some(rated(1, Class::Two, 9)), Vec::new());
            log.site().evaluate(id, next).await
        });
    }
    let stored = attempts.join_all().await;
    assert_eq!(stored.iter().filter(|result| result.is_ok()).count(), 1);
    assert_eq!(log.site().last_rated().await, Ok(1));
}

pub async fn rated_games_are_read_in_their_order_and_corrected(log: impl Storage) {
    let site = log.site();
    for (number, id) in (1..).zip(["c", "a", "b"]) {
        ended(&log, id, 10).await;
        let game = rated(number, Class::Two, 10);
        site.evaluate(id, evaluation(Some(game), Vec::new()))
            .await
            .unwrap();
    }
    let first = site.rated_games(0, 2).await.unwrap();
    let game = |id: &str, number| (id.to_owned(), rated(number, Class::Two, 10));
    assert_eq!(first, [game("c", 1), game("a", 2)]);
    site.correct(&rated(3, Class::FiveSix, 40)).await.unwrap();
    let corrected = ("b".to_owned(), rated(3, Class::FiveSix, 40));
    assert_eq!(site.rated_games(2, 9).await.unwrap(), [corrected]);
    assert_eq!(means(&log, Class::Two).await[0], Some(1510));
    assert_eq!(means(&log, Class::FiveSix).await[0], Some(1540));
}

pub async fn a_rated_game_keeps_what_it_changed_when_a_player_is_deleted(log: impl Storage) {
    ended(&log, "a", 10).await;
    let site = log.site();
    let game = rated(1, Class::Two, 10);
    let stayed = vec![(person(1), true), (person(2), false)];
    site.evaluate("a", evaluation(Some(game.clone()), stayed))
        .await
        .unwrap();
    site.begin_deletion(person(2), 20).await.unwrap();
    site.finish_deletion(person(2)).await.unwrap();
    let stored = site.rated_games(0, 9).await.unwrap();
    let changes = &stored[0].1.changes;
    assert_eq!(changes[0], game.changes[0]);
    assert_eq!(changes[1].after, game.changes[1].after);
    assert_ne!(changes[1].person, person(2), "nothing leads to the person");
    assert_eq!(means(&log, Class::Two).await, [Some(1510), None, None]);
    let stayed = site.attendances(&[person(1), person(2)], 9).await.unwrap();
    assert_eq!(stayed, [vec![true], vec![]]);
}

pub async fn of_a_persons_games_the_latest_say_whether_they_stay(log: impl Storage) {
    let site = log.site();
    for (number, id) in ["a", "b", "c"].into_iter().enumerate() {
        ended(&log, id, 10).await;
        let mut evaluation = evaluation(None, vec![(person(1), number == 0), (person(2), true)]);
        evaluation.ended_ms = 10 + number as u64;
        site.evaluate(id, evaluation).await.unwrap();
    }
    let stayed = site
        .attendances(&[person(2), person(3), person(1)], 2)
        .await
        .unwrap();
    assert_eq!(stayed, [vec![true; 2], vec![], vec![false; 2]]);
    let all = site.attendances(&[person(1)], 9).await.unwrap();
    assert_eq!(all, [vec![false, false, true]]);
}

pub async fn the_list_of_ratings_has_who_wants_to_be_in_it_and_is_sure_enough(log: impl Storage) {
    let site = log.site();
    let (ida, bo) = (person(1), person(2));
    for (number, id, class) in [
        (1, "a", Class::Two),
        (2, "b", Class::Two),
        (3, "c", Class::FiveSix),
    ] {
        ended(&log, id, 10).await;
        let mut game = rated(number, class, 20);
        // The second is not sure enough before the second game.
        if number == 1 {
            game.changes[1].after.deviation = class.settled() + 1;
        }
        site.evaluate(id, evaluation(Some(game), Vec::new()))
            .await
            .unwrap();
        if number == 1 {
            for (who, name) in [(ida, "Ida"), (bo, "Bo")] {
                log.persons().add(who, 1).await.unwrap();
                log.persons().rename(who, name).await.unwrap();
            }
            assert_eq!(site.list_rating(bo, 5).await, Ok(true));
            assert_eq!(site.rating_listings(Class::Two, 9).await, Ok(Vec::new()));
        }
    }
    // Nothing is kept of a stranger.
    assert_eq!(site.list_rating(person(3), 6).await, Ok(false));
    assert_eq!(site.list_rating(ida, 7).await, Ok(true));
    assert_eq!(site.list_rating(ida, 8).await, Ok(false));
    assert_eq!(site.rating_listing(ida).await, Ok(Some(7)));
    let listed = async |class, most| {
        let found = site.rating_listings(class, most).await.unwrap();
        let told = found
            .into_iter()
            .map(|one| (one.name, one.rating, one.games));
        told.collect::<Vec<_>>()
    };
    let (first, second) = (
        ("Ida".to_owned(), rating(1520), 2),
        ("Bo".to_owned(), rating(1480), 2),
    );
    assert_eq!(listed(Class::Two, 9).await, [first.clone(), second.clone()]);
    assert_eq!(listed(Class::Two, 1).await, [first]);
    assert_eq!(listed(Class::ThreeFour, 9).await, []);
    assert_eq!(listed(Class::FiveSix, 9).await.len(), 2);

    assert_eq!(site.unlist_rating(ida).await, Ok(true));
    assert_eq!(site.unlist_rating(ida).await, Ok(false));
    assert_eq!(site.rating_listing(ida).await, Ok(None));
    assert_eq!(listed(Class::Two, 9).await, [second]);
    // Who is being deleted is in no list, and then nothing is left of them.
    site.begin_deletion(bo, 9).await.unwrap();
    assert_eq!(listed(Class::Two, 9).await, []);
    site.finish_deletion(bo).await.unwrap();
    assert_eq!(site.rating_listing(bo).await, Ok(None));
}
