//! Each level beats the one below it. The games are seeded, so the outcome is always the same; the
//! thresholds lie far below what is measured (`docs/book/bots.md`).

use crate::support::{self, choose};
use brickwood_bots::Level;

/// How many of `games` on random boards one challenger wins against three rivals, sitting in each
/// seat in turn on the same board with the same dice.
fn wins(challenger: Level, rivals: Level, games: u64) -> u32 {
    let mut wins = 0;
    for number in 0..games {
        let game = support::game(4, 500 + number / 4, false);
        let levels = support::one_against(challenger, rivals, 4, number);
        let outcome = support::play(&game, 900 + number / 4, |_, seat, view, seed| {
            choose(levels[seat.index()], &game, view, seed)
        });
        wins += u32::from(
            outcome
                .winner
                .is_some_and(|seat| levels[seat.index()] == challenger),
        );
    }
    wins
}

#[test]
fn medium_beats_easy() {
    // The fair share is 50 of 200.
    let wins = wins(Level::Medium, Level::Easy, 200);
    assert!(wins >= 80, "{wins} of 200");
}

#[test]
fn hard_beats_medium() {
    // The fair share is 100 of 400.
    let wins = wins(Level::Hard, Level::Medium, 400);
    assert!(wins >= 160, "{wins} of 400");
}
