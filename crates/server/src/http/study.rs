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
use brickwood_protocol::{
    Advice, AdviceOrder, Exercise, ExerciseOrder, Look, LookOrder, Problem, ProblemKind,
    ReconsiderOrder, Reconsidered,
};
use brickwood_site::http::{
    answers::{InParts, LONGEST},
    clients::LimitKind,
    endpoints::endpoints,
    json::{JsonBody, malformed},
    problem::Failure,
    rate_limit::Caller,
    turns::Turns,
};
use futures_util::{Stream, StreamExt, stream};
use tokio::{
    sync::{AcquireError, Semaphore},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use super::{app::App, replays::text};
use crate::{analyst::Analyst, processors::Processors};

endpoints! {
    of StudyWorkers;

    /// What choices cost in the game of a record, and what luck was worth: the parts of the analysis, as soon as each is known. It
    /// ends with the last step, or when the client goes away.
    post "/api/analysis" => analyze [takes_record] {
        tag = "study",
        request_body(content = String, description = "A record, up to 256 KiB."),
        responses(
            (
                status = 200, body = elsewhere::AnalysisPart, content_type = "application/x-ndjson",
                description = "A line for each part.",
            ),
            RefusedWith<400>, RefusedWith<413>, RefusedWith<422>, Unstored,
        )
    }

    /// What the coach advises a seat after so many steps of a record; nothing for a seat that the game does not have.
    post "/api/advice" => advise [takes_record] {
        tag = "study",
        request_body(content = AdviceOrder, example = json!(examples::advice_order())),
        responses(
            (status = 200, description = "The advice.", body = elsewhere::Advice),
            Unread, Unstored,
        )
    }

    /// A decision of the viewer of a view between some actions: what a page needs to ask it, and what speaks for each.
    post "/api/exercise" => exercise [compressed] {
        tag = "study",
        request_body(content = ExerciseOrder, example = json!(examples::exercise_order())),
        responses(
            (status = 200, description = "The decision.", body = elsewhere::Exercise),
            Unread, Unstored,
        )
    }

    /// The choice that a step of a record was, again: what the seat could have done, and what that was worth.
    post "/api/reconsider" => reconsider [takes_record, compressed] {
        tag = "study",
        request_body(content = ReconsiderOrder, example = json!(examples::reconsider_order())),
        responses(
            (status = 200, description = "The choice.", body = elsewhere::Reconsidered),
            Unread, Unstored,
        )
    }

    /// What a bot compared in the decision that a step of a record was, and what it believed.
    post "/api/look" => look [takes_record, compressed] {
        tag = "study",
        request_body(content = LookOrder, example = json!(examples::look_order())),
        responses(
            (status = 200, description = "The look.", body = elsewhere::Look),
            Unread, Unstored,
        )
    }
}

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

pub(super) async fn analyze(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    record: Result<String, StringRejection>,
) -> Result<Response, Failure> {
    let parts = workers.analysis(&caller, text(record)?).await?;
    let head = [(header::CONTENT_TYPE, "application/x-ndjson")];
    let in_parts = Extension(InParts { longest: LONGEST });
    Ok((in_parts, head, Body::from_stream(parts)).into_response())
}

pub(super) async fn advise(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    JsonBody(order): JsonBody<AdviceOrder>,
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

pub(super) async fn exercise(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    JsonBody(ExerciseOrder { view, answers }): JsonBody<ExerciseOrder>,
) -> Result<Json<Exercise>, Failure> {
    if answers.len() > MOST_ANSWERS {
        return Err(malformed(StatusCode::PAYLOAD_TOO_LARGE, String::new()));
    }
    let ask = move |analyst: &dyn Analyst| analyst.exercise(&view, &answers);
    Ok(Json(workers.answer(&caller, ask).await?))
}

pub(super) async fn reconsider(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    JsonBody(order): JsonBody<ReconsiderOrder>,
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

pub(super) async fn look(
    State(workers): State<StudyWorkers>,
    Extension(caller): Extension<Caller>,
    JsonBody(LookOrder { record, step }): JsonBody<LookOrder>,
) -> Result<Json<Look>, Failure> {
    let ask = move |analyst: &dyn Analyst| analyst.look(&record, step as usize);
    Ok(Json(workers.answer(&caller, ask).await?))
}
