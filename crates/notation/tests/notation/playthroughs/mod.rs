//! Whole games, committed as text, replayed line by line with what every seat sees.
//!
//! A playthrough is a record of a game. After each step, comments say what changed in the view of
//! everybody, and for each seat what of its own cards only that seat sees: words of the position
//! notation, `-word` for one that is gone. A test that fails after a change of the rules shows by
//! its difference what a table would have noticed. `UPDATE_COMMITTED=1` writes them anew.

mod annotate;
mod games;

use annotate::annotated;
use brickwood_notation::parse_record;
use brickwood_test_kit::{read, update};
use games::{GAMES, Playthrough};

const FOLDER: &str = "tests-data/playthroughs";

fn replay(playthrough: &Playthrough) {
    let path = format!("{FOLDER}/{}.txt", playthrough.name);
    update(&path, || playthrough.write());
    let text = read(&path);
    let record =
        parse_record(&text).unwrap_or_else(|error| panic!("{}: {error}", playthrough.name));
    let rules = record.header.game.rules();
    assert_eq!(*rules, (playthrough.rules)(), "{}", playthrough.name);
    assert!(
        playthrough.shows_its_mechanism(&record),
        "{} does not show what it is for",
        playthrough.name
    );
    for (number, (expected, found)) in (1..).zip(annotated(&record).lines().zip(text.lines())) {
        assert_eq!(found, expected, "{}, line {number}", playthrough.name);
    }
    assert_eq!(annotated(&record).lines().count(), text.lines().count());
}

macro_rules! playthroughs {
    ($($test:ident: $name:literal;)+) => {
        $(#[test]
        fn $test() {
            let mut games = GAMES.iter();
            let playthrough = games.find(|game| game.name == $name);
            replay(playthrough.expect("a playthrough of this name"));
        })+

        #[test]
        fn every_playthrough_is_replayed() {
            let tested = [$($name),+];
            let listed: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
            assert_eq!(listed, tested);
        }
    };
}

playthroughs! {
    today_s_edition_with_two: "modern-2";
    today_s_edition_with_three: "modern-3";
    today_s_edition_with_four: "modern-4";
    today_s_edition_with_five: "modern-5";
    today_s_edition_with_six: "modern-6";
    the_rulebook_of_1996: "mayfair-1996-4";
    the_rulebook_of_1996_with_five: "mayfair-1996-5";
    the_almanac_of_1999: "almanac-1999-3";
    the_almanac_of_1999_with_six: "almanac-1999-6";
    the_sheet_for_five_and_six_with_five: "five-six-5";
    the_sheet_for_five_and_six_with_six: "five-six-6";
    the_retold_rules: "siedler-4";
    the_retold_rules_with_six: "siedler-6";
    the_beginners_game_of_three: "beginners-3";
    the_beginners_game_of_four: "beginners-4";
    victory_points_are_played: "var-1-played-victory-points";
    hands_lie_open: "var-2-open-hands";
    cards_come_after_the_roll: "var-3-cards-after-roll";
    early_sevens_are_rolled_again: "var-4-no-early-seven";
    the_robber_stays: "var-5-robber-may-stay";
    nobody_trades_after_building: "var-6-no-trade-after-building";
    a_settlement_is_kept: "var-7-keep-a-settlement";
    knights_interrupt: "var-8-knight-interrupt";
    every_variant_at_once: "all-variants-4";
    the_robber_is_friendly: "friendly-robber";
    dice_come_from_a_deck: "dice-deck";
    the_time_runs_out: "time-limit";
}
