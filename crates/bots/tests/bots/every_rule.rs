//! Bots of every level play whatever can be chosen: every edition, every switch, two to six players.
//!
//! The runner panics at an illegal action, and where nobody who is to act knows what to do.

use brickwood_bots::Level;
use brickwood_rules::{
    Action, BeginnersPieces, DiceSource, Edition, Phase, Rules, SetUp, Variants,
};
use brickwood_test_kit::{of_every_edition, with_everything};

use crate::support::{choose, game_by, play, play_until};

/// What the bots of one level did in games by some rules.
#[derive(Default)]
struct Seen(Vec<(Phase, Action)>);

impl Seen {
    fn count(&self, wanted: impl Fn(&Phase, Action) -> bool) -> usize {
        let hits = self
            .0
            .iter()
            .filter(|(phase, action)| wanted(phase, *action));
        hits.count()
    }
}

/// Plays some games with bots of one level; each must have a winner.
fn seen(rules: Rules, level: Level, games: u64) -> Seen {
    let mut seen = Seen::default();
    for number in 0..games {
        let game = game_by(rules, number);
        let outcome = play(&game, number, |state, _, view, seed| {
            let action = choose(level, &game, view, seed);
            seen.0.extend(action.map(|action| (*state.phase(), action)));
            action
        });
        assert!(outcome.winner.is_some(), "{level:?} in {rules:?}");
    }
    seen
}

fn with(players: u8, variants: Variants) -> Rules {
    Rules {
        variants,
        ..Edition::Modern.rules(players)
    }
}

#[test]
fn every_edition_is_played_to_its_end_by_two_to_six() {
    for rules in of_every_edition() {
        for level in Level::ALL {
            seen(rules, level, 1);
        }
    }
}

#[test]
fn all_variants_together_are_played_to_their_end() {
    for edition in Edition::ALL {
        for players in [3, 6] {
            for level in Level::ALL {
                seen(with_everything(edition.rules(players)), level, 1);
            }
        }
    }
}

#[test]
fn free_roads_are_laid_by_every_level_at_once_or_within_the_turn() {
    for edition in [Edition::Modern, Edition::Siedler] {
        for level in Level::ALL {
            let (mut cards, mut laid) = (0, 0);
            for number in 0..4 {
                let game = game_by(edition.rules(3), number);
                play(&game, number, |state, _, view, seed| {
                    let action = choose(level, &game, view, seed);
                    let free = state.free_roads() > 0;
                    match action {
                        Some(Action::PlayRoadBuilding) => cards += 1,
                        Some(Action::BuildRoad { .. }) if free => laid += 1,
                        _ => {}
                    }
                    action
                });
            }
            assert!(cards > 0, "{level:?} plays no road building");
            assert!(
                laid >= cards,
                "{level:?} lays {laid} free roads of {cards} cards"
            );
        }
    }
}

#[test]
fn beginners_take_the_cards_of_one_settlement_each() {
    for (players, left_out) in [(3, None), (3, Some(BeginnersPieces::White)), (4, None)] {
        let rules = Rules {
            set_up: SetUp::Beginners { left_out },
            ..Edition::Modern.rules(players)
        };
        for level in Level::ALL {
            let taken = seen(rules, level, 1)
                .count(|_, action| matches!(action, Action::TakeFirstCards { .. }));
            assert_eq!(taken, usize::from(players));
        }
    }
}

#[test]
fn medium_and_hard_never_take_fewer_first_cards() {
    let rules = Rules {
        set_up: SetUp::Beginners { left_out: None },
        ..Edition::Modern.rules(4)
    };
    let game = game_by(rules, 0);
    for level in [Level::Medium, Level::Hard] {
        play(&game, 5, |state, seat, view, seed| {
            let action = choose(level, &game, view, seed);
            if let Some(Action::TakeFirstCards { at }) = action {
                let cards = |at| {
                    let board = game.board();
                    let hexes = board.topology().hexes_round(at);
                    let brings = |hex| board.terrain(hex).resource().is_some();
                    hexes.filter(|hex| brings(*hex)).count()
                };
                let most = state.settlements(seat).iter().map(cards).max();
                assert_eq!(Some(cards(at)), most, "{level:?} {seat:?}");
            }
            action
        });
    }
}

