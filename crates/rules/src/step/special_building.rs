//! The special building phase of five and six players (SBP).

use crate::{Action, Game, Illegal, Phase, Seat, State};

/// The cheapest thing to build, a road, costs this many cards: who has fewer is not asked, and
/// everybody can count them.
const FEWEST_CARDS: u8 = 2;

impl State {
    /// SBP-01: the seat's turn has ended, and the others build, clockwise from the next.
    pub(super) fn begin_special_building(&mut self, game: &Game) {
        self.special_building_from(game, 1);
    }

    /// One of the others has built enough.
    fn end_special_building(&mut self, game: &Game) {
        let players = game.rules().players;
        let builder = self.builder();
        let next = (1..players)
            .find(|steps| self.common.active.clockwise(*steps, players) == builder)
            .map_or(players, |steps| steps + 1);
        self.special_building_from(game, next);
    }

    fn special_building_from(&mut self, game: &Game, first: u8) {
        let players = game.rules().players;
        let next = (first..players)
            .map(|steps| self.common.active.clockwise(steps, players))
            .find(|seat| self.hand(*seat).total() >= FEWEST_CARDS);
        if let Some(seat) = next {
            self.common.special = Some(seat);
            self.common.phase = Phase::SpecialBuilding;
        } else {
            Seat::all(players).for_each(|seat| self.make_playable(seat));
            self.begin_turn(game, self.common.active.clockwise(1, players));
        }
    }

    /// SBP-01, SBP-02.
    pub(super) fn act_in_special_building(
        &mut self,
        game: &Game,
        action: Action,
    ) -> Result<(), Illegal> {
        Self::check_special_building(action.kind())?;
        match action {
            Action::BuildSettlement { at } => self.build_settlement(game, at),
            Action::BuildRoad { at } => self.build_road(game, at),
            Action::BuildCity { at } => self.build_city(game, at),
            Action::BuyDevelopmentCard => self.buy_development_card(game),
            Action::Pass => {
                self.end_special_building(game);
                Ok(())
            }
            _ => Err(Illegal::OutOfPhase),
        }
    }

    /// Whether a seat builds in the special building phase or in its own turn: what comes after.
    pub(super) fn back_to_building(&mut self) {
        self.common.phase = if self.common.special.is_some() {
            Phase::SpecialBuilding
        } else {
            Phase::Turn
        };
    }
}
