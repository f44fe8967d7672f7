//! Players who are away, for a while or for good.

use brickwood_protocol::{
    AbsenceRule, BotLevel, Clock, ClockRule, Command, HostOrder, Level, TableOptions,
};
use brickwood_rules::{Phase, Rules, Seat};
use brickwood_table::Request;

use crate::support::{Play, code, gathering, order, person, seat, table_by, table_of_people};

const MINUTE: u64 = 60_000;

/// A game of three with this rule for absences.
fn game(absence: AbsenceRule) -> Play {
    let mut order = order(3);
    order.options = TableOptions {
        absence,
        grace_s: 30,
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..3);
    play
}

fn is_away(play: &Play, number: u8) -> bool {
    play.told(None, 0).seats[usize::from(number)].away
}

#[test]
fn a_bot_plays_for_a_player_who_is_absent_too_long_until_they_are_back() {
    let mut play = game(AbsenceRule::Bot);
    let head = play.table.head();
    play.present([0, 2]);
    assert!(!play.told(None, 0).seats[1].present);
    play.pass(29_999);
    assert_eq!(play.table.head(), head, "still a moment");
    play.pass(1);
    assert_eq!(play.bodies(head), ["2 away"]);
    assert!(is_away(&play, 1) && is_away(&play.restore_play(), 1));
    assert_eq!(play.table.bot(seat(1)), Some(BotLevel::Own(Level::Hard)));
    while play.table.state().active() != seat(1) {
        play.page_step();
    }
    let bots: Vec<Seat> = play.table.bots_to_act().iter().map(|bot| bot.0).collect();
    assert_eq!(bots, [seat(1)]);
    let head = play.table.head();
    play.present(0..3);
    assert_eq!(play.bodies(head), ["2 back"]);
    assert!(!is_away(&play, 1) && play.table.bots_to_act().is_empty());
}

#[test]
fn a_player_who_is_back_in_time_was_never_away() {
    let mut play = game(AbsenceRule::Bot);
    let head = play.table.head();
    for _ in 0..5 {
        play.present([0, 2]);
        play.pass(29_000);
        play.present(0..3);
        play.pass(29_000);
    }
    assert_eq!(play.table.head(), head);
}

#[test]
fn a_game_waits_for_an_absent_player_and_goes_on_by_itself() {
    let mut play = game(AbsenceRule::Pause);
    let head = play.table.head();
    play.present([0, 2]);
    play.pass(30_000);
    assert_eq!(play.bodies(head), ["paused for the absent"]);
    assert!(play.told(None, 0).paused);
    let active = play.table.state().active();
    assert!(!play.told(Some(active), 0).choices.to_act);
    let legal = brickwood_rules::legal_actions(play.table.game(), play.table.state(), active);
    assert_eq!(code(play.act(active, legal[0])), "paused");
    assert_eq!(code(play.host(HostOrder::Unpause {})), "waits_for_absent");
    play.pass(10 * MINUTE);
    play.present(0..3);
    assert_eq!(play.bodies(head), ["paused for the absent", "unpaused"]);
    play.act(active, legal[0]).expect("the game goes on");
}

#[test]
fn a_host_lets_a_bot_play_for_a_player_for_whom_the_game_waits() {
    let mut play = game(AbsenceRule::Pause);
    let stand_in = |number| HostOrder::StandIn { seat: seat(number) };
    assert_eq!(code(play.host(stand_in(1))), "not_absent");
    play.present([0, 2]);
    play.pass(30_000);
    let head = play.table.head();
    assert_eq!(
        code(play.arrange(2, Command::Arrange { order: stand_in(1) })),
        "not_host"
    );
    play.host(stand_in(1)).expect("it is away");
    play.advance();
    assert_eq!(play.bodies(head), ["2 away", "unpaused"]);
    assert_eq!(code(play.host(stand_in(1))), "not_absent", "only once");
}

