//! What finished games were for those who played them: counted once by one server of a site, and stored.

pub(crate) mod api;
mod document;
mod evaluator;
mod mine;
mod store;

use brickwood_protocol::ProblemKind;
use brickwood_table::PersonId;
use serde_json::Value;

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
pub use evaluator::Evaluator;
pub(crate) use mine::{Sums, groups, result};
pub use store::{
    Evaluated, Evaluation, EvaluationError, FellowPlayer, NewResult, NewResults, ResultPlace,
    StoredResult,
};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("results/tables.sql"),
    keeps: &["result_player"],
    told: parts![results of ["result_player.person"]],
    ..Topic::NOTHING
};

/// How many results are read at a time.
const PORTION: u32 = 200;

async fn results(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let mut results = Vec::new();
    let mut before = None;
    loop {
        let site = app.stored();
        let found = site.results_of(person, before.as_ref(), PORTION).await?;
        let is_last = found.len() < PORTION as usize;
        before = found.last().map(StoredResult::place);
        for stored in found {
            let told = result(stored).and_then(serde_json::to_value);
            results.push(told.map_err(|error| {
                tracing::error!(%error, "a stored result cannot be read");
                ProblemKind::Internal
            })?);
        }
        if is_last {
            return Ok(results.into());
        }
    }
}
