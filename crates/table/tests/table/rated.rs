//! Rated tables: what they need, what they do not allow, and how their seats count.

use brickwood_notation::board_file;
use brickwood_protocol::{
    Beginning, BoardChoice, BotLevel, BotsAfter, ClockRule, CoachRule, Color, Command, HostOrder,
    Level, NewSeat, NewTable, ProblemKind, RatedFault, Remedy, SeatOrder, SpectatorRule, StartRule,
    TableOptions,
};
use brickwood_rules::{Action, ToAct, legal_actions};
use brickwood_table::{PersonId, RatedPlayer, RatedSeat, Request, Setup, Table};

use crate::support::{Play, code, gathering, order, person, seat, table_by, table_of_people};

/// An order for a rated table of people who have little time.
fn rated(players: usize) -> NewTable {
    let mut order = order(players);
    order.options = TableOptions {
        grace_s: 30,
        clock: ClockRule::Turn { seconds: 60 },
        coach: CoachRule::Never,
        rated: true,
        ..TableOptions::default()
    };
    order
}

/// A rated game that counts by now.
fn game(players: u8) -> Play {
    game_by(&rated(players.into()))
}

fn game_by(order: &NewTable) -> Play {
    let mut play = Play::new(table_by(order, 1), 1);
    play.present(0..order.seats.len() as u8);
    play_to_turn(&mut play, 5 * order.seats.len() as u16 + 1);
    play
}

fn play_to_turn(play: &mut Play, turn: u16) {
    while play.table.state().turn() < turn {
        play.page_step();
    }
}

/// These players end the game.
fn end(play: &mut Play, players: impl IntoIterator<Item = u8>) -> Option<Vec<RatedSeat>> {
    for number in players {
        play.arrange(number, Command::EndGame { yes: true })
            .expect("a vote is open");
    }
    play.table.finished().expect("all have agreed").rated()
}

fn places(seats: Option<Vec<RatedSeat>>) -> Vec<(u8, u8)> {
    let seats = seats.into_iter().flatten();
    seats.map(|one| (u8::from(one.seat), one.place)).collect()
}

/// An order for the same with one change.
fn but(change: impl FnOnce(&mut NewTable)) -> NewTable {
    let mut order = rated(3);
    change(&mut order);
    order
}

#[test]
fn nobody_has_two_hands_in_a_rated_game() {
    let mut play = gathering(&rated(3), 1);
    play.sit(1).expect("a seat is open");
    let name = Some("Bo".to_owned());
    assert_eq!(
        code(play.arrange(1, Command::Companion { name })),
        "not_rated"
    );
}

#[test]
fn a_table_is_rated_only_if_nothing_helps_and_nobody_else_could_play() {
    let board = board_file(table_of_people(3, 8).table.game().board());
    let mut finished = Play::new(table_by(&order(3), 1), 1);
    while !finished.table.is_over() {
        finished.page_step();
    }
    let record = finished.table.game_record().expect("it is over");
    let color = Color::Amber;
    let deep = BotLevel::Outside {
        name: "deep".parse().expect("a name"),
    };
    let cases = [
        (
            but(|order| order.options.coach = CoachRule::Alone),
            RatedFault::Coach,
        ),
        (
            but(|order| order.options.coach = CoachRule::Everybody),
            RatedFault::Coach,
        ),
        (
            but(|order| order.rules.points_to_win = 8),
            RatedFault::Rules,
        ),
        (
            but(|order| order.rules.friendly_robber = true),
            RatedFault::Rules,
        ),
        (
            but(|order| order.board = BoardChoice::Seed { seed: "fox".into() }),
            RatedFault::Board,
        ),
        (
            but(|order| order.board = BoardChoice::Own { text: board }),
            RatedFault::Board,
        ),
        (
            but(|order| order.from = Some(Beginning { record, steps: 1 })),
            RatedFault::Opening,
        ),
        (
            but(|order| {
                order.seats[2] = NewSeat::Local {
                    color,
                    name: "Bo".into(),
                }
            }),
            RatedFault::SharedDevice,
        ),
        (
            but(|order| {
                let level = BotLevel::Own(Level::Easy);
                order.options.bots_after = Some(BotsAfter { seconds: 60, level });
            }),
            RatedFault::BotsAfter,
        ),
        (
            but(|order| order.options.takeover_rounds = 1),
            RatedFault::Takeover,
        ),
        (
            but(|order| order.seats[2] = NewSeat::Bot { color, level: deep }),
            RatedFault::OutsideBot,
        ),
    ];
    for (mut order, why) in cases {
        let refused = Setup::new("t".into(), &order, [0; 32], 0);
        let problem = refused.expect_err("a rated game needs more");
        assert_eq!(problem.kind, ProblemKind::NotRated { why });
        order.options.rated = false;
        Setup::new("t".into(), &order, [0; 32], 0).expect("anybody may play it");
    }
    let with_bot = but(|order| {
        order.seats[2] = NewSeat::Bot {
            color,
            level: BotLevel::Own(Level::Expert),
        }
    });
    Setup::new("t".into(), &with_bot, [0; 32], 0).expect("its strength is known");
}

