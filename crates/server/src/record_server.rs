//! A server that shows one record.

use std::sync::Arc;

use axum::{
    Extension, Router,
    body::Bytes,
    http::header,
    routing::{MethodRouter, any, get},
};
use brickwood_analysis::statistics;
use brickwood_protocol::{Problem, ProblemKind};
use brickwood_site::http::answers::InParts;
use brickwood_table::{played_game_of_record, replay_of_record};
use serde::Serialize;
use tokio::net::TcpListener;

use crate::{
    Analyst, Limits, Opening, Site, WebClient,
    http::{protected, study_endpoints, unknown},
    processors::Processors,
    serve::{ConnectionContext, accept},
};

/// Shows the game of a record, step by step, to everybody who connects, and what can be told of it.
pub struct RecordServer {
    record: Bytes,
    replay: Bytes,
    statistics: Bytes,
    client: Arc<dyn WebClient>,
    analyst: Arc<dyn Analyst>,
}

impl RecordServer {
    /// The path of the game's page.
    pub const PATH: &str = "/replay/record";

    /// A server for this record.
    ///
    /// # Errors
    ///
    /// The fault of the record.
    pub fn new(
        record: &str,
        client: Arc<dyn WebClient>,
        analyst: Arc<dyn Analyst>,
    ) -> Result<Self, Problem> {
        let played = played_game_of_record(record)?;
        let counted = statistics(&played.game, &played.steps, None);
        Ok(Self {
            record: record.to_owned().into(),
            replay: json(&replay_of_record(record)?)?,
            statistics: json(&counted.map_err(|_| ProblemKind::Internal)?)?,
            client,
            analyst,
        })
    }

    /// Serves until `stop` resolves.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let context = ConnectionContext::new(Limits::default(), Site::default());
        let limits = context.limits();
        let of_record = Router::new()
            .route(
                "/api/tables/record/record",
                always("text/plain; charset=utf-8", self.record),
            )
            .route("/api/tables/record/replay", always(JSON, self.replay))
            .route(
                "/api/tables/record/statistics",
                always(JSON, self.statistics),
            )
            .route("/api/{*rest}", any(unknown));
        let workers = context.study_workers(self.analyst, Processors::default());
        let endpoints = study_endpoints()
            .into_iter()
            .map(|endpoint| endpoint.route(limits));
        let api = endpoints
            .fold(of_record, |api, (path, method)| api.route(path, method))
            .with_state(workers);
        let listeners = context.listeners(Opening::by_command(""), vec![listener]);
        let router = protected(
            api,
            self.client,
            limits,
            context.rate_limit_layer(),
            listeners.clone(),
        );
        accept(&listeners, router, context, stop).await;
    }
}

const JSON: &str = "application/json";

fn json(answer: &impl Serialize) -> Result<Bytes, Problem> {
    let text = serde_json::to_string(answer).map_err(|_| ProblemKind::Unavailable)?;
    Ok(text.into())
}

/// Answers with one text for everybody, which takes no memory for each answer.
fn always<S: Clone + Send + Sync + 'static>(
    media_type: &'static str,
    text: Bytes,
) -> MethodRouter<S> {
    let in_one = InParts {
        longest: text.len(),
    };
    get(move || async move {
        (
            Extension(in_one),
            [(header::CONTENT_TYPE, media_type)],
            text,
        )
    })
}
