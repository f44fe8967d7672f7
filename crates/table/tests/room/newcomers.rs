//! A table that begins by itself, and bots whose seats people take.

use std::sync::Arc;

use brickwood_protocol::{
    BotLevel, BotPace, BotsAfter, Color, Level, NewSeat, NewTable, SeatKind, TableOptions,
};
use brickwood_rules::{FirstPlayer, legal_actions};
use brickwood_table::NodeId;
use brickwood_table::room::{Input, Output, RequestId, Room, RoomConfig, RoomRequest};

use crate::support::{Evening, order, person, seat};

/// A table for three that begins with bots after a minute.
fn open_order() -> NewTable {
    let seats = [Color::Coral, Color::Teal, Color::Amber];
    let options = TableOptions {
        bots_after: Some(BotsAfter {
            seconds: 60,
            level: BotLevel::Own(Level::Easy),
        }),
        takeover_rounds: 3,
        ..TableOptions::default()
    };
    order(seats.map(|color| NewSeat::Human { color }).into(), options)
}

#[test]
fn the_room_begins_with_bots_when_it_is_time() {
    let mut evening = Evening::new(&open_order());
    let host = evening.connect(Some(0));
    evening.pass(30_000);
    assert_eq!(evening.seen(host).begins_in_ms, Some(60_000), "as it came");
    evening.pass(30_000);
    let seen = evening.seen(host);
    let level = BotLevel::Own(Level::Easy);
    assert!(seen.started && seen.seats[2].kind == SeatKind::Bot { level });
}

/// The bot has decided before anybody has come, and its server does not know yet that somebody has.
#[test]
fn a_bot_acts_no_more_for_a_seat_that_a_person_takes_at_another_server() {
    let mut order = open_order();
    let seat = seat(1);
    order.rules.first_player = FirstPlayer::Named { seat };
    let mut evening = Evening::new(&order);
    let host = evening.connect(Some(0));
    evening.pass(60_000);
    let (task, _) = evening.task.take().expect("a bot is first");
    let table = &evening.storage.table;
    let action = legal_actions(table.game(), table.state(), seat)[0];
    let choice = Some((seat, table.command(action)));

    let config = RoomConfig {
        node: NodeId(2),
        pace: BotPace::Normal,
        external_bots: Vec::new(),
    };
    let mut elsewhere = Room::new("t".into(), Arc::new(config));
    let request = RoomRequest::Join {
        person: person(1),
        name: "Ole".into(),
        seat: Some(seat),
        apart: Vec::new(),
        network: None,
    };
    let id = RequestId(1);
    elsewhere.handle(Input::Request { id, request }, evening.now_ms);
    while let Some(output) = elsewhere.poll_output() {
        match output {
            Output::Query(query) => {
                let answer = evening.storage.answer(NodeId(2), query);
                elsewhere.handle(Input::Answer(answer), evening.now_ms);
            }
            Output::Reply { result, .. } => drop(result.expect("a bot sits there")),
            _ => {}
        }
    }
    let head = evening.seen(host).seq;
    evening.handle(Input::Decided { task, choice });
    evening.pass(10_000);
    let seen = evening.seen(host);
    assert_eq!(seen.seq, head + 1, "only that somebody has come");
    assert_eq!(seen.seats[seat.index()].name.as_deref(), Some("Ole"));
}
