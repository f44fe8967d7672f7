//! VAR: variants.

use brickwood_rules::DevelopmentCard::{
    Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty,
};
use brickwood_rules::Resource::{Brick, Ore, Wool};
use brickwood_rules::{Action, Event, Phase, SeatSet, ToAct};

use crate::kit::{
    ANNA, BEN, CARA, DAN, Position, Table, bank_trade, cards, city, discard, hex, modern, monopoly,
    offer, road, rob, robber, variants, year_of_plenty,
};

fn played_points() -> Position {
    Position::by(variants(2, |variants| {
        variants.played_victory_points = true;
    }))
}

#[test]
fn var_1_only_played_victory_points_count() {
    let mut table = played_points()
        .settlements(ANNA, "c3n")
        .development(ANNA, &[VictoryPoint, VictoryPoint])
        .start();
    assert_eq!(table.points(ANNA), 1);
    table.does(ANNA, Action::PlayVictoryPoint);
    assert_eq!(table.points(ANNA), 2);
    // Everybody sees a card that was played.
    assert_eq!(table.view(None).seats[ANNA.index()].points.total(), 2);
}

#[test]
fn var_1_one_card_a_turn_and_not_in_the_turn_of_purchase() {
    let mut table = played_points()
        .development(ANNA, &[VictoryPoint, VictoryPoint, Knight])
        .hand(ANNA, "GOW")
        .start();
    table.does(ANNA, Action::PlayVictoryPoint);
    table.refuses(ANNA, Action::PlayVictoryPoint, "DEV-02");
    table.refuses(ANNA, Action::PlayKnight, "DEV-02");

    let mut table = played_points().hand(ANNA, "GOW").start();
    table.buys(ANNA, VictoryPoint);
    table.refuses(ANNA, Action::PlayVictoryPoint, "DEV-01");
}

#[test]
fn var_1_without_it_victory_points_are_not_played() {
    let table = Position::new().development(ANNA, &[VictoryPoint]).start();
    table.refuses(ANNA, Action::PlayVictoryPoint, "DEV-07");
}

#[test]
fn var_1_the_goal_is_reached_by_playing() {
    let mut table = played_points()
        .cities(ANNA, "a1n a3n c1sw e1s")
        .settlements(ANNA, "e3s")
        .development(ANNA, &[VictoryPoint])
        .start();
    assert_eq!(table.winner(), None);
    table.does(ANNA, Action::PlayVictoryPoint);
    assert_eq!(table.winner(), Some(ANNA));
}

#[test]
fn var_2_everyone_sees_every_hand() {
    let mut table = Position::by(variants(3, |variants| variants.open_hands = true))
        .before_the_roll()
        .settlements(BEN, "a1n")
        .hand(ANNA, "BL")
        .hand(BEN, "O")
        .start();
    for viewer in [None, Some(ANNA), Some(BEN), Some(CARA)] {
        let seats = table.view(viewer).seats;
        assert_eq!(seats[ANNA.index()].open_hand, Some(cards("BL")));
        assert_eq!(seats[BEN.index()].open_hand, Some(cards("O")));
    }
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1")).takes(Ore);
    assert!(matches!(
        table.learned(Some(CARA))[..],
        [Event::Stolen {
            resource: Some(Ore),
            ..
        }]
    ));
    assert_eq!(
        Position::new().start().view(None).seats[ANNA.index()].open_hand,
        None
    );
}

#[test]
fn var_3_development_cards_only_after_the_roll() {
    for action in [
        Action::PlayKnight,
        Action::PlayRoadBuilding,
        year_of_plenty("BL"),
        monopoly(Ore),
    ] {
        let mut table = Position::by(variants(3, |variants| variants.cards_after_roll = true))
            .before_the_roll()
            .settlements(ANNA, "c3n")
            .development(ANNA, &[Knight, RoadBuilding, YearOfPlenty, Monopoly])
            .start();
        table.refuses(ANNA, action, "VAR-3");
        table.rolls(ANNA, 1, 1).does(ANNA, action);
    }
}

