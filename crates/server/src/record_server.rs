//! A server that shows one record.

use std::sync::Arc;

use axum::{
    Extension, Router,
    body::Bytes,
    http::header,
    routing::{any, get},
};
use brickwood_protocol::{Problem, ProblemKind};
use brickwood_table::replay_of_record;
use tokio::net::TcpListener;

use crate::{
    Limits, Opening, Site, WebClient,
    http::{Counted, protected, unknown},
    serve::{ConnectionContext, accept},
};

/// Shows the game of a record, step by step, to everybody who connects.
pub struct RecordServer {
    replay: Bytes,
    client: Arc<dyn WebClient>,
}

impl RecordServer {
    /// The path of the game's page.
    pub const PATH: &str = "/replay/record";

    /// A server for this record.
    ///
    /// # Errors
    ///
    /// The fault of the record.
    pub fn new(record: &str, client: Arc<dyn WebClient>) -> Result<Self, Problem> {
        let replay = replay_of_record(record)?;
        let replay = serde_json::to_string(&replay).map_err(|_| ProblemKind::Unavailable)?;
        Ok(Self {
            replay: replay.into(),
            client,
        })
    }

    /// Serves until `stop` resolves.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let context = ConnectionContext::new(Limits::default(), Site::default());
        let replay = move || {
            // It is one text for everybody: it takes no memory for each answer.
            let answer = (
                Extension(Counted),
                [(header::CONTENT_TYPE, "application/json")],
                self.replay.clone(),
            );
            async move { answer }
        };
        let api = Router::new()
            .route("/api/tables/record/replay", get(replay))
            .route("/api/{*rest}", any(unknown));
        let doors = context.doors(Opening::by_command(""), vec![listener]);
        let router = protected(
            api,
            self.client,
            context.limits(),
            context.rate_limit_layer(),
            doors.clone(),
        );
        accept(&doors, router, context, stop).await;
    }
}
