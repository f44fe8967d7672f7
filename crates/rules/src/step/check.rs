//! Whether a kind of action is open, and why not.

use crate::{
    ActionKind, Answer, Cards, DevelopmentCard, Game, Illegal, Phase, Piece, Rules, Seat, State,
    Trade,
};

impl State {
    /// Why this seat has no action of a kind now, wherever and with whatever cards: what a step checks
    /// before it looks at its places and cards, and that there is a place at all. What is built or bought has to
    /// be paid; the cards of a trade are not looked at.
    ///
    /// # Errors
    ///
    /// The reason. A missing place comes before all that may pass in this turn.
    pub fn check(&self, game: &Game, seat: Seat, kind: ActionKind) -> Result<(), Illegal> {
        self.check_to_act(seat)?;
        match (&self.common.phase, kind) {
            (Phase::Turn | Phase::SpecialBuilding, kind) => self.check_building(game, kind),
            (Phase::MoveRobber, ActionKind::Pass) => self.check_leaving_robber(game),
            (Phase::Interrupt { .. }, ActionKind::PlayKnight) => {
                self.check_card(game, seat, DevelopmentCard::Knight)
            }
            (Phase::Rob { .. }, ActionKind::Pass) => Self::check_forgoing_theft(game),
            (Phase::Trade { trade }, kind) => self.check_answer(trade, seat, kind),
            (Phase::SetUpSettlement, ActionKind::BuildSettlement)
            | (Phase::SetUpRoad { .. }, ActionKind::BuildRoad)
            | (Phase::FirstCards { .. }, ActionKind::TakeFirstCards)
            | (Phase::Discard { .. }, ActionKind::Discard)
            | (Phase::MoveRobber, ActionKind::MoveRobber)
            | (Phase::Interrupt { .. }, ActionKind::Pass)
            | (Phase::Rob { .. }, ActionKind::Rob)
            | (Phase::FreeRoads, ActionKind::BuildRoad | ActionKind::Pass) => Ok(()),
            _ => Err(Illegal::OutOfPhase),
        }
    }

    #[inline]
    pub(super) fn check_to_act(&self, seat: Seat) -> Result<(), Illegal> {
        if self.may_act(seat) {
            return Ok(());
        }
        Err(match self.common.phase {
            Phase::Over { .. } => Illegal::GameOver,
            Phase::Trade { .. } => Illegal::NotAsked,
            _ => Illegal::NotToAct,
        })
    }

    /// Whether this is the moment for an action of a turn: before the roll or after it.
    #[inline]
    pub(super) fn check_moment_of_turn(&self, kind: ActionKind) -> Result<(), Illegal> {
        match kind {
            ActionKind::Roll if self.common.dice.is_some() => Err(Illegal::AlreadyRolled),
            ActionKind::EndTurn if self.common.dice.is_none() => Err(Illegal::NotRolled),
            ActionKind::BuildRoad if self.common.free_roads > 0 => Ok(()),
            ActionKind::BuildSettlement
            | ActionKind::BuildRoad
            | ActionKind::BuildCity
            | ActionKind::BuyDevelopmentCard
            | ActionKind::MaritimeTrade
            | ActionKind::Offer
                if self.common.dice.is_none() =>
            {
                Err(Illegal::BeforeRoll)
            }
            ActionKind::TakeFirstCards
            | ActionKind::MoveRobber
            | ActionKind::Rob
            | ActionKind::Discard
            | ActionKind::Accept
            | ActionKind::Decline
            | ActionKind::Counter
            | ActionKind::Confirm
            | ActionKind::Withdraw
            | ActionKind::Pass => Err(Illegal::OutOfPhase),
            _ => Ok(()),
        }
    }

    /// Likewise for the special building phase (SBP-01, SBP-02).
    pub(super) const fn check_special_building(kind: ActionKind) -> Result<(), Illegal> {
        match kind {
            ActionKind::BuildSettlement
            | ActionKind::BuildRoad
            | ActionKind::BuildCity
            | ActionKind::BuyDevelopmentCard
            | ActionKind::Pass => Ok(()),
            ActionKind::MaritimeTrade
            | ActionKind::Offer
            | ActionKind::PlayKnight
            | ActionKind::PlayRoadBuilding
            | ActionKind::PlayYearOfPlenty
            | ActionKind::PlayMonopoly
            | ActionKind::PlayVictoryPoint => Err(Illegal::SpecialBuildingOnly),
            _ => Err(Illegal::OutOfPhase),
        }
    }

