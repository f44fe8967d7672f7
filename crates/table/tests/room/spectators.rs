//! Spectators.

use brickwood_protocol::{
    ChatText, ClientMessage, Command, Phrase, Seating, ServerMessage, SpectatorRule, TableEvent,
    TableOptions,
};
use brickwood_rules::SeatSet;
use brickwood_table::room::ConnectionId;

use crate::support::{Evening, order_of_two, seat};

const DELAY_MS: u64 = 60_000;

fn watched(spectators: SpectatorRule) -> TableOptions {
    TableOptions {
        spectators,
        ..TableOptions::default()
    }
}

fn delayed() -> TableOptions {
    let seconds = (DELAY_MS / 1000) as u16;
    watched(SpectatorRule::Delayed { seconds })
}

/// The number of chat lines that a connection has got.
fn heard(evening: &Evening, connection: ConnectionId) -> usize {
    let told = evening.told(connection).iter();
    told.map(|message| match message {
        ServerMessage::Chat { lines } => lines.len(),
        _ => 0,
    })
    .sum()
}

fn say(evening: &mut Evening, connection: ConnectionId) {
    let text = ChatText::Phrase {
        phrase: Phrase::OhNo,
    };
    evening.done(connection, |key| ClientMessage::Say { key, text });
}

#[test]
fn spectators_who_are_kept_behind_are_shown_later_without_asking() {
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions::default()));
    let line = evening.set_options(people[0], delayed());
    evening.pass(DELAY_MS);
    let watcher = evening.connect(None);
    assert_eq!(evening.seen(watcher).seq, line);
    let first = evening.actor(&people);
    let next = evening.settle(first);
    evening.pass(DELAY_MS - 1);
    assert_eq!(evening.seen(watcher).seq, line);
    evening.pass(1);
    let seen = evening.seen(watcher);
    assert_eq!((seen.seq, seen.log.len()), (next, 1));
}

#[test]
fn spectators_who_are_kept_behind_get_chat_with_the_delay_of_the_game() {
    let (mut evening, people) = Evening::begun(&order_of_two(delayed()));
    let watcher = evening.connect(None);
    say(&mut evening, people[0]);
    assert_eq!(heard(&evening, people[1]), 1);
    evening.pass(DELAY_MS - 1);
    assert_eq!(heard(&evening, watcher), 0);
    evening.pass(1);
    assert_eq!(heard(&evening, watcher), 1);
    // Reconnecting does not help.
    say(&mut evening, people[0]);
    let again = evening.connect(None);
    assert_eq!(heard(&evening, again), 1);
    evening.pass(DELAY_MS);
    assert_eq!(heard(&evening, again), 2);
}

#[test]
fn a_request_for_a_seat_is_shown_with_the_delay_but_at_once_to_the_one_who_asks() {
    let (mut evening, people) = Evening::begun(&order_of_two(delayed()));
    let (asker, watcher) = (evening.connect(Some(2)), evening.connect(None));
    evening.done(people[1], |key| ClientMessage::Command {
        key,
        command: Command::Leave {},
    });
    evening.pass(DELAY_MS);
    evening.join(2);
    let names = |evening: &Evening, connection| -> Vec<String> {
        let requests = evening.seen(connection).seating.requests.iter();
        requests.map(|request| request.name.clone()).collect()
    };
    assert_eq!(names(&evening, people[0]), ["Uma"]);
    assert_eq!(names(&evening, asker), ["Uma"]);
    let again = evening.connect(Some(2));
    assert_eq!(names(&evening, again), ["Uma"]);
    evening.pass(DELAY_MS - 1);
    assert_eq!(names(&evening, watcher), [""; 0]);
    evening.pass(1);
    for connection in [asker, watcher] {
        assert_eq!(names(&evening, connection), ["Uma"]);
        let request = &evening.seen(connection).seating.requests[0];
        assert!(request.decide.is_empty() && request.yes.is_empty());
    }
    let decide = evening.seen(people[0]).seating.requests[0].decide;
    assert_eq!(decide, SeatSet::only(seat(0)));
}

#[test]
fn spectators_who_are_kept_behind_are_told_of_votes_by_the_log_alone() {
    let (mut evening, people) = Evening::begun(&order_of_two(delayed()));
    let watcher = evening.connect(None);
    let vote = |key| ClientMessage::Command {
        key,
        command: Command::EndGame { yes: true },
    };
    let line = evening.done(people[0], vote);
    assert!(evening.seen(people[1]).seating.ending.is_some());
    assert_eq!(evening.seen(watcher).seating, Seating::default());
    evening.pass(DELAY_MS);
    let seen = evening.seen(watcher);
    assert_eq!(seen.seating, Seating::default());
    let told = seen.log.iter().find(|entry| entry.seq == line);
    let wants = TableEvent::WantsToEnd { seat: seat(0) };
    assert_eq!(told.expect("it is told").at_table, Some(wants));
}

#[test]
fn spectators_who_are_kept_behind_from_now_on_begin_from_the_start() {
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions::default()));
    let watcher = evening.connect(None);
    assert!(evening.seen(watcher).seq > 0);
    evening.set_options(people[0], delayed());
    let seen = evening.seen(watcher);
    assert_eq!((seen.seq, seen.log.len()), (0, 0));
}

#[test]
fn all_are_told_how_many_watch_but_not_all_the_time() {
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions::default()));
    evening.pass(10_000);
    let told = |evening: &Evening| {
        let told = evening.told(people[0]).iter();
        let counts = told.filter_map(|message| match message {
            ServerMessage::Watching { count } => Some(*count),
            _ => None,
        });
        counts.collect::<Vec<_>>()
    };
    let watchers: Vec<ConnectionId> = (0..5).map(|_| evening.connect(None)).collect();
    assert_eq!(told(&evening), [1]);
    evening.pass(2000);
    assert_eq!(told(&evening), [1, 5]);
    for watcher in watchers {
        evening.leave(watcher);
    }
    evening.pass(2000);
    assert_eq!(told(&evening), [1, 5, 0]);
}
