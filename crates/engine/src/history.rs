//! The past of a session's game: undo, the events of a viewer, and the record.

use std::collections::BTreeMap;

use brickwood_notation::{Record, RecordResult, RecordedPlayer, record_text};
use brickwood_rules::{Event, Seat, events};
use serde::Serialize;

use crate::{
    Code, Problem,
    game::Play,
    report::{Body, Status, body},
};

#[derive(Serialize)]
struct Undone<'a> {
    undone: usize,
    status: Status<'a>,
}

/// Takes back steps: by default, the last action and the chance outcomes that followed it.
pub(crate) fn undo(play: &mut Play, steps: Option<usize>) -> Result<Body, Problem> {
    let taken = play.steps().len();
    let undone = steps.unwrap_or_else(|| play.last_action());
    if undone > taken || taken == 0 {
        let message = format!("{taken} steps can be taken back.");
        return Err(Problem::new(Code::NothingToUndo, message));
    }
    play.back_to(taken - undone);
    let status = Status::of(play);
    body(&Undone { undone, status })
}

#[derive(Serialize)]
struct Told {
    events: Vec<Event>,
    words: Vec<String>,
}

/// What a viewer learned from the last steps.
pub(crate) fn told(play: &Play, seat: Option<Seat>, steps: Option<usize>) -> Result<Body, Problem> {
    play.check_seat(seat)?;
    let taken = play.steps().len();
    let last = steps.unwrap_or_else(|| play.last_action());
    let Some(first) = taken.checked_sub(last) else {
        let message = format!("there are {taken} steps");
        return Err(Problem::bad_field("steps", message));
    };
    let learned = (first..taken).map(|number| {
        let step = play.steps()[number];
        let (before, after) = play.before_and_after(number);
        events(play.game(), &before, step, &after, seat)
    });
    let events: Vec<Event> = learned.flatten().collect();
    let names: Vec<String> = (1..=play.game().rules().players)
        .map(|number| format!("Seat {number}"))
        .collect();
    let words = events
        .iter()
        .map(|event| crate::event_words(play.game(), &names, event))
        .collect();
    body(&Told { events, words })
}

#[derive(Serialize)]
struct RecordReport {
    record: String,
}

/// The game so far as a record.
pub(crate) fn record(play: &Play, names: Option<Vec<String>>) -> Result<Body, Problem> {
    let Some(mut header) = play.header.clone() else {
        let message = "This game began from a position, and a record begins with an empty board.";
        return Err(Problem::new(Code::NoRecord, message));
    };
    if let Some(names) = names {
        if names.len() != header.seats.len() {
            let message = format!("there are {} seats", header.seats.len());
            return Err(Problem::bad_field("names", message));
        }
        for (seat, name) in header.seats.iter_mut().zip(names) {
            seat.player = RecordedPlayer::Human;
            seat.name = name;
        }
    }
    // The chance of this game may differ from that of the record that was read.
    header.fair = None;
    header.opening = 0;
    let text = record_text(&Record {
        header,
        steps: play.steps().to_vec(),
        nonces: BTreeMap::new(),
        result: RecordResult::of(play.game(), play.state()),
    });
    let record = text.map_err(|fault| Problem::bad_field("names", fault.to_string()))?;
    body(&RecordReport { record })
}
