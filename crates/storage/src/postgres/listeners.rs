//! Network bots that listen for invitations.

use deadpool_postgres::Client;

use super::{
    Failure,
    statement::{execute, query, query_opt},
};
use crate::{Listener, MOST_INVITATIONS};

pub(super) async fn listen(
    client: &Client,
    listener: &Listener,
    now_ms: u64,
) -> Result<(), Failure> {
    let text = "INSERT INTO listener (bot, line, name, open, until_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (bot) DO UPDATE SET
             line = excluded.line, name = excluded.name, open = excluded.open,
             until_ms = excluded.until_ms,
             invited = CASE WHEN listener.until_ms > $6 THEN listener.invited ELSE '{}' END";
    let Listener {
        bot, name, open, ..
    } = listener;
    let (line, until_ms) = (listener.line.cast_signed(), listener.until_ms.cast_signed());
    let now_ms = now_ms.cast_signed();
    execute(client, text, &[bot, &line, name, open, &until_ms, &now_ms]).await?;
    Ok(())
}

/// Renews a registration. The row may be gone: after a crash the database has lost it.
pub(super) async fn hear(
    client: &Client,
    listener: &Listener,
    told: &[String],
) -> Result<Option<Vec<String>>, Failure> {
    let text = "INSERT INTO listener (bot, line, name, open, until_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (bot) DO UPDATE SET
             until_ms = excluded.until_ms,
             invited = ARRAY(
                 SELECT game FROM unnest(listener.invited) WITH ORDINALITY AS waits (game, place)
                 WHERE game <> ALL ($6) ORDER BY place
             )
         WHERE listener.line = excluded.line
         RETURNING invited";
    let Listener {
        bot, name, open, ..
    } = listener;
    let (line, until_ms) = (listener.line.cast_signed(), listener.until_ms.cast_signed());
    let waits = query_opt(client, text, &[bot, &line, name, open, &until_ms, &told]).await?;
    Ok(waits.map(|row| row.get(0)))
}

pub(super) async fn stop(client: &Client, bot: &str, line: u64) -> Result<(), Failure> {
    let text = "DELETE FROM listener WHERE bot = $1 AND line = $2";
    execute(client, text, &[&bot, &line.cast_signed()]).await?;
    Ok(())
}

pub(super) async fn all(
    client: &Client,
    now_ms: u64,
    limit: u32,
) -> Result<Vec<Listener>, Failure> {
    let text = "SELECT bot, line, name, until_ms FROM listener WHERE open AND until_ms > $1
         ORDER BY bot LIMIT $2";
    let rows = query(client, text, &[&now_ms.cast_signed(), &i64::from(limit)]).await?;
    let listeners = rows.iter().map(|row| Listener {
        bot: row.get(0),
        line: row.get::<_, i64>(1).cast_unsigned(),
        name: row.get(2),
        open: true,
        until_ms: row.get::<_, i64>(3).cast_unsigned(),
    });
    Ok(listeners.collect())
}

pub(super) async fn invite(
    client: &Client,
    bot: &str,
    game: &str,
    now_ms: u64,
) -> Result<bool, Failure> {
    let text = "UPDATE listener
         SET invited = CASE WHEN $2 = ANY (invited) THEN invited ELSE array_append(invited, $2) END
         WHERE bot = $1 AND open AND until_ms > $3
             AND ($2 = ANY (invited) OR cardinality(invited) < $4)";
    let most = i32::from(MOST_INVITATIONS);
    let invited = execute(client, text, &[&bot, &game, &now_ms.cast_signed(), &most]).await?;
    Ok(invited == 1)
}
