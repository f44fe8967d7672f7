//! Names of places.
//!
//! Rows of hexes are lettered from the top, columns are counted from the west: `c3` is the middle
//! hex of the board for 3 and 4 players. An intersection is a hex and one of its corners (`c3n`,
//! `c3ne`, `c3se`, `c3s`, `c3sw`, `c3nw`), a path is a hex and one of its sides (`c3ne`, `c3e`,
//! `c3se`, `c3sw`, `c3w`, `c3nw`). A place that several hexes share has one name that is written,
//! and every other is understood as well.

use brickwood_rules::{Corner, HexId, Intersection, Path, Side, Topology};

/// Corners in the order in which a name is looked for: each inner intersection is the top or the
/// bottom of exactly one hex.
const CORNERS: [(Corner, &str); 6] = [
    (Corner::North, "n"),
    (Corner::South, "s"),
    (Corner::NorthEast, "ne"),
    (Corner::SouthEast, "se"),
    (Corner::SouthWest, "sw"),
    (Corner::NorthWest, "nw"),
];

/// Sides in the order in which a name is looked for: each inner path is the upper right, right or
/// lower right side of exactly one hex.
const SIDES: [(Side, &str); 6] = [
    (Side::NorthEast, "ne"),
    (Side::East, "e"),
    (Side::SouthEast, "se"),
    (Side::SouthWest, "sw"),
    (Side::West, "w"),
    (Side::NorthWest, "nw"),
];

/// The name of a hex, such as `c3`.
pub fn hex_name(topology: &Topology, hex: HexId) -> String {
    let mut rest = hex.index();
    for (row, length) in (b'a'..).zip(topology.rows()) {
        let length = usize::from(*length);
        if rest < length {
            return format!("{}{}", char::from(row), rest + 1);
        }
        rest -= length;
    }
    unreachable!("a hex lies in one of the rows")
}

/// The name of an intersection, such as `c3n`.
pub fn intersection_name(topology: &Topology, at: Intersection) -> String {
    let (hex, corner) = CORNERS
        .iter()
        .find_map(|(corner, name)| {
            topology
                .hexes_round(at)
                .find(|hex| topology.corner(*hex, *corner) == at)
                .map(|hex| (hex, name))
        })
        .expect("an intersection is a corner of a hex");
    hex_name(topology, hex) + corner
}

/// The name of a path, such as `c3e`.
pub fn path_name(topology: &Topology, path: Path) -> String {
    let (hex, side) = SIDES
        .iter()
        .find_map(|(side, name)| {
            let [end, _] = topology.ends(path);
            topology
                .hexes_round(end)
                .find(|hex| topology.side(*hex, *side) == path)
                .map(|hex| (hex, name))
        })
        .expect("a path is a side of a hex");
    hex_name(topology, hex) + side
}

/// The hex of this name.
pub fn parse_hex(topology: &Topology, text: &str) -> Option<HexId> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let row = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
    let number = &text[1..];
    let digits = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let column = number.parse::<u8>().ok().filter(|_| digits)?;
    let rows = topology.rows();
    let fits = (1..=*rows.get(row)?).contains(&column);
    let before: u8 = rows[..row].iter().sum();
    fits.then(|| HexId(before + column - 1))
}

/// The intersection of this name, by any of the hexes round it.
pub fn parse_intersection(topology: &Topology, text: &str) -> Option<Intersection> {
    let (hex, corner) = split(topology, text)?;
    let (corner, _) = CORNERS
        .iter()
        .find(|(_, name)| name.eq_ignore_ascii_case(corner))?;
    Some(topology.corner(hex, *corner))
}

/// The path of this name, by either of its hexes.
pub fn parse_path(topology: &Topology, text: &str) -> Option<Path> {
    let (hex, side) = parse_hex_side(topology, text)?;
    Some(topology.side(hex, side))
}

/// A hex and one of its sides, where it matters from which hex one looks.
pub(crate) fn parse_hex_side(topology: &Topology, text: &str) -> Option<(HexId, Side)> {
    let (hex, side) = split(topology, text)?;
    let (side, _) = SIDES
        .iter()
        .find(|(_, name)| name.eq_ignore_ascii_case(side))?;
    Some((hex, *side))
}

/// The name of a side, such as `ne`.
pub(crate) fn side_name(side: Side) -> &'static str {
    let (_, name) = SIDES
        .iter()
        .find(|(known, _)| *known == side)
        .expect("every side has a name");
    name
}

fn split<'a>(topology: &Topology, text: &'a str) -> Option<(HexId, &'a str)> {
    let end = text
        .char_indices()
        .skip(1)
        .find(|(_, c)| !c.is_ascii_digit())?
        .0;
    let (hex, rest) = text.split_at(end);
    Some((parse_hex(topology, hex)?, rest))
}
