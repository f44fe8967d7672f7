//! DEV: development cards.

use brickwood_rules::DevelopmentCard::{
    Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty,
};
use brickwood_rules::Resource::{Brick, Ore, Wool};
use brickwood_rules::{
    Action, ChanceOutcome, DevelopmentCard, Edition, Event, FirstPlayer, FreeRoads, Illegal, Phase,
    ProgressCards, Rules, Seat, Step, for_each_outcome,
};

use crate::kit::{
    ANNA, BEN, CARA, Position, Table, bank_trade, modern, monopoly, road, rob, robber, settlement,
    year_of_plenty,
};

/// Anna lives in the middle and can buy a card.
fn anna_at_home() -> Position {
    Position::new()
        .settlements(ANNA, "c3n")
        .roads(ANNA, "c3ne")
        .hand(ANNA, "OGW")
}

#[test]
fn dev_01_not_in_the_turn_in_which_it_was_bought() {
    for (card, action) in [
        (Knight, Action::PlayKnight),
        (RoadBuilding, Action::PlayRoadBuilding),
        (YearOfPlenty, year_of_plenty("BL")),
        (Monopoly, monopoly(Ore)),
    ] {
        let mut table = anna_at_home().start();
        table.buys(ANNA, card);
        table.refuses(ANNA, action, "DEV-01");
        table.does(ANNA, Action::EndTurn);
        for seat in [BEN, CARA] {
            table.rolls(seat, 1, 1).does(seat, Action::EndTurn);
        }
        table.does(ANNA, action);
    }
}

#[test]
fn dev_01_an_older_card_of_the_kind_may_be_played() {
    let mut table = anna_at_home().development(ANNA, &[Monopoly]).start();
    table.buys(ANNA, Monopoly).does(ANNA, monopoly(Ore));
    assert_eq!(table.state.development(ANNA)[Monopoly], 1);
}

#[test]
fn dev_01_a_victory_point_counts_in_the_turn_in_which_it_was_bought() {
    let mut table = anna_at_home().start();
    assert_eq!(table.points(ANNA), 1);
    table.buys(ANNA, VictoryPoint);
    assert_eq!(table.points(ANNA), 2);
}

#[test]
fn dev_02_at_most_one_a_turn() {
    let mut table = anna_at_home()
        .development(
            ANNA,
            &[Knight, Knight, Monopoly, YearOfPlenty, RoadBuilding],
        )
        .before_the_roll()
        .start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"));
    let others = [
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        year_of_plenty("BL"),
        monopoly(Ore),
    ];
    for action in others {
        table.refuses(ANNA, action, "DEV-02");
    }
    table.rolls(ANNA, 1, 1);
    for action in others {
        table.refuses(ANNA, action, "DEV-02");
    }
    table.does(ANNA, Action::EndTurn);
    for seat in [BEN, CARA] {
        table.rolls(seat, 1, 1).does(seat, Action::EndTurn);
    }
    table.does(ANNA, monopoly(Ore));
}

#[test]
fn dev_03_a_knight_moves_the_robber_and_steals() {
    let mut table = anna_at_home()
        .development(ANNA, &[Knight])
        .settlements(BEN, "a1n")
        .settlements(CARA, "a1s")
        .hand(BEN, "O")
        .hand(CARA, "W")
        .start();
    table.does(ANNA, Action::PlayKnight);
    table.refuses(ANNA, robber("c3"), "ROB-03");
    table
        .does(ANNA, robber("a1"))
        .does(ANNA, rob(BEN))
        .takes(Ore)
        .holds(ANNA, "OGWO");
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn dev_03_nobody_discards_for_a_knight() {
    let mut table = anna_at_home()
        .development(ANNA, &[Knight])
        .hand(BEN, "OOOOOOOOOO")
        .start();
    table.does(ANNA, Action::PlayKnight);
    assert_eq!(table.state.phase(), &Phase::MoveRobber);
}

#[test]
fn dev_03_a_knight_joins_the_army_once_the_robber_is_resolved() {
    let mut table = anna_at_home()
        .development(ANNA, &[Knight, Knight])
        .settlements(BEN, "a1n")
        .hand(BEN, "O")
        .start();
    table.does(ANNA, Action::PlayKnight);
    assert_eq!(table.state.knights(ANNA), 0);
    table.does(ANNA, robber("a1"));
    assert_eq!(table.state.knights(ANNA), 0);
    table.takes(Ore);
    assert_eq!(table.state.knights(ANNA), 1);
    let anna = table.view(None).seats[ANNA.index()];
    assert_eq!((anna.played[Knight], anna.development), (1, 1));

    // Where there is nobody to rob, as soon as the robber stands.
    table.does(ANNA, Action::EndTurn);
    for seat in [BEN, CARA] {
        table.rolls(seat, 1, 1).does(seat, Action::EndTurn);
    }
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("d2"));
    assert_eq!(table.state.knights(ANNA), 2);
}

