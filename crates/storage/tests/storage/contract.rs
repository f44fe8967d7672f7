//! The contract of a storage, as tests for any implementation.
//!
//! An implementation calls [`log_contract!`] with a function that makes an empty log.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use brickwood_fair::Nonce;
use brickwood_rules::{Edition, SeatSet};
use brickwood_storage::{
    Append, AppendError, CreateError, NewGame, NodeId, Outline, Progress, Storage, StoredGame,
    Unavailable,
};
use brickwood_table::LogRecord;
use tokio::task::JoinSet;

mod servers;
mod shares;
mod talk;

pub use servers::*;
pub use shares::*;
pub use talk::*;

pub use brickwood_test_kit::stored::{
    at, create, ids, lines, new_game, people, person, record, seat, setup,
};

/// Longer than any test.
const HOUR: Duration = Duration::from_hours(1);

async fn load(log: &impl Storage, id: &str) -> StoredGame {
    log.load(id).await.unwrap().unwrap()
}

pub async fn appended_records_are_read_back(log: impl Storage) {
    let sitting = people(&[Some(person(1)), None, None]);
    create(&log, "a", 1, &sitting).await;
    let keyed = LogRecord {
        nonce: Some(Nonce::new([0xee; 16])),
        ..record(1, Some(u64::MAX))
    };
    log.append("a", lines(vec![keyed.clone(), record(2, None)]))
        .await
        .unwrap();
    log.append("a", at(Progress::Over, vec![record(3, Some(0))]))
        .await
        .unwrap();
    assert_eq!(
        load(&log, "a").await,
        StoredGame {
            setup: setup("a", 1),
            people: sitting,
            rematch: None,
            records: vec![keyed, record(2, None), record(3, Some(0))],
        }
    );
}

pub async fn people_and_set_up_change_together_with_a_line(log: impl Storage) {
    create(&log, "a", 1, &people(&[Some(person(1)), None, None])).await;
    let both = people(&[Some(person(1)), Some(person(2)), None]);
    let begun = setup("a", 7);
    let change = |seq| Append {
        people: Some(both.clone()),
        setup: Some(begun.clone()),
        ..at(Progress::Playing, vec![record(seq, None)])
    };
    // A refused append leaves them unchanged.
    let before = load(&log, "a").await;
    assert_eq!(
        log.append("a", change(2)).await,
        Err(AppendError::Conflict { head: 0 })
    );
    assert_eq!(load(&log, "a").await, before);
    log.append("a", change(1)).await.unwrap();
    let after = load(&log, "a").await;
    assert_eq!((&after.people, &after.setup), (&both, &begun));
    // An append without them does not change them.
    log.append("a", lines(vec![record(2, None)])).await.unwrap();
    let after = load(&log, "a").await;
    assert_eq!((after.people, after.setup), (both, begun));
}

pub async fn an_unknown_game_is_said_to_be_unknown(log: impl Storage) {
    assert_eq!(log.load("a").await, Ok(None));
    assert_eq!(log.tail("a", 0).await, Ok(None));
    assert_eq!(
        log.append("a", lines(vec![record(1, None)])).await,
        Err(AppendError::NoSuchGame)
    );
    assert_eq!(log.say("a", line(0, 1)).await, Err(Unavailable));
    assert_eq!(log.talk("a", 0, 10).await, Ok(Vec::new()));
}

pub async fn an_append_that_does_not_follow_on_the_log_changes_nothing(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    log.append("a", lines(vec![record(1, None)])).await.unwrap();
    let before = log.load("a").await.unwrap();
    for records in [
        vec![record(1, None)],
        vec![record(3, None)],
        vec![record(2, None), record(4, None)],
    ] {
        assert_eq!(
            log.append("a", lines(records)).await,
            Err(AppendError::Conflict { head: 1 })
        );
    }
    assert_eq!(log.load("a").await.unwrap(), before);
}

