//! BLD: building and buying.

use brickwood_rules::DevelopmentCard::{
    Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty,
};
use brickwood_rules::{
    Action, ChanceOutcome, CityCost, DevelopmentCard, Illegal, Intersection, Layout, Path, Rules,
    Step,
};

use crate::kit::{ANNA, BEN, Land, Position, city, corner, modern, road, settlement};

/// Anna lives on top of the middle hex, with a road along its right side.
fn anna_at_home() -> Position {
    Position::new()
        .settlements(ANNA, "c3n")
        .roads(ANNA, "c3ne c3e")
}

/// Fifteen roads: along the top of row c, and on at its right end.
const FIFTEEN_ROADS: &str =
    "c1nw c1ne c2nw c2ne c3nw c3ne c4nw c4ne c5nw c5ne c5e c5se c5sw c4se c4sw";

/// Leaves out one card of the price each time, and finds every rest too little.
fn costs(position: impl Fn() -> Position, price: &str, action: Action, clause: &str) {
    for missing in 0..price.len() {
        let mut rest = price.to_string();
        rest.remove(missing);
        position()
            .hand(ANNA, &rest)
            .start()
            .refuses(ANNA, action, clause);
    }
    let mut table = position().hand(ANNA, price).start();
    table.does(ANNA, action).holds(ANNA, "");
}

#[test]
fn bld_01_a_road_costs_brick_and_lumber() {
    costs(anna_at_home, "BL", road("c3se"), "BLD-01");
}

#[test]
fn bld_02_a_settlement_costs_brick_lumber_grain_and_wool() {
    costs(anna_at_home, "BLGW", settlement("c3se"), "BLD-02");
}

#[test]
fn bld_03_a_city_costs_three_ore_and_two_grain() {
    costs(anna_at_home, "OOOGG", city("c3n"), "BLD-03");
}

#[test]
fn bld_03_or_two_ore_and_three_grain_as_first_printed() {
    let rules = Rules {
        city_cost: CityCost::TwoOreThreeGrain,
        ..modern(3)
    };
    let position = || Position::by(rules).settlements(ANNA, "c3n");
    costs(position, "OOGGG", city("c3n"), "BLD-03");
}

#[test]
fn bld_04_a_development_card_costs_ore_grain_and_wool() {
    costs(anna_at_home, "OGW", Action::BuyDevelopmentCard, "BLD-04");
    let mut table = anna_at_home().hand(ANNA, "OGW").start();
    table.buys(ANNA, Monopoly);
    assert_eq!(table.state.development(ANNA)[Monopoly], 1);
    assert_eq!(table.state.deck_left(), 24);
}

/// All cards of the deck but these.
fn deck_without(kept: &[DevelopmentCard]) -> Vec<DevelopmentCard> {
    let deck = modern(3).deck();
    DevelopmentCard::ALL
        .into_iter()
        .flat_map(|card| {
            let kept = kept.iter().filter(|other| **other == card).count();
            std::iter::repeat_n(card, usize::from(deck[card]) - kept)
        })
        .collect()
}

#[test]
fn bld_04_none_when_the_deck_is_empty() {
    let mut table = anna_at_home()
        .hand(ANNA, "OOGGWW")
        .development(BEN, &deck_without(&[YearOfPlenty]))
        .start();
    table.buys(ANNA, YearOfPlenty);
    let illegal = table.refuses(ANNA, Action::BuyDevelopmentCard, "BLD-04");
    assert_eq!(illegal, Illegal::DeckEmpty);
}

#[test]
fn bld_04_chance_draws_what_is_in_the_deck() {
    let mut table = anna_at_home()
        .hand(ANNA, "OGW")
        .development(BEN, &deck_without(&[YearOfPlenty]))
        .start();
    table.does(ANNA, Action::BuyDevelopmentCard);
    for card in [Knight, RoadBuilding, Monopoly, VictoryPoint] {
        let drawn = Step::Chance {
            outcome: ChanceOutcome::Drawn { card },
        };
        assert_eq!(
            table.state.apply(&table.game, drawn),
            Err(Illegal::NotInDeck)
        );
    }
}

#[test]
fn bld_05_a_road_touches_an_own_road_or_building() {
    let table = Position::new()
        .settlements(ANNA, "c3n")
        .cities(ANNA, "e1s")
        .roads(ANNA, "c3ne")
        .roads(BEN, "a1nw")
        .hand(ANNA, "BL")
        .start();
    for touching in ["c3nw", "b2e", "c3e", "c4nw", "e1sw", "e1se"] {
        assert!(table.may(ANNA, road(touching)), "{touching}");
    }
    table.refuses(ANNA, road("c3w"), "BLD-05");
    // Another's road is no help.
    table.refuses(ANNA, road("a1ne"), "BLD-05");
}

