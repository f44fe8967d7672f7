//! Trade, with the bank and with other players.

use std::collections::BTreeMap;

use brickwood_rules::{HarborKind, Resource, Seat, SeatSet, Terms};

use super::model::{Awaiting, Reference, Reply};
use super::pile::Pile;

/// Why not: the clause that is broken.
type Judgement = Result<(), &'static str>;

impl Reference {
    /// TRD-06, TRD-07, TRD-08: how many of a resource the bank wants.
    fn trd_06_rate(&self, seat: usize, give: Resource) -> u8 {
        let mut rate = 4;
        for (kind, ends) in &self.island.harbors {
            if !ends.iter().any(|at| self.has_building(seat, *at)) {
                continue;
            }
            match kind {
                HarborKind::Generic => rate = rate.min(3),
                HarborKind::Special { resource } if *resource == give => rate = 2,
                HarborKind::Special { .. } => {}
            }
        }
        rate
    }

    /// TRN-03, RUL-05, VAR-6: whether building has ended the turn's trading.
    fn trading_is_open(&self) -> Judgement {
        if self.built && self.rules().trade_then_build {
            return Err("TRN-03");
        }
        if self.built && self.rules().variants.no_trade_after_building {
            return Err("VAR-6");
        }
        Ok(())
    }

    /// TRD-06 to TRD-11.
    pub(crate) fn judge_bank_trade(
        &self,
        seat: usize,
        give: Resource,
        take: Resource,
    ) -> Judgement {
        self.after_the_roll()?;
        self.trading_is_open()?;
        if give == take {
            return Err("RUL-11");
        }
        if self.players[seat].hand.count(give) < self.trd_06_rate(seat, give) {
            return Err("TRD-06");
        }
        if self.bank.count(take) == 0 {
            return Err("TRD-11");
        }
        Ok(())
    }

    pub(crate) fn trd_06_trade(&mut self, seat: usize, give: Resource, take: Resource) {
        let price = Pile::new([(give, self.trd_06_rate(seat, give))]);
        self.pro_03_pay(seat, &price);
        self.take_from_bank(seat, take, 1);
    }

    /// TRD-02, TRD-05, TRD-12: what any terms have to be.
    fn judge_terms(&self, terms: Terms) -> Judgement {
        let give = Pile::from(terms.give);
        let take = Pile::from(terms.take);
        if give.is_empty() || take.is_empty() {
            return Err("TRD-02");
        }
        let alike = give.kinds().any(|(resource, _)| take.count(resource) > 0);
        if alike && !self.rules().like_for_like {
            return Err("TRD-12");
        }
        let all = if self.players.len() > 4 { 24 } else { 19 };
        let too_many = |side: &Pile<Resource>| side.kinds().any(|(_, count)| count > all);
        if too_many(&give) || too_many(&take) {
            return Err("TRD-05");
        }
        Ok(())
    }

    /// TRD-05: who has not got the cards cannot give them.
    fn trd_05_has(&self, seat: usize, cards: brickwood_rules::Cards) -> Judgement {
        if self.players[seat].hand.holds(&Pile::from(cards)) {
            Ok(())
        } else {
            Err("TRD-05")
        }
    }

    /// TRD-01: to one or more of the others.
    pub(crate) fn judge_offer(&self, seat: usize, terms: Terms, to: SeatSet) -> Judgement {
        self.after_the_roll()?;
        self.trading_is_open()?;
        if self.rules().no_domestic_trade {
            return Err("OPT-07");
        }
        let to = seats_of(to);
        if to.is_empty() || to.contains(&seat) || to.iter().any(|to| *to >= self.players.len()) {
            return Err("TRD-01");
        }
        self.judge_terms(terms)?;
        self.trd_05_has(seat, terms.give)
    }

    pub(crate) fn trd_01_offer(&mut self, terms: Terms, to: SeatSet) {
        self.offers += 1;
        self.awaiting = Awaiting::Answers {
            terms,
            replies: seats_of(to)
                .into_iter()
                .map(|seat| (seat, Reply::None))
                .collect(),
        };
    }

    /// The offer that stands.
    fn offer(&self) -> Result<(Terms, &BTreeMap<usize, Reply>), &'static str> {
        match &self.awaiting {
            Awaiting::Answers { terms, replies } => Ok((*terms, replies)),
            _ => Err("TRD-01"),
        }
    }

    /// TRD-01, TRD-03: only who was asked answers, and an answer is a new one.
    pub(crate) fn judge_reply(&self, seat: usize, reply: Reply) -> Judgement {
        let (terms, replies) = self.offer()?;
        match replies.get(&seat) {
            None => return Err("TRD-01"),
            Some(given) if *given == reply => return Err("TRD-03"),
            Some(_) => {}
        }
        match reply {
            Reply::None | Reply::No => Ok(()),
            Reply::Yes => self.trd_05_has(seat, terms.take),
            Reply::Other(terms) => {
                self.judge_terms(terms)?;
                self.trd_05_has(seat, terms.take)
            }
        }
    }

    pub(crate) fn trd_03_reply(&mut self, seat: usize, reply: Reply) {
        let Awaiting::Answers { replies, .. } = &mut self.awaiting else {
            panic!("no offer stands");
        };
        replies.insert(seat, reply);
        // TRD-01: an offer that all decline is over.
        if replies.values().all(|reply| *reply == Reply::No) {
            self.awaiting = Awaiting::Turn;
        }
    }

    /// The terms to which a seat has agreed.
    fn agreed(&self, with: usize) -> Result<Terms, &'static str> {
        let (terms, replies) = self.offer()?;
        match replies.get(&with) {
            Some(Reply::Yes) => Ok(terms),
            Some(Reply::Other(terms)) => Ok(*terms),
            None | Some(Reply::None | Reply::No) => Err("TRD-05"),
        }
    }

    /// TRD-01: whoever made the offer closes it.
    pub(crate) fn judge_confirm(&self, seat: usize, with: usize) -> Judgement {
        self.judge_withdraw(seat)?;
        let terms = self.agreed(with)?;
        self.trd_05_has(seat, terms.give)?;
        self.trd_05_has(with, terms.take)
    }

    /// TRD-05: exactly the stated cards change hands.
    pub(crate) fn trd_05_exchange(&mut self, seat: usize, with: usize) {
        let terms = self.agreed(with).expect("judged before");
        let (give, take) = (Pile::from(terms.give), Pile::from(terms.take));
        self.players[seat].hand.remove_all(&give);
        self.players[with].hand.remove_all(&take);
        self.players[seat].hand.add_all(&take);
        self.players[with].hand.add_all(&give);
        self.awaiting = Awaiting::Turn;
    }

    /// TRD-01.
    pub(crate) fn judge_withdraw(&self, seat: usize) -> Judgement {
        self.offer()?;
        if seat == self.active {
            Ok(())
        } else {
            Err("TRD-01")
        }
    }

    pub(crate) fn trd_01_withdraw(&mut self) {
        self.awaiting = Awaiting::Turn;
    }
}

pub(crate) fn seats_of(set: SeatSet) -> Vec<usize> {
    set.iter().map(Seat::index).collect()
}
