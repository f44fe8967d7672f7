//! The seven, the robber, and knights that interrupt it.

use std::collections::{BTreeMap, BTreeSet};

use brickwood_rules::{DevelopmentCard, Resource, Terrain};

use super::model::{Awaiting, Reference};
use super::pile::Pile;

/// Why not: the clause that is broken.
type Judgement = Result<(), &'static str>;

impl Reference {
    /// ROB-02: who owes how much.
    pub(crate) fn rob_02_ask_for_discards(&mut self) {
        let limit = self.rules().hand_limit;
        let due: BTreeMap<usize, u8> = self
            .seats()
            .map(|seat| (seat, self.players[seat].hand.total()))
            .filter(|(_, hand)| *hand > limit)
            .map(|(seat, hand)| (seat, hand / 2))
            .collect();
        self.awaiting = if due.is_empty() {
            Awaiting::Robber
        } else {
            Awaiting::Discards(due)
        };
    }

    /// ROB-02, ROB-03: when all have discarded, the robber moves.
    pub(crate) fn rob_02_discard(&mut self, seat: usize, cards: &Pile<Resource>) {
        self.pro_03_pay(seat, cards);
        let Awaiting::Discards(due) = &mut self.awaiting else {
            panic!("no discard is due");
        };
        due.remove(&seat);
        if due.is_empty() {
            self.awaiting = Awaiting::Robber;
        }
    }

    /// Where the robber may go.
    pub(crate) fn judge_robber(&self, to: usize) -> Judgement {
        if to == self.robber {
            return Err("ROB-03");
        }
        if !self.rob_04_may_stand_on(to) {
            return Err("ROB-04");
        }
        if self.opt_03_keeps_away_from(to) {
            return Err("OPT-03");
        }
        Ok(())
    }

    fn rob_04_may_stand_on(&self, hex: usize) -> bool {
        self.rules().robber_on_desert || self.island.hexes[hex].terrain != Terrain::Desert
    }

    /// OPT-03: a friendly robber spares players with fewer than three points. RUL-15: hidden points
    /// do not count.
    fn opt_03_spares(&self, seat: usize) -> bool {
        self.rules().friendly_robber && self.public_points(seat) < 3
    }

    fn opt_03_has_spared_neighbor(&self, hex: usize) -> bool {
        self.clockwise_after(self.robbing)
            .into_iter()
            .any(|seat| self.opt_03_spares(seat) && self.lives_at(seat, hex))
    }

    /// OPT-03: it does not go where somebody lives whom it spares, unless there is nowhere else
    /// (RUL-15).
    fn opt_03_keeps_away_from(&self, hex: usize) -> bool {
        let elsewhere = (0..self.land().hex_count()).any(|other| {
            other != self.robber
                && self.rob_04_may_stand_on(other)
                && !self.opt_03_has_spared_neighbor(other)
        });
        elsewhere && self.opt_03_has_spared_neighbor(hex)
    }

    /// ROB-03, VAR-8.
    pub(crate) fn rob_03_move(&mut self, to: usize) {
        self.robber = to;
        if self.rules().variants.knight_interrupt {
            let mut asked = self.clockwise_after(self.robbing);
            asked.retain(|seat| self.var_8_is_asked(*seat));
            self.var_8_ask(asked);
        } else {
            self.rob_06_choose_victim();
        }
    }

    /// VAR-8, RUL-04: who can hold a knight to interrupt with, for all that everybody knows.
    fn var_8_is_asked(&self, seat: usize) -> bool {
        let player = &self.players[seat];
        let has_played = seat == self.active && self.card_played;
        player.cards.total() > player.bought.total() && !has_played
    }

    /// VAR-8: when all have let the robber be, the theft follows.
    fn var_8_ask(&mut self, asked: Vec<usize>) {
        if asked.is_empty() {
            self.rob_06_choose_victim();
        } else {
            self.awaiting = Awaiting::Interrupts(asked);
        }
    }

    /// RUL-01: who lives there, has a card, and is not the mover.
    fn rul_01_victims(&self) -> BTreeSet<usize> {
        self.seats()
            .filter(|seat| *seat != self.robbing)
            .filter(|seat| self.lives_at(*seat, self.robber))
            .filter(|seat| !self.players[*seat].hand.is_empty())
            .filter(|seat| !self.opt_03_spares(*seat))
            .collect()
    }

    /// ROB-06, RUL-01: with one victim there is nothing to choose, unless it may be forgone.
    fn rob_06_choose_victim(&mut self) {
        let victims = self.rul_01_victims();
        let only = victims.first().copied().filter(|_| victims.len() == 1);
        match only {
            _ if victims.is_empty() => self.dev_03_robber_is_resolved(),
            Some(only) if !self.rules().steal_optional => self.awaiting = Awaiting::Theft(only),
            _ => self.awaiting = Awaiting::Victim(victims),
        }
    }

    /// ROB-06: chance has drawn the card.
    pub(crate) fn rob_06_steal(&mut self, resource: Resource) {
        let Awaiting::Theft(victim) = self.awaiting else {
            panic!("nobody is robbed");
        };
        self.players[victim].hand.remove(resource, 1);
        self.players[self.robbing].hand.add(resource, 1);
        self.dev_03_robber_is_resolved();
    }

    /// ROB-08: the turn goes on. DEV-03: a knight now joins the army.
    pub(crate) fn dev_03_robber_is_resolved(&mut self) {
        self.dev_03_knight_joins();
        self.robbing = self.active;
        self.awaiting = Awaiting::Turn;
    }

    fn dev_03_knight_joins(&mut self) {
        if self.knight_waits {
            self.knight_waits = false;
            let played = &mut self.players[self.robbing].played;
            played.add(DevelopmentCard::Knight, 1);
            self.lar_02_find_largest_army(self.robbing);
        }
    }

    /// LAR-01, LAR-02.
    fn lar_02_find_largest_army(&mut self, seat: usize) {
        let knights = self.knights(seat);
        let to_beat = match self.largest_army {
            Some(holder) => self.knights(holder),
            None => 2,
        };
        if knights > to_beat {
            self.largest_army = Some(seat);
        }
    }

    pub(crate) fn knights(&self, seat: usize) -> u8 {
        self.players[seat].played.count(DevelopmentCard::Knight)
    }

    /// VAR-8: the next is asked.
    pub(crate) fn var_8_let_it_be(&mut self) {
        let Awaiting::Interrupts(asked) = &self.awaiting else {
            panic!("nobody is asked");
        };
        self.var_8_ask(asked[1..].to_vec());
    }

    /// VAR-8: whoever is interrupted gets nothing, and the interrupter moves the robber. RUL-12: an
    /// interrupted knight joins its army.
    pub(crate) fn var_8_interrupt(&mut self, seat: usize) {
        self.dev_03_knight_joins();
        self.robbing = seat;
        self.dev_03_play_knight(seat);
    }

    /// DEV-03: the robber moves, as after a 7, and nobody discards.
    pub(crate) fn dev_03_play_knight(&mut self, seat: usize) {
        self.players[seat].cards.remove(DevelopmentCard::Knight, 1);
        self.knight_waits = true;
        self.awaiting = Awaiting::Robber;
    }
}
