//! Bots of four levels. A bot knows only the [`InformationState`] of its seat: the [`View`], and what
//! it has been told since the game began, if that is known. Its next action follows from these and a
//! seed alone, so that it can sit down in the middle of a game.
//!
//! To look ahead, a bot guesses the hidden cards in some way that the view allows; the hard and
//! the expert level draw their guesses from a [`Belief`], where they have a history. What it may do does not depend on the
//! guess, so every action that it returns is legal in the true state.

mod advice;
mod alternatives;
mod appraisal;
mod belief;
mod comparison;
mod discard;
mod easy;
mod evaluation;
mod expert;
mod finish;
mod guess;
mod hard;
mod land;
mod last_resort;
mod leaf;
mod look;
mod manner;
mod medium;
mod network;
mod nodes;
mod opening;
mod partners;
mod plans;
mod playout;
mod reach;
mod robber;
mod search;
mod strength;
mod trade;
pub mod tuning;

use std::{rc::Rc, sync::Arc};

use brickwood_rules::{
    Action, Game, HandBounds, History, Illegal, InformationState, Phase, Seat, State, Step, Terms,
    View, for_each_action, legal_actions,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::Weights;
use crate::land::Land;
use crate::nodes::Nodes;

pub use advice::{Judgment, advise, explain};
pub use alternatives::alternatives;
pub use appraisal::{Appraisal, Appraiser};
pub use belief::{Belief, Development, Hands};
pub use brickwood_protocol::Level;
pub use comparison::Comparison;
pub use easy::impulse;
pub use evaluation::{Scale, ease_lead};
pub use manner::Manner;
pub use plans::{TurnPlan, offers, plans};
pub use strength::{after_set_up, strengths};

/// What a bot decides from: the board, its own seat, and a state that looks like its view.
struct DecisionContext<'a> {
    game: &'a Game,
    land: &'a Land<'a>,
    seat: Seat,
    view: &'a View,
    hints: Hints<'a>,
    /// What its seat has been told, where that is known.
    history: Option<&'a History>,
    /// Where that is not known: the offers that nobody took, of its seat's present turn and the last one.
    in_vain: &'a [Terms],
    /// What it may still evaluate.
    nodes: Rc<Nodes>,
    /// What each thing is worth to it.
    weights: &'a Weights,
    level: Level,
    manner: Manner,
    /// Whether it was told to trade as at a table, and does not only do so because it remembers nothing.
    at_a_table: bool,
    /// Whether it knows which of its recent offers nobody took.
    remembers: bool,
    /// Own cards and everything public as they are; the cards of others guessed.
    state: State,
    /// How carefully it decides.
    care: Care,
}

/// How carefully a bot decides that negotiates.
#[derive(Clone, Copy, Debug)]
struct Care {
    /// Over how many guesses at the others' cards a decision that turns on them is averaged; the state itself, if none.
    guesses: usize,
    /// How many evaluations the search of a turn may take.
    budget: usize,
}

impl Care {
    /// At a table.
    const FULL: Self = Self {
        guesses: 4,
        budget: 800,
    };

    /// In a playout, where all cards are known.
    const QUICK: Self = Self {
        guesses: 0,
        budget: 100,
    };

    /// Whether it is that of a table.
    const fn is_full(self) -> bool {
        self.guesses > 0
    }
}

impl<'a> DecisionContext<'a> {
    fn new(
        land: &'a Land<'a>,
        view: &'a View,
        hints: Hints<'a>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Self> {
        let seat = view.viewer?;
        let state = guess::guess(land, view, hints, rng)?;
        let nodes = Rc::new(Nodes::unlimited());
        let known = Self::known(land, view, seat, &state, nodes, Care::FULL);
        Some(Self { hints, ..known })
    }

    /// Where all cards are known.
    fn known(
        land: &'a Land<'a>,
        view: &'a View,
        seat: Seat,
        state: &State,
        nodes: Rc<Nodes>,
        care: Care,
    ) -> Self {
        Self {
            game: land.game,
            land,
            seat,
            view,
            hints: Hints::default(),
            history: None,
            in_vain: &[],
            nodes,
            weights: &evaluation::HARD,
            level: Level::Hard,
            manner: Manner::Table,
            at_a_table: false,
            remembers: false,
            state: *state,
            care,
        }
    }