#[test]
fn a_host_who_waits_no_longer_lets_bots_play_for_the_absent() {
    let mut play = game(AbsenceRule::Pause);
    play.present([0, 2]);
    play.pass(30_000);
    let head = play.table.head();
    play.options(|options| options.absence = AbsenceRule::Bot);
    play.advance();
    assert_eq!(play.bodies(head), ["changed absence", "2 away", "unpaused"]);
}

#[test]
fn a_game_that_the_host_has_paused_goes_on_when_the_host_says_so() {
    let mut play = game(AbsenceRule::Bot);
    assert_eq!(code(play.host(HostOrder::Unpause {})), "not_paused");
    play.host(HostOrder::Pause {}).expect("it is played");
    assert_eq!(code(play.host(HostOrder::Pause {})), "not_playing");
    let head = play.table.head();
    play.present([0, 2]);
    play.pass(10 * MINUTE);
    assert_eq!(play.table.head(), head, "nobody is missed meanwhile");
    play.host(HostOrder::Unpause {}).expect("it waits");
    play.pass(29_999);
    assert!(!is_away(&play, 1), "time to come back");
    play.pass(1);
    assert!(is_away(&play, 1));
}

#[test]
fn a_seat_that_is_left_after_the_end_keeps_its_name() {
    let rules = Rules {
        points_to_win: 4,
        ..brickwood_rules::Edition::Modern.rules(2)
    };
    let order = crate::support::order_by(brickwood_rules::Edition::Modern, rules);
    let mut play = Play::new(table_by(&order, 3), 3);
    while !play.table.is_over() {
        play.page_step();
    }
    assert_eq!(code(play.host(HostOrder::Pause {})), "over");
    play.arrange(1, Command::Leave {})
        .expect("one may always leave");
    assert_eq!(play.log.last().expect("a line").body, "arranged 2");
    assert_eq!(
        play.told(None, 0).seats[1].name.as_deref(),
        Some("Player 1")
    );
    assert_eq!(code(play.sit(4)), "over");
    let again = play.table.people().again("owl-3".into());
    assert_eq!(again.open_seats(), [seat(1)].into_iter().collect());
}

#[test]
fn a_player_who_is_forgotten_in_a_game_leaves_no_name_and_cannot_come_back() {
    let mut play = game(AbsenceRule::Bot);
    let head = play.table.head();
    play.arrange(1, Request::Forget).expect("it is mentioned");
    assert_eq!(play.bodies(head), ["2 left"]);
    assert!(is_away(&play, 1));
    let names = |play: &Play| {
        let seat = play.told(None, 0).seats[1].clone();
        let former = seat.former.into_iter().map(|former| former.name);
        former.chain([seat.name]).collect::<Vec<_>>()
    };
    assert_eq!(names(&play), [Some(String::new()), None]);
    assert!(!play.table.people().mention(person(1)));
    assert_eq!(names(&play.restore_play()), names(&play));
    assert!(play.table.people().seats_held_by(person(1)).is_empty());
    // Whoever comes with that identity is a stranger, and has to ask.
    let head = play.table.head();
    play.sit(1).expect("it is asked");
    assert_eq!(play.bodies(head), ["arranged"]);
}

#[test]
fn a_player_who_had_left_is_forgotten_and_who_has_the_seat_now_stays() {
    let mut play = game(AbsenceRule::Bot);
    play.arrange(1, Command::Leave {}).expect("it sits");
    play.arrange(0, Command::Leave {}).expect("it sits");
    play.arrange(2, Command::Leave {}).expect("it sits");
    play.sit(7).expect("nobody is left who would have to agree");
    let taken = play.table.people().seats_of(Some(person(7)));
    for number in 0..3 {
        play.arrange(number, Request::Forget)
            .expect("it is mentioned");
        assert!(!play.table.people().mention(person(number)));
    }
    assert_eq!(play.table.people().seats_of(Some(person(7))), taken);
    let people = serde_json::to_string(play.table.people()).unwrap();
    for number in 0..3 {
        assert!(!people.contains(&format!("Player {number}")), "{people}");
    }
}

