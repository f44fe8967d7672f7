//! The legal actions of a seat, without trying them.

mod actions;
mod multisets;

use alloc::vec::Vec;

pub use actions::LegalActions;

use actions::Trades;
use multisets::Multisets;

use crate::{
    Action, ActionKind, Answer, DevelopmentCard, Game, Phase, Seat, SeatSet, State, Terms, Trade,
    lanes,
};

impl LegalActions {
    /// The legal actions of a seat; none where it is not to act.
    pub fn of(game: &Game, state: &State, seat: Seat) -> Self {
        let mut found = Self::NONE;
        found.refill(game, state, seat);
        found
    }

    /// Likewise, in the place of what was found before: nothing is copied.
    #[inline]
    pub fn refill(&mut self, game: &Game, state: &State, seat: Seat) {
        self.clear();
        if state.may_act(seat) {
            self.find(game, state, seat);
        }
    }

    #[inline]
    fn find(&mut self, game: &Game, state: &State, seat: Seat) {
        match state.phase() {
            Phase::SetUpSettlement => self.add_settlements(state.derived.free),
            Phase::SetUpRoad { settlement } => {
                let paths = game.board().topology().paths_at(*settlement);
                self.add_roads(paths.minus(state.built_paths()));
            }
            Phase::FirstCards { .. } => self.add_first_cards(state.settlements(seat)),
            Phase::Turn => self.find_in_turn(game, state, seat),
            Phase::SpecialBuilding => {
                self.find_building(game, state, seat);
                self.add_one(ActionKind::Pass);
            }
            Phase::Discard { due } => self.add_discards(Multisets {
                from: state.hand(seat),
                count: due[seat],
            }),
            Phase::MoveRobber => {
                self.add_robber_hexes(state.robber_hexes(game));
                if state.check_leaving_robber(game).is_ok() {
                    self.add_one(ActionKind::Pass);
                }
            }
            Phase::Interrupt { .. } => {
                if state
                    .check_card(game, seat, DevelopmentCard::Knight)
                    .is_ok()
                {
                    self.add_one(ActionKind::PlayKnight);
                }
                self.add_one(ActionKind::Pass);
            }
            Phase::Rob { victims } => {
                self.add_victims(*victims);
                if State::check_forgoing_theft(game).is_ok() {
                    self.add_one(ActionKind::Pass);
                }
            }
            Phase::FreeRoads => {
                self.add_roads(state.road_spots(seat));
                self.add_one(ActionKind::Pass);
            }
            Phase::Trade { trade } => self.find_in_trade(state, trade, seat),
            Phase::FirstPlayer { .. }
            | Phase::Dice
            | Phase::Theft { .. }
            | Phase::Draw
            | Phase::Over { .. } => {}
        }
    }

    #[inline]
    fn find_in_turn(&mut self, game: &Game, state: &State, seat: Seat) {
        self.find_cards(game, state, seat);
        if state.dice().is_none() {
            if state.common.free_roads > 0 {
                self.add_roads(state.road_spots(seat));
            }
            self.add_one(ActionKind::Roll);
            return;
        }
        self.find_building(game, state, seat);
        if state.check_trading(game).is_ok() {
            let affordable = lanes::covered(state.hands[seat].lanes(), state.rates(seat).lanes());
            self.add_maritime_trades(Trades {
                give: ALL_RESOURCES & lanes::numbers(affordable),
                take: lanes::occupied(state.bank().lanes()),
            });
        }
        self.add_one(ActionKind::EndTurn);
    }

    #[inline]
    fn find_building(&mut self, game: &Game, state: &State, seat: Seat) {
        let hand = state.hands[seat];
        let left = &state.derived.seats[seat];
        let rules = game.rules();
        // Free roads are left only where there is a piece (DEV-04).
        if (hand.contains(rules.road_cost()) && left.roads_left > 0) || state.common.free_roads > 0
        {
            self.add_roads(state.road_spots(seat));
        }
        if hand.contains(rules.settlement_cost()) && left.settlements_left > 0 {
            self.add_settlements(state.settlement_spots(game, seat));
        }
        if hand.contains(rules.city_cost()) && state.may_upgrade(game, seat) {
            self.add_cities(state.settlements(seat));
        }
        if hand.contains(rules.development_card_cost()) && !state.drawable().is_empty() {
            self.add_one(ActionKind::BuyDevelopmentCard);
        }
    }

    #[inline]
    fn find_cards(&mut self, game: &Game, state: &State, seat: Seat) {
        let holdings = &state.holdings[seat];
        if holdings.development == holdings.bought {
            return;
        }
        let playable = |card| state.check_play(game, card).is_ok();
        if playable(DevelopmentCard::Knight) {
            self.add_one(ActionKind::PlayKnight);
        }
        if playable(DevelopmentCard::RoadBuilding) {
            self.add_one(ActionKind::PlayRoadBuilding);
        }
        if playable(DevelopmentCard::YearOfPlenty) {
            self.add_years_of_plenty(Multisets {
                from: state.bank(),
                count: state.bank().total().min(2),
            });
        }
        if playable(DevelopmentCard::Monopoly) {
            self.add_monopolies();
        }
        if playable(DevelopmentCard::VictoryPoint) {
            self.add_one(ActionKind::PlayVictoryPoint);
        }
    }

    fn find_in_trade(&mut self, state: &State, trade: &Trade, seat: Seat) {
        if seat == state.active() {
            self.add_partners(state.partners(trade));
            self.add_one(ActionKind::Withdraw);
        } else {
            let said = trade.answers[seat];
            if said != Answer::Accepted && state.hand(seat).contains(trade.terms.take) {
                self.add_one(ActionKind::Accept);
            }
            if said != Answer::Declined {
                self.add_one(ActionKind::Decline);
            }
        }
    }
}

/// All five by number, as bits.
const ALL_RESOURCES: u8 = 0b1_1111;

/// Calls `found` with every legal action of a seat, each once, in the order of [`LegalActions`].
///
/// Offers and counter-offers are without end and therefore not among them: see [`offers_up_to`].
pub fn for_each_action(game: &Game, state: &State, seat: Seat, found: impl FnMut(Action)) {
    LegalActions::of(game, state, seat).for_each(found);
}

/// Every legal action of a seat: [`for_each_action`] as a list.
pub fn legal_actions(game: &Game, state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    for_each_action(game, state, seat, |action| actions.push(action));
    actions
}

impl State {
    /// Whether the seat whose turn it is may make a domestic offer now, if it has a card to give
    /// (TRD-01, TRN-03, VAR-6, OPT-07).
    pub fn may_offer(&self, game: &Game) -> bool {
        *self.phase() == Phase::Turn && self.dice().is_some() && self.check_offering(game).is_ok()
    }
}

/// Every legal offer of the seat whose turn it is to `to`, with at most `most` cards on each side.
pub fn offers_up_to(game: &Game, state: &State, to: SeatSet, most: u8) -> Vec<Action> {
    let mut offers = Vec::new();
    let others = SeatSet::all(game.rules().players).without(state.active());
    if !state.may_offer(game) || to.is_empty() || !to.is_subset(others) {
        return offers;
    }
    let hand = state.hand(state.active());
    let multisets = |from, count| Multisets { from, count };
    for given in 1..=most {
        multisets(hand, given).for_each(|give| {
            for taken in 1..=most {
                multisets(game.rules().bank(), taken).for_each(|take| {
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
