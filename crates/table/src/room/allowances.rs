//! Rate limits for the messages of a person that everybody at the table receives, or that make work.

use std::collections::HashMap;

use brickwood_protocol::{Problem, ProblemKind};

use crate::seats::PersonId;

/// A kind of message. A person's connections share its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MessageKind {
    /// A line of chat.
    Line,
    /// A message about trades, such as a suggestion or its withdrawal.
    TradeTalk,
    /// A hint that the person prepares a counter-offer.
    Hint,
    /// A question for the coach.
    Question,
}

impl MessageKind {
    const ALL: usize = 4;

    /// The burst, and the milliseconds after which there is one more.
    const fn rate(self) -> (u64, u64) {
        match self {
            Self::Line => (5, 1000),
            Self::TradeTalk => (6, 1000),
            Self::Hint => (4, 2000),
            Self::Question => (8, 500),
        }
    }
}

/// When each person has the full burst of each kind again, in milliseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct Allowances(HashMap<PersonId, [u64; MessageKind::ALL]>);

/// At this number of known people, those with all bursts full are forgotten.
const FEW: usize = 64;

impl Allowances {
    /// Takes a message from a person's allowance.
    ///
    /// # Errors
    ///
    /// If the person has sent too many.
    pub(super) fn take(
        &mut self,
        person: PersonId,
        kind: MessageKind,
        now_ms: u64,
    ) -> Result<(), Problem> {
        if self.0.len() >= FEW {
            self.0
                .retain(|_, full_ms| full_ms.iter().any(|full_ms| *full_ms > now_ms));
        }
        let (burst, refill_ms) = kind.rate();
        let full_ms = &mut self.0.entry(person).or_default()[kind as usize];
        let next_ms = (*full_ms).max(now_ms) + refill_ms;
        if next_ms > now_ms + burst * refill_ms {
            return Err(ProblemKind::TooFast.into());
        }
        *full_ms = next_ms;
        Ok(())
    }
}
