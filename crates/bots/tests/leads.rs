//! Whoever is far ahead ends the game.

mod support;

use brickwood_bots::{Level, choose};
use brickwood_rules::{Action, Edition, Rules, Seat, for_each_action};

/// So many points more than anybody else are far ahead.
const FAR_AHEAD: u8 = 4;

/// Games of one hard bot against easy ones: how many it has won, and how many have ended.
fn against_easy(players: u8, points_to_win: u8, games: u64) -> (u32, u32) {
    let rules = Rules {
        points_to_win,
        ..Edition::Modern.rules(players)
    };
    let (mut won, mut ended) = (0, 0);
    for number in 0..games {
        let game = support::game_by(rules, 500 + number);
        let levels = support::one_against(Level::Hard, Level::Easy, players, number);
        let outcome = support::play(&game, number, |state, seat, view, seed| {
            let level = levels[seat.index()];
            let action = choose(level, &game, view, seed);
            if level == Level::Hard && action == Some(Action::EndTurn) {
                let best_rival = Seat::all(players)
                    .filter(|other| *other != seat)
                    .map(|other| state.points(&game, other).total())
                    .max();
                let lead = state.points(&game, seat).total();
                if best_rival.is_some_and(|rival| lead >= rival + FAR_AHEAD) {
                    for_each_action(&game, state, seat, |left| {
                        assert!(
                            !matches!(
                                left,
                                Action::BuildCity { .. } | Action::BuildSettlement { .. }
                            ),
                            "ends its turn with {lead} points and {:?} in hand",
                            state.hand(seat)
                        );
                    });
                }
            }
            action
        });
        ended += u32::from(outcome.winner.is_some());
        let winner = outcome.winner.map(|seat| levels[seat.index()]);
        won += u32::from(winner == Some(Level::Hard));
    }
    (won, ended)
}

#[test]
fn hard_builds_what_it_can_and_wins_long_duels_against_easy() {
    assert_eq!(against_easy(2, 15, 24), (24, 24));
}

#[test]
fn games_of_hard_against_easy_to_14_points_come_to_an_end() {
    let (won, ended) = against_easy(4, 14, 24);
    assert_eq!(ended, 24);
    assert!(won >= 22, "{won} of 24");
}
