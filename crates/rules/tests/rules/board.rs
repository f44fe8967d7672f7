//! BRD: the board and the pieces.

use std::collections::{BTreeMap, BTreeSet};

use brickwood_rules::{
    Board, BoardPlan, Dice, Harbor, HarborFacing, HarborKind, HexId, IntersectionSet, Layout,
    NumberDirection, NumberStart, Resource, Rules, Side, State, Terrain, beginners_board,
    shuffled_board,
};
use brickwood_test_kit::Random;

use crate::kit::{ANNA, Land, Position, Table, corner, hex, modern};

pub(crate) const GENERIC: HarborKind = HarborKind::Generic;

pub(crate) const fn special(resource: Resource) -> HarborKind {
    HarborKind::Special { resource }
}

/// Some random boards by these rules.
pub(crate) fn boards(rules: Rules, count: u64) -> impl Iterator<Item = Board> {
    (0..count).map(move |seed| {
        let mut random = Random::new(seed);
        shuffled_board(&rules, |n| random.below(n))
    })
}

fn standard_boards() -> impl Iterator<Item = Board> {
    boards(modern(4), 50)
}

fn large_boards() -> impl Iterator<Item = Board> {
    boards(modern(6), 50)
}

/// How often each item comes up.
fn count<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

fn terrains(board: &Board) -> BTreeMap<Terrain, usize> {
    count(board.plan().hexes.iter().map(|hex| hex.terrain))
}

fn tokens(board: &Board) -> BTreeMap<u8, usize> {
    count(board.plan().hexes.iter().filter_map(|hex| hex.token))
}

/// The sea hex in which a harbor lies.
pub(crate) fn sea_of(board: &Board, harbor: Harbor) -> (i8, i8) {
    let (x, y) = board.topology().hex_position(harbor.hex);
    let (dx, dy) = harbor.side.offset();
    (x + dx, y + dy)
}

#[test]
fn brd_01_land_for_four_has_19_hexes() {
    for board in standard_boards() {
        assert_eq!(board.topology().rows(), [3, 4, 5, 4, 3]);
        assert_eq!(
            terrains(&board),
            BTreeMap::from([
                (Terrain::Forest, 4),
                (Terrain::Pasture, 4),
                (Terrain::Fields, 4),
                (Terrain::Hills, 3),
                (Terrain::Mountains, 3),
                (Terrain::Desert, 1),
            ])
        );
    }
    for players in 2..=4 {
        assert_eq!(Layout::for_players(players), Layout::Standard);
    }
}

#[test]
fn brd_02_land_for_six_has_30_hexes() {
    for board in large_boards() {
        assert_eq!(board.topology().rows(), [3, 4, 5, 6, 5, 4, 3]);
        assert_eq!(
            terrains(&board),
            BTreeMap::from([
                (Terrain::Forest, 6),
                (Terrain::Pasture, 6),
                (Terrain::Fields, 6),
                (Terrain::Hills, 5),
                (Terrain::Mountains, 5),
                (Terrain::Desert, 2),
            ])
        );
    }
}

#[test]
fn brd_03_each_terrain_gives_its_resource() {
    assert_eq!(Terrain::Forest.resource(), Some(Resource::Lumber));
    assert_eq!(Terrain::Pasture.resource(), Some(Resource::Wool));
    assert_eq!(Terrain::Fields.resource(), Some(Resource::Grain));
    assert_eq!(Terrain::Hills.resource(), Some(Resource::Brick));
    assert_eq!(Terrain::Mountains.resource(), Some(Resource::Ore));
    assert_eq!(Terrain::Desert.resource(), None);
}

