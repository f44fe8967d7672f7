//! Looking for the best rest of one's own turn.
//!
//! Sequences of own actions are searched breadth first, the best few of each length further.
//! Orders of the same actions meet in one state and are searched once. Development cards come
//! first in a sequence, for they only add to what can follow.

use brickwood_rules::{
    Action, Cards, ChanceOutcome, DevelopmentCard, DevelopmentCards, HexId, IntersectionSet,
    PathSet, Phase, Seat, State, Step, for_each_action,
};
use rustc_hash::FxHashSet;

use crate::evaluation::{Evaluator, WON, mean};
use crate::robber;

/// How many sequences of each length are searched further.
const WIDTH: usize = 12;

/// How many, where all turns are looked for that are worth a thought.
const WIDE: usize = 400;

/// The longest sequence.
const DEPTH: usize = 9;

/// The least that an action must gain over ending the turn: more than a rounding error.
const WORTH_IT: f32 = 1e-4;

/// A rest of the turn.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// What to do first; `None` ends the turn.
    pub(crate) first: Option<Action>,
    /// The value in the end.
    pub(crate) value: f32,
    /// The cards that it pays for what it builds and buys; trades with the bank do not count.
    pub(crate) spends: Cards,
}

/// A whole rest of the turn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sequence {
    /// Its actions, up to the end of the turn, which is not one of them. Where the robber or chance stands between, what comes
    /// of it is not.
    pub(crate) actions: Vec<Action>,
    /// The value in the end.
    pub(crate) value: f32,
}

/// The last actions of all sequences, each with the place of the one before it.
#[derive(Default)]
struct Trail(Vec<(Option<u32>, Action)>);

impl Trail {
    fn add(&mut self, before: Option<u32>, action: Action) -> u32 {
        self.0.push((before, action));
        self.0.len() as u32 - 1
    }

    /// The actions up to the one of this place.
    fn actions(&self, last: Option<u32>) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut place = last;
        while let Some((before, action)) = place.map(|place| self.0[place as usize]) {
            actions.push(action);
            place = before;
        }
        actions.reverse();
        actions
    }
}

#[derive(Clone)]
struct Node {
    state: State,
    first: Option<Action>,
    /// Where its last action is in the trail.
    last: Option<u32>,
    /// The expected value less that of `state`, where chance stands between: one of its outcomes
    /// is followed up for all.
    correction: f32,
    value: f32,
    spends: Cards,
}

/// What tells apart the states that a seat reaches in its own turn.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    hand: Cards,
    roads: PathSet,
    settlements: IntersectionSet,
    cities: IntersectionSet,
    development: DevelopmentCards,
    robber: HexId,
    free_roads: u8,
}

impl Key {
    fn of(state: &State, seat: Seat) -> Self {
        Self {
            hand: state.hand(seat),
            roads: state.roads(seat),
            settlements: state.settlements(seat),
            cities: state.cities(seat),
            development: state.development(seat),
            robber: state.robber(),
            free_roads: state.free_roads(),
        }
    }
}

/// The best rest of the turn of the evaluator's seat, within about `budget` evaluations.
pub(crate) fn best_plan(evaluator: &Evaluator, state: &State, budget: usize) -> Plan {
    search(evaluator, state, WIDTH, budget, |_, _, _| ()).0
}

/// The actions of that rest, up to the end of the turn, which is not one of them.
pub(crate) fn best_actions(evaluator: &Evaluator, state: &State, budget: usize) -> Vec<Action> {
    search(evaluator, state, WIDTH, budget, |_, _, _| ()).1
}

/// All rests of the turn that are found, the best first. No two lead to the same state.
pub(crate) fn sequences(evaluator: &Evaluator, state: &State, budget: usize) -> Vec<Sequence> {
    let mut found = Vec::new();
    search(evaluator, state, WIDE, budget, |plan, last, trail| {
        found.push(Sequence {
            actions: trail.actions(last),
            value: plan.value,
        });
    });
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    found
}

