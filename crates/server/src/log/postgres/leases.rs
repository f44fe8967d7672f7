//! Who looks after a game, and who is connected where.

use brickwood_rules::{Seat, SeatSet};
use deadpool_postgres::Client;
use tokio_postgres::Error;

use super::Failure;
use crate::log::{Lease, NodeId};

/// Claims or renews a lease. `mark` is random: by it a claim whose answer was lost knows, when it is
/// repeated, that it was the one that found the lease free.
pub(super) async fn claim(
    client: &Client,
    game: &str,
    node: NodeId,
    now_ms: u64,
    until_ms: u64,
    mark: i64,
) -> Result<Lease, Failure> {
    let text = "INSERT INTO lease (game, node, until_ms, mark) VALUES ($1, $2, $4, $5)
         ON CONFLICT (game) DO UPDATE SET
             node = excluded.node,
             until_ms = excluded.until_ms,
             mark = CASE WHEN lease.until_ms <= $3 THEN excluded.mark ELSE lease.mark END
         WHERE lease.until_ms <= $3 OR lease.node = excluded.node
         RETURNING mark = $5";
    let statement = client.prepare_cached(text).await?;
    let number = node.0.cast_signed();
    loop {
        let claimed = client
            .query_opt(
                &statement,
                &[
                    &game,
                    &number,
                    &now_ms.cast_signed(),
                    &until_ms.cast_signed(),
                    &mark,
                ],
            )
            .await?;
        if let Some(row) = claimed {
            return Ok(Lease {
                holder: node,
                until_ms,
                was_free: row.get(0),
            });
        }
        let other = client
            .query_opt("SELECT node, until_ms FROM lease WHERE game = $1", &[&game])
            .await?;
        // Given back in this moment: it can be had after all.
        if let Some(row) = other {
            return Ok(Lease {
                holder: NodeId(row.get::<_, i64>(0).cast_unsigned()),
                until_ms: row.get::<_, i64>(1).cast_unsigned(),
                was_free: false,
            });
        }
    }
}

pub(super) async fn release(client: &Client, game: &str, node: NodeId) -> Result<(), Failure> {
    let text = "DELETE FROM lease WHERE game = $1 AND node = $2";
    let statement = client.prepare_cached(text).await?;
    client
        .execute(&statement, &[&game, &node.0.cast_signed()])
        .await?;
    Ok(())
}

pub(super) async fn note_present(
    client: &Client,
    game: &str,
    node: NodeId,
    seats: SeatSet,
    until_ms: u64,
) -> Result<(), Failure> {
    let node = node.0.cast_signed();
    if seats.is_empty() {
        let text = "DELETE FROM presence WHERE game = $1 AND node = $2";
        let statement = client.prepare_cached(text).await?;
        client.execute(&statement, &[&game, &node]).await?;
        return Ok(());
    }
    let text = "INSERT INTO presence (game, node, seats, until_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (game, node) DO UPDATE
         SET seats = excluded.seats, until_ms = excluded.until_ms";
    let statement = client.prepare_cached(text).await?;
    let bits = seats
        .iter()
        .fold(0_i16, |bits, seat| bits | 1 << seat.index());
    let until_ms = until_ms.cast_signed();
    client
        .execute(&statement, &[&game, &node, &bits, &until_ms])
        .await?;
    Ok(())
}

pub(super) async fn present(client: &Client, game: &str, now_ms: u64) -> Result<SeatSet, Failure> {
    let text = "SELECT coalesce(bit_or(seats), 0::smallint) FROM presence
         WHERE game = $1 AND until_ms > $2";
    let statement = client.prepare_cached(text).await?;
    let row = client
        .query_one(&statement, &[&game, &now_ms.cast_signed()])
        .await?;
    let bits: i16 = row.get(0);
    let seats = (0..).map_while(Seat::new);
    Ok(seats
        .filter(|seat| bits & (1 << seat.index()) != 0)
        .collect())
}

/// What servers that have died left behind, once it is long over.
pub(super) async fn clear(client: &tokio_postgres::Client) -> Result<(), Error> {
    let text = "WITH hour_ago AS (
             SELECT (1000 * extract(epoch FROM now() - interval '1 hour'))::bigint AS ms
         ), leases AS (
             DELETE FROM lease USING hour_ago WHERE until_ms < ms
         ), listeners AS (
             DELETE FROM listener USING hour_ago WHERE until_ms < ms
         )
         DELETE FROM presence USING hour_ago WHERE until_ms < ms";
    client.execute(text, &[]).await?;
    Ok(())
}
