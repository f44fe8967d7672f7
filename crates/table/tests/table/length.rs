//! The maximum length of a log, and how a long one is sent.

use brickwood_protocol::{Command, HostOrder, LogEntry, SpectatorRule};
use brickwood_rules::Seat;
use brickwood_table::{Author, Progress};

use crate::support::{Play, code, gathering, order, person, side, table_of_people};

#[test]
fn a_table_that_was_changed_too_often_can_still_begin() {
    let mut play = gathering(&order(2), 1);
    let change = |play: &mut Play| {
        let mut options = play.table.people().options;
        options.spectators = match options.spectators {
            SpectatorRule::Allowed => SpectatorRule::Forbidden,
            _ => SpectatorRule::Allowed,
        };
        play.host(HostOrder::Options { options })
    };
    let refused = (0..10_000).find_map(|_| change(&mut play).err());
    assert_eq!(
        code(Err::<(), _>(refused.expect("it ends"))),
        "too_much_arranged"
    );
    play.sit(1).expect("there is room for people");
    play.ready(1).expect("there is room for people");
    play.host(HostOrder::Start {}).expect("it can begin");
    assert!(play.table.started());
    play.arrange(1, Command::Leave {}).expect("and be left");
}

#[test]
fn nobody_fills_the_log_by_taking_steps_back() {
    let mut play = Play::new(table_of_people(2, 3), 3);
    let mut most = 0;
    let (mut turn, mut undone) = (None, 0);
    for _ in 0..20_000 {
        if play.table.is_over() {
            break;
        }
        play.random_request();
        let state = play.table.state();
        let seat = state.active();
        let now = Some((state.turn(), seat, state.builder()));
        if now != turn {
            (turn, undone) = (now, 0);
        }
        let undo = play.table.propose(
            Author::Seat(seat),
            &brickwood_protocol::Command::Undo {}.into(),
            play.now_ms,
        );
        if let Ok(batch) = undo {
            play.commit(batch);
            undone += 1;
            most = most.max(undone);
        }
    }
    assert!((1..=30).contains(&most), "{most} undone in a turn");
}

#[test]
fn a_long_log_is_told_in_parts_as_it_is_told_in_one() {
    let mut play = Play::new(table_of_people(4, 5), 5);
    while play.table.head() < 1200 && !play.table.is_over() {
        play.random_request();
    }
    let (table, head) = (&play.table, play.table.head());
    assert!(head > 1024, "the log has only {head} lines");
    for viewer in Seat::all(4).map(Some).chain([None]) {
        let whole = play.told(viewer, 0).log;
        let mut parts: Vec<LogEntry> = Vec::new();
        for after in (0..head).step_by(100) {
            parts.extend(table.log(viewer, after, head.min(after + 100)));
        }
        assert!(parts == whole, "the log of {viewer:?} differs");
    }
}

#[test]
fn a_list_shows_a_table_as_its_players_see_it() {
    let play = gathering(&order(3), 2);
    assert_eq!(play.table.outline().progress, Progress::Gathering);
    let new = play.table.listed().summary(Some(person(0)));
    assert_eq!((new.started, new.turn, new.your_turn), (false, 0, false));
    assert_eq!(new.host.as_deref(), Some("Player 0"));
    let mut play = Play::new(table_of_people(3, 2), 2);
    while !play.table.is_over() {
        play.random_request();
        if !play.table.is_over() && !play.table.head().is_multiple_of(8) {
            continue;
        }
        let listed = play.table.listed();
        if play.table.head().is_multiple_of(64) {
            assert_eq!(listed.outline, play.restore().outline());
        }
        for number in 0..3 {
            let seat = Seat::new(number).expect("a seat");
            let update = play
                .table
                .update(side(Some(seat)), play.table.head(), play.now_ms);
            let summary = listed.summary(Some(person(number)));
            assert_eq!(summary.your_turn, update.choices.to_act);
            assert_eq!(summary.turn, update.view.turn);
            assert!(summary.started && summary.winners.is_empty() != play.table.is_over());
        }
        assert!(!listed.summary(None).your_turn);
    }
    assert_eq!(play.table.outline().progress, Progress::Over);
}
