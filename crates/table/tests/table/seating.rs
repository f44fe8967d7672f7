//! The seats of a game in progress.

use brickwood_protocol::{
    AbsenceRule, Command, HostOrder, Remedy, SeatOrder, SpectatorRule, TableEvent, TableOptions,
    TradeWord,
};
use brickwood_rules::{Edition, Rules, Seat, SeatSet};
use brickwood_table::{Request, replay_of_record};

use crate::support::{Play, code, gathering, order, order_by, person, seat, table_by};

const SECOND: u64 = 1000;

/// A game with a grace time of 30 seconds, in which everybody is connected.
fn game(players: u8) -> Play {
    let mut order = order(usize::from(players));
    order.options = TableOptions {
        grace_s: 30,
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..players);
    play
}

fn ask(play: &mut Play, number: u8, wanted: u8) -> u32 {
    let order = Request::Sit {
        name: format!("Player {number}"),
        seat: Some(seat(wanted)),
    };
    play.arrange(number, order).expect("one may ask");
    let asked = play.told(None, 0).seating.requests;
    let asked = asked.into_iter().next_back();
    asked.expect("a request").id
}

fn admit(play: &mut Play, number: u8, request: u32, yes: bool) {
    play.arrange(number, Command::Admit { request, yes })
        .expect("one may answer");
    play.advance();
}

fn holder(play: &Play, number: u8) -> Option<brickwood_table::PersonId> {
    play.table.people().places[usize::from(number)].person
}

#[test]
fn a_seat_that_was_given_up_goes_only_to_a_person_whom_the_host_and_the_others_admit() {
    let mut play = game(4);
    let head = play.table.head();
    play.arrange(1, Command::Leave {}).expect("it sits");
    play.present([0, 2, 3]);
    let request = ask(&mut play, 7, 1);
    assert_eq!(holder(&play, 1), None);
    assert_eq!(play.table.viewer(Some(person(7)), None).seat, None);
    let told = &play.told(None, 0).seating.requests[0];
    assert_eq!(told.decide, [0, 2, 3].into_iter().map(seat).collect());
    assert_eq!(told.waits_ms, Some(30 * SECOND));
    admit(&mut play, 0, request, true);
    play.pass(40 * SECOND);
    assert_eq!(holder(&play, 1), None, "the host alone is not enough");
    admit(&mut play, 2, request, true);
    assert_eq!(
        holder(&play, 1),
        None,
        "one of two others is not most of them"
    );
    admit(&mut play, 3, request, true);
    assert_eq!(holder(&play, 1), Some(person(7)));
    play.present(0..4);
    let lines = play.bodies(head);
    assert_eq!(lines[0], "2 left");
    assert_eq!(
        *lines.last().expect("a line"),
        "2 taken",
        "and nobody is back"
    );
    assert!(!play.told(None, 0).seats[1].away);
}

#[test]
fn nobody_gets_a_seat_with_cards_before_its_player_had_time_to_come_back() {
    let mut play = game(2);
    play.present([0]);
    let stand_in = HostOrder::StandIn { seat: seat(1) };
    assert_eq!(code(play.host(stand_in.clone())), "just_left");
    let open = HostOrder::Seat {
        seat: seat(1),
        to: SeatOrder::Open {},
    };
    assert_eq!(code(play.host(open)), "begun");
    let sit = |number| Request::Sit {
        name: "Second browser".into(),
        seat: Some(seat(number)),
    };
    assert_eq!(code(play.arrange(9, sit(1))), "seat_taken");
    // Not even the name of a player who has left for good.
    play.arrange(1, Command::Leave {}).expect("it sits");
    let request = ask(&mut play, 9, 1);
    admit(&mut play, 0, request, true);
    play.pass(29_999);
    assert_eq!(holder(&play, 1), None);
    play.pass(1);
    assert_eq!(
        holder(&play, 1),
        Some(person(9)),
        "nobody else is there to ask"
    );
}

