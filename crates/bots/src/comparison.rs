//! Comparing actions of one decision by playing them on.

use std::rc::Rc;

use brickwood_rules::{Action, Game, InformationState, Seat, State, Step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::nodes::Nodes;
use crate::playout::Playouts;
use crate::{DecisionContext, guesses};

/// Plays what a seat can do in a decision on, by hard bots, from guesses at the hidden cards. All actions of a playout start
/// from the same guess and have the same luck.
pub struct Comparison<'a> {
    game: &'a Game,
    seat: Seat,
    guesses: Vec<State>,
    playouts: Playouts<'a>,
    /// The turn of this number is not played any more.
    until: u16,
    seed: u64,
}

impl<'a> Comparison<'a> {
    /// Of the viewer's decision, each playout for so many rounds after the turn, or to the end of the game. None for a
    /// spectator.
    pub fn new<'b>(
        game: &'a Game,
        known: impl Into<InformationState<'b>>,
        count: usize,
        rounds: Option<u16>,
        seed: u64,
    ) -> Option<Self> {
        let known = known.into();
        let seat = known.view.viewer?;
        let guesses = guesses(game, known, count, seed);
        let state = *guesses.first()?;
        let playouts = Playouts::new(game, &state, Rc::new(Nodes::unlimited()));
        Some(Self {
            game,
            seat,
            guesses,
            playouts,
            until: rounds.map_or(u16::MAX, |rounds| {
                state.turn() + rounds * u16::from(game.rules().players)
            }),
            seed,
        })
    }

    /// Of a bot's own decision, for so many rounds.
    pub(crate) fn of(
        context: &DecisionContext<'a>,
        count: usize,
        rounds: u16,
        rng: &mut ChaCha8Rng,
    ) -> Self {
        let players = u16::from(context.game.rules().players);
        Self {
            game: context.game,
            seat: context.seat,
            guesses: (0..count).filter_map(|_| context.guess(rng)).collect(),
            playouts: Playouts::new(context.game, &context.state, Rc::clone(&context.nodes)),
            until: context.state.turn() + rounds * players,
            seed: rng.random(),
        }
    }

    /// The guesses from which it plays on.
    pub(crate) fn guesses(&self) -> &[State] {
        &self.guesses
    }

    /// Where the playout of this number ends after each of these actions. None where one of them is illegal in its guess.
    pub fn ends(&self, actions: &[Action], number: u64) -> Option<Vec<State>> {
        let (guess, luck) = self.start(number)?;
        let seat = self.seat;
        let end = |action: &Action| {
            let action = *action;
            let next = guess.apply(self.game, Step::Action { seat, action }).ok()?;
            Some(self.playouts.play(&next, luck, self.until))
        };
        actions.iter().map(end).collect()
    }

    /// Where the playout of this number ends that begins with these actions of the seat; `watch` is shown each step with the
    /// states before and after it. What stands between two actions, as a theft, is decided as in the rest of the playout, and
    /// an action that has become illegal in the seat's turn ends them. None where the first one is illegal in its guess.
    pub fn end_of(
        &self,
        actions: &[Action],
        number: u64,
        watch: impl FnMut(&State, Step, &State),
    ) -> Option<State> {
        let (guess, luck) = self.start(number)?;
        let seat = self.seat;
        if let Some(action) = actions.first().copied() {
            guess.apply(self.game, Step::Action { seat, action }).ok()?;
        }
        let playouts = &self.playouts;
        Some(playouts.play_from(guess, seat, actions, luck, self.until, watch))
    }

    /// The guess from which the playout of this number starts, and the seed of its luck.
    fn start(&self, number: u64) -> Option<(&State, u64)> {
        let guess = self
            .guesses
            .get((number % self.guesses.len().max(1) as u64) as usize)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        Some((guess, rng.random()))
    }
}
