//! One game between players.

use std::sync::Arc;

use brickwood_rules::{Illegal, Playthrough, Seat, SeatSet, Step, ToAct};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Budget, Chance, DecisionRequest, Player, PlayerError};

/// How long a game may last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// Turns, of all seats together.
    pub turns: u16,
    /// Steps: actions and outcomes of chance. Offers without end meet it.
    pub steps: u32,
}

impl Default for Caps {
    /// Far more than games of any bots take that try to win.
    fn default() -> Self {
        Self {
            turns: 1_000,
            steps: 50_000,
        }
    }
}

/// What a player did that nobody may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Foul {
    /// An action that breaks a rule.
    Illegal(Illegal),
    /// Nothing, where it alone was to act.
    Stalled,
    /// It could not play on.
    Failed(PlayerError),
}

impl std::fmt::Display for Foul {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal(illegal) => write!(f, "broke a rule: {illegal}"),
            Self::Stalled => f.write_str("did nothing where it was to act"),
            Self::Failed(error) => write!(f, "failed: {error}"),
        }
    }
}

/// How a game came out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub enum Ending {
    /// One has won, or several share a game against the time limit.
    Won { winners: SeatSet },
    /// Nobody could reach the goal any more, so the game was ended without a winner (RUL-25).
    NoWinner,
    /// It met a cap, or chance had nothing to say any more.
    Unfinished,
    /// A player made the game impossible, and has lost it.
    Faulty {
        seat: Seat,
        /// How.
        fault: Foul,
    },
}

/// Plays a game on to its end.
///
/// The players are those of the seats, in their order. Seats that may act at the same time are asked
/// in that order too, until one has something to do. `seed` is for what the players leave to chance.
pub fn play(
    course: &mut Playthrough,
    players: &mut [Box<dyn Player>],
    chance: &mut dyn Chance,
    seed: u64,
    budget: Budget,
    caps: Caps,
) -> Ending {
    let game = &*Arc::clone(course.game());
    let mut seeds = ChaCha8Rng::seed_from_u64(seed);
    seeds.set_stream(3);
    loop {
        let (state, steps) = (*course.state(), course.steps().len());
        if let Some(winners) = state.phase().winners() {
            return if winners.is_empty() {
                Ending::NoWinner
            } else {
                Ending::Won { winners }
            };
        }
        if state.turn() > caps.turns || steps >= caps.steps as usize {
            return Ending::Unfinished;
        }
        let step = match state.to_act() {
            ToAct::Chance => match chance.draw(game, &state) {
                Some(outcome) => Step::Chance { outcome },
                None => return Ending::Unfinished,
            },
            ToAct::Seats { seats } => {
                let mut ask = |seat: Seat| {
                    let player = &mut players[seat.index()];
                    let history = if player.reads_history() {
                        course.history(Some(seat))
                    } else {
                        None
                    };
                    let request = DecisionRequest {
                        game,
                        view: &state.view(game, Some(seat)),
                        history,
                        seed: seeds.random_range(0..=u64::MAX),
                        budget,
                    };
                    player.decide(&request)
                };
                match first_to_act(seats, &mut ask) {
                    Ok(Some(step)) => step,
                    Ok(None) => {
                        return Ending::Faulty {
                            seat: state.awaited().iter().next().unwrap_or(state.active()),
                            fault: Foul::Stalled,
                        };
                    }
                    Err((seat, error)) => {
                        return Ending::Faulty {
                            seat,
                            fault: Foul::Failed(error),
                        };
                    }
                }
            }
            ToAct::Nobody => unreachable!("somebody is to act until the game is over"),
        };
        match (course.take(step), step) {
            (Ok(()), _) => {}
            (Err(illegal), Step::Action { seat, .. }) => {
                return Ending::Faulty {
                    seat,
                    fault: Foul::Illegal(illegal),
                };
            }
            // Chance said what cannot be: a script for another game.
            (Err(_), _) => return Ending::Unfinished,
        }
    }
}

/// The action of the first of these seats that takes one.
fn first_to_act(
    seats: SeatSet,
    ask: &mut dyn FnMut(Seat) -> Result<Option<brickwood_rules::Action>, PlayerError>,
) -> Result<Option<Step>, (Seat, PlayerError)> {
    for seat in seats.iter() {
        match ask(seat) {
            Ok(Some(action)) => return Ok(Some(Step::Action { seat, action })),
            Ok(None) => {}
            Err(error) => return Err((seat, error)),
        }
    }
    Ok(None)
}
