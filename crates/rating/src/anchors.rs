//! The ratings of the bots, which were measured by matches: see `docs/book/ratings.md`.

use crate::{Class, POINT, Rating};

/// The bots whose strength is known, by the names of their levels, with their points at tables of two, of three and
/// four, and of five and six. That the expert is stronger than hard was not shown.
pub const ANCHORS: [(&str, [i32; 3]); 4] = [
    ("easy", [1253, 1251, 1250]),
    ("medium", [1500, 1500, 1500]),
    ("hard", [1609, 1730, 1743]),
    ("expert", [1609, 1730, 1743]),
];

/// The rating of a bot by the name of its level; none if it was not measured. It never changes by games.
pub fn anchor(class: Class, bot: &str) -> Option<Rating> {
    let (_, points) = ANCHORS.iter().find(|(name, _)| *name == bot)?;
    Some(Rating {
        mean: points[class as usize] * POINT,
        deviation: 0,
    })
}
