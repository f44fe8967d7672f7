//! Replays, records and statistics of finished games.

use std::{future::ready, io::Write};

use axum::{
    Extension,
    extract::{Path, State, rejection::StringRejection},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use brickwood_analysis::statistics;
use brickwood_protocol::{ProblemKind, RequestFault};
use brickwood_site::http::{
    endpoints::endpoints,
    json::malformed,
    problem::Failure,
    rate_limit::Caller,
    sender::{person_of, table_id},
};
use brickwood_storage::{StoredGame, tag};
use brickwood_table::{PlayedGame, Table, played_game_of_record, room::unreadable};
use serde::Serialize;

use super::app::App;
use super::replay_workers::{Out, unwritten};

endpoints! {
    of App;

    /// A finished game, step by step, with all hands.
    get "/api/tables/{id}/replay" => replay_of_table {
        tag = "replays", params(TableId),
        responses(
            (status = 200, description = "The replay.", body = elsewhere::Replay),
            RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// The replay of a record.
    post "/api/replay" => replay_of_record [takes_record] {
        tag = "replays", request_body(content = String, description = "A record, up to 256 KiB."),
        responses(
            (status = 200, description = "The replay.", body = elsewhere::Replay),
            RefusedWith<400>, RefusedWith<413>, RefusedWith<422>, Unstored,
        )
    }

    /// What was counted in a finished game, and how the chances to win developed.
    get "/api/tables/{id}/statistics" => statistics_of_table {
        tag = "replays", params(TableId),
        responses(
            (status = 200, description = "The statistics.", body = elsewhere::GameStatistics),
            RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }

    /// What was counted in the game of a record, as far as it was played.
    post "/api/statistics" => statistics_of_record [takes_record] {
        tag = "replays",
        request_body(content = String, description = "A record, up to 256 KiB."),
        responses(
            (status = 200, description = "The statistics.", body = elsewhere::GameStatistics),
            RefusedWith<400>, RefusedWith<413>, RefusedWith<422>, Unstored,
        )
    }

    /// A finished game in the notation of records.
    get "/api/tables/{id}/record" => record_of_table {
        tag = "replays", params(TableId),
        responses(
            (status = 200, description = "The record.", body = String),
            RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }
}

/// The number of the latest lines of the chat that a replay has.
const SAID: u32 = 500;

const JSON: &str = "application/json";

pub(super) async fn replay_of_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let person = person_of(&app.site, &headers).await?;
    let work = move |(game, chat), out: &mut Out| {
        let table = table(game)?;
        let is_heard = table.shut_out(person).is_none();
        json(
            out,
            &table.replay_with_chat(if is_heard { chat } else { Vec::new() })?,
        )
    };
    let id = table_id(id)?;
    let load = async {
        let chat = app.tables.log().talk(&id, 0, SAID).await?;
        Ok((stored(&app, id.clone()).await?, chat))
    };
    app.replay_workers.work_out(&caller, JSON, load, work).await
}

pub(super) async fn replay_of_record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let record = text(record)?;
    let work =
        |record: String, out: &mut Out| json(out, &brickwood_table::replay_of_record(&record)?);
    app.replay_workers
        .work_out(&caller, JSON, ready(Ok(record)), work)
        .await
}

pub(super) async fn statistics_of_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let work = |game, out: &mut Out| counted(out, &table(game)?.played_game()?);
    let game = stored(&app, table_id(id)?);
    app.replay_workers.work_out(&caller, JSON, game, work).await
}

pub(super) async fn statistics_of_record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let record = text(record)?;
    let work = |record: String, out: &mut Out| counted(out, &played_game_of_record(&record)?);
    app.replay_workers
        .work_out(&caller, JSON, ready(Ok(record)), work)
        .await
}

pub(super) fn text(body: Result<String, StringRejection>) -> Result<String, Failure> {
    body.map_err(|rejection| match rejection {
        StringRejection::InvalidUtf8(_) => ProblemKind::Malformed {
            why: RequestFault::NotText,
        }
        .into(),
        rejection => malformed(rejection.status(), rejection.body_text()),
    })
}

fn counted(out: &mut Out, played: &PlayedGame) -> Result<(), Failure> {
    let counted = statistics(&played.game, &played.steps, played.times_ms.as_deref());
    let counted = counted.map_err(|error| {
        tracing::error!(%error, "a game that was read cannot be played");
        ProblemKind::Internal
    })?;
    json(out, &counted)
}

pub(super) async fn record_of_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let id = table_id(id)?;
    // An id is made of letters, digits and dashes.
    let disposition = format!("attachment; filename=\"brickwood-{id}.txt\"");
    let work = |game, out: &mut Out| {
        let record = table(game)?.game_record()?;
        out.write_all(record.as_bytes())
            .map_err(|error| unwritten(&error))
    };
    let plain = "text/plain; charset=utf-8";
    let game = stored(&app, id);
    let workers = &app.replay_workers;
    let answer = workers.work_out(&caller, plain, game, work).await?;
    Ok(([(header::CONTENT_DISPOSITION, disposition)], answer).into_response())
}

async fn stored(app: &App, id: String) -> Result<StoredGame, Failure> {
    let game = app.tables.log().load(&id).await?;
    Ok(game.ok_or(ProblemKind::NoSuchTable)?)
}

/// A stored game as a table.
fn table(game: StoredGame) -> Result<Table, Failure> {
    let id = game.setup.id.clone();
    let table = Table::restore(game.setup, game.people, game.records);
    table.map_err(|error| {
        tracing::error!(table = tag(&id), %error, "a log cannot be replayed");
        unreadable(&error).into()
    })
}

fn json(out: &mut Out, answer: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(out, answer).map_err(|error| unwritten(&error))
}