#[test]
fn whoever_is_forgotten_after_the_end_keeps_a_seat_without_a_name() {
    let rules = Rules {
        points_to_win: 4,
        ..brickwood_rules::Edition::Modern.rules(2)
    };
    let order = crate::support::order_by(brickwood_rules::Edition::Modern, rules);
    let mut play = Play::new(table_by(&order, 3), 3);
    while !play.table.is_over() {
        play.page_step();
    }
    let before = play.told(None, 0).seats;
    play.arrange(1, Request::Forget).expect("it is mentioned");
    let after = play.told(None, 0).seats;
    assert_eq!(after[1].name.as_deref(), Some(""));
    assert_eq!(after[0].name, before[0].name);
    assert!(!play.table.people().mention(person(1)));
    assert!(play.table.people().open_seats().is_empty());
    let again = play.table.people().again("owl-3".into());
    assert_eq!(again.open_seats(), [seat(1)].into_iter().collect());
}

#[test]
fn a_table_without_connections_is_suspended_with_its_clocks() {
    let mut order = order(2);
    order.rules.time_limit = Some(10);
    order.options.clock = ClockRule::Bank {
        minutes: 5,
        increment_s: 0,
    };
    let mut play = Play::new(table_by(&order, 3), 3);
    while play.table.state().turn() == 0 {
        play.page_step();
    }
    let active = usize::from(u8::from(play.table.state().active()));
    let clocks = |play: &Play| {
        let told = play.told(None, play.table.head());
        (told.clock, told.seats[active].left_ms)
    };
    play.pass(MINUTE);
    let minutes = |limit, own, running| {
        let left_ms = limit * MINUTE;
        (Some(Clock { left_ms, running }), Some(own * MINUTE))
    };
    assert_eq!(clocks(&play), minutes(9, 4, true));
    play.present([]);
    let head = play.table.head();
    assert_eq!(play.table.deadline_ms(), None);
    play.pass(1000 * MINUTE);
    assert_eq!(play.table.head(), head);
    let credited = "credited from the last line, and not run down for one who watches";
    assert_eq!(clocks(&play), minutes(10, 5, false), "{credited}");
    play.present([0]);
    assert_eq!(play.bodies(head), ["resumed"]);
    play.pass(59_999);
    assert!(play.table.head() == head + 1, "the other has time to come");
    play.pass(1);
    assert_eq!(clocks(&play).0, minutes(9, 4, true).0);
    assert_eq!(clocks(&play.restore_play()), clocks(&play));
}

#[test]
fn events_at_a_suspended_table_cost_nobody_time() {
    let mut order = order(2);
    order.rules.time_limit = Some(10);
    let mut play = Play::new(table_by(&order, 3), 3);
    while play.table.state().turn() == 0 {
        play.page_step();
    }
    play.present([]);
    play.pass(60 * MINUTE);
    let head = play.table.head();
    play.arrange(1, Command::Leave {}).expect("it sits");
    assert_eq!(play.bodies(head), ["resumed", "2 left"]);
    play.pass(60 * MINUTE);
    play.present([0]);
    let clock = play.told(None, 0).clock.expect("a time limit");
    assert_eq!(clock.left_ms, 10 * MINUTE);
    assert_eq!(play.log.last().expect("a line").body, "resumed");
}

#[test]
fn a_game_that_is_over_is_due_for_nothing() {
    let rules = Rules {
        points_to_win: 3,
        time_limit: Some(180),
        ..brickwood_rules::Edition::Modern.rules(2)
    };
    let mut order = crate::support::order_by(brickwood_rules::Edition::Modern, rules);
    order.options.clock = ClockRule::Turn { seconds: 60 };
    let mut play = Play::new(table_by(&order, 2), 2);
    while !play.table.is_over() {
        play.page_step();
    }
    assert!(matches!(play.table.state().phase(), Phase::Over { .. }));
    play.present([0]);
    assert_eq!(play.table.deadline_ms(), None);
    assert!(play.table.advance(u64::MAX).is_none());
}

