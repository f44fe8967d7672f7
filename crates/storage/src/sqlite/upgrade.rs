//! Migrates old databases. In version 1 a game began by itself when its seats were taken, seats were a
//! table, and the set-up said what a seat was for. Before version 4 a list of games replayed each of them.

use brickwood_notation::parse_step;
use brickwood_rules::{Game, State};
use brickwood_table::{
    GuestId, LogRecord, People, SeatAssignment, Setup, digest,
    protocol::{Color, SeatKind, TableOptions},
};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::Value;

use super::{
    OpenError,
    games::{list, records_after},
};
use crate::{
    Progress,
    outlines::Unlisted,
    people_columns::{PeopleColumns, progress_number},
    tag::tag,
};

/// The names that bots had, by seat.
const BOT_NAMES: [&str; 6] = ["Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn"];

/// Renames the old tables, and creates the new ones.
const SET_ASIDE: &str = "
DROP INDEX action_key;
ALTER TABLE action RENAME TO old_action;
ALTER TABLE seat RENAME TO old_seat;
ALTER TABLE game RENAME TO old_game;
ALTER TABLE session RENAME TO old_session;
";

const MOVE: &str = "
INSERT INTO guest (id, name, created_ms)
SELECT id, (
    SELECT name FROM old_seat JOIN old_game ON old_game.id = old_seat.game
    WHERE session = old_session.id ORDER BY old_game.created_ms DESC LIMIT 1
), created_ms FROM old_session;

INSERT INTO sitter (guest, game) SELECT session, game FROM old_seat;
";

const CLEAR: &str = "
DROP TABLE old_action;
DROP TABLE old_seat;
DROP TABLE old_game;
DROP TABLE old_session;
";

/// The old set-up of a seat.
#[derive(Deserialize)]
struct OldSeat {
    color: Color,
    kind: SeatKind,
}

/// The old stored form of a game.
struct OldGame {
    id: String,
    setup: String,
    created_ms: i64,
    head: u32,
    over: bool,
    rematch: Option<String>,
    sitters: Vec<(u8, [u8; 32], String)>,
}

/// Migrates everything or nothing into the new tables: this runs inside a transaction, without checks
/// of foreign keys.
pub(super) fn from_version_1(database: &Connection, tables: &str) -> Result<(), OpenError> {
    database.execute_batch(SET_ASIDE)?;
    database.execute_batch(tables)?;
    for game in old_games(database)? {
        upgrade(database, &game)?;
    }
    database.execute_batch(MOVE)?;
    database.execute_batch(CLEAR)?;
    Ok(())
}

/// Replays the games without an outline.
pub(super) fn list_games(database: &Connection) -> Result<(), OpenError> {
    let unlisted: Vec<String> = database
        .prepare("SELECT id FROM game WHERE id NOT IN (SELECT game FROM outline)")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in unlisted {
        let game = database.query_row(
            "SELECT id, setup, people, progress FROM game WHERE id = ?1",
            [&id],
            |row| {
                Ok(Unlisted {
                    id: row.get(0)?,
                    setup: row.get(1)?,
                    people: row.get(2)?,
                    progress: row.get(3)?,
                })
            },
        )?;
        if let Some((set_up_columns, outline)) = game.outline(records_after(database, &id, 0)?) {
            list(database, &id, &set_up_columns, outline)?;
        }
    }
    Ok(())
}

fn old_games(database: &Connection) -> rusqlite::Result<Vec<OldGame>> {
    let mut sitters =
        database.prepare("SELECT seat, session, name FROM old_seat WHERE game = ?1")?;
    database
        .prepare("SELECT id, setup, created_ms, head, over, rematch FROM old_game")?
        .query_map([], |row| {
            let id: String = row.get(0)?;
            let sitters = sitters
                .query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(OldGame {
                id,
                setup: row.get(1)?,
                created_ms: row.get(2)?,
                head: row.get(3)?,
                over: row.get(4)?,
                rematch: row.get(5)?,
                sitters,
            })
        })?
        .collect()
}

fn upgrade(database: &Connection, game: &OldGame) -> Result<(), OpenError> {
    let unreadable = |error| OpenError::Old {
        game: game.id.clone(),
        error,
    };
    let (setup, seats) = setup_and_seats(&game.setup).map_err(unreadable)?;
    let people = people(game, &seats);
    // An old log contains the steps of a game that has begun, or nothing.
    let progress = match (game.over, game.head) {
        (true, _) => Progress::Over,
        (false, 0) => Progress::Gathering,
        (false, _) => Progress::Playing,
    };
    let people_columns = PeopleColumns::from(&people);
    database
        .prepare_cached(
            "INSERT INTO game (id, created_ms, progress, listed, host, rematch, setup, people)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            game.id,
            game.created_ms,
            progress_number(progress),
            people_columns.listed,
            people_columns.host.map(|host| host.0),
            game.rematch,
            serde_json::to_string(&setup).map_err(unreadable)?,
            serde_json::to_string(&people).map_err(unreadable)?,
        ])?;
    if progress != Progress::Gathering {
        // Insert the line with which a game begins, and move all others by one.
        let started = started(&setup);
        database
            .prepare_cached(
                "INSERT INTO record (game, seq, at_ms, body, post_hash) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                game.id,
                started.seq,
                started.at_ms.cast_signed(),
                started.body,
                started.post_hash.cast_signed(),
            ])?;
        move_lines(database, game, &setup)?;
    }
    Ok(())
}

