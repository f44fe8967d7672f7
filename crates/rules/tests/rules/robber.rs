//! ROB: the seven and the robber.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, VictoryPoint};
use brickwood_rules::Resource::{Brick, Ore, Wool};
use brickwood_rules::{
    Action, ChanceOutcome, Event, HexId, Illegal, Phase, Rules, SeatSet, Step, ToAct,
};

use crate::kit::{ANNA, BEN, CARA, Position, Table, bank_trade, discard, hex, modern, rob, robber};

/// Anna is about to roll. Ben and Cara live at a1, mountains with a 10.
fn neighbors_at_a1() -> Position {
    Position::new()
        .before_the_roll()
        .settlements(BEN, "a1n")
        .settlements(CARA, "a1s")
}

#[test]
fn rob_01_a_seven_produces_nothing() {
    let mut table = neighbors_at_a1().settlements(ANNA, "b2s").start();
    table.rolls(ANNA, 3, 4);
    for seat in [ANNA, BEN, CARA] {
        table.holds(seat, "");
    }
    assert_eq!(table.state.bank().counts(), [19; 5]);
    assert_eq!(table.state.phase(), &Phase::MoveRobber);
}

#[test]
fn rob_02_discards_round_down() {
    let mut table = neighbors_at_a1()
        .hand(ANNA, "BBBBBBBBB")
        .hand(BEN, "OOOOOOO")
        .hand(CARA, "WWWWWWGGGGG")
        .start();
    table.rolls(ANNA, 3, 4);
    // Nine give four, seven give none, eleven give five; all at once, in any order.
    let seats: SeatSet = [ANNA, CARA].into_iter().collect();
    assert_eq!(table.state.to_act(), ToAct::Seats { seats });
    table.refuses(BEN, discard("OOO"), "TRN-04");
    table.does(CARA, discard("WWGGG")).holds(CARA, "WWWWGG");
    table.refuses(CARA, discard("WW"), "TRN-04");
    table.does(ANNA, discard("BBBB")).holds(ANNA, "BBBBB");
    assert_eq!(table.state.phase(), &Phase::MoveRobber);
    assert_eq!(table.state.bank().counts(), [14, 19, 15, 17, 12]);
}

#[test]
fn rob_02_exactly_half_of_what_one_holds() {
    let mut table = neighbors_at_a1().hand(BEN, "OOOOOOWW").start();
    table.rolls(ANNA, 3, 4);
    for wrong in ["", "OOO", "OOOOO", "OWWW", "OOOB"] {
        table.refuses(BEN, discard(wrong), "ROB-02");
    }
    table.does(BEN, discard("OOWW")).holds(BEN, "OOOO");
}

#[test]
fn rob_02_the_table_may_set_another_limit() {
    let rules = Rules {
        hand_limit: 3,
        ..modern(3)
    };
    let mut table = Position::by(rules)
        .before_the_roll()
        .hand(BEN, "OOO")
        .hand(CARA, "OOOO")
        .start();
    table.rolls(ANNA, 3, 4).does(CARA, discard("OO"));
    assert_eq!(table.state.phase(), &Phase::MoveRobber);
}

#[test]
fn rob_02_discards_are_public_as_the_bank_is() {
    let mut table = neighbors_at_a1().hand(BEN, "OOOOOOWW").start();
    table.rolls(ANNA, 3, 4).does(BEN, discard("OOOW"));
    for viewer in [None, Some(ANNA), Some(CARA)] {
        assert!(matches!(
            table.learned(viewer)[..],
            [Event::Discarded { seat: BEN, .. }]
        ));
    }
}

#[test]
fn rob_03_the_robber_must_move_to_another_hex() {
    let mut table = neighbors_at_a1().robber("c4").start();
    table.rolls(ANNA, 3, 4);
    let illegal = table.refuses(ANNA, robber("c4"), "ROB-03");
    assert_eq!(illegal, Illegal::RobberMustMove);
    table.refuses(BEN, robber("a1"), "TRN-04");
    table.refuses(ANNA, Action::MoveRobber { to: HexId(19) }, "BRD-16");
    table.refuses(ANNA, Action::EndTurn, "TRN-01");
    for to in table.game.board().topology().hexes() {
        assert_eq!(table.may(ANNA, Action::MoveRobber { to }), to != hex("c4"));
    }
    table.does(ANNA, robber("e1"));
    assert_eq!(table.state.robber(), hex("e1"));
}

#[test]
fn rob_04_the_robber_may_return_to_the_desert() {
    let mut table = neighbors_at_a1().robber("c4").start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("c3"));
}

#[test]
fn rob_04_unless_the_table_forbids_it() {
    let rules = Rules {
        robber_on_desert: false,
        ..modern(3)
    };
    let mut table = Position::by(rules).before_the_roll().robber("c4").start();
    table.rolls(ANNA, 3, 4);
    table.refuses(ANNA, robber("c3"), "ROB-04");
    table.does(ANNA, robber("c2"));
}

