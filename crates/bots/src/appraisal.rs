//! What actions are worth to the seat that decides, as a chance to win.

use brickwood_rules::{Action, Game, Intersection, Phase, Seat, State, Step, View, legal_actions};
use libm::expf;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{Evaluator, Scale, mean};
use crate::land::Land;
use crate::plans::is_certain;
use crate::strength::after_set_up;
use crate::{Belief, Hints, guess, opening, robber, search, trade};

/// What does nothing, where it is allowed.
const IDLE: [Action; 5] = [
    Action::EndTurn,
    Action::Roll,
    Action::Pass,
    Action::Decline,
    Action::Withdraw,
];

/// How many actions are compared at most for the worst of them.
const COMPARED: usize = 64;

/// How many evaluations the search of the rest of a turn may take.
const BUDGET: usize = 400;

/// What an action is worth: the log-odds of winning, by guess at the hidden cards.
pub struct Appraisal(Vec<f32>);

impl Appraisal {
    /// The seat's chance to win, from 0 to 1.
    pub fn chance(&self) -> f32 {
        chance(mean(self.0.iter().map(|value| (1.0, *value))))
    }

    /// The standard error, over the guesses, of the difference from the chance with another action of the same decision.
    pub fn doubt(&self, other: &Self) -> f32 {
        let pairs = || self.0.iter().zip(&other.0);
        let gains = || pairs().map(|(a, b)| chance(*a) - chance(*b));
        let count = f32::from(self.0.len() as u16);
        let gain = mean(gains().map(|gain| (1.0, gain)));
        let squares: f32 = gains().map(|other| (other - gain) * (other - gain)).sum();
        (squares / (count - 1.0).max(1.0) / count).sqrt()
    }
}

/// The chance of these log-odds.
fn chance(log_odds: f32) -> f32 {
    1.0 / (1.0 + expf(-log_odds))
}

/// Values the actions of one seat in one decision, by what the seat knows.
///
/// Each value is a mean over some guesses at the hidden cards, the same ones for all actions, and over what
/// chance brings next. An action within a turn is worth as much as the best rest of the turn after it, so
/// that the order in which somebody builds costs nothing. An offer binds nobody: it is worth as much as the
/// best turn without it. An accepted offer is valued as if it were closed, and a counter-offer likewise where
/// the other side gains by it.
pub struct Appraiser<'a> {
    game: &'a Game,
    land: Land<'a>,
    seat: Seat,
    guesses: Vec<(State, Scale)>,
}

impl<'a> Appraiser<'a> {
    /// For the viewer's decision. `belief` is that of its history, where one is known. `scale` says how
    /// strengths become chances in a state, and `seed` from what the guesses are drawn. `None` for a
    /// spectator.
    pub fn new(
        game: &'a Game,
        view: &View,
        belief: Option<&Belief>,
        guesses: usize,
        seed: u64,
        scale: impl Fn(&State) -> Scale,
    ) -> Option<Self> {
        let seat = view.viewer?;
        let land = Land::new(game, view.dice_deck);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut drawn = Vec::with_capacity(guesses);
        let hints = Hints {
            belief,
            bounds: None,
        };
        for _ in 0..guesses {
            let state = guess::guess(&land, view, hints, &mut rng)?;
            let scale = scale(&after_set_up(game, &state)?);
            drawn.push((state, scale));
        }
        Some(Self {
            game,
            land,
            seat,
            guesses: drawn,
        })
    }

    /// What this action is worth. `None` where it is not legal.
    pub fn appraise(&self, action: Action) -> Option<Appraisal> {
        let values = self.guesses.iter().map(|(state, scale)| {
            let evaluator = Evaluator::open(&self.land, state, self.seat, *scale);
            self.value(&evaluator, state, action)
        });
        values.collect::<Option<Vec<f32>>>().map(Appraisal)
    }

    /// The first action of the best turn without trades between players, after the roll; by the first of the
    /// guesses. `None` in other decisions.
    pub fn best_in_turn(&self) -> Option<Action> {
        let (state, scale) = self.guesses.first()?;
        if *state.phase() != Phase::Turn || state.dice().is_none() {
            return None;
        }
        let evaluator = Evaluator::open(&self.land, state, self.seat, *scale);
        let plan = search::best_plan(&evaluator, state, BUDGET);
        Some(plan.first.unwrap_or(Action::EndTurn))
    }