#[test]
fn var_4_an_early_seven_is_rolled_again() {
    let early = |turn| {
        Position::by(variants(3, |variants| variants.no_early_seven = true))
            .before_the_roll()
            .turn_number(turn)
            .settlements(ANNA, "a1n")
            .hand(BEN, "OOOOOOOO")
            .start()
    };
    // Two rounds of three players.
    for turn in 1..=6 {
        let mut table = early(turn);
        table.rolls(ANNA, 3, 4);
        assert!(matches!(
            table.learned(None)[..],
            [Event::RolledAgain { seat: ANNA, .. }]
        ));
        table.dice(1, 6).dice(4, 6).holds(ANNA, "O");
        assert_eq!(table.state.phase(), &Phase::Turn);
    }
    let mut table = early(7);
    table.rolls(ANNA, 3, 4).does(BEN, discard("OOOO"));
    assert_eq!(table.state.phase(), &Phase::MoveRobber);
}

fn robber_may_stay() -> Position {
    Position::by(variants(3, |variants| variants.robber_may_stay = true))
        .before_the_roll()
        .settlements(BEN, "a1n")
        .hand(BEN, "OOOOOOOO")
        .robber("a1")
}

#[test]
fn var_5_the_roller_may_leave_the_robber_and_forgo_the_theft() {
    let mut table = robber_may_stay().start();
    table.rolls(ANNA, 3, 4).does(BEN, discard("OOOO"));
    table.does(ANNA, Action::Pass);
    assert_eq!(table.state.robber(), hex("a1"));
    assert_eq!(table.state.phase(), &Phase::Turn);
    table.holds(ANNA, "").holds(BEN, "OOOO");
    assert!(matches!(
        table.learned(None)[..],
        [Event::RobberStayed { seat: ANNA }]
    ));
}

#[test]
fn var_5_a_knight_moves_the_robber_all_the_same() {
    let mut table = robber_may_stay().development(ANNA, &[Knight]).start();
    table.does(ANNA, Action::PlayKnight);
    table.refuses(ANNA, Action::Pass, "ROB-03");
}

#[test]
fn var_5_without_it_the_robber_moves() {
    let mut table = Position::new().before_the_roll().start();
    table.rolls(ANNA, 3, 4);
    table.refuses(ANNA, Action::Pass, "ROB-03");
}

