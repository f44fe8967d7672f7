//! The legal actions of a seat, without trying them.

use alloc::vec::Vec;

use crate::step::{free_intersections, robber_hexes};
use crate::{
    Action, Answer, Cards, DevelopmentCard, Game, Phase, Resource, Seat, SeatSet, State, Terms,
    Trade,
};

/// Calls `found` with every legal action of a seat, each once, in a fixed order.
///
/// Offers and counter-offers are without end and therefore not among them: see [`offers_up_to`].
pub fn for_each_action(game: &Game, state: &State, seat: Seat, mut found: impl FnMut(Action)) {
    if !state.may_act(seat) {
        return;
    }
    match state.phase() {
        Phase::SetUpSettlement => {
            for at in free_intersections(state, game).iter() {
                found(Action::BuildSettlement { at });
            }
        }
        Phase::SetUpRoad { settlement } => {
            let free = game
                .board()
                .topology()
                .paths_at(*settlement)
                .minus(state.built_paths());
            for at in free.iter() {
                found(Action::BuildRoad { at });
            }
        }
        Phase::FirstCards { .. } => {
            for at in state.settlements(seat).iter() {
                found(Action::TakeFirstCards { at });
            }
        }
        Phase::Turn => in_turn(game, state, seat, &mut found),
        Phase::SpecialBuilding => {
            building(game, state, seat, &mut found);
            found(Action::Pass);
        }
        Phase::Discard { due } => {
            choose(state.hand(seat), due[seat.index()], &mut |cards| {
                found(Action::Discard { cards });
            });
        }
        Phase::MoveRobber => {
            for to in robber_hexes(state, game) {
                found(Action::MoveRobber { to });
            }
            if game.rules().variants.robber_may_stay && !state.knight_waits {
                found(Action::Pass);
            }
        }
        Phase::Interrupt { .. } => {
            if state
                .check_card(game, seat, DevelopmentCard::Knight)
                .is_ok()
            {
                found(Action::PlayKnight);
            }
            found(Action::Pass);
        }
        Phase::Rob { victims } => {
            for victim in victims.iter() {
                found(Action::Rob { victim });
            }
            if game.rules().steal_optional {
                found(Action::Pass);
            }
        }
        Phase::FreeRoads { .. } => {
            for at in state.road_spots(game, seat).iter() {
                found(Action::BuildRoad { at });
            }
        }
        Phase::Trade { trade } => in_trade(state, trade, seat, &mut found),
        Phase::FirstPlayer { .. }
        | Phase::Dice
        | Phase::Theft { .. }
        | Phase::Draw
        | Phase::Over { .. } => {}
    }
}

/// Every legal action of a seat: [`for_each_action`] as a list.
pub fn legal_actions(game: &Game, state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    for_each_action(game, state, seat, |action| actions.push(action));
    actions
}

/// Every legal offer of the seat whose turn it is to `to`, with at most `most` cards on each side.
pub fn offers_up_to(game: &Game, state: &State, to: SeatSet, most: u8) -> Vec<Action> {
    let mut offers = Vec::new();
    let open = *state.phase() == Phase::Turn
        && state.dice().is_some()
        && state.check_trading(game).is_ok();
    let others = SeatSet::all(game.rules().players).without(state.active());
    if !open || to.is_empty() || !to.is_subset(others) {
        return offers;
    }
    let hand = state.hand(state.active());
    for given in 1..=most {
        choose(hand, given, &mut |give| {
            for taken in 1..=most {
                choose(Cards::new([taken; 5]), taken, &mut |take| {
                    if game.rules().like_for_like || !give.overlaps(take) {
                        offers.push(Action::Offer {
                            terms: Terms { give, take },
                            to,
                        });
                    }
                });
            }
        });
    }
    offers
}

fn in_turn(game: &Game, state: &State, seat: Seat, found: &mut impl FnMut(Action)) {
    cards(game, state, found);
    if state.dice().is_none() {
        found(Action::Roll);
        return;
    }
    building(game, state, seat, found);
    if state.check_trading(game).is_ok() {
        let hand = state.hand(seat);
        let buildings = state.buildings(seat);
        for give in Resource::ALL {
            if hand[give] >= game.board().rate(buildings, give) {
                for (take, _) in state.bank().iter().filter(|(take, _)| *take != give) {
                    found(Action::MaritimeTrade { give, take });
                }
            }
        }
    }
    found(Action::EndTurn);
}

fn building(game: &Game, state: &State, seat: Seat, found: &mut impl FnMut(Action)) {
    let hand = state.hand(seat);
    let rules = game.rules();
    let pieces = &state.holdings[seat.index()];
    if hand.contains(rules.road_cost()) && pieces.roads_left > 0 {
        for at in state.road_spots(game, seat).iter() {
            found(Action::BuildRoad { at });
        }
    }
    if hand.contains(rules.settlement_cost()) && pieces.settlements_left > 0 {
        for at in state.settlement_spots(game, seat).iter() {
            found(Action::BuildSettlement { at });
        }
    }
    if hand.contains(rules.city_cost()) && state.may_upgrade(game, seat) {
        for at in state.settlements(seat).iter() {
            found(Action::BuildCity { at });
        }
    }
    if hand.contains(rules.development_card_cost()) && state.deck_left() > 0 {
        found(Action::BuyDevelopmentCard);
    }
}

fn cards(game: &Game, state: &State, found: &mut impl FnMut(Action)) {
    let playable = |card| state.check_card(game, state.active(), card).is_ok();
    if playable(DevelopmentCard::Knight) {
        found(Action::PlayKnight);
    }
    if playable(DevelopmentCard::RoadBuilding) && state.can_lay_road(game) {
        found(Action::PlayRoadBuilding);
    }
    if playable(DevelopmentCard::YearOfPlenty) {
        let count = state.bank().total().min(2);
        if count > 0 {
            choose(state.bank(), count, &mut |cards| {
                found(Action::PlayYearOfPlenty { cards });
            });
        }
    }
    if playable(DevelopmentCard::Monopoly) {
        for resource in Resource::ALL {
            found(Action::PlayMonopoly { resource });
        }
    }
    if game.rules().variants.played_victory_points && playable(DevelopmentCard::VictoryPoint) {
        found(Action::PlayVictoryPoint);
    }
}

fn in_trade(state: &State, trade: &Trade, seat: Seat, found: &mut impl FnMut(Action)) {
    if seat == state.active() {
        for with in trade.asked().iter() {
            let closes = trade.agreed(with).is_some_and(|terms| {
                state.hand(seat).contains(terms.give) && state.hand(with).contains(terms.take)
            });
            if closes {
                found(Action::Confirm { with });
            }
        }
        found(Action::Withdraw);
    } else {
        let said = trade.answers[seat.index()];
        if said != Answer::Accepted && state.hand(seat).contains(trade.terms.take) {
            found(Action::Accept);
        }
        if said != Answer::Declined {
            found(Action::Decline);
        }
    }
}

/// Calls `found` with every multiset of `count` cards of `from`.
fn choose(from: Cards, count: u8, found: &mut impl FnMut(Cards)) {
    fn rest(
        from: [u8; 5],
        mut chosen: [u8; 5],
        kind: usize,
        left: u8,
        found: &mut impl FnMut(Cards),
    ) {
        if kind == 4 {
            if left <= from[4] {
                chosen[4] = left;
                found(Cards::new(chosen));
            }
            return;
        }
        for taken in 0..=left.min(from[kind]) {
            chosen[kind] = taken;
            rest(from, chosen, kind + 1, left - taken, found);
        }
    }
    rest(from.counts(), [0; 5], 0, count, found);
}
