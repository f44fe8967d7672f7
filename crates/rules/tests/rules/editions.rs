//! The editions, and which rules can be played together.

use brickwood_rules::{
    BankShortage, BeginnersPieces, CityCost, Edition, FirstPlayer, FreeRoads, Game, HarborFacing,
    HarborLayout, LongestRoadTie, NumberDirection, NumberStart, ProgressCards, Rules, RulesError,
    SetUp, Variants, WinWhen, beginners_board, shuffled_board,
};
use brickwood_test_kit::Random;

use crate::kit::{DAN, modern};

/// The table of switches in `docs/rules`: of each switch the values by edition, in the order of
/// [`Edition::ALL`].
#[test]
fn editions_are_presets_of_the_switches() {
    let rules = Edition::ALL.map(|edition| edition.rules(4));
    let corner = NumberStart::Corner;
    assert_eq!(
        rules.map(|rules| rules.number_start),
        [corner, corner, corner, corner, NumberStart::Coast]
    );
    let counter = NumberDirection::CounterClockwise;
    assert_eq!(
        rules.map(|rules| rules.number_direction),
        [
            counter,
            counter,
            counter,
            counter,
            NumberDirection::Clockwise
        ]
    );
    let line = HarborFacing::LongestLine;
    assert_eq!(
        rules.map(|rules| rules.harbor_facing),
        [line, line, line, line, HarborFacing::Either]
    );
    assert_eq!(
        rules.map(|rules| rules.harbor_layout),
        [HarborLayout::Shuffled; 5]
    );
    let nobody = BankShortage::Nobody;
    assert_eq!(
        rules.map(|rules| rules.bank_shortage),
        [BankShortage::SoleClaimant, nobody, nobody, nobody, nobody]
    );
    assert_eq!(
        rules.map(|rules| rules.trade_then_build),
        [false, false, true, false, true]
    );
    assert_eq!(
        rules.map(|rules| rules.like_for_like),
        [false, true, true, true, true]
    );
    let ore = CityCost::ThreeOreTwoGrain;
    assert_eq!(
        rules.map(|rules| rules.city_cost),
        [ore, CityCost::TwoOreThreeGrain, ore, ore, ore]
    );
    assert_eq!(
        rules.map(|rules| rules.robber_on_desert),
        [true, true, false, false, true]
    );
    assert_eq!(
        rules.map(|rules| rules.steal_optional),
        [false, true, true, false, true]
    );
    let (at_once, within) = (FreeRoads::AtOnce, FreeRoads::WithinTurn);
    assert_eq!(
        rules.map(|rules| rules.free_roads),
        [at_once, at_once, at_once, at_once, within]
    );
    let leave = ProgressCards::LeaveTheGame;
    assert_eq!(
        rules.map(|rules| rules.progress_cards),
        [leave, leave, leave, leave, ProgressCards::UnderTheDeck]
    );
    let (keeps, none) = (LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody);
    assert_eq!(
        rules.map(|rules| rules.longest_road_tie),
        [keeps, keeps, none, none, none]
    );
    let own = WinWhen::OwnTurn;
    assert_eq!(
        rules.map(|rules| rules.win_when),
        [own, own, own, own, WinWhen::AnyTime]
    );
    for rules in rules {
        assert!(rules.special_building_phase);
        assert_eq!(rules.variants, Variants::default());
        assert_eq!(rules.first_player, FirstPlayer::Roll);
        assert_eq!(
            (rules.points_to_win, rules.hand_limit, rules.time_limit),
            (10, 7, None)
        );
    }
}

#[test]
fn every_edition_is_played_by_two_to_six() {
    for edition in Edition::ALL {
        for players in 2..=6 {
            assert_eq!(edition.rules(players).check(), Ok(()));
        }
        for players in [0, 1, 7, 255] {
            let error = RulesError::Players(players);
            assert_eq!(edition.rules(players).check(), Err(error));
        }
    }
}

/// Settings that nobody can play by, or that contradict each other.
#[test]
fn contradictory_settings_are_refused_with_a_reason() {
    let beginners = |players, left_out| Rules {
        set_up: SetUp::Beginners { left_out },
        ..modern(players)
    };
    let red = Some(BeginnersPieces::Red);
    for (rules, reason) in [
        (
            Rules {
                points_to_win: 2,
                ..modern(3)
            },
            RulesError::PointsToWin(2),
        ),
        (
            Rules {
                points_to_win: 23,
                ..modern(3)
            },
            RulesError::PointsToWin(23),
        ),
        (
            Rules {
                hand_limit: 1,
                ..modern(3)
            },
            RulesError::HandLimit(1),
        ),
        (
            Rules {
                time_limit: Some(0),
                ..modern(3)
            },
            RulesError::TimeLimit(0),
        ),
        (
            Rules {
                first_player: FirstPlayer::Named { seat: DAN },
                ..modern(3)
            },
            RulesError::FirstPlayer,
        ),
        (beginners(2, None), RulesError::BeginnersPlayers(2)),
        (beginners(5, red), RulesError::BeginnersPlayers(5)),
        (beginners(4, red), RulesError::BeginnersLeftOut),
        (
            Rules {
                balanced_board: true,
                ..beginners(3, red)
            },
            RulesError::BeginnersBoard,
        ),
        (
            Rules {
                reds_apart: true,
                ..beginners(4, None)
            },
            RulesError::BeginnersBoard,
        ),
    ] {
        assert_eq!(rules.check(), Err(reason));
        assert!(!reason.to_string().is_empty());
    }
}

#[test]
fn a_game_is_played_on_a_board_of_its_size() {
    let mut random = Random::new(0);
    let large = shuffled_board(&modern(6), |n| random.below(n));
    assert_eq!(Game::new(modern(3), large), Err(RulesError::Board));
}

#[test]
fn a_game_that_cannot_be_played_is_not_read_from_text() {
    let game = Game::new(modern(3), beginners_board()).expect("playable");
    let text = serde_json::to_string(&game).expect("a game can be written");
    assert_eq!(
        serde_json::from_str::<Game>(&text).expect("it can be read"),
        game
    );
    for (from, to) in [
        (r#""players":3"#, r#""players":7"#),
        (r#""hand_limit":7"#, r#""hand_limit":1"#),
        (r#""time_limit":null"#, r#""time_limit":0"#),
    ] {
        assert!(text.contains(from));
        let text = text.replace(from, to);
        assert!(serde_json::from_str::<Game>(&text).is_err(), "{to}");
    }
}
