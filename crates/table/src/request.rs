//! What a seat asks of its table.

use brickwood_fair::Nonce;
use brickwood_rules::{Action, Phase, Seat, SeatSet, Terms};

use crate::draft::{Batch, Draft};
use crate::entry::Entry;
use crate::protocol::Problem;
use crate::table::Table;

/// The most domestic offers of a seat in one turn.
const MOST_OFFERS: u8 = 10;

/// What a seat asks of its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Act, with the client's own chance for the draw that may follow.
    Act(Action, Option<Nonce>),
    /// Take the last step back.
    Undo,
    /// Close the trade that another seat suggests.
    TakeSuggestion {
        /// Whose suggestion.
        from: Seat,
    },
}

/// Why a request leads to no new log line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not to be had.
    Problem(Problem),
    /// It was done before: this is the first log line that came of it.
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
    /// The log lines that a request leads to: the seat's own and those of the chance that follows.
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
            return Err(Problem::new("not_started", "The game has not begun.").into());
        }
        if self.is_paused() {
            return Err(Problem::new("paused", "The game waits.").into());
        }
        self.check_room_for(&request)?;
        let mut draft = Draft::of(self, now_ms);
        let mut nonce = None;
        match request {
            Request::Act(action, own_nonce) => {
                if let Action::Offer { terms, to } = action {
                    self.check_offer(terms, to)?;
                }
                nonce = own_nonce;
                draft.act(seat, action)?;
            }
            Request::Undo => {
                if !self.fold.can_undo(seat) {
                    return Err(Problem::new("no_undo", "There is nothing to take back.").into());
                }
                draft.add(Entry::Undo(seat))?;
            }
            Request::TakeSuggestion { from } => {
                let terms = self
                    .suggestions()
                    .iter()
                    .find(|suggestion| suggestion.from == from)
                    .ok_or_else(|| {
                        Problem::new("no_suggestion", "This suggestion is no longer there.")
                    })?
                    .terms;
                if matches!(self.state().phase(), Phase::Trade { .. }) {
                    draft.act(seat, Action::Withdraw)?;
                }
                draft.act(
                    seat,
                    Action::Offer {
                        terms,
                        to: SeatSet::only(from),
                    },
                )?;
                draft.act(from, Action::Accept)?;
                draft.act(seat, Action::Confirm { with: from })?;
            }
        }
        if let Some(last) = draft.batch.records.last_mut() {
            last.nonce = nonce;
        }
        draft.let_chance_decide();
        draft.sign(Some(seat), message);
        Ok(draft.finish().expect("a request leaves a line"))
    }

    /// Whether an offer is worth the time of the others.
    fn check_offer(&self, terms: Terms, to: SeatSet) -> Result<(), Problem> {
        if self.state().offers() >= MOST_OFFERS {
            let message = format!("{MOST_OFFERS} offers in one turn are enough.");
            return Err(Problem::new("too_many_offers", message));
        }
        if self.offered.contains(&(terms, to)) {
            let message = "This was offered in this turn already.";
            return Err(Problem::new("same_offer", message));
        }
        Ok(())
    }
}
