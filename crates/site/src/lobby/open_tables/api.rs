//! What goes on at the site: tables that wait for players, games that can be watched, and people who want to play.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Extension, Json,
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{
    AlertInfo, BoundedOption, MayTell, NewAlert, ProblemKind, SiteNow, TableOptions, TableSummary,
    Telling,
};
use brickwood_storage::{Listed, Unavailable, now_ms};
use brickwood_table::PersonId;
use parking_lot::Mutex;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    SiteApp,
    http::{
        cached::{Cached, entity_tag, has_tag},
        endpoints::endpoints,
        json::JsonBody,
        list::{LONG_LIST, List},
        problem::Failure,
        rate_limit::{Caller, Peer},
        sender::{KnownPerson, person_of, table_id},
    },
};

endpoints! {
    of SiteApp;

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
    get "/api/alert" => my_alert when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The alert.", body = AlertInfo, example = json!(examples::alert())),
            RefusedWith<404>, Unstored,
        )
    }

    /// The caller wants to be told of tables that wait for players from now on. Whoever has no cookie gets one.
    put "/api/alert" => set_alert when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        request_body(content = NewAlert, example = json!(examples::new_alert())),
        responses((status = 204, description = "Done."), Unread, RefusedWith<401>, RefusedWith<404>, Unstored)
    }

    /// The caller wants to be told of tables no more.
    delete "/api/alert" => end_alert when open_tables {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        responses((status = 204, description = "Done."), RefusedWith<404>, Unstored)
    }

    /// A page asks whether it is the one that tells the caller of a table: each table is told once, whatever is open.
    post "/api/alert/told" => may_tell when open_tables [may_miss] {
        tag = "site", security(("cookie" = []), ("bot" = [])),
        request_body(content = Telling, example = json!(examples::telling())),
        responses(
            (status = 200, description = "Whether it is.", body = MayTell, example = json!(examples::may_tell())),
            Unread, RefusedWith<404>, Unstored,
        )
    }
}

/// The most tables in a list.
pub const LONGEST_LIST: u32 = 50;

/// The most games to watch in a list.
const MOST_WATCHED: u32 = 20;

/// The most bytes of that list.
const WATCHED_BYTES: usize = 40 * 1024;

/// How long a table stays in the list while its host is away, in milliseconds: a page is reloaded meanwhile.
const AWAY_MS: u64 = 20_000;

/// How long somebody is there after a page of theirs has asked. A page asks every 10 seconds, and in the background as
/// seldom as once in a minute.
const THERE_MS: u64 = 120_000;

/// It is stored no more often than this that a page has asked.
const ASKED_MS: u64 = 30_000;

/// Marks a table that a person has seen before asking to be told of tables: no page has this number.
const SEEN: u64 = 0;

/// What goes on at the site, as it was read last. Cheap to clone.
#[derive(Clone, Default)]
pub struct Lobby {
    tables: Cached<Arc<[Listed]>>,
    list: Cached<Arc<Text>>,
    now: Cached<Arc<Now>>,
    /// What devices in the network of a program at home are told.
    nearby: Cached<Arc<Now>>,
    /// When the hosts of tables that wait for players were last seen there, in milliseconds since 1970.
    hosts: Arc<Mutex<HashMap<String, u64>>>,
}

/// What goes on, and its text.
pub struct Now {
    /// What is told.
    pub told: SiteNow,
    text: Text,
}

/// An answer in JSON that many ask for again and again, mostly when nothing has changed.
struct Text {
    text: Bytes,
    tag: HeaderValue,
}

impl Text {
    fn of(answer: &impl Serialize) -> Result<Self, Failure> {
        let text = serde_json::to_vec(answer).map_err(|error| {
            tracing::error!(%error, "the lobby cannot be written");
            ProblemKind::Unavailable
        })?;
        let tag = entity_tag(&Sha256::digest(&text).into());
        let text = text.into();
        Ok(Self { text, tag })
    }

    /// The answer to somebody who may have it already.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let head = [
            (header::ETAG, self.tag.clone()),
            (
                header::CACHE_CONTROL,
                HeaderValue::from_static("private, no-cache"),
            ),
        ];
        if has_tag(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, head).into_response();
        }
        let media_type = [(header::CONTENT_TYPE, "application/json")];
        (head, media_type, self.text.clone()).into_response()
    }
}

