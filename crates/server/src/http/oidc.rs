//! How people come back by the provider that the host of the site has named.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use brickwood_protocol::{
    IdentityInfo, ProblemKind, ProviderIntent, ProviderOutcome, ProviderRequest, ProviderWay,
};
use brickwood_storage::{CeremonyKind, Identity, now_ms};
use serde::{Deserialize, Serialize};

#[cfg(feature = "openapi")]
use super::openapi::{Refused, Unread, Unstored, examples};
use super::{App, Caller, api::Guest, ceremonies, devices::enroll, params::guest};
use crate::{
    clients::LimitKind,
    json::Input,
    oidc::{Begun, Oidc, OidcError},
    problem::Failure,
};

/// What an identity takes in the storage, in bytes.
const STORED: usize = 512;

/// Somebody who is at the provider.
#[derive(Serialize, Deserialize)]
struct Asking {
    intent: ProviderIntent,
    begun: Begun,
}

impl App {
    /// The provider, if the site has one.
    async fn named_provider(&self) -> Result<Arc<Oidc>, Failure> {
        self.require(|features| features.devices).await?;
        let provider = self.oidc.clone();
        provider.ok_or_else(|| ProblemKind::NoSuchAddress.into())
    }
}

/// Whether the provider knows the caller: as nobody, as one person, or as several.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get, path = "/api/oidc", tag = "guests", operation_id = "identities", security(("cookie" = [])),
        responses(
            (status = 200, description = "Since when.", body = Vec<IdentityInfo>, example = json!([examples::identity()])),
            Refused<404>, Unstored,
        ),
    )
)]
pub(super) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Vec<IdentityInfo>>, Failure> {
    app.named_provider().await?;
    let Some(guest) = guest(&app, &headers).await? else {
        return Ok(Json(Vec::new()));
    };
    let identities = app.tables.log().site().identities_of(guest).await?;
    let infos = identities.iter().map(|identity| IdentityInfo {
        created_ms: identity.created_ms,
        used_ms: identity.used_ms,
    });
    Ok(Json(infos.collect()))
}

/// From now on, the provider brings nobody back as the caller.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        delete, path = "/api/oidc", tag = "guests", operation_id = "remove_identities", security(("cookie" = [])),
        responses((status = 204, description = "Done."), Refused<404>, Unstored),
    )
)]
pub(super) async fn remove(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    app.named_provider().await?;
    if let Some(guest) = guest(&app, &headers).await? {
        app.tables.log().site().remove_identities(guest).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to be known by the provider, or to come back by it. Whoever wants to be known and has no cookie gets one; another
/// cookie, which lasts five minutes, binds what comes back to this browser.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post, path = "/api/oidc/begin", tag = "guests", operation_id = "ask_provider", security(("cookie" = []), ()),
        request_body(content = ProviderRequest, example = json!(examples::provider_request())),
        responses(
            (status = 200, description = "Where to go.", body = ProviderWay, example = json!(examples::provider_way())),
            Unread, Refused<404>, Refused<502>, Unstored,
        ),
    )
)]
pub(super) async fn begin(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Input(ProviderRequest { intent }): Input<ProviderRequest>,
) -> Result<Response, Failure> {
    let provider = app.named_provider().await?;
    let (url, begun) = provider.begin().await.map_err(|error| {
        tracing::warn!(%error, "nobody can be sent to the provider");
        ProblemKind::ProviderFailed
    })?;
    let guest = match intent {
        ProviderIntent::Keep => Some(Guest::of(&app, &caller, &headers).await?),
        ProviderIntent::ComeBack => None,
    };
    let id = guest.as_ref().map(|guest| guest.id);
    let asking = serde_json::to_vec(&Asking { intent, begun }).unwrap_or_default();
    let cookie = ceremonies::begin(&app, CeremonyKind::AskProvider, id, asking).await?;
    let kept = guest.and_then(|guest| guest.cookie(&app));
    let cookie = AppendHeaders([(header::SET_COOKIE, cookie)]);
    Ok((kept, cookie, Json(ProviderWay { url })).into_response())
}

/// With what the provider sends somebody back.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(super) struct Answer {
    /// A code for which the provider says who that is; none if it does not want to.
    code: Option<String>,
    /// What the provider was given.
    state: Option<String>,
    /// The address of the provider, where it sends it along.
    iss: Option<String>,
}

