//! Who has played a finished game, and who did not stay to its end.

use brickwood_protocol::{ClockRule, Command, Remedy, TableOptions};
use brickwood_rules::ToAct;
use brickwood_table::{FinishedGame, Staying};

use crate::support::{Play, order, person, seat, table_by};

/// A game of three whose players have little time, in its first turn.
fn game() -> Play {
    let mut order = order(3);
    order.options = TableOptions {
        grace_s: 30,
        clock: ClockRule::Turn { seconds: 60 },
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..3);
    while play.table.state().turn() == 0 {
        play.page_step();
    }
    play
}

/// These players end the game.
fn end(play: &mut Play, players: impl IntoIterator<Item = u8>) -> FinishedGame {
    for number in players {
        play.arrange(number, Command::EndGame { yes: true })
            .expect("a vote is open");
    }
    play.table.finished().expect("all have agreed")
}

fn stays(finished: &FinishedGame) -> Vec<Staying> {
    finished.seats.iter().map(|seat| seat.stay).collect()
}

#[test]
fn a_game_is_finished_once_it_is_over() {
    let mut play = game();
    assert_eq!(play.table.finished(), None);
    let finished = end(&mut play, 0..3);
    assert_eq!(stays(&finished), [Staying::Stayed; 3]);
    assert_eq!(finished.gone, []);
    let people: Vec<_> = (0..3)
        .map(|number| (seat(number), person(number)))
        .collect();
    assert_eq!(finished.people(), people);
    assert!(finished.seats.iter().all(|seat| seat.place.is_none()));
    assert_eq!(play.restore().finished(), Some(finished));
}

#[test]
fn the_winner_is_first_and_the_others_follow_by_their_points() {
    let mut order = order(4);
    order.rules.points_to_win = 3;
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..4);
    while !play.table.is_over() {
        play.page_step();
    }
    let finished = play.table.finished().expect("it is over");
    let mut seats = finished.seats;
    seats.sort_by_key(|seat| seat.place);
    assert_eq!(seats[0].place, Some(1));
    assert!(seats[0].points.total() >= 3);
    for pair in seats.windows(2) {
        let [better, worse] = pair else { continue };
        let ahead = better.points.total() - worse.points.total();
        assert_eq!(
            better.place == worse.place,
            ahead == 0 && better.place != Some(1)
        );
    }
}

#[test]
fn who_gives_a_seat_up_has_left_and_who_takes_it_again_has_not() {
    let mut play = game();
    play.arrange(1, Command::Leave {}).expect("a seat");
    let mut back = play.clone();
    let finished = end(&mut play, [0, 2]);
    assert_eq!(
        stays(&finished),
        [Staying::Stayed, Staying::Left, Staying::Stayed]
    );
    assert_eq!(
        (finished.seats[1].person, finished.gone),
        (None, vec![person(1)])
    );
    assert_eq!(finished.seats[1].name.as_deref(), Some("Player 1"));

    back.sit(1).expect("nobody has taken it");
    back.present(0..3);
    let finished = end(&mut back, 0..3);
    assert_eq!(stays(&finished), [Staying::Stayed; 3]);
    assert_eq!(finished.gone, []);
}

#[test]
fn who_is_there_and_is_voted_out_has_not_left_and_who_was_away_has() {
    let remove = Command::Remedy {
        seat: seat(1),
        remedy: Remedy::Remove,
    };
    let vote_out = |play: &mut Play| {
        for number in [0, 2] {
            play.arrange(number, remove.clone()).expect("a vote");
        }
        end(play, [0, 2])
    };
    let mut away = game();
    let here = vote_out(&mut away.clone());
    assert_eq!(stays(&here)[1], Staying::VotedOut);
    assert_eq!((here.seats[1].person, here.gone), (None, vec![]));
    away.present([0, 2]);
    away.pass(31_000);
    let away = vote_out(&mut away);
    assert_eq!(stays(&away)[1], Staying::Left);
    assert_eq!(away.gone, [person(1)]);
}

