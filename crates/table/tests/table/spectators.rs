//! Spectators see what the host allows: the present, the past with a delay, or nothing.

use brickwood_protocol::{
    AbsenceRule, ClockRule, Command, HostOrder, SpectatorRule, TableOptions, Update,
};
use brickwood_rules::Phase;
use brickwood_table::{People, Table};

use crate::support::{Play, gathering, order, person, seat, side, table_by};

const DELAY_S: u16 = 40;
const DELAY_MS: u64 = 1000 * DELAY_S as u64;

/// A game in which much happens beside the game, and whose spectators are kept behind. The closure runs after
/// each step.
fn play_and_look(secret: u64, mut look: impl FnMut(&mut Play)) -> Play {
    let mut order = order(4);
    order.rules.time_limit = Some(60);
    order.rules.points_to_win = 5;
    let absence = [AbsenceRule::Bot, AbsenceRule::Pause];
    order.options = TableOptions {
        clock: ClockRule::Bank {
            minutes: 1,
            increment_s: 5,
        },
        absence: absence[secret as usize % 2],
        grace_s: 20,
        spectators: SpectatorRule::Delayed { seconds: DELAY_S },
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, secret), secret);
    while !play.table.is_over() && play.log.len() < 1500 {
        let ms = play.below(9_000) as u64;
        play.pass(ms);
        match play.below(40) {
            0 => {
                let gone = play.below(4) as u8;
                play.present((0..4).filter(|seat| *seat != gone));
            }
            1 => play.present(0..4),
            2 => drop(play.host(HostOrder::Pause {})),
            3 | 4 => drop(play.host(HostOrder::Unpause {})),
            5 => {
                let person = play.below(4) as u8;
                drop(play.arrange(person, Command::Leave {}));
                drop(play.sit(person));
            }
            _ if play.table.is_paused() => {}
            _ => play.page_request(),
        }
        look(&mut play);
    }
    play
}

/// The update of a spectator without a delay at a time when the table had these lines. `table` has some of
/// them.
fn seen_then(table: &mut Table, play: &Play, at_ms: u64) -> Update {
    let known = table.head() as usize;
    let lines = play.log[known..].iter();
    let lines = lines.take_while(|line| line.at_ms <= at_ms).cloned();
    let setup = play.table.setup().clone();
    table
        .catch_up(setup, open_to_all(play), lines.collect())
        .expect("a good log");
    let after = table.head().saturating_sub(5);
    table.update(side(None), after, at_ms)
}

/// The people of a table whose spectators are not kept behind.
fn open_to_all(play: &Play) -> People {
    let mut people = play.table.people().clone();
    people.options.spectators = SpectatorRule::Allowed;
    people
}

#[test]
fn a_spectator_who_is_kept_behind_sees_just_what_another_saw_then() {
    let (mut compared, mut away, mut paused, mut before) = (0, 0, 0, 0);
    for secret in 0..6 {
        let mut open = None;
        play_and_look(secret, |play| {
            if play.table.is_over() || play.below(4) > 0 {
                return;
            }
            let then = play.now_ms.saturating_sub(DELAY_MS);
            let new = || Table::new(play.table.setup().clone(), open_to_all(play));
            let open = open.get_or_insert_with(new);
            let mut expected = seen_then(open, play, then);
            let viewer = side(None);
            assert_eq!(play.table.shown_head(viewer, play.now_ms), expected.seq);
            let after = expected.seq.saturating_sub(5);
            let told = play.told(None, after);
            // The options are the current ones, and the connections do not follow from the log.
            expected.options = told.options;
            expected.now_ms = told.now_ms;
            for (expected, told) in expected.seats.iter_mut().zip(&told.seats) {
                expected.present = told.name.is_some() && !told.away;
                // They do not see the remedies for an idle player either.
                expected.waited_ms = None;
            }
            assert_eq!(told, expected, "at {then}, {:?}", play.bodies(after));
            compared += 1;
            away += u32::from(told.seats.iter().any(|seat| seat.away));
            paused += u32::from(told.paused);
            before += u32::from(!told.started);
        });
    }
    assert!(
        compared > 300 && away > 30 && paused > 30 && before > 5,
        "{compared} {away} {paused} {before}"
    );
}

#[test]
fn nothing_of_the_present_reaches_a_spectator_who_is_kept_behind() {
    let mut play = play_and_look(2, |_| {});
    for secret in 3.. {
        if !play.table.is_over() {
            break;
        }
        play = play_and_look(secret, |_| {});
    }
    // The differences from now on: a clock that runs, a player who leaves, a game that is paused.
    play.present(0..4);
    drop(play.host(HostOrder::Unpause {}));
    let mut other = play.clone();
    for _ in 0..20 {
        play.pass(1500);
        play.page_request();
        other.pass(1500);
        let (told, same) = (play.told(None, 0), other.told(None, 0));
        assert_eq!(told, same);
    }
    let last = play.now_ms + 1;
    play.present([1]);
    drop(play.host(HostOrder::Pause {}));
    assert_eq!(play.told(None, 0), other.told(None, 0));
    let shown = play.table.shown_at_ms(side(None), play.told(None, 0).seq);
    assert!(shown.is_some_and(|at| at >= last), "{shown:?} {last}");
}

#[test]
fn players_are_not_kept_behind_and_after_the_end_nobody_is() {
    let mut others = 0;
    let mut over = 0;
    for secret in 10..14 {
        let play = play_and_look(secret, |play| {
            let own = play.told(Some(seat(1)), play.table.head());
            assert_eq!(own.seq, play.table.head());
            others += 1;
        });
        if play.table.is_over() {
            let told = play.told(None, 0);
            assert_eq!(told.seq, play.table.head());
            assert!(matches!(told.view.phase, Phase::Over { .. }));
            assert_eq!(play.table.shown_at_ms(side(None), told.seq), None);
            over += 1;
        }
    }
    assert!(others > 0 && over > 0, "{others} {over}");
}

#[test]
fn a_game_for_its_players_alone_is_shown_to_others_only_while_they_can_sit_down() {
    let mut order = order(2);
    order.options.spectators = SpectatorRule::Forbidden;
    let mut play = gathering(&order, 1);
    assert!(play.table.may_watch(None), "a seat is open");
    play.sit(1).expect("a seat is open");
    for number in [0, 1] {
        assert!(play.table.may_watch(Some(person(number))));
        play.ready(number).expect("it sits");
    }
    play.advance();
    assert!(play.table.started());
    assert!(!play.table.may_watch(None) && !play.table.may_watch(Some(person(2))));
    play.arrange(1, Command::Leave {}).expect("it sits");
    assert!(!play.table.may_watch(None) && !play.table.may_watch(Some(person(2))));
    assert!(
        play.table.may_watch(Some(person(1))),
        "who may take it again"
    );
}
