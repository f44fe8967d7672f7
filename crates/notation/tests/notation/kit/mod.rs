//! Games played at random, by random rules, that are the same in every run.

use brickwood_rules::{
    Action, BankShortage, BeginnersPieces, Cards, ChanceOutcome, CityCost, DiceSource, Edition,
    FirstPlayer, FreeRoads, Game, HarborFacing, HarborLayout, LongestRoadTie, NumberDirection,
    NumberLayout, NumberStart, Phase, ProgressCards, Resource, Rules, Seat, SeatSet, SetUp, State,
    Step, Terms, ToAct, Variants, WinWhen, beginners_board, for_each_outcome, legal_actions,
    offers_up_to, shuffled_board,
};

/// A small generator of random numbers (`SplitMix64`).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = u128::from(self.next()) * n as u128;
        usize::try_from(wide >> 64).expect("below n")
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Rules with every setting at random that can be played.
pub fn random_rules(random: &mut Random) -> Rules {
    loop {
        let rules = any_rules(random);
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// Rules with every setting at random.
pub fn any_rules(random: &mut Random) -> Rules {
    let players = 2 + random.below(5) as u8;
    let edition = random.pick(&Edition::ALL);
    let mut rules = edition.rules(players);
    let mut on = || random.one_in(2);
    rules.variants = Variants {
        played_victory_points: on(),
        open_hands: on(),
        cards_after_roll: on(),
        no_early_seven: on(),
        robber_may_stay: on(),
        no_trade_after_building: on(),
        keep_a_settlement: on(),
        knight_interrupt: on(),
    };
    rules.trade_then_build = on();
    rules.like_for_like = on();
    rules.robber_on_desert = on();
    rules.steal_optional = on();
    rules.special_building_phase = on();
    rules.friendly_robber = on();
    rules.reds_apart = on();
    rules.points_to_win = 3 + random.below(8) as u8;
    rules.hand_limit = 2 + random.below(8) as u8;
    rules.time_limit = random.pick(&[None, Some(1), Some(90)]);
    rules.first_player = random.pick(&[
        FirstPlayer::Roll,
        FirstPlayer::Named {
            seat: Seat::new(random.0.count_ones() as u8 % players).expect("a seat"),
        },
    ]);
    rules.number_layout = random.pick(&[NumberLayout::Spiral, NumberLayout::Shuffled]);
    rules.number_start = random.pick(&[NumberStart::Corner, NumberStart::Coast]);
    rules.number_direction = random.pick(&[
        NumberDirection::Clockwise,
        NumberDirection::CounterClockwise,
    ]);
    rules.harbor_facing = random.pick(&[HarborFacing::Either, HarborFacing::LongestLine]);
    rules.harbor_layout = random.pick(&[
        HarborLayout::Shuffled,
        HarborLayout::Frame,
        HarborLayout::Published,
    ]);
    rules.bank_shortage = random.pick(&[BankShortage::Nobody, BankShortage::SoleClaimant]);
    rules.city_cost = random.pick(&[CityCost::ThreeOreTwoGrain, CityCost::TwoOreThreeGrain]);
    rules.free_roads = random.pick(&[FreeRoads::AtOnce, FreeRoads::WithinTurn]);
    rules.progress_cards = random.pick(&[ProgressCards::LeaveTheGame, ProgressCards::UnderTheDeck]);
    rules.longest_road_tie = random.pick(&[LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody]);
    rules.win_when = random.pick(&[WinWhen::OwnTurn, WinWhen::AnyTime]);
    rules.dice = random.pick(&[DiceSource::Dice, DiceSource::Deck]);
    if random.one_in(3) {
        rules.set_up = SetUp::Beginners {
            left_out: random.pick(&[
                None,
                Some(BeginnersPieces::Blue),
                Some(BeginnersPieces::Red),
            ]),
        };
        rules.reds_apart = false;
    }
    rules
}

/// A game played step by step.
pub struct RandomGame {
    pub game: Game,
    pub state: State,
    random: Random,
}

impl RandomGame {
    pub fn new(rules: Rules, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let board = if rules.set_up == SetUp::Placed {
            shuffled_board(&rules, |n| random.below(n))
        } else {
            beginners_board()
        };
        let game = Game::new(rules, board).expect("these rules can be played");
        let state = State::new(&game);
        Self {
            game,
            state,
            random,
        }
    }

    /// Plays a step and tells it; none once the game is over.
    pub fn play(&mut self) -> Option<Step> {
        let step = self.next_step()?;
        self.state = match self.state.apply(&self.game, step) {
            Ok(state) => state,
            Err(illegal) => panic!("{step:?} is refused: {illegal}"),
        };
        Some(step)
    }

    fn next_step(&mut self) -> Option<Step> {
        if self.random.one_in(600) && self.state.apply(&self.game, Step::TimeUp).is_ok() {
            return Some(Step::TimeUp);
        }
        match self.state.to_act() {
            ToAct::Nobody => None,
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
            outcomes.extend((0..weight).map(|_| outcome));
        });
        self.random.pick(&outcomes)
    }

    fn action(&mut self, seat: Seat) -> Option<Action> {
        if self.random.one_in(8)
            && let Some(proposal) = self.proposal(seat)
        {
            return Some(proposal);
        }
        let mut legal = legal_actions(&self.game, &self.state, seat);
        // Whoever builds when it is possible comes to an end some day.
        let building = |action: &Action| {
            matches!(
                action,
                Action::BuildSettlement { .. }
                    | Action::BuildCity { .. }
                    | Action::BuyDevelopmentCard
                    | Action::PlayKnight
            )
        };
        if !self.random.one_in(4) && legal.iter().any(building) {
            legal.retain(building);
        }
        (!legal.is_empty()).then(|| self.random.pick(&legal))
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
                let (given, _) = self.state.hand(seat).iter().next()?;
                let action = Action::Counter {
                    terms: Terms {
                        give: Cards::of(self.random.pick(&Resource::ALL), 1),
                        take: Cards::of(given, 1),
                    },
                };
                let step = Step::Action { seat, action };
                self.state.apply(&self.game, step).is_ok().then_some(action)
            }
            _ => None,
        }
    }
}
