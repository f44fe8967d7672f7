//! Games played by random choices.

use brickwood_encode::{ActionSpace, Draft, EncodeError, Observer, Tensor};
use brickwood_rules::{
    Action, ChanceOutcome, DiceSource, Edition, Game, History, Rules, Seat, SetUp, State, Step,
    ToAct, View, draw_outcome,
};
use brickwood_test_kit::{Random, asked, new_game, of_every_edition};

/// How many games each law plays of every edition and number of players.
pub(crate) fn games() -> u64 {
    asked("ENCODE_GAMES", 1)
}

/// Rules of every edition for every number of players, and those that no edition has.
pub(crate) fn all_rules() -> Vec<Rules> {
    let mut all: Vec<Rules> = of_every_edition().collect();
    let mut variants = Edition::Mayfair1996.rules(4);
    variants.variants.played_victory_points = true;
    variants.variants.open_hands = true;
    variants.variants.robber_may_stay = true;
    variants.variants.knight_interrupt = true;
    variants.dice = DiceSource::Deck;
    all.push(variants);
    let mut beginners = Edition::Modern.rules(4);
    beginners.set_up = SetUp::Beginners { left_out: None };
    all.push(beginners);
    all
}

/// What comes next in a game.
pub(crate) enum Next {
    /// An index that the seat chooses, and the action that it completes.
    Choice {
        seat: Seat,
        index: u16,
        action: Option<Action>,
    },
    /// What chance decides.
    Chance(ChanceOutcome),
}

impl Next {
    /// The step, if one is complete.
    pub(crate) fn step(&self) -> Option<Step> {
        match *self {
            Self::Choice { seat, action, .. } => action.map(|action| Step::Action { seat, action }),
            Self::Chance(outcome) => Some(Step::Chance { outcome }),
        }
    }
}

/// A game and what its seats compose.
pub(crate) struct RandomGame {
    pub(crate) game: Game,
    pub(crate) state: State,
    pub(crate) drafts: [Draft; 6],
    pub(crate) random: Random,
    mask: Vec<u8>,
}

impl RandomGame {
    pub(crate) fn new(rules: Rules, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let game = new_game(rules, &mut random);
        Self {
            state: State::new(&game),
            drafts: [Draft::Nothing; 6],
            mask: vec![0; ActionSpace::of(game.board().layout()).len()],
            game,
            random,
        }
    }

    /// Plays on by a choice or by chance; nothing once the game is over, or after very many turns.
    pub(crate) fn advance(&mut self) -> Option<Next> {
        let next = match self.state.to_act() {
            ToAct::Nobody => return None,
            _ if self.state.turn() > 600 => return None,
            ToAct::Chance => {
                let below = |n: u32| self.random.below(n as usize) as u32;
                let outcome = draw_outcome(&self.game, &self.state, below);
                Next::Chance(outcome.expect("chance has an outcome"))
            }
            ToAct::Seats { seats } => {
                let seats: Vec<Seat> = seats.iter().collect();
                self.choose(&seats)
            }
        };
        if let Some(step) = next.step() {
            self.state = self
                .state
                .apply(&self.game, step)
                .unwrap_or_else(|illegal| panic!("{step:?} is refused: {illegal}"));
        }
        Some(next)
    }

    fn choose(&mut self, seats: &[Seat]) -> Next {
        let space = ActionSpace::of(self.game.board().layout());
        // Who has declined an offer may have nothing else to say: ask another.
        loop {
            let seat = self.random.pick(seats);
            let draft = &mut self.drafts[seat.index()];
            draft
                .mask(&self.game, &self.state, seat, &mut self.mask)
                .expect("the mask is as long as the space");
            let mut legal: Vec<u16> = space
                .indices()
                .filter(|index| self.mask[usize::from(*index)] == 1)
                .collect();
            let begins = *draft == Draft::Nothing;
            // Offers are begun now and then; whoever builds when it is possible comes to an end.
            let give = space.group(brickwood_encode::Group::Give);
            if begins && legal.iter().any(|index| !give.contains(index)) && !self.random.one_in(8) {
                legal.retain(|index| !give.contains(index));
            }
            let builds = [
                brickwood_encode::Group::BuildSettlement,
                brickwood_encode::Group::BuildCity,
                brickwood_encode::Group::BuyDevelopmentCard,
            ];
            let building: Vec<u16> = legal
                .iter()
                .copied()
                .filter(|index| {
                    builds
                        .iter()
                        .any(|group| space.group(*group).contains(index))
                })
                .collect();
            if !building.is_empty() && !self.random.one_in(4) {
                legal = building;
            }
            if legal.is_empty() {
                continue;
            }
            let index = self.random.pick(&legal);
            let action = draft
                .choose(&self.game, &self.state, seat, index)
                .expect("it is in the mask");
            return Next::Choice {
                seat,
                index,
                action,
            };
        }
    }
}

/// All tensors and the mask of one viewer, byte for byte.
pub(crate) fn bits(
    observer: &Observer,
    view: &View,
    history: &History,
    draft: &Draft,
) -> Result<[Vec<u32>; 4], EncodeError> {
    let layout = observer.game().board().layout();
    let mut tensors =
        Tensor::ALL.map(|tensor| vec![f32::NAN; Observer::shape(layout, tensor).len()]);
    let [planes, seats, table, told] = &mut tensors;
    observer.planes(view, planes)?;
    observer.seats(view, draft, seats)?;
    observer.table(view, draft, table)?;
    observer.history(view, history, told)?;
    Ok(tensors.map(|tensor| tensor.into_iter().map(f32::to_bits).collect()))
}

/// The mask of a seat.
pub(crate) fn mask(game: &Game, state: &State, seat: Seat, draft: &Draft) -> Vec<u8> {
    let mut mask = vec![2; ActionSpace::of(game.board().layout()).len()];
    draft
        .mask(game, state, seat, &mut mask)
        .expect("the mask is as long as the space");
    mask
}