#[test]
fn bld_05_one_road_a_path() {
    let table = anna_at_home().roads(BEN, "c3nw").hand(ANNA, "BL").start();
    for taken in ["c3ne", "c3nw"] {
        let illegal = table.refuses(ANNA, road(taken), "BLD-05");
        assert_eq!(illegal, Illegal::PathTaken);
    }
}

#[test]
fn bld_06_no_road_runs_on_through_anothers_building() {
    for position in [
        anna_at_home().settlements(BEN, "c3se"),
        anna_at_home().cities(BEN, "c3se"),
    ] {
        let table = position.hand(ANNA, "BL").start();
        for beyond in ["c3se", "c4sw"] {
            table.refuses(ANNA, road(beyond), "BLD-06");
        }
        // Before it the road may branch.
        assert!(table.may(ANNA, road("c4nw")));
    }
}

#[test]
fn bld_06_on_both_sides_one_goes_on_from_ones_own() {
    let table = Position::new()
        .roads(ANNA, "c3ne c3e c3se c3sw")
        .settlements(BEN, "c3se")
        .hand(ANNA, "BL")
        .start();
    // One path leads away from Ben's settlement, two away from Anna's own roads beyond it.
    table.refuses(ANNA, road("c4sw"), "BLD-06");
    assert!(table.may(ANNA, road("d2e")));
    assert!(table.may(ANNA, road("c3w")));
}

#[test]
fn bld_06_an_own_building_at_the_far_end_is_enough() {
    let table = Position::new()
        .settlements(ANNA, "c3s")
        .roads(ANNA, "c3e")
        .settlements(BEN, "c3se")
        .hand(ANNA, "BL")
        .start();
    assert!(table.may(ANNA, road("c3se")));
}

#[test]
fn bld_07_roads_run_along_the_coast_and_not_out_to_sea() {
    let mut table = Position::new()
        .settlements(ANNA, "a1n")
        .hand(ANNA, "BL")
        .start();
    table.does(ANNA, road("a1nw"));
    // There is no path but those beside land: two at a cape, three inland.
    let topology = Layout::Standard.topology();
    assert_eq!(topology.paths_at(corner("a1n")).len(), 2);
    assert_eq!(topology.paths_at(corner("c3n")).len(), 3);
    let land = Land::of_rows(&[3, 4, 5, 4, 3]);
    for [one, other] in land.paths() {
        assert!(land.hexes.contains(&one) || land.hexes.contains(&other));
    }
    assert_eq!(topology.path_count(), land.paths().len());
}

#[test]
fn bld_08_a_settlement_touches_an_own_road() {
    let mut table = anna_at_home()
        .roads(BEN, "c3sw c3w")
        .hand(ANNA, "BLWG")
        .start();
    // Nobody's, and Ben's.
    for away in ["a1n", "c3sw"] {
        let illegal = table.refuses(ANNA, settlement(away), "BLD-08");
        assert_eq!(illegal, Illegal::SettlementUnconnected);
    }
    table.does(ANNA, settlement("c3se"));
}

#[test]
fn bld_08_a_settlement_may_stand_anywhere_along_a_road() {
    let table = Position::new()
        .roads(ANNA, "c3nw c3ne c3e c3se")
        .hand(ANNA, "BLWG")
        .start();
    for along in ["c3nw", "c3n", "c3ne", "c3se", "c3s"] {
        assert!(table.may(ANNA, settlement(along)), "{along}");
    }
}

#[test]
fn bld_08_the_intersection_is_free() {
    let table = anna_at_home()
        .settlements(BEN, "c3se")
        .hand(ANNA, "BLWG")
        .start();
    for taken in ["c3n", "c3se"] {
        let illegal = table.refuses(ANNA, settlement(taken), "BLD-08");
        assert_eq!(illegal, Illegal::IntersectionTaken);
    }
}

#[test]
fn bld_09_refuses_a_settlement_next_to_another() {
    // Each of the three that lie one path from c3s.
    for neighbor in ["c3se", "c3sw", "d2se"] {
        for position in [
            Position::new().settlements(BEN, neighbor),
            Position::new().cities(BEN, neighbor),
            Position::new().settlements(ANNA, neighbor),
        ] {
            let table = position
                .roads(ANNA, "c3se c3sw d2e")
                .hand(ANNA, "BLWG")
                .start();
            table.refuses(ANNA, settlement("c3s"), "BLD-09");
        }
    }
}

