//! What finished games were for those who played them: counted once by one server of a site, and stored.

pub(crate) mod api;
mod document;
mod evaluator;
mod mine;
mod store;

use brickwood_protocol::ProblemKind;
use brickwood_table::PersonId;
use futures_util::Stream;
use serde_json::Value;

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{PAGE, Topic, pages, parts},
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
    told: parts![results of ["result_player.person"] as list],
    ..Topic::NOTHING
};

fn results(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    pages(None, move |before: Option<ResultPlace>| {
        let app = app.clone();
        async move {
            let site = app.stored();
            let found = site.results_of(person, before.as_ref(), PAGE).await?;
            let last = found.last().map(StoredResult::place);
            let next = last.filter(|_| found.len() >= PAGE as usize);
            let told = found.into_iter().map(|stored| {
                let told = result(stored).and_then(serde_json::to_value);
                told.map_err(|error| {
                    tracing::error!(%error, "a stored result cannot be read");
                    ProblemKind::Internal
                })
            });
            Ok((told.collect::<Result<_, _>>()?, next.map(Some)))
        }
    })
}