#[test]
fn a_game_may_be_left_by_all_its_people() {
    let mut play = Play::new(table_of_people(2, 4), 4);
    for number in 0..2 {
        play.arrange(number, Command::Leave {}).expect("it sits");
    }
    play.present([]);
    assert_eq!(play.table.people().host, None);
    assert_eq!(play.table.bots_to_act().len(), 1);
    play.sit(3).expect("the seats are open");
    assert_eq!(play.table.people().host, Some(person(3)));
}

fn host(play: &Play) -> Option<usize> {
    let seats = play.told(None, 0).seats;
    seats.iter().position(|seat| seat.host)
}

#[test]
fn a_host_who_is_absent_too_long_before_the_game_is_replaced_by_the_next_connected_player() {
    let mut play = gathering(&order(4), 1);
    for number in 1..4 {
        play.sit(number).expect("a seat is open");
    }
    play.present(0..4);
    let head = play.table.head();
    play.present([2, 3]);
    play.pass(2 * MINUTE - 1);
    assert_eq!(play.table.head(), head, "the host may come back");
    play.pass(1);
    assert_eq!(play.bodies(head), ["3 hosts"], "the second is away, too");
    for play in [&play, &play.restore_play()] {
        assert_eq!(host(play), Some(2));
    }
    // A player who comes back is not the host again.
    play.present(0..4);
    play.pass(5 * MINUTE);
    assert_eq!(host(&play), Some(2));
    // Clockwise, beyond the last seat.
    play.present([0]);
    play.pass(2 * MINUTE);
    assert_eq!(host(&play), Some(0));
}

#[test]
fn in_a_game_a_host_is_followed_when_a_bot_plays_or_the_game_waits_for_them() {
    for (rule, consequence) in [
        (AbsenceRule::Bot, "1 away"),
        (AbsenceRule::Pause, "paused for the absent"),
    ] {
        let mut play = game(rule);
        let head = play.table.head();
        play.present([1, 2]);
        play.pass(30_000);
        assert_eq!(play.bodies(head), ["2 hosts", consequence]);
        assert_eq!(host(&play), Some(1));
    }
    // A host who has paused the game does not delay the others either.
    let mut play = game(AbsenceRule::Bot);
    play.host(HostOrder::Pause {}).expect("it is played");
    let head = play.table.head();
    play.present([2]);
    play.pass(30_000);
    assert_eq!(play.bodies(head), ["3 hosts"]);
    play.arrange(
        2,
        Command::Arrange {
            order: HostOrder::Unpause {},
        },
    )
    .expect("the host now");
}

#[test]
fn a_table_where_nobody_else_is_keeps_its_host() {
    let mut play = game(AbsenceRule::Bot);
    play.present([]);
    play.pass(60 * MINUTE);
    assert_eq!(host(&play), Some(0));
    // The first player who comes does not host before the host has had time to come.
    play.present([1]);
    play.pass(29_000);
    assert_eq!(host(&play), Some(0));
    play.pass(1_000);
    assert_eq!(host(&play), Some(1));
}

#[test]
fn a_host_who_leaves_is_replaced_by_a_connected_player() {
    let mut play = game(AbsenceRule::Bot);
    play.present([0, 2]);
    let head = play.table.head();
    play.arrange(0, Command::Leave {}).expect("it sits");
    assert_eq!(play.bodies(head), ["1 left", "3 hosts"]);
    assert_eq!(host(&play), Some(2));
    play.present([]);
    play.arrange(2, Command::Leave {}).expect("it sits");
    assert_eq!(host(&play), Some(1), "who may come back");
    play.arrange(1, Command::Leave {}).expect("it sits");
    assert_eq!(host(&play), None);
}
