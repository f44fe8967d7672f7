//! How good a state is for each seat, in points that the seat has or may expect.
//!
//! What a seat may expect is told by time: how many rolls its production needs, harbors and bank
//! trades included, until it can pay for a thing. The same measure values cards in hand, harbors,
//! diversity and scarce resources, and needs no separate term for any of them.

mod hands;
mod known;
mod net;
mod odds;
mod opening;
mod races;
mod standing;
mod terms;
mod time;
mod weights;

use std::cell::RefCell;
use std::rc::Rc;

use brickwood_rules::{BySeat, Cards, Game, MAX_SEATS, Phase, Seat, State};
// Not the platform's: a bot decides alike on all of them.
use libm::expf;

use crate::DecisionContext;
use crate::land::{Land, PerResource};
use crate::nodes::Nodes;
use crate::reach::{self, NO_SPOTS, Occupied, ROADS_AHEAD, Spots};
use hands::HandStrengths;
use known::Known;
pub(crate) use standing::expected_points;
use standing::points;
use time::{Counts, counts, rolls_until, surplus};

pub use odds::ease_lead;
pub(crate) use odds::{WON, mean};
pub(crate) use opening::{opening_terms, opening_value};
pub use terms::term_names;
pub(crate) use weights::HARD;
pub use weights::{OpeningTerms, Weights};

/// The most goals that a seat has: a settlement at once and after some roads, a city, a
/// development card, the longest road.
const GOALS: usize = ROADS_AHEAD + 4;

/// From these log-odds on, the game is all but won (95 %).
const ALL_BUT_WON: f32 = 3.0;

/// What each point then counts on top, so that no other use of its cards is worth more.
const HURRY: f32 = 2.0;

/// Values states for one seat.
pub(crate) struct Evaluator<'a> {
    pub(crate) land: &'a Land<'a>,
    pub(crate) weights: &'a Weights,
    pub(crate) seat: Seat,
    /// How many rolls the game may still take. It stays the same within a decision: a point brings the
    /// end nearer, and must not make production look worse for that.
    horizon: f32,
    /// What each of its own points counts on top: nothing, unless the game is all but won and only has
    /// to be finished.
    hurry: f32,
    /// Whether the seat can still take the longest road; assumed where that is not searched.
    may_take_road: bool,
    /// Whether the cards of all seats count as they are in a state, and not only the seat's own.
    open: bool,
    /// How strengths become chances.
    scale: Scale,
    /// What the decision may still evaluate.
    nodes: Option<&'a Nodes>,
    known: RefCell<Known>,
}

/// How the strengths of the seats become chances: a seat's part in the draw for the win is the exponential
/// of `sharpness` times its strength, plus its bonus, plus its [`asides`](Scale::asides) and the cards in its hand, each times
/// what it counts. A lead counts as much as `lead` says, see [`ease_lead`](crate::ease_lead).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// How strongly a lead in strength tells, against chance.
    pub sharpness: f32,
    /// What each seat has besides its strength, by seat.
    pub bonus: BySeat<f32>,
    /// What each of the asides counts.
    pub asides: [f32; Self::ASIDES],
    /// What a resource card in hand counts.
    pub card: f32,
    /// How much a lead counts: 1 is all of it.
    pub lead: f32,
}

/// How many pips make the lack of a seat e times less.
const PIPS: f32 = 8.0;

impl Scale {
    /// A scale by strength alone.
    pub(crate) const fn plain(sharpness: f32) -> Self {
        Self {
            sharpness,
            bonus: BySeat::all(0.0),
            asides: [0.0; Self::ASIDES],
            card: 0.0,
            lead: 1.0,
        }
    }

    /// How many numbers tell of a seat's chance besides its strength.
    pub const ASIDES: usize = 3;

    /// These numbers of a seat: its nearness to the goal, which is 1 for who has reached it and e times less for each point that
    /// is missing; its lack of production, which is 1 for who produces nothing and e times less for each eight pips, so that a
    /// start from which nobody can win is told from a bad one; and its hidden points, against which nobody plays.
    pub fn asides(game: &Game, state: &State, seat: Seat) -> [f32; Self::ASIDES] {
        let board = game.board();
        let pips: u32 = (board.topology().hexes())
            .filter(|hex| board.terrain(*hex).resource().is_some())
            .map(|hex| u32::from(state.yield_of(seat, hex)) * u32::from(board.hex(hex).pips()))
            .sum();
        let hidden = state.points(game, seat).total() - state.public_points(game, seat).total();
        [
            nearness(game, state, seat),
            expf(-f32::from(pips as u16) / PIPS),
            f32::from(hidden),
        ]
    }

    /// What the asides of a seat count together.
    fn aside(&self, game: &Game, state: &State, seat: Seat) -> f32 {
        let each = Self::asides(game, state, seat).into_iter();
        each.zip(self.asides)
            .map(|(aside, weight)| aside * weight)
            .sum()
    }
}

