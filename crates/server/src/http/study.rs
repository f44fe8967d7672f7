//! What people who study are told of records and positions. A page with the WebAssembly module asks that, others ask here.

use std::{io, sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    body::Body,
    extract::{FromRef, State, rejection::StringRejection},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_analysis::Analyzer;
use brickwood_protocol::{Advice, Exercise, Problem, ProblemKind, Reconsidered};
use brickwood_rules::Seat;
use futures_util::{Stream, StreamExt, stream};
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{AcquireError, Semaphore},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

#[cfg(feature = "openapi")]
use super::openapi::{Refused, Unread, Unstored, examples};
use super::{answers::Counted, app::App, rate_limit::Caller, replays::text, turns::Turns};
use crate::{
    analyst::Analyst,
    clients::LimitKind,
    json::{Input, malformed},
    problem::Failure,
    processors::Processors,
};

/// The number of steps that are analyzed before others may have the processor, and between two looks at whether the client
/// is still there.
const PART: usize = 10;

/// The number of records that are analyzed at a time. Each takes some megabytes.
const MOST_ANALYSES: usize = 16;

/// The number of other questions that are answered at a time, or wait for a processor.
const MOST_QUESTIONS: usize = 64;

/// The most answers of an exercise. Those of the island of the day have six.
const MOST_ANSWERS: usize = 64;

/// Asks an [`Analyst`] for clients: one question and one analysis of an address at a time, and a few of each of its networks,
/// on processors that no bot needs. Cheap to clone.
#[derive(Clone)]
pub(crate) struct StudyWorkers {
    analyst: Arc<dyn Analyst>,
    processors: Processors,
    questions: Turns,
    analyses: Turns,
    analyzing: Arc<Semaphore>,
    /// How long a client may take to read an analysis.
    delivery: Duration,
    /// Cancelled when the server stops.
    stop: CancellationToken,
}

impl FromRef<App> for StudyWorkers {
    fn from_ref(app: &App) -> Self {
        app.study_workers.clone()
    }
}

impl StudyWorkers {
    pub(crate) fn new(
        analyst: Arc<dyn Analyst>,
        processors: Processors,
        delivery: Duration,
        stop: CancellationToken,
    ) -> Self {
        Self {
            analyst,
            processors,
            questions: Turns::new(MOST_QUESTIONS),
            analyses: Turns::new(MOST_ANALYSES),
            analyzing: Arc::new(Semaphore::new(MOST_ANALYSES)),
            delivery,
            stop,
        }
    }

    /// The answer to a question. A client that goes away meanwhile keeps its turn until the answer is there.
    async fn answer<T: Send + 'static>(
        &self,
        caller: &Caller,
        ask: impl FnOnce(&dyn Analyst) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.questions.take(caller).await.map_err(shut)?;
        let analyst = Arc::clone(&self.analyst);
        let work = move || {
            let answer = ask(&*analyst);
            drop(turn);
            answer
        };
        let answer = self.processors.run_aside(work).await;
        Ok(answer.ok_or(ProblemKind::Internal)??)
    }

    /// The analysis of a record, a line for each part. It goes on only as long as somebody reads it.
    async fn analysis(
        &self,
        caller: &Caller,
        record: String,
    ) -> Result<impl Stream<Item = io::Result<String>> + use<>, Failure> {
        let turn = self.analyses.take(caller).await.map_err(shut)?;
        caller.take(LimitKind::Replay)?;
        let analyzing = Arc::clone(&self.analyzing).acquire_owned().await;
        let held = (turn, analyzing.map_err(shut)?);
        let analyst = Arc::clone(&self.analyst);
        let read = self
            .processors
            .run_aside(move || analyst.analyzer(&record))
            .await;
        let analyzer = read.ok_or(ProblemKind::Internal)??;
        let processors = self.processors.clone();
        let begun = Some((analyzer, processors, held));
        let parts = stream::unfold(begun, |going_on| async move {
            let (analyzer, processors, held) = going_on?;
            let Some((line, rest)) = processors.run_aside(move || next_part(analyzer)).await else {
                // So that the client does not take it for the end.
                return Some((Err(io::ErrorKind::Interrupted.into()), None));
            };
            Some((Ok(line), rest.map(|rest| (rest, processors, held))))
        });
        let until = self.stop.clone().cancelled_owned();
        Ok(parts.take_until(sleep(self.delivery)).take_until(until))
    }
}

fn shut(_: AcquireError) -> ProblemKind {
    ProblemKind::Unavailable
}

