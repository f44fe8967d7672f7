//! WIN: points and the end.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, VictoryPoint};
use brickwood_rules::{Action, Event, Phase, Points, Rules, Step, ToAct, WinWhen};

use crate::kit::{ANNA, BEN, CARA, Position, Table, city, modern, road, robber, settlement};

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

/// Ben gets ten points in Anna's turn, by a rule that lets anybody win at any time.
#[test]
fn win_03_at_any_time_where_the_edition_says_so() {
    let rules = Rules {
        win_when: WinWhen::AnyTime,
        ..modern(3)
    };
    // Anna's settlement breaks Cara's road, and Ben's is the longest then.
    let mut table = broken_road(rules).cities(BEN, "a1n a3n e1s e3s").start();
    table.does(ANNA, settlement("c3n"));
    assert_eq!(table.winner(), Some(BEN));
}

/// Cara's road of six runs through c3n, where Anna can settle; Ben's has five.
fn broken_road(rules: Rules) -> Position {
    Position::by(rules)
        .roads(CARA, "c3ne c3nw c2ne c2nw c3e c3se")
        .longest_road(CARA)
        .roads(BEN, "e1w e1sw e1se e2sw e2se")
        .roads(ANNA, "b2e")
        .hand(ANNA, "BLWG")
}

#[test]
fn rul_10_of_several_at_the_goal_the_one_whose_turn_it_is_goes_first_then_clockwise() {
    let rules = Rules {
        win_when: WinWhen::AnyTime,
        ..modern(3)
    };
    // The same settlement is Anna's tenth point and gives Ben the longest road.
    let mut table = broken_road(rules)
        .cities(BEN, "a1n a3n e1s e3s")
        .cities(ANNA, "b4ne c5se d1sw c1nw")
        .settlements(ANNA, "b1nw")
        .start();
    table.does(ANNA, settlement("c3n"));
    assert_eq!((table.points(ANNA), table.points(BEN)), (10, 10));
    assert_eq!(table.winner(), Some(ANNA));
}

fn timed() -> Position {
    Position::by(Rules {
        time_limit: Some(60),
        ..modern(3)
    })
    .settlements(ANNA, "a1n")
    .cities(BEN, "a3n")
}

#[test]
fn win_05_when_the_time_is_up_the_turn_is_finished_and_most_points_win() {
    let mut table = timed().hand(ANNA, "BLOOO").roads(ANNA, "a1ne").start();
    table.time_is_up();
    assert_eq!(table.learned(None), [Event::TimeUp]);
    assert!(table.view(None).time_up);
    assert_eq!(table.winner(), None);
    table.does(ANNA, road("a2nw")).does(ANNA, Action::EndTurn);
    assert_eq!(table.winner(), Some(BEN));
}

#[test]
fn win_05_ties_share() {
    let mut table = timed().cities(CARA, "c3n").start();
    table.time_is_up().does(ANNA, Action::EndTurn);
    let winners = [BEN, CARA].into_iter().collect();
    assert_eq!(table.state.phase(), &Phase::Over { winners });
    let learned = table.learned(None);
    assert_eq!(learned.last(), Some(&Event::Won { seats: winners }));
}

#[test]
fn win_05_the_goal_still_wins_at_once() {
    let mut table = nine_points(Rules {
        time_limit: Some(1),
        ..modern(3)
    })
    .start();
    table.time_is_up().does(ANNA, city("c3n"));
    assert_eq!(table.winner(), Some(ANNA));
}

#[test]
fn rul_16_hidden_points_count_when_the_time_is_up() {
    let mut table = timed().development(ANNA, &[VictoryPoint; 2]).start();
    table.time_is_up().does(ANNA, Action::EndTurn);
    assert_eq!(table.winner(), Some(ANNA));
}

#[test]
fn rul_16_no_time_runs_out_twice_or_before_the_first_turn_or_without_a_limit() {
    let mut table = timed().start();
    table.time_is_up();
    let refused = |table: &Table| {
        let illegal = table.state.apply(&table.game, Step::TimeUp);
        illegal.expect_err("refused").clause().to_string()
    };
    assert_eq!(refused(&table), "WIN-05");
    assert_eq!(refused(&Position::new().start()), "WIN-05");
    let rules = Rules {
        time_limit: Some(60),
        ..modern(3)
    };
    assert_eq!(refused(&Table::new(rules)), "WIN-05");
}

#[test]
fn rul_16_no_special_building_follows_the_last_turn() {
    let rules = Rules {
        time_limit: Some(60),
        ..modern(5)
    };
    let start = || {
        Position::by(rules)
            .settlements(BEN, "c3n")
            .hand(CARA, "BL")
            .start()
    };
    let mut table = start();
    table.time_is_up().does(ANNA, Action::EndTurn);
    assert_eq!(table.winner(), Some(BEN));
    // And one that has begun ends when the time does.
    let mut table = start();
    table.does(ANNA, Action::EndTurn).time_is_up();
    assert_eq!(table.winner(), Some(BEN));
}
