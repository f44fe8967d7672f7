//! Ratings of players: how strong somebody is likely to be, and how sure that is.
//!
//! The model is that of Plackett and Luce: the first place goes to each with a chance in proportion to their strength,
//! the second in the same way among the others, and so on. 400 points are ten times the strength. A game changes the
//! ratings of those who have played it as Weng and Lin have shown (*A Bayesian Approximation Method for Online Ranking*,
//! 2011, algorithm 4). Bots are anchors: their ratings were measured and never change. Of what that estimates, a person's
//! [`Standing`] shows as much as different people vouch for.
//!
//! Everything is a pure function of whole numbers, and uses no mathematical functions of the platform, so that the same
//! games give the same ratings everywhere, bit by bit.
//!
//! ```
//! use brickwood_rating::{Class, Entry, Rating, anchor, rate};
//!
//! let class = Class::of(2).expect("two can play");
//! let person = Entry::person(class.start(), 1);
//! let bot = Entry::bot(anchor(class, "hard").expect("it was measured"), 2);
//! let rated = rate(class, &[person, bot]);
//! assert!(rated[0].mean > person.rating.mean);
//! assert_eq!(rated[1], bot.rating);
//! ```

mod anchors;
mod ledger;
mod standing;
mod update;

pub use anchors::{ANCHORS, anchor};
pub use ledger::{Noted, RatingLedger};
pub use standing::{
    Acquaintance, DAY_MS, ENOUGH_MET, MONTH_MS, Outcome, RatingPlayer, Standing, play,
};
pub use update::{Entry, rate};

/// Thousandths in a point: ratings are kept in these.
pub const POINT: i32 = 1000;

/// By how many points somebody may have changed since the game before.
const DRIFT: f64 = 5.0;

/// How strong somebody is likely to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rating {
    /// The most likely strength, in thousandths of a point. The medium bot has 1500 points.
    pub mean: i32,
    /// The standard deviation of what the strength may be, in thousandths of a point; 0 where it is known.
    pub deviation: i32,
}

impl Rating {
    /// From where to where the strength lies, in points: in 19 of 20 cases, rounded to tens.
    pub fn range(self) -> (i32, i32) {
        let tens =
            |thousandths: i32| -> i32 { (thousandths + 5 * POINT).div_euclid(10 * POINT) * 10 };
        let reach = 2 * self.deviation;
        (tens(self.mean - reach), tens(self.mean + reach))
    }

    /// Whether it is sure enough to be compared with those of others: its range is at most three quarters as wide as that
    /// of somebody who has not played yet.
    pub const fn is_settled(self, class: Class) -> bool {
        self.deviation <= class.settled()
    }
}

/// Games that are rated together: who is strong at one of these tables need not be at another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Two players.
    Two,
    /// Three or four.
    ThreeFour,
    /// Five or six.
    FiveSix,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Two, Self::ThreeFour, Self::FiveSix];

    /// The class of a number of players; none if so many cannot play.
    pub const fn of(players: usize) -> Option<Self> {
        match players {
            2 => Some(Self::Two),
            3 | 4 => Some(Self::ThreeFour),
            5 | 6 => Some(Self::FiveSix),
            _ => None,
        }
    }

    /// The most players of its games, which names it: 2, 4 or 6.
    pub const fn number(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::ThreeFour => 4,
            Self::FiveSix => 6,
        }
    }

    /// The rating of somebody who has not played yet.
    pub const fn start(self) -> Rating {
        Rating {
            mean: 1500 * POINT,
            deviation: 155 * POINT,
        }
    }

    /// The largest deviation of a rating that [is settled](Rating::is_settled).
    pub const fn settled(self) -> i32 {
        self.start().deviation / 4 * 3
    }

    /// How much the outcome of a game says beside the strengths, in points. The more play, the more do places say.
    const fn spread(self) -> f64 {
        match self {
            Self::Two => 80.0,
            Self::ThreeFour => 50.0,
            Self::FiveSix => 35.0,
        }
    }
}