/// Moves the lines of a log. Fingerprints of states have changed, so each line gets that of the state to
/// which it leads today.
fn move_lines(database: &Connection, game: &OldGame, setup: &Setup) -> rusqlite::Result<()> {
    let mut lines = database.prepare_cached(
        "SELECT seq, at_ms, actor, client_key, body, post_hash FROM old_action
         WHERE game = ?1 ORDER BY seq",
    )?;
    let mut insert = database.prepare_cached(
        "INSERT INTO record (game, seq, at_ms, actor, client_key, body, post_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut replay = Some(Replay::new(setup));
    let mut rows = lines.query([&game.id])?;
    while let Some(row) = rows.next()? {
        let seq: u32 = row.get(0)?;
        let body: String = row.get(4)?;
        if let Some(Err(error)) = replay.as_mut().map(|replay| replay.read(&body)) {
            // Only this game is lost, and it was unreadable before.
            tracing::warn!(
                table = tag(&game.id),
                seq,
                error,
                "an old game cannot be replayed"
            );
            replay = None;
        }
        let post_hash = match &replay {
            Some(replay) => digest(&setup.game, &replay.state).cast_signed(),
            None => row.get(5)?,
        };
        insert.execute(params![
            game.id,
            seq + 1,
            row.get::<_, i64>(1)?,
            row.get::<_, Option<u8>>(2)?,
            row.get::<_, Option<i64>>(3)?,
            body,
            post_hash,
        ])?;
    }
    Ok(())
}

/// Follows an old log: its lines are steps, `resumed`, and what takes the last step back.
struct Replay<'a> {
    game: &'a Game,
    state: State,
    before: Vec<State>,
}

impl<'a> Replay<'a> {
    fn new(setup: &'a Setup) -> Self {
        Self {
            game: &setup.game,
            state: State::new(&setup.game),
            before: Vec::new(),
        }
    }

    fn read(&mut self, body: &str) -> Result<(), String> {
        if body == "resumed" {
            return Ok(());
        }
        if body.ends_with(" undo") {
            self.state = self.before.pop().ok_or("there is nothing to take back")?;
            return Ok(());
        }
        let step = parse_step(self.game.board().topology(), body);
        let step = step.map_err(|error| error.to_string())?;
        let next = self.state.apply(self.game, step);
        let next = next.map_err(|error| error.to_string())?;
        self.before.push(std::mem::replace(&mut self.state, next));
        Ok(())
    }
}

fn setup_and_seats(text: &str) -> serde_json::Result<(Setup, Vec<SeatKind>)> {
    let mut setup: Value = serde_json::from_str(text)?;
    let seats: Vec<OldSeat> = serde_json::from_value(setup["seats"].take())?;
    setup["colors"] =
        serde_json::to_value(seats.iter().map(|seat| seat.color).collect::<Vec<_>>())?;
    let kinds = seats.into_iter().map(|seat| seat.kind).collect();
    Ok((serde_json::from_value(setup)?, kinds))
}

/// The creator of a table sat on its first seat for a person, and tables had no host: now the creator is.
fn people(game: &OldGame, seats: &[SeatKind]) -> People {
    let places: Vec<SeatAssignment> = seats
        .iter()
        .zip(BOT_NAMES)
        .enumerate()
        .map(|(place, (kind, bot_name))| {
            let sitter = game
                .sitters
                .iter()
                .find(|(seat, ..)| usize::from(*seat) == place);
            let is_bot = !matches!(kind, SeatKind::Human);
            let name = match sitter {
                Some((.., name)) => Some(name.clone()),
                None => is_bot.then(|| bot_name.to_owned()),
            };
            let guest = sitter.map(|(_, session, _)| GuestId(*session));
            SeatAssignment::new(*kind, name, guest)
        })
        .collect();
    People {
        host: places.iter().find_map(|place| place.guest),
        places,
        options: TableOptions::default(),
        code: None,
        asking: Vec::new(),
        removed: Vec::new(),
    }
}

fn started(setup: &Setup) -> LogRecord {
    LogRecord {
        seq: 1,
        at_ms: setup.created_ms,
        actor: None,
        key: None,
        nonce: None,
        body: "started".to_owned(),
        post_hash: digest(&setup.game, &State::new(&setup.game)),
    }
}
