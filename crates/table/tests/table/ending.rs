//! Ending a game without a winner: all players who are connected must agree, or nobody can win it any more.

use brickwood_protocol::{Command, TableEvent, TableOptions};
use brickwood_rules::{Edition, Phase, Rules, SeatSet};
use brickwood_table::{Progress, replay_of_record};

use crate::support::{Play, code, gathering, order, order_by, seat, table_by};

const SECOND: u64 = 1000;

const NOBODY: Phase = Phase::Over {
    winners: SeatSet::EMPTY,
};

/// A game of this number of people, in its first turn.
fn game(players: u8) -> Play {
    let mut order = order(usize::from(players));
    order.options = TableOptions::default();
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..players);
    while play.table.state().turn() == 0 {
        play.page_step();
    }
    play
}

fn vote(play: &mut Play, number: u8, yes: bool) -> &'static str {
    match play.arrange(number, Command::EndGame { yes }) {
        Ok(()) => "done",
        refused => code(refused),
    }
}

#[test]
fn rul_24_a_game_ends_without_a_winner_once_all_players_agree() {
    let mut play = game(3);
    assert_eq!(vote(&mut play, 1, true), "done");
    let asked = play.told(None, 0).seating.ending.expect("a vote is open");
    assert_eq!(asked.by, SeatSet::only(seat(1)));
    assert_eq!(asked.missing, [seat(0), seat(2)].into_iter().collect());
    assert_eq!(asked.left_ms, 60 * SECOND);
    assert_eq!(vote(&mut play, 0, true), "done");
    assert!(!play.table.is_over());
    let head = play.table.head();
    assert_eq!(vote(&mut play, 2, true), "done");
    assert_eq!(play.bodies(head), ["3 wants to end", "called-off"]);
    assert_eq!(play.table.state().phase(), &NOBODY);
    assert_eq!(play.table.outline().progress, Progress::Over);
    assert!(play.table.outline().winners.is_empty());
    assert_eq!(play.told(None, 0).seating.ending, None);
    assert_eq!(vote(&mut play, 2, true), "over");
}

#[test]
fn rul_25_a_game_that_nobody_can_win_ends_as_a_turn_begins() {
    let rules = Rules {
        points_to_win: 22,
        ..Edition::Modern.rules(4)
    };
    let mut play = Play::new(table_by(&order_by(Edition::Modern, rules), 1), 1);
    play.present(0..4);
    while !play.table.is_over() {
        play.page_step();
    }
    let (game, state) = (play.table.game(), play.table.state());
    assert_eq!(state.phase(), &NOBODY);
    assert!(state.contenders(game).is_empty());
    let bodies = play.bodies(play.table.head() - 2);
    assert!(bodies[0].ends_with(" end"), "{bodies:?}");
    assert_eq!(bodies[1..], ["nobody can win"]);
    let told = play.told(None, play.table.head() - 1).log;
    assert_eq!(told[0].at_table, Some(TableEvent::NobodyCanWin));
    let record = play.table.game_record().expect("a game that is over");
    replay_of_record(&record).expect("its record is read");
}

#[test]
fn a_player_who_wants_to_play_on_is_not_asked_again_at_once() {
    let mut play = game(2);
    assert_eq!(vote(&mut play, 1, false), "no_vote");
    assert_eq!(vote(&mut play, 0, true), "done");
    let head = play.table.head();
    assert_eq!(vote(&mut play, 1, false), "done");
    let told = &play.told(None, head).log[0];
    assert_eq!(told.at_table, Some(TableEvent::PlaysOn { seat: seat(1) }));
    assert_eq!(play.told(None, 0).seating.ending, None);
    assert_eq!(vote(&mut play, 0, true), "end_refused");
    play.pass(60 * SECOND);
    assert_eq!(vote(&mut play, 0, true), "done");
}

#[test]
fn a_vote_to_end_expires() {
    let mut play = game(2);
    assert_eq!(vote(&mut play, 0, true), "done");
    play.pass(60 * SECOND);
    assert_eq!(play.told(None, 0).seating.ending, None);
    assert_eq!(vote(&mut play, 1, true), "done");
    assert!(!play.table.is_over(), "the other has to agree again");
}

#[test]
fn nobody_waits_for_the_agreement_of_players_who_are_away() {
    let mut play = game(3);
    play.present(0..2);
    assert_eq!(vote(&mut play, 0, true), "done");
    assert_eq!(vote(&mut play, 1, true), "done");
    assert!(!play.table.is_over(), "the third may come back in a moment");
    play.pass(121 * SECOND);
    assert_eq!(vote(&mut play, 0, true), "done");
    assert_eq!(vote(&mut play, 1, true), "done");
    assert!(play.table.is_over());
}

#[test]
fn only_players_end_a_game() {
    let mut play = game(2);
    assert_eq!(vote(&mut play, 9, true), "not_seated");
}

#[test]
fn a_game_can_be_ended_in_its_set_up() {
    let mut order = order(2);
    order.options = TableOptions::default();
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..2);
    play.page_step();
    assert_eq!(play.table.state().turn(), 0);
    assert_eq!(vote(&mut play, 0, true), "done");
    assert_eq!(vote(&mut play, 1, true), "done");
    assert_eq!(play.table.state().phase(), &NOBODY);
    assert_eq!(play.table.outline().progress, Progress::Over);
    play.table.replay().expect("a game that is over is shown");
    let record = play.table.game_record().expect("and recorded");
    replay_of_record(&record).expect("and its record is read");
}

#[test]
fn a_table_that_waits_for_its_players_is_not_ended() {
    let mut play = gathering(&order(2), 1);
    assert_eq!(vote(&mut play, 0, true), "not_started");
}

#[test]
fn an_ended_game_can_be_replayed_with_its_secret_and_seeds() {
    let mut play = game(2);
    assert_eq!(vote(&mut play, 0, true), "done");
    assert_eq!(vote(&mut play, 1, true), "done");
    assert!(play.table.is_over());
    let replay = play.table.replay().expect("a game that is over is shown");
    assert!(replay.fair.is_some());
    let record = play.table.game_record().expect("and recorded");
    assert!(
        record.contains("called-off\nresult none points="),
        "{record}"
    );
}
