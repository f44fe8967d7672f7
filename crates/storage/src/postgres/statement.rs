//! Statements that each connection prepares once.

use deadpool_postgres::ClientWrapper;
use tokio_postgres::{Error, Row, types::ToSql};

/// Returns the number of rows that the statement has changed.
pub(super) async fn execute(
    client: &ClientWrapper,
    text: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<u64, Error> {
    let statement = client.prepare_cached(text).await?;
    client.execute(&statement, parameters).await
}

pub(super) async fn query(
    client: &ClientWrapper,
    text: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, Error> {
    let statement = client.prepare_cached(text).await?;
    client.query(&statement, parameters).await
}

/// The row of a statement that finds one at most.
pub(super) async fn query_opt(
    client: &ClientWrapper,
    text: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Option<Row>, Error> {
    let statement = client.prepare_cached(text).await?;
    client.query_opt(&statement, parameters).await
}

/// The row of a statement that always finds one.
pub(super) async fn query_one(
    client: &ClientWrapper,
    text: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Row, Error> {
    let statement = client.prepare_cached(text).await?;
    client.query_one(&statement, parameters).await
}
