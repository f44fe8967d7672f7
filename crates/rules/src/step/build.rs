//! Building and buying (BLD).

use crate::{
    Cards, Game, Illegal, Intersection, IntersectionSet, Path, PathSet, Phase, Seat, State,
};

impl State {
    /// The paths on which this seat may lay a road (BLD-05, BLD-06), whether or not it can pay.
    pub fn road_spots(&self, _: &Game, seat: Seat) -> PathSet {
        self.holdings[seat.index()]
            .network
            .minus(self.built_paths())
    }

    /// The intersections on which this seat may settle (BLD-08, BLD-09), whether or not it can pay.
    #[inline]
    pub fn settlement_spots(&self, game: &Game, seat: Seat) -> IntersectionSet {
        let topology = game.board().topology();
        topology.ends_of(self.roads(seat)).intersection(self.free)
    }

    pub(super) fn check_free_intersection(
        &self,
        game: &Game,
        at: Intersection,
    ) -> Result<(), Illegal> {
        if self.free.contains(at) {
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

    /// BLD-05 to BLD-07, and a road in hand.
    fn check_road(&self, game: &Game, at: Path) -> Result<(), Illegal> {
        let seat = self.builder();
        let holdings = &self.holdings[seat.index()];
        if holdings.roads_left == 0 {
            return Err(Illegal::NoRoadLeft);
        }
        self.check_free_path(game, at)?;
        let topology = game.board().topology();
        if holdings.network.contains(at) {
            Ok(())
        } else if topology
            .ends(at)
            .iter()
            .any(|end| topology.paths_at(*end).meets(holdings.roads))
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
        self.longest_road
            .map_or(0, |holder| self.road_length(holder))
    }

    /// PRO-03: what is paid returns to the bank.
    fn pay(&mut self, cost: Cards, otherwise: Illegal) -> Result<(), Illegal> {
        let holdings = &mut self.holdings[self.builder().index()];
        holdings.hand = holdings.hand.without(cost).ok_or(otherwise)?;
        self.bank += cost;
        self.built = true;
        Ok(())
    }

    /// BLD-01.
    pub(super) fn build_road(&mut self, game: &Game, at: Path) -> Result<(), Illegal> {
        self.check_road(game, at)?;
        self.pay(game.rules().road_cost(), Illegal::CannotPayRoad)?;
        self.lay_road(game, at);
        Ok(())
    }

    /// DEV-04: a road without its cost; the card is done when none is left or none can be placed.
    pub(super) fn build_free_road(&mut self, game: &Game, at: Path) -> Result<(), Illegal> {
        self.check_road(game, at)?;
        self.lay_road(game, at);
        self.free_roads -= 1;
        if self.free_roads == 0 || !self.can_lay_road(game) {
            self.forgo_free_roads();
        }
        Ok(())
    }

    /// DEV-04: no more free roads, and the turn goes on.
    pub(super) fn forgo_free_roads(&mut self) {
        self.free_roads = 0;
        self.phase = Phase::Turn;
    }

    /// Whether the active seat has a road and a place for it.
    pub(crate) fn can_lay_road(&self, game: &Game) -> bool {
        self.holdings[self.active.index()].roads_left > 0
            && !self.road_spots(game, self.active).is_empty()
    }

    /// BLD-02, BLD-08, BLD-09.
    pub(super) fn build_settlement(
        &mut self,
        game: &Game,
        at: Intersection,
    ) -> Result<(), Illegal> {
        let seat = self.builder();
        if self.holdings[seat.index()].settlements_left == 0 {
            return Err(Illegal::NoSettlementLeft);
        }
        self.check_free_intersection(game, at)?;
        if !self.roads(seat).meets(game.board().topology().paths_at(at)) {
            return Err(Illegal::SettlementUnconnected);
        }
        self.pay(game.rules().settlement_cost(), Illegal::CannotPaySettlement)?;
        let before = self.holder_length();
        self.put_settlement(game, seat, at);
        self.measure_roads_through(game, seat, at);
        self.award_longest_road(game, before);
        Ok(())
    }

    /// BLD-03, BLD-11; VAR-7 with RUL-03.
    pub(super) fn build_city(&mut self, game: &Game, at: Intersection) -> Result<(), Illegal> {
        let seat = self.builder();
        if self.holdings[seat.index()].cities_left == 0 {
            return Err(Illegal::NoCityLeft);
        }
        if !self.settlements(seat).contains(at) {
            return Err(Illegal::NoOwnSettlement);
        }
        if game.rules().variants.keep_a_settlement && self.settlements(seat).len() == 1 {
            return Err(Illegal::LastSettlement);
        }
        self.pay(game.rules().city_cost(), Illegal::CannotPayCity)?;
        self.put_city(game, seat, at);
        Ok(())
    }

    /// Whether a seat has a city left, and may turn a settlement into one (VAR-7, RUL-03).
    pub(crate) fn may_upgrade(&self, game: &Game, seat: Seat) -> bool {
        let kept = usize::from(game.rules().variants.keep_a_settlement);
        self.holdings[seat.index()].cities_left > 0 && self.settlements(seat).len() > kept
    }

    /// BLD-04. Which card it is, chance says next.
    pub(super) fn buy_development_card(&mut self, game: &Game) -> Result<(), Illegal> {
        if self.deck_left() == 0 {
            return Err(Illegal::DeckEmpty);
        }
        self.pay(
            game.rules().development_card_cost(),
            Illegal::CannotPayDevelopmentCard,
        )?;
        self.phase = Phase::Draw;
        Ok(())
    }
}
