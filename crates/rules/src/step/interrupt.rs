//! Knights that interrupt a robber (VAR-8, RUL-04).

use crate::{DevelopmentCard, Game, Illegal, Phase, Seat, SeatSet, State};

impl State {
    /// The one of these that is asked first: clockwise from the seat that moved the robber.
    pub(crate) fn asked_next(&self, asked: SeatSet) -> Seat {
        let players = crate::MAX_SEATS as u8;
        (1..players)
            .map(|steps| self.robbing.clockwise(steps, players))
            .find(|seat| asked.contains(*seat))
            .unwrap_or(self.robbing)
    }

    /// After the robber has moved: asks every seat that might hold a knight, as far as everybody can see.
    pub(super) fn ask_for_interrupts(&mut self, game: &Game) {
        let asked: SeatSet = Seat::all(game.rules().players)
            .filter(|seat| *seat != self.robbing && self.may_hold_a_card_to_play(*seat))
            .collect();
        self.common.phase = Phase::Interrupt { asked };
        if asked.is_empty() {
            self.choose_victim(game);
        }
    }

    /// Only what is public decides, so that being asked tells nobody anything.
    fn may_hold_a_card_to_play(&self, seat: Seat) -> bool {
        let holdings = &self.holdings[seat];
        holdings.development.total() > holdings.bought.total()
            && !(seat == self.common.active && self.common.card_played)
    }

    /// One seat lets the robber be.
    pub(super) fn let_robber_be(&mut self, game: &Game, asked: SeatSet, seat: Seat) {
        let asked = asked.without(seat);
        self.common.phase = Phase::Interrupt { asked };
        if asked.is_empty() {
            self.choose_victim(game);
        }
    }

    /// One seat plays a knight: it moves the robber and steals, and the interrupted one gets nothing.
    pub(super) fn interrupt(&mut self, game: &Game, seat: Seat) -> Result<(), Illegal> {
        self.check_card(game, seat, DevelopmentCard::Knight)?;
        // The interrupted knight has done what it could (RUL-12).
        self.resolve_knight();
        self.robbing = seat;
        self.begin_knight()
    }
}
