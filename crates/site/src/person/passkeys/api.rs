//! Passkeys: how a person keeps one, and comes back by it on any device.

use axum::{
    Extension, Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use brickwood_protocol::{PasskeyInfo, PasskeyName, ProblemKind};
use brickwood_storage::now_ms;
use brickwood_table::{PersonId, clean_name};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    SiteApp, StoresSite,
    http::{
        clients::LimitKind,
        endpoints::endpoints,
        json::JsonBody,
        list::{LIST, List},
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, person_of},
    },
    person::{
        ceremonies::{self, Ceremony, CeremonyKind},
        devices::enroll::enroll,
        passkeys::{
            AddPasskeyError, MOST_PASSKEYS, Passkey,
            webauthn::{Asked, Proof, RelyingParty, ask_to_keep, ask_to_use, keep},
        },
    },
};

endpoints! {
    of SiteApp;

    /// The caller's passkeys, the oldest first.
    get "/api/passkeys" => my_passkeys when devices {
        tag = "devices", security(("cookie" = [])),
        responses(
            (status = 200, description = "The passkeys.", body = Vec<PasskeyInfo>, example = json!([examples::passkey()])),
            RefusedWith<404>, Unstored,
        )
    }

    /// Begins to make a passkey for the caller. Whoever has no cookie gets one; another cookie, which lasts five minutes, binds
    /// the answer to this browser.
    post "/api/passkeys/new" => begin_passkey when devices [trusted] {
        tag = "devices", security(("cookie" = [])),
        request_body(content = PasskeyName, example = json!(examples::passkey_name())),
        responses(
            (status = 200, description = "What WebAuthn needs to make it.", body = elsewhere::PublicKeyCredentialCreationOptionsJSON),
            Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// Keeps the passkey that the caller's browser has made: the `RegistrationResponseJSON` of `WebAuthn`.
    post "/api/passkeys" => keep_passkey when devices [trusted] {
        tag = "devices", security(("cookie" = [])),
        request_body(content = elsewhere::RegistrationResponseJSON),
        responses(
            (status = 201, description = "The passkey.", body = PasskeyInfo, example = json!(examples::passkey())),
            Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// Renames a passkey of the caller.
    put "/api/passkeys/{id}" => rename_passkey when devices [trusted] {
        tag = "devices", security(("cookie" = [])),
        params(("id" = String, Path, description = "The passkey's id, as base64url.")),
        request_body(content = PasskeyName, example = json!(examples::passkey_name())),
        responses((status = 204, description = "Done."), Unread, RefusedWith<403>, RefusedWith<404>, Unstored)
    }

    /// Removes a passkey of the caller: from now on it brings nobody back.
    delete "/api/passkeys/{id}" => remove_passkey when devices [trusted] {
        tag = "devices", security(("cookie" = [])),
        params(("id" = String, Path, description = "The passkey's id, as base64url.")),
        responses((status = 204, description = "Done."), RefusedWith<403>, RefusedWith<404>, Unstored)
    }

    /// Begins to come back by a passkey. A cookie that lasts five minutes binds the answer to this browser.
    post "/api/passkeys/ask" => ask_for_passkey when devices {
        tag = "devices", responses(
            (status = 200, description = "What WebAuthn needs to show one.", body = elsewhere::PublicKeyCredentialRequestOptionsJSON),
            RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// The caller comes back by a passkey: the `AuthenticationResponseJSON` of `WebAuthn`. This browser becomes a device of the
    /// passkey's person, with a token that nobody had before.
    post "/api/passkeys/prove" => come_back_by_passkey when devices [may_miss] {
        tag = "devices", request_body(content = elsewhere::AuthenticationResponseJSON),
        responses(
            (status = 204, description = "The cookie is that of the passkey's person."),
            Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }
}

/// What a passkey takes in the storage, in bytes.
const STORED: usize = 1024;

/// A passkey that is being made.
#[derive(Serialize, Deserialize)]
struct Making {
    name: String,
    state: Vec<u8>,
}

impl SiteApp {
    /// The site as authenticators know it.
    fn relying_party(&self, headers: &HeaderMap) -> Result<RelyingParty, Failure> {
        // Programs have tokens of their own.
        if headers.contains_key(header::AUTHORIZATION) {
            return Err(ProblemKind::NoPasskeysHere.into());
        }
        RelyingParty::of(&self.address, headers).map_err(|_| ProblemKind::NoPasskeysHere.into())
    }
}

fn info(passkey: &Passkey) -> PasskeyInfo {
    PasskeyInfo {
        id: BASE64URL_NOPAD.encode(&passkey.id),
        name: passkey.name.clone(),
        created_ms: passkey.created_ms,
        used_ms: passkey.used_ms,
    }
}

/// The id of a passkey, as an address has it.
fn passkey_id(text: &str) -> Result<Vec<u8>, Failure> {
    let id = BASE64URL_NOPAD.decode(text.as_bytes());
    id.map_err(|_| ProblemKind::NoSuchPasskey.into())
}

fn no_such_passkey(was_there: bool) -> Result<StatusCode, Failure> {
    was_there
        .then_some(StatusCode::NO_CONTENT)
        .ok_or_else(|| ProblemKind::NoSuchPasskey.into())
}

pub(crate) async fn my_passkeys(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<List<PasskeyInfo>, Failure> {
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(List::of(LIST, []));
    };
    let held = app.stored().passkeys_of(person).await?;
    Ok(List::of(LIST, held.iter().map(info)))
}

pub(crate) async fn begin_passkey(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(PasskeyName { name }): JsonBody<PasskeyName>,
) -> Result<Response, Failure> {
    let party = app.relying_party(&headers)?;
    let name = clean_name(&name)?;
    let person = KnownPerson::of(&app, &caller, &headers).await?;
    let log = app.log();
    let held = log.site().passkeys_of(person.id).await?;
    let name_of_person = log.persons().name_of(person.id).await?;
    let shown = name_of_person.unwrap_or_else(|| name.clone());
    let Asked { options, state } = ask_to_keep(&party, &shown, &held, app.limits.ceremony)?;
    let making = serde_json::to_vec(&Making { name, state }).unwrap_or_default();
    let kind = CeremonyKind::KeepPasskey;
    let cookie = ceremonies::begin(&app, kind, Some(person.id), making).await?;
    let cookie = AppendHeaders([(header::SET_COOKIE, cookie)]);
    Ok((person.cookie(&app), cookie, Json(options)).into_response())
}

pub(crate) async fn keep_passkey(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(credential): JsonBody<Value>,
) -> Result<Response, Failure> {
    let party = app.relying_party(&headers)?;
    let ceremony = ceremonies::take(&app, CeremonyKind::KeepPasskey, &headers).await?;
    let person = person_of(&app, &headers)
        .await?
        .ok_or(ProblemKind::CeremonyOver)?;
    if ceremony.person != Some(person) {
        return Err(ProblemKind::CeremonyOver.into());
    }
    let Making { name, state } = serde_json::from_slice(&ceremony.state)
        .map_err(|_| Failure::from(ProblemKind::CeremonyOver))?;
    let credential = credential.to_string();
    let passkey = keep(
        &party,
        &state,
        credential.as_bytes(),
        (person, name),
        now_ms(),
    )?;
    caller.store(STORED)?;
    let kept = info(&passkey);
    let added = app.stored().add_passkey(passkey).await;
    added.map_err(|error| match error {
        AddPasskeyError::Known => ProblemKind::PasskeyRefused.into(),
        AddPasskeyError::TooMany => ProblemKind::TooManyPasskeys {
            most: MOST_PASSKEYS.into(),
        }
        .into(),
        AddPasskeyError::Unavailable(error) => Failure::from(error),
    })?;
    Ok((StatusCode::CREATED, Json(kept)).into_response())
}

pub(crate) async fn rename_passkey(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(PasskeyName { name }): JsonBody<PasskeyName>,
) -> Result<StatusCode, Failure> {
    let (id, name) = (passkey_id(&id)?, clean_name(&name)?);
    let person = person_of(&app, &headers)
        .await?
        .ok_or(ProblemKind::NoSuchPasskey)?;
    let site = app.stored();
    no_such_passkey(site.rename_passkey(person, &id, &name).await?)
}

pub(crate) async fn remove_passkey(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let id = passkey_id(&id)?;
    let person = person_of(&app, &headers)
        .await?
        .ok_or(ProblemKind::NoSuchPasskey)?;
    let site = app.stored();
    no_such_passkey(site.remove_passkey(person, &id).await?)
}

pub(crate) async fn ask_for_passkey(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let party = app.relying_party(&headers)?;
    let Asked { options, state } = ask_to_use(&party, app.limits.ceremony)?;
    let kind = CeremonyKind::UsePasskey;
    let cookie = ceremonies::begin(&app, kind, None, state).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(options)).into_response())
}

pub(crate) async fn come_back_by_passkey(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(credential): JsonBody<Value>,
) -> Result<Response, Failure> {
    let party = app.relying_party(&headers)?;
    let ceremony = ceremonies::take(&app, CeremonyKind::UsePasskey, &headers).await?;
    let proven = proven(&app, &party, &ceremony, &credential).await;
    let person = proven.inspect_err(|_| drop(caller.take(LimitKind::Miss)))?;
    let before = person_of(&app, &headers).await?;
    if before == Some(person) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let cookie = enroll(&app, person, before, &headers).await?;
    let cookie = cookie.ok_or(ProblemKind::PasskeyRefused)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// The person whose passkey a browser has shown.
async fn proven(
    app: &SiteApp,
    party: &RelyingParty,
    begun: &Ceremony,
    credential: &Value,
) -> Result<PersonId, Failure> {
    let proof = Proof::read(credential.to_string().as_bytes())?;
    let site = app.stored();
    let passkey = site.passkey(proof.id()).await?;
    let (passkey, state) = proof.check(party, &begun.state, passkey)?;
    let counts = site.use_passkey(&passkey.id, &passkey.state, &state, now_ms());
    if !counts.await? {
        return Err(ProblemKind::PasskeyRefused.into());
    }
    Ok(passkey.person)
}
