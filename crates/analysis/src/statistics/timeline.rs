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
        let is_first = timeline.turns.is_empty();
        timeline.turns.push(state.turn());
        // A card that is played and has not yet done anything would look like a loss.
        let fresh = (is_first || state.phase().is_settled()).then(|| chances(game, state));
        for (seat, line) in Seat::all(game.rules().players).zip(&mut timeline.seats) {
            line.points.push(state.points(game, seat).total());
            let last = line.chance.last().copied().unwrap_or_default();
            line.chance
                .push(fresh.as_ref().map_or(last, |fresh| fresh[seat.index()]));
            line.hand.push(state.hand(seat).total());
            line.produced.push(produced(seat));
            line.road.push(state.road_length(seat));
            line.knights.push(state.knights(seat));
        }
    }

    /// By how much the last step has changed a seat's chance to win; the last step of what was begun, all of that.
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
