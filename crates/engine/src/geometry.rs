//! The adjacency of a layout's places, for programs that do not want to derive it from names.

use brickwood_notation::{hex_name, intersection_name, path_name};
use brickwood_rules::{HexId, Intersection, IntersectionSet, Layout, Path, PathSet};
use serde::Serialize;

/// All places of a layout, indexed by their numbers.
#[derive(Serialize)]
pub(crate) struct Places {
    layout: Layout,
    hexes: Vec<HexPlace>,
    intersections: Vec<IntersectionPlace>,
    paths: Vec<PathPlace>,
}

#[derive(Serialize)]
struct HexPlace {
    name: String,
    x: i8,
    y: i8,
    corners: [Intersection; 6],
    sides: [Path; 6],
    neighbors: Vec<HexId>,
}

#[derive(Serialize)]
struct IntersectionPlace {
    name: String,
    x: i8,
    y: i8,
    hexes: Vec<HexId>,
    paths: PathSet,
    neighbors: IntersectionSet,
}

#[derive(Serialize)]
struct PathPlace {
    name: String,
    ends: [Intersection; 2],
}

/// The places of a layout.
pub(crate) fn places(layout: Layout) -> Places {
    let topology = layout.topology();
    let hexes = topology.hexes().map(|hex| {
        let (x, y) = topology.hex_position(hex);
        HexPlace {
            name: hex_name(topology, hex),
            x,
            y,
            corners: *topology.corners(hex),
            sides: *topology.sides(hex),
            neighbors: topology.hex_neighbors(hex).collect(),
        }
    });
    let intersections = topology.intersections().map(|at| {
        let (x, y) = topology.intersection_position(at);
        IntersectionPlace {
            name: intersection_name(topology, at),
            x,
            y,
            hexes: topology.hexes_round(at).collect(),
            paths: topology.paths_at(at),
            neighbors: topology.neighbors(at),
        }
    });
    let paths = topology.paths().map(|path| PathPlace {
        name: path_name(topology, path),
        ends: topology.ends(path),
    });
    Places {
        layout,
        hexes: hexes.collect(),
        intersections: intersections.collect(),
        paths: paths.collect(),
    }
}