/// The next part of an analysis as a line, and what is left of it.
fn next_part(mut analyzer: Analyzer) -> (String, Option<Analyzer>) {
    let part = analyzer.advance(PART);
    let line = serde_json::to_string(&part).expect("analyses are JSON") + "\n";
    let goes_on = analyzer.done() < analyzer.steps();
    (line, goes_on.then_some(analyzer))
}

/// What choices cost in the game of a record, and what luck was worth: the parts of the analysis, as soon as each is known. It
/// ends with the last step, or when the client goes away.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post, path = "/api/analysis", tag = "replays",
        request_body(content = String, description = "A record, up to 256 KiB."),
        responses(
            (
                status = 200, body = Object, content_type = "application/x-ndjson",
                description = "A line for each part: `AnalysisPart` in web/src/lib/protocol/analysis.ts.",
            ),
            Refused<400>, Refused<413>, Refused<422>, Unstored,
        ),
    )
)]
pub(super) async fn analyze(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let parts = workers.analysis(&caller, text(record)?).await?;
    let head = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((Extension(Counted), head, Body::from_stream(parts)).into_response())
}

/// What the coach is asked about a record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct AdviceOrder {
    /// The record.
    pub(super) record: String,
    /// After how many of its steps: all of them where it has fewer.
    pub(super) steps: u32,
    /// Who is advised.
    pub(super) seat: Seat,
}

/// What the coach advises a seat after so many steps of a record; nothing for a seat that the game does not have.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post, path = "/api/advice", tag = "replays",
        request_body(content = AdviceOrder, example = json!(examples::advice_order())),
        responses(
            (status = 200, description = "The advice: `Advice` in web/src/lib/protocol/table.ts.", body = Object),
            Unread, Unstored,
        ),
    )
)]
pub(super) async fn advise(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    Input(order): Input<AdviceOrder>,
) -> Result<Json<Option<Advice>>, Failure> {
    let ask = move |analyst: &dyn Analyst| {
        let AdviceOrder {
            record,
            steps,
            seat,
        } = order;
        analyst.advise(&record, steps as usize, seat)
    };
    Ok(Json(workers.answer(&caller, ask).await?))
}

/// A decision for a learner.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct ExerciseOrder {
    /// What the seat sees that decides, in notation.
    pub(super) view: String,
    /// What it could do, in notation.
    #[cfg_attr(feature = "openapi", schema(max_items = 64))]
    pub(super) answers: Vec<String>,
}

/// A decision of the viewer of a view between some actions: what a page needs to ask it, and what speaks for each.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post, path = "/api/exercise", tag = "replays",
        request_body(content = ExerciseOrder, example = json!(examples::exercise_order())),
        responses(
            (status = 200, description = "The decision: `Exercise` in web/src/lib/protocol/table.ts.", body = Object),
            Unread, Unstored,
        ),
    )
)]
pub(super) async fn exercise(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    Input(ExerciseOrder { view, answers }): Input<ExerciseOrder>,
) -> Result<Json<Exercise>, Failure> {
    if answers.len() > MOST_ANSWERS {
        return Err(malformed(StatusCode::PAYLOAD_TOO_LARGE, String::new()));
    }
    let ask = move |analyst: &dyn Analyst| analyst.exercise(&view, &answers);
    Ok(Json(workers.answer(&caller, ask).await?))
}

/// A choice of a record that is looked at again.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct ReconsiderOrder {
    /// The record.
    pub(super) record: String,
    /// Which of its steps it was, from 1.
    pub(super) step: u32,
    /// Whether the choice and the best are played on to say why that is better.
    #[serde(default)]
    pub(super) reasons: bool,
}

/// The choice that a step of a record was, again: what the seat could have done, and what that was worth.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post, path = "/api/reconsider", tag = "replays",
        request_body(content = ReconsiderOrder, example = json!(examples::reconsider_order())),
        responses(
            (status = 200, description = "The choice: `Reconsidered` in web/src/lib/protocol/table.ts.", body = Object),
            Unread, Unstored,
        ),
    )
)]
pub(super) async fn reconsider(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    Input(order): Input<ReconsiderOrder>,
) -> Result<Json<Reconsidered>, Failure> {
    let ask = move |analyst: &dyn Analyst| {
        let ReconsiderOrder {
            record,
            step,
            reasons,
        } = order;
        analyst.reconsider(&record, step as usize, reasons)
    };
    Ok(Json(workers.answer(&caller, ask).await?))
}
