//! Replays, records and statistics of finished games.

use std::{
    collections::HashMap,
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    Extension,
    body::{Body, Bytes},
    extract::{Path, State, rejection::StringRejection},
    http::header,
    response::{IntoResponse, Response},
};
use brickwood_analysis::statistics;
use brickwood_table::{
    PlayedGame, Table, played_game_of_record,
    protocol::{ProblemKind, RequestFault},
    replay_of_record,
    room::unreadable,
};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{App, Caller, api::table_id};
use crate::{
    clients::{Address, LimitKind},
    json::malformed,
    problem::Failure,
};
use brickwood_storage::{StoredGame, tag};

const KB: usize = 1024;

/// The size of the parts in which an answer is sent.
const PART: usize = 16 * KB;

const JSON: &str = "application/json";

/// Computes replays and statistics. Each needs some megabytes meanwhile, so only a few run at a time, one for each
/// address, and the results are counted until they are sent. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ReplayWorkers(Arc<Inner>);

struct Inner {
    permits: Arc<Semaphore>,
    /// Kilobytes that may wait to be sent.
    waiting: Arc<Semaphore>,
    /// The number of these kilobytes.
    capacity: u32,
    /// A semaphore with one permit for each address that waits for something.
    addresses: Mutex<HashMap<Address, Arc<Semaphore>>>,
}

/// The permit of an address for one replay, until the replay is sent.
struct ReplayPermit {
    workers: ReplayWorkers,
    address: Address,
    own: Option<OwnedSemaphorePermit>,
}

impl Drop for ReplayPermit {
    fn drop(&mut self) {
        self.own = None;
        let mut addresses = self.workers.0.addresses.lock();
        let is_last = |own: &Arc<Semaphore>| Arc::strong_count(own) == 1;
        if addresses.get(&self.address).is_some_and(is_last) {
            addresses.remove(&self.address);
        }
    }
}

/// An answer that is sent in parts, with the permits that it holds until then.
struct ReplayBody {
    rest: Bytes,
    _held: (OwnedSemaphorePermit, ReplayPermit),
}

impl HttpBody for ReplayBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let rest = &mut self.get_mut().rest;
        let part = rest.split_to(rest.len().min(PART));
        Poll::Ready((!part.is_empty()).then(|| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

impl ReplayWorkers {
    /// Workers whose results may take this many bytes while they wait to be sent.
    pub(crate) fn new(waiting: usize) -> Self {
        let capacity = u32::try_from(waiting / KB).unwrap_or(u32::MAX);
        Self(Arc::new(Inner {
            permits: Arc::new(Semaphore::new(2)),
            waiting: Arc::new(Semaphore::new(capacity as usize)),
            capacity,
            addresses: Mutex::default(),
        }))
    }

    /// Does such work on a blocking thread. The result becomes an answer of this media type.
    async fn work_out(
        &self,
        caller: &Caller,
        media_type: &'static str,
        work: impl FnOnce() -> Result<String, Failure> + Send + 'static,
    ) -> Result<Response, Failure> {
        let shut = |_| ProblemKind::Unavailable;
        let address = caller.address();
        // Created before it is acquired, so that a request that is cancelled while it waits is cleaned up.
        let mut permit = ReplayPermit {
            workers: self.clone(),
            address,
            own: None,
        };
        let own = self.semaphore_of(address).acquire_owned().await;
        permit.own = Some(own.map_err(shut)?);
        caller.take(LimitKind::Replay)?;
        let working = Arc::clone(&self.0.permits).acquire_owned().await;
        let working = working.map_err(shut)?;
        let worked = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(working);
            result
        });
        let text = worked.await.map_err(|_| ProblemKind::Unavailable)??;
        let size = u32::try_from(text.len().div_ceil(KB)).unwrap_or(u32::MAX);
        let waiting = Arc::clone(&self.0.waiting);
        let waiting = waiting.acquire_many_owned(size.min(self.0.capacity)).await;
        let body = ReplayBody {
            rest: text.into(),
            _held: (waiting.map_err(shut)?, permit),
        };
        let head = [(header::CONTENT_TYPE, media_type)];
        Ok((head, Body::new(body)).into_response())
    }

    fn semaphore_of(&self, address: Address) -> Arc<Semaphore> {
        let mut addresses = self.0.addresses.lock();
        let own = addresses.entry(address);
        Arc::clone(own.or_insert_with(|| Arc::new(Semaphore::new(1))))
    }
}

/// `GET /api/tables/{id}/replay`: a finished game, step by step.
pub(super) async fn of_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = stored(&app, id).await?;
    let work = move || json(&table(game)?.replay()?);
    app.replay_workers.work_out(&caller, JSON, work).await
}

/// `POST /api/replay`: the replay of the record in the body.
pub(super) async fn of_record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let record = text(record)?;
    let work = move || json(&replay_of_record(&record)?);
    app.replay_workers.work_out(&caller, JSON, work).await
}

/// `GET /api/tables/{id}/statistics`: what was counted in a finished game.
pub(super) async fn statistics_of_table(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = stored(&app, id).await?;
    let work = move || counted(&table(game)?.played_game()?);
    app.replay_workers.work_out(&caller, JSON, work).await
}

/// `POST /api/statistics`: what was counted in the game of the record in the body.
pub(super) async fn statistics_of_record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let record = text(record)?;
    let work = move || counted(&played_game_of_record(&record)?);
    app.replay_workers.work_out(&caller, JSON, work).await
}

fn text(body: Result<String, StringRejection>) -> Result<String, Failure> {
    body.map_err(|rejection| match rejection {
        StringRejection::InvalidUtf8(_) => ProblemKind::Malformed {
            why: RequestFault::NotText,
        }
        .into(),
        rejection => malformed(rejection.status(), rejection.body_text()),
    })
}

fn counted(played: &PlayedGame) -> Result<String, Failure> {
    let counted = statistics(&played.game, &played.steps, played.times_ms.as_deref());
    json(&counted.map_err(|error| {
        tracing::error!(%error, "a game that was read cannot be played");
        ProblemKind::Internal
    })?)
}

/// `GET /api/tables/{id}/record`: a finished game as a file.
pub(super) async fn record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let game = stored(&app, id).await?;
    // An id is made of letters, digits and dashes.
    let disposition = format!("attachment; filename=\"brickwood-{}.txt\"", game.setup.id);
    let work = move || Ok(table(game)?.game_record()?);
    let plain = "text/plain; charset=utf-8";
    let answer = app.replay_workers.work_out(&caller, plain, work).await?;
    Ok(([(header::CONTENT_DISPOSITION, disposition)], answer).into_response())
}

async fn stored(app: &App, id: String) -> Result<StoredGame, Failure> {
    let id = table_id(id)?;
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

fn json(answer: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(answer).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        ProblemKind::Unavailable
    })?;
    Ok(text)
}
