//! What a seat does that has nothing better to save for.

use brickwood_rules::{Action, CITIES, Path, ROADS, SETTLEMENTS, for_each_action};

use crate::DecisionContext;
use crate::finish::Bill;
use crate::network::Network;
use crate::reach::{self, Occupied, ROADS_AHEAD};

/// The most roads to the longest road that are searched for.
const MOST_ROADS: usize = 6;

/// The road to lay for a seat that has nothing better to save for: one of those that take the longest road, or to a
/// site, or along the longest trail. None where it has too few roads left for any of these.
pub(crate) fn last_road(context: &DecisionContext) -> Option<Path> {
    let (game, state, seat) = (context.game, &context.state, context.seat);
    let network = Network::of(game, state, seat);
    let left = ROADS - state.roads(seat).len();
    let wants_prize = state.longest_road() != Some(seat);
    let wants_site = state.settlements(seat).len() < SETTLEMENTS;
    let to_prize = || (1..=MOST_ROADS.min(left)).find_map(|count| network.first_of(count));
    let to_site = || network.toward(state.free_intersections(), left);
    wants_prize
        .then(to_prize)
        .flatten()
        .or_else(|| wants_site.then(to_site).flatten())
        .or_else(|| wants_prize.then(|| network.longer(left)).flatten())
}

/// What is left to do in a turn for a seat that can build no city and buy no card: its last roads, and the cards that it
/// holds. Once everybody sees that these do not help, the game can end (RUL-25).
pub(crate) fn last_resort(context: &DecisionContext) -> Option<Action> {
    if can_upgrade(context) || context.state.deck_left() > 0 {
        return None;
    }
    paid_road(context).or_else(|| {
        let mut card = None;
        for_each_action(context.game, &context.state, context.seat, |action| {
            let is_card = matches!(
                action,
                Action::PlayKnight
                    | Action::PlayMonopoly { .. }
                    | Action::PlayRoadBuilding
                    | Action::PlayYearOfPlenty { .. }
            );
            if is_card {
                card = Some(action);
            }
        });
        card
    })
}

/// Whether a seat has a city to build, or a site in reach of its next roads. What it costs does not matter.
pub(crate) fn can_grow(context: &DecisionContext) -> bool {
    let (state, seat) = (&context.state, context.seat);
    let spots = reach::spots(context.land, state, seat, &Occupied::new(state));
    let within = ROADS_AHEAD.min(ROADS - state.roads(seat).len());
    let has_spot = spots[..=within].iter().any(|at| !at.is_empty());
    has_spot && state.settlements(seat).len() < SETTLEMENTS || can_upgrade(context)
}

/// Whether a seat has a city left, and a settlement that may become one.
pub(crate) fn can_upgrade(context: &DecisionContext) -> bool {
    // VAR-7: the last settlement stays one.
    let kept = usize::from(context.game.rules().variants.keep_a_settlement);
    let (state, seat) = (&context.state, context.seat);
    state.cities(seat).len() < CITIES && state.settlements(seat).len() > kept
}

/// The last road, or the trade with the bank that pays for it.
fn paid_road(context: &DecisionContext) -> Option<Action> {
    let bill = Bill::of(context, 1);
    let is_payable = bill.can_be_paid() && context.state.roads(context.seat).len() < ROADS;
    let at = is_payable.then(|| last_road(context))??;
    Some(bill.swap().unwrap_or(Action::BuildRoad { at }))
}
