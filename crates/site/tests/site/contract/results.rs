//! The results of finished games.

use std::sync::Arc;

use brickwood_site::{
    StoresSite,
    record::results::{Evaluated, Evaluation, EvaluationError, NewResult, NewResults, ResultPlace},
};
use brickwood_storage::{Append, Progress, Storage};
use brickwood_table::PersonId;
use tokio::task::JoinSet;

use super::{at, create, lines, people, person, record, seat};

/// A game that has ended at this time.
pub(super) async fn ended(log: &impl Storage, id: &str, at_ms: u64) {
    for who in [person(1), person(2)] {
        log.persons().add(who, 1).await.unwrap();
    }
    create(
        log,
        id,
        1,
        &people(&[Some(person(1)), Some(person(2)), None]),
    )
    .await;
    let mut last = record(1, None);
    last.at_ms = at_ms;
    log.append(id, at(Progress::Over, vec![last]))
        .await
        .unwrap();
}

fn player(number: u8, name: &str) -> NewResult {
    NewResult {
        person: person(number),
        seat: seat(number - 1),
        name: name.into(),
        won: number == 1,
    }
}

/// The results of people 1 and 2 at a time.
fn results(ended_ms: u64) -> Evaluation {
    Evaluation {
        from: Evaluated::Nothing,
        to: Evaluated::Results,
        ended_ms,
        rated: None,
        attendances: Vec::new(),
        results: Some(NewResults {
            document: format!("{{\"at\":{ended_ms}}}"),
            players: vec![player(1, "Ida"), player(2, "Ole")],
        }),
    }
}

async fn games_of(log: &impl Storage, who: PersonId, before: Option<&ResultPlace>) -> Vec<String> {
    let found = log.site().results_of(who, before, 2).await.unwrap();
    found.into_iter().map(|result| result.game).collect()
}

pub async fn finished_games_wait_for_their_results_in_the_order_in_which_they_ended(
    log: impl Storage,
) {
    for (id, at_ms) in [("late", 30), ("early", 10), ("between", 20)] {
        ended(&log, id, at_ms).await;
    }
    create(&log, "played", 1, &people(&[Some(person(1)), None, None])).await;
    log.append("played", lines(vec![record(1, None)]))
        .await
        .unwrap();
    let site = log.site();
    let waiting = async |so_far| site.evaluated_only(so_far, 2).await.unwrap();
    assert_eq!(waiting(Evaluated::Nothing).await, ["early", "between"]);
    site.evaluate("early", results(10)).await.unwrap();
    assert_eq!(waiting(Evaluated::Nothing).await, ["between", "late"]);
    assert_eq!(waiting(Evaluated::Results).await, ["early"]);
    site.judge("early", "[1]").await.unwrap();
    assert!(waiting(Evaluated::Results).await.is_empty());
    let without = Evaluation {
        to: Evaluated::WithoutResults,
        results: None,
        ..results(20)
    };
    site.evaluate("between", without).await.unwrap();
    assert_eq!(waiting(Evaluated::Nothing).await, ["late"]);
    assert_eq!(waiting(Evaluated::WithoutResults).await, ["between"]);
    // What happens at a table afterwards changes nothing about when its game ended.
    log.append("late", at(Progress::Over, vec![record(2, None)]))
        .await
        .unwrap();
    ended(&log, "last", 40).await;
    assert_eq!(waiting(Evaluated::Nothing).await, ["late", "last"]);
}

