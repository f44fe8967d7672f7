//! What goes on at the site: tables that wait for players, games that can be watched, and people who want to play.

use std::sync::Arc;

use axum::{
    Extension, Json,
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{
    BoundedOption, MayTell, NewTable, NewWish, ProblemKind, SiteNow, TableOptions, TableSummary,
    Telling, WishInfo,
};
use brickwood_storage::{Listed, Unavailable, now_ms};
use brickwood_table::GuestId;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{
    api::{Guest, LONGEST_LIST},
    app::App,
    assets::{entity_tag, has_tag},
    cached::Cached,
    endpoints::endpoints,
    params::{guest, table_id},
    rate_limit::{Caller, Peer},
};
use crate::{json::Input, problem::Failure, webhook::OpenedTable};

endpoints! {
    of App;

    /// Public tables with an open seat that have not begun, the newest first, and after them games in which whoever comes may
    /// take a bot's seat; at most 50.
    get "/api/lobby" => lobby {
        tag = "tables",
        responses(
            (status = 200, description = "The tables.", body = Vec<TableSummary>, example = json!([examples::summary()])),
            Unstored,
        )
    }

    /// Tables that wait for players, games that everybody may watch, and how many people want to play.
    get "/api/now" => site_now {
        tag = "site",
        responses(
            (status = 200, description = "What goes on.", body = SiteNow, example = json!(examples::now())),
            Unstored,
        )
    }

    /// Whether the caller wants to be told of tables that wait for players, and of which there is to tell.
    get "/api/wish" => my_wish when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The wish.", body = WishInfo, example = json!(examples::wish())),
            Refused<404>, Unstored,
        )
    }

    /// The caller wants to be told of tables that wait for players from now on. Whoever has no cookie gets one.
    put "/api/wish" => make_wish when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        request_body(content = NewWish, example = json!(examples::new_wish())),
        responses((status = 204, description = "Done."), Unread, Refused<401>, Refused<404>, Unstored)
    }

    /// The caller wants to be told of tables no more.
    delete "/api/wish" => end_wish when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        responses((status = 204, description = "Done."), Refused<404>, Unstored)
    }

    /// A page asks whether it is the one that tells the caller of a table: each table is told once, whatever is open.
    post "/api/wish/told" => may_tell when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        request_body(content = Telling, example = json!(examples::telling())),
        responses(
            (status = 200, description = "Whether it is.", body = MayTell, example = json!(examples::may_tell())),
            Unread, Refused<404>, Unstored,
        )
    }
}

/// The most games to watch in a list.
const MOST_WATCHED: u32 = 20;

/// How long somebody is there after a page of theirs has asked. A page asks every 10 seconds, and in the background as
/// seldom as once in a minute.
const THERE_MS: u64 = 120_000;

/// It is stored no more often than this that a page has asked.
const ASKED_MS: u64 = 30_000;

/// Marks a table that a person has seen before asking to be told of tables: no page has this number.
const SEEN: u64 = 0;

/// What goes on at the site, as it was read last. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Lobby {
    tables: Cached<Arc<[Listed]>>,
    list: Cached<Bytes>,
    now: Cached<Arc<Now>>,
    /// What devices in the network of a program at home are told.
    nearby: Cached<Arc<Now>>,
}

/// What goes on, and its text.
pub(super) struct Now {
    pub(super) told: SiteNow,
    text: Bytes,
    tag: HeaderValue,
}

impl App {
    /// Checks that the site offers tables with these options.
    ///
    /// # Errors
    ///
    /// `switched_off`, if they need what its host has switched off; `unavailable`, if that cannot be read.
    pub(crate) async fn check_offered(&self, options: &TableOptions) -> Result<(), ProblemKind> {
        let open_tables = options.needs_open_tables();
        if !open_tables && !options.rated {
            return Ok(());
        }
        match self.features().await {
            Ok(features)
                if (!open_tables || features.open_tables)
                    && (!options.rated || features.ratings) =>
            {
                Ok(())
            }
            Ok(_) => Err(ProblemKind::SwitchedOff),
            Err(Unavailable) => Err(ProblemKind::Unavailable),
        }
    }

    /// Tells of a new table, if it is one that is to find players.
    pub(super) fn announce(&self, table: &str, host: &str, order: &NewTable) {
        let (Some(webhook), Some(bots)) = (&self.webhook, order.options.bots_after) else {
            return;
        };
        if order.options.public {
            let url = self.site.public_url.as_ref();
            webhook.send(OpenedTable {
                host: host.to_owned(),
                seats: order.seats.len() as u8,
                seconds: bots.seconds,
                url: url.map(|url| format!("{}/t/{table}", url.origin())),
            });
        }
    }

    /// The public tables that wait for players, the newest first, and after them the games in which a bot's seat can
    /// be taken, if the site has such.
    pub(super) async fn open_tables(&self) -> Result<Arc<[Listed]>, Failure> {
        let read = async {
            let log = self.tables.log();
            let mut tables = log.site().public_games(LONGEST_LIST).await?;
            if self.features().await?.open_tables {
                let left = LONGEST_LIST.saturating_sub(tables.len() as u32);
                tables.extend(log.site().games_to_join(left).await?);
            }
            Ok(tables.into())
        };
        self.lobby.tables.get(self.limits.lobby, read).await
    }

