//! Creating, listing and joining tables, and the way to their sockets.

use axum::{
    Extension, Json,
    extract::{
        Path, State,
        rejection::JsonRejection,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_table::{
    Setup, Table,
    protocol::{
        BotLevel, Created, EditionInfo, JoinTable, NewSeat, NewTable, Problem, TableSummary,
    },
};

use super::{App, Seated, cookie};
use crate::{
    actor::now_ms,
    id::{may_be_table_id, new_seed, new_table_id},
    log::{CreateError, NewGame, Sitter, StoredGame, Unavailable},
    metrics,
    name::clean_name,
    problem::{Failure, no_such_table, unavailable},
    session::{SessionId, Token},
    socket,
    tables::Command,
};

/// The most tables in a list.
const LONGEST_LIST: u32 = 50;

/// How often a new id is tried.
const ATTEMPTS: u32 = 3;

type Body<T> = Result<Json<T>, JsonRejection>;

/// `GET /api/editions`: the presets of the rules.
pub(super) async fn editions() -> Json<Vec<EditionInfo>> {
    Json(EditionInfo::all())
}

/// `GET /api/bots`: the bots that can take a seat here, as seats name them.
pub(super) async fn bots(State(app): State<App>) -> Json<Vec<BotLevel>> {
    let outside = app.tables.outside_bots().into_iter();
    let outside = outside.map(|name| BotLevel::Outside { name });
    Json(BotLevel::ALL.into_iter().chain(outside).collect())
}

/// A program that this server does not have cannot take a seat.
fn check_bots(app: &App, order: &NewTable) -> Result<(), Problem> {
    let known = app.tables.outside_bots();
    for seat in &order.seats {
        if let NewSeat::Bot {
            level: BotLevel::Outside { name },
            ..
        } = seat
            && !known.contains(name)
        {
            let message = format!("There is no bot {name} here.");
            return Err(Problem::new("no_such_bot", message));
        }
    }
    Ok(())
}

/// `POST /api/tables`: a new table, with the caller on its first human seat.
pub(super) async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    order: Body<NewTable>,
) -> Result<Response, Failure> {
    let Json(order) = order.map_err(|rejection| malformed(&rejection))?;
    let name = clean_name(&order.name)?;
    check_bots(&app, &order)?;
    // Before a guest is remembered: what cannot be created leaves nothing behind.
    let mut setup = Setup::new(new_table_id()?, &order, new_seed()?, now_ms())?;
    let guest = Guest::of(&app, &headers).await?;
    let sitters: Vec<Sitter> = setup
        .human_seats()
        .take(1)
        .map(|seat| Sitter {
            seat,
            session: guest.session,
            name: name.clone(),
        })
        .collect();
    for _ in 0..ATTEMPTS {
        let game = NewGame {
            setup: setup.clone(),
            sitters: sitters.clone(),
            rematch_of: None,
        };
        match app.tables.log().create(game).await {
            Ok(()) => {
                let created = Json(Created { id: setup.id });
                return Ok((StatusCode::CREATED, guest.cookie(&app), created).into_response());
            }
            Err(CreateError::Exists) => setup.id = new_table_id()?,
            Err(CreateError::OtherRematch(_) | CreateError::Unavailable(_)) => break,
        }
    }
    Err(unavailable().into())
}

/// `GET /api/tables`: the caller's tables, newest first.
pub(super) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Vec<TableSummary>>, Failure> {
    let Some(token) = cookie::read(&app.site, &headers) else {
        return Ok(Json(Vec::new()));
    };
    let session = token.session();
    let log = app.tables.log();
    let mut summaries = Vec::new();
    for id in log.games_of(session, LONGEST_LIST).await? {
        let Some(game) = log.load(&id).await? else {
            continue;
        };
        // Replaying takes a moment, and others wait for this thread.
        let summary = tokio::task::spawn_blocking(move || summary(game, session)).await;
        summaries.extend(summary.map_err(|_| Unavailable)?);
    }
    summaries.sort_by_key(|summary| std::cmp::Reverse(summary.created_ms));
    Ok(Json(summaries))
}

/// A stored game in a list; none if it cannot be replayed.
fn summary(game: StoredGame, session: SessionId) -> Option<TableSummary> {
    let mut table = Table::restore(game.setup, game.records)
        .inspect_err(|error| tracing::error!(%error, "a log cannot be replayed"))
        .ok()?;
    for sitter in &game.sitters {
        table.sit(sitter.seat, sitter.name.clone());
    }
    let own = game.sitters.iter().find(|sitter| sitter.session == session);
    Some(table.summary(own.map(|sitter| sitter.seat)))
}

/// `POST /api/tables/{id}/join`: the caller takes a free seat.
pub(super) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body<JoinTable>,
) -> Result<Response, Failure> {
    let id = table_id(id)?;
    let Json(JoinTable { name }) = body.map_err(|rejection| malformed(&rejection))?;
    let name = clean_name(&name)?;
    let guest = Guest::of(&app, &headers).await?;
    let session = guest.session;
    app.tables
        .ask(&id, |reply| Command::Join {
            session,
            name,
            reply,
        })
        .await?;
    Ok((StatusCode::NO_CONTENT, guest.cookie(&app)).into_response())
}

