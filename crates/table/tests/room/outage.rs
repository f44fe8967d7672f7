//! Storages that are away for a while: nobody can act, and nobody loses time to think.

use brickwood_protocol::{ClientMessage, ClockRule, Command, TableOptions};
use brickwood_table::room::{ConnectionId, Input};

use crate::support::{Evening, order_of_two};

const TURN_MS: u64 = 20_000;

/// A game with a clock whose storage is going to fail, and whoever is to act.
fn thinking() -> (Evening, ConnectionId) {
    let (evening, people) = Evening::begun(&order_of_two(TableOptions {
        clock: ClockRule::Turn {
            seconds: (TURN_MS / 1000) as u16,
        },
        ..TableOptions::default()
    }));
    let actor = evening.actor(&people);
    (evening, actor)
}

/// The driver has learned that the storage does not answer.
fn note_away(evening: &mut Evening) {
    let at_ms = evening.now_ms;
    evening.handle(Input::Away { at_ms });
}

/// The storage is away for this long, as the driver's heartbeats notice.
fn be_away(evening: &mut Evening, ms: u64) {
    evening.storage.is_away = true;
    for _ in 0..ms / 1000 {
        evening.pass(1000);
        note_away(evening);
    }
    evening.storage.is_away = false;
}

/// Whether the player's time runs out after this long, and not before.
fn has_left(mut evening: Evening, player: ConnectionId, ms: u64) {
    let timed_out = |evening: &Evening| {
        let lines = evening.storage.records.iter();
        lines.filter(|line| line.body.contains("timed out")).count()
    };
    assert_eq!(timed_out(&evening), 0);
    evening.pass(ms - 10);
    assert_eq!(timed_out(&evening), 0, "{:#?}", evening.storage.records);
    // It takes a second until a room that has failed asks again, and clocks have a second more than they show.
    evening.pass(2_500);
    assert!(timed_out(&evening) > 0, "{:#?}", evening.seen(player));
}

#[test]
fn a_player_has_all_of_their_time_after_the_storage_was_away() {
    let (mut evening, actor) = thinking();
    evening.pass(5_000);
    be_away(&mut evening, 60_000);
    has_left(evening, actor, TURN_MS);
}

#[test]
fn while_the_storage_is_away_everybody_sees_that_no_time_passes() {
    let (mut evening, actor) = thinking();
    evening.pass(5_000);
    be_away(&mut evening, 3_000);
    let seen = evening.seen(actor);
    assert!(seen.seats.iter().all(|seat| !seat.running));
}

#[test]
fn a_player_whose_action_could_not_be_stored_loses_no_time() {
    let (mut evening, actor) = thinking();
    evening.storage.is_away = true;
    let refused = evening.say(actor, |key| ClientMessage::Command {
        key,
        command: Command::MoreTime {},
    });
    assert_eq!(refused.unwrap_err().code(), "unavailable");
    // Nobody tells the room when it is over: it asks again.
    evening.pass(60_000);
    evening.storage.is_away = false;
    has_left(evening, actor, TURN_MS);
}

#[test]
fn what_was_stored_before_the_storage_was_away_is_no_sign_that_it_is_back() {
    let (mut evening, actor) = thinking();
    evening.pass(5_000);
    // Another server stores a line, and its hint is lost.
    let number = u8::from(evening.seen(actor).view.viewer.expect("a seat"));
    evening.elsewhere(|evening| {
        let player = evening.connect(Some(number));
        evening.done(player, |key| ClientMessage::Command {
            key,
            command: Command::MoreTime {},
        });
    });
    be_away(&mut evening, 60_000);
    evening.handle(Input::Hint);
    has_left(evening, actor, TURN_MS - 5_000 + 60_000);
}

#[test]
fn a_player_who_could_not_see_an_action_for_long_has_all_of_their_time() {
    let (mut evening, actor) = thinking();
    evening.held_up_ms = 15_000;
    evening.settle(actor);
    has_left(evening, actor, TURN_MS);
}

#[test]
fn a_player_loses_no_time_when_it_takes_long_until_the_table_has_resumed() {
    let (mut evening, actor) = thinking();
    evening.pass(1_000);
    note_away(&mut evening);
    // The line waits for another primary. What the driver learns meanwhile, it cannot tell the room before.
    evening.held_up_ms = 15_000;
    evening.pass(1_000);
    let lines = evening.storage.records.iter();
    let resumed = lines.filter(|line| line.body == "resumed");
    assert_eq!(resumed.count(), 2, "the first one was from before");
    has_left(evening, actor, TURN_MS);
}
