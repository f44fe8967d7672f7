//! A table that begins from a position of another game goes on as that game did, with chance of its own.

use brickwood_protocol::{
    Beginning, BoardChoice, HostOrder, NewSeat, NewTable, Problem, SeatOrder,
};
use brickwood_rules::{Action, Edition, Phase, Rules, Seat, ToAct, legal_actions};
use brickwood_table::{Setup, Table, replay_of_record};

use crate::support::{Play, code, gathering, order_by, seat, side, table_by};

/// A short order for three people.
fn order() -> NewTable {
    let rules = Rules {
        points_to_win: 5,
        ..Edition::Modern.rules(3)
    };
    order_by(Edition::Modern, rules)
}

/// Plays to the end without taking a step back: whoever may builds, or else does anything legal.
fn finish(mut play: Play) -> Play {
    while !play.table.is_over() {
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
        let action = match legal.iter().find(builds) {
            Some(action) => *action,
            None => legal[play.below(legal.len())],
        };
        play.act(seat, action).expect("it is legal");
    }
    play
}

fn finished() -> Play {
    finish(Play::new(table_by(&order(), 1), 1))
}

/// An order for a table that begins after so many steps of a record.
fn from(record: &str, steps: u32) -> NewTable {
    NewTable {
        board: BoardChoice::Random,
        from: Some(Beginning {
            record: record.to_owned(),
            steps,
        }),
        ..order()
    }
}

fn begun_from(record: &str, steps: u32) -> Play {
    Play::new(table_by(&from(record, steps), 9), 9)
}

fn refusal(order: &NewTable) -> Problem {
    Setup::new("t".into(), order, [0; 32], 0).expect_err("a bad order")
}

#[test]
fn a_table_from_an_opening_is_the_table_that_played_these_steps() {
    let play = finished();
    let record = play.table.game_record().expect("it is over");
    let before = play.log.len() - play.game_lines().len();
    let mut compared = 0;
    for steps in (0..play.game_lines().len()).step_by(7) {
        let next = &play.log[before + steps].body;
        if ["dice", "stolen", "drawn"]
            .iter()
            .any(|word| next.starts_with(word))
        {
            continue;
        }
        let mut played = play.clone();
        played.log.truncate(before + steps);
        let played = played.restore_play();
        let opened = begun_from(&record, steps as u32);
        for viewer in [None].into_iter().chain(Seat::all(3).map(Some)) {
            let expected = played.told(viewer, 0);
            let told = opened.told(viewer, 0);
            assert_eq!(told.view, expected.view, "after {steps} steps");
            let mut choices = told.choices;
            choices.undo = expected.choices.undo;
            assert_eq!(choices, expected.choices, "after {steps} steps");
        }
        compared += 1;
    }
    assert!(compared > 10);
}

#[test]
fn an_offer_that_was_open_is_answered() {
    let record = include_str!("../../../../tests-data/records/beginners.record");
    let four = order_by(Edition::Modern, Edition::Modern.rules(4));
    let steps = replay_of_record(record).expect("a record").steps;
    let (mut accepted, mut confirmed) = (0, 0);
    for count in 1..steps.len() as u32 {
        let order = NewTable {
            from: from(record, count).from,
            ..four.clone()
        };
        let opened = Play::new(table_by(&order, 9), 9);
        let state = opened.table.state();
        let ToAct::Seats { seats } = state.to_act() else {
            panic!("chance has decided");
        };
        if !matches!(state.phase(), Phase::Trade { .. }) {
            assert_eq!(opened.table.offer(), None, "after {count} steps");
            continue;
        }
        for seat in seats.iter() {
            for action in legal_actions(opened.table.game(), state, seat) {
                match action {
                    Action::Accept => accepted += 1,
                    Action::Confirm { .. } => confirmed += 1,
                    Action::Decline | Action::Withdraw => {}
                    _ => continue,
                }
                let result = opened.clone().act(seat, action);
                result.unwrap_or_else(|refusal| panic!("{action:?} after {count}: {refusal:?}"));
            }
        }
    }
    assert!(accepted > 0 && confirmed > 0, "the game has no such trade");
}

