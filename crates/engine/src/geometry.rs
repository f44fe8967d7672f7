//! How the places of a layout touch, for programs that do not want to work it out from names.

use brickwood_notation::{hex_name, intersection_name, path_name};
use brickwood_rules::Layout;
use serde_json::{Value, json};

/// All places of a layout, each in the place of its number.
pub(crate) fn places(layout: Layout) -> Value {
    let topology = layout.topology();
    let hexes = topology.hexes().map(|hex| {
        let (x, y) = topology.hex_position(hex);
        let neighbors: Vec<_> = topology.hex_neighbors(hex).collect();
        json!({
            "name": hex_name(topology, hex), "x": x, "y": y,
            "corners": topology.corners(hex), "sides": topology.sides(hex), "neighbors": neighbors,
        })
    });
    let intersections = topology.intersections().map(|at| {
        let (x, y) = topology.intersection_position(at);
        let hexes: Vec<_> = topology.hexes_round(at).collect();
        json!({
            "name": intersection_name(topology, at), "x": x, "y": y,
            "hexes": hexes, "paths": topology.paths_at(at), "neighbors": topology.neighbors(at),
        })
    });
    let paths = topology
        .paths()
        .map(|path| json!({ "name": path_name(topology, path), "ends": topology.ends(path) }));
    json!({
        "layout": layout,
        "hexes": hexes.collect::<Vec<_>>(),
        "intersections": intersections.collect::<Vec<_>>(),
        "paths": paths.collect::<Vec<_>>(),
    })
}

/// Both layouts, by name.
pub(crate) fn layouts() -> Value {
    json!({ "standard": places(Layout::Standard), "large": places(Layout::Large) })
}
