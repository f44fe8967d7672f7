//! The standings that an evaluator has worked out: most states that a decision looks at differ in hands alone, or in what
//! one seat has.

use std::rc::Rc;

use brickwood_rules::{BySeat, DevelopmentCards, HexId, IntersectionSet, PathSet, Seat, State};
use rustc_hash::FxHashMap;

use super::races::{self, FACTS as RACE_FACTS};
use super::{Evaluator, SeatEvaluation, Standing, Standings};
use crate::reach::Spots;

/// All of a state that standings depend on but the robber: everything but the resource cards in hand.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    roads: BySeat<PathSet>,
    buildings: BySeat<IntersectionSet>,
    cities: BySeat<IntersectionSet>,
    development: BySeat<Development>,
    played: BySeat<DevelopmentCards>,
    longest_road: Option<Seat>,
    largest_army: Option<Seat>,
    deck_left: u8,
    active: Seat,
    is_rolled: bool,
}

/// The development cards of a hand, as far as an evaluator sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Development {
    Seen(DevelopmentCards),
    Count(u8),
}

impl Development {
    fn of(evaluator: &Evaluator, state: &State, seat: Seat) -> Self {
        let development = state.development(seat);
        if evaluator.sees(seat) {
            Self::Seen(development)
        } else {
            Self::Count(development.total())
        }
    }
}

impl Key {
    fn of(evaluator: &Evaluator, state: &State) -> Self {
        let mut key = Self {
            roads: BySeat::all(PathSet::EMPTY),
            buildings: BySeat::all(IntersectionSet::EMPTY),
            cities: BySeat::all(IntersectionSet::EMPTY),
            development: BySeat::all(Development::Count(0)),
            played: BySeat::all(DevelopmentCards::EMPTY),
            longest_road: state.longest_road(),
            largest_army: state.largest_army(),
            deck_left: state.deck_left(),
            active: state.active(),
            is_rolled: state.dice().is_some(),
        };
        for seat in Seat::all(evaluator.land.game.rules().players) {
            key.roads[seat] = state.roads(seat);
            key.buildings[seat] = state.buildings(seat);
            key.cities[seat] = state.cities(seat);
            key.development[seat] = Development::of(evaluator, state, seat);
            key.played[seat] = state.played(seat);
        }
        key
    }
}

/// All that the standing of one seat depends on. Most changes of a state leave it as it is for the other seats.
#[derive(PartialEq, Eq, Hash)]
struct SeatKey {
    seat: Seat,
    settlements: IntersectionSet,
    cities: IntersectionSet,
    roads: usize,
    spots: Spots,
    /// Of these, those that others may settle as soon.
    contested: Spots,
    /// The hex where the robber costs the seat something.
    robbed: Option<HexId>,
    points: u32,
    development: Development,
    races: [u32; RACE_FACTS],
    has_army: bool,
    has_road: bool,
    deck_left: u8,
    turns_to_wait: u32,
}

impl SeatKey {
    fn of(position: &SeatEvaluation) -> Self {
        let (evaluator, state, seat) = (position.evaluator, position.state, position.seat);
        let robber = state.robber();
        Self {
            seat,
            settlements: state.settlements(seat),
            cities: state.cities(seat),
            roads: state.roads(seat).len(),
            spots: position.spots[seat],
            contested: position.contested(),
            robbed: (state.yield_of(seat, robber) > 0).then_some(robber),
            points: position.points().to_bits(),
            development: Development::of(evaluator, state, seat),
            races: races::facts(position).map(f32::to_bits),
            has_army: state.largest_army() == Some(seat),
            has_road: state.longest_road() == Some(seat),
            deck_left: state.deck_left(),
            turns_to_wait: position.turns_to_wait().to_bits(),
        }
    }
}

/// States that differ in hands and in where the robber stands.
struct Position {
    spots: BySeat<Spots>,
    by_robber: Vec<(HexId, Rc<Standings>)>,
}

/// The standings that are known.
#[derive(Default)]
pub(super) struct Known {
    positions: FxHashMap<Key, Position>,
    seats: FxHashMap<SeatKey, Rc<Standing>>,
}

