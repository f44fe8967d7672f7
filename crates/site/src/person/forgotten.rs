//! Which people are forgotten.

use brickwood_storage::{Unavailable, values};

use crate::{SiteStorage, topics};

impl SiteStorage<'_> {
    /// Forgets the people of whom nothing is stored that stays, and who were not seen since then. Returns how many.
    pub async fn forget_unseen(self, seen_before_ms: u64) -> Result<u64, Unavailable> {
        let mut forget = "DELETE FROM person WHERE seen_ms < ?1".to_owned();
        for table in topics::keeps() {
            forget += " AND NOT EXISTS (SELECT 1 FROM ";
            forget += table;
            forget += " AS own WHERE own.person = person.id)";
        }
        self.sql.execute(&forget, values![seen_before_ms]).await
    }
}