    /// A kind of action of the seat that builds: in its turn, or after another's.
    fn check_building(&self, game: &Game, kind: ActionKind) -> Result<(), Illegal> {
        let seat = self.builder();
        match kind {
            ActionKind::BuildRoad if self.road_spots(seat).is_empty() => {
                return Err(Illegal::NoFreeRoad);
            }
            ActionKind::BuildSettlement if !self.has_open_end(game, seat) => {
                return Err(Illegal::SettlementUnconnected);
            }
            ActionKind::BuildCity if self.settlements(seat).is_empty() => {
                return Err(Illegal::NoOwnSettlement);
            }
            _ => {}
        }
        if self.common.special.is_some() {
            Self::check_special_building(kind)?;
        } else {
            self.check_moment_of_turn(kind)?;
        }
        match kind {
            ActionKind::BuildRoad => {
                self.check_left(Piece::Road)?;
                if self.common.free_roads > 0 {
                    Ok(())
                } else {
                    self.check_price(game, kind)
                }
            }
            ActionKind::BuildSettlement => {
                self.check_left(Piece::Settlement)?;
                if self.settlement_spots(game, seat).is_empty() {
                    return Err(Illegal::TooClose);
                }
                self.check_price(game, kind)
            }
            ActionKind::BuildCity => {
                self.check_left(Piece::City)?;
                self.check_upgrade(game)?;
                self.check_price(game, kind)
            }
            ActionKind::BuyDevelopmentCard => {
                self.check_deck()?;
                self.check_price(game, kind)
            }
            ActionKind::MaritimeTrade => self.check_trading(game),
            ActionKind::Offer => self.check_offering(game),
            ActionKind::PlayKnight => self.check_play(game, DevelopmentCard::Knight),
            ActionKind::PlayRoadBuilding => self.check_play(game, DevelopmentCard::RoadBuilding),
            ActionKind::PlayYearOfPlenty => self.check_play(game, DevelopmentCard::YearOfPlenty),
            ActionKind::PlayMonopoly => self.check_play(game, DevelopmentCard::Monopoly),
            ActionKind::PlayVictoryPoint => self.check_play(game, DevelopmentCard::VictoryPoint),
            _ => Ok(()),
        }
    }

    /// Whether one of a seat's roads ends where nothing stands: the closest to a place to settle.
    fn has_open_end(&self, game: &Game, seat: Seat) -> bool {
        let ends = game.board().topology().ends_of(self.roads(seat));
        !ends.minus(self.settled()).is_empty()
    }

    fn check_price(&self, game: &Game, kind: ActionKind) -> Result<(), Illegal> {
        let (cost, otherwise) = price(game.rules(), kind);
        let hand = self.hand(self.builder());
        if hand.contains(cost) {
            Ok(())
        } else {
            Err(otherwise)
        }
    }

    /// What a seat may still say to an open offer (TRD-03, TRD-05).
    fn check_answer(&self, trade: &Trade, seat: Seat, kind: ActionKind) -> Result<(), Illegal> {
        if seat == self.common.active {
            return match kind {
                ActionKind::Confirm if self.partners(trade).is_empty() => Err(Illegal::NotAgreed),
                ActionKind::Confirm | ActionKind::Withdraw => Ok(()),
                _ => Err(Illegal::OutOfPhase),
            };
        }
        let said = trade.answers[seat];
        match kind {
            ActionKind::Accept if !self.hand(seat).contains(trade.terms.take) => {
                Err(Illegal::NotHeld)
            }
            ActionKind::Accept if said == Answer::Accepted => Err(Illegal::SameAnswer),
            ActionKind::Decline if said == Answer::Declined => Err(Illegal::SameAnswer),
            ActionKind::Accept | ActionKind::Decline | ActionKind::Counter => Ok(()),
            _ => Err(Illegal::OutOfPhase),
        }
    }
}

/// What is paid for something that is built or bought (BLD-01 to BLD-04), and the refusal of a hand that cannot.
#[inline]
pub(super) fn price(rules: &Rules, kind: ActionKind) -> (Cards, Illegal) {
    match kind {
        ActionKind::BuildRoad => (rules.road_cost(), Illegal::CannotPayRoad),
        ActionKind::BuildSettlement => (rules.settlement_cost(), Illegal::CannotPaySettlement),
        ActionKind::BuildCity => (rules.city_cost(), Illegal::CannotPayCity),
        ActionKind::BuyDevelopmentCard => (
            rules.development_card_cost(),
            Illegal::CannotPayDevelopmentCard,
        ),
        _ => (Cards::EMPTY, Illegal::OutOfPhase),
    }
}
