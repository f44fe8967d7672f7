//! What the board gives at each intersection, worked out once for a decision.

use brickwood_rules::{
    Game, HarborKind, HexId, Intersection, IntersectionSet, Resource, Seat, State, Topology,
};

/// The most intersections of a board.
const MAX_INTERSECTIONS: usize = 80;

/// How many roads, settlements and cities a seat has in all (BRD-12).
pub(crate) const ROADS: usize = 15;
pub(crate) const SETTLEMENTS: usize = 5;
pub(crate) const CITIES: usize = 4;

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
    fn hex_rate(&self, hex: HexId) -> f32 {
        f32::from(self.game.board().hex(hex).pips()) / THROWS
    }

    /// What the robber on a hex costs a seat, in cards a roll.
    pub(crate) fn blocked(&self, state: &State, seat: Seat, hex: HexId) -> f32 {
        let corners = self.topology.corner_set(hex);
        let buildings = state.settlements(seat).intersection(corners).len()
            + 2 * state.cities(seat).intersection(corners).len();
        self.hex_rate(hex) * f32::from(buildings as u8)
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
        let board = self.game.board();
        if buildings.meets(self.harbors) {
            Resource::ALL.map(|give| f32::from(board.rate(buildings, give)))
        } else {
            [4.0; 5]
        }
    }
}
