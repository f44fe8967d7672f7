//! A finished game can be replayed, with all hidden information; a game in progress cannot.

use brickwood_protocol::{HostOrder, ProblemKind, Scene};
use brickwood_rules::{Cards, DevelopmentCard, Edition, Event, Phase, Rules, Seat};
use brickwood_table::{played_game_of_record, replay_of_record};

use crate::support::{Play, order_by, table_by};

fn begun(secret: u64) -> Play {
    let rules = Rules {
        points_to_win: 6,
        ..Edition::Mayfair1996.rules(5)
    };
    let order = order_by(Edition::Mayfair1996, rules);
    Play::new(table_by(&order, secret), secret)
}

fn finished(secret: u64) -> Play {
    let mut play = begun(secret);
    while !play.table.is_over() {
        let refused = play.table.replay().expect_err("hands are hidden");
        assert_eq!(refused.code(), "not_over");
        play.page_request();
    }
    play
}

#[test]
fn a_replay_ends_where_the_game_ended_and_leaves_out_what_was_taken_back() {
    let play = finished(1);
    let undone = play.log.iter().filter(|line| line.body.ends_with("undo"));
    let undone = undone.count();
    assert!(undone > 0);
    let replay = play.table.replay().expect("it is over");
    assert_eq!(replay.steps.len(), play.game_lines().len() - 2 * undone);
    let numbers: Vec<u32> = replay.steps.iter().map(|step| step.seq).collect();
    let expected: Vec<u32> = (1..=replay.steps.len() as u32).collect();
    assert_eq!(numbers, expected);
    let last = replay.steps.last().expect("a step");
    assert_eq!(last.scene.view, play.table.view(None));
    assert!(matches!(last.events.last(), Some(Event::Won { .. })));
    assert_eq!(replay.seats[0].name.as_deref(), Some("Player 0"));
}

#[test]
fn a_replay_shows_every_hand_and_every_hidden_card() {
    let play = finished(2);
    let replay = play.table.replay().expect("it is over");
    let bank = play.table.game().rules().bank();
    let mut hidden = 0;
    for step in &replay.steps {
        let hands = step.scene.hands.iter().map(|hand| hand.hand);
        let all = hands.fold(step.scene.view.bank, |sum: Cards, hand| sum + hand);
        assert_eq!(all, bank, "{}", step.text);
        for event in &step.events {
            match event {
                Event::Stolen { resource, .. } => assert!(resource.is_some()),
                Event::Bought { card, .. } => assert!(card.is_some()),
                _ => continue,
            }
            hidden += 1;
        }
    }
    assert!(hidden > 0);
    assert_eq!(replay.start.view.turn, 0);
    assert_eq!(
        replay.start.hands.len(),
        Seat::all(5).count(),
        "one for each seat"
    );
}

/// What the log of a table told each seat while the game went on.
#[test]
fn a_replay_tells_each_seat_what_it_was_told_then() {
    let play = finished(2);
    let replay = play.table.replay().expect("it is over");
    let mut less = 0;
    for seat in Seat::all(5) {
        let update = play.told(Some(seat), 0);
        let undone: Vec<_> = (1..update.log.len())
            .filter(|at| update.log[*at].undone.is_some())
            .flat_map(|at| [at - 1, at])
            .collect();
        let told = update.log.iter().enumerate();
        let told: Vec<_> = told
            .filter(|(at, entry)| !undone.contains(at) && !entry.events.is_empty())
            .map(|(_, entry)| entry.events.clone())
            .collect();
        let replayed = replay.steps.iter().map(|step| {
            let less_told = step.told.iter().find(|told| told.to.contains(seat));
            less += usize::from(less_told.is_some());
            less_told.map_or(&step.events, |told| &told.events).clone()
        });
        let replayed: Vec<_> = replayed.filter(|events| !events.is_empty()).collect();
        assert_eq!(replayed, told, "{seat:?}");
    }
    assert!(less > 0);
}

#[test]
fn a_replay_counts_hidden_points_only_with_the_cards_that_bring_them() {
    let hides = |scene: &Scene, seat: Seat| {
        let public = scene.view.seats[seat.index()].points.total();
        scene.points[seat.index()].total() > public
    };
    let mut hidden = 0;
    for secret in 1..=4 {
        let replay = finished(secret).table.replay().expect("it is over");
        for step in &replay.steps {
            for seat in Seat::all(5) {
                let hand = &step.scene.hands[seat.index()];
                let over = matches!(step.scene.view.common.phase, Phase::Over { .. });
                let holds = hand.development[DevelopmentCard::VictoryPoint] > 0;
                assert_eq!(hides(&step.scene, seat), holds && !over, "{}", step.text);
                hidden += usize::from(holds);
            }
        }
    }
    assert!(hidden > 0);
}

#[test]
fn the_times_of_the_steps_leave_breaks_out() {
    let mut play = begun(4);
    let mut seconds = 0;
    while !play.table.is_over() {
        play.pass(1000);
        seconds += 1;
        play.page_step();
        if seconds == 90 {
            play.host(HostOrder::Pause {}).expect("it is played");
            play.pass(3_600_000);
            play.host(HostOrder::Unpause {}).expect("it is paused");
        }
    }
    let played = play.table.played_game().expect("it is over");
    let times = played.times_ms.expect("a table knows them");
    assert_eq!(times.len(), played.steps.len());
    assert!(times.is_sorted());
    assert_eq!(times.last(), Some(&(1000 * seconds)));
}

#[test]
fn the_steps_of_a_record_are_those_of_the_table() {
    let play = finished(3);
    let of_table = play.table.played_game().expect("it is over");
    let record = play.table.game_record().expect("it is over");
    let of_record = played_game_of_record(&record).expect("a record");
    assert_eq!(of_record.game, of_table.game);
    assert_eq!(of_record.steps, of_table.steps);
    assert_eq!(of_record.times_ms, None);
}

/// Each damage to a record with what is said to be wrong, and in which line.
#[test]
fn what_is_wrong_with_a_record_is_named_with_its_line() {
    let record = finished(1).table.game_record().expect("it is over");
    let line = |part: &str| {
        let found = record.lines().position(|line| line.contains(part));
        found.expect("a line") as u32 + 1
    };
    let first_seat = line("seat 1");
    let cases = [
        (
            record.replacen("brickwood-record", "notes", 1),
            1,
            "no_record",
        ),
        (
            record.replacen("brickwood-record ", "brickwood-record 9", 1),
            1,
            "version",
        ),
        (
            record.replacen("rules mayfair-1996", "rules mayfair-1960", 1),
            line("rules "),
            "edition",
        ),
        (record.replacen("seat 1", "seat 2", 1), first_seat, "header"),
        (
            record.replacen(" roll", " rill", 1),
            line(" roll"),
            "action",
        ),
        (
            record.replacen(" roll", " roll twice", 1),
            line(" roll"),
            "operand",
        ),
        (
            format!("{record}1 roll\n"),
            record.lines().count() as u32 + 1,
            "after_result",
        ),
    ];
    for (text, at, kind) in cases {
        let problem = replay_of_record(&text).expect_err(kind);
        let ProblemKind::BadRecord { why } = &problem.kind else {
            panic!("{kind}: {problem:?}");
        };
        let why = serde_json::to_value(why).expect("JSON");
        assert_eq!(
            (why["type"].as_str(), problem.line),
            (Some(kind), Some(at)),
            "{why}"
        );
    }
}