pub async fn a_key_is_stored_once_for_each_actor(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    log.create(new_game("b", 1)).await.unwrap();
    log.append("a", lines(vec![record(1, Some(5)), record(2, None)]))
        .await
        .unwrap();
    // Whether or not the writer knows the end of the log, it learns that the record is stored.
    for seq in [1, 3] {
        assert_eq!(
            log.append("a", lines(vec![record(seq, Some(5))])).await,
            Err(AppendError::Duplicate { seq: 1 })
        );
    }
    let of_another = LogRecord {
        actor: Some(seat(1)),
        ..record(3, Some(5))
    };
    log.append("a", lines(vec![of_another])).await.unwrap();
    log.append("b", lines(vec![record(1, Some(5))]))
        .await
        .unwrap();
}

pub async fn of_many_appends_at_one_place_one_wins(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    let log = Arc::new(log);
    let mut attempts = JoinSet::new();
    for key in 0..32 {
        let log = Arc::clone(&log);
        attempts.spawn(async move { log.append("a", lines(vec![record(1, Some(key))])).await });
    }
    let results = attempts.join_all().await;
    let won = results.iter().filter(|result| result.is_ok()).count();
    let lost = results
        .iter()
        .filter(|result| **result == Err(AppendError::Conflict { head: 1 }))
        .count();
    assert_eq!((won, lost), (1, 31));
    assert_eq!(load(&*log, "a").await.records.len(), 1);
}

pub async fn appends_that_wait_together_succeed_and_fail_on_their_own(log: impl Storage) {
    for game in 0..20 {
        log.create(new_game(&format!("g{game}"), 1)).await.unwrap();
        log.append(&format!("g{game}"), lines(vec![record(1, Some(1))]))
            .await
            .unwrap();
    }
    let log = Arc::new(log);
    let mut attempts = JoinSet::new();
    for game in 0..20_u32 {
        let log = Arc::clone(&log);
        attempts.spawn(async move {
            let record = match game % 4 {
                0 => record(2, None),
                1 => record(3, None),
                2 => record(2, Some(1)),
                _ => record(2, Some(2)),
            };
            let game_id = match game {
                3 => "none".to_owned(),
                _ => format!("g{game}"),
            };
            (game, log.append(&game_id, lines(vec![record])).await)
        });
    }
    for (game, result) in attempts.join_all().await {
        let expected = match game % 4 {
            _ if game == 3 => Err(AppendError::NoSuchGame),
            1 => Err(AppendError::Conflict { head: 1 }),
            2 => Err(AppendError::Duplicate { seq: 1 }),
            _ => Ok(()),
        };
        assert_eq!(result, expected, "game {game}");
        let stored = load(&*log, &format!("g{game}")).await.records.len();
        assert_eq!(stored, 1 + usize::from(expected.is_ok()), "game {game}");
    }
}

