//! The seven, the robber and the theft (ROB).

use crate::{
    Cards, Game, HexId, Illegal, MAX_SEATS, Phase, Resource, Seat, SeatSet, State, Terrain,
};

/// The hexes to which the robber may be moved (ROB-03, ROB-04).
pub(crate) fn robber_hexes(state: &State, game: &Game) -> impl Iterator<Item = HexId> {
    let board = game.board();
    let robber = state.robber;
    let desert = game.rules().robber_on_desert;
    board
        .topology()
        .hexes()
        .filter(move |hex| *hex != robber && (desert || board.terrain(*hex) != Terrain::Desert))
}

impl State {
    /// ROB-02: who must discard, and how many.
    pub(super) fn begin_seven(&mut self, game: &Game) {
        let mut due = [0; MAX_SEATS];
        for seat in Seat::all(game.rules().players) {
            let hand = self.hand(seat).total();
            if hand > game.rules().hand_limit {
                due[seat.index()] = hand / 2;
            }
        }
        self.phase = if due == [0; MAX_SEATS] {
            Phase::MoveRobber
        } else {
            Phase::Discard { due }
        };
    }

    /// ROB-02: one seat gives its half.
    pub(super) fn discard(
        &mut self,
        mut due: [u8; MAX_SEATS],
        seat: Seat,
        cards: Cards,
    ) -> Result<(), Illegal> {
        if cards.total() != due[seat.index()] {
            return Err(Illegal::WrongDiscard);
        }
        let holdings = &mut self.holdings[seat.index()];
        holdings.hand = holdings
            .hand
            .checked_sub(cards)
            .ok_or(Illegal::WrongDiscard)?;
        self.bank += cards;
        due[seat.index()] = 0;
        self.phase = if due == [0; MAX_SEATS] {
            Phase::MoveRobber
        } else {
            Phase::Discard { due }
        };
        Ok(())
    }

    /// ROB-03 to ROB-06.
    pub(super) fn move_robber(&mut self, game: &Game, to: HexId) -> Result<(), Illegal> {
        let board = game.board();
        if to.index() >= board.topology().hex_count() {
            return Err(Illegal::NoSuchPlace);
        }
        if to == self.robber {
            return Err(Illegal::RobberMustMove);
        }
        if !game.rules().robber_on_desert && board.terrain(to) == Terrain::Desert {
            return Err(Illegal::RobberNotOnDesert);
        }
        self.robber = to;
        let victims = self.victims(game, to);
        match (victims.is_empty(), victims.single()) {
            (true, _) => self.end_robbery(),
            (false, Some(victim)) => self.phase = Phase::Theft { victim },
            (false, None) => self.phase = Phase::Rob { victims },
        }
        Ok(())
    }

    /// The others with a building at a hex and a card in hand (RUL-01).
    pub fn victims(&self, game: &Game, hex: HexId) -> SeatSet {
        let corners = game.board().topology().corner_set(hex);
        Seat::all(game.rules().players)
            .filter(|seat| {
                *seat != self.active
                    && self.buildings(*seat).meets(corners)
                    && !self.hand(*seat).is_empty()
            })
            .collect()
    }

    /// ROB-06: the choice among several.
    pub(super) fn rob(&mut self, victims: SeatSet, victim: Seat) -> Result<(), Illegal> {
        if !victims.contains(victim) {
            return Err(Illegal::NotAVictim);
        }
        self.phase = Phase::Theft { victim };
        Ok(())
    }

    /// ROB-06: the card that chance took.
    pub(super) fn steal(&mut self, victim: Seat, resource: Resource) -> Result<(), Illegal> {
        let card = Cards::of(resource, 1);
        let holdings = &mut self.holdings[victim.index()];
        holdings.hand = holdings.hand.checked_sub(card).ok_or(Illegal::NotInHand)?;
        self.holdings[self.active.index()].hand += card;
        self.end_robbery();
        Ok(())
    }

    /// ROB-08, and DEV-03 where a knight moved the robber.
    fn end_robbery(&mut self) {
        if core::mem::take(&mut self.knight_waits) {
            self.join_army();
        }
        self.phase = Phase::Turn;
    }
}
