//! Creating, listing and joining tables, and the way to their sockets.

use std::{borrow::Cow, sync::Arc};

use axum::{
    Extension, Json,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{
    BoardOrder, BoardReport, BotLevel, Created, DraftOrder, DraftReport, EditionInfo, FillOrder,
    HandshakeFault, JoinTable, Level, Me, NewSeat, NewTable, Problem, ProblemKind, SetUpOrder,
    TableSummary,
};
use brickwood_site::http::{
    endpoints::endpoints,
    id::{clean_code, new_code, new_seed, new_table_id},
    json::JsonBody,
    list::{LONG_LIST, List},
    metrics,
    problem::Failure,
    rate_limit::{Caller, Peer, SocketPermit},
    sender::{KnownPerson, bot_name, credential, person_of, table_id},
};
use brickwood_storage::{CreateError, NewGame, now_ms};
use brickwood_table::{
    People, PersonId, Setup, fill_board, person_name, report_on_board, report_on_draft,
    room::{Reply, RoomRequest},
};

use super::app::App;
use crate::{
    socket,
    webhook::{OpenedTable, Tidings},
    ws_stream::{Handshake, shake_hands},
};

endpoints! {
    of App;

    /// The presets of the rules, the default first.
    get "/api/editions" => editions {
        tag = "rules",
        responses((status = 200, description = "The presets.", body = Vec<EditionInfo>))
    }

    /// The bots that the server itself seats, as seats name them.
    get "/api/bots" => bots {
        tag = "bots",
        responses((status = 200, description = "The bots.", body = Vec<BotLevel>, example = json!(examples::bots())))
    }

    /// What is known of the caller.
    get "/api/me" => me {
        tag = "people", security(("cookie" = []), ("bot" = [])),
        responses((status = 200, description = "The caller.", body = Me, example = json!(examples::me())), Unstored)
    }

    /// The name with which the caller sits down from now on. Whoever has no cookie gets one.
    put "/api/me" => rename {
        tag = "people", security(("cookie" = []), ("bot" = [])),
        request_body(content = Me, example = json!(examples::me())),
        responses((status = 204, description = "Done."), Unread, RefusedWith<401>, Unstored)
    }

    /// A new table, with the caller on its first seat for a person. Whoever has no cookie gets one.
    post "/api/tables" => create_table [takes_record] {
        tag = "tables", security(("cookie" = []), ("bot" = [])),
        request_body(content = NewTable, example = json!(examples::new_table())),
        responses(
            (status = 201, description = "The table.", body = Created, example = json!(examples::created())),
            Unread, RefusedWith<401>, Unstored,
        )
    }

    /// Whether such a table could be created. Nothing is.
    post "/api/tables/check" => check_table [takes_record] {
        tag = "tables",
        request_body(content = NewTable, example = json!(examples::new_table())),
        responses((status = 204, description = "It could."), Unread)
    }

    /// What a board is like, before there is a table.
    post "/api/boards" => describe_board [compressed] {
        tag = "tables",
        request_body(content = BoardOrder, example = json!(examples::board_order())),
        responses(
            (status = 200, description = "The board, its text, and what can be said of it.", body = BoardReport),
            Unread,
        )
    }

    /// What is to be said of a board that is being drawn.
    post "/api/boards/draft" => describe_draft [compressed] {
        tag = "tables",
        request_body(content = DraftOrder, example = json!(examples::draft_order())),
        responses(
            (
                status = 200, body = DraftReport,
                description = "What is drawn, what is wrong with it, what is missing and how even it is.",
            ),
            Unread,
        )
    }

    /// The rest of a board that is being drawn, at random. What is drawn stays.
    post "/api/boards/fill" => fill_draft [compressed] {
        tag = "tables",
        request_body(content = FillOrder, example = json!(examples::fill_order())),
        responses(
            (status = 200, description = "The whole board, its text, and what can be said of it.", body = BoardReport),
            Unread,
        )
    }

    /// The caller's tables: unfinished games first, the newest first among each; at most 50.
    get "/api/tables" => my_tables {
        tag = "tables", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The tables.", body = Vec<TableSummary>, example = json!([examples::summary()])),
            Unstored,
        )
    }

    /// The table that waits for players under a code.
    get "/api/codes/{code}" => table_by_code {
        tag = "tables",
        params(("code" = String, Path, description = "Four letters and digits, in either case.")),
        responses(
            (status = 200, description = "The table.", body = Created, example = json!(examples::created())),
            RefusedWith<404>, Unstored,
        )
    }

    /// The caller takes an open seat; one who sits there already keeps theirs. Whoever has no cookie gets one.
    post "/api/tables/{id}/join" => join_table {
        tag = "tables", params(TableId),
        security(("cookie" = []), ("bot" = [])),
        request_body(content = JoinTable, example = json!(examples::join_table())),
        responses(
            (status = 204, description = "Done."),
            Unread, RefusedWith<401>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// The host sets the table up in another way, until the game begins. Whoever was ready is asked again.
    put "/api/tables/{id}/set-up" => set_up_table {
        tag = "tables", params(TableId),
        security(("cookie" = []), ("bot" = [])),
        request_body(content = SetUpOrder, example = json!(examples::set_up_order())),
        responses(
            (status = 204, description = "Done, or it was set up like that already."),
            Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// The next table for the same people, bots and options, once the game is over.
    post "/api/tables/{id}/rematch" => rematch costs Creation {
        tag = "tables", params(TableId),
        security(("cookie" = []), ("bot" = [])),
        responses(
            (
                status = 201, description = "The next table: the same one for all who ask.",
                body = Created, example = json!(examples::created()),
            ),
            RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// The WebSocket of a table. The messages are those of web/src/lib/base/protocol/, explained in docs/book/bot-api.md.
    /// Without a seat, the caller watches.
    get "/api/tables/{id}/socket" => table_socket {
        tag = "tables", params(TableId),
        security(("cookie" = []), ("bot" = []), ()),
        responses((status = 101, description = "The socket is open."), RefusedWith<400>, RefusedWith<429>, Unstored)
    }
}

/// The most tables in a list.
pub(super) const LONGEST_LIST: u32 = 50;

/// The most tables of one host that have not begun.
const MOST_GATHERING: u32 = 5;

/// The number of new ids that are tried.
const ATTEMPTS: u32 = 3;

pub(super) async fn editions() -> Json<Vec<EditionInfo>> {
    Json(EditionInfo::all())
}

pub(super) async fn bots(State(app): State<App>) -> Json<Vec<BotLevel>> {
    let external = app.tables.external_bots().into_iter();
    let external = external.map(|name| BotLevel::Outside { name });
    Json(
        Level::ALL
            .map(BotLevel::Own)
            .into_iter()
            .chain(external)
            .collect(),
    )
}

pub(super) async fn me(State(app): State<App>, headers: HeaderMap) -> Result<Json<Me>, Failure> {
    Ok(Json(
        known_of(&app, person_of(&app.site, &headers).await?).await?,
    ))
}

/// What is known of somebody, if it is known who that is.
pub(super) async fn known_of(app: &App, person: Option<PersonId>) -> Result<Me, Failure> {
    let name = match person {
        Some(person) => app.tables.log().persons().name_of(person).await?,
        None => None,
    };
    Ok(Me { name })
}

pub(super) async fn rename(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(me): JsonBody<Me>,
) -> Result<Response, Failure> {
    let name = called(&headers, &me.name.unwrap_or_default())?;
    let known = person_of(&app.site, &headers).await?;
    app.site.may_be_called(known, &name).await?;
    let person = KnownPerson::of(&app.site, &caller, &headers).await?;
    app.tables.log().persons().rename(person.id, &name).await?;
    Ok((StatusCode::NO_CONTENT, person.cookie(&app.site), ()).into_response())
}

pub(super) async fn create_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(mut order): JsonBody<NewTable>,
) -> Result<Response, Failure> {
    app.site.require_open().await?;
    let name = called(&headers, &order.name)?;
    app.site.check_offered(&order.options).await?;
    let known = person_of(&app.site, &headers).await?;
    app.site.may_sit(known, &caller, Some(&name)).await?;
    for seat in &mut order.seats {
        match seat {
            NewSeat::Bot { level, .. } => app.tables.check_bot(*level)?,
            NewSeat::Local { name, .. } => {
                *name = person_name(name)?;
                app.site.check_name(name).await?;
            }
            NewSeat::Human { .. } | NewSeat::Locked { .. } => {}
        }
    }
    // Before the person is stored: a table that cannot be created leaves nothing behind.
    let mut setup = Setup::new(new_table_id()?, &order, new_seed()?, now_ms())?;
    caller.store_table(stored_length(&setup))?;
    let person = KnownPerson::of(&app.site, &caller, &headers).await?;
    let log = app.tables.log();
    if log.games().gathering_of(person.id).await? >= MOST_GATHERING {
        return Err(ProblemKind::TooManyTables {
            most: MOST_GATHERING,
        }
        .into());
    }
    log.persons().rename(person.id, &name).await?;
    for _ in 0..ATTEMPTS {
        let network = app.site.network_mark(&caller, &setup.id).await?;
        let people = People::new(&order, person.id, &name, Some(new_code()?));
        let game = NewGame {
            setup: setup.clone(),
            people: people.with_host_from(network),
            rematch_of: None,
            origin: Some(caller.origin()),
        };
        match log.create(game).await {
            Ok(()) => {
                app.announce(&setup.id, &name, &order);
                let created = Json(Created { id: setup.id });
                return Ok((StatusCode::CREATED, person.cookie(&app.site), created).into_response());
            }
            // The board follows from the id.
            Err(CreateError::Exists) => {
                setup = Setup::new(new_table_id()?, &order, new_seed()?, now_ms())?;
            }
            Err(CreateError::OtherRematch(_) | CreateError::Unavailable(_)) => break,
        }
    }
    Err(ProblemKind::Unavailable.into())
}

/// The number of bytes that a set-up takes in the storage.
fn stored_length(setup: &Setup) -> usize {
    serde_json::to_vec(setup).map_or(0, |stored| stored.len())
}

pub(super) async fn check_table(
    JsonBody(order): JsonBody<NewTable>,
) -> Result<StatusCode, Failure> {
    Setup::check(&order)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn describe_board(
    JsonBody(order): JsonBody<BoardOrder>,
) -> Result<Json<BoardReport>, Failure> {
    Ok(Json(report_on_board(order)?))
}

pub(super) async fn describe_draft(
    JsonBody(order): JsonBody<DraftOrder>,
) -> Result<Json<DraftReport>, Failure> {
    Ok(Json(report_on_draft(&order)?))
}

pub(super) async fn fill_draft(
    JsonBody(order): JsonBody<FillOrder>,
) -> Result<Json<BoardReport>, Failure> {
    // Many boards may have to be laid until one is fair.
    let filled = tokio::task::spawn_blocking(|| fill_board(order)).await;
    let report = filled.map_err(|error| {
        tracing::error!(%error, "a board could not be filled");
        ProblemKind::Internal
    })?;
    Ok(Json(report?))
}

pub(super) async fn my_tables(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<List<TableSummary>, Failure> {
    tables_of(&app, person_of(&app.site, &headers).await?).await
}

/// The tables of somebody, if it is known who that is.
pub(super) async fn tables_of(
    app: &App,
    person: Option<PersonId>,
) -> Result<List<TableSummary>, Failure> {
    let Some(person) = person else {
        return Ok(List::of(LONG_LIST, []));
    };
    let games = app
        .tables
        .log()
        .games()
        .games_of(person, LONGEST_LIST)
        .await?;
    let summaries = games.iter().map(|game| game.summary(Some(person)));
    Ok(List::of(LONG_LIST, summaries))
}

pub(super) async fn table_by_code(
    State(app): State<App>,
    Path(code): Path<String>,
) -> Result<Json<Created>, Failure> {
    let code = clean_code(&code).ok_or(ProblemKind::NoSuchTable)?;
    let id = app.tables.log().games().by_code(&code).await?;
    let id = id.ok_or(ProblemKind::NoSuchTable)?;
    Ok(Json(Created { id }))
}

pub(super) async fn join_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(join): JsonBody<JoinTable>,
) -> Result<Response, Failure> {
    let id = table_id(id)?;
    let JoinTable { name, seat } = join;
    let name = called(&headers, &name)?;
    let known = person_of(&app.site, &headers).await?;
    app.site.may_sit(known, &caller, Some(&name)).await?;
    let person = KnownPerson::of(&app.site, &caller, &headers).await?;
    app.tables.log().persons().rename(person.id, &name).await?;
    let apart = app.site.apart_from(person.id).await?;
    let network = app.site.network_mark(&caller, &id).await?;
    app.tables
        .ask(
            &id,
            RoomRequest::Join {
                person: person.id,
                name,
                seat,
                apart,
                network,
            },
        )
        .await?;
    Ok((StatusCode::NO_CONTENT, person.cookie(&app.site), ()).into_response())
}

pub(super) async fn set_up_table(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(order): JsonBody<SetUpOrder>,
) -> Result<StatusCode, Failure> {
    let id = table_id(id)?;
    let person = person_of(&app.site, &headers)
        .await?
        .ok_or(ProblemKind::NotHost)?;
    app.site.check_offered(&order.options).await?;
    let order = Box::new(order);
    app.tables
        .ask(&id, RoomRequest::SetUp { person, order })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn rematch(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    app.site.require_open().await?;
    caller.store_table(0)?;
    let person = person_of(&app.site, &headers).await?;
    app.site.may_sit(person, &caller, None).await?;
    let rematch = RoomRequest::Rematch { person };
    let Reply::Table(id) = app.tables.ask(&id, rematch).await? else {
        return Err(ProblemKind::Internal.into());
    };
    Ok((StatusCode::CREATED, Json(Created { id })).into_response())
}

pub(super) async fn table_socket(
    State(app): State<App>,
    Path(id): Path<String>,
    permit: Option<Extension<SocketPermit>>,
    Extension(peer): Extension<Peer>,
    mut request: Request,
) -> Result<Response, Failure> {
    let Handshake { answer, opening } = shake_hands(&mut request, &app.site.limits)?;
    // Whatever asks for an upgrade has got a permit.
    let Some(Extension(SocketPermit(permit))) = permit else {
        let why = HandshakeFault::Other;
        return Err(ProblemKind::NoUpgrade { why }.into());
    };
    let credential = credential(&app.site, request.headers());
    app.sockets.clone().spawn(async move {
        if let Some(stream) = opening.open().await {
            let _open = metrics::socket();
            socket::serve(stream, app, id, credential, permit, peer.stop).await;
        }
    });
    Ok(answer)
}

/// `GET /readyz`: whether the storage takes writes, and the server is not about to stop.
pub(super) async fn ready(State(app): State<App>) -> (StatusCode, Cow<'static, str>) {
    if app.leaving.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping".into());
    }
    let log = app.tables.log();
    if app.health.is_well(log).await {
        return (StatusCode::OK, "ready".into());
    }
    let why = match log.trouble().await {
        Some(trouble) => format!("nothing can be stored: {trouble}").into(),
        None => "nothing can be stored: the storage does not answer, or its disk is full".into(),
    };
    (StatusCode::SERVICE_UNAVAILABLE, why)
}

impl App {
    /// Tells of a new table, if it is one that is to find players.
    pub(super) fn announce(&self, table: &str, host: &str, order: &NewTable) {
        let (Some(webhook), Some(bots)) = (&self.webhook, order.options.bots_after) else {
            return;
        };
        if !order.options.public {
            return;
        }
        let url = self.site.address.public_url.as_ref();
        let has_begun = bots.seconds == 0;
        let (log, id) = (self.tables.shared_log(), table.to_owned());
        webhook.send(Tidings::Table(OpenedTable {
            host: host.to_owned(),
            seats: order.seats.len() as u8,
            begins_ms: (!has_begun).then(|| now_ms() + 1000 * u64::from(bots.seconds)),
            id: id.clone(),
            origin: url.map(|url| url.origin().to_owned()),
            is_open: Box::new(move || {
                let (log, id) = (Arc::clone(&log), id.clone());
                Box::pin(async move {
                    // Where nobody knows, nothing is told.
                    let Ok(Some(table)) = log.games().listed(&id).await else {
                        return false;
                    };
                    let now = table.summary(None);
                    let can_sit = if has_begun {
                        now.seats_to_take > 0
                    } else {
                        now.open_seats > 0 && !now.started
                    };
                    can_sit && table.people.options.public
                })
            }),
        }));
    }
}

/// The name under which others see the caller.
fn called(headers: &HeaderMap, name: &str) -> Result<String, Problem> {
    if headers.contains_key(header::AUTHORIZATION) {
        bot_name(name)
    } else {
        person_name(name)
    }
}
