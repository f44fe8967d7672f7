//! Tables that begin with bots after a time, and bots' seats that whoever comes may take.

use brickwood_protocol::{
    BotLevel, BotsAfter, ClockRule, Command, HostOrder, Level, NewTable, Remedy, SeatKind,
    SeatOrder, SpectatorRule, TableOptions,
};
use brickwood_rules::{Rules, Seat};
use brickwood_table::{Author, Request};

use crate::support::{Play, code, gathering, order, person, seat, table_of_people};

const SECOND: u64 = 1000;

/// An order for a table that begins with bots after a minute, whose seats can be taken for two rounds.
fn open_order(players: usize) -> NewTable {
    NewTable {
        options: TableOptions {
            public: true,
            grace_s: 30,
            bots_after: Some(BotsAfter {
                seconds: 60,
                level: BotLevel::Own(Level::Easy),
            }),
            takeover_rounds: 2,
            ..TableOptions::default()
        },
        ..order(players)
    }
}

/// A table of one person at which the host waits.
fn waiting(order: &NewTable) -> Play {
    let mut play = gathering(order, 1);
    play.table.watch([seat(0)].into_iter().collect(), 1_000);
    play
}

/// A game that has begun with its host and bots.
fn begun(order: &NewTable) -> Play {
    let mut play = waiting(order);
    play.pass(60 * SECOND);
    assert!(play.table.started());
    play
}

fn sit_on(number: u8) -> Request {
    Request::Sit {
        name: "Zoe".into(),
        seat: Some(seat(number)),
    }
}

fn kinds(play: &Play) -> Vec<SeatKind> {
    let seats = play.told(None, 0).seats;
    seats.into_iter().map(|seat| seat.kind).collect()
}

/// Plays until the turn with this number has begun.
fn play_to(play: &mut Play, turn: u16) {
    while play.table.state().turn() < turn {
        play.page_step();
    }
}

#[test]
fn when_the_time_is_up_the_game_begins_with_bots_whoever_is_ready() {
    let mut play = waiting(&open_order(4));
    play.sit(1).expect("a seat is open");
    play.present(0..2);
    play.pass(59 * SECOND);
    assert!(!play.table.started());
    assert_eq!(play.told(None, 0).begins_in_ms, Some(SECOND));
    let head = play.table.head();
    play.pass(SECOND);
    assert_eq!(play.bodies(head)[..2], ["arranged 3 4", "started"]);
    let bot = SeatKind::Bot {
        level: BotLevel::Own(Level::Easy),
    };
    assert_eq!(
        kinds(&play),
        [SeatKind::Human, SeatKind::Human, bot, bot],
        "nobody was ready"
    );
    assert_eq!(play.told(None, 0).begins_in_ms, None);
    assert_eq!(play.told(None, 0), play.restore_play().told(None, 0));
}

#[test]
fn a_full_table_at_which_all_are_ready_waits_for_no_time() {
    let mut play = waiting(&open_order(2));
    play.sit(1).expect("a seat is open");
    play.ready(0).expect("it sits");
    play.ready(1).expect("it sits");
    play.advance();
    assert!(play.table.started());
}

#[test]
fn the_host_can_begin_with_bots_at_once() {
    let mut play = waiting(&open_order(3));
    play.host(HostOrder::Start {}).expect("bots take the rest");
    assert_eq!(play.bodies(0)[..2], ["arranged 2 3", "started"]);
}

#[test]
fn a_table_whose_people_are_all_gone_begins_once_one_of_them_is_back() {
    let mut play = waiting(&open_order(3));
    play.present([]);
    assert_eq!(play.table.deadline_ms(), None);
    play.pass(200 * SECOND);
    assert!(!play.table.started());
    play.present([0]);
    assert!(play.table.started(), "it is due, so it begins at once");
}

