//! A finished game can be replayed, with all hidden information; a game in progress cannot.

use brickwood_rules::{Cards, Edition, Event, Rules, Seat};

use crate::support::{Play, order_by, table_by};

fn finished(secret: u64) -> Play {
    let rules = Rules {
        points_to_win: 6,
        ..Edition::Mayfair1996.rules(5)
    };
    let order = order_by(Edition::Mayfair1996, rules);
    let mut play = Play::new(table_by(&order, secret), secret);
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
