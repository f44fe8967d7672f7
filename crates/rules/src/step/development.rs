//! Development cards: drawing and playing them (DEV).

use crate::{Cards, DevelopmentCard, Game, Illegal, Phase, ProgressCards, Resource, Seat, State};

/// The fewest knights that hold the largest army (LAR-01).
const SMALLEST_ARMY: u8 = 3;

impl State {
    /// BLD-04: the card that chance drew.
    pub(super) fn draw(&mut self, card: DevelopmentCard) -> Result<(), Illegal> {
        if self.deck.is_empty() {
            self.deck = core::mem::take(&mut self.under_deck);
        }
        self.deck = self.deck.without(card).ok_or(Illegal::NotInDeck)?;
        let holdings = &mut self.holdings[self.active.index()];
        holdings.development = holdings.development.with(card);
        holdings.bought = holdings.bought.with(card);
        self.phase = Phase::Turn;
        Ok(())
    }

    /// Whether the active seat may play a card of this kind now (TRN-02, DEV-01, DEV-02, VAR-3).
    pub(crate) fn check_card(&self, game: &Game, card: DevelopmentCard) -> Result<(), Illegal> {
        let holdings = &self.holdings[self.active.index()];
        if holdings.development[card] == 0 {
            Err(Illegal::NoSuchCard)
        } else if holdings.development[card] == holdings.bought[card] {
            Err(Illegal::BoughtThisTurn)
        } else if self.card_played {
            Err(Illegal::CardAlreadyPlayed)
        } else if game.rules().variants.cards_after_roll && self.dice.is_none() {
            Err(Illegal::CardsAfterRoll)
        } else {
            Ok(())
        }
    }

    /// Takes a progress card out of the hand (DEV-08).
    fn spend_progress_card(&mut self, game: &Game, card: DevelopmentCard) -> Result<(), Illegal> {
        self.spend_card(card)?;
        let holdings = &mut self.holdings[self.active.index()];
        holdings.played = holdings.played.with(card);
        if game.rules().progress_cards == ProgressCards::UnderTheDeck {
            self.under_deck = self.under_deck.with(card);
        }
        Ok(())
    }

    fn spend_card(&mut self, card: DevelopmentCard) -> Result<(), Illegal> {
        let holdings = &mut self.holdings[self.active.index()];
        holdings.development = holdings
            .development
            .without(card)
            .ok_or(Illegal::NoSuchCard)?;
        self.card_played = true;
        Ok(())
    }

    /// DEV-03: the knight joins the army once the robber is resolved.
    pub(super) fn play_knight(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_card(game, DevelopmentCard::Knight)?;
        self.spend_card(DevelopmentCard::Knight)?;
        self.knight_waits = true;
        self.phase = Phase::MoveRobber;
        Ok(())
    }

    /// LAR-01, LAR-02.
    pub(super) fn join_army(&mut self) {
        let seat = self.active;
        let holdings = &mut self.holdings[seat.index()];
        holdings.played = holdings.played.with(DevelopmentCard::Knight);
        let needed = self
            .largest_army
            .map_or(SMALLEST_ARMY, |holder| self.knights(holder) + 1);
        if self.knights(seat) >= needed {
            self.largest_army = Some(seat);
        }
    }

    /// DEV-04.
    pub(super) fn play_road_building(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_card(game, DevelopmentCard::RoadBuilding)?;
        if !self.can_lay_road(game) {
            return Err(Illegal::NoFreeRoad);
        }
        self.spend_progress_card(game, DevelopmentCard::RoadBuilding)?;
        self.phase = Phase::FreeRoads { left: 2 };
        Ok(())
    }

    /// DEV-05, RUL-02.
    pub(super) fn play_year_of_plenty(&mut self, game: &Game, cards: Cards) -> Result<(), Illegal> {
        self.check_card(game, DevelopmentCard::YearOfPlenty)?;
        if self.bank.is_empty() {
            return Err(Illegal::BankEmpty);
        }
        if cards.total() != self.bank.total().min(2) {
            return Err(Illegal::WrongPlenty);
        }
        self.bank = self.bank.checked_sub(cards).ok_or(Illegal::WrongPlenty)?;
        self.spend_progress_card(game, DevelopmentCard::YearOfPlenty)?;
        self.holdings[self.active.index()].hand += cards;
        Ok(())
    }

    /// DEV-06.
    pub(super) fn play_monopoly(&mut self, game: &Game, resource: Resource) -> Result<(), Illegal> {
        self.check_card(game, DevelopmentCard::Monopoly)?;
        self.spend_progress_card(game, DevelopmentCard::Monopoly)?;
        let active = self.active;
        for seat in Seat::all(game.rules().players).filter(|seat| *seat != active) {
            let holdings = &mut self.holdings[seat.index()];
            let taken = Cards::of(resource, holdings.hand[resource]);
            holdings.hand = holdings.hand.saturating_sub(taken);
            self.holdings[active.index()].hand += taken;
        }
        Ok(())
    }
}
