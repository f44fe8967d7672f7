//! Remedies for a player who is connected but does not act, and extensions.

use brickwood_protocol::{ClockRule, Command, HostOrder, OpenRemedy, Remedy, TableOptions};
use brickwood_rules::{Phase, Seat};
use brickwood_table::Refusal;

use crate::support::{Play, code, order, seat, table_by};

const SECOND: u64 = 1000;

/// A game at the beginning of the turn of a player who is not the host.
fn game(players: u8, clock: ClockRule) -> (Play, Seat) {
    let mut order = order(usize::from(players));
    order.options = TableOptions {
        clock,
        extensions: 2,
        ..TableOptions::default()
    };
    let mut play = Play::new(table_by(&order, 1), 1);
    play.present(0..players);
    while play.table.state().turn() == 0
        || play.table.state().active() == seat(0)
        || *play.table.state().phase() != Phase::Turn
        || play.table.state().dice().is_some()
    {
        play.page_step();
    }
    let active = play.table.state().active();
    (play, active)
}

fn remedy(play: &mut Play, number: u8, about: Seat, remedy: Remedy) -> &'static str {
    let order = Command::Remedy {
        seat: about,
        remedy,
    };
    match play.arrange(number, order) {
        Ok(()) => "done",
        refused => code(refused),
    }
}

fn others(players: u8, idle: Seat) -> Vec<u8> {
    (1..players)
        .filter(|number| seat(*number) != idle)
        .collect()
}

fn number(seat: Seat) -> u8 {
    u8::from(seat) + 1
}

#[test]
fn the_host_gives_an_idle_player_time_and_then_skips_the_turn() {
    let (mut play, idle) = game(3, ClockRule::Off);
    let other = others(3, idle)[0];
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Remind), "too_soon");
    play.pass(20 * SECOND);
    let waited = play.told(None, 0).seats[idle.index()].waited_ms;
    assert_eq!(waited, Some(20 * SECOND));
    assert_eq!(remedy(&mut play, other, idle, Remedy::Remind), "done");
    assert_eq!(
        remedy(&mut play, 0, idle, Remedy::Remind),
        "too_soon",
        "once is enough"
    );
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Skip), "too_soon");
    assert_eq!(
        remedy(&mut play, 0, seat(other), Remedy::Skip),
        "not_waited_for"
    );
    play.pass(40 * SECOND);
    let head = play.table.head();
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Skip), "done");
    assert_eq!(play.bodies(head), [format!("{} skipped", number(idle))]);
    let bots: Vec<Seat> = play.table.bots_to_act().iter().map(|bot| bot.0).collect();
    assert_eq!(bots, [idle]);
    assert!(!play.told(Some(idle), 0).choices.to_act);
    while play.table.state().active() == idle {
        play.random_request();
        play.advance();
    }
    assert!(!play.table.is_stood_in(idle), "it was for this turn alone");
    assert!(!play.told(None, 0).seats[idle.index()].replaced);
}

/// What an update says that a seat can have done now, and in how many seconds more.
fn open_remedies(play: &Play, viewer: u8) -> (Vec<Remedy>, Vec<(Remedy, u64)>) {
    let remedies = play.told(Some(seat(viewer)), 0).seating.remedies;
    let (now, later): (Vec<OpenRemedy>, Vec<OpenRemedy>) =
        remedies.iter().partition(|open| open.in_ms == 0);
    (
        now.iter().map(|open| open.remedy).collect(),
        later
            .iter()
            .map(|open| (open.remedy, open.in_ms / SECOND))
            .collect(),
    )
}

#[test]
fn an_update_tells_which_remedies_are_open_and_from_when() {
    use Remedy::{Clock, Remind, Replace, Skip};
    let (mut play, idle) = game(3, ClockRule::Off);
    let other = others(3, idle)[0];
    let nothing = (Vec::new(), Vec::new());
    let later = vec![(Remind, 20), (Clock, 60), (Skip, 60), (Replace, 60)];
    assert_eq!(open_remedies(&play, other), (Vec::new(), later));
    assert_eq!(open_remedies(&play, u8::from(idle)), nothing);
    assert_eq!(play.told(None, 0).seating.remedies, []);
    play.pass(20 * SECOND);
    assert_eq!(remedy(&mut play, 0, idle, Remind), "done");
    play.pass(5 * SECOND);
    let later = vec![(Remind, 15), (Clock, 35), (Skip, 35), (Replace, 35)];
    assert_eq!(open_remedies(&play, other), (Vec::new(), later));
    play.pass(35 * SECOND);
    let now = vec![Remind, Clock, Skip, Replace];
    assert_eq!(open_remedies(&play, other), (now, Vec::new()));
    assert_eq!(remedy(&mut play, 0, idle, Clock), "done");
    let now = vec![Remind, Skip, Replace];
    assert_eq!(open_remedies(&play, other), (now, Vec::new()));
    play.present([0, other]);
    assert_eq!(open_remedies(&play, other), nothing);
}