impl SiteApp {
    /// Checks that the site offers tables with these options.
    ///
    /// # Errors
    ///
    /// `switched_off`, if they need what its host has switched off; `unavailable`, if that cannot be read.
    pub async fn check_offered(&self, options: &TableOptions) -> Result<(), ProblemKind> {
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

    /// The public tables that wait for players, the newest first, and after them the games in which a bot's seat can
    /// be taken, if the site has such.
    pub async fn open_tables(&self) -> Result<Arc<[Listed]>, Failure> {
        let read = async {
            let log = self.log();
            let since_ms = now_ms().saturating_sub(AWAY_MS);
            let waiting = log.games().public_games(LONGEST_LIST, since_ms).await?;
            let mut tables = self.with_host(waiting, since_ms).await?;
            if self.features().await?.open_tables {
                let left = LONGEST_LIST.saturating_sub(tables.len() as u32);
                tables.extend(log.games().games_to_join(left).await?);
            }
            Ok(tables.into())
        };
        self.lobby.tables.get(self.limits.lobby, read).await
    }

    /// The tables that wait for players and whose host is there, or was since that time.
    async fn with_host(&self, waiting: Vec<Listed>, since_ms: u64) -> Result<Vec<Listed>, Failure> {
        let mut seen: HashMap<String, u64> = std::mem::take(&mut *self.lobby.hosts.lock());
        seen.retain(|_, seen_ms| *seen_ms >= since_ms);
        let mut tables = Vec::new();
        for table in waiting {
            let present = self.log().presence(&table.id).await?.seats;
            let mut hosts = table.people.seats_of(table.people.host).iter();
            if hosts.any(|seat| present.contains(seat)) {
                seen.insert(table.id.clone(), now_ms());
            }
            // Where nobody is, the storage knows since when.
            if present.is_empty() || seen.contains_key(&table.id) {
                tables.push(table);
            }
        }
        *self.lobby.hosts.lock() = seen;
        Ok(tables)
    }

    /// What goes on at the site, as a device in its network or any other is told.
    pub async fn now(&self, is_near: bool) -> Result<Arc<Now>, Failure> {
        let is_nearby = is_near && self.address.at_home;
        let read = async {
            let site = self.stored();
            let open = if is_nearby {
                self.waiting_tables().await?
            } else {
                self.open_summaries().await?
            };
            let (games, want_to_play) = if self.features().await?.open_tables {
                let games = self.log().games().games_to_watch(MOST_WATCHED).await?;
                let games = List::of(WATCHED_BYTES, summaries(&games)).into_items();
                let now_ms = now_ms();
                let since_ms = now_ms.saturating_sub(THERE_MS);
                (games, site.alerts(now_ms, since_ms).await?)
            } else {
                (Vec::new(), 0)
            };
            let told = SiteNow {
                open,
                games,
                want_to_play,
            };
            let text = Text::of(&told)?;
            Ok(Arc::new(Now { told, text }))
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
        let games = self.log().games().latest_games(0, LONGEST_LIST).await?;
        let mut tables = summaries(&games);
        tables.retain(|table| !table.started && table.open_seats > 0);
        Ok(List::of(LONG_LIST, tables).into_items())
    }

    async fn open_summaries(&self) -> Result<Vec<TableSummary>, Failure> {
        let tables = self.open_tables().await?;
        let mut list = summaries(&*tables);
        self.add_reliability(&tables, &mut list).await?;
        Ok(List::of(LONG_LIST, list).into_items())
    }
}

fn summaries<'a>(games: impl IntoIterator<Item = &'a Listed>) -> Vec<TableSummary> {
    games.into_iter().map(|game| game.summary(None)).collect()
}

pub(crate) async fn lobby(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let list = async { Ok(Arc::new(Text::of(&app.open_summaries().await?)?)) };
    let list = app.lobby.list.get(app.limits.lobby, list).await?;
    Ok(list.answer(&headers))
}

pub(crate) async fn site_now(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let now = app.now(app.is_near(&caller, &peer, &headers)).await?;
    Ok(now.text.answer(&headers))
}

/// Whether a table is news for a person: one where they do not sit, and may.
fn is_news(table: &Listed, person: PersonId) -> bool {
    let people = &table.people;
    people.host != Some(person)
        && people.seats_of(Some(person)).is_empty()
        && !people.is_removed(person)
}

pub(crate) async fn my_alert(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<AlertInfo>, Failure> {
    let mut info = AlertInfo {
        until_ms: None,
        tables: Vec::new(),
    };
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(Json(info));
    };
    let site = app.stored();
    let now_ms = now_ms();
    if let Some(alert) = site.alert_of(person, now_ms).await? {
        if alert.asked_ms + ASKED_MS <= now_ms {
            site.asks(person, now_ms).await?;
        }
        let tables = app.open_tables().await?;
        let news = tables
            .iter()
            .filter(|table| is_news(table, person) && !alert.told.contains(&table.id));
        info.until_ms = Some(alert.until_ms);
        info.tables = List::of(LONG_LIST, summaries(news)).into_items();
    }
    Ok(Json(info))
}

pub(crate) async fn set_alert(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(alert): JsonBody<NewAlert>,
) -> Result<Response, Failure> {
    BoundedOption::AlertMinutes.check(alert.minutes)?;
    let person = KnownPerson::of(&app, &caller, &headers).await?;
    let site = app.stored();
    let now_ms = now_ms();
    let until_ms = now_ms + 60_000 * u64::from(alert.minutes);
    let is_new = site.alert_of(person.id, now_ms).await?.is_none();
    site.set_alert(person.id, now_ms, until_ms).await?;
    if is_new {
        // What the lobby lists now is no news.
        for table in &*app.open_tables().await? {
            site.tell_of(person.id, &table.id, SEEN, now_ms).await?;
        }
    }
    Ok((StatusCode::NO_CONTENT, person.cookie(&app), ()).into_response())
}

pub(crate) async fn end_alert(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    if let Some(person) = person_of(&app, &headers).await? {
        app.stored().end_alert(person).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn may_tell(
    State(app): State<SiteApp>,
    headers: HeaderMap,
    JsonBody(telling): JsonBody<Telling>,
) -> Result<Json<MayTell>, Failure> {
    let table = table_id(telling.table)?;
    let yes = match person_of(&app, &headers).await? {
        Some(person) => {
            let site = app.stored();
            site.tell_of(person, &table, telling.page, now_ms()).await?
        }
        None => false,
    };
    Ok(Json(MayTell { yes }))
}