#[test]
fn a_game_does_not_begin_with_its_host_away_and_later_begins_without_them() {
    let mut play = waiting(&open_order(3));
    play.sit(1).expect("a seat is open");
    // The host opens the table and goes; somebody comes.
    play.present([1]);
    play.pass(100 * SECOND);
    assert!(!play.table.started());
    play.pass(20 * SECOND);
    assert!(play.table.started(), "whoever has come hosts it now");
    let bot = SeatKind::Bot {
        level: BotLevel::Own(Level::Easy),
    };
    assert_eq!(kinds(&play), [bot, SeatKind::Human, bot]);
    assert_eq!(play.table.people().host, Some(person(1)));
}

#[test]
fn a_full_table_waits_for_its_host() {
    let mut play = waiting(&order(2));
    play.sit(1).expect("a seat is open");
    play.present([1]);
    play.ready(0).expect("it sits");
    play.pass(20 * SECOND);
    play.ready(1).expect("it sits");
    play.advance();
    assert!(!play.table.started());
    play.present([0, 1]);
    assert!(play.table.started());
}

#[test]
fn strangers_who_take_bots_seats_do_not_take_the_table_over() {
    let mut play = begun(&open_order(4));
    for number in 1..4 {
        let sit = Request::Sit {
            name: format!("Zoe {number}"),
            seat: Some(seat(number)),
        };
        play.arrange(number, sit).expect("a bot's seat");
    }
    play.present(0..4);
    let remove = |number| Command::Remedy {
        seat: seat(number),
        remedy: Remedy::Remove,
    };
    for (by, about) in [(1, 0), (2, 0), (1, 3)] {
        let refused = play.arrange(by, remove(about));
        assert_eq!(code(refused), "not_deciding", "{by} about {about}");
    }
    // After the rounds in which bots' seats can be taken, they decide about each other.
    play_to(&mut play, 9);
    assert_eq!(code(play.arrange(1, remove(0))), "not_deciding");
    play.arrange(1, remove(3)).expect("one may vote");
    play.arrange(2, remove(3)).expect("one may vote");
    assert!(play.table.people().is_removed(person(3)));
    assert_eq!(code(play.arrange(1, remove(0))), "not_deciding");
}

#[test]
fn locked_seats_stay_empty_and_a_game_that_needs_them_waits() {
    let locked = |number| HostOrder::Seat {
        seat: seat(number),
        to: SeatOrder::Locked {},
    };
    let mut play = waiting(&open_order(3));
    play.host(locked(2)).expect("the host arranges the seats");
    play.pass(60 * SECOND);
    assert_eq!(kinds(&play).len(), 2);
    let mut play = waiting(&open_order(2));
    play.host(locked(1)).expect("the host arranges the seats");
    assert_eq!(play.table.deadline_ms(), None, "nobody plays alone");
    play.pass(60 * SECOND);
    assert!(!play.table.started());
}

#[test]
fn a_bot_has_no_name_of_a_person_who_sits_there() {
    let mut order = open_order(3);
    order.name = "Bruno".into();
    let mut play = waiting(&order);
    let sit = Request::Sit {
        name: "Cleo".into(),
        seat: Some(seat(1)),
    };
    play.arrange(1, sit).expect("a seat is open");
    play.host(HostOrder::Start {})
        .expect("a bot takes the rest");
    let names: Vec<_> = play.told(None, 0).seats;
    let names: Vec<_> = names.into_iter().filter_map(|seat| seat.name).collect();
    assert_eq!(names, ["Player 0", "Cleo", "Ada"]);
}

#[test]
fn what_others_have_sat_down_to_is_not_changed_behind_their_back() {
    let mut play = waiting(&open_order(3));
    play.pass(50 * SECOND);
    play.options(|options| options.extensions = 3);
    assert_eq!(
        play.told(None, 0).begins_in_ms,
        Some(60 * SECOND),
        "the time counts from the change"
    );
    play.sit(1).expect("a seat is open");
    let options = TableOptions {
        extensions: 4,
        ..play.table.people().options
    };
    assert_eq!(code(play.host(HostOrder::Options { options })), "agreed_to");
    let set_up = play.set_up(|order| {
        order.rules = Rules {
            points_to_win: 12,
            ..order.rules
        };
    });
    assert_eq!(code(play.arrange(0, set_up)), "agreed_to");

    // Nor does a table that waits for everybody become one that does not.
    let mut play = table_of_people(3, 1);
    let options = open_order(3).options;
    assert_eq!(code(play.host(HostOrder::Options { options })), "agreed_to");
}

