//! BRD-20: harbors on the pieces of the frame.

use std::collections::BTreeSet;

use brickwood_rules::{
    Board, HarborFacing, HarborKind, HarborLayout, HexId, Resource, Rules, Side, beginners_board,
};

use crate::board::{GENERIC, boards, sea_of, special};
use crate::kit::modern;

fn by_layout(players: u8, harbor_layout: HarborLayout) -> Rules {
    Rules {
        harbor_layout,
        ..modern(players)
    }
}

#[test]
fn brd_20_harbors_may_lie_as_published() {
    for board in boards(by_layout(4, HarborLayout::Published), 20) {
        assert_eq!(board.harbors(), beginners_board().harbors());
    }
}

/// A harbor of a piece of the frame: on which of its sea hexes, which land hex along the coast it
/// faces, and what it trades.
type OnPiece = (usize, usize, HarborKind);

/// The pieces of the frame side by side, clockwise: of each side of the board the first three sea
/// hexes, and where the side is longer the fourth by itself.
fn pieces(board: &Board) -> (Vec<Vec<OnPiece>>, Vec<Vec<OnPiece>>) {
    // The corners of the land, clockwise from the upper left, and the way along each side.
    let topology = board.topology();
    let along = [
        Side::East,
        Side::SouthEast,
        Side::SouthWest,
        Side::West,
        Side::NorthWest,
        Side::NorthEast,
    ];
    let add = |(x, y): (i8, i8), (dx, dy): (i8, i8)| (x + dx, y + dy);
    let is_land = |at| topology.hexes().any(|hex| topology.hex_position(hex) == at);
    let (mut long, mut short) = (Vec::new(), Vec::new());
    let mut land = topology.hex_position(HexId(0));
    let mut sea = add(land, Side::NorthWest.offset());
    for way in along {
        let (mut line, mut seas) = (vec![land], vec![sea]);
        while is_land(add(land, way.offset())) {
            land = add(land, way.offset());
            sea = add(sea, way.offset());
            line.push(land);
            seas.push(sea);
        }
        // The next side's first sea hex lies beyond the last land hex of this one.
        sea = add(sea, way.offset());
        let on_piece = |(place, sea): (usize, &(i8, i8))| -> Option<OnPiece> {
            let harbor = board
                .harbors()
                .iter()
                .find(|h| sea_of(board, **h) == *sea)?;
            let faced = topology.hex_position(harbor.hex);
            let faced = line.iter().position(|hex| *hex == faced);
            let faced = faced.expect("it faces the land of its side");
            Some((place, faced, harbor.kind))
        };
        let harbors: Vec<OnPiece> = seas.iter().enumerate().filter_map(on_piece).collect();
        let (first, fourth) = harbors.into_iter().partition(|(place, ..)| *place < 3);
        long.push(first);
        if seas.len() > 3 {
            short.push(fourth);
        }
    }
    (long, short)
}

#[test]
fn brd_20_the_six_pieces_of_the_frame_lie_in_any_order() {
    let published = pieces(&beginners_board()).0;
    let whole: BTreeSet<_> = published.iter().cloned().collect();
    assert_eq!(whole.len(), 6, "no two pieces are alike");
    let mut orders = BTreeSet::new();
    for board in boards(by_layout(4, HarborLayout::Frame), 400) {
        let (order, none) = pieces(&board);
        assert_eq!(order.iter().cloned().collect::<BTreeSet<_>>(), whole);
        assert!(none.is_empty());
        orders.insert(order);
    }
    for piece in &whole {
        for side in 0..6 {
            assert!(orders.iter().any(|order| order[side] == *piece));
        }
    }
    assert!(orders.len() > 250, "{} of 720 orders", orders.len());
}

#[test]
fn rul_14_the_frame_of_the_large_board_has_four_short_pieces_more() {
    let published: BTreeSet<_> = pieces(&beginners_board()).0.into_iter().collect();
    let mut short_orders = BTreeSet::new();
    for board in boards(by_layout(6, HarborLayout::Frame), 400) {
        let (long, short) = pieces(&board);
        assert_eq!(long.into_iter().collect::<BTreeSet<_>>(), published);
        let kinds: Vec<Option<HarborKind>> = short
            .iter()
            .map(|piece| piece.first().map(|(.., kind)| *kind))
            .collect();
        short_orders.insert(kinds);
    }
    let mut sorted: BTreeSet<Vec<_>> = BTreeSet::new();
    for mut kinds in short_orders.clone() {
        kinds.sort();
        sorted.insert(kinds);
    }
    let one_of_each = vec![None, None, Some(GENERIC), Some(special(Resource::Wool))];
    assert_eq!(sorted, BTreeSet::from([one_of_each]));
    assert_eq!(short_orders.len(), 12, "in any order");
}

#[test]
fn brd_20_harbors_on_the_frame_may_face_either_coast_and_share_no_intersection() {
    for players in [4, 6] {
        let rules = Rules {
            harbor_facing: HarborFacing::Either,
            ..by_layout(players, HarborLayout::Frame)
        };
        // A board with two harbors on one intersection would be refused.
        assert_eq!(boards(rules, 400).count(), 400);
    }
}