/// The best rest of the turn with each first action, the best first.
pub(crate) fn plans(evaluator: &Evaluator, state: &State, budget: usize) -> Vec<Sequence> {
    let mut plans: Vec<(Option<Action>, Sequence)> = Vec::new();
    let (best, actions) = search(evaluator, state, WIDTH, budget, |plan, last, trail| {
        let whole = || Sequence {
            actions: trail.actions(last),
            value: plan.value,
        };
        let known = plans.iter_mut().find(|(first, _)| *first == plan.first);
        match known {
            Some((_, known)) if known.value < plan.value => *known = whole(),
            Some(_) => {}
            None => plans.push((plan.first, whole())),
        }
    });
    plans.retain(|(first, _)| *first != best.first);
    plans.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let best = Sequence {
        actions,
        value: best.value,
    };
    std::iter::once(best)
        .chain(plans.into_iter().map(|(_, plan)| plan))
        .collect()
}

/// Likewise, with its actions; and shows `found` the rests of the turn that it comes across, with the place of their last action in
/// the trail. Of each length, so many sequences are searched further as `width` says.
fn search(
    evaluator: &Evaluator,
    state: &State,
    width: usize,
    budget: usize,
    mut found: impl FnMut(Plan, Option<u32>, &Trail),
) -> (Plan, Vec<Action>) {
    let mut trail = Trail::default();
    let root = Node {
        state: *state,
        first: None,
        last: None,
        correction: 0.0,
        value: evaluator.value(state),
        spends: Cards::EMPTY,
    };
    let mut best = Plan {
        first: None,
        value: if is_stop(state) { root.value } else { -WON },
        spends: Cards::EMPTY,
    };
    let mut last = None;
    if is_stop(state) {
        found(best, last, &trail);
    }
    let mut seen = FxHashSet::from_iter([Key::of(state, evaluator.seat)]);
    let mut spent = 0;
    let mut frontier = vec![root];
    for depth in 0..DEPTH {
        let mut next = Vec::new();
        for node in &frontier {
            if spent >= budget || evaluator.is_spent() {
                break;
            }
            let before = next.len();
            expand(
                evaluator,
                node,
                depth == 0,
                &mut seen,
                &mut trail,
                &mut next,
            );
            spent += next.len() - before;
        }
        for node in &next {
            if !is_stop(&node.state) {
                continue;
            }
            let plan = Plan {
                first: node.first,
                value: node.value,
                spends: node.spends,
            };
            if plan.value > best.value + WORTH_IT {
                (best, last) = (plan, node.last);
            }
            found(plan, node.last, &trail);
        }
        frontier = best_of(&next, width);
        if frontier.is_empty() || spent >= budget || best.value >= WON {
            break;
        }
    }
    (best, trail.actions(last))
}

/// The few that are searched further, the best first.
fn best_of(nodes: &[Node], width: usize) -> Vec<Node> {
    // Nodes are large: they are not moved about while they are sorted.
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by(|a, b| nodes[*b].value.total_cmp(&nodes[*a].value));
    order.truncate(width);
    order
        .into_iter()
        .map(|place| nodes[place].clone())
        .collect()
}

/// The value of the best rest of the turn from a state in the middle of it, where the robber or chance may
/// come first; the value of the state itself where the turn is another's.
pub(crate) fn best_rest(evaluator: &Evaluator, state: &State, budget: usize) -> Option<f32> {
    let (state, expected, value) = settled(evaluator, state)?;
    if goes_on(&state, evaluator.seat) {
        let plan = best_plan(evaluator, &state, budget);
        Some(plan.value + expected - value)
    } else {
        Some(expected)
    }
}

/// Whether a seat goes on with its turn, after the roll.
pub(crate) fn goes_on(state: &State, seat: Seat) -> bool {
    let is_own = matches!(
        state.phase(),
        Phase::Turn | Phase::FreeRoads | Phase::SpecialBuilding
    );
    is_own && state.may_act(seat) && state.dice().is_some()
}

/// Whether the turn, or one's part of the special building, could end here.
fn is_stop(state: &State) -> bool {
    matches!(
        state.phase(),
        Phase::Turn | Phase::SpecialBuilding | Phase::Over { .. }
    )
}

