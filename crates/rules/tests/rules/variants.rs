//! VAR: variants.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, RoadBuilding, YearOfPlenty};
use brickwood_rules::Resource::{Brick, Ore};
use brickwood_rules::{Action, Rules, Variants};

use crate::kit::{ANNA, BEN, Position, bank_trade, modern, monopoly, offer, road, year_of_plenty};

#[test]
fn var_3_development_cards_only_after_the_roll() {
    let rules = Rules {
        variants: Variants {
            cards_after_roll: true,
            ..Variants::default()
        },
        ..modern(3)
    };
    for action in [
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        year_of_plenty("BL"),
        monopoly(Ore),
    ] {
        let mut table = Position::by(rules)
            .before_the_roll()
            .settlements(ANNA, "c3n")
            .development(ANNA, &[Knight, RoadBuilding, YearOfPlenty, Monopoly])
            .start();
        table.refuses(ANNA, action, "VAR-3");
        table.rolls(ANNA, 1, 1).does(ANNA, action);
    }
}

#[test]
fn var_6_who_has_built_trades_no_more_in_that_turn() {
    let rules = Rules {
        variants: Variants {
            no_trade_after_building: true,
            ..Variants::default()
        },
        ..modern(2)
    };
    let mut table = Position::by(rules)
        .roads(ANNA, "c3ne")
        .hand(ANNA, "BLOOOOOOOO")
        .hand(BEN, "W")
        .start();
    table
        .does(ANNA, bank_trade(Ore, Brick))
        .does(ANNA, road("c3e"));
    table.refuses(ANNA, bank_trade(Ore, Brick), "VAR-6");
    table.refuses(ANNA, offer("O", "W", &[BEN]), "VAR-6");
    table.does(ANNA, Action::EndTurn);
    table.rolls(BEN, 1, 1).does(BEN, offer("W", "O", &[ANNA]));
}