/// Somebody comes back from the provider. A page of the site says what has come of it.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get, path = "/api/oidc/callback", tag = "guests", operation_id = "come_from_provider", params(Answer),
        responses(
            (status = 303, description = "A page of the site; its parameter `provider` is a ProviderOutcome."),
            Refused<404>, Unstored,
        ),
    )
)]
pub(super) async fn callback(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Query(answer): Query<Answer>,
) -> Result<Response, Failure> {
    let provider = app.named_provider().await?;
    let come = come_back(&app, &provider, &caller, &headers, answer).await;
    Ok(come.unwrap_or_else(|outcome| {
        if outcome == ProviderOutcome::Refused {
            // The next request checks whether there were too many.
            drop(caller.take(LimitKind::Miss));
        }
        to_page(outcome).into_response()
    }))
}

/// Nothing can be read or stored.
fn failed(error: impl Into<Failure>) -> ProviderOutcome {
    let _: Failure = error.into();
    ProviderOutcome::Failed
}

fn in_vain(error: &OidcError) -> ProviderOutcome {
    tracing::warn!(%error, "somebody has come from the provider in vain");
    match error {
        OidcError::Provider(_) => ProviderOutcome::Failed,
        OidcError::Refused(_) => ProviderOutcome::Refused,
    }
}

/// The page that says what has come of it.
fn to_page(outcome: ProviderOutcome) -> Redirect {
    Redirect::to(match outcome {
        ProviderOutcome::Kept => "/me?provider=kept",
        ProviderOutcome::Back => "/me?provider=back",
        ProviderOutcome::Unknown => "/take-along?provider=unknown",
        ProviderOutcome::Other => "/take-along?provider=other",
        ProviderOutcome::Refused => "/take-along?provider=refused",
        ProviderOutcome::Failed => "/take-along?provider=failed",
    })
}

async fn come_back(
    app: &App,
    provider: &Oidc,
    caller: &Caller,
    headers: &HeaderMap,
    answer: Answer,
) -> Result<Response, ProviderOutcome> {
    let ceremony = ceremonies::take(app, CeremonyKind::AskProvider, headers).await;
    // Not begun in this browser, or too long ago, or finished before.
    let ceremony = ceremony.map_err(|_| ProviderOutcome::Refused)?;
    let asking: Asking =
        serde_json::from_slice(&ceremony.state).map_err(|_| ProviderOutcome::Failed)?;
    if answer.iss.is_some_and(|issuer| issuer != provider.issuer()) {
        return Err(ProviderOutcome::Refused);
    }
    let answered = answer.code.zip(answer.state);
    let (code, state) = answered.ok_or(ProviderOutcome::Refused)?;
    let identity = provider.finish(asking.begun, code, &state).await;
    let identity = identity.map_err(|error| in_vain(&error))?;
    let here = guest(app, headers).await.map_err(failed)?;
    match asking.intent {
        ProviderIntent::Keep => {
            // Whoever was to be known is still who this browser is.
            let guest = ceremony.guest.filter(|guest| here == Some(*guest));
            let guest = guest.ok_or(ProviderOutcome::Refused)?;
            caller.store(STORED).map_err(failed)?;
            let bound = app.tables.log().site().bind_identity(Identity {
                id: identity,
                issuer: provider.issuer().to_owned(),
                guest,
                created_ms: now_ms(),
                used_ms: None,
            });
            if bound.await.map_err(failed)? != guest {
                return Err(ProviderOutcome::Other);
            }
            Ok(to_page(ProviderOutcome::Kept).into_response())
        }
        ProviderIntent::ComeBack => {
            let site = app.tables.log().site();
            let person = site.use_identity(identity, now_ms()).await;
            let person = person.map_err(failed)?.ok_or(ProviderOutcome::Unknown)?;
            let back = to_page(ProviderOutcome::Back);
            if here == Some(person) {
                return Ok(back.into_response());
            }
            let cookie = enroll(app, person, here, headers).await.map_err(failed)?;
            let cookie = cookie.ok_or(ProviderOutcome::Unknown)?;
            Ok(([(header::SET_COOKIE, cookie)], back).into_response())
        }
    }
}
