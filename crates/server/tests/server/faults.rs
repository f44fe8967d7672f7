//! Failures of the storage or of a bot: nothing is shown before it is stored, nothing is done twice, and
//! the game goes on.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use brickwood_protocol::{BoardChoice, ClientMessage, Update};
use brickwood_rules::{Action, Game, InformationState, Phase, SetUp, View};
use brickwood_server::{Bots, SeatedBot};
use brickwood_storage::{GameLog, Storage};
use brickwood_test_client::Socket;

use crate::{
    shared_log::{Fault, SharedLog},
    support::{TestServer, ack, actor, begin, enter, order, settle, update},
};

async fn faulty_server() -> (TestServer, Arc<SharedLog>) {
    let mut kept = None;
    let server = TestServer::with(|server| {
        let log = SharedLog::new(Arc::clone(&server.log));
        server.log = Arc::clone(&log) as Arc<dyn Storage>;
        kept = Some(log);
    })
    .await;
    (server, kept.unwrap())
}

/// A table of two people at which one is to place a settlement: their socket, the other's, and the message
/// for the settlement.
async fn about_to_settle(server: &TestServer) -> (String, Socket, Socket, Update, ClientMessage) {
    let (table, persons) = server.seated(2).await;
    let mut all = begin(&persons, &table).await;
    let first = actor(&all[0].1).index();
    let (first, seen) = all.swap_remove(first);
    let (second, _) = all.swap_remove(0);
    let settle = settle(1, &seen);
    (table, first, second, seen, settle)
}

#[tokio::test]
async fn an_action_that_cannot_be_stored_is_refused_and_not_shown() {
    let (server, log) = faulty_server().await;
    let (table, mut first, mut second, seen, settle) = about_to_settle(&server).await;
    log.break_next(Fault::Lost);
    first.say(&settle).await.unwrap();
    let (key, problem) = first.refusal().await;
    assert_eq!((key, problem.code()), (Some(1), "unavailable"));
    let (_, after) = enter(&server.person(), &table, None).await;
    assert_eq!(after.seq, seen.seq);
    assert_eq!(
        log.load(&table).await.unwrap().unwrap().records.len(),
        seen.seq as usize
    );
    // The storage is back: the same message is done once.
    first.say(&settle).await.unwrap();
    assert_eq!(ack(&mut first).await, (1, seen.seq + 1));
    while update(&mut second).await.seq != seen.seq + 1 {}
}

#[tokio::test]
async fn an_action_that_was_stored_without_an_answer_is_found_again() {
    let (server, log) = faulty_server().await;
    let (table, mut first, mut second, seen, settle) = about_to_settle(&server).await;
    log.break_next(Fault::Unanswered);
    first.say(&settle).await.unwrap();
    assert_eq!(first.refusal().await.1.code(), "unavailable");
    // The table is read again without a request, and everybody learns what is stored.
    while update(&mut second).await.seq != seen.seq + 1 {}
    first.say(&settle).await.unwrap();
    assert_eq!(ack(&mut first).await, (1, seen.seq + 1));
    let stored = log.load(&table).await.unwrap().unwrap();
    assert_eq!(stored.records.len() as u32, seen.seq + 1);
}

#[tokio::test]
async fn a_table_whose_append_conflicts_judges_again_after_reading_the_log() {
    let (server, log) = faulty_server().await;
    let (table, mut first, mut second, seen, settle) = about_to_settle(&server).await;
    log.break_next(Fault::Overtaken);
    first.say(&settle).await.unwrap();
    // The settlement is built already: now a road is due.
    let (key, problem) = first.refusal().await;
    assert_eq!(key, Some(1));
    assert!(problem.clause.is_some(), "{problem:?}");
    let shown = update(&mut second).await;
    assert_eq!(shown.seq, seen.seq + 1);
    assert!(matches!(shown.view.phase, Phase::SetUpRoad { .. }));
    let stored = log.load(&table).await.unwrap().unwrap();
    assert_eq!(stored.records.len() as u32, seen.seq + 1);
}

/// Bots that fail in a different way each time.
#[derive(Default)]
struct BadBots {
    asked: AtomicU32,
}

impl Bots for BadBots {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        _: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        match self.asked.fetch_add(1, Ordering::Relaxed) % 3 {
            0 => None,
            1 => Some(Action::Withdraw),
            _ => panic!("this bot was told to fail"),
        }
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

#[tokio::test]
async fn a_bot_that_fails_does_not_hold_the_table_up() {
    let server = TestServer::with(|server| server.bots = Arc::new(BadBots::default())).await;
    let mut person = server.person();
    let mut beginners = order(0, 3);
    beginners.rules.set_up = SetUp::Beginners { left_out: None };
    let mut six = order(0, 6);
    six.rules.variants.knight_interrupt = true;
    six.rules.steal_optional = true;
    six.board = BoardChoice::Random;
    for order in [order(0, 3), beginners, six] {
        let table = person.create(&order).await;
        let (mut socket, mut seen) = enter(&person, &table, None).await;
        // Stand-ins play on legally, through the set-up and some turns.
        while seen.view.turn < 20 {
            seen = update(&mut socket).await;
        }
    }
}

#[tokio::test]
async fn bots_rest_while_nobody_is_there() {
    let bots = Arc::new(BadBots::default());
    let playing = Arc::clone(&bots) as Arc<dyn Bots>;
    let server = TestServer::with(|server| server.bots = playing).await;
    let mut person = server.person();
    let table = person.create(&order(0, 3)).await;
    let (mut socket, _) = enter(&person, &table, None).await;
    update(&mut socket).await;
    drop(socket);
    // Pending tasks end; then nothing more happens.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let asked = bots.asked.load(Ordering::Relaxed);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(bots.asked.load(Ordering::Relaxed), asked);
    let (mut socket, seen) = enter(&person, &table, None).await;
    assert!(update(&mut socket).await.seq > seen.seq, "they go on");
}
