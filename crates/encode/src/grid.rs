//! Where hexes, intersections and paths lie in the planes.

use brickwood_rules::{HexId, Intersection, Layout, Path, Topology};

/// The grid of the planes. Every hex, intersection and path has a cell of its own.
///
/// Rows run from north to south, columns from west to east. A row of hexes, with the upright paths
/// between them, lies between two rows of intersections, with the slanting paths between them; the two
/// heights at which the intersections of such a row lie share it. Places that lie side by side on the
/// board do so in the grid.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    topology: &'static Topology,
    rows: usize,
    columns: usize,
}

impl Grid {
    /// The grid of this land: 11 rows and 21 columns, or 15 and 25.
    pub fn of(layout: Layout) -> Self {
        let topology = layout.topology();
        let hex_rows = topology.rows();
        let longest = hex_rows.iter().copied().max().unwrap_or(0);
        Self {
            topology,
            rows: 2 * hex_rows.len() + 1,
            columns: 4 * usize::from(longest) + 1,
        }
    }

    /// How many rows there are.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// How many cells there are.
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cell of a hex, counted row by row.
    pub fn hex(self, hex: HexId) -> usize {
        let (x, y) = self.topology.hex_position(hex);
        self.cell(2 * y, 2 * x)
    }

    /// The cell of an intersection.
    pub fn intersection(self, at: Intersection) -> usize {
        let (x, v) = self.topology.intersection_position(at);
        self.cell(row_of(v), 2 * x)
    }

    /// The cell of a path.
    pub fn path(self, path: Path) -> usize {
        let [(x, v), (other_x, other_v)] = self
            .topology
            .ends(path)
            .map(|end| self.topology.intersection_position(end));
        // An upright path joins two rows of intersections, across a row of hexes.
        self.cell(i8::midpoint(row_of(v), row_of(other_v)), x + other_x)
    }

    /// The cell at a row and a column, both counted from the middle of the board.
    fn cell(self, row: i8, column: i8) -> usize {
        let from_middle = |middle: usize, by: i8| middle.wrapping_add_signed(isize::from(by));
        from_middle(self.rows / 2, row) * self.columns + from_middle(self.columns / 2, column)
    }
}

/// The row of the intersections at this height, counted from the middle of the board. Row `y` of the
/// hexes has its upper corners at the heights `3y - 2` and `3y - 1`.
const fn row_of(v: i8) -> i8 {
    2 * ((v + 2).div_euclid(3)) - 1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_place_has_a_cell_of_its_own() {
        for (layout, rows, columns) in [(Layout::Standard, 11, 21), (Layout::Large, 15, 25)] {
            let grid = Grid::of(layout);
            assert_eq!((grid.rows(), grid.columns()), (rows, columns));
            let topology = layout.topology();
            let mut cells = HashSet::new();
            cells.extend(topology.hexes().map(|hex| grid.hex(hex)));
            cells.extend(topology.intersections().map(|at| grid.intersection(at)));
            cells.extend(topology.paths().map(|path| grid.path(path)));
            let places =
                topology.hex_count() + topology.intersection_count() + topology.path_count();
            assert_eq!(cells.len(), places);
            assert!(cells.into_iter().all(|cell| cell < grid.cells()));
        }
    }

    #[test]
    fn a_path_lies_between_its_ends() {
        let grid = Grid::of(Layout::Large);
        let topology = Layout::Large.topology();
        for path in topology.paths() {
            let at = |cell: usize| (cell / grid.columns(), cell % grid.columns());
            let [(row, column), (other_row, other_column)] =
                topology.ends(path).map(|end| at(grid.intersection(end)));
            let middle = (
                usize::midpoint(row, other_row),
                usize::midpoint(column, other_column),
            );
            assert_eq!(at(grid.path(path)), middle);
            assert_eq!(row.abs_diff(other_row) + column.abs_diff(other_column), 2);
        }
    }
}
