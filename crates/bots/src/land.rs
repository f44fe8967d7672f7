//! What the board gives at each intersection, worked out once for a decision.

use brickwood_rules::{Game, HarborKind, HexId, Intersection, IntersectionSet, Resource, Topology};

/// The most intersections of a board.
const MAX_INTERSECTIONS: usize = 80;

/// Expected cards of each resource for one roll of the dice, or another number for each resource.
pub(crate) type PerResource = [f32; 5];

/// The throws of two dice.
const THROWS: f32 = 36.0;

/// The board as a bot looks at it.
pub(crate) struct Land<'a> {
    pub(crate) game: &'a Game,
    pub(crate) topology: &'static Topology,
    yields: [PerResource; MAX_INTERSECTIONS],
    /// How often any hex of a resource comes up on this board, in cards a roll for one settlement
    /// at each corner; the scarcer, the more each card is worth.
    pub(crate) supply: PerResource,
    /// Intersections with any harbor.
    pub(crate) harbors: IntersectionSet,
}

impl<'a> Land<'a> {
    pub(crate) fn new(game: &'a Game) -> Self {
        let board = game.board();
        let topology = board.topology();
        let mut yields = [[0.0; 5]; MAX_INTERSECTIONS];
        let mut supply = [0.0; 5];
        for hex in topology.hexes() {
            let Some(resource) = board.terrain(hex).resource() else {
                continue;
            };
            let rate = f32::from(board.hex(hex).pips()) / THROWS;
            supply[resource.index()] += rate;
            for corner in topology.corners(hex) {
                yields[corner.index()][resource.index()] += rate;
            }
        }
        let mut harbors = board.harbor_intersections(HarborKind::Generic);
        for resource in Resource::ALL {
            harbors = harbors.union(board.harbor_intersections(HarborKind::Special { resource }));
        }
        Self {
            game,
            topology,
            yields,
            supply,
            harbors,
        }
    }

    /// What a settlement here gives a roll.
    pub(crate) fn yields(&self, at: Intersection) -> &PerResource {
        &self.yields[at.index()]
    }

    /// What a settlement here gives a roll, all resources together.
    pub(crate) fn total_yield(&self, at: Intersection) -> f32 {
        self.yields(at).iter().sum()
    }

    /// What a hex gives a settlement a roll.
    pub(crate) fn hex_rate(&self, hex: HexId) -> f32 {
        f32::from(self.game.board().hex(hex).pips()) / THROWS
    }

    /// At which rate the owner of these buildings trades each resource with the bank.
    pub(crate) fn bank_rates(&self, buildings: IntersectionSet) -> PerResource {
        let board = self.game.board();
        if buildings.meets(self.harbors) {
            Resource::ALL.map(|give| f32::from(board.rate(buildings, give)))
        } else {
            [4.0; 5]
        }
    }
}
