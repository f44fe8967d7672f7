//! RUL: rulings where the rulebooks leave a gap.

use brickwood_rules::DevelopmentCard::{
    Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty,
};
use brickwood_rules::Resource::{Brick, Grain, Lumber, Ore, Wool};
use brickwood_rules::{
    Action, Event, FirstPlayer, FreeRoads, Phase, ProgressCards, Rules, SeatSet, Step, ToAct,
};

use crate::kit::{
    ANNA, BEN, CARA, DAN, Position, Table, bank_trade, city, discard, modern, monopoly, road, rob,
    robber, settlement, variants, year_of_plenty,
};

#[test]
fn rul_01_only_players_with_a_card_are_robbed() {
    let mut table = Position::by(modern(4))
        .before_the_roll()
        .settlements(BEN, "a1n")
        .settlements(CARA, "a1s")
        .settlements(DAN, "a1sw")
        .hand(BEN, "O")
        .hand(DAN, "O")
        .start();
    table.rolls(ANNA, 1, 6).does(ANNA, robber("a1"));
    table.refuses(ANNA, rob(CARA), "ROB-06");
    assert!(table.may(ANNA, rob(BEN)) && table.may(ANNA, rob(DAN)));
}

#[test]
fn rul_01_where_nobody_has_a_card_nothing_is_stolen() {
    let mut table = Position::new()
        .before_the_roll()
        .settlements(BEN, "a1n")
        .settlements(CARA, "a1s")
        .start();
    table.rolls(ANNA, 1, 6).does(ANNA, robber("a1"));
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn rul_02_a_year_of_plenty_takes_one_card_from_a_bank_of_one() {
    let all = |letter: &str| letter.repeat(19);
    let mut table = Position::new()
        .development(ANNA, &[YearOfPlenty])
        .hand(BEN, &(all("B") + &all("L") + &all("W")))
        .hand(CARA, &(all("G") + &"O".repeat(18)))
        .start();
    table.refuses(ANNA, year_of_plenty("OO"), "DEV-05");
    table.refuses(ANNA, year_of_plenty("B"), "DEV-05");
    table.does(ANNA, year_of_plenty("O")).holds(ANNA, "O");
}

#[test]
fn rul_02_a_year_of_plenty_is_not_playable_on_an_empty_bank() {
    let all = |letter: &str| letter.repeat(19);
    let table = Position::new()
        .development(ANNA, &[YearOfPlenty])
        .hand(BEN, &(all("B") + &all("L") + &all("W")))
        .hand(CARA, &(all("G") + &all("O")))
        .start();
    table.refuses(ANNA, year_of_plenty("O"), "RUL-02");
    table.refuses(ANNA, year_of_plenty(""), "RUL-02");
}

/// Trading comes before building, and Anna can do either.
fn trade_then_build() -> Position {
    Position::by(Rules {
        trade_then_build: true,
        ..modern(3)
    })
    .settlements(ANNA, "c3n")
    .hand(ANNA, "BLOOOOOOOO")
    .development(ANNA, &[Knight, RoadBuilding, YearOfPlenty, Monopoly])
}

#[test]
fn rul_05_building_ends_trading_and_a_card_does_not() {
    let mut table = trade_then_build().start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"))
        .does(ANNA, bank_trade(Ore, Wool));
    for card in [year_of_plenty("BL"), monopoly(Wool)] {
        let mut table = trade_then_build().start();
        table.does(ANNA, card).does(ANNA, bank_trade(Ore, Wool));
    }
    let mut table = trade_then_build().start();
    table.does(ANNA, road("c3ne"));
    table.refuses(ANNA, bank_trade(Ore, Wool), "TRN-03");
}

#[test]
fn rul_05_free_roads_do_not_end_trading() {
    let mut table = trade_then_build().start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("c3ne"))
        .does(ANNA, road("c3e"))
        .does(ANNA, bank_trade(Ore, Wool));
}

