//! What chance can decide, and what comes of it.

use std::collections::BTreeSet;

use brickwood_rules::{BankShortage, ChanceOutcome, DevelopmentCard, Dice, DiceSource, Resource};

use super::model::{Awaiting, Reference};
use super::pile::Pile;

/// PRB-01.
pub(crate) fn all_throws() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|first| (1..=6).map(move |second| [first, second]))
}

impl Reference {
    /// Everything that chance can decide now, and how many ways there are to each.
    pub(crate) fn outcomes(&self) -> Vec<(ChanceOutcome, u32)> {
        match &self.awaiting {
            Awaiting::RollForFirst { .. } => throws(all_throws().collect()),
            Awaiting::Dice => throws(self.opt_04_throws()),
            Awaiting::Theft(victim) => self.players[*victim]
                .hand
                .kinds()
                .map(|(resource, count)| (ChanceOutcome::Stolen { resource }, count.into()))
                .collect(),
            Awaiting::Draw => self
                .dev_08_drawable()
                .kinds()
                .map(|(card, count)| (ChanceOutcome::Drawn { card }, count.into()))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// OPT-04: a deck of throws is used up before it is shuffled anew.
    fn opt_04_throws(&self) -> BTreeSet<[u8; 2]> {
        match self.rules().dice {
            DiceSource::Deck if !self.throws.is_empty() => self.throws.clone(),
            DiceSource::Deck | DiceSource::Dice => all_throws().collect(),
        }
    }

    /// BLD-04, DEV-08: any card of the deck; below it, only the one that was put there first.
    fn dev_08_drawable(&self) -> Pile<DevelopmentCard> {
        if self.deck.is_empty() {
            Pile::new(self.under_deck.front().map(|card| (*card, 1)))
        } else {
            self.deck.clone()
        }
    }

    /// An outcome that can be.
    pub(crate) fn decide(&mut self, outcome: ChanceOutcome) {
        match outcome {
            ChanceOutcome::Dice { dice } if matches!(self.awaiting, Awaiting::Dice) => {
                self.trn_01_dice(dice);
            }
            ChanceOutcome::Dice { dice } => self.set_01_rolls(dice.total()),
            ChanceOutcome::Stolen { resource } => self.rob_06_steal(resource),
            ChanceOutcome::Drawn { card } => {
                if self.deck.is_empty() {
                    self.under_deck.pop_front();
                } else {
                    self.deck.remove(card, 1);
                }
                let buyer = self.builder();
                self.players[buyer].cards.add(card, 1);
                self.players[buyer].bought.add(card, 1);
                self.awaiting = self.back_to_building();
            }
        }
        self.win_03_look_for_a_winner();
    }

    /// TRN-01, ROB-01, VAR-4.
    fn trn_01_dice(&mut self, dice: Dice) {
        if self.rules().dice == DiceSource::Deck {
            self.throws = self.opt_04_throws();
            self.throws.remove(&dice.faces());
        }
        let total = dice.total();
        if total == 7 && self.var_4_is_early() {
            return;
        }
        self.dice = Some(dice.faces());
        if total == 7 {
            self.rob_02_ask_for_discards();
        } else {
            self.pro_01_produce(total);
            self.awaiting = Awaiting::Turn;
        }
    }

    /// VAR-4: whether this is one of the first two turns of a player.
    fn var_4_is_early(&self) -> bool {
        self.rules().variants.no_early_seven && usize::from(self.turn) <= 2 * self.players.len()
    }

    /// PRO-01, ROB-07: what a seat is due of a resource.
    fn pro_01_due(&self, seat: usize, resource: Resource, total: u8) -> u8 {
        let mut due = 0;
        for (at, round) in self.land().hexes_round.iter().enumerate() {
            for hex in round {
                let produces = self.island.hexes[*hex].terrain.resource() == Some(resource)
                    && self.island.hexes[*hex].token == Some(total)
                    && *hex != self.robber;
                if produces && self.players[seat].settlements.contains(&at) {
                    due += 1;
                }
                if produces && self.players[seat].cities.contains(&at) {
                    due += 2;
                }
            }
        }
        due
    }

    /// PRO-01, PRO-02.
    fn pro_01_produce(&mut self, total: u8) {
        for resource in Resource::ALL {
            let mut due: Vec<(usize, u8)> = self
                .seats()
                .map(|seat| (seat, self.pro_01_due(seat, resource, total)))
                .collect();
            due.retain(|(_, count)| *count > 0);
            let all: u8 = due.iter().map(|(_, count)| count).sum();
            let left = self.bank.count(resource);
            if all > left {
                due = match (self.rules().bank_shortage, &due[..]) {
                    (BankShortage::SoleClaimant, [(seat, _)]) => vec![(*seat, left)],
                    _ => Vec::new(),
                };
            }
            for (seat, count) in due {
                self.take_from_bank(seat, resource, count);
            }
        }
    }
}

fn throws(of: BTreeSet<[u8; 2]>) -> Vec<(ChanceOutcome, u32)> {
    of.into_iter()
        .map(|[first, second]| {
            let dice = Dice::new(first, second).expect("a die shows 1 to 6");
            (ChanceOutcome::Dice { dice }, 1)
        })
        .collect()
}
