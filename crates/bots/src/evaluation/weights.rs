//! What each thing is worth. Found by self-play: both signs of small random
//! changes of all of them play each other, and the winner's share is kept (SPSA).
//! The weights of openings were fitted to who won instead.

use brickwood_rules::ByResource;
use serde::{Deserialize, Serialize};

use crate::land::PerResource;

/// The numbers of an evaluator. Where no unit is named, it is points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// How strongly a lead in strength tells, against chance.
    pub(crate) sharpness: f32,
    /// Rolls of the dice that the leader needs for a point.
    pub(crate) rolls_a_point: f32,
    /// The fewest rolls that a game is taken to last on.
    pub(crate) shortest_horizon: f32,
    /// How much of what the robber blocks is lost on average, from none to all.
    pub(crate) robber: f32,
    /// Of what the production brings within the horizon.
    pub(crate) pace: Pace,
    /// Of the settlements of the set-up, where there are three players or more.
    pub(crate) opening: OpeningTerms,
    /// Likewise between two players. With one partner to trade with, the part in the board's supply does not count.
    pub(crate) duel_opening: OpeningTerms,
    /// Of the settlements' pace, what is left where no place to settle is in reach.
    pub(crate) no_room: f32,
    /// How much more a new settlement's cards count when its owner has none of their kind yet.
    pub(crate) new_resource: f32,
    /// Of each card that a settlement or city to be built will produce within the horizon.
    pub(crate) future_card: f32,
    /// Rolls after which the hope of building something has lost most of its worth.
    pub(crate) patience: f32,
    /// Of the next thing to build, as a part of what it will bring.
    pub(crate) next: f32,
    /// Of the second best thing to build next, likewise.
    pub(crate) second: f32,
    /// Of all others together, likewise.
    pub(crate) others: f32,
    /// Of a development card to buy.
    pub(crate) card: f32,
    /// How much of a spot's worth is left when another seat is as near.
    pub(crate) contested: f32,
    /// Of the best spot to settle after 0, 1 and 2 roads, as a part of what it will bring.
    pub(crate) room: [f32; 3],
    /// Of each card in hand.
    pub(crate) held: f32,
    /// Of each card that a seven is expected to cost.
    pub(crate) exposed: f32,
    /// Of a knight in hand.
    pub(crate) knight: f32,
    /// Of each knight played.
    pub(crate) knight_played: f32,
    /// Of another development card in hand.
    pub(crate) progress: f32,
    /// Of the largest army's two points, by the number of knights still to be drawn for it.
    pub(crate) army: [f32; 4],
    /// Of the longest road's two points, by the number of roads still to be built for it.
    pub(crate) road: [f32; 5],
    /// Of two points that are held, what is lost when another could take them with 1, 2, 3 more.
    pub(crate) threat: [f32; 3],
    /// The log-odds of winning that an offer must gain to be made.
    pub(crate) worth_offering: f32,
    /// The log-odds of winning that a trade must gain to be closed.
    pub(crate) worth_closing: f32,
    /// The strength that a partner is expected to ask for.
    pub(crate) partner_asks: f32,
    /// The log-odds of winning that a knight before the roll must gain.
    pub(crate) worth_a_knight: f32,
    /// How much of what the net says counts, see `evaluation/net.rs`.
    pub(crate) net: f32,
}

/// What the production is worth that pays for so much within the horizon.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pace {
    /// Of each card.
    pub(crate) produced: f32,
    /// Of each road.
    pub(crate) road: f32,
    /// Of each settlement.
    pub(crate) settlement: f32,
    /// Of each city.
    pub(crate) city: f32,
    /// Of each development card.
    pub(crate) card: f32,
}

/// One number for each term of a pair of first settlements: the term itself, or its weight in log-odds of winning. See
/// `evaluation/opening.rs`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpeningTerms {
    /// The pair's share of the board's supply of each resource: the others have to trade for what they lack.
    pub(crate) supply: PerResource,
    /// The pace at which the pair pays for cities. A resource that it lacks costs the rolls for a trade with the bank.
    pub(crate) city: f32,
    /// Likewise for development cards.
    pub(crate) card: f32,
    /// Likewise for roads.
    pub(crate) road: f32,
    /// The cards a roll that a harbor trades two for one.
    pub(crate) special_harbor: f32,
    /// The cards that the second settlement brings at once (SET-04).
    pub(crate) first_card: f32,
    /// The free sites two roads away.
    pub(crate) site: f32,
    /// Whether a generic harbor is among them.
    pub(crate) generic_harbor_near: f32,
    /// The most cards a roll that a harbor among them would trade two for one.
    pub(crate) special_harbor_near: f32,
}

/// The weights of the hard level.
pub(crate) const HARD: Weights = Weights {
    sharpness: 1.11,
    rolls_a_point: 7.29,
    shortest_horizon: 12.0,
    robber: 0.613,
    pace: Pace {
        produced: 0.0456,
        road: 0.0469,
        settlement: 0.32,
        city: 0.362,
        card: 0.137,
    },
    opening: OpeningTerms {
        supply: ByResource([0.094, 0.054, 0.226, 0.394, 0.0943]),
        city: 14.4,
        card: 8.28,
        road: 6.71,
        special_harbor: 1.3,
        first_card: 0.128,
        site: 0.0652,
        generic_harbor_near: 0.0685,
        special_harbor_near: 0.328,
    },
    duel_opening: OpeningTerms {
        supply: ByResource([0.0; 5]),
        city: 16.4,
        card: 13.9,
        road: 13.6,
        special_harbor: 0.31,
        first_card: 0.045,
        site: 0.0663,
        generic_harbor_near: 0.088,
        special_harbor_near: 0.0,
    },
    no_room: 0.902,
    new_resource: 0.531,
    future_card: 0.111,
    patience: 7.0,
    next: 0.645,
    second: 0.212,
    others: 0.0608,
    card: 0.81,
    contested: 0.566,
    room: [0.101, 0.0823, 0.0592],
    held: 0.0463,
    exposed: 0.0766,
    knight: 0.515,
    knight_played: 0.0915,
    progress: 0.953,
    army: [0.86, 0.395, 0.254, 0.0306],
    road: [0.961, 0.214, 0.106, 0.0656, 0.0303],
    threat: [0.199, 0.122, 0.0611],
    worth_offering: 0.013,
    worth_closing: 0.00485,
    partner_asks: 0.02,
    worth_a_knight: 0.0136,
    net: 0.7,
};
