//! What the site offers besides tables, as its host has switched it on and off.

use std::sync::Arc;

use axum::{Json, extract::State, http::HeaderMap};
use brickwood_protocol::{ProblemKind, SiteFeatures, SiteInfo};
use brickwood_storage::{Storage, Unavailable};
use tokio::{
    sync::Mutex,
    time::{Duration, Instant},
};

use super::app::App;
#[cfg(feature = "openapi")]
use super::openapi::Unstored;
use crate::problem::Failure;

/// The setting with the switches.
const SETTING: &str = "features";

/// How old an answer of the storage may be.
const AGE: Duration = Duration::from_secs(2);

/// The switches as they were stored last, shared by all requests. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Features(Arc<Mutex<Option<(Instant, SiteFeatures)>>>);

impl Features {
    /// The switches of the site.
    pub(crate) async fn of(&self, log: &dyn Storage) -> Result<SiteFeatures, Unavailable> {
        // Requests that come meanwhile wait for this answer.
        let mut last = self.0.lock().await;
        if let Some((at, features)) = *last
            && at.elapsed() < AGE
        {
            return Ok(features);
        }
        let stored = log.site().setting(SETTING).await?;
        let features = stored.map_or_else(|| Ok(SiteFeatures::default()), |text| read(&text))?;
        *last = Some((Instant::now(), features));
        Ok(features)
    }
}

fn read(text: &str) -> Result<SiteFeatures, Unavailable> {
    serde_json::from_str(text).map_err(|error| {
        tracing::error!(%error, "the switches of the site cannot be read");
        Unavailable
    })
}

impl App {
    /// What the site offers.
    pub(crate) async fn features(&self) -> Result<SiteFeatures, Unavailable> {
        self.features.of(self.tables.log()).await
    }

    /// Answers like an address that does not exist if what an address belongs to is off.
    pub(crate) async fn require(&self, is_on: fn(&SiteFeatures) -> bool) -> Result<(), Failure> {
        if is_on(&self.features().await?) {
            Ok(())
        } else {
            Err(ProblemKind::NoSuchAddress.into())
        }
    }
}

/// What the page has to know of its site.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get, path = "/api/site", tag = "site",
        responses((status = 200, description = "The site.", body = SiteInfo), Unstored),
    )
)]
pub(super) async fn site(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<SiteInfo>, Failure> {
    let features = app.features().await?;
    let passkeys = app.passkey_offer(&headers).await?;
    Ok(Json(SiteInfo { features, passkeys }))
}