/// `POST /api/tables/{id}/rematch`: the same people and options at another table.
pub(super) async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let id = table_id(id)?;
    let session = session(&app, &headers);
    let id = app
        .tables
        .ask(&id, |reply| Command::Rematch { session, reply })
        .await?;
    Ok((StatusCode::CREATED, Json(Created { id })).into_response())
}

/// `GET /api/tables/{id}/socket`: the WebSocket of a table.
pub(super) async fn socket(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    seated: Option<Extension<Seated>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let upgrade = upgrade.map_err(|rejection| {
        let problem = Problem::new("no_upgrade", rejection.body_text());
        Failure::new(rejection.status(), problem)
    })?;
    let id = table_id(id)?;
    let session = session(&app, &headers);
    let sockets = app.sockets.clone();
    Ok(
        socket::limit(upgrade, &app.limits).on_upgrade(move |socket| {
            sockets.track_future(async move {
                let _open = metrics::socket();
                socket::serve(socket, app, id, session).await;
                drop(seated);
            })
        }),
    )
}

/// Any other address of the API.
pub(crate) async fn unknown() -> Failure {
    let problem = Problem::new("no_such_address", "There is nothing at this address.");
    Failure::new(StatusCode::NOT_FOUND, problem)
}

/// Somebody who has, or is given, a session.
struct Guest {
    session: SessionId,
    token: Token,
}

impl Guest {
    /// The one who asks. A token that was not given out here is replaced.
    async fn of(app: &App, headers: &HeaderMap) -> Result<Self, Failure> {
        let log = app.tables.log();
        if let Some(token) = cookie::read(&app.site, headers) {
            let session = token.session();
            if log.has_session(session).await? {
                return Ok(Self { session, token });
            }
        }
        let token = Token::generate()?;
        let session = token.session();
        log.start_session(session, now_ms()).await?;
        Ok(Self { session, token })
    }

    /// Leaves the token with the browser, for another year.
    fn cookie(&self, app: &App) -> [(header::HeaderName, HeaderValue); 1] {
        [(header::SET_COOKIE, cookie::write(&app.site, &self.token))]
    }
}

fn session(app: &App, headers: &HeaderMap) -> Option<SessionId> {
    cookie::read(&app.site, headers).map(|token| token.session())
}

pub(super) fn table_id(id: String) -> Result<String, Problem> {
    if may_be_table_id(&id) {
        Ok(id)
    } else {
        Err(no_such_table())
    }
}

fn malformed(rejection: &JsonRejection) -> Failure {
    let problem = Problem::new("malformed", rejection.body_text());
    Failure::new(rejection.status(), problem)
}