#[test]
fn chance_after_an_opening_is_that_of_the_new_table() {
    let play = finished();
    let record = play.table.game_record().expect("it is over");
    let steps = (play.game_lines().len() / 2) as u32;
    let again = finish(begun_from(&record, steps));
    let (first, second) = (
        replay_of_record(&record).expect("a record"),
        again.table.replay().expect("it is over"),
    );
    let text = |replay: &brickwood_protocol::Replay| {
        let steps = replay.steps.iter().map(|step| step.text.clone());
        steps.collect::<Vec<_>>()
    };
    let (first, all) = (text(&first), text(&second));
    assert_eq!(all[..steps as usize], first[..steps as usize]);
    assert_ne!(all, first);
    let fair = second.fair.expect("the scheme is known");
    assert_eq!(fair.opening, steps);
    assert!(fair.draws.iter().all(|draw| draw.seq > steps));
    assert_eq!(fair.draws.first().map(|draw| draw.number), Some(1));
    // The record says the same.
    let record = again.table.game_record().expect("it is over");
    assert_eq!(
        replay_of_record(&record).expect("a record").fair,
        Some(fair)
    );
    assert!(record.contains(&format!("\nopening {steps}\n")));
}

#[test]
fn an_opening_survives_a_restart_and_a_rematch() {
    let record = finished().table.game_record().expect("it is over");
    let opened = begun_from(&record, 20);
    let stored = serde_json::to_string(opened.table.setup()).expect("JSON");
    let setup: Setup = serde_json::from_str(&stored).expect("a set-up");
    assert_eq!(&setup, opened.table.setup());
    let people = opened.table.people().clone();
    let restored = Table::restore(setup.clone(), people, opened.log.clone()).expect("a good log");
    assert_eq!(restored.state(), opened.table.state());
    let rematch = setup.rematch("next".into(), [3; 32], 0);
    assert_eq!(rematch.opening, setup.opening);
    assert_eq!(rematch.game, setup.game);
    let broken = stored.replacen(" settlement ", " city ", 1);
    assert!(serde_json::from_str::<Setup>(&broken).is_err());
}

#[test]
fn nobody_takes_back_a_step_of_the_opening() {
    let play = finished();
    let record = play.table.game_record().expect("it is over");
    let is_settlement = |line: &brickwood_table::LogRecord| line.body.contains("settlement");
    let steps = play
        .game_lines()
        .iter()
        .position(is_settlement)
        .expect("the first") as u32
        + 1;
    let opened = begun_from(&record, steps);
    for seat in Seat::all(3) {
        assert!(!opened.told(Some(seat), 0).choices.undo);
    }
}

#[test]
fn a_position_that_cannot_be_played_is_refused() {
    let play = finished();
    let record = play.table.game_record().expect("it is over");
    let last = play.game_lines().len() as u32;
    assert_eq!(refusal(&from(&record, last)).code(), "over_in_record");
    assert_eq!(refusal(&from(&record, last + 1)).code(), "short_record");
    let mut fewer = from(&record, 5);
    fewer.seats.pop();
    assert_eq!(refusal(&fewer).code(), "wrong_seat_count");
    let mut locked = from(&record, 5);
    let color = locked.seats[2].color();
    locked.seats[2] = NewSeat::Locked { color };
    assert_eq!(refusal(&locked).code(), "fixed_opening");
    let illegal = record.replacen("roll", "end", 1);
    let line = illegal.lines().position(|line| line.ends_with(" end"));
    let problem = refusal(&from(&illegal, 5));
    assert_eq!(problem.code(), "illegal_step");
    assert_eq!(problem.line, line.map(|line| line as u32 + 1));
    assert_eq!(refusal(&from("a game", 0)).code(), "bad_record");
}

#[test]
fn before_it_begins_only_colors_and_options_of_such_a_table_change() {
    let record = finished().table.game_record().expect("it is over");
    let mut play = gathering(&from(&record, 20), 1);
    let more = play.set_up(|order| order.rules.points_to_win += 1);
    assert_eq!(code(play.arrange(0, more)), "fixed_opening");
    let board = play.set_up(|order| order.board = BoardChoice::Random);
    assert_eq!(code(play.arrange(0, board)), "fixed_opening");
    let to = SeatOrder::Locked {};
    let lock = HostOrder::Seat { seat: seat(1), to };
    assert_eq!(code(play.host(lock)), "fixed_opening");
    let colors = play.set_up(|order| order.colors.swap(0, 1));
    let view = play.told(None, 0).view;
    play.arrange(0, colors).expect("only the colors");
    assert_eq!(play.table.update(side(None), 0, play.now_ms).view, view);
}
