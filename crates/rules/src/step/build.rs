//! Building and buying (BLD).

use super::check::price;
use crate::contenders::Winnable;
use crate::{
    ActionKind, Game, Illegal, Intersection, IntersectionSet, Path, PathSet, Phase, Piece, Seat,
    State,
};

impl State {
    /// The paths on which this seat may lay a road (BLD-05, BLD-06), whether or not it can pay.
    pub fn road_spots(&self, seat: Seat) -> PathSet {
        self.derived.networks[seat].minus(self.built_paths())
    }

    /// The intersections on which this seat may settle (BLD-08, BLD-09), whether or not it can pay.
    #[inline]
    pub fn settlement_spots(&self, game: &Game, seat: Seat) -> IntersectionSet {
        let topology = game.board().topology();
        topology
            .ends_of(self.roads(seat))
            .intersection(self.derived.free)
    }

    pub(super) fn check_free_intersection(
        &self,
        game: &Game,
        at: Intersection,
    ) -> Result<(), Illegal> {
        if self.derived.free.contains(at) {
            Ok(())
        } else if !game.board().topology().every_intersection().contains(at) {
            Err(Illegal::NoSuchPlace)
        } else if self.settled().contains(at) {
            Err(Illegal::IntersectionTaken)
        } else {
            Err(Illegal::TooClose)
        }
    }

    pub(super) fn check_free_path(&self, game: &Game, at: Path) -> Result<(), Illegal> {
        if !game.board().topology().every_path().contains(at) {
            Err(Illegal::NoSuchPlace)
        } else if self.built_paths().contains(at) {
            Err(Illegal::PathTaken)
        } else {
            Ok(())
        }
    }

    /// BLD-12: whether the seat that builds has such a piece left.
    #[inline]
    pub(super) fn check_left(&self, piece: Piece) -> Result<(), Illegal> {
        if self.pieces_left(self.builder(), piece) > 0 {
            return Ok(());
        }
        Err(match piece {
            Piece::Road => Illegal::NoRoadLeft,
            Piece::Settlement => Illegal::NoSettlementLeft,
            Piece::City => Illegal::NoCityLeft,
        })
    }

    /// VAR-7, RUL-03: whether a settlement of the seat that builds may become a city.
    #[inline]
    pub(super) fn check_upgrade(&self, game: &Game) -> Result<(), Illegal> {
        let keeps = game.rules().variants.keep_a_settlement;
        if keeps && self.settlements(self.builder()).len() == 1 {
            Err(Illegal::LastSettlement)
        } else {
            Ok(())
        }
    }

    /// BLD-04.
    #[inline]
    pub(super) fn check_deck(&self) -> Result<(), Illegal> {
        if self.deck_left() == 0 {
            Err(Illegal::DeckEmpty)
        } else {
            Ok(())
        }
    }

    /// BLD-05 to BLD-07, and a road in hand.
    fn check_road(&self, game: &Game, at: Path) -> Result<(), Illegal> {
        let seat = self.builder();
        self.check_left(Piece::Road)?;
        self.check_free_path(game, at)?;
        let topology = game.board().topology();
        if self.derived.networks[seat].contains(at) {
            Ok(())
        } else if topology
            .ends(at)
            .iter()
            .any(|end| topology.paths_at(*end).meets(self.roads(seat)))
        {
            Err(Illegal::RoadThroughBuilding)
        } else {
            Err(Illegal::RoadUnconnected)
        }
    }

    /// Puts the road down and finds the longest road anew.
    pub(super) fn lay_road(&mut self, game: &Game, at: Path) {
        let seat = self.builder();
        let before = self.holder_length();
        self.put_road(game, seat, at);
        self.measure_road_with(game, seat, at);
        self.award_longest_road(game, before);
    }

    fn holder_length(&self) -> u8 {
        self.common
            .longest_road
            .map_or(0, |holder| self.road_length(holder))
    }

    /// PRO-03: what is paid returns to the bank.
    #[inline]
    fn pay(&mut self, game: &Game, kind: ActionKind) -> Result<(), Illegal> {
        let (cost, otherwise) = price(game.rules(), kind);
        let seat = self.builder();
        self.hands[seat] = self.hands[seat].without(cost).ok_or(otherwise)?;
        self.bank += cost;
        self.common.built = true;
        self.derived.winnable = Winnable(false);
        Ok(())
    }

    /// BLD-01.
    pub(super) fn build_road(&mut self, game: &Game, at: Path) -> Result<(), Illegal> {
        self.check_road(game, at)?;
        self.pay(game, ActionKind::BuildRoad)?;
        self.lay_road(game, at);
        Ok(())
    }

    /// DEV-04: a road without its cost; the card is done when none is left or none can be placed.
    pub(super) fn build_free_road(&mut self, game: &Game, at: Path) -> Result<(), Illegal> {
        self.check_road(game, at)?;
        self.lay_road(game, at);
        self.common.free_roads -= 1;
        if self.common.free_roads == 0 || !self.can_lay_road() {
            self.forgo_free_roads();
        }
        Ok(())
    }

    /// DEV-04: no more free roads, and the turn goes on.
    pub(super) fn forgo_free_roads(&mut self) {
        self.common.free_roads = 0;
        self.common.phase = Phase::Turn;
    }

    /// Whether the active seat has a road and a place for it.
    pub(crate) fn can_lay_road(&self) -> bool {
        self.pieces_left(self.common.active, Piece::Road) > 0
            && !self.road_spots(self.common.active).is_empty()
    }

    /// BLD-02, BLD-08, BLD-09.
    pub(super) fn build_settlement(
        &mut self,
        game: &Game,
        at: Intersection,
    ) -> Result<(), Illegal> {
        let seat = self.builder();
        self.check_left(Piece::Settlement)?;
        self.check_free_intersection(game, at)?;
        if !self.roads(seat).meets(game.board().topology().paths_at(at)) {
            return Err(Illegal::SettlementUnconnected);
        }
        self.pay(game, ActionKind::BuildSettlement)?;
        let before = self.holder_length();
        self.put_settlement(game, seat, at);
        self.measure_roads_through(game, seat, at);
        self.award_longest_road(game, before);
        Ok(())
    }

    /// BLD-03, BLD-11; VAR-7 with RUL-03.
    pub(super) fn build_city(&mut self, game: &Game, at: Intersection) -> Result<(), Illegal> {
        let seat = self.builder();
        self.check_left(Piece::City)?;
        if !self.settlements(seat).contains(at) {
            return Err(Illegal::NoOwnSettlement);
        }
        self.check_upgrade(game)?;
        self.pay(game, ActionKind::BuildCity)?;
        self.put_city(game, seat, at);
        Ok(())
    }

    /// Whether a seat has a city left, and may turn a settlement into one (VAR-7, RUL-03).
    pub(crate) fn may_upgrade(&self, game: &Game, seat: Seat) -> bool {
        let kept = usize::from(game.rules().variants.keep_a_settlement);
        self.pieces_left(seat, Piece::City) > 0 && self.settlements(seat).len() > kept
    }

    /// BLD-04. Which card it is, chance says next.
    pub(super) fn buy_development_card(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_deck()?;
        self.pay(game, ActionKind::BuyDevelopmentCard)?;
        self.common.phase = Phase::Draw;
        Ok(())
    }
}
