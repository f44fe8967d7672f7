//! Records, and games that a seat cannot tell apart.

use std::fs;

use brickwood_rules::{Game, History, Seat, State, Step, View};
use brickwood_table::{PlayedGame, played_game_of_record};

const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests-data/records");
/// How many lines after a hidden card the games go on.
const LATER: usize = 9;

pub(crate) fn record(name: &str) -> String {
    fs::read_to_string(format!("{RECORDS}/{name}.record")).expect("the record is there")
}

pub(crate) fn play(game: &Game, steps: &[Step]) -> State {
    steps.iter().fold(State::new(game), |state, step| {
        state.apply(game, *step).expect("a legal step")
    })
}

/// Everything that a seat has been told.
pub(crate) fn known(played: &PlayedGame, seat: Seat) -> (View, History) {
    let PlayedGame { game, steps, .. } = played;
    let history = History::from_steps(game, Some(seat), steps.iter().copied());
    let view = play(game, steps).view(game, Some(seat));
    (view, history.expect("legal steps"))
}

/// A record up to a hidden card and some lines on, and the same with another card that could have been there.
pub(crate) fn beside(lines: &[&str], at: usize) -> Option<(String, String)> {
    let kinds: &[&str] = match lines[at].split_whitespace().next()? {
        "stolen" => &["stolen B", "stolen L", "stolen W", "stolen G", "stolen O"],
        "drawn" => &["drawn knight", "drawn victory-point", "drawn monopoly"],
        _ => return None,
    };
    (at + 1..=lines.len().min(at + 1 + LATER))
        .rev()
        .find_map(|end| {
            let others = kinds.iter().filter(|kind| **kind != lines[at]);
            let mut texts = others.map(|other| {
                let changed = [&lines[..at], &[*other][..], &lines[at + 1..end]].concat();
                changed.join("\n") + "\n"
            });
            let other = texts.find(|text| played_game_of_record(text).is_ok())?;
            Some((lines[..end].join("\n") + "\n", other))
        })
}
