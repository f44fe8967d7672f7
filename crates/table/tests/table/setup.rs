//! Orders of tables, and their boards.

use brickwood_notation::{BoardFault, BoardFaultKind, board_file};
use brickwood_protocol::{BoardChoice, BotLevel, Color, Level, NewSeat, ProblemKind};
use brickwood_rules::Cards;
use brickwood_table::Setup;

use crate::support::{Play, order, seat, side, table_of_people};

#[test]
fn set_10_no_two_seats_have_one_color() {
    let mut order = order(3);
    order.seats[2] = NewSeat::Bot {
        color: Color::Coral,
        level: BotLevel::Own(Level::Easy),
    };
    let problem = Setup::new("t".into(), &order, [1; 32], 0).expect_err("coral is taken");
    assert_eq!(problem.clause.as_deref(), Some("SET-10"));
}

#[test]
fn brd_21_every_viewer_is_told_what_things_cost() {
    let play = Play::new(table_of_people(2, 1), 1);
    for viewer in [None, Some(seat(1))] {
        let costs = play.table.info(side(viewer), None).costs;
        assert_eq!(costs.road, Cards::new([1, 1, 0, 0, 0]));
        assert_eq!(costs.settlement, Cards::new([1, 1, 1, 1, 0]));
        assert_eq!(costs.city, Cards::new([0, 0, 0, 2, 3]));
        assert_eq!(costs.development_card, Cards::new([0, 0, 1, 1, 1]));
    }
}

#[test]
fn orders_that_cannot_be_played_are_refused_with_a_reason() {
    let mut one = order(2);
    one.seats.truncate(1);
    let mut goal = order(2);
    goal.rules.points_to_win = 99;
    let mut board = order(2);
    board.board = BoardChoice::Seed {
        seed: "x".repeat(65),
    };
    let mut away = order(2);
    away.options.grace_s = 9;
    for (order, code) in [
        (one, "wrong_seat_count"),
        (goal, "unplayable_rules"),
        (board, "long_board_seed"),
        (away, "bad_options"),
    ] {
        let problem = Setup::check(&order).expect_err("not playable");
        assert_eq!(problem.code(), code, "{}", problem.message);
    }
}

#[test]
fn rules_are_for_as_many_as_there_are_seats() {
    let mut order = order(4);
    order.rules.players = 5;
    let problem = Setup::new("t".into(), &order, [1; 32], 0).expect_err("one seat is missing");
    let counts = ProblemKind::WrongSeatCount {
        players: 5,
        seats: 4,
    };
    assert_eq!(problem.kind, counts);
}

#[test]
fn a_board_of_ones_own_is_laid_as_it_is_written() {
    let written = table_of_people(4, 8).table.game().board().clone();
    let mut order = order(4);
    order.board = BoardChoice::Own {
        text: board_file(&written),
    };
    let setup = Setup::new("t".into(), &order, [1; 32], 0).expect("a good board");
    assert_eq!(*setup.game.board(), written);
    order.rules.players = 5;
    order.seats.push(NewSeat::Human { color: Color::Plum });
    let problem = Setup::new("t".into(), &order, [1; 32], 0).expect_err("for four");
    assert_eq!(problem.code(), "unplayable_rules");
}

#[test]
fn everything_that_is_wrong_with_a_board_is_told_at_once() {
    let mut order = order(4);
    let text = board_file(table_of_people(4, 8).table.game().board());
    // The first line of hexes loses its tokens.
    let text: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(number, line)| match number {
            0 => line.replace(|c: char| c.is_ascii_digit(), ""),
            _ => line.to_owned(),
        })
        .collect();
    order.board = BoardChoice::Own {
        text: text.join("\n"),
    };
    let problem = Setup::new("t".into(), &order, [1; 32], 0).expect_err("tokens are missing");
    assert_eq!((problem.code(), problem.line), ("bad_board", Some(1)));
    let ProblemKind::BadBoard { faults } = problem.kind else {
        panic!("{problem:?}")
    };
    assert!(faults.len() >= 2, "{faults:?}");
    for (column, BoardFault { line, fault, .. }) in faults.iter().enumerate() {
        assert_eq!(*line, Some(1));
        let hex = format!("A{}", column + 1);
        assert_eq!(*fault, BoardFaultKind::MissingNumber { hex });
    }
    order.board = BoardChoice::Own {
        text: "#".repeat(9000),
    };
    let problem = Setup::new("t".into(), &order, [1; 32], 0).expect_err("too long");
    assert_eq!(problem.code(), "long_board");
}

#[test]
fn the_same_board_seed_lays_the_same_board_whatever_the_dice() {
    let mut order = order(3);
    order.board = BoardChoice::Seed {
        seed: "harvest moon".into(),
    };
    let lay = |secret| Setup::new("t".into(), &order, [secret; 32], 0).expect("a good order");
    assert_eq!(lay(1).game, lay(2).game);
    order.board = BoardChoice::Random;
    let lay = |secret| Setup::new("t".into(), &order, [secret; 32], 0).expect("a good order");
    assert_ne!(lay(1).game, lay(2).game);
}

#[test]
fn a_rematch_keeps_people_and_options_and_lays_a_new_board() {
    let play = table_of_people(3, 1);
    let setup = play.table.setup();
    let again = setup.rematch("t2".into(), [9; 32], 5);
    assert_eq!(again.colors, setup.colors);
    assert_eq!(again.game.rules(), setup.game.rules());
    assert_ne!(again.game.board(), setup.game.board());
    let people = play.table.people();
    let again = people.again("owl-3".into());
    assert_eq!((&again.places, again.host), (&people.places, people.host));
    assert_eq!(again.options, people.options);
    assert_eq!(again.code.as_deref(), Some("owl-3"));
}
