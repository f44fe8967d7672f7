//! How bots of the hard and the expert level trade.

/// How a bot trades: with people at a table, with other bots, or with programs in a match, which are not annoyed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Manner {
    /// At most two offers a turn, none that comes again in the next, and none that asks for more cards than it gives.
    #[default]
    Table,
    /// Up to six offers a turn of one or two cards for one or two, the most promising first, and none again that nobody
    /// has taken in this turn or the last. A bot that is told neither the history nor its [offers in
    /// vain](crate::Bot::with_offers_in_vain) trades as at a table.
    Bots,
    /// No offers, and no to all others.
    Silent,
    /// As [`Manner::Bots`], with as many offers as are promising. Whoever would gain anything is expected to accept.
    Arena,
}

impl Manner {
    /// How many offers there are in a turn at most.
    pub(crate) const fn most_offers(self) -> u8 {
        match self {
            Self::Silent => 0,
            Self::Table => 2,
            Self::Bots => 6,
            Self::Arena => 20,
        }
    }
}
