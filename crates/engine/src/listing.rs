//! The legal actions, and as many offers as somebody wants to see.

use brickwood_rules::{
    Action, Cards, Game, Phase, Seat, SeatSet, State, Step, Terms, ToAct, legal_actions,
    offers_up_to,
};
use serde_json::{Value, json};

use crate::{Problem, commands::check_seat, game::Play, report, request::Actions};

/// The most cards on a side of the offers that are listed.
const MOST_CARDS: u8 = 4;

/// The legal actions of one seat, or of all that are to act.
pub(crate) fn actions(play: &Play, wanted: &Actions) -> Result<Value, Problem> {
    check_seat(&play.game, wanted.seat)?;
    let most = wanted.offers.unwrap_or(0);
    if most > MOST_CARDS {
        let message = format!("`offers` is at most {MOST_CARDS} cards a side");
        return Err(Problem::bad_request(message));
    }
    let (game, state) = (&play.game, &play.state);
    let seats = match (wanted.seat, state.to_act()) {
        (Some(seat), _) => SeatSet::only(seat),
        (None, ToAct::Seats { seats }) => seats,
        (None, ToAct::Chance | ToAct::Nobody) => SeatSet::EMPTY,
    };
    let mut found = Vec::new();
    for seat in seats.iter() {
        let mut actions = legal_actions(game, state, seat);
        actions.extend(offers(game, state, seat, wanted.to, most));
        found.extend(
            actions
                .into_iter()
                .map(|action| report::action(game, seat, action)),
        );
    }
    Ok(json!({ "actions": found }))
}

/// Offers of the seat whose turn it is, counter-offers of a seat that is asked.
fn offers(game: &Game, state: &State, seat: Seat, to: Option<SeatSet>, most: u8) -> Vec<Action> {
    let players = game.rules().players;
    if most == 0 || !state.may_act(seat) {
        return Vec::new();
    }
    if matches!(state.phase(), Phase::Trade { .. }) {
        let mut found = Vec::new();
        let own = multisets(state.hand(seat).counts(), most);
        for take in &own {
            for give in &multisets([most; 5], most) {
                let action = Action::Counter {
                    terms: Terms {
                        give: *give,
                        take: *take,
                    },
                };
                if state.apply(game, Step::Action { seat, action }).is_ok() {
                    found.push(action);
                }
            }
        }
        return found;
    }
    let others = SeatSet::all(players).without(seat);
    offers_up_to(game, state, to.unwrap_or(others), most)
}

/// All multisets of one to `most` of these cards.
fn multisets(of: [u8; 5], most: u8) -> Vec<Cards> {
    let mut found = vec![[0u8; 5]];
    for kind in 0..5 {
        let mut grown = Vec::new();
        for counts in &found {
            let left = most - counts.iter().sum::<u8>();
            for more in 0..=left.min(of[kind]) {
                let mut counts = *counts;
                counts[kind] = more;
                grown.push(counts);
            }
        }
        found = grown;
    }
    found.retain(|counts| counts.iter().any(|count| *count > 0));
    found.into_iter().map(Cards::new).collect()
}
