//! Positions, views, rules and boards are read back as they were written.

use brickwood_notation::{
    board_file, board_text, parse_board, parse_board_plan, parse_position, parse_rules, parse_view,
    position_text, rules_text, rules_text_from, view_text,
};
use brickwood_rules::{Edition, Game, Seat, State, shuffled_board};
use brickwood_test_kit::{Random, RandomGame, any_rules, asked};
use proptest::prelude::*;

#[track_caller]
fn position_survives(game: &Game, state: &State) {
    let text = position_text(game, state);
    let read = match parse_position(&text) {
        Ok(read) => read,
        Err(error) => panic!("{error}\n{text}"),
    };
    assert_eq!(&read.game, game, "{text}");
    assert_eq!(&read.state, state, "{text}");
    assert_eq!(position_text(&read.game, &read.state), text);
}

#[track_caller]
fn views_survive(game: &Game, state: &State) {
    let seats = Seat::all(game.rules().players).map(Some);
    for viewer in seats.chain([None]) {
        let view = state.view(game, viewer);
        let text = view_text(game, &view);
        let read = match parse_view(&text) {
            Ok(read) => read,
            Err(error) => panic!("{error}\n{text}"),
        };
        assert_eq!(&read.game, game, "{text}");
        assert_eq!(read.view, view, "{text}");
        assert_eq!(view_text(&read.game, &read.view), text);
    }
}

/// How many games are played: `LAW_GAMES` asks for more than a run of all tests has time for.
fn games() -> u32 {
    asked("LAW_GAMES", 40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(games()))]

    #[test]
    fn every_position_and_every_view_of_random_games_is_read_back(seed: u64) {
        let mut random = Random::new(seed);
        let rules = any_rules(&mut random);
        let mut game = RandomGame::new(rules, seed);
        position_survives(&game.game, &game.state);
        let mut steps = 0;
        while game.play().is_some() && steps < 3000 {
            steps += 1;
            // All of the first steps and of the last, and now and then one between.
            if steps < 60 || random.one_in(16) {
                position_survives(&game.game, &game.state);
            }
            if random.one_in(24) {
                views_survive(&game.game, &game.state);
            }
        }
        position_survives(&game.game, &game.state);
        views_survive(&game.game, &game.state);
    }
}

proptest! {
    #[test]
    fn all_rules_are_read_back_from_every_edition(seed: u64) {
        let rules = any_rules(&mut Random::new(seed));
        for edition in Edition::ALL {
            let text = rules_text_from(edition, &rules);
            prop_assert_eq!(parse_rules(&text), Ok(rules), "{}", text);
        }
        let text = rules_text(&rules);
        prop_assert_eq!(parse_rules(&text), Ok(rules), "{}", text);
    }

    #[test]
    fn random_boards_are_read_back_as_a_word_and_as_a_file(seed: u64) {
        let mut random = Random::new(seed);
        let rules = any_rules(&mut random);
        let board = shuffled_board(&rules, |n| random.below(n));
        for text in [board_text(&board), board_file(&board)] {
            prop_assert_eq!(&parse_board(&text), &Ok(board.clone()), "{}", text);
            prop_assert_eq!(&parse_board_plan(&text), &Ok(board.plan().clone()));
        }
    }
}
