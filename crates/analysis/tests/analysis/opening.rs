//! What set-ups bring.

use brickwood_analysis::openings;
use brickwood_bots::Level;
use brickwood_rules::{Edition, HarborKind, Resource, Seat};

use crate::played::bots;

#[test]
fn an_opening_has_the_pips_and_harbors_of_both_settlements() {
    for seed in 0..5 {
        let played = bots(Edition::Modern.rules(4), seed, &[Level::Easy]);
        let board = played.game.board();
        let topology = board.topology();
        // The last state of the set-up, in which each seat has two settlements.
        let last = played.states.iter().rfind(|state| state.turn() == 0);
        let set_up = last.expect("there is a set-up");
        let opened = openings(&played.game, &played.steps).unwrap();
        for (seat, opening) in Seat::all(4).zip(opened) {
            let mut pips = [0; 5];
            for at in set_up.settlements(seat).iter() {
                for hex in topology.hexes_round(at) {
                    if let Some(resource) = board.terrain(hex).resource() {
                        let place = Resource::ALL.iter().position(|other| *other == resource);
                        pips[place.unwrap()] += u32::from(board.hex(hex).pips());
                    }
                }
            }
            assert_eq!(opening.pips, pips);
            let rate = |resource| set_up.rates(seat)[resource];
            for resource in Resource::ALL {
                let special = HarborKind::Special { resource };
                assert_eq!(opening.harbors.contains(&special), rate(resource) == 2);
            }
            let generic = Resource::ALL.iter().any(|resource| rate(*resource) == 3);
            let all_special = Resource::ALL.iter().all(|resource| rate(*resource) == 2);
            assert!(opening.harbors.contains(&HarborKind::Generic) == generic || all_special);
        }
    }
}
