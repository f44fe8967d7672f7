//! What is in a picture, and what is not.

use std::collections::BTreeSet;

use brickwood_notation::{Position, parse_position};
use brickwood_picture::{pixels, svg};
use brickwood_rules::{Seat, View};
use roxmltree::Document;

const FOUR: &str = "position-1 modern players=4 first_player=1 board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11~a1nw:3,a2ne:G,b4ne:O,c5e:3,d4se:W,e2se:3,e1sw:3,d1w:B,b1w:L phase=dice turn=9 first=1 active=1 robber=c1 seat=1 hand=OOO settlements=d1n cities=b2n roads=b2ne,d1ne seat=2 hand=LLLLLLOOOOO dev=KV settlements=a3s,e2n roads=b3ne,e2ne seat=3 hand=LLLLLLOOOOO settlements=c2n,d4n roads=b1se,c4e seat=4 hand=LLLLLLOOOOO settlements=e1n,e3n roads=e1ne,d3e";
const SIX: &str = "position-1 modern players=6 board=L6B10L11/B3B4O5W11/DW9G2O10W8/G8W5G6W3D*O9/G4L9G12O12L3/B8W10O11L6/G2B5L4~a1nw:3,a2ne:3,b4ne:W,c5e:L,e5e:3,f4se:3,g2se:B,g1sw:G,e1sw:W,d1w:O,c1nw:3 phase=move-robber turn=41 first=6 active=4 robber=c4 roll=5+2 longest-road=1 seat=1 hand=LLLLWGG settlements=e3n,f1n,f2n,g1n roads=d3se,e1e,e2e,e2se,f1e,g1ne seat=2 hand=BWWGGGG played=K settlements=c3n cities=e1n roads=c2ne,b2se,d1se seat=3 hand=WWO dev=K settlements=b2n,d5n,d6n roads=b2ne,d5ne,c5se,d5e seat=4 hand=LLLWW settlements=b4n,d4n cities=b3n,c4n roads=b3ne,a3se,b3se,c3e seat=5 hand=BBBWW dev=KYVV settlements=d3n,f3s roads=c2e,d3ne,g2ne seat=6 hand=LLLO cities=e2n,e4s roads=d2se,f3e,g3ne";

fn position(text: &str) -> Position {
    parse_position(text).expect("the position is possible")
}

fn seen(position: &Position, seat: Option<u8>) -> View {
    let viewer = seat.and_then(Seat::new);
    position.state.view(&position.game, viewer)
}

/// The titles of all groups of a class.
fn titles<'a>(picture: &'a Document, class: &str) -> Vec<&'a str> {
    picture
        .descendants()
        .filter(|group| group.attribute("class") == Some(class))
        .map(|group| {
            let title = group.children().find(|inner| inner.has_tag_name("title"));
            title.and_then(|title| title.text()).expect("a title")
        })
        .collect()
}

fn distinct(titles: &[&str]) -> usize {
    titles.iter().collect::<BTreeSet<_>>().len()
}

#[test]
fn everything_on_the_board_is_drawn_once() {
    for text in [FOUR, SIX] {
        let position = position(text);
        let board = position.game.board();
        let view = seen(&position, None);
        let text = svg(&position.game, &view);
        let picture = Document::parse(&text).expect("well-formed XML");

        let topology = board.topology();
        let hexes = titles(&picture, "hex");
        assert_eq!(hexes.len(), topology.hex_count());
        assert_eq!(distinct(&hexes), hexes.len());
        let numbers: Vec<u8> = topology
            .hexes()
            .filter_map(|hex| board.hex(hex).token)
            .collect();
        let drawn: Vec<u8> = titles(&picture, "token")
            .into_iter()
            .filter_map(|title| title.rsplit_once(", ")?.1.parse().ok())
            .collect();
        assert_eq!(drawn, numbers);
        let harbors = titles(&picture, "harbor");
        assert_eq!(distinct(&harbors), board.harbors().len());

        let count = |of: fn(&brickwood_rules::SeatView) -> usize| -> usize {
            view.seats.iter().map(of).sum()
        };
        for (class, expected) in [
            ("road", count(|seat| seat.roads.len())),
            ("settlement", count(|seat| seat.settlements.len())),
            ("city", count(|seat| seat.cities.len())),
            ("robber", 1),
            ("seat", view.seats.len()),
            ("bank", 1),
        ] {
            let titles = titles(&picture, class);
            assert_eq!(titles.len(), expected, "{class}");
            assert_eq!(distinct(&titles), expected, "{class}");
        }
    }
}

