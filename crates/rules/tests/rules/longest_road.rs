//! LRD: the longest road.
//!
//! Anna's roads run along the top of the middle row from its left end, Ben's along the bottom.

use brickwood_rules::{Action, Event, LongestRoadTie, Rules, Seat};

use crate::kit::{ANNA, BEN, CARA, DAN, Position, Table, modern, road, settlement};

/// The first roads along the top of row c.
fn top(count: usize) -> String {
    let all = [
        "c1nw", "c1ne", "c2nw", "c2ne", "c3nw", "c3ne", "c4nw", "c4ne", "c5nw", "c5ne",
    ];
    all[..count].join(" ")
}

/// The first roads along the bottom of row c.
fn bottom(count: usize) -> String {
    let all = [
        "c1sw", "c1se", "c2sw", "c2se", "c3sw", "c3se", "c4sw", "c4se", "c5sw", "c5se",
    ];
    all[..count].join(" ")
}

fn holder(table: &Table) -> Option<Seat> {
    table.state.longest_road()
}

#[test]
fn lrd_01_the_first_with_five_connected_roads_takes_it() {
    let mut table = Position::new()
        .roads(ANNA, &top(3))
        .hand(ANNA, "BBLL")
        .start();
    table.does(ANNA, road("c2ne"));
    assert_eq!(holder(&table), None);
    table.does(ANNA, road("c3nw"));
    assert_eq!(holder(&table), Some(ANNA));
    assert_eq!(table.points(ANNA), 2);
    assert!(
        table
            .learned(None)
            .contains(&Event::LongestRoad { holder: Some(ANNA) })
    );
}

#[test]
fn lrd_01_roads_that_do_not_connect_do_not_add() {
    let mut table = Position::new()
        .roads(ANNA, "c1nw c1ne c2nw e2sw e2se")
        .hand(ANNA, "BL")
        .start();
    table.does(ANNA, road("c2ne"));
    assert_eq!(table.state.road_length(ANNA), 4);
    assert_eq!(holder(&table), None);
}

/// Anna's length once she lays the last of these roads.
fn length(first: &str, last: &str) -> u8 {
    let mut table = Position::new().roads(ANNA, first).hand(ANNA, "BL").start();
    table.does(ANNA, road(last));
    table.state.road_length(ANNA)
}

#[test]
fn lrd_02_branches_do_not_add() {
    assert_eq!(length(&top(5), "c3ne"), 6);
    // Up from the middle of them.
    assert_eq!(length(&top(6), "b1e"), 6);
    assert_eq!(length("c3nw c3ne", "b2e"), 2);
}

#[test]
fn lrd_02_loops_do_add() {
    let ring = "c3ne c3e c3se c3sw c3w";
    assert_eq!(length(ring, "c3nw"), 6);
    // A tail outward is walked first, then all the way round.
    assert_eq!(length(&format!("{ring} c3nw"), "b2e"), 7);
    // A second tail is no gain: all the way round is longer than across to it.
    assert_eq!(length(&format!("{ring} c3nw b2e"), "d2e"), 7);
    // Two rings side by side share a path: eleven roads, and the walk uses each once.
    let two = format!("{ring} c3nw c4ne c4e c4se c4sw");
    assert_eq!(length(&two, "c4nw"), 11);
}

#[test]
fn lrd_03_anothers_building_breaks_the_trail() {
    for position in [
        Position::new().settlements(BEN, "c2ne"),
        Position::new().cities(BEN, "c2ne"),
    ] {
        let mut table = position.roads(ANNA, &top(6)).hand(ANNA, "BL").start();
        table.does(ANNA, road("c4nw"));
        assert_eq!(table.state.road_length(ANNA), 4, "four before, three after");
    }
}

#[test]
fn lrd_03_a_trail_may_end_at_anothers_building() {
    let mut table = Position::new()
        .settlements(BEN, "c3n")
        .settlements(CARA, "c1nw")
        .roads(ANNA, "c1nw c1ne c2nw c3nw")
        .hand(ANNA, "BL")
        .start();
    table.does(ANNA, road("c2ne"));
    assert_eq!(table.state.road_length(ANNA), 5);
    assert_eq!(holder(&table), Some(ANNA));
}

#[test]
fn lrd_03_own_buildings_do_not_break_it() {
    let mut table = Position::new()
        .settlements(ANNA, "c1n c2n")
        .cities(ANNA, "c3n")
        .roads(ANNA, &top(6))
        .hand(ANNA, "BL")
        .start();
    table.does(ANNA, road("c4nw"));
    assert_eq!(table.state.road_length(ANNA), 7);
}