#[test]
fn dev_04_two_free_roads() {
    let mut table = anna_at_home().development(ANNA, &[RoadBuilding]).start();
    table.does(ANNA, Action::PlayRoadBuilding);
    table.refuses(ANNA, road("a1nw"), "BLD-05");
    table.refuses(ANNA, Action::EndTurn, "TRN-01");
    table
        .does(ANNA, road("c3e"))
        .does(ANNA, road("c3se"))
        .holds(ANNA, "OGW");
    assert_eq!(table.state.roads(ANNA).len(), 3);
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn dev_04_free_roads_may_be_forgone_after_the_card_and_after_the_first() {
    for laid in [0, 1] {
        let mut table = anna_at_home().development(ANNA, &[RoadBuilding]).start();
        table.does(ANNA, Action::PlayRoadBuilding);
        if laid == 1 {
            table.does(ANNA, road("c3e"));
        }
        table.does(ANNA, Action::Pass);
        assert_eq!(
            table.learned(None),
            [Event::FreeRoadsForgone {
                seat: ANNA,
                roads: 2 - laid
            }]
        );
        assert_eq!(table.state.phase(), &Phase::Turn);
        assert_eq!(table.state.free_roads(), 0);
        assert_eq!(table.state.roads(ANNA).len(), 1 + usize::from(laid));
        table.refuses(ANNA, road("c3nw"), "BLD-01");
        table.refuses(ANNA, Action::Pass, "TRN-01");
        table.refuses(ANNA, Action::PlayRoadBuilding, "TRN-02");
    }
}

/// By the German rules, where free roads are laid at any point of the turn.
fn german_anna() -> Position {
    let rules = Rules {
        first_player: FirstPlayer::Named { seat: ANNA },
        ..Edition::Siedler.rules(3)
    };
    assert_eq!(rules.free_roads, FreeRoads::WithinTurn);
    Position::by(rules)
        .settlements(ANNA, "c3n")
        .roads(ANNA, "c3ne")
        .development(ANNA, &[RoadBuilding])
}

#[test]
fn dev_04_within_the_turn_other_actions_come_between_free_roads() {
    let mut table = german_anna().hand(ANNA, "OOOOOBLGW").start();
    table.does(ANNA, Action::PlayRoadBuilding);
    assert_eq!(table.state.phase(), &Phase::Turn);
    assert_eq!(table.view(Some(BEN)).free_roads, 2);
    table
        .does(ANNA, bank_trade(Ore, Wool))
        .does(ANNA, road("c3e"));
    assert!(matches!(
        table.learned(None)[..],
        [Event::Built { paid: false, .. }]
    ));
    // Free roads end no trading, and the building that follows does not end them.
    table.does(ANNA, settlement("c3se"));
    table.refuses(ANNA, bank_trade(Ore, Wool), "TRN-03");
    table.does(ANNA, road("c3se")).holds(ANNA, "OW");
    assert_eq!(table.state.free_roads(), 0);
    table.refuses(ANNA, road("c3nw"), "BLD-01");
}

#[test]
fn dev_04_within_the_turn_a_free_road_is_laid_before_the_roll_or_after_a_seven() {
    let mut table = german_anna().before_the_roll().hand(BEN, "O").start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("c3e"))
        .rolls(ANNA, 3, 4);
    table.refuses(ANNA, road("c3se"), "TRN-01");
    table.does(ANNA, robber("a1")).does(ANNA, road("c3se"));
    assert_eq!(table.state.roads(ANNA).len(), 3);
}

