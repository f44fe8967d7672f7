//! The parts of answers that describe a game.

use brickwood_notation::{action_text, board_text, rules_text, step_text};
use brickwood_rules::{
    Action, Board, ByResource, Cards, ChanceOutcome, DevelopmentCards, Dice, Game, HandBounds,
    OwnHand, Phase, Points, Rules, Seat, SeatSet, State, Step, ToAct, View, for_each_outcome,
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::{Code, Problem, game::Play};

/// The result of a request, as JSON.
pub(crate) type Body = Box<RawValue>;

/// The JSON of a result.
pub(crate) fn body(result: &impl Serialize) -> Result<Body, Problem> {
    to_raw_value(result).map_err(|error| Problem::new(Code::Fault, error.to_string()))
}

/// A short summary of a game's state.
#[derive(Serialize)]
pub(crate) struct Status<'a> {
    steps: usize,
    turn: u16,
    active: Seat,
    phase: &'a Phase,
    to_act: ToAct,
    dice: Option<Dice>,
    winners: Option<SeatSet>,
}

impl<'a> Status<'a> {
    pub(crate) fn of(play: &'a Play) -> Self {
        let state = play.state();
        Self {
            steps: play.steps().len(),
            turn: state.turn(),
            active: state.active(),
            phase: state.phase(),
            to_act: state.to_act(),
            dice: state.dice(),
            winners: state.phase().winners(),
        }
    }
}

/// Steps that were taken, and the summary after them.
#[derive(Serialize)]
pub(crate) struct Taken<'a> {
    pub(crate) steps: Vec<String>,
    pub(crate) status: Status<'a>,
}

/// What pieces and development cards cost (BLD-01 to BLD-04).
#[derive(Serialize)]
pub(crate) struct Costs {
    road: Cards,
    settlement: Cards,
    city: Cards,
    development_card: Cards,
}

impl Costs {
    pub(crate) fn of(rules: &Rules) -> Self {
        Self {
            road: rules.road_cost(),
            settlement: rules.settlement_cost(),
            city: rules.city_cost(),
            development_card: rules.development_card_cost(),
        }
    }
}

/// The rules and the board.
#[derive(Serialize)]
pub(crate) struct GameReport<'a> {
    rules: &'a Rules,
    rules_text: String,
    costs: Costs,
    board: &'a Board,
    board_text: String,
}

impl<'a> GameReport<'a> {
    pub(crate) fn of(game: &'a Game) -> Self {
        Self {
            rules: game.rules(),
            rules_text: rules_text(game.rules()),
            costs: Costs::of(game.rules()),
            board: game.board(),
            board_text: board_text(game.board()),
        }
    }
}

/// An action in both of its forms, with its seat where that is not clear.
#[derive(Serialize)]
pub(crate) struct ActionReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<Seat>,
    pub(crate) action: Action,
    pub(crate) text: String,
}

impl ActionReport {
    pub(crate) fn new(game: &Game, seat: Option<Seat>, action: Action) -> Self {
        let text = action_text(game.board().topology(), action);
        Self { seat, action, text }
    }
}

/// Everything, for a caller that throws the dice and sees all cards.
#[derive(Serialize)]
pub(crate) struct StateReport<'a> {
    position: String,
    status: Status<'a>,
    view: View,
    hands: Vec<OwnHand>,
    deck: DevelopmentCards,
}

impl<'a> StateReport<'a> {
    pub(crate) fn of(play: &'a Play) -> Self {
        let (game, state) = (play.game(), play.state());
        let seats = Seat::all(game.rules().players);
        let mut view = state.view(game, None);
        for (seat, shown) in seats.clone().zip(&mut view.seats) {
            shown.points = state.points(game, seat);
        }
        Self {
            position: play.head.position_text(game, state),
            status: Status::of(play),
            view,
            hands: seats.map(|seat| state.hidden(seat)).collect(),
            deck: state.drawable(),
        }
    }
}

/// What a seat or a spectator may know.
#[derive(Serialize)]
pub(crate) struct ViewReport {
    view: View,
    position: String,
    rates: Vec<Cards>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Vec<Bounds>>,
}

/// The fewest and the most cards of each resource that a hand can hold.
#[derive(Serialize)]
struct Bounds {
    least: Cards,
    most: Cards,
}

