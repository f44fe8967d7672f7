//! Two servers on one storage: clients of both play at the same table.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use brickwood_protocol::{ChatText, ClientMessage, Command, Phrase, ServerMessage};
use brickwood_rules::{Action, Game, InformationState, View};
use brickwood_server::{Bots, SeatedBot};
use brickwood_storage::{NodeId, Storage};
use brickwood_test_client::{Heard, Socket, TestPerson};

use crate::{
    shared_log::SharedLog,
    support::{TestServer, actor, begin, done, enter, order, settle, shown},
};

/// Two servers, and the log that they share.
pub async fn pair(bots: [Arc<dyn Bots>; 2]) -> (TestServer, TestServer, Arc<SharedLog>) {
    let [first_bots, second_bots] = bots;
    let mut kept = None;
    let first = TestServer::with(|server| {
        let log = SharedLog::new(Arc::clone(&server.log));
        server.log = Arc::clone(&log) as Arc<dyn Storage>;
        server.bots = first_bots;
        server.limits.lobby = Duration::ZERO;
        kept = Some(log);
    })
    .await;
    let log = kept.unwrap();
    let shared = Arc::clone(&log) as Arc<dyn Storage>;
    let second = TestServer::with(|server| {
        server.node = NodeId(2);
        server.log = shared;
        server.bots = second_bots;
        server.limits.lobby = Duration::ZERO;
    })
    .await;
    (first, second, log)
}

/// Bots that count how often they are asked, and end their turns.
#[derive(Default)]
pub struct Counted(AtomicU32);