/// How near a seat is to the goal: 1 for who has reached it, and e times less for each point that is
/// missing. Hidden points count.
fn nearness(game: &Game, state: &State, seat: Seat) -> f32 {
    let missing = f32::from(game.rules().points_to_win) - points(game, state, seat, true);
    expf(-missing)
}

/// What a seat saves for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum GoalKind {
    /// A settlement after so many further roads.
    Settlement {
        /// The roads that lead there.
        roads: u8,
    },
    /// A city in place of one of its settlements.
    City,
    /// A development card.
    #[default]
    DevelopmentCard,
    /// The roads that take the longest road.
    LongestRoad,
}

/// How well a seat stands, its cards in hand aside.
pub(crate) struct Standing {
    /// What does not depend on the hand.
    base: f32,
    /// Cards a roll.
    rates: PerResource,
    /// The bank's rates for this seat.
    bank: PerResource,
    /// What a card to spare is worth in cards that are missing.
    surplus: PerResource,
    goals: [Goal; GOALS],
    goal_count: usize,
    /// The chance that a seven comes before the seat can spend its cards.
    seven: f32,
    /// What the seat's asides count, where all cards are seen.
    aside: f32,
    /// The first layer of the net, before the hand is looked at.
    hidden: net::Hidden,
    /// The strengths with the hands that were asked for last.
    strengths: HandStrengths,
}

/// What a seat may save for.
#[derive(Clone, Copy, Default)]
struct Goal {
    kind: GoalKind,
    cost: Counts,
    gain: f32,
}

/// A strength as a weighted sum.
struct PlainStrength {
    strength: f32,
    /// How near a settlement, a city and a development card are, from 0 to 1: what is left of the hope of each.
    near: [f32; 3],
}

/// One seat of a state, as an evaluator looks at it.
struct SeatEvaluation<'a> {
    evaluator: &'a Evaluator<'a>,
    state: &'a State,
    seat: Seat,
    /// Where each seat may settle.
    spots: &'a BySeat<Spots>,
}

/// The standing of every seat in a state, by seat.
pub(crate) struct Standings(Vec<Rc<Standing>>);

impl Standings {
    pub(crate) fn of(&self, seat: Seat) -> &Standing {
        &self.0[seat.index()]
    }
}

impl Standing {
    fn new(base: f32, rates: PerResource, bank: PerResource, players: u8) -> Self {
        Self {
            base,
            rates,
            bank,
            surplus: surplus(&bank),
            goals: [Goal::default(); GOALS],
            goal_count: 0,
            seven: 1.0 - (0..players).map(|_| 5.0 / 6.0).product::<f32>(),
            aside: 0.0,
            hidden: [0.0; net::FIRST],
            strengths: HandStrengths::default(),
        }
    }

    fn add_goal(&mut self, kind: GoalKind, cost: Cards, gain: f32) {
        self.goals[self.goal_count] = Goal {
            kind,
            cost: counts(cost),
            gain,
        };
        self.goal_count += 1;
    }
}

impl<'a> Evaluator<'a> {
    /// For a decision in this context.
    pub(crate) fn new(context: &'a DecisionContext) -> Self {
        let (seat, weights) = (context.seat, context.weights);
        let mut evaluator = Self {
            land: context.land,
            weights,
            seat,
            horizon: horizon(&context.state, context.game, |other| other == seat, weights),
            hurry: 0.0,
            may_take_road: races::may_take_road(context.game, &context.state, seat),
            open: false,
            scale: Scale::plain(weights.sharpness),
            nodes: Some(&context.nodes),
            known: RefCell::default(),
        };
        if evaluator.value(&context.state) > ALL_BUT_WON {
            evaluator.hurry = HURRY;
            evaluator.known.take();
        }
        evaluator
    }

    /// For a seat, with all cards as they are in the states: these are known, or guessed. `state` is where
    /// the horizon is seen from.
    pub(crate) fn open(land: &'a Land<'a>, state: &State, seat: Seat, scale: Scale) -> Self {
        Self {
            land,
            weights: &HARD,
            seat,
            horizon: horizon(state, land.game, |_| true, &HARD),
            hurry: 0.0,
            may_take_road: true,
            open: true,
            scale,
            nodes: None,
            known: RefCell::default(),
        }
    }

    /// Whether the development cards of a seat count as they are.
    fn sees(&self, seat: Seat) -> bool {
        self.open || seat == self.seat
    }

