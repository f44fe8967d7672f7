//! Playouts are legal, uniform and repeatable.

use std::collections::BTreeMap;

use brickwood_arena::{Deal, Playouts, for_each_step};
use brickwood_rules::{Edition, State};
use brickwood_test_kit::{of_every_edition, with_everything};

#[test]
fn the_same_seed_plays_the_same_games() {
    let deal = Deal::new(Edition::Modern.rules(4), 1).expect("four can play");
    let run = |seed| Playouts::new(seed).games(&deal.game, 3, 100_000);
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).checksum, run(2).checksum);
    assert_eq!((run(1).games, run(1).unfinished), (3, 0));
}

#[test]
fn playouts_reach_the_end_by_every_edition_and_variant() {
    let all = of_every_edition().map(with_everything);
    for rules in of_every_edition().chain(all) {
        let deal = Deal::new(rules, 2).expect("it can be played");
        let sum = Playouts::new(3).games(&deal.game, 1, 200_000);
        assert_eq!(sum.unfinished, 0, "{rules:?}");
    }
}

#[test]
fn a_playout_stops_at_its_cap() {
    let deal = Deal::new(Edition::Modern.rules(4), 1).expect("four can play");
    let mut state = State::new(&deal.game);
    let playout = Playouts::new(1).play(&deal.game, &mut state, 50);
    assert_eq!(playout.steps, 50);
    assert!(playout.winners.is_empty());
}

#[test]
fn every_step_that_may_follow_is_taken_about_as_often() {
    let deal = Deal::new(Edition::Modern.rules(2), 5).expect("two can play");
    let mut playouts = Playouts::new(9);
    // Somewhere in the middle, where more than one thing can be done.
    let mut state = State::new(&deal.game);
    let mut steps = Vec::new();
    for _ in 0..20_000 {
        steps.clear();
        for_each_step(&deal.game, &state, |step| steps.push(step));
        if state.turn() > 20 && (5..12).contains(&steps.len()) {
            break;
        }
        if playouts.play(&deal.game, &mut state, 1).steps == 0 {
            state = State::new(&deal.game);
        }
    }
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..1_000 * steps.len() {
        let mut next = state;
        playouts.watched(&deal.game, &mut next, 1, |step| {
            *taken.entry(format!("{step:?}")).or_default() += 1;
        });
    }
    assert_eq!(taken.len(), steps.len());
    assert!(
        taken.values().all(|count| (860..1_140).contains(count)),
        "{taken:?}"
    );
}
