//! What a player shows to be welcomed before spectators.

use brickwood_site::StoresSite;
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use brickwood_site::settings::pass_secret;
use brickwood_storage::{Storage, Unavailable};
use sha2::{Digest, Sha256};
use tokio::time::sleep;

/// How long to wait before the storage is asked again.
const AGAIN: Duration = Duration::from_secs(1);

/// Gives passes to players, and knows them again at every server of the site. Cheap to clone.
///
/// A pass says that the owner of a token had a seat at a table when it was given. It opens nothing: its owner alone can
/// use it, and only to wait for the welcome before spectators. So it needs no end, and is checked without the storage.
#[derive(Clone, Default)]
pub(crate) struct Passes(Arc<OnceLock<String>>);

/// The owner of a token, as it is hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassOwner(pub(crate) [u8; 32]);

impl Passes {
    /// Gets the secret of the site. Until then, nobody gets a pass or is known by one.
    ///
    /// # Errors
    ///
    /// If the storage does not answer.
    pub(crate) async fn prepare(&self, log: &dyn Storage) -> Result<(), Unavailable> {
        let secret = pass_secret(log.site()).await?;
        let _ = self.0.set(secret);
        Ok(())
    }

    /// [`Passes::prepare`], until the storage answers.
    pub(crate) async fn prepare_later(self, log: Arc<dyn Storage>) {
        while self.prepare(&*log).await.is_err() {
            sleep(AGAIN).await;
        }
    }

    /// The pass that a connection gets if it turns out to have a seat.
    pub(crate) fn of(&self, owner: PassOwner, table: &str) -> Option<Arc<PlayerPass>> {
        let pass = self.give(owner, table)?;
        let has_seat = AtomicBool::new(false);
        Some(Arc::new(PlayerPass { pass, has_seat }))
    }

    /// The pass for a seat at a table.
    fn give(&self, owner: PassOwner, table: &str) -> Option<String> {
        let secret = self.0.get()?;
        let what = Sha256::new()
            .chain_update(b"brickwood-pass")
            .chain_update(owner.0)
            .chain_update(table)
            .finalize();
        let pass = Sha256::new()
            .chain_update(secret)
            .chain_update(what)
            .finalize();
        Some(base16ct::lower::encode_string(&pass[..16]))
    }

    /// Whether this is the pass of somebody with a seat at a table.
    pub(crate) fn is_valid(&self, pass: &str, owner: PassOwner, table: &str) -> bool {
        // Whoever guessed one by the time that this takes would wait a little less.
        self.give(owner, table).is_some_and(|given| given == pass)
    }
}

/// The pass of a connection, which is given with its welcome if it has a seat then.
pub(crate) struct PlayerPass {
    pass: String,
    has_seat: AtomicBool,
}

impl PlayerPass {
    /// What a welcome says, which is for a client with a seat or without one.
    pub(crate) fn give(&self, has_seat: bool) -> Option<String> {
        self.has_seat.store(has_seat, Ordering::Relaxed);
        has_seat.then(|| self.pass.clone())
    }

    /// Whether the last welcome was for a client with a seat.
    pub(crate) fn has_seat(&self) -> bool {
        self.has_seat.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDA: PassOwner = PassOwner([1; 32]);
    const BO: PassOwner = PassOwner([2; 32]);

    fn passes(secret: &str) -> Passes {
        Passes(Arc::new(OnceLock::from(secret.to_owned())))
    }

    #[test]
    fn a_pass_is_for_one_owner_at_one_table_of_one_site() {
        let here = passes("here");
        let pass = here.give(IDA, "table").unwrap();
        assert!(here.is_valid(&pass, IDA, "table"));
        assert!(!here.is_valid(&pass, BO, "table"));
        assert!(!here.is_valid(&pass, IDA, "elsewhere"));
        assert!(!passes("there").is_valid(&pass, IDA, "table"));
        assert!(!here.is_valid("", IDA, "table"));
    }

    #[test]
    fn all_servers_of_a_site_know_a_pass() {
        let pass = passes("here").give(IDA, "table").unwrap();
        assert!(passes("here").is_valid(&pass, IDA, "table"));
    }

    #[test]
    fn there_are_no_passes_before_the_secret_of_the_site_is_known() {
        let passes = Passes::default();
        assert_eq!(passes.give(IDA, "table"), None);
        assert!(!passes.is_valid("", IDA, "table"));
    }
}
