//! How bots trade.

use crate::Level;

/// How a bot trades: with people at a table, with other bots, or with programs in a match, which are not annoyed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Manner {
    /// At most two offers a turn, none that comes again in the next, and none that asks for more cards than it gives. The
    /// expert level makes up to four if it is told the history or its [offers in vain](crate::Bot::with_offers_in_vain).
    #[default]
    Table,
    /// As [`Manner::Bots`] at a table: up to four offers a turn, and the prices of a table.
    Lively,
    /// No offers, and the answers of a table.
    Quiet,
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
    /// How many offers there are in a turn at most. `remembers` says whether the bot knows which were in vain.
    pub(crate) const fn most_offers(self, level: Level, remembers: bool) -> u8 {
        match self {
            Self::Silent | Self::Quiet => 0,
            Self::Table if remembers && matches!(level, Level::Expert) => 4,
            Self::Table => 2,
            Self::Lively => 4,
            Self::Bots => 6,
            Self::Arena => 20,
        }
    }

    /// Whether people look on.
    pub(crate) const fn is_of_a_table(self) -> bool {
        matches!(self, Self::Table | Self::Lively | Self::Quiet)
    }

    /// What part of a seat's gain others want to gain by its next trade, after so many in its turn. At a table, that keeps
    /// bots from selling on what they have just bought.
    pub(crate) fn price(self, closed: u8) -> f32 {
        let free = if self.is_of_a_table() { 0 } else { 3 };
        0.5 * f32::from((closed + 1).saturating_sub(free))
    }
}
