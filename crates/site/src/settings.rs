//! What whoever hosts the site has chosen about all of it.

pub(crate) mod api;
pub(crate) mod store;

use brickwood_protocol::{SiteFeatures, SiteNotice};
use brickwood_storage::Unavailable;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{SiteStorage, person::token::Token, topics::Topic};
pub use api::Features;

const DAY_MS: u64 = 24 * 3_600_000;

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("settings/tables.sql"),
    ..Topic::NOTHING
};

/// What is switched on: [`brickwood_protocol::SiteFeatures`].
pub const FEATURES: &str = "features";
/// Whether new games are refused: a boolean.
pub const CLOSED: &str = "closed";
/// The message to all: [`brickwood_protocol::SiteNotice`], or null.
pub const NOTICE: &str = "notice";
/// The words that may be in nobody's name: a list of strings.
pub const REFUSED_NAMES: &str = "refused_names";
/// The last backup: [`brickwood_protocol::Backup`].
pub const BACKUP: &str = "backup";
/// The address of the site, as browsers see it: a string.
pub const ADDRESS: &str = "address";
/// The networks at home that the server is opened to: a list of strings such as `192.168.1.0/24`.
pub const HOME_NETWORKS: &str = "home_networks";
/// The secret of the hashes of networks: 64 hexadecimal digits.
pub const NETWORK_SECRET: &str = "network_secret";
/// The secret of the marks by which the host tells networks apart, with its day.
pub const MARK_SECRET: &str = "mark_secret";
/// The secret in the address of the feed of reports: 64 hexadecimal digits.
pub const REPORTS_FEED: &str = "reports_feed";
/// The secret of the passes of players: 64 hexadecimal digits.
pub const PASS_SECRET: &str = "pass_secret";

/// What is switched on.
pub async fn features(site: SiteStorage<'_>) -> Result<SiteFeatures, Unavailable> {
    Ok(setting(site, FEATURES).await?.unwrap_or_default())
}

/// The message to all.
pub async fn notice(site: SiteStorage<'_>) -> Result<Option<SiteNotice>, Unavailable> {
    let notice: Option<Option<SiteNotice>> = setting(site, NOTICE).await?;
    Ok(notice.flatten())
}

/// The secret of the hashes of networks.
pub async fn network_secret(site: SiteStorage<'_>) -> Result<String, Unavailable> {
    secret(site, NETWORK_SECRET).await
}

/// The secret in the address of the feed of reports.
pub async fn reports_feed(site: SiteStorage<'_>) -> Result<String, Unavailable> {
    secret(site, REPORTS_FEED).await
}

/// The secret of the passes of players.
pub async fn pass_secret(site: SiteStorage<'_>) -> Result<String, Unavailable> {
    secret(site, PASS_SECRET).await
}

/// The secret of today's marks of networks. Each day has another one, so that what is known of one day tells nothing of
/// another.
pub async fn mark_secret(site: SiteStorage<'_>, now_ms: u64) -> Result<String, Unavailable> {
    let today = now_ms / DAY_MS;
    let known = async || -> Result<_, Unavailable> {
        let daily: Option<Daily> = setting(site, MARK_SECRET).await?;
        Ok(daily.filter(|daily| daily.day == today))
    };
    if let Some(daily) = known().await? {
        return Ok(daily.secret);
    }
    let daily = Daily {
        day: today,
        secret: Token::generate().map_err(|_| Unavailable)?.to_text(),
    };
    let value = serde_json::to_string(&daily).map_err(|_| Unavailable)?;
    site.set(MARK_SECRET, &value).await?;
    // Another server may have made one at the same time.
    Ok(known().await?.ok_or(Unavailable)?.secret)
}

/// A secret that is valid for a day.
#[derive(Serialize, Deserialize)]
struct Daily {
    /// Days since 1970.
    day: u64,
    secret: String,
}

/// A secret of the site, which is made when it is needed for the first time.
async fn secret(site: SiteStorage<'_>, name: &str) -> Result<String, Unavailable> {
    if let Some(secret) = setting(site, name).await? {
        return Ok(secret);
    }
    let secret = Token::generate().map_err(|_| Unavailable)?.to_text();
    let value = serde_json::Value::from(secret).to_string();
    site.set(name, &value).await?;
    // Another server may have made one at the same time.
    let secret = setting(site, name).await?;
    secret.ok_or(Unavailable)
}

/// The value of a setting.
pub async fn setting<T: DeserializeOwned>(
    site: SiteStorage<'_>,
    name: &str,
) -> Result<Option<T>, Unavailable> {
    let stored = site.setting(name).await?;
    let value = stored.map(|text| serde_json::from_str(&text)).transpose();
    value.map_err(|error| {
        tracing::error!(%error, name, "a setting of the site cannot be read");
        Unavailable
    })
}
