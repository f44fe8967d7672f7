//! Suggestions (TRD-03), and other messages about trades beside the steps of the rules. Each is a line of
//! the log, so that all servers of a table know it.

use brickwood_protocol::{
    MOST_ANY, OpenOffer, OpenTerms, Problem, ProblemKind, Suggestion, TradeWord,
};
use brickwood_rules::{
    Action, Answer, Cards, Illegal, Phase, Seat, SeatSet, Terms, ToAct, Trade, View,
};

use crate::game::trading_is_over;
use crate::log::Entry;
use crate::table::{Draft, Table};

/// The most open suggestions of a seat, without those that answer another one.
const MOST_STANDING: usize = 3;

/// The most suggestions of a seat in one turn.
const MOST_SUGGESTIONS: u8 = 20;

/// The most answers of a seat to offers in one turn, without refusals.
const MOST_ANSWERS: u8 = 40;

/// The most changes of a seat's blocks in one turn.
const MOST_CHANGES: u8 = 20;

impl Table {
    /// The open suggestions.
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.fold.negotiation.suggestions
    }

    /// The lines of the open offer and its answers.
    pub const fn offer(&self) -> Option<OpenOffer> {
        self.fold.negotiation.offer
    }

    /// Whether this turn's offers include one to this seat alone.
    pub fn was_offered(&self, seat: Seat) -> bool {
        let mut offered = self.fold.negotiation.offered.iter();
        offered.any(|(_, to)| *to == SeatSet::only(seat))
    }

    /// The seats with which a seat trades: those without a block in either direction.
    pub fn partners(&self, seat: Seat) -> SeatSet {
        let players = self.game().rules().players;
        self.fold.negotiation.partners(seat, players)
    }

    /// Whether this seat may suggest a trade now.
    pub(crate) fn may_suggest(&self, seat: Seat) -> bool {
        let partners = self.partners(seat);
        let active = self.state().active();
        self.trade_is_on()
            && if seat == active {
                !partners.is_empty()
            } else {
                partners.contains(active)
            }
    }

    fn trade_is_on(&self) -> bool {
        let state = self.state();
        self.plays()
            && state.dice().is_some()
            && matches!(state.phase(), Phase::Turn | Phase::Trade { .. })
            && !trading_is_over(self.game(), state)
    }

    /// Whether this seat may decline all offers of this turn at once.
    pub(crate) fn may_decline_all(&self, seat: Seat) -> bool {
        let state = self.state();
        self.plays()
            && state.turn() > 0
            && state.active() != seat
            && state.special().is_none()
            && !state.phase().is_over()
            && !self.fold.negotiation.declining.contains(seat)
    }

    /// What `viewer` would see if the seat whose turn it is had offered a trade only to `partner`, and the
    /// partner had accepted it, or not answered yet. It contains only what the viewer knows.
    pub fn view_of_trade(&self, viewer: Seat, partner: Seat, terms: Terms, answer: Answer) -> View {
        let active = self.state().active();
        let mut trade = Trade::new(terms, SeatSet::only(partner));
        trade.answers[partner] = answer;
        let mut view = self.view(Some(viewer));
        view.phase = Phase::Trade { trade };
        view.to_act = ToAct::Seats {
            seats: SeatSet::only(partner).with(active),
        };
        view
    }

    /// The suggestion that was made in a line of the log.
    pub(crate) fn suggestion(&self, line: u32) -> Result<Suggestion, Problem> {
        let found = self.fold.negotiation.suggestion(line);
        found.ok_or_else(|| Problem::from(ProblemKind::SuggestionChanged))
    }

    /// Adds a message of a seat about trades, and its consequences.
    pub(crate) fn talk(
        &self,
        draft: &mut Draft<'_>,
        seat: Seat,
        word: TradeWord,
    ) -> Result<(), Problem> {
        self.check_word(seat, word)?;
        draft.add(Entry::Says(seat, word))?;
        let silences = match word {
            TradeWord::DeclineAll => true,
            TradeWord::Block { seat: other } => other == self.state().active(),
            _ => false,
        };
        if silences && self.is_asked(seat) {
            draft.act(seat, Action::Decline)?;
        }
        Ok(())
    }

    /// Whether a seat may be preparing a counter-offer to the offer of this line.
    pub fn may_prepare(&self, seat: Seat, offer: u32) -> bool {
        let open = self.fold.negotiation.offer;
        self.plays()
            && open.is_some_and(|open| open.line == offer)
            && seat != self.state().active()
            && self.state().may_act(seat)
    }

    /// Whether the open offer was made to a seat that has not declined it.
    fn is_asked(&self, seat: Seat) -> bool {
        matches!(
            self.state().phase(),
            Phase::Trade { trade } if !matches!(
                trade.answers[seat],
                Answer::NotAsked | Answer::Declined
            )
        )
    }

    fn check_word(&self, seat: Seat, word: TradeWord) -> Result<(), Problem> {
        let negotiation = &self.fold.negotiation;
        let active = self.state().active();
        let said = negotiation.said[seat];
        let only_if = |holds: bool| {
            holds
                .then_some(())
                .ok_or_else(|| ProblemKind::NoChange.into())
        };
        match word {
            TradeWord::Suggest { terms, answers } => {
                self.check_terms(seat, terms)?;
                if said.suggestions >= MOST_SUGGESTIONS {
                    return Err(ProblemKind::TooManySuggestions {
                        most: MOST_SUGGESTIONS.into(),
                    }
                    .into());
                }
                match answers {
                    Some(line) => self.check_answer(seat, terms, line),
                    None => self.check_standing(seat, terms),
                }
            }
            TradeWord::TakeBack { suggestion } => {
                let suggestion = self.suggestion(suggestion)?;
                only_if(suggestion.from == seat)
            }
            TradeWord::Decline { suggestion } => {
                let suggestion = self.suggestion(suggestion)?;
                only_if(if suggestion.from == active {
                    seat != active && !suggestion.declined.contains(seat)
                } else {
                    seat == active
                })
            }
            _ if said.changes >= MOST_CHANGES => Err(ProblemKind::TooManyChanges.into()),
            TradeWord::DeclineAll => only_if(self.may_decline_all(seat)),
            TradeWord::Listen => only_if(negotiation.declining.contains(seat)),
            TradeWord::Block { seat: other } => {
                let players = SeatSet::all(self.game().rules().players);
                let blocked = negotiation.blocked_by(seat).with(seat);
                only_if(players.contains(other) && !blocked.contains(other))
            }
            TradeWord::Unblock { seat: other } => {
                only_if(negotiation.blocked_by(seat).contains(other))
            }
        }
    }

    /// Whether a seat may suggest such a trade. A trade that could not be offered and accepted cannot be
    /// suggested either. Whether the other side has the cards is secret, and is not checked.
    fn check_terms(&self, seat: Seat, terms: OpenTerms) -> Result<(), Problem> {
        let active = self.state().active();
        if self.trade_is_on() && !self.may_suggest(seat) {
            return Err(ProblemKind::NotAvailable.into());
        }
        if !self.may_suggest(seat) {
            return Err(Illegal::NotToAct.into());
        }
        let (own, any) = if seat == active {
            (terms.give, terms.any_give)
        } else {
            (terms.take, terms.any_take)
        };
        let hand = self.state().hand(seat);
        if !hand.contains(own) || hand.total() < own.total().saturating_add(any) {
            return Err(Illegal::NotHeld.into());
        }
        let OpenTerms {
            any_give, any_take, ..
        } = terms;
        if any_give > MOST_ANY || any_take > MOST_ANY {
            return Err(ProblemKind::TooOpen {
                most: MOST_ANY.into(),
            }
            .into());
        }
        // A side may consist of open cards only, but one side must name a card.
        let has_side = |cards: Cards, any: u8| any > 0 || !cards.is_empty();
        let is_named = !terms.give.is_empty() || !terms.take.is_empty();
        if !has_side(terms.give, any_give) || !has_side(terms.take, any_take) || !is_named {
            return Err(Illegal::EmptySide.into());
        }
        if !self.game().rules().like_for_like && terms.give.overlaps(terms.take) {
            return Err(Illegal::LikeForLike.into());
        }
        Ok(())
    }

    fn check_answer(&self, seat: Seat, terms: OpenTerms, line: u32) -> Result<(), Problem> {
        let active = self.state().active();
        if self.suggestion(line)?.from != active || seat == active {
            return Err(Illegal::NotToAct.into());
        }
        if terms.concrete().is_none() {
            return Err(ProblemKind::OpenAnswer.into());
        }
        let same =
            |one: &Suggestion| (one.from, one.answers, one.terms) == (seat, Some(line), terms);
        self.check_unsaid(same)
    }

    fn check_standing(&self, seat: Seat, terms: OpenTerms) -> Result<(), Problem> {
        let status = self.suggestions().iter();
        let own = status.filter(|one| one.from == seat && one.answers.is_none());
        if own.count() >= MOST_STANDING {
            return Err(ProblemKind::TooManyOpenSuggestions {
                most: MOST_STANDING as u32,
            }
            .into());
        }
        self.check_unsaid(|one| (one.from, one.answers, one.terms) == (seat, None, terms))
    }

    fn check_unsaid(&self, same: impl Fn(&Suggestion) -> bool) -> Result<(), Problem> {
        if self.suggestions().iter().any(same) {
            return Err(ProblemKind::SameOffer.into());
        }
        Ok(())
    }

    /// The partners of an offer that are not blocked.
    pub(crate) fn hearing(&self, seat: Seat, to: SeatSet) -> Result<SeatSet, Problem> {
        let partners = self.partners(seat);
        let others = SeatSet::all(self.game().rules().players).without(seat);
        // The rules refuse seats to which nothing can be offered.
        let hear: SeatSet = to
            .iter()
            .filter(|other| partners.contains(*other) || !others.contains(*other))
            .collect();
        if hear.is_empty() && !to.is_empty() {
            return Err(ProblemKind::NotAvailable.into());
        }
        Ok(hear)
    }

    /// Whether a seat has changed its answers to offers often enough.
    pub(crate) fn check_answers(&self, seat: Seat, action: Action) -> Result<(), Problem> {
        let answers = matches!(action, Action::Accept | Action::Counter { .. });
        if answers && self.fold.negotiation.said[seat].answers >= MOST_ANSWERS {
            return Err(ProblemKind::TooManyAnswers {
                most: MOST_ANSWERS.into(),
            }
            .into());
        }
        Ok(())
    }
}