#[test]
fn a_player_who_is_away_for_a_moment_must_still_agree() {
    let mut play = game(3);
    play.present([0, 2]);
    play.pass(30 * SECOND);
    assert!(play.told(None, 0).seats[1].away);
    let request = ask(&mut play, 9, 1);
    play.present([0]);
    admit(&mut play, 0, request, true);
    play.pass(20 * SECOND);
    assert_eq!(holder(&play, 1), Some(person(1)));
    play.present([0, 2]);
    admit(&mut play, 2, request, true);
    assert_eq!(holder(&play, 1), Some(person(9)));
}

#[test]
fn a_player_who_comes_back_in_time_keeps_the_seat() {
    let mut play = game(3);
    play.present([0, 2]);
    play.pass(30 * SECOND);
    let request = ask(&mut play, 9, 1);
    admit(&mut play, 0, request, true);
    play.present(0..3);
    assert!(play.told(None, 0).seating.requests.is_empty());
    assert_eq!(
        code(play.arrange(2, Command::Admit { request, yes: true })),
        "no_request"
    );
    assert_eq!(holder(&play, 1), Some(person(1)));
}

#[test]
fn a_player_who_has_left_can_take_the_seat_again_while_nobody_else_holds_it() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    play.present([0, 2]);
    let side = play.table.viewer(Some(person(1)), None);
    let claims = |play: &Play, number| play.table.info(side, Some(person(number))).claims;
    assert_eq!(claims(&play, 1), SeatSet::only(seat(1)));
    assert_eq!(claims(&play, 5), SeatSet::EMPTY);
    let head = play.table.head();
    play.sit(1).expect("it was theirs");
    assert_eq!(play.bodies(head), ["2 back"]);
    assert_eq!(holder(&play, 1), Some(person(1)));

    // But not from a new player, unless that player leaves.
    play.arrange(1, Command::Leave {}).expect("it sits");
    let request = ask(&mut play, 7, 1);
    admit(&mut play, 0, request, true);
    admit(&mut play, 2, request, true);
    play.pass(30 * SECOND);
    assert_eq!(holder(&play, 1), Some(person(7)));
    assert_eq!(code(play.sit(1)), "no_open_seat");
    play.present(0..3);
    play.arrange(7, Command::Leave {}).expect("it sits");
    play.sit(1).expect("it was theirs");
    assert_eq!(holder(&play, 1), Some(person(1)));
}

#[test]
fn lines_keep_the_names_of_those_who_sat_there_then() {
    let mut play = game(2);
    let then = play.table.head();
    play.arrange(1, Command::Leave {}).expect("it sits");
    let left = play.table.head();
    let request = ask(&mut play, 7, 1);
    admit(&mut play, 0, request, true);
    play.pass(30 * SECOND);
    let taken = play.table.head();
    for play in [&play, &play.restore_play()] {
        let info = &play.told(None, 0).seats[1];
        let name_at = |seq: u32| {
            let former = info.former.iter().find(|former| seq <= former.until);
            former.map_or(info.name.clone(), |former| former.name.clone())
        };
        assert_eq!(name_at(then).as_deref(), Some("Player 1"));
        assert_eq!(name_at(left).as_deref(), Some("Player 1"), "left");
        assert_eq!(name_at(left + 1), None);
        assert_eq!(name_at(taken).as_deref(), Some("Player 7"), "taken");
    }
}

#[test]
fn a_person_who_is_refused_cannot_ask_again_for_a_while() {
    let mut play = game(3);
    play.arrange(1, Command::Leave {}).expect("it sits");
    let request = ask(&mut play, 7, 1);
    admit(&mut play, 0, request, false);
    assert!(play.told(None, 0).seating.requests.is_empty());
    assert_eq!(code(play.sit(7)), "request_refused");
    // Other people may be admitted meanwhile.
    let request = ask(&mut play, 8, 1);
    assert_eq!(
        code(play.arrange(8, Command::Admit { request, yes: true })),
        "not_deciding"
    );
    admit(&mut play, 0, request, true);
    admit(&mut play, 2, request, true);
    play.pass(30 * SECOND);
    assert_eq!(holder(&play, 1), Some(person(8)));
    play.present(0..3);
    play.pass(300 * SECOND);
    assert_eq!(code(play.sit(7)), "no_open_seat");
}

