//! The clock of a game with a time limit (WIN-05).

use brickwood_protocol::Clock;
use brickwood_rules::{Edition, Phase, Rules};

use crate::support::{Play, order_by, table_by};

const MINUTE: u64 = 60_000;

/// A game of two players with a limit of ten minutes, in its first turn.
fn first_turn(secret: u64) -> Play {
    let rules = Rules {
        time_limit: Some(10),
        ..Edition::Modern.rules(2)
    };
    let order = order_by(Edition::Modern, rules);
    let mut play = Play::new(table_by(&order, secret), secret);
    while play.table.state().turn() == 0 {
        play.now_ms += MINUTE;
        play.page_request();
    }
    play
}

fn clock(play: &Play) -> Clock {
    let update = play.told(None, play.table.head());
    update.clock.expect("a time limit")
}

fn left(minutes: u64, running: bool) -> Clock {
    Clock {
        left_ms: minutes * MINUTE,
        running,
    }
}

#[test]
fn win_05_the_clock_runs_from_the_first_turn_on() {
    let rules = Rules {
        time_limit: Some(10),
        ..Edition::Modern.rules(2)
    };
    let play = Play::new(table_by(&order_by(Edition::Modern, rules), 1), 1);
    assert_eq!(clock(&play), left(10, false));
    assert_eq!(play.table.deadline_ms(), None);
    let mut play = first_turn(1);
    assert_eq!(clock(&play), left(10, true));
    let began = play.now_ms;
    play.now_ms += 3 * MINUTE;
    assert_eq!(clock(&play), left(7, true));
    play.page_request();
    assert_eq!(clock(&play), left(7, true));
    assert_eq!(play.table.deadline_ms(), Some(began + 10 * MINUTE));
}

#[test]
fn win_05_when_the_time_is_up_the_game_ends_with_the_turn() {
    let mut play = first_turn(2);
    let deadline = play.table.deadline_ms().expect("it runs");
    assert!(play.table.advance(deadline - 1).is_none());
    play.now_ms = deadline;
    play.advance();
    assert_eq!(play.log.last().expect("a line").body, "time-up");
    assert!(play.table.state().time_up());
    assert_eq!(clock(&play), left(0, false));
    assert!(play.table.advance(deadline + MINUTE).is_none(), "only once");
    let turn = play.table.state().turn();
    while !play.table.is_over() {
        play.page_request();
    }
    assert_eq!(play.table.state().turn(), turn);
    assert!(matches!(play.table.state().phase(), Phase::Over { .. }));
}

#[test]
fn win_05_the_time_before_a_table_is_read_again_does_not_count() {
    let mut play = first_turn(3);
    play.now_ms += 4 * MINUTE;
    play.page_request();
    // Nobody is connected for an hour.
    play.now_ms += 60 * MINUTE;
    play.table = play.restore();
    play.table.find_again();
    assert_eq!(clock(&play), left(6, false));
    play.advance();
    assert_eq!(
        play.log.last().expect("a line").body,
        "resumed after a stop"
    );
    assert_eq!(clock(&play), left(6, true));
    play.now_ms += MINUTE;
    assert_eq!(clock(&play), left(5, true));
    play.page_request();
    // Another restart finds the same in the log.
    play.now_ms += 60 * MINUTE;
    play.table = play.restore();
    play.table.find_again();
    assert_eq!(clock(&play), left(5, false));
}

#[test]
fn a_table_without_a_time_limit_has_no_clock_and_says_nothing_when_it_goes_on() {
    let rules = Edition::Modern.rules(2);
    let mut play = Play::new(table_by(&order_by(Edition::Modern, rules), 4), 4);
    while play.table.state().turn() < 3 {
        play.page_request();
    }
    assert_eq!(play.told(None, 0).clock, None);
    let mut restored = play.restore();
    restored.find_again();
    assert!(restored.advance(u64::MAX).is_none());
}