    /// What goes on at the site, as a device in its network or any other is told.
    pub(super) async fn now(&self, is_near: bool) -> Result<Arc<Now>, Failure> {
        let is_nearby = is_near && self.site.at_home;
        let read = async {
            let site = self.tables.log().site();
            let open = if is_nearby {
                self.waiting_tables().await?
            } else {
                self.open_summaries().await?
            };
            let (games, want_to_play) = if self.features().await?.open_tables {
                let games = summaries(&site.games_to_watch(MOST_WATCHED).await?);
                let now_ms = now_ms();
                let since_ms = now_ms.saturating_sub(THERE_MS);
                (games, site.wishes(now_ms, since_ms).await?)
            } else {
                (Vec::new(), 0)
            };
            let told = SiteNow {
                open,
                games,
                want_to_play,
            };
            let text = written(&told)?;
            let tag = entity_tag(&Sha256::digest(&text).into());
            Ok(Arc::new(Now { told, text, tag }))
        };
        let cached = if is_nearby {
            &self.lobby.nearby
        } else {
            &self.lobby.now
        };
        cached.get(self.limits.lobby, read).await
    }

    /// The tables with an open seat, listed or not.
    async fn waiting_tables(&self) -> Result<Vec<TableSummary>, Failure> {
        let games = self.tables.log().site().latest_games(LONGEST_LIST).await?;
        let mut tables = summaries(&games);
        tables.retain(|table| !table.started && table.open_seats > 0);
        Ok(tables)
    }

    async fn open_summaries(&self) -> Result<Vec<TableSummary>, Failure> {
        let tables = self.open_tables().await?;
        let mut list = summaries(&*tables);
        self.add_reliability(&tables, &mut list).await?;
        Ok(list)
    }
}

fn summaries<'a>(games: impl IntoIterator<Item = &'a Listed>) -> Vec<TableSummary> {
    games.into_iter().map(|game| game.summary(None)).collect()
}

fn written(answer: &impl Serialize) -> Result<Bytes, Failure> {
    let text = serde_json::to_vec(answer).map_err(|error| {
        tracing::error!(%error, "the lobby cannot be written");
        ProblemKind::Unavailable
    })?;
    Ok(text.into())
}

pub(super) async fn lobby(State(app): State<App>) -> Result<Response, Failure> {
    let list = async { written(&app.open_summaries().await?) };
    let list = app.lobby.list.get(app.limits.lobby, list).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], list).into_response())
}

pub(super) async fn site_now(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let now = app.now(app.is_near(&caller, &peer, &headers)).await?;
    // Pages ask again and again, and mostly nothing has changed.
    let head = [
        (header::ETAG, now.tag.clone()),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        ),
    ];
    if has_tag(&headers, &now.tag) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    let media_type = [(header::CONTENT_TYPE, "application/json")];
    Ok((head, media_type, now.text.clone()).into_response())
}

/// Whether a table is news for a guest: one where they do not sit, and may.
fn is_news(table: &Listed, guest: GuestId) -> bool {
    let people = &table.people;
    people.host != Some(guest)
        && people.seats_of(Some(guest)).is_empty()
        && !people.is_removed(guest)
}

pub(super) async fn my_wish(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<WishInfo>, Failure> {
    let mut info = WishInfo {
        until_ms: None,
        tables: Vec::new(),
    };
    let Some(guest) = guest(&app, &headers).await? else {
        return Ok(Json(info));
    };
    let site = app.tables.log().site();
    let now_ms = now_ms();
    if let Some(wish) = site.wish_of(guest, now_ms).await? {
        if wish.asked_ms + ASKED_MS <= now_ms {
            site.asks(guest, now_ms).await?;
        }
        let tables = app.open_tables().await?;
        let news = tables
            .iter()
            .filter(|table| is_news(table, guest) && !wish.told.contains(&table.id));
        info.until_ms = Some(wish.until_ms);
        info.tables = summaries(news);
    }
    Ok(Json(info))
}

pub(super) async fn make_wish(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Input(wish): Input<NewWish>,
) -> Result<Response, Failure> {
    BoundedOption::WishMinutes.check(wish.minutes)?;
    let guest = Guest::of(&app, &caller, &headers).await?;
    let site = app.tables.log().site();
    let now_ms = now_ms();
    let until_ms = now_ms + 60_000 * u64::from(wish.minutes);
    let is_new = site.wish_of(guest.id, now_ms).await?.is_none();
    site.wish(guest.id, now_ms, until_ms).await?;
    if is_new {
        // What the lobby lists now is no news.
        for table in &*app.open_tables().await? {
            site.tell_of(guest.id, &table.id, SEEN, now_ms).await?;
        }
    }
    Ok((StatusCode::NO_CONTENT, guest.cookie(&app), ()).into_response())
}

pub(super) async fn end_wish(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    if let Some(guest) = guest(&app, &headers).await? {
        app.tables.log().site().end_wish(guest).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn may_tell(
    State(app): State<App>,
    headers: HeaderMap,
    Input(telling): Input<Telling>,
) -> Result<Json<MayTell>, Failure> {
    let table = table_id(telling.table)?;
    let yes = match guest(&app, &headers).await? {
        Some(guest) => {
            let site = app.tables.log().site();
            site.tell_of(guest, &table, telling.page, now_ms()).await?
        }
        None => false,
    };
    Ok(Json(MayTell { yes }))
}