#[test]
fn a_removed_player_is_told_so_and_stays_out_until_the_host_lets_them_back() {
    for begun in [false, true] {
        let mut play = if begun {
            game(3)
        } else {
            let mut play = gathering(&order(3), 1);
            play.sit(1).expect("a seat is open");
            play
        };
        let remove = HostOrder::Remove { seat: seat(1) };
        assert_eq!(
            code(play.arrange(
                1,
                Command::Arrange {
                    order: remove.clone()
                }
            )),
            "not_host"
        );
        assert_eq!(
            code(play.host(HostOrder::Remove { seat: seat(0) })),
            if begun { "begun" } else { "nobody_there" }
        );
        let head = play.table.head();
        if begun {
            let (seat, remedy) = (seat(1), Remedy::Remove);
            for other in [0, 2] {
                play.arrange(other, Command::Remedy { seat, remedy })
                    .expect("the others vote");
            }
        } else {
            play.host(remove).expect("somebody is there");
        }
        let lines: &[&str] = if begun {
            &["1 votes remove 2", "3 votes remove 2", "2 removed"]
        } else {
            &["arranged 2"]
        };
        assert_eq!(play.bodies(head), lines);
        let out = play
            .table
            .shut_out(Some(person(1)))
            .expect("it is shut out");
        assert_eq!(out.code(), "removed");
        assert_eq!(code(play.sit(1)), "removed");
        assert_eq!(play.table.shut_out(Some(person(5))), None);
        if begun {
            assert!(play.told(None, 0).seats[1].away, "a bot plays on");
        }
        let told = play
            .table
            .update(play.table.viewer(Some(person(0)), None), 0, play.now_ms);
        let [removed] = &told.seating.removed[..] else {
            panic!("the host knows whom: {:?}", told.seating);
        };
        assert_eq!(removed.name, "Player 1");
        assert!(
            play.told(None, 0).seating.removed.is_empty(),
            "nobody else does"
        );
        play.host(HostOrder::LetBack { id: removed.id })
            .expect("it is known");
        assert_eq!(play.table.shut_out(Some(person(1))), None);
        play.sit(1).expect("it may sit down, or ask for it");
        assert_eq!(
            holder(&play, 1),
            (!begun).then_some(person(1)),
            "the seat was lost"
        );
    }
}

#[test]
fn a_player_whose_seat_the_host_gives_away_before_the_game_stays_out() {
    let mut play = gathering(&order(3), 1);
    play.sit(1).expect("a seat is open");
    let seat = seat(1);
    let to = SeatOrder::Open {};
    play.host(HostOrder::Seat { seat, to })
        .expect("before the start");
    assert_eq!(code(play.sit(1)), "removed");
    play.sit(2).expect("others may come");
}

#[test]
fn where_nobody_may_watch_a_stranger_sees_nothing_of_a_game_that_somebody_has_left() {
    let mut play = game(3);
    play.options(|options| options.spectators = SpectatorRule::Forbidden);
    play.arrange(1, Command::Leave {}).expect("it sits");
    let out = play
        .table
        .shut_out(Some(person(9)))
        .map(|problem| problem.code());
    assert_eq!(out, Some("players_only"));
    assert!(!play.table.may_watch(None));
    assert!(
        play.table.may_watch(Some(person(1))),
        "who may take it again"
    );
    assert!(play.table.may_watch(Some(person(0))));
}

#[test]
fn everybody_is_told_who_pauses_the_game_and_who_hosts_it_now() {
    let mut play = game(3);
    let head = play.table.head();
    play.host(HostOrder::Pause {}).expect("it is played");
    play.host(HostOrder::HandOver { to: seat(2) })
        .expect("somebody is there");
    play.arrange(
        2,
        Command::Arrange {
            order: HostOrder::Unpause {},
        },
    )
    .expect("the host now");
    assert_eq!(play.bodies(head), ["1 paused", "3 hosts", "3 unpaused"]);
    let told: Vec<TableEvent> = play
        .told(Some(seat(2)), head)
        .log
        .iter()
        .filter_map(|entry| entry.at_table.clone())
        .collect();
    let (by, for_absent) = (Some(seat(0)), false);
    assert_eq!(
        told,
        [
            TableEvent::Paused { by, for_absent },
            TableEvent::Hosts { seat: seat(2) },
            TableEvent::Unpaused { by: Some(seat(2)) },
        ]
    );
}

