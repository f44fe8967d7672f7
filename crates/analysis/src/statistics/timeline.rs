//! How everything developed.

use brickwood_rules::{Change, Game, Seat, State};

use super::dice::DiceCounter;
use crate::chance::chances;
use crate::protocol::{SeatTimeline, Timeline};

pub(super) struct TimelineCounter(Timeline);

impl TimelineCounter {
    /// With the entries from before the first step.
    pub(super) fn new(game: &Game, state: &State) -> Self {
        let mut counter = Self(Timeline {
            turns: Vec::new(),
            seats: vec![SeatTimeline::default(); game.rules().seats()],
        });
        counter.add(game, state, |_| 0);
        counter
    }

    pub(super) fn count(&mut self, change: &Change<'_>, dice: &DiceCounter) {
        self.add(change.game, change.after, |seat| dice.received(seat));
    }

    fn add(&mut self, game: &Game, state: &State, produced: impl Fn(Seat) -> u32) {
        let timeline = &mut self.0;
        timeline.turns.push(state.turn());
        let seats = Seat::all(game.rules().players).zip(chances(game, state));
        for ((seat, chance), line) in seats.zip(&mut timeline.seats) {
            line.points.push(state.points(game, seat).total());
            line.chance.push(chance);
            line.hand.push(state.hand(seat).total());
            line.produced.push(produced(seat));
            line.road.push(state.road_length(seat));
            line.knights.push(state.knights(seat));
        }
    }

    /// By how much the last step has changed a seat's chance to win.
    pub(super) fn last_change(&self, seat: Seat) -> f32 {
        match self.0.seats[seat.index()].chance[..] {
            [.., before, after] => after - before,
            _ => 0.0,
        }
    }

    pub(super) fn finish(self) -> Timeline {
        self.0
    }
}
