//! SBP: the special building phase of five and six players.

use brickwood_rules::DevelopmentCard::{Knight, VictoryPoint};
use brickwood_rules::Resource::{Brick, Ore};
use brickwood_rules::{Action, Event, Layout, Phase, Rules, SeatSet, ToAct, WinWhen};

use crate::kit::{
    ANNA, BEN, CARA, DAN, EVA, FAY, Named, Position, Table, bank_trade, modern, monopoly, offer,
    year_of_plenty,
};

fn road(at: &str) -> Action {
    Action::BuildRoad {
        at: Layout::Large.side(at),
    }
}

fn settlement(at: &str) -> Action {
    Action::BuildSettlement {
        at: Layout::Large.corner(at),
    }
}

fn city(at: &str) -> Action {
    Action::BuildCity {
        at: Layout::Large.corner(at),
    }
}

/// Six players in Anna's turn; Cara and Eva have cards to build with, Fay has but one.
fn six() -> Position {
    Position::by(modern(6))
        .settlements(CARA, "c3n")
        .roads(CARA, "c3ne")
        .hand(CARA, "BLBLWGOWG")
        .settlements(EVA, "e1s")
        .hand(EVA, "OOOGG")
        .hand(FAY, "O")
}

#[track_caller]
fn builds(table: &Table, seat: brickwood_rules::Seat) {
    assert_eq!(table.state.phase(), &Phase::SpecialBuilding);
    let seats = SeatSet::only(seat);
    assert_eq!(table.state.to_act(), ToAct::Seats { seats });
}

#[test]
fn sbp_01_after_a_turn_the_others_build_clockwise() {
    let mut table = six().start();
    table.does(ANNA, Action::EndTurn);
    builds(&table, CARA);
    assert!(matches!(
        table.learned(None)[..],
        [Event::SpecialBuildingBegan { seat: CARA }]
    ));
    table.refuses(EVA, city("e1s"), "TRN-04");
    table
        .does(CARA, road("c3e"))
        .does(CARA, settlement("c3se"))
        .does(CARA, Action::Pass);
    builds(&table, EVA);
    table.does(EVA, city("e1s")).does(EVA, Action::Pass);
    // Then the next turn, of the player after Anna.
    assert_eq!(table.state.phase(), &Phase::Turn);
    assert_eq!((table.state.active(), table.state.turn()), (BEN, 2));
    assert_eq!(table.state.special(), None);
}

#[test]
fn sbp_01_the_player_whose_turn_it_was_is_not_among_them() {
    let mut table = six().hand(ANNA, "BLBLBLBL").roads(ANNA, "e4ne").start();
    table.does(ANNA, Action::EndTurn).does(CARA, Action::Pass);
    table.refuses(ANNA, road("e4e"), "TRN-04");
    table.does(EVA, Action::Pass);
    assert_eq!(table.state.active(), BEN);
}

#[test]
fn sbp_01_with_up_to_four_players_nobody_builds_between_turns() {
    let mut table = Position::by(modern(4))
        .settlements(CARA, "c3n")
        .hand(CARA, "BLBLWG")
        .start();
    table.does(ANNA, Action::EndTurn);
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn sbp_01_a_table_of_six_may_do_without() {
    let rules = Rules {
        special_building_phase: false,
        ..modern(6)
    };
    let mut table = Position::by(rules)
        .settlements(CARA, "c3n")
        .hand(CARA, "BLBLWG")
        .start();
    table.does(ANNA, Action::EndTurn);
    assert_eq!(
        (table.state.phase(), table.state.active()),
        (&Phase::Turn, BEN)
    );
}

#[test]
fn sbp_02_nobody_trades_or_plays_a_card() {
    let mut table = six()
        .hand(CARA, "BLBLOOOO")
        .development(CARA, &[Knight, VictoryPoint])
        .start();
    table.does(ANNA, Action::EndTurn);
    for action in [
        bank_trade(Ore, Brick),
        offer("O", "B", &[ANNA]),
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        monopoly(Ore),
        year_of_plenty("BL"),
        Action::PlayVictoryPoint,
    ] {
        table.refuses(CARA, action, "SBP-02");
    }
    table.refuses(CARA, Action::Roll, "TRN-01");
    table.refuses(CARA, Action::EndTurn, "TRN-01");
}

#[test]
fn sbp_03_a_card_bought_in_it_is_played_in_ones_own_next_turn() {
    let mut table = six().hand(BEN, "GOW").start();
    table.does(ANNA, Action::EndTurn);
    table.buys(BEN, Knight);
    builds(&table, BEN);
    table.does(BEN, Action::Pass);
    table.does(CARA, Action::Pass).does(EVA, Action::Pass);
    assert_eq!(table.state.active(), BEN);
    table.does(BEN, Action::PlayKnight);
}

/// Cara reaches ten points in the special building phase, and Dan's turn is still to come.
fn cara_reaches_the_goal(rules: Rules) -> Table {
    let mut table = Position::by(rules)
        .cities(CARA, "a1n a3n c1sw g1s")
        .settlements(CARA, "g3s")
        .roads(CARA, "d3ne")
        .hand(CARA, "BLWG")
        .start();
    assert_eq!(table.points(CARA), 9);
    table.does(ANNA, Action::EndTurn);
    table.does(CARA, settlement("d3ne"));
    assert_eq!(table.points(CARA), 10);
    table
}

#[test]
fn win_04_nobody_wins_in_the_special_building_phase() {
    let mut table = cara_reaches_the_goal(modern(5));
    assert_eq!(table.winner(), None);
    table.does(CARA, Action::Pass);
    assert_eq!((table.winner(), table.state.active()), (None, BEN));
    table.rolls(BEN, 1, 1).does(BEN, Action::EndTurn);
    while let Some(builder) = table.state.special() {
        table.does(builder, Action::Pass);
    }
    assert_eq!(table.winner(), Some(CARA), "as her own turn begins");
}

/// The goal wins at any time.
fn at_any_time() -> Rules {
    Rules {
        win_when: WinWhen::AnyTime,
        ..modern(5)
    }
}

#[test]
fn rul_17_the_goal_wins_at_once_in_special_building_where_it_wins_at_any_time() {
    let table = cara_reaches_the_goal(at_any_time());
    assert_eq!(table.winner(), Some(CARA));
}

#[test]
fn rul_17_a_victory_point_bought_in_special_building_wins_at_once_there() {
    let mut table = Position::by(at_any_time())
        .cities(CARA, "a1n a3n c1sw g1s")
        .settlements(CARA, "g3s")
        .hand(CARA, "OGW")
        .start();
    table.does(ANNA, Action::EndTurn);
    table.buys(CARA, VictoryPoint);
    assert_eq!(table.winner(), Some(CARA));
}

#[test]
fn rul_13_who_cannot_pay_for_a_road_with_any_cards_is_not_asked() {
    // Fay holds one card, Ben and Dan none: everybody can see that they build nothing.
    let mut table = six().start();
    table.does(ANNA, Action::EndTurn).does(CARA, Action::Pass);
    builds(&table, EVA);
    // Two cards may be anything, so their owner is asked whatever they are.
    let mut table = six().hand(DAN, "OO").start();
    table.does(ANNA, Action::EndTurn).does(CARA, Action::Pass);
    builds(&table, DAN);
}
