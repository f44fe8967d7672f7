//! How a hard bot trades.

/// How a hard bot trades: with people at a table, or with programs, which answer at once and are not annoyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Manner {
    /// At most two offers a turn, none that comes again in the next, and none that asks for more cards than it gives.
    #[default]
    Table,
    /// Offers of one or two cards for one or two, the most promising first, as long as any is promising. Whoever would
    /// gain anything is expected to accept. A bot that is told no history trades as at a table.
    Arena,
}

impl Manner {
    /// How many offers there are in a turn at most.
    pub(crate) const fn most_offers(self) -> u8 {
        match self {
            Self::Table => 2,
            Self::Arena => 20,
        }
    }
}