#[test]
fn a_game_that_waits_for_a_player_who_then_leaves_goes_on() {
    let mut order = order(3);
    order.options.absence = AbsenceRule::Pause;
    order.options.grace_s = 30;
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present([0, 2]);
    play.pass(30 * SECOND);
    assert!(play.told(None, 0).paused);
    play.arrange(1, Command::Leave {}).expect("it sits");
    play.advance();
    assert!(!play.told(None, 0).paused);
}

#[test]
fn records_and_replays_keep_the_names_of_those_who_sat_there_then() {
    let rules = Rules {
        points_to_win: 3,
        ..Edition::Modern.rules(2)
    };
    let mut order = order_by(Edition::Modern, rules);
    order.options.grace_s = 10;
    let mut play = Play::new(table_by(&order, 3), 3);
    while play.table.state().turn() < 2 {
        play.page_step();
    }
    let steps = play.game_lines().len() as u32;
    play.arrange(1, Command::Leave {}).expect("it sits");
    let request = ask(&mut play, 7, 1);
    admit(&mut play, 0, request, true);
    play.pass(10 * SECOND);
    play.present(0..2);
    while !play.table.is_over() {
        play.page_step();
    }
    let replay = play.table.replay().expect("it is over");
    let record = play.table.game_record().expect("it is over");
    let again = replay_of_record(&record).expect("a record");
    for replay in [replay, again] {
        assert_eq!(replay.seats[1].name.as_deref(), Some("Player 7"));
        let former = &replay.seats[1].former;
        let told: Vec<_> = former
            .iter()
            .map(|former| (former.name.as_deref(), former.until <= steps))
            .collect();
        assert_eq!(told, [(Some("Player 1"), true), (None, true)], "{former:?}");
        assert!(former[0].until > 10 && replay.seats[0].former.is_empty());
    }
}

#[test]
fn a_player_who_takes_a_seat_again_gets_the_log_again_as_its_viewer() {
    let mut play = game(3);
    let block = TradeWord::Block { seat: seat(2) };
    play.command(seat(1), None, Command::TradeTalk { word: block })
        .expect("a player can block another");
    let blocked = play.table.head();
    let knows = |play: &Play, viewer: Option<Seat>, after: u32| {
        let log = play.told(viewer, after).log;
        log.iter()
            .any(|entry| entry.seq == blocked && entry.at_table.is_some())
    };
    assert!(knows(&play, Some(seat(1)), 0));
    play.arrange(1, Command::Leave {})
        .expect("everybody can leave");
    let left = play.table.head();
    assert!(!knows(&play, None, 0));
    play.sit(1).expect("the seat is still free");
    assert!(
        knows(&play, Some(seat(1)), left),
        "a client that watched meanwhile learns it again"
    );
}

#[test]
fn a_consent_to_give_a_seat_away_ends_with_the_absence_that_it_was_given_for() {
    let mut play = game(4);
    play.present([0, 2, 3]);
    play.pass(30 * SECOND);
    let request = ask(&mut play, 9, 1);
    admit(&mut play, 2, request, true);
    admit(&mut play, 3, request, true);
    play.present(0..4);
    play.advance();
    assert!(!play.told(None, 0).seats[1].away, "the player is back");

    play.present([0, 2, 3]);
    play.pass(30 * SECOND);
    assert!(play.told(None, 0).seats[1].away, "and away once more");
    assert!(play.told(None, 0).seating.requests.is_empty());
    let admit = Command::Admit { request, yes: true };
    assert_eq!(code(play.arrange(0, admit)), "no_request");
    play.pass(60 * SECOND);
    assert_eq!(holder(&play, 1), Some(person(1)));
}
