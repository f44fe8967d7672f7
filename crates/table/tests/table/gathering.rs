//! Before a game: people sit down and get ready, and the host arranges the table.

use brickwood_protocol::{
    BotLevel, ClockRule, Color, Command, HostOrder, Level, NewSeat, SeatKind, SeatOrder,
    SpectatorRule, StartRule, TableEvent, TableOptions,
};
use brickwood_rules::{Edition, FirstPlayer, Rules, SeatSet};
use brickwood_table::{Author, Request, Setup};

use crate::support::{
    Play, client_seed, code, gathering, order, order_by, person, seat, table_by, table_of_people,
};

/// The seats of a table for two people, two bots and a friend at the host's device, after a locked one.
fn mixed() -> Vec<NewSeat> {
    let colors = Color::ALL;
    vec![
        NewSeat::Locked { color: colors[0] },
        NewSeat::Human { color: colors[1] },
        NewSeat::Bot {
            color: colors[2],
            level: BotLevel::Own(Level::Easy),
        },
        NewSeat::Local {
            color: colors[3],
            name: "Bo".into(),
        },
        NewSeat::Human { color: colors[4] },
        NewSeat::Bot {
            color: colors[5],
            level: BotLevel::Own(Level::Hard),
        },
    ]
}

fn mixed_table() -> Play {
    let mut order = order(6);
    order.edition = Edition::FiveSix;
    order.rules = Edition::FiveSix.rules(6);
    order.seats = mixed();
    gathering(&order, 1)
}

fn names(play: &Play) -> Vec<Option<String>> {
    let seats = play.told(None, 0).seats;
    seats.into_iter().map(|seat| seat.name).collect()
}

#[test]
fn people_sit_down_on_open_seats_once_each() {
    let mut play = gathering(&order(3), 1);
    let sit = |name: &str, number| Request::Sit {
        name: name.into(),
        seat: Some(seat(number)),
    };
    assert_eq!(code(play.arrange(0, sit("Ann", 1))), "already_seated");
    assert_eq!(code(play.arrange(1, sit("Bo", 0))), "seat_taken");
    assert_eq!(code(play.arrange(1, sit("Bo", 5))), "seat_taken");
    play.arrange(1, sit("Bo", 2)).expect("it is open");
    play.sit(2).expect("one is left");
    assert_eq!(code(play.sit(3)), "no_open_seat");
    let seated = ["Player 0", "Player 2", "Bo"].map(|name| Some(name.to_owned()));
    assert_eq!(names(&play), seated);
    assert_eq!(play.bodies(0), ["arranged 3", "arranged 2"]);
    assert_eq!(names(&play.restore_play()), seated);
}

#[test]
fn a_game_begins_once_nobody_is_missing_and_everybody_is_ready() {
    let mut play = gathering(&order(2), 1);
    play.ready(0).expect("the host is ready");
    play.advance();
    play.sit(1).expect("a seat is open");
    play.advance();
    assert!(!play.table.started(), "one is not ready");
    assert_eq!(play.told(None, 0).code.as_deref(), Some("fox-7"));
    play.ready(1).expect("the other is ready");
    let head = play.table.head();
    play.advance();
    assert!(play.table.started());
    assert_eq!(play.bodies(head)[0], "started");
    assert_eq!(play.told(None, 0).code, None, "nobody comes any more");
    assert_eq!(code(play.ready(0)), "begun");
}

#[test]
fn a_game_that_its_host_begins_waits_for_the_host() {
    let mut order = order(2);
    order.options.start = StartRule::ByHost;
    let mut play = table_by(&order, 1);
    play.advance();
    assert!(!play.table.started());
    assert_eq!(
        code(play.arrange(
            1,
            Command::Arrange {
                order: HostOrder::Start {}
            }
        )),
        "not_host"
    );
    play.host(HostOrder::Start {}).expect("nobody is missing");
    assert!(play.table.started());
    assert_eq!(code(play.host(HostOrder::Start {})), "begun");
    let mut play = gathering(&order, 1);
    assert_eq!(code(play.host(HostOrder::Start {})), "open_seats");
}

#[test]
fn a_player_who_takes_the_seat_of_a_ready_player_is_not_ready() {
    let mut play = gathering(&order(3), 1);
    play.sit(1).expect("a seat is open");
    play.ready(1).expect("it sits");
    assert!(play.told(None, 0).seats[1].ready);
    play.arrange(1, Command::Leave {}).expect("it sits");
    play.sit(2).expect("the same seat is open");
    for play in [&play, &play.restore_play()] {
        assert!(!play.told(None, 0).seats[1].ready);
    }
    for number in [0, 2] {
        play.ready(number).expect("it sits");
    }
    play.sit(3).expect("the last seat");
    play.advance();
    assert!(!play.table.started());
    play.ready(3).expect("it sits");
    play.advance();
    assert!(play.table.started());
}

