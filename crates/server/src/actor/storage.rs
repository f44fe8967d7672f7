//! Answers the queries of a room from the storage.

use brickwood_site::StoresSite;
use std::{collections::HashMap, time::Instant};

use brickwood_rules::SeatSet;
use brickwood_site::{
    http::{
        id::{new_code, new_seed, new_table_id},
        metrics,
    },
    settings::features,
};
use brickwood_storage::{Append, AppendError, CreateError, NewGame, Storage, Unavailable, now_ms};
use brickwood_table::{
    NodeId,
    room::{Answer, Attended, Names, Query},
};

/// Asks the storage.
pub(super) async fn answer(log: &dyn Storage, node: NodeId, table: &str, query: Query) -> Answer {
    match query {
        Query::Load => Answer::Loaded(log.load(table).await.map(|game| game.map(Box::new))),
        Query::Tail { after } => {
            Answer::Tail(log.tail(table, after).await.map(|tail| tail.map(Box::new)))
        }
        Query::Append(lines) => Answer::Appended(append(log, table, *lines).await),
        Query::Attend { here, note } => {
            Answer::Attended(attend(log, node, table, here, note).await)
        }
        Query::Say(line) => Answer::Said(log.say(table, line).await),
        Query::FindLine { seat, key } => Answer::Found(log.find_line(table, seat, key).await),
        Query::Chat { after, limit } => Answer::Chat(log.talk(table, after, limit).await),
        Query::Names => Answer::Names(names().map_err(|_| Unavailable)),
        Query::Create(game) => Answer::Created(create(log, *game).await),
    }
}

/// Creates a rematch, without those who are suspended or have blocked each other since, and without a rating where the
/// site rates no games any more.
async fn create(log: &dyn Storage, mut game: NewGame) -> Result<(), CreateError> {
    let site = log.site();
    let features = features(site).await?;
    game.people.options.rated &= features.ratings;
    if features.moderation {
        let now_ms = now_ms();
        let mut apart = HashMap::new();
        for person in game.people.persons() {
            let mut others = site.apart_from(person).await?;
            if site.sanctions(person).await?.suspension(now_ms).is_some() {
                others.push(person);
            }
            apart.insert(person, others);
        }
        (game.people).part(|person| apart.remove(&person).unwrap_or_default());
    }
    log.create(game).await
}

async fn append(log: &dyn Storage, table: &str, lines: Append) -> Result<(), AppendError> {
    let begun = Instant::now();
    let stored = log.append(table, lines).await;
    metrics::appended(begun.elapsed());
    if matches!(stored, Err(AppendError::Unavailable(_))) {
        metrics::storage_failed();
    }
    stored
}

async fn attend(
    log: &dyn Storage,
    node: NodeId,
    table: &str,
    here: Option<SeatSet>,
    is_news: bool,
) -> Result<Attended, Unavailable> {
    if is_news {
        match here {
            Some(seats) => log.note_present(table, node, seats).await?,
            None => log.let_go(table, node, now_ms()).await?,
        }
    }
    let mut presence = log.presence(table).await?;
    let mut was_free = false;
    // A node without connections leaves the table to the others.
    if here.is_some() && presence.holder.is_none() {
        let lease = log.claim(table, node).await?;
        presence.holder = Some(lease.holder);
        was_free = lease.was_free;
    }
    Ok(Attended { presence, was_free })
}

fn names() -> Result<Names, getrandom::Error> {
    Ok(Names {
        id: new_table_id()?,
        seed: new_seed()?,
        code: new_code()?,
    })
}
