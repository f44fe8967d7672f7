//! One record to look at, and nothing else.

use std::sync::Arc;

use axum::{
    Router,
    http::header,
    routing::{any, get},
};
use brickwood_table::{
    protocol::{Problem, ProblemKind},
    replay_of_record,
};
use tokio::net::TcpListener;

use crate::{
    Client, Limits, Site,
    http::{protected, unknown},
    serve::{House, accept},
};

/// Shows the game of a record, step by step, to whoever connects.
pub struct Showing {
    replay: String,
    client: Arc<dyn Client>,
}

impl Showing {
    /// Where the page of the game is.
    pub const PATH: &str = "/replay/record";

    /// Shows this record.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn new(record: &str, client: Arc<dyn Client>) -> Result<Self, Problem> {
        let replay = replay_of_record(record)?;
        let replay = serde_json::to_string(&replay).map_err(|_| ProblemKind::Unavailable)?;
        Ok(Self { replay, client })
    }

    /// Serves until `stop` is there.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let house = House::new(Limits::default(), Site::default());
        let replay = move || {
            let answer = (
                [(header::CONTENT_TYPE, "application/json")],
                self.replay.clone(),
            );
            async move { answer }
        };
        let api = Router::new()
            .route("/api/tables/record/replay", get(replay))
            .route("/api/{*rest}", any(unknown));
        let router = protected(api, self.client, house.limits(), house.turnstile());
        accept(vec![listener], router, house, stop).await;
    }
}
