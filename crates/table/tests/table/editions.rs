//! Every edition with every switch and variant, for two to six players, is played at a table from its
//! choices alone; and every prefix of a log leads to the table as it was then.

use crate::support::{Play, order_by, seat, side, table_by};
use brickwood_rules::{
    BeginnersPieces, DiceSource, Edition, FirstPlayer, Phase, Rules, SetUp, Variants,
};
use brickwood_table::digest;
use brickwood_test_kit::with_everything;

/// An edition as it is, and with every variant and every option beyond the rulebooks.
pub fn flavors(edition: Edition, players: u8) -> [Rules; 2] {
    let plain = Rules {
        points_to_win: 4,
        ..edition.rules(players)
    };
    let everything = Rules {
        first_player: FirstPlayer::Named {
            seat: seat(players - 1),
        },
        time_limit: Some(2),
        ..with_everything(plain)
    };
    [plain, everything]
}

/// The games of the beginners' sheet.
pub fn beginners() -> [Rules; 3] {
    let with = |players, left_out| Rules {
        points_to_win: 4,
        set_up: SetUp::Beginners { left_out },
        ..Edition::Modern.rules(players)
    };
    [
        with(3, None),
        with(3, Some(BeginnersPieces::Blue)),
        with(4, None),
    ]
}

/// Plays to the end, and checks each step.
fn play_out(edition: Edition, rules: Rules, secret: u64, mut look: impl FnMut(&Play)) -> Play {
    let mut play = Play::new(table_by(&order_by(edition, rules), secret), secret);
    while !play.table.is_over() {
        play.now_ms += 100;
        play.advance();
        play.page_request();
        look(&play);
        assert!(play.log.len() < 20_000, "the game has no end");
    }
    play
}

#[test]
fn every_edition_and_variant_is_played_from_its_choices_for_two_to_six() {
    for edition in Edition::ALL {
        for players in 2..=6 {
            for (secret, rules) in flavors(edition, players).into_iter().enumerate() {
                is_restored(&play_out(edition, rules, secret as u64, |_| {}));
            }
        }
    }
}

#[test]
fn set_07_the_beginners_games_are_played_from_their_choices() {
    for rules in beginners() {
        let mut chosen = 0;
        let play = play_out(Edition::Modern, rules, 7, |play| {
            chosen += u32::from(matches!(
                play.table.state().phase(),
                Phase::FirstCards { .. }
            ));
        });
        assert!(chosen > 0);
        is_restored(&play);
    }
}

/// A table that is read from the log sends every viewer the same as the table that wrote it.
fn is_restored(play: &Play) {
    let restored = play.restore();
    assert_eq!(
        digest(restored.game(), restored.state()),
        digest(play.table.game(), play.table.state())
    );
    for viewer in [None, Some(seat(0)), Some(seat(1))] {
        let after = play.table.head().saturating_sub(70);
        let again = restored.update(side(viewer), after, play.now_ms);
        assert_eq!(again, play.told(viewer, after));
    }
}

#[test]
fn a_log_leads_back_to_its_table_from_any_step() {
    let rules = Rules {
        points_to_win: 4,
        variants: Variants {
            knight_interrupt: true,
            robber_may_stay: true,
            ..Variants::default()
        },
        ..Edition::Mayfair1996.rules(5)
    };
    let (mut interrupts, mut built) = (0, 0);
    let mut random = 0_u32;
    for secret in 0..4 {
        play_out(Edition::Mayfair1996, rules, secret, |play| {
            // Reading the log is slow: do it at one step in thirty, and at different ones in each game.
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if random >> 27 == 0 {
                is_restored(play);
            }
            match play.table.state().phase() {
                Phase::Interrupt { .. } => interrupts += 1,
                Phase::SpecialBuilding => built += 1,
                _ => {}
            }
        });
    }
    assert!(interrupts > 0 && built > 0, "{interrupts} {built}");
}

#[test]
fn opt_04_thirty_six_turns_bring_thirty_six_throws() {
    let rules = Rules {
        dice: DiceSource::Deck,
        points_to_win: 10,
        ..Edition::Modern.rules(3)
    };
    let play = play_out(Edition::Modern, rules, 3, |_| {});
    let rolls: Vec<&str> = play
        .game_lines()
        .iter()
        .zip(&play.game_lines()[1..])
        .filter(|(asked, _)| asked.body.ends_with(" roll"))
        .map(|(_, rolled)| rolled.body.as_str())
        .collect();
    assert!(rolls.len() > 72);
    for deck in rolls.chunks_exact(36) {
        let mut throws = deck.to_vec();
        throws.sort_unstable();
        throws.dedup();
        assert_eq!(throws.len(), 36);
    }
}
