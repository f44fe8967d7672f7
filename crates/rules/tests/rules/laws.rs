//! Laws that every game keeps, shown by many random games.

mod encodable;
mod histories;
mod invariants;
mod playthroughs;
mod secrets;
mod setups;

use brickwood_rules::{Edition, Rules, SeatSet, Step};
use brickwood_test_kit::{Random, RandomGame, any_rules, asked};

use encodable::generator_and_judge_agree;
use histories::Histories;
use invariants::{cards_are_conserved, everything_fits, only_contenders_stay_contenders};
use secrets::{a_view_and_the_hidden_cards_are_the_state, secrets_stay_secret};
use setups::{
    a_claimed_state_can_be_played_on, an_unknown_bank_is_worked_out, what_is_said_is_understood,
};

/// No random game has come near so many turns.
const TURN_CAP: u16 = 2000;

/// Plays a game to its end, and looks at it from all sides now and then. Returns its turns.
fn play(rules: Rules, seed: u64) -> u16 {
    let mut game = RandomGame::new(rules, seed);
    let mut look = Random::new(!seed);
    // A twin for each viewer takes far longer than the game itself.
    let mut histories = look.one_in(40).then(|| Histories::new(&game.game));
    let mut contenders = SeatSet::all(rules.players);
    while let Some(mut step) = game.next_step() {
        if look.one_in(20_000) {
            step = Step::CalledOff;
        }
        let before = game.state;
        game.apply(step);
        if let Some(histories) = &mut histories {
            histories.observe(&game.game, &before, step, &game.state);
        }
        cards_are_conserved(&game.game, &game.state);
        if look.one_in(200) {
            everything_fits(&game.game, &game.state);
        }
        if look.one_in(100) {
            contenders = only_contenders_stay_contenders(&game.game, &game.state, contenders);
        }
        if look.one_in(400) {
            what_is_said_is_understood(&game.game, &game.state);
            an_unknown_bank_is_worked_out(&game.game, &game.state);
            a_claimed_state_can_be_played_on(&game.game, &game.state, &mut look);
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
    only_contenders_stay_contenders(&game.game, &game.state, contenders);
    if let Some(histories) = &histories {
        histories.who_joins_late_is_caught_up(&game.game);
    }
    game.state.turn()
}

/// How many games each test plays; there are more than fifty thousand in sum. They are the same
/// in each run, so a change of the rules deserves `LAW_GAMES=10000` or more.
fn games() -> u64 {
    asked("LAW_GAMES", 2_000)
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

/// One test for each edition and number of players, so that they share the machine's cores.
macro_rules! games_that_keep_the_laws {
    ($($name:ident: $edition:ident, $players:literal;)+) => {
        $(#[test]
        fn $name() {
            play_many(Edition::$edition.rules($players), games());
        })+
    };
}

games_that_keep_the_laws! {
    games_of_two_by_the_modern_edition_keep_the_laws: Modern, 2;
    games_of_three_by_the_modern_edition_keep_the_laws: Modern, 3;
    games_of_four_by_the_modern_edition_keep_the_laws: Modern, 4;
    games_of_five_by_the_modern_edition_keep_the_laws: Modern, 5;
    games_of_six_by_the_modern_edition_keep_the_laws: Modern, 6;
    games_of_two_by_the_rulebook_of_1996_keep_the_laws: Mayfair1996, 2;
    games_of_three_by_the_rulebook_of_1996_keep_the_laws: Mayfair1996, 3;
    games_of_four_by_the_rulebook_of_1996_keep_the_laws: Mayfair1996, 4;
    games_of_five_by_the_rulebook_of_1996_keep_the_laws: Mayfair1996, 5;
    games_of_six_by_the_rulebook_of_1996_keep_the_laws: Mayfair1996, 6;
    games_of_two_by_the_almanac_of_1999_keep_the_laws: Almanac1999, 2;
    games_of_three_by_the_almanac_of_1999_keep_the_laws: Almanac1999, 3;
    games_of_four_by_the_almanac_of_1999_keep_the_laws: Almanac1999, 4;
    games_of_five_by_the_almanac_of_1999_keep_the_laws: Almanac1999, 5;
    games_of_six_by_the_almanac_of_1999_keep_the_laws: Almanac1999, 6;
    games_of_two_by_the_sheet_for_five_and_six_keep_the_laws: FiveSix, 2;
    games_of_three_by_the_sheet_for_five_and_six_keep_the_laws: FiveSix, 3;
    games_of_four_by_the_sheet_for_five_and_six_keep_the_laws: FiveSix, 4;
    games_of_five_by_the_sheet_for_five_and_six_keep_the_laws: FiveSix, 5;
    games_of_six_by_the_sheet_for_five_and_six_keep_the_laws: FiveSix, 6;
    games_of_two_by_the_retold_rules_keep_the_laws: Siedler, 2;
    games_of_three_by_the_retold_rules_keep_the_laws: Siedler, 3;
    games_of_four_by_the_retold_rules_keep_the_laws: Siedler, 4;
    games_of_five_by_the_retold_rules_keep_the_laws: Siedler, 5;
    games_of_six_by_the_retold_rules_keep_the_laws: Siedler, 6;
}

#[test]
fn a_set_up_can_be_ended_at_each_of_its_steps() {
    for seed in 0..200 {
        let mut game = RandomGame::new(any_rules(&mut Random::new(seed)), seed);
        while game.state.turn() == 0 {
            let before = game.state;
            game.apply(Step::CalledOff);
            everything_fits(&game.game, &game.state);
            what_is_said_is_understood(&game.game, &game.state);
            game.state = before;
            let next = game.next_step().expect("a set-up goes on");
            game.apply(next);
        }
    }
}

#[test]
fn games_by_random_switches_keep_the_laws() {
    for seed in 0..games() {
        let rules = any_rules(&mut Random::new(seed ^ 0x5eed));
        assert_eq!(rules.check(), Ok(()), "{rules:?}");
        play(rules, seed);
    }
}
