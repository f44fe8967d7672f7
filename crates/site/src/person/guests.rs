//! Which guests are forgotten.

use brickwood_storage::{Unavailable, values};

use crate::{SiteStorage, topics};

impl SiteStorage<'_> {
    /// Forgets the guests of whom nothing is stored that stays, and who were not seen since then. Returns how many.
    pub async fn forget_guests(self, seen_before_ms: u64) -> Result<u64, Unavailable> {
        let mut forget = "DELETE FROM guest WHERE seen_ms < ?1".to_owned();
        for table in topics::keeps() {
            forget += " AND NOT EXISTS (SELECT 1 FROM ";
            forget += table;
            forget += " AS own WHERE own.guest = guest.id)";
        }
        self.sql.execute(&forget, values![seen_before_ms]).await
    }
}
