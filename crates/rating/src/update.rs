//! What a game changes.

use libm::{exp, round, sqrt};

use crate::{Class, DRIFT, POINT, Rating};

/// No game makes anybody surer than this, in parts of the variance before it.
const LEAST: f64 = 0.0001;

/// Somebody who has played a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// The rating before the game.
    pub rating: Rating,
    /// The place in the game: 1 is the best; several may share one.
    pub place: u8,
    /// Whether the rating stays as it is.
    pub is_fixed: bool,
    /// How much the game counts for this player: 1 is all of it.
    pub part: f64,
}

impl Entry {
    /// A person at this place.
    pub const fn person(rating: Rating, place: u8) -> Self {
        Self {
            rating,
            place,
            is_fixed: false,
            part: 1.0,
        }
    }

    /// A bot at this place.
    pub const fn bot(rating: Rating, place: u8) -> Self {
        Self {
            rating,
            place,
            is_fixed: true,
            part: 1.0,
        }
    }
}

/// What the formulas need of somebody.
struct RatingPlayer {
    place: u8,
    /// In points above 1500.
    mean: f64,
    /// In squared points.
    variance: f64,
    /// In proportion to the chance to be first.
    weight: f64,
}

/// The ratings after a game, in the order of the entries.
pub fn rate(class: Class, entries: &[Entry]) -> Vec<Rating> {
    let mut players: Vec<RatingPlayer> = entries.iter().map(|entry| player(class, entry)).collect();
    let spread = class.spread() * class.spread() * f64::from(entries.len() as u8);
    let scale = sqrt(players.iter().fold(spread, |sum, one| sum + one.variance));
    for one in &mut players {
        one.weight = exp(one.mean / scale);
    }
    let rated = entries.iter().zip(&players).map(|(entry, player)| {
        if entry.is_fixed {
            entry.rating
        } else {
            after(player, &players, scale, entry.part)
        }
    });
    rated.collect()
}

fn player(class: Class, entry: &Entry) -> RatingPlayer {
    let drift = if entry.is_fixed { 0.0 } else { DRIFT };
    let drift = drift * sqrt(entry.part);
    let deviation = points(entry.rating.deviation);
    RatingPlayer {
        place: entry.place,
        mean: points(entry.rating.mean - class.start().mean),
        variance: deviation * deviation + drift * drift,
        weight: 0.0,
    }
}

/// The rating of a player after the game. Each place up to the player's own was won against all who came no earlier.
/// Only this part of the game counts.
fn after(player: &RatingPlayer, players: &[RatingPlayer], scale: f64, counts: f64) -> Rating {
    let (mut gain, mut surer) = (0.0, 0.0);
    for other in players.iter().filter(|other| other.place <= player.place) {
        let no_earlier = players.iter().filter(|one| one.place >= other.place);
        let chance = player.weight / no_earlier.fold(0.0, |sum, one| sum + one.weight);
        let shared = players.iter().filter(|one| one.place == other.place);
        let shared = f64::from(shared.count() as u8);
        let won = if std::ptr::eq(player, other) {
            1.0
        } else {
            0.0
        };
        gain += (won - chance) / shared;
        surer += chance * (1.0 - chance) / shared;
    }
    let part = player.variance / scale * counts;
    let left = 1.0 - part / scale * surer;
    let left = if left < LEAST { LEAST } else { left };
    Rating {
        mean: thousandths(player.mean + part * gain) + 1500 * POINT,
        deviation: thousandths(sqrt(player.variance * left)),
    }
}

fn points(thousandths: i32) -> f64 {
    f64::from(thousandths) / f64::from(POINT)
}

// Ratings are some thousand points.
#[allow(clippy::cast_possible_truncation)]
fn thousandths(points: f64) -> i32 {
    round(points * f64::from(POINT)) as i32
}
