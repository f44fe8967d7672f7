//! What rated games change, from their logs alone. What is stored can be worked out again from them.

use brickwood_protocol::{BotLevel, RatingRange};
use brickwood_rating::{
    Acquaintance, Class, Noted, Outcome, Rating, RatingLedger, RatingPlayer, Standing, anchor, play,
};
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

/// The people of a rated game, each with the others.
pub fn others_of(seats: &[RatedSeat]) -> Vec<(PersonId, Vec<PersonId>)> {
    let people = seats.iter().filter_map(|seat| match seat.player {
        RatedPlayer::Person(person) => Some(person),
        RatedPlayer::Bot(_) => None,
    });
    let people: Vec<PersonId> = people.collect();
    let others = |own: usize| {
        let others = people.iter().enumerate();
        let others = others.filter(move |(place, _)| *place != own);
        others.map(|(_, person)| *person).collect()
    };
    let each = people.iter().enumerate();
    each.map(|(own, person)| (*person, others(own))).collect()
}

/// What a game changes, where this was so before it for each of its people; none if nobody's rating changes.
pub fn changes(
    class: Class,
    seats: &[RatedSeat],
    pasts: Vec<(Standing, Vec<Acquaintance>)>,
) -> Option<Vec<RatingChange>> {
    let mut pasts = pasts.into_iter();
    let players = seats.iter().map(|seat| {
        let player = match seat.player {
            RatedPlayer::Person(_) => {
                let (standing, others) = pasts.next()?;
                RatingPlayer::Person { standing, others }
            }
            RatedPlayer::Bot(level) => RatingPlayer::Bot(bot(class, level)?),
        };
        Some((player, seat.place))
    });
    let players: Vec<(RatingPlayer, u8)> = players.collect::<Option<_>>()?;
    let outcomes = play(class, &players);
    let each = seats.iter().zip(players).zip(outcomes);
    let changes: Vec<RatingChange> = each
        .filter_map(|((seat, (player, _)), outcome)| {
            let (RatedPlayer::Person(person), RatingPlayer::Person { standing, .. }) =
                (seat.player, player)
            else {
                return None;
            };
            let outcome = outcome?;
            Some(RatingChange {
                seat: seat.seat,
                person,
                place: seat.place,
                before: standing.rating(class),
                after: outcome.standing.rating(class),
                estimate: outcome.standing.estimate,
                moved: outcome.moved,
                stayed: seat.stayed,
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
    let mut ledger = RatingLedger::default();
    loop {
        let games = log.site().rated_games(found.games, PART).await?;
        for (id, stored) in &games {
            let fresh = match log.load(id).await? {
                Some(game) => again(game, stored, &ledger),
                None => None,
            };
            found.games = stored.number;
            // What cannot be read counts as it was stored.
            let counts = fresh.as_ref().unwrap_or(stored);
            found.changes += counts.changes.len() as u32;
            let noted = counts.changes.iter().map(|change| Noted {
                person: change.person,
                outcome: Outcome {
                    standing: change.standing(),
                    moved: change.moved,
                },
                stayed: change.stayed,
            });
            let noted: Vec<Noted<PersonId>> = noted.collect();
            ledger.note(counts.class, counts.ended_ms, &noted);
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
    ledger: &RatingLedger<PersonId>,
) -> Option<RatedGame> {
    let table = Table::restore(game.setup, game.people, game.records).ok()?;
    let finished = table.finished()?;
    let (class, mut seats) = rated_seats(&finished)?;
    let known = |seat: Seat| stored.changes.iter().find(|change| change.seat == seat);
    for seat in &mut seats {
        if let RatedPlayer::Person(person) = &mut seat.player
            && let Some(change) = known(seat.seat)
        {
            *person = change.person;
        }
    }
    let ended_ms = finished.ended_ms;
    let pasts = others_of(&seats).into_iter().map(|(person, others)| {
        let known = ledger.others(class, person, &others, ended_ms);
        (ledger.standing(class, person), known)
    });
    let pasts = pasts.collect();
    Some(RatedGame {
        number: stored.number,
        class,
        ended_ms,
        changes: changes(class, &seats, pasts)?,
    })
}
