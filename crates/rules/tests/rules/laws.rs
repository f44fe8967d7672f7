//! Laws that every game keeps, shown by many random games.

mod encodable;
mod invariants;
mod random_game;
mod secrets;

use brickwood_rules::{LongestRoadTie, ProgressCards, Rules, Variants};

use crate::kit::{Random, modern};
use encodable::generator_and_judge_agree;
use invariants::{cards_are_conserved, everything_fits};
use random_game::RandomGame;
use secrets::{a_view_and_the_hidden_cards_are_the_state, secrets_stay_secret};

/// No random game has come near so many turns.
const TURN_CAP: u16 = 2000;

/// Plays a game to its end, and looks at it from all sides now and then. Returns its turns.
fn play(rules: Rules, seed: u64) -> u16 {
    let mut game = RandomGame::new(rules, seed);
    let mut look = Random::new(!seed);
    while let Some(step) = game.next_step() {
        let before = game.state;
        game.play(step);
        cards_are_conserved(&game.game, &game.state);
        if look.one_in(200) {
            everything_fits(&game.game, &game.state);
        }
        if look.one_in(2_000) {
            generator_and_judge_agree(&game.game, &game.state, &mut look);
        }
        if look.one_in(1_000) {
            a_view_and_the_hidden_cards_are_the_state(&game.game, &game.state);
            secrets_stay_secret(&game.game, &before, step, &mut look);
        }
        if game.state.turn() == TURN_CAP {
            break;
        }
    }
    everything_fits(&game.game, &game.state);
    game.state.turn()
}

/// Plays many games by these rules; nearly all end.
fn play_many(rules: Rules, games: u64) {
    let unended = (0..games)
        .filter(|seed| play(rules, *seed) == TURN_CAP)
        .count();
    assert!(
        unended <= 10,
        "{unended} of {games} games reached the turn cap"
    );
}

#[test]
fn ten_thousand_games_of_two_keep_the_laws() {
    play_many(modern(2), 10_000);
}

#[test]
fn ten_thousand_games_of_three_keep_the_laws() {
    play_many(modern(3), 10_000);
}

#[test]
fn ten_thousand_games_of_four_keep_the_laws() {
    play_many(modern(4), 10_000);
}

/// Every switch that can be played, on the other side.
#[test]
fn a_thousand_games_by_other_switches_keep_the_laws() {
    let other = Rules {
        bank_shortage: brickwood_rules::BankShortage::Nobody,
        trade_then_build: true,
        like_for_like: true,
        city_cost: brickwood_rules::CityCost::TwoOreThreeGrain,
        robber_on_desert: false,
        progress_cards: ProgressCards::UnderTheDeck,
        longest_road_tie: LongestRoadTie::Nobody,
        hand_limit: 5,
        points_to_win: 12,
        variants: Variants {
            cards_after_roll: true,
            no_trade_after_building: true,
            ..Variants::default()
        },
        ..modern(3)
    };
    play_many(other, 1_000);
}
