//! What the host of the site has decided about the caller, and what follows from it.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use brickwood_protocol::{FromHost, Problem, ProblemKind, ReadFromHost, Sanctions};
use brickwood_storage::now_ms;
use brickwood_table::{PersonId, same_to_the_eye};

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints, json::JsonBody, metrics, problem::Failure, rate_limit::Caller,
        sender::person_of,
    },
    moderation::sanctions::NetworkKey,
    settings::{self, network_secret, setting},
};

endpoints! {
    of SiteApp;

    /// What the host of the site has to tell the caller: a warning, a suspension, and what came of reports.
    get "/api/me/moderation" => from_host when moderation {
        tag = "moderation", security(("cookie" = []), ("bot" = [])),
        responses((status = 200, description = "What there is to tell.", body = FromHost), RefusedWith<404>, Unstored)
    }

    /// The caller has read some of that.
    post "/api/me/moderation" => have_read when moderation {
        tag = "moderation", security(("cookie" = []), ("bot" = [])),
        request_body(content = ReadFromHost),
        responses((status = 204, description = "Done."), Unread, RefusedWith<404>, Unstored)
    }
}

impl SiteApp {
    /// Checks that somebody may sit down under this name, or create a table.
    pub async fn may_sit(
        &self,
        person: Option<PersonId>,
        caller: &Caller,
        name: Option<&str>,
    ) -> Result<(), Failure> {
        if !self.features().await?.moderation {
            return Ok(());
        }
        if let Some(name) = name {
            self.check_name(name).await?;
        }
        let (site, now_ms) = (self.stored(), now_ms());
        if let Some(person) = person {
            let sanctions = site.sanctions(person).await?;
            if let Some(suspension) = sanctions.suspension(now_ms) {
                let network = caller.network_key(&network_secret(site).await?);
                site.note_network(person, network, now_ms).await?;
                return Err(ProblemKind::Suspended {
                    until_ms: suspension.until_ms,
                    reason: suspension.reason,
                }
                .into());
            }
            if sanctions.warning.is_some() {
                return Err(ProblemKind::UnreadWarning.into());
            }
            if name.is_some_and(|name| is_refused(&sanctions, name)) {
                return Err(ProblemKind::NameRefused.into());
            }
        }
        // Without a secret, no network was ever suspended.
        let secret: Option<String> = setting(site, settings::NETWORK_SECRET).await?;
        if let Some(secret) = secret {
            let network: NetworkKey = caller.network_key(&secret);
            if site.is_suspended_network(network, person, now_ms).await? {
                return Err(ProblemKind::NetworkSuspended.into());
            }
        }
        Ok(())
    }

    /// Checks that somebody may have this name.
    pub async fn may_be_called(&self, person: Option<PersonId>, name: &str) -> Result<(), Failure> {
        self.check_name(name).await?;
        if let Some(person) = person
            && self.features().await?.moderation
            && is_refused(&self.stored().sanctions(person).await?, name)
        {
            return Err(ProblemKind::NameRefused.into());
        }
        Ok(())
    }

    /// Why a person may neither chat nor get ready now; none if they may.
    pub async fn silenced(&self, person: PersonId) -> Option<Problem> {
        let asked = async {
            if !self.features().await?.moderation {
                return Ok(None);
            }
            let sanctions = self.stored().sanctions(person).await?;
            let suspended = sanctions.suspension(now_ms()).map(|one| {
                Problem::from(ProblemKind::Suspended {
                    until_ms: one.until_ms,
                    reason: one.reason,
                })
            });
            Ok(suspended)
        };
        asked
            .await
            .unwrap_or_else(|_: brickwood_storage::Unavailable| {
                metrics::storage_failed();
                Some(ProblemKind::Unavailable.into())
            })
    }

    /// The people with whom somebody does not sit at a table.
    pub async fn apart_from(&self, person: PersonId) -> Result<Vec<PersonId>, Failure> {
        if self.features().await?.moderation {
            Ok(self.stored().apart_from(person).await?)
        } else {
            Ok(Vec::new())
        }
    }

    /// The people of whose chat somebody hears nothing. If that cannot be read, all are heard.
    pub async fn unheard_by(&self, person: Option<PersonId>) -> Vec<PersonId> {
        let asked = async {
            match person {
                Some(person) if self.features().await?.moderation => {
                    self.stored().blocked_by(person).await
                }
                _ => Ok(Vec::new()),
            }
        };
        asked.await.unwrap_or_default()
    }
}

/// Whether somebody may not have a name.
pub(crate) fn is_refused(sanctions: &Sanctions, name: &str) -> bool {
    let mut refused = sanctions.refused_names.iter();
    refused.any(|refused| same_to_the_eye(refused, name))
}

pub(crate) async fn from_host(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<FromHost>, Failure> {
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(Json(FromHost::default()));
    };
    let site = app.stored();
    let mut sanctions = site.sanctions(person).await?;
    sanctions.suspension = sanctions.suspension(now_ms()).cloned();
    let moderator = site.is_moderator(person).await?;
    Ok(Json(FromHost {
        sanctions,
        reports: site.heard(person).await?,
        moderator,
        open_reports: if moderator {
            site.open_reports().await?
        } else {
            0
        },
    }))
}

pub(crate) async fn have_read(
    State(app): State<SiteApp>,
    headers: HeaderMap,
    JsonBody(read): JsonBody<ReadFromHost>,
) -> Result<StatusCode, Failure> {
    if let Some(person) = person_of(&app, &headers).await? {
        let site = app.stored();
        if let Some(warned_ms) = read.warning_ms {
            site.acknowledge(person, warned_ms).await?;
        }
        if !read.reports.is_empty() {
            site.have_heard(person, &read.reports).await?;
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
