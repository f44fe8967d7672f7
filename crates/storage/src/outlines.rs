//! What lists say of games, as it is stored.

use brickwood_rules::{Edition, Seat, SeatSet};
use brickwood_table::{Outline, People, Record, Setup, Table};

use crate::Progress;
use crate::tag::tag;

/// The columns of an outline that follow from the set-up.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// The preset of the rules, as JSON.
    pub(super) edition: String,
    pub(super) points: u8,
}

impl Terms {
    pub(super) fn of(setup: &Setup) -> serde_json::Result<Self> {
        Ok(Self {
            edition: serde_json::to_string(&setup.edition)?,
            points: setup.game.rules().points_to_win,
        })
    }
}

pub(super) fn edition(stored: &str) -> serde_json::Result<Edition> {
    serde_json::from_str(stored)
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

/// How far a game is, as it is stored.
pub(super) fn progress(number: u8) -> Progress {
    match number {
        0 => Progress::Gathering,
        1 => Progress::Playing,
        _ => Progress::Over,
    }
}

/// A game that was stored before outlines were.
pub(super) struct Unlisted {
    pub(super) id: String,
    pub(super) setup: String,
    pub(super) people: String,
    pub(super) progress: u8,
}

impl Unlisted {
    /// What a list says of it; nothing if it cannot be read at all. Of a log that cannot be replayed, only
    /// how far the game was.
    pub(super) fn outline(&self, records: Vec<Record>) -> Option<(Terms, Outline)> {
        let report = |error: &dyn std::error::Error| {
            tracing::warn!(table = tag(&self.id), %error, "an old game cannot be replayed");
        };
        let setup: Setup = serde_json::from_str(&self.setup)
            .inspect_err(|error| report(error))
            .ok()?;
        let people: People = serde_json::from_str(&self.people)
            .inspect_err(|error| report(error))
            .ok()?;
        let terms = Terms::of(&setup).ok()?;
        let outline = Table::restore(setup, people, records)
            .inspect_err(|error| report(error))
            .map_or_else(
                |_| Outline::at(progress(self.progress)),
                |table| table.outline(),
            );
        Some((terms, outline))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::progress_number;

    #[test]
    fn what_is_stored_of_seats_and_progress_is_read_back() {
        for bits_of in 0..64 {
            assert_eq!(bits(seats(bits_of)), bits_of);
        }
        for far in [Progress::Gathering, Progress::Playing, Progress::Over] {
            assert_eq!(progress(progress_number(far)), far);
        }
    }
}