#[test]
fn whoever_comes_in_the_first_rounds_takes_a_bots_seat_with_its_hand() {
    let mut play = begun(&open_order(4));
    play_to(&mut play, 3);
    assert_eq!(
        play.told(None, 0).seating.to_take,
        [1, 2, 3].into_iter().map(seat).collect()
    );
    let hand = play.table.view(Some(seat(2))).own.expect("it holds cards");
    let head = play.table.head();
    play.arrange(7, sit_on(2)).expect("a bot sits there");
    assert_eq!(play.bodies(head), ["3 taken"]);
    assert_eq!(play.table.people().places[2].person, Some(person(7)));
    let told = play.told(Some(seat(2)), 0);
    assert_eq!(told.view.own, Some(hand));
    assert_eq!(told.seats[2].name.as_deref(), Some("Zoe"));
    assert_eq!(told.seats[2].former[0].name.as_deref(), Some("Cleo"));
    assert!(!told.seats[2].away && told.seats[2].kind == SeatKind::Human);
    assert_eq!(told, play.restore_play().told(Some(seat(2)), 0));
    // Whoever names no seat gets one, too.
    play.sit(8).expect("two bots are left");
    play.sit(9).expect("one bot is left");
    assert!(play.told(None, 0).seating.to_take.is_empty());
}

#[test]
fn a_bots_seat_is_to_be_had_up_to_the_last_turn_of_the_rounds_and_never_later() {
    let mut play = begun(&open_order(3));
    play_to(&mut play, 6);
    assert_eq!(play.table.listed().summary(None).seats_to_take, 2);
    play.clone()
        .arrange(7, sit_on(2))
        .expect("the second round");
    play_to(&mut play, 7);
    assert_eq!(code(play.arrange(7, sit_on(2))), "seat_taken");
    assert_eq!(code(play.sit(7)), "no_open_seat");
    assert_eq!(play.table.listed().summary(None).seats_to_take, 0);
    // Without the option, no round is early enough.
    let mut order = open_order(3);
    order.options.takeover_rounds = 0;
    assert_eq!(code(begun(&order).arrange(7, sit_on(2))), "seat_taken");
}

#[test]
fn nobody_gets_two_seats_and_no_seat_two_people() {
    let mut play = begun(&open_order(3));
    let sits = |number| Author::person(person(number), None, None);
    let first = play.table.propose(sits(7), &sit_on(2), play.now_ms);
    let second = play.table.propose(sits(8), &sit_on(2), play.now_ms);
    let (first, second) = (first.expect("it is free"), second.expect("it is free"));
    // Both follow on the same line of the log: the storage takes one of them.
    assert_eq!(first.records()[0].seq, second.records()[0].seq);
    play.commit(first);
    assert_eq!(code(play.arrange(8, sit_on(2))), "seat_taken");
    assert_eq!(code(play.arrange(7, sit_on(1))), "already_seated");
    assert_eq!(code(play.arrange(0, sit_on(1))), "already_seated");
}

#[test]
fn a_person_who_is_away_or_has_left_loses_the_seat_to_nobody_who_just_comes() {
    let mut play = begun(&open_order(4));
    play.arrange(7, sit_on(2)).expect("a bot sits there");
    play.present([0]);
    play.pass(30 * SECOND);
    assert!(play.told(None, 0).seats[2].away);
    assert!(!play.told(None, 0).seating.to_take.contains(seat(2)));
    play.arrange(8, sit_on(2)).expect("one may ask");
    assert_eq!(play.table.people().places[2].person, Some(person(7)));
    assert_eq!(play.told(None, 0).seating.requests.len(), 1);
    play.arrange(7, Command::Leave {}).expect("it sits");
    assert_eq!(play.table.people().places[2].person, None);
    // Whoever knows the cards of one seat has no other one.
    assert_eq!(code(play.arrange(7, sit_on(1))), "seat_taken");
    play.sit(7).expect("the own seat is still free");
    assert_eq!(play.table.people().places[2].person, Some(person(7)));
}

