//! A domestic trade under negotiation (TRD-01 to TRD-05).

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BySeat, Cards, Seat, SeatSet};

/// What changes hands, always told from the side of the seat whose turn it is.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// What the seat whose turn it is gives.
    pub give: Cards,
    /// What it takes.
    pub take: Cards,
}

/// What a seat has said to the open offer.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The offer was not made to this seat.
    NotAsked,
    /// Nothing yet.
    Pending,
    /// Yes.
    Accepted,
    /// No.
    Declined,
    /// On other terms.
    Countered {
        /// From the offerer's side.
        terms: Terms,
    },
}

/// The one open offer: its terms and what each seat has said to it.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// What is offered.
    pub terms: Terms,
    /// By seat.
    #[ts(as = "[Answer; crate::MAX_SEATS]")]
    pub answers: BySeat<Answer>,
}

impl Trade {
    /// A fresh offer to these seats.
    pub fn new(terms: Terms, to: SeatSet) -> Self {
        let mut answers = BySeat::all(Answer::NotAsked);
        for seat in to.iter() {
            answers[seat] = Answer::Pending;
        }
        Self { terms, answers }
    }

    /// The seats that the offer was made to.
    pub fn asked(&self) -> SeatSet {
        Seat::EVERY
            .into_iter()
            .filter(|seat| self.answers[*seat] != Answer::NotAsked)
            .collect()
    }

    /// Whether every seat that was asked has declined.
    pub fn is_refused(&self) -> bool {
        self.answers
            .iter()
            .all(|answer| matches!(answer, Answer::NotAsked | Answer::Declined))
    }

    /// The seats that have not answered yet.
    pub fn pending(&self) -> SeatSet {
        Seat::EVERY
            .into_iter()
            .filter(|seat| self.answers[*seat] == Answer::Pending)
            .collect()
    }

    /// The seats that have to say something next: the seats that have not answered, or else `offerer`. All the
    /// others that may act have done their part for now.
    pub fn awaited(&self, offerer: Seat) -> SeatSet {
        match self.pending() {
            SeatSet::EMPTY => SeatSet::only(offerer),
            pending => pending,
        }
    }

    /// The cards that a seat has shown to hold by the offer of `offerer`, or by its answer (TRD-05).
    pub fn shown_by(&self, seat: Seat, offerer: Seat) -> Cards {
        if seat == offerer {
            self.terms.give
        } else {
            self.agreed(seat).map_or(Cards::EMPTY, |terms| terms.take)
        }
    }

    /// The terms on which this seat would close, if it has agreed to any.
    pub fn agreed(&self, seat: Seat) -> Option<Terms> {
        match self.answers[seat] {
            Answer::Accepted => Some(self.terms),
            Answer::Countered { terms } => Some(terms),
            Answer::NotAsked | Answer::Pending | Answer::Declined => None,
        }
    }
}
