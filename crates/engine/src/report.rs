//! What answers tell of a game.

use brickwood_notation::{action_text, position_text, step_text, view_text};
use brickwood_rules::{
    Action, Cards, ChanceOutcome, Game, OwnHand, Phase, Resource, Seat, State, Step,
    for_each_outcome,
};
use serde_json::{Value, json};

use crate::game::Play;

/// Where a game stands, in short.
pub(crate) fn status(play: &Play) -> Value {
    let state = &play.state;
    let winners = match *state.phase() {
        Phase::Over { winners } => Some(winners),
        _ => None,
    };
    json!({
        "steps": play.steps().len(),
        "turn": state.turn(),
        "active": state.active(),
        "phase": state.phase(),
        "to_act": state.to_act(),
        "dice": state.dice(),
        "winners": winners,
    })
}

/// The rules and the board.
pub(crate) fn game(game: &Game) -> Value {
    json!({
        "rules": game.rules(),
        "rules_text": brickwood_notation::rules_text(game.rules()),
        "board": game.board(),
        "board_text": brickwood_notation::board_text(game.board()),
    })
}

/// An action, in both of its forms.
pub(crate) fn action(game: &Game, seat: Seat, action: Action) -> Value {
    let text = action_text(game.board().topology(), action);
    json!({ "seat": seat, "action": action, "text": text })
}

/// Everything, for who throws the dice and sees all cards.
pub(crate) fn state(game: &Game, state: &State) -> Value {
    let seats = Seat::all(game.rules().players);
    let mut view = state.view(game, None);
    for (seat, shown) in seats.clone().zip(&mut view.seats) {
        shown.points = state.points(game, seat);
    }
    let hands = seats.map(|seat| {
        let hidden = state.hidden(seat);
        OwnHand {
            hand: hidden.hand,
            development: hidden.development,
            bought: hidden.bought,
        }
    });
    json!({
        "view": view,
        "hands": hands.collect::<Vec<_>>(),
        "deck": state.drawable(),
        "position": position_text(game, state),
    })
}

/// What a seat or a spectator may know.
pub(crate) fn view(game: &Game, state: &State, seat: Option<Seat>) -> Value {
    let view = state.view(game, seat);
    let position = view_text(game, &view);
    json!({ "view": view, "position": position })
}

/// What chance can decide, and how likely it is.
pub(crate) fn outcomes(game: &Game, state: &State) -> Value {
    let mut found: Vec<(ChanceOutcome, u32)> = Vec::new();
    for_each_outcome(game, state, |outcome, weight| found.push((outcome, weight)));
    let total: u32 = found.iter().map(|(_, weight)| weight).sum();
    let topology = game.board().topology();
    let outcomes = found.into_iter().map(|(outcome, weight)| {
        json!({
            "outcome": outcome,
            "text": step_text(topology, Step::Chance { outcome }),
            "weight": weight,
            "probability": f64::from(weight) / f64::from(total),
        })
    });
    json!({ "outcomes": outcomes.collect::<Vec<_>>(), "weights": total })
}

/// The figures of every seat; where a viewer is named, as far as it knows them.
pub(crate) fn score(game: &Game, state: &State, viewer: Option<Seat>) -> Value {
    let seats = Seat::all(game.rules().players).map(|seat| {
        let points = match viewer {
            None => state.points(game, seat),
            Some(_) => state.view(game, viewer).seats[seat.index()].points,
        };
        let buildings = state.buildings(seat);
        let rates = Resource::ALL.map(|give| game.board().rate(buildings, give));
        json!({
            "points": points,
            "total": points.total(),
            "road_length": state.road_length(seat),
            "knights": state.knights(seat),
            "hand": state.hand(seat).total(),
            "development": state.development(seat).total(),
            "rates": rates,
            "production": production(game, state, seat, false),
            "blocked": production(game, state, seat, true),
        })
    });
    json!({
        "seats": seats.collect::<Vec<_>>(),
        "bank": state.bank(),
        "deck": state.deck_left(),
        "longest_road": state.longest_road(),
        "largest_army": state.largest_army(),
    })
}

/// Cards that a seat gets in 36 throws of two dice, each as often as it is likely; or, with
/// `blocked`, those that the robber keeps from it (ROB-07).
fn production(game: &Game, state: &State, seat: Seat, blocked: bool) -> Cards {
    let board = game.board();
    let topology = board.topology();
    let mut counts = [0u8; 5];
    for at in state.buildings(seat).iter() {
        let cards = if state.cities(seat).contains(at) {
            2
        } else {
            1
        };
        for hex in topology.hexes_round(at) {
            let land = board.hex(hex);
            if let Some(resource) = land.terrain.resource()
                && (hex == state.robber()) == blocked
            {
                let count = &mut counts[resource.index()];
                *count = count.saturating_add(cards * land.pips());
            }
        }
    }
    Cards::new(counts)
}
