//! Storages that are away for a while: nobody can act, and nobody loses time to think.

use brickwood_protocol::{
    ClientMessage, ClockRule, Command, LogEntry, ServerMessage, TableOptions,
};
use brickwood_table::room::{ConnectionId, Input};

use crate::support::{Evening, NODE, order_of_two, person};

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
    at_another_server(&mut evening, actor, ask_for_time);
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

/// All lines of the log that a client was told, as of its last welcome.
fn lines_told(evening: &Evening, client: ConnectionId) -> Vec<LogEntry> {
    let mut lines = Vec::new();
    for message in evening.told(client) {
        if let ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } = message {
            if update.log.first().is_some_and(|first| first.seq == 1) {
                lines.clear();
            }
            lines.extend(update.log.iter().cloned());
        }
    }
    lines
}

/// A client was told the log as it is stored, and its last state.
fn knows_the_log(evening: &Evening, client: ConnectionId) {
    let seen = evening.seen(client);
    let table = &evening.storage.table;
    let viewer = table.viewer(Some(person(number_of(evening, client))), None);
    let stored = table.update(viewer, 0, evening.now_ms);
    assert_eq!(lines_told(evening, client), stored.log);
    assert_eq!((seen.seq, &seen.view), (stored.seq, &stored.view));
}

/// The number of the person with a connection: their seats are in the same order.
fn number_of(evening: &Evening, client: ConnectionId) -> u8 {
    u8::from(evening.seen(client).view.viewer.expect("a seat"))
}

/// A player, who is connected here, acts at another server, which does not tell this one.
fn at_another_server(
    evening: &mut Evening,
    player: ConnectionId,
    act: impl FnOnce(&mut Evening, ConnectionId),
) {
    let number = number_of(evening, player);
    evening.elsewhere(|evening| {
        let player = evening.connect(Some(number));
        act(evening, player);
    });
}

fn ask_for_time(evening: &mut Evening, client: ConnectionId) {
    evening.done(client, |key| ClientMessage::Command {
        key,
        command: Command::MoreTime {},
    });
}

/// Another server has stored a line, everybody here was shown it, and it is lost with the primary of the storage.
fn shown_and_lost() -> (Evening, ConnectionId) {
    let (mut evening, actor) = thinking();
    evening.pass(1_000);
    at_another_server(&mut evening, actor, ask_for_time);
    evening.handle(Input::Hint);
    assert_eq!(
        evening.seen(actor).seq,
        evening.storage.records.len() as u32
    );
    evening.lose_last_line();
    (evening, actor)
}

#[test]
fn a_line_that_was_shown_and_is_lost_with_the_primary_is_taken_back() {
    let (mut evening, actor) = shown_and_lost();
    be_away(&mut evening, 3_000);
    evening.pass(2_000);
    knows_the_log(&evening, actor);
}

#[test]
fn another_line_in_place_of_a_lost_one_is_shown() {
    let (mut evening, actor) = shown_and_lost();
    evening.storage.is_away = true;
    note_away(&mut evening);
    evening.storage.is_away = false;
    at_another_server(&mut evening, actor, |evening, player| {
        evening.settle(player);
    });
    evening.handle(Input::Hint);
    knows_the_log(&evening, actor);
}

#[test]
fn nothing_is_stored_on_top_of_a_lost_line() {
    let (mut evening, actor) = shown_and_lost();
    at_another_server(&mut evening, actor, |evening, player| {
        evening.settle(player);
    });
    // Its heartbeat says that the storage knows this server no more.
    evening.handle(Input::Gone {
        nodes: [NODE].into(),
    });
    ask_for_time(&mut evening, actor);
    knows_the_log(&evening, actor);
}
