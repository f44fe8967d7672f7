//! How people come back by the provider that the host of the site has named.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use brickwood_protocol::{
    IdentityInfo, ProblemKind, ProviderIntent, ProviderOutcome, ProviderRequest, ProviderWay,
};
use brickwood_storage::now_ms;
use serde::{Deserialize, Serialize};

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints,
        json::JsonBody,
        list::{LIST, List},
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, person_of},
    },
    person::{
        ceremonies::{self, CeremonyKind},
        devices::{enroll::enroll, trust::check_trusted},
        identities::{
            Bound, Identity, IdentityId,
            oidc::{Begun, Oidc, OidcError},
        },
    },
};

endpoints! {
    of SiteApp;

    /// As whom the provider knows the caller: as nobody, as one person, or as several.
    get "/api/oidc" => my_identities when devices {
        tag = "devices", security(("cookie" = [])),
        responses(
            (status = 200, description = "The identities, the oldest first.", body = Vec<IdentityInfo>, example = json!([examples::identity()])),
            RefusedWith<404>, Unstored,
        )
    }

    /// From now on, whoever has this identity at the provider does not come back as the caller.
    delete "/api/oidc/{id}" => remove_identity when devices [trusted] {
        tag = "devices", security(("cookie" = [])),
        params(("id" = String, Path, description = "The identity's id, as in the list.")),
        responses((status = 204, description = "Done."), RefusedWith<403>, RefusedWith<404>, Unstored)
    }

    /// Begins to be known by the provider, or to come back by it. Whoever wants to be known and has no cookie gets one; another
    /// cookie, which lasts five minutes, binds what comes back to this browser.
    post "/api/oidc/begin" => ask_provider when devices {
        tag = "devices", security(("cookie" = []), ()),
        request_body(content = ProviderRequest, example = json!(examples::provider_request())),
        responses(
            (status = 200, description = "Where to go.", body = ProviderWay, example = json!(examples::provider_way())),
            Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<502>, Unstored,
        )
    }

    /// Somebody comes back from the provider. A page of the site says what has come of it.
    get "/api/oidc/callback" => come_from_provider when devices {
        tag = "devices", params(Answer),
        responses(
            (status = 303, description = "A page of the site; its parameter `provider` is a ProviderOutcome."),
            RefusedWith<404>, Unstored,
        )
    }
}

/// What an identity takes in the storage, in bytes.
const STORED: usize = 512;

/// Somebody who is at the provider.
#[derive(Serialize, Deserialize)]
struct Asking {
    intent: ProviderIntent,
    begun: Begun,
}

impl SiteApp {
    /// The provider, if the site has one.
    fn named_provider(&self) -> Result<Arc<Oidc>, Failure> {
        let provider = self.oidc.clone();
        provider.ok_or_else(|| ProblemKind::NoSuchAddress.into())
    }
}

pub(crate) async fn my_identities(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<List<IdentityInfo>, Failure> {
    app.named_provider()?;
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(List::of(LIST, []));
    };
    let identities = app.stored().identities_of(person).await?;
    let infos = identities.iter().map(|identity| IdentityInfo {
        id: base16ct::lower::encode_string(&identity.id.0),
        created_ms: identity.created_ms,
        used_ms: identity.used_ms,
    });
    Ok(List::of(LIST, infos))
}

pub(crate) async fn remove_identity(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    app.named_provider()?;
    let person = person_of(&app, &headers).await?;
    let mut bytes = [0; 32];
    let read = base16ct::lower::decode(id, &mut bytes).map(<[u8]>::len);
    let removed = match (person, read) {
        (Some(person), Ok(32)) => {
            let id = IdentityId(bytes);
            app.stored().remove_identity(person, id).await?
        }
        _ => false,
    };
    let done = removed.then_some(StatusCode::NO_CONTENT);
    done.ok_or_else(|| ProblemKind::NoSuchIdentity.into())
}

pub(crate) async fn ask_provider(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(ProviderRequest { intent }): JsonBody<ProviderRequest>,
) -> Result<Response, Failure> {
    let provider = app.named_provider()?;
    if intent == ProviderIntent::Keep {
        check_trusted(&app, &headers).await?;
    }
    let (url, begun) = provider.begin().await.map_err(|error| {
        tracing::warn!(%error, "nobody can be sent to the provider");
        ProblemKind::ProviderFailed
    })?;
    let person = match intent {
        ProviderIntent::Keep => Some(KnownPerson::of(&app, &caller, &headers).await?),
        ProviderIntent::ComeBack => None,
    };
    let id = person.as_ref().map(|person| person.id);
    let asking = serde_json::to_vec(&Asking { intent, begun }).unwrap_or_default();
    let cookie = ceremonies::begin(&app, CeremonyKind::AskProvider, id, asking).await?;
    let kept = person.and_then(|person| person.cookie(&app));
    let cookie = AppendHeaders([(header::SET_COOKIE, cookie)]);
    Ok((kept, cookie, Json(ProviderWay { url })).into_response())
}

/// With what the provider sends somebody back.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct Answer {
    /// A code for which the provider says who that is; none if it does not want to.
    code: Option<String>,
    /// What the provider was given.
    state: Option<String>,
    /// The address of the provider, where it sends it along.
    iss: Option<String>,
}

pub(crate) async fn come_from_provider(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    answer: Result<Query<Answer>, QueryRejection>,
) -> Result<Response, Failure> {
    let provider = app.named_provider()?;
    // What cannot be read answers nothing that was asked. Nothing of this is a guess: whoever comes without having begun, too
    // late, twice, or without an answer has guessed none of the 256 bits, and may share the address with others who do.
    let Ok(Query(answer)) = answer else {
        return Ok(to_page(ProviderOutcome::Refused).into_response());
    };
    let come = come_back(&app, &provider, &caller, &headers, answer).await;
    Ok(come.unwrap_or_else(|outcome| to_page(outcome).into_response()))
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
        ProviderOutcome::TooMany => "/me?provider=too_many",
        ProviderOutcome::Refused => "/take-along?provider=refused",
        ProviderOutcome::Failed => "/take-along?provider=failed",
    })
}

async fn come_back(
    app: &SiteApp,
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
    let here = person_of(app, headers).await.map_err(failed)?;
    match asking.intent {
        ProviderIntent::Keep => {
            // Whoever was to be known is still who this browser is.
            let person = ceremony.person.filter(|person| here == Some(*person));
            let person = person.ok_or(ProviderOutcome::Refused)?;
            caller.store(STORED).map_err(failed)?;
            let bound = app.stored().bind_identity(Identity {
                id: identity,
                issuer: provider.issuer().to_owned(),
                person,
                created_ms: now_ms(),
                used_ms: None,
            });
            match bound.await.map_err(failed)? {
                Bound::Here => Ok(to_page(ProviderOutcome::Kept).into_response()),
                Bound::Other => Err(ProviderOutcome::Other),
                Bound::TooMany => Err(ProviderOutcome::TooMany),
            }
        }
        ProviderIntent::ComeBack => {
            let site = app.stored();
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