#[test]
fn brd_04_harbors_alternate_with_plain_sea() {
    let one_of_each = Resource::ALL.map(|resource| (special(resource), 1));
    let of_four: BTreeMap<_, _> = one_of_each.into_iter().chain([(GENERIC, 4)]).collect();
    let mut of_six = of_four.clone();
    of_six.insert(GENERIC, 5);
    of_six.insert(special(Resource::Wool), 2);

    for (board, kinds, sea) in standard_boards()
        .map(|board| (board, &of_four, 18))
        .chain(large_boards().map(|board| (board, &of_six, 22)))
    {
        assert_eq!(
            count(board.harbors().iter().map(|harbor| harbor.kind)),
            *kinds
        );
        let land = Land::of_rows(board.topology().rows());
        assert_eq!(land.sea().len(), sea);
        // Half of a ring, no two side by side: every other one.
        let seas: BTreeSet<_> = board
            .harbors()
            .iter()
            .map(|harbor| sea_of(&board, *harbor))
            .collect();
        assert_eq!(seas.len(), sea / 2);
        for (x, y) in &seas {
            for (dx, dy) in Side::ALL.map(Side::offset) {
                assert!(!seas.contains(&(x + dx, y + dy)), "two harbors in a row");
            }
        }
    }
}

#[test]
fn brd_05_a_harbor_serves_the_two_ends_of_its_path() {
    let board = beginners_board();
    // The lumber harbor lies left of b1: its two left corners and no other.
    let lumber = board.harbor_intersections(special(Resource::Lumber));
    assert_eq!(
        lumber,
        [corner("b1nw"), corner("b1sw")]
            .into_iter()
            .collect::<IntersectionSet>()
    );
    assert_eq!(
        board.harbor_intersections(GENERIC).len(),
        8,
        "four harbors of two"
    );
    // The top of a3 lies on the coast, between two harbors.
    let coast = IntersectionSet::only(corner("a3n"));
    for resource in Resource::ALL {
        assert_eq!(board.rates(coast)[resource], 4);
    }
}

#[test]
fn brd_05_a_harbor_faces_the_longest_line_of_land() {
    for board in standard_boards().chain(large_boards()) {
        let land = board.topology();
        for harbor in board.harbors() {
            let (x, y) = sea_of(&board, *harbor);
            let line = |(dx, dy): (i8, i8)| {
                (1..8)
                    .take_while(|n| land.hex_at((x + n * dx, y + n * dy)).is_some())
                    .count()
            };
            let longest = Side::ALL.map(Side::offset).map(line).into_iter().max();
            let (dx, dy) = harbor.side.offset();
            assert_eq!(Some(line((-dx, -dy))), longest, "harbor at {harbor:?}");
        }
    }
}

#[test]
fn brd_05_in_one_edition_a_harbor_faces_either_of_its_coasts() {
    for players in [4, 6] {
        let rules = Rules {
            harbor_facing: HarborFacing::Either,
            ..modern(players)
        };
        let fixed: Vec<(i8, i8)> = boards(modern(players), 1)
            .flat_map(|board| {
                board
                    .harbors()
                    .iter()
                    .map(|h| sea_of(&board, *h))
                    .collect::<Vec<_>>()
            })
            .collect();
        let mut seen = BTreeSet::new();
        for board in boards(rules, 60) {
            // The sea hexes are the same; what turns is the coast that they face.
            let seas: Vec<_> = board.harbors().iter().map(|h| sea_of(&board, *h)).collect();
            assert_eq!(seas, fixed);
            for (number, harbor) in board.harbors().iter().enumerate() {
                seen.insert((number, harbor.hex, harbor.side as u8));
            }
        }
        // Each sea hex has one coast or two, and each of them comes up.
        let topology = Layout::for_players(players).topology();
        let coasts: usize = fixed
            .iter()
            .map(|(x, y)| {
                let touches = |(dx, dy): (i8, i8)| topology.hex_at((x + dx, y + dy)).is_some();
                Side::ALL
                    .map(Side::offset)
                    .into_iter()
                    .filter(|step| touches(*step))
                    .count()
            })
            .sum();
        assert_eq!(seen.len(), coasts);
    }
}

