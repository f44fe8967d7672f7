//! A game played at random.

use brickwood_rules::{
    Action, Cards, ChanceOutcome, DevelopmentCard, DevelopmentCards, Game, Phase, Resource, Rules,
    Seat, SeatSet, SetUp, State, Step, Terms, ToAct, beginners_board, for_each_action,
    for_each_outcome, offers_up_to, shuffled_board,
};

use crate::kit::Random;

/// A game on a random board, played by dice.
pub(super) struct RandomGame {
    pub(super) game: Game,
    pub(super) state: State,
    random: Random,
    legal: Vec<Action>,
}

impl RandomGame {
    pub(super) fn new(rules: Rules, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let board = match rules.set_up {
            SetUp::Placed => shuffled_board(&rules, |n| random.below(n)),
            SetUp::Beginners { .. } => beginners_board(),
        };
        let game = Game::new(rules, board).expect("these rules can be played");
        let state = State::new(&game);
        Self {
            game,
            state,
            random,
            legal: Vec::new(),
        }
    }

    /// Plays a step, which must be legal.
    pub(super) fn play(&mut self, step: Step) {
        self.state = match self.state.apply(&self.game, step) {
            Ok(state) => state,
            Err(illegal) => panic!("{step:?} is refused: {illegal}"),
        };
    }

    /// A step that may come next; none once the game is over.
    pub(super) fn next_step(&mut self) -> Option<Step> {
        let may_end = self.state.to_act() != ToAct::Nobody;
        if may_end && self.random.one_in(20_000) {
            return Some(Step::CalledOff);
        }
        let timed = self.game.rules().time_limit.is_some() && self.state.turn() > 0;
        match self.state.to_act() {
            ToAct::Nobody => None,
            _ if timed && !self.state.time_up() && self.random.one_in(1_000) => Some(Step::TimeUp),
            ToAct::Chance => Some(Step::Chance {
                outcome: self.outcome(),
            }),
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

    fn outcome(&mut self) -> ChanceOutcome {
        let mut outcomes = Vec::new();
        for_each_outcome(&self.game, &self.state, |outcome, weight| {
            outcomes.extend(std::iter::repeat_n(outcome, weight as usize));
        });
        self.random.pick(&outcomes)
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
        // Whoever builds when it is possible comes to an end some day.
        let building = |action: &Action| {
            matches!(
                action,
                Action::BuildSettlement { .. }
                    | Action::BuildCity { .. }
                    | Action::BuyDevelopmentCard
            )
        };
        if !self.random.one_in(4) && self.legal.iter().any(building) {
            self.legal.retain(building);
        }
        (!self.legal.is_empty()).then(|| self.random.pick(&self.legal))
    }

    /// An offer or a counter-offer, where one can be made.
    fn proposal(&mut self, seat: Seat) -> Option<Action> {
        match self.state.phase() {
            Phase::Turn => {
                let others: Vec<Seat> = Seat::all(self.game.rules().players)
                    .filter(|other| *other != seat)
                    .collect();
                let mut to = SeatSet::only(self.random.pick(&others));
                if self.random.one_in(2) {
                    to = others.iter().copied().collect();
                }
                let offers = offers_up_to(&self.game, &self.state, to, 1);
                (!offers.is_empty()).then(|| self.random.pick(&offers))
            }
            Phase::Trade { .. } if seat != self.state.active() => {
                let hand = self.state.hand(seat);
                if hand.is_empty() {
                    return None;
                }
                let asked = Cards::of(self.random.pick(&Resource::ALL), 1);
                let given = Cards::of(card_of(hand, &mut self.random), 1);
                let action = Action::Counter {
                    terms: Terms {
                        give: asked,
                        take: given,
                    },
                };
                let step = Step::Action { seat, action };
                self.state.apply(&self.game, step).is_ok().then_some(action)
            }
            _ => None,
        }
    }
}

/// One of the cards, each equally likely.
pub(super) fn card_of(cards: Cards, random: &mut Random) -> Resource {
    let each: Vec<Resource> = cards
        .iter()
        .flat_map(|(resource, count)| std::iter::repeat_n(resource, usize::from(count)))
        .collect();
    random.pick(&each)
}

/// One of the cards, each equally likely.
pub(super) fn development_card_of(cards: DevelopmentCards, random: &mut Random) -> DevelopmentCard {
    let each: Vec<DevelopmentCard> = cards
        .iter()
        .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
        .collect();
    random.pick(&each)
}
