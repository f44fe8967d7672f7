//! Winning by the longest road within one turn.
//!
//! The first roads of a longer one may lengthen nothing. With many cards to swap, the search of a turn then drops
//! them for sequences that look better at once, so a win by roads is searched for by itself.

use brickwood_rules::{Action, Cards, ROADS, Resource};

use crate::DecisionContext;
use crate::network::Network;

/// The most roads that are searched for.
const MOST_ROADS: usize = 4;

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

/// What a seat pays for roads, with swaps at the bank.
pub(crate) struct Bill<'a> {
    context: &'a DecisionContext<'a>,
    missing: Cards,
    spare: Cards,
}

impl<'a> Bill<'a> {
    pub(crate) fn of(context: &'a DecisionContext, roads: usize) -> Self {
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

    pub(crate) fn can_be_paid(&self) -> bool {
        let gets: u8 = Resource::ALL.map(|give| self.gets(give)).iter().sum();
        gets >= self.missing.total() && self.context.state.bank().contains(self.missing)
    }

    /// The next swap with the bank; none if nothing is missing.
    pub(crate) fn swap(&self) -> Option<Action> {
        let (take, _) = self.missing.iter().next()?;
        let give = Resource::ALL
            .into_iter()
            .find(|give| self.gets(*give) > 0)?;
        Some(Action::MaritimeTrade { give, take })
    }
}
