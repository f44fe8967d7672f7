//! Turning and mirroring the board.

use brickwood_rules::{
    BoardPlan, Corner, Harbor, HexId, Intersection, Layout, Path, Side, Topology,
};

use crate::{ActionSpace, EncodeError, Grid, Group};

/// A way to turn or mirror the land so that it covers itself: which place comes to lie where.
///
/// The board for up to four players has twelve such ways, the larger one four. A game with its board
/// and all its steps turned goes on in the same way, so learning programs can see one game as twelve.
#[derive(Clone, Debug)]
pub struct Symmetry {
    layout: Layout,
    turns: usize,
    mirrored: bool,
    hexes: Vec<HexId>,
    intersections: Vec<Intersection>,
    paths: Vec<Path>,
}

impl Symmetry {
    /// All symmetries of this land, the one that changes nothing first.
    pub fn all(layout: Layout) -> Vec<Self> {
        let ways = [false, true].map(|mirrored| (0..6).map(move |turns| (turns, mirrored)));
        let ways = ways.into_iter().flatten();
        ways.filter_map(|(turns, mirrored)| Self::new(layout, turns, mirrored))
            .collect()
    }

    /// Mirrors the land at its middle column, if asked to, and then turns it clockwise by so many
    /// sixths; nothing where it does not cover itself then.
    fn new(layout: Layout, turns: usize, mirrored: bool) -> Option<Self> {
        let topology = layout.topology();
        let place = |hex| {
            let (x, y) = topology.hex_position(hex);
            topology.hex_at(turned(turns, if mirrored { (-x, y) } else { (x, y) })?)
        };
        let hexes: Vec<HexId> = topology.hexes().map(place).collect::<Option<_>>()?;
        let mut symmetry = Self {
            layout,
            turns,
            mirrored,
            hexes,
            intersections: topology.intersections().collect(),
            paths: topology.paths().collect(),
        };
        symmetry.place_corners(topology);
        Some(symmetry)
    }

    fn place_corners(&mut self, topology: &Topology) {
        for hex in topology.hexes() {
            let image = self.hexes[hex.index()];
            for corner in 0..6 {
                let from = topology.corner(hex, Corner::ALL[corner]);
                let mirrored = if self.mirrored { 6 - corner } else { corner };
                let to = Corner::ALL[(mirrored + self.turns) % 6];
                self.intersections[from.index()] = topology.corner(image, to);
            }
            for side in Side::ALL {
                let from = topology.side(hex, side);
                self.paths[from.index()] = topology.side(image, self.side(side));
            }
        }
    }

    /// Where a hex comes to lie.
    pub fn hex(&self, hex: HexId) -> HexId {
        self.hexes[hex.index()]
    }

    /// Where an intersection comes to lie.
    pub fn intersection(&self, at: Intersection) -> Intersection {
        self.intersections[at.index()]
    }

    /// Where a path comes to lie.
    pub fn path(&self, path: Path) -> Path {
        self.paths[path.index()]
    }

    /// The side of a hex that a side becomes.
    pub fn side(&self, side: Side) -> Side {
        let number = side as usize;
        let mirrored = if self.mirrored { 5 - number } else { number };
        Side::ALL[(mirrored + self.turns) % 6]
    }

    /// The board as it lies then.
    ///
    /// # Errors
    ///
    /// A plan of another layout, or with another number of hexes.
    pub fn board(&self, plan: &BoardPlan) -> Result<BoardPlan, EncodeError> {
        if plan.layout != self.layout || plan.hexes.len() != self.hexes.len() {
            return Err(EncodeError::Length {
                expected: self.hexes.len(),
                found: plan.hexes.len(),
            });
        }
        let mut turned = plan.clone();
        for (from, to) in plan.hexes.iter().zip(&self.hexes) {
            turned.hexes[to.index()] = *from;
        }
        for harbor in &mut turned.harbors {
            *harbor = Harbor {
                hex: self.hex(harbor.hex),
                side: self.side(harbor.side),
                ..*harbor
            };
        }
        turned.robber = self.hex(plan.robber);
        Ok(turned)
    }

    /// The index that an index of the [`ActionSpace`] becomes.
    ///
    /// # Errors
    ///
    /// An index beyond the space.
    pub fn action(&self, index: u16) -> Result<u16, EncodeError> {
        let space = ActionSpace::of(self.layout);
        let (group, n) = space.split(index)?;
        let place = usize::from(n);
        let image = match group {
            Group::BuildSettlement | Group::BuildCity | Group::TakeFirstCards => {
                self.intersections[place].0
            }
            Group::BuildRoad => self.paths[place].0,
            Group::MoveRobber => self.hexes[place].0,
            _ => return Ok(index),
        };
        Ok(space.group(group).start + u16::from(image))
    }

    /// For each cell of the [`Grid`] the cell that it becomes. A cell without a place stays.
    pub fn cells(&self) -> Vec<usize> {
        let grid = Grid::of(self.layout);
        let mut cells: Vec<usize> = (0..grid.cells()).collect();
        let topology = self.layout.topology();
        for hex in topology.hexes() {
            cells[grid.hex(hex)] = grid.hex(self.hex(hex));
        }
        for at in topology.intersections() {
            cells[grid.intersection(at)] = grid.intersection(self.intersection(at));
        }
        for path in topology.paths() {
            cells[grid.path(path)] = grid.path(self.path(path));
        }
        cells
    }
}

/// A hex's position, turned clockwise by so many sixths round the middle of the board; nothing where the
/// rows of the board do not lie so.
const fn turned(turns: usize, (x, y): (i8, i8)) -> Option<(i8, i8)> {
    // In three coordinates whose sum is 0, a sixth of a turn moves each to its neighbor and negates it.
    // They are doubled, because the middle of the large board is no hex.
    let mut cube = [x - y, 2 * y, -x - y];
    let mut turn = 0;
    while turn < turns {
        cube = [-cube[1], -cube[2], -cube[0]];
        turn += 1;
    }
    if cube[1] % 2 == 0 {
        Some(((cube[0] - cube[2]) / 2, cube[1] / 2))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_board_has_twelve_symmetries_and_the_large_one_four() {
        assert_eq!(Symmetry::all(Layout::Standard).len(), 12);
        assert_eq!(Symmetry::all(Layout::Large).len(), 4);
    }

    #[test]
    fn places_that_touch_go_on_touching() {
        for layout in [Layout::Standard, Layout::Large] {
            let topology = layout.topology();
            for symmetry in Symmetry::all(layout) {
                for path in topology.paths() {
                    let [a, b] = topology.ends(path).map(|end| symmetry.intersection(end));
                    assert_eq!(topology.path_between(a, b), Some(symmetry.path(path)));
                }
                for hex in topology.hexes() {
                    for side in Side::ALL {
                        let beyond = topology.neighbor(symmetry.hex(hex), symmetry.side(side));
                        let before = topology.neighbor(hex, side);
                        assert_eq!(beyond, before.map(|hex| symmetry.hex(hex)));
                    }
                }
            }
        }
    }
}