    /// What the seat goes on with in its turn after an action that is worth something there: the actions for which that is worth
    /// so much, by the first of the guesses, up to one that chance or others answer. Nothing where they answer the action itself.
    pub fn rest(&self, action: Action) -> Vec<Action> {
        let seat = self.seat;
        let Some((state, scale)) = self.guesses.first() else {
            return Vec::new();
        };
        let Ok(after) = state.apply(self.game, Step::Action { seat, action }) else {
            return Vec::new();
        };
        if !search::goes_on(&after, seat) || !is_certain(action) {
            return Vec::new();
        }
        let evaluator = Evaluator::open(&self.land, state, seat, *scale);
        let mut actions = search::best_actions(&evaluator, &after, BUDGET);
        if let Some(open) = actions.iter().position(|action| !is_certain(*action)) {
            actions.truncate(open + 1);
        }
        actions
    }

    /// What does least: nothing, where that is allowed, and otherwise what is worst. A settlement of the set-up is worst where it
    /// promises least at a glance; all else, by the first of the guesses.
    pub fn least(&self) -> Option<Action> {
        let (state, scale) = self.guesses.first()?;
        if *state.phase() == Phase::SetUpSettlement {
            let corners = self.corners().into_iter();
            let (at, _) = corners.min_by(|a, b| a.1.total_cmp(&b.1))?;
            return Some(Action::BuildSettlement { at });
        }
        let actions = legal_actions(self.game, state, self.seat);
        if let Some(idle) = IDLE.into_iter().find(|idle| actions.contains(idle)) {
            return Some(idle);
        }
        let evaluator = Evaluator::open(&self.land, state, self.seat, *scale);
        let step = actions.len().div_ceil(COMPARED).max(1);
        actions
            .into_iter()
            .step_by(step)
            .filter_map(|action| Some((action, self.value(&evaluator, state, action)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(action, _)| action)
    }

    /// Of the corners where a settlement of the set-up may stand, how many promise more at a glance than this one, and how many
    /// there are.
    pub fn better_corners(&self, at: Intersection) -> (usize, usize) {
        let corners = self.corners();
        let own = corners.iter().find(|(corner, _)| *corner == at);
        let own = own.map_or(f32::MAX, |(_, promise)| *promise);
        let better = corners.iter().filter(|(_, promise)| *promise > own);
        (better.count(), corners.len())
    }

    /// Where a settlement of the set-up may stand, and what that promises at a glance.
    fn corners(&self) -> Vec<(Intersection, f32)> {
        let Some((state, _)) = self.guesses.first() else {
            return Vec::new();
        };
        let own = state.buildings(self.seat);
        let promise = |at| (at, opening::appeal(&self.land, own, at));
        state.free_intersections().iter().map(promise).collect()
    }

    fn value(&self, evaluator: &Evaluator, state: &State, action: Action) -> Option<f32> {
        let seat = self.seat;
        let after = state.apply(self.game, Step::Action { seat, action }).ok()?;
        let rest = |state: &State| search::best_rest(evaluator, state, BUDGET);
        match *state.phase() {
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } | Phase::FirstCards { .. } => {
                Some(evaluator.value(&after_set_up(self.game, &after)?))
            }
            Phase::Turn if matches!(action, Action::Roll | Action::EndTurn) => {
                Some(evaluator.value(state))
            }
            Phase::SpecialBuilding if action == Action::Pass => Some(evaluator.value(state)),
            Phase::Turn if matches!(action, Action::Offer { .. }) => rest(state),
            Phase::Turn if state.dice().is_none() => search::expected(evaluator, &after),
            Phase::MoveRobber | Phase::Rob { .. } => Some(robber::robbed(evaluator, &after)),
            Phase::Interrupt { .. } if action == Action::Pass => {
                Some(robber::suffered(evaluator, state))
            }
            Phase::Interrupt { .. } => search::expected(evaluator, &after),
            Phase::Trade { trade } if seat != state.active() => {
                Some(trade::answered(evaluator, state, &trade, action))
            }
            Phase::Discard { .. } => Some(evaluator.value(&after)),
            _ => rest(&after),
        }
    }
}
