//! How good a state is for each seat, in points that the seat has or may expect.
//!
//! What a seat may expect is told by time: how many rolls its production needs, harbors and bank
//! trades included, until it can pay for a thing. The same measure values cards in hand, harbors,
//! diversity and scarce resources, and needs no separate term for any of them.

mod standing;
mod time;
mod weights;

use brickwood_rules::{Cards, Phase, Seat, State};

pub(crate) use standing::{Standing, opening_value};
pub(crate) use time::{Counts, counts, rolls_until};
pub(crate) use weights::{HARD, Weights};

use crate::land::Land;
use crate::reach::{self, Occupied};

/// The value of having won: a certainty.
pub(crate) const WON: f32 = 1.0;

/// Values states for one seat.
pub(crate) struct Evaluator<'a> {
    pub(crate) land: &'a Land<'a>,
    pub(crate) weights: &'a Weights,
    pub(crate) seat: Seat,
}

/// The standing of every seat in a state, by seat.
pub(crate) struct Standings(Vec<Standing>);

impl Evaluator<'_> {
    /// How well each seat stands, cards in hand aside.
    pub(crate) fn standings(&self, state: &State) -> Standings {
        let land = self.land;
        let players = land.game.rules().players;
        let occupied = Occupied::new(land, state);
        let spots: Vec<_> = Seat::all(players)
            .map(|seat| reach::spots(land, state, seat, &occupied))
            .collect();
        let horizon = self.horizon(state);
        Standings(
            Seat::all(players)
                .map(|seat| standing::of(self, state, seat, &spots, horizon))
                .collect(),
        )
    }

    /// How many rolls the game may still take.
    fn horizon(&self, state: &State) -> f32 {
        let rules = self.land.game.rules();
        let lead = Seat::all(rules.players)
            .map(|seat| standing::points(state, seat, seat == self.seat))
            .fold(0.0, f32::max);
        let missing = f32::from(rules.points_to_win) - lead;
        (missing * self.weights.rolls_a_point).max(self.weights.shortest_horizon)
    }

    /// The chance of winning, of sorts: own strength against that of all seats.
    pub(crate) fn value(&self, state: &State) -> f32 {
        match state.phase() {
            Phase::Over { winner } if *winner == self.seat => WON,
            Phase::Over { .. } => 0.0,
            _ => self.value_with(&self.standings(state), |seat| state.hand(seat)),
        }
    }

    /// The value where the seats hold these cards.
    pub(crate) fn value_with(&self, standings: &Standings, hand: impl Fn(Seat) -> Cards) -> f32 {
        let sharpness = self.weights.sharpness;
        let mut own = 0.0;
        let mut all = 0.0;
        for (seat, standing) in Seat::all(MAX).zip(&standings.0) {
            let weight = (sharpness * self.strength(standing, hand(seat))).exp();
            all += weight;
            if seat == self.seat {
                own = weight;
            }
        }
        own / all
    }

    /// The strength of one seat with this hand.
    pub(crate) fn strength(&self, standing: &Standing, hand: Cards) -> f32 {
        standing.strength(self, hand)
    }
}

/// More than any number of seats: the standings end first.
const MAX: u8 = brickwood_rules::MAX_SEATS as u8;

impl Standings {
    pub(crate) fn of(&self, seat: Seat) -> &Standing {
        &self.0[seat.index()]
    }
}