#[test]
fn a_player_who_leaves_before_the_start_leaves_an_open_seat_and_a_leaving_host_is_replaced() {
    let mut play = gathering(&order(3), 1);
    play.sit(1).expect("a seat is open");
    play.arrange(0, Command::Leave {})
        .expect("the host may leave");
    assert_eq!(names(&play), [None, Some("Player 1".into()), None]);
    assert_eq!(play.table.people().host, Some(person(1)));
    assert_eq!(code(play.arrange(0, Command::Leave {})), "not_seated");
    play.arrange(1, Command::Leave {}).expect("all may leave");
    assert_eq!(play.table.people().host, None);
    play.sit(5).expect("a seat is open");
    assert_eq!(play.table.people().host, Some(person(5)), "who is there");
}

#[test]
fn only_the_host_arranges_and_may_hand_that_over() {
    let mut play = gathering(&order(3), 1);
    play.sit(1).expect("a seat is open");
    let lock = HostOrder::Seat {
        seat: seat(2),
        to: SeatOrder::Locked {},
    };
    assert_eq!(
        code(play.arrange(
            1,
            Command::Arrange {
                order: lock.clone()
            }
        )),
        "not_host"
    );
    assert_eq!(
        code(play.arrange(
            9,
            Command::Arrange {
                order: lock.clone()
            }
        )),
        "not_host"
    );
    let hand_over = |number| HostOrder::HandOver { to: seat(number) };
    assert_eq!(code(play.host(hand_over(2))), "nobody_there");
    assert_eq!(code(play.host(hand_over(5))), "no_such_seat");
    play.host(hand_over(1)).expect("somebody sits there");
    let hosts: Vec<bool> = play
        .told(None, 0)
        .seats
        .iter()
        .map(|seat| seat.host)
        .collect();
    assert_eq!(hosts, [false, true, false]);
    assert_eq!(play.bodies(1), ["2 hosts"]);
    assert_eq!(code(play.host(lock.clone())), "not_host");
    play.arrange(1, Command::Arrange { order: lock })
        .expect("the host now");
    assert!(play.table.viewer(Some(person(1)), None).host);
}

#[test]
fn a_host_makes_seats_open_or_locked_or_gives_them_to_bots_or_friends() {
    let mut play = gathering(&order(4), 1);
    for number in 1..4 {
        play.sit(number).expect("a seat is open");
    }
    let keep = |number, to| HostOrder::Seat {
        seat: seat(number),
        to,
    };
    let level = BotLevel::Own(Level::Medium);
    play.host(keep(1, SeatOrder::Bot { level })).expect("a bot");
    let local = SeatOrder::Local { name: "Bo".into() };
    play.host(keep(2, local)).expect("a friend");
    play.host(keep(3, SeatOrder::Open {}))
        .expect("whoever comes");
    assert_eq!(
        code(play.host(keep(4, SeatOrder::Open {}))),
        "no_such_seat",
        "there are four"
    );
    let told = play.told(None, 0);
    let kinds: Vec<SeatKind> = told.seats.iter().map(|seat| seat.kind).collect();
    assert_eq!(
        kinds,
        [
            SeatKind::Human,
            SeatKind::Bot { level },
            SeatKind::Local,
            SeatKind::Human
        ]
    );
    assert_eq!(told.seats[2].name.as_deref(), Some("Bo"));
    assert_eq!(play.bodies(3), ["arranged 2", "arranged 3", "arranged 4"]);
    let host = play.table.people().seats_of(Some(person(0)));
    assert_eq!(host, [seat(0), seat(2)].into_iter().collect());
    assert_eq!(code(play.sit(3)), "removed", "it was asked to go");
    play.sit(5).expect("others may come");
    play.host(HostOrder::Start {}).expect("nobody is missing");
    assert_eq!(code(play.host(keep(1, SeatOrder::Open {}))), "begun");
}

/// To have one more person of this name at one's device, or nobody.
fn companion(name: Option<&str>) -> Command {
    Command::Companion {
        name: name.map(str::to_owned),
    }
}

