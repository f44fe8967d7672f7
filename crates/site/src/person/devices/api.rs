//! The devices of a person, and how another one becomes the same person.

use axum::{
    Extension, Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{
    AnswerNewcomer, ClaimDevice, DeviceInfo, DeviceKey, DeviceName, DeviceNews, FormerOwner,
    KeyOwner, MyDevices, NewcomerAnswer, ProblemKind,
};
#[cfg(feature = "openapi")]
use brickwood_protocol::{DeviceLink, RecoveryWords};
use brickwood_storage::{DeviceId, now_ms};
use brickwood_table::{PersonId, clean_name};
use serde::Deserialize;

use crate::{
    SiteApp, StoresSite,
    http::{
        clients::LimitKind,
        cookie,
        endpoints::endpoints,
        json::{JsonBody, malformed},
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, device, person_of},
    },
    lobby::open_tables::LONGEST_LIST,
    person::{
        devices::{Device, DeviceStanding, NEW_MS},
        recovery::{LINK_MS, hash_of, new_link, new_words, no_such},
    },
};

endpoints! {
    of SiteApp;

    /// The caller's devices, and whether there are recovery words.
    get "/api/devices" => my_devices when devices {
        tag = "devices", security(("cookie" = [])),
        responses(
            (status = 200, description = "The devices.", body = MyDevices, example = json!(examples::my_devices())),
            RefusedWith<404>, Unstored,
        )
    }

    /// What there is to say about devices without being asked: which ones have come, and that this one was removed.
    get "/api/devices/news" => device_news when devices {
        tag = "devices", security(("cookie" = [])),
        responses(
            (status = 200, description = "The news.", body = DeviceNews, example = json!(examples::device_news())),
            RefusedWith<404>, Unstored,
        )
    }

    /// The caller's device, which is new, asks the caller's other devices to be trusted at once. It can ask until one has
    /// refused it.
    post "/api/devices/ask" => ask_devices when devices {
        tag = "devices", security(("cookie" = [])),
        responses((status = 204, description = "Done, or it is trusted already."), RefusedWith<404>, RefusedWith<409>, Unstored)
    }

    /// What the caller says about one of their devices that came after the one that says so.
    post "/api/devices/{id}/answer" => answer_newcomer when devices [trusted] {
        tag = "devices", security(("cookie" = [])), params(("id" = String, Path, description = "The device's id, as in the list.")),
        request_body(content = AnswerNewcomer, example = json!(examples::answer_newcomer())),
        responses((status = 204, description = "Done."), Unread, RefusedWith<403>, RefusedWith<404>, Unstored)
    }

    /// The caller names one of their devices. A new device can name itself and newer ones.
    put "/api/devices/{id}" => name_device when devices {
        tag = "devices", security(("cookie" = [])), params(("id" = String, Path, description = "The device's id, as in the list.")),
        request_body(content = DeviceName, example = json!(examples::device_name())),
        responses((status = 204, description = "Done."), Unread, RefusedWith<403>, RefusedWith<404>, Unstored)
    }

    /// The caller removes one of their devices: it is a stranger at once. A last one that nothing would replace stays. A new
    /// device can remove itself and newer ones.
    delete "/api/devices/{id}" => remove_device when devices {
        tag = "devices", security(("cookie" = [])), params(("id" = String, Path, description = "The device's id, as in the list.")),
        responses((status = 204, description = "Done."), RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored)
    }

    /// A secret with which another device becomes the caller: valid once, for five minutes. It replaces the one before.
    /// Whoever has no cookie gets one.
    post "/api/devices/link" => link_device when devices [trusted] {
        tag = "devices", security(("cookie" = [])), responses(
            (status = 201, description = "The secret.", body = DeviceLink, example = json!(examples::device_link())),
            RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }

    /// Whose a key is, before the caller becomes them. The key stays valid.
    post "/api/devices/look" => look_at_key when devices [may_miss] {
        tag = "devices", security(("cookie" = []), ()), request_body(content = DeviceKey, example = json!(examples::device_key())),
        responses(
            (status = 200, description = "Its owner.", body = KeyOwner, example = json!(examples::key_owner())),
            Unread, RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }

    /// The caller's device becomes that of the owner of a key, with a new cookie. What it was before stays with its other
    /// devices.
    post "/api/devices/claim" => claim_device when devices [may_miss] {
        tag = "devices", security(("cookie" = []), ()), request_body(content = ClaimDevice, example = json!(examples::claim_device())),
        responses(
            (status = 204, description = "Done, or it was the owner's already."),
            Unread, RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }

    /// New recovery words of the caller, which replace those before: they are valid for another day. Whoever has no cookie gets
    /// one.
    post "/api/me/words" => new_recovery_words when devices [trusted] {
        tag = "devices", params(WordsOrder), security(("cookie" = [])),
        responses(
            (status = 201, description = "The words.", body = RecoveryWords, example = json!(examples::recovery_words())),
            RefusedWith<400>, RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }
}

/// The browser that sends a request is about to be somebody else: it is no device any more of whom it was until now.
pub(super) async fn leave_behind(
    app: &SiteApp,
    person: PersonId,
    headers: &HeaderMap,
) -> Result<(), Failure> {
    if let Some(device) = device(app, headers)
        && app.stored().remove_device(person, device).await?
    {
        app.devices.lose([device]);
    }
    Ok(())
}

pub(crate) async fn my_devices(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<MyDevices>, Failure> {
    let (Some(this), Some(person)) = (device(&app, &headers), person_of(&app, &headers).await?)
    else {
        return Ok(Json(MyDevices::default()));
    };
    let devices = devices_of(&app, person).await?;
    let devices = devices.iter().map(|one| info(one, this)).collect();
    let words_ms = app.stored().words_ms(person).await?;
    Ok(Json(MyDevices { devices, words_ms }))
}

/// The devices of a person, in the order in which they came: also where there is only the first, of which nothing is stored.
async fn devices_of(app: &SiteApp, person: PersonId) -> Result<Vec<Device>, Failure> {
    let site = app.stored();
    let devices = site.devices_of(person).await?;
    if !devices.is_empty() {
        return Ok(devices);
    }
    let Some(stay) = site.stay(person).await? else {
        return Ok(devices);
    };
    Ok(vec![Device {
        id: DeviceId::first_of(person),
        name: String::new(),
        created_ms: stay.created_ms,
        seen_ms: stay.seen_ms,
        trusted_ms: stay.created_ms,
        standing: DeviceStanding::Known,
    }])
}

fn info(device: &Device, this: DeviceId) -> DeviceInfo {
    DeviceInfo {
        id: text_of(device.id),
        name: device.name.clone(),
        came_ms: device.created_ms,
        seen_ms: device.seen_ms,
        trusted_ms: device.trusted_ms,
        asks: device.standing == DeviceStanding::Asks,
        this: device.id == this,
    }
}

pub(crate) async fn device_news(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<DeviceNews>, Failure> {
    let Some(id) = device(&app, &headers) else {
        return Ok(Json(DeviceNews::default()));
    };
    let Some(person) = person_of(&app, &headers).await? else {
        let removed_from = app.stored().removed_from(id).await?;
        return Ok(Json(DeviceNews {
            removed_from: removed_from.map(|name| FormerOwner { name }),
            ..DeviceNews::default()
        }));
    };
    let devices = app.stored().devices_of(person).await?;
    let this = devices.iter().find(|one| one.id == id);
    let newcomers = this.into_iter().flat_map(|this| {
        let newcomers = devices
            .iter()
            .filter(|one| one.is_after(this) && one.standing.is_open());
        newcomers.map(|one| info(one, id))
    });
    Ok(Json(DeviceNews {
        newcomers: newcomers.collect(),
        removed_from: None,
    }))
}

pub(crate) async fn ask_devices(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let (Some(id), Some(person)) = (device(&app, &headers), person_of(&app, &headers).await?)
    else {
        return Err(ProblemKind::NoSuchDevice.into());
    };
    let devices = devices_of(&app, person).await?;
    let this = devices.iter().find(|one| one.id == id);
    let this = this.ok_or(ProblemKind::NoSuchDevice)?;
    if this.is_trusted(now_ms()) {
        return Ok(StatusCode::NO_CONTENT);
    }
    if this.standing == DeviceStanding::Refused {
        return Err(ProblemKind::RefusedDevice.into());
    }
    let asks = app.stored().answer_device(
        (person, id),
        this.standing,
        DeviceStanding::Asks,
        this.trusted_ms,
    );
    if !asks.await? {
        return Err(ProblemKind::RefusedDevice.into());
    }
    app.devices.announce(person, id).await;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn answer_newcomer(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(AnswerNewcomer { answer }): JsonBody<AnswerNewcomer>,
) -> Result<StatusCode, Failure> {
    let OwnDevice {
        person,
        this,
        named,
    } = own_device(&app, &headers, &id).await?;
    let now_ms = now_ms();
    if !named.is_after(&this) || !this.is_trusted(now_ms) {
        return Err(ProblemKind::NoSuchDevice.into());
    }
    let (standing, trusted_ms) = match answer {
        NewcomerAnswer::Known => (DeviceStanding::Known, named.trusted_ms),
        NewcomerAnswer::Trusted => (DeviceStanding::Known, named.trusted_ms.min(now_ms)),
        NewcomerAnswer::Refused => (DeviceStanding::Refused, now_ms + NEW_MS),
    };
    let site = app.stored();
    let answered = site.answer_device((person, named.id), named.standing, standing, trusted_ms);
    if !answered.await? {
        return Err(ProblemKind::NoSuchDevice.into());
    }
    app.devices.announce(person, this.id).await;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn name_device(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(DeviceName { name }): JsonBody<DeviceName>,
) -> Result<StatusCode, Failure> {
    let name = clean_name(&name)?;
    let own = own_device(&app, &headers, &id).await?;
    own.this.may_touch(&own.named, now_ms())?;
    let site = app.stored();
    if !site.name_device(own.person, own.named.id, &name).await? {
        return Err(ProblemKind::NoSuchDevice.into());
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn remove_device(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let OwnDevice {
        person,
        this,
        named,
    } = own_device(&app, &headers, &id).await?;
    this.may_touch(&named, now_ms())?;
    let site = app.stored();
    if site.devices_of(person).await?.len() <= 1
        && site.words_ms(person).await?.is_none()
        && site.passkeys_of(person).await?.is_empty()
    {
        return Err(ProblemKind::LastDevice.into());
    }
    if !site.remove_device(person, named.id).await? {
        return Err(ProblemKind::NoSuchDevice.into());
    }
    app.devices.lose([named.id]);
    let clear = (this.id == named.id).then(|| [(header::SET_COOKIE, cookie::clear(&app.address))]);
    Ok((StatusCode::NO_CONTENT, clear, ()).into_response())
}

pub(crate) async fn link_device(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let person = person(&app, &caller, &headers).await?;
    let until_ms = now_ms() + LINK_MS;
    let (link, hash) = new_link(until_ms)?;
    let site = app.stored();
    site.set_link(person.id, hash, until_ms).await?;
    Ok((StatusCode::CREATED, person.cookie(&app), Json(link)).into_response())
}

pub(crate) async fn look_at_key(
    State(app): State<SiteApp>,
    headers: HeaderMap,
    JsonBody(key): JsonBody<DeviceKey>,
) -> Result<Json<KeyOwner>, Failure> {
    check_person(&headers)?;
    let log = app.log();
    let key = hash_of(&key)?;
    let owner = log.site().key_owner(key, now_ms()).await?;
    let owner = owner.ok_or(no_such(key))?;
    let caller = person_of(&app, &headers).await?;
    let leaves = match caller {
        Some(caller) if caller != owner => log.games().games_of(caller, LONGEST_LIST).await?.len(),
        _ => 0,
    };
    Ok(Json(KeyOwner {
        name: log.persons().name_of(owner).await?,
        you: caller == Some(owner),
        leaves: leaves as u32,
    }))
}

pub(crate) async fn claim_device(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(ClaimDevice { key, name }): JsonBody<ClaimDevice>,
) -> Result<Response, Failure> {
    check_person(&headers)?;
    let key = hash_of(&key)?;
    let name = if name.is_empty() {
        name
    } else {
        clean_name(&name)?
    };
    let before = person_of(&app, &headers).await?;
    let owner = app.stored().key_owner(key, now_ms()).await?;
    if owner.is_some() && owner == before {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    caller.take(LimitKind::Arrival)?;
    let token = app.devices.claim(key, name).await?;
    let token = token.ok_or(no_such(key))?;
    if let Some(before) = before {
        leave_behind(&app, before, &headers).await?;
    }
    let cookie = [(header::SET_COOKIE, cookie::write(&app.address, &token))];
    Ok((StatusCode::NO_CONTENT, cookie, ()).into_response())
}

/// Which recovery words are wanted.
#[derive(Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct WordsOrder {
    /// The code of a language, such as `es`.
    language: String,
}

pub(crate) async fn new_recovery_words(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    order: Result<Query<WordsOrder>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Query(order) =
        order.map_err(|rejection| malformed(rejection.status(), rejection.body_text()))?;
    let person = person(&app, &caller, &headers).await?;
    let (words, hash) = new_words(&order.language)?;
    let site = app.stored();
    site.set_words(person.id, hash, now_ms()).await?;
    Ok((StatusCode::CREATED, person.cookie(&app), Json(words)).into_response())
}

/// The caller, who is a person; whoever is not known yet becomes a person.
async fn person(
    app: &SiteApp,
    caller: &Caller,
    headers: &HeaderMap,
) -> Result<KnownPerson, Failure> {
    check_person(headers)?;
    KnownPerson::of(app, caller, headers).await
}

fn check_person(headers: &HeaderMap) -> Result<(), ProblemKind> {
    if headers.contains_key(header::AUTHORIZATION) {
        return Err(ProblemKind::NotForBots);
    }
    Ok(())
}

/// A device of the caller that a request names.
struct OwnDevice {
    person: PersonId,
    /// The one that sends the request.
    this: Device,
    named: Device,
}

/// The caller, and the device that they name.
async fn own_device(app: &SiteApp, headers: &HeaderMap, id: &str) -> Result<OwnDevice, Failure> {
    let person = person_of(app, headers).await?;
    let mut bytes = [0; 32];
    let read = base16ct::lower::decode(id, &mut bytes).map(<[u8]>::len);
    let (Some(person), Ok(32), Some(this)) = (person, read, device(app, headers)) else {
        return Err(ProblemKind::NoSuchDevice.into());
    };
    let devices = devices_of(app, person).await?;
    let find = |id| devices.iter().find(|one| one.id == id).cloned();
    let (this, named) = find(this)
        .zip(find(DeviceId(bytes)))
        .ok_or(ProblemKind::NoSuchDevice)?;
    Ok(OwnDevice {
        person,
        this,
        named,
    })
}

fn text_of(device: DeviceId) -> String {
    base16ct::lower::encode_string(&device.0)
}
