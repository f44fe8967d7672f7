//! What happens when the storage or a bot fails: nothing that was not stored is shown, nothing is
//! done twice, and the game goes on.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering},
};

use async_trait::async_trait;
use brickwood_rules::{Action, Game, Phase, Seat, SetUp, ToAct, View};
use brickwood_server::{
    Bots,
    log::{
        AppendError, CreateError, GameLog, NewGame, Sitter, StoredGame, TakeSeatError, Unavailable,
    },
    session::SessionId,
    testing::Socket,
};
use brickwood_table::{
    Record,
    protocol::{BoardChoice, BotLevel, ClientMessage, Update},
};

use crate::support::{House, ack, enter, order, update};

/// How the next append goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Nothing is stored.
    Lost,
    /// Everything is stored, but the answer is lost.
    Unanswered,
    /// Another server has written first.
    Overtaken,
}

/// A log whose next append may go wrong.
struct FaultyLog {
    log: Arc<dyn GameLog>,
    next: Mutex<Option<Fault>>,
}

impl FaultyLog {
    fn break_next(&self, fault: Fault) {
        *self.next.lock().unwrap() = Some(fault);
    }
}

#[async_trait]
impl GameLog for FaultyLog {
    async fn start_session(&self, session: SessionId, now_ms: u64) -> Result<(), Unavailable> {
        self.log.start_session(session, now_ms).await
    }

    async fn has_session(&self, session: SessionId) -> Result<bool, Unavailable> {
        self.log.has_session(session).await
    }

    async fn create(&self, game: NewGame) -> Result<(), CreateError> {
        self.log.create(game).await
    }

    async fn take_seat(&self, game: &str, sitter: Sitter) -> Result<(), TakeSeatError> {
        self.log.take_seat(game, sitter).await
    }

    async fn append(
        &self,
        game: &str,
        records: Vec<Record>,
        over: bool,
    ) -> Result<(), AppendError> {
        let fault = self.next.lock().unwrap().take();
        match fault {
            None => self.log.append(game, records, over).await,
            Some(Fault::Lost) => Err(Unavailable.into()),
            Some(Fault::Unanswered) => {
                self.log.append(game, records, over).await?;
                Err(Unavailable.into())
            }
            Some(Fault::Overtaken) => {
                // The same step, as another server stores it for another device of the player.
                let mut of_another = records.clone();
                of_another[0].key = Some(u64::MAX);
                self.log.append(game, of_another, over).await?;
                self.log.append(game, records, over).await
            }
        }
    }

    async fn load(&self, game: &str) -> Result<Option<StoredGame>, Unavailable> {
        self.log.load(game).await
    }

    async fn games_of(&self, session: SessionId, limit: u32) -> Result<Vec<String>, Unavailable> {
        self.log.games_of(session, limit).await
    }
}

async fn faulty_house() -> (House, Arc<FaultyLog>) {
    let mut kept = None;
    let house = House::with(|server| {
        let log = Arc::new(FaultyLog {
            log: Arc::clone(&server.log),
            next: Mutex::default(),
        });
        server.log = Arc::clone(&log) as Arc<dyn GameLog>;
        kept = Some(log);
    })
    .await;
    (house, kept.unwrap())
}

/// A table of two people at which one is to place a settlement: their socket, the other's, and how
/// the first does it.
async fn about_to_settle(house: &House) -> (String, Socket, Socket, Update, ClientMessage) {
    let (table, guests) = house.seated(2).await;
    let (first, _) = enter(&guests[0], &table, None).await;
    let (mut second, seen) = enter(&guests[1], &table, None).await;
    let mut first = first;
    let shown_to_first = update(&mut first).await;
    let begins = matches!(
        seen.view.to_act,
        ToAct::Seats { seats } if seats.contains(Seat::new(0).unwrap())
    );
    let mut seen = if begins { shown_to_first } else { seen };
    if !begins {
        std::mem::swap(&mut first, &mut second);
    }
    let at = seen.choices.settlements.iter().next().unwrap();
    let settle = ClientMessage::Act {
        key: 1,
        action: Action::BuildSettlement { at },
    };
    seen.log.clear();
    (table, first, second, seen, settle)
}