#[test]
fn a_person_has_one_more_person_at_their_device_who_comes_and_goes_with_them() {
    let mut play = gathering(&order(4), 1);
    assert_eq!(code(play.arrange(1, companion(Some("Bo")))), "not_seated");
    play.sit(1).expect("a seat is open");
    play.ready(1).expect("it sits");
    assert_eq!(code(play.arrange(1, companion(None))), "nothing_changed");
    play.arrange(1, companion(Some("Bo"))).expect("one more");
    let told = play.told(None, 0);
    assert_eq!(told.seats[2].kind, SeatKind::Local);
    assert_eq!(told.seats[2].device_of, Some(seat(1)));
    assert!(told.seats[2].ready, "with the person");
    let own = play.table.people().seats_of(Some(person(1)));
    assert_eq!(own, [seat(1), seat(2)].into_iter().collect());

    // A second name is that of the same person: nobody takes all seats.
    play.arrange(1, companion(Some("Bob")))
        .expect("another name");
    let named = [Some("Player 0"), Some("Player 1"), Some("Bob"), None];
    let named = named.map(|name| name.map(str::to_owned));
    assert_eq!(names(&play), named);
    assert_eq!(names(&play.restore_play()), named);

    play.arrange(1, companion(None)).expect("Bob goes");
    assert!(play.table.people().places[2].is_open());
    play.arrange(1, companion(Some("Bo"))).expect("Bo comes");
    play.arrange(1, Command::Leave {}).expect("both go");
    assert_eq!(play.table.people().open_seats().iter().count(), 3);
    for number in 2..5 {
        play.sit(number).expect("a seat is open");
    }
    assert_eq!(code(play.arrange(2, companion(Some("Bo")))), "no_open_seat");
    for number in [0, 2, 3, 4] {
        play.ready(number).expect("it sits");
    }
    play.advance();
    assert_eq!(code(play.arrange(2, companion(None))), "begun");
}

#[test]
fn a_host_removes_somebody_at_a_persons_device_alone_and_a_person_with_them() {
    let mut play = gathering(&order(4), 1);
    let open = |number| HostOrder::Seat {
        seat: seat(number),
        to: SeatOrder::Open {},
    };
    play.sit(1).expect("a seat is open");
    play.arrange(1, companion(Some("Bo"))).expect("one more");
    play.host(open(2)).expect("Bo goes");
    let stays = [
        Some("Player 0".to_owned()),
        Some("Player 1".to_owned()),
        None,
        None,
    ];
    assert_eq!(names(&play), stays);
    play.arrange(1, companion(Some("Bo")))
        .expect("the person stays");
    play.host(open(1)).expect("both go");
    assert_eq!(
        names(&play),
        [Some("Player 0".to_owned()), None, None, None]
    );
    assert_eq!(code(play.sit(1)), "removed");
}

#[test]
fn a_friend_at_the_hosts_device_is_ready_with_the_host() {
    let mut play = mixed_table();
    play.ready(0).expect("the host sits");
    let ready: Vec<bool> = play.told(None, 0).seats.iter().map(|s| s.ready).collect();
    assert_eq!(ready, [false, true, true, true, false, true]);
    let yours = play
        .table
        .info(play.table.viewer(Some(person(0)), None), Some(person(0)))
        .yours;
    assert_eq!(yours, [seat(1), seat(3)].into_iter().collect());
    let shown = play.table.viewer(Some(person(0)), Some(seat(3)));
    assert_eq!(shown.seat, Some(seat(3)));
    let others = play.table.viewer(Some(person(0)), Some(seat(4)));
    assert_eq!(others.seat, Some(seat(1)), "not the seat of another");
}