    /// Whether the decision has evaluated as many positions as it may.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes.is_some_and(Nodes::are_spent)
    }

    /// Counts a position that is evaluated.
    pub(crate) fn count(&self) {
        if let Some(nodes) = self.nodes {
            nodes.count();
        }
    }

    /// How well each seat stands, cards in hand aside.
    pub(crate) fn standings(&self, state: &State) -> Rc<Standings> {
        self.count();
        self.known.borrow_mut().standings(self, state)
    }

    /// Where each seat may settle.
    fn spots(&self, state: &State) -> BySeat<Spots> {
        let occupied = Occupied::new(state);
        let mut spots = BySeat::all(NO_SPOTS);
        for seat in Seat::all(self.land.game.rules().players) {
            spots[seat] = reach::spots(self.land, state, seat, &occupied);
        }
        spots
    }

    /// The log-odds of winning, of sorts: own strength against that of all others.
    pub(crate) fn value(&self, state: &State) -> f32 {
        match state.phase() {
            Phase::Over { winners } if winners.contains(self.seat) => WON,
            Phase::Over { .. } => -WON,
            _ => self.value_with(&self.standings(state), |seat| state.hand(seat)),
        }
    }

    /// The value where the seats hold these cards.
    pub(crate) fn value_with(&self, standings: &Standings, hand: impl Fn(Seat) -> Cards) -> f32 {
        let Scale {
            sharpness,
            bonus,
            card,
            lead,
            ..
        } = self.scale;
        let mut scores = [0.0; MAX_SEATS];
        let seats = Seat::all(self.land.game.rules().players);
        for ((seat, standing), score) in seats.zip(&standings.0).zip(&mut scores) {
            let hand = hand(seat);
            *score = sharpness * self.strength(standing, hand)
                + bonus[seat]
                + standing.aside
                + card * f32::from(hand.total());
        }
        let scores = &mut scores[..self.land.game.rules().seats()];
        if lead < 1.0 {
            odds::ease_lead(scores, lead);
        }
        odds::against(self.seat.index(), scores)
    }

    /// What a seat with this hand has the best hopes of next, and after how many rolls. Not what it could pay for now, if
    /// it is only `saving`.
    pub(crate) fn next_goal(
        &self,
        standing: &Standing,
        hand: Cards,
        saving: bool,
    ) -> Option<(GoalKind, f32)> {
        let held = counts(hand);
        standing.goals[..standing.goal_count]
            .iter()
            .map(|goal| {
                let rolls = rolls_until(&goal.cost, &held, &standing.rates, &standing.surplus);
                let hope = goal.gain * expf(-rolls / self.weights.patience);
                (hope, (goal.kind, rolls))
            })
            .filter(|(_, (_, rolls))| !saving || *rolls > 0.0)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, goal)| goal)
    }

    /// The strength of one seat with this hand.
    pub(crate) fn strength(&self, standing: &Standing, hand: Cards) -> f32 {
        let strength = || self.new_strength(standing, hand);
        standing.strengths.of(hand, strength)
    }

    fn new_strength(&self, standing: &Standing, hand: Cards) -> f32 {
        let weights = self.weights;
        let plain = self.plain_strength(standing, hand);
        let terms = self.hand_terms(hand, &plain);
        plain.strength + weights.net * net::output(&standing.hidden, &terms) / weights.sharpness
    }

    /// The strength as a weighted sum, without what the net says.
    fn plain_strength(&self, standing: &Standing, hand: Cards) -> PlainStrength {
        let weights = self.weights;
        let held = counts(hand);
        let mut near = [0.0; 3];
        let mut hopes = [0.0_f32; 2];
        let mut others = 0.0;
        for goal in &standing.goals[..standing.goal_count] {
            let rolls = rolls_until(&goal.cost, &held, &standing.rates, &standing.surplus);
            let left = expf(-rolls / weights.patience);
            match goal.kind {
                GoalKind::Settlement { roads: 0 } => near[0] = left,
                GoalKind::City => near[1] = left,
                GoalKind::DevelopmentCard => near[2] = left,
                GoalKind::Settlement { .. } | GoalKind::LongestRoad => {}
            }
            let mut hope = goal.gain * left;
            for best in &mut hopes {
                if hope > *best {
                    std::mem::swap(best, &mut hope);
                }
            }
            others += hope;
        }
        let total = f32::from(hand.total());
        let exposed = if hand.total() > self.land.game.rules().hand_limit {
            standing.seven * total / 2.0
        } else {
            0.0
        };
        let strength = standing.base
            + weights.next * hopes[0]
            + weights.second * hopes[1]
            + weights.others * others
            + weights.held * total
            - weights.exposed * exposed;
        PlainStrength { strength, near }
    }
}

/// How many rolls the game may still take, as far as one knows who sees the cards of some seats.
fn horizon(state: &State, game: &Game, sees: impl Fn(Seat) -> bool, weights: &Weights) -> f32 {
    if state.time_up() {
        return 0.0;
    }
    let rules = game.rules();
    let lead = Seat::all(rules.players)
        .map(|seat| points(game, state, seat, sees(seat)))
        .fold(0.0, f32::max);
    let missing = f32::from(rules.points_to_win) - lead;
    (missing * weights.rolls_a_point).max(weights.shortest_horizon)
}
