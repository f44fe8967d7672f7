//! The ratings of the bots, which were measured by matches: see `docs/book/ratings.md`.

use crate::{Class, POINT, Rating};

/// A bot whose strength is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs)]
pub enum Anchor {
    Easy,
    Medium,
    Hard,
    Expert,
}

/// The rating of a bot. It never changes by games. That the expert is stronger than hard was not shown.
pub const fn anchor(class: Class, bot: Anchor) -> Rating {
    let points = match (class, bot) {
        (_, Anchor::Medium) => 1500,
        (Class::Two, Anchor::Easy) => 1253,
        (Class::Two, Anchor::Hard | Anchor::Expert) => 1609,
        (Class::ThreeFour, Anchor::Easy) => 1251,
        (Class::ThreeFour, Anchor::Hard | Anchor::Expert) => 1730,
        (Class::FiveSix, Anchor::Easy) => 1250,
        (Class::FiveSix, Anchor::Hard | Anchor::Expert) => 1743,
    };
    Rating {
        mean: points * POINT,
        deviation: 0,
    }
}
