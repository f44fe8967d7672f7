//! The requests of a seat to its table.

use brickwood_fair::Nonce;
use brickwood_protocol::{Problem, ProblemKind, TradeWord, is_answer};
use brickwood_rules::{Action, Phase, Seat, SeatSet, Terms};

use crate::batch::Batch;
use crate::draft::Draft;
use crate::entry::Entry;
use crate::table::Table;

/// The most domestic offers of a seat in one turn.
const MOST_OFFERS: u8 = 10;

/// How often a person can make the same offer in a turn: the others can be asked once more.
const MOST_REPEATED: usize = 2;

/// A request of a seat to its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Act, with the client's nonce for the draw that may follow.
    Act(Action, Option<Nonce>),
    /// Answer an offer, or close it with a seat that has answered. The named line of the log must be the
    /// current one.
    Answer(Action, u32),
    /// Say something about trades.
    Talk(TradeWord),
    /// Take the last step back.
    Undo,
    /// Close the trade that another seat suggests.
    TakeSuggestion {
        /// The line in which it was made.
        suggestion: u32,
    },
}

/// Why a request leads to no new log line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is refused.
    Problem(Problem),
    /// It was done before: this is the first log line that it led to.
    AlreadyDone {
        /// The line's sequence number.
        seq: u32,
    },
}

impl<P: Into<Problem>> From<P> for Refusal {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

impl Table {
    /// The log lines that a request leads to: the seat's own and those of the chance outcomes that follow.
    /// Nothing changes before they are stored and [committed](Table::commit).
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub fn propose(
        &self,
        seat: Seat,
        key: Option<u64>,
        request: Request,
        now_ms: u64,
    ) -> Result<Batch, Refusal> {
        let place = self.people().places.get(seat.index());
        let guest = place.and_then(|place| place.guest);
        let message = guest.zip(key).map(|(guest, key)| guest.message(key));
        if let Some(seq) = self.line_of(message) {
            return Err(Refusal::AlreadyDone { seq });
        }
        if !self.started() {
            return Err(ProblemKind::NotStarted.into());
        }
        if self.is_paused() {
            return Err(ProblemKind::Paused.into());
        }
        self.check_room_for(seat, &request)?;
        let mut draft = Draft::of(self, now_ms);
        let mut nonce = None;
        match request {
            Request::Act(action, own_nonce) => {
                if is_answer(action) {
                    return Err(ProblemKind::UnnamedAnswer.into());
                }
                nonce = own_nonce;
                match action {
                    Action::Offer { terms, to } => self.make_offer(&mut draft, seat, terms, to)?,
                    _ => draft.act(seat, action)?,
                }
            }
            Request::Answer(action, line) => {
                self.check_named(action, line)?;
                self.check_answers(seat, action)?;
                draft.act(seat, action)?;
            }
            Request::Talk(word) => self.talk(&mut draft, seat, word)?,
            Request::Undo => {
                if !self.fold.can_undo(seat) {
                    return Err(ProblemKind::NoUndo.into());
                }
                draft.add(Entry::Undo(seat))?;
            }
            Request::TakeSuggestion { suggestion } => self.take(&mut draft, seat, suggestion)?,
        }
        if let Some(last) = draft.batch.records.last_mut() {
            last.nonce = nonce;
        }
        draft.let_chance_decide();
        draft.sign(Some(seat), message);
        Ok(draft.finish().expect("a request leaves a line"))
    }

    /// The request for an action. If the action is an answer, the request names the current line.
    pub fn request(&self, action: Action) -> Request {
        let offer = self.fold.negotiation.offer;
        match offer.and_then(|offer| offer.answered_by(action)) {
            Some(line) => Request::Answer(action, line),
            None => Request::Act(action, None),
        }
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
    fn take(&self, draft: &mut Draft<'_>, seat: Seat, suggestion: u32) -> Result<(), Problem> {
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
