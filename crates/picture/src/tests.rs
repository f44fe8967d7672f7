//! Everything has room.

use brickwood_notation::parse_position;
use kurbo::{BezPath, Rect, Shape as _};

use crate::scene::Part;
use crate::{board, panel};

/// What a part covers.
fn room(part: &Part) -> Rect {
    part.shapes
        .iter()
        .map(|shape| {
            let outline = BezPath::from_svg(&shape.outline).expect("an outline");
            (shape.place * outline).bounding_box()
        })
        .reduce(|all, shape| all.union(shape))
        .expect("a part has shapes")
}

#[test]
fn the_panel_has_room_for_everything() {
    // Everybody's cards lie open, the viewer has development cards, and numbers have two digits.
    let text = "position-1 modern players=6 open_hands=yes board=L6B10L11/B3B4O5W11/DW9G2O10W8/G8W5G6W3D*O9/G4L9G12O12L3/B8W10O11L6/G2B5L4~a1nw:3,a2ne:3,b4ne:W,c5e:L,e5e:3,f4se:3,g2se:B,g1sw:G,e1sw:W,d1w:O,c1nw:3 phase=turn turn=101 first=6 active=4 robber=c4 roll=5+2 longest-road=1 seat=1 hand=LLLLLLLLLLLLWWWWWWWWWWWW dev=KKKRYMV settlements=e3n,f1n,f2n,g1n roads=d3se,e1e,e2e,e2se,f1e,g1ne seat=2 hand=BWWGGGG played=K settlements=c3n cities=e1n roads=c2ne,b2se,d1se seat=3 hand=WWO dev=K settlements=b2n,d5n,d6n roads=b2ne,d5ne,c5se,d5e seat=4 hand=LLLWW settlements=b4n,d4n cities=b3n,c4n roads=b3ne,a3se,b3se,c3e seat=5 hand=BBBW settlements=d3n,f3s roads=c2e,d3ne,g2ne seat=6 hand=LLLO cities=e2n,e4s roads=d2se,f3e,g3ne";
    let position = parse_position(text).expect("the position is possible");
    let (_, height) = board::size(position.game.board());
    let view = position
        .state
        .view(&position.game, brickwood_rules::Seat::new(0));
    let parts = panel::parts(&position.game, &view, height);
    assert_eq!(parts.len(), 9);
    let rooms: Vec<Rect> = parts.iter().map(room).collect();
    let (whole, inside) = rooms.split_first().expect("there are parts");
    for pair in inside.windows(2) {
        assert!(pair[0].y1 < pair[1].y0, "{pair:?}");
    }
    for part in inside {
        assert!(whole.contains_rect(*part), "{part:?}");
        // A surface ends where the padding begins.
        assert!(
            (part.width() - (panel::WIDTH - 24.0)).abs() < 0.01,
            "{part:?}"
        );
    }
}
