//! How much each guest may say at a table that everybody there is told.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use brickwood_table::{GuestId, protocol::Problem};

use crate::rate::{Bucket, Rate};

/// What everybody is told of whoever says it, by how many sockets ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// A line of talk.
    Line,
    /// Something about trades, such as a suggestion or that it no longer holds.
    TradeTalk,
    /// That a counter-offer is being prepared.
    Hint,
}

impl Said {
    const ALL: usize = 3;

    const fn rate(self) -> Rate {
        match self {
            Self::Line => Rate::new(5, Duration::from_secs(1)),
            Self::TradeTalk => Rate::new(6, Duration::from_secs(1)),
            Self::Hint => Rate::new(4, Duration::from_secs(2)),
        }
    }

    const fn refusal(self) -> &'static str {
        match self {
            Self::Line => "Wait a moment before you say more.",
            Self::TradeTalk | Self::Hint => "Wait a moment before you say more about trades.",
        }
    }
}

/// What each guest may still say: as few as sit here, and have sat here in the meantime.
#[derive(Default)]
pub(super) struct Allowances(HashMap<GuestId, [Bucket; Said::ALL]>);

/// How many guests are known before those are forgotten who have said nothing lately.
const FEW: usize = 64;

impl Allowances {
    /// Counts what a guest says.
    pub(super) fn take(&mut self, guest: GuestId, said: Said) -> Result<(), Problem> {
        let now = Instant::now();
        if self.0.len() >= FEW {
            self.0
                .retain(|_, buckets| buckets.iter().any(|bucket| !bucket.is_full(now)));
        }
        let buckets = self.0.entry(guest);
        let buckets = buckets.or_insert_with(|| [Bucket::new(now); Said::ALL]);
        let taken = buckets[said as usize].take(said.rate(), now);
        taken.map_err(|_| Problem::new("too_fast", said.refusal()))
    }
}
