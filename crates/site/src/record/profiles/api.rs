//! What people let others at their tables see of themselves.

use axum::{
    Extension, Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{ProblemKind, Profile, ProfileChoice, SeatKind};
use brickwood_storage::Unavailable;
use brickwood_table::PersonId;

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints,
        json::JsonBody,
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, person_of, table_id},
    },
    record::{profiles::summary::profile, results::api::unreadable},
};

endpoints! {
    of SiteApp;

    /// What the caller lets others at a table see.
    get "/api/me/profile" => my_profile when my_games {
        tag = "games", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "What others may see.", body = ProfileChoice),
            RefusedWith<404>, Unstored,
        )
    }

    /// The caller lets others at a table see this from now on, and nothing else. Whoever has no cookie gets one.
    put "/api/me/profile" => choose_profile when my_games {
        tag = "games", security(("cookie" = []), ("bot" = [])),
        request_body(content = ProfileChoice),
        responses(
            (status = 204, description = "Done."),
            Unread, RefusedWith<401>, RefusedWith<404>, Unstored,
        )
    }

    /// What the person on a seat of a table lets others see. The answer is the same empty one where they let nothing be
    /// seen, where a bot plays, and where nobody sits.
    get "/api/tables/{id}/seats/{seat}/profile" => profile_of_seat when my_games {
        tag = "games", params(TableId, ("seat" = u8, Path, description = "The number of the seat, from 0.")),
        security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "What others may see.", body = Profile),
            RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }
}

/// Of how many games others learn anything: the latest.
const LATEST: u32 = 100;

pub(crate) async fn my_profile(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<ProfileChoice>, Failure> {
    let choice = match person_of(&app, &headers).await? {
        Some(person) => choice(&app, person).await?,
        None => ProfileChoice::default(),
    };
    Ok(Json(choice))
}

pub(crate) async fn choose_profile(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(choice): JsonBody<ProfileChoice>,
) -> Result<Response, Failure> {
    let person = KnownPerson::of(&app, &caller, &headers).await?;
    let shows_something = choice != ProfileChoice::default();
    let stored = serde_json::to_string(&choice).map_err(|error| unreadable(&error))?;
    let stored = shows_something.then_some(&*stored);
    let site = app.stored();
    site.set_profile(person.id, stored).await?;
    Ok((StatusCode::NO_CONTENT, person.cookie(&app), ()).into_response())
}

pub(crate) async fn profile_of_seat(
    State(app): State<SiteApp>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Json<Profile>, Failure> {
    let id = table_id(id)?;
    let seat: usize = seat.parse().map_err(|_| ProblemKind::NoSuchAddress)?;
    let person = person_of(&app, &headers).await?;
    let site = app.stored();
    let game = app
        .log()
        .games()
        .listed(&id)
        .await?
        .ok_or(ProblemKind::NoSuchTable)?;
    if let Some(problem) = game.shut_out(person) {
        return Err(problem.into());
    }
    // Who shares a device with its owner is somebody else.
    let place = game.people.places.get(seat);
    let place = place.filter(|place| place.kind == SeatKind::Human);
    let Some(owner) = place.and_then(|place| place.person) else {
        return Ok(Json(Profile::default()));
    };
    let choice = choice(&app, owner).await?;
    if choice == ProfileChoice::default() {
        return Ok(Json(Profile::default()));
    }
    let latest = site.results_of(owner, None, LATEST).await?;
    Ok(Json(
        profile(choice, latest).map_err(|error| unreadable(&error))?,
    ))
}

/// What a person lets others see.
async fn choice(app: &SiteApp, person: PersonId) -> Result<ProfileChoice, Unavailable> {
    let stored = app.stored().profile(person).await?;
    let read = |text: String| {
        serde_json::from_str(&text).map_err(|error| {
            tracing::error!(%error, "what a person lets others see cannot be read");
            Unavailable
        })
    };
    stored.map_or_else(|| Ok(ProfileChoice::default()), read)
}