#[test]
fn rob_05_the_robber_may_go_where_nobody_or_the_mover_lives() {
    let mut table = neighbors_at_a1()
        .settlements(ANNA, "e3s")
        .hand(BEN, "O")
        .start();
    table.rolls(ANNA, 3, 4);
    assert!(table.may(ANNA, robber("d2")));
    // Nobody but Anna lives at e3: nothing is stolen.
    table.does(ANNA, robber("e3"));
    assert_eq!(table.state.phase(), &Phase::Turn);
    table.holds(ANNA, "").holds(BEN, "O");
}

#[test]
fn rob_06_the_mover_takes_a_card_from_one_player_there() {
    let mut table = neighbors_at_a1().hand(BEN, "O").hand(CARA, "WW").start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    table.refuses(ANNA, rob(ANNA), "ROB-06");
    table.refuses(BEN, rob(CARA), "TRN-04");
    table.does(ANNA, rob(CARA)).takes(Wool);
    table.holds(ANNA, "W").holds(BEN, "O").holds(CARA, "W");
}

#[test]
fn rob_06_a_lone_neighbor_needs_no_choice() {
    let mut table = neighbors_at_a1().hand(BEN, "O").start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    assert_eq!(table.state.phase(), &Phase::Theft { victim: BEN });
    table.takes(Ore).holds(ANNA, "O").holds(BEN, "");
}

#[test]
fn rob_06_chance_takes_a_card_that_the_victim_has() {
    let mut table = neighbors_at_a1().hand(BEN, "O").start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    let outcome = ChanceOutcome::Stolen { resource: Brick };
    assert_eq!(
        table.state.apply(&table.game, Step::Chance { outcome }),
        Err(Illegal::NotInHand)
    );
}

#[test]
fn rob_06_only_the_two_learn_which_card_it_was() {
    let mut table = neighbors_at_a1().hand(BEN, "OW").start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1")).takes(Ore);
    let stolen = |table: &Table, viewer| match table.learned(viewer)[..] {
        [Event::Stolen { resource, .. }] => resource,
        ref other => panic!("a theft, not {other:?}"),
    };
    assert_eq!(stolen(&table, Some(ANNA)), Some(Ore));
    assert_eq!(stolen(&table, Some(BEN)), Some(Ore));
    assert_eq!(stolen(&table, Some(CARA)), None);
    assert_eq!(stolen(&table, None), None);
}

#[test]
fn rob_06_the_theft_comes_after_the_discards() {
    let mut table = neighbors_at_a1().hand(BEN, "OOOOOOOO").start();
    table.rolls(ANNA, 3, 4);
    table.refuses(ANNA, robber("a1"), "TRN-04");
    table
        .does(BEN, discard("OOOO"))
        .does(ANNA, robber("a1"))
        .takes(Ore)
        .holds(BEN, "OOO");
}

#[test]
fn rob_07_a_hex_with_the_robber_produces_nothing() {
    let mut table = neighbors_at_a1()
        .settlements(ANNA, "b4ne")
        .robber("a1")
        .start();
    // The 10 at b4 produces, the 10 at a1 does not.
    table.rolls(ANNA, 4, 6);
    table.holds(ANNA, "B").holds(BEN, "").holds(CARA, "");
    assert!(matches!(
        table.learned(None)[0],
        Event::Rolled { blocked: Some(at), .. } if at == hex("a1")
    ));
}

#[test]
fn rob_08_the_turn_goes_on_after_the_robber() {
    let mut table = neighbors_at_a1().hand(ANNA, "OOOO").start();
    table
        .rolls(ANNA, 3, 4)
        .does(ANNA, robber("a1"))
        .does(ANNA, bank_trade(Ore, Brick))
        .does(ANNA, Action::EndTurn);
}

#[test]
fn rob_09_development_cards_are_not_counted() {
    let mut table = neighbors_at_a1()
        .hand(BEN, "OOOOOOO")
        .development(BEN, &[Knight, VictoryPoint])
        .start();
    table.rolls(ANNA, 3, 4);
    assert_eq!(table.state.phase(), &Phase::MoveRobber);
}

#[test]
fn rob_09_development_cards_are_not_stolen() {
    let mut table = neighbors_at_a1()
        .development(BEN, &[Knight, Monopoly])
        .start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    assert_eq!(table.state.phase(), &Phase::Turn);
    assert_eq!(table.state.development(BEN).total(), 2);
}

fn optional_theft() -> Position {
    Position::by(Rules {
        steal_optional: true,
        ..modern(3)
    })
    .before_the_roll()
    .settlements(BEN, "a1n")
    .hand(BEN, "O")
}

#[test]
fn rob_06_some_editions_let_the_mover_forgo_the_theft() {
    let mut table = optional_theft().start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    assert!(table.may(ANNA, rob(BEN)), "also where there is one victim");
    table.does(ANNA, Action::Pass);
    table.holds(ANNA, "").holds(BEN, "O");
    assert_eq!(table.learned(None), [Event::NothingStolen { seat: ANNA }]);
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn rob_06_the_others_do_not() {
    let mut table = neighbors_at_a1().hand(BEN, "O").hand(CARA, "O").start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    table.refuses(ANNA, Action::Pass, "ROB-06");
}

#[test]
fn rob_06_a_knight_whose_theft_is_forgone_joins_the_army() {
    let mut table = optional_theft().development(ANNA, &[Knight]).start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"))
        .does(ANNA, Action::Pass);
    assert_eq!(table.state.knights(ANNA), 1);
}
