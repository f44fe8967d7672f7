//! Harbors on the pieces of the printed frame, which lie in any order (BRD-20, RUL-14).

use alloc::vec::Vec;

use super::{Harbor, HarborKind, Layout, layouts, permute::shuffle};
use crate::{HexId, Side};
use layouts::{BRICK, GENERIC, GRAIN, LUMBER, ORE, WOOL};

/// The land along each side of the board, clockwise from the upper left, both of its corners included.
/// On side `s` there is a sea hex for each of them: sea hex `j` touches land hex `j`, and the one
/// before it unless it is the corner.
type Coast = [&'static [HexId]; 6];

const STANDARD_COAST: Coast = [
    &[HexId(0), HexId(1), HexId(2)],
    &[HexId(2), HexId(6), HexId(11)],
    &[HexId(11), HexId(15), HexId(18)],
    &[HexId(18), HexId(17), HexId(16)],
    &[HexId(16), HexId(12), HexId(7)],
    &[HexId(7), HexId(3), HexId(0)],
];

const LARGE_COAST: Coast = [
    &[HexId(0), HexId(1), HexId(2)],
    &[HexId(2), HexId(6), HexId(11), HexId(17)],
    &[HexId(17), HexId(22), HexId(26), HexId(29)],
    &[HexId(29), HexId(28), HexId(27)],
    &[HexId(27), HexId(23), HexId(18), HexId(12)],
    &[HexId(12), HexId(7), HexId(3), HexId(0)],
];

/// Which of its two land hexes a sea hex faces, clockwise along the coast.
#[derive(Clone, Copy)]
enum Faces {
    Next,
    Previous,
}

/// A harbor of a piece: on which of the piece's sea hexes, what it faces, and what it trades.
type OnPiece = (usize, Faces, HarborKind);

/// How many sea hexes a piece of the small frame has, the first of them at a corner of the board.
const PIECE: usize = 3;

/// The six pieces of the small frame in their published order. The large frame has them too.
const PIECES: [&[OnPiece]; 6] = [
    &[(0, Faces::Next, GENERIC), (2, Faces::Previous, GRAIN)],
    &[(1, Faces::Next, ORE)],
    &[(0, Faces::Next, GENERIC), (2, Faces::Previous, WOOL)],
    &[(1, Faces::Next, GENERIC)],
    &[(0, Faces::Next, GENERIC), (2, Faces::Previous, BRICK)],
    &[(1, Faces::Next, LUMBER)],
];

/// The pieces that lengthen the large frame's four long sides by a sea hex each.
const SHORT_PIECES: [&[OnPiece]; 4] = [
    &[(0, Faces::Previous, GENERIC)],
    &[(0, Faces::Previous, WOOL)],
    &[],
    &[],
];

/// The harbors with the pieces of the frame in a random order.
pub(super) fn shuffled(layout: Layout, below: &mut impl FnMut(usize) -> usize) -> Vec<Harbor> {
    let coast = match layout {
        Layout::Standard => &STANDARD_COAST,
        Layout::Large => &LARGE_COAST,
    };
    let mut pieces = PIECES;
    shuffle(&mut pieces, below);
    let mut short_pieces = SHORT_PIECES;
    if layout == Layout::Large {
        shuffle(&mut short_pieces, below);
    }
    let mut short_pieces = short_pieces.iter();
    let mut harbors = Vec::new();
    for (side, land) in coast.iter().enumerate() {
        let mut lay = |piece: &[OnPiece], from: usize| {
            harbors.extend(piece.iter().map(|&(place, faces, kind)| {
                let sea = from + place;
                let (hex, side) = match faces {
                    Faces::Next => (land[sea], Side::ALL[(side + 5) % 6]),
                    Faces::Previous => (land[sea - 1], Side::ALL[side]),
                };
                Harbor { hex, side, kind }
            }));
        };
        lay(pieces[side], 0);
        if land.len() > PIECE {
            lay(short_pieces.next().expect("four sides are long"), PIECE);
        }
    }
    harbors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_in_their_published_order_are_the_printed_board() {
        // Fisher and Yates leave all in place where each draws the last of what is left.
        let harbors = shuffled(Layout::Standard, &mut |n| n - 1);
        let layout = Layout::Standard;
        assert_eq!(harbors, layout.harbors(layout.harbor_kinds()));
    }
}
