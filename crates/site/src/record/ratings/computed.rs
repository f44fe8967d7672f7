//! What rated games change, from their logs alone. What is stored can be worked out again from them.

use std::collections::HashMap;

use brickwood_protocol::{BotLevel, RatingRange};
use brickwood_rating::{Class, Entry, Rating, anchor, rate};
use brickwood_rules::Seat;
use brickwood_storage::{Storage, Unavailable};
use brickwood_table::{FinishedGame, PersonId, RatedPlayer, RatedSeat, StoredGame, Table};

use crate::{
    StoresSite,
    record::ratings::{RatedGame, RatingChange},
};

/// How many games are read at a time.
const PART: u32 = 100;

/// The class of a rated game, and how its seats count; none if the game changes no rating.
pub fn rated_seats(finished: &FinishedGame) -> Option<(Class, Vec<RatedSeat>)> {
    let class = Class::of(finished.seats.len())?;
    Some((class, finished.rated()?))
}

/// The people of a rated game.
pub fn persons(seats: &[RatedSeat]) -> Vec<PersonId> {
    let person = |seat: &RatedSeat| match seat.player {
        RatedPlayer::Person(person) => Some(person),
        RatedPlayer::Bot(_) => None,
    };
    seats.iter().filter_map(person).collect()
}

/// What a game changes, where people have these ratings before it; none if nobody's rating changes.
pub fn changes(
    class: Class,
    seats: &[RatedSeat],
    before: impl Fn(PersonId) -> Option<Rating>,
) -> Option<Vec<RatingChange>> {
    let entries = seats.iter().map(|seat| match seat.player {
        RatedPlayer::Person(person) => {
            let rating = before(person).unwrap_or(class.start());
            Some(Entry::person(rating, seat.place))
        }
        RatedPlayer::Bot(level) => Some(Entry::bot(bot(class, level)?, seat.place)),
    });
    let entries: Vec<Entry> = entries.collect::<Option<_>>()?;
    let after = rate(class, &entries);
    let each = seats.iter().zip(entries).zip(after);
    let changes: Vec<RatingChange> = each
        .filter_map(|((seat, entry), after)| {
            let RatedPlayer::Person(person) = seat.player else {
                return None;
            };
            Some(RatingChange {
                seat: seat.seat,
                person,
                place: seat.place,
                before: entry.rating,
                after,
            })
        })
        .collect();
    (!changes.is_empty()).then_some(changes)
}

/// The rating of a bot; none for a program of others.
pub fn bot(class: Class, level: BotLevel) -> Option<Rating> {
    match level {
        BotLevel::Own(level) => anchor(class, level.name()),
        BotLevel::Outside { .. } => None,
    }
}

/// A rating as it is told.
pub fn range(rating: Rating) -> RatingRange {
    let (low, high) = rating.range();
    RatingRange { low, high }
}

/// What working out all ratings again has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recomputed {
    /// How many games are rated.
    pub games: u32,
    /// How many changes of ratings they have led to.
    pub changes: u32,
    /// The tables of those whose stored changes differ from what follows from their logs.
    pub differ: Vec<String>,
    /// Whether they were stored as they should be.
    pub corrected: bool,
}

/// Works out all ratings again from the logs of the rated games, in their order, and compares them with what is stored;
/// with `write`, stores them. No other program should rate games meanwhile.
///
/// # Errors
///
/// If the storage does not answer.
pub async fn recompute(log: &dyn Storage, write: bool) -> Result<Recomputed, Unavailable> {
    let mut found = Recomputed::default();
    let mut ratings: HashMap<(PersonId, Class), Rating> = HashMap::new();
    loop {
        let games = log.site().rated_games(found.games, PART).await?;
        for (id, stored) in &games {
            let fresh = match log.load(id).await? {
                Some(game) => again(game, stored, &ratings),
                None => None,
            };
            found.games = stored.number;
            // What cannot be read counts as it was stored.
            let counts = fresh.as_ref().unwrap_or(stored);
            for change in &counts.changes {
                found.changes += 1;
                ratings.insert((change.person, counts.class), change.after);
            }
            if fresh.as_ref() != Some(stored) {
                found.differ.push(id.clone());
                if let Some(fresh) = fresh.filter(|_| write) {
                    log.site().correct(&fresh).await?;
                    found.corrected = true;
                }
            }
        }
        if games.len() < PART as usize {
            return Ok(found);
        }
    }
}

/// A rated game as it follows from its log, with the players that are stored: they may have been forgotten elsewhere.
fn again(
    game: StoredGame,
    stored: &RatedGame,
    ratings: &HashMap<(PersonId, Class), Rating>,
) -> Option<RatedGame> {
    let table = Table::restore(game.setup, game.people, game.records).ok()?;
    let (class, mut seats) = rated_seats(&table.finished()?)?;
    let known = |seat: Seat| stored.changes.iter().find(|change| change.seat == seat);
    for seat in &mut seats {
        if let RatedPlayer::Person(person) = &mut seat.player
            && let Some(change) = known(seat.seat)
        {
            *person = change.person;
        }
    }
    let before = |person| ratings.get(&(person, class)).copied();
    Some(RatedGame {
        number: stored.number,
        class,
        changes: changes(class, &seats, before)?,
    })
}