    /// One more state that looks like the view.
    fn guess(&self, rng: &mut ChaCha8Rng) -> Option<State> {
        guess::guess(self.land, self.view, self.hints, rng)
    }

    /// The states over which a decision is averaged that turns on the cards of others.
    fn guesses(&self, rng: &mut ChaCha8Rng) -> Vec<State> {
        if self.care.guesses == 0 {
            return vec![self.state];
        }
        let guesses = (0..self.care.guesses).filter_map(|_| self.guess(rng));
        guesses.collect()
    }

    /// Whether it is to answer the offer of another seat.
    fn answers(&self) -> bool {
        matches!(self.state.phase(), Phase::Trade { .. }) && self.seat != self.state.active()
    }

    /// How many offers it may make in a turn.
    const fn most_offers(&self) -> u8 {
        self.manner.most_offers(self.level, self.remembers)
    }

    /// What part of its gain others want to gain by the next trade of the active seat; nothing where nobody knows how many it
    /// has closed in its turn.
    fn price(&self, active: Seat) -> f32 {
        self.history.map_or(0.0, |history| {
            let closed = trade::closed_in_turn(active, history);
            self.manner.price(closed)
        })
    }

    /// The state after an own action, where that is legal.
    fn after(&self, action: Action) -> Option<State> {
        let seat = self.seat;
        self.state
            .apply(self.game, Step::Action { seat, action })
            .ok()
    }
}

/// A bot for one seat of one game. It remembers what it has concluded from the history so far, so that
/// each decision costs only what is new. Its decisions are those of [`choose`], unless it has been given a manner or
/// weights.
#[derive(Clone, Debug)]
pub struct Bot {
    level: Level,
    belief: Option<Belief>,
    /// The weights of the hard level where they are not its own.
    weights: Option<Arc<Weights>>,
    manner: Manner,
    /// The recent offers of its seat that nobody took, where they are known without a history.
    in_vain: Option<Arc<[Terms]>>,
}

impl Bot {
    /// A bot that has seen nothing yet.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            belief: None,
            weights: None,
            manner: Manner::Table,
            in_vain: None,
        }
    }

    /// A bot of the hard level to which things are worth what these weights say.
    pub const fn with_weights(weights: Arc<Weights>) -> Self {
        Self {
            level: Level::Hard,
            belief: None,
            weights: Some(weights),
            manner: Manner::Table,
            in_vain: None,
        }
    }

    /// The same bot with another way to trade. The levels that do not negotiate only learn from it whether to make offers, to
    /// take some, and to repeat what nobody has taken.
    #[must_use]
    pub fn with_manner(self, manner: Manner) -> Self {
        Self { manner, ..self }
    }

    /// The same bot, told which of its seat's offers nobody took in this turn and its last one. With that, it trades in its
    /// manner where the history is not known.
    #[must_use]
    pub fn with_offers_in_vain(self, terms: impl Into<Arc<[Terms]>>) -> Self {
        let in_vain = Some(terms.into());
        Self { in_vain, ..self }
    }

    /// Whether it trades in its manner. If it knows neither the history nor its offers in vain, it trades as at a table.
    pub fn keeps_its_manner(&self, knows_history: bool) -> bool {
        knows_history
            || self.in_vain.is_some()
            || matches!(self.manner, Manner::Silent | Manner::Quiet | Manner::Table)
    }

    /// How well it plays.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The action that it takes in the viewer's seat; see [`choose`].
    pub fn choose<'a>(
        &mut self,
        game: &Game,
        known: impl Into<InformationState<'a>>,
        seed: u64,
    ) -> Option<Action> {
        let decision = self.choose_within(game, known, seed, u32::MAX);
        decision.map(|decision| decision.action)
    }

    /// The same, within a budget of positions that are evaluated; `None` if there is nothing to decide.
    ///
    /// The search stops where the budget is spent, and the best action that it has found by then is taken.
    /// It finishes the action that it is at, which takes it fewer than 100 further positions. Only the hard and the
    /// expert level search: the others evaluate positions only where they settle.
    pub fn choose_within<'a>(
        &mut self,
        game: &Game,
        known: impl Into<InformationState<'a>>,
        seed: u64,
        nodes: u32,
    ) -> Option<Decision> {
        let known = known.into();
        if !has_a_choice(known.view) {
            return None;
        }
        self.follow(game, known.history);
        let belief = known.history.and(self.belief.as_ref());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let land = Land::new(game, known.view.dice_deck);
        let mut context = self.context(&land, known, belief, &mut rng)?;
        context.nodes = Rc::new(Nodes::new(nodes));
        let action = decide(self.level, &context, &mut rng)?;
        let (nodes, is_whole) = (context.nodes.used(), !context.nodes.was_cut());
        // A belief that had to grow is worked out again, so that none takes much memory for long.
        self.belief = self.belief.take().filter(|belief| !belief.has_grown());
        Some(Decision {
            action,
            nodes,
            is_whole,
        })
    }

    /// Concludes what this history tells, if it asks itself.
    fn follow(&mut self, game: &Game, history: Option<&History>) {
        let Some(history) = history.filter(|_| self.level.reads_history()) else {
            return;
        };
        match &mut self.belief {
            Some(belief) => belief.follow(game, history),
            none => *none = Some(Belief::from_history(game, history)),
        }
    }

    /// What it decides from.
    fn context<'a>(
        &'a self,
        land: &'a Land<'a>,
        known: InformationState<'a>,
        belief: Option<&'a Belief>,
        rng: &mut ChaCha8Rng,
    ) -> Option<DecisionContext<'a>> {
        let hints = Hints {
            belief,
            bounds: known.bounds,
        };
        let mut context = DecisionContext::new(land, known.view, hints, rng)?;
        context.history = known.history;
        context.in_vain = self.in_vain.as_deref().unwrap_or_default();
        context.level = self.level;
        context.at_a_table = self.manner.is_of_a_table();
        context.remembers = known.history.is_some() || self.in_vain.is_some();
        if self.keeps_its_manner(known.history.is_some()) {
            context.manner = self.manner;
        }
        if let Some(weights) = &self.weights {
            context.weights = weights;
        }
        Some(context)
    }
}

