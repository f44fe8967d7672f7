//! How often each guest may say something that everybody at the table is told.

use std::collections::HashMap;

use crate::people::GuestId;
use crate::protocol::{Problem, ProblemKind};

/// Something that everybody is told. A guest's connections share what the guest may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// A line of chat.
    Line,
    /// Something about trades, such as a suggestion or that it no longer holds.
    TradeTalk,
    /// That a counter-offer is being prepared.
    Hint,
}

impl Said {
    const ALL: usize = 3;

    /// How often in a row, and the milliseconds after which there is one more.
    const fn rate(self) -> (u64, u64) {
        match self {
            Self::Line => (5, 1000),
            Self::TradeTalk => (6, 1000),
            Self::Hint => (4, 2000),
        }
    }
}

/// When each guest may say everything at full rate again, in milliseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct Allowances(HashMap<GuestId, [u64; Said::ALL]>);

/// How many guests are known before those are forgotten who have said nothing lately.
const FEW: usize = 64;

impl Allowances {
    /// Counts what a guest says.
    ///
    /// # Errors
    ///
    /// It is too much.
    pub(super) fn take(&mut self, guest: GuestId, said: Said, now_ms: u64) -> Result<(), Problem> {
        if self.0.len() >= FEW {
            self.0
                .retain(|_, full_ms| full_ms.iter().any(|full_ms| *full_ms > now_ms));
        }
        let (burst, refill_ms) = said.rate();
        let full_ms = &mut self.0.entry(guest).or_default()[said as usize];
        let next_ms = (*full_ms).max(now_ms) + refill_ms;
        if next_ms > now_ms + burst * refill_ms {
            return Err(ProblemKind::TooFast.into());
        }
        *full_ms = next_ms;
        Ok(())
    }
}