#[test]
fn brd_06_harbors_lie_at_fixed_places_in_random_order() {
    let places = [
        ("a1", Side::NorthWest),
        ("a2", Side::NorthEast),
        ("b4", Side::NorthEast),
        ("c5", Side::East),
        ("d4", Side::SouthEast),
        ("e2", Side::SouthEast),
        ("e1", Side::SouthWest),
        ("d1", Side::West),
        ("b1", Side::West),
    ];
    let mut orders = BTreeSet::new();
    for board in standard_boards() {
        let found: Vec<_> = board.harbors().iter().map(|h| (h.hex, h.side)).collect();
        assert_eq!(found, places.map(|(name, side)| (hex(name), side)));
        orders.insert(board.harbors().iter().map(|h| h.kind).collect::<Vec<_>>());
    }
    assert!(orders.len() > 40, "the order of the harbors is random");
}

#[test]
fn brd_07_any_terrain_may_lie_anywhere() {
    let mut seen = vec![BTreeSet::new(); 19];
    for board in boards(modern(4), 400) {
        for (terrains, hex) in seen.iter_mut().zip(&board.plan().hexes) {
            terrains.insert(hex.terrain);
        }
    }
    assert!(seen.iter().all(|terrains| terrains.len() == 6));
}

#[test]
fn brd_08_eighteen_number_tokens_for_four() {
    let mut expected: BTreeMap<u8, usize> = (2..=12).map(|token| (token, 2)).collect();
    expected.insert(2, 1);
    expected.insert(12, 1);
    expected.remove(&7);
    for board in standard_boards().chain([beginners_board()]) {
        assert_eq!(tokens(&board), expected);
    }
}

#[test]
fn brd_08_a_board_with_a_seven_is_no_board() {
    let mut plan = beginners_board().plan().clone();
    plan.hexes[0].token = Some(7);
    assert!(Board::try_from(plan).is_err());
}

#[test]
fn brd_09_twenty_eight_number_tokens_for_six() {
    let mut expected: BTreeMap<u8, usize> = (2..=12).map(|token| (token, 3)).collect();
    expected.insert(2, 2);
    expected.insert(12, 2);
    expected.remove(&7);
    let around = Rules {
        number_start: NumberStart::Coast,
        number_direction: NumberDirection::Clockwise,
        ..modern(6)
    };
    for board in large_boards().chain(boards(around, 200)) {
        assert_eq!(tokens(&board), expected);
    }
}

/// The letters A to R of the tokens for four.
const LETTERS: [u8; 18] = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];

/// Walks round the island: the coast counter-clockwise from its upper left corner, the ring inside
/// it likewise, the middle.
const COAST: [&str; 12] = [
    "a1", "b1", "c1", "d1", "e1", "e2", "e3", "d4", "c5", "b4", "a3", "a2",
];
const RING: [&str; 6] = ["b2", "c2", "d2", "d3", "c4", "b3"];
const MIDDLE: &str = "c3";

/// The tokens along a walk, the desert left out.
fn tokens_along<'a>(board: &Board, walk: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    walk.into_iter()
        .filter_map(|name| board.hex(hex(name)).token)
        .collect()
}

#[test]
fn brd_10_tokens_spiral_inward_from_a_corner_against_the_clock() {
    let mut starts = BTreeSet::new();
    for board in standard_boards() {
        let start = (0..6).find(|corner| {
            let mut walk = COAST.to_vec();
            walk.rotate_left(2 * corner);
            let mut ring = RING.to_vec();
            ring.rotate_left(*corner);
            walk.extend(ring);
            walk.push(MIDDLE);
            tokens_along(&board, walk) == LETTERS
        });
        starts.insert(start.expect("the tokens lie in a spiral from some corner"));
    }
    assert_eq!(starts.len(), 6, "every corner is a start");
}

