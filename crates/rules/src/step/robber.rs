//! The seven, the robber and the theft (ROB).

use crate::{
    BySeat, Cards, Game, HexId, Illegal, IntersectionSet, Phase, Resource, Seat, SeatSet, State,
    Terrain,
};

/// Whom the friendly robber spares has fewer points than this (OPT-03).
const POINTS_TO_ROB: u8 = 3;

impl State {
    /// The hexes to which the robber may be moved (ROB-03, ROB-04, OPT-03), by number, as bits.
    #[inline]
    pub(crate) fn robber_hexes(&self, game: &Game) -> u32 {
        self.hexes_open_to_robber(game, self.spared_intersections(game))
    }

    /// ROB-02: who must discard, and how many.
    #[inline]
    pub(super) fn begin_seven(&mut self, game: &Game) {
        let mut due = BySeat::all(0);
        for seat in Seat::all(game.rules().players) {
            let hand = self.hand(seat).total();
            if hand > game.rules().hand_limit {
                due[seat] = hand / 2;
            }
        }
        self.robbing = self.common.active;
        self.common.phase = if due == BySeat::all(0) {
            Phase::MoveRobber
        } else {
            Phase::Discard { due }
        };
    }

    /// ROB-02: one seat gives its half.
    pub(super) fn discard(
        &mut self,
        mut due: BySeat<u8>,
        seat: Seat,
        cards: Cards,
    ) -> Result<(), Illegal> {
        if cards.total() != due[seat] {
            return Err(Illegal::WrongDiscard);
        }
        let hand = &mut self.hands[seat];
        *hand = hand.without(cards).ok_or(Illegal::WrongDiscard)?;
        self.bank += cards;
        due[seat] = 0;
        self.common.phase = if due == BySeat::all(0) {
            Phase::MoveRobber
        } else {
            Phase::Discard { due }
        };
        Ok(())
    }

    /// ROB-03, ROB-04.
    fn check_robber_hex(&self, game: &Game, to: HexId) -> Result<(), Illegal> {
        let board = game.board();
        if to.index() >= board.topology().hex_count() {
            Err(Illegal::NoSuchPlace)
        } else if to == self.common.robber {
            Err(Illegal::RobberMustMove)
        } else if !game.rules().robber_on_desert && board.terrain(to) == Terrain::Desert {
            Err(Illegal::RobberNotOnDesert)
        } else {
            Ok(())
        }
    }

    /// OPT-03: whether the robber spares a seat. Only points that everybody knows count.
    fn is_spared(&self, game: &Game, seat: Seat) -> bool {
        game.rules().friendly_robber && self.public_points(game, seat).total() < POINTS_TO_ROB
    }

    /// OPT-03: the buildings that keep the robber away; none where they leave it no hex at all.
    fn spared_intersections(&self, game: &Game) -> IntersectionSet {
        if !game.rules().friendly_robber {
            return IntersectionSet::EMPTY;
        }
        let spared = Seat::all(game.rules().players)
            .filter(|seat| *seat != self.robbing && self.is_spared(game, *seat))
            .fold(IntersectionSet::EMPTY, |all, seat| {
                all.union(self.buildings(seat))
            });
        if self.hexes_open_to_robber(game, spared) == 0 {
            IntersectionSet::EMPTY
        } else {
            spared
        }
    }

    /// The hexes away from these buildings to which the robber may be moved, as bits.
    fn hexes_open_to_robber(&self, game: &Game, spared: IntersectionSet) -> u32 {
        let board = game.board();
        let mut open = board.every_hex() & !(1 << self.common.robber.0);
        if !game.rules().robber_on_desert {
            open &= !board.deserts();
        }
        if !spared.is_empty() {
            let near = |hex: &HexId| spared.meets(board.topology().corner_set(*hex));
            for hex in board.topology().hexes().filter(near) {
                open &= !(1 << hex.0);
            }
        }
        open
    }

    /// ROB-03, and what follows: interruptions (VAR-8), then the theft.
    #[inline]
    pub(super) fn move_robber(&mut self, game: &Game, to: HexId) -> Result<(), Illegal> {
        self.check_robber_hex(game, to)?;
        if self
            .spared_intersections(game)
            .meets(game.board().topology().corner_set(to))
        {
            return Err(Illegal::RobberIsFriendly);
        }
        self.common.robber = to;
        if game.rules().variants.knight_interrupt {
            self.ask_for_interrupts(game);
        } else {
            self.choose_victim(game);
        }
        Ok(())
    }

    /// VAR-5: whether the robber may stay where it is.
    pub(crate) fn check_leaving_robber(&self, game: &Game) -> Result<(), Illegal> {
        if self.common.knight_waits || !game.rules().variants.robber_may_stay {
            Err(Illegal::RobberMustMove)
        } else {
            Ok(())
        }
    }

    /// VAR-5: after a 7 the roller leaves the robber where it is.
    pub(super) fn leave_robber(&mut self, game: &Game) -> Result<(), Illegal> {
        self.check_leaving_robber(game)?;
        self.common.phase = Phase::Turn;
        Ok(())
    }

    /// ROB-06: nobody to rob, one, or a choice.
    pub(super) fn choose_victim(&mut self, game: &Game) {
        let victims = self.victims(game, self.common.robber);
        match victims.single() {
            _ if victims.is_empty() => self.end_robbery(),
            Some(victim) if !game.rules().steal_optional => {
                self.common.phase = Phase::Theft { victim }
            }
            _ => self.common.phase = Phase::Rob { victims },
        }
    }

    /// The others with a building at a hex and a card in hand (RUL-01), as far as the robber does
    /// not spare them (OPT-03).
    #[inline]
    pub fn victims(&self, game: &Game, hex: HexId) -> SeatSet {
        let corners = game.board().topology().corner_set(hex);
        Seat::all(game.rules().players)
            .filter(|seat| {
                *seat != self.robbing
                    && self.buildings(*seat).meets(corners)
                    && !self.hand(*seat).is_empty()
                    && !self.is_spared(game, *seat)
            })
            .collect()
    }

    /// ROB-06: whether the edition lets the mover forgo the theft.
    pub(crate) fn check_forgoing_theft(game: &Game) -> Result<(), Illegal> {
        if game.rules().steal_optional {
            Ok(())
        } else {
            Err(Illegal::MustRob)
        }
    }

    /// ROB-06: nobody is robbed.
    pub(super) fn forgo_theft(&mut self, game: &Game) -> Result<(), Illegal> {
        Self::check_forgoing_theft(game)?;
        self.end_robbery();
        Ok(())
    }

    /// ROB-06: the choice among several.
    pub(super) fn rob(&mut self, victims: SeatSet, victim: Seat) -> Result<(), Illegal> {
        if !victims.contains(victim) {
            return Err(Illegal::NotAVictim);
        }
        self.common.phase = Phase::Theft { victim };
        Ok(())
    }

    /// ROB-06: the card that chance took.
    pub(super) fn steal(&mut self, victim: Seat, resource: Resource) -> Result<(), Illegal> {
        let card = Cards::of(resource, 1);
        let hand = &mut self.hands[victim];
        *hand = hand.without(card).ok_or(Illegal::NotInHand)?;
        self.hands[self.robbing] += card;
        self.end_robbery();
        Ok(())
    }

    /// ROB-08, and DEV-03 where a knight moved the robber.
    fn end_robbery(&mut self) {
        self.resolve_knight();
        self.robbing = self.common.active;
        self.common.phase = Phase::Turn;
    }
}