#[test]
fn rul_06_knights_and_victory_points_never_return_to_the_deck() {
    let rules = Rules {
        progress_cards: ProgressCards::UnderTheDeck,
        ..modern(3)
    };
    let mut table = Position::by(rules)
        .development(ANNA, &[Knight, VictoryPoint])
        .start();
    let before = table.state.deck_left();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"));
    assert_eq!(table.state.deck_left(), before);
    assert!(table.view(None).under_deck.is_empty());
    assert_eq!(table.state.knights(ANNA), 1);
}

#[test]
fn rul_07_ten_points_win_during_the_turn_and_not_at_its_end() {
    let mut table = Position::new()
        .cities(ANNA, "a1n a3n c1sw")
        .settlements(ANNA, "e1s e3s c3n")
        .hand(ANNA, "OOOGGBL")
        .start();
    table.does(ANNA, city("c3n"));
    assert_eq!(table.winner(), Some(ANNA));
    table.refuses(ANNA, road("c3ne"), "WIN-03");
}

#[test]
fn rul_08_the_longest_road_is_found_anew_after_every_piece() {
    let top = "c1nw c1ne c2nw c2ne c3nw";
    // A road.
    let mut table = Position::new()
        .roads(ANNA, top.rsplit_once(' ').expect("five").0)
        .hand(ANNA, "BL")
        .start();
    table.does(ANNA, road("c3nw"));
    assert_eq!(table.state.longest_road(), Some(ANNA));
    // A settlement in the middle of it.
    let mut table = Position::new()
        .roads(ANNA, top)
        .longest_road(ANNA)
        .roads(BEN, "b1e")
        .hand(BEN, "BLWGOOOGG")
        .turn_of(BEN)
        .start();
    table.does(BEN, settlement("c2n"));
    assert_eq!(table.state.longest_road(), None);
    assert_eq!(table.state.road_length(ANNA), 3);
    // A city in its place breaks it as well.
    table.does(BEN, city("c2n"));
    assert_eq!(table.state.longest_road(), None);
    assert_eq!(table.state.road_length(ANNA), 3);
}

#[test]
fn rul_09_two_who_tie_for_the_first_turn_roll_until_it_is_decided() {
    let mut table = Table::new(Rules {
        first_player: FirstPlayer::Roll,
        ..modern(2)
    });
    for _ in 0..3 {
        table.dice(3, 3).dice(4, 2);
        assert!(matches!(table.state.phase(), Phase::FirstPlayer { .. }));
    }
    table.dice(1, 1).dice(1, 2);
    assert_eq!(table.state.active(), BEN);
    assert_eq!(table.state.phase(), &Phase::SetUpSettlement);
}

#[test]
fn rul_11_a_bank_trade_for_the_same_resource_is_refused() {
    let table = Position::new()
        .settlements(ANNA, "b1nw a1n")
        .hand(ANNA, "BBBBLLLLWWWWGGGGOOOO")
        .start();
    for resource in [Brick, Lumber, Wool, Grain, Ore] {
        table.refuses(ANNA, bank_trade(resource, resource), "RUL-11");
    }
}

fn interrupting() -> Position {
    Position::by(variants(3, |variants| variants.knight_interrupt = true))
        .before_the_roll()
        .settlements(BEN, "a1n")
        .hand(BEN, "O")
}

#[test]
fn rul_03_the_last_settlement_stays_a_settlement_whatever_follows() {
    let rules = variants(2, |variants| variants.keep_a_settlement = true);
    let table = Position::by(rules)
        .settlements(ANNA, "c3n")
        .roads(ANNA, "c3ne c3e")
        .hand(ANNA, "OOOGGBLWG")
        .start();
    // Not even with the cards for another settlement in hand.
    table.refuses(ANNA, city("c3n"), "VAR-7");
}

#[test]
fn rul_04_a_card_bought_in_this_turn_cannot_interrupt() {
    let mut table = interrupting().bought(CARA, &[Knight]).start();
    table.rolls(ANNA, 1, 6).does(ANNA, robber("a1"));
    // All of Cara's cards were bought in this turn, and everybody saw it: she is not asked.
    assert_eq!(table.state.phase(), &Phase::Theft { victim: BEN });
    let mut table = interrupting()
        .development(CARA, &[Monopoly])
        .bought(CARA, &[Knight])
        .start();
    table.rolls(ANNA, 1, 6).does(ANNA, robber("a1"));
    table.refuses(CARA, Action::PlayKnight, "DEV-01");
}