#[test]
fn a_game_counts_once_each_has_had_five_turns_or_somebody_has_won() {
    let mut play = game();
    assert!(!end(&mut play.clone(), 0..3).counts);
    while play.table.state().turn() <= 15 {
        play.page_step();
    }
    assert!(end(&mut play, 0..3).counts);
    let mut order = order(3);
    order.rules.points_to_win = 3;
    let mut short = Play::new(table_by(&order, 1), 1);
    short.present(0..3);
    while !short.table.is_over() {
        short.page_step();
    }
    assert!(short.table.finished().expect("it is over").counts);
}

#[test]
fn who_leaves_after_the_end_has_played_to_the_end() {
    let mut play = game();
    let before = end(&mut play, 0..3);
    play.arrange(1, Command::Leave {}).expect("a seat");
    assert_eq!(play.table.finished(), Some(before));
}

#[test]
fn who_loses_the_line_for_a_moment_stays_and_who_does_not_come_back_has_left() {
    let mut play = game();
    play.present([0, 2]);
    play.pass(29_000);
    let mut back = play.clone();
    back.present(0..3);
    assert_eq!(stays(&end(&mut back, 0..3)), [Staying::Stayed; 3]);
    play.pass(120_000);
    let mut late = play.clone();
    assert_eq!(stays(&end(&mut play, [0, 2]))[1], Staying::Left);
    late.present(0..3);
    assert_eq!(stays(&end(&mut late, 0..3)), [Staying::Stayed; 3]);
}

#[test]
fn who_does_not_come_back_after_the_server_had_stopped_is_not_to_blame() {
    let mut play = game().restore_play();
    play.table.find_again();
    play.table
        .watch([0, 2].map(seat).into_iter().collect(), play.now_ms);
    play.pass(121_000);
    let bodies = play.bodies(0);
    let resumed = bodies
        .iter()
        .position(|body| *body == "resumed after a stop");
    let away = bodies.iter().position(|body| *body == "2 away");
    assert!(resumed.is_some() && resumed < away, "{bodies:?}");
    assert_eq!(stays(&end(&mut play, [0, 2]))[1], Staying::CutOff);
}

#[test]
fn who_goes_while_the_others_lose_the_line_for_a_moment_has_left() {
    // Once the table stays in memory meanwhile, and once it is read again.
    for is_read_again in [false, true] {
        let mut play = game();
        play.present([0, 2]);
        play.pass(5_000);
        play.present([]);
        if is_read_again {
            play = play.restore_play();
            play.table.find_again();
            play.advance();
        }
        play.present([0, 2]);
        play.pass(121_000);
        let bodies = play.bodies(0);
        let line = |body: &str| bodies.iter().position(|one| *one == body);
        assert!(line("nobody here").is_some() && line("nobody here") < line("resumed"));
        assert!(line("resumed") < line("2 away"), "{bodies:?}");
        assert_eq!(line("resumed after a stop"), None);
        assert_eq!(stays(&end(&mut play, [0, 2]))[1], Staying::Left);
    }
}

#[test]
fn who_runs_out_of_time_again_and_again_has_left_unless_they_act_again() {
    for acts_again in [false, true] {
        let mut order = order(3);
        order.rules.points_to_win = 3;
        order.options.clock = ClockRule::Turn { seconds: 60 };
        let mut play = Play::new(table_by(&order, 1), 1);
        play.present(0..3);
        let mut key = 0;
        while !play.table.is_over() {
            let timed_out = play.bodies(0).contains(&"2 timed out");
            let is_idle = !(acts_again && timed_out);
            match play.table.state().to_act() {
                ToAct::Seats { seats } if seats.contains(seat(1)) && is_idle => play.pass(60_000),
                _ => {
                    key += 1;
                    let (seat, command) = play.wish().expect("somebody is to act");
                    let _ = play.command(seat, Some(key), command);
                }
            }
        }
        let finished = play.table.finished().expect("it is over");
        let stay = if acts_again {
            Staying::Stayed
        } else {
            Staying::Left
        };
        assert_eq!(stays(&finished), [Staying::Stayed, stay, Staying::Stayed]);
    }
}