impl Known {
    pub(super) fn standings(&mut self, evaluator: &Evaluator, state: &State) -> Rc<Standings> {
        let position = self.positions.entry(Key::of(evaluator, state));
        let Position { spots, by_robber } = position.or_insert_with(|| Position {
            spots: evaluator.spots(state),
            by_robber: Vec::new(),
        });
        let robber = state.robber();
        if let Some((_, known)) = by_robber.iter().find(|(hex, _)| *hex == robber) {
            return Rc::clone(known);
        }
        let standing = |seat| {
            let position = SeatEvaluation {
                evaluator,
                state,
                seat,
                spots,
            };
            let known = self.seats.entry(SeatKey::of(&position));
            Rc::clone(known.or_insert_with(|| Rc::new(position.standing())))
        };
        let seats = Seat::all(evaluator.land.game.rules().players);
        let found = Rc::new(Standings(seats.map(standing).collect()));
        by_robber.push((robber, Rc::clone(&found)));
        found
    }
}

#[cfg(test)]
mod tests {
    use brickwood_rules::{
        Edition, Game, Step, ToAct, beginners_board, for_each_outcome, legal_actions,
    };
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::land::Land;
    use crate::nodes::Nodes;
    use crate::{Care, DecisionContext};

    /// Any step that can be taken, but offers.
    fn any_step(game: &Game, state: &State, rng: &mut ChaCha8Rng) -> Option<Step> {
        let mut steps = Vec::new();
        match state.to_act() {
            ToAct::Chance => for_each_outcome(game, state, |outcome, _| {
                steps.push(Step::Chance { outcome });
            }),
            to_act => {
                for seat in to_act.seats().iter() {
                    let actions = legal_actions(game, state, seat).into_iter();
                    steps.extend(actions.map(|action| Step::Action { seat, action }));
                }
            }
        }
        (!steps.is_empty()).then(|| steps[rng.random_range(0..steps.len())])
    }

    /// All that a standing is, but for what it remembers.
    fn content(standing: &Standing) -> String {
        let Standing {
            base,
            rates,
            bank,
            surplus,
            goals,
            goal_count,
            seven,
            aside,
            hidden,
            strengths: _,
        } = standing;
        let goals = goals[..*goal_count].iter();
        let goals: Vec<_> = goals
            .map(|goal| (goal.kind, goal.cost, goal.gain))
            .collect();
        format!("{base} {rates:?} {bank:?} {surplus:?} {goals:?} {seven} {aside} {hidden:?}")
    }

    #[test]
    fn what_is_known_is_what_would_be_worked_out() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut compared = 0;
        for players in [2, 3, 4] {
            let game = Game::new(Edition::Modern.rules(players), beginners_board())
                .expect("the edition is for so many players");
            let land = Land::new(&game, None);
            let mut state = State::new(&game);
            for number in 0..2_500 {
                let Some(step) = any_step(&game, &state, &mut rng) else {
                    break;
                };
                state = state.apply(&game, step).expect("it is legal");
                if number % 100 != 0 || state.turn() == 0 {
                    continue;
                }
                let seat = state.active();
                let view = state.view(&game, Some(seat));
                let nodes = Rc::new(Nodes::unlimited());
                let context = DecisionContext::known(&land, &view, seat, &state, nodes, Care::FULL);
                let scale = super::super::Scale::plain(1.0);
                let closed = || Evaluator::new(&context);
                let open = || Evaluator::open(&land, &state, seat, scale);
                for (shared, fresh) in [(closed(), closed()), (open(), open())] {
                    let mut next = state;
                    for _ in 0..60 {
                        let known = shared.standings(&next);
                        fresh.known.take();
                        let worked_out = fresh.standings(&next);
                        for (one, other) in known.0.iter().zip(&worked_out.0) {
                            assert_eq!(content(one), content(other));
                            compared += 1;
                        }
                        match any_step(&game, &next, &mut rng) {
                            Some(step) => next = next.apply(&game, step).expect("it is legal"),
                            None => break,
                        }
                    }
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }
}
