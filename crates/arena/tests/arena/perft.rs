//! Counts of step sequences.

use brickwood_arena::{divide, for_each_step, perft};
use brickwood_rules::{
    ChanceOutcome, Dice, Edition, FirstPlayer, Game, Rules, Seat, State, Step, beginners_board,
};

fn game(players: u8) -> Game {
    let rules = Rules {
        first_player: FirstPlayer::Named {
            seat: Seat::new(0).expect("there is a seat 0"),
        },
        ..Edition::Modern.rules(players)
    };
    Game::new(rules, beginners_board()).expect("today's rules can be played")
}

#[test]
fn the_set_up_has_the_sequences_of_the_suite() {
    let state = State::new(&game(3));
    // A settlement anywhere, a road at it, a settlement that keeps its distance.
    for (depth, sequences) in [(0, 1), (1, 54), (2, 144), (3, 7236), (4, 19248)] {
        assert_eq!(perft(&game(3), &state, depth), sequences);
    }
}

#[test]
fn the_parts_add_up_to_the_whole() {
    let game = game(2);
    let state = State::new(&game);
    let parts = divide(&game, &state, 3);
    assert_eq!(parts.len(), 54);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 7236);
    for (step, count) in parts {
        let next = state.apply(&game, step).expect("a listed step is legal");
        assert_eq!(perft(&game, &next, 2), count);
    }
    assert_eq!(divide(&game, &state, 0), []);
}

#[test]
fn every_throw_counts_as_one_step() {
    let game = Game::new(Edition::Modern.rules(2), beginners_board()).expect("playable");
    let state = State::new(&game);
    assert_eq!(perft(&game, &state, 1), 36);
    // Both have rolled, and either begins or both roll again.
    assert_eq!(perft(&game, &state, 2), 36 * 36);
    let tied: u64 = (2..=12_u64).map(|sum| (6 - sum.abs_diff(7)).pow(2)).sum();
    assert_eq!(perft(&game, &state, 3), (36 * 36 - tied) * 54 + tied * 36);
}

#[test]
fn all_who_may_act_at_once_count() {
    let rules = Rules {
        set_up: brickwood_rules::SetUp::Beginners { left_out: None },
        ..game(4).rules().to_owned()
    };
    let game = Game::new(rules, beginners_board()).expect("the beginners' game can be played");
    let state = State::new(&game);
    // Four seats with two settlements each, in any order; then the first of them is to roll.
    assert_eq!(perft(&game, &state, 1), 4 * 2);
    assert_eq!(perft(&game, &state, 4), 24 * 16);
    assert_eq!(perft(&game, &state, 5), 24 * 16);
}

#[test]
fn nothing_follows_the_end() {
    let rules = Rules {
        points_to_win: 3,
        ..game(2).rules().to_owned()
    };
    let game = Game::new(rules, beginners_board()).expect("three points can be played for");
    let mut playouts = brickwood_arena::Playouts::new(1);
    let mut state = State::new(&game);
    playouts.play(&game, &mut state, u32::MAX);
    assert_eq!(perft(&game, &state, 1), 0);
    for_each_step(&game, &state, |step| panic!("{step:?} after the end"));
    let dice = Dice::new(1, 1).expect("two faces");
    let outcome = ChanceOutcome::Dice { dice };
    assert!(state.apply(&game, Step::Chance { outcome }).is_err());
}