#[test]
fn dev_04_within_the_turn_its_end_forgoes_what_is_left() {
    let mut table = german_anna().start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, Action::EndTurn);
    assert!(matches!(
        table.learned(None)[..],
        [
            Event::FreeRoadsForgone {
                seat: ANNA,
                roads: 2
            },
            Event::TurnBegan { seat: BEN, .. }
        ]
    ));
    assert_eq!(table.state.free_roads(), 0);
    table.rolls(BEN, 1, 1).does(BEN, Action::EndTurn);
    table.rolls(CARA, 1, 1).does(CARA, Action::EndTurn);
    table.refuses(ANNA, road("c3e"), "TRN-05");
}

#[test]
fn dev_04_within_the_turn_too_one_road_where_one_piece_or_one_place_is_left() {
    let fourteen = "c1nw c1ne c2nw c2ne c3nw c3ne c4nw c4ne c5nw c5ne c5e c5se c5sw c4se";
    let mut table = german_anna().roads(ANNA, fourteen).start();
    table.does(ANNA, Action::PlayRoadBuilding);
    assert_eq!(table.state.free_roads(), 1);
    let mut table = german_anna()
        .settlements(ANNA, "a1nw")
        .roads(ANNA, "a1nw")
        .roads(BEN, "a1ne b1nw b1ne")
        .start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("a1w"));
    assert_eq!(table.state.free_roads(), 0);
}

#[test]
fn dev_04_one_road_where_one_piece_is_left() {
    let fourteen = "c1nw c1ne c2nw c2ne c3nw c3ne c4nw c4ne c5nw c5ne c5e c5se c5sw c4se";
    let mut table = Position::new()
        .roads(ANNA, fourteen)
        .development(ANNA, &[RoadBuilding])
        .start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("c4sw"));
    assert_eq!(table.state.phase(), &Phase::Turn);
    assert_eq!(table.state.roads(ANNA).len(), 15);
}

#[test]
fn dev_04_one_road_where_one_place_is_left() {
    // Anna sits in the corner of the island, and Ben's roads close it but for one path.
    let mut table = Position::new()
        .settlements(ANNA, "a1nw")
        .roads(BEN, "a1nw b1nw b1ne")
        .development(ANNA, &[RoadBuilding])
        .start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("a1w"));
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn dev_04_not_playable_where_no_road_can_be_laid() {
    let no_place = Position::new()
        .settlements(ANNA, "a1nw")
        .roads(BEN, "a1nw a1w");
    let no_piece = Position::new().roads(
        ANNA,
        "c1nw c1ne c2nw c2ne c3nw c3ne c4nw c4ne c5nw c5ne c5e c5se c5sw c4se c4sw",
    );
    for position in [no_place, no_piece] {
        let table = position.development(ANNA, &[RoadBuilding]).start();
        let illegal = table.refuses(ANNA, Action::PlayRoadBuilding, "DEV-04");
        assert_eq!(illegal, Illegal::NoFreeRoad);
    }
}

#[test]
fn dev_04_the_first_free_road_may_carry_the_second_only_by_the_usual_rules() {
    let mut table = anna_at_home()
        .development(ANNA, &[RoadBuilding])
        .settlements(BEN, "c3se")
        .start();
    table
        .does(ANNA, Action::PlayRoadBuilding)
        .does(ANNA, road("c3e"));
    table.refuses(ANNA, road("c3se"), "BLD-06");
    table.does(ANNA, road("c3nw"));
}

#[test]
fn dev_05_any_two_cards_from_the_bank() {
    for (take, hand) in [("BL", "OGWBL"), ("OO", "OGWOO")] {
        let mut table = anna_at_home().development(ANNA, &[YearOfPlenty]).start();
        table.does(ANNA, year_of_plenty(take)).holds(ANNA, hand);
    }
    let table = anna_at_home().development(ANNA, &[YearOfPlenty]).start();
    for wrong in ["", "B", "BLW"] {
        table.refuses(ANNA, year_of_plenty(wrong), "DEV-05");
    }
}

#[test]
fn dev_05_the_bank_must_have_them() {
    let table = anna_at_home()
        .development(ANNA, &[YearOfPlenty])
        .hand(BEN, &"B".repeat(18))
        .start();
    table.refuses(ANNA, year_of_plenty("BB"), "DEV-05");
    assert!(table.may(ANNA, year_of_plenty("BL")));
}

