//! How the host of a site comes to their page.

use std::io::{self, IsTerminal};

use brickwood_site::{
    SiteStorage,
    moderation::host::{self, LINK_MINUTES},
    settings,
};
use brickwood_storage::{Unavailable, now_ms};

use crate::{
    storage_options::{Place, as_arguments},
    welcome::say,
};

/// Notes the address of the site, so that other commands can name it.
pub(crate) async fn note_address(site: SiteStorage<'_>, address: &str) {
    let note = async {
        let noted = serde_json::Value::from(address).to_string();
        if site.setting(settings::ADDRESS).await?.as_ref() != Some(&noted) {
            site.set(settings::ADDRESS, &noted).await?;
        }
        Ok::<(), Unavailable>(())
    };
    if note.await.is_err() {
        tracing::warn!("nothing can be stored: other commands do not know the site's address");
    }
}

/// Says how the host gets to their page, where the site keeps order.
pub(crate) async fn say_way_to_host_page(site: SiteStorage<'_>, address: &str, place: &Place) {
    let is_read = io::stdout().is_terminal();
    if let Some(line) = way_to_host_page(site, address, place, is_read).await {
        say(&line);
    }
}

/// A link, where a person reads it. What a service prints ends up in a journal that others may read, and only learns
/// how to get one. None while the site keeps no order, or nothing can be stored.
async fn way_to_host_page(
    site: SiteStorage<'_>,
    address: &str,
    place: &Place,
    is_read: bool,
) -> Option<String> {
    let now_ms = now_ms();
    if !host::state(site, now_ms).await.ok()?.features.moderation {
        return None;
    }
    if !is_read {
        let arguments = as_arguments(place);
        return Some(format!(
            "`brickwood site link{arguments}` prints a link to the host's page"
        ));
    }
    let secret = host::new_link(site, false, now_ms).await.ok()?;
    let link = host::page(address, &secret);
    Some(format!(
        "The host's page, once and within {LINK_MINUTES} minutes: {link}"
    ))
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::{ActAuthor, SiteAct, SiteFeatures, SiteOrder};
    use brickwood_site::{SCHEMA, StoresSite};
    use brickwood_storage::SqliteStorage;

    use super::*;

    #[tokio::test]
    async fn a_link_is_printed_only_where_somebody_reads_it_and_order_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let storage = SqliteStorage::open(folder.path(), SCHEMA).unwrap();
        let site = storage.site();
        let place = Place::File("/var/my games".into());
        let said = |is_read| way_to_host_page(site, "http://a.example", &place, is_read);
        let link = said(true).await.unwrap();
        let (_, secret) = link.split_once(": http://a.example/host#").unwrap();
        assert_eq!(secret.len(), 64, "{link}");
        assert_ne!(said(true).await.unwrap(), link);
        let hint = said(false).await.unwrap();
        assert!(
            hint.contains("`brickwood site link --data '/var/my games'`") && !hint.contains('#')
        );
        // Nobody has asked for these.
        assert!(host::log(site, u32::MAX, 1).await.unwrap().lines.is_empty());

        let features = SiteFeatures::NONE;
        let order = SiteOrder {
            act: SiteAct::Features { features },
            why: None,
            reports: Vec::new(),
        };
        let off = host::act(site, ActAuthor::Command, order, now_ms()).await;
        off.unwrap();
        assert_eq!((said(true).await, said(false).await), (None, None));
    }
}