fn expand(
    evaluator: &Evaluator,
    node: &Node,
    cards: bool,
    seen: &mut FxHashSet<Key>,
    trail: &mut Trail,
    found: &mut Vec<Node>,
) {
    let game = evaluator.land.game;
    let seat = evaluator.seat;
    if matches!(node.state.phase(), Phase::Over { .. }) {
        return;
    }
    for_each_action(game, &node.state, seat, |action| {
        let is_card = matches!(
            action,
            Action::PlayKnight
                | Action::PlayMonopoly { .. }
                | Action::PlayRoadBuilding
                | Action::PlayVictoryPoint
                | Action::PlayYearOfPlenty { .. }
        );
        let ends = match action {
            Action::EndTurn | Action::Roll => true,
            // A seat that lays no more free roads continues its turn (DEV-04).
            Action::Pass => *node.state.phase() != Phase::FreeRoads,
            _ => false,
        };
        if ends || (is_card && !cards) || evaluator.is_spent() {
            return;
        }
        let Ok(next) = node.state.apply(game, Step::Action { seat, action }) else {
            return;
        };
        let Some((state, expected, value)) = settled(evaluator, &next) else {
            return;
        };
        if seen.insert(Key::of(&state, seat)) {
            let correction = node.correction + expected - value;
            let paid = match action {
                Action::MaritimeTrade { .. } => Cards::EMPTY,
                _ => node.state.hand(seat).saturating_sub(state.hand(seat)),
            };
            found.push(Node {
                state,
                first: node.first.or(Some(action)),
                last: Some(trail.add(node.last, action)),
                correction,
                value: value + correction,
                spends: node.spends + paid,
            });
        }
    });
}

/// Follows a state through the robber and chance to the next free choice: the likeliest state
/// there, the expected value, and that state's own.
fn settled(evaluator: &Evaluator, state: &State) -> Option<(State, f32, f32)> {
    match *state.phase() {
        Phase::Draw => average(evaluator, draws(evaluator, state)),
        Phase::Theft { victim } => average(evaluator, robber::thefts(evaluator, state, victim)),
        Phase::MoveRobber | Phase::Rob { .. } => {
            let seat = evaluator.seat;
            let mut best: Option<(f32, State)> = None;
            for_each_action(evaluator.land.game, state, seat, |action| {
                // Of a robbery that is cut short, the best hex so far is taken.
                if best.is_some() && evaluator.is_spent() {
                    return;
                }
                let Ok(next) = state.apply(evaluator.land.game, Step::Action { seat, action })
                else {
                    return;
                };
                let value = robber::robbed(evaluator, &next);
                if best.as_ref().is_none_or(|best| value > best.0) {
                    best = Some((value, next));
                }
            });
            settled(evaluator, &best?.1)
        }
        Phase::Interrupt { .. } => settled(evaluator, &robber::uninterrupted(evaluator, state)?),
        _ => {
            let value = evaluator.value(state);
            Some((*state, value, value))
        }
    }
}

/// The expected value of a state that waits for the robber or for chance.
pub(crate) fn expected(evaluator: &Evaluator, state: &State) -> Option<f32> {
    settled(evaluator, state).map(|(_, expected, _)| expected)
}

fn average(
    evaluator: &Evaluator,
    outcomes: impl Iterator<Item = (f32, State)>,
) -> Option<(State, f32, f32)> {
    let mut all = Vec::new();
    let mut likeliest: Option<(f32, State, f32)> = None;
    for (chance, state) in outcomes {
        let value = evaluator.value(&state);
        all.push((chance, value));
        // A state that has won leaves nothing to follow up.
        let open = !matches!(state.phase(), Phase::Over { .. });
        let weight = if open { chance } else { 0.0 };
        if likeliest.as_ref().is_none_or(|best| weight > best.0) {
            likeliest = Some((weight, state, value));
        }
    }
    likeliest.map(|(_, state, value)| (state, mean(all.into_iter()), value))
}

/// What a bought development card may be, with its chance.
fn draws(evaluator: &Evaluator, state: &State) -> impl Iterator<Item = (f32, State)> {
    let game = evaluator.land.game;
    // What the others are guessed to hold could as well be drawn.
    let mut unseen = state.drawable();
    for seat in Seat::all(game.rules().players) {
        if seat != evaluator.seat {
            unseen = unseen.plus(state.development(seat));
        }
    }
    let drawable = state.drawable();
    let weight = move |card: DevelopmentCard| {
        if drawable[card] > 0 {
            f32::from(unseen[card])
        } else {
            0.0
        }
    };
    let total: f32 = DevelopmentCard::ALL.into_iter().map(weight).sum();
    drawable.iter().filter_map(move |(card, _)| {
        let outcome = ChanceOutcome::Drawn { card };
        let next = state.apply(game, Step::Chance { outcome }).ok()?;
        Some((weight(card) / total, next))
    })
}
