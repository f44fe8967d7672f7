//! Which people come from one network, as the host is shown it: by marks that name no address.

mod store;

use base16ct::lower::encode_string;
use brickwood_storage::{Unavailable, now_ms};
use brickwood_table::{NetworkMark, PersonId};

use crate::{
    SiteApp,
    http::rate_limit::Caller,
    moderation::sanctions::NetworkKey,
    settings::{mark_secret, network_secret},
};

impl SiteApp {
    /// Marks the network from which somebody comes to a table; none for this machine and its home network, from which all
    /// come who play at home.
    pub async fn network_mark(
        &self,
        caller: &Caller,
        table: &str,
    ) -> Result<Option<NetworkMark>, Unavailable> {
        if caller.is_near() {
            return Ok(None);
        }
        let secret = network_secret(self.stored()).await?;
        let NetworkKey([a, b, c, d, ..]) = caller.network_key(&(secret + table));
        Ok(Some(NetworkMark(u32::from_le_bytes([a, b, c, d]))))
    }

    /// Notes from which network a stored person comes, for the host to tell who may be one and the same, and for the number
    /// of people who want to play.
    pub(crate) async fn note_network_of(
        &self,
        person: PersonId,
        caller: &Caller,
    ) -> Result<(), Unavailable> {
        // At home, everybody is from the same network.
        let features = self.features().await?;
        if caller.is_near() || !(features.moderation || features.open_tables) {
            return Ok(());
        }
        let (site, now_ms) = (self.stored(), now_ms());
        let key = caller.network_key(&mark_secret(site, now_ms).await?);
        let mark = encode_string(&key.0[..3]);
        site.seen_from(person, &mark, now_ms).await
    }
}
