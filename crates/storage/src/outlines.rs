//! The columns of a game that lists of tables show.

use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{Outline, Setup};

use crate::Progress;

/// The columns of an outline that follow from the set-up.
#[derive(Clone, Debug)]
pub(super) struct SetUpColumns {
    /// The preset of the rules, as JSON.
    pub(super) edition: String,
    pub(super) points: u8,
}

impl SetUpColumns {
    pub(super) fn of(setup: &Setup) -> serde_json::Result<Self> {
        Ok(Self {
            edition: serde_json::to_string(&setup.edition)?,
            points: setup.game.rules().points_to_win,
        })
    }
}

pub(super) fn bits(seats: SeatSet) -> u8 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat.index())
}

pub(super) fn seats(bits: u8) -> SeatSet {
    (0..)
        .map_while(Seat::new)
        .filter(|seat| bits & (1 << seat.index()) != 0)
        .collect()
}

/// The stored form of a game's progress. Queries that read by it spell the number out: an index of the games that
/// have come so far serves no parameter.
pub(super) const fn progress_number(progress: Progress) -> u8 {
    match progress {
        Progress::Gathering => 0,
        Progress::Playing => 1,
        Progress::Over => 2,
    }
}

/// The progress of a game that has this stored form.
pub(super) fn progress(number: u8) -> Progress {
    match number {
        0 => Progress::Gathering,
        1 => Progress::Playing,
        _ => Progress::Over,
    }
}

/// The turn in which somebody who comes now would take a bot's seat; none once a game is over. The origin of a game
/// is kept as long as that is possible.
pub(super) fn turn_to_join(outline: Outline) -> Option<u16> {
    match outline.progress {
        Progress::Gathering => Some(0),
        Progress::Playing => Some(outline.turn.max(1)),
        Progress::Over => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_progress_are_read_back_as_they_were_stored() {
        for bits_of in 0..64 {
            assert_eq!(bits(seats(bits_of)), bits_of);
        }
        for far in [Progress::Gathering, Progress::Playing, Progress::Over] {
            assert_eq!(progress(progress_number(far)), far);
        }
    }
}