#[test]
fn pieces_have_the_names_of_their_places() {
    let position = position(FOUR);
    let text = svg(&position.game, &seen(&position, None));
    let picture = Document::parse(&text).expect("well-formed XML");
    assert_eq!(titles(&picture, "city"), ["Seat 0: city at b2n"]);
    assert_eq!(titles(&picture, "robber"), ["The robber on c1"]);
    assert!(titles(&picture, "road").contains(&"Seat 2: road at c4e"));
    assert!(titles(&picture, "harbor").contains(&"2:1 harbor for ore at b4n and b4ne"));
}

#[test]
fn a_picture_needs_nothing_from_elsewhere() {
    let position = position(SIX);
    let text = svg(&position.game, &seen(&position, Some(0)));
    let picture = Document::parse(&text).expect("well-formed XML");
    let names: BTreeSet<&str> = picture
        .root_element()
        .descendants()
        .filter(|each| !each.is_text())
        .map(|each| each.tag_name().name())
        .collect();
    assert_eq!(
        names,
        BTreeSet::from(["clipPath", "g", "path", "svg", "title"])
    );
}

#[test]
fn what_a_viewer_cannot_know_changes_nothing() {
    // Seats 1 and 2 swap an ore and a lumber, and a card of seat 1 is another.
    let one = position(FOUR);
    let text = FOUR.replacen("hand=LLLLLLOOOOO dev=KV", "hand=LLLLLOOOOOO dev=VV", 1);
    let other = position(&text.replacen(
        "hand=LLLLLLOOOOO settlements=c2n",
        "hand=LLLLLLLOOOO settlements=c2n",
        1,
    ));
    for seat in [None, Some(0), Some(3)] {
        let [one, other] = [&one, &other].map(|of| {
            let view = seen(of, seat);
            (svg(&of.game, &view), pixels(&of.game, &view, 300))
        });
        assert!(one == other, "{seat:?}");
    }
    let own = [&one, &other].map(|of| svg(&of.game, &seen(of, Some(1))));
    assert!(own[0] != own[1]);
}

#[test]
fn pixels_have_the_shape_that_was_asked_for() {
    for (text, width, height) in [(FOUR, 640, 396), (FOUR, 1, 2), (SIX, 641, 464)] {
        let position = position(text);
        let picture = pixels(&position.game, &seen(&position, None), width);
        assert_eq!((picture.width, picture.height), (width, height));
        assert_eq!(picture.rgb.len() as u32, width * height * 3);
    }
}

#[test]
fn a_settlement_is_painted_where_it_stands() {
    let position = position(FOUR);
    let view = seen(&position, None);
    // A pixel for each unit of the drawing, in which d1n lies 156 left of the board's middle and 30 below it.
    let width = 984;
    let built = pixels(&position.game, &view, width);
    let mut without = view.clone();
    without.seats[0].settlements = brickwood_rules::IntersectionSet::EMPTY;
    let without = pixels(&position.game, &without, width);
    let differs = |x: u32, y: u32| {
        let at = 3 * (y * width + x) as usize;
        built.rgb[at..at + 3] != without.rgb[at..at + 3]
    };
    let (x, y) = (334 - 156, 304 + 30);
    assert!(differs(x, y));
    assert!(!differs(x + 40, y) && !differs(x, y - 40));
}
