//! Spectators.

use brickwood_table::protocol::{
    ChatText, ClientMessage, Phrase, ServerMessage, SpectatorRule, TableOptions,
};
use brickwood_table::room::ConnectionId;

use crate::support::{Evening, order_of_two};

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
