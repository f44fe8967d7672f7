//! Players who are cut off, and tables without connections.

use brickwood_protocol::{
    AbsenceRule, ClientMessage, ClockRule, Command, TableEvent, TableOptions,
};

use crate::support::{Evening, order_of_two};

const GRACE_MS: u64 = 30_000;

fn options(absence: AbsenceRule) -> TableOptions {
    TableOptions {
        absence,
        grace_s: (GRACE_MS / 1000) as u16,
        ..TableOptions::default()
    }
}

#[test]
fn a_bot_plays_for_an_absent_player_until_they_are_back() {
    let (mut evening, people) = Evening::begun(&order_of_two(options(AbsenceRule::Bot)));
    evening.leave(people[1]);
    assert!(
        !evening.seen(people[0]).seats[1].present,
        "all see it at once"
    );
    evening.pass(GRACE_MS - 1);
    assert!(!evening.seen(people[0]).seats[1].away);
    evening.pass(1);
    assert!(evening.seen(people[0]).seats[1].away);
    evening.pass(60_000);
    let back = evening.connect(Some(1));
    assert!(!evening.seen(back).seats[1].away, "it is theirs at once");
    let seen = evening.seen(people[0]);
    assert!(seen.seats[1].present && !seen.seats[1].away);
}

#[test]
fn a_game_waits_for_an_absent_player_if_the_options_say_so() {
    let (mut evening, people) = Evening::begun(&order_of_two(options(AbsenceRule::Pause)));
    evening.leave(people[1]);
    evening.pass(GRACE_MS - 1);
    assert!(!evening.seen(people[0]).paused);
    evening.pass(1);
    let seen = evening.seen(people[0]);
    let mut told = seen.log.iter().filter_map(|line| line.at_table.clone());
    let (by, for_absent) = (None, true);
    assert!(seen.paused);
    assert_eq!(
        told.next_back(),
        Some(TableEvent::Paused { by, for_absent })
    );
    let back = evening.connect(Some(1));
    assert!(!evening.seen(back).paused && !evening.seen(people[0]).paused);
}

#[test]
fn a_table_without_connections_is_suspended() {
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions {
        clock: ClockRule::Turn { seconds: 20 },
        ..options(AbsenceRule::Bot)
    }));
    for connection in people {
        evening.leave(connection);
    }
    let head = evening.storage.records.len();
    evening.pass(24 * 3_600_000);
    assert_eq!(evening.storage.records.len(), head);
    assert_eq!(evening.room.next_timer_ms(), None);
    // The first player who comes back finds nobody away, and has the time that was left.
    let first = evening.connect(Some(0));
    assert!(evening.seen(first).seats.iter().all(|seat| !seat.away));
    evening.pass(GRACE_MS);
    let seen = evening.seen(first);
    assert!(seen.seats[1].away && !seen.seats[0].away);
}

/// The lines of the log from one on.
fn bodies(evening: &Evening, from: usize) -> Vec<&str> {
    let lines = evening.storage.records.iter().skip(from);
    lines.map(|line| line.body.as_str()).collect()
}

#[test]
fn the_log_tells_a_moment_without_anybody_from_a_stop_of_the_server() {
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions {
        clock: ClockRule::Turn { seconds: 20 },
        ..options(AbsenceRule::Bot)
    }));
    let head = evening.storage.records.len();
    for connection in people {
        evening.leave(connection);
    }
    evening.connect(Some(0));
    assert_eq!(bodies(&evening, head), ["nobody here", "resumed"]);

    // The server stops while somebody is here, and another one finds the table.
    let head = evening.storage.records.len();
    evening.restart();
    evening.connect(Some(1));
    assert_eq!(bodies(&evening, head), ["resumed after a stop"]);
}

#[test]
fn when_a_players_time_is_up_the_room_acts_without_a_request() {
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions {
        clock: ClockRule::Turn { seconds: 20 },
        ..TableOptions::default()
    }));
    let slow = evening.actor(&people);
    let head = evening.seen(slow).seq;
    evening.pass(19_000);
    assert_eq!(evening.seen(slow).seq, head);
    evening.pass(60_000);
    assert!(evening.seen(slow).seq > head);
    // An extension helps a player whose time is short.
    let (mut evening, people) = Evening::begun(&order_of_two(TableOptions {
        clock: ClockRule::Turn { seconds: 20 },
        ..TableOptions::default()
    }));
    let slow = evening.actor(&people);
    let line = evening.done(slow, |key| ClientMessage::Command {
        key,
        command: Command::MoreTime {},
    });
    evening.pass(20_000);
    assert_eq!(evening.seen(slow).seq, line);
}
