//! For how long the game waited for each seat.

use brickwood_rules::{BySeat, Change, Seat};

pub(super) struct ThinkingCounter<'a> {
    /// When each step was taken, in milliseconds.
    times: &'a [u64],
    seats: BySeat<u64>,
}

impl<'a> ThinkingCounter<'a> {
    pub(super) fn new(times: &'a [u64]) -> Self {
        Self {
            times,
            seats: BySeat::all(0),
        }
    }

    /// The time since the step before counts for everybody whose step was awaited.
    pub(super) fn count(&mut self, change: &Change<'_>) {
        let place = change.number as usize - 1;
        let Some(now) = self.times.get(place) else {
            return;
        };
        let before = match place {
            0 => 0,
            place => self.times[place - 1],
        };
        for seat in change.before.awaited().iter() {
            self.seats[seat] += now.saturating_sub(before);
        }
    }

    pub(super) fn of(&self, seat: Seat) -> u64 {
        self.seats[seat]
    }
}