#[test]
fn a_rated_table_stays_one_that_can_be_rated() {
    let mut play = gathering(&rated(3), 1);
    let coach = play.set_up(|order| order.options.coach = CoachRule::Alone);
    assert_eq!(code(play.arrange(0, coach)), "not_rated");
    let goal = play.set_up(|order| order.rules.points_to_win = 8);
    assert_eq!(code(play.arrange(0, goal)), "not_rated");
    let mut options = play.table.people().options;
    options.takeover_rounds = 1;
    assert_eq!(code(play.host(HostOrder::Options { options })), "not_rated");
    let here = HostOrder::Seat {
        seat: seat(2),
        to: SeatOrder::Local { name: "Bo".into() },
    };
    assert_eq!(code(play.host(here.clone())), "not_rated");
    play.options(|options| options.rated = false);
    play.host(here).expect("it is not rated any more");
    let mut options = play.table.people().options;
    options.rated = true;
    assert_eq!(code(play.host(HostOrder::Options { options })), "not_rated");
}

#[test]
fn a_rated_game_begins_only_once_each_has_agreed_wherever_they_are() {
    let mut order = rated(3);
    order.options.start = StartRule::ByHost;
    let mut play = gathering(&order, 1);
    play.ready(0).expect("it sits");
    for number in 1..3 {
        play.sit(number).expect("a seat");
    }
    play.present(0..2);
    play.ready(1).expect("it sits");
    assert_eq!(code(play.host(HostOrder::Start {})), "not_all_ready");
    play.ready(2).expect("it sits");
    let mut agreed = play.clone();
    agreed.host(HostOrder::Start {}).expect("all have agreed");

    // A game that was not rated is agreed to anew, by those who are away, too.
    play.options(|options| options.rated = false);
    for number in 0..3 {
        play.ready(number).expect("it sits");
    }
    play.options(|options| options.rated = true);
    for number in 0..2 {
        play.ready(number).expect("it sits");
    }
    assert_eq!(code(play.host(HostOrder::Start {})), "changes_pending");
    play.ready(2).expect("it sits");
    play.host(HostOrder::Start {}).expect("all have agreed");
    let who = play.restore().people().rated.clone();
    assert_eq!(who, [0, 1, 2].map(|number| Some(person(number))));
}

#[test]
fn a_game_that_has_begun_is_rated_or_not_to_its_end() {
    for begun in [game(3), Play::new(table_of_people(3, 1), 1)] {
        let mut play = begun;
        let mut options = play.table.people().options;
        options.rated = !options.rated;
        options.coach = CoachRule::Never;
        assert_eq!(code(play.host(HostOrder::Options { options })), "begun");
    }
}

/// The same game, had it been rated.
fn as_rated(play: &Play) -> Play {
    let mut people = play.table.people().clone();
    people.options.rated = true;
    let all = 0..people.places.len() as u8;
    people.rated = all.map(|number| Some(person(number))).collect();
    let (setup, log) = (play.table.setup().clone(), play.log.clone());
    let mut rated = play.clone();
    rated.table = Table::restore(setup, people, log).expect("a good log");
    rated
}

