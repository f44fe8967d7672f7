//! Which servers live, which of them holds the lease of a game, and who is connected where.

use std::time::Duration;

use brickwood_rules::SeatSet;
use deadpool_postgres::Client;
use tokio_postgres::Error;

use super::{
    Failure,
    statement::{execute, query, query_one, query_opt},
};
use crate::{
    Lease, NodeId, Presence, SEEN_WITHIN,
    outlines::{bits, seats},
};

fn node_id(number: i64) -> NodeId {
    NodeId(number.cast_unsigned())
}

/// Stores that a node lives for this time from now on. Returns the nodes that lived before.
pub(super) async fn beat(
    client: &Client,
    node: NodeId,
    lives: Duration,
) -> Result<Vec<NodeId>, Failure> {
    // All parts of a statement see the data from before it.
    let text = "WITH beat AS (
             INSERT INTO node (id, until_ms)
             VALUES ($1, (1000 * extract(epoch FROM clock_timestamp()))::bigint + $2)
             ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms
         )
         SELECT id FROM living";
    let lives_ms = i64::try_from(lives.as_millis()).unwrap_or(i64::MAX >> 1);
    let living = query(client, text, &[&node.0.cast_signed(), &lives_ms]).await?;
    Ok(living.iter().map(|row| node_id(row.get(0))).collect())
}

/// Claims a lease. `mark` is random: if the answer to a claim was lost, the repeated claim recognizes by it
/// that the first one found the lease free.
pub(super) async fn claim(
    client: &Client,
    game: &str,
    node: NodeId,
    mark: i64,
) -> Result<Lease, Failure> {
    let text = "INSERT INTO lease (game, node, mark) VALUES ($1, $2, $3)
         ON CONFLICT (game) DO UPDATE SET
             node = excluded.node,
             mark = CASE WHEN EXISTS (SELECT FROM living WHERE id = lease.node)
                 THEN lease.mark ELSE excluded.mark END
         WHERE lease.node = excluded.node
             OR NOT EXISTS (SELECT FROM living WHERE id = lease.node)
         RETURNING mark = $3";
    loop {
        let claimed = query_opt(client, text, &[&game, &node.0.cast_signed(), &mark]).await?;
        if let Some(row) = claimed {
            return Ok(Lease {
                holder: node,
                was_free: row.get(0),
            });
        }
        // The lease was released at this moment, so it can be claimed after all.
        if let Some(holder) = presence(client, game).await?.holder {
            return Ok(Lease {
                holder,
                was_free: false,
            });
        }
    }
}

pub(super) async fn note_present(
    client: &Client,
    game: &str,
    node: NodeId,
    seats: SeatSet,
) -> Result<(), Failure> {
    let text = "INSERT INTO presence (game, node, seats) VALUES ($1, $2, $3)
         ON CONFLICT (game, node) DO UPDATE SET seats = excluded.seats";
    let bits = i16::from(bits(seats));
    execute(client, text, &[&game, &node.0.cast_signed(), &bits]).await?;
    Ok(())
}

/// Removes the connections of a node to a game.
pub(super) async fn let_go(
    client: &Client,
    game: &str,
    node: NodeId,
    now_ms: u64,
) -> Result<(), Failure> {
    let text = "WITH gone AS (
             DELETE FROM presence WHERE game = $1 AND node = $2
         ), given_back AS (
             DELETE FROM lease WHERE game = $1 AND node = $2
         )
         UPDATE game SET attended_ms = $3
         WHERE id = $1 AND (progress = 0 OR NOT kept AND attended_ms <= $4)";
    let seldom_ms = now_ms.saturating_sub(SEEN_WITHIN.as_millis() as u64);
    execute(
        client,
        text,
        &[
            &game,
            &node.0.cast_signed(),
            &now_ms.cast_signed(),
            &seldom_ms.cast_signed(),
        ],
    )
    .await?;
    Ok(())
}

/// The presence of a game.
pub(super) async fn presence(client: &Client, game: &str) -> Result<Presence, Failure> {
    let text = "SELECT
             (SELECT node FROM lease JOIN living ON living.id = lease.node WHERE game = $1),
             (SELECT coalesce(bit_or(seats), 0::smallint)
              FROM presence JOIN living ON living.id = presence.node WHERE game = $1)";
    let row = query_one(client, text, &[&game]).await?;
    let bits = u8::try_from(row.get::<_, i16>(1));
    Ok(Presence {
        holder: row.get::<_, Option<i64>>(0).map(node_id),
        seats: seats(bits.map_err(|_| Failure::Unreadable("the seats of an presence"))?),
    })
}

/// Removes the data of servers that died long ago.
pub(super) async fn clear(client: &tokio_postgres::Client) -> Result<(), Error> {
    let text = "WITH hour_ago AS (
             SELECT (1000 * extract(epoch FROM now() - interval '1 hour'))::bigint AS ms
         ), nodes AS (
             DELETE FROM node USING hour_ago WHERE until_ms < ms
         ), leases AS (
             DELETE FROM lease WHERE node NOT IN (SELECT id FROM node)
         ), listeners AS (
             DELETE FROM listener USING hour_ago WHERE until_ms < ms
         )
         DELETE FROM presence WHERE node NOT IN (SELECT id FROM node)";
    client.execute(text, &[]).await?;
    Ok(())
}