#[test]
fn var_6_who_has_built_trades_no_more_in_that_turn() {
    let rules = variants(2, |variants| variants.no_trade_after_building = true);
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

#[test]
fn var_7_a_settlement_stays_on_the_board() {
    let rules = variants(2, |variants| variants.keep_a_settlement = true);
    let mut table = Position::by(rules)
        .settlements(ANNA, "c3n e1s")
        .hand(ANNA, "OOOGGOOOGG")
        .start();
    table.does(ANNA, city("c3n"));
    // RUL-03: the last one cannot become a city.
    table.refuses(ANNA, city("e1s"), "VAR-7");
    table.does(ANNA, Action::EndTurn);
}

/// Anna's robber threatens Ben at a1; Ben and Cara hold cards, Dan holds none. Anna lives at e3.
fn interrupts() -> Position {
    Position::by(variants(4, |variants| variants.knight_interrupt = true))
        .before_the_roll()
        .settlements(ANNA, "e3s")
        .settlements(BEN, "a1n")
        .hand(ANNA, "W")
        .hand(BEN, "O")
        .development(BEN, &[Monopoly])
        .development(CARA, &[Knight])
}

#[track_caller]
fn asked(table: &Table, seat: brickwood_rules::Seat) {
    assert_eq!(
        table.state.to_act(),
        ToAct::Seats {
            seats: SeatSet::only(seat)
        }
    );
}

#[test]
fn var_8_the_others_are_asked_before_the_theft() {
    let mut table = interrupts().start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    // Clockwise from Anna; Ben has a card, if no knight, and Dan has none at all.
    asked(&table, BEN);
    table.refuses(BEN, Action::PlayKnight, "TRN-02");
    table.refuses(CARA, Action::PlayKnight, "TRN-04");
    table.does(BEN, Action::Pass);
    asked(&table, CARA);
    table.does(CARA, Action::Pass);
    table.takes(Ore).holds(ANNA, "OW").holds(BEN, "");
}

#[test]
fn var_8_a_knight_moves_the_robber_and_the_interrupted_gets_nothing() {
    let mut table = interrupts().start();
    table
        .rolls(ANNA, 3, 4)
        .does(ANNA, robber("a1"))
        .does(BEN, Action::Pass)
        .does(CARA, Action::PlayKnight);
    asked(&table, CARA);
    table.refuses(ANNA, robber("e3"), "TRN-04");
    table.refuses(CARA, robber("a1"), "ROB-03");
    table.does(CARA, robber("e3"));
    // Ben is asked again, for the robber moved again; Anna and Dan hold no card.
    asked(&table, BEN);
    table.does(BEN, Action::Pass).takes(Wool);
    table.holds(CARA, "W").holds(ANNA, "").holds(BEN, "O");
    assert_eq!(table.state.knights(CARA), 1);
    // The turn goes on, and it is still Anna's.
    assert_eq!(table.state.phase(), &Phase::Turn);
    table.does(ANNA, Action::EndTurn);
}

#[test]
fn var_8_a_chain_of_knights() {
    let mut table = interrupts()
        .development(ANNA, &[Knight, Knight])
        .development(BEN, &[Knight, Knight])
        .start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"))
        .does(BEN, Action::PlayKnight)
        .does(BEN, robber("e3"));
    // Anna has played her card of this turn (RUL-04), so Cara is asked at once.
    asked(&table, CARA);
    table
        .does(CARA, Action::PlayKnight)
        .does(CARA, robber("a1"));
    // Clockwise from Cara. Ben's limit concerns his own turn only.
    asked(&table, BEN);
    table.does(BEN, Action::PlayKnight).does(BEN, robber("e3"));
    assert_eq!(table.state.robber(), hex("e3"));
    table.takes(Wool).holds(BEN, "OW");
    // RUL-12: the interrupted knights have joined their armies too.
    assert_eq!(
        [ANNA, BEN, CARA].map(|seat| table.state.knights(seat)),
        [1, 2, 1]
    );
}

#[test]
fn var_8_a_seven_leaves_the_roller_a_card_to_interrupt_with() {
    let mut table = interrupts().development(ANNA, &[Knight]).start();
    table
        .rolls(ANNA, 3, 4)
        .does(ANNA, robber("a1"))
        .does(BEN, Action::Pass)
        .does(CARA, Action::PlayKnight)
        .does(CARA, robber("e3"));
    asked(&table, ANNA);
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("a1"));
    table.does(BEN, Action::Pass).takes(Ore).holds(ANNA, "OW");
    table.refuses(ANNA, Action::PlayKnight, "TRN-02");
}

#[test]
fn var_8_without_it_nobody_is_asked() {
    let mut table = Position::by(modern(3))
        .before_the_roll()
        .settlements(BEN, "a1n")
        .hand(BEN, "O")
        .development(CARA, &[Knight])
        .start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    assert_eq!(table.state.phase(), &Phase::Theft { victim: BEN });
}

/// Whether somebody is asked depends on nothing but the number of cards.
#[test]
fn var_8_being_asked_tells_nothing() {
    for held in [Knight, Monopoly, VictoryPoint] {
        let mut table = interrupts().development(BEN, &[held]).start();
        table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
        asked(&table, BEN);
    }
    let mut table = interrupts().start();
    table.rolls(ANNA, 3, 4).does(ANNA, robber("a1"));
    assert!(!table.may(DAN, Action::Pass));
    table.does(BEN, Action::Pass).does(CARA, Action::Pass);
    assert!(matches!(table.state.phase(), Phase::Theft { .. }));
    table.refuses(ANNA, rob(BEN), "TRN-04");
}
