//! Points by source.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// Where a seat's points come from (WIN-01).
#[wire(rules, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Points {
    /// One each.
    pub settlements: u8,
    /// Two each.
    pub cities: u8,
    /// Two for its holder.
    pub longest_road: u8,
    /// Two for its holder.
    pub largest_army: u8,
    /// One for each victory point card, as far as they are known.
    pub victory_points: u8,
}

impl Points {
    /// All together.
    pub const fn total(self) -> u8 {
        self.settlements + self.cities + self.longest_road + self.largest_army + self.victory_points
    }
}