/// What a bot of this level does.
fn decide(level: Level, context: &DecisionContext, rng: &mut ChaCha8Rng) -> Option<Action> {
    if context.manner == Manner::Silent && context.answers() {
        return Some(Action::Decline);
    }
    let action = match level {
        Level::Easy => easy::choose(context, rng),
        Level::Medium => medium::choose(context, context.view, rng),
        Level::Hard => hard::choose(context, rng),
        Level::Expert => expert::choose(context, rng),
    };
    action
        .filter(|action| context.after(*action).is_some())
        .or_else(|| any_action(context))
}

/// What a bot decides within a budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The action that it takes.
    pub action: Action,
    /// How many positions it has evaluated.
    pub nodes: u32,
    /// Whether the budget has sufficed: the action is then that of [`choose`].
    pub is_whole: bool,
}

/// What is known of hidden cards beyond the view.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints<'a> {
    pub(crate) belief: Option<&'a Belief>,
    pub(crate) bounds: Option<&'a HandBounds>,
}

/// The action that a bot of this level takes in the viewer's seat. The same view, history and seed
/// give the same action. A history must be that of the viewer in this game; without one (a [`View`]
/// alone will do) a bot decides from the view.
///
/// `None` means that there is nothing to do now: the viewer is a spectator, its seat is not to act,
/// it has answered the open offer, or it waits for the answers to its own. Ask again after the next
/// step. A caller that cannot wait for an answer any longer calls [`give_up`].
pub fn choose<'a>(
    level: Level,
    game: &Game,
    known: impl Into<InformationState<'a>>,
    seed: u64,
) -> Option<Action> {
    Bot::new(level).choose(game, known, seed)
}

/// Whether an own action ends the game in the seat's favor.
fn wins(context: &DecisionContext, action: Action) -> bool {
    let after = context.after(action);
    after.is_some_and(
        |state| matches!(state.phase(), Phase::Over { winners } if winners.contains(context.seat)),
    )
}

/// Every legal action of the viewer but offers and counter-offers, which are without end; none for a
/// spectator, and none where its seat is not to act. As [`choose`], it turns on no hidden card.
pub fn legal_choices(game: &Game, view: &View) -> Vec<Action> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let land = Land::new(game, view.dice_deck);
    DecisionContext::new(&land, view, Hints::default(), &mut rng)
        .map(|context| legal_actions(game, &context.state, context.seat))
        .unwrap_or_default()
}