#[test]
fn lrd_04_it_passes_only_to_a_longer_road() {
    let mut table = Position::new()
        .roads(ANNA, &top(5))
        .longest_road(ANNA)
        .roads(BEN, &bottom(4))
        .hand(BEN, "BBLL")
        .turn_of(BEN)
        .start();
    table.does(BEN, road("c3sw"));
    assert_eq!(holder(&table), Some(ANNA), "five do not beat five");
    table.does(BEN, road("c3se"));
    assert_eq!(holder(&table), Some(BEN));
    assert_eq!((table.points(ANNA), table.points(BEN)), (0, 2));
}

/// Anna holds the longest road, and Cara settles in it, at the end of a road of her own.
fn broken(position: Position, along: &str, at: &str) -> Table {
    let mut table = position
        .longest_road(ANNA)
        .roads(CARA, along)
        .hand(CARA, "BLWG")
        .turn_of(CARA)
        .start();
    table.does(CARA, settlement(at));
    table
}

const TIES: [LongestRoadTie; 2] = [LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody];

fn four_by(longest_road_tie: LongestRoadTie) -> Position {
    Position::by(Rules {
        longest_road_tie,
        ..modern(4)
    })
}

#[test]
fn lrd_05_after_a_break_the_one_longest_has_it() {
    for tie in TIES {
        let position = four_by(tie).roads(ANNA, &top(6)).roads(BEN, &bottom(5));
        let table = broken(position, "b1e", "c2n");
        assert_eq!(table.state.road_length(ANNA), 3);
        assert_eq!(holder(&table), Some(BEN));
    }
}

#[test]
fn lrd_05_the_holder_keeps_it_while_alone_the_longest() {
    for tie in TIES {
        let position = four_by(tie).roads(ANNA, &top(10)).roads(BEN, &bottom(5));
        let table = broken(position, "b1e", "c2n");
        assert_eq!(table.state.road_length(ANNA), 7);
        assert_eq!(holder(&table), Some(ANNA));
    }
}

#[test]
fn lrd_05_nobody_has_it_where_no_road_of_five_is_left() {
    for tie in TIES {
        let position = four_by(tie).roads(ANNA, &top(6)).roads(BEN, &bottom(4));
        let table = broken(position, "b1e", "c2n");
        assert_eq!(holder(&table), None);
        assert!(
            table
                .learned(None)
                .contains(&Event::LongestRoad { holder: None })
        );
    }
}

#[test]
fn lrd_05_on_a_tie_the_holder_keeps_it_while_among_the_longest() {
    let position = |tie| four_by(tie).roads(ANNA, &top(10)).roads(BEN, &bottom(5));
    let table = broken(position(LongestRoadTie::HolderKeeps), "b2e", "c3n");
    assert_eq!(table.state.road_length(ANNA), 5);
    assert_eq!(holder(&table), Some(ANNA));

    let table = broken(position(LongestRoadTie::Nobody), "b2e", "c3n");
    assert_eq!(holder(&table), None);
}

#[test]
fn lrd_05_on_a_tie_of_others_nobody_has_it_until_one_is_longest() {
    for tie in TIES {
        let position = four_by(tie)
            .roads(ANNA, &top(6))
            .roads(BEN, &bottom(5))
            .roads(DAN, "e1sw e1se e2sw e2se e3sw")
            .hand(DAN, "BL");
        let mut table = broken(position, "b1e", "c2n");
        assert_eq!(holder(&table), None);
        table.does(CARA, Action::EndTurn);
        table.rolls(DAN, 1, 1).does(DAN, road("e3se"));
        assert_eq!(holder(&table), Some(DAN));
    }
}

#[test]
fn lrd_05_a_tie_without_a_break_changes_nothing() {
    let mut table = four_by(LongestRoadTie::Nobody)
        .roads(ANNA, &top(5))
        .longest_road(ANNA)
        .roads(BEN, &bottom(4))
        .hand(BEN, "BL")
        .turn_of(BEN)
        .start();
    table.does(BEN, road("c3sw"));
    assert_eq!(holder(&table), Some(ANNA));
}

#[test]
fn lrd_06_the_owner_goes_on_at_either_part() {
    let table = Position::new()
        .roads(ANNA, "c2nw c2ne")
        .settlements(CARA, "c2n")
        .hand(ANNA, "BL")
        .start();
    for on in ["c1ne", "c1e", "c3nw", "c2e"] {
        assert!(table.may(ANNA, road(on)), "{on}");
    }
    table.refuses(ANNA, road("b1e"), "BLD-06");
}
