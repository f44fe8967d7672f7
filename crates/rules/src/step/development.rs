//! Development cards: drawing and playing them (DEV).

use crate::{
    Cards, DevelopmentCard, FreeRoads, Game, Illegal, Phase, ProgressCards, Resource, Seat, State,
};

/// The fewest knights that hold the largest army (LAR-01).
pub(crate) const SMALLEST_ARMY: u8 = 3;

impl State {
    /// BLD-04: the card that chance drew.
    pub(super) fn draw(&mut self, card: DevelopmentCard) -> Result<(), Illegal> {
        let rest = self.drawable().without(card).ok_or(Illegal::NotInDeck)?;
        if self.deck.is_empty() {
            self.under_deck = self.under_deck.rest();
        } else {
            self.deck = rest;
        }
        let holdings = &mut self.holdings[self.builder().index()];
        holdings.development = holdings.development.with(card);
        holdings.bought = holdings.bought.with(card);
        self.back_to_building();
        Ok(())
    }

    /// Whether a seat may play a card of this kind now (TRN-02, DEV-01, DEV-02, VAR-3). That one is
    /// enough concerns its own turn only (RUL-04).
    pub(crate) fn check_card(
        &self,
        game: &Game,
        seat: Seat,
        card: DevelopmentCard,
    ) -> Result<(), Illegal> {
        let holdings = &self.holdings[seat.index()];
        if holdings.development[card] == 0 {
            Err(Illegal::NoSuchCard)
        } else if holdings.development[card] == holdings.bought[card] {
            Err(Illegal::BoughtThisTurn)
        } else if seat == self.active && self.card_played {
            Err(Illegal::CardAlreadyPlayed)
        } else if game.rules().variants.cards_after_roll && self.dice.is_none() {
            Err(Illegal::CardsAfterRoll)
        } else {
            Ok(())
        }
    }

    /// Takes a progress card out of the hand (DEV-08).
    fn spend_progress_card(&mut self, game: &Game, card: DevelopmentCard) -> Result<(), Illegal> {
        self.spend_card(self.active, card)?;
        let holdings = &mut self.holdings[self.active.index()];
        holdings.played = holdings.played.with(card);
        if game.rules().progress_cards == ProgressCards::UnderTheDeck {
            self.under_deck = self
                .under_deck
                .with(card)
                .expect("there are few progress cards, and all of them have room");
        }
        Ok(())
    }

    fn spend_card(&mut self, seat: Seat, card: DevelopmentCard) -> Result<(), Illegal> {
        let holdings = &mut self.holdings[seat.index()];
        holdings.development = holdings
            .development
            .without(card)
            .ok_or(Illegal::NoSuchCard)?;
        self.card_played |= seat == self.active;
        Ok(())
    }

    /// DEV-03.
    pub(super) fn play_knight(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_card(game, self.active, DevelopmentCard::Knight)?;
        self.robbing = self.active;
        self.begin_knight()
    }

    /// DEV-03: the knight joins the army once the robber is resolved.
    pub(super) fn begin_knight(&mut self) -> Result<(), Illegal> {
        self.spend_card(self.robbing, DevelopmentCard::Knight)?;
        self.knight_waits = true;
        self.phase = Phase::MoveRobber;
        Ok(())
    }

    /// The knight that waits, if one does, joins its army (LAR-01, LAR-02).
    pub(super) fn resolve_knight(&mut self) {
        if !core::mem::take(&mut self.knight_waits) {
            return;
        }
        let seat = self.robbing;
        let holdings = &mut self.holdings[seat.index()];
        holdings.played = holdings.played.with(DevelopmentCard::Knight);
        if self.knights(seat) >= self.knights_for_army() {
            self.largest_army = Some(seat);
        }
    }

    /// How many knights take the largest army from its holder, if it has one (LAR-01, LAR-02).
    pub(crate) fn knights_for_army(&self) -> u8 {
        self.largest_army
            .map_or(SMALLEST_ARMY, |holder| self.knights(holder) + 1)
    }

    /// VAR-1.
    pub(super) fn play_victory_point(&mut self, game: &Game) -> Result<(), Illegal> {
        if !game.rules().variants.played_victory_points {
            return Err(Illegal::NotPlayed);
        }
        self.check_card(game, self.active, DevelopmentCard::VictoryPoint)?;
        self.spend_card(self.active, DevelopmentCard::VictoryPoint)?;
        let holdings = &mut self.holdings[self.active.index()];
        holdings.played = holdings.played.with(DevelopmentCard::VictoryPoint);
        Ok(())
    }

    /// DEV-04.
    pub(super) fn play_road_building(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_card(game, self.active, DevelopmentCard::RoadBuilding)?;
        if !self.can_lay_road(game) {
            return Err(Illegal::NoFreeRoad);
        }
        self.spend_progress_card(game, DevelopmentCard::RoadBuilding)?;
        self.free_roads = self.holdings[self.active.index()].roads_left.min(2);
        if game.rules().free_roads == FreeRoads::AtOnce {
            self.phase = Phase::FreeRoads;
        }
        Ok(())
    }

    /// DEV-05, RUL-02.
    pub(super) fn play_year_of_plenty(&mut self, game: &Game, cards: Cards) -> Result<(), Illegal> {
        self.check_card(game, self.active, DevelopmentCard::YearOfPlenty)?;
        if self.bank().is_empty() {
            return Err(Illegal::BankEmpty);
        }
        if cards.total() != self.bank().total().min(2) {
            return Err(Illegal::WrongPlenty);
        }
        self.bank = self.bank.without(cards).ok_or(Illegal::WrongPlenty)?;
        self.spend_progress_card(game, DevelopmentCard::YearOfPlenty)?;
        self.holdings[self.active.index()].hand += cards;
        Ok(())
    }

    /// DEV-06.
    pub(super) fn play_monopoly(&mut self, game: &Game, resource: Resource) -> Result<(), Illegal> {
        self.check_card(game, self.active, DevelopmentCard::Monopoly)?;
        self.spend_progress_card(game, DevelopmentCard::Monopoly)?;
        let active = self.active;
        for seat in Seat::all(game.rules().players).filter(|seat| *seat != active) {
            let holdings = &mut self.holdings[seat.index()];
            let taken = Cards::of(resource, holdings.hand.cards()[resource]);
            holdings.hand.take(taken.lanes());
            self.holdings[active.index()].hand += taken;
        }
        Ok(())
    }
}
