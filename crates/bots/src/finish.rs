//! Winning by the longest road within one turn.
//!
//! The first roads of a longer one may lengthen nothing. With many cards to swap, the search of a turn then drops
//! them for sequences that look better at once, so a win by roads is searched for by itself.

use brickwood_rules::{Action, CITIES, Cards, Path, ROADS, Resource, SETTLEMENTS, for_each_action};

use crate::DecisionContext;
use crate::network::Network;
use crate::reach::{self, Occupied, ROADS_AHEAD};

/// The most roads that are searched for.
const MOST_ROADS: usize = 4;

/// The most that are searched for where they need not be paid for in one turn.
const MOST_IN_ALL: usize = 6;

/// The points of the longest road.
const PRIZE: u8 = 2;

/// How many roads a road building card gives (DEV-04).
const FREE_ROADS: usize = 2;

/// The next action on the way to the fewest roads that win in this turn; none if no roads win, or the seat cannot
/// pay for them.
pub(crate) fn winning_road(context: &DecisionContext) -> Option<Action> {
    let (game, state, seat) = (context.game, &context.state, context.seat);
    let is_enough = state.points(game, seat).total() + PRIZE >= game.rules().points_to_win;
    let is_own_turn = state.active() == seat && state.special().is_none();
    if !is_enough || !is_own_turn || state.longest_road() == Some(seat) {
        return None;
    }
    let network = Network::of(game, state, seat);
    let card = Action::PlayRoadBuilding;
    let may_play_card = context.after(card).is_some();
    let free = usize::from(state.free_roads());
    let most = MOST_ROADS.min(ROADS - state.roads(seat).len());
    (1..=most).find_map(|count| {
        let bill = Bill::of(context, count.saturating_sub(free));
        let next = if bill.can_be_paid() {
            // Free roads come first (RUL-20).
            bill.swap().filter(|_| free == 0)
        } else {
            let rest = Bill::of(context, count.saturating_sub(FREE_ROADS));
            if !may_play_card || !rest.can_be_paid() {
                return None;
            }
            Some(card)
        };
        let at = network.first_of(count)?;
        Some(next.unwrap_or(Action::BuildRoad { at }))
    })
}

/// The road to lay for a seat that has nothing better to save for: one of those that take the longest road, or to a
/// site, or along the longest trail. None where it has too few roads left for any of these.
pub(crate) fn last_road(context: &DecisionContext) -> Option<Path> {
    let (game, state, seat) = (context.game, &context.state, context.seat);
    let network = Network::of(game, state, seat);
    let left = ROADS - state.roads(seat).len();
    let wants_prize = state.longest_road() != Some(seat);
    let wants_site = state.settlements(seat).len() < SETTLEMENTS;
    let to_prize = || (1..=MOST_IN_ALL.min(left)).find_map(|count| network.first_of(count));
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

/// Whether a seat can build a city, or settle now or after the next roads.
pub(crate) fn can_grow(context: &DecisionContext) -> bool {
    let (state, seat) = (&context.state, context.seat);
    let spots = reach::spots(&context.land, state, seat, &Occupied::new(state));
    let within = ROADS_AHEAD.min(ROADS - state.roads(seat).len());
    let has_spot = spots[..=within].iter().any(|at| !at.is_empty());
    has_spot && state.settlements(seat).len() < SETTLEMENTS || can_upgrade(context)
}

/// Whether a seat has a city and a settlement for it.
fn can_upgrade(context: &DecisionContext) -> bool {
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

/// What a seat pays for roads, with swaps at the bank.
struct Bill<'a> {
    context: &'a DecisionContext<'a>,
    missing: Cards,
    spare: Cards,
}

impl<'a> Bill<'a> {
    fn of(context: &'a DecisionContext, roads: usize) -> Self {
        let hand = context.state.hand(context.seat);
        let road = context.game.rules().road_cost();
        let cost = (0..roads).fold(Cards::EMPTY, |sum, _| sum + road);
        Self {
            context,
            missing: cost.saturating_sub(hand),
            spare: hand.saturating_sub(cost),
        }
    }

    /// How many cards the bank gives for the spare cards of a resource.
    fn gets(&self, give: Resource) -> u8 {
        self.spare[give] / self.context.state.rates(self.context.seat)[give]
    }

    fn can_be_paid(&self) -> bool {
        let gets: u8 = Resource::ALL.map(|give| self.gets(give)).iter().sum();
        gets >= self.missing.total() && self.context.state.bank().contains(self.missing)
    }

    /// The next swap with the bank; none if nothing is missing.
    fn swap(&self) -> Option<Action> {
        let (take, _) = self.missing.iter().next()?;
        let give = Resource::ALL
            .into_iter()
            .find(|give| self.gets(*give) > 0)?;
        Some(Action::MaritimeTrade { give, take })
    }
}
