//! Which people come from one network, as the host is shown it: by marks that name no address.

mod store;

use base16ct::lower::encode_string;
use brickwood_storage::{Unavailable, now_ms};
use brickwood_table::PersonId;

use crate::{SiteApp, http::rate_limit::Caller, settings::mark_secret};

impl SiteApp {
    /// Notes from which network a stored person comes, for the host to tell who may be one and the same.
    pub(crate) async fn note_network_of(
        &self,
        person: PersonId,
        caller: &Caller,
    ) -> Result<(), Unavailable> {
        // At home, everybody is from the same network.
        if caller.is_near() || !self.features().await?.moderation {
            return Ok(());
        }
        let (site, now_ms) = (self.stored(), now_ms());
        let key = caller.network_key(&mark_secret(site, now_ms).await?);
        let mark = encode_string(&key.0[..3]);
        site.seen_from(person, &mark, now_ms).await
    }
}
