//! Games in lists: without their logs.

// Each fails only because the database does not answer.
#![allow(clippy::missing_errors_doc)]

use brickwood_protocol::ChatLine;
use brickwood_rules::SeatSet;
use brickwood_table::{Listed, Outline, People, PersonId};

use crate::{
    Row, Sql, SqlError, Unavailable,
    outlines::{bits, progress, seats},
    values,
};

/// How many games are searched for a person in one go.
const LOOKED_AT: u32 = 1000;

/// Some games, in the order of their ids, of which those are named that mention a person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mentions {
    /// The ids of those games, with their people.
    pub games: Vec<(String, People)>,
    /// The last of all the games that were looked at; none if there are no more.
    pub next: Option<String>,
}

/// Games in lists.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    sql: &'a dyn Sql,
}

impl<'a> Games<'a> {
    /// Those of this database.
    pub fn of(sql: &'a dyn Sql) -> Self {
        Self { sql }
    }

    /// A game as lists tell of it, without its log: who sits there, and how it stands; `None` if there is no such game.
    pub async fn listed(self, game: &str) -> Result<Option<Listed>, Unavailable> {
        let text = format!("{LISTED} FROM listed_game AS game WHERE id = ?1");
        self.sql.first(&text, values![game], listed).await
    }

    /// The games in which a person sits, at most `limit`: unfinished games before finished ones, the
    /// newest first among each.
    pub async fn games_of(self, person: PersonId, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        self.games_of_after(person, 0, limit).await
    }

    /// As [`Games::games_of`], after the first `skip`.
    pub async fn games_of_after(
        self,
        person: PersonId,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Listed>, Unavailable> {
        let text = format!(
            "{LISTED} FROM sitter JOIN listed_game AS game ON game.id = sitter.game
             WHERE sitter.person = ?1
             ORDER BY sitter.over, sitter.created_ms DESC, sitter.game LIMIT ?2 OFFSET ?3"
        );
        self.sql
            .all(&text, values![person, limit, skip], listed)
            .await
    }

    /// The public games that have an open seat and have not begun, the newest first: of each host the newest one, as long
    /// as one of its people is connected to a node that lives, or was since that time, in milliseconds since 1970. If there
    /// are more than `limit`, networks take turns: however many games come from one, others have their place.
    pub async fn public_games(self, limit: u32, since_ms: u64) -> Result<Vec<Listed>, Unavailable> {
        let (attended, values) = self.sql.attended();
        let text = in_turn(&format!(
            "progress = 0 AND listed
             AND (created_ms >= {since_ms} OR attended_ms >= {since_ms} OR id IN ({attended}))
             AND NOT EXISTS (
                 SELECT 1 FROM game AS newer
                 WHERE newer.host = game.host AND newer.progress = 0 AND newer.listed
                     AND (newer.created_ms, newer.id) > (game.created_ms, game.id)
             )"
        ));
        let values = [vec![limit.into()], values].concat();
        self.sql.all(&text, values, listed).await
    }

    /// The public games in which a bot's seat can be taken, the newest first: they are played, and one of their people
    /// is connected to a node that lives. If there are more than `limit`, networks take turns.
    pub async fn games_to_join(self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        let which = "takeover_until > 0 AND takeover_until >= (
             SELECT turn FROM listed_game WHERE listed_game.id = game.id
         )";
        self.attended(which, limit).await
    }

    /// The public games that everybody may watch, the newest first: they are played, and one of their people is
    /// connected to a node that lives. If there are more than `limit`, networks take turns.
    pub async fn games_to_watch(self, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        self.attended("watchable", limit).await
    }

    /// The games that are not over, the newest first, without the first ones, at most `limit`.
    pub async fn latest_games(self, skip: u32, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        let text = format!(
            "{LISTED} FROM listed_game AS game WHERE progress < 2
             ORDER BY created_ms DESC, id LIMIT ?1 OFFSET ?2"
        );
        self.sql.all(&text, values![limit, skip], listed).await
    }

    /// The games that mention a person among their people in any way, of the next thousand after `after`.
    pub async fn games_that_mention(
        self,
        person: PersonId,
        after: &str,
    ) -> Result<Mentions, Unavailable> {
        let text = "SELECT id, CAST(people AS text) FROM game WHERE id > ?1 ORDER BY id LIMIT ?2";
        let read = |row: &mut Row| Ok((row.take()?, row.take_document()?));
        let mut games: Vec<(String, People)> =
            self.sql.all(text, values![after, LOOKED_AT], read).await?;
        let last = games.last().map(|(id, _)| id.clone());
        let next = last.filter(|_| games.len() == LOOKED_AT as usize);
        games.retain(|(_, people)| people.mention(person));
        Ok(Mentions { games, next })
    }

