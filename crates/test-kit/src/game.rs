//! Games at random.

use brickwood_rules::{
    Action, Cards, Game, Phase, Resource, Rules, Seat, SeatSet, SetUp, State, Step, Terms, ToAct,
    beginners_board, draw_outcome, for_each_action, offers_up_to, shuffled_board,
};

use crate::Random;

/// A game by these rules, on a random board where they let it be one.
///
/// # Panics
///
/// If nobody can play by these rules.
pub fn new_game(rules: Rules, random: &mut Random) -> Game {
    let board = match rules.set_up {
        SetUp::Placed => shuffled_board(&rules, |n| random.below(n)),
        SetUp::Beginners { .. } => beginners_board(),
    };
    Game::new(rules, board).expect("these rules can be played")
}

/// A game that is played at random, with offers now and then. It mostly builds where it can, and so comes to an end
/// some day.
#[derive(Debug)]
pub struct RandomGame {
    /// The game.
    pub game: Game,
    /// Where it stands.
    pub state: State,
    random: Random,
    legal: Vec<Action>,
}

impl RandomGame {
    /// A game by these rules, at its begin.
    pub fn new(rules: Rules, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let game = new_game(rules, &mut random);
        let state = State::new(&game);
        Self::from(game, state, random)
    }

    /// A game that goes on from a position.
    pub const fn from(game: Game, state: State, random: Random) -> Self {
        Self {
            game,
            state,
            random,
            legal: Vec::new(),
        }
    }

    /// Plays a step.
    ///
    /// # Panics
    ///
    /// If it is not legal.
    pub fn apply(&mut self, step: Step) {
        self.state = match self.state.apply(&self.game, step) {
            Ok(state) => state,
            Err(illegal) => panic!("{step:?} is refused: {illegal}"),
        };
    }

    /// Plays a step and tells it; none once the game is over.
    pub fn play(&mut self) -> Option<Step> {
        let step = self.next_step()?;
        self.apply(step);
        Some(step)
    }

    /// A step that may come next; none once the game is over.
    pub fn next_step(&mut self) -> Option<Step> {
        let is_timed = self.game.rules().time_limit.is_some() && self.state.turn() > 0;
        match self.state.to_act() {
            ToAct::Nobody => None,
            _ if is_timed && !self.state.time_up() && self.random.one_in(1_000) => {
                Some(Step::TimeUp)
            }
            ToAct::Chance => {
                let below = |n: u32| self.random.below(n as usize) as u32;
                let outcome = draw_outcome(&self.game, &self.state, below);
                outcome.map(|outcome| Step::Chance { outcome })
            }
            ToAct::Seats { seats } => {
                let seats: Vec<Seat> = seats.iter().collect();
                // Who has declined an offer may say nothing else without cards: ask another.
                loop {
                    let seat = self.random.pick(&seats);
                    if let Some(action) = self.action(seat) {
                        return Some(Step::Action { seat, action });
                    }
                }
            }
        }
    }

    fn action(&mut self, seat: Seat) -> Option<Action> {
        if self.random.one_in(16)
            && let Some(proposal) = self.proposal(seat)
        {
            return Some(proposal);
        }
        self.legal.clear();
        for_each_action(&self.game, &self.state, seat, |action| {
            self.legal.push(action);
        });
        let builds = |action: &Action| {
            matches!(
                action,
                Action::BuildSettlement { .. }
                    | Action::BuildCity { .. }
                    | Action::BuyDevelopmentCard
            )
        };
        if !self.random.one_in(4) && self.legal.iter().any(builds) {
            self.legal.retain(builds);
        }
        (!self.legal.is_empty()).then(|| self.random.pick(&self.legal))
    }

    /// An offer or a counter-offer, where one can be made.
    fn proposal(&mut self, seat: Seat) -> Option<Action> {
        match self.state.phase() {
            Phase::Turn => {
                let others = SeatSet::all(self.game.rules().players).without(seat);
                let mut to = others;
                if self.random.one_in(2) {
                    let others: Vec<Seat> = others.iter().collect();
                    to = SeatSet::only(self.random.pick(&others));
                }
                let offers = offers_up_to(&self.game, &self.state, to, 1);
                (!offers.is_empty()).then(|| self.random.pick(&offers))
            }
            Phase::Trade { .. } if seat != self.state.active() => {
                let hand = self.state.hand(seat);
                if hand.is_empty() {
                    return None;
                }
                let action = Action::Counter {
                    terms: Terms {
                        give: Cards::of(self.random.pick(&Resource::ALL), 1),
                        take: Cards::of(self.random.card(hand.iter()), 1),
                    },
                };
                let step = Step::Action { seat, action };
                self.state.apply(&self.game, step).is_ok().then_some(action)
            }
            _ => None,
        }
    }
}
