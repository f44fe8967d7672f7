//! One game in which learners choose by index.

mod saved;

use std::sync::Arc;

use brickwood_arena::{Chance as _, Deal, Seeded};
use brickwood_bots::{Bot, give_up, impulse};
use brickwood_encode::{ActionSpace, Draft, EncodeError, Group, Observer, Tensor};
use brickwood_rules::{
    Action, BySeat, Game, History, Illegal, InformationState, LegalActions, Phase, Seat, SeatSet,
    State, Step, ToAct, View,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::{Opponent, Options, Reward, Sitting};

pub(crate) use saved::Saved;

/// A choice that cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EpisodeError {
    /// The episode has ended.
    #[error("the episode is over")]
    Over,
    /// Another seat is awaited.
    #[error("this seat is not awaited")]
    NotAwaited,
    /// One more offer in a turn than the options allow.
    #[error("no more offers are allowed in this turn")]
    TooManyOffers,
    /// An index that cannot come next.
    #[error("{0}")]
    Encode(#[from] EncodeError),
    /// An action that breaks a rule.
    #[error("{0}")]
    Illegal(#[from] Illegal),
}

/// What decides in the seat of a built-in player that does not choose at random.
#[derive(Clone)]
enum Mind {
    Bot(Box<Bot>),
    Scripted,
}

/// A game in which learners choose by index, and built-in players sit in the other seats.
///
/// It goes on by itself until a learner is awaited, the game is over, or it is cut off. Its course follows from
/// the options, the seed and the learners' choices alone. A clone goes on as the episode does.
///
/// It keeps the last state alone, and histories only for bots and observations that read them. A
/// [`Playthrough`](brickwood_rules::Playthrough) would also keep the steps and a state for every 64 of them, which
/// nobody asks for here, and thousands of episodes go on side by side.
#[derive(Clone)]
pub struct Episode {
    options: Arc<Options>,
    observer: Arc<Observer>,
    state: State,
    learners: SeatSet,
    chance: Seeded,
    random: Xoshiro256PlusPlus,
    drafts: BySeat<Draft>,
    /// By seat, of the built-in players.
    minds: Vec<Option<Mind>>,
    /// By seat, of those who need one.
    histories: Vec<Option<History>>,
    actions: LegalActions,
    view: View,
    steps: u32,
    forfeited: Option<Seat>,
    scores: BySeat<f32>,
    /// What each seat gained by the last choice and all that followed.
    rewards: BySeat<f32>,
}

impl Episode {
    /// The episode of a seed.
    ///
    /// # Panics
    ///
    /// Where the options were not checked.
    pub fn new(options: Arc<Options>, seed: u64) -> Self {
        let game = match &options.board {
            Some(board) => {
                let game = Game::new(options.rules, board.clone());
                Arc::new(game.expect("the options are checked"))
            }
            None => {
                Deal::new(options.rules, seed)
                    .expect("the options are checked")
                    .game
            }
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let players = options.rules.players;
        let learners = match options.learners {
            Sitting::Seats(seats) => seats,
            Sitting::Anywhere => {
                let seat = Seat::new(random.random_range(0..players));
                SeatSet::only(seat.expect("a seat of the game"))
            }
        };
        let chance = Seeded::new(seed);
        let mut episode = Self::at(options, &game, &State::new(&game), learners, chance, random);
        episode.advance();
        episode.scores = episode.all_scores();
        episode
    }

    /// An episode in which nobody has chosen or been told anything yet.
    fn at(
        options: Arc<Options>,
        game: &Game,
        state: &State,
        learners: SeatSet,
        chance: Seeded,
        random: Xoshiro256PlusPlus,
    ) -> Self {
        let (mut minds, mut histories) = (Vec::new(), Vec::new());
        for seat in Seat::all(options.rules.players) {
            let bot = options.opponent(learners, seat);
            let (mind, needs_history) = match bot {
                Some(Opponent::Bot(level)) => (
                    Some(Mind::Bot(Box::new(Bot::new(level)))),
                    level.reads_history(),
                ),
                Some(Opponent::Scripted) => (Some(Mind::Scripted), false),
                Some(Opponent::Random) => (None, false),
                None => (None, options.history),
            };
            minds.push(mind);
            histories.push(needs_history.then(|| History::new(Some(seat))));
        }
        Self {
            observer: Arc::new(Observer::new(game)),
            view: state.view(game, None),
            state: *state,
            learners,
            chance,
            random,
            drafts: BySeat::all(Draft::Nothing),
            minds,
            histories,
            actions: LegalActions::NONE,
            steps: 0,
            forfeited: None,
            scores: BySeat::all(0.0),
            rewards: BySeat::all(0.0),
            options,
        }
    }

    /// The rules and the board.
    pub fn game(&self) -> &Game {
        self.observer.game()
    }

    /// The state of the game.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The parts of actions that the learners have composed, by seat.
    pub const fn drafts(&self) -> BySeat<Draft> {
        self.drafts
    }

    /// The seats of the learners.
    pub const fn learners(&self) -> SeatSet {
        self.learners
    }

    /// The learners whose choice is awaited; none once the episode has ended.
    pub fn awaited(&self) -> SeatSet {
        if self.has_ended() {
            SeatSet::EMPTY
        } else {
            self.state.awaited()
        }
    }

    /// Of these the first, clockwise from the seat whose turn it is.
    pub fn seat(&self) -> Option<Seat> {
        let awaited = self.awaited();
        let players = self.options.rules.players;
        (0..players)
            .map(|steps| self.state.active().clockwise(steps, players))
            .find(|seat| awaited.contains(*seat))
    }

    /// Whether the game is over, or a learner has lost it by a choice that it could not make.
    pub fn is_terminated(&self) -> bool {
        self.forfeited.is_some() || self.state.to_act() == ToAct::Nobody
    }

    /// Whether a learner has lost it by a choice that it could not make.
    pub const fn is_forfeited(&self) -> bool {
        self.forfeited.is_some()
    }

    /// Whether it was cut off.
    pub fn is_truncated(&self) -> bool {
        !self.is_terminated() && self.steps >= self.options.most_steps
    }

    /// Whether no choice can follow.
    pub fn has_ended(&self) -> bool {
        self.is_terminated() || self.is_truncated()
    }

    /// The winners; none while the game goes on.
    pub fn winners(&self) -> SeatSet {
        self.state.phase().winners().unwrap_or_default()
    }

    /// How many steps and choices there were, of all seats and of chance.
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// What each seat gained by the last choice and all that followed.
    pub const fn rewards(&self) -> BySeat<f32> {
        self.rewards
    }

    /// Sets the mask of what a seat may choose next; all 0 where it is not awaited.
    ///
    /// All 1 once the episode has ended: nothing is chosen any more, and whoever normalizes over a mask or draws from it
    /// finds something there.
    ///
    /// # Errors
    ///
    /// A mask of another length than the action space.
    pub fn mask(&self, seat: Seat, mask: &mut [u8]) -> Result<(), EncodeError> {
        if !self.awaited().contains(seat) {
            let expected = self.space().len();
            if mask.len() != expected {
                let found = mask.len();
                return Err(EncodeError::Length { expected, found });
            }
            mask.fill(u8::from(self.has_ended()));
            return Ok(());
        }
        let draft = self.drafts[seat];
        draft.mask(self.game(), &self.state, seat, mask)?;
        if self.has_offered_enough(draft) {
            for index in self.space().group(Group::Give) {
                mask[usize::from(index)] = 0;
            }
        }
        Ok(())
    }

    /// Writes tensors of what a seat may know.
    ///
    /// # Errors
    ///
    /// A slice of another length, or a seat that the game lacks.
    pub fn observe<'a>(
        &mut self,
        seat: Seat,
        tensors: impl IntoIterator<Item = (Tensor, &'a mut [f32])>,
    ) -> Result<(), EncodeError> {
        let mut tensors = tensors.into_iter().peekable();
        if tensors.peek().is_none() {
            return Ok(());
        }
        let draft = self.drafts[seat].in_phase(self.observer.game(), &self.state, seat);
        let (state, view, observer) = (&self.state, &mut self.view, &self.observer);
        state.view_into(observer.game(), Some(seat), view);
        for (tensor, into) in tensors {
            let history = self.histories[seat.index()].as_ref();
            observer.write(tensor, view, &draft, history, into)?;
        }
        Ok(())
    }

    /// Makes a choice for a seat, and goes on to the next learner.
    ///
    /// # Errors
    ///
    /// A choice that cannot be made. The episode is not changed by it.
    pub fn choose(&mut self, seat: Seat, index: u16) -> Result<(), EpisodeError> {
        if self.has_ended() {
            return Err(EpisodeError::Over);
        }
        if !self.awaited().contains(seat) {
            return Err(EpisodeError::NotAwaited);
        }
        let mut draft = self.drafts[seat];
        if self.space().group(Group::Give).contains(&index) && self.has_offered_enough(draft) {
            return Err(EpisodeError::TooManyOffers);
        }
        let chosen = draft.choose(self.observer.game(), &self.state, seat, index)?;
        if let Some(action) = chosen {
            self.take(Step::Action { seat, action })?;
        } else {
            self.steps += 1;
        }
        self.drafts[seat] = draft;
        self.advance();
        self.settle();
        Ok(())
    }

    /// Ends the episode: a seat has lost it by a choice that it could not make.
    pub fn forfeit(&mut self, seat: Seat) {
        if !self.has_ended() {
            self.forfeited = Some(seat);
            self.settle();
        }
    }

    fn space(&self) -> ActionSpace {
        ActionSpace::of(self.observer.game().board().layout())
    }

    fn has_offered_enough(&self, draft: Draft) -> bool {
        draft == Draft::Nothing
            && *self.state.phase() == Phase::Turn
            && self.state.offers() >= self.options.most_offers
    }

    /// Goes on until a learner is awaited or the episode has ended.
    fn advance(&mut self) {
        while !self.has_ended() {
            let step = match self.state.to_act() {
                ToAct::Nobody => return,
                ToAct::Chance => {
                    let outcome = self.chance.draw(self.observer.game(), &self.state);
                    let outcome = outcome.expect("chance is to act");
                    Step::Chance { outcome }
                }
                ToAct::Seats { .. } => {
                    let others = self.state.awaited();
                    let Some(seat) = others.iter().find(|seat| !self.learners.contains(*seat))
                    else {
                        return;
                    };
                    let action = self.decide(seat);
                    Step::Action { seat, action }
                }
            };
            self.take(step)
                .expect("what a bot takes or chance draws is legal");
        }
    }

    /// What a built-in player does.
    fn decide(&mut self, seat: Seat) -> Action {
        if let Some(mind) = &mut self.minds[seat.index()] {
            let game = self.observer.game();
            self.state.view_into(game, Some(seat), &mut self.view);
            let known = InformationState::new(&self.view, self.histories[seat.index()].as_ref());
            let seed = self.random.random();
            let chosen = match mind {
                Mind::Bot(bot) => bot.choose(game, known, seed),
                Mind::Scripted => impulse(game, &self.view, seed),
            };
            if let Some(action) = chosen.or_else(|| give_up(game, &self.view)) {
                return action;
            }
        }
        self.actions.refill(self.observer.game(), &self.state, seat);
        let number = self.random.random_range(0..self.actions.len());
        self.actions.nth(number).expect("it is one of them")
    }

    fn take(&mut self, step: Step) -> Result<(), Illegal> {
        let game = self.observer.game();
        let told = self.histories.iter().any(Option::is_some);
        if told {
            let before = self.state;
            self.state.apply_mut(game, step)?;
            for history in self.histories.iter_mut().flatten() {
                history.observe(game, &before, step, &self.state);
            }
        } else {
            self.state.apply_mut(game, step)?;
        }
        self.steps += 1;
        Ok(())
    }

    fn settle(&mut self) {
        let scores = self.all_scores();
        for (reward, (now, before)) in self.rewards.iter_mut().zip(scores.iter().zip(self.scores)) {
            *reward = now - before;
        }
        self.scores = scores;
    }

    fn all_scores(&self) -> BySeat<f32> {
        let mut scores = BySeat::all(0.0);
        for seat in Seat::all(self.options.rules.players) {
            scores[seat] = self.score(seat);
        }
        scores
    }

    fn score(&self, seat: Seat) -> f32 {
        let outcome = match (self.forfeited, self.winners()) {
            (Some(loser), _) if loser == seat => -1.0,
            (None, winners) if winners.contains(seat) => 1.0,
            (None, winners) if !winners.is_empty() => -1.0,
            _ => 0.0,
        };
        let game = self.observer.game();
        let to_win = f32::from(game.rules().points_to_win.max(1));
        let own = || f32::from(self.state.points(game, seat).total());
        match self.options.reward {
            Reward::Win => outcome,
            Reward::Points if self.forfeited == Some(seat) => own() / to_win - 1.0,
            Reward::Points => own() / to_win,
            Reward::Shaped if self.is_terminated() => outcome,
            Reward::Shaped => {
                let shown = Seat::all(game.rules().players)
                    .filter(|other| *other != seat)
                    .map(|other| self.state.public_points(game, other).total())
                    .max();
                (own() - f32::from(shown.unwrap_or(0))) / to_win
            }
        }
    }
}