/// How well the viewer stands after an action, as the hard level sees it: log-odds of winning, of
/// sorts, on average over what chance brings next. The same seed guesses the same hidden cards.
/// Nothing where the action is not legal, or leaves the decision to others.
pub fn value_after<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    action: Action,
    seed: u64,
) -> Option<f32> {
    let known = known.into();
    let belief = belief(game, known);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let hints = Hints {
        belief: belief.as_ref(),
        bounds: known.bounds,
    };
    let land = Land::new(game, known.view.dice_deck);
    let context = DecisionContext::new(&land, known.view, hints, &mut rng)?;
    let evaluator = evaluation::Evaluator::new(&context);
    search::expected(&evaluator, &context.after(action)?)
}

/// What the viewer believes after its history, if that is known.
pub fn belief(game: &Game, known: InformationState<'_>) -> Option<Belief> {
    known
        .history
        .map(|history| Belief::from_history(game, history))
}

/// States that look like what the viewer knows: its own cards and everything public as they are, the cards
/// of the others drawn from its [`Belief`]. Without a history, the unseen cards are dealt with regard to what
/// each seat produces. The same view, history and seed give the same states; none for a spectator.
pub fn guesses<'a>(
    game: &Game,
    known: impl Into<InformationState<'a>>,
    count: usize,
    seed: u64,
) -> Vec<State> {
    let known = known.into();
    let belief = belief(game, known);
    let land = Land::new(game, known.view.dice_deck);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let hints = Hints {
        belief: belief.as_ref(),
        bounds: known.bounds,
    };
    let one = || guess::guess(&land, known.view, hints, &mut rng);
    std::iter::repeat_with(one).take(count).flatten().collect()
}

/// Whether the viewer may take this action, offers and counter-offers included. As [`choose`], it
/// turns on no hidden card.
///
/// # Errors
///
/// What the action breaks.
pub fn judge(game: &Game, view: &View, action: Action) -> Result<(), Illegal> {
    judge_plan(game, view, &[action])
}

/// Likewise of some actions in this order, up to the first of which others or chance decide what comes of it.
///
/// # Errors
///
/// What the first one breaks that cannot be taken.
pub fn judge_plan(game: &Game, view: &View, actions: &[Action]) -> Result<(), Illegal> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let land = Land::new(game, view.dice_deck);
    let context =
        DecisionContext::new(&land, view, Hints::default(), &mut rng).ok_or(Illegal::NotToAct)?;
    let (mut state, seat) = (context.state, context.seat);
    for action in actions.iter().copied() {
        state = state.apply(game, Step::Action { seat, action })?;
        if !plans::is_certain(action) || !state.may_act(seat) {
            break;
        }
    }
    Ok(())
}

/// What the offerer does when it waits no longer for answers that have not come: it closes with
/// the best of those that have, or takes the offer back. `None` if the viewer has no open offer.
pub fn give_up(game: &Game, view: &View) -> Option<Action> {
    let Phase::Trade { trade } = view.phase else {
        return None;
    };
    if view.viewer != Some(view.active) {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let land = Land::new(game, view.dice_deck);
    let mut confirmation = || {
        let context = DecisionContext::new(&land, view, Hints::default(), &mut rng)?;
        let guesses = context.guesses(&mut rng);
        let evaluator = evaluation::Evaluator::new(&context);
        trade::best_confirmation(&context, &evaluator, &guesses, &trade)
    };
    Some(confirmation().unwrap_or(Action::Withdraw))
}

/// Whether the viewer is to act and has not done its part of an open trade.
fn has_a_choice(view: &View) -> bool {
    view.viewer
        .is_some_and(|viewer| view.awaited().contains(viewer))
}

/// Some legal action, and rather one that goes on than one that spends.
fn any_action(context: &DecisionContext) -> Option<Action> {
    if let Phase::Discard { due } = *context.state.phase() {
        let hand = context.state.hand(context.seat);
        let cards = discard::from_largest_piles(hand, due[context.seat]);
        return Some(Action::Discard { cards });
    }
    let mut found = None;
    for_each_action(context.game, &context.state, context.seat, |action| {
        let goes_on = matches!(
            action,
            Action::Roll | Action::EndTurn | Action::Decline | Action::Withdraw | Action::Pass
        );
        if found.is_none() || goes_on {
            found = Some(action);
        }
    });
    found
}
