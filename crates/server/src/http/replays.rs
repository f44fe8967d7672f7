//! Finished games, to look at again.

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::StringRejection},
    http::header,
    response::{IntoResponse, Response},
};
use brickwood_table::{
    Table,
    protocol::{Problem, Replay},
    replay_of_record,
};
use tokio::sync::Semaphore;

use super::{App, api::table_id};
use crate::{
    actor::restore,
    log::StoredGame,
    problem::{Failure, no_such_table, unavailable},
};

/// Where replays are worked out: a game is some megabytes while it is, so that only a few are at a
/// time. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Studies(Arc<Semaphore>);

impl Default for Studies {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(2)))
    }
}

impl Studies {
    /// Does such work on a thread of its own.
    async fn work_out<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let place = Arc::clone(&self.0).acquire_owned().await;
        let place = place.map_err(|_| unavailable())?;
        let worked = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(place);
            result
        });
        worked.await.map_err(|_| unavailable())?
    }
}

/// `GET /api/tables/{id}/replay`: a finished game, step by step.
pub(super) async fn of_table(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = stored(&app, id).await?;
    let replay = app.studies.work_out(move || json(&table(game)?.replay()?));
    replay.await
}

/// `POST /api/replay`: the replay of the record in the body.
pub(super) async fn of_record(
    State(app): State<App>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let record = record.map_err(|rejection| {
        let problem = Problem::new("malformed", rejection.body_text());
        Failure::new(rejection.status(), problem)
    })?;
    let replay = app
        .studies
        .work_out(move || json(&replay_of_record(&record)?));
    replay.await
}

/// `GET /api/tables/{id}/record`: a finished game as a file.
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = stored(&app, id).await?;
    // An id is made of letters, digits and dashes.
    let disposition = format!("attachment; filename=\"brickwood-{}.txt\"", game.setup.id);
    let text = app
        .studies
        .work_out(move || Ok(table(game)?.game_record()?));
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((head, text.await?).into_response())
}

async fn stored(app: &App, id: String) -> Result<StoredGame, Failure> {
    let id = table_id(id)?;
    let game = app.tables.log().load(&id).await?;
    Ok(game.ok_or_else(no_such_table)?)
}

/// A stored game as a table.
fn table(game: StoredGame) -> Result<Table, Failure> {
    Ok(restore(game.setup, game.people, game.records)?)
}

fn json(replay: &Replay) -> Result<Response, Failure> {
    let text = serde_json::to_string(replay).map_err(|error| {
        tracing::error!(%error, "a replay cannot be written");
        unavailable()
    })?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
