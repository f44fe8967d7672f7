//! Playing a state on with hard bots in all seats, to see what becomes of it.

use std::rc::Rc;

use brickwood_rules::{Action, ChanceOutcome, Game, Phase, Seat, State, Step, ToAct, draw_outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::land::Land;
use crate::nodes::Nodes;
use crate::{Care, DecisionContext, Level, decide};

/// A playout that has taken so many steps is given up: offers without end would meet this.
const MOST_STEPS: u32 = 20_000;

/// Plays states of a game on. The bots see each other's cards, which makes them quick, and remember nothing.
pub(crate) struct Playouts<'a> {
    game: &'a Game,
    land: Land<'a>,
    nodes: Rc<Nodes>,
}

/// What chance decides in a playout. Dice and cards come from streams of their own, so that playouts of one seed have
/// the same dice whatever the seats do.
struct Fortune {
    dice: ChaCha8Rng,
    cards: ChaCha8Rng,
}

impl Fortune {
    fn new(seed: u64) -> Self {
        let stream = |number| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(number);
            rng
        };
        Self {
            dice: stream(1),
            cards: stream(2),
        }
    }

    fn draw(&mut self, game: &Game, state: &State) -> Option<ChanceOutcome> {
        let rng = match state.phase() {
            Phase::Theft { .. } | Phase::Draw => &mut self.cards,
            _ => &mut self.dice,
        };
        draw_outcome(game, state, |weights| rng.random_range(0..weights))
    }
}

impl<'a> Playouts<'a> {
    /// Within what a decision may still evaluate; each choice in a playout counts as a position, too. `state` is one of
    /// those to be played on: it says which throws are left in a deck of dice.
    pub(crate) fn new(game: &'a Game, state: &State, nodes: Rc<Nodes>) -> Self {
        let land = Land::new(game, Some(state.dice_deck()));
        Self { game, land, nodes }
    }

    /// Plays on until the game is over, or the turn of this number is about to begin. The same seed gives the same
    /// course.
    pub(crate) fn play(&self, state: &State, seed: u64, until: u16) -> State {
        self.play_from(state, state.active(), &[], seed, until, |_, _, _| ())
    }

    /// Likewise, where the seat begins with these actions, and shows `watch` each step with the states before and after it. What
    /// stands between two of them is decided as everywhere. Where the next one is not legal when the turn is the seat's own, the
    /// rest of them is left.
    pub(crate) fn play_from(
        &self,
        state: &State,
        own: Seat,
        mut actions: &[Action],
        seed: u64,
        until: u16,
        mut watch: impl FnMut(&State, Step, &State),
    ) -> State {
        let mut fortune = Fortune::new(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = *state;
        for _ in 0..MOST_STEPS {
            if let [action, rest @ ..] = actions {
                let step = Step::Action {
                    seat: own,
                    action: *action,
                };
                if let Ok(next) = state.apply(self.game, step) {
                    watch(&state, step, &next);
                    (state, actions) = (next, rest);
                    continue;
                }
                if *state.phase() == Phase::Turn {
                    actions = &[];
                }
            }
            let step = match state.to_act() {
                ToAct::Nobody => break,
                ToAct::Seats { .. } if state.turn() >= until && state.dice().is_none() => break,
                ToAct::Chance => fortune
                    .draw(self.game, &state)
                    .map(|outcome| Step::Chance { outcome }),
                ToAct::Seats { .. } => state.awaited().iter().find_map(|seat| {
                    let action = self.choose(&state, seat, &mut rng)?;
                    Some(Step::Action { seat, action })
                }),
            };
            let Some(step) = step else { break };
            let Ok(next) = state.apply(self.game, step) else {
                break;
            };
            watch(&state, step, &next);
            state = next;
        }
        state
    }

    fn choose(&self, state: &State, seat: Seat, rng: &mut ChaCha8Rng) -> Option<Action> {
        self.nodes.count();
        let view = state.view(self.game, Some(seat));
        let nodes = Rc::clone(&self.nodes);
        let context = DecisionContext::known(&self.land, &view, seat, state, nodes, Care::QUICK);
        decide(Level::Hard, &context, rng)
    }
}