#[test]
fn nothing_is_taken_back_in_a_rated_game() {
    let mut play = Play::new(table_of_people(3, 1), 1);
    let mut compared = 0;
    while compared < 20 {
        play.page_step();
        for seat in [0, 1, 2].map(seat) {
            if play.told(Some(seat), 0).choices.undo {
                compared += 1;
                let mut rated = as_rated(&play);
                assert!(!rated.told(Some(seat), 0).choices.undo);
                let undo = rated.command(seat, None, Command::Undo {});
                assert_eq!(code(undo), "no_undo_rated");
            }
        }
    }
}

#[test]
fn a_seat_of_a_rated_game_is_taken_by_nobody_but_its_player() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    let sit = Request::Sit {
        name: "Zoe".into(),
        seat: Some(seat(1)),
    };
    assert_eq!(code(play.arrange(7, sit.clone())), "rated_seat");
    // Nor when everybody has gone.
    let mut empty = play.clone();
    for number in [0, 2] {
        empty.arrange(number, Command::Leave {}).expect("it sits");
    }
    assert_eq!(code(empty.arrange(7, sit)), "rated_seat");
    play.sit(1).expect("it is their own");
}

#[test]
fn who_leaves_comes_last_and_the_others_share_what_is_before() {
    let mut play = game(4);
    play.arrange(2, Command::Leave {}).expect("it sits");
    let seats = end(&mut play, [0, 1, 3]);
    assert_eq!(places(seats.clone()), [(0, 1), (1, 1), (2, 4), (3, 1)]);
    let who = |number| RatedPlayer::Person(person(number));
    let players: Vec<_> = seats.into_iter().flatten().map(|one| one.player).collect();
    assert_eq!(players, [0, 1, 2, 3].map(who));
    let again = play.restore().finished().expect("it is over").rated();
    assert_eq!(places(again), [(0, 1), (1, 1), (2, 4), (3, 1)]);
}

/// Whoever is to act builds, or else does anything legal: a bot does so for a seat that nobody has.
fn build(play: &mut Play) {
    let ToAct::Seats { seats } = play.table.state().to_act() else {
        panic!("chance has decided");
    };
    let seat = seats.iter().next().expect("somebody");
    let legal = legal_actions(play.table.game(), play.table.state(), seat);
    let builds = |action: &&Action| {
        matches!(
            action,
            Action::BuildSettlement { .. } | Action::BuildCity { .. }
        )
    };
    let any = legal[play.below(legal.len())];
    let action = *legal.iter().find(builds).unwrap_or(&any);
    play.act(seat, action).expect("it is legal");
}

#[test]
fn whatever_a_bot_makes_of_a_seat_its_player_comes_last() {
    let mut short = rated(3);
    short.options.rated = false;
    short.rules.points_to_win = 3;
    for secret in 1..5 {
        let mut play = Play::new(table_by(&short, secret), secret);
        play.present(0..3);
        play.arrange(1, Command::Leave {}).expect("it sits");
        while !play.table.is_over() {
            build(&mut play);
        }
        let finished = as_rated(&play).table.finished().expect("it is over");
        let rated = places(finished.rated());
        assert_eq!(rated[1], (1, 3), "{rated:?}");
        let has_won = |seat: usize| finished.seats[seat].place == Some(1);
        let first = [0, 2].into_iter().find(|seat| has_won(*seat));
        assert!(first.is_none_or(|seat| rated[seat].1 == 1), "{rated:?}");
    }
}