#[tokio::test]
async fn what_cannot_be_stored_is_refused_and_not_shown() {
    let (house, log) = faulty_house().await;
    let (table, mut first, mut second, seen, settle) = about_to_settle(&house).await;
    log.break_next(Fault::Lost);
    first.say(&settle).await.unwrap();
    let (key, problem) = first.refusal().await;
    assert_eq!((key, problem.code.as_str()), (Some(1), "unavailable"));
    let (_, after) = enter(&house.guest(), &table, None).await;
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
async fn what_is_stored_without_an_answer_is_found_again() {
    let (house, log) = faulty_house().await;
    let (table, mut first, mut second, seen, settle) = about_to_settle(&house).await;
    log.break_next(Fault::Unanswered);
    first.say(&settle).await.unwrap();
    assert_eq!(first.refusal().await.1.code, "unavailable");
    // Without anybody asking, the table is read again and everybody learns what is stored.
    while update(&mut second).await.seq != seen.seq + 1 {}
    first.say(&settle).await.unwrap();
    assert_eq!(ack(&mut first).await, (1, seen.seq + 1));
    let stored = log.load(&table).await.unwrap().unwrap();
    assert_eq!(stored.records.len() as u32, seen.seq + 1);
}

#[tokio::test]
async fn a_table_that_was_overtaken_judges_again_by_what_is_stored() {
    let (house, log) = faulty_house().await;
    let (table, mut first, mut second, seen, settle) = about_to_settle(&house).await;
    log.break_next(Fault::Overtaken);
    first.say(&settle).await.unwrap();
    // The settlement stands already: now a road is due.
    let (key, problem) = first.refusal().await;
    assert_eq!(key, Some(1));
    assert!(problem.clause.is_some(), "{problem:?}");
    let shown = update(&mut second).await;
    assert_eq!(shown.seq, seen.seq + 1);
    assert!(matches!(shown.view.phase, Phase::SetUpRoad { .. }));
    let stored = log.load(&table).await.unwrap().unwrap();
    assert_eq!(stored.records.len() as u32, seen.seq + 1);
}

/// Bots that fail each time in another way.
#[derive(Default)]
struct BadBots {
    asked: AtomicU32,
}

impl Bots for BadBots {
    fn choose(&self, _: BotLevel, _: &Game, _: &View, _: u64) -> Option<Action> {
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
    let house = House::with(|server| server.bots = Arc::new(BadBots::default())).await;
    let mut guest = house.guest();
    let mut beginners = order(0, 3);
    beginners.rules.set_up = SetUp::Beginners { left_out: None };
    let mut six = order(0, 6);
    six.rules.variants.knight_interrupt = true;
    six.rules.steal_optional = true;
    six.board = BoardChoice::Random;
    for order in [order(0, 3), beginners, six] {
        let table = guest.create(&order).await;
        let (mut socket, mut seen) = enter(&guest, &table, None).await;
        // Stand-ins play legally on and on: through the set-up and some turns.
        while seen.view.turn < 20 {
            seen = update(&mut socket).await;
        }
    }
}

#[tokio::test]
async fn bots_rest_while_nobody_is_there() {
    let bots = Arc::new(BadBots::default());
    let playing = Arc::clone(&bots) as Arc<dyn Bots>;
    let house = House::with(|server| server.bots = playing).await;
    let mut guest = house.guest();
    let table = guest.create(&order(0, 3)).await;
    let (mut socket, _) = enter(&guest, &table, None).await;
    update(&mut socket).await;
    drop(socket);
    // Whatever was under way ends; then nothing happens any more.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let asked = bots.asked.load(Ordering::Relaxed);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(bots.asked.load(Ordering::Relaxed), asked);
    let (mut socket, seen) = enter(&guest, &table, None).await;
    assert!(update(&mut socket).await.seq > seen.seq, "they go on");
}