#[test]
fn brd_10_tokens_may_start_anywhere_on_the_coast_and_run_clockwise() {
    let rules = Rules {
        number_start: NumberStart::Coast,
        number_direction: NumberDirection::Clockwise,
        ..modern(4)
    };
    let mut starts = BTreeSet::new();
    for board in boards(rules, 200) {
        let start = (0..12).find(|start| {
            let mut walk: Vec<&str> = COAST.iter().copied().rev().collect();
            walk.rotate_left(*start);
            let mut ring: Vec<&str> = RING.iter().copied().rev().collect();
            // From a corner of the coast, the hex inside it; else the one towards which the walk
            // was going when it closed.
            let inside = hex(walk[0]);
            let before = hex(walk[11]);
            let touches = |a: HexId, b: &str| {
                board
                    .topology()
                    .hex_neighbors(a)
                    .any(|other| other == hex(b))
            };
            let turn = ring
                .iter()
                .position(|name| touches(inside, name) && touches(before, name))
                .expect("a hex lies inside");
            ring.rotate_left(turn);
            walk.extend(ring);
            walk.push(MIDDLE);
            tokens_along(&board, walk) == LETTERS
        });
        starts.insert(start.expect("the tokens lie in a spiral from some coastal hex"));
    }
    assert_eq!(starts.len(), 12, "every coastal hex is a start");
}

#[test]
fn rul_19_the_first_token_lies_on_a_corner_that_is_no_desert() {
    for players in [4, 6] {
        let corners: Vec<HexId> = Layout::for_players(players)
            .topology()
            .hexes()
            .filter(|hex| {
                let topology = Layout::for_players(players).topology();
                topology.hex_neighbors(*hex).count() == 3
            })
            .collect();
        let first = if players == 4 { LETTERS[0] } else { 2 };
        let mut deserts = 0;
        for board in boards(modern(players), 400) {
            let desert = |hex: &&HexId| board.terrain(**hex) == Terrain::Desert;
            deserts += corners.iter().filter(desert).count();
            assert!(
                corners
                    .iter()
                    .any(|hex| board.hex(*hex).token == Some(first)),
                "no corner has the first token"
            );
        }
        assert!(deserts > 50, "{deserts} corners were deserts");
    }
}

#[test]
fn brd_10_tokens_spiral_from_a_corner_with_a_token_where_a_desert_is_a_corner() {
    let corner_desert = |board: &Board| {
        let corners = [0, 2, 4, 6, 8, 10].map(|place| hex(COAST[place]));
        corners
            .iter()
            .any(|corner| board.terrain(*corner) == Terrain::Desert)
    };
    let mut seen = 0;
    for board in boards(modern(4), 200).filter(corner_desert) {
        let starts = (0..6).filter(|corner| {
            let mut walk = COAST.to_vec();
            walk.rotate_left(2 * corner);
            let mut ring = RING.to_vec();
            ring.rotate_left(*corner);
            let start = hex(walk[0]);
            walk.extend(ring);
            walk.push(MIDDLE);
            board.hex(start).token == Some(LETTERS[0]) && tokens_along(&board, walk) == LETTERS
        });
        assert_eq!(starts.count(), 1);
        seen += 1;
    }
    assert!(seen > 30, "{seen} boards with a desert at a corner");
}

#[test]
fn brd_11_the_robber_begins_on_the_desert() {
    let rules = modern(4);
    for board in standard_boards() {
        let table = Table::on(rules, board);
        let at = table.state.robber();
        assert_eq!(table.game.board().terrain(at), Terrain::Desert);
    }
    for board in large_boards() {
        assert_eq!(board.terrain(board.robber()), Terrain::Desert);
    }
}

#[test]
fn brd_12_each_player_has_five_settlements_four_cities_fifteen_roads() {
    for players in 2..=4 {
        let view = Table::new(modern(players)).view(None);
        assert_eq!(view.seats.len(), usize::from(players));
        for seat in view.seats {
            assert_eq!(
                (seat.settlements_left, seat.cities_left, seat.roads_left),
                (5, 4, 15)
            );
        }
    }
}

#[test]
fn brd_13_the_bank_holds_nineteen_of_each_resource() {
    let table = Table::new(modern(4));
    assert_eq!(table.state.bank().counts(), [19; 5]);
    assert_eq!(modern(6).bank().counts(), [24; 5]);
}

#[test]
fn brd_14_twenty_five_development_cards_for_four() {
    let deck = Table::new(modern(4)).state.drawable();
    assert_eq!(deck.counts(), [14, 2, 2, 2, 5]);
    assert_eq!(deck.total(), 25);
}