#[test]
fn a_game_that_nobody_has_won_or_left_changes_nothing_and_neither_does_one_that_is_not_rated() {
    let mut play = game(3);
    assert_eq!(end(&mut play, 0..3), None);
    let mut play = Play::new(table_by(&order(3), 1), 1);
    play.present(0..3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    assert_eq!(end(&mut play, [0, 2]), None);
}

#[test]
fn a_game_changes_no_rating_before_each_seat_has_had_five_turns() {
    for players in [2, 3] {
        let others = (0..players).filter(|number| *number != 1);
        let mut play = Play::new(table_by(&rated(players.into()), 1), 1);
        play.present(0..players);
        let counts_in = |play: &Play| play.told(Some(seat(0)), 0).counts_in_turns;
        let turns = 5 * u16::from(players);
        assert_eq!(counts_in(&play), Some(turns + 1));
        play_to_turn(&mut play, turns);
        assert_eq!(counts_in(&play), Some(1));
        let mut short = play.clone();
        short.arrange(1, Command::Leave {}).expect("it sits");
        assert_eq!(end(&mut short, others.clone()), None);
        assert!(!short.restore().finished().expect("it is over").counts);

        play_to_turn(&mut play, turns + 1);
        assert_eq!(counts_in(&play), None);
        play.arrange(1, Command::Leave {}).expect("it sits");
        let rated = places(end(&mut play, others));
        assert_eq!(rated.len(), usize::from(players));
        assert_eq!(rated[1], (1, players), "who has left comes last");
    }
}

#[test]
fn a_spectator_who_is_kept_behind_is_not_told_how_far_a_rated_game_is() {
    let mut order = rated(3);
    order.options.spectators = SpectatorRule::Delayed { seconds: 300 };
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..3);
    play_to_turn(&mut play, 4);
    let told = play.told(None, 0);
    assert_eq!((told.seq, told.counts_in_turns), (0, None));
}

#[test]
fn nobody_who_is_there_is_voted_out_of_a_rated_game() {
    let remove = Command::Remedy {
        seat: seat(1),
        remedy: Remedy::Remove,
    };
    let mut play = game(4);
    assert_eq!(code(play.arrange(0, remove.clone())), "rated_player");
    // Nor who has lost the line for a moment, or is back when the others agree.
    play.present([0, 2, 3]);
    assert_eq!(code(play.arrange(0, remove.clone())), "rated_player");
    play.pass(130_000);
    play.arrange(0, remove.clone()).expect("a bot plays by now");
    let mut gone = play.clone();
    play.present(0..4);
    for number in [2, 3] {
        let voted = play.arrange(number, remove.clone());
        assert_eq!(code(voted), "rated_player");
    }
    gone.arrange(2, remove).expect("it is still away");
    let rated = places(end(&mut gone, [0, 2, 3]));
    assert_eq!(rated, [(0, 1), (1, 4), (2, 1), (3, 1)]);
}

#[test]
fn a_player_of_a_rated_game_who_is_there_and_does_not_act_is_helped_along() {
    let mut order = rated(3);
    order.options.clock = ClockRule::Off;
    for (remedy, line) in [(Remedy::Skip, "skipped"), (Remedy::Replace, "replaced")] {
        let mut play = game_by(&order);
        let idle = play.table.state().to_act().seats().iter().next();
        let idle = u8::from(idle.expect("somebody is to act"));
        play.pass(61_000);
        let head = play.table.head();
        for number in (0..3).filter(|number| *number != idle) {
            let seat = seat(idle);
            let _ = play.arrange(number, Command::Remedy { seat, remedy });
        }
        let expected = format!("{} {line}", idle + 1);
        assert!(play.bodies(head).contains(&expected.as_str()));
    }
}

#[test]
fn who_was_cut_off_by_the_server_does_not_count() {
    for clock in [ClockRule::Turn { seconds: 60 }, ClockRule::Off] {
        let mut order = rated(4);
        order.options.clock = clock;
        let mut play = game_by(&order).restore_play();
        play.table.find_again();
        play.table
            .watch([0, 2, 3].map(seat).into_iter().collect(), play.now_ms);
        play.pass(121_000);
        play.arrange(2, Command::Leave {}).expect("it sits");
        let bodies = play.bodies(0);
        assert!(bodies.contains(&"resumed after a stop") && bodies.contains(&"2 away"));
        assert_eq!(places(end(&mut play, [0, 3])), [(0, 1), (2, 3), (3, 1)]);
    }
}

#[test]
fn a_player_who_is_forgotten_stays_somebody_with_whom_the_others_have_played() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    let before = end(&mut play, [0, 2]);
    play.arrange(1, Request::Forget).expect("it is mentioned");
    assert!(!play.table.people().mention(person(1)));
    let after = play.restore().finished().expect("it is over").rated();
    assert_eq!(places(after.clone()), places(before));
    let players: Vec<_> = after.into_iter().flatten().map(|one| one.player).collect();
    let nobody = RatedPlayer::Person(PersonId::NOBODY);
    assert_eq!(players[1], nobody);
    assert_eq!(players[2], RatedPlayer::Person(person(2)));
}