pub async fn the_results_of_a_game_are_stored_once_and_whole(log: impl Storage) {
    ended(&log, "a", 10).await;
    let site = log.site();
    assert_eq!(
        site.judge("a", "[1]").await,
        Err(EvaluationError::Overtaken),
        "there is nothing to judge yet"
    );
    for unknown in ["none", "played"] {
        let refused = site.evaluate(unknown, results(10)).await;
        assert_eq!(refused, Err(EvaluationError::Overtaken));
    }
    // A person cannot have two results of a game: neither is stored.
    let mut twice = results(10);
    if let Some(results) = &mut twice.results {
        results.players[1] = player(1, "Ida again");
    }
    let refused = site.evaluate("a", twice).await;
    assert!(matches!(refused, Err(EvaluationError::Unavailable(_))));
    assert_eq!(site.result_of(person(1), "a").await, Ok(None));
    site.evaluate("a", results(10)).await.unwrap();
    let mut other = results(11);
    if let Some(results) = &mut other.results {
        results.document = "{}".into();
    }
    let again = site.evaluate("a", other).await;
    assert_eq!(again, Err(EvaluationError::Overtaken));
    let found = site.result_of(person(2), "a").await.unwrap().unwrap();
    assert_eq!((found.ended_ms, found.seat), (10, seat(1)));
    assert_eq!(
        found.people,
        people(&[Some(person(1)), Some(person(2)), None])
    );
    assert_eq!(
        (found.document.as_str(), found.quality),
        ("{\"at\":10}", None)
    );
    site.judge("a", "[1]").await.unwrap();
    assert_eq!(
        site.judge("a", "[2]").await,
        Err(EvaluationError::Overtaken)
    );
    let found = site.result_of(person(2), "a").await.unwrap().unwrap();
    assert_eq!(found.quality.as_deref(), Some("[1]"));
    assert_eq!(site.result_of(person(3), "a").await, Ok(None));
}

pub async fn of_many_who_evaluate_a_game_at_once_one_does(log: impl Storage) {
    ended(&log, "a", 10).await;
    let log = Arc::new(log);
    let mut attempts = JoinSet::new();
    for at_ms in 0..16 {
        let log = Arc::clone(&log);
        attempts.spawn(async move { log.site().evaluate("a", results(at_ms)).await });
    }
    let attempts = attempts.join_all().await;
    let stored = attempts.iter().filter(|result| result.is_ok()).count();
    let overtaken =
        |result: &&Result<(), EvaluationError>| **result == Err(EvaluationError::Overtaken);
    assert_eq!(attempts.iter().filter(overtaken).count(), 15);
    assert_eq!(stored, 1);
    assert_eq!(games_of(&*log, person(1), None).await, ["a"]);
}

pub async fn a_person_reads_their_results_page_by_page_the_latest_first(log: impl Storage) {
    for (id, at_ms) in [("a", 10), ("b", 30), ("c", 20), ("d", 20)] {
        ended(&log, id, at_ms).await;
        log.site().evaluate(id, results(at_ms)).await.unwrap();
    }
    assert_eq!(games_of(&log, person(1), None).await, ["b", "d"]);
    let place = ResultPlace {
        ended_ms: 20,
        game: "d".into(),
    };
    assert_eq!(games_of(&log, person(1), Some(&place)).await, ["c", "a"]);
    assert!(games_of(&log, person(3), None).await.is_empty());
}

pub async fn fellow_players_are_those_of_the_same_games(log: impl Storage) {
    for (id, at_ms) in [("a", 10), ("b", 20)] {
        ended(&log, id, at_ms).await;
        log.site().evaluate(id, results(at_ms)).await.unwrap();
    }
    let fellows = async |who, limit| -> Vec<(String, String, bool)> {
        let found = log.site().fellow_players(who, limit).await.unwrap();
        let each = found.into_iter();
        each.map(|one| (one.game, one.name, one.won)).collect()
    };
    let of = |game: &str| {
        [
            (game.to_owned(), "Ida".to_owned(), true),
            (game.to_owned(), "Ole".to_owned(), false),
        ]
    };
    assert_eq!(fellows(person(2), 9).await, [of("b"), of("a")].concat());
    assert_eq!(fellows(person(2), 1).await, of("b"));
    assert!(fellows(person(3), 9).await.is_empty());
}

pub async fn a_person_with_results_is_not_forgotten_and_one_who_is_deleted_has_none(
    log: impl Storage,
) {
    ended(&log, "a", 10).await;
    let mut evaluation = results(10);
    if let Some(results) = &mut evaluation.results {
        // Nobody knows this person.
        results.players.push(player(3, "Una"));
    }
    log.site().evaluate("a", evaluation).await.unwrap();
    let last = Append {
        people: Some(people(&[None, None, None])),
        ..at(Progress::Over, vec![record(2, None)])
    };
    log.append("a", last).await.unwrap();
    assert_eq!(log.site().forget_unseen(u64::MAX >> 1).await, Ok(0));
    log.site().begin_deletion(person(1), 20).await.unwrap();
    log.site().finish_deletion(person(1)).await.unwrap();
    for (number, games) in [(1, 0), (2, 1), (3, 0)] {
        let found = games_of(&log, person(number), None).await;
        assert_eq!(found.len(), games, "person {number}");
    }
}
