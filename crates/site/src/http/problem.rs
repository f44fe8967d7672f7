//! Problems as answers to requests over HTTP, and the status of each.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use brickwood_protocol::{Problem, ProblemKind};
use brickwood_storage::Unavailable;
use serde_json::Value;

use crate::http::metrics;

/// A problem as the answer to a request over HTTP.
#[derive(Debug)]
pub struct Failure {
    status: StatusCode,
    problem: Problem,
}

impl Failure {
    /// A problem that is answered with this status.
    pub fn new(status: StatusCode, problem: Problem) -> Self {
        Self { status, problem }
    }

    /// The answer to a person with a browser.
    pub fn into_text(self) -> (StatusCode, String) {
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
        ProblemKind::ForeignOrigin
        | ProblemKind::NetworkSuspended
        | ProblemKind::NewDevice { .. }
        | ProblemKind::NotHost
        | ProblemKind::NotForBots
        | ProblemKind::NotSeated
        | ProblemKind::SwitchedOff
        | ProblemKind::NotSiteHost
        | ProblemKind::NotThisMachine
        | ProblemKind::PasskeyRefused
        | ProblemKind::PlayersOnly
        | ProblemKind::SiteClosed
        | ProblemKind::Suspended { .. }
        | ProblemKind::NoWitness { .. }
        | ProblemKind::UnreadWarning => StatusCode::FORBIDDEN,
        ProblemKind::NoSuchAddress
        | ProblemKind::NoSuchCode
        | ProblemKind::NoSuchDevice
        | ProblemKind::NoSuchIdentity
        | ProblemKind::NoSuchKey
        | ProblemKind::NoSuchPasskey
        | ProblemKind::NoSuchPerson
        | ProblemKind::NoSuchReport
        | ProblemKind::NoSuchTable => StatusCode::NOT_FOUND,
        ProblemKind::LinkUsed => StatusCode::GONE,
        ProblemKind::Begun
        | ProblemKind::AgreedTo
        | ProblemKind::CannotSit
        | ProblemKind::CeremonyOver
        | ProblemKind::LastDevice
        | ProblemKind::ChangedMeanwhile
        | ProblemKind::NoOpenSeat
        | ProblemKind::NoPasskeysHere
        | ProblemKind::NotOver
        | ProblemKind::OpenedByOptions
        | ProblemKind::OtherRules { .. }
        | ProblemKind::RefusedDevice
        | ProblemKind::TooManyPasskeys { .. } => StatusCode::CONFLICT,
        ProblemKind::UnknownHost => StatusCode::MISDIRECTED_REQUEST,
        ProblemKind::TooManyReports | ProblemKind::TooManyRequests { .. } => {
            StatusCode::TOO_MANY_REQUESTS
        }
        ProblemKind::Internal | ProblemKind::UnreadableLog => StatusCode::INTERNAL_SERVER_ERROR,
        ProblemKind::ProviderFailed => StatusCode::BAD_GATEWAY,
        ProblemKind::Restarting
        | ProblemKind::Unavailable
        | ProblemKind::NoHomeNetwork
        | ProblemKind::HomeAddressTaken { .. }
        | ProblemKind::HomeNotOpened { .. } => StatusCode::SERVICE_UNAVAILABLE,
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

/// The most characters of a text in a problem. Only texts that repeat what was sent are longer.
const LONGEST_TEXT: usize = 500;

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut problem = serde_json::to_value(self.problem).unwrap_or_default();
        shorten(&mut problem);
        (self.status, Json(problem)).into_response()
    }
}

/// Cuts off texts that are too long for anybody to read.
fn shorten(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
                text.truncate(end);
                text.push('…');
            }
        }
        Value::Array(values) => values.iter_mut().for_each(shorten),
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use brickwood_protocol::RequestFault;

    use super::*;

    #[tokio::test]
    async fn a_problem_repeats_little_of_what_was_sent() {
        let detail = format!("what is {}?", "\u{1}".repeat(64 * 1024));
        let why = RequestFault::Unreadable { detail };
        let answer = Failure::from(ProblemKind::Malformed { why }).into_response();
        assert_eq!(answer.status(), 400);
        let body = to_bytes(answer.into_body(), 16 * 1024).await.unwrap();
        let problem: Problem = serde_json::from_slice(&body).unwrap();
        assert_eq!(problem.code(), "malformed");
    }
}