impl ViewReport {
    pub(crate) fn of(play: &mut Play, seat: Option<Seat>, with_bounds: bool) -> Self {
        let known = if with_bounds { play.belief(seat) } else { None };
        let game = play.game();
        let view = play.state().view(game, seat);
        let bounds = known.and_then(|belief| {
            let seats = Seat::all(game.rules().players);
            seats.map(|seat| belief.bounds(seat)).collect()
        });
        let bounds: Option<Vec<(Cards, Cards)>> = bounds;
        let position = match &bounds {
            None => play.head.view_text(game, &view),
            Some(bounds) => {
                let mut told = HandBounds::OPEN;
                for (seat, (least, most)) in Seat::EVERY.into_iter().zip(bounds) {
                    (told.least[seat], told.most[seat]) = (*least, *most);
                }
                play.head.view_text_with(game, &view, &told)
            }
        };
        Self {
            rates: rates(game, &view),
            view,
            position,
            bounds: bounds.map(|bounds| {
                let bounds = bounds.into_iter();
                bounds.map(|(least, most)| Bounds { least, most }).collect()
            }),
        }
    }
}

/// How many cards of each resource the bank takes for one, by seat.
pub(crate) fn rates(game: &Game, view: &View) -> Vec<Cards> {
    let seats = view.seats.iter();
    seats
        .map(|seat| game.board().rates(seat.settlements.union(seat.cities)))
        .collect()
}

/// The possible chance outcomes, and their probabilities.
#[derive(Serialize)]
pub(crate) struct Outcomes {
    outcomes: Vec<OutcomeReport>,
    weights: u32,
}

#[derive(Serialize)]
struct OutcomeReport {
    outcome: ChanceOutcome,
    text: String,
    weight: u32,
    probability: f64,
}

impl Outcomes {
    pub(crate) fn of(game: &Game, state: &State) -> Self {
        let mut found: Vec<(ChanceOutcome, u32)> = Vec::new();
        for_each_outcome(game, state, |outcome, weight| found.push((outcome, weight)));
        let weights: u32 = found.iter().map(|(_, weight)| weight).sum();
        let topology = game.board().topology();
        let outcomes = found.into_iter().map(|(outcome, weight)| OutcomeReport {
            outcome,
            text: step_text(topology, Step::Chance { outcome }),
            weight,
            probability: f64::from(weight) / f64::from(weights),
        });
        Self {
            outcomes: outcomes.collect(),
            weights,
        }
    }
}

/// The statistics of every seat, limited to what a viewer knows, if there is one.
#[derive(Serialize)]
pub(crate) struct Score {
    seats: Vec<SeatScore>,
    bank: Cards,
    deck: u8,
    longest_road: Option<Seat>,
    largest_army: Option<Seat>,
}

#[derive(Serialize)]
struct SeatScore {
    points: Points,
    total: u8,
    road_length: u8,
    knights: u8,
    hand: u8,
    development: u8,
    rates: Cards,
    production: Cards,
    blocked: Cards,
}

impl Score {
    pub(crate) fn of(game: &Game, state: &State, viewer: Option<Seat>) -> Self {
        let ends = state.phase().is_over();
        let seats = Seat::all(game.rules().players).map(|seat| {
            let knows_all = viewer.is_none_or(|viewer| viewer == seat) || ends;
            let points = if knows_all {
                state.points(game, seat)
            } else {
                state.public_points(game, seat)
            };
            SeatScore {
                points,
                total: points.total(),
                road_length: state.road_length(seat),
                knights: state.knights(seat),
                hand: state.hand(seat).total(),
                development: state.development(seat).total(),
                rates: state.rates(seat),
                production: production(game, state, seat, false),
                blocked: production(game, state, seat, true),
            }
        });
        Self {
            seats: seats.collect(),
            bank: state.bank(),
            deck: state.deck_left(),
            longest_road: state.longest_road(),
            largest_army: state.largest_army(),
        }
    }
}

/// Cards that a seat gets in 36 throws of two dice, each as often as it is likely; or, with
/// `blocked`, those that the robber keeps from it (ROB-07).
fn production(game: &Game, state: &State, seat: Seat, blocked: bool) -> Cards {
    let board = game.board();
    let mut counts = ByResource::all(0u8);
    let topology = board.topology();
    for hex in topology
        .hexes()
        .filter(|hex| (*hex == state.robber()) == blocked)
    {
        let land = board.hex(hex);
        if let Some(resource) = land.terrain.resource() {
            let count = &mut counts[resource];
            *count = count.saturating_add(state.yield_of(seat, hex) * land.pips());
        }
    }
    Cards::new(counts.0)
}
