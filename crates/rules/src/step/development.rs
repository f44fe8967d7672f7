//! Development cards: drawing and playing them (DEV).

use crate::contenders::Winnable;
use crate::{
    Cards, DevelopmentCard, FreeRoads, Game, Illegal, Phase, Piece, ProgressCards, Resource, Seat,
    State,
};

/// The fewest knights that hold the largest army (LAR-01).
pub const SMALLEST_LARGEST_ARMY: u8 = 3;

impl State {
    /// BLD-04: the card that chance drew.
    pub(super) fn draw(&mut self, card: DevelopmentCard) -> Result<(), Illegal> {
        let rest = self.drawable().without(card).ok_or(Illegal::NotInDeck)?;
        if self.deck.is_empty() {
            self.common.under_deck = self.common.under_deck.rest();
        } else {
            self.deck = rest;
        }
        let seat = self.builder();
        let holdings = &mut self.holdings[seat];
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
        let holdings = &self.holdings[seat];
        if holdings.development[card] == 0 {
            Err(Illegal::NoSuchCard)
        } else if holdings.development[card] == holdings.bought[card] {
            Err(Illegal::BoughtThisTurn)
        } else if seat == self.common.active && self.common.card_played {
            Err(Illegal::CardAlreadyPlayed)
        } else if game.rules().variants.cards_after_roll && self.common.dice.is_none() {
            Err(Illegal::CardsAfterRoll)
        } else {
            Ok(())
        }
    }

    /// Whether the seat whose turn it is may play a card of this kind, and it would do something (VAR-1, DEV-04,
    /// RUL-02).
    #[inline]
    pub(crate) fn check_play(&self, game: &Game, card: DevelopmentCard) -> Result<(), Illegal> {
        if card == DevelopmentCard::VictoryPoint && !game.rules().variants.played_victory_points {
            return Err(Illegal::NotPlayed);
        }
        self.check_card(game, self.common.active, card)?;
        match card {
            DevelopmentCard::RoadBuilding if !self.can_lay_road() => Err(Illegal::NoFreeRoad),
            DevelopmentCard::YearOfPlenty if self.bank().is_empty() => Err(Illegal::BankEmpty),
            _ => Ok(()),
        }
    }

    /// Takes a progress card out of the hand (DEV-08).
    fn spend_progress_card(&mut self, game: &Game, card: DevelopmentCard) -> Result<(), Illegal> {
        self.spend_card(self.common.active, card)?;
        let holdings = &mut self.holdings[self.common.active];
        holdings.played = holdings.played.with(card);
        if game.rules().progress_cards == ProgressCards::UnderTheDeck {
            self.common.under_deck = self
                .common
                .under_deck
                .with(card)
                .expect("there are few progress cards, and all of them have room");
        }
        Ok(())
    }

    fn spend_card(&mut self, seat: Seat, card: DevelopmentCard) -> Result<(), Illegal> {
        let holdings = &mut self.holdings[seat];
        holdings.development = holdings
            .development
            .without(card)
            .ok_or(Illegal::NoSuchCard)?;
        self.common.card_played |= seat == self.common.active;
        self.derived.winnable = Winnable(false);
        Ok(())
    }

    /// DEV-03.
    pub(super) fn play_knight(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_play(game, DevelopmentCard::Knight)?;
        self.robbing = self.common.active;
        self.begin_knight()
    }

    /// DEV-03: the knight joins the army once the robber is resolved.
    pub(super) fn begin_knight(&mut self) -> Result<(), Illegal> {
        self.spend_card(self.robbing, DevelopmentCard::Knight)?;
        self.common.knight_waits = true;
        self.common.phase = Phase::MoveRobber;
        Ok(())
    }

    /// The knight that waits, if one does, joins its army (LAR-01, LAR-02).
    pub(super) fn resolve_knight(&mut self) {
        if !core::mem::take(&mut self.common.knight_waits) {
            return;
        }
        let seat = self.robbing;
        let holdings = &mut self.holdings[seat];
        holdings.played = holdings.played.with(DevelopmentCard::Knight);
        if self.knights(seat) >= self.knights_for_army() {
            self.common.largest_army = Some(seat);
        }
    }

    /// How many knights take the largest army from its holder, if it has one (LAR-01, LAR-02).
    pub(crate) fn knights_for_army(&self) -> u8 {
        self.common
            .largest_army
            .map_or(SMALLEST_LARGEST_ARMY, |holder| self.knights(holder) + 1)
    }

    /// VAR-1.
    pub(super) fn play_victory_point(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_play(game, DevelopmentCard::VictoryPoint)?;
        self.spend_card(self.common.active, DevelopmentCard::VictoryPoint)?;
        let holdings = &mut self.holdings[self.common.active];
        holdings.played = holdings.played.with(DevelopmentCard::VictoryPoint);
        Ok(())
    }

    /// DEV-04.
    pub(super) fn play_road_building(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_play(game, DevelopmentCard::RoadBuilding)?;
        self.spend_progress_card(game, DevelopmentCard::RoadBuilding)?;
        self.common.free_roads = self.pieces_left(self.common.active, Piece::Road).min(2);
        if game.rules().free_roads == FreeRoads::AtOnce {
            self.common.phase = Phase::FreeRoads;
        }
        Ok(())
    }

    /// DEV-05, RUL-02.
    pub(super) fn play_year_of_plenty(&mut self, game: &Game, cards: Cards) -> Result<(), Illegal> {
        self.check_play(game, DevelopmentCard::YearOfPlenty)?;
        if cards.total() != self.bank().total().min(2) {
            return Err(Illegal::WrongPlenty);
        }
        self.bank = self.bank.without(cards).ok_or(Illegal::WrongPlenty)?;
        self.spend_progress_card(game, DevelopmentCard::YearOfPlenty)?;
        self.hands[self.common.active] += cards;
        Ok(())
    }

    /// DEV-06.
    pub(super) fn play_monopoly(&mut self, game: &Game, resource: Resource) -> Result<(), Illegal> {
        self.check_play(game, DevelopmentCard::Monopoly)?;
        self.spend_progress_card(game, DevelopmentCard::Monopoly)?;
        let active = self.common.active;
        for seat in Seat::all(game.rules().players).filter(|seat| *seat != active) {
            let hand = &mut self.hands[seat];
            let taken = Cards::of(resource, hand.cards()[resource]);
            hand.take(taken.lanes());
            self.hands[active] += taken;
        }
        Ok(())
    }
}
