//! What those who run servers ask: whether the process lives, and whether it should be sent clients.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};

use super::App;

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
    let asked = app.tables.log().check();
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(())) => (StatusCode::OK, "ready"),
        Ok(Err(_)) | Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the storage does not answer",
        ),
    }
}
