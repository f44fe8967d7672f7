//! The commands of a seat in the game: actions, what it takes back, and what it says about trades.

use brickwood_fair::Nonce;
use brickwood_protocol::{Command, Problem, ProblemKind, TradeWord, is_answer};
use brickwood_rules::{Action, Phase, Seat, SeatSet, Terms};

use crate::log::Entry;
use crate::table::{Draft, Table};

/// The most domestic offers of a seat in one turn.
const MOST_OFFERS: u8 = 10;

/// How often a person can make the same offer in a turn: the others can be asked once more.
const MOST_REPEATED: usize = 2;

impl Table {
    /// Whether anybody can play now.
    pub(crate) fn check_plays(&self) -> Result<(), Problem> {
        if !self.started() {
            return Err(ProblemKind::NotStarted.into());
        }
        if self.is_paused() {
            return Err(ProblemKind::Paused.into());
        }
        Ok(())
    }

    /// Takes an action. An answer has to name its line.
    pub(crate) fn act(
        &self,
        draft: &mut Draft<'_>,
        seat: Seat,
        action: Action,
        nonce: Option<Nonce>,
        answers: Option<u32>,
    ) -> Result<(), Problem> {
        if let Some(line) = answers {
            self.check_named(action, line)?;
            self.check_answers(seat, action)?;
            return Ok(draft.act(seat, action)?);
        }
        match action {
            answer if is_answer(answer) => return Err(ProblemKind::UnnamedAnswer.into()),
            Action::Offer { terms, to } => self.make_offer(draft, seat, terms, to)?,
            _ => draft.act(seat, action)?,
        }
        if let Some(last) = draft.batch.records.last_mut() {
            last.nonce = nonce;
        }
        Ok(())
    }

    /// Takes the seat's last step back.
    pub(crate) fn undo(&self, draft: &mut Draft<'_>, seat: Seat) -> Result<(), Problem> {
        if self.people().options.rated {
            return Err(ProblemKind::NoUndoRated.into());
        }
        if !self.fold.can_undo(seat) {
            return Err(ProblemKind::NoUndo.into());
        }
        Ok(draft.add(Entry::Undo(seat))?)
    }

    /// The command to take an action. If the action is an answer, it names the current line.
    pub fn command(&self, action: Action) -> Command {
        Command::act(action, self.fold.negotiation.offer)
    }

    /// Whether an answer names the current line. Since the player last saw the table, other terms may have
    /// replaced those that the answer is meant for.
    fn check_named(&self, action: Action, line: u32) -> Result<(), Problem> {
        if !is_answer(action) {
            return Err(ProblemKind::NoAnswer.into());
        }
        let offer = self.fold.negotiation.offer;
        if offer.and_then(|offer| offer.answered_by(action)) == Some(line) {
            Ok(())
        } else {
            Err(ProblemKind::OfferChanged.into())
        }
    }

    /// Makes an offer to its partners. For seats that decline everything in this turn, it is declined at
    /// once.
    fn make_offer(
        &self,
        draft: &mut Draft<'_>,
        seat: Seat,
        terms: Terms,
        to: SeatSet,
    ) -> Result<(), Problem> {
        let to = self.hearing(seat, to)?;
        // A bot that stands in for a person repeats as little as any other.
        let most = if self.bot(seat).is_none() {
            MOST_REPEATED
        } else {
            1
        };
        self.check_offer(terms, to, most)?;
        draft.act(seat, Action::Offer { terms, to })?;
        for other in self.fold.negotiation.declining.iter() {
            if to.contains(other) {
                draft.act(other, Action::Decline)?;
            }
        }
        Ok(())
    }

    /// Closes a suggested trade in the steps of the rules.
    pub(crate) fn take(
        &self,
        draft: &mut Draft<'_>,
        seat: Seat,
        suggestion: u32,
    ) -> Result<(), Problem> {
        let suggestion = self.suggestion(suggestion)?;
        let from = suggestion.from;
        let Some(terms) = suggestion.terms.concrete().filter(|_| from != seat) else {
            return Err(ProblemKind::OpenSuggestion.into());
        };
        if matches!(self.state().phase(), Phase::Trade { .. }) {
            draft.act(seat, Action::Withdraw)?;
        }
        let to = SeatSet::only(from);
        draft.act(seat, Action::Offer { terms, to })?;
        draft.act(from, Action::Accept)?;
        draft.act(seat, Action::Confirm { with: from })?;
        // The suggestion that it answered is settled.
        if let Some(suggestion) = suggestion.answers {
            draft.add(Entry::Says(seat, TradeWord::TakeBack { suggestion }))?;
        }
        Ok(())
    }

    /// Whether a bot may make an offer. Bots repeat none.
    pub fn may_offer(&self, terms: Terms, to: SeatSet) -> bool {
        self.check_offer(terms, to, 1).is_ok()
    }

    /// Checks that the seat may make another offer, and has made this one fewer than `most` times.
    fn check_offer(&self, terms: Terms, to: SeatSet, most: usize) -> Result<(), Problem> {
        if self.state().offers() >= MOST_OFFERS {
            return Err(ProblemKind::TooManyOffers {
                most: MOST_OFFERS.into(),
            }
            .into());
        }
        let offered = self.fold.negotiation.offered.iter();
        if offered.filter(|offer| **offer == (terms, to)).count() >= most {
            return Err(ProblemKind::SameOffer.into());
        }
        Ok(())
    }
}
