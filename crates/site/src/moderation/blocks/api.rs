//! Whom people have blocked.

use axum::{
    Extension,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{BlockOrder, BlockedPerson, Problem, ProblemKind};
use brickwood_rules::Seat;
use brickwood_storage::now_ms;
use brickwood_table::{People, PersonId};

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints,
        json::JsonBody,
        list::{LIST, List},
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, person_of, table_id},
    },
};

endpoints! {
    of SiteApp;

    /// Whom the caller has blocked, the latest first.
    get "/api/blocks" => my_blocks when moderation {
        tag = "moderation", security(("cookie" = []), ("bot" = [])),
        responses((status = 200, description = "The people.", body = Vec<BlockedPerson>), RefusedWith<404>, Unstored)
    }

    /// Blocks whoever has a seat: the caller does not hear them, and does not sit at a table with them.
    post "/api/blocks" => block when moderation [may_miss] {
        tag = "moderation", security(("cookie" = []), ("bot" = [])),
        request_body(content = BlockOrder),
        responses((status = 204, description = "Done."), Unread, RefusedWith<401>, RefusedWith<404>, Unstored)
    }

    /// Takes a block back.
    delete "/api/blocks/{number}" => unblock when moderation {
        tag = "moderation", security(("cookie" = []), ("bot" = [])),
        params(("number" = u32, Path, description = "The number of the block.")),
        responses((status = 204, description = "There is no such block of the caller any more."), RefusedWith<404>, Unstored)
    }
}

/// The most people whom one person can block.
const MOST_BLOCKS: u32 = 120;

pub(crate) async fn my_blocks(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<List<BlockedPerson>, Failure> {
    match person_of(&app, &headers).await? {
        Some(person) => Ok(List::of(LIST, app.stored().blocks(person).await?)),
        None => Ok(List::of(LIST, [])),
    }
}

pub(crate) async fn block(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(BlockOrder { table, seat }): JsonBody<BlockOrder>,
) -> Result<Response, Failure> {
    let table = table_id(table)?;
    let game = app.log().games().listed(&table).await?;
    let game = game.ok_or(ProblemKind::NoSuchTable)?;
    let me = KnownPerson::of(&app, &caller, &headers).await?;
    let (other, name) = person(&game.people, seat, me.id)?;
    let site = app.stored();
    if !site
        .block(me.id, other, &name, now_ms(), MOST_BLOCKS)
        .await?
    {
        return Err(ProblemKind::TooManyBlocks { most: MOST_BLOCKS }.into());
    }
    let unheard = site.blocked_by(me.id).await?;
    app.tables.unhear(&table, me.id, unheard).await;
    Ok((StatusCode::NO_CONTENT, me.cookie(&app), ()).into_response())
}

pub(crate) async fn unblock(
    State(app): State<SiteApp>,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    if let Some(person) = person_of(&app, &headers).await?
        && let Ok(number) = number.parse()
    {
        app.stored().unblock(person, number).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The person on a seat who is not the caller.
pub(crate) fn person(
    people: &People,
    seat: Seat,
    caller: PersonId,
) -> Result<(PersonId, String), Problem> {
    let place = people.places.get(seat.index());
    let place = place.ok_or(ProblemKind::NoSuchSeat)?;
    match place.person {
        Some(person) if person == caller => Err(ProblemKind::OwnSeat.into()),
        Some(person) => Ok((person, place.name.clone().unwrap_or_default())),
        None => Err(ProblemKind::NobodyThere.into()),
    }
}