#[test]
fn rul_12_an_interrupted_knight_joins_its_army() {
    let mut table = interrupting()
        .played(ANNA, &[Knight; 2])
        .development(ANNA, &[Knight])
        .development(CARA, &[Knight])
        .start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"));
    assert_eq!(table.state.largest_army(), None, "it is not resolved yet");
    table.does(CARA, Action::PlayKnight);
    assert_eq!(table.state.largest_army(), Some(ANNA));
    assert_eq!(table.state.knights(CARA), 0, "that one is still on its way");
    table.does(CARA, robber("e1"));
    assert_eq!(table.state.knights(CARA), 1);
}

#[test]
fn rul_20_a_road_built_while_free_roads_are_left_is_one_of_them() {
    let rules = Rules {
        free_roads: FreeRoads::WithinTurn,
        ..modern(3)
    };
    let mut table = Position::by(rules)
        .settlements(ANNA, "c3n")
        .hand(ANNA, "BL")
        .development(ANNA, &[RoadBuilding])
        .start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("c3ne"))
        .does(ANNA, road("c3e"))
        .holds(ANNA, "BL");
    table.does(ANNA, road("c3se")).holds(ANNA, "");
}

#[test]
fn rul_21_a_knight_joins_the_army_after_its_theft() {
    let mut table = Position::new()
        .settlements(BEN, "a1n")
        .hand(BEN, "O")
        .played(ANNA, &[Knight; 2])
        .development(ANNA, &[Knight])
        .start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"));
    assert_eq!(table.state.phase(), &Phase::Theft { victim: BEN });
    assert_eq!(table.state.largest_army(), None);
    table.takes(Ore);
    assert_eq!(table.state.largest_army(), Some(ANNA));
}

#[test]
fn rul_22_discards_are_due_where_the_robber_stays() {
    let mut table = Position::by(variants(3, |variants| variants.robber_may_stay = true))
        .before_the_roll()
        .hand(BEN, "OOOOOOOO")
        .start();
    table.rolls(ANNA, 1, 6);
    table.refuses(ANNA, Action::Pass, "TRN-04");
    table.does(BEN, discard("OOOO")).does(ANNA, Action::Pass);
    assert_eq!(table.state.phase(), &Phase::Turn);
    table.holds(BEN, "OOOO");
}

#[test]
fn rul_23_a_purchase_ends_trading_as_building_does() {
    let rules = variants(3, |variants| variants.no_trade_after_building = true);
    let mut table = Position::by(rules).hand(ANNA, "OGWBBBB").start();
    assert!(table.may(ANNA, bank_trade(Brick, Ore)));
    table.buys(ANNA, Knight);
    table.refuses(ANNA, bank_trade(Brick, Ore), "VAR-6");
}

#[test]
fn rul_24_the_players_can_end_a_game_without_a_winner_at_any_moment_of_a_turn() {
    let mut table = Position::new()
        .before_the_roll()
        .hand(BEN, "OOOOOOOO")
        .start();
    table.rolls(ANNA, 1, 6).is_called_off();
    let winners = SeatSet::EMPTY;
    assert_eq!(table.state.phase(), &Phase::Over { winners });
    assert_eq!(table.state.to_act(), ToAct::Nobody);
    assert_eq!(table.learned(None), [Event::CalledOff]);
    table.refuses(BEN, discard("OOOO"), "WIN-03");
}

#[test]
fn rul_24_a_game_can_be_ended_in_its_set_up() {
    let mut table = Table::new(modern(3));
    table.does(ANNA, settlement("c3n")).is_called_off();
    let winners = SeatSet::EMPTY;
    assert_eq!(table.state.phase(), &Phase::Over { winners });
    table.refuses(ANNA, road("c3ne"), "WIN-03");
}

#[test]
fn rul_24_a_game_that_is_over_is_not_ended_again() {
    let mut table = Position::new().start();
    table.is_called_off();
    let illegal = table.state.apply(&table.game, Step::CalledOff);
    assert_eq!(illegal.expect_err("refused").clause().to_string(), "WIN-03");
}
