//! TRN: the turn.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, RoadBuilding, YearOfPlenty};
use brickwood_rules::Resource::{Brick, Grain, Ore, Wool};
use brickwood_rules::{Action, ChanceOutcome, Dice, Illegal, Rules};

use crate::kit::{
    ANNA, BEN, CARA, Position, bank_trade, city, confirm, modern, monopoly, offer, road, robber,
    settlement, year_of_plenty,
};

/// Anna can pay for everything and trade anything.
fn rich_anna(position: Position) -> Position {
    position
        .settlements(ANNA, "c3n")
        .roads(ANNA, "c3ne c3e c3se")
        .hand(ANNA, "BBBBLLLLWWWWGGGGOOOO")
        .settlements(BEN, "e1s")
        .hand(BEN, "O")
}

#[test]
fn trn_01_the_roll_is_mandatory_and_happens_once() {
    let mut table = Position::new().before_the_roll().start();
    table.refuses(ANNA, Action::EndTurn, "TRN-01");
    table.rolls(ANNA, 1, 2);
    assert_eq!(table.state.dice().map(Dice::total), Some(3));
    let illegal = table.refuses(ANNA, Action::Roll, "TRN-01");
    assert_eq!(illegal, Illegal::AlreadyRolled);
    assert!(table.may(ANNA, Action::EndTurn));
}

#[test]
fn trn_02_a_development_card_may_be_played_before_the_roll() {
    let all = [Knight, RoadBuilding, YearOfPlenty, Monopoly];
    for action in [
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        year_of_plenty("BO"),
        monopoly(Wool),
    ] {
        for position in [Position::new(), Position::new().before_the_roll()] {
            rich_anna(position)
                .development(ANNA, &all)
                .start()
                .does(ANNA, action);
        }
    }
}

#[test]
fn trn_02_the_roll_still_comes_after_a_card() {
    let mut table = rich_anna(Position::new().before_the_roll())
        .development(ANNA, &[Knight])
        .start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"));
    table.refuses(ANNA, Action::EndTurn, "TRN-01");
    table.rolls(ANNA, 1, 1);
}

#[test]
fn trn_02_a_card_is_played_by_who_holds_it() {
    let table = rich_anna(Position::new())
        .development(BEN, &[Knight])
        .start();
    table.refuses(ANNA, Action::PlayKnight, "TRN-02");
    table.refuses(BEN, Action::PlayKnight, "TRN-04");
}

#[test]
fn trn_03_trading_and_building_in_any_order() {
    let mut table = rich_anna(Position::new()).start();
    table
        .does(ANNA, bank_trade(Ore, Wool))
        .does(ANNA, road("c3sw"))
        .does(ANNA, bank_trade(Wool, Ore))
        .does(ANNA, settlement("c3s"))
        .does(ANNA, offer("G", "O", &[BEN]))
        .does(BEN, Action::Accept)
        .does(ANNA, confirm(BEN))
        .does(ANNA, road("c3w"));
}

#[test]
fn trn_03_all_trading_before_all_building_where_the_table_wants_it() {
    let rules = Rules {
        trade_then_build: true,
        ..modern(3)
    };
    for build in [
        road("c3sw"),
        settlement("c3s"),
        city("c3n"),
        Action::BuyDevelopmentCard,
    ] {
        let mut table = rich_anna(Position::by(rules)).start();
        table.does(ANNA, build);
        if build == Action::BuyDevelopmentCard {
            table.chance(ChanceOutcome::Drawn { card: Knight });
        }
        table.refuses(ANNA, bank_trade(Brick, Ore), "TRN-03");
        table.refuses(ANNA, offer("B", "O", &[BEN]), "TRN-03");
    }
    // Trading itself ends nothing, and the next turn trades anew.
    let mut table = rich_anna(Position::by(rules)).start();
    table
        .does(ANNA, bank_trade(Ore, Wool))
        .does(ANNA, bank_trade(Grain, Ore))
        .does(ANNA, road("c3sw"))
        .does(ANNA, Action::EndTurn);
    table.rolls(BEN, 1, 1).does(BEN, offer("O", "B", &[ANNA]));
}

#[test]
fn trn_04_the_dice_pass_clockwise() {
    let mut table = Position::new()
        .settlements(CARA, "c3n")
        .turn_of(BEN)
        .start();
    table.refuses(ANNA, Action::EndTurn, "TRN-04");
    table.does(BEN, Action::EndTurn);
    assert_eq!(table.state.active(), CARA);
    assert_eq!(table.state.dice(), None);
    table.rolls(CARA, 1, 1).does(CARA, Action::EndTurn);
    assert_eq!(table.state.active(), ANNA);
}

#[test]
fn trn_04_the_dice_pass_however_many_turns_there_have_been() {
    let mut table = Position::new()
        .settlements(CARA, "c3n")
        .turn_number(u16::MAX - 1)
        .start();
    let next = [(ANNA, BEN), (BEN, CARA), (CARA, ANNA)];
    for (seat, next) in next {
        table.does(seat, Action::EndTurn);
        assert_eq!(table.state.active(), next);
        assert_eq!(
            table.state.turn(),
            u16::MAX,
            "the set-up is not played again"
        );
        table.rolls(next, 1, 1);
    }
}

#[test]
fn trn_05_no_trade_and_no_building_before_the_roll() {
    let mut table = rich_anna(Position::new().before_the_roll()).start();
    let actions = [
        bank_trade(Ore, Wool),
        offer("W", "O", &[BEN]),
        road("c3sw"),
        settlement("c3s"),
        city("c3n"),
        Action::BuyDevelopmentCard,
    ];
    for action in actions {
        table.refuses(ANNA, action, "TRN-05");
    }
    table.rolls(ANNA, 1, 1);
    for action in actions {
        rich_anna(Position::new()).start().does(ANNA, action);
    }
}
