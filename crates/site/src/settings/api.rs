//! What the page has to know of its site, as its host has decided: what it offers besides tables, whether it takes new
//! games, and the message to all.

use std::sync::Arc;

use axum::{Json, extract::State, http::HeaderMap};
use brickwood_protocol::{ProblemKind, ProviderTrouble, SiteFeatures, SiteInfo, SiteNotice};
use brickwood_storage::{Storage, Unavailable};
use tokio::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::{
    SiteApp, StoresSite,
    http::{endpoints::endpoints, problem::Failure},
    moderation::names::{RefusedNames, refused_names},
    settings::{self, features, notice, setting},
};

endpoints! {
    of SiteApp;

    /// What the page has to know of its site.
    get "/api/site" => site {
        tag = "site",
        responses((status = 200, description = "The site.", body = SiteInfo), Unstored)
    }
}

/// How old an answer of the storage may be.
const AGE: Duration = Duration::from_secs(2);

/// What the host has chosen.
#[derive(Clone)]
struct Chosen {
    /// What the site offers besides tables.
    features: SiteFeatures,
    /// Whether it takes no new games.
    closed: bool,
    /// The message to all.
    notice: Option<SiteNotice>,
    /// The words that may be in nobody's name.
    refused_names: RefusedNames,
}

/// What was stored last, shared by all requests. Cheap to clone.
#[derive(Clone, Default)]
pub struct Features(Arc<Mutex<Option<(Instant, Chosen)>>>);

impl Features {
    /// What the host has chosen.
    async fn chosen(&self, log: &dyn Storage) -> Result<Chosen, Unavailable> {
        // Requests that come meanwhile wait for this answer.
        let mut last = self.0.lock().await;
        if let Some((at, chosen)) = &*last
            && at.elapsed() < AGE
        {
            return Ok(chosen.clone());
        }
        let site = log.site();
        let chosen = Chosen {
            features: features(site).await?,
            closed: setting(site, settings::CLOSED).await?.unwrap_or(false),
            notice: notice(site).await?,
            refused_names: RefusedNames::of(&refused_names(site).await?),
        };
        *last = Some((Instant::now(), chosen.clone()));
        Ok(chosen)
    }

    /// Something has changed: the next request asks the storage.
    pub async fn forget(&self) {
        *self.0.lock().await = None;
    }
}

impl SiteApp {
    /// What the host has chosen.
    async fn chosen(&self) -> Result<Chosen, Unavailable> {
        let mut chosen = self.features.chosen(self.log()).await?;
        if self.address.at_home {
            chosen.features = SiteFeatures {
                open_tables: false,
                ratings: false,
                moderation: false,
                ..chosen.features
            };
        }
        Ok(chosen)
    }

    /// What the site offers.
    pub async fn features(&self) -> Result<SiteFeatures, Unavailable> {
        Ok(self.chosen().await?.features)
    }

    /// The words that may be in nobody's name: none where nobody keeps order.
    pub(crate) async fn refused_names(&self) -> Result<RefusedNames, Unavailable> {
        let chosen = self.chosen().await?;
        let is_kept = chosen.features.moderation;
        Ok(if is_kept {
            chosen.refused_names
        } else {
            RefusedNames::default()
        })
    }

    /// What the page has to know of its site.
    pub async fn site_info(&self, headers: &HeaderMap) -> Result<SiteInfo, Failure> {
        let chosen = self.chosen().await?;
        Ok(SiteInfo {
            features: chosen.features,
            passkeys: self.passkey_offer(headers).await?,
            at_home: self.address.at_home,
            closed: chosen.closed,
            notice: chosen.notice,
            provider: self.provider().filter(|_| chosen.features.devices),
            docs: self.has_docs,
        })
    }

    /// What people call the provider by which they may come back.
    #[cfg(feature = "oidc")]
    fn provider(&self) -> Option<String> {
        let provider = self.oidc.as_ref()?;
        Some(provider.name().to_owned())
    }

    #[cfg(not(feature = "oidc"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    fn provider(&self) -> Option<String> {
        None
    }

    /// Why nobody can come back by the provider that the host has named.
    pub(crate) fn provider_trouble(&self) -> Option<ProviderTrouble> {
        if self.address.provider_has_no_secret {
            return Some(ProviderTrouble::Secret);
        }
        #[cfg(feature = "oidc")]
        if self
            .oidc
            .as_ref()
            .is_some_and(|provider| provider.is_silent())
        {
            return Some(ProviderTrouble::Silent);
        }
        None
    }

    /// Refuses new games while the site takes none.
    pub async fn require_open(&self) -> Result<(), Failure> {
        if self.chosen().await?.closed {
            Err(ProblemKind::SiteClosed.into())
        } else {
            Ok(())
        }
    }
}

pub(crate) async fn site(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<SiteInfo>, Failure> {
    Ok(Json(app.site_info(&headers).await?))
}