pub async fn many_games_grow_at_the_same_time_without_gaps(log: impl Storage) {
    let log = Arc::new(log);
    let mut writers = JoinSet::new();
    for game in 0..16 {
        let log = Arc::clone(&log);
        writers.spawn(async move {
            let id = format!("g{game}");
            log.create(new_game(&id, 1)).await.unwrap();
            for seq in 1..=20 {
                let record = record(seq, Some(u64::from(seq)));
                log.append(&id, lines(vec![record])).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    for game in 0..16 {
        let records = load(&*log, &format!("g{game}")).await.records;
        let expected: Vec<LogRecord> = (1..=20)
            .map(|seq| record(seq, Some(u64::from(seq))))
            .collect();
        assert_eq!(records, expected);
    }
}

pub async fn the_tail_contains_the_changes_since_a_record(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    log.append("a", lines((1..=4).map(|seq| record(seq, None)).collect()))
        .await
        .unwrap();
    for after in 0..=4 {
        let tail = log.tail("a", after).await.unwrap().unwrap();
        let expected: Vec<LogRecord> = (after + 1..=4).map(|seq| record(seq, None)).collect();
        assert_eq!(tail.records, expected);
        assert_eq!(tail.setup, setup("a", 1));
        assert_eq!(tail.people, new_game("a", 1).people);
    }
    assert_eq!(log.tail("a", 5).await, Ok(None));
}

pub async fn an_id_is_given_once(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    let again = log.create(new_game("a", 2)).await;
    assert_eq!(again, Err(CreateError::Exists));
    assert_eq!(load(&log, "a").await.setup.created_ms, 1);
}

pub async fn a_code_is_of_one_game_that_has_not_begun(log: impl Storage) {
    let coded = |id: &str| {
        let mut game = new_game(id, 1);
        game.people.code = Some("K7Q2".into());
        game
    };
    log.create(coded("a")).await.unwrap();
    assert_eq!(log.games().by_code("K7Q2").await, Ok(Some("a".into())));
    assert_eq!(log.games().by_code("K7Q3").await, Ok(None));
    assert_eq!(log.create(coded("b")).await, Err(CreateError::Exists));
    assert_eq!(log.load("b").await, Ok(None));
    log.append("a", lines(vec![record(1, None)])).await.unwrap();
    assert_eq!(log.games().by_code("K7Q2").await, Ok(None));
    log.create(coded("b")).await.unwrap();
    assert_eq!(log.games().by_code("K7Q2").await, Ok(Some("b".into())));
}

pub async fn a_game_has_one_rematch(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    let rematch = |id: &str, of: &str| NewGame {
        rematch_of: Some(of.into()),
        origin: None,
        ..new_game(id, 2)
    };
    log.create(rematch("b", "a")).await.unwrap();
    assert_eq!(
        log.create(rematch("c", "a")).await,
        Err(CreateError::OtherRematch("b".into()))
    );
    assert_eq!(load(&log, "a").await.rematch, Some("b".into()));
    let tail = log.tail("a", 0).await.unwrap().unwrap();
    assert_eq!(tail.rematch, Some("b".into()));
    assert_eq!(log.load("c").await, Ok(None));
    // A game that does not exist has none.
    assert_eq!(
        log.create(rematch("d", "none")).await,
        Err(CreateError::Unavailable(Unavailable))
    );
    assert_eq!(log.load("d").await, Ok(None));
}

pub async fn a_person_is_known_once_stored_and_has_the_latest_name(log: impl Storage) {
    let ida = person(1);
    assert_eq!(log.persons().meet(ida, 1).await, Ok(false));
    assert_eq!(log.persons().name_of(ida).await, Ok(None));
    log.persons().add(ida, 1).await.unwrap();
    assert_eq!(log.persons().meet(ida, 1).await, Ok(true));
    assert_eq!(log.persons().name_of(ida).await, Ok(None));
    log.persons().rename(ida, "Ida").await.unwrap();
    log.persons().rename(ida, "Ida B. Wells").await.unwrap();
    // Storing a person again changes nothing.
    log.persons().add(ida, 2).await.unwrap();
    assert_eq!(
        log.persons().name_of(ida).await,
        Ok(Some("Ida B. Wells".into()))
    );
    assert_eq!(log.persons().meet(person(2), 1).await, Ok(false));
}

pub async fn the_games_of_a_person_come_unfinished_and_newest_first(log: impl Storage) {
    let (ida, ole) = (person(1), person(2));
    for (id, created_ms, who) in [("a", 1, ida), ("b", 2, ida), ("c", 3, ida), ("d", 4, ole)] {
        // A person with two seats has the game once.
        create(&log, id, created_ms, &people(&[Some(who), Some(who), None])).await;
    }
    log.append("c", at(Progress::Over, vec![record(1, None)]))
        .await
        .unwrap();
    assert_eq!(ids(log.games().games_of(ida, 10).await), ["b", "a", "c"]);
    assert_eq!(ids(log.games().games_of(ida, 2).await), ["b", "a"]);
    assert_eq!(ids(log.games().games_of(ole, 10).await), ["d"]);
}

pub async fn lists_say_how_games_stand_after_their_last_append(log: impl Storage) {
    let ida = person(1);
    create(&log, "a", 7, &people(&[Some(ida), Some(person(2)), None])).await;
    let listed = async || log.games().games_of(ida, 10).await.unwrap().remove(0);
    let new = listed().await;
    assert_eq!(new.outline, Outline::default());
    assert_eq!((new.id.as_str(), new.created_ms), ("a", 7));
    assert_eq!(new.edition, setup("a", 7).edition);
    assert_eq!(new.points, setup("a", 7).game.rules().points_to_win);
    assert_eq!(new.people, people(&[Some(ida), Some(person(2)), None]));
    let outline = Outline {
        progress: Progress::Playing,
        turn: 300,
        to_act: SeatSet::only(seat(0)).with(seat(2)),
        winners: SeatSet::EMPTY,
    };
    let append = Append {
        outline,
        ..lines(vec![record(1, None)])
    };
    log.append("a", append.clone()).await.unwrap();
    assert_eq!(listed().await.outline, outline);
    // A refused append leaves it unchanged.
    let late = Append {
        outline: Outline::at(Progress::Over),
        ..append
    };
    log.append("a", late).await.unwrap_err();
    assert_eq!(listed().await.outline, outline);
    let mut other = setup("a", 7);
    other.edition = Edition::Siedler;
    let won = Outline {
        progress: Progress::Over,
        winners: SeatSet::only(seat(1)),
        to_act: SeatSet::EMPTY,
        ..outline
    };
    let last = Append {
        setup: Some(other),
        people: Some(people(&[Some(ida), None, None])),
        outline: won,
        ..lines(vec![record(2, None)])
    };
    log.append("a", last).await.unwrap();
    let listed = listed().await;
    assert_eq!((listed.outline, listed.edition), (won, Edition::Siedler));
    assert_eq!(listed.people, people(&[Some(ida), None, None]));
}

pub async fn a_person_who_sits_down_or_leaves_has_one_game_more_or_less(log: impl Storage) {
    let (ida, ole, eve) = (person(1), person(2), person(3));
    create(&log, "a", 1, &people(&[Some(ida), Some(ole), None])).await;
    let change = Append {
        people: Some(people(&[Some(ida), None, Some(eve)])),
        ..at(Progress::Gathering, vec![record(1, None)])
    };
    log.append("a", change).await.unwrap();
    for (who, games) in [(ida, vec!["a"]), (ole, vec![]), (eve, vec!["a"])] {
        assert_eq!(ids(log.games().games_of(who, 10).await), games);
    }
}

pub async fn the_games_that_a_host_gathers_are_counted(log: impl Storage) {
    let (ida, ole) = (person(1), person(2));
    for id in ["a", "b", "c"] {
        create(&log, id, 1, &people(&[Some(ida), None, None])).await;
    }
    assert_eq!(log.games().gathering_of(ida).await, Ok(3));
    log.append("a", lines(vec![record(1, None)])).await.unwrap();
    assert_eq!(log.games().gathering_of(ida).await, Ok(2));
    let handed_over = Append {
        people: Some(people(&[Some(ole), None, None])),
        ..at(Progress::Gathering, vec![record(1, None)])
    };
    log.append("b", handed_over).await.unwrap();
    assert_eq!(log.games().gathering_of(ida).await, Ok(1));
    assert_eq!(log.games().gathering_of(ole).await, Ok(1));
}

pub async fn games_that_never_began_are_removed_with_all_that_is_theirs(log: impl Storage) {
    let ida = person(1);
    for (id, created_ms) in [("a", 1), ("b", 1), ("c", 5)] {
        create(&log, id, created_ms, &people(&[Some(ida), None, None])).await;
    }
    let rematch = NewGame {
        rematch_of: Some("b".into()),
        origin: None,
        ..new_game("d", 1)
    };
    log.create(rematch.clone()).await.unwrap();
    let early = LogRecord {
        at_ms: 4,
        ..record(1, Some(1))
    };
    log.append("a", at(Progress::Gathering, vec![early]))
        .await
        .unwrap();
    log.say("a", line(0, 1)).await.unwrap();
    log.append("b", lines(vec![record(1, None)])).await.unwrap();
    assert_eq!(log.remove_gathering(5).await, Ok(2));
    assert_eq!(log.remove_gathering(5).await, Ok(0));
    for gone in ["a", "d"] {
        assert_eq!(log.load(gone).await, Ok(None));
    }
    assert_eq!(log.talk("a", 0, 10).await, Ok(Vec::new()));
    assert_eq!(ids(log.games().games_of(ida, 10).await), ["c", "b"]);
    // Nothing of it prevents a new one.
    assert_eq!(load(&log, "b").await.rematch, None);
    log.create(rematch).await.unwrap();
    assert_eq!(load(&log, "b").await.rematch, Some("d".into()));
    create(&log, "a", 6, &people(&[Some(ida), None, None])).await;
    log.append("a", lines(vec![record(1, Some(1))]))
        .await
        .unwrap();
    assert_eq!(log.say("a", line(0, 1)).await.unwrap().number, 1);
}

/// Milliseconds since 1970.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_millis() as u64
}

pub async fn a_game_waits_for_players_as_long_as_somebody_is_there_or_something_happens(
    log: impl Storage,
) {
    let (here, died) = (NodeId(1), NodeId(2));
    log.beat(here, HOUR).await.unwrap();
    log.beat(died, Duration::ZERO).await.unwrap();
    for id in ["idle", "written", "watched", "left", "cut-off", "begun"] {
        log.create(new_game(id, 1)).await.unwrap();
    }
    let now = now_ms();
    let written = LogRecord {
        at_ms: now,
        ..record(1, None)
    };
    log.append("written", at(Progress::Gathering, vec![written]))
        .await
        .unwrap();
    log.append("begun", lines(vec![record(1, None)]))
        .await
        .unwrap();
    // A spectator is enough.
    for (game, node) in [("watched", here), ("left", here), ("cut-off", died)] {
        log.note_present(game, node, SeatSet::EMPTY).await.unwrap();
    }
    log.let_go("left", here, now).await.unwrap();
    assert_eq!(log.remove_gathering(now - 60_000).await, Ok(1));
    assert_eq!(log.load("idle").await, Ok(None));
    let later = now_ms() + 60_000;
    assert_eq!(log.remove_gathering(later).await, Ok(3));
    for id in ["watched", "begun"] {
        assert!(log.load(id).await.unwrap().is_some(), "{id}");
    }
    log.let_go("watched", here, later).await.unwrap();
    assert_eq!(log.remove_gathering(later).await, Ok(0));
    assert_eq!(log.remove_gathering(later + 1).await, Ok(1));
}

pub async fn a_storage_that_answers_says_so(log: impl Storage) {
    assert_eq!(log.check().await, Ok(()));
}

/// The contract as tests: `$fresh` is a function that makes an empty log and hands it to a closure.
macro_rules! log_contract {
    ($fresh:path) => {
        brickwood_test_kit::keeps_promises!($fresh, contract:
            appended_records_are_read_back,
            people_and_set_up_change_together_with_a_line,
            an_unknown_game_is_said_to_be_unknown,
            an_append_that_does_not_follow_on_the_log_changes_nothing,
            a_key_is_stored_once_for_each_actor,
            of_many_appends_at_one_place_one_wins,
            appends_that_wait_together_succeed_and_fail_on_their_own,
            many_games_grow_at_the_same_time_without_gaps,
            the_tail_contains_the_changes_since_a_record,
            an_id_is_given_once,
            a_code_is_of_one_game_that_has_not_begun,
            a_game_has_one_rematch,
            a_person_is_known_once_stored_and_has_the_latest_name,
            the_games_of_a_person_come_unfinished_and_newest_first,
            a_person_who_sits_down_or_leaves_has_one_game_more_or_less,
            lists_say_how_games_stand_after_their_last_append,
            the_games_that_a_host_gathers_are_counted,
            games_that_never_began_are_removed_with_all_that_is_theirs,
            a_game_waits_for_players_as_long_as_somebody_is_there_or_something_happens,
            lines_of_chat_are_numbered_and_stored_once,
            lines_that_are_stored_at_the_same_time_get_different_numbers,
            of_the_talk_the_latest_lines_are_told_until_they_are_forgotten,
            living_nodes_learn_of_each_other,
            a_lease_is_held_by_one_node_as_long_as_it_lives,
            of_many_nodes_that_claim_at_once_one_gets_the_lease,
            an_invitation_waits_for_a_bot_until_it_was_told,
            no_more_than_so_many_invitations_wait_for_a_bot,
            a_bot_listens_by_one_line_at_a_time,
            a_bot_of_which_nothing_is_heard_listens_no_longer,
            open_bots_that_listen_are_listed,
            seats_that_are_connected_to_a_living_node_are_present,
            a_storage_that_answers_says_so,
            networks_take_turns_in_the_lobby,
            games_that_nobody_finished_are_removed_when_nobody_has_visited_them_for_long,
            a_line_of_chat_is_found_by_its_key,
        );
    };
}
pub(crate) use log_contract;
