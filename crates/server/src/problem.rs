//! Problems as answers to requests over HTTP, and the status of each.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use brickwood_table::protocol::{Problem, ProblemKind};

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

    /// The answer to a person with a browser.
    pub(crate) fn into_text(self) -> (StatusCode, String) {
        (self.status, self.problem.message)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::new(status(&problem.kind), problem)
    }
}

impl From<ProblemKind> for Failure {
    fn from(kind: ProblemKind) -> Self {
        Problem::from(kind).into()
    }
}

/// The status for a problem. Most problems occur only over a socket: they have the status of a request
/// that was understood but cannot be carried out.
const fn status(kind: &ProblemKind) -> StatusCode {
    match kind {
        ProblemKind::Malformed { .. } | ProblemKind::NoUpgrade { .. } => StatusCode::BAD_REQUEST,
        ProblemKind::UnknownBot => StatusCode::UNAUTHORIZED,
        ProblemKind::ForeignOrigin | ProblemKind::NotHost | ProblemKind::NotSeated => {
            StatusCode::FORBIDDEN
        }
        ProblemKind::NoSuchAddress | ProblemKind::NoSuchTable => StatusCode::NOT_FOUND,
        ProblemKind::Begun
        | ProblemKind::NoOpenSeat
        | ProblemKind::NotOver
        | ProblemKind::OtherRules { .. } => StatusCode::CONFLICT,
        ProblemKind::UnknownHost => StatusCode::MISDIRECTED_REQUEST,
        ProblemKind::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
        ProblemKind::Internal | ProblemKind::UnreadableLog => StatusCode::INTERNAL_SERVER_ERROR,
        ProblemKind::Restarting | ProblemKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl From<Unavailable> for Failure {
    fn from(_: Unavailable) -> Self {
        metrics::storage_failed();
        ProblemKind::Unavailable.into()
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "the system has no randomness to give");
        ProblemKind::Unavailable.into()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.problem)).into_response()
    }
}
