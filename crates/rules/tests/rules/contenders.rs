//! RUL-25: who can still win.

use brickwood_rules::DevelopmentCard::{
    Knight, Monopoly, RoadBuilding, VictoryPoint, YearOfPlenty,
};
use brickwood_rules::{Action, DevelopmentCard, Event, Phase, Rules, SeatSet};

use crate::kit::{ANNA, BEN, CARA, Position, modern};

/// All there are.
const PROGRESS_CARDS: [DevelopmentCard; 6] = [
    RoadBuilding,
    RoadBuilding,
    YearOfPlenty,
    YearOfPlenty,
    Monopoly,
    Monopoly,
];

/// Games of three to so many points.
fn goal(points_to_win: u8) -> Rules {
    Rules {
        points_to_win,
        ..modern(3)
    }
}

/// Each seat has a settlement and a road.
fn settled(rules: Rules) -> Position {
    Position::by(rules)
        .settlements(ANNA, "a1n")
        .roads(ANNA, "a1ne")
        .settlements(BEN, "c3n")
        .roads(BEN, "c3ne")
        .settlements(CARA, "e1s")
        .roads(CARA, "e1sw")
}

/// Ben and Cara hold a victory point card each, so that nobody can have all five.
fn two_hold_points(rules: Rules) -> Position {
    settled(rules)
        .development(BEN, &[VictoryPoint])
        .development(CARA, &[VictoryPoint])
}

/// No development card is left to buy, and Cara can have most points: 19.
fn few_cards(points_to_win: u8) -> Position {
    settled(goal(points_to_win))
        .played(ANNA, &[Knight; 6])
        .played(BEN, &[Knight; 6])
        .largest_army(BEN)
        .played(CARA, &PROGRESS_CARDS)
        .development(ANNA, &[Knight, VictoryPoint])
        .development(BEN, &[Knight])
        .development(CARA, &[VictoryPoint; 4])
}

/// Who can win as far as everybody knows.
fn contenders(position: Position) -> SeatSet {
    let table = position.start();
    table.state.contenders(&table.game)
}

fn everybody() -> SeatSet {
    SeatSet::all(3)
}

#[test]
fn rul_25_all_can_win_while_pieces_places_and_cards_last() {
    let found = contenders(settled(goal(22)));
    assert_eq!(found, everybody());
}

#[test]
fn rul_25_hidden_points_rule_nobody_out_as_far_as_everybody_knows() {
    let one_holds_points = settled(goal(22)).development(BEN, &[VictoryPoint]);
    let found = contenders(one_holds_points);
    assert_eq!(found, everybody());
    let found = contenders(two_hold_points(goal(22)));
    assert_eq!(found, everybody());
}

#[test]
fn rul_25_a_card_counts_as_a_point_or_as_a_knight_but_not_as_both() {
    // Beside pieces and the longest road, Anna's two cards are a knight for the largest army and a point at
    // best, and Ben's is a point. Cara's are four points.
    assert_eq!(contenders(few_cards(18)), everybody());
    assert_eq!(contenders(few_cards(19)), SeatSet::only(CARA));
}

#[test]
fn rul_25_an_army_that_nobody_can_outgrow_keeps_its_points() {
    let eight_knights = |points_to_win| {
        settled(goal(points_to_win))
            .played(BEN, &[Knight; 8])
            .largest_army(BEN)
    };
    let ben = SeatSet::only(BEN);
    assert_eq!(contenders(eight_knights(21)), ben);
    let found = contenders(eight_knights(20));
    assert_eq!(found, everybody());
}

#[test]
fn rul_25_who_is_closed_in_has_a_city_and_cards_at_most() {
    let closed_in = |points_to_win| {
        Position::by(goal(points_to_win))
            .settlements(BEN, "c3n")
            .settlements(ANNA, "b2n")
            .roads(ANNA, "b2ne b2e c3nw c3ne")
    };
    // A city, five victory point cards and the largest army.
    let both = SeatSet::only(ANNA).with(BEN);
    assert_eq!(contenders(closed_in(9)), both);
    let anna = SeatSet::only(ANNA);
    assert_eq!(contenders(closed_in(10)), anna);
}

#[test]
fn rul_25_with_a_time_limit_anybody_can_win() {
    let rules = Rules {
        time_limit: Some(60),
        ..goal(22)
    };
    let found = contenders(two_hold_points(rules));
    assert_eq!(found, everybody());
}

#[test]
fn rul_25_the_game_ends_as_a_turn_begins_that_nobody_can_win() {
    let mut dead = few_cards(20).start();
    assert!(dead.state.contenders(&dead.game).is_empty());
    assert_eq!(dead.state.phase(), &Phase::Turn, "it ends with the turn");
    dead.does(ANNA, Action::EndTurn);
    let winners = SeatSet::EMPTY;
    assert_eq!(dead.state.phase(), &Phase::Over { winners });
    assert_eq!(dead.learned(None), [Event::CalledOff]);
    let mut open = few_cards(19).start();
    open.does(ANNA, Action::EndTurn);
    assert_eq!(open.state.phase(), &Phase::Turn);
}