#[test]
fn brd_15_thirty_four_development_cards_for_six() {
    let deck = modern(6).deck();
    assert_eq!(deck.counts(), [20, 3, 3, 3, 5]);
    assert_eq!(deck.total(), 34);
}

#[test]
fn brd_16_intersections_and_paths_of_both_boards() {
    for (layout, intersections, paths) in [(Layout::Standard, 54, 72), (Layout::Large, 80, 109)] {
        let topology = layout.topology();
        assert_eq!(topology.intersection_count(), intersections);
        assert_eq!(topology.path_count(), paths);

        let land = Land::of_rows(topology.rows());
        assert_eq!(land.hexes.len(), topology.hex_count());
        assert_eq!(land.intersections().len(), intersections);
        assert_eq!(land.paths().len(), paths);
    }
}

#[test]
fn brd_16_the_tables_of_neighbors_agree_with_each_other() {
    for topology in [Layout::Standard.topology(), Layout::Large.topology()] {
        for path in topology.paths() {
            let [a, b] = topology.ends(path);
            assert!(topology.neighbors(a).contains(b) && topology.neighbors(b).contains(a));
            assert_eq!(topology.path_between(a, b), Some(path));
            assert_eq!(topology.other_end(path, a), b);
        }
        for at in topology.intersections() {
            let land = topology.hexes_round(at).count();
            assert!((1..=3).contains(&land));
            let ways = topology.paths_at(at).len();
            assert_eq!(ways, topology.neighbors(at).len());
            assert!((2..=3).contains(&ways));
            for hex in topology.hexes_round(at) {
                assert!(topology.corner_set(hex).contains(at));
            }
        }
    }
}

#[test]
fn brd_17_a_token_has_a_pip_for_each_way_to_roll_it() {
    for hex in &beginners_board().plan().hexes {
        let ways = Dice::ALL
            .into_iter()
            .filter(|dice| hex.token == Some(dice.total()))
            .count();
        assert_eq!(usize::from(hex.pips()), ways);
    }
}

#[test]
fn brd_18_the_beginners_board() {
    let expected = "mountains 10, pasture 2, forest 9, \
        fields 12, hills 6, pasture 4, hills 10, \
        fields 9, forest 11, desert, forest 3, mountains 8, \
        forest 8, mountains 3, fields 4, pasture 5, \
        hills 5, fields 6, pasture 11";
    let board = beginners_board();
    let found: Vec<String> = board
        .plan()
        .hexes
        .iter()
        .map(|hex| {
            let terrain = format!("{:?}", hex.terrain).to_lowercase();
            match hex.token {
                Some(token) => format!("{terrain} {token}"),
                None => terrain,
            }
        })
        .collect();
    assert_eq!(found.join(", "), expected);
    assert_eq!(
        board.harbors().iter().map(|h| h.kind).collect::<Vec<_>>(),
        PUBLISHED
    );
}

const PUBLISHED: [HarborKind; 9] = [
    GENERIC,
    special(Resource::Grain),
    special(Resource::Ore),
    GENERIC,
    special(Resource::Wool),
    GENERIC,
    GENERIC,
    special(Resource::Brick),
    special(Resource::Lumber),
];

#[test]
fn a_board_is_written_down_and_read_back() {
    let board = beginners_board();
    let text = serde_json::to_string(&board).expect("a board can be written");
    let read: Board = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(read, board);

    let mut inland: BoardPlan = board.plan().clone();
    inland.harbors[0].side = Side::East;
    let text = serde_json::to_string(&inland).expect("any plan can be written");
    assert!(
        serde_json::from_str::<Board>(&text).is_err(),
        "a harbor inland is no harbor"
    );
}

#[test]
fn a_token_that_no_dice_show_lies_on_no_hex() {
    assert_eq!(beginners_board().hexes_with_token(13).count(), 0);
    let table = Position::new().settlements(ANNA, "a1n").start();
    let nothing = State::production(&table.state, &table.game, 255);
    assert!(nothing.iter().all(|cards| cards.is_empty()));
}
