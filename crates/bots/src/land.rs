//! What the board gives at each intersection, worked out once for a decision.

use brickwood_rules::{
    ByResource, Dice, DiceDeck, DiceSource, Game, HarborKind, HexId, Intersection, IntersectionSet,
    Resource, Seat, State, Topology,
};

/// The most intersections of a board.
const MAX_INTERSECTIONS: usize = 80;

/// Expected cards of each resource for one roll of the dice, or another number for each resource.
pub(crate) type PerResource = ByResource<f32>;

/// The throws of two dice.
const THROWS: f32 = 36.0;

/// A number for each total of two dice, and 0 for what is none.
type Rolls = [f32; 13];

/// The board as a bot looks at it.
pub(crate) struct Land<'a> {
    pub(crate) game: &'a Game,
    pub(crate) topology: &'static Topology,
    /// Expected rolls of each total, for one roll of the dice.
    rolls: Rolls,
    yields: [PerResource; MAX_INTERSECTIONS],
    /// How often any hex of a resource comes up on this board, in cards a roll for one settlement
    /// at each corner; the scarcer, the more each card is worth.
    pub(crate) supply: PerResource,
    /// Intersections with any harbor.
    pub(crate) harbors: IntersectionSet,
}

impl<'a> Land<'a> {
    /// `dice_deck` are the throws that are left, where a deck decides the rolls: all without.
    pub(crate) fn new(game: &'a Game, dice_deck: Option<DiceDeck>) -> Self {
        let board = game.board();
        let topology = board.topology();
        let rolls = match game.rules().dice {
            DiceSource::Dice => rolls_of_dice(),
            DiceSource::Deck => rolls_of_deck(dice_deck.unwrap_or(DiceDeck::FULL)),
        };
        let mut yields = [PerResource::all(0.0); MAX_INTERSECTIONS];
        let mut supply = PerResource::all(0.0);
        for hex in topology.hexes() {
            let Some(resource) = board.terrain(hex).resource() else {
                continue;
            };
            let rate = hex_rate(game, &rolls, hex);
            supply[resource] += rate;
            for corner in topology.corners(hex) {
                yields[corner.index()][resource] += rate;
            }
        }
        let mut harbors = board.harbor_intersections(HarborKind::Generic);
        for resource in Resource::ALL {
            harbors = harbors.union(board.harbor_intersections(HarborKind::Special { resource }));
        }
        Self {
            game,
            topology,
            rolls,
            yields,
            supply,
            harbors,
        }
    }

    /// What a settlement here gives a roll.
    pub(crate) fn yields(&self, at: Intersection) -> &PerResource {
        &self.yields[at.index()]
    }

    /// What settlements here give a roll.
    pub(crate) fn income(&self, settlements: IntersectionSet) -> PerResource {
        let mut sums = PerResource::all(0.0);
        for at in settlements.iter() {
            for (sum, rate) in sums.iter_mut().zip(self.yields(at)) {
                *sum += rate;
            }
        }
        sums
    }

    /// What a settlement here gives a roll, all resources together.
    pub(crate) fn total_yield(&self, at: Intersection) -> f32 {
        self.yields(at).iter().sum()
    }

    /// What the robber on a hex costs a seat, in cards a roll.
    pub(crate) fn blocked(&self, state: &State, seat: Seat, hex: HexId) -> f32 {
        hex_rate(self.game, &self.rolls, hex) * f32::from(state.yield_of(seat, hex))
    }

    /// The intersections two paths from one.
    pub(crate) fn two_away(&self, at: Intersection) -> IntersectionSet {
        self.topology
            .neighbors(at)
            .iter()
            .fold(IntersectionSet::EMPTY, |all, near| {
                all.union(self.topology.neighbors(near))
            })
            .without(at)
    }

    /// At which rate the owner of these buildings trades each resource with the bank.
    pub(crate) fn bank_rates(&self, buildings: IntersectionSet) -> PerResource {
        if buildings.meets(self.harbors) {
            ByResource(self.game.board().rates(buildings).counts().map(f32::from))
        } else {
            PerResource::all(4.0)
        }
    }
}

/// What a hex gives a settlement a roll.
fn hex_rate(game: &Game, rolls: &Rolls, hex: HexId) -> f32 {
    let token = game.board().hex(hex).token;
    token.map_or(0.0, |token| rolls[usize::from(token)])
}

/// PRB-01.
fn rolls_of_dice() -> Rolls {
    let mut ways = [0.0; 13];
    for dice in Dice::ALL {
        ways[usize::from(dice.total())] += 1.0;
    }
    ways.map(|ways| ways / THROWS)
}

/// The mean of the next 36 rolls: what is left of this deck, and some of the next one.
fn rolls_of_deck(deck: DiceDeck) -> Rolls {
    let of_the_next = 1.0 - f32::from(deck.drawable().count() as u8) / THROWS;
    let mut rolls = rolls_of_dice().map(|rate| rate * of_the_next);
    for dice in deck.drawable() {
        rolls[usize::from(dice.total())] += 1.0 / THROWS;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_deck_is_as_good_as_dice() {
        for (found, expected) in rolls_of_deck(DiceDeck::FULL).iter().zip(rolls_of_dice()) {
            assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
        }
    }

    #[test]
    fn what_has_left_the_deck_comes_less_often() {
        // Of the throws with an eight, the one of two fours is gone.
        let left = Dice::ALL.into_iter().filter(|dice| dice.faces() != [4, 4]);
        let deck = DiceDeck::try_from(left.collect::<Vec<_>>()).expect("a smaller deck");
        let rolls = rolls_of_deck(deck);
        assert!((rolls.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        // One of the 36 rolls is of the next deck.
        let eights = 4.0 + 5.0 / THROWS;
        assert!((rolls[8] * THROWS - eights).abs() < 1e-4, "{}", rolls[8]);
        assert!(rolls[6] > rolls_of_dice()[6]);
    }
}
