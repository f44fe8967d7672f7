//! What every implementation of the log promises, as tests over any of them.
//!
//! An implementation calls [`log_contract!`] with a function that makes an empty log.

use brickwood_rules::{Edition, Seat};
use brickwood_server::{
    log::{AppendError, CreateError, GameLog, NewGame, Sitter, TakeSeatError},
    session::{SessionId, Token},
};
use brickwood_table::{
    Record, Setup,
    protocol::{BoardChoice, Color, NewSeat, NewTable},
};

pub fn setup(id: &str, created_ms: u64) -> Setup {
    let order = NewTable {
        name: "Ida".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(3),
        seats: [Color::Coral, Color::Cobalt, Color::Amber]
            .map(|color| NewSeat::Human { color })
            .into(),
        board: BoardChoice::Random,
    };
    Setup::new(id.into(), &order, [7; 32], created_ms).unwrap()
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub fn record(seq: u32, key: Option<u64>) -> Record {
    Record {
        seq,
        at_ms: 1_000 + u64::from(seq),
        actor: key.map(|_| seat(0)),
        key,
        body: format!("step {seq}"),
        post_hash: u64::MAX - u64::from(seq),
    }
}

async fn session(log: &impl GameLog) -> SessionId {
    let session = Token::generate().unwrap().session();
    log.start_session(session, 1).await.unwrap();
    session
}

fn sitter(seat: Seat, session: SessionId, name: &str) -> Sitter {
    Sitter {
        seat,
        session,
        name: name.into(),
    }
}

async fn create(log: &impl GameLog, id: &str, created_ms: u64, sitters: Vec<Sitter>) {
    let game = NewGame {
        setup: setup(id, created_ms),
        sitters,
        rematch_of: None,
    };
    log.create(game).await.unwrap();
}

pub async fn what_is_appended_is_read_back(log: impl GameLog) {
    let ida = session(&log).await;
    create(&log, "a", 1, vec![sitter(seat(0), ida, "Ida")]).await;
    log.append("a", vec![record(1, Some(u64::MAX)), record(2, None)], false)
        .await
        .unwrap();
    log.append("a", vec![record(3, Some(0))], true)
        .await
        .unwrap();
    let game = log.load("a").await.unwrap().unwrap();
    assert_eq!(game.setup, setup("a", 1));
    assert_eq!(game.sitters, [sitter(seat(0), ida, "Ida")]);
    assert_eq!(game.rematch, None);
    assert_eq!(
        game.records,
        [
            record(1, Some(u64::MAX)),
            record(2, None),
            record(3, Some(0))
        ]
    );
}

pub async fn an_unknown_game_is_said_to_be_unknown(log: impl GameLog) {
    let ida = session(&log).await;
    assert_eq!(log.load("a").await, Ok(None));
    assert_eq!(
        log.append("a", vec![record(1, None)], false).await,
        Err(AppendError::NoSuchGame)
    );
    assert_eq!(
        log.take_seat("a", sitter(seat(0), ida, "Ida")).await,
        Err(TakeSeatError::NoSuchGame)
    );
}

pub async fn an_append_that_does_not_follow_on_the_log_changes_nothing(log: impl GameLog) {
    create(&log, "a", 1, Vec::new()).await;
    log.append("a", vec![record(1, None)], false).await.unwrap();
    let before = log.load("a").await.unwrap();
    for records in [
        vec![record(1, None)],
        vec![record(3, None)],
        vec![record(2, None), record(4, None)],
    ] {
        assert_eq!(
            log.append("a", records, false).await,
            Err(AppendError::Conflict { head: 1 })
        );
    }
    assert_eq!(log.load("a").await.unwrap(), before);
}

pub async fn a_key_is_stored_once_for_each_actor(log: impl GameLog) {
    create(&log, "a", 1, Vec::new()).await;
    create(&log, "b", 1, Vec::new()).await;
    log.append("a", vec![record(1, Some(5)), record(2, None)], false)
        .await
        .unwrap();
    // Whether or not the writer knows where the log ends, it learns that the work is done.
    for seq in [1, 3] {
        assert_eq!(
            log.append("a", vec![record(seq, Some(5))], false).await,
            Err(AppendError::Duplicate { seq: 1 })
        );
    }
    let of_another = Record {
        actor: Some(seat(1)),
        ..record(3, Some(5))
    };
    log.append("a", vec![of_another], false).await.unwrap();
    log.append("b", vec![record(1, Some(5))], false)
        .await
        .unwrap();
}

pub async fn of_many_appends_at_one_place_one_wins(log: impl GameLog) {
    create(&log, "a", 1, Vec::new()).await;
    let log = std::sync::Arc::new(log);
    let mut attempts = tokio::task::JoinSet::new();
    for key in 0..32 {
        let log = std::sync::Arc::clone(&log);
        attempts.spawn(async move { log.append("a", vec![record(1, Some(key))], false).await });
    }
    let results = attempts.join_all().await;
    let won = results.iter().filter(|result| result.is_ok()).count();
    let lost = results
        .iter()
        .filter(|result| **result == Err(AppendError::Conflict { head: 1 }))
        .count();
    assert_eq!((won, lost), (1, 31));
    assert_eq!(log.load("a").await.unwrap().unwrap().records.len(), 1);
}

pub async fn an_id_is_given_once(log: impl GameLog) {
    create(&log, "a", 1, Vec::new()).await;
    let again = NewGame {
        setup: setup("a", 2),
        sitters: Vec::new(),
        rematch_of: None,
    };
    assert_eq!(log.create(again).await, Err(CreateError::Exists));
    assert_eq!(log.load("a").await.unwrap().unwrap().setup.created_ms, 1);
}

pub async fn a_game_has_one_rematch(log: impl GameLog) {
    create(&log, "a", 1, Vec::new()).await;
    let rematch = |id| NewGame {
        setup: setup(id, 2),
        sitters: Vec::new(),
        rematch_of: Some("a".into()),
    };
    log.create(rematch("b")).await.unwrap();
    assert_eq!(
        log.create(rematch("c")).await,
        Err(CreateError::OtherRematch("b".into()))
    );
    assert_eq!(
        log.load("a").await.unwrap().unwrap().rematch,
        Some("b".into())
    );
    assert_eq!(log.load("c").await, Ok(None));
}

pub async fn a_seat_is_taken_once_and_a_session_sits_once(log: impl GameLog) {
    let (ida, ole) = (session(&log).await, session(&log).await);
    create(&log, "a", 1, vec![sitter(seat(0), ida, "Ida")]).await;
    assert_eq!(
        log.take_seat("a", sitter(seat(0), ole, "Ole")).await,
        Err(TakeSeatError::Taken)
    );
    assert_eq!(
        log.take_seat("a", sitter(seat(1), ida, "Ida")).await,
        Err(TakeSeatError::AlreadySeated(seat(0)))
    );
    log.take_seat("a", sitter(seat(1), ole, "Ole"))
        .await
        .unwrap();
    assert_eq!(
        log.load("a").await.unwrap().unwrap().sitters,
        [sitter(seat(0), ida, "Ida"), sitter(seat(1), ole, "Ole")]
    );
}

pub async fn a_session_is_known_once_it_is_stored(log: impl GameLog) {
    let ida = Token::generate().unwrap().session();
    assert_eq!(log.has_session(ida).await, Ok(false));
    log.start_session(ida, 1).await.unwrap();
    log.start_session(ida, 2).await.unwrap();
    assert_eq!(log.has_session(ida).await, Ok(true));
}

pub async fn the_games_of_a_session_come_unfinished_and_newest_first(log: impl GameLog) {
    let (ida, ole) = (session(&log).await, session(&log).await);
    for (id, created_ms, who) in [("a", 1, ida), ("b", 2, ida), ("c", 3, ida), ("d", 4, ole)] {
        create(&log, id, created_ms, vec![sitter(seat(0), who, "?")]).await;
    }
    log.append("c", vec![record(1, None)], true).await.unwrap();
    assert_eq!(log.games_of(ida, 10).await.unwrap(), ["b", "a", "c"]);
    assert_eq!(log.games_of(ida, 2).await.unwrap(), ["b", "a"]);
    assert_eq!(log.games_of(ole, 10).await.unwrap(), ["d"]);
}

/// The contract as tests: `$fresh` is a function that makes an empty log and hands it to a closure.
macro_rules! log_contract {
    ($fresh:path: $($promise:ident),+ $(,)?) => {
        $(#[tokio::test]
        async fn $promise() {
            $fresh(contract::$promise).await;
        })+
    };
    ($fresh:path) => {
        log_contract!($fresh:
            what_is_appended_is_read_back,
            an_unknown_game_is_said_to_be_unknown,
            an_append_that_does_not_follow_on_the_log_changes_nothing,
            a_key_is_stored_once_for_each_actor,
            of_many_appends_at_one_place_one_wins,
            an_id_is_given_once,
            a_game_has_one_rematch,
            a_seat_is_taken_once_and_a_session_sits_once,
            a_session_is_known_once_it_is_stored,
            the_games_of_a_session_come_unfinished_and_newest_first,
        );
    };
}
pub(crate) use log_contract;