#[test]
fn dev_06_all_others_give_all_of_a_resource() {
    let mut table = anna_at_home()
        .development(ANNA, &[Monopoly])
        .hand(BEN, "OOOB")
        .hand(CARA, "OWW")
        .start();
    table
        .does(ANNA, monopoly(Ore))
        .holds(ANNA, "OGWOOOO")
        .holds(BEN, "B")
        .holds(CARA, "WW");
    let learned = table.learned(None);
    let [Event::Monopolized { losses, .. }] = &learned[..] else {
        panic!("a monopoly, not {learned:?}");
    };
    let lost: Vec<_> = losses
        .iter()
        .map(|loss| (loss.seat, loss.cards[Ore]))
        .collect();
    assert_eq!(lost, [(BEN, 3), (CARA, 1)]);
}

#[test]
fn dev_06_a_monopoly_on_what_nobody_has_gives_nothing() {
    let mut table = anna_at_home()
        .development(ANNA, &[Monopoly])
        .hand(BEN, "O")
        .start();
    table
        .does(ANNA, monopoly(Brick))
        .holds(ANNA, "OGW")
        .holds(BEN, "O");
}

#[test]
fn dev_07_a_victory_point_is_hidden_and_counts_at_once() {
    let mut table = anna_at_home().start();
    table.buys(ANNA, VictoryPoint);
    assert_eq!(table.points(ANNA), 2);
    let points = |viewer| table.view(viewer).seats[ANNA.index()].points.total();
    assert_eq!(points(Some(ANNA)), 2);
    assert_eq!(points(Some(BEN)), 1);
    assert_eq!(points(None), 1);
    let learned = |viewer| match table.learned(viewer)[..] {
        [Event::Bought { card, .. }] => card,
        ref other => panic!("a purchase, not {other:?}"),
    };
    assert_eq!(learned(Some(ANNA)), Some(VictoryPoint));
    assert_eq!(learned(Some(BEN)), None);
}

#[test]
fn dev_07_a_victory_point_that_wins_is_shown() {
    let mut table = Position::new()
        .cities(ANNA, "a1n a3n c1sw e1s")
        .development(ANNA, &[VictoryPoint])
        .hand(ANNA, "OGW")
        .start();
    assert_eq!(table.view(None).seats[ANNA.index()].points.total(), 8);
    table.buys(ANNA, VictoryPoint);
    assert_eq!(table.winner(), Some(ANNA));
    assert!(matches!(
        table.learned(None)[..],
        [
            Event::Bought {
                card: Some(VictoryPoint),
                ..
            },
            Event::Won { .. }
        ]
    ));
    assert_eq!(table.view(None).seats[ANNA.index()].points.total(), 10);
}

/// Anna plays a monopoly and buys two cards, with one knight in the deck.
fn monopoly_and_two_cards(progress_cards: ProgressCards) -> Table {
    let rules = Rules {
        progress_cards,
        ..modern(3)
    };
    let mut others = vec![Knight; 13];
    others.extend([RoadBuilding; 2]);
    others.extend([YearOfPlenty; 2]);
    others.extend([VictoryPoint; 5]);
    others.push(Monopoly);
    let mut table = Position::by(rules)
        .hand(ANNA, "OOGGWW")
        .development(ANNA, &[Monopoly])
        .development(CARA, &others)
        .start();
    assert_eq!(table.state.deck_left(), 1);
    table.does(ANNA, monopoly(Brick));
    table
}

#[test]
fn dev_08_played_progress_cards_leave_the_game() {
    let mut table = monopoly_and_two_cards(ProgressCards::LeaveTheGame);
    assert_eq!(table.state.deck_left(), 1);
    table.buys(ANNA, Knight);
    table.refuses(ANNA, Action::BuyDevelopmentCard, "BLD-04");
}