#[test]
fn between_turns_bots_build_and_pass() {
    for level in Level::ALL {
        let seen = seen(Edition::FiveSix.rules(6), level, 2);
        let special = |phase: &Phase| matches!(phase, Phase::SpecialBuilding);
        let passed = seen.count(|phase, action| special(phase) && action == Action::Pass);
        let built = seen.count(|phase, action| special(phase) && action != Action::Pass);
        assert!(
            passed > 20 && built > 20,
            "{level:?}: {built}, then {passed}"
        );
    }
}

#[test]
fn knights_interrupt_some_robbers_and_let_others_be() {
    let variants = Variants {
        knight_interrupt: true,
        ..Variants::default()
    };
    for level in Level::ALL {
        let seen = seen(with(4, variants), level, 6);
        let asked = |phase: &Phase| matches!(phase, Phase::Interrupt { .. });
        let passed = seen.count(|phase, action| asked(phase) && action == Action::Pass);
        let played = seen.count(|phase, action| asked(phase) && action == Action::PlayKnight);
        assert!(
            passed > 0 && played > 0,
            "{level:?}: {played} of {}",
            played + passed
        );
    }
}

#[test]
fn who_may_forgo_a_theft_hardly_does() {
    for level in Level::ALL {
        let seen = seen(Edition::Mayfair1996.rules(4), level, 4);
        let choosing = |phase: &Phase| matches!(phase, Phase::Rob { .. });
        let robbed = seen.count(|phase, action| choosing(phase) && action != Action::Pass);
        let forgone = seen.count(|phase, action| choosing(phase) && action == Action::Pass);
        assert!(
            robbed > 10 * forgone,
            "{level:?}: {robbed}, {forgone} forgone"
        );
    }
}

#[test]
fn a_robber_that_may_stay_mostly_moves() {
    let variants = Variants {
        robber_may_stay: true,
        ..Variants::default()
    };
    for level in Level::ALL {
        let seen = seen(with(4, variants), level, 4);
        let moved = seen.count(|_, action| matches!(action, Action::MoveRobber { .. }));
        let left = seen
            .count(|phase, action| matches!(phase, Phase::MoveRobber) && action == Action::Pass);
        assert!(moved > 5 * left, "{level:?}: moved {moved}, left {left}");
    }
}

#[test]
fn victory_points_that_must_be_played_are_played() {
    let variants = Variants {
        played_victory_points: true,
        ..Variants::default()
    };
    for level in Level::ALL {
        let seen = seen(with(4, variants), level, 6);
        let played = seen.count(|_, action| action == Action::PlayVictoryPoint);
        assert!(played > 0, "{level:?}");
    }
}

#[test]
fn where_building_ends_trading_bots_trade_first() {
    for rules in [
        Edition::Almanac1999.rules(4),
        with(
            4,
            Variants {
                no_trade_after_building: true,
                ..Variants::default()
            },
        ),
    ] {
        for level in [Level::Medium, Level::Hard] {
            let seen = seen(rules, level, 4);
            let trades = seen.count(|_, action| matches!(action, Action::MaritimeTrade { .. }));
            let offers = seen.count(|_, action| matches!(action, Action::Offer { .. }));
            assert!(
                trades > 20 && offers > 10,
                "{level:?}: {trades} trades, {offers} offers"
            );
        }
    }
}

#[test]
fn every_other_switch_is_played_to_its_end() {
    let modern = Edition::Modern.rules(4);
    let variants = [
        Variants {
            open_hands: true,
            ..Variants::default()
        },
        Variants {
            cards_after_roll: true,
            ..Variants::default()
        },
        Variants {
            no_early_seven: true,
            ..Variants::default()
        },
        Variants {
            keep_a_settlement: true,
            ..Variants::default()
        },
    ];
    let mut all: Vec<Rules> = variants.map(|variants| with(4, variants)).into();
    all.extend([
        Rules {
            friendly_robber: true,
            ..modern
        },
        Rules {
            dice: DiceSource::Deck,
            ..modern
        },
        Rules {
            hand_limit: 3,
            points_to_win: 13,
            ..modern
        },
    ]);
    for rules in all {
        for level in Level::ALL {
            seen(rules, level, 1);
        }
    }
}

#[test]
fn a_game_that_runs_out_of_time_is_finished() {
    for players in [4, 6] {
        let rules = Rules {
            time_limit: Some(60),
            ..Edition::Siedler.rules(players)
        };
        for level in Level::ALL {
            let game = game_by(rules, 8);
            let outcome = play_until(&game, 8, Some(30), |_, _, view, seed| {
                choose(level, &game, view, seed)
            });
            assert!(outcome.winner.is_some() && outcome.turns <= 30, "{level:?}");
        }
    }
}
