//! What finished games were for the one who asks, and what they add up to.

use axum::{
    Extension, Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::HeaderMap,
};
use brickwood_protocol::{
    GameResult, GamesPage, MyStatistics, PlayerGroup, ProblemKind, RequestFault,
};
use brickwood_rules::Edition;
use serde::Deserialize;
use tokio::{sync::AcquireError, task::yield_now};

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints,
        id::may_be_table_id,
        json::malformed_query,
        list::{LIST, List},
        problem::Failure,
        rate_limit::Caller,
        sender::{person_of, table_id},
    },
    record::results::{ResultPlace, StoredResult, Sums, groups, result},
};

endpoints! {
    of SiteApp;

    /// The caller's finished games, or those of a kind, the latest first, 20 on a page. A game is told of some seconds after it has ended.
    get "/api/me/games" => my_games when my_games costs History [compressed] {
        tag = "games", params(PageOrder), security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The games.", body = GamesPage),
            RefusedWith<400>, RefusedWith<404>, Unstored,
        )
    }

    /// What a finished game was for the caller, some seconds after it has ended.
    get "/api/me/games/{id}" => my_game when my_games {
        tag = "games", params(TableId),
        security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The game.", body = GameResult),
            RefusedWith<404>, Unstored,
        )
    }

    /// What the caller's finished games add up to: all of them, or those of a kind; the latest 5,000.
    get "/api/me/statistics" => my_statistics when my_games costs History {
        tag = "games", params(SumOrder),
        security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The sums.", body = MyStatistics),
            RefusedWith<400>, RefusedWith<404>, Unstored,
        )
    }

    /// The people with whom the caller has finished several games, group by group, the latest first; at most 50. Somebody is
    /// the same only under the same name.
    get "/api/me/groups" => my_groups when my_games costs History [compressed] {
        tag = "games", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The groups.", body = Vec<PlayerGroup>),
            RefusedWith<404>, Unstored,
        )
    }
}

/// The most games on a page.
const PAGE: usize = 20;

/// The most games that are added up, or looked through: the latest.
const MOST_ADDED: usize = 5_000;

/// How many are read and added up at a time.
const PART: u32 = 200;

/// The most games in which fellow players are looked for: the latest.
const MOST_SHARED: u32 = 2_000;

/// Which page of games, and of which games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct PageOrder {
    /// `next` of the page before; without it, the page is the first.
    before: Option<String>,
    /// Only those by this preset of the rules.
    #[cfg_attr(feature = "openapi", param(inline))]
    edition: Option<Edition>,
    /// Only those of so many players.
    players: Option<u8>,
}

/// Which games to add up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct SumOrder {
    /// Only those by this preset of the rules.
    #[cfg_attr(feature = "openapi", param(inline))]
    edition: Option<Edition>,
    /// Only those of so many players.
    players: Option<u8>,
}

pub(crate) async fn my_games(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    order: Result<Query<PageOrder>, QueryRejection>,
) -> Result<Json<GamesPage>, Failure> {
    let Query(PageOrder {
        before,
        edition,
        players,
    }) = order.map_err(malformed_query)?;
    let mut before = before.map(|before| place(&before)).transpose()?;
    let Some(person) = person_of(&app, &headers).await? else {
        let games = Vec::new();
        return Ok(Json(GamesPage { games, next: None }));
    };
    let turn = app.history(&caller, Some(person)).await?;
    let site = app.stored();
    let is_asked_for = |game: &GameResult| {
        edition.is_none_or(|asked| asked == game.edition)
            && players.is_none_or(|asked| usize::from(asked) == game.players.len())
    };
    // One more than a page has: then there is a next one.
    let is_any = edition.is_none() && players.is_none();
    let part = if is_any { PAGE as u32 + 1 } else { PART };
    let mut games = Vec::new();
    let mut looked_at = 0;
    while games.len() <= PAGE && looked_at < MOST_ADDED {
        let step = turn.step().await.map_err(shut)?;
        let found = site.results_of(person, before.as_ref(), part).await?;
        looked_at += found.len();
        let is_last = found.len() < part as usize;
        before = found.last().map(|last| ResultPlace {
            ended_ms: last.ended_ms,
            game: last.game.clone(),
        });
        for stored in found {
            let game = result(stored).map_err(|error| unreadable(&error))?;
            games.extend(Some(game).filter(is_asked_for));
            if games.len() > PAGE {
                break;
            }
        }
        if is_last {
            break;
        }
        drop(step);
        yield_now().await;
    }
    let found = games.len();
    let games = List::of(LIST, games.into_iter().take(PAGE)).into_items();
    let has_next = games.len() < found;
    let next = games.last().filter(|_| has_next);
    let next = next.map(|last| format!("{}-{}", last.ended_ms, last.table));
    Ok(Json(GamesPage { games, next }))
}

pub(crate) async fn my_game(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<GameResult>, Failure> {
    let id = table_id(id)?;
    let person = person_of(&app, &headers)
        .await?
        .ok_or(ProblemKind::NoSuchTable)?;
    let found = app.stored().result_of(person, &id).await?;
    let found = result(found.ok_or(ProblemKind::NoSuchTable)?);
    Ok(Json(found.map_err(|error| unreadable(&error))?))
}

pub(crate) async fn my_statistics(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    order: Result<Query<SumOrder>, QueryRejection>,
) -> Result<Json<MyStatistics>, Failure> {
    let Query(SumOrder { edition, players }) = order.map_err(malformed_query)?;
    let mut sums = Sums::new(edition, players);
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(Json(sums.finish()));
    };
    let turn = app.history(&caller, Some(person)).await?;
    let mut before: Option<ResultPlace> = None;
    let mut added = 0;
    while added < MOST_ADDED {
        let step = turn.step().await.map_err(shut)?;
        let site = app.stored();
        let found = site.results_of(person, before.as_ref(), PART).await?;
        for stored in &found {
            sums.add(stored).map_err(|error| unreadable(&error))?;
        }
        added += found.len();
        if found.len() < PART as usize {
            break;
        }
        before = found.last().map(StoredResult::place);
        drop(step);
        yield_now().await;
    }
    Ok(Json(sums.finish()))
}

pub(crate) async fn my_groups(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<List<PlayerGroup>, Failure> {
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(List::of(LIST, []));
    };
    let turn = app.history(&caller, Some(person)).await?;
    let _step = turn.step().await.map_err(shut)?;
    let site = app.stored();
    let players = site.fellow_players(person, MOST_SHARED).await?;
    Ok(List::of(LIST, groups(person, &players)))
}

fn shut(_: AcquireError) -> ProblemKind {
    ProblemKind::Unavailable
}

/// The place that a page names as its next.
fn place(before: &str) -> Result<ResultPlace, ProblemKind> {
    let place = before.split_once('-').and_then(|(ended_ms, game)| {
        let is_id = may_be_table_id(game);
        Some(ResultPlace {
            ended_ms: ended_ms.parse().ok()?,
            game: is_id.then(|| game.to_owned())?,
        })
    });
    place.ok_or(ProblemKind::Malformed {
        why: RequestFault::Unreadable {
            detail: "before names no page".into(),
        },
    })
}

pub(crate) fn unreadable(error: &serde_json::Error) -> Failure {
    tracing::error!(%error, "a stored result cannot be read");
    ProblemKind::Internal.into()
}
