//! Text forms of what happens in a game.

mod place;

pub use place::{
    hex_name, intersection_name, parse_hex, parse_intersection, parse_path, path_name,
};
