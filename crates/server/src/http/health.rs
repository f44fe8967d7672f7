//! What those who run servers ask: whether the process lives, and whether it should be sent clients.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};

use super::App;
use crate::session::SessionId;

/// How long the storage may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// `GET /healthz`: whoever reads this lives.
pub(super) async fn lives() -> &'static str {
    "ok"
}

/// `GET /readyz`: whether the storage answers, and the server is not about to stop.
pub(super) async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.leaving.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping");
    }
    // Nobody has this session; it is the answer that counts.
    let asked = app.tables.log().has_session(SessionId([0; 32]));
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(_)) => (StatusCode::OK, "ready"),
        Ok(Err(_)) | Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the storage does not answer",
        ),
    }
}