#[test]
fn a_table_without_people_gets_a_host_with_the_first_who_comes() {
    let mut play = begun(&open_order(3));
    play.arrange(0, Command::Leave {}).expect("it sits");
    play.arrange(7, sit_on(1)).expect("a bot sits there");
    assert_eq!(play.table.people().host, Some(person(7)));
}

#[test]
fn whoever_may_take_a_seat_may_look_at_the_table_first() {
    let mut order = open_order(3);
    order.options.spectators = SpectatorRule::Forbidden;
    let mut play = begun(&order);
    assert!(play.table.may_watch(Some(person(7))));
    play_to(&mut play, 7);
    assert!(!play.table.may_watch(Some(person(7))));
}

#[test]
fn the_clock_of_a_seat_runs_from_when_a_person_has_it() {
    let mut order = open_order(3);
    order.options.clock = ClockRule::Bank {
        minutes: 5,
        increment_s: 0,
    };
    let mut play = begun(&order);
    while play.table.state().active() != seat(1) || play.table.state().turn() == 0 {
        play.page_step();
    }
    play.pass(20 * SECOND);
    play.arrange(7, sit_on(1)).expect("a bot sits there");
    let left = |play: &Play, seat: Seat| play.told(None, 0).seats[seat.index()].left_ms;
    assert_eq!(
        left(&play, seat(1)),
        Some(300 * SECOND),
        "bots have no clock"
    );
    play.present(0..2);
    play.pass(20 * SECOND);
    assert_eq!(left(&play, seat(1)), Some(280 * SECOND));
    assert_eq!(left(&play, seat(0)), left(&play.restore_play(), seat(0)));
    assert_eq!(left(&play, seat(1)), left(&play.restore_play(), seat(1)));
}

#[test]
fn what_is_agreed_on_stays_so_once_the_game_has_begun() {
    let mut play = begun(&open_order(3));
    for change in [
        |options: &mut TableOptions| options.takeover_rounds = 9,
        |options: &mut TableOptions| options.bots_after = None,
    ] {
        let mut options = play.table.people().options;
        change(&mut options);
        assert_eq!(code(play.host(HostOrder::Options { options })), "begun");
    }
}

#[test]
fn the_next_game_has_the_people_who_came_and_the_bots_who_stayed() {
    let mut play = begun(&open_order(3));
    play.arrange(7, sit_on(2)).expect("a bot sits there");
    let again = play.table.people().again("fox-8".into());
    assert_eq!(again.persons(), [person(0), person(7)]);
    assert_eq!(again.bot_seats().len(), 1);
    assert_eq!(again.places[2].bot_until, None);
}

/// However people come, a table that reads the log again tells everybody the same.
#[test]
fn a_game_in_which_people_come_and_go_is_the_same_when_it_is_read_again() {
    for seed in 0..6 {
        let mut order = open_order(4);
        order.options.takeover_rounds = 20;
        order.options.clock = ClockRule::Turn { seconds: 60 };
        let mut play = Play::new(begun(&order), seed);
        play.present([0]);
        for coming in 0..400_u16 {
            match play.below(40) {
                0 => drop(play.sit(10 + (coming % 90) as u8)),
                1 => {
                    let number = 10 + play.below(90) as u8;
                    let _ = play.arrange(number, Command::Leave {});
                }
                2 => play.pass(7 * SECOND),
                _ => play.random_request(),
            }
            play.advance();
            let mut seats: Vec<_> = play.table.people().persons();
            seats.dedup();
            let people = play.table.people().people_seats().len();
            assert_eq!(seats.len(), people, "nobody has two seats");
        }
        let again = play.restore_play();
        for viewer in [None, Some(seat(0)), Some(seat(3))] {
            assert_eq!(play.told(viewer, 0), again.told(viewer, 0));
        }
    }
}