    /// The number of games that a person hosts and that have not begun.
    pub async fn gathering_of(self, person: PersonId) -> Result<u32, Unavailable> {
        let text = "SELECT count(*) FROM game WHERE host = ?1 AND progress = 0";
        self.sql.number(text, values![person]).await
    }

    /// The games that a person hosts and that have not begun.
    pub async fn waiting_of(self, person: PersonId) -> Result<Vec<String>, Unavailable> {
        let text = "SELECT id FROM game WHERE host = ?1 AND progress = 0";
        self.sql.all(text, values![person], Row::take).await
    }

    /// The game that has not begun and has this code.
    pub async fn by_code(self, code: &str) -> Result<Option<String>, Unavailable> {
        let text = "SELECT id FROM game WHERE code = ?1 AND progress = 0";
        self.sql.first(text, values![code], Row::take).await
    }

    /// The lines of chat of a game from one number to another.
    pub async fn talk_between(
        self,
        game: &str,
        from: u32,
        to: u32,
    ) -> Result<Vec<ChatLine>, Unavailable> {
        let text = format!("{TALK} WHERE game = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number");
        self.sql.all(&text, values![game, from, to], said).await
    }

    /// What was said in a game from these seats, after a number, at most `limit`.
    pub async fn talk_of(
        self,
        game: &str,
        seats: SeatSet,
        after: u32,
        limit: u32,
    ) -> Result<Vec<ChatLine>, Unavailable> {
        let text = format!(
            "{TALK} WHERE game = ?1 AND (1 << seat) & ?2 <> 0 AND number > ?3
             ORDER BY number LIMIT ?4"
        );
        let values = values![game, bits(seats), after, limit];
        self.sql.all(&text, values, said).await
    }

    /// Forgets what was said in a game from these seats.
    pub async fn forget_talk_of(self, game: &str, seats: SeatSet) -> Result<(), Unavailable> {
        let forget = "DELETE FROM talk WHERE game = ?1 AND (1 << seat) & ?2 <> 0";
        self.sql.execute(forget, values![game, bits(seats)]).await?;
        Ok(())
    }

    /// Whoever has said something in a game from these seats under a name is called by another one.
    pub async fn rename_in_talk(
        self,
        game: &str,
        seats: SeatSet,
        name: &str,
        to: &str,
    ) -> Result<(), Unavailable> {
        let rename = "UPDATE talk SET name = ?4
             WHERE game = ?1 AND (1 << seat) & ?2 <> 0 AND name = ?3";
        self.sql
            .execute(rename, values![game, bits(seats), name, to])
            .await?;
        Ok(())
    }

    /// Games that are played, in one of whose seats somebody is.
    async fn attended(self, which: &str, limit: u32) -> Result<Vec<Listed>, Unavailable> {
        let (attended, values) = self.sql.attended();
        let text = in_turn(&format!("progress = 1 AND {which} AND id IN ({attended})"));
        let values = [vec![limit.into()], values].concat();
        self.sql.all(&text, values, listed).await
    }
}

/// The columns of a game in a list.
const LISTED: &str =
    "SELECT game.id, game.created_ms, edition, points, people, progress, turn, to_act,
         winners";

/// The query of some games, as many as `?1` allows. Networks take turns: however many games come from one, others have
/// their place.
fn in_turn(which: &str) -> String {
    format!(
        "{LISTED} FROM (
             SELECT id AS chosen FROM (
                 SELECT id, created_ms, row_number() OVER (
                     PARTITION BY origin >> 16, CASE WHEN origin IS NULL THEN host END
                     ORDER BY turn, created_ms DESC, id
                 ) AS turn
                 FROM (
                     SELECT id, created_ms, origin, host, row_number() OVER (
                         PARTITION BY origin, CASE WHEN origin IS NULL THEN host END
                         ORDER BY created_ms DESC, id
                     ) AS turn
                     FROM game WHERE {which}
                 ) AS numbered
             ) AS in_turn
             ORDER BY turn, created_ms DESC, id LIMIT ?1
         ) AS few JOIN listed_game AS game ON game.id = chosen
         ORDER BY created_ms DESC, id"
    )
}

const TALK: &str = "SELECT number, at_ms, seat, name, CAST(line AS text) FROM talk";

fn said(row: &mut Row) -> Result<ChatLine, SqlError> {
    Ok(ChatLine {
        number: row.take()?,
        at_ms: row.take()?,
        seat: row.take()?,
        name: row.take()?,
        text: row.take_document()?,
    })
}

fn listed(row: &mut Row) -> Result<Listed, SqlError> {
    let seats = |row: &mut Row| row.take().map(seats);
    Ok(Listed {
        id: row.take()?,
        created_ms: row.take()?,
        edition: row.take_document()?,
        points: row.take()?,
        people: row.take_document()?,
        outline: Outline {
            progress: progress(row.take()?),
            turn: row.take()?,
            to_act: seats(row)?,
            winners: seats(row)?,
        },
    })
}
