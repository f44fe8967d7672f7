//! Trading with the bank and with others (TRD).

use crate::{
    Action, Answer, Cards, Game, Illegal, Phase, Resource, Rules, Seat, SeatSet, State, Terms,
    Trade,
};

impl State {
    /// Whether the turn still allows trading (TRN-03, VAR-6, RUL-05).
    pub(crate) fn check_trading(&self, game: &Game) -> Result<(), Illegal> {
        if self.common.built && game.rules().trade_then_build {
            Err(Illegal::TradingOver)
        } else if self.common.built && game.rules().variants.no_trade_after_building {
            Err(Illegal::TradingOverByVariant)
        } else {
            Ok(())
        }
    }

    /// Whether offers can be made now (OPT-07).
    pub(crate) fn check_offering(&self, game: &Game) -> Result<(), Illegal> {
        self.check_trading(game)?;
        if game.rules().no_domestic_trade {
            Err(Illegal::NoDomesticTrade)
        } else {
            Ok(())
        }
    }

    /// TRD-06 to TRD-11, RUL-11.
    #[inline]
    pub(super) fn trade_with_bank(
        &mut self,
        game: &Game,
        give: Resource,
        take: Resource,
    ) -> Result<(), Illegal> {
        self.check_trading(game)?;
        if give == take {
            return Err(Illegal::LikeForLikeBank);
        }
        let paid = Cards::of(give, self.rates(self.common.active)[give]);
        let taken = Cards::of(take, 1);
        let bank = self.bank.without(taken).ok_or(Illegal::BankLacks)?;
        let hand = &mut self.hands[self.common.active];
        *hand = hand.without(paid).ok_or(Illegal::CannotPayBank)?;
        *hand += taken;
        self.bank = bank;
        self.bank += paid;
        Ok(())
    }

    /// TRD-01, TRD-02, TRD-05, TRD-12.
    pub(super) fn offer(&mut self, game: &Game, terms: Terms, to: SeatSet) -> Result<(), Illegal> {
        self.check_offering(game)?;
        let others = SeatSet::all(game.rules().players).without(self.common.active);
        if to.is_empty() || !to.is_subset(others) {
            return Err(Illegal::BadRecipients);
        }
        terms.check(game.rules())?;
        if !self.hand(self.common.active).contains(terms.give) {
            return Err(Illegal::NotHeld);
        }
        self.common.offers = self.common.offers.saturating_add(1);
        self.common.phase = Phase::Trade {
            trade: Trade::new(terms, to),
        };
        Ok(())
    }

    /// A step in the phase of an open offer.
    pub(super) fn negotiate(
        &mut self,
        game: &Game,
        mut trade: Trade,
        seat: Seat,
        action: Action,
    ) -> Result<(), Illegal> {
        let offerer = seat == self.common.active;
        match action {
            Action::Withdraw if offerer => {
                self.common.phase = Phase::Turn;
                return Ok(());
            }
            Action::Confirm { with } if offerer => return self.confirm(&trade, with),
            Action::Accept if !offerer => {
                if !self.hand(seat).contains(trade.terms.take) {
                    return Err(Illegal::NotHeld);
                }
                trade.answer(seat, Answer::Accepted)?;
            }
            Action::Decline if !offerer => trade.answer(seat, Answer::Declined)?,
            Action::Counter { terms } if !offerer => {
                terms.check(game.rules())?;
                if !self.hand(seat).contains(terms.take) {
                    return Err(Illegal::NotHeld);
                }
                trade.answer(seat, Answer::Countered { terms })?;
            }
            _ => return Err(Illegal::OutOfPhase),
        }
        self.common.phase = if trade.is_refused() {
            Phase::Turn
        } else {
            Phase::Trade { trade }
        };
        Ok(())
    }

    /// TRD-05: those with whom the seat whose turn it is may close its offer.
    pub(crate) fn partners(&self, trade: &Trade) -> SeatSet {
        let closes = |with: &Seat| {
            trade.agreed(*with).is_some_and(|terms| {
                self.hand(self.common.active).contains(terms.give)
                    && self.hand(*with).contains(terms.take)
            })
        };
        trade.asked().iter().filter(closes).collect()
    }

    /// TRD-05: exactly the agreed cards change hands.
    fn confirm(&mut self, trade: &Trade, with: Seat) -> Result<(), Illegal> {
        let Terms { give, take } = trade.agreed(with).ok_or(Illegal::NotAgreed)?;
        let [offerer, partner] = [self.common.active, with].map(|seat| self.hands[seat]);
        let mut offerer = offerer.without(give).ok_or(Illegal::NotHeld)?;
        let mut partner = partner.without(take).ok_or(Illegal::NotHeld)?;
        offerer += take;
        partner += give;
        self.hands[self.common.active] = offerer;
        self.hands[with] = partner;
        self.common.phase = Phase::Turn;
        Ok(())
    }
}

impl Terms {
    /// Whether such a trade may be offered at all (TRD-02, TRD-05, TRD-12), apart from the cards in hand.
    ///
    /// # Errors
    ///
    /// An empty side, more cards of a kind than there are, or a resource on both sides where the rules forbid that.
    pub fn check(&self, rules: &Rules) -> Result<(), Illegal> {
        if self.give.is_empty() || self.take.is_empty() {
            Err(Illegal::EmptySide)
        } else if !rules.like_for_like && self.give.overlaps(self.take) {
            Err(Illegal::LikeForLike)
        } else if !rules.bank().contains(self.give.union(self.take)) {
            Err(Illegal::MoreThanExist)
        } else {
            Ok(())
        }
    }
}

impl Trade {
    fn answer(&mut self, seat: Seat, answer: Answer) -> Result<(), Illegal> {
        let place = &mut self.answers[seat];
        if *place == answer {
            return Err(Illegal::SameAnswer);
        }
        *place = answer;
        Ok(())
    }
}