#[test]
fn locked_seats_are_left_out_and_the_others_move_up_with_all_that_is_theirs() {
    let mut play = mixed_table();
    let key = Some(7);
    play.sit(4).expect("a seat is open");
    let batch = play.table.propose(
        Author::person(person(4), None, key),
        &Command::Ready {
            seed: client_seed(4),
        }
        .into(),
        play.now_ms,
    );
    let first = batch.expect("it sits");
    let seq = first.records()[0].seq;
    play.commit(first);
    play.table
        .watch([seat(1), seat(4)].into_iter().collect(), play.now_ms);
    play.ready(0).expect("the host sits");
    let colors = play.table.setup().colors.clone();
    play.advance();
    let started = play
        .log
        .iter()
        .find(|line| line.body.starts_with("started"));
    assert_eq!(started.expect("all are ready").body, "started without 1");
    for play in [&play, &play.restore_play()] {
        let told = play.told(None, 0);
        let names: Vec<_> = told.seats.iter().map(|seat| seat.name.as_deref()).collect();
        assert_eq!(
            names,
            [
                Some("Player 0"),
                Some("Cleo"),
                Some("Bo"),
                Some("Player 4"),
                Some("Finn")
            ]
        );
        let painted: Vec<Color> = told.seats.iter().map(|seat| seat.color).collect();
        assert_eq!(painted, colors[1..]);
        assert_eq!(play.table.game().rules().players, 5);
        assert_eq!(told.view.seats.len(), 5);
        let ready = told.log.iter().filter_map(|line| match line.at_table {
            Some(TableEvent::Ready { seat }) => Some(seat),
            _ => None,
        });
        let ready: Vec<_> = ready.collect();
        assert_eq!(ready, [seat(3), seat(0)], "by the numbers of now");
        assert!(told.seats.iter().all(|seat| seat.ready));
        let again = play.table.propose(
            Author::person(person(4), None, key),
            &Command::Ready {
                seed: client_seed(4),
            }
            .into(),
            play.now_ms,
        );
        assert_eq!(
            again.err(),
            Some(brickwood_table::Refusal::AlreadyDone { seq })
        );
    }
    let present: SeatSet = [seat(0), seat(3)].into_iter().collect();
    assert_eq!(play.table.present(), present);
    assert_eq!(play.log.last().map(|line| line.post_hash == 0), Some(false));
}

#[test]
fn too_few_players_do_not_begin_and_the_host_is_told_why() {
    let mut order = order(3);
    for place in 1..3 {
        let color = order.seats[place].color();
        order.seats[place] = NewSeat::Locked { color };
    }
    let mut play = gathering(&order, 1);
    play.ready(0).expect("the host sits");
    play.advance();
    assert!(!play.table.started());
    assert_eq!(code(play.host(HostOrder::Start {})), "too_few");
    let to = SeatOrder::Bot {
        level: BotLevel::Own(Level::Easy),
    };
    let seat = seat(2);
    play.host(HostOrder::Seat { seat, to }).expect("a bot");
    play.advance();
    assert!(play.table.started());
}

#[test]
fn a_named_first_player_moves_up_or_is_the_next() {
    let rules = Rules {
        first_player: FirstPlayer::Named { seat: seat(2) },
        ..Edition::Modern.rules(4)
    };
    let setup = Setup::new("t".into(), &order_by(Edition::Modern, rules), [1; 32], 0);
    let setup = setup.expect("a good order");
    for (locked, first) in [(0, 1), (1, 1), (2, 2), (3, 2)] {
        let without = setup.without(SeatSet::only(seat(locked)));
        let rules = *without.expect("three can play").game.rules();
        let named = FirstPlayer::Named { seat: seat(first) };
        assert_eq!(rules.first_player, named, "without {locked}");
    }
}

#[test]
fn options_have_bounds_and_the_clock_and_the_start_are_fixed_once_the_game_has_begun() {
    let mut play = table_of_people(2, 1);
    let plain = TableOptions::default();
    let bad = [
        TableOptions {
            clock: ClockRule::Turn { seconds: 9 },
            ..plain
        },
        TableOptions {
            clock: ClockRule::Bank {
                minutes: 181,
                increment_s: 0,
            },
            ..plain
        },
        TableOptions {
            spectators: SpectatorRule::Delayed { seconds: 0 },
            ..plain
        },
        TableOptions {
            grace_s: 601,
            ..plain
        },
    ];
    for options in bad {
        assert_eq!(
            code(play.host(HostOrder::Options { options })),
            "bad_options"
        );
    }
    let clock = ClockRule::Turn { seconds: 60 };
    play.options(|options| options.clock = clock);
    assert_eq!(play.told(None, 0).options.clock, clock);
    assert_eq!(play.told(None, 0).seats[0].left_ms, None, "not yet");
    for number in 0..2 {
        play.ready(number).expect("seated");
    }
    let mut play = Play::new(play, 1);
    assert_eq!(play.told(None, 0).seats[0].left_ms, Some(60_000));
    for options in [
        TableOptions {
            clock: ClockRule::Off,
            ..play.table.people().options
        },
        TableOptions {
            start: StartRule::ByHost,
            ..play.table.people().options
        },
    ] {
        assert_eq!(code(play.host(HostOrder::Options { options })), "begun");
    }
    play.options(|options| options.grace_s = 600);
    assert_eq!(play.told(None, 0).options.grace_s, 600);
}