#[test]
fn dev_08_or_they_go_under_the_deck() {
    let mut table = monopoly_and_two_cards(ProgressCards::UnderTheDeck);
    assert_eq!(table.state.deck_left(), 2);
    table.does(ANNA, Action::BuyDevelopmentCard);
    let under = Step::Chance {
        outcome: ChanceOutcome::Drawn { card: Monopoly },
    };
    assert_eq!(
        table.state.apply(&table.game, under),
        Err(Illegal::NotInDeck),
        "the deck comes first"
    );
    table.chance(ChanceOutcome::Drawn { card: Knight });
    table.buys(ANNA, Monopoly);
    assert_eq!(table.state.deck_left(), 0);
}

#[test]
fn dev_08_cards_under_the_deck_are_drawn_in_the_order_in_which_they_were_played() {
    let rules = Rules {
        progress_cards: ProgressCards::UnderTheDeck,
        ..modern(3)
    };
    let mut others = vec![Knight; 14];
    others.extend([RoadBuilding, YearOfPlenty]);
    others.extend([VictoryPoint; 5]);
    let mut table = Position::by(rules)
        .hand(ANNA, "OOGGWW")
        .hand(BEN, "OOGGWW")
        .development(ANNA, &[YearOfPlenty])
        .development(BEN, &[Monopoly])
        .development(CARA, &others)
        .settlements(ANNA, "c3n")
        .start();
    assert_eq!(table.state.deck_left(), 2);
    let under = |table: &Table| table.view(None).under_deck.iter().collect::<Vec<_>>();
    table
        .does(ANNA, year_of_plenty("BL"))
        .buys(ANNA, Monopoly)
        .buys(ANNA, RoadBuilding)
        .does(ANNA, Action::EndTurn)
        .rolls(BEN, 1, 1)
        .does(BEN, monopoly(Brick));
    assert_eq!(under(&table), [YearOfPlenty, Monopoly]);
    draws_with_certainty(&mut table, BEN, YearOfPlenty);
    assert_eq!(under(&table), [Monopoly]);

    // A card that is played now goes below the other one.
    table.does(BEN, Action::EndTurn);
    table.rolls(CARA, 1, 1).does(CARA, Action::EndTurn);
    table.rolls(ANNA, 1, 1).does(ANNA, Action::PlayRoadBuilding);
    assert_eq!(under(&table), [Monopoly, RoadBuilding]);
    table.does(ANNA, Action::Pass).does(ANNA, Action::EndTurn);
    table.rolls(BEN, 1, 1);
    draws_with_certainty(&mut table, BEN, Monopoly);
    assert_eq!(under(&table), [RoadBuilding]);
}

/// The seat buys a development card, and chance has this one outcome.
fn draws_with_certainty(table: &mut Table, seat: Seat, card: DevelopmentCard) {
    table.does(seat, Action::BuyDevelopmentCard);
    let mut outcomes = Vec::new();
    for_each_outcome(&table.game, &table.state, |outcome, weight| {
        outcomes.push((outcome, weight));
    });
    let drawn = ChanceOutcome::Drawn { card };
    assert_eq!(outcomes, [(drawn, 1)]);
    table.chance(drawn);
}

#[test]
fn dev_09_the_unplayed_hand_is_hidden_and_its_size_is_public() {
    let mut table = anna_at_home().development(ANNA, &[Knight]).start();
    table.buys(ANNA, Monopoly);
    let view = table.view(Some(BEN));
    assert_eq!(view.seats[ANNA.index()].development, 2);
    assert_eq!(view.seats[ANNA.index()].bought, 1);
    assert_eq!(view.deck, 23);
    let text = serde_json::to_string(&view).expect("a view can be written");
    let twin = {
        let mut table = anna_at_home().development(ANNA, &[Monopoly]).start();
        table.buys(ANNA, Knight);
        serde_json::to_string(&table.view(Some(BEN))).expect("a view can be written")
    };
    assert_eq!(text, twin, "which of the two is new, Ben cannot tell");
}

#[test]
fn dev_10_cards_from_a_year_of_plenty_may_be_spent_at_once() {
    let mut table = Position::new()
        .roads(ANNA, "c3ne")
        .hand(ANNA, "WG")
        .development(ANNA, &[YearOfPlenty])
        .start();
    table
        .does(ANNA, year_of_plenty("BL"))
        .does(ANNA, settlement("c3n"))
        .holds(ANNA, "");
    assert_eq!(table.state.bank()[Wool], 19);
}