#[test]
fn most_of_the_others_decide_where_the_host_does_not() {
    let (mut play, idle) = game(4, ClockRule::Off);
    play.pass(60 * SECOND);
    let [first, second] = others(4, idle)[..] else {
        panic!("two others")
    };
    assert_eq!(remedy(&mut play, first, idle, Remedy::Replace), "done");
    let [vote] = play.told(None, 0).seating.votes[..] else {
        panic!("one vote")
    };
    assert_eq!((vote.by.len(), vote.needed, vote.left_ms), (1, 2, 60_000));
    let head = play.table.head();
    let again = Command::Remedy {
        seat: idle,
        remedy: Remedy::Replace,
    };
    let again = play.arrange(first, again);
    assert!(matches!(again, Err(Refusal::AlreadyDone { .. })));
    assert_eq!(play.table.head(), head, "nobody votes twice");
    // A vote expires.
    play.pass(60 * SECOND);
    assert!(play.told(None, 0).seating.votes.is_empty());
    assert_eq!(remedy(&mut play, second, idle, Remedy::Replace), "done");
    assert!(!play.table.is_stood_in(idle));
    assert_eq!(remedy(&mut play, first, idle, Remedy::Replace), "done");
    assert!(play.table.is_stood_in(idle));
    assert!(play.told(None, 0).seating.votes.is_empty());

    // The player is connected, and plays again only after asking for it.
    play.present(0..4);
    play.pass(100 * SECOND);
    assert!(play.table.is_stood_in(idle));
    assert!(play.restore_play().table.is_stood_in(idle));
    let head = play.table.head();
    play.arrange(u8::from(idle), Command::Return {})
        .expect("a bot plays");
    assert_eq!(play.bodies(head), [format!("{} back", number(idle))]);
    assert!(!play.table.is_stood_in(idle));
    assert_eq!(
        code(play.arrange(u8::from(idle), Command::Return {})),
        "not_replaced"
    );
}

#[test]
fn a_vote_is_over_when_the_player_acts() {
    let (mut play, idle) = game(4, ClockRule::Off);
    play.pass(60 * SECOND);
    let [first, second] = others(4, idle)[..] else {
        panic!("two others")
    };
    assert_eq!(remedy(&mut play, first, idle, Remedy::Skip), "done");
    play.page_step();
    assert!(play.told(None, 0).seating.votes.is_empty());
    if play.table.state().active() == idle {
        assert_eq!(remedy(&mut play, second, idle, Remedy::Skip), "too_soon");
    }
}

#[test]
fn an_idle_player_is_put_on_a_clock_for_this_turn() {
    let (mut play, idle) = game(3, ClockRule::Off);
    play.pass(60 * SECOND);
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Clock), "done");
    let told = &play.told(None, 0).seats[idle.index()];
    assert_eq!((told.left_ms, told.running), (Some(60 * SECOND), true));
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Clock), "has_clock");
    play.pass(60 * SECOND);
    assert_eq!(play.table.state().active(), idle);
    play.pass(SECOND);
    assert_ne!(play.table.state().active(), idle);
    for number in 0..3 {
        assert_eq!(play.told(None, 0).seats[number].left_ms, None);
    }
}

#[test]
fn where_a_clock_runs_it_decides() {
    let (mut play, idle) = game(3, ClockRule::Turn { seconds: 600 });
    play.pass(60 * SECOND);
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Skip), "has_clock");
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Remind), "done");
    assert_eq!(remedy(&mut play, 9, idle, Remedy::Remind), "not_seated");
    assert_eq!(
        remedy(&mut play, u8::from(idle), idle, Remedy::Remind),
        "own_seat"
    );
}

#[test]
fn a_player_takes_more_time_as_often_as_the_options_allow() {
    let (mut play, active) = game(3, ClockRule::Turn { seconds: 60 });
    let left = |play: &Play| {
        let told = &play.told(None, 0).seats[active.index()];
        (told.left_ms.expect("a clock") / SECOND, told.extensions)
    };
    let more = |play: &mut Play| play.arrange(u8::from(active), Command::MoreTime {});
    assert_eq!(left(&play), (60, 2));
    play.pass(50 * SECOND);
    more(&mut play).expect("there is more");
    assert_eq!(left(&play), (70, 1));
    assert_eq!(left(&play.restore_play()), (70, 1));
    play.pass(70 * SECOND + 500);
    more(&mut play).expect("what was asked for at the last moment counts");
    assert_eq!(code(more(&mut play)), "no_more_time");
    let other = others(3, active)[0];
    assert_eq!(code(play.arrange(other, Command::MoreTime {})), "no_clock");
    play.pass(60 * SECOND);
    assert_eq!(play.table.state().active(), active);
    play.pass(SECOND);
    assert_ne!(play.table.state().active(), active);
}

#[test]
fn an_absent_player_is_not_an_idle_player() {
    let (mut play, idle) = game(3, ClockRule::Off);
    play.present([0]);
    play.pass(59 * SECOND);
    let refused = remedy(&mut play, 0, idle, Remedy::Remind);
    assert_eq!(refused, "absent");
    play.host(HostOrder::Pause {}).expect("it is played");
    assert_eq!(remedy(&mut play, 0, idle, Remedy::Remind), "not_waited_for");
}

#[test]
fn a_turn_that_does_not_move_on_is_waited_for_whatever_its_player_repeats() {
    // A player who has the cards for a road, which the fixture's random games come to.
    for seed in 1..100 {
        let mut play = Play::new(table_by(&order(3), seed), seed);
        play.present(0..3);
        let road = (0..400).find_map(|_| {
            play.page_step();
            let state = *play.table.state();
            let idle = state.active();
            let may = *state.phase() == Phase::Turn && idle != seat(0) && !play.table.is_over();
            may.then(|| play.road(idle).map(|road| (idle, road)))
                .flatten()
        });
        let Some((idle, road)) = road else { continue };
        let mut told = Vec::new();
        for _ in 0..4 {
            play.pass(17 * SECOND);
            play.act(idle, road).expect("it has the cards");
            play.command(idle, None, Command::Undo {})
                .expect("it reveals nothing");
            told.push(play.told(None, 0).seats[idle.index()].waited_ms);
        }
        // The first road has moved the turn on, and the others nothing.
        assert_eq!(told, [0, 17, 34, 51].map(|s| Some(s * SECOND)));
        assert_eq!(remedy(&mut play, 0, idle, Remedy::Remind), "done");
        return;
    }
    panic!("nobody could build a road");
}
