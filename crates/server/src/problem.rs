//! Problems as answers to requests over HTTP, and the status of each.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use brickwood_table::{protocol::Problem, room::unavailable};

use crate::metrics;
use brickwood_storage::Unavailable;

/// A problem as the answer to a request over HTTP.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    problem: Problem,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, problem: Problem) -> Self {
        Self { status, problem }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let status = match problem.code.as_str() {
            "no_such_table" => StatusCode::NOT_FOUND,
            "not_seated" | "not_host" => StatusCode::FORBIDDEN,
            "no_open_seat" | "not_over" | "begun" | "other_rules" => StatusCode::CONFLICT,
            "unavailable" => StatusCode::SERVICE_UNAVAILABLE,
            "unreadable_log" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self { status, problem }
    }
}

impl From<Unavailable> for Failure {
    fn from(_: Unavailable) -> Self {
        metrics::storage_failed();
        unavailable().into()
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "the system has no randomness to give");
        unavailable().into()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.problem)).into_response()
    }
}