#[test]
fn bld_09_two_paths_away_is_far_enough() {
    let mut table = anna_at_home()
        .settlements(BEN, "c3sw")
        .hand(ANNA, "BLWG")
        .start();
    table.does(ANNA, settlement("c3se"));
}

#[test]
fn bld_10_roads_of_others_do_not_matter() {
    let mut table = anna_at_home()
        .roads(BEN, "c3se c4sw c3sw")
        .hand(ANNA, "BLWG")
        .start();
    // Two of Ben's roads meet where Anna's ends.
    table.does(ANNA, settlement("c3se"));
    assert!(table.state.settlements(ANNA).contains(corner("c3se")));
}

#[test]
fn bld_11_a_city_replaces_an_own_settlement() {
    let mut table = anna_at_home()
        .settlements(BEN, "e1s")
        .hand(ANNA, "OOOGG")
        .start();
    for not_anna in ["e1s", "c3se"] {
        table.refuses(ANNA, city(not_anna), "BLD-11");
    }
    let before = table.view(None).seats[ANNA.index()].settlements_left;
    table.does(ANNA, city("c3n"));
    let anna = table.view(None).seats[ANNA.index()];
    assert!(anna.settlements.is_empty());
    assert!(anna.cities.contains(corner("c3n")));
    assert_eq!(anna.settlements_left, before + 1);
    table.refuses(ANNA, city("c3n"), "BLD-11");
}

#[test]
fn bld_11_also_in_the_turn_in_which_the_settlement_was_built() {
    let mut table = anna_at_home().hand(ANNA, "BLWGOOOGG").start();
    table
        .does(ANNA, settlement("c3se"))
        .does(ANNA, city("c3se"))
        .holds(ANNA, "");
}

#[test]
fn bld_12_no_more_roads_than_fifteen() {
    let mut table = Position::new()
        .roads(ANNA, FIFTEEN_ROADS)
        .hand(ANNA, "BL")
        .start();
    assert_eq!(table.state.roads(ANNA).len(), 15);
    let illegal = table.refuses(ANNA, road("c3se"), "BLD-12");
    assert_eq!(illegal, Illegal::NoRoadLeft);

    let fourteen = FIFTEEN_ROADS.rsplit_once(' ').expect("many").0;
    table = Position::new()
        .roads(ANNA, fourteen)
        .hand(ANNA, "BL")
        .start();
    table.does(ANNA, road("c4sw"));
}

#[test]
fn bld_12_no_more_settlements_than_five_until_one_becomes_a_city() {
    let mut table = Position::new()
        .settlements(ANNA, "a1n a3n c1sw e1s e3s")
        .roads(ANNA, "c3ne")
        .hand(ANNA, "BLWGOOOGG")
        .start();
    let illegal = table.refuses(ANNA, settlement("c3n"), "BLD-12");
    assert_eq!(illegal, Illegal::NoSettlementLeft);
    table.does(ANNA, city("a1n")).does(ANNA, settlement("c3n"));
}

#[test]
fn bld_12_no_more_cities_than_four() {
    let table = Position::new()
        .cities(ANNA, "a1n a3n c1sw e1s")
        .settlements(ANNA, "e3s")
        .hand(ANNA, "OOOGG")
        .start();
    let illegal = table.refuses(ANNA, city("e3s"), "BLD-12");
    assert_eq!(illegal, Illegal::NoCityLeft);
}

#[test]
fn bld_13_as_many_as_one_can_pay_for() {
    let mut table = anna_at_home().hand(ANNA, "BLBLBLOGWOGW").start();
    table
        .does(ANNA, road("c3se"))
        .does(ANNA, road("c3sw"))
        .does(ANNA, road("c3w"))
        .buys(ANNA, Knight)
        .buys(ANNA, Knight)
        .holds(ANNA, "");
}

#[test]
fn brd_16_a_place_that_the_board_lacks_is_refused() {
    let table = anna_at_home().hand(ANNA, "BBLLWWGGGOOO").start();
    for number in [54, 72, 109, 127, 128, 255] {
        let at = Intersection(number);
        table.refuses(ANNA, Action::BuildSettlement { at }, "BRD-16");
        table.refuses(ANNA, Action::BuildCity { at }, "BLD-11");
    }
    for number in [72, 109, 127, 128, 255] {
        table.refuses(ANNA, Action::BuildRoad { at: Path(number) }, "BRD-16");
    }
}
