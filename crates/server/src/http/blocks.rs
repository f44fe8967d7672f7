//! Whom people have blocked.

use axum::{
    Extension, Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{BlockOrder, BlockedPerson, Problem, ProblemKind};
use brickwood_rules::Seat;
use brickwood_storage::now_ms;
use brickwood_table::{GuestId, People};

use super::{
    api::Guest,
    app::App,
    endpoints::endpoints,
    params::{guest, table_id},
    rate_limit::Caller,
};
use crate::{call::Call, json::Input, problem::Failure};

endpoints! {
    of App;

    /// Whom the caller has blocked, the latest first.
    get "/api/blocks" => my_blocks when moderation {
        tag = "order", security(("cookie" = []), ("bot" = [])),
        responses((status = 200, description = "The people.", body = Vec<BlockedPerson>), Refused<404>, Unstored)
    }

    /// Blocks whoever has a seat: the caller does not hear them, and does not sit at a table with them.
    post "/api/blocks" => block when moderation {
        tag = "order", security(("cookie" = []), ("bot" = [])),
        request_body(content = BlockOrder),
        responses((status = 204, description = "Done."), Unread, Refused<401>, Refused<404>, Unstored)
    }

    /// Takes a block back.
    delete "/api/blocks/{number}" => unblock when moderation {
        tag = "order", security(("cookie" = []), ("bot" = [])),
        params(("number" = u32, Path, description = "The number of the block.")),
        responses((status = 204, description = "There is no such block of the caller any more."), Refused<404>, Unstored)
    }
}

/// The most people whom one person can block.
const MOST_BLOCKS: u32 = 500;

pub(super) async fn my_blocks(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Vec<BlockedPerson>>, Failure> {
    match guest(&app, &headers).await? {
        Some(guest) => Ok(Json(app.tables.log().site().blocks(guest).await?)),
        None => Ok(Json(Vec::new())),
    }
}

pub(super) async fn block(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Input(BlockOrder { table, seat }): Input<BlockOrder>,
) -> Result<Response, Failure> {
    let table = table_id(table)?;
    let game = app.tables.log().site().listed(&table).await?;
    let game = game.ok_or(ProblemKind::NoSuchTable)?;
    let me = Guest::of(&app, &caller, &headers).await?;
    let (other, name) = person(&game.people, seat, me.id)?;
    let site = app.tables.log().site();
    if !site
        .block(me.id, other, &name, now_ms(), MOST_BLOCKS)
        .await?
    {
        return Err(ProblemKind::TooManyBlocks { most: MOST_BLOCKS }.into());
    }
    let unhear = Call::Unhear {
        guest: me.id,
        unheard: site.blocked_by(me.id).await?,
    };
    // A table that is not in memory here has nobody who could hear.
    let _ = app.tables.handle(&table).send(unhear).await;
    Ok((StatusCode::NO_CONTENT, me.cookie(&app), ()).into_response())
}

pub(super) async fn unblock(
    State(app): State<App>,
    Path(number): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    if let Some(guest) = guest(&app, &headers).await?
        && let Ok(number) = number.parse()
    {
        app.tables.log().site().unblock(guest, number).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The person on a seat who is not the caller.
pub(super) fn person(
    people: &People,
    seat: Seat,
    caller: GuestId,
) -> Result<(GuestId, String), Problem> {
    let place = people.places.get(seat.index());
    let place = place.ok_or(ProblemKind::NoSuchSeat)?;
    match place.guest {
        Some(guest) if guest == caller => Err(ProblemKind::OwnSeat.into()),
        Some(guest) => Ok((guest, place.name.clone().unwrap_or_default())),
        None => Err(ProblemKind::NobodyThere.into()),
    }
}
