//! Where somebody stands: how strong they seem from all of their games, and how much of that is shown.
//!
//! Games alone cannot tell twenty people from twenty accounts of one person. So what is shown moves only as far as different
//! people vouch for it: the games with each of them move it by so much within a month, whoever wins and how often. The
//! estimate has no such limit, and says how unsure what is shown is.

use crate::{Class, Entry, Rating, rate};

/// A day, in milliseconds.
pub const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// For how long it counts by how much others have moved a rating, in milliseconds.
pub const MONTH_MS: u64 = 30 * DAY_MS;

/// By how much games with somebody move the shown rating of others within a month, in thousandths of a point: by with how
/// many different people they had played to the end before. Nineteen others stay below a hundred points,
/// even with the luck of honest games beside.
const VOUCHES: [i32; 4] = [100, 1_200, 2_400, 3_500];

/// With how many people somebody has played who vouches as much as anybody.
pub const ENOUGH_MET: u32 = VOUCHES.len() as u32 - 1;

/// Where somebody stands in a class of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// How strong they seem from all of their games.
    pub estimate: Rating,
    /// The strength that is shown, in thousandths of a point: each game moves it as far as others vouch for it.
    pub shown: i32,
}

/// What a player of a game has to do with another one, before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Acquaintance {
    /// How many rated games of the class both have played within the day before.
    pub today: u32,
    /// By how much games with the other have moved the shown rating within the month before, in thousandths of a point.
    pub moved: i32,
    /// With how many different people the other had played such games to the end, up to [`ENOUGH_MET`].
    pub met: u32,
}

/// A player of a rated game, before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RatingPlayer {
    /// A person.
    Person {
        /// Where the person stands.
        standing: Standing,
        /// What the person has to do with each other one of the game.
        others: Vec<Acquaintance>,
    },
    /// A bot, whose strength is known.
    Bot(Rating),
}

/// What a rated game has changed for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Where the person stands now.
    pub standing: Standing,
    /// By how much the game has moved the shown rating for each of the other people, in thousandths of a point.
    pub moved: i32,
}

impl Standing {
    /// That of somebody who has not played yet.
    pub const fn start(class: Class) -> Self {
        Self {
            estimate: class.start(),
            shown: class.start().mean,
        }
    }

    /// The rating that is shown. The further it is behind the estimate, the less sure it is; but nobody is less sure than
    /// somebody who has not played yet.
    pub fn rating(self, class: Class) -> Rating {
        let behind = (self.estimate.mean - self.shown).abs() * 2 / 5;
        let deviation = self.estimate.deviation + behind;
        Rating {
            mean: self.shown,
            deviation: deviation.min(class.start().deviation),
        }
    }
}

/// How much a game counts: the first one of two people within a day wholly, the second a quarter, the third a ninth.
fn part(others: &[Acquaintance]) -> f64 {
    if others.is_empty() {
        return 1.0;
    }
    let each = others.iter().map(|other| {
        let game = f64::from(other.today) + 1.0;
        1.0 / (game * game)
    });
    each.fold(0.0, |sum, one| sum + one) / f64::from(others.len() as u8)
}

/// What a game changes for its people, by the order of its players, each with the place: 1 is the best; several may share
/// one. None for bots.
pub fn play(class: Class, players: &[(RatingPlayer, u8)]) -> Vec<Option<Outcome>> {
    let each = players.iter().enumerate();
    each.map(|(own, (player, _))| match player {
        RatingPlayer::Bot(_) => None,
        RatingPlayer::Person { standing, others } => {
            let estimate = after(class, players, own, standing.estimate)?;
            // What the game says to somebody who knows only what is shown: so games with strangers never vouch for what was
            // won in a circle of friends.
            let shown = after(class, players, own, standing.rating(class))?;
            let says = shown.mean - standing.shown;
            Some(outcome(*standing, others, estimate, says))
        }
    })
    .collect()
}

/// A rating of a player after the game against the others, as strong as they are shown to be.
fn after(
    class: Class,
    players: &[(RatingPlayer, u8)],
    own: usize,
    before: Rating,
) -> Option<Rating> {
    let entries = players.iter().enumerate();
    let entries: Vec<Entry> = entries
        .map(|(seat, (player, place))| match player {
            RatingPlayer::Bot(rating) => Entry::bot(*rating, *place),
            RatingPlayer::Person { others, .. } if seat == own => Entry {
                part: part(others),
                ..Entry::person(before, *place)
            },
            RatingPlayer::Person { standing, .. } => Entry::person(standing.rating(class), *place),
        })
        .collect();
    rate(class, &entries).get(own).copied()
}

fn outcome(before: Standing, others: &[Acquaintance], estimate: Rating, says: i32) -> Outcome {
    let standing = |shown| Standing { estimate, shown };
    let count = i32::from(others.len() as u8);
    if count == 0 {
        // Bots need nobody to vouch for them. What other people have not vouched for stays behind.
        let change = estimate.mean - before.estimate.mean;
        return Outcome {
            standing: standing(before.shown + change),
            moved: 0,
        };
    }
    let moved = others.iter().fold(says / count, |moved, other| {
        let most = VOUCHES[other.met.min(ENOUGH_MET) as usize];
        moved.clamp((-most - other.moved).min(0), (most - other.moved).max(0))
    });
    Outcome {
        standing: standing(before.shown + moved * count),
        moved,
    }
}
