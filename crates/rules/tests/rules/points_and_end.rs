//! WIN: points and the end.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, VictoryPoint};
use brickwood_rules::{Action, Event, Points, Rules, ToAct};

use crate::kit::{ANNA, BEN, CARA, Position, Table, city, modern, robber, settlement};

#[test]
fn win_01_points_by_source() {
    let table = Position::new()
        .settlements(ANNA, "a1n a3n c1sw")
        .cities(ANNA, "e1s e3s")
        .development(ANNA, &[VictoryPoint, Knight])
        .longest_road(ANNA)
        .played(BEN, &[Knight; 3])
        .largest_army(BEN)
        .start();
    assert_eq!(
        table.state.points(&table.game, ANNA),
        Points {
            settlements: 3,
            cities: 4,
            longest_road: 2,
            largest_army: 0,
            victory_points: 1,
        }
    );
    assert_eq!(table.points(ANNA), 10);
    assert_eq!(table.points(BEN), 2);
    assert_eq!(table.points(CARA), 0);
}

/// Nine points, and a tenth at hand.
fn nine_points(rules: Rules) -> Position {
    Position::by(rules)
        .cities(ANNA, "a1n a3n c1sw")
        .settlements(ANNA, "e1s e3s c3n")
        .hand(ANNA, "OOOGG")
}

#[test]
fn win_02_ten_points_win() {
    let mut table = nine_points(modern(3)).start();
    assert_eq!((table.points(ANNA), table.winner()), (9, None));
    table.does(ANNA, city("c3n"));
    assert_eq!((table.points(ANNA), table.winner()), (10, Some(ANNA)));
}

#[test]
fn win_02_the_table_may_change_the_goal() {
    let goal = |points_to_win| Rules {
        points_to_win,
        ..modern(3)
    };
    let mut table = nine_points(goal(11)).start();
    table.does(ANNA, city("c3n"));
    assert_eq!(table.winner(), None);

    let mut table = Position::by(goal(3))
        .settlements(ANNA, "a1n c3n")
        .hand(ANNA, "OOOGG")
        .start();
    table.does(ANNA, city("c3n"));
    assert_eq!(table.winner(), Some(ANNA));

    assert!(goal(2).check().is_err(), "the set-up gives two points");
    assert!(goal(26).check().is_err(), "no more can be reached");
}

/// Ben has eight points and five roads. Anna will break Cara's longer road, and so give Ben the
/// longest road.
fn ben_gets_ten_in_annas_turn() -> Table {
    let mut table = Position::new()
        .cities(BEN, "a1n a3n e1s e3s")
        .roads(BEN, "c1sw c1se c2sw c2se c3sw")
        .roads(CARA, "c1nw c1ne c2nw c2ne c3nw c3ne")
        .longest_road(CARA)
        .roads(ANNA, "b1e")
        .hand(ANNA, "BLWG")
        .start();
    table.does(ANNA, settlement("c2n"));
    table
}

#[test]
fn win_03_only_in_ones_own_turn() {
    let table = ben_gets_ten_in_annas_turn();
    assert_eq!(table.points(BEN), 10);
    assert_eq!(table.winner(), None);
}

#[test]
fn win_03_also_as_the_turn_begins() {
    let mut table = ben_gets_ten_in_annas_turn();
    table.does(ANNA, Action::EndTurn);
    assert_eq!(table.winner(), Some(BEN));
    let learned = table.learned(None);
    assert!(matches!(
        learned[..],
        [Event::TurnBegan { seat: BEN, .. }, Event::Won { .. }]
    ));
}

#[test]
fn win_03_at_once_by_the_knight_that_makes_the_largest_army() {
    let mut table = Position::new()
        .before_the_roll()
        .cities(ANNA, "a1n a3n c1sw e1s")
        .played(ANNA, &[Knight; 2])
        .development(ANNA, &[Knight])
        .start();
    table
        .does(ANNA, Action::PlayKnight)
        .does(ANNA, robber("d2"));
    assert_eq!(table.winner(), Some(ANNA));
}

#[test]
fn win_03_nothing_is_played_after_the_end() {
    let mut table = nine_points(modern(3))
        .development(ANNA, &[Monopoly])
        .start();
    table.does(ANNA, city("c3n"));
    assert_eq!(table.state.to_act(), ToAct::Nobody);
    for action in [Action::EndTurn, Action::Roll, Action::PlayKnight] {
        table.refuses(ANNA, action, "WIN-03");
        table.refuses(BEN, action, "WIN-03");
    }
}
