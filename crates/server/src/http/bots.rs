//! Network bots: how they register, receive invitations, and are invited. They play as everybody does,
//! over the socket of a table.

use std::convert::Infallible;

use axum::{
    Extension, Json,
    body::Body,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{BotEvent, Invite, NewBot, OnlineBot, ProblemKind, RegisteredBot};
use brickwood_site::{
    http::{
        answers::{InParts, LONGEST},
        cookie::bearer,
        endpoints::endpoints,
        json::JsonBody,
        list::{LIST, List},
        problem::Failure,
        sender::{bot_name, person_of, table_id, unknown_bot},
    },
    person::token::Token,
};
use brickwood_storage::now_ms;
use futures_util::{StreamExt, stream};

use super::app::App;
use crate::invitations::bot_id;

endpoints! {
    of App;

    /// Registers a bot of others. Its token is shown this once.
    post "/api/bots" => register_bot costs Arrival {
        tag = "bots", request_body(content = NewBot, example = json!(examples::new_bot())),
        responses(
            (status = 201, description = "The bot.", body = RegisteredBot, example = json!(examples::registered_bot())),
            Unread, Unstored,
        )
    }

    /// The bots of others that listen to this server and can be invited.
    get "/api/bots/online" => online_bots {
        tag = "bots", responses(
            (status = 200, description = "The bots.", body = Vec<OnlineBot>, example = json!([examples::online_bot()])),
            Unstored,
        )
    }

    /// The host tells a bot that listens of a table with an open seat. Whether it comes is up to the bot.
    post "/api/tables/{id}/invite" => invite_bot {
        tag = "bots", params(TableId),
        security(("cookie" = []), ("bot" = [])),
        request_body(content = Invite, example = json!(examples::invite())),
        responses(
            (status = 204, description = "The bot was told."),
            Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// What a bot is told as long as it listens: one JSON object a line, and an empty line every 10 seconds. A bot listens
    /// once: the next connection ends the one before.
    get "/api/bot/events" => bot_events {
        tag = "bots", security(("bot" = [])),
        params(("open" = Option<bool>, Query, description = "Whether any host may invite the bot: not unless it is `true`.")),
        responses(
            (
                status = 200, description = "The events, until either side ends them.",
                body = BotEvent, content_type = "application/x-ndjson", example = json!(examples::bot_event()),
            ),
            RefusedWith<401>, Unstored,
        )
    }
}

pub(super) async fn register_bot(
    State(app): State<App>,
    JsonBody(bot): JsonBody<NewBot>,
) -> Result<Response, Failure> {
    let name = bot_name(&bot.name)?;
    app.site.check_name(&name).await?;
    let token = Token::generate()?;
    let person = token.bot();
    let log = app.tables.log();
    log.persons().add(person, now_ms()).await?;
    log.persons().rename(person, &name).await?;
    let registered = RegisteredBot {
        id: bot_id(person),
        name,
        token: token.to_text(),
    };
    Ok((StatusCode::CREATED, Json(registered)).into_response())
}

pub(super) async fn online_bots(State(app): State<App>) -> Result<List<OnlineBot>, Failure> {
    Ok(List::of(LIST, app.invitations.online().await?))
}

pub(super) async fn invite_bot(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(invite): JsonBody<Invite>,
) -> Result<StatusCode, Failure> {
    let id = table_id(id)?;
    let Invite { bot } = invite;
    let game = app.tables.log().games().listed(&id).await?;
    let people = game.ok_or(ProblemKind::NoSuchTable)?.people;
    let caller = person_of(&app.site, &headers).await?;
    if caller.is_none() || people.host != caller {
        return Err(ProblemKind::NotHost.into());
    }
    if people.open_seats().is_empty() {
        return Err(ProblemKind::NoOpenSeat.into());
    }
    if !app.invitations.invite(bot.clone(), &id).await? {
        let problem = ProblemKind::NoSuchBot { name: bot };
        return Err(Failure::new(StatusCode::NOT_FOUND, problem.into()));
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn bot_events(
    State(app): State<App>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let person = bearer(&headers).map(|token| token.bot());
    let name = match person {
        Some(person) if app.tables.log().persons().meet(person, now_ms()).await? => {
            app.tables.log().persons().name_of(person).await?
        }
        _ => None,
    };
    let (Some(person), Some(name)) = (person, name) else {
        return Err(unknown_bot());
    };
    let query = query.unwrap_or_default();
    let open = query.split('&').any(|parameter| parameter == "open=true");
    let invitations = app.invitations.listen(person, name, open).await?;
    let lines = stream::unfold(invitations, |mut invitations| async {
        let text = text(&invitations.next().await?);
        Some((Ok::<_, Infallible>(text), invitations))
    });
    let lines = lines.take_until(app.stop.cancelled_owned());
    let head = [(header::CONTENT_TYPE, "application/x-ndjson")];
    let in_parts = Extension(InParts { longest: LONGEST });
    Ok((in_parts, head, Body::from_stream(lines)).into_response())
}

/// A line for each event, or an empty line.
fn text(events: &[BotEvent]) -> String {
    let lines: Vec<String> = events
        .iter()
        .map(|event| serde_json::to_string(event).expect("events are JSON"))
        .collect();
    lines.join("\n") + "\n"
}