impl Counted {
    fn asked(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Bots for Counted {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        _: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        self.0.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

pub fn idle() -> [Arc<Counted>; 2] {
    [Arc::default(), Arc::default()]
}

pub fn as_bots(bots: &[Arc<Counted>; 2]) -> [Arc<dyn Bots>; 2] {
    bots.clone().map(|bots| bots as Arc<dyn Bots>)
}

/// The same person at another server.
pub fn at(server: &TestServer, person: &TestPerson) -> TestPerson {
    TestPerson {
        address: server.address,
        ..person.clone()
    }
}

/// The next line of talk.
async fn line(socket: &mut Socket) -> String {
    loop {
        if let ServerMessage::Chat { lines } = socket.message().await {
            return lines.last().unwrap().name.clone();
        }
    }
}

#[tokio::test]
async fn an_action_at_one_server_appears_at_the_other() {
    let (first, second, _log) = pair(as_bots(&idle())).await;
    let (table, mut persons) = first.seated(2).await;
    persons[1] = at(&second, &persons[1]);
    let mut begun = begin(&persons, &table).await;
    assert!(begun.iter().all(|(_, seen)| seen.seats[0].present));
    let to_act = actor(&begun[0].1).index();
    let settle = settle(1, &begun[to_act].1);
    let line_of = done(&mut begun[to_act].0, &settle).await;
    let seen = shown(&mut begun[1 - to_act].0, |seen| seen.seq == line_of).await;
    assert!(seen.seats.iter().all(|seat| seat.present));

    let phrase = Phrase::Hello;
    let text = ChatText::Phrase { phrase };
    let say = ClientMessage::Say { key: 1, text };
    begun[0].0.say(&say).await.unwrap();
    assert_eq!(line(&mut begun[1].0).await, "Ida");

    // Sent again through the other server, it is the same line.
    let (mut other, _) = enter(&at(&second, &persons[to_act]), &table, None).await;
    assert_eq!(done(&mut other, &settle).await, line_of);
    // When a client leaves one server, the other shows it.
    drop(other);
    let [(mut left, _), gone]: [_; 2] = begun.try_into().unwrap();
    drop(gone);
    shown(&mut left, |seen| !seen.seats[1].present).await;
}

#[tokio::test]
async fn a_person_who_has_lost_a_seat_at_one_server_cannot_act_for_it_at_another() {
    let (first, second, _log) = pair(as_bots(&idle())).await;
    let (table, mut persons) = first.seated(2).await;
    persons[1] = at(&second, &persons[1]);
    let mut begun = begin(&persons, &table).await;
    let to_act = actor(&begun[0].1).index();
    let leave = ClientMessage::Command {
        key: 9,
        command: Command::Leave {},
    };
    let (mut same, _) = enter(&persons[to_act], &table, None).await;
    // Through the other server.
    let elsewhere = if to_act == 0 { &second } else { &first };
    let (mut other, _) = enter(&at(elsewhere, &persons[to_act]), &table, None).await;
    done(&mut other, &leave).await;
    let settle = settle(1, &begun[to_act].1);
    same.say(&settle).await.unwrap();
    let (key, problem) = same.refusal().await;
    assert_eq!((key, problem.code()), (Some(1), "not_seated"));
    shown(&mut begun[1 - to_act].0, |seen| seen.seats[to_act].away).await;
}

#[tokio::test]
async fn only_one_server_thinks_for_the_bots_and_another_takes_over() {
    let bots = idle();
    let (first, second, log) = pair(as_bots(&bots)).await;
    let mut person = first.person();
    let table = person.create(&order(0, 3)).await;
    let (mut here, _) = enter(&person, &table, None).await;
    let (mut there, _) = enter(&at(&second, &person), &table, None).await;
    // The stand-ins keep playing, and both servers show it.
    let seen = shown(&mut there, |seen| seen.view.turn > 2).await;
    shown(&mut here, |also| also.seq >= seen.seq).await;
    assert_eq!(log.holder(&table).await, Some(NodeId(1)));
    assert!(bots[0].asked() > 0);
    assert_eq!(bots[1].asked(), 0);
    // The first server stops sending heartbeats, and does not release its leases.
    log.die(NodeId(1)).await;
    let seen = enter(&at(&second, &person), &table, None).await.1;
    shown(&mut there, |later| later.view.turn > seen.view.turn + 1).await;
    assert_eq!(log.holder(&table).await, Some(NodeId(2)));
    assert!(bots[1].asked() > 0);
    drop(here);
}

#[tokio::test]
async fn a_server_that_was_presumed_dead_reports_its_connections_again_and_leaves_tables_that_others_have_taken()
 {
    let bots = idle();
    let (first, second, log) = pair(as_bots(&bots)).await;
    let mut persons = [first.person(), second.person()];
    let table = persons[0].create(&order(2, 1)).await;
    assert_eq!(persons[1].join(&table, "Ole").await.status, 204);
    let (_here, _) = enter(&persons[0], &table, None).await;
    let (mut there, _) = enter(&persons[1], &table, None).await;
    assert_eq!(log.holder(&table).await, Some(NodeId(1)));
    log.die(NodeId(1)).await;
    shown(&mut there, |seen| !seen.seats[0].present).await;
    assert_eq!(log.holder(&table).await, Some(NodeId(2)));
    log.revive();
    shown(&mut there, |seen| seen.seats[0].present).await;
    assert_eq!(log.holder(&table).await, Some(NodeId(2)));
}

#[tokio::test]
async fn a_server_that_stops_leaves_its_tables_to_others_at_once() {
    let (mut first, second, log) = pair(as_bots(&idle())).await;
    let mut person = first.person();
    let table = person.create(&order(2, 0)).await;
    let (mut here, _) = enter(&person, &table, None).await;
    let (mut there, seen) = enter(&at(&second, &person), &table, None).await;
    assert!(seen.seats[0].present);
    first.stop.take().unwrap().send(()).unwrap();
    while !matches!(here.hear().await, Heard::Closed(1012)) {}
    for _ in 0..100 {
        if log.holder(&table).await == Some(NodeId(2)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(there.message().await);
    panic!("nobody looks after the table");
}

#[tokio::test]
async fn a_server_without_connections_leaves_a_table_to_servers_that_have_some() {
    let (first, second, log) = pair(as_bots(&idle())).await;
    let mut person = first.person();
    let table = person.create(&order(2, 0)).await;
    // A person sits down through a server without connections.
    assert_eq!(second.person().join(&table, "Ole").await.status, 204);
    assert_eq!(log.holder(&table).await, None);
    let (socket, _) = enter(&person, &table, None).await;
    assert_eq!(log.holder(&table).await, Some(NodeId(1)));
    drop(socket);
    for _ in 0..100 {
        if log.holder(&table).await.is_none() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the table is never given back");
}
